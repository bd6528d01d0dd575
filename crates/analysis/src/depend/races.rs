//! Accesses that may race: two threads at once, one writes, not both atomic, no lock in common.
//!
//! Guarantee: an access that is not among them takes part in no data race, in any run.

use super::channels;
use super::locks::Locks;
use super::memory::{Layer, Objects, meetings};
use super::nodes::{Node, Nodes};
use super::order::Order;
use crate::Site;
use crate::node::{COMPUTED, UNKNOWN};
use crate::sharing::Sharing;
use rethread_ir::{Inst, Op, Program};
use rustc_hash::FxHashSet;

/// Accesses of one piece of memory that are compared with each other.
const PAIRS: usize = 1 << 16;

/// Which accesses may race.
pub struct Races<'p> {
    sharing: &'p Sharing,
    /// None if nothing is known.
    racing: Option<FxHashSet<Site>>,
}

impl<'p> Races<'p> {
    /// `sharing` is of the same program.
    pub fn of(program: &Program, sharing: &'p Sharing) -> Races<'p> {
        let reached = |f: &usize| sharing.reached[*f];
        let jumps =
            (0..program.functions.len()).filter(reached).any(|f| channels::jumps(&program.functions[f].name));
        let racing = (!sharing.gave_up() && !jumps).then(|| racing(program, sharing, |_| true));
        Races { sharing, racing }
    }

    /// Of those that may race, the ones that may with one of these, and these.
    pub fn with(program: &Program, sharing: &'p Sharing, these: impl Fn(Site) -> bool) -> Races<'p> {
        let all = Races::of(program, sharing);
        let racing = all.racing.is_some().then(|| racing(program, sharing, these));
        Races { sharing, racing }
    }

    /// May a data race have this instruction as one of its two?
    pub fn may_race(&self, site: Site) -> bool {
        self.sharing.may_share(site) && self.racing.as_ref().is_none_or(|r| r.contains(&site))
    }
}

/// Those that may race with one of `these`, which are among them if they may race at all.
fn racing(program: &Program, sharing: &Sharing, these: impl Fn(Site) -> bool) -> FxHashSet<Site> {
    let nodes = Nodes::new(program, &sharing.reached);
    let (order, locks) = (Order::of(&nodes, sharing), Locks::of(&nodes, sharing));
    let mut layer = Layer::default();
    let mut racing = FxHashSet::default();
    for (n, site, inst) in nodes.each().filter(|(_, site, _)| sharing.may_share(*site)) {
        let Some(doing) = sharing.solution.at(site) else {
            racing.insert(site);
            continue;
        };
        // A function that is found through a pointer is called from anywhere.
        if inst.is_none() || !doing.calls.is_empty() {
            racing.insert(site);
        }
        for &r in &doing.accesses {
            match r.write {
                true => layer.write(n, r),
                false => layer.read(n, r),
            }
        }
    }
    let solution = &sharing.solution;
    let stands: FxHashSet<u32> = solution.escaped.iter().chain(&solution.mixed).copied().collect();
    let meet = |a: Node, b: Node| {
        let both = [a, b].map(|n| nodes.inst(n).is_some_and(is_atomic));
        let apart = locks.held(&nodes, a).excludes(locks.held(&nodes, b));
        both != [true, true] && !apart && order.parallel(nodes.site(a), nodes.site(b))
    };
    meetings(solution, &Objects::new(solution), layer, |o, writers, readers| {
        let many = writers.len().saturating_mul(writers.len() + readers.len()) > PAIRS;
        if matches!(o, UNKNOWN | COMPUTED) || stands.contains(&o) || many {
            // Anybody who has a pointer to anything may meet them.
            racing.extend(writers.iter().chain(readers).map(|&n| nodes.site(n)));
            return;
        }
        if !solution.public[o as usize] {
            return;
        }
        for &w in writers {
            for &other in writers.iter().chain(readers) {
                let both = [nodes.site(w), nodes.site(other)];
                if both.into_iter().any(&these) && meet(w, other) {
                    racing.extend(both);
                }
            }
        }
    });
    racing
}

fn is_atomic(inst: &Inst) -> bool {
    match &inst.op {
        Op::Load { access, .. }
        | Op::Store { access, .. }
        | Op::AtomicRmw { access, .. }
        | Op::CmpXchg { access, .. } => access.order.is_some(),
        _ => false,
    }
}
