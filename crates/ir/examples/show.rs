//! Prints a program as rethread sees it: `cargo run -p rethread-ir --example show -- a.c b.bc`.

use rethread_ir::{CHILD_ARGUMENT, LoadOptions, load, lower_child_main};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let [first, path] = &args[..]
        && first == CHILD_ARGUMENT
    {
        return ExitCode::from(lower_child_main(Path::new(path)));
    }
    let split = args.iter().position(|a| a == "--").unwrap_or(args.len());
    let inputs: Vec<PathBuf> = args[..split].iter().map(PathBuf::from).collect();
    let clang_flags = args.iter().skip(split + 1).cloned().collect();
    match load(&inputs, &LoadOptions { clang_flags, ..LoadOptions::default() }) {
        Ok(program) => {
            println!("{program}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
