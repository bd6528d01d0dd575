//! From an LLVM module to a [`Program`].
//!
//! Guarantee: every instruction clang 19 emits for C at -O0 to -O2 is represented; what has no meaning
//! becomes [`Op::Unsupported`](crate::Op::Unsupported) at its place. Names depend only on the function
//! (or the contents of the string) they belong to. Cost: linear in the size of the module.
//!
//! The way through: `llvm` asks, `module` declares symbols and walks, `function` numbers registers and
//! blocks, `instruction` and `call` translate, `types`, `constants` and `debug` are used by all.

mod asm;
mod call;
mod constants;
mod debug;
mod function;
mod instruction;
#[allow(unsafe_code)]
mod llvm;
mod module;
mod types;

pub use debug::SourceNames;

use crate::{BlockId, FuncId, GlobalId, Program, TypeId};
use debug::DebugTables;
use llvm::{Block, Md, Module, Ty, Value};
use rustc_hash::FxHashMap;
use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum LowerError {
    #[error("{path}: {message}")]
    Read { path: String, message: String },
    #[error("{path}: neither LLVM bitcode nor textual IR that LLVM 19 can read: {message}")]
    Parse { path: String, message: String },
    #[error("{path}: LLVM's verifier rejects this module: {message}")]
    Broken { path: String, message: String },
    #[error("{path}: made for {target}; rethread understands 64-bit little-endian x86 (x86_64-linux) only")]
    Target { path: String, target: String },
    #[error("{path}: LLVM could not normalise this module: {message}")]
    Passes { path: String, message: String },
}

/// Where a module comes from, which decides how far it is trusted and what may be done to it.
#[derive(Clone, Debug)]
pub enum Source {
    /// Compiled by rethread: locals are put into registers, names are as typed.
    Compiled(SourceNames),
    /// Given by the user: verified, and taken as it is.
    Given,
}

/// The layout clang uses for x86_64-linux, for hand-written IR that names none.
const X86_64: &std::ffi::CStr =
    c"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";

/// Lowers the bitcode or IR in `bytes`; `path` is for messages and the name of the unit.
pub fn lower(bytes: &[u8], path: &str, source: &Source) -> Result<Program, LowerError> {
    let path = path.to_string();
    if bytes.is_empty() {
        // To LLVM this is IR with nothing in it.
        return Err(LowerError::Read { path, message: "the file is empty".to_string() });
    }
    let module =
        Module::parse(bytes, &path).map_err(|message| LowerError::Parse { path: path.clone(), message })?;
    if module.data_layout_text().is_empty() {
        module.set_data_layout(X86_64);
    }
    let triple = module.triple();
    if module.pointer_size() != 8
        || !module.is_little_endian()
        || !(triple.is_empty() || triple.starts_with("x86_64"))
    {
        return Err(LowerError::Target { path, target: triple });
    }
    let names = match source {
        Source::Compiled(names) => {
            // Nothing that merges or invents branches: only locals into registers.
            module.mark_unwritten_locals();
            module
                .run_passes(c"mem2reg")
                .map_err(|message| LowerError::Passes { path: path.clone(), message })?;
            module.drop_unused_marks();
            names.clone()
        }
        Source::Given => {
            module.verify().map_err(|message| LowerError::Broken { path: path.clone(), message })?;
            let ran_in = PathBuf::from(module.compile_directory().unwrap_or_default());
            SourceNames { ran_in, main: None, elsewhere: false }
        }
    };
    let unit = match &names.main {
        Some((_, shown)) => shown.clone(),
        None => Some(module.source_file_name()).filter(|n| !n.is_empty()).unwrap_or(path),
    };
    let mut lowerer = Lowerer::new(&module, names, unit);
    lowerer.module();
    Ok(lowerer.program)
}

/// Ids of the attributes and metadata that matter.
struct Kinds {
    byval: u32,
    sret: u32,
    noreturn: u32,
    returns_twice: u32,
    dbg: u32,
}

/// Everything known about one module while it is lowered.
struct Lowerer<'m> {
    module: &'m Module,
    names: SourceNames,
    unit: String,
    kinds: Kinds,
    program: Program,
    type_ids: FxHashMap<Ty<'m>, TypeId>,
    function_ids: FxHashMap<Value<'m>, FuncId>,
    global_ids: FxHashMap<Value<'m>, GlobalId>,
    block_ids: FxHashMap<Block<'m>, BlockId>,
    debug: DebugTables<'m>,
    /// Local variables that debug records describe, by function.
    declared: FxHashMap<Value<'m>, Vec<Md<'m>>>,
}

impl<'m> Lowerer<'m> {
    fn new(module: &'m Module, names: SourceNames, unit: String) -> Self {
        Lowerer {
            module,
            names,
            unit,
            kinds: Kinds {
                byval: module.attribute_kind("byval"),
                sret: module.attribute_kind("sret"),
                noreturn: module.attribute_kind("noreturn"),
                returns_twice: module.attribute_kind("returns_twice"),
                dbg: module.metadata_kind("dbg"),
            },
            program: Program::default(),
            type_ids: FxHashMap::default(),
            function_ids: FxHashMap::default(),
            global_ids: FxHashMap::default(),
            block_ids: FxHashMap::default(),
            debug: DebugTables::default(),
            declared: debug::declared_variables(module),
        }
    }
}
