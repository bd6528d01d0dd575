//! Names that are the same after an unrelated edit elsewhere in the program.
//!
//! A function or global is its symbol, with its unit in front if it is internal; a block, register or
//! instruction is named inside its function. Nothing here is a number that counts through the program.

use crate::{BlockId, FuncId, GlobalId, Linkage, Program, Reg};

impl Program {
    /// `name`, or `unit:name` for an internal function.
    pub fn function_name(&self, f: FuncId) -> String {
        let function = self.function(f);
        symbol(&function.unit, &function.name, function.linkage)
    }

    /// `name`, or `unit:name` for an internal global.
    pub fn global_name(&self, g: GlobalId) -> String {
        let global = self.global(g);
        symbol(&global.unit, &global.name, global.linkage)
    }

    /// `function:block`.
    pub fn block_name(&self, f: FuncId, b: BlockId) -> String {
        format!("{}:{}", self.function_name(f), self.function(f).block(b).name)
    }

    /// `function:block:index`.
    pub fn inst_name(&self, f: FuncId, b: BlockId, index: usize) -> String {
        format!("{}:{index}", self.block_name(f, b))
    }

    /// `function:register`.
    pub fn reg_name(&self, f: FuncId, r: Reg) -> String {
        format!("{}:{}", self.function_name(f), self.function(f).reg(r).name)
    }
}

fn symbol(unit: &str, name: &str, linkage: Linkage) -> String {
    if linkage == Linkage::Internal { format!("{unit}:{name}") } else { name.to_string() }
}
