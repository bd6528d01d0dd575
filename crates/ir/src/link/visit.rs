//! One walk over everything in a function or global that refers to something: outside it, or a register or block in it.

use crate::{
    Arg, Block, BlockId, Callee, Const, ConstExpr, DebugTypeId, FileId, Function, GepTerm, Global, Inst,
    LocId, Op, Operand, Reg, TypeId,
};

/// Gets every reference, and may change it.
pub trait Visitor {
    fn ty(&mut self, ty: &mut TypeId);
    fn loc(&mut self, loc: &mut LocId);
    fn file(&mut self, file: &mut FileId);
    fn debug(&mut self, ty: &mut DebugTypeId);
    /// A `Global`, `Function` or `BlockAddress`.
    fn symbol(&mut self, symbol: &mut Const);
    /// A register that is read.
    fn reg(&mut self, _: &mut Reg) {}
    /// Where a branch leads, or where a phi's value comes from.
    fn block(&mut self, _: &mut BlockId) {}
}

pub fn function(f: &mut Function, v: &mut impl Visitor) {
    for p in &mut f.params {
        v.ty(&mut p.ty);
        p.byval.iter_mut().for_each(|t| v.ty(t));
        p.debug.iter_mut().for_each(|t| v.debug(t));
    }
    v.ty(&mut f.ret);
    f.regs.iter_mut().for_each(|r| v.ty(&mut r.ty));
    f.loc.iter_mut().for_each(|l| v.file(&mut l.file));
    f.debug_params.iter_mut().for_each(|(_, t)| v.debug(t));
    for Block { insts, .. } in &mut f.blocks {
        for Inst { op: o, loc, .. } in insts {
            v.loc(loc);
            op(o, v);
        }
    }
}

pub fn global(g: &mut Global, v: &mut impl Visitor) {
    v.ty(&mut g.ty);
    g.init.iter_mut().for_each(|c| constant(c, v));
    g.loc.iter_mut().for_each(|l| v.file(&mut l.file));
    g.debug.iter_mut().for_each(|t| v.debug(t));
}

/// Initialisers nest no deeper than the lowering lets them.
pub fn constant(c: &mut Const, v: &mut impl Visitor) {
    match c {
        Const::Int(_) | Const::Float(..) | Const::Null => {}
        Const::Undef(t) | Const::Poison(t) | Const::Zero(t) | Const::Bytes(t, _) => v.ty(t),
        Const::Global(_) | Const::Function(_) | Const::BlockAddress(..) => v.symbol(c),
        Const::Aggregate(t, elements) => {
            v.ty(t);
            elements.iter_mut().for_each(|e| constant(e, v));
        }
        Const::Expr(e) => match &mut **e {
            ConstExpr::Offset { base, .. } => constant(base, v),
            ConstExpr::Cast { value, from, to, .. } => {
                constant(value, v);
                v.ty(from);
                v.ty(to);
            }
            ConstExpr::Binary { ty, lhs, rhs, .. } | ConstExpr::Icmp { ty, lhs, rhs, .. } => {
                v.ty(ty);
                constant(lhs, v);
                constant(rhs, v);
            }
            ConstExpr::Select { cond, yes, no } => {
                for part in [cond, yes, no] {
                    constant(part, v);
                }
            }
            ConstExpr::Unsupported(_) => {}
        },
    }
}

fn operand(o: &mut Operand, v: &mut impl Visitor) {
    match o {
        Operand::Const(c) => constant(c, v),
        Operand::Reg(r) => v.reg(r),
    }
}

fn args(list: &mut [Arg], v: &mut impl Visitor) {
    for Arg { value, ty, byval, sret } in list {
        operand(value, v);
        v.ty(ty);
        byval.iter_mut().chain(sret).for_each(|t| v.ty(t));
    }
}

/// A direct callee may turn out to be something else than a function (an alias into an object).
fn callee(c: &mut Callee, v: &mut impl Visitor) {
    match c {
        Callee::Direct(f) => {
            let mut symbol = Const::Function(*f);
            v.symbol(&mut symbol);
            *c = match symbol {
                Const::Function(f) => Callee::Direct(f),
                other => Callee::Indirect(Operand::Const(other)),
            };
        }
        Callee::Indirect(o) => operand(o, v),
    }
}

pub fn op(o: &mut Op, v: &mut impl Visitor) {
    match o {
        Op::Binary { ty, lhs, rhs, .. }
        | Op::FBinary { ty, lhs, rhs, .. }
        | Op::Icmp { ty, lhs, rhs, .. }
        | Op::Fcmp { ty, lhs, rhs, .. } => {
            v.ty(ty);
            operand(lhs, v);
            operand(rhs, v);
        }
        Op::FNeg { ty, value } | Op::Freeze { ty, value } => {
            v.ty(ty);
            operand(value, v);
        }
        Op::Cast { value, from, to, .. } => {
            operand(value, v);
            v.ty(from);
            v.ty(to);
        }
        Op::Gep { base, terms, source, result, .. } => {
            operand(base, v);
            for GepTerm { index, index_ty, .. } in terms {
                operand(index, v);
                v.ty(index_ty);
            }
            v.ty(source);
            v.ty(result);
        }
        Op::Load { ptr, access } => {
            operand(ptr, v);
            v.ty(&mut access.ty);
        }
        Op::Store { ptr, value, access } | Op::AtomicRmw { ptr, value, access, .. } => {
            operand(ptr, v);
            operand(value, v);
            v.ty(&mut access.ty);
        }
        Op::CmpXchg { ptr, expected, new, access, .. } => {
            for part in [ptr, expected, new] {
                operand(part, v);
            }
            v.ty(&mut access.ty);
        }
        Op::Alloca { ty, count, count_ty, .. } => {
            v.ty(ty);
            operand(count, v);
            v.ty(count_ty);
        }
        Op::Select { cond, cond_ty, yes, no, ty } => {
            for part in [cond, yes, no] {
                operand(part, v);
            }
            v.ty(cond_ty);
            v.ty(ty);
        }
        Op::Phi { ty, incoming } => {
            v.ty(ty);
            for (from, value) in incoming {
                v.block(from);
                operand(value, v);
            }
        }
        Op::ExtractValue { aggregate, ty, .. } => {
            operand(aggregate, v);
            v.ty(ty);
        }
        Op::InsertValue { aggregate, ty, value, value_ty, .. } => {
            operand(aggregate, v);
            operand(value, v);
            v.ty(ty);
            v.ty(value_ty);
        }
        Op::ExtractElement { vector, ty, index, index_ty } => {
            operand(vector, v);
            operand(index, v);
            v.ty(ty);
            v.ty(index_ty);
        }
        Op::InsertElement { vector, ty, value, index, index_ty } => {
            for part in [vector, value, index] {
                operand(part, v);
            }
            v.ty(ty);
            v.ty(index_ty);
        }
        Op::Shuffle { left, right, ty, .. } => {
            operand(left, v);
            operand(right, v);
            v.ty(ty);
        }
        Op::Call { callee: c, args: list, ret } => {
            callee(c, v);
            args(list, v);
            v.ty(ret);
        }
        Op::Intrinsic { args: list, ret, .. } => {
            args(list, v);
            v.ty(ret);
        }
        Op::VaArg { list, ty } => {
            operand(list, v);
            v.ty(ty);
        }
        Op::Br { to } => v.block(to),
        Op::CondBr { cond, yes, no } => {
            operand(cond, v);
            v.block(yes);
            v.block(no);
        }
        Op::Switch { value, ty, cases, default } => {
            operand(value, v);
            v.ty(ty);
            cases.iter_mut().for_each(|(_, to)| v.block(to));
            v.block(default);
        }
        Op::IndirectBr { address, targets } => {
            operand(address, v);
            targets.iter_mut().for_each(|to| v.block(to));
        }
        Op::Ret { value, ty } => {
            value.iter_mut().for_each(|o| operand(o, v));
            v.ty(ty);
        }
        Op::Fence { .. } | Op::Unreachable | Op::Unsupported { .. } => {}
    }
}
