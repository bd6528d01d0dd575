//! Instructions, one by one. Calls are in `call`.

use super::Lowerer;
use super::constants::{binary_op, cast_op, int_constant};
use super::function::Body;
use super::llvm::{LLVMAtomicOrdering, LLVMAtomicRMWBinOp as LlvmRmw, LLVMOpcode as Opcode, Ty, Value};
use crate::{
    Access, ArithFlags, BinOp, BlockId, FBinOp, FcmpPred, GepTerm, IcmpPred, Inst, Op, Operand, Ordering,
    RmwOp, Type,
};
use llvm_sys::{LLVMIntPredicate as Int, LLVMRealPredicate as Real};

impl<'m> Lowerer<'m> {
    pub fn instruction(&mut self, inst: Value<'m>, body: &mut Body<'m>) {
        if self.vanishes(inst).is_some() {
            return;
        }
        let dest = body.regs.get(&inst).copied();
        let mut op = self.op(inst, body);
        if let Op::Call { args, .. } = &mut op {
            self.copy_what_is_passed(args, body);
        }
        body.insts.push(Inst { dest, op, loc: body.loc });
    }

    fn op(&mut self, inst: Value<'m>, body: &Body<'m>) -> Op {
        let opcode = inst.opcode();
        let ty = self.ty(inst.ty());
        if self.is_opaque(ty) && opcode != Opcode::LLVMLandingPad {
            return unsupported(format!("a value of type {}", self.describe(inst.ty())));
        }
        if let Some(op) = binary_op(opcode) {
            let (lhs, rhs) = self.two(inst, body);
            return Op::Binary { op, flags: flags(inst, op), ty, lhs, rhs };
        }
        if let Some(op) = float_op(opcode) {
            let (lhs, rhs) = self.two(inst, body);
            return Op::FBinary { op, ty, lhs, rhs };
        }
        if let Some(op) = cast_op(opcode) {
            let from = self.ty(inst.operand(0).ty());
            return Op::Cast { op, value: self.operand(inst.operand(0), body), from, to: ty };
        }
        match opcode {
            Opcode::LLVMFNeg => Op::FNeg { ty, value: self.operand(inst.operand(0), body) },
            Opcode::LLVMICmp => {
                let (lhs, rhs) = self.two(inst, body);
                Op::Icmp { pred: icmp(inst.icmp_predicate()), ty: self.ty(inst.operand(0).ty()), lhs, rhs }
            }
            Opcode::LLVMFCmp => {
                let (lhs, rhs) = self.two(inst, body);
                Op::Fcmp { pred: fcmp(inst.fcmp_predicate()), ty: self.ty(inst.operand(0).ty()), lhs, rhs }
            }
            Opcode::LLVMCall => self.call(inst, body),
            Opcode::LLVMGetElementPtr => self.gep(inst, body),
            Opcode::LLVMLoad
            | Opcode::LLVMStore
            | Opcode::LLVMAtomicRMW
            | Opcode::LLVMAtomicCmpXchg
            | Opcode::LLVMFence
            | Opcode::LLVMAlloca
            | Opcode::LLVMVAArg => self.memory(inst, body),
            Opcode::LLVMSelect => Op::Select {
                cond: self.operand(inst.operand(0), body),
                cond_ty: self.ty(inst.operand(0).ty()),
                yes: self.operand(inst.operand(1), body),
                no: self.operand(inst.operand(2), body),
                ty,
            },
            Opcode::LLVMPHI => {
                let incoming = inst.incoming().map(|(v, b)| (self.block_ids[&b], self.operand(v, body)));
                let incoming = incoming.collect();
                Op::Phi { ty, incoming }
            }
            Opcode::LLVMFreeze => Op::Freeze { ty, value: self.operand(inst.operand(0), body) },
            Opcode::LLVMExtractValue
            | Opcode::LLVMInsertValue
            | Opcode::LLVMExtractElement
            | Opcode::LLVMInsertElement
            | Opcode::LLVMShuffleVector => self.aggregate(inst, body),
            _ => self.terminator(inst, body),
        }
    }

    fn two(&mut self, inst: Value<'m>, body: &Body<'m>) -> (Operand, Operand) {
        (self.operand(inst.operand(0), body), self.operand(inst.operand(1), body))
    }

    fn gep(&mut self, inst: Value<'m>, body: &Body<'m>) -> Op {
        let Some(address) = self.address(inst) else {
            return unsupported(format!("arithmetic on pointers to {}", self.describe(inst.gep_source())));
        };
        let mut terms = Vec::with_capacity(address.terms.len());
        for (index, stride) in address.terms {
            let index_ty = self.ty(index.ty());
            terms.push(GepTerm { index: self.operand(index, body), index_ty, stride });
        }
        Op::Gep {
            base: self.operand(inst.operand(0), body),
            offset: address.offset,
            terms,
            inbounds: inst.is_inbounds(),
            source: self.ty(inst.gep_source()),
            result: self.ty(inst.ty()),
        }
    }

    fn memory(&mut self, inst: Value<'m>, body: &Body<'m>) -> Op {
        match inst.opcode() {
            Opcode::LLVMLoad => self.access(inst, inst.operand(0), inst.ty(), |this, access| Op::Load {
                ptr: this.operand(inst.operand(0), body),
                access,
            }),
            Opcode::LLVMStore => {
                self.access(inst, inst.operand(1), inst.operand(0).ty(), |this, access| Op::Store {
                    ptr: this.operand(inst.operand(1), body),
                    value: this.operand(inst.operand(0), body),
                    access,
                })
            }
            Opcode::LLVMAtomicRMW => {
                self.access(inst, inst.operand(0), inst.ty(), |this, access| Op::AtomicRmw {
                    op: rmw(inst.rmw_op()),
                    ptr: this.operand(inst.operand(0), body),
                    value: this.operand(inst.operand(1), body),
                    access,
                })
            }
            Opcode::LLVMAtomicCmpXchg => {
                let (_, failure, weak) = inst.cmpxchg();
                self.access(inst, inst.operand(0), inst.operand(1).ty(), |this, access| Op::CmpXchg {
                    ptr: this.operand(inst.operand(0), body),
                    expected: this.operand(inst.operand(1), body),
                    new: this.operand(inst.operand(2), body),
                    access,
                    failure: ordering(failure).unwrap_or(Ordering::Monotonic),
                    weak,
                })
            }
            Opcode::LLVMFence => Op::Fence { order: ordering(inst.ordering()).unwrap_or(Ordering::SeqCst) },
            Opcode::LLVMVAArg => {
                Op::VaArg { list: self.operand(inst.operand(0), body), ty: self.ty(inst.ty()) }
            }
            _ => {
                let ty = self.ty(inst.allocated_type());
                if self.is_opaque(ty) {
                    return unsupported(format!("a local of type {}", self.describe(inst.allocated_type())));
                }
                Op::Alloca {
                    ty,
                    count: self.operand(inst.operand(0), body),
                    count_ty: self.ty(inst.operand(0).ty()),
                    align: u64::from(inst.alignment()).max(1),
                }
            }
        }
    }

    fn access(
        &mut self,
        inst: Value<'m>,
        ptr: Value<'m>,
        of: Ty<'m>,
        make: impl FnOnce(&mut Self, Access) -> Op,
    ) -> Op {
        let ty = self.ty(of);
        if self.is_opaque(ty) {
            return unsupported(format!("an access to memory of type {}", self.describe(of)));
        }
        if ptr.ty().address_space() != 0 {
            return unsupported(format!("an access in address space {}", ptr.ty().address_space()));
        }
        let order = match inst.opcode() {
            Opcode::LLVMAtomicCmpXchg => inst.cmpxchg().0,
            _ => inst.ordering(),
        };
        let access = Access {
            ty,
            align: u64::from(inst.alignment()).max(1),
            volatile: inst.is_volatile(),
            order: ordering(order),
        };
        make(self, access)
    }

    fn aggregate(&mut self, inst: Value<'m>, body: &Body<'m>) -> Op {
        let first = self.operand(inst.operand(0), body);
        let ty = self.ty(inst.operand(0).ty());
        if self.is_opaque(ty) {
            return unsupported(format!("a value of type {}", self.describe(inst.operand(0).ty())));
        }
        match inst.opcode() {
            Opcode::LLVMExtractValue => Op::ExtractValue { aggregate: first, ty, path: inst.indices() },
            Opcode::LLVMInsertValue => Op::InsertValue {
                aggregate: first,
                ty,
                value: self.operand(inst.operand(1), body),
                value_ty: self.ty(inst.operand(1).ty()),
                path: inst.indices(),
            },
            Opcode::LLVMExtractElement => Op::ExtractElement {
                vector: first,
                ty,
                index: self.operand(inst.operand(1), body),
                index_ty: self.ty(inst.operand(1).ty()),
            },
            Opcode::LLVMInsertElement => Op::InsertElement {
                vector: first,
                ty,
                value: self.operand(inst.operand(1), body),
                index: self.operand(inst.operand(2), body),
                index_ty: self.ty(inst.operand(2).ty()),
            },
            _ => Op::Shuffle {
                left: first,
                right: self.operand(inst.operand(1), body),
                ty,
                mask: inst.shuffle_mask(),
            },
        }
    }

    fn terminator(&mut self, inst: Value<'m>, body: &Body<'m>) -> Op {
        match inst.opcode() {
            Opcode::LLVMBr => {
                let targets: Vec<BlockId> = inst.successors().map(|b| self.block_ids[&b]).collect();
                match targets[..] {
                    [to] => Op::Br { to },
                    [yes, no] => Op::CondBr { cond: self.operand(inst.operand(0), body), yes, no },
                    _ => unsupported("a branch with more than two targets".to_string()),
                }
            }
            Opcode::LLVMSwitch => {
                let count = inst.operand_count();
                let cases = (2..count)
                    .step_by(2)
                    .map(|i| {
                        let target = self.block_ids[&inst.operand(i + 1).as_block()];
                        (int_constant(inst.operand(i)), target)
                    })
                    .collect();
                Op::Switch {
                    value: self.operand(inst.operand(0), body),
                    ty: self.ty(inst.operand(0).ty()),
                    cases,
                    default: self.block_ids[&inst.operand(1).as_block()],
                }
            }
            Opcode::LLVMIndirectBr => Op::IndirectBr {
                address: self.operand(inst.operand(0), body),
                targets: inst.successors().map(|b| self.block_ids[&b]).collect(),
            },
            Opcode::LLVMRet if inst.operand_count() == 0 => {
                Op::Ret { value: None, ty: self.program.types.intern(Type::Void) }
            }
            Opcode::LLVMRet => Op::Ret {
                value: Some(self.operand(inst.operand(0), body)),
                ty: self.ty(inst.operand(0).ty()),
            },
            Opcode::LLVMUnreachable => Op::Unreachable,
            Opcode::LLVMCallBr => unsupported(asm_goto(inst)),
            Opcode::LLVMInvoke => unsupported("a call that may throw (invoke)".to_string()),
            Opcode::LLVMLandingPad
            | Opcode::LLVMResume
            | Opcode::LLVMCleanupRet
            | Opcode::LLVMCatchRet
            | Opcode::LLVMCatchPad
            | Opcode::LLVMCleanupPad
            | Opcode::LLVMCatchSwitch => unsupported("exception handling".to_string()),
            other => unsupported(format!("instruction {other:?}")),
        }
    }
}

fn asm_goto(inst: Value<'_>) -> String {
    let callee = inst.called();
    if callee.kind() == super::llvm::LLVMValueKind::LLVMInlineAsmValueKind {
        format!("asm goto \"{}\"", callee.asm_text().trim())
    } else {
        "asm goto".to_string()
    }
}

fn unsupported(construct: String) -> Op {
    Op::Unsupported { construct }
}

fn flags(inst: Value<'_>, op: BinOp) -> ArithFlags {
    match op {
        BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl => {
            let (nuw, nsw) = inst.nuw_nsw();
            ArithFlags { nuw, nsw, ..ArithFlags::default() }
        }
        BinOp::Udiv | BinOp::Sdiv | BinOp::Lshr | BinOp::Ashr => {
            ArithFlags { exact: inst.exact(), ..ArithFlags::default() }
        }
        _ => ArithFlags::default(),
    }
}

fn float_op(opcode: Opcode) -> Option<FBinOp> {
    Some(match opcode {
        Opcode::LLVMFAdd => FBinOp::Add,
        Opcode::LLVMFSub => FBinOp::Sub,
        Opcode::LLVMFMul => FBinOp::Mul,
        Opcode::LLVMFDiv => FBinOp::Div,
        Opcode::LLVMFRem => FBinOp::Rem,
        _ => return None,
    })
}

fn icmp(pred: Int) -> IcmpPred {
    match pred {
        Int::LLVMIntEQ => IcmpPred::Eq,
        Int::LLVMIntNE => IcmpPred::Ne,
        Int::LLVMIntUGT => IcmpPred::Ugt,
        Int::LLVMIntUGE => IcmpPred::Uge,
        Int::LLVMIntULT => IcmpPred::Ult,
        Int::LLVMIntULE => IcmpPred::Ule,
        Int::LLVMIntSGT => IcmpPred::Sgt,
        Int::LLVMIntSGE => IcmpPred::Sge,
        Int::LLVMIntSLT => IcmpPred::Slt,
        Int::LLVMIntSLE => IcmpPred::Sle,
    }
}

fn fcmp(pred: Real) -> FcmpPred {
    match pred {
        Real::LLVMRealPredicateFalse => FcmpPred::False,
        Real::LLVMRealOEQ => FcmpPred::Oeq,
        Real::LLVMRealOGT => FcmpPred::Ogt,
        Real::LLVMRealOGE => FcmpPred::Oge,
        Real::LLVMRealOLT => FcmpPred::Olt,
        Real::LLVMRealOLE => FcmpPred::Ole,
        Real::LLVMRealONE => FcmpPred::One,
        Real::LLVMRealORD => FcmpPred::Ord,
        Real::LLVMRealUNO => FcmpPred::Uno,
        Real::LLVMRealUEQ => FcmpPred::Ueq,
        Real::LLVMRealUGT => FcmpPred::Ugt,
        Real::LLVMRealUGE => FcmpPred::Uge,
        Real::LLVMRealULT => FcmpPred::Ult,
        Real::LLVMRealULE => FcmpPred::Ule,
        Real::LLVMRealUNE => FcmpPred::Une,
        Real::LLVMRealPredicateTrue => FcmpPred::True,
    }
}

fn ordering(order: LLVMAtomicOrdering) -> Option<Ordering> {
    Some(match order {
        LLVMAtomicOrdering::LLVMAtomicOrderingNotAtomic => return None,
        LLVMAtomicOrdering::LLVMAtomicOrderingUnordered => Ordering::Unordered,
        LLVMAtomicOrdering::LLVMAtomicOrderingMonotonic => Ordering::Monotonic,
        LLVMAtomicOrdering::LLVMAtomicOrderingAcquire => Ordering::Acquire,
        LLVMAtomicOrdering::LLVMAtomicOrderingRelease => Ordering::Release,
        LLVMAtomicOrdering::LLVMAtomicOrderingAcquireRelease => Ordering::AcqRel,
        LLVMAtomicOrdering::LLVMAtomicOrderingSequentiallyConsistent => Ordering::SeqCst,
    })
}

fn rmw(op: LlvmRmw) -> RmwOp {
    match op {
        LlvmRmw::LLVMAtomicRMWBinOpXchg => RmwOp::Xchg,
        LlvmRmw::LLVMAtomicRMWBinOpAdd => RmwOp::Add,
        LlvmRmw::LLVMAtomicRMWBinOpSub => RmwOp::Sub,
        LlvmRmw::LLVMAtomicRMWBinOpAnd => RmwOp::And,
        LlvmRmw::LLVMAtomicRMWBinOpNand => RmwOp::Nand,
        LlvmRmw::LLVMAtomicRMWBinOpOr => RmwOp::Or,
        LlvmRmw::LLVMAtomicRMWBinOpXor => RmwOp::Xor,
        LlvmRmw::LLVMAtomicRMWBinOpMax => RmwOp::Max,
        LlvmRmw::LLVMAtomicRMWBinOpMin => RmwOp::Min,
        LlvmRmw::LLVMAtomicRMWBinOpUMax => RmwOp::Umax,
        LlvmRmw::LLVMAtomicRMWBinOpUMin => RmwOp::Umin,
        LlvmRmw::LLVMAtomicRMWBinOpFAdd => RmwOp::Fadd,
        LlvmRmw::LLVMAtomicRMWBinOpFSub => RmwOp::Fsub,
        LlvmRmw::LLVMAtomicRMWBinOpFMax => RmwOp::Fmax,
        LlvmRmw::LLVMAtomicRMWBinOpFMin => RmwOp::Fmin,
        LlvmRmw::LLVMAtomicRMWBinOpUIncWrap => RmwOp::UincWrap,
        LlvmRmw::LLVMAtomicRMWBinOpUDecWrap => RmwOp::UdecWrap,
    }
}
