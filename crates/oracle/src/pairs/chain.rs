//! A program and what became of it: up to five versions, each one to three edits away from the one before.

use super::aimed;
use crate::ast::Ast;
use crate::edit::{Edit, edit};
use crate::generate::generate;
use crate::rng::Rng;
use crate::subject::is_compiled;

/// Several versions are explored: they must be smaller than a program on its own.
const SMALLER: f64 = 4.0;
/// With handles of threads as scheduling points.
const SMALLER_COMPILED: f64 = 64.0;
/// One version in so many is an earlier one again.
const BACK: usize = 8;

pub struct Chain {
    pub versions: Vec<Ast>,
    /// What leads to each version but the first. Nothing if it is an earlier one again.
    pub edits: Vec<Vec<Edit>>,
}

/// How many pairs of neighbours the chain of a seed has.
pub fn pairs_of(seed: u64) -> u64 {
    1 + seed % 4
}

pub fn chain_of(seed: u64) -> Chain {
    if aimed::is_aimed(seed) {
        return aimed::chain_of(seed);
    }
    let small = if is_compiled(seed) { SMALLER_COMPILED } else { SMALLER };
    let mut rng = Rng::new(seed ^ 0x005e_ed0f_ed17);
    let mut chain = Chain { versions: vec![generate(seed, small)], edits: Vec::new() };
    for n in 1..=pairs_of(seed) as usize {
        if n > 1 && rng.one_in(BACK) {
            let earlier = chain.versions[rng.below(n - 1)].clone();
            chain.versions.push(earlier);
            chain.edits.push(Vec::new());
            continue;
        }
        let (mut ast, mut edits) = (chain.versions[n - 1].clone(), Vec::new());
        for _ in 0..1 + rng.below(3) {
            if let Some((next, what)) = edit(&ast, Rng::new(rng.next())) {
                ast = next;
                edits.push(what);
            }
        }
        chain.versions.push(ast);
        chain.edits.push(edits);
    }
    chain
}
