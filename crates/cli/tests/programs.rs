//! Runs `rethread check` on every program below `tests/programs`, `rethread diff` on every two versions of one, and compares
//! the answer with its directives: once as a user would, and once with each preset for which runs are given.
//!
//! `cargo test --test programs -- checks/null` runs those whose path contains `checks/null`.

mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::BTreeSet;
use std::process::Command;
use support::directives::Expectation;
use support::tree::Program;
use support::{judge, process, tree};

fn main() {
    let arguments = Arguments::from_args();
    let trials = tree::programs()
        .into_iter()
        .chain(tree::pairs())
        .map(|program| Trial::test(program.name.clone(), move || answers(&program)))
        .collect();
    libtest_mimic::run(&arguments, trials).exit();
}

fn answers(program: &Program) -> Result<(), Failed> {
    let expectation = program.expectation.as_ref()?;
    check(program, expectation, None)?;
    // A reduction of a change that finds less is not seen in what is found without it.
    let always = if program.versions().is_some() { vec!["baseline", "cia"] } else { Vec::new() };
    let presets: BTreeSet<&str> = expectation.runs.keys().map(String::as_str).chain(always).collect();
    presets.into_iter().try_for_each(|preset| check(program, expectation, Some(preset)))
}

fn check(program: &Program, e: &Expectation, preset: Option<&str>) -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    let mut command = Command::new(env!("CARGO_BIN_EXE_rethread"));
    match program.versions() {
        None => command.arg("check").args(program.files(e)),
        Some(versions) => command.arg("diff").args(versions).arg("--no-store"),
    };
    command.arg("--json");
    command.arg("--out").arg(scratch.path().join("out"));
    let (flags, e) = preset.map_or((Vec::new(), e.clone()), |preset| e.with(preset));
    command.args(flags).args(&e.args);
    let finished = process::run(&mut command, scratch.path(), e.budget)?;
    judge::judge(&e, preset, &finished)
        .map_err(|differences| format!("{}\n{differences}", process::shown(&command)).into())
}
