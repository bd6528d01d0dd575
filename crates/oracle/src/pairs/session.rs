//! Many chains on several cores.

use super::chain::{chain_of, pairs_of};
use super::shrink::shrink;
use super::tally::Tally;
use super::unaffected::Blind;
use super::{Mismatch, judge};
use crate::c;
use crate::session::gather;
use std::fmt::Write;
use std::ops::Range;

/// The seeds from this one on whose chains have so many pairs.
pub fn seeds(first: u64, pairs: u64) -> Range<u64> {
    let (mut end, mut have) = (first, 0);
    while have < pairs {
        have += pairs_of(end);
        end += 1;
    }
    first..end
}

/// Judges the chains of these seeds. `progress` is told after each, `mismatch` gets those that do not agree.
pub fn session(
    seeds: Range<u64>,
    jobs: usize,
    progress: impl Fn(&Tally) + Sync,
    mismatch: impl Fn(&str) + Sync,
) -> Tally {
    let judged = |seed| {
        let mut tally = Tally::default();
        if let Some(found) = judge(seed, Blind::No, &mut tally) {
            tally.mismatches += 1;
            mismatch(&show(seed, shrink(seed, found)));
        }
        tally
    };
    gather(seeds, jobs, judged, |all: &mut Tally, one| {
        all.add(&one);
        progress(all);
    })
}

/// The versions of a seed's chain as C, with what leads to each.
pub fn show_chain(seed: u64) -> String {
    let mut chain = chain_of(seed);
    let mut text = String::new();
    for (n, ast) in chain.versions.iter_mut().enumerate() {
        let edits = n.checked_sub(1).map_or(&[][..], |e| &chain.edits[e]);
        let edits: Vec<&str> = edits.iter().map(|e| e.name()).collect();
        let _ = writeln!(text, "/* ---- version {n}: {} ---- */\n{}", edits.join(", "), c::print(ast));
    }
    text
}

/// Both versions as C, and what is wrong.
fn show(seed: u64, found: Mismatch) -> String {
    let Mismatch { mut old, mut new, versions: (i, j), why } = found;
    let mut text = format!("/* ---- old.c ---- */\n{}/* ---- new.c ---- */\n", c::print(&mut old));
    text.push_str(&c::print(&mut new));
    let _ = writeln!(text, "/* Seed {seed}, versions {i} and {j}, made smaller. What is wrong:");
    why.iter().for_each(|w| _ = writeln!(text, " *   {w}"));
    let _ = writeln!(text, " */");
    text
}
