//! Integer arithmetic, comparisons and casts.

use super::Executor;
use crate::code::GepPart;
use crate::error::{Failure, Step};
use crate::state::State;
use crate::value::{Value, mask, signed};
use rethread_expr::{Node, Term};
use rethread_ir::{ArithFlags, BinOp, IcmpPred};
use rethread_testcase::BugKind;

/// The result on numbers of up to 64 bits; None where a check has to be made first.
#[inline(always)]
pub fn binary(op: BinOp, width: u32, x: u64, y: u64) -> Option<u64> {
    let v = match op {
        BinOp::Add => x.wrapping_add(y),
        BinOp::Sub => x.wrapping_sub(y),
        BinOp::Mul => x.wrapping_mul(y),
        BinOp::And => x & y,
        BinOp::Or => x | y,
        BinOp::Xor => x ^ y,
        BinOp::Shl | BinOp::Lshr | BinOp::Ashr if y >= u64::from(width) => return None,
        BinOp::Shl => x << y,
        BinOp::Lshr => x >> y,
        BinOp::Ashr => (signed(x, width) >> y) as u64,
        BinOp::Udiv | BinOp::Sdiv | BinOp::Urem | BinOp::Srem if y == 0 => return None,
        BinOp::Udiv => x / y,
        BinOp::Urem => x % y,
        BinOp::Sdiv => signed(x, width).checked_div(signed(y, width))? as u64,
        BinOp::Srem => signed(x, width).checked_rem(signed(y, width))? as u64,
    };
    // The smallest number divided by -1 does not fit: left to the check as well.
    if matches!(op, BinOp::Sdiv | BinOp::Srem) && x == 1 << (width - 1) && y == mask(width) {
        return None;
    }
    Some(v & mask(width))
}

#[inline(always)]
pub fn compare(pred: IcmpPred, width: u32, x: u64, y: u64) -> bool {
    match pred {
        IcmpPred::Eq => x == y,
        IcmpPred::Ne => x != y,
        IcmpPred::Ugt => x > y,
        IcmpPred::Uge => x >= y,
        IcmpPred::Ult => x < y,
        IcmpPred::Ule => x <= y,
        IcmpPred::Sgt => signed(x, width) > signed(y, width),
        IcmpPred::Sge => signed(x, width) >= signed(y, width),
        IcmpPred::Slt => signed(x, width) < signed(y, width),
        IcmpPred::Sle => signed(x, width) <= signed(y, width),
    }
}

/// Offsets nearer to their object than this, on either side, order like addresses whatever the
/// object's address is: none is lower than this, nor that near to the top.
const NEAR: u64 = 1 << 31;

/// Pointers into one object, by their offsets read as signed numbers. `None`: so far away that the
/// address may wrap around, and only the address itself tells.
pub fn compare_offsets(pred: IcmpPred, x: u64, y: u64) -> Option<bool> {
    let near = |off: u64| (off as i64).unsigned_abs() < NEAR;
    if !near(x) || !near(y) {
        return None;
    }
    let pred = match pred {
        IcmpPred::Ugt => IcmpPred::Sgt,
        IcmpPred::Uge => IcmpPred::Sge,
        IcmpPred::Ult => IcmpPred::Slt,
        IcmpPred::Ule => IcmpPred::Sle,
        p => p,
    };
    Some(compare(pred, 64, x, y))
}

impl Executor {
    pub fn bin(
        &mut self,
        state: &mut State,
        op: BinOp,
        flags: ArithFlags,
        width: u32,
        a: Value,
        b: Value,
    ) -> Step<Value> {
        if let Some(v) = self.pointer_arithmetic(op, a, b) {
            return Ok(v);
        }
        let x = self.term(state, a, width);
        let y = self.term(state, b, width);
        if matches!(op, BinOp::Udiv | BinOp::Sdiv | BinOp::Urem | BinOp::Srem) {
            let zero = self.terms.constant(width, 0);
            let ok = self.terms.ne(y, zero);
            if !self.decide(state, ok)? {
                return Failure::interrupt(BugKind::DivByZero, "division by zero");
            }
        }
        if matches!(op, BinOp::Sdiv | BinOp::Srem) {
            self.quotient_fits(state, width, x, y)?;
        }
        let amount = y;
        let y = self.shift_amount(state, op, width, amount)?;
        if flags.signed_base && self.machine.check_overflow {
            self.shift_base(state, width, x, amount)?;
        }
        if let Some(t) = self.narrow(op, width, x, y) {
            self.overflow(state, op, flags, width, x, y, t)?;
            return Ok(self.value(t));
        }
        let t = match op {
            BinOp::Add => self.terms.add(x, y),
            BinOp::Sub => self.terms.sub(x, y),
            BinOp::Mul => self.terms.mul(x, y),
            BinOp::Udiv => self.terms.udiv(x, y),
            BinOp::Sdiv => self.terms.sdiv(x, y),
            BinOp::Urem => self.terms.urem(x, y),
            BinOp::Srem => self.terms.srem(x, y),
            BinOp::Shl => self.terms.shl(x, y),
            BinOp::Lshr => self.terms.lshr(x, y),
            BinOp::Ashr => self.terms.ashr(x, y),
            BinOp::And => self.terms.and(x, y),
            BinOp::Or => self.terms.or(x, y),
            BinOp::Xor => self.terms.xor(x, y),
        };
        self.overflow(state, op, flags, width, x, y, t)?;
        Ok(self.value(t))
    }

    /// Products and quotients of extended numbers, computed as narrow as they are: what C widens to int
    /// costs a solver the square of the width. Only for a divisor that is known not to be zero here.
    fn narrow(&mut self, op: BinOp, width: u32, x: Term, y: Term) -> Option<Term> {
        let signed = matches!(op, BinOp::Mul | BinOp::Sdiv | BinOp::Srem);
        if !signed && !matches!(op, BinOp::Udiv | BinOp::Urem)
            || self.terms.is_const(x)
            || self.terms.is_const(y)
            || width > 64
        {
            return None;
        }
        let bits = |e: &Self, t| {
            if signed { e.signed_bits(t) } else { 64 - e.terms.range(t).1.leading_zeros() }
        };
        let (a, b) = (bits(self, x), bits(self, y));
        let n = match op {
            BinOp::Mul => a + b,
            // The smallest number divided by -1 needs one bit more.
            BinOp::Sdiv | BinOp::Srem => a.max(b) + 1,
            _ => a.max(b).max(1),
        };
        if n >= width {
            return None;
        }
        let (x, y) = (self.terms.extract(x, 0, n), self.terms.extract(y, 0, n));
        let t = match op {
            BinOp::Mul => self.terms.mul(x, y),
            BinOp::Sdiv => self.terms.sdiv(x, y),
            BinOp::Srem => self.terms.srem(x, y),
            BinOp::Udiv => self.terms.udiv(x, y),
            _ => self.terms.urem(x, y),
        };
        Some(if signed { self.terms.sext(t, width) } else { self.terms.zext(t, width) })
    }

    /// Sums and differences that keep the object a pointer points into.
    fn pointer_arithmetic(&mut self, op: BinOp, a: Value, b: Value) -> Option<Value> {
        Some(match (op, a, b) {
            (BinOp::Sub, Value::Ptr(o, x), Value::Ptr(p, y)) if o == p => Value::Int(x.wrapping_sub(y)),
            (BinOp::Sub, Value::Ptr(o, x), Value::PtrTerm(p, y)) if o == p => {
                let x = self.terms.constant(64, x);
                let t = self.terms.sub(x, y);
                self.value(t)
            }
            (BinOp::Sub, Value::PtrTerm(o, x), Value::Ptr(p, y)) if o == p => {
                let y = self.terms.constant(64, y);
                let t = self.terms.sub(x, y);
                self.value(t)
            }
            (BinOp::Sub, Value::PtrTerm(o, x), Value::PtrTerm(p, y)) if o == p => {
                let t = self.terms.sub(x, y);
                self.value(t)
            }
            (BinOp::Add, p @ (Value::Ptr(..) | Value::PtrTerm(..)), i @ (Value::Int(_) | Value::Term(_)))
            | (BinOp::Add, i @ (Value::Int(_) | Value::Term(_)), p @ (Value::Ptr(..) | Value::PtrTerm(..))) => {
                self.shifted(p, i)
            }
            (BinOp::Sub, p @ (Value::Ptr(..) | Value::PtrTerm(..)), Value::Int(i)) => {
                self.shifted(p, Value::Int(i.wrapping_neg()))
            }
            (BinOp::Sub, p @ (Value::Ptr(..) | Value::PtrTerm(..)), Value::Term(t)) => {
                let t = self.terms.neg(t);
                self.shifted(p, Value::Term(t))
            }
            _ => return None,
        })
    }

    /// A pointer moved by a 64-bit distance.
    pub fn shifted(&mut self, pointer: Value, by: Value) -> Value {
        let by_term = |e: &mut Self| match by {
            Value::Int(x) => e.terms.constant(64, x),
            Value::Term(t) => t,
            _ => unreachable!("a distance is a number"),
        };
        match (pointer, by) {
            (Value::Ptr(o, x), Value::Int(i)) => Value::Ptr(o, x.wrapping_add(i)),
            (Value::Int(x), Value::Int(i)) => Value::Int(x.wrapping_add(i)),
            (Value::Ptr(o, x), _) => {
                let x = self.terms.constant(64, x);
                let by = by_term(self);
                self.pointer_into(o, x, by)
            }
            (Value::PtrTerm(o, x), _) => {
                let by = by_term(self);
                self.pointer_into(o, x, by)
            }
            (Value::Int(x), _) => {
                let x = self.terms.constant(64, x);
                let by = by_term(self);
                let t = self.terms.add(x, by);
                self.value(t)
            }
            (Value::Term(x), _) => {
                let by = by_term(self);
                let t = self.terms.add(x, by);
                self.value(t)
            }
        }
    }

    fn pointer_into(&mut self, o: crate::value::ObjId, base: Term, by: Term) -> Value {
        let t = self.terms.add(base, by);
        match self.terms.as_u64(t) {
            Some(x) => Value::Ptr(o, x),
            None => Value::PtrTerm(o, t),
        }
    }

    /// A shift by the width or more is noted; like the machine, only the low bits then count.
    fn shift_amount(&mut self, state: &mut State, op: BinOp, width: u32, y: Term) -> Step<Term> {
        if !matches!(op, BinOp::Shl | BinOp::Lshr | BinOp::Ashr) {
            return Ok(y);
        }
        let limit = self.terms.constant(width, u64::from(width));
        let bad = self.terms.ule(limit, y);
        if self.terms.is_false(bad) {
            return Ok(y);
        }
        self.note(state, BugKind::Overflow, bad, "shift by at least the width of the type")?;
        if !width.is_power_of_two() {
            return Ok(y);
        }
        let low = self.terms.constant(width, u64::from(width) - 1);
        Ok(self.terms.and(y, low))
    }

    /// C's rule for a signed value shifted left, as clang's `shift-base` has it: neither the sign nor what
    /// is shifted into it or beyond may be set. An amount that is too large is another error.
    fn shift_base(&mut self, state: &mut State, width: u32, x: Term, amount: Term) -> Step<()> {
        let limit = self.terms.constant(width, u64::from(width));
        let in_range = self.terms.ult(amount, limit);
        let top = self.terms.constant(width, u64::from(width) - 1);
        let kept = self.terms.sub(top, amount);
        let lost = self.terms.lshr(x, kept);
        let zero = self.terms.constant(width, 0);
        let loses = self.terms.ne(lost, zero);
        let bad = self.terms.and(in_range, loses);
        if self.terms.is_false(bad) {
            return Ok(());
        }
        let message = "left shift of a negative value, or of one that then does not fit the type";
        self.note(state, BugKind::Overflow, bad, message)
    }

    /// The smallest number divided by -1: the one overflow that does not go on, since the processor traps.
    fn quotient_fits(&mut self, state: &mut State, width: u32, x: Term, y: Term) -> Step<()> {
        let least = self.least(width);
        let zero = self.terms.constant(width, 0);
        let minus = self.terms.not(zero);
        let a = self.terms.eq(x, least);
        let b = self.terms.eq(y, minus);
        let bad = self.terms.and(a, b);
        if !self.terms.is_false(bad) && self.decide(state, bad)? {
            return Failure::interrupt(
                BugKind::Overflow,
                "signed integer overflow: the quotient does not fit",
            );
        }
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    fn overflow(
        &mut self,
        state: &mut State,
        op: BinOp,
        flags: ArithFlags,
        width: u32,
        x: Term,
        y: Term,
        result: Term,
    ) -> Step<()> {
        if !flags.nsw || !self.machine.check_overflow {
            return Ok(());
        }
        let bad = match op {
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl => {
                self.signed_overflow(op, width, x, y, result)
            }
            _ => return Ok(()),
        };
        if self.terms.is_false(bad) {
            return Ok(());
        }
        self.note(state, BugKind::Overflow, bad, "signed integer overflow")
    }

    /// Does the exact result not fit?
    pub fn signed_overflow(&mut self, op: BinOp, width: u32, x: Term, y: Term, result: Term) -> Term {
        if op == BinOp::Shl {
            let back = self.terms.ashr(result, y);
            return self.terms.ne(back, x);
        }
        // As wide as the exact result can get, no wider: a product is what solvers find hardest.
        let (a, b) = (self.signed_bits(x), self.signed_bits(y));
        let wide = match op {
            BinOp::Mul => a + b,
            _ => a.max(b) + 1,
        };
        if wide <= width {
            return self.terms.fls();
        }
        let a = self.terms.sext(x, wide);
        let b = self.terms.sext(y, wide);
        let exact = match op {
            BinOp::Add => self.terms.add(a, b),
            BinOp::Sub => self.terms.sub(a, b),
            _ => self.terms.mul(a, b),
        };
        let shown = self.terms.sext(result, wide);
        self.terms.ne(exact, shown)
    }

    /// How many bits a number needs at most, with its sign.
    fn signed_bits(&self, t: Term) -> u32 {
        let width = self.terms.width(t);
        let bits = match *self.terms.node(t) {
            Node::Sext { of, .. } => self.terms.width(of),
            Node::Zext { of, .. } => self.terms.width(of) + 1,
            Node::Mul(a, b) => match (self.terms.node(a), self.terms.node(b)) {
                (Node::Sext { of: x, .. }, Node::Sext { of: y, .. }) => {
                    self.terms.width(*x) + self.terms.width(*y)
                }
                _ => width,
            },
            Node::Const { value, .. } => {
                let v = signed(value, width);
                65 - if v < 0 { v.leading_ones() } else { v.leading_zeros() }
            }
            _ => width,
        };
        bits.min(width)
    }

    pub fn icmp(&mut self, state: &mut State, pred: IcmpPred, width: u32, a: Value, b: Value) -> Step<Value> {
        // A number that is compared with a pointer is null or as good as that.
        let is_pointer = |v| matches!(v, Value::Ptr(..) | Value::PtrTerm(..));
        let (a, b) = match (is_pointer(a), is_pointer(b)) {
            (true, false) => (a, self.guided_value(b)?),
            (false, true) => (self.guided_value(a)?, b),
            _ => (a, b),
        };
        let known = match (a, b) {
            (Value::Ptr(o, x), Value::Ptr(p, y)) if o == p => compare_offsets(pred, x, y),
            // An object is never at null, and two objects are never at the same place.
            (Value::Ptr(..) | Value::PtrTerm(..), Value::Int(0))
            | (Value::Int(0), Value::Ptr(..) | Value::PtrTerm(..)) => match pred {
                IcmpPred::Eq => Some(false),
                IcmpPred::Ne => Some(true),
                _ => None,
            },
            (Value::Ptr(o, x), Value::Ptr(p, y)) if matches!(pred, IcmpPred::Eq | IcmpPred::Ne) => {
                let inside = |id, off| {
                    state
                        .memory
                        .get(id)
                        .is_some_and(|obj| matches!(obj.size, crate::object::Size::Known(n) if off <= n))
                };
                (inside(o, x) && inside(p, y)).then_some(pred == IcmpPred::Ne)
            }
            _ => None,
        };
        if let Some(b) = known {
            return Ok(Value::bool(b));
        }
        let (x, y) = match self.same_object(a, b) {
            Some((x, y)) if self.offsets_tell(pred, x, y) => (x, y),
            _ => (self.term(state, a, width), self.term(state, b, width)),
        };
        let t = self.compare_terms(pred, x, y);
        Ok(self.value(t))
    }

    /// The offsets of two pointers into one object, at least one of them symbolic.
    fn same_object(&mut self, a: Value, b: Value) -> Option<(Term, Term)> {
        match (a, b) {
            (Value::PtrTerm(o, x), Value::PtrTerm(p, y)) if o == p => Some((x, y)),
            (Value::PtrTerm(o, x), Value::Ptr(p, y)) if o == p => Some((x, self.terms.constant(64, y))),
            (Value::Ptr(o, x), Value::PtrTerm(p, y)) if o == p => Some((self.terms.constant(64, x), y)),
            _ => None,
        }
    }

    /// Equality never needs the object's address; order needs it unless no offset is before the object
    /// or far behind it: `p - n < p` holds although `-n`, read as an offset, is a large number.
    fn offsets_tell(&self, pred: IcmpPred, x: Term, y: Term) -> bool {
        let near = |t| self.terms.range(t).1 < NEAR;
        matches!(pred, IcmpPred::Eq | IcmpPred::Ne) || (near(x) && near(y))
    }

    pub fn compare_terms(&mut self, pred: IcmpPred, x: Term, y: Term) -> Term {
        match pred {
            IcmpPred::Eq => self.terms.eq(x, y),
            IcmpPred::Ne => self.terms.ne(x, y),
            IcmpPred::Ugt => self.terms.ult(y, x),
            IcmpPred::Uge => self.terms.ule(y, x),
            IcmpPred::Ult => self.terms.ult(x, y),
            IcmpPred::Ule => self.terms.ule(x, y),
            IcmpPred::Sgt => self.terms.slt(y, x),
            IcmpPred::Sge => self.terms.sle(y, x),
            IcmpPred::Slt => self.terms.slt(x, y),
            IcmpPred::Sle => self.terms.sle(x, y),
        }
    }

    pub fn trunc(&mut self, state: &mut State, v: Value, from: u32, to: u32) -> Value {
        let t = self.term(state, v, from);
        let t = self.terms.extract(t, 0, to);
        self.value(t)
    }

    pub fn zext(&mut self, state: &mut State, v: Value, from: u32, to: u32) -> Value {
        if from == to {
            return v;
        }
        let t = self.term(state, v, from);
        let t = self.terms.zext(t, to);
        self.value(t)
    }

    pub fn sext(&mut self, state: &mut State, v: Value, from: u32, to: u32) -> Value {
        if from == to {
            return v;
        }
        let t = self.term(state, v, from);
        let t = self.terms.sext(t, to);
        self.value(t)
    }

    /// `base + offset + Σ index * stride`.
    pub fn gep(&mut self, state: &mut State, base: Value, offset: i64, parts: &[(Value, GepPart)]) -> Value {
        let mut p = self.shifted(base, Value::Int(offset as u64));
        for (index, part) in parts {
            let by = match *index {
                Value::Int(i) if part.width <= 64 => {
                    Value::Int((signed(i, part.width) as u64).wrapping_mul(part.stride))
                }
                v => {
                    let t = self.term(state, v, part.width);
                    let t = match part.width.cmp(&64) {
                        std::cmp::Ordering::Less => self.terms.sext(t, 64),
                        std::cmp::Ordering::Equal => t,
                        std::cmp::Ordering::Greater => self.terms.extract(t, 0, 64),
                    };
                    let stride = self.terms.constant(64, part.stride);
                    let t = self.terms.mul(t, stride);
                    self.value(t)
                }
            };
            p = self.shifted(p, by);
        }
        p
    }

    /// A choice between two scalars; keeps the object if both point into the same.
    pub fn select(&mut self, state: &mut State, cond: Term, yes: Value, no: Value, width: u32) -> Value {
        if yes == no || self.terms.is_true(cond) {
            return yes;
        }
        if self.terms.is_false(cond) {
            return no;
        }
        let offset = |e: &mut Self, v| match v {
            Value::Ptr(o, x) => Some((o, e.terms.constant(64, x))),
            Value::PtrTerm(o, t) => Some((o, t)),
            _ => None,
        };
        if let (Some((o, x)), Some((p, y))) = (offset(self, yes), offset(self, no))
            && o == p
        {
            let t = self.terms.ite(cond, x, y);
            return match self.terms.as_u64(t) {
                Some(k) => Value::Ptr(o, k),
                None => Value::PtrTerm(o, t),
            };
        }
        let y = self.term(state, yes, width);
        let n = self.term(state, no, width);
        let t = self.terms.ite(cond, y, n);
        self.value(t)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_is_left_to_the_check_where_it_can_fail() {
        assert_eq!(binary(BinOp::Sdiv, 32, 7, 0), None);
        assert_eq!(binary(BinOp::Sdiv, 32, 0x8000_0000, 0xffff_ffff), None);
        assert_eq!(binary(BinOp::Sdiv, 64, 1 << 63, u64::MAX), None);
        assert_eq!(binary(BinOp::Sdiv, 32, (-7i32) as u32 as u64, 2), Some((-3i32) as u32 as u64));
        assert_eq!(binary(BinOp::Srem, 32, (-7i32) as u32 as u64, 2), Some((-1i32) as u32 as u64));
        assert_eq!(binary(BinOp::Shl, 8, 1, 8), None);
        assert_eq!(binary(BinOp::Ashr, 8, 0x80, 7), Some(0xff));
    }

    #[test]
    fn offsets_before_an_object_are_smaller() {
        assert_eq!(compare_offsets(IcmpPred::Ult, (-1i64) as u64, 0), Some(true));
        assert_eq!(compare_offsets(IcmpPred::Uge, (-8i64) as u64, 4), Some(false));
        assert_eq!(compare_offsets(IcmpPred::Ult, 1 << 63, 0), None);
    }
}
