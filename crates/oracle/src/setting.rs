//! The settings of the loop that are compared, and exploring under one of them.

use rethread_explore::{
    Bug, BugKind, CheckSet, Counters, Observer, Options, Outcome, Progress, SummaryLimits, Test, check,
};
use rethread_ir::Program;
use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// A program with more runs than this is too large to be worth its time.
pub const MAX_RUNS: u64 = 20_000;
/// A reduction may take more runs than the truth where it decides later; not many times more.
pub(crate) const MAX_REDUCED: u64 = 4 * MAX_RUNS;
/// No program of that size takes this long.
const MAX_TIME: Duration = Duration::from_secs(60);

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    pub dpor: bool,
    pub schedule_at_all: bool,
    pub jobs: usize,
    /// Only assertions are looked for.
    pub asserts: bool,
    pub slice: bool,
    pub summaries: bool,
}

impl Setting {
    pub const TRUTH: Setting = Setting {
        dpor: false,
        schedule_at_all: true,
        jobs: 1,
        asserts: false,
        slice: false,
        summaries: false,
    };

    /// The truth first, then what is compared with it; reductions after what they reduce.
    pub const ALL: [Setting; 8] = [
        Setting::TRUTH,
        Setting { dpor: true, schedule_at_all: true, jobs: 1, ..Setting::TRUTH },
        Setting { dpor: false, schedule_at_all: false, jobs: 1, ..Setting::TRUTH },
        Setting { dpor: true, schedule_at_all: false, jobs: 1, ..Setting::TRUTH },
        Setting { summaries: true, ..Setting::TRUTH },
        Setting { summaries: true, schedule_at_all: false, ..Setting::TRUTH },
        Setting { summaries: true, dpor: true, ..Setting::TRUTH },
        Setting { summaries: true, dpor: true, schedule_at_all: false, ..Setting::TRUTH },
    ];

    /// The truth where only assertions are looked for, and what leaves out what cannot matter to them.
    pub const SLICES: [Setting; 8] = [
        Setting { asserts: true, ..Setting::TRUTH },
        Setting { asserts: true, slice: true, ..Setting::TRUTH },
        Setting { asserts: true, slice: true, schedule_at_all: false, ..Setting::TRUTH },
        Setting { asserts: true, slice: true, schedule_at_all: false, dpor: true, ..Setting::TRUTH },
        Setting { asserts: true, summaries: true, ..Setting::TRUTH },
        Setting { asserts: true, summaries: true, schedule_at_all: false, dpor: true, ..Setting::TRUTH },
        Setting { asserts: true, slice: true, summaries: true, schedule_at_all: false, ..Setting::TRUTH },
        Setting {
            asserts: true,
            slice: true,
            summaries: true,
            schedule_at_all: false,
            dpor: true,
            ..Setting::TRUTH
        },
    ];

    /// Compared with fewer programs: threads of rethread itself cost more than a small program.
    pub const PARALLEL: [Setting; 2] = [
        Setting { dpor: false, schedule_at_all: false, jobs: 3, ..Setting::TRUTH },
        Setting { dpor: true, schedule_at_all: false, jobs: 3, ..Setting::TRUTH },
    ];
}

/// As on the command line.
impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let on = [("dpor", self.dpor), ("summaries", self.summaries), ("slice", self.slice)];
        let names: Vec<&str> = on.iter().filter(|r| r.1).map(|r| r.0).collect();
        match names[..] {
            [] => f.write_str("--preset baseline")?,
            ["dpor"] => f.write_str("--preset dpor")?,
            [_, _, _] => f.write_str("--preset ag")?,
            _ => write!(f, "--reduce {}", names.join(","))?,
        }
        if self.asserts {
            f.write_str(" --checks assert")?;
        }
        if self.schedule_at_all {
            f.write_str(" --schedule-at all")?;
        }
        if self.jobs > 1 {
            write!(f, " --jobs {}", self.jobs)?;
        }
        Ok(())
    }
}

/// Why there is nothing to compare.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Discard {
    TooManyRuns,
    Bound(String),
    Unsupported(String),
    /// The C text could not be compiled.
    Compiler(String),
}

impl fmt::Display for Discard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Discard::TooManyRuns => write!(f, "more than {MAX_RUNS} runs"),
            Discard::Bound(bound) => write!(f, "bound {bound}"),
            Discard::Unsupported(what) => f.write_str(what),
            Discard::Compiler(message) => write!(f, "not compiled: {message}"),
        }
    }
}

/// Stops what has too many runs.
pub(crate) struct Limit(pub(crate) u64);

impl Observer for Limit {
    fn test(&mut self, _: &Test) {}
    fn bug(&mut self, _: &Bug) {}
    fn progress(&mut self, progress: &Progress) -> bool {
        runs(&progress.counters) > self.0
    }
}

pub fn runs(counters: &Counters) -> u64 {
    counters.complete + counters.infeasible + counters.blocked
}

/// Subtrees that lie ready for whoever of several workers is done.
const READY: usize = 6;

/// In some settings parts of formulas are large that others take for small, so that some of them become special.
const LARGE: u16 = 8;

pub fn options(setting: Setting) -> Options {
    let mut summary_limits = SummaryLimits::default();
    if setting.schedule_at_all || setting.asserts {
        summary_limits.large = LARGE;
    }
    Options {
        summary_limits,
        checks: match setting.asserts {
            true => [BugKind::Assert].into_iter().collect(),
            false => CheckSet::default(),
        },
        slice: setting.slice,
        summaries: setting.summaries,
        dpor: setting.dpor,
        schedule_at_all: setting.schedule_at_all,
        jobs: setting.jobs,
        // Small programs would be over before anything is handed over.
        ready: if setting.jobs > 1 { READY } else { 0 },
        fingerprints: true,
        no_tests: true,
        max_time: Some(MAX_TIME),
        ..Options::default()
    }
}

/// Explores. The error is a panic's message.
pub fn explore(program: &Program, options: &Options) -> Result<Result<Outcome, Discard>, String> {
    let max = if options.dpor || options.slice || options.summaries { MAX_REDUCED } else { MAX_RUNS };
    let result = catch_unwind(AssertUnwindSafe(|| check(program, options, &mut Limit(max))));
    match result {
        Err(panic) => Err(message(panic.as_ref())),
        Ok(Err(e)) => Ok(Err(Discard::Unsupported(e.to_string()))),
        Ok(Ok(outcome)) if runs(&outcome.counters) > max => Ok(Err(Discard::TooManyRuns)),
        Ok(Ok(outcome)) => Ok(match outcome.bounds_hit.keys().next() {
            Some(bound) => Err(Discard::Bound(bound.clone())),
            None => Ok(outcome),
        }),
    }
}

pub(crate) fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|s| (*s).to_string());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic".into())
}
