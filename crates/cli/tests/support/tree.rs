//! Finds the programs below `tests/programs` and `examples`: every `.c` and `.ll` file is a program or a part of one,
//! but for two versions of a program (`name.old.c`, `name.new.c`).

use super::directives::{self, Expectation, Role};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

pub struct Program {
    /// `topic/name.c`: what a filter matches.
    pub name: String,
    pub path: PathBuf,
    /// Or why there is none: a finding like any other.
    pub expectation: Result<Expectation, String>,
}

impl Program {
    /// Two versions: before and now. Nothing if it is one program.
    pub fn versions(&self) -> Option<[PathBuf; 2]> {
        let name = base_name(&self.path);
        let old = self.path.with_file_name(name.strip_suffix(directives::NEW)?.to_string() + directives::OLD);
        Some([old, self.path.clone()])
    }

    /// The files to hand to rethread, the program's own first.
    pub fn files(&self, expectation: &Expectation) -> Vec<PathBuf> {
        let beside = |name: &String| self.path.with_file_name(name);
        std::iter::once(self.path.clone()).chain(expectation.files.iter().map(beside)).collect()
    }
}

pub fn root() -> PathBuf {
    let crate_dir = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = crate_dir.ancestors().nth(2).expect("the crate lies two folders below the root");
    root.join("tests/programs")
}

fn examples() -> PathBuf {
    root().join("../../examples")
}

/// All programs, by name.
pub fn programs() -> Vec<Program> {
    let mut paths = Vec::new();
    collect(&root(), &mut paths);
    // What `make run` shows is tested like everything else.
    collect(&examples(), &mut paths);
    paths.retain(|p| !is_version(p));
    read(paths)
}

/// Two versions of a program each, by the name of the new one.
pub fn pairs() -> Vec<Program> {
    let mut paths = Vec::new();
    collect(&root(), &mut paths);
    paths.retain(|p| base_name(p).ends_with(directives::NEW));
    read(paths)
}

fn read(mut paths: Vec<PathBuf>) -> Vec<Program> {
    let root = root();
    paths.sort();

    let mut programs = Vec::new();
    let mut parts = BTreeMap::new();
    for path in paths {
        let base = base_name(&path);
        let source = fs::read_to_string(&path).map_err(|e| format!("{base}: {e}"));
        match source.and_then(|source| directives::parse(&base, &source)) {
            Ok(Role::PartOf(whole)) => {
                parts.insert(path.clone(), path.with_file_name(whole));
            }
            Ok(Role::Program(e)) => programs.push(program(&root, path, Ok(*e))),
            Err(why) => programs.push(program(&root, path, Err(why))),
        }
    }
    check_parts(&mut programs, &parts);
    programs
}

fn program(root: &Path, path: PathBuf, expectation: Result<Expectation, String>) -> Program {
    let example = || path.strip_prefix(examples()).map(|p| Path::new("examples").join(p));
    let name = path.strip_prefix(root).map(Path::to_path_buf).or_else(|_| example());
    let name = name.unwrap_or_else(|_| path.clone()).display().to_string();
    Program { name, path, expectation }
}

/// A part and its program name each other, or the program fails.
fn check_parts(programs: &mut Vec<Program>, parts: &BTreeMap<PathBuf, PathBuf>) {
    for program in programs.iter_mut() {
        let Ok(expectation) = &program.expectation else { continue };
        let stray = program
            .files(expectation)
            .into_iter()
            .skip(1)
            .find(|file| parts.get(file) != Some(&program.path));
        if let Some(file) = stray {
            program.expectation =
                Err(format!("{} has no `// part of: {}`", file.display(), base_name(&program.path)));
        }
    }
    for (part, whole) in parts {
        let wanted =
            |p: &Program| p.path == *whole && p.expectation.as_ref().is_ok_and(|e| p.files(e).contains(part));
        if !programs.iter().any(wanted) {
            let why = format!("{} does not list it in `// files:`", base_name(whole));
            programs.push(program(&root(), part.clone(), Err(why)));
        }
    }
}

fn is_version(path: &Path) -> bool {
    let name = base_name(path);
    name.ends_with(directives::OLD) || name.ends_with(directives::NEW)
}

pub fn base_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries =
            fs::read_dir(&folder).unwrap_or_else(|e| panic!("cannot list {}: {e}", folder.display()));
        for entry in entries {
            let path = entry.expect("a folder's entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "c" || e == "ll") {
                paths.push(path);
            }
        }
    }
}
