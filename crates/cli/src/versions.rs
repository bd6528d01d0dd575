//! The two versions of `rethread diff`: files and folders that were named, or two revisions of a repository.
//!
//! Guarantee: a file has the name by which the user calls it from the working folder, also where it is read from a folder that
//! is gone afterwards. So what is found in a revision is found again in the store, whatever folder it is read from.

use crate::args::{Check, Diff};
use crate::check::{describe, load_program};
use crate::fail::Failure;
use crate::git::{Revisions, checkout};
use rethread_diff::prepared;
use rethread_explore::CheckSet;
use rethread_ir::Program;
use rethread_report::Run;
use std::path::{Path, PathBuf};

pub struct Versions {
    pub old: Version,
    pub new: Version,
    /// For the user.
    pub notes: Vec<String>,
    /// The folders are there as long as this is.
    _revisions: Option<Revisions>,
}

pub struct Version {
    /// As `check` would take it.
    check: Check,
    /// What stands for the working folder, if it is not that.
    folder: Option<PathBuf>,
}

impl Versions {
    pub fn of(options: &Diff) -> Result<Versions, Failure> {
        match &options.git {
            Some(range) => Versions::revisions(range, options),
            None => Versions::named(options),
        }
    }

    fn named(options: &Diff) -> Result<Versions, Failure> {
        let [old, new] = &options.versions[..] else {
            return Err(Failure(format!(
                "diff takes two versions, OLD and NEW ({} given); files of one version in a folder with a \
                 compile_commands.json",
                options.versions.len()
            )));
        };
        let version = |name: &String| {
            let folder = Path::new(name).is_dir();
            Version { check: taken(std::slice::from_ref(name), folder, options), folder: None }
        };
        Ok(Versions { old: version(old), new: version(new), notes: Vec::new(), _revisions: None })
    }

    fn revisions(range: &str, options: &Diff) -> Result<Versions, Failure> {
        if options.versions.is_empty() {
            return Err(Failure(
                "--git needs the files of the program, or a folder with a compile_commands.json".into(),
            ));
        }
        let revisions = checkout(range, options.build.as_deref())?;
        let (old, new) = revisions.file(".")?;
        let (mut old_names, mut new_names) = (Vec::new(), Vec::new());
        for name in &options.versions {
            let (old, new) = revisions.file(name)?;
            // A name that is not relative would lead out of the revision.
            let inner = |path: PathBuf| match Path::new(name).is_absolute() {
                true => path.display().to_string(),
                false => name.clone(),
            };
            old_names.push(inner(old));
            new_names.push(inner(new));
        }
        let version = |root: &Path, folder: PathBuf, names: Vec<String>| {
            let is_folder = names.len() == 1 && folder.join(&names[0]).is_dir();
            let mut check = taken(&names, is_folder, options);
            // What `__FILE__` is must not tell one folder from another.
            check.how.clang_flags.push(format!("-fmacro-prefix-map={}/=", root.display()));
            Version { check, folder: Some(folder) }
        };
        Ok(Versions {
            old: version(&revisions.old, old, old_names),
            new: version(&revisions.new, new, new_names),
            notes: revisions.notes.clone(),
            _revisions: Some(revisions),
        })
    }
}

fn taken(names: &[String], folder: bool, options: &Diff) -> Check {
    Check {
        files: if folder { Vec::new() } else { names.to_vec() },
        compile_commands: folder.then(|| Path::new(&names[0]).join("compile_commands.json")),
        how: options.how.clone(),
    }
}

impl Version {
    /// Where the names of its sources start.
    pub fn source_folder(&self) -> PathBuf {
        self.folder.clone().unwrap_or_else(|| std::env::current_dir().unwrap_or_default())
    }

    pub fn load(&self, checks: &CheckSet) -> Result<Program, Failure> {
        let mut program = self.inside(|| load_program(&self.check, checks))?;
        if let Some(folder) = &self.folder {
            let start = format!("{}/", folder.display());
            for name in program.files.iter_mut().chain(&mut program.origin.inputs) {
                if let Some(inner) = name.strip_prefix(&start) {
                    *name = inner.to_string();
                }
            }
        }
        Ok(prepared(program))
    }

    /// Of a revision: its tests are for the files that the user has, its source lines are its own.
    pub fn describe(&self, program: &Program, checks: &CheckSet) -> Result<Run, Failure> {
        let mut run = self.inside(|| describe(&self.check, program, checks))?;
        if let Some(folder) = &self.folder {
            let home = std::env::current_dir()?;
            let (from, to) = (folder.display().to_string(), home.display().to_string());
            for unit in &mut run.build.inputs {
                unit.flags.retain(|flag| !flag.starts_with("-fmacro-prefix-map="));
                unit.flags.iter_mut().for_each(|flag| *flag = flag.replace(&from, &to));
                if let Some(inner) = unit.directory.as_ref().and_then(|d| d.strip_prefix(folder).ok()) {
                    unit.directory = Some(home.join(inner));
                }
            }
            run.build.cwd = home;
            run.sources = Some(folder.clone());
        }
        Ok(run)
    }

    /// With the working folder where this version is: that is what relative names and flags are about.
    fn inside<T>(&self, work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
        let Some(folder) = &self.folder else { return work() };
        let home = std::env::current_dir()?;
        std::env::set_current_dir(folder)?;
        let done = work();
        std::env::set_current_dir(home)?;
        done
    }
}
