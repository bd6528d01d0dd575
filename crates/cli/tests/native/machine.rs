//! Native runs of a unit: compiled without optimisation, perturbed by a seed, and how each of them ended.

use super::unit::{ASSUMED, Unit};
use crate::support::process::{self, Finished};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const COMPILATION: Duration = Duration::from_secs(60);

/// How a native run ended.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum End {
    /// With the globals, behind what the program itself printed.
    Exit(i32, String),
    /// At this line.
    Assert(u64),
    Signal(i32),
    Hang,
    /// A false assume: says nothing.
    Assumed,
}

pub struct Machine {
    binary: PathBuf,
    scratch: PathBuf,
    assumes: bool,
}

impl Machine {
    pub fn build(unit: &Unit, include: &Path, scratch: &Path) -> Result<Machine, String> {
        let [binary, object, helper] = ["native", "o", "perturb.o"].map(|e| unit.native.with_extension(e));
        let compile = |flags: &[&str], source: &Path, to: &Path| {
            let mut command = Command::new("clang-19");
            command.args(["-w", "-pthread", "-c"]).args(flags).arg("-I").arg(include);
            command.arg(source).arg("-o").arg(to);
            command
        };
        let perturb = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/native/perturb.c");
        // Linked without the flag, which would bring in a sanitizer that catches signals.
        let mut link = Command::new("clang-19");
        link.arg("-pthread").args([&object, &helper]).arg("-o").arg(&binary);
        let callbacks = "-fsanitize-coverage=edge,trace-pc,trace-loads,trace-stores";
        let mut commands =
            [compile(&["-O1"], &perturb, &helper), compile(&["-O0", callbacks], &unit.native, &object), link];
        for command in &mut commands {
            let compiled = process::run(command, scratch, COMPILATION)?;
            if compiled.code != Some(0) {
                return Err(format!("{}\n{}", process::shown(command), compiled.complaint()));
            }
        }
        Ok(Machine { binary, scratch: scratch.to_path_buf(), assumes: unit.assumes })
    }

    /// One run; a hang is one that did not end in `budget`.
    pub fn run(&self, seed: u64, budget: Duration) -> Result<End, String> {
        let mut command = Command::new(&self.binary);
        command.env("NATIVE_SEED", seed.to_string());
        let finished = process::run(&mut command, &self.scratch, budget)?;
        Ok(end(&finished, self.assumes))
    }
}

fn end(finished: &Finished, assumes: bool) -> End {
    match (finished.code, finished.signal) {
        _ if finished.timed_out => End::Hang,
        (Some(ASSUMED), _) if assumes => End::Assumed,
        (Some(code), _) => End::Exit(code, String::from_utf8_lossy(&finished.stdout).into_owned()),
        (None, signal) => match failed_assertion(&String::from_utf8_lossy(&finished.stderr)) {
            Some(line) => End::Assert(line),
            None => End::Signal(signal.unwrap_or(0)),
        },
    }
}

/// The line in glibc's `prog: file.c:12: f: Assertion ...`.
fn failed_assertion(stderr: &str) -> Option<u64> {
    let message = stderr.lines().find(|l| l.contains(": Assertion `"))?;
    message.split(':').find_map(|part| part.parse().ok())
}
