//! The machine as the judge: every test that rethread writes for the programs below `tests/programs`,
//! replayed on the native program, ends the way rethread said.

mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use support::directives::Expectation;
use support::tree::Program;
use support::{process, tree};

/// For all tests of one program together.
const BUDGET: Duration = Duration::from_secs(600);

/// One in so many programs with threads is looked at; `make replay-all` takes every one.
fn every() -> usize {
    number("REPLAY_EVERY").unwrap_or(7)
}

/// Tests of one program with threads that are replayed, spread over its suite.
fn most_tests() -> usize {
    number("REPLAY_TESTS").unwrap_or(4)
}

/// Times each bug of a program with threads is replayed; all of them have to end alike.
fn repetitions() -> usize {
    number("REPLAY_TIMES").unwrap_or(1)
}

fn number(name: &str) -> Option<usize> {
    std::env::var(name).ok()?.parse().ok()
}

fn has_threads(program: &Program) -> bool {
    program.name.starts_with("threads/")
}

fn main() {
    let arguments = Arguments::from_args();
    let programs = tree::programs();
    let (threads, others): (Vec<_>, Vec<_>) = programs.into_iter().partition(has_threads);
    let trials = threads
        .into_iter()
        .step_by(every())
        .chain(others)
        .filter(|p| p.expectation.as_ref().is_ok_and(has_tests))
        .map(|program| Trial::test(program.name.clone(), move || replays(&program)))
        .collect();
    libtest_mimic::run(&arguments, trials).exit();
}

/// An error writes no tests; what `no-replay` names is nothing a native run can show.
fn has_tests(expectation: &Expectation) -> bool {
    expectation.verdict != "error" && expectation.no_replay.is_none()
}

fn replays(program: &Program) -> Result<(), Failed> {
    let expectation = program.expectation.as_ref()?;
    let scratch = tempfile::tempdir()?;
    let out = scratch.path().join("out");
    check(program, expectation, scratch.path(), &out)?;
    let suite = out.join("suite.jsonl");
    let written = std::fs::read_to_string(&suite)?;
    let written: Vec<&str> = written.lines().collect();
    if !written.is_empty() {
        let every = if has_threads(program) { written.len().div_ceil(most_tests()) } else { 1 };
        let some: String = written.iter().step_by(every).map(|line| format!("{line}\n")).collect();
        let chosen = out.join("some.jsonl");
        std::fs::write(&chosen, some)?;
        replay(expectation, &chosen, 1, scratch.path())?;
    } else if expectation.verdict != "incomplete" {
        return Err("complete, and yet there is no test in suite.jsonl".into());
    }
    let times = if has_threads(program) { repetitions() } else { 1 };
    for bug in 1..=expectation.bugs.len() {
        replay(expectation, &out.join("bugs").join(bug.to_string()), times, scratch.path())?;
    }
    Ok(())
}

fn check(program: &Program, e: &Expectation, scratch: &Path, out: &Path) -> Result<(), Failed> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rethread"));
    command.arg("check").args(program.files(e)).arg("--json").arg("--out").arg(out).args(&e.args);
    let finished = process::run(&mut command, scratch, e.budget)?;
    if finished.code == Some(e.exit) {
        return Ok(());
    }
    let (code, complaint) = (finished.code, finished.complaint());
    Err(format!("{}\nexit code {code:?}\n{complaint}", process::shown(&command)).into())
}

/// Replays a suite or one bug, so many times each; every test in it ends natively as recorded.
fn replay(e: &Expectation, tests: &Path, times: usize, scratch: &Path) -> Result<(), Failed> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rethread"));
    command.arg("replay").arg(tests).arg("--json").arg("--times").arg(times.to_string());
    let finished = process::run(&mut command, scratch, BUDGET)?;
    let shown = process::shown(&command);
    if finished.timed_out {
        return Err(format!("{shown}\nno answer within {BUDGET:?}").into());
    }
    let json: Value = serde_json::from_slice(&finished.stdout).map_err(|e| {
        let (code, complaint) = (finished.code, finished.complaint());
        format!("{shown}\nnot JSON ({e}); exit code {code:?}\n{complaint}")
    })?;
    let outcomes = json["tests"].as_array().ok_or_else(|| format!("{shown}\nno tests: {json}"))?;
    let wrong: Vec<String> = outcomes
        .iter()
        .filter(|test| match test["outcome"].as_str() {
            Some("same") => false,
            Some("not-replayable") => !may_be_beyond_replay(e),
            _ => true,
        })
        .map(|test| format!("{test:#}"))
        .collect();
    if wrong.is_empty() { Ok(()) } else { Err(format!("{shown}\n{}", wrong.join("\n")).into()) }
}

/// A test whose end rests on a bound or an assumption of rethread's is none that a native run shows; in every other
/// program each test has to be replayed.
fn may_be_beyond_replay(expectation: &Expectation) -> bool {
    !expectation.bounds.is_empty() || !expectation.assumptions.is_empty()
}
