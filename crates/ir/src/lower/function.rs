//! One function: numbering of registers, names, blocks, and how its parameters match C's.
//!
//! Guarantee: a register is named by LLVM's name, else by its block and its position among the kept
//! instructions of the block; a block by LLVM's name, else by its position. Both depend on nothing
//! outside the function.

use super::Lowerer;
use super::llvm::{LLVMOpcode, LLVMValueKind, Value};
use crate::{
    Block, Const, DebugType, DebugTypeId, Function, Inst, IntConst, LocId, Op, Operand, Reg, RegInfo, Type,
    TypeId,
};
use rustc_hash::FxHashMap;

/// State while one body is lowered.
pub struct Body<'m> {
    pub regs: FxHashMap<Value<'m>, Reg>,
    /// Values that are another value: `llvm.expect` and its like, which leave no instruction behind, and what was
    /// widened and cut again, as clang does with a `bool` that is put into a variable.
    pub forwards: FxHashMap<Value<'m>, Value<'m>>,
    pub insts: Vec<Inst>,
    pub loc: LocId,
    /// What is passed by value is copied to a variable of the caller's first: these, which come after the other registers.
    pub copies: Vec<TypeId>,
    pub registers: u32,
}

impl<'m> Lowerer<'m> {
    /// Fills registers and blocks.
    pub fn body(&mut self, f: Value<'m>, out: &mut Function) {
        let mut body = Body {
            regs: FxHashMap::default(),
            forwards: FxHashMap::default(),
            insts: Vec::new(),
            loc: LocId::NONE,
            copies: Vec::new(),
            registers: 0,
        };
        for (i, p) in f.params().into_iter().enumerate() {
            let name = Some(p.name()).filter(|n| !n.is_empty()).unwrap_or_else(|| format!("%arg.{i}"));
            self.add_reg(&mut body, out, p, name);
        }
        self.number(f, &mut body, out);
        body.registers = out.regs.len() as u32;
        for (i, block) in f.blocks().enumerate() {
            for inst in block.instructions() {
                body.loc = self.location(inst.debug_location());
                self.instruction(inst, &mut body);
            }
            if !body.insts.last().is_some_and(|i| i.op.is_terminator()) {
                body.insts.push(Inst { dest: None, op: Op::Unreachable, loc: body.loc });
            }
            out.blocks[i].insts = std::mem::take(&mut body.insts);
        }
        self.make_copies(&body, out);
    }

    /// The variables for what is passed by value.
    fn make_copies(&mut self, body: &Body<'m>, out: &mut Function) {
        let (pointer, word) =
            (self.program.types.intern(Type::Ptr), self.program.types.intern(Type::Int(64)));
        let mut made = Vec::with_capacity(body.copies.len());
        for (i, &ty) in body.copies.iter().enumerate() {
            let dest = Some(Reg(out.regs.len() as u32));
            out.regs.push(RegInfo { name: format!("%byval.{i}"), ty: pointer });
            let align = self.program.types.align(ty);
            let op = Op::Alloca {
                ty,
                count: Operand::Const(Const::Int(IntConst::new(64, 1))),
                count_ty: word,
                align,
            };
            made.push(Inst { dest, op, loc: LocId::NONE });
        }
        if let Some(first) = out.blocks.first_mut() {
            first.insts.splice(0..0, made);
        }
    }

    /// Gives every value that stays a register, in program order.
    fn number(&mut self, f: Value<'m>, body: &mut Body<'m>, out: &mut Function) {
        for (i, block) in f.blocks().enumerate() {
            let name = Some(block.name()).filter(|n| !n.is_empty()).unwrap_or_else(|| format!("block.{i}"));
            let mut position = 0;
            for inst in block.instructions() {
                if let Some(gone) = self.vanishes(inst) {
                    if let super::call::Gone::Is(value) = gone {
                        body.forwards.insert(inst, value);
                    }
                    continue;
                }
                let ty = self.ty(inst.ty());
                if *self.program.types.get(ty) != Type::Void {
                    let given = inst.name();
                    let given = if given.is_empty() { format!("%{name}.{position}") } else { given };
                    self.add_reg(body, out, inst, given);
                }
                position += 1;
            }
            out.blocks.push(Block { name, insts: Vec::new() });
        }
        for inst in f.blocks().flat_map(|b| b.instructions()) {
            if let Some(value) = widened_and_cut(inst, body) {
                body.forwards.insert(inst, value);
            }
        }
    }

    fn add_reg(&mut self, body: &mut Body<'m>, out: &mut Function, v: Value<'m>, name: String) {
        body.regs.insert(v, Reg(out.regs.len() as u32));
        let ty = self.ty(v.ty());
        out.regs.push(RegInfo { name, ty });
    }

    pub fn operand(&mut self, v: Value<'m>, body: &Body<'m>) -> Operand {
        let v = forwarded(v, body);
        match body.regs.get(&v) {
            Some(&r) => Operand::Reg(r),
            None => Operand::Const(self.constant(v)),
        }
    }

    /// Notes the C type of each parameter, if the ABI left one IR parameter for each C parameter.
    pub fn match_params(&self, out: &mut Function, hidden: usize) {
        if out.params.len() != out.debug_params.len() + hidden {
            return;
        }
        let pairs = out.params[hidden..].iter().zip(&out.debug_params);
        if !pairs.clone().all(|(p, &(_, d))| self.fits(p, d)) {
            return;
        }
        for (p, &(_, d)) in out.params[hidden..].iter_mut().zip(&out.debug_params) {
            p.debug = Some(d);
        }
    }

    /// Can this IR parameter be the whole of that C parameter?
    fn fits(&self, param: &crate::Param, debug: DebugTypeId) -> bool {
        let ty = self.program.types.get(param.ty);
        match &self.program.debug_types[debug.0 as usize] {
            DebugType::Bool => matches!(ty, Type::Int(1 | 8)),
            DebugType::Char { .. } => matches!(ty, Type::Int(8)),
            DebugType::Int { bits, .. } | DebugType::Enum { bits, .. } => match ty {
                Type::Int(n) => n <= bits,
                _ => param.byval.is_some(),
            },
            DebugType::Float { .. } => matches!(ty, Type::Float(_)),
            DebugType::Pointer { .. } | DebugType::Function => matches!(ty, Type::Ptr),
            DebugType::Struct { size, .. } | DebugType::Union { size, .. } => {
                param.byval.is_some()
                    || *size > 0 && *size <= 8 && self.program.types.store_size(param.ty) <= 8
                    || self.program.types.store_size(param.ty) == *size
            }
            DebugType::Array { .. } => matches!(ty, Type::Vector(..)),
            DebugType::Void | DebugType::Unknown { .. } => false,
        }
    }
}

/// The value that this one is in the end. In code that is never reached values may go round in a circle: then any of them.
fn forwarded<'m>(mut v: Value<'m>, body: &Body<'m>) -> Value<'m> {
    for _ in 0..=body.forwards.len() {
        match body.forwards.get(&v) {
            Some(&next) => v = next,
            None => break,
        }
    }
    v
}

/// `trunc (zext x)` of the type of `x` is `x`, bit for bit. The instructions stay, but nobody reads them: so
/// `bool b = f(); if (b)` branches on the same as `if (f())`. In code that is never reached a value can be made of itself.
fn widened_and_cut<'m>(inst: Value<'m>, body: &Body<'m>) -> Option<Value<'m>> {
    if inst.opcode() != LLVMOpcode::LLVMTrunc {
        return None;
    }
    let wide = forwarded(inst.operand(0), body);
    if wide.kind() != LLVMValueKind::LLVMInstructionValueKind || wide.opcode() != LLVMOpcode::LLVMZExt {
        return None;
    }
    let value = forwarded(wide.operand(0), body);
    (value != inst && value.ty() == inst.ty()).then_some(value)
}
