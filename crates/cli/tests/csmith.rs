//! Random whole programs: what csmith generates is run natively and by `rethread check`, from C and
//! from optimised bitcode; the printed checksums must be the same.
//!
//! `CSMITH_N` programs (default 200) from seed `CSMITH_SEED` (default 1) on `CSMITH_JOBS` threads
//! (default 2). The seed also picks what the program is made of: as csmith does by itself, or smaller
//! with floats or with bit-counting built-ins. A program that does not end natively in time, that has
//! undefined behaviour (csmith does not keep its floats and built-ins from it: the native binary traps
//! there), or that rethread does not finish within its own time, is skipped and counted; a wrong
//! checksum, a bug reported or an error is a mismatch and fails.

mod support;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use support::process;

const GENERATION: Duration = Duration::from_secs(20);
const COMPILATION: Duration = Duration::from_secs(60);
/// Programs of csmith that end at all mostly end within milliseconds.
const NATIVE: Duration = Duration::from_secs(1);
/// What csmith's conversions of floats, and its clz and ctz, may do wrong.
const TRAPS: [&str; 2] = ["-fsanitize=float-cast-overflow,builtin", "-fsanitize-trap=all"];
/// With `--float` csmith lets a `float *` point to an `int32_t` and writes through it. Strict aliasing makes
/// that undefined, no sanitizer of clang 19 sees it, and native -O0 and -O2 then disagree. Without strict
/// aliasing it is defined: such programs need not be skipped.
const BITCODE: [&str; 4] = ["-O2", "-fno-strict-aliasing", "-emit-llvm", "-c"];
/// Options of csmith, by seed. The smaller programs cost a third and find the same things.
const MIXES: [&[&str]; 4] = [
    &[],
    &["--max-funcs", "4", "--max-block-depth", "3"],
    &["--max-funcs", "4", "--max-block-depth", "3", "--float"],
    &["--max-funcs", "4", "--max-block-depth", "3", "--builtins", "--disable-builtin-kinds", "x86"],
];
const EXPLORATION: &str = "10s";
/// Beyond rethread's own bound: it hangs.
const HANG: Duration = Duration::from_secs(60);

/// Programs between two lines of progress.
const PROGRESS: u64 = 500;

enum Answer {
    Compared,
    Skipped(&'static str),
}

struct Settings {
    headers: PathBuf,
    first: u64,
    count: u64,
    jobs: u64,
}

#[derive(Default)]
struct Tally {
    compared: u64,
    skipped: std::collections::BTreeMap<&'static str, u64>,
    mismatches: Vec<String>,
}

fn main() -> ExitCode {
    // `cargo test -- --list` and filters that mean another test must not start a long run.
    let arguments = libtest_mimic::Arguments::from_args();
    if arguments.list || arguments.filter.as_ref().is_some_and(|f| !"csmith".contains(f.as_str())) {
        return ExitCode::SUCCESS;
    }
    let settings = match settings() {
        Ok(settings) => settings,
        Err(why) => {
            eprintln!("csmith: {why}");
            return ExitCode::FAILURE;
        }
    };
    let tally = compare_all(&settings);
    let skipped: u64 = tally.skipped.values().sum();
    println!(
        "csmith: {} comparisons of {} programs agree, {skipped} skipped {:?}, {} mismatches",
        tally.compared,
        settings.count,
        tally.skipped,
        tally.mismatches.len()
    );
    for mismatch in &tally.mismatches {
        println!("\n{mismatch}");
    }
    if tally.compared == 0 {
        println!("csmith: nothing was compared");
    }
    if tally.mismatches.is_empty() && tally.compared > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn settings() -> Result<Settings, String> {
    let number = |name: &str, default: u64| match std::env::var(name) {
        Ok(text) => text.parse().map_err(|_| format!("{name}={text} is not a number")),
        Err(_) => Ok(default),
    };
    let headers = ["/usr/include/csmith", "/usr/include/csmith-2.3.0", "/usr/local/include/csmith"]
        .into_iter()
        .map(PathBuf::from)
        .find(|folder| folder.join("csmith.h").exists())
        .ok_or("csmith.h not found; apt-get install csmith libcsmith-dev")?;
    Ok(Settings {
        headers,
        first: number("CSMITH_SEED", 1)?,
        count: number("CSMITH_N", 200)?,
        jobs: number("CSMITH_JOBS", 2)?.max(1),
    })
}

fn compare_all(settings: &Settings) -> Tally {
    let next = AtomicU64::new(0);
    let tally = Mutex::new(Tally::default());
    std::thread::scope(|scope| {
        for _ in 0..settings.jobs {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= settings.count {
                        break;
                    }
                    if index > 0 && index.is_multiple_of(PROGRESS) {
                        eprintln!("csmith: {index} of {} programs", settings.count);
                    }
                    let seed = settings.first + index;
                    let answers = compare(settings, seed);
                    let mut tally = tally.lock().expect("no thread panics with the lock");
                    for answer in answers {
                        match answer {
                            Ok(Answer::Compared) => tally.compared += 1,
                            Ok(Answer::Skipped(why)) => *tally.skipped.entry(why).or_default() += 1,
                            Err(why) => {
                                eprintln!("csmith: seed {seed} differs");
                                tally.mismatches.push(mismatch(settings, seed, &why));
                            }
                        }
                    }
                }
            });
        }
    });
    tally.into_inner().expect("no thread panics with the lock")
}

fn mix(seed: u64) -> &'static [&'static str] {
    MIXES[(seed % MIXES.len() as u64) as usize]
}

fn mismatch(settings: &Settings, seed: u64, why: &str) -> String {
    format!(
        "seed {seed}: {why}\nreproduce: make csmith SEED={seed} N=1, or csmith {} --seed {seed} > p.c \
         with -I{}",
        mix(seed).join(" "),
        settings.headers.display()
    )
}

/// One answer for the C file and one for the bitcode, or a single one if it never came to that.
fn compare(settings: &Settings, seed: u64) -> Vec<Result<Answer, String>> {
    let scratch = match tempfile::tempdir() {
        Ok(scratch) => scratch,
        Err(e) => return vec![Err(e.to_string())],
    };
    let folder = scratch.path();
    let expected = match native(settings, seed, folder) {
        Ok(Ok(expected)) => expected,
        Ok(Err(why)) => return vec![Ok(Answer::Skipped(why))],
        Err(why) => return vec![Err(why)],
    };
    let include = format!("-I{}", settings.headers.display());
    vec![explore(folder, "p.c", &["--", "-w", &include], &expected), explore(folder, "p.bc", &[], &expected)]
}

/// Generates and compiles the program; what it prints, or why it is skipped.
fn native(settings: &Settings, seed: u64, folder: &Path) -> Result<Result<Vec<u8>, &'static str>, String> {
    let (source, bitcode, binary) = (folder.join("p.c"), folder.join("p.bc"), folder.join("p"));
    let mut generate = Command::new("csmith");
    generate.args(mix(seed)).arg("--seed").arg(seed.to_string()).arg("-o").arg(&source).current_dir(folder);
    let generated = process::run(&mut generate, folder, GENERATION)
        .map_err(|why| format!("{why}; apt-get install csmith libcsmith-dev"))?;
    if generated.timed_out || !source.exists() {
        return Ok(Err("csmith gave up"));
    }
    for (flags, target) in [(&TRAPS[..], &binary), (&BITCODE[..], &bitcode)] {
        let mut clang = Command::new("clang-19");
        clang.args(flags).arg("-w").arg("-I").arg(&settings.headers).arg(&source);
        clang.arg("-o").arg(target);
        let compiled = process::run(&mut clang, folder, COMPILATION)?;
        if compiled.code != Some(0) {
            return Err(format!("clang-19 failed\n{}", compiled.complaint()));
        }
    }
    let ran = process::run(&mut Command::new(&binary), folder, NATIVE)?;
    Ok(match ran.code {
        Some(0) => Ok(ran.stdout),
        _ if ran.timed_out => Err("no native end in time"),
        _ => Err("undefined behaviour"),
    })
}

fn explore(folder: &Path, file: &str, flags: &[&str], expected: &[u8]) -> Result<Answer, String> {
    let out = folder.join(format!("{file}.out"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_rethread"));
    command.arg("check").arg(folder.join(file)).args(["--json", "--max-time", EXPLORATION]);
    command.arg("--out").arg(&out).args(flags);
    let finished = process::run(&mut command, folder, HANG)?;
    let said = || format!("{file}: {}\n{}", String::from_utf8_lossy(&finished.stdout), finished.complaint());
    match finished.code {
        Some(0) => {}
        Some(3) => return Ok(Answer::Skipped("rethread out of time")),
        None if finished.timed_out => return Err(format!("{file}: rethread hangs")),
        _ => return Err(said()),
    }
    let printed = printed(&out.join("suite.jsonl")).map_err(|why| format!("{why}\n{}", said()))?;
    if printed.as_bytes() == expected {
        Ok(Answer::Compared)
    } else {
        let expected = String::from_utf8_lossy(expected);
        Err(format!("{file}: natively {:?}, by rethread {:?}", expected.trim(), printed.trim()))
    }
}

/// The standard output of the one path such a program has.
fn printed(suite: &Path) -> Result<String, String> {
    let text = std::fs::read_to_string(suite).map_err(|e| format!("{}: {e}", suite.display()))?;
    let tests: Vec<&str> = text.lines().filter(|l| !l.trim().is_empty()).collect();
    let [test] = tests[..] else {
        return Err(format!("{} paths in a program without input", tests.len()));
    };
    let test: Value = serde_json::from_str(test).map_err(|e| e.to_string())?;
    let stdout = test["end"]["stdout"].as_str().ok_or("a test without end.stdout")?;
    Ok(stdout.to_string())
}
