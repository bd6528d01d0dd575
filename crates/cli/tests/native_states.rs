//! The final states of native runs of the programs below `tests/programs/threads` are among those that rethread
//! reached: every global, what was printed, the exit code; a failed assertion or a hang is a bug that it reports.
//! And `dpor` reaches the final states that `baseline` does.
//!
//! `NATIVE_RUNS` runs (default 20) of every `NATIVE_EVERY`th program (default 8; `make native-states` takes all, 1,000
//! times). What is left out, and why, is counted. Natively a race is compiled without optimisation, so that racy
//! programs are compared like all others.

mod native;
mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use native::machine::{End, Machine};
use native::reached::{self, Reached};
use native::unit::{self, Unit};
use native::verdict::{Verdict, verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use support::tree::{self, Program};

/// Runs that end at all end within milliseconds.
const USUAL: Duration = Duration::from_millis(1500);
/// What rethread says can hang is not waited for.
const EXPECTED_HANG: Duration = Duration::from_millis(300);
/// So many hangs are enough.
const HANGS: u64 = 20;
/// A run that should not hang gets a second chance: the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(30);
/// Native time for one program.
const BUDGET: Duration = Duration::from_secs(600);

/// What natively never ends, takes the machine along, or shows what no run defines.
const LEFT_OUT: [(&str, &str); 4] = [
    ("threads/hostile/creates_for_ever.c", "creates threads for ever"),
    ("threads/c11/leaves_locals.c", ENDED),
    ("threads/pthread/leaves_locals.c", ENDED),
    ("threads/pthread/cancelled_leaves_locals.c", ENDED),
];

const ENDED: &str = "only races are looked for, and nobody knows what a variable holds after its end";

#[derive(Default)]
struct Tally {
    compared: u64,
    runs: u64,
    by_dpor: Vec<String>,
    native_states: u64,
    reached_states: u64,
    stopped_early: Vec<String>,
    after_undefined: BTreeMap<String, u64>,
    assumed: u64,
    skipped: BTreeMap<String, String>,
    missed: BTreeSet<String>,
}

fn main() {
    let arguments = Arguments::from_args();
    let runs = number("NATIVE_RUNS", 20);
    let every = number("NATIVE_EVERY", 8) as usize;
    let tally = Arc::new(Mutex::new(Tally::default()));
    let programs = tree::programs().into_iter().filter(|p| p.name.starts_with("threads/"));
    let trials = programs
        .step_by(every.max(1))
        .map(|program| {
            let tally = Arc::clone(&tally);
            Trial::test(program.name.clone(), move || compare(&program, runs, &tally))
        })
        .collect();
    let conclusion = libtest_mimic::run(&arguments, trials);
    if !arguments.list {
        summary(&tally.lock().expect("no thread panics with the lock"));
    }
    conclusion.exit();
}

fn number(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name}={text} is not a number")),
        Err(_) => default,
    }
}

fn summary(tally: &Tally) {
    println!(
        "native states: {} programs compared, {} native runs, {} distinct native states, {} reached by rethread; \
         {} programs missed a state, {} skipped; {} runs ended by a false assume",
        tally.compared,
        tally.runs,
        tally.native_states,
        tally.reached_states,
        tally.missed.len(),
        tally.skipped.len(),
        tally.assumed,
    );
    println!("with dpor instead of baseline: {:?}", tally.by_dpor);
    println!("fewer native runs than asked for (they hang, or take long): {:?}", tally.stopped_early);
    println!("runs in states that only undefined behaviour leads to: {:?}", tally.after_undefined);
    for (program, why) in &tally.skipped {
        println!("skipped {program}: {why}");
    }
}

fn compare(program: &Program, runs: u64, tally: &Mutex<Tally>) -> Result<(), Failed> {
    let expectation = program.expectation.as_ref()?;
    let skip = |why: &str| {
        let mut tally = tally.lock().expect("no thread panics with the lock");
        tally.skipped.insert(program.name.clone(), why.to_string());
        Ok(())
    };
    if let Some((_, why)) = LEFT_OUT.iter().find(|(name, _)| *name == program.name) {
        return skip(why);
    }
    if !expectation.files.is_empty() {
        return skip("more than one file");
    }
    let scratch = tempfile::tempdir()?;
    let include = include();
    let units = unit::units(&program.path, &include, scratch.path())?;
    let share = runs.div_ceil(units.len() as u64);
    let mut missed = String::new();
    for unit in &units {
        let reached = match reached::explore(unit, &expectation.args, scratch.path())? {
            Ok(reached) => reached,
            Err(why) => return skip(&why),
        };
        missed.push_str(&compare_unit(program, unit, &include, scratch.path(), &reached, share, tally)?);
    }
    let mut tally = tally.lock().expect("no thread panics with the lock");
    tally.compared += 1;
    if missed.is_empty() {
        return Ok(());
    }
    tally.missed.insert(program.name.clone());
    Err(missed.into())
}

/// The ends that were missed, one a line.
fn compare_unit(
    program: &Program,
    unit: &Unit,
    include: &Path,
    scratch: &Path,
    reached: &Reached,
    runs: u64,
    tally: &Mutex<Tally>,
) -> Result<String, Failed> {
    let machine = Machine::build(unit, include, scratch)?;
    let may_hang = verdict(&End::Hang, reached) != Verdict::Missed;
    let mut ends: BTreeMap<End, (u64, u64)> = BTreeMap::new();
    let mut hangs = 0;
    let mut done = 0;
    let started = Instant::now();
    for seed in 0..runs {
        if hangs == HANGS || started.elapsed() > BUDGET {
            break;
        }
        let mut end = machine.run(seed, if may_hang { EXPECTED_HANG } else { USUAL })?;
        if end == End::Hang && !may_hang {
            end = machine.run(seed, PATIENCE)?;
        }
        hangs += u64::from(end == End::Hang);
        done += 1;
        ends.entry(end).or_insert((0, seed)).0 += 1;
    }

    let mut tally = tally.lock().expect("no thread panics with the lock");
    tally.runs += done;
    tally.native_states += ends.keys().filter(|end| **end != End::Assumed).count() as u64;
    tally.reached_states += (reached.exits.len() + reached.bugs.len()) as u64;
    if reached.preset != "baseline" {
        tally.by_dpor.push(program.name.clone());
    }
    if done < runs {
        tally.stopped_early.push(format!("{}: {done}", program.name));
    }
    let mut missed = String::new();
    for (end, (times, seed)) in &ends {
        match verdict(end, reached) {
            Verdict::Reached => {}
            Verdict::Assumed => tally.assumed += times,
            Verdict::Undefined => *tally.after_undefined.entry(program.name.clone()).or_default() += times,
            Verdict::Missed => missed.push_str(&format!(
                "natively {times} of {done} runs (NATIVE_SEED={seed}, input {}) end with {end:?}; rethread's {} runs with {} have {} \
                 exits {:?} and bugs {:?}\n",
                unit.input,
                reached.runs,
                reached.preset,
                reached.exits.len(),
                reached.exits.iter().take(8).collect::<Vec<_>>(),
                reached.bugs
            )),
        }
    }
    Ok(missed)
}

fn include() -> PathBuf {
    tree::root().join("../../include")
}
