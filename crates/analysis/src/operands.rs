//! Every operand of an instruction, phis included; address computations that are constant.

use rethread_ir::{Callee, Const, GepTerm, Op, Operand};

/// How far an address computation goes, if that is known.
pub fn constant_offset(offset: i64, terms: &[GepTerm]) -> Option<i64> {
    terms.iter().try_fold(offset, |sum, t| {
        let Operand::Const(Const::Int(index)) = &t.index else { return None };
        let shift = 64u32.checked_sub(index.bits)?;
        let index = (index.as_u64()? as i64) << shift >> shift;
        sum.checked_add(index.checked_mul(i64::try_from(t.stride).ok()?)?)
    })
}

pub fn each<'a>(op: &'a Op, see: &mut impl FnMut(&'a Operand)) {
    match op {
        Op::Binary { lhs: a, rhs: b, .. }
        | Op::FBinary { lhs: a, rhs: b, .. }
        | Op::Icmp { lhs: a, rhs: b, .. }
        | Op::Fcmp { lhs: a, rhs: b, .. }
        | Op::Store { ptr: a, value: b, .. }
        | Op::AtomicRmw { ptr: a, value: b, .. }
        | Op::InsertValue { aggregate: a, value: b, .. }
        | Op::ExtractElement { vector: a, index: b, .. }
        | Op::Shuffle { left: a, right: b, .. } => [a, b].into_iter().for_each(see),
        Op::FNeg { value: a, .. }
        | Op::Cast { value: a, .. }
        | Op::Load { ptr: a, .. }
        | Op::Alloca { count: a, .. }
        | Op::ExtractValue { aggregate: a, .. }
        | Op::Freeze { value: a, .. }
        | Op::VaArg { list: a, .. }
        | Op::CondBr { cond: a, .. }
        | Op::Switch { value: a, .. }
        | Op::IndirectBr { address: a, .. } => see(a),
        Op::Gep { base, terms, .. } => {
            see(base);
            terms.iter().for_each(|t| see(&t.index));
        }
        Op::CmpXchg { ptr, expected, new, .. } => [ptr, expected, new].into_iter().for_each(see),
        Op::Select { cond, yes, no, .. } => [cond, yes, no].into_iter().for_each(see),
        Op::InsertElement { vector, value, index, .. } => [vector, value, index].into_iter().for_each(see),
        Op::Phi { incoming, .. } => incoming.iter().for_each(|(_, o)| see(o)),
        Op::Call { callee, args, .. } => {
            if let Callee::Indirect(o) = callee {
                see(o);
            }
            args.iter().for_each(|a| see(&a.value));
        }
        Op::Intrinsic { args, .. } => args.iter().for_each(|a| see(&a.value)),
        Op::Ret { value, .. } => value.iter().for_each(see),
        Op::Fence { .. } | Op::Br { .. } | Op::Unreachable | Op::Unsupported { .. } => {}
    }
}
