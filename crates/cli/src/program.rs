//! A program to analyse without exploring it: files, models, and where it starts.

use crate::fail::Failure;
use crate::nearest::hint;
use rethread_ir::{FuncId, LoadOptions, Program, link_models, load};
use std::path::PathBuf;

/// What `clang_flags`, `compile_commands` and models are for all of them.
pub struct Given<'a> {
    pub files: &'a [String],
    pub models: &'a [String],
    pub compile_commands: Option<PathBuf>,
    pub clang_flags: &'a [String],
}

pub fn load_program(given: &Given) -> Result<Program, Failure> {
    let paths = |list: &[String]| list.iter().map(PathBuf::from).collect::<Vec<_>>();
    let mut how = LoadOptions {
        clang_flags: given.clang_flags.to_vec(),
        compile_commands: given.compile_commands.clone(),
        ..LoadOptions::default()
    };
    let mut program = load(&paths(given.files), &how)?;
    if !given.models.is_empty() {
        how.compile_commands = None;
        link_models(&mut program, &load(&paths(given.models), &how)?);
    }
    rethread_engine::add_models(&mut program);
    Ok(program)
}

/// The function to start from.
pub fn entry(program: &Program, name: &str) -> Result<FuncId, Failure> {
    let entry = program.find_function(name).filter(|&f| !program.function(f).is_declaration());
    entry.ok_or_else(|| {
        let names = program.functions.iter().filter(|f| !f.is_declaration() && !f.is_model);
        let hint = hint(name, names.map(|f| &*f.name));
        Failure(format!(
            "the program has no function `{name}` to start from; --entry NAME starts elsewhere{hint}"
        ))
    })
}
