//! One native run: a process of its own with the test's input, bounded in time and space.

use crate::flavour::{Attempt, Flavour, Leaks, Variant};
use crate::native::{Binary, Program};
use crate::tools::io;
use crate::{Options, ReplayError};
use rethread_testcase::{Input, Test};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{fs, thread};

/// What is left of a run.
pub struct Run {
    pub binary: Arc<Binary>,
    pub status: Status,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// What the runtime wrote.
    pub events: String,
    /// The steps of the schedule that were taken.
    pub steps: String,
    /// What the sanitizer wrote.
    pub sanitizer: String,
    pub command: String,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Status {
    Exit(i32),
    Signal(i32),
    TimedOut,
    /// Ended because it used too much memory.
    TooLarge,
}

/// More output than this is cut, by the kernel.
const OUTPUT_LIMIT: u64 = 64 << 20;

/// The files of a run, and what its environment says about them.
pub struct Place {
    pub folder: PathBuf,
    pub environment: Vec<(&'static str, OsString)>,
}

/// Writes what a run reads.
pub fn set_up(
    program: &Program<'_>,
    attempt: Attempt,
    schedule: Option<&[u8]>,
    test: &Test,
    index: usize,
) -> Result<Place, ReplayError> {
    let variant = Variant { flavour: attempt.flavour, scheduled: schedule.is_some() };
    // By index: an id may hold anything.
    let folder = program.folder().join("runs").join(format!("{index}-{}", variant.name()));
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|e| io(&folder, e))?;
    }
    let scratch = folder.join("cwd");
    fs::create_dir_all(&scratch).map_err(|e| io(&scratch, e))?;
    let file = |name: &str| folder.join(name);
    write(&file("inputs"), &records(&test.inputs))?;
    write(&file("stdin"), &test.stdin)?;

    let mut environment: Vec<(&str, OsString)> = vec![
        ("LC_ALL", "C".into()),
        ("RETHREAD_INPUTS", file("inputs").into()),
        ("RETHREAD_REPORT", file("events").into()),
    ];
    if let Some(bytes) = schedule {
        write(&file("schedule"), bytes)?;
        environment.push(("RETHREAD_SCHEDULE", file("schedule").into()));
        environment.push(("RETHREAD_STEPS", file("steps").into()));
    }
    let log = file("sanitizer");
    if let Some((name, value)) = sanitizer_options(attempt, &log) {
        environment.push((name, value));
    }
    Ok(Place { folder, environment })
}

pub fn run(
    options: &Options,
    program: &Program<'_>,
    binary: &Arc<Binary>,
    attempt: Attempt,
    schedule: Option<&[u8]>,
    test: &Test,
    index: usize,
) -> Result<Run, ReplayError> {
    let Place { folder, mut environment } = set_up(program, attempt, schedule, test, index)?;
    if options.watch.is_some() {
        environment.push(("RETHREAD_SLOW", "1".into()));
    }
    let file = |name: &str| folder.join(name);
    let mut command = Command::new(&binary.path);
    command
        .arg0(program.name())
        .args(test.args.iter().map(|a| OsStr::from_bytes(a)))
        .env_clear()
        .envs(environment.iter().map(|(k, v)| (k, v)))
        .current_dir(file("cwd"))
        .stdin(fs::File::open(file("stdin")).map_err(|e| io(&file("stdin"), e))?)
        .stdout(create(&file("stdout"))?)
        .stderr(create(&file("stderr"))?)
        .process_group(0);
    limit(&mut command, options);
    let status = match command.spawn() {
        Ok(child) => wait(child, options, &file("steps")).map_err(|e| io(&binary.path, e))?,
        Err(e) => return Err(io(&binary.path, e)),
    };
    let run = Run {
        binary: binary.clone(),
        status,
        stdout: read(&file("stdout"))?,
        stderr: read(&file("stderr"))?,
        events: text(&file("events"))?,
        steps: text(&file("steps"))?,
        sanitizer: logs(&folder)?,
        command: describe(&environment, &binary.path, test, &file("stdin")),
    };
    // A suite has many tests: only what a person asked to keep stays.
    if options.keep.is_none() {
        let _ = fs::remove_dir_all(&folder);
    }
    Ok(run)
}

/// The format `runtime/inputs.c` reads.
pub fn records(inputs: &[Input]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for input in inputs {
        for part in [input.name.as_bytes(), &input.bytes] {
            bytes.extend((part.len() as u32).to_le_bytes());
            bytes.extend(part);
        }
    }
    bytes
}

fn sanitizer_options(attempt: Attempt, log: &Path) -> Option<(&'static str, OsString)> {
    let mut value = format!("log_path={}:symbolize=0:allocator_may_return_null=1", log.display());
    let name = match attempt.flavour {
        Flavour::Plain | Flavour::Apart => return None,
        Flavour::Undefined => "UBSAN_OPTIONS",
        Flavour::Memory | Flavour::EagerMemory => {
            value.push_str(":halt_on_error=0");
            "MSAN_OPTIONS"
        }
        Flavour::Address => {
            // Wide red zones: an access that misses its object by a little must not hit the next.
            value.push_str(":redzone=2048:max_redzone=2048:detect_stack_use_after_return=1");
            value.push_str(match attempt.leaks {
                Leaks::Ignored => ":detect_leaks=0",
                Leaks::Reported => ":detect_leaks=1",
                Leaks::Thorough => ":detect_leaks=1:use_stacks=0:use_registers=0",
            });
            "ASAN_OPTIONS"
        }
    };
    Some((name, value.into()))
}

/// Limits, and the same addresses in every run.
fn limit(command: &mut Command, options: &Options) {
    let cpu = options.timeout.as_secs() + 2;
    let set = move || {
        let limit = |what, value: u64| {
            let limits = libc::rlimit { rlim_cur: value, rlim_max: value };
            // SAFETY: setrlimit reads the structure it is given.
            unsafe { libc::setrlimit(what, &limits) };
        };
        limit(libc::RLIMIT_CORE, 0);
        limit(libc::RLIMIT_CPU, cpu);
        limit(libc::RLIMIT_FSIZE, OUTPUT_LIMIT);
        // SAFETY: personality takes and returns a number. Where it is forbidden the run is as good,
        // only its addresses differ from time to time.
        unsafe { libc::personality(libc::ADDR_NO_RANDOMIZE as libc::c_ulong) };
        Ok(())
    };
    // SAFETY: between fork and exec only system calls are made, nothing is allocated or locked.
    unsafe { command.pre_exec(set) };
}

/// Memory is watched, not limited: a limit would make an allocation fail that otherwise does not.
fn wait(mut child: Child, options: &Options, steps: &Path) -> std::io::Result<Status> {
    let end = Instant::now() + options.timeout;
    let mut pause = Duration::from_micros(200);
    loop {
        let status = child.try_wait()?;
        if let Some(watch) = &options.watch {
            // Nobody listens any more: nobody is told.
            let _ = watch.send(taken(steps));
        }
        if let Some(status) = status {
            return Ok(decode(status));
        }
        let too_large = resident_mib(&child) > options.memory_mib;
        if too_large || Instant::now() >= end {
            kill_group(&child);
            child.wait()?;
            return Ok(if too_large { Status::TooLarge } else { Status::TimedOut });
        }
        thread::sleep(pause);
        pause = (2 * pause).min(Duration::from_millis(5));
    }
}

/// How many steps a log has by now; in it are also creations, joins and what is inside of sections.
fn taken(steps: &Path) -> usize {
    let text = fs::read_to_string(steps).unwrap_or_default();
    let complete = text.rfind('\n').map_or("", |end| &text[..end]);
    let is_step = |line: &&str| !line.starts_with('\t') && line.split('\t').count() > 3;
    complete.lines().filter(is_step).count()
}

fn resident_mib(child: &Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/statm", child.id())).unwrap_or_default();
    let pages: u64 = status.split(' ').nth(1).and_then(|n| n.parse().ok()).unwrap_or(0);
    (pages * 4096) >> 20
}

/// The program and whatever it started.
fn kill_group(child: &Child) {
    // SAFETY: a signal to the process group that was made for this child; it may be gone already.
    unsafe { libc::kill(-(child.id() as libc::pid_t), libc::SIGKILL) };
}

fn decode(status: ExitStatus) -> Status {
    match (status.code(), status.signal()) {
        (_, Some(libc::SIGXCPU)) => Status::TimedOut,
        (_, Some(signal)) => Status::Signal(signal),
        (code, None) => Status::Exit(code.unwrap_or(-1)),
    }
}

/// The sanitizer adds the process's number to the name of its log.
fn logs(folder: &Path) -> Result<String, ReplayError> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .map_err(|e| io(folder, e))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|p| p.file_name().is_some_and(|n| n.as_bytes().starts_with(b"sanitizer.")))
        .collect();
    paths.sort();
    paths.iter().map(|p| text(p)).collect()
}

fn describe(environment: &[(&str, OsString)], binary: &Path, test: &Test, stdin: &Path) -> String {
    let quote = |text: &OsStr| format!("'{}'", text.to_string_lossy().replace('\'', "'\\''"));
    let mut words = vec!["env".to_owned(), "-i".to_owned()];
    words.extend(environment.iter().map(|(k, v)| format!("{k}={}", quote(v))));
    words.push(quote(binary.as_os_str()));
    words.extend(test.args.iter().map(|a| quote(OsStr::from_bytes(a))));
    words.push(format!("< {}", quote(stdin.as_os_str())));
    words.join(" ")
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), ReplayError> {
    fs::write(path, bytes).map_err(|e| io(path, e))
}

fn create(path: &Path) -> Result<Stdio, ReplayError> {
    fs::File::create(path).map(Stdio::from).map_err(|e| io(path, e))
}

fn read(path: &Path) -> Result<Vec<u8>, ReplayError> {
    match fs::read(path) {
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
        other => other.map_err(|e| io(path, e)),
    }
}

fn text(path: &Path) -> Result<String, ReplayError> {
    Ok(String::from_utf8_lossy(&read(path)?).into_owned())
}
