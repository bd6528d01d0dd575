//! Module level: symbols, initialisers, aliases, constructors.
//!
//! Guarantee: names do not depend on what else is in the module. clang numbers string literals through
//! the whole file (`.str.7`), so they are named by their contents instead.

use super::Lowerer;
use super::llvm::{LLVMLinkage, LLVMValueKind, Value};
use crate::{Alias, BlockId, Const, FuncId, Function, Global, GlobalId, Linkage, Param};
use rustc_hash::FxHashMap;

impl<'m> Lowerer<'m> {
    pub fn module(&mut self) {
        let module = self.module;
        // Ids first: bodies and initialisers refer to each other.
        let functions: Vec<Value<'m>> = module
            .functions()
            .filter(|f| f.intrinsic().is_none() && !f.name().starts_with("llvm."))
            .collect();
        for (i, &f) in functions.iter().enumerate() {
            self.function_ids.insert(f, FuncId(i as u32));
            for (b, block) in f.blocks().enumerate() {
                self.block_ids.insert(block, BlockId(b as u32));
            }
        }
        // `llvm.*` globals are for the linker, not for the program.
        let globals: Vec<Value<'m>> = module.globals().filter(|g| !is_linker_array(*g)).collect();
        for (i, &g) in globals.iter().enumerate() {
            self.global_ids.insert(g, GlobalId(i as u32));
        }
        for &g in &globals {
            let global = self.global(g);
            self.program.globals.push(global);
        }
        for &f in &functions {
            let function = self.function(f);
            self.program.functions.push(function);
        }
        self.name_literals(&globals);
        for alias in module.aliases() {
            let target = self.constant(alias.aliasee());
            let linkage = linkage(alias.linkage());
            self.program.aliases.push(Alias { name: alias.name(), linkage, target });
        }
        for g in module.globals() {
            match g.name().as_str() {
                "llvm.global_ctors" => {
                    let list = self.startup_list(g);
                    self.program.set_constructors(list)
                }
                "llvm.global_dtors" => {
                    let list = self.startup_list(g);
                    self.program.set_destructors(list)
                }
                _ => {}
            }
        }
    }

    fn global(&mut self, g: Value<'m>) -> Global {
        let llvm_ty = g.value_type();
        let ty = self.ty(llvm_ty);
        let init = match g.initializer() {
            Some(init) if self.is_opaque(ty) => {
                Some(super::constants::unsupported(&format!("an object of type {}", init.ty().print())))
            }
            Some(init) => Some(self.constant(init)),
            None => None,
        };
        let (loc, debug) = self.global_debug(g);
        let align = u64::from(g.alignment());
        Global {
            name: g.name(),
            unit: self.unit.clone(),
            linkage: linkage(g.linkage()),
            ty,
            size: self.program.types.alloc_size(ty),
            align: if align == 0 { self.program.types.align(ty) } else { align },
            is_const: g.is_global_constant(),
            thread_local: g.is_thread_local(),
            init,
            loc,
            debug,
            is_model: false,
        }
    }

    fn function(&mut self, f: Value<'m>) -> Function {
        let ty = f.value_type();
        let params = f.params();
        // The hidden pointer to the result comes first.
        let sret = !params.is_empty() && f.function_attribute(Some(0), self.kinds.sret).is_some();
        let mut out = Function {
            name: f.name(),
            unit: self.unit.clone(),
            linkage: linkage(f.linkage()),
            params: Vec::with_capacity(params.len()),
            ret: self.ty(ty.return_type()),
            varargs: ty.is_varargs(),
            noreturn: f.function_attribute(None, self.kinds.noreturn).is_some(),
            regs: Vec::new(),
            blocks: Vec::new(),
            loc: None,
            debug_params: Vec::new(),
            is_model: false,
        };
        for (i, p) in params.iter().enumerate() {
            let byval = f.function_attribute(Some(i as u32), self.kinds.byval).flatten();
            out.params.push(Param { ty: self.ty(p.ty()), byval: byval.map(|t| self.ty(t)), debug: None });
        }
        self.body(f, &mut out);
        if let Some(subprogram) = f.subprogram() {
            out.loc = Some(self.subprogram_location(subprogram));
            let declared = self.declared.remove(&f).unwrap_or_default();
            out.debug_params = self.debug_params(subprogram, &declared);
            self.match_params(&mut out, usize::from(sret));
        }
        out
    }

    /// Entries of `llvm.global_ctors` or `_dtors` with their priorities.
    fn startup_list(&mut self, list: Value<'m>) -> Vec<(u32, FuncId)> {
        let mut out = Vec::new();
        let Some(init) = list.initializer() else { return out };
        if init.kind() != LLVMValueKind::LLVMConstantArrayValueKind {
            return out;
        }
        for i in 0..init.operand_count() {
            let entry = init.operand(i);
            if entry.kind() != LLVMValueKind::LLVMConstantStructValueKind || entry.operand_count() < 2 {
                continue;
            }
            let priority = super::constants::int_constant(entry.operand(0)).words[0] as u32;
            if let Const::Function(f) = self.constant(entry.operand(1)) {
                out.push((priority, f));
            }
        }
        out
    }

    /// Gives unnamed constants names that come from their contents; strings first, since other
    /// literals point to them.
    fn name_literals(&mut self, globals: &[Value<'m>]) {
        let (mut strings, mut others) = (Vec::new(), Vec::new());
        for (i, &g) in globals.iter().enumerate() {
            let private = g.linkage() == LLVMLinkage::LLVMPrivateLinkage;
            let global = &self.program.globals[i];
            let name = &global.name;
            if private && (is_numbered(name, ".str") || is_numbered(name, "str"))
                || is_numbered(name, ".compoundliteral")
                || name.is_empty()
            {
                if matches!(global.init, Some(Const::Bytes(..))) { strings.push(i) } else { others.push(i) }
            }
        }
        let mut seen: FxHashMap<String, u32> = FxHashMap::default();
        for i in strings.into_iter().chain(others) {
            let base = self.literal_name(i);
            let count = seen.entry(base.clone()).or_default();
            *count += 1;
            let suffix = if *count > 1 { format!("#{count}") } else { String::new() };
            self.program.globals[i].name = base + &suffix;
        }
    }

    /// A short readable name that two different constants do not share in practice: the beginning of
    /// the text, and a hash of everything if that is not all of it.
    fn literal_name(&self, global: usize) -> String {
        const SHOWN: usize = 24;
        let init = self.program.globals[global].init.as_ref();
        let Some(Const::Bytes(_, bytes)) = init else {
            let text = init.map(|c| self.program.show_const(c)).unwrap_or_default();
            return format!(".literal~{:016x}", fnv(text.as_bytes()));
        };
        let body = bytes.strip_suffix(b"\0").unwrap_or(bytes);
        let shown = body[..body.len().min(SHOWN)].escape_ascii();
        if body.len() <= SHOWN && body.len() < bytes.len() {
            format!(".str\"{shown}\"")
        } else {
            format!(".str\"{shown}\"~{:016x}", fnv(bytes))
        }
    }
}

/// `stem`, or `stem.<number>`.
fn is_numbered(name: &str, stem: &str) -> bool {
    name.strip_prefix(stem).is_some_and(|rest| {
        rest.is_empty()
            || rest.strip_prefix('.').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
    })
}

/// FNV-1a: the same on every machine and in every version.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |h, &b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3))
}

fn is_linker_array(g: Value<'_>) -> bool {
    g.linkage() == LLVMLinkage::LLVMAppendingLinkage || g.name().starts_with("llvm.")
}

pub fn linkage(linkage: LLVMLinkage) -> Linkage {
    match linkage {
        LLVMLinkage::LLVMInternalLinkage
        | LLVMLinkage::LLVMPrivateLinkage
        | LLVMLinkage::LLVMLinkerPrivateLinkage => Linkage::Internal,
        LLVMLinkage::LLVMAvailableExternallyLinkage => Linkage::Inline,
        LLVMLinkage::LLVMLinkOnceAnyLinkage
        | LLVMLinkage::LLVMLinkOnceODRLinkage
        | LLVMLinkage::LLVMLinkOnceODRAutoHideLinkage
        | LLVMLinkage::LLVMWeakAnyLinkage
        | LLVMLinkage::LLVMWeakODRLinkage
        | LLVMLinkage::LLVMExternalWeakLinkage
        | LLVMLinkage::LLVMCommonLinkage
        | LLVMLinkage::LLVMLinkerPrivateWeakLinkage => Linkage::Weak,
        _ => Linkage::External,
    }
}
