//! What a change can affect.
//!
//! Forward: what depends on the answer to the question which version it is, or on how large the local variables are whose
//! size it decides (`resize`). Backward: what that, the changed code,
//! depends on. Whoever looks at addresses as numbers is affected by every change: where objects are may depend on all
//! the code.

use super::matching::Match;
use crate::depend::Versions;
use crate::mutants::{Mutant, mutant};
use crate::{Behaviour, Dependences, Races, Site, Slice, externals, sharing};
use rethread_ir::{BinOp, Callee, CastOp, Const, ConstExpr, Function, Op, Operand, Program};
use rustc_hash::FxHashSet;

/// What is looked for at an instruction.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CheckKind {
    /// Control may not get past it: an assertion, an access, a division, a wait, an end.
    Failure,
    /// Signed arithmetic, shifts.
    Overflow,
    /// An access that another thread's may race with. A race is between two: it is unaffected if both are.
    Race,
}

/// A check of the new program.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Check {
    pub site: Site,
    pub kind: CheckKind,
    /// May its verdict be another one than in the old program?
    pub affected: bool,
}

/// What a change can affect. Without a change nothing is analysed, and nothing affected.
pub struct Impact<'m> {
    matched: &'m Match<'m>,
    /// None if there is nothing to know, or nothing known.
    dependences: Option<Dependences<'m>>,
    reach: Reach,
    /// Of the merged program; None if any access may.
    racing: Option<FxHashSet<Site>>,
    synchronisation: bool,
    waiting: bool,
}

enum Reach {
    Nothing,
    Everything,
    /// Forward and backward.
    Some(Slice, Slice),
}

impl<'m> Impact<'m> {
    pub fn of(matched: &'m Match<'m>, behaviour: Behaviour) -> Impact<'m> {
        let mut impact = Impact {
            matched,
            dependences: None,
            reach: Reach::Nothing,
            racing: None,
            synchronisation: false,
            waiting: false,
        };
        if matched.change().is_empty() {
            return impact;
        }
        (impact.synchronisation, impact.waiting) = (true, true);
        impact.reach = Reach::Everything;
        let program = &matched.merged;
        let numbers = program.globals.iter().any(|g| g.init.as_ref().is_some_and(is_number));
        let Some(entry) = matched.entry.filter(|_| !numbers) else { return impact };
        let sharing = sharing(program, entry);
        let has = |version: usize, site: Site| matched.has(version, site);
        let versions = Versions { resized: &matched.resized, has: &has };
        let dependences = Dependences::of_both(program, &sharing, behaviour, Some(&versions));
        if dependences.gave_up() {
            return impact;
        }
        let change = matched.change();
        let now = change.added.iter().copied().chain(change.modified.iter().map(|p| p.1));
        let parting: Vec<Site> = match mutant(Mutant::DeletedIgnored) {
            true => now.filter_map(|s| matched.merged_of_new(s)).collect(),
            false => matched.parting.clone(),
        };
        let seeds: Vec<Site> = parting.iter().copied().chain(addresses(program)).collect();
        let sizes: Vec<Site> = matched.resized.keys().copied().collect();
        let forward = dependences.forward_of(&seeds, &sizes);
        let changed: Vec<Site> = matched.parting.iter().chain(&sizes).copied().collect();
        let backward = dependences.backward(&changed);
        let runs = |s: &Site| dependences.runs(*s) && forward.contains(*s);
        impact.synchronisation = sites(program).any(|(s, op)| synchronises(program, op) && runs(&s));
        impact.waiting = dependences.stopping().iter().any(|s| forward.contains(*s));
        let races = Races::of(program, &sharing);
        impact.racing = Some(sites(program).map(|(s, _)| s).filter(|&s| races.may_race(s)).collect());
        impact.reach = Reach::Some(forward, backward);
        impact.dependences = Some(dependences);
        impact
    }

    /// Was it too much for the analysis? Then everything is affected.
    pub fn is_everything(&self) -> bool {
        matches!(self.reach, Reach::Everything)
    }

    /// May this instruction of the new program be reached when it was not, or the other way round, or find
    /// other values? Code that is not in the old program may.
    pub fn affects(&self, new: Site) -> bool {
        match &self.reach {
            Reach::Nothing => false,
            Reach::Everything => true,
            Reach::Some(forward, _) => {
                let there = self.matched.merged_of_new(new);
                self.matched.old_of(new).is_none()
                    || self.is_modified(new)
                    || there.is_none_or(|q| forward.contains(q))
            }
        }
    }

    /// Is it listed as changed? Of a variable that is only of another size no code is.
    fn is_modified(&self, new: Site) -> bool {
        self.matched.change().modified.binary_search_by_key(&new, |p| p.1).is_ok()
    }

    /// The same of an instruction of the old program.
    pub fn affects_old(&self, old: Site) -> bool {
        match &self.reach {
            Reach::Nothing => false,
            Reach::Everything => true,
            Reach::Some(forward, _) => {
                let there = self.matched.merged_of_old(old);
                self.matched.new_of(old).is_none_or(|new| self.is_modified(new))
                    || there.is_none_or(|q| forward.contains(q))
            }
        }
    }

    /// May this instruction of the new program have an influence on what changed? What changed counts.
    pub fn feeds(&self, new: Site) -> bool {
        match &self.reach {
            Reach::Nothing => false,
            Reach::Everything => true,
            Reach::Some(_, backward) => {
                let there = self.matched.merged_of_new(new);
                self.matched.old_of(new).is_none()
                    || self.is_modified(new)
                    || there.is_none_or(|q| backward.contains(q))
            }
        }
    }

    /// May a verdict about all threads together (a deadlock, a leak) be another one?
    pub fn affects_waiting(&self) -> bool {
        self.waiting
    }

    /// The checks of the new program, in its order. Code that is never run has none.
    pub fn checks(&self) -> Vec<Check> {
        let there = |s| self.matched.merged_of_new(s);
        self.checks_in(self.matched.new, there, |s| self.affects(s))
    }

    /// The checks of the old program: whether something else becomes of them, or of what is in their place.
    pub fn checks_old(&self) -> Vec<Check> {
        let there = |s| self.matched.merged_of_old(s);
        self.checks_in(self.matched.old, there, |s| self.affects_old(s))
    }

    fn checks_in(
        &self,
        program: &Program,
        there: impl Fn(Site) -> Option<Site>,
        affects: impl Fn(Site) -> bool,
    ) -> Vec<Check> {
        let mut out = Vec::new();
        for (site, op) in sites(program) {
            let Some(q) = there(site) else { continue };
            let known = self.dependences.as_ref();
            if !known.is_none_or(|d| d.runs(q)) {
                continue;
            }
            let affected = affects(site);
            if known.is_none_or(|d| d.may_stop(q)) {
                out.push(Check { site, kind: CheckKind::Failure, affected });
            }
            if may_overflow(op) {
                out.push(Check { site, kind: CheckKind::Overflow, affected });
            }
            if self.racing.as_ref().is_none_or(|r| r.contains(&q)) && touches_memory(op) {
                let affected = affected || self.synchronisation;
                out.push(Check { site, kind: CheckKind::Race, affected });
            }
        }
        out
    }

    /// What these instructions of the new program depend on: of a check that is unaffected, what it rests on, none
    /// of it changed; of those that are affected, what has to be explored.
    pub fn relevant(&self, targets: &[Site]) -> Vec<Site> {
        let Some(dependences) = &self.dependences else {
            return sites(self.matched.new).map(|(s, _)| s).collect();
        };
        let targets: Vec<Site> = targets.iter().filter_map(|&s| self.matched.merged_of_new(s)).collect();
        let slice = dependences.backward(&targets);
        let inside = |s: &Site| self.matched.merged_of_new(*s).is_none_or(|q| slice.contains(q));
        sites(self.matched.new).map(|(s, _)| s).filter(inside).collect()
    }
}

pub(super) fn sites(program: &Program) -> impl Iterator<Item = (Site, &Op)> {
    (0..).zip(&program.functions).flat_map(|(function, f)| {
        (0..).zip(&f.blocks).flat_map(move |(block, b)| {
            (0..).zip(&b.insts).map(move |(inst, i)| (Site { function, block, inst }, &i.op))
        })
    })
}

pub(super) fn touches_memory(op: &Op) -> bool {
    use Op::*;
    matches!(
        op,
        Load { .. }
            | Store { .. }
            | AtomicRmw { .. }
            | CmpXchg { .. }
            | Call { .. }
            | Intrinsic { .. }
            | Ret { .. }
    )
}

fn may_overflow(op: &Op) -> bool {
    use BinOp::{Ashr, Lshr, Shl};
    matches!(op, Op::Binary { op, flags, .. } if flags.nsw || matches!(op, Shl | Lshr | Ashr))
}

/// May order accesses of two threads.
pub(super) fn synchronises(program: &Program, op: &Op) -> bool {
    match op {
        Op::Fence { .. } => true,
        Op::Load { access, .. }
        | Op::Store { access, .. }
        | Op::AtomicRmw { access, .. }
        | Op::CmpXchg { access, .. } => access.order.is_some(),
        Op::Call { callee: Callee::Indirect(_), .. } => true,
        Op::Call { callee: Callee::Direct(f), .. } => {
            let name = &program.function(*f).name;
            externals::is_synchronisation(name)
                || ["pthread_", "thrd_", "call_once", "__VERIFIER_atomic"].iter().any(|p| name.starts_with(p))
        }
        _ => false,
    }
}

/// Does a constant hang on the address of something?
fn is_number(c: &Const) -> bool {
    match c {
        Const::Aggregate(_, parts) => parts.iter().any(is_number),
        Const::Expr(e) => match &**e {
            ConstExpr::Cast { op, value, .. } => *op == CastOp::PtrToInt || is_number(value),
            ConstExpr::Offset { base, .. } => is_number(base),
            ConstExpr::Binary { lhs, rhs, .. } | ConstExpr::Icmp { lhs, rhs, .. } => {
                is_number(lhs) || is_number(rhs)
            }
            ConstExpr::Select { cond, yes, no } => [cond, yes, no].into_iter().any(is_number),
            ConstExpr::Unsupported(_) => true,
        },
        _ => false,
    }
}

/// Where a pointer becomes a number other than to be subtracted from another.
pub(super) fn addresses(program: &Program) -> Vec<Site> {
    let mut out = Vec::new();
    for (site, op) in sites(program) {
        let mut found = false;
        crate::operands::each(op, &mut |o| found |= matches!(o, Operand::Const(c) if is_number(c)));
        out.extend(found.then_some(site));
    }
    for (function, f) in (0..).zip(&program.functions) {
        let casts = |o: &Operand, made: &FxHashSet<u32>| matches!(o, Operand::Reg(r) if made.contains(&r.0));
        let insts = || f.blocks.iter().flat_map(|b| &b.insts);
        let is_cast = |op: &Op| matches!(op, Op::Cast { op: CastOp::PtrToInt, .. });
        let made: FxHashSet<u32> =
            insts().filter(|i| is_cast(&i.op)).filter_map(|i| i.dest).map(|r| r.0).collect();
        if made.is_empty() {
            continue;
        }
        let mut seen: FxHashSet<u32> = FxHashSet::default();
        for inst in insts() {
            let difference = matches!(&inst.op, Op::Binary { op: BinOp::Sub, lhs, rhs, .. }
                if casts(lhs, &made) && casts(rhs, &made));
            if !difference {
                crate::operands::each(&inst.op, &mut |o| {
                    if let Operand::Reg(r) = o {
                        seen.insert(r.0);
                    }
                });
            }
        }
        out.extend(casts_of(function, f).filter(|(_, r)| seen.contains(r)).map(|(s, _)| s));
    }
    out
}

fn casts_of(function: u32, f: &Function) -> impl Iterator<Item = (Site, u32)> + '_ {
    (0..).zip(&f.blocks).flat_map(move |(block, b)| {
        (0..).zip(&b.insts).filter_map(move |(inst, i)| match &i.op {
            Op::Cast { op: CastOp::PtrToInt, .. } => Some((Site { function, block, inst }, i.dest?.0)),
            _ => None,
        })
    })
}
