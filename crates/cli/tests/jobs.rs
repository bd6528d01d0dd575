//! `--jobs 2` answers what `--jobs 1` answers: the same bugs (kind and places) and the same number of complete runs, for
//! `baseline` and `dpor`, on the programs below `tests/programs/threads`.
//!
//! Every `JOBS_EVERY`th program (default 8), `JOBS_SECONDS` each (default 5); `make jobs` takes all. What one core does not
//! finish in that time is counted and not compared: what was found by then depends on the clock.

mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use support::process;
use support::tree::{self, Program};

/// Kind, file, line, and for a race the other file and line.
type Bug = (String, String, u64, String, u64);

#[derive(PartialEq, Eq, Debug)]
struct Answer {
    verdict: String,
    bugs: BTreeSet<Bug>,
    complete: u64,
}

#[derive(Default)]
struct Tally {
    compared: u64,
    unfinished: Vec<String>,
}

fn main() {
    let arguments = Arguments::from_args();
    let every = number("JOBS_EVERY", 8) as usize;
    let seconds = number("JOBS_SECONDS", 5);
    let tally = Arc::new(Mutex::new(Tally::default()));
    let mut trials = Vec::new();
    let programs = tree::programs().into_iter().filter(|p| p.name.starts_with("threads/"));
    for program in programs.step_by(every.max(1)).map(Arc::new) {
        for preset in ["baseline", "dpor"] {
            let (program, tally) = (Arc::clone(&program), Arc::clone(&tally));
            let name = format!("{} {preset}", program.name);
            trials.push(Trial::test(name, move || compare(&program, preset, seconds, &tally)));
        }
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    if !arguments.list {
        let tally = tally.lock().expect("no thread panics with the lock");
        let (compared, unfinished) = (tally.compared, tally.unfinished.len());
        println!("jobs: {compared} compared, {unfinished} not finished by one core in {seconds} s");
        for name in &tally.unfinished {
            println!("not finished: {name}");
        }
    }
    conclusion.exit();
}

fn number(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name}={text} is not a number")),
        Err(_) => default,
    }
}

fn compare(program: &Program, preset: &str, seconds: u64, tally: &Mutex<Tally>) -> Result<(), Failed> {
    let Some(one) = check(program, preset, 1, seconds)? else {
        let mut tally = tally.lock().expect("no thread panics with the lock");
        tally.unfinished.push(format!("{} {preset}", program.name));
        return Ok(());
    };
    // Two workers on a busy machine may take longer than one.
    let two = check(program, preset, 2, seconds * 4 + 20)?.ok_or("one core finished, two did not")?;
    if one != two {
        return Err(format!("--jobs 1: {one:?}\n--jobs 2: {two:?}").into());
    }
    tally.lock().expect("no thread panics with the lock").compared += 1;
    Ok(())
}

/// None if the clock ended it.
fn check(program: &Program, preset: &str, jobs: u32, seconds: u64) -> Result<Option<Answer>, Failed> {
    let expectation = program.expectation.as_ref()?;
    let scratch = tempfile::tempdir()?;
    let mut command = Command::new(env!("CARGO_BIN_EXE_rethread"));
    command.arg("check").args(program.files(expectation)).args(["--json", "--no-tests", "--preset", preset]);
    command.arg("--jobs").arg(jobs.to_string()).arg("--max-time").arg(format!("{seconds}s"));
    command.arg("--out").arg(scratch.path().join("out")).args(&expectation.args);
    let finished = process::run(&mut command, scratch.path(), Duration::from_secs(seconds * 2 + 60))?;
    let shown = process::shown(&command);
    if finished.timed_out {
        return Err(format!("{shown}\nno answer").into());
    }
    let json: Value = serde_json::from_slice(&finished.stdout)
        .map_err(|e| format!("{shown}\nnot JSON ({e})\n{}", finished.complaint()))?;
    let bounds = json["bounds_hit"].as_array().map(Vec::as_slice).unwrap_or_default();
    if bounds.iter().any(|bound| bound == "max-time") {
        return Ok(None);
    }
    Ok(Some(answer(&json)))
}

fn answer(json: &Value) -> Answer {
    let text = |v: &Value| v.as_str().unwrap_or_default().to_string();
    let bugs = json["bugs"].as_array().map(Vec::as_slice).unwrap_or_default();
    let places = bugs.iter().map(|bug| {
        let number = |v: &Value| v["line"].as_u64().unwrap_or(0);
        let other = if bug["kind"] == "race" { &bug["other"] } else { &Value::Null };
        (text(&bug["kind"]), text(&bug["file"]), number(bug), text(&other["file"]), number(other))
    });
    Answer {
        verdict: text(&json["verdict"]),
        bugs: places.collect(),
        complete: json["runs"]["complete"].as_u64().unwrap_or(0),
    }
}
