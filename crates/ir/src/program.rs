//! Functions, globals and the whole program.

use crate::{
    BlockId, Const, DebugType, DebugTypeId, FileId, FuncId, GlobalId, Inst, Loc, LocId, Location, Reg,
    TypeId, TypeTable,
};
use serde::{Deserialize, Serialize};

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Linkage {
    External,
    /// May be overridden by an `External` definition.
    Weak,
    /// Visible in its own unit only.
    Internal,
    /// A copy of a definition that should exist elsewhere (C99 `inline`, glibc's header inlines): used
    /// only if neither a unit nor a model defines the symbol.
    Inline,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Param {
    pub ty: TypeId,
    /// The argument is a pointer to a private copy of this type.
    pub byval: Option<TypeId>,
    /// C type and name, where debug information has them. After ABI lowering one C parameter may be
    /// two IR ones; then this is None and `Function::debug_params` is the only truth.
    pub debug: Option<DebugTypeId>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RegInfo {
    /// Stable inside its function: LLVM's value name, else `%<block>.<position>`.
    pub name: String,
    pub ty: TypeId,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Block {
    pub name: String,
    /// Phis first, terminator last. Never empty.
    pub insts: Vec<Inst>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Function {
    /// The symbol.
    pub name: String,
    /// The source file as given, for internal symbols of the same name in several files.
    pub unit: String,
    pub linkage: Linkage,
    pub params: Vec<Param>,
    pub ret: TypeId,
    pub varargs: bool,
    pub noreturn: bool,
    /// Parameters take the first `params.len()` registers.
    pub regs: Vec<RegInfo>,
    /// Empty for a declaration.
    pub blocks: Vec<Block>,
    pub loc: Option<Loc>,
    /// C-level parameters: name and type.
    pub debug_params: Vec<(String, DebugTypeId)>,
    /// Part of rethread's own libc models: skipped in stacks, errors are at the caller's line.
    pub is_model: bool,
}

impl Function {
    pub fn is_declaration(&self) -> bool {
        self.blocks.is_empty()
    }
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.0 as usize]
    }
    pub fn reg(&self, r: Reg) -> &RegInfo {
        &self.regs[r.0 as usize]
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Global {
    pub name: String,
    pub unit: String,
    pub linkage: Linkage,
    pub ty: TypeId,
    pub size: u64,
    pub align: u64,
    pub is_const: bool,
    pub thread_local: bool,
    /// None for a declaration without definition.
    pub init: Option<Const>,
    pub loc: Option<Loc>,
    pub debug: Option<DebugTypeId>,
    pub is_model: bool,
}

/// `__attribute__((alias("target")))`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Alias {
    pub name: String,
    pub linkage: Linkage,
    pub target: Const,
}

/// What the program was made from.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Origin {
    /// `clang version 19.1.x` as it names itself; None if nothing was compiled.
    pub clang: Option<String>,
    /// The inputs as given.
    pub inputs: Vec<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Program {
    pub types: TypeTable,
    pub functions: Vec<Function>,
    pub globals: Vec<Global>,
    /// File names as clang was given them.
    pub files: Vec<String>,
    pub locations: Vec<Location>,
    pub debug_types: Vec<DebugType>,
    /// `__attribute__((constructor))`: in the order they run.
    pub constructors: Vec<FuncId>,
    /// In the order they run.
    pub destructors: Vec<FuncId>,
    /// Priority of each entry of `constructors`; 65535 where C gave none.
    pub constructor_priorities: Vec<u32>,
    /// Priority of each entry of `destructors`.
    pub destructor_priorities: Vec<u32>,
    /// Other names of functions and globals. References inside the unit are already resolved.
    pub aliases: Vec<Alias>,
    pub origin: Origin,
}

impl Program {
    pub fn function(&self, id: FuncId) -> &Function {
        &self.functions[id.0 as usize]
    }
    pub fn global(&self, id: GlobalId) -> &Global {
        &self.globals[id.0 as usize]
    }
    /// The function of that name that other units can see (internal ones are found too, if unique).
    pub fn find_function(&self, name: &str) -> Option<FuncId> {
        let mut internal = None;
        for (i, f) in self.functions.iter().enumerate() {
            if f.name == name {
                if f.linkage != Linkage::Internal {
                    return Some(FuncId(i as u32));
                }
                internal = Some(FuncId(i as u32));
            }
        }
        let alias = self.aliases.iter().find(|a| a.name == name).and_then(|a| match a.target {
            Const::Function(f) => Some(f),
            _ => None,
        });
        alias.or(internal)
    }
    /// Sets the constructors from (priority, function) in the order of the units.
    pub fn set_constructors(&mut self, mut list: Vec<(u32, FuncId)>) {
        list.sort_by_key(|&(priority, _)| priority);
        (self.constructor_priorities, self.constructors) = list.into_iter().unzip();
    }
    /// Sets the destructors from (priority, function) in the order of the units; they run backwards.
    pub fn set_destructors(&mut self, mut list: Vec<(u32, FuncId)>) {
        list.sort_by_key(|&(priority, _)| priority);
        list.reverse();
        (self.destructor_priorities, self.destructors) = list.into_iter().unzip();
    }
    pub fn location(&self, id: LocId) -> Option<&Location> {
        self.locations.get(id.0 as usize)
    }
    pub fn file(&self, id: FileId) -> &str {
        &self.files[id.0 as usize]
    }
}
