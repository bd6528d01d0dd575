//! The native program: compiled once for each flavour that is wanted.

use crate::driver;
use crate::flavour::{Flavour, Variant};
use crate::lines::{self, Lines};
use crate::tools::{Folder, Tools, io, succeed};
use crate::wraps;
use crate::{Outcome, ReplayError};
use rethread_testcase::{Build, Place, Unit};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};

/// What is an error in the program's dialect is for the front end to say, and it did not.
pub const LENIENT: [&str; 7] = [
    "-w",
    "-Wno-error",
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=return-type",
];

/// An executable, and what linking left open.
#[derive(Debug)]
pub struct Binary {
    pub path: PathBuf,
    /// Functions that nobody defines: a call to one ends the run.
    pub undefined: Vec<String>,
    /// Which code belongs to which line; only where a schedule is forced.
    pub lines: Lines,
    /// Call stacks that were looked up before: a run that is repeated has the same ones.
    pub stacks: Mutex<BTreeMap<Vec<u64>, Vec<Place>>>,
}

pub struct Program<'a> {
    tools: &'a Tools,
    build: &'a Build,
    folder: Folder,
    /// One lock a flavour, so that two can be compiled at once and none twice.
    binaries: BTreeMap<Variant, Mutex<Option<Arc<Binary>>>>,
}

impl<'a> Program<'a> {
    pub fn new(tools: &'a Tools, build: &'a Build) -> Result<Program<'a>, ReplayError> {
        let both =
            |flavour| [false, true].map(|scheduled| (Variant { flavour, scheduled }, Mutex::new(None)));
        let binaries = Flavour::ALL.into_iter().flat_map(both).collect();
        Ok(Program { tools, build, folder: tools.folder()?, binaries })
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Everything that was built for it, to outlive it.
    pub fn into_folder(self) -> Folder {
        self.folder
    }

    pub fn name(&self) -> &str {
        if self.build.name.is_empty() { "program" } else { &self.build.name }
    }

    /// What it is made of, for a person.
    pub fn files(&self) -> String {
        self.build.inputs.iter().map(|unit| unit.file.as_str()).collect::<Vec<_>>().join(", ")
    }

    /// Why this flavour sees nothing in this program.
    pub fn blind(&self, flavour: Flavour) -> Option<String> {
        let only_bitcode = !self.build.inputs.iter().any(is_c);
        (flavour == Flavour::Undefined && only_bitcode).then(|| {
            "arithmetic is only checked natively in programs compiled from C, this one is bitcode".into()
        })
    }

    /// The executable of this variant, built when it is first wanted.
    pub fn binary(&self, variant: Variant) -> Result<Arc<Binary>, ReplayError> {
        let mut slot = self.binaries[&variant].lock().unwrap_or_else(|e| e.into_inner());
        if let Some(binary) = &*slot {
            return Ok(binary.clone());
        }
        let binary = Arc::new(self.link(variant)?);
        *slot = Some(binary.clone());
        Ok(binary)
    }

    fn link(&self, variant: Variant) -> Result<Binary, ReplayError> {
        let folder = self.folder.path().join(variant.name());
        fs::create_dir_all(&folder).map_err(|e| io(&folder, e))?;
        let mut objects = vec![self.tools.runtime(variant)?.to_path_buf()];
        for (index, unit) in self.build.inputs.iter().enumerate() {
            objects.push(self.compile(variant, unit, &folder.join(format!("{index}.o")))?);
        }
        let path = folder.join("program");
        let command = |more: &[&str]| {
            let mut command = Command::new(&self.tools.clang);
            command.current_dir(&self.build.cwd).args(["-pie", "-g", "-rdynamic"]);
            command.args(variant.flavour.flags());
            if variant.scheduled {
                command.arg(format!("-Wl,--wrap={}", wraps::MAIN));
            }
            // The first definition counts: the runtime's own, then the program's, then its models'.
            command.arg("-Wl,--allow-multiple-definition").args(more);
            command.args(&objects).arg("-o").arg(&path);
            for unit in &self.build.inputs {
                command.args(unit.flags.iter().filter(|f| f.starts_with("-l") || f.starts_with("-L")));
            }
            command.args(["-lm", "-lpthread", "-ldl"]);
            command
        };
        let undefined = match succeed(&mut command(&[]), "linking the program") {
            Ok(_) => Vec::new(),
            // Functions without a body matter only to the runs that call one.
            Err(ReplayError::Command { output, .. }) if !undefined_names(&output).is_empty() => {
                let open = "-Wl,--unresolved-symbols=ignore-all";
                succeed(&mut command(&[open]), "linking the program")?;
                undefined_names(&output)
            }
            Err(other) => return Err(other),
        };
        let lines = match variant.scheduled {
            true => lines::of(self.tools, &path)?,
            false => Lines::default(),
        };
        Ok(Binary { path, undefined, lines, stacks: Mutex::default() })
    }

    fn compile(&self, variant: Variant, unit: &'a Unit, object: &Path) -> Result<PathBuf, ReplayError> {
        let mut file = PathBuf::from(&unit.file);
        // A compile command has a folder of its own; what is shown may be relative to either.
        if !self.directory(unit).join(&file).exists() {
            file = self.build.cwd.join(file);
        }
        let mut flags: Vec<OsString> = Vec::new();
        if is_c(unit) {
            flags = self.c_flags(unit);
            if let Some(entry) = self.build.entry.as_ref().filter(|e| e.file == unit.file) {
                let text = driver::source(entry, &self.directory(unit).join(&file));
                file = object.with_extension("entry.c");
                fs::write(&file, text).map_err(|e| io(&file, e))?;
            }
        }
        let what = format!("compiling {}", unit.file);
        let flavour = variant.flavour;
        if is_c(unit) && variant.through_bitcode() {
            let bitcode = object.with_extension("bc");
            let mut command = self.command(&self.tools.clang, unit);
            // As it is explored: no optimisation, and nothing that forbids one.
            command.args(flags.drain(..)).args(["-g", "-O1", "-Xclang", "-disable-llvm-passes", "-fPIE"]);
            if variant.scheduled {
                command.args(flavour.flags());
            }
            command.args(["-emit-llvm", "-c"]).arg(&file).arg("-o").arg(&bitcode);
            succeed(&mut command, &what)?;
            file = bitcode;
        }
        if let Some(passes) = variant.passes().filter(|_| !is_c(unit) || variant.through_bitcode()) {
            let prepared = object.with_extension("opt.bc");
            let mut command = self.command(self.tools.opt()?, unit);
            succeed(command.args(passes).arg(&file).arg("-o").arg(&prepared), &what)?;
            file = prepared;
        }
        let mut command = self.command(&self.tools.clang, unit);
        command.args(flags).args(["-g", "-O0", "-fPIE", "-fno-lto", "-fno-omit-frame-pointer"]);
        command.args(["-fno-optimize-sibling-calls", "-w"]).args(flavour.flags());
        succeed(command.arg("-c").arg(&file).arg("-o").arg(object), &what)?;
        if variant.scheduled {
            let names = object.with_extension("names");
            fs::write(&names, wraps::renamings()).map_err(|e| io(&names, e))?;
            let mut command = Command::new(self.tools.objcopy()?);
            command.arg(format!("--redefine-syms={}", names.display())).arg(object);
            succeed(&mut command, &what)?;
        }
        Ok(object.to_owned())
    }

    fn directory(&self, unit: &'a Unit) -> &'a Path {
        unit.directory.as_ref().unwrap_or(&self.build.cwd)
    }

    fn command(&self, tool: &Path, unit: &'a Unit) -> Command {
        let mut command = Command::new(tool);
        command.current_dir(self.directory(unit));
        command
    }

    fn c_flags(&self, unit: &Unit) -> Vec<OsString> {
        let mut flags: Vec<OsString> = unit.flags.iter().map(OsString::from).collect();
        flags.extend(["-U_FORTIFY_SOURCE", "-fno-sanitize=all", "-idirafter"].map(OsString::from));
        flags.push(self.tools.include_folder().into());
        flags.extend(LENIENT.map(OsString::from));
        flags
    }
}

pub fn is_c(unit: &Unit) -> bool {
    !(unit.file.ends_with(".bc") || unit.file.ends_with(".ll"))
}

/// The names that GNU ld and lld complain about.
fn undefined_names(output: &str) -> Vec<String> {
    let mut names: Vec<String> = output
        .lines()
        .filter_map(|line| {
            let (_, rest) = line
                .split_once("undefined reference to `")
                .or_else(|| line.split_once("undefined symbol: "))?;
            Some(rest.trim_end_matches(['\'', '\u{2019}']).to_owned())
        })
        .collect();
    names.sort();
    names.dedup();
    names
}

/// Says so where a function without a body may be why.
pub fn explain_undefined(binary: &Binary, outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Diverged(mut how) if !binary.undefined.is_empty() => {
            how.got.push_str(&format!(" (functions without a body: {})", binary.undefined.join(", ")));
            Outcome::Diverged(how)
        }
        other => other,
    }
}
