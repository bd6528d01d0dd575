//! What can matter to the checks that are looked for: their backward slice (`--reduce slice`), or that of the checks a
//! change can affect (`--reduce impact`).
//!
//! Source: "Assertion guided symbolic execution of multithreaded programs" (FSE 2015), section 6.1. A branch on
//! symbolic data outside the slice goes one way, and nothing is learned from it: a later branch on the same
//! data still goes both ways. An access outside the slice is no visible step.
//!
//! Guarantee: the checks that are looked for fail in the same places with and without.

use crate::builtin::{is_replaced, is_reporter, reported_by};
use crate::checks::CheckSet;
use crate::exec::Options;
use crate::machine::{SetupError, entry};
use rethread_analysis::mutants::{Mutant, mutant};
use rethread_analysis::{Behaviour, CheckKind, Dependences, Sharing, Site, Slice, cyclic, edges, sites};
use rethread_ir::{BlockId, Callee, Const, Function, Op, Operand, Program, Uses};
use rethread_testcase::BugKind;
use std::collections::{BTreeSet, VecDeque};

pub struct Relevant {
    slice: Slice,
    /// By function and block: may it run again and again? Such an access may be what somebody waits for.
    repeats: Vec<Vec<bool>>,
}

/// Kinds that can be found nearly anywhere: their slice is the program.
const ANYWHERE: [BugKind; 6] = [
    BugKind::Uninit,
    BugKind::Overflow,
    BugKind::StackOverflow,
    BugKind::Leak,
    BugKind::Race,
    BugKind::Deadlock,
];
/// Kinds that only calls which report them find.
const REPORTED: [BugKind; 2] = [BugKind::Assert, BugKind::Abort];

impl Relevant {
    /// None if everything is relevant.
    pub fn of(program: &Program, sharing: &Sharing, uses: &Uses, options: &Options) -> Option<Relevant> {
        let checks = &options.checks;
        let sliced = options.slice && !ANYWHERE.iter().any(|&k| checks.contains(k));
        let goals = options.goals.as_deref().filter(|g| !g.is_everything());
        if !sliced && goals.is_none() {
            return None;
        }
        let behaviour = behaviour(checks, options.reuse_freed);
        let dependences = Dependences::of(program, sharing, behaviour);
        let mut targets = Vec::new();
        if let Some(goals) = goals {
            targets.extend(goals.targets(CheckKind::Failure, program, sharing));
            for (bug, kind) in [(BugKind::Race, CheckKind::Race), (BugKind::Overflow, CheckKind::Overflow)] {
                if checks.contains(bug) {
                    targets.extend(goals.targets(kind, program, sharing));
                }
            }
            if checks.contains(BugKind::Deadlock) && goals.waiting {
                targets.extend(dependences.stopping());
            }
        } else {
            targets.extend(sites(program).map(|(site, _)| site).filter(|&s| dependences.may_stop(s)));
        }
        let reports = reports(program, uses);
        if sliced && goals.is_none() {
            targets.extend(sites(program).filter(|(_, op)| reports(op)).map(|(site, _)| site));
        }
        if checks.iter().all(|k| REPORTED.contains(&k)) {
            targets.retain(|&s| reports(op_at(program, s)));
        }
        let slice = match goals.is_some() && mutant(Mutant::PaperForward) {
            true => dependences.forward(&targets),
            false => dependences.backward(&targets),
        };
        (!slice.is_everything()).then(|| Relevant { slice, repeats: repeats(program, sharing) })
    }

    /// Can it matter?
    pub fn contains(&self, site: Site) -> bool {
        self.slice.contains(site)
    }

    /// Is it of no consequence when this access comes?
    pub fn hides(&self, site: Site) -> bool {
        !self.slice.contains(site) && !self.repeats[site.function as usize][site.block as usize]
    }

    /// The block to go on with if it is of no consequence which one: the one that is nearest to the end of the
    /// function, so that no loop is run for nothing.
    pub fn either_way(&self, f: &Function, site: Site) -> Option<BlockId> {
        if self.slice.contains(site) {
            return None;
        }
        let next = edges(f);
        let far = distances(f, &next);
        next[site.block as usize].iter().copied().min_by_key(|&b| far[b]).map(|b| BlockId(b as u32))
    }
}

/// All that can be found: file, line and kind. None if that cannot be said: only what calls report stands where they do.
/// When all of it was found there is nothing left to look for.
pub fn findable(
    program: &Program,
    uses: &Uses,
    options: &Options,
) -> Option<BTreeSet<(String, u32, BugKind)>> {
    let checks = &options.checks;
    let goals = options.goals.as_deref().filter(|g| !g.is_everything());
    let sliced = options.slice || goals.is_some();
    if !sliced || !checks.iter().all(|k| REPORTED.contains(&k)) || by_pointer(program, uses) {
        return None;
    }
    let reports = reports(program, uses);
    let mut out = BTreeSet::new();
    for (site, op) in sites(program).filter(|(_, op)| reports(op)) {
        if goals.is_some_and(|g| !g.wants(CheckKind::Failure, site)) {
            continue;
        }
        let f = &program.functions[site.function as usize];
        if is_replaced(&f.name) {
            continue;
        }
        let kind = match op {
            Op::Call { callee: Callee::Direct(g), args, .. } => {
                reported_by(&program.function(*g).name).or_else(|| told(program, &args.first()?.value))
            }
            _ => Some(BugKind::Abort),
        };
        match kind {
            Some(kind) if !checks.contains(kind) => continue,
            // What a model reports is reported where it was called.
            Some(kind) if !f.is_model => {
                let loc = f.blocks[site.block as usize].insts[site.inst as usize].loc;
                let at = program.location(loc)?.at;
                out.insert((program.file(at.file).to_string(), at.line, kind));
            }
            _ => return None,
        }
    }
    Some(out)
}

/// The kind of bug that a text names.
fn told(program: &Program, name: &Operand) -> Option<BugKind> {
    let Operand::Const(Const::Global(g)) = name else { return None };
    let global = program.globals.get(g.0 as usize).filter(|g| g.is_const)?;
    let Some(Const::Bytes(_, bytes)) = &global.init else { return None };
    BugKind::from_name(std::str::from_utf8(bytes.strip_suffix(&[0])?).ok()?)
}

/// What the engine does with what was never written and with freed memory, as far as dependences go.
pub fn behaviour(checks: &CheckSet, reuses_freed: bool) -> Behaviour {
    let stack = Options::default().stack;
    Behaviour { unwritten_stops: checks.contains(BugKind::Uninit), reuses_freed, stack }
}

/// Can a function that reports bugs be called through a pointer?
fn by_pointer(program: &Program, uses: &Uses) -> bool {
    uses.address_taken.iter().any(|&f| is_reporter(&program.function(f).name))
}

/// Does an instruction report a bug by being reached?
fn reports<'p>(program: &'p Program, uses: &Uses) -> impl Fn(&Op) -> bool + 'p {
    let by_pointer = by_pointer(program, uses);
    move |op| match op {
        Op::Call { callee: Callee::Direct(f), .. } => is_reporter(&program.function(*f).name),
        Op::Call { callee: Callee::Indirect(_), .. } => by_pointer,
        Op::Intrinsic { name, .. } => name.contains("trap"),
        _ => false,
    }
}

fn op_at(program: &Program, s: Site) -> &Op {
    &program.functions[s.function as usize].blocks[s.block as usize].insts[s.inst as usize].op
}

/// May a stack grow over its limit?
pub fn may_overflow_stack(program: &Program, start: Option<&str>) -> Result<bool, SetupError> {
    let sharing = rethread_analysis::sharing(program, entry(program, start)?);
    Ok(rethread_analysis::deep(program, &sharing, Options::default().stack).contains(&true))
}

/// Blocks that may run more than once in a thread: on a cycle, or in a function that may be called from one.
fn repeats(program: &Program, sharing: &Sharing) -> Vec<Vec<bool>> {
    let mut out: Vec<Vec<bool>> = program.functions.iter().map(|f| cyclic(&edges(f))).collect();
    let mut calls: Vec<Vec<usize>> = vec![Vec::new(); program.functions.len()];
    let mut todo: Vec<usize> = Vec::new();
    for (site, op) in sites(program) {
        if !matches!(op, Op::Call { .. } | Op::Intrinsic { .. }) {
            continue;
        }
        let callees = sharing.callees(site).iter().map(|&f| f as usize);
        if out[site.function as usize][site.block as usize] {
            todo.extend(callees.clone());
        }
        calls[site.function as usize].extend(callees);
    }
    calls.iter_mut().for_each(|list| {
        list.sort_unstable();
        list.dedup();
    });
    todo.extend(cyclic(&calls).iter().enumerate().filter(|c| *c.1).map(|c| c.0));
    let mut seen = vec![false; calls.len()];
    while let Some(f) = todo.pop() {
        if !std::mem::replace(&mut seen[f], true) {
            out[f].iter_mut().for_each(|b| *b = true);
            todo.extend(&calls[f]);
        }
    }
    out
}

/// Blocks until the function returns, at least.
fn distances(f: &Function, next: &[Vec<usize>]) -> Vec<u32> {
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); f.blocks.len()];
    let mut out = vec![u32::MAX; f.blocks.len()];
    let mut todo = VecDeque::new();
    for (b, block) in f.blocks.iter().enumerate() {
        next[b].iter().for_each(|&s| before[s].push(b));
        if block.insts.last().is_some_and(|i| matches!(i.op, Op::Ret { .. })) {
            out[b] = 0;
            todo.push_back(b);
        }
    }
    while let Some(b) = todo.pop_front() {
        for &p in &before[b] {
            if out[p] == u32::MAX {
                out[p] = out[b] + 1;
                todo.push_back(p);
            }
        }
    }
    out
}
