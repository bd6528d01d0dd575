//! C in, programs out, for the tests of this crate.
#![allow(dead_code)]

use rethread_ir::{Function, Inst, Isolation, LoadError, LoadOptions, Op, Program, load};
use std::path::{Path, PathBuf};
use std::process::Command;

pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a temporary folder"))
    }
    pub fn path(&self) -> &Path {
        self.0.path()
    }
    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, text).expect("the temporary folder is writable");
        path
    }
    /// Bitcode by plain clang, as a user would make it.
    pub fn bitcode(&self, name: &str, text: &str, flags: &[&str]) -> PathBuf {
        let source = self.write(name, text);
        let out = source.with_extension("bc");
        let status = Command::new("clang-19")
            .args(["-g", "-w", "-emit-llvm", "-c", "-o"])
            .arg(&out)
            .args(flags)
            .arg(&source)
            .status()
            .expect("clang-19 runs");
        assert!(status.success(), "clang-19 {flags:?} {name}");
        out
    }
}

pub fn options() -> LoadOptions {
    LoadOptions { isolation: Isolation::InProcess, ..LoadOptions::default() }
}

pub fn try_files(files: &[(&str, &str)]) -> Result<Program, LoadError> {
    let folder = Folder::new();
    let paths: Vec<PathBuf> = files.iter().map(|(name, text)| folder.write(name, text)).collect();
    load(&paths, &options())
}

pub fn files(files: &[(&str, &str)]) -> Program {
    try_files(files).expect("the files load")
}

/// The text as rethread compiles it.
pub fn c(text: &str) -> Program {
    files(&[("t.c", text)])
}

/// The text as clang compiles it with these flags.
pub fn given(text: &str, flags: &[&str]) -> Program {
    let folder = Folder::new();
    let path = folder.bitcode("t.c", text, flags);
    load(&[path], &options()).expect("the bitcode loads")
}

pub fn function<'p>(program: &'p Program, name: &str) -> &'p Function {
    program.function(program.find_function(name).unwrap_or_else(|| panic!("no function {name}")))
}

pub fn insts(f: &Function) -> impl Iterator<Item = &Inst> {
    f.blocks.iter().flat_map(|b| &b.insts)
}

/// (construct, line) of everything unsupported in a program.
pub fn unsupported(program: &Program) -> Vec<(String, u32)> {
    let all = program.functions.iter().flat_map(insts);
    all.filter_map(|inst| match &inst.op {
        Op::Unsupported { construct } => {
            Some((construct.clone(), program.location(inst.loc).map_or(0, |l| l.at.line)))
        }
        _ => None,
    })
    .collect()
}
