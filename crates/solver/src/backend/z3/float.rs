//! Float operations: our bit patterns to Z3's floats and back.
//!
//! Source: SMT-LIB's FloatingPoint theory; Intel's manual (volume 1, 4.2.2) for the 80-bit format
//! with its explicit integer bit. Guarantee: results equal `expr`'s evaluation bit by bit: NaN results
//! are the canonical quiet NaN, conversions out of range give zero, minimum and maximum take the
//! other operand when one is NaN.

use super::context::{Ast, Made, SortRef};
use super::translate::Translator;
use crate::backend::Reason;
use rethread_expr::float::canonical_nan;
use rethread_expr::{Bits, FpFormat, FpOp, Term, Terms};
use z3_sys::*;

impl Translator {
    pub(super) fn float(&mut self, terms: &Terms, op: FpOp, format: FpFormat, args: &[Term]) -> Made<Ast> {
        match op {
            FpOp::FromSigned | FpOp::FromUnsigned => return self.convert_integer(terms, op, format, args[0]),
            FpOp::Neg | FpOp::Abs => return self.sign(terms, op, format, args[0]),
            _ => {}
        }
        let mut floats = [None; 3];
        for (slot, arg) in floats.iter_mut().zip(args) {
            let bits = self.bv(terms, *arg)?;
            *slot = Some(self.float_of(bits, format)?);
        }
        let arg = |i: usize| floats[i].ok_or_else(|| Reason::Other("a float operand is missing".into()));
        let a = arg(0)?;
        let context = &mut self.context;
        let nearest = context.nullary(Z3_mk_fpa_round_nearest_ties_to_even)?;
        let result = match op {
            FpOp::Add => context.ternary(Z3_mk_fpa_add, nearest, a, arg(1)?)?,
            FpOp::Sub => context.ternary(Z3_mk_fpa_sub, nearest, a, arg(1)?)?,
            FpOp::Mul => context.ternary(Z3_mk_fpa_mul, nearest, a, arg(1)?)?,
            FpOp::Div => context.ternary(Z3_mk_fpa_div, nearest, a, arg(1)?)?,
            FpOp::Fma => context.quaternary(Z3_mk_fpa_fma, nearest, a, arg(1)?, arg(2)?)?,
            FpOp::Sqrt => context.binary(Z3_mk_fpa_sqrt, nearest, a)?,
            FpOp::Min | FpOp::Max => self.select_by_order(op, a, arg(1)?)?,
            FpOp::Floor => self.round(Z3_mk_fpa_round_toward_negative, a)?,
            FpOp::Ceil => self.round(Z3_mk_fpa_round_toward_positive, a)?,
            FpOp::Trunc => self.round(Z3_mk_fpa_round_toward_zero, a)?,
            FpOp::RoundEven => self.round(Z3_mk_fpa_round_nearest_ties_to_even, a)?,
            FpOp::RoundAway => self.round(Z3_mk_fpa_round_nearest_ties_to_away, a)?,
            FpOp::Eq => return context.binary(Z3_mk_fpa_eq, a, arg(1)?),
            FpOp::Lt => return context.binary(Z3_mk_fpa_lt, a, arg(1)?),
            FpOp::Le => return context.binary(Z3_mk_fpa_leq, a, arg(1)?),
            FpOp::IsNan => return context.unary(Z3_mk_fpa_is_nan, a),
            FpOp::ToFp(to) => {
                let sort = self.float_sort(to)?;
                let float = self.context.convert(Z3_mk_fpa_to_fp_float, nearest, a, sort)?;
                return self.bits_of(float, to);
            }
            FpOp::ToSigned(width) => return self.integer(a, format, width, true),
            FpOp::ToUnsigned(width) => return self.integer(a, format, width, false),
            FpOp::Rem | FpOp::Neg | FpOp::Abs | FpOp::FromSigned | FpOp::FromUnsigned => {
                return Err(Reason::Unsupported(format!("{op:?} of a symbolic float")));
            }
        };
        self.bits_of(result, format)
    }

    fn float_sort(&mut self, format: FpFormat) -> Made<SortRef> {
        self.context.float_sort(format.exponent_bits(), format.precision())
    }

    fn round(&mut self, mode: unsafe extern "C" fn(Z3_context) -> Option<Z3_ast>, a: Ast) -> Made<Ast> {
        let mode = self.context.nullary(mode)?;
        self.context.binary(Z3_mk_fpa_round_to_integral, mode, a)
    }

    /// A pattern as a float.
    fn float_of(&mut self, bits: Ast, format: FpFormat) -> Made<Ast> {
        let sort = self.float_sort(format)?;
        if format != FpFormat::X87 {
            return self.context.float_of_bits(bits, sort);
        }
        let context = &mut self.context;
        let sign = context.extract(bits, 79, 1)?;
        let exponent = context.extract(bits, 64, 15)?;
        let integer = context.extract(bits, 63, 1)?;
        let fraction = context.extract(bits, 0, 63)?;
        let zero = context.bits(&Bits::zero(15))?;
        let one = context.bits(&Bits::new(15, 1))?;
        let set = context.bits(&Bits::new(1, 1))?;
        let is_set = context.binary(Z3_mk_eq, integer, set)?;
        let is_clear = context.unary(Z3_mk_not, is_set)?;
        let is_low = context.binary(Z3_mk_eq, exponent, zero)?;
        let is_high = context.unary(Z3_mk_not, is_low)?;
        // A pseudo-denormal has the value of exponent 1; a cleared integer bit elsewhere is no number.
        let pseudo = context.and(is_low, is_set)?;
        let exponent = context.ternary(Z3_mk_ite, pseudo, one, exponent)?;
        let high = context.binary(Z3_mk_concat, sign, exponent)?;
        let ieee = context.binary(Z3_mk_concat, high, fraction)?;
        let float = context.float_of_bits(ieee, sort)?;
        let nan = context.nan(sort)?;
        let invalid = context.and(is_high, is_clear)?;
        context.ternary(Z3_mk_ite, invalid, nan, float)
    }

    /// A float as a pattern, NaN as the canonical one.
    fn bits_of(&mut self, float: Ast, format: FpFormat) -> Made<Ast> {
        let context = &mut self.context;
        let mut bits = context.unary(Z3_mk_fpa_to_ieee_bv, float)?;
        if format == FpFormat::X87 {
            let high = context.extract(bits, 63, 16)?;
            let exponent = context.extract(bits, 63, 15)?;
            let fraction = context.extract(bits, 0, 63)?;
            let zero = context.bits(&Bits::zero(15))?;
            let is_low = context.binary(Z3_mk_eq, exponent, zero)?;
            let set = context.bits(&Bits::new(1, 1))?;
            let clear = context.bits(&Bits::new(1, 0))?;
            let integer = context.ternary(Z3_mk_ite, is_low, clear, set)?;
            let high = context.binary(Z3_mk_concat, high, integer)?;
            bits = context.binary(Z3_mk_concat, high, fraction)?;
        }
        let is_nan = context.unary(Z3_mk_fpa_is_nan, float)?;
        let nan = context.bits(&canonical_nan(format))?;
        context.ternary(Z3_mk_ite, is_nan, nan, bits)
    }

    /// C's fmin and fmax: the other one of a NaN, the second of two zeros.
    fn select_by_order(&mut self, op: FpOp, a: Ast, b: Ast) -> Made<Ast> {
        let context = &mut self.context;
        let before = match op {
            FpOp::Min => context.binary(Z3_mk_fpa_lt, a, b)?,
            _ => context.binary(Z3_mk_fpa_lt, b, a)?,
        };
        let b_nan = context.unary(Z3_mk_fpa_is_nan, b)?;
        let take_a = context.or(b_nan, before)?;
        context.ternary(Z3_mk_ite, take_a, a, b)
    }

    /// Negation and absolute value change the sign bit and nothing else, of a NaN too.
    fn sign(&mut self, terms: &Terms, op: FpOp, format: FpFormat, arg: Term) -> Made<Ast> {
        let width = format.width();
        let bits = self.bv(terms, arg)?;
        let context = &mut self.context;
        let sign = context.extract(bits, width - 1, 1)?;
        let rest = context.extract(bits, 0, width - 1)?;
        let sign = match op {
            FpOp::Neg => context.unary(Z3_mk_bvnot, sign)?,
            _ => context.bits(&Bits::zero(1))?,
        };
        context.binary(Z3_mk_concat, sign, rest)
    }

    fn convert_integer(&mut self, terms: &Terms, op: FpOp, format: FpFormat, arg: Term) -> Made<Ast> {
        let sort = self.float_sort(format)?;
        let bits = self.bv(terms, arg)?;
        let nearest = self.context.nullary(Z3_mk_fpa_round_nearest_ties_to_even)?;
        let float = match op {
            FpOp::FromSigned => self.context.convert(Z3_mk_fpa_to_fp_signed, nearest, bits, sort)?,
            _ => self.context.convert(Z3_mk_fpa_to_fp_unsigned, nearest, bits, sort)?,
        };
        self.bits_of(float, format)
    }

    /// Towards zero; zero where the truncated value does not fit.
    fn integer(&mut self, a: Ast, format: FpFormat, width: u32, signed: bool) -> Made<Ast> {
        let zero_mode = self.context.nullary(Z3_mk_fpa_round_toward_zero)?;
        let whole = self.context.binary(Z3_mk_fpa_round_to_integral, zero_mode, a)?;
        let is_nan = self.context.unary(Z3_mk_fpa_is_nan, a)?;
        let is_infinite = self.context.unary(Z3_mk_fpa_is_infinite, a)?;
        let mut wrong = self.context.or(is_nan, is_infinite)?;
        let limit = if signed { width - 1 } else { width };
        if let Some(power) = power_of_two(format, limit) {
            let sort = self.float_sort(format)?;
            let bits = self.context.bits(&power)?;
            let power = self.context.float_of_bits(bits, sort)?;
            let above = self.context.binary(Z3_mk_fpa_leq, power, whole)?;
            wrong = self.context.or(wrong, above)?;
            if signed {
                let least = self.context.unary(Z3_mk_fpa_neg, power)?;
                let below = self.context.binary(Z3_mk_fpa_lt, whole, least)?;
                wrong = self.context.or(wrong, below)?;
            }
        }
        if !signed {
            // Comparison is by value: -0.5 truncates to -0, which is not below zero.
            let sort = self.float_sort(format)?;
            let zero = self.context.bits(&Bits::zero(format.exponent_bits() + format.precision()))?;
            let zero = self.context.float_of_bits(zero, sort)?;
            let below = self.context.binary(Z3_mk_fpa_lt, whole, zero)?;
            wrong = self.context.or(wrong, below)?;
        }
        let convert = if signed { Z3_mk_fpa_to_sbv } else { Z3_mk_fpa_to_ubv };
        let converted = self.context.integral(convert, zero_mode, a, width)?;
        let zero = self.context.bits(&Bits::zero(width))?;
        let value = self.context.ternary(Z3_mk_ite, wrong, zero, converted)?;
        self.seal(value, width)
    }
}

/// The pattern of 2^k without an explicit integer bit; `None` if it is beyond the largest number.
fn power_of_two(format: FpFormat, k: u32) -> Option<Bits> {
    let bias = (1u64 << (format.exponent_bits() - 1)) - 1;
    if u64::from(k) > bias {
        return None;
    }
    let fraction = format.precision() - 1;
    let exponent = Bits::new(format.exponent_bits() + 1, bias + u64::from(k));
    Some(exponent.concat(&Bits::zero(fraction)))
}
