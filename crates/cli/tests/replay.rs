//! The machine as the judge: every test that rethread writes for the programs below `tests/programs`,
//! replayed on the native program, ends the way rethread said.

mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use support::directives::Expectation;
use support::tree::Program;
use support::{process, tree};

/// For all tests of one program together.
const BUDGET: Duration = Duration::from_secs(120);

fn main() {
    let arguments = Arguments::from_args();
    let trials = tree::programs()
        .into_iter()
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
    replay(&out.join("suite.jsonl"), scratch.path())?;
    for bug in 1..=expectation.bugs.len() {
        replay(&out.join("bugs").join(bug.to_string()), scratch.path())?;
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

/// 0 and 1 say that the native run ended as recorded, without and with a bug.
fn replay(test: &Path, scratch: &Path) -> Result<(), Failed> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rethread"));
    command.arg("replay").arg(test);
    let finished = process::run(&mut command, scratch, BUDGET)?;
    if matches!(finished.code, Some(0 | 1)) {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&finished.stdout);
    let how = match (finished.timed_out, finished.code) {
        (true, _) => "no answer in time".to_string(),
        (_, Some(4)) => "diverged".to_string(),
        (_, code) => format!("exit code {code:?}"),
    };
    let complaint = finished.complaint();
    Err(format!("{}\n{how}\n{said}\n{complaint}", process::shown(&command)).into())
}
