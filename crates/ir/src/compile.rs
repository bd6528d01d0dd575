//! C to bitcode, with clang 19.
//!
//! Guarantee: the flags decide nothing that rethread's own normalisation should decide. `-O1` with
//! LLVM's passes off gives lifetime markers and no `optnone`, but no transformation; sanitizers and
//! fortified libc calls are switched off, because rethread does their work. Whatever clang says on
//! failure is in the error, word for word. Cost: one clang process per file, in parallel.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// `rethread.h`, found by every program that includes it.
pub const HEADER: &str = include_str!("../../../include/rethread.h");
/// `klee/klee.h`, for programs that were written for KLEE.
pub const KLEE_HEADER: &str = include_str!("../../../include/klee/klee.h");

/// The flags every C file is compiled with, after the user's own.
pub const FLAGS: &[&str] = &[
    "-O1",
    "-Xclang",
    "-disable-llvm-passes",
    "-g",
    "-fno-discard-value-names",
    "-U_FORTIFY_SOURCE",
    "-fno-sanitize=all",
    "-fno-lto",
    "-Wno-error",
    "-fno-color-diagnostics",
    "-emit-llvm",
    "-c",
];

#[derive(Debug, thiserror::Error)]
pub enum CompileError {
    #[error(
        "clang 19 is needed to compile C and was not found ({tried}); install it with `apt-get install \
         clang-19`, or name it with RETHREAD_CLANG"
    )]
    NoClang { tried: String },
    #[error("{path} is {version}, but rethread reads the bitcode of clang 19 only")]
    WrongClang { path: String, version: String },
    #[error("{file} does not compile:\n{diagnostics}")]
    Failed { file: String, diagnostics: String },
    #[error("cannot run {clang}: {error}")]
    Run { clang: String, error: std::io::Error },
    #[error("cannot make a temporary folder for the headers: {0}")]
    Temporary(std::io::Error),
}

/// A clang that was found and checked.
#[derive(Clone, Debug)]
pub struct Clang {
    pub path: PathBuf,
    /// As it names itself: `Debian clang version 19.1.7`.
    pub version: String,
}

/// One file to compile.
#[derive(Clone, Debug)]
pub struct Job {
    /// As clang is given it.
    pub file: String,
    /// As the user is told about it.
    pub shown: String,
    /// Where clang runs.
    pub directory: PathBuf,
    pub flags: Vec<String>,
}

/// A folder with `rethread.h` and `klee/klee.h`, gone when dropped.
pub struct Headers(tempfile::TempDir);

impl Headers {
    pub fn new() -> Result<Self, CompileError> {
        let folder =
            tempfile::Builder::new().prefix("rethread-").tempdir().map_err(CompileError::Temporary)?;
        let klee = folder.path().join("klee");
        std::fs::write(folder.path().join("rethread.h"), HEADER)
            .and_then(|()| std::fs::create_dir(&klee))
            .and_then(|()| std::fs::write(klee.join("klee.h"), KLEE_HEADER))
            .map_err(CompileError::Temporary)?;
        Ok(Headers(folder))
    }
}

impl Clang {
    /// `RETHREAD_CLANG` if set, else `clang-19`, else `clang` if that is version 19.
    pub fn find() -> Result<Clang, CompileError> {
        if let Some(named) = std::env::var_os("RETHREAD_CLANG").filter(|v| !v.is_empty()) {
            let path = PathBuf::from(named);
            let shown = path.display().to_string();
            return match Clang::version_of(&path) {
                Some(version) if is_19(&version) => Ok(Clang { path, version }),
                Some(version) => Err(CompileError::WrongClang { path: shown, version }),
                None => Err(CompileError::NoClang { tried: format!("RETHREAD_CLANG={shown}") }),
            };
        }
        let mut tried = Vec::new();
        for name in ["clang-19", "clang"] {
            let path = PathBuf::from(name);
            match Clang::version_of(&path) {
                Some(version) if is_19(&version) => return Ok(Clang { path, version }),
                Some(version) => tried.push(format!("{name} is {version}")),
                None => tried.push(format!("no {name}")),
            }
        }
        Err(CompileError::NoClang { tried: tried.join(", ") })
    }

    fn version_of(path: &Path) -> Option<String> {
        let output = Command::new(path).arg("--version").stdin(Stdio::null()).output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout);
        let first = text.lines().next()?.trim();
        output.status.success().then(|| first.to_string())
    }

    /// Bitcode of one file; `last` are flags that win over all others.
    pub fn compile(&self, job: &Job, headers: &Headers, last: &[&str]) -> Result<Vec<u8>, CompileError> {
        let include = headers.0.path();
        let output = Command::new(&self.path)
            .current_dir(&job.directory)
            .args(&job.flags)
            .arg("-isystem")
            .arg(include)
            // The folder's name is different in every run; places must not be.
            .arg(format!("-fdebug-prefix-map={}=<rethread>", include.display()))
            .args(FLAGS)
            .args(last)
            .args(["-o", "-", "-x", "c", "--"])
            .arg(&job.file)
            .stdin(Stdio::null())
            .output()
            .map_err(|error| CompileError::Run { clang: self.path.display().to_string(), error })?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        let mut diagnostics = String::from_utf8_lossy(&output.stderr).trim_end().to_string();
        if diagnostics.is_empty() {
            diagnostics = format!("clang ended with {}", output.status);
        }
        Err(CompileError::Failed { file: job.shown.clone(), diagnostics })
    }
}

fn is_19(version: &str) -> bool {
    version.contains("clang version 19.")
}
