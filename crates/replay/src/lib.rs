//! Runs a test on the native program and says whether it ends the way the test says.
//!
//! The program is compiled by clang from the sources it was explored from and linked with a small
//! runtime (`runtime/`) that hands out the recorded inputs by name. Ends that a plain process does not
//! show are looked for under the sanitizer that sees them ([`flavour`]). Nothing here is symbolic.
//!
//! Guarantee: [`Outcome::Same`] means that a native run with these inputs ended that way, at that line
//! and with that output. Cost: one build for each flavour that a suite needs, one process for each
//! test, one symbolizer call for each failure.
//!
//! ```no_run
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use rethread_replay::{Options, Outcome, Replayer};
//! use rethread_testcase::TestSource;
//!
//! let source = TestSource::find("rethread-out/bugs/1")?; // exit 2 on Err
//! let (tests, build) = (source.tests()?, source.build()?);
//! for verdict in Replayer::new(Options::default())?.replay(&build, &tests)? {
//!     match verdict.outcome {
//!         Outcome::Same => println!("{}: same", verdict.id),
//!         Outcome::NotReplayable(why) => println!("{}: not replayable: {why}", verdict.id), // exit 2
//!         Outcome::Diverged(how) => println!("{}: {how}", verdict.id),                      // exit 4
//!     }
//! }
//! # Ok(()) }
//! ```

mod driver;
mod edits;
pub mod export;
mod flavour;
mod follow;
mod judge;
mod lines;
mod native;
mod observe;
mod races;
mod run;
mod schedule;
mod symbolize;
mod tools;
mod wraps;

use crate::edits::Edits;
use crate::flavour::Variant;
use crate::native::Program;
use crate::tools::Tools;
use rethread_testcase::{Build, EndKind, Test};
use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::time::Duration;

/// What a person may choose.
#[derive(Clone, Debug)]
pub struct Options {
    /// A run that takes longer is ended.
    pub timeout: Duration,
    /// Runs at the same time; 0: as many as there are cores.
    pub jobs: usize,
    /// Resident memory a run may use, in MiB; one that uses more is ended.
    pub memory_mib: u64,
    /// Runs of each test: all of them have to end as it says.
    pub times: u32,
    /// Is told how many steps of the schedule were taken, as they are, in a run that takes its time over them.
    pub watch: Option<Sender<usize>>,
    /// Where builds, inputs and reports are kept; None: a temporary folder, removed at the end.
    pub keep: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            timeout: Duration::from_secs(10),
            jobs: 0,
            memory_mib: 2048,
            times: 1,
            watch: None,
            keep: None,
        }
    }
}

/// An executable and what it is run with; its files exist as long as this.
pub struct Prepared {
    pub binary: PathBuf,
    pub environment: Vec<(String, OsString)>,
    pub stdin: PathBuf,
    /// The folder to run it in.
    pub scratch: PathBuf,
    /// Is a schedule forced? Then [`LAST_STEP`] is called before the last of its steps.
    pub scheduled: bool,
    #[expect(dead_code, reason = "removed when this is dropped")]
    program: tools::Folder,
}

/// The function of the runtime to stop at.
pub const LAST_STEP: &str = "__rethread_last_step";

/// What became of one test.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    pub id: String,
    pub outcome: Outcome,
    /// What confirms a race or a deadlock: the accesses, who waits where.
    pub shown: Option<String>,
    /// What became of the place where it ends, if the program was edited since.
    pub edited: Option<String>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// It ended as the test says.
    Same,
    /// It did not.
    Diverged(Divergence),
    /// A native run could say nothing about it; why.
    NotReplayable(String),
}

/// What was expected, and what was seen instead.
#[derive(Clone, PartialEq, Debug)]
pub struct Divergence {
    pub expected: String,
    pub got: String,
    /// What the runtime and the sanitizer wrote, shortened.
    pub evidence: String,
    /// A shell command that runs it again; its files exist only with [`Options::keep`].
    pub command: String,
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "diverged: expected {}, got {}", self.expected, self.got)
    }
}

/// Why nothing could be run.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    #[error("{name} is not installed: apt-get install {package}")]
    Tool { name: String, package: &'static str },
    #[error("{what} failed:\n{output}")]
    Command { what: String, output: String },
    #[error("{path}: {source}", path = path.display())]
    Io { path: PathBuf, source: std::io::Error },
}

/// Compiles and runs; one for many programs shares the compiled runtime among them.
pub struct Replayer {
    options: Options,
    tools: Tools,
}

impl Replayer {
    /// Finds the tools it needs.
    pub fn new(options: Options) -> Result<Replayer, ReplayError> {
        let tools = Tools::find(options.keep.as_deref())?;
        Ok(Replayer { options, tools })
    }

    /// Runs every test on the program; verdicts are in the order of the tests.
    pub fn replay(&self, build: &Build, tests: &[Test]) -> Result<Vec<Verdict>, ReplayError> {
        let program = Program::new(&self.tools, build)?;
        let edits = Edits::since(build);
        let next = AtomicUsize::new(0);
        let done: Vec<Mutex<Option<Result<Shown, ReplayError>>>> =
            tests.iter().map(|_| Mutex::new(None)).collect();
        let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
        let jobs = if self.options.jobs == 0 { cores } else { self.options.jobs };
        std::thread::scope(|scope| {
            for _ in 0..jobs.clamp(1, tests.len().max(1)) {
                scope.spawn(|| {
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(test) = tests.get(index) else { return };
                        let moved = edits.moved(build, test);
                        let mut outcome = self.one(&program, build, &moved, index);
                        if let Ok((Outcome::Diverged(how), _)) = &mut outcome {
                            how.expected = judge::expectation(&test.end.how);
                        }
                        *done[index].lock().unwrap_or_else(|e| e.into_inner()) = Some(outcome);
                    }
                });
            }
        });
        let outcomes = done.into_iter().map(|slot| {
            let slot = slot.into_inner().unwrap_or_else(|e| e.into_inner());
            slot.expect("every index is taken by one of the threads")
        });
        tests
            .iter()
            .zip(outcomes)
            .map(|(test, outcome)| {
                let edited = edits.said(build, test);
                let (outcome, shown) = outcome?;
                Ok(Verdict { id: test.id.clone(), outcome, shown, edited })
            })
            .collect()
    }

    fn one(
        &self,
        program: &Program<'_>,
        build: &Build,
        test: &Test,
        index: usize,
    ) -> Result<Shown, ReplayError> {
        if let Some(why) = unfit(build, test) {
            return Ok((Outcome::NotReplayable(why), None));
        }
        let concurrent = needs_schedule(test);
        // A test that has no other threads may still start one that fails.
        let ways: &[Way] = if concurrent { &[Way::Forced, Way::GoOn] } else { &[Way::Free, Way::Forced] };
        let mut first = None;
        for &way in ways {
            for attempt in flavour::attempts(&test.end.how) {
                let (outcome, shown) = self.attempt(program, build, test, index, *attempt, way)?;
                match outcome {
                    Outcome::Same => {
                        let all = self.repeat(program, build, test, index, (*attempt, way))?;
                        return Ok((all, shown));
                    }
                    // The first flavour is the one made for this end: its answer is the one to show.
                    outcome if !matches!(first, Some(Outcome::Diverged(_))) => first = Some(outcome),
                    _ => {}
                }
            }
            if !matches!(test.end.how, EndKind::Bug { .. }) {
                break;
            }
        }
        let none = || Outcome::NotReplayable("no native run shows such an end".into());
        Ok((first.unwrap_or_else(none), None))
    }

    /// The runs after the first, which ended as the test says.
    fn repeat(
        &self,
        program: &Program<'_>,
        build: &Build,
        test: &Test,
        index: usize,
        (attempt, way): (flavour::Attempt, Way),
    ) -> Result<Outcome, ReplayError> {
        let times = self.options.times;
        for run in 2..=times {
            match self.attempt(program, build, test, index, attempt, way)?.0 {
                Outcome::Same => {}
                Outcome::Diverged(mut how) => {
                    how.got = format!("in run {run} of {times}: {}", how.got);
                    return Ok(Outcome::Diverged(how));
                }
                other => return Ok(other),
            }
        }
        Ok(Outcome::Same)
    }

    /// Builds the program for a test, for somebody who runs it under a debugger.
    pub fn prepare(&self, build: &Build, test: &Test) -> Result<Prepared, ReplayError> {
        let program = Program::new(&self.tools, build)?;
        let test = &*Edits::since(build).moved(build, test);
        let scheduled = needs_schedule(test);
        let attempt = flavour::PLAIN;
        let binary = program.binary(Variant { flavour: attempt.flavour, scheduled })?;
        let schedule = scheduled.then(|| schedule::bytes(build, test, &binary.lines, false));
        let place = run::set_up(&program, attempt, schedule.as_deref(), test, 0)?;
        Ok(Prepared {
            binary: binary.path.clone(),
            environment: place.environment.iter().map(|(k, v)| (k.to_string(), v.clone())).collect(),
            stdin: place.folder.join("stdin"),
            scratch: place.folder.join("cwd"),
            scheduled,
            program: program.into_folder(),
        })
    }

    /// One native run, judged.
    fn attempt(
        &self,
        program: &Program<'_>,
        build: &Build,
        test: &Test,
        index: usize,
        attempt: flavour::Attempt,
        way: Way,
    ) -> Result<Shown, ReplayError> {
        if let Some(why) = program.blind(attempt.flavour) {
            return Ok((Outcome::NotReplayable(why), None));
        }
        let scheduled = way != Way::Free;
        let binary = program.binary(Variant { flavour: attempt.flavour, scheduled })?;
        let go_on = way == Way::GoOn;
        let schedule = scheduled.then(|| schedule::bytes(build, test, &binary.lines, go_on));
        let run = run::run(&self.options, program, &binary, attempt, schedule.as_deref(), test, index)?;
        let observed = observe::observe(&self.tools, run)?;
        let outcome = match judge::judge(build, test, &observed, go_on) {
            Ok(()) => return Ok((Outcome::Same, judge::shown(build, test, &observed))),
            Err(Outcome::Diverged(mut how)) => {
                if let Some(file) = follow::foreign(build, test) {
                    how.got.push_str(&format!(
                        "; {file} is no file of this program ({}): is it a test of another one?",
                        program.files()
                    ));
                } else if let Some(step) =
                    schedule::unmapped(build, test, &binary.lines).filter(|_| scheduled)
                {
                    how.got.push_str(&follow::edited(test, step));
                }
                native::explain_undefined(&binary, Outcome::Diverged(how))
            }
            Err(other) => other,
        };
        Ok((outcome, None))
    }
}

/// What became of a test, and what there is to show of it.
type Shown = (Outcome, Option<String>);

/// Is there anything that only the runtime of a schedule does?
fn needs_schedule(test: &Test) -> bool {
    test.is_concurrent() || !test.environment.is_empty() || flavour::needs_schedule(&test.end.how)
}

/// What is forced on a run.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Way {
    Free,
    /// The schedule.
    Forced,
    /// The schedule; a failure ends its thread only, and others may fail after it.
    GoOn,
}

/// Why this test cannot be run natively at all.
fn unfit(build: &Build, test: &Test) -> Option<String> {
    if !test.replayable {
        return Some("its end depends on something that only rethread decided".into());
    }
    if test.schedule.iter().any(|step| step.what.is_empty()) {
        return Some("its schedule does not say what is done: run `rethread check` again".into());
    }
    if let EndKind::Bug { bug, .. } = &test.end.how
        && flavour::attempts(&test.end.how).is_empty()
    {
        return Some(format!("no native run shows a {bug}"));
    }
    if let Some(what) = schedule::unknown_happening(test) {
        return Some(format!("its environment does what this rethread does not know: {what}"));
    }
    test.entry.as_ref().and_then(|entry| driver::unfit(build, test, entry))
}
