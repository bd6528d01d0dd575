//! A seed for a person: its program, and what every setting does with it, run by run.

use crate::c;
use crate::compare::{Verdict, findings};
use crate::setting::{Setting, options};
use crate::shrink::shrink;
use crate::subject::{direct, is_compiled, judge, program_of, settings_of};
use rethread_explore::{Bug, Observer, Options, Progress, Test, check};
use std::fmt::Write;
use std::time::Duration;

const SHRINKING: Duration = Duration::from_secs(60);

/// Runs as they end: who stood where, in order.
#[derive(Default)]
struct Runs(String);

impl Observer for Runs {
    fn test(&mut self, test: &Test) {
        for step in &test.schedule {
            let line = step.place.split(':').nth(1).unwrap_or_default();
            let _ = write!(self.0, " {}@{line}", step.thread);
        }
        let _ = writeln!(self.0, " -> {:?}", test.end.how);
    }
    fn bug(&mut self, _: &Bug) {}
    fn progress(&mut self, _: &Progress) -> bool {
        false
    }
}

/// The program of a seed and its runs.
pub fn show(seed: u64) -> String {
    let mut ast = program_of(seed);
    let settings = settings_of(seed);
    let mut out = String::new();
    if let Verdict::Mismatch(why) = judge(&mut ast, &settings, is_compiled(seed)) {
        let (small, why) = shrink(&ast, why, SHRINKING, |ast| judge(ast, &settings, is_compiled(seed)));
        ast = small;
        for w in &why {
            let _ = writeln!(out, "// {w}");
        }
    }
    let program = direct(&mut ast);
    out.push_str(&c::print(&mut ast));
    for setting in Setting::ALL {
        let mut runs = Runs::default();
        let options = Options { no_tests: false, ..options(setting) };
        let _ = writeln!(out, "\n{setting}");
        match check(&program, &options, &mut runs) {
            Err(e) => _ = writeln!(out, "{e}"),
            Ok(outcome) => {
                let c = &outcome.counters;
                let _ = write!(out, "{}", runs.0);
                let _ = writeln!(
                    out,
                    "{} complete, {} infeasible, {} blocked, {} classes",
                    c.complete,
                    c.infeasible,
                    c.blocked,
                    outcome.classes.len()
                );
                findings(&outcome).iter().for_each(|f| _ = writeln!(out, "{f}"));
            }
        }
    }
    out
}
