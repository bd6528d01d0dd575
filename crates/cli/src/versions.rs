//! The two versions of `rethread diff`: files and folders that were named, or two revisions of a repository.
//!
//! Guarantee: a file has the name by which the user calls it from the working folder, also where it is read from a folder that
//! is gone afterwards. So what is found in a revision is found again in the store, whatever folder it is read from.

use crate::args::{Check, Diff};
use crate::check::{describe, load_program};
use crate::fail::Failure;
use crate::git::{Revisions, checkout, relative, short};
use crate::interrupt::Interrupt;
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
    /// If it is a revision.
    tree: Option<Tree>,
}

/// Where the files of a revision are.
struct Tree {
    root: PathBuf,
    /// What stands for the working folder, from the root.
    prefix: PathBuf,
    /// The root that the user has.
    home: PathBuf,
    commit: String,
}

impl Tree {
    fn folder(&self) -> PathBuf {
        self.root.join(&self.prefix)
    }

    /// As the user calls it from the working folder; what is not of the revision keeps its name.
    fn name(&self, file: &str) -> String {
        match Path::new(file).strip_prefix(&self.root) {
            Ok(inner) => relative(&self.prefix, inner).display().to_string(),
            Err(_) => file.to_string(),
        }
    }
}

impl Versions {
    pub fn of(options: &Diff, interrupt: &Interrupt) -> Result<Versions, Failure> {
        match &options.git {
            Some(range) => Versions::revisions(range, options, interrupt),
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
            Version { check: taken(std::slice::from_ref(name), folder, options), tree: None }
        };
        Ok(Versions { old: version(old), new: version(new), notes: Vec::new(), _revisions: None })
    }

    fn revisions(range: &str, options: &Diff, interrupt: &Interrupt) -> Result<Versions, Failure> {
        if options.versions.is_empty() {
            return Err(Failure(
                "--git needs the files of the program, or a folder with a compile_commands.json".into(),
            ));
        }
        let revisions = checkout(range, options.build.as_deref(), &|| interrupt.asked())?;
        let mut names = Vec::new();
        for name in &options.versions {
            revisions.file(name)?;
            names.push(revisions.name(name)?);
        }
        let version = |root: &Path, commit: &str| {
            let (root, prefix) = (root.to_path_buf(), revisions.prefix().to_path_buf());
            let tree = Tree { root, prefix, home: revisions.home().to_path_buf(), commit: short(commit) };
            let is_folder = names.len() == 1 && tree.folder().join(&names[0]).is_dir();
            let mut check = taken(&names, is_folder, options);
            // What `__FILE__` is must not tell one folder from another.
            check.how.clang_flags.push(format!("-fmacro-prefix-map={}/=", tree.root.display()));
            Version { check, tree: Some(tree) }
        };
        // The working folder may be one that a revision does not have.
        revisions.file(".")?;
        Ok(Versions {
            old: version(&revisions.old, &revisions.old_commit),
            new: version(&revisions.new, &revisions.new_commit),
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
        let folder = self.tree.as_ref().map(Tree::folder);
        folder.unwrap_or_else(|| std::env::current_dir().unwrap_or_default())
    }

    pub fn load(&self, checks: &CheckSet) -> Result<Program, Failure> {
        let mut program = self.inside(|| load_program(&self.check, checks))?;
        if let Some(tree) = &self.tree {
            for name in program.files.iter_mut().chain(&mut program.origin.inputs) {
                *name = tree.name(name);
            }
        }
        Ok(prepared(program))
    }

    /// Of a revision: its tests are for the files that the user has, its source lines are its own.
    pub fn describe(&self, program: &Program, checks: &CheckSet) -> Result<Run, Failure> {
        let mut run = self.inside(|| describe(&self.check, program, checks))?;
        if let Some(tree) = &self.tree {
            let (from, to) = (tree.root.display().to_string(), tree.home.display().to_string());
            for unit in &mut run.build.inputs {
                unit.file = tree.name(&unit.file);
                unit.flags.retain(|flag| !flag.starts_with("-fmacro-prefix-map="));
                unit.flags.iter_mut().for_each(|flag| *flag = flag.replace(&from, &to));
                if let Some(inner) = unit.directory.as_ref().and_then(|d| d.strip_prefix(&tree.root).ok()) {
                    unit.directory = Some(tree.home.join(inner));
                }
            }
            run.build.cwd = std::env::current_dir()?;
            run.sources = Some(tree.folder());
            run.revision = Some(tree.commit.clone());
        }
        Ok(run)
    }

    /// With the working folder where this version is: that is what relative names and flags are about.
    fn inside<T>(&self, work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
        let Some(tree) = &self.tree else { return work() };
        let home = std::env::current_dir()?;
        std::env::set_current_dir(tree.folder())?;
        let done = work();
        std::env::set_current_dir(home)?;
        done
    }
}
