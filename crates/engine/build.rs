//! Compiles the libc models and embeds them as a lowered program: a run then starts without clang
//! having to look at them again.

use rethread_ir::{Isolation, LoadOptions};
use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-changed=models");
    println!("cargo::rerun-if-env-changed=RETHREAD_CLANG");
    let dir = Path::new(&std::env::var("CARGO_MANIFEST_DIR").expect("set by cargo")).join("models");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&dir)
        .expect("the models are part of the source")
        .map(|e| e.expect("readable").path())
        .filter(|p| p.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    let options = LoadOptions {
        clang_flags: vec!["-std=gnu17".into(), "-fno-builtin".into(), "-w".into()],
        isolation: Isolation::InProcess,
        ..LoadOptions::default()
    };
    let mut program = match rethread_ir::load(&files, &options) {
        Ok(p) => p,
        Err(e) => {
            eprintln!("the libc models do not compile: {e}");
            std::process::exit(1);
        }
    };
    // Where this was built is nobody's business.
    for file in &mut program.files {
        if let Some(name) = Path::new(&*file).file_name() {
            *file = format!("<rethread>/{}", name.to_string_lossy());
        }
    }
    for f in &mut program.functions {
        f.unit = String::from("<rethread>");
    }
    for g in &mut program.globals {
        g.unit = String::from("<rethread>");
    }
    let bytes = postcard::to_stdvec(&program).expect("a program can be serialised");
    let out = Path::new(&std::env::var("OUT_DIR").expect("set by cargo")).join("models.bin");
    std::fs::write(out, bytes).expect("the build directory is writable");
}
