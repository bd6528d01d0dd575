//! The way in: files as the user names them to one linked [`Program`].
//!
//! Guarantee: bad input is an error, never a crash. C goes through clang, whose bitcode is trusted.
//! Bitcode and IR that were given are not: LLVM aborts on some broken files, so they are lowered by a
//! child process, the running executable started again with [`CHILD_ARGUMENT`], under limits of time
//! and memory that grow with the file.

use crate::commands::{self, CommandsError};
use crate::compile::{Clang, CompileError, Headers, Job};
use crate::link::{LinkError, link};
use crate::lower::{LowerError, Source, SourceNames, lower};
use crate::{Origin, Program, shifts};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// First argument that makes an executable a child of [`load`]; it then calls [`lower_child_main`].
pub const CHILD_ARGUMENT: &str = "__lower";

/// Where given bitcode is lowered.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Isolation {
    /// In a child; the executable must handle [`CHILD_ARGUMENT`].
    #[default]
    Child,
    /// Here: for files that are known to be good. Broken ones may end the process.
    InProcess,
}

#[derive(Clone, Debug, Default)]
pub struct LoadOptions {
    /// For clang, after the flags of the compilation database.
    pub clang_flags: Vec<String>,
    /// A `compile_commands.json`; the inputs then choose files from it, none meaning all.
    pub compile_commands: Option<PathBuf>,
    pub isolation: Isolation,
    /// Sets [`ArithFlags::signed_base`](crate::ArithFlags::signed_base) in what is compiled here, at the
    /// price of compiling it twice.
    pub find_signed_shifts: bool,
}

#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    #[error("nothing to check: name a .c, .bc or .ll file, or a compilation database")]
    NoInput,
    #[error("{path}: {message}")]
    Input { path: String, message: String },
    #[error(transparent)]
    Compile(#[from] CompileError),
    #[error(transparent)]
    Commands(#[from] CommandsError),
    #[error(transparent)]
    Lower(#[from] LowerError),
    #[error("{0}")]
    Rejected(String),
    #[error(
        "{path}: LLVM could not survive this file ({how}); it is most likely damaged{}",
        if detail.is_empty() { String::new() } else { format!(": {detail}") }
    )]
    Died { path: String, how: String, detail: String },
    #[error("{path}: cannot start the reader: {error}")]
    Child { path: String, error: std::io::Error },
    #[error(transparent)]
    Link(#[from] LinkError),
}

enum Input {
    C(Job),
    Bitcode(PathBuf),
}

/// Compiles, lowers and links.
pub fn load(inputs: &[PathBuf], options: &LoadOptions) -> Result<Program, LoadError> {
    let inputs = classify(inputs, options)?;
    if inputs.is_empty() {
        return Err(LoadError::NoInput);
    }
    let names = inputs.iter().map(Input::shown).collect();
    let compiler = if inputs.iter().any(|i| matches!(i, Input::C(_))) {
        Some((Clang::find()?, Headers::new()?))
    } else {
        None
    };
    let units = in_parallel(&inputs, |input| match (input, &compiler) {
        (Input::C(job), Some((clang, headers))) => {
            let mut unit = compile_and_lower(job, clang, headers, &[])?;
            if options.find_signed_shifts {
                shifts::mark(&mut unit, &compile_and_lower(job, clang, headers, shifts::FLAGS)?);
            }
            Ok(unit)
        }
        (Input::C(_), None) => unreachable!("a compiler was looked for if there is any C"),
        (Input::Bitcode(path), _) => lower_given(path, options.isolation),
    })?;
    let mut program = link(units)?;
    program.origin = Origin { clang: compiler.map(|(clang, _)| clang.version), inputs: names };
    Ok(program)
}

impl Input {
    fn shown(&self) -> String {
        match self {
            Input::C(job) => job.shown.clone(),
            Input::Bitcode(path) => path.display().to_string(),
        }
    }
}

fn classify(inputs: &[PathBuf], options: &LoadOptions) -> Result<Vec<Input>, LoadError> {
    let mut out = Vec::new();
    let mut from_database = Vec::new();
    for path in inputs {
        let error = |message: String| LoadError::Input { path: path.display().to_string(), message };
        let metadata = std::fs::metadata(path).map_err(|e| error(e.to_string()))?;
        if metadata.is_dir() {
            return Err(error("is a folder; name the files in it, or its compile_commands.json".to_string()));
        }
        match path.extension().and_then(|e| e.to_str()) {
            Some("c" | "i") if options.compile_commands.is_some() => from_database.push(path.clone()),
            Some("c" | "i") => out.push(Input::C(Job {
                file: path.display().to_string(),
                shown: path.display().to_string(),
                directory: std::env::current_dir().map_err(|e| error(e.to_string()))?,
                flags: options.clang_flags.clone(),
            })),
            Some("bc" | "ll") => out.push(Input::Bitcode(path.clone())),
            _ if is_bitcode(path) => out.push(Input::Bitcode(path.clone())),
            Some("cc" | "cpp" | "cxx" | "C") => {
                return Err(error("is C++; rethread checks C".to_string()));
            }
            _ => return Err(error("neither a .c nor a .bc or .ll file".to_string())),
        }
    }
    if let Some(database) = &options.compile_commands
        && (!from_database.is_empty() || out.is_empty())
    {
        let jobs = commands::jobs(database, &from_database, &options.clang_flags)?;
        out.extend(jobs.into_iter().map(Input::C));
    }
    Ok(out)
}

/// Starts like bitcode: the raw form, or Apple's wrapper.
fn is_bitcode(path: &Path) -> bool {
    use std::io::Read;
    let mut magic = [0; 4];
    let read = std::fs::File::open(path).and_then(|mut f| f.read_exact(&mut magic));
    read.is_ok() && (magic == *b"BC\xc0\xde" || magic == [0xde, 0xc0, 0x17, 0x0b])
}

/// LLVM was written for the stack of a main thread.
const STACK: usize = 64 << 20;

/// The results in the order of the inputs; the first error in that order.
fn in_parallel<T: Sync, R: Send>(
    items: &[T],
    work: impl Fn(&T) -> Result<R, LoadError> + Sync,
) -> Result<Vec<R>, LoadError> {
    let workers = std::thread::available_parallelism().map_or(1, usize::from).min(items.len());
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<Option<Result<R, LoadError>>>> = Mutex::new(items.iter().map(|_| None).collect());
    let take_turns = || {
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(i) else { break };
            let result = work(item);
            results.lock().expect("no worker panics while it holds the lock")[i] = Some(result);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..workers {
            let thread = std::thread::Builder::new().stack_size(STACK);
            if thread.spawn_scoped(scope, take_turns).is_err() {
                // No thread to be had: then here.
                take_turns();
            }
        }
    });
    let results = results.into_inner().expect("no worker panics while it holds the lock");
    results.into_iter().map(|r| r.expect("every item was worked on")).collect()
}

fn compile_and_lower(
    job: &Job,
    clang: &Clang,
    headers: &Headers,
    flags: &[&str],
) -> Result<Program, LoadError> {
    let bitcode = clang.compile(job, headers, flags)?;
    let elsewhere = std::env::current_dir().is_ok_and(|here| here != job.directory);
    let names = SourceNames {
        ran_in: job.directory.clone(),
        main: Some((job.file.clone(), job.shown.clone())),
        elsewhere,
    };
    Ok(lower(&bitcode, &job.shown, &Source::Compiled(names))?)
}

fn lower_given(path: &Path, isolation: Isolation) -> Result<Program, LoadError> {
    match isolation {
        Isolation::InProcess => Ok(lower_path(path)?),
        Isolation::Child => lower_in_child(path),
    }
}

fn lower_path(path: &Path) -> Result<Program, LowerError> {
    let shown = path.display().to_string();
    let bytes =
        std::fs::read(path).map_err(|e| LowerError::Read { path: shown.clone(), message: e.to_string() })?;
    lower(&bytes, &shown, &Source::Given)
}

/// What the child says: the program, or why there is none.
type Reply = Result<Program, String>;

fn lower_in_child(path: &Path) -> Result<Program, LoadError> {
    let shown = path.display().to_string();
    let failed = |error| LoadError::Child { path: shown.clone(), error };
    let executable = std::env::current_exe().map_err(failed)?;
    let output = Command::new(executable)
        .arg(CHILD_ARGUMENT)
        .arg(path)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .output()
        .map_err(failed)?;
    let reply: Option<Reply> =
        if output.status.success() { postcard::from_bytes(&output.stdout).ok() } else { None };
    match reply {
        Some(Ok(program)) => Ok(program),
        Some(Err(message)) => Err(LoadError::Rejected(message)),
        None => {
            let detail = String::from_utf8_lossy(&output.stderr);
            let detail = detail.lines().find(|l| !l.trim().is_empty()).unwrap_or("").trim().to_string();
            Err(LoadError::Died { path: shown, how: describe(output.status), detail })
        }
    }
}

fn describe(status: ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt;
    match status.signal() {
        Some(libc::SIGABRT) => "it aborted".to_string(),
        Some(libc::SIGSEGV) => "it crashed".to_string(),
        Some(libc::SIGXCPU | libc::SIGKILL) => "it took too long or too much memory".to_string(),
        Some(signal) => format!("it was killed by signal {signal}"),
        None => format!("it ended with {}", status.code().unwrap_or(-1)),
    }
}

/// The whole life of the child: lowers `path` and writes the reply to standard output. Returns the exit
/// code of the process.
pub fn lower_child_main(path: &Path) -> u8 {
    limit_resources(std::fs::metadata(path).map_or(0, |m| m.len()));
    let reply: Reply = lower_path(path).map_err(|e| e.to_string());
    let Ok(bytes) = postcard::to_stdvec(&reply) else { return 1 };
    let mut out = std::io::stdout().lock();
    u8::from(out.write_all(&bytes).and_then(|()| out.flush()).is_err())
}

/// A damaged file can ask LLVM for any amount of time and memory.
#[allow(unsafe_code)]
fn limit_resources(file_size: u64) {
    let seconds = 60 + file_size / 100_000;
    let memory = (4 << 30) + file_size.saturating_mul(200);
    for (resource, limit) in [(libc::RLIMIT_CPU, seconds), (libc::RLIMIT_AS, memory), (libc::RLIMIT_CORE, 0)]
    {
        let limit = libc::rlimit { rlim_cur: limit, rlim_max: limit };
        // SAFETY: a plain system call on a local. If it fails there is no limit, which is no error.
        unsafe { libc::setrlimit(resource, &limit) };
    }
}
