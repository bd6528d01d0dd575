//! The programs that replay calls, and the runtime they compile once.

use crate::ReplayError;
use crate::flavour::Variant;
use crate::wraps;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::{env, fs};

const RUNTIME: [(&str, &str); 19] = [
    ("runtime.c", include_str!("../runtime/runtime.c")),
    ("events.h", include_str!("../runtime/events.h")),
    ("events.c", include_str!("../runtime/events.c")),
    ("exported.c", include_str!("../runtime/exported.c")),
    ("lines.c", include_str!("../runtime/lines.c")),
    ("failures.c", include_str!("../runtime/failures.c")),
    ("inputs.c", include_str!("../runtime/inputs.c")),
    ("guard.c", include_str!("../runtime/guard.c")),
    ("schedule.h", include_str!("../runtime/schedule.h")),
    ("schedule.c", include_str!("../runtime/schedule.c")),
    ("accesses.c", include_str!("../runtime/accesses.c")),
    ("objects.c", include_str!("../runtime/objects.c")),
    ("threads.c", include_str!("../runtime/threads.c")),
    ("heap.c", include_str!("../runtime/heap.c")),
    ("locks.c", include_str!("../runtime/locks.c")),
    ("c11.c", include_str!("../runtime/c11.c")),
    ("calls.c", include_str!("../runtime/calls.c")),
    ("include/rethread.h", include_str!("../../../include/rethread.h")),
    ("include/klee/klee.h", include_str!("../../../include/klee/klee.h")),
];

/// The headers that programs may include: below `include/`.
pub fn headers() -> impl Iterator<Item = (&'static str, &'static str)> {
    RUNTIME.into_iter().filter(|(name, _)| name.starts_with("include/"))
}

/// The runtime as one file: what it includes of itself stands where it is included first.
pub fn runtime_text() -> String {
    fn add(out: &mut String, seen: &mut Vec<&'static str>, name: &str) {
        let Some((name, text)) = RUNTIME.into_iter().find(|(known, _)| *known == name) else { return };
        if seen.contains(&name) {
            return;
        }
        seen.push(name);
        for line in text.lines() {
            match line.strip_prefix("#include \"").and_then(|rest| rest.strip_suffix('"')) {
                Some(part) => add(out, seen, part),
                None => {
                    out.push_str(line);
                    out.push('\n');
                }
            }
        }
    }
    let mut text = String::new();
    add(&mut text, &mut Vec::new(), "runtime.c");
    text
}

/// Where a file is that exists only while replay works, or that is kept.
pub enum Folder {
    Temporary(tempfile::TempDir),
    Kept(PathBuf),
}

impl Folder {
    pub fn new(parent: Option<&Path>, name: &str) -> Result<Folder, ReplayError> {
        match parent {
            Some(parent) => {
                let path = parent.join(name);
                fs::create_dir_all(&path).map_err(|e| io(&path, e))?;
                let path = path.canonicalize().map_err(|e| io(&path, e))?;
                Ok(Folder::Kept(path))
            }
            None => tempfile::Builder::new()
                .prefix("rethread-replay-")
                .tempdir()
                .map(Folder::Temporary)
                .map_err(|e| io(&env::temp_dir(), e)),
        }
    }

    pub fn path(&self) -> &Path {
        match self {
            Folder::Temporary(dir) => dir.path(),
            Folder::Kept(path) => path,
        }
    }
}

pub fn io(path: &Path, source: std::io::Error) -> ReplayError {
    ReplayError::Io { path: path.into(), source }
}

pub struct Tools {
    pub clang: PathBuf,
    pub symbolizer: PathBuf,
    /// Wanted only where bitcode meets a sanitizer.
    opt: Option<PathBuf>,
    /// Wanted only where a schedule is forced.
    dwarfdump: Option<PathBuf>,
    objcopy: Option<PathBuf>,
    folder: Folder,
    keep: Option<PathBuf>,
    runtimes: Mutex<BTreeMap<Variant, Arc<PathBuf>>>,
}

impl Tools {
    pub fn find(keep: Option<&Path>) -> Result<Tools, ReplayError> {
        // The front end takes the same variable.
        let clang = env::var_os("RETHREAD_CLANG")
            .map(PathBuf::from)
            .or_else(|| on_path(&["clang-19", "clang"]))
            .ok_or(ReplayError::Tool { name: "clang-19".into(), package: "clang-19" })?;
        let symbolizer = on_path(&["llvm-symbolizer-19", "llvm-symbolizer"])
            .ok_or(ReplayError::Tool { name: "llvm-symbolizer-19".into(), package: "llvm-19" })?;
        let folder = Folder::new(keep, "runtime")?;
        for (name, text) in RUNTIME {
            let path = folder.path().join(name);
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent).map_err(|e| io(parent, e))?;
            }
            fs::write(&path, text).map_err(|e| io(&path, e))?;
        }
        let opt = on_path(&["opt-19", "opt"]);
        let dwarfdump = on_path(&["llvm-dwarfdump-19", "llvm-dwarfdump"]);
        let objcopy = on_path(&["llvm-objcopy-19", "llvm-objcopy"]);
        let keep = keep.map(Path::to_owned);
        Ok(Tools { clang, symbolizer, opt, dwarfdump, objcopy, folder, keep, runtimes: Mutex::default() })
    }

    pub fn opt(&self) -> Result<&Path, ReplayError> {
        self.opt.as_deref().ok_or(ReplayError::Tool { name: "opt-19".into(), package: "llvm-19" })
    }

    pub fn dwarfdump(&self) -> Result<&Path, ReplayError> {
        let missing = || ReplayError::Tool { name: "llvm-dwarfdump-19".into(), package: "llvm-19" };
        self.dwarfdump.as_deref().ok_or_else(missing)
    }

    pub fn objcopy(&self) -> Result<&Path, ReplayError> {
        let missing = || ReplayError::Tool { name: "llvm-objcopy-19".into(), package: "llvm-19" };
        self.objcopy.as_deref().ok_or_else(missing)
    }

    /// A folder for one program.
    pub fn folder(&self) -> Result<Folder, ReplayError> {
        Folder::new(self.keep.as_deref(), "program")
    }

    /// Frames whose source lies in here are the runtime's, not the program's.
    pub fn runtime_folder(&self) -> &Path {
        self.folder.path()
    }

    /// `rethread.h` and `klee/klee.h`, for programs that do not bring them along.
    pub fn include_folder(&self) -> PathBuf {
        self.folder.path().join("include")
    }

    /// The runtime as an object, compiled when it is first wanted.
    pub fn runtime(&self, variant: Variant) -> Result<Arc<PathBuf>, ReplayError> {
        let mut runtimes = self.runtimes.lock().unwrap_or_else(|e| e.into_inner());
        if let Some(object) = runtimes.get(&variant) {
            return Ok(object.clone());
        }
        let object = self.folder.path().join(format!("{}.o", variant.name()));
        let mut command = Command::new(&self.clang);
        command
            .args(["-std=gnu11", "-g", "-fPIE", "-fno-omit-frame-pointer", "-w", "-fno-builtin"])
            .args(variant.runtime_flags())
            .args(wraps::real_names())
            .arg("-c")
            .arg(self.folder.path().join("runtime.c"))
            .arg("-o")
            .arg(&object);
        succeed(&mut command, "compiling the replay runtime")?;
        let object = Arc::new(object);
        runtimes.insert(variant, object.clone());
        Ok(object)
    }
}

/// Runs a command that must succeed; its standard error is the message if it does not.
pub fn succeed(command: &mut Command, what: &str) -> Result<Vec<u8>, ReplayError> {
    let output = command.output().map_err(|e| io(Path::new(command.get_program()), e))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let mut text = String::from_utf8_lossy(&output.stderr).into_owned();
    if text.contains("libclang_rt.") {
        text.push_str("the sanitizers are not installed: apt-get install libclang-rt-19-dev\n");
    }
    Err(ReplayError::Command { what: what.into(), output: text })
}

fn on_path(names: &[&str]) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    names.iter().find_map(|name| env::split_paths(&path).map(|dir| dir.join(name)).find(|p| p.is_file()))
}
