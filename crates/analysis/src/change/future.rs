//! Can something still be run?
//!
//! Guarantee: from where a "no" is given, no run reaches one of the instructions that were asked for, in the frames that are
//! asked about, in what they call, or in a thread they create.

use super::impact::{addresses, sites};
use super::matching::Match;
use crate::cfg::successors;
use crate::mutants::{Mutant, mutant};
use crate::{Sharing, Site};
use rethread_ir::{BlockId, Callee, Const, FuncId, Op, Operand, Program};
use rustc_hash::FxHashSet;

/// For each instruction: may one of those asked for be run from it on?
pub struct Future<'p> {
    program: &'p Program,
    /// By function and block: from its start on.
    blocks: Vec<Vec<bool>>,
    /// By function, block and instruction: by it alone, or by what it calls or creates.
    here: Vec<Vec<Vec<bool>>>,
    /// At any time: by what runs when the process or a thread ends.
    always: bool,
}

/// They keep a function that is called later, or call one that they are given.
const KEEPERS: [&str; 9] = [
    "pthread_key_create",
    "tss_create",
    "atexit",
    "at_quick_exit",
    "on_exit",
    "signal",
    "sigaction",
    "_pthread_cleanup",
    "__pthread_register_cancel",
];

impl<'p> Future<'p> {
    pub fn of(program: &'p Program, sharing: &Sharing, asked: impl Fn(Site) -> bool) -> Future<'p> {
        let mut here: Vec<Vec<Vec<bool>>> = Vec::new();
        for (function, f) in (0..).zip(&program.functions) {
            let block = |(block, b): (u32, &rethread_ir::Block)| {
                (0..b.insts.len() as u32).map(|inst| asked(Site { function, block, inst })).collect()
            };
            here.push((0..).zip(&f.blocks).map(block).collect());
        }
        let blocks = program.functions.iter().map(|f| vec![false; f.blocks.len()]).collect();
        let mut out = Future { program, blocks, here, always: false };
        let taken = functions_as_values(program);
        loop {
            let mut changed = false;
            for (site, op) in sites(program) {
                if !out.at(site) && runs(program, sharing, &taken, site, op).iter().any(|&f| out.entry(f)) {
                    out.here[site.function as usize][site.block as usize][site.inst as usize] = true;
                    changed = true;
                }
            }
            for f in 0..program.functions.len() {
                changed |= out.spread(f);
            }
            if !changed {
                break;
            }
        }
        let kept = program.functions.iter().any(|f| KEEPERS.iter().any(|k| f.name.contains(k)));
        let ends = program.find_function("exit").into_iter().chain(program.destructors.iter().copied());
        let ends = ends.chain(program.constructors.iter().copied()).map(|f| f.0);
        out.always = ends.into_iter().any(|f| out.entry(f)) || kept && taken.iter().any(|&f| out.entry(f));
        out
    }

    fn at(&self, s: Site) -> bool {
        self.here[s.function as usize][s.block as usize][s.inst as usize]
    }

    /// From the start of a function on.
    pub fn entry(&self, f: u32) -> bool {
        self.blocks[f as usize].first().is_some_and(|&b| b)
    }

    /// At any time, whoever runs.
    pub fn always(&self) -> bool {
        self.always
    }

    /// From this instruction on, to the end of its function; `done`: it has been run, and what it calls is asked for
    /// by itself.
    pub fn after(&self, site: Site, done: bool) -> bool {
        let block = &self.here[site.function as usize][site.block as usize];
        let first = site.inst as usize + usize::from(done);
        block.get(first..).unwrap_or_default().contains(&true)
            || self.behind(site.function as usize, site.block as usize)
    }

    fn behind(&self, f: usize, block: usize) -> bool {
        successors(&self.program.functions[f], block).iter().any(|&b| self.blocks[f][b])
    }

    fn spread(&mut self, f: usize) -> bool {
        let mut any = false;
        loop {
            let mut changed = false;
            for b in 0..self.blocks[f].len() {
                if !self.blocks[f][b] && (self.here[f][b].contains(&true) || self.behind(f, b)) {
                    self.blocks[f][b] = true;
                    changed = true;
                }
            }
            if !changed {
                return any;
            }
            any = true;
        }
    }
}

/// Functions whose address is taken somewhere, in code or in initialisers.
fn functions_as_values(program: &Program) -> FxHashSet<u32> {
    rethread_ir::Uses::of(program).address_taken.into_iter().map(|f| f.0).collect()
}

/// Functions with a body that an instruction may have run: that it calls, or hands to something that calls it.
fn runs(program: &Program, sharing: &Sharing, taken: &FxHashSet<u32>, site: Site, op: &Op) -> Vec<u32> {
    let Op::Call { callee, .. } = op else { return Vec::new() };
    let mut out: Vec<u32> = sharing.callees(site).to_vec();
    match callee {
        // The analysis knows which, or that it may be any.
        Callee::Indirect(_) => {}
        Callee::Direct(f) if program.function(*f).is_declaration() => {
            // A built-in runs what it is given, if that is a function; a pointer may be to any.
            crate::operands::each(op, &mut |o| match o {
                Operand::Const(Const::Function(FuncId(g))) => out.push(*g),
                Operand::Const(_) => {}
                _ => out.extend(taken.iter().filter(|_| takes_functions(&program.function(*f).name))),
            });
        }
        Callee::Direct(f) => out.push(f.0),
    }
    out
}

fn takes_functions(name: &str) -> bool {
    const TAKERS: [&str; 7] =
        ["pthread_create", "thrd_create", "pthread_once", "call_once", "qsort", "bsearch", "cleanup"];
    TAKERS.iter().chain(&KEEPERS).any(|t| name.contains(t))
}

/// Instructions of the new version that are not in the old one, that use a global that is not what it was, or that look at
/// addresses as numbers; and those from which control does not go on as in the old one. Where a local variable is of
/// another size, whatever is done while it is there may find that out: all of its function.
pub fn unlike(matched: &Match) -> FxHashSet<Site> {
    let touched = matched.change().touched.iter().map(|p| p.1);
    let mut out: FxHashSet<Site> = touched.chain(addresses(matched.new)).collect();
    let made = |&(s, op): &(Site, &Op)| {
        matches!(op, Op::Alloca { .. })
            && matched.merged_of_new(s).is_some_and(|q| matched.resized.contains_key(&q))
    };
    let resized: FxHashSet<u32> = sites(matched.new).filter(made).map(|(s, _)| s.function).collect();
    out.extend(sites(matched.new).map(|(s, _)| s).filter(|s| resized.contains(&s.function)));
    for (site, op) in sites(matched.new) {
        let same = matched.old_of(site).is_some_and(|old| {
            let before = &matched.old.functions[old.function as usize].blocks[old.block as usize].insts;
            match (targets(op), targets(&before[old.inst as usize].op)) {
                (None, None) => {
                    let (next, then) =
                        (Site { inst: site.inst + 1, ..site }, Site { inst: old.inst + 1, ..old });
                    let ends = is_end(op);
                    ends || matched.old_of(next) == Some(then)
                }
                (Some(now), Some(was)) => {
                    let first = |s: Site, block: BlockId| Site { block: block.0, inst: 0, ..s };
                    now.len() == was.len()
                        && now
                            .iter()
                            .zip(&was)
                            .all(|(&n, &o)| matched.old_of(first(site, n)) == Some(first(old, o)))
                }
                _ => false,
            }
        });
        let begins = |s: Site| s.block == 0 && s.inst == 0;
        let old = matched.old_of(site);
        // What came before the first one of a function is seen by nobody who stands before it.
        let later = begins(site) && !old.is_some_and(begins);
        let unseen = old.is_some() && mutant(Mutant::NoEdges);
        if (!same || later) && !unseen {
            out.insert(site);
        }
    }
    out
}

/// Where control goes from the end of a block, in the order of the instruction; None if it is no such end.
fn targets(op: &Op) -> Option<Vec<BlockId>> {
    match op {
        Op::Br { to } => Some(vec![*to]),
        Op::CondBr { yes, no, .. } => Some(vec![*yes, *no]),
        Op::Switch { cases, default, .. } => Some(cases.iter().map(|c| c.1).chain([*default]).collect()),
        _ => None,
    }
}

/// Nothing comes after it in its block.
fn is_end(op: &Op) -> bool {
    matches!(op, Op::Ret { .. } | Op::Unreachable)
}
