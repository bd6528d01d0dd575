//! Which locks are certainly held at an instruction: the rules.
//!
//! Source: the locksets of Engler and Ashcraft, "RacerX" (2003), as sets that are held on every way to an
//! instruction. Guarantee: a lock in the set is held by the thread whenever it is there. Only locks at a fixed
//! place of a global count, and only the first [`LOCKS`] of them.

use super::nodes::{Nodes, Number};
use super::safe::{Base, place};
use crate::points_to::Func;
use crate::sharing::Sharing;
use ascent::{Dual, Lattice};
use rethread_ir::{Callee, Op, Operand};
use rustc_hash::FxHashMap;

pub const LOCKS: usize = 64;

/// A set of locks, one bit each: those held alone, and those held by readers.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Held {
    alone: u64,
    reading: u64,
}

impl Held {
    const ALL: Held = Held { alone: u64::MAX, reading: u64::MAX };

    fn without(self, locks: u64) -> Held {
        Held { alone: self.alone & !locks, reading: self.reading & !locks }
    }
    fn and(self, other: Held) -> Held {
        Held { alone: self.alone | other.alone, reading: self.reading | other.reading }
    }
    fn common(self, other: Held) -> Held {
        Held { alone: self.alone & other.alone, reading: self.reading & other.reading }
    }
    /// Can two threads not be there at once, one with these and one with those?
    pub fn excludes(self, other: Held) -> bool {
        self.alone & (other.alone | other.reading) != 0 || self.reading & other.alone != 0
    }
}

impl PartialOrd for Held {
    fn partial_cmp(&self, other: &Held) -> Option<std::cmp::Ordering> {
        use std::cmp::Ordering::*;
        match (self.common(*other) == *other, self.common(*other) == *self) {
            (true, true) => Some(Equal),
            (true, false) => Some(Greater),
            (false, true) => Some(Less),
            (false, false) => None,
        }
    }
}

impl Lattice for Held {
    fn join_mut(&mut self, other: Held) -> bool {
        let before = *self;
        *self = before.and(other);
        *self != before
    }
    fn meet_mut(&mut self, other: Held) -> bool {
        let before = *self;
        *self = before.common(other);
        *self != before
    }
}

ascent::ascent! {
    struct Rules;
    relation calls(Func, Func);
    /// May release these by itself.
    relation own(Func, u64);
    /// May release this one.
    relation releases(Func, u32);
    releases(f, l) <-- own(f, mask), for l in (0..u64::BITS).filter(|l| mask >> l & 1 == 1);
    releases(f, l) <-- calls(f, g), releases(g, l);
}

ascent::ascent! {
    struct Entries;
    /// Entered with nothing held.
    relation starts(Func);
    /// Caller, callee, what the caller has taken by then, what it may have released.
    relation call(Func, Func, Held, u64);
    /// Held whenever the function is entered.
    lattice entry(Func, Dual<Held>);
    entry(f, Dual(Held::default())) <-- starts(f);
    entry(g, Dual(held.0.without(*released).and(*taken))) <-- entry(f, held), call(f, g, taken, released);
}

/// What one instruction does with locks.
enum Step {
    Nothing,
    Takes(Held),
    /// All that may be meant.
    Releases(u64),
}

/// On every way since the function was entered, and on any way.
#[derive(Copy, Clone, PartialEq, Eq)]
struct Since {
    taken: Held,
    released: u64,
}

pub struct Locks {
    entry: FxHashMap<Func, Held>,
    since: Vec<Since>,
}

impl Locks {
    pub fn of(nodes: &Nodes, sharing: &Sharing) -> Locks {
        let steps = steps(nodes);
        let mut rules = Rules::default();
        for (n, site, _) in nodes.each() {
            if let Step::Releases(mask) = steps[n as usize] {
                rules.own.push((site.function, mask));
            }
            rules.calls.extend(sharing.calls(site).iter().map(|&g| (site.function, g)));
        }
        rules.run();
        let mut releases = vec![0u64; nodes.program.functions.len()];
        rules.releases.iter().for_each(|&(f, l)| releases[f as usize] |= 1 << l);
        let mut since = vec![Since { taken: Held::default(), released: 0 }; nodes.instructions() as usize];
        // What functions have taken when they return: from nothing up, so that every round is certain.
        let mut returns = vec![Held::default(); nodes.program.functions.len()];
        for _ in 0..3 {
            let functions = (0..nodes.program.functions.len() as Func).filter(|&f| nodes.runs(f));
            let walk = |f| Walk { nodes, sharing, steps: &steps, releases: &releases, returns: &returns, f };
            let found: Vec<(Func, Held)> = functions.map(|f| (f, walk(f).run(&mut since))).collect();
            found.into_iter().for_each(|(f, held)| returns[f as usize] = held);
        }
        let mut entries = Entries::default();
        entries.starts.extend(sharing.roots.iter().map(|f| (f.0,)));
        let threads = sharing.solution.begun.iter().chain(&sharing.solution.ends_thread);
        entries.starts.extend(threads.map(|&f| (f,)));
        for (n, site, _) in nodes.each() {
            let Since { taken, released } = since[n as usize];
            let call = |&g: &Func| (site.function, g, taken, released);
            entries.call.extend(sharing.calls(site).iter().map(call));
        }
        entries.run();
        Locks { entry: entries.entry.iter().map(|(f, held)| (*f, held.0)).collect(), since }
    }

    /// Held when this instruction is done.
    pub fn held(&self, nodes: &Nodes, n: Number) -> Held {
        let Since { taken, released } = self.since[n as usize];
        let entry = self.entry.get(&nodes.site(n).function).copied().unwrap_or_default();
        entry.without(released).and(taken)
    }
}

/// The steps of all instructions.
fn steps(nodes: &Nodes) -> Vec<Step> {
    let mut numbers: FxHashMap<(u32, i64), u32> = FxHashMap::default();
    let mut out = Vec::with_capacity(nodes.instructions() as usize);
    for (_, site, inst) in nodes.each() {
        let name = super::data::external(nodes.program, site.function, inst).unwrap_or("");
        let pointer = match inst.map(|i| &i.op) {
            Some(Op::Call { callee: Callee::Direct(_), args, .. }) => args.first().map(|a| &a.value),
            _ => None,
        };
        out.push(step(name, || number(nodes, site.function, pointer?, &mut numbers)));
    }
    out
}

fn step(name: &str, lock: impl FnOnce() -> Option<Option<u32>>) -> Step {
    let alone =
        matches!(name, "pthread_mutex_lock" | "pthread_spin_lock" | "mtx_lock" | "pthread_rwlock_wrlock");
    if alone || name == "pthread_rwlock_rdlock" {
        return match lock().flatten() {
            Some(l) if alone => Step::Takes(Held { alone: 1 << l, reading: 0 }),
            Some(l) => Step::Takes(Held { alone: 0, reading: 1 << l }),
            None => Step::Nothing,
        };
    }
    let ends = ["_unlock", "_destroy", "_init"].iter().any(|end| name.ends_with(end));
    if !ends || !crate::externals::is_synchronisation(name) {
        return Step::Nothing;
    }
    match lock() {
        Some(Some(l)) => Step::Releases(1 << l),
        // A lock that is not followed.
        Some(None) => Step::Nothing,
        None => Step::Releases(u64::MAX),
    }
}

/// None if it may be any lock; the inner None is one for which there is no number left.
fn number(
    nodes: &Nodes,
    f: Func,
    pointer: &Operand,
    numbers: &mut FxHashMap<(u32, i64), u32>,
) -> Option<Option<u32>> {
    match place(nodes, f, pointer)? {
        (Base::Global(g), at) if !nodes.program.globals[g as usize].thread_local => {
            let next = numbers.len() as u32;
            let full = numbers.len() >= LOCKS;
            match numbers.get(&(g, at)) {
                Some(&l) => Some(Some(l)),
                None if full => Some(None),
                None => Some(Some(*numbers.entry((g, at)).or_insert(next))),
            }
        }
        _ => None,
    }
}

/// Through one function, from block to block.
struct Walk<'a, 'p> {
    nodes: &'a Nodes<'p>,
    sharing: &'a Sharing,
    steps: &'a [Step],
    releases: &'a [u64],
    returns: &'a [Held],
    f: Func,
}

impl Walk<'_, '_> {
    /// What is taken when it returns; `since` gets what it is behind each instruction.
    fn run(&self, since: &mut [Since]) -> Held {
        let edges = &self.sharing.edges[self.f as usize];
        if edges.is_empty() {
            return Held::default();
        }
        let mut at: Vec<Option<Since>> = vec![None; edges.len()];
        at[0] = Some(Since { taken: Held::default(), released: 0 });
        let mut todo = vec![0];
        while let Some(b) = todo.pop() {
            let Some(mut now) = at[b] else { continue };
            for n in self.nodes.block(self.f, b) {
                now = self.step(n, now);
                since[n as usize] = now;
            }
            for &to in &edges[b] {
                let met = at[to].map_or(now, |known| Since {
                    taken: known.taken.common(now.taken),
                    released: known.released | now.released,
                });
                if at[to] != Some(met) {
                    at[to] = Some(met);
                    todo.push(to);
                }
            }
        }
        let returns = self.nodes.returns(self.f).map(|n| since[n as usize].taken);
        let reached = returns.reduce(Held::common).filter(|&held| held != Held::ALL);
        reached.unwrap_or_default()
    }

    fn step(&self, n: Number, now: Since) -> Since {
        match self.steps[n as usize] {
            Step::Takes(held) => Since { taken: now.taken.and(held), ..now },
            Step::Releases(mask) => Since { taken: now.taken.without(mask), released: now.released | mask },
            Step::Nothing => {
                let calls = self.sharing.calls(self.nodes.site(n));
                let Some(gains) = calls.iter().map(|&g| self.returns[g as usize]).reduce(Held::common) else {
                    return now;
                };
                let mask = calls.iter().fold(0, |mask, &g| mask | self.releases[g as usize]);
                Since { taken: now.taken.without(mask).and(gains), released: now.released | mask }
            }
        }
    }
}
