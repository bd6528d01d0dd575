//! Many seeds on several cores.

use crate::ast::Ast;
use crate::compare::{Complaint, Verdict};
use crate::features::features;
use crate::shrink::shrink;
use crate::subject::{compiled, is_compiled, judge, program_of, settings_of};
use crate::tally::Tally;
use crate::{c, compare};
use std::fmt::Write;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Time for making one mismatch smaller.
pub(crate) const SHRINKING: Duration = Duration::from_secs(60);
/// Symbolic execution was written for the stack of a main thread.
const STACK: usize = 64 << 20;

/// Calls `work` for each of these seeds, on several cores, and adds up what comes of it.
pub(crate) fn gather<One, All: Default + Send>(
    seeds: Range<u64>,
    jobs: usize,
    work: impl Fn(u64) -> One + Sync,
    add: impl Fn(&mut All, One) + Sync,
) -> All {
    let all = Mutex::new(All::default());
    let next = AtomicU64::new(seeds.start);
    let run = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= seeds.end {
                break;
            }
            let one = work(seed);
            add(&mut all.lock().unwrap_or_else(PoisonError::into_inner), one);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            let thread = std::thread::Builder::new().stack_size(STACK);
            if thread.spawn_scoped(scope, run).is_err() {
                // No thread to be had: then here.
                run();
            }
        }
    });
    all.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Judges the programs of these seeds. `progress` is told after each, `mismatch` gets those that do not
/// agree, as C.
pub fn session(
    seeds: Range<u64>,
    jobs: usize,
    progress: impl Fn(&Tally) + Sync,
    mismatch: impl Fn(&str) + Sync,
) -> Tally {
    let judged = |seed| {
        let mut ast = program_of(seed);
        let through_c = is_compiled(seed);
        let settings = settings_of(seed);
        let verdict = judge(&mut ast, &settings, through_c);
        if let Verdict::Mismatch(why) = &verdict {
            let (small, why) = shrink(&ast, why.clone(), SHRINKING, |ast| judge(ast, &settings, through_c));
            mismatch(&show(seed, small, &why));
        }
        (verdict, features(&ast), through_c)
    };
    gather(seeds, jobs, judged, |tally: &mut Tally, (verdict, features, through_c)| {
        tally.add(&verdict, &features, through_c);
        progress(tally);
    })
}

/// A mismatch as a C file that says what to do with it.
fn show(seed: u64, mut ast: Ast, why: &[Complaint]) -> String {
    let mut text = c::print(&mut ast);
    let _ = writeln!(text, "/* Seed {seed}, made smaller. What is wrong:");
    for w in why {
        let _ = writeln!(text, " *   {w}");
    }
    let _ = writeln!(text, " * What shows it, if this is oracle.c:");
    let _ = writeln!(text, " *   rethread check {} --no-tests oracle.c", why[0].setting);
    let _ = writeln!(text, " *   rethread check --preset baseline --schedule-at all --no-tests oracle.c");
    let settings = settings_of(seed);
    let in_c = compiled(&mut ast).is_ok_and(|p| {
        matches!(compare::compare(&p, &settings), Verdict::Mismatch(now) if now.iter().any(|c| c.is_like(&why[0])))
    });
    if !in_c && !is_compiled(seed) {
        let _ = writeln!(
            text,
            " * (not compiled, where the handles of threads are shared places too: only as made directly)"
        );
    }
    let _ = writeln!(text, " *   rethread-oracle --show {seed}\n */");
    text
}
