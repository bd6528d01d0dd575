//! Calls: of functions, of intrinsics, of inline assembly; and calls that leave nothing behind.
//!
//! `llvm.expect`, `llvm.ssa.copy`, `llvm.annotation` and their like ARE their first argument: uses of
//! the call become uses of the argument, no instruction is emitted. `llvm.is.constant` is false, which
//! is what clang says wherever it cannot tell. Debug calls, annotations and hints are dropped.

use super::Lowerer;
use super::asm::{Asm, meaning};
use super::function::Body;
use super::llvm::{LLVMOpcode, LLVMTypeKind, LLVMValueKind, Value};
use crate::{Arg, Callee, Const, Inst, IntConst, Op, Operand, Ordering, Reg, Type};

/// Why an instruction leaves nothing behind.
pub enum Gone<'m> {
    /// Its value is that one.
    Is(Value<'m>),
    Nothing,
}

/// Functions that continue somewhere else; glibc's names.
const NONLOCAL_JUMPS: [&str; 4] = ["longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"];

impl<'m> Lowerer<'m> {
    /// Whether no instruction is emitted for this one.
    pub fn vanishes(&mut self, inst: Value<'m>) -> Option<Gone<'m>> {
        if inst.opcode() != LLVMOpcode::LLVMCall {
            return None;
        }
        let callee = inst.called();
        match callee.kind() {
            LLVMValueKind::LLVMInlineAsmValueKind => match meaning(inst, callee) {
                Asm::Nothing => Some(Gone::Nothing),
                Asm::PassesOn(value) => Some(Gone::Is(value)),
                Asm::FullFence | Asm::Unknown(_) => None,
            },
            LLVMValueKind::LLVMFunctionValueKind => self.vanishing_intrinsic(inst, &callee.intrinsic()?),
            _ => None,
        }
    }

    fn vanishing_intrinsic(&mut self, inst: Value<'m>, name: &str) -> Option<Gone<'m>> {
        let name = name.strip_prefix("llvm.").unwrap_or(name);
        match name {
            "expect"
            | "expect.with.probability"
            | "annotation"
            | "ptr.annotation"
            | "launder.invariant.group"
            | "strip.invariant.group"
            | "ssa.copy"
            | "arithmetic.fence" => Some(Gone::Is(inst.operand(0))),
            "is.constant" => Some(Gone::Is(self.module.false_constant())),
            "dbg.declare"
            | "dbg.value"
            | "dbg.assign"
            | "dbg.label"
            | "donothing"
            | "sideeffect"
            | "experimental.noalias.scope.decl"
            | "prefetch"
            | "var.annotation"
            | "codeview.annotation"
            | "pseudoprobe"
            | "invariant.start"
            | "invariant.end"
            | "fake.use"
            | "clear_cache"
            | "x86.sse2.pause" => Some(Gone::Nothing),
            _ => None,
        }
    }

    pub fn call(&mut self, inst: Value<'m>, body: &Body<'m>) -> Op {
        let callee = inst.called();
        match callee.kind() {
            LLVMValueKind::LLVMInlineAsmValueKind => {
                return match meaning(inst, callee) {
                    Asm::FullFence => Op::Fence { order: Ordering::SeqCst },
                    Asm::Unknown(text) => Op::Unsupported { construct: text },
                    Asm::Nothing | Asm::PassesOn(_) => unreachable!("dropped by `vanishes`"),
                };
            }
            LLVMValueKind::LLVMGlobalIFuncValueKind => {
                return Op::Unsupported { construct: format!("call of ifunc {}", callee.name()) };
            }
            LLVMValueKind::LLVMFunctionValueKind => {
                if let Some(name) = callee.intrinsic() {
                    return self.intrinsic(inst, &name, body);
                }
                if let Some(op) = self.refused(inst, callee) {
                    return op;
                }
            }
            _ => {}
        }
        let target = match self.operand(callee, body) {
            Operand::Const(Const::Function(f)) => Callee::Direct(f),
            other => Callee::Indirect(other),
        };
        let ret = self.ty(inst.ty());
        match self.arguments(inst, body) {
            Ok(args) => Op::Call { callee: target, args, ret },
            Err(construct) => Op::Unsupported { construct },
        }
    }

    /// A struct that is passed by value is read before the call is made, like any other that is assigned: here it is copied to a
    /// variable of the caller's that nobody else knows. From then on the call itself reads nothing that anybody could see.
    pub fn copy_what_is_passed(&mut self, args: &mut [Arg], body: &mut Body<'m>) {
        let number = |bits, n| Operand::Const(Const::Int(IntConst::new(bits, n)));
        let (word, flag) =
            (self.program.types.intern(Type::Int(64)), self.program.types.intern(Type::Int(1)));
        let nothing = self.program.types.intern(Type::Void);
        for a in args {
            let Some(ty) = a.byval else { continue };
            let copy = Operand::Reg(Reg(body.registers + body.copies.len() as u32));
            body.copies.push(ty);
            let plain = |value, ty| Arg { value, ty, byval: None, sret: None };
            let size = self.program.types.alloc_size(ty);
            let args = vec![
                plain(copy.clone(), a.ty),
                plain(std::mem::replace(&mut a.value, copy), a.ty),
                plain(number(64, size), word),
                plain(number(1, 0), flag),
            ];
            let op = Op::Intrinsic { name: "memcpy".into(), args, ret: nothing };
            body.insts.push(Inst { dest: None, op, loc: body.loc });
        }
    }

    /// Calls that no engine of straight frames can make.
    fn refused(&self, inst: Value<'m>, callee: Value<'m>) -> Option<Op> {
        let name = callee.name();
        let twice = inst.call_attribute(None, self.kinds.returns_twice).is_some()
            || callee.function_attribute(None, self.kinds.returns_twice).is_some();
        // Cleanup handlers of threads are made of it, and whoever else jumps back to it is refused.
        let construct = if twice && name != "__sigsetjmp" {
            format!("{name}, which may return twice")
        } else if callee.is_declaration() && NONLOCAL_JUMPS.contains(&name.as_str()) {
            format!("{name}, a non-local jump")
        } else if name.starts_with("llvm.") {
            format!("intrinsic {name}, which LLVM 19 does not know")
        } else {
            return None;
        };
        Some(Op::Unsupported { construct })
    }

    fn intrinsic(&mut self, inst: Value<'m>, name: &str, body: &Body<'m>) -> Op {
        let name = name.strip_prefix("llvm.").unwrap_or(name);
        if name.starts_with("eh.") || name.starts_with("coro.") || name.starts_with("gc.") {
            return Op::Unsupported { construct: format!("intrinsic llvm.{name}") };
        }
        if name == "x86.sse2.mfence" {
            return Op::Fence { order: Ordering::SeqCst };
        }
        let ret = self.ty(inst.ty());
        match self.arguments(inst, body) {
            Ok(args) => Op::Intrinsic { name: name.to_string(), args, ret },
            Err(construct) => Op::Unsupported { construct },
        }
    }

    fn arguments(&mut self, inst: Value<'m>, body: &Body<'m>) -> Result<Vec<Arg>, String> {
        let callee = inst.called();
        let function = callee.kind() == LLVMValueKind::LLVMFunctionValueKind;
        let mut args = Vec::with_capacity(inst.call_argument_count() as usize);
        for i in 0..inst.call_argument_count() {
            let value = inst.operand(i);
            // Metadata arguments steer LLVM; they are not values.
            if value.ty().kind() == LLVMTypeKind::LLVMMetadataTypeKind {
                continue;
            }
            let ty = self.ty(value.ty());
            if self.is_opaque(ty) {
                return Err(format!("an argument of type {}", self.describe(value.ty())));
            }
            let attribute = |kind| {
                inst.call_attribute(Some(i), kind).flatten().or_else(|| {
                    let declared = function && i < callee.param_count();
                    declared.then(|| callee.function_attribute(Some(i), kind).flatten()).flatten()
                })
            };
            let byval = attribute(self.kinds.byval).map(|t| self.ty(t));
            let sret = attribute(self.kinds.sret).map(|t| self.ty(t));
            args.push(Arg { value: self.operand(value, body), ty, byval, sret });
        }
        Ok(args)
    }
}
