//! Summaries that go from one version of a program to the next.
//!
//! What an entry says of a state depends on nothing but what is run from that state on. So it holds in another version
//! wherever all of that is the same: no instruction that may still be run is changed ([`Future`]), every one of them whose steps
//! are seen now was seen then, every branch that goes both ways now did then, every check that is looked for now was looked for
//! then, and the threads share what they shared. This is stronger than Algorithm 2 of Conc-iSE (ASE 2016) asks, which keeps
//! a summary as long as the instruction at hand has nothing to do with the change.
//!
//! Things are named as in all versions ([`rethread_engine::Ancestry`]). What has no such name does not go.

use super::Summaries;
use super::below::Seen;
use super::formula::Formula;
use super::table::Entry;
use crate::explorer::Explorer;
use crate::mutants::{Mutant, mutant};
use crate::wakeup::Sleeper;
use rethread_analysis::{CheckKind, Future, Goals, Site, Spot};
use rethread_engine::{Ancestry, Class, Executor, Fact, Machine, ObjId, Place, State, ThreadName, Touch};
use rethread_expr::{Symbol, Term, Terms};
use rethread_ir::{LocId, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What an exploration leaves to the next versions.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Legacy {
    terms: Terms,
    /// By the names of their symbols. A register has the number it had: whose it is says where its thread stands.
    facts: Vec<(String, Fact)>,
    points: Vec<(Vec<u64>, Vec<StoredEntry>)>,
    scopes: Vec<Scope>,
    /// What was touched behind any of them, and which of that behind each.
    touched: Vec<StoredSeen>,
    /// Entries share these, and where their threads are.
    seen: Vec<Vec<u32>>,
    stacks: Vec<Arc<[Stack]>>,
    /// Of the places in the source.
    files: Vec<String>,
    /// Names of registers by their functions and the numbers they had.
    registers: FxHashMap<(u64, u32), u64>,
}

/// What was explored, as far as it was not everything: names of instructions.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(super) struct Scope {
    /// Branches here went one way.
    one_way: FxHashSet<u64>,
    /// Accesses here were no steps.
    unseen: FxHashSet<u64>,
    /// Checks here were not looked for, by kind.
    unchecked: [FxHashSet<u64>; 3],
    /// Nor were deadlocks.
    no_deadlocks: bool,
    /// By function a thread starts with: all that it touches.
    shares: FxHashMap<u64, u64>,
}

/// A thread at a point: where each of its frames is, innermost first.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Stack {
    handle: u64,
    start: u64,
    live: bool,
    frames: Vec<(u64, u64)>,
}

#[derive(Clone, Serialize, Deserialize)]
struct StoredEntry {
    formula: Vec<Term>,
    sleep: Vec<(u64, u32, Vec<StoredTouch>)>,
    seen: u32,
    stacks: u32,
    scope: u32,
    worth: u64,
}

#[derive(Clone, Serialize, Deserialize)]
struct StoredTouch {
    key: u64,
    lo: u64,
    hi: u64,
    write: bool,
    reads: bool,
    acquire: bool,
    release: bool,
    class: u8,
    from: Option<Where>,
}

#[derive(Clone, Serialize, Deserialize)]
struct StoredSeen {
    name: ThreadName,
    touch: StoredTouch,
    at: Option<Where>,
    after: u64,
    known: u64,
    acquired: Vec<(u64, u64, u64)>,
}

/// A place in the source: file, line, column.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Where(u32, u32, u32);

/// What an exploration gets from an earlier version, and what it has to know about the change.
pub struct Inheritance {
    pub legacy: Arc<Legacy>,
    /// Instructions that are not what they were, and those of bugs that have to be found again.
    pub unlike: FxHashSet<Site>,
    /// Where places of the old version are.
    pub places: Arc<Goals>,
}

impl std::fmt::Debug for Inheritance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} points", self.legacy.points.len())
    }
}

impl Explorer<'_> {
    /// Takes over what an earlier version knew and what holds in this one.
    pub(crate) fn inherit(&mut self) {
        if let (Some(s), Some(from)) = (&mut self.summaries, &self.options.inherits) {
            s.carried = s.inherit(&mut self.exec, from);
        }
    }

    pub(crate) fn legacy(&mut self) -> Option<Legacy> {
        self.summaries.as_ref()?.legacy(&mut self.exec)
    }
}

/// Where the threads of a state are.
pub(super) fn stacks(exec: &Executor, state: &State) -> Option<Arc<[Stack]>> {
    let names = exec.machine.ancestry.as_ref().filter(|_| exec.is_portable(state))?;
    let stack = |t: &rethread_engine::Thread| Stack {
        handle: t.handle,
        start: names.function(t.start),
        live: t.is_live(),
        frames: t.frames().map(|f| (names.function(f.function), names.operation(f.function, f.pc))).collect(),
    };
    Some(state.threads.iter().map(|t| stack(t)).collect())
}

impl Summaries {
    /// What the next version may use.
    pub(crate) fn legacy(&self, exec: &mut Executor) -> Option<Legacy> {
        let machine = exec.machine.clone();
        let names = machine.ancestry.as_ref()?;
        let files = machine.program.files.iter().map(|f| f.to_string()).collect();
        let registers = registers(&machine, names);
        let mut out = Legacy { scopes: self.scopes.clone(), files, registers, ..Legacy::default() };
        let own = out.scopes.len() as u32;
        out.scopes.push(scope(&machine, names, exec.options.goals.as_deref()));
        let mut touched: FxHashMap<&Seen, u32> = FxHashMap::default();
        // The table has every list once.
        let mut lists: FxHashMap<*const Seen, u32> = FxHashMap::default();
        let mut places: FxHashMap<Arc<[Stack]>, u32> = FxHashMap::default();
        for (words, entries) in self.table.all() {
            let mut list = Vec::new();
            for e in entries {
                let Some(stacks) = &e.stacks else { continue };
                // What speaks of an input has no meaning elsewhere.
                if e.formula.parts().iter().any(|&t| exec.terms.flags(t).has_other) {
                    continue;
                }
                let sleep = e
                    .sleep
                    .iter()
                    .map(|s| (s.handle, s.mark, s.touches.iter().map(|t| touch(&machine, t)).collect()));
                list.push(StoredEntry {
                    formula: e.formula.parts().to_vec(),
                    sleep: sleep.collect(),
                    seen: *lists.entry(e.seen.as_ptr()).or_insert_with(|| {
                        let number = |s| {
                            *touched.entry(s).or_insert_with(|| {
                                out.touched.push(seen(&machine, s));
                                out.touched.len() as u32 - 1
                            })
                        };
                        out.seen.push(e.seen.iter().map(number).collect());
                        out.seen.len() as u32 - 1
                    }),
                    stacks: *places.entry(stacks.clone()).or_insert_with(|| {
                        out.stacks.push(stacks.clone());
                        out.stacks.len() as u32 - 1
                    }),
                    scope: e.scope.unwrap_or(own),
                    worth: e.worth,
                });
            }
            if !list.is_empty() {
                out.points.push((words.to_vec(), list));
            }
        }
        let formulas = || out.points.iter().flat_map(|p| &p.1).flat_map(|e| e.formula.iter().copied());
        let (terms, there) = exec.terms.only(formulas());
        for t in out.points.iter_mut().flat_map(|p| &mut p.1).flat_map(|e| &mut e.formula) {
            *t = there[t.index()].expect("asked for");
        }
        for s in (0..terms.symbol_count() as u32).map(Symbol) {
            let name = &terms.symbol_info(s).name;
            if let Some(fact) = exec.terms.symbol_named(name).and_then(|s| exec.facts.get(s)) {
                out.facts.push((name.to_string(), fact));
            }
        }
        out.terms = terms;
        out.points.sort_by(|a, b| a.0.cmp(&b.0));
        out.facts.sort_by(|a, b| a.0.cmp(&b.0));
        Some(out)
    }

    /// Takes over what holds in this version: how much does and how much does not.
    pub(crate) fn inherit(&mut self, exec: &mut Executor, from: &Inheritance) -> (u64, u64) {
        let machine = exec.machine.clone();
        let Some(names) = machine.ancestry.as_ref() else { return (0, 0) };
        let legacy = &*from.legacy;
        self.scopes.clone_from(&legacy.scopes);
        let now = scope(&machine, names, exec.options.goals.as_deref());
        let heir = Heir::new(&machine, names, from, &now);
        let facts = legacy.facts.iter().map(|(n, f)| (&**n, *f)).collect();
        let mut import = Import { moved: FxHashMap::default(), facts, parts: FxHashMap::default() };
        let (mut taken, mut left) = (0, 0);
        // By what entries share.
        let mut seen: FxHashMap<u32, Option<Arc<[Seen]>>> = FxHashMap::default();
        let mut hold: FxHashMap<(u32, u32), bool> = FxHashMap::default();
        for (words, entries) in &legacy.points {
            for e in entries {
                let stacks = legacy.stacks.get(e.stacks as usize).filter(|stacks| {
                    *hold.entry((e.scope, e.stacks)).or_insert_with(|| heir.holds(e.scope, stacks))
                });
                let entry = stacks.and_then(|stacks| {
                    let seen = seen.entry(e.seen).or_insert_with(|| heir.seen(e.seen));
                    heir.entry(exec, e, stacks, seen.clone()?, &mut import)
                });
                match (entry, self.table.point(words.clone())) {
                    (Some(entry), Some(point)) => {
                        self.table.insert(point, entry);
                        taken += 1;
                    }
                    _ => left += 1,
                }
            }
        }
        (taken, left)
    }
}

fn functions(machine: &Machine, names: &Ancestry) -> FxHashMap<u64, u32> {
    (0..machine.program.functions.len() as u32).map(|f| (names.function(f), f)).collect()
}

/// The names of all registers.
fn registers(machine: &Machine, names: &Ancestry) -> FxHashMap<(u64, u32), u64> {
    let all = 0..machine.program.functions.len() as u32;
    all.flat_map(|f| {
        let function = names.function(f);
        names.registers(f).map(move |(register, name)| ((function, register), name))
    })
    .collect()
}

fn scope(machine: &Machine, names: &Ancestry, goals: Option<&Goals>) -> Scope {
    let mut out = Scope::default();
    let program = &machine.program;
    let goals = goals.filter(|g| !g.is_everything());
    out.no_deadlocks = goals.is_some_and(|g| !g.waiting);
    let kinds = [CheckKind::Failure, CheckKind::Overflow, CheckKind::Race];
    for (function, f) in (0..).zip(&program.functions) {
        for (block, b) in (0..).zip(&f.blocks) {
            for inst in 0..b.insts.len() as u32 {
                let site = Site { function, block, inst };
                let name = names.site(site);
                let hidden = machine.relevant.as_ref().is_some_and(|r| r.hides(site));
                if hidden || machine.sharing.as_ref().is_some_and(|s| !s.may_share(site)) {
                    out.unseen.insert(name);
                }
                if machine.relevant.as_ref().is_some_and(|r| !r.contains(site)) {
                    out.one_way.insert(name);
                }
                for (kind, set) in kinds.into_iter().zip(&mut out.unchecked) {
                    if goals.is_some_and(|g| !g.wants(kind, site)) {
                        set.insert(name);
                    }
                }
            }
        }
        if let Some(sharing) = &machine.sharing
            && let Some(name) = names.footprint(sharing.whole(function))
        {
            out.shares.insert(names.function(function), name);
        }
    }
    out
}

fn place_of(machine: &Machine, at: LocId) -> Option<Where> {
    let l = machine.program.location(at)?.at;
    Some(Where(l.file.0, l.line, l.column))
}

fn touch(machine: &Machine, t: &Touch) -> StoredTouch {
    let class = match t.class {
        Class::Plain => 0,
        Class::Atomic => 1,
        Class::Sync => 2,
    };
    let Touch { key, lo, hi, write, reads, acquire, release, .. } = *t;
    StoredTouch { key, lo, hi, write, reads, acquire, release, class, from: place_of(machine, t.from) }
}

fn seen(machine: &Machine, s: &Seen) -> StoredSeen {
    StoredSeen {
        name: s.name.clone(),
        touch: touch(machine, &s.touch),
        at: place_of(machine, s.at),
        after: s.after,
        known: s.known,
        acquired: s.acquired.clone(),
    }
}

/// What was read of terms and names so far.
struct Import<'a> {
    moved: FxHashMap<Term, Term>,
    facts: FxHashMap<&'a str, Fact>,
    /// Parts of formulas, by the functions whose registers they speak of.
    parts: FxHashMap<(Term, Vec<u64>), Option<Term>>,
}

/// The frame that a fact is about.
fn frame_of(fact: Fact) -> Option<(u64, u32)> {
    match fact.place()? {
        Place::Register { thread, depth, .. } => Some((thread, depth)),
        Place::Bytes { .. } => None,
    }
}

/// The function of a frame, counted from the oldest.
fn function_at(stacks: &[Stack], thread: u64, depth: u32) -> Option<u64> {
    let stack = stacks.iter().find(|s| s.handle == thread)?;
    let above = stack.frames.len().checked_sub(depth as usize + 1)?;
    Some(stack.frames[above].0)
}

/// From the names of all versions to this one's.
struct Heir<'a> {
    names: &'a Ancestry,
    functions: FxHashMap<u64, u32>,
    /// Operations, and whether the instruction was begun: it has others before this one.
    operations: FxHashMap<u64, (u32, u32)>,
    /// By the legacy's files.
    locations: FxHashMap<Where, Option<LocId>>,
    machine: &'a Machine,
    from: &'a Inheritance,
    now: &'a Scope,
    /// By scope: what can still be run that stands in the way.
    futures: Vec<Future<'a>>,
}

impl<'a> Heir<'a> {
    fn new(machine: &'a Machine, names: &'a Ancestry, from: &'a Inheritance, now: &'a Scope) -> Heir<'a> {
        let program = &machine.program;
        let sharing = rethread_analysis::sharing(program, machine.entry);
        let futures = from.legacy.scopes.iter().map(|then| {
            Future::of(program, &sharing, |site| {
                let name = names.site(site);
                let less = |then: &FxHashSet<u64>, now: &FxHashSet<u64>| {
                    then.contains(&name) && !now.contains(&name)
                };
                from.unlike.contains(&site) && !mutant(Mutant::NoFootprint)
                    || less(&then.one_way, &now.one_way)
                    || less(&then.unseen, &now.unseen) && !mutant(Mutant::NoSharing)
                    || then.unchecked.iter().zip(&now.unchecked).any(|(then, now)| less(then, now))
                        && !mutant(Mutant::NoVouching)
            })
        });
        let here = (0..program.locations.len() as u32).map(LocId);
        let here: FxHashMap<Where, LocId> = here.filter_map(|l| Some((place_of(machine, l)?, l))).collect();
        let mut locations = FxHashMap::default();
        let places = from.legacy.touched.iter().flat_map(|s| [s.at, s.touch.from]);
        let slept = from.legacy.points.iter().flat_map(|p| &p.1).flat_map(|e| &e.sleep);
        for was in places.chain(slept.flat_map(|s| &s.2).map(|t| t.from)).flatten() {
            locations
                .entry(was)
                .or_insert_with(|| here_of(program, from, was).and_then(|is| here.get(&is).copied()));
        }
        Heir {
            names,
            functions: functions(machine, names),
            operations: names.all_operations().map(|(f, pc, name)| (name, (f, pc))).collect(),
            locations,
            machine,
            from,
            now,
            futures: futures.collect(),
        }
    }

    /// Is everything that may be run from there on the same in this version?
    fn holds(&self, scope: u32, stacks: &[Stack]) -> bool {
        let (then, future) = (&self.from.legacy.scopes[scope as usize], &self.futures[scope as usize]);
        if future.always() || then.no_deadlocks && !self.now.no_deadlocks {
            return false;
        }
        stacks.iter().all(|s| {
            let Some(&start) = self.functions.get(&s.start) else { return false };
            let shares = |scope: &Scope| scope.shares.get(&s.start).copied();
            let threads = self.machine.sharing.is_some() && !mutant(Mutant::NoSharing);
            if threads && (shares(then).is_none() || shares(then) != shares(self.now)) {
                return false;
            }
            if !s.live {
                return true;
            }
            if s.frames.is_empty() {
                return !future.entry(start);
            }
            (0..).zip(&s.frames).all(|(depth, (_, operation)): (usize, _)| {
                let Some(&(f, pc)) = self.operations.get(operation) else { return false };
                let site = self.machine.site(f, pc);
                let unlike = self.from.unlike.contains(&site);
                if mutant(Mutant::PaperBackward) {
                    return depth > 0 || !unlike;
                }
                // What a call that is under way calls is asked for by itself, but not where it goes on.
                let elsewhere = depth > 0 && unlike && !mutant(Mutant::ReturnsIgnored);
                !elsewhere && !future.after(site, depth > 0)
            })
        })
    }

    /// None: something of it is not in the new version.
    fn seen(&self, list: u32) -> Option<Arc<[Seen]>> {
        let seen = |&s: &u32| {
            let s = self.from.legacy.touched.get(s as usize)?;
            Some(Seen {
                name: s.name.clone(),
                touch: self.touch(&s.touch)?,
                at: self.location(s.at)?,
                after: s.after,
                known: s.known,
                acquired: s.acquired.clone(),
            })
        };
        self.from.legacy.seen.get(list as usize)?.iter().map(seen).collect()
    }

    fn entry(
        &self,
        exec: &mut Executor,
        e: &StoredEntry,
        stacks: &Arc<[Stack]>,
        seen: Arc<[Seen]>,
        import: &mut Import,
    ) -> Option<Entry> {
        let parts = e.formula.iter().map(|&t| self.part(exec, t, stacks, import));
        let parts: Vec<Term> = parts.collect::<Option<_>>()?;
        let formula = Formula::all(&exec.terms, parts)?;
        let sleeper = |(handle, mark, touches): &(u64, u32, Vec<StoredTouch>)| {
            let touches = touches.iter().map(|t| self.touch(t)).collect::<Option<_>>()?;
            Some(Sleeper { handle: *handle, mark: *mark, touches, open: None })
        };
        Some(Entry {
            signature: formula.signature(),
            formula,
            sleep: e.sleep.iter().map(sleeper).collect::<Option<_>>()?,
            seen,
            hits: 0,
            worth: e.worth,
            stacks: Some(stacks.clone()),
            scope: Some(e.scope),
        })
    }

    /// A part of a formula.
    fn part(&self, exec: &mut Executor, t: Term, stacks: &[Stack], import: &mut Import) -> Option<Term> {
        let there = exec.terms.import_with(&self.from.legacy.terms, t, &mut import.moved);
        let support = exec.terms.support(there);
        let name = |s| import.facts.get(&*exec.terms.symbol_info(s).name).copied();
        let facts: Vec<Fact> = support.iter().map(|&s| name(s)).collect::<Option<_>>()?;
        let frames =
            facts.iter().filter_map(|&f| frame_of(f)).map(|(t, depth)| function_at(stacks, t, depth));
        let key = (t, frames.collect::<Option<_>>()?);
        if let Some(&done) = import.parts.get(&key) {
            return done;
        }
        let facts: Option<Vec<Fact>> = facts.iter().map(|&f| self.fact(f, stacks)).collect();
        let done = facts.map(|facts| {
            let now = support.iter().zip(facts).map(|(&s, fact)| {
                let symbol = exec.terms.symbol_term(s);
                (symbol, exec.facts.symbol(&mut exec.terms, fact))
            });
            let map = now.collect();
            exec.terms.substitute(there, &map)
        });
        import.parts.insert(key, done);
        done
    }

    fn fact(&self, fact: Fact, stacks: &[Stack]) -> Option<Fact> {
        Some(match fact {
            Fact::Data { place, width } => Fact::Data { place: self.place(place, stacks)?, width },
            Fact::Points { place, object, offset } => {
                Fact::Points { place: self.place(place, stacks)?, object, offset }
            }
            Fact::Number { place, value } => Fact::Number { place: self.place(place, stacks)?, value },
            Fact::Written { place } => Fact::Written { place: self.place(place, stacks)? },
            Fact::Lives { .. } => fact,
        })
    }

    fn place(&self, place: Place, stacks: &[Stack]) -> Option<Place> {
        let Place::Register { thread, depth, register } = place else { return Some(place) };
        let was = function_at(stacks, thread, depth)?;
        let name = *self.from.legacy.registers.get(&(was, register))?;
        let function = *self.functions.get(&was)?;
        Some(Place::Register { thread, depth, register: self.names.find_register(function, name)? })
    }

    fn touch(&self, t: &StoredTouch) -> Option<Touch> {
        let class = match t.class {
            0 => Class::Plain,
            1 => Class::Atomic,
            _ => Class::Sync,
        };
        let StoredTouch { key, lo, hi, write, reads, acquire, release, .. } = *t;
        let from = self.location(t.from)?;
        Some(Touch { key, lo, hi, write, reads, acquire, release, class, from, at: None, object: ObjId(0) })
    }

    /// None if the new version does not have it.
    fn location(&self, at: Option<Where>) -> Option<LocId> {
        at.map_or(Some(LocId::NONE), |at| *self.locations.get(&at)?)
    }
}

/// A place of the old version in the new one.
fn here_of(program: &Program, from: &Inheritance, was: Where) -> Option<Where> {
    let file = from.legacy.files.get(was.0 as usize)?.clone();
    let is = from.places.moved(&Spot { file, line: was.1, column: was.2 })?;
    let file = program.files.iter().position(|f| **f == *is.file)?;
    Some(Where(file as u32, is.line, is.column))
}
