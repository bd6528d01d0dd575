//! Floats: known single and double values by `concrete`, everything else as terms (which fold when
//! constant).

use super::{Executor, concrete};
use crate::state::State;
use crate::value::{Kind, Value};
use rethread_expr::{FpFormat, FpOp, Term};
use rethread_ir::{CastOp, FBinOp, FcmpPred, FloatKind};

pub fn format(kind: Kind) -> FpFormat {
    match kind {
        Kind::Float(FloatKind::Half) => FpFormat::Half,
        Kind::Float(FloatKind::BFloat) => FpFormat::BFloat,
        Kind::Float(FloatKind::Single) => FpFormat::Single,
        Kind::Float(FloatKind::X87) => FpFormat::X87,
        Kind::Float(FloatKind::Quad) => FpFormat::Quad,
        _ => FpFormat::Double,
    }
}

fn arith(op: FBinOp) -> FpOp {
    match op {
        FBinOp::Add => FpOp::Add,
        FBinOp::Sub => FpOp::Sub,
        FBinOp::Mul => FpOp::Mul,
        FBinOp::Div => FpOp::Div,
        FBinOp::Rem => FpOp::Rem,
    }
}

impl Executor {
    pub fn fbin(&mut self, state: &mut State, op: FBinOp, kind: Kind, a: Value, b: Value) -> Value {
        if let (Value::Int(x), Value::Int(y)) = (a, b)
            && let Some(r) = concrete::binary(op, kind, x, y)
        {
            return Value::Int(r);
        }
        let x = self.term(state, a, kind.width());
        let y = self.term(state, b, kind.width());
        let t = self.terms.fp(arith(op), format(kind), &[x, y]);
        self.value(t)
    }

    /// An operation on one float that gives a float of the same format.
    pub fn funary(&mut self, state: &mut State, op: FpOp, kind: Kind, v: Value) -> Value {
        if let Value::Int(x) = v
            && let Some(r) = concrete::unary(op, kind, x)
        {
            return Value::Int(r);
        }
        let x = self.term(state, v, kind.width());
        let t = self.terms.fp(op, format(kind), &[x]);
        self.value(t)
    }

    pub fn fop(&mut self, state: &mut State, op: FpOp, kind: Kind, vs: &[Value]) -> Value {
        if let [v] = *vs {
            return self.funary(state, op, kind, v);
        }
        let args: Vec<Term> = vs.iter().map(|&v| self.term(state, v, kind.width())).collect();
        let t = self.terms.fp(op, format(kind), &args);
        self.value(t)
    }

    pub fn fcmp(&mut self, state: &mut State, pred: FcmpPred, kind: Kind, a: Value, b: Value) -> Value {
        if let (Value::Int(x), Value::Int(y)) = (a, b)
            && let Some(r) = concrete::compare(pred, kind, x, y)
        {
            return Value::bool(r);
        }
        let f = format(kind);
        let x = self.term(state, a, kind.width());
        let y = self.term(state, b, kind.width());
        let nan_x = self.terms.fp(FpOp::IsNan, f, &[x]);
        let nan_y = self.terms.fp(FpOp::IsNan, f, &[y]);
        let uno = self.terms.or(nan_x, nan_y);
        let ord = self.terms.not(uno);
        let cmp = |e: &mut Self, op, l, r| e.terms.fp(op, f, &[l, r]);
        let t = match pred {
            FcmpPred::False => self.terms.fls(),
            FcmpPred::True => self.terms.tru(),
            FcmpPred::Ord => ord,
            FcmpPred::Uno => uno,
            FcmpPred::Oeq => cmp(self, FpOp::Eq, x, y),
            FcmpPred::Olt => cmp(self, FpOp::Lt, x, y),
            FcmpPred::Ole => cmp(self, FpOp::Le, x, y),
            FcmpPred::Ogt => cmp(self, FpOp::Lt, y, x),
            FcmpPred::Oge => cmp(self, FpOp::Le, y, x),
            FcmpPred::Une => {
                let e = cmp(self, FpOp::Eq, x, y);
                self.terms.not(e)
            }
            FcmpPred::One => {
                let e = cmp(self, FpOp::Eq, x, y);
                let ne = self.terms.not(e);
                self.terms.and(ne, ord)
            }
            FcmpPred::Ueq => {
                let e = cmp(self, FpOp::Eq, x, y);
                self.terms.or(e, uno)
            }
            FcmpPred::Ult => {
                let ge = cmp(self, FpOp::Le, y, x);
                self.terms.not(ge)
            }
            FcmpPred::Ule => {
                let gt = cmp(self, FpOp::Lt, y, x);
                self.terms.not(gt)
            }
            FcmpPred::Ugt => {
                let le = cmp(self, FpOp::Le, x, y);
                self.terms.not(le)
            }
            FcmpPred::Uge => {
                let lt = cmp(self, FpOp::Lt, x, y);
                self.terms.not(lt)
            }
        };
        self.value(t)
    }

    pub fn fcast(&mut self, state: &mut State, op: CastOp, from: Kind, to: Kind, v: Value) -> Value {
        if let Value::Int(x) = v
            && let Some(r) = concrete::cast(op, from, to, x)
        {
            return Value::Int(r);
        }
        let x = self.term(state, v, from.width());
        let t = match op {
            CastOp::FpTrunc | CastOp::FpExt => self.terms.fp(FpOp::ToFp(format(to)), format(from), &[x]),
            CastOp::FpToUi | CastOp::FpToSi => self.integer_of(op == CastOp::FpToSi, from, to.width(), x),
            CastOp::UiToFp => self.terms.fp(FpOp::FromUnsigned, format(to), &[x]),
            _ => self.terms.fp(FpOp::FromSigned, format(to), &[x]),
        };
        self.value(t)
    }

    /// A float as an integer, also where C leaves the result open: what x86-64's `cvttsd2si` and the
    /// code that clang builds around it give, so that a test shows natively what it showed here.
    fn integer_of(&mut self, signed: bool, from: Kind, width: u32, x: Term) -> Term {
        let f = format(from);
        let plain = |e: &mut Self| {
            let op = if signed { FpOp::ToSigned(width) } else { FpOp::ToUnsigned(width) };
            e.terms.fp(op, f, &[x])
        };
        if !matches!(f, FpFormat::Single | FpFormat::Double) {
            return plain(self);
        }
        match (width, signed) {
            (64, true) | (32, true) => self.truncated(f, x, width),
            (0..32, _) => {
                let t = self.truncated(f, x, 32);
                self.terms.extract(t, 0, width)
            }
            (33..64, true) | (32..64, false) => {
                let t = self.truncated(f, x, 64);
                self.terms.extract(t, 0, width)
            }
            (64, false) => {
                // Numbers from 2^63 on are converted less that, which is added again as the sign.
                let low = self.truncated(f, x, 64);
                let top = self.least(64);
                let limit = self.terms.fp(FpOp::FromUnsigned, f, &[top]);
                let rest = self.terms.fp(FpOp::Sub, f, &[x, limit]);
                let high = self.truncated(f, rest, 64);
                let sign = self.terms.extract(low, 63, 1);
                let sign = self.terms.sext(sign, 64);
                let high = self.terms.and(high, sign);
                self.terms.or(low, high)
            }
            _ => plain(self),
        }
    }

    /// `cvttsd2si` and `cvttss2si`: what does not fit, and NaN, gives the smallest number.
    fn truncated(&mut self, f: FpFormat, x: Term, width: u32) -> Term {
        let least = self.least(width);
        let limit = self.terms.fp(FpOp::FromSigned, f, &[least]);
        let above = self.terms.fp(FpOp::Neg, f, &[limit]);
        let below_top = self.terms.fp(FpOp::Lt, f, &[x, above]);
        let above_bottom = if f == FpFormat::Double && width == 32 {
            // Down to one below, exclusively: the fraction is cut off.
            let wide = self.terms.constant(64, (-(1i64 << 31) - 1) as u64);
            let bottom = self.terms.fp(FpOp::FromSigned, f, &[wide]);
            self.terms.fp(FpOp::Lt, f, &[bottom, x])
        } else {
            self.terms.fp(FpOp::Le, f, &[limit, x])
        };
        let fits = self.terms.and(below_top, above_bottom);
        let value = self.terms.fp(FpOp::ToSigned(width), f, &[x]);
        self.terms.ite(fits, value, least)
    }
}
