//! What can matter to the checks that are looked for: their backward slice (`--reduce slice`).
//!
//! Source: "Assertion guided symbolic execution of multithreaded programs" (FSE 2015), section 6.1. A branch on
//! symbolic data outside the slice goes one way, and nothing is learned from it: a later branch on the same
//! data still goes both ways. An access outside the slice is no visible step.
//!
//! Guarantee: the checks that are looked for fail in the same places with and without.

use crate::builtin::is_reporter;
use crate::checks::CheckSet;
use rethread_analysis::{Behaviour, Dependences, Sharing, Site, Slice, cyclic, edges};
use rethread_ir::{BlockId, Callee, FuncId, Function, Op, Program, Uses};
use rethread_testcase::BugKind;
use std::collections::VecDeque;

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
    pub fn of(
        program: &Program,
        sharing: &Sharing,
        uses: &Uses,
        checks: &CheckSet,
        reuses_freed: bool,
    ) -> Option<Relevant> {
        if ANYWHERE.iter().any(|&k| checks.contains(k)) {
            return None;
        }
        let behaviour = Behaviour { unwritten_stops: false, reuses_freed };
        let dependences = Dependences::of(program, sharing, behaviour);
        let is_reporter = |f: FuncId| is_reporter(&program.function(f).name);
        let by_pointer = uses.address_taken.iter().any(|&f| is_reporter(f));
        let reports = |op: &Op| match op {
            Op::Call { callee: Callee::Direct(f), .. } => is_reporter(*f),
            Op::Call { callee: Callee::Indirect(_), .. } => by_pointer,
            Op::Intrinsic { name, .. } => name.contains("trap"),
            _ => false,
        };
        let others = checks.iter().any(|k| !REPORTED.contains(&k));
        let targets: Vec<Site> = sites(program)
            .filter(|&(site, op)| match others {
                true => dependences.may_stop(site) || reports(op),
                false => reports(op),
            })
            .map(|(site, _)| site)
            .collect();
        let slice = dependences.backward(&targets);
        (!slice.is_everything()).then(|| Relevant { slice, repeats: repeats(program, sharing) })
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

fn sites(program: &Program) -> impl Iterator<Item = (Site, &Op)> {
    program.functions.iter().enumerate().flat_map(|(f, function)| {
        function.blocks.iter().enumerate().flat_map(move |(b, block)| {
            block.insts.iter().enumerate().map(move |(i, inst)| {
                (Site { function: f as u32, block: b as u32, inst: i as u32 }, &inst.op)
            })
        })
    })
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
