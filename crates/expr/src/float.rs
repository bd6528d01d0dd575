//! Concrete IEEE arithmetic on bit patterns.
//!
//! Rounding is to nearest, ties to even. Guarantee: a result that is a NaN is the canonical quiet NaN of
//! its format (positive, quiet bit only), so that solver and machine need not agree on payloads; `Neg`
//! and `Abs` only touch the sign bit and keep whatever pattern there is. An x87 pattern the hardware
//! calls invalid (unnormal, pseudo-infinity, pseudo-NaN) is a NaN. `Min` and `Max` give the other
//! operand for one NaN, and the second one for two zeros, as glibc does on x86-64. Conversions to
//! integers give 0 for a NaN and for what does not fit.
//!
//! Single and double precision run on the machine's own operations, the rest on `rustc_apfloat`, with
//! the square root (which it lacks) through an integer root.

use crate::Bits;
use crate::term::{FpFormat, FpOp};
use num_bigint::BigUint;
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round, Status};

/// `op` on `args`, patterns of `format` (integers for From*).
pub fn apply(op: FpOp, format: FpFormat, args: &[Bits]) -> Bits {
    match op {
        FpOp::Neg | FpOp::Abs => sign_only(op, &args[0]),
        FpOp::FromSigned => from_integer(format, &args[0], true),
        FpOp::FromUnsigned => from_integer(format, &args[0], false),
        FpOp::ToFp(to) => convert(format, to, &args[0]),
        FpOp::ToSigned(width) => to_integer(format, &args[0], width, true),
        FpOp::ToUnsigned(width) => to_integer(format, &args[0], width, false),
        _ => match format {
            FpFormat::Single => single(op, args),
            FpFormat::Double => double(op, args),
            FpFormat::Half => soft::<Half>(op, format, args),
            FpFormat::BFloat => soft::<BFloat>(op, format, args),
            FpFormat::X87 => soft::<X87DoubleExtended>(op, format, args),
            FpFormat::Quad => soft::<Quad>(op, format, args),
        },
    }
}

/// The canonical quiet NaN.
pub fn canonical_nan(format: FpFormat) -> Bits {
    let width = format.width();
    let stored = format.precision() - 1;
    // Exponent and quiet bit; x87 stores its leading one.
    let low = if format == FpFormat::X87 { 62 } else { stored - 1 };
    Bits::from_u128(width, (1u128 << (width - 1)) - (1u128 << low))
}

fn sign_only(op: FpOp, a: &Bits) -> Bits {
    let sign = Bits::new(1, 1).concat(&Bits::zero(a.width() - 1));
    if op == FpOp::Neg { a.xor(&sign) } else { a.and(&sign.not()) }
}

macro_rules! hardware {
    ($name:ident, $float:ty, $width:expr, $nan:expr) => {
        fn $name(op: FpOp, args: &[Bits]) -> Bits {
            let at = |i: usize| <$float>::from_bits(args[i].low_u64() as _);
            let a = at(0);
            let truth = |value: bool| Bits::boolean(value);
            let value = match op {
                FpOp::Eq => return truth(a == at(1)),
                FpOp::Lt => return truth(a < at(1)),
                FpOp::Le => return truth(a <= at(1)),
                FpOp::IsNan => return truth(a.is_nan()),
                FpOp::Add => a + at(1),
                FpOp::Sub => a - at(1),
                FpOp::Mul => a * at(1),
                FpOp::Div => a / at(1),
                FpOp::Rem => a % at(1),
                FpOp::Sqrt => a.sqrt(),
                FpOp::Fma => a.mul_add(at(1), at(2)),
                FpOp::Min if at(1).is_nan() || a < at(1) => a,
                FpOp::Max if at(1).is_nan() || a > at(1) => a,
                FpOp::Min | FpOp::Max => at(1),
                FpOp::Floor => a.floor(),
                FpOp::Ceil => a.ceil(),
                FpOp::Trunc => a.trunc(),
                FpOp::RoundEven => a.round_ties_even(),
                FpOp::RoundAway => a.round(),
                FpOp::Neg
                | FpOp::Abs
                | FpOp::ToFp(_)
                | FpOp::FromSigned
                | FpOp::FromUnsigned
                | FpOp::ToSigned(_)
                | FpOp::ToUnsigned(_) => unreachable!("done by apply"),
            };
            let pattern = if value.is_nan() { $nan } else { value.to_bits() };
            Bits::new($width, pattern as u64)
        }
    };
}

hardware!(single, f32, 32, 0x7fc0_0000);
hardware!(double, f64, 64, 0x7ff8_0000_0000_0000);

fn soft<F: Float>(op: FpOp, format: FpFormat, args: &[Bits]) -> Bits {
    let at = |i: usize| F::from_bits(args[i].low_u128());
    let a = at(0);
    let value = match op {
        FpOp::Eq => return Bits::boolean(a == at(1)),
        FpOp::Lt => return Bits::boolean(a < at(1)),
        FpOp::Le => return Bits::boolean(a <= at(1)),
        FpOp::IsNan => return Bits::boolean(a.is_nan()),
        FpOp::Add => a.add_r(at(1), Round::NearestTiesToEven).value,
        FpOp::Sub => a.sub_r(at(1), Round::NearestTiesToEven).value,
        FpOp::Mul => a.mul_r(at(1), Round::NearestTiesToEven).value,
        FpOp::Div => a.div_r(at(1), Round::NearestTiesToEven).value,
        FpOp::Rem => a.c_fmod(at(1)).value,
        FpOp::Sqrt => square_root(a, format),
        FpOp::Fma => a.mul_add(at(1), at(2)).value,
        FpOp::Min if at(1).is_nan() || a < at(1) => a,
        FpOp::Max if at(1).is_nan() || a > at(1) => a,
        FpOp::Min | FpOp::Max => at(1),
        FpOp::Floor => a.round_to_integral(Round::TowardNegative).value,
        FpOp::Ceil => a.round_to_integral(Round::TowardPositive).value,
        FpOp::Trunc => a.round_to_integral(Round::TowardZero).value,
        FpOp::RoundEven => a.round_to_integral(Round::NearestTiesToEven).value,
        FpOp::RoundAway => a.round_to_integral(Round::NearestTiesToAway).value,
        FpOp::Neg
        | FpOp::Abs
        | FpOp::ToFp(_)
        | FpOp::FromSigned
        | FpOp::FromUnsigned
        | FpOp::ToSigned(_)
        | FpOp::ToUnsigned(_) => unreachable!("done by apply"),
    };
    pattern(value, format)
}

fn pattern<F: Float>(value: F, format: FpFormat) -> Bits {
    if value.is_nan() {
        return canonical_nan(format);
    }
    Bits::from_u128(format.width(), value.to_bits())
}

/// A finite value other than zero as `significand * 2^exponent`.
fn parts<F: Float>(value: F, format: FpFormat) -> (BigUint, i64) {
    let precision = format.precision() as i32;
    let exponent = value.ilogb() - (precision - 1);
    // Scaling to a whole number of full precision is exact, also for a subnormal.
    let whole = value.abs().scalbn(-exponent);
    (BigUint::from(whole.to_u128(128).value), exponent as i64)
}

/// By an integer root with two bits to spare; what was cut off sets the last one, so rounding is exact.
fn square_root<F: Float>(a: F, format: FpFormat) -> F {
    if a.is_nan() || a.is_zero() || (a.is_infinite() && !a.is_negative()) {
        return a;
    }
    if a.is_negative() {
        return F::NAN;
    }
    let (mut significand, mut exponent) = parts(a, format);
    let mut shift = (2 * (format.precision() as i64 + 2) - significand.bits() as i64).max(0);
    if (exponent - shift) % 2 != 0 {
        shift += 1;
    }
    significand <<= shift as u64;
    exponent -= shift;
    let root = significand.sqrt();
    let inexact = &root * &root != significand;
    let digits = root.iter_u64_digits().collect::<Vec<_>>();
    let low = digits.first().copied().unwrap_or(0) as u128;
    let high = digits.get(1).copied().unwrap_or(0) as u128;
    let sticky = (high << 64 | low) | inexact as u128;
    F::from_u128(sticky).value.scalbn((exponent / 2) as i32)
}

fn from_integer(format: FpFormat, a: &Bits, signed: bool) -> Bits {
    if a.width() <= 64 {
        let value = a.low_u64();
        let as_signed = crate::word::signed(a.width(), value);
        match (format, signed) {
            (FpFormat::Double, true) => return Bits::new(64, (as_signed as f64).to_bits()),
            (FpFormat::Double, false) => return Bits::new(64, (value as f64).to_bits()),
            (FpFormat::Single, true) => return Bits::new(32, (as_signed as f32).to_bits() as u64),
            (FpFormat::Single, false) => return Bits::new(32, (value as f32).to_bits() as u64),
            _ => {}
        }
    }
    match format {
        FpFormat::Half => from_magnitude::<Half>(format, a, signed),
        FpFormat::BFloat => from_magnitude::<BFloat>(format, a, signed),
        FpFormat::Single => from_magnitude::<Single>(format, a, signed),
        FpFormat::Double => from_magnitude::<Double>(format, a, signed),
        FpFormat::X87 => from_magnitude::<X87DoubleExtended>(format, a, signed),
        FpFormat::Quad => from_magnitude::<Quad>(format, a, signed),
    }
}

fn from_magnitude<F: Float>(format: FpFormat, a: &Bits, signed: bool) -> Bits {
    let negative = signed && a.is_negative();
    let magnitude = if negative { a.neg() } else { a.clone() }.to_big();
    // More than 128 bits: the top 127 and whether anything lies below decide the rounding.
    let drop = magnitude.bits().saturating_sub(127);
    let top = &magnitude >> drop;
    let sticky = (&top << drop) != magnitude;
    let top = Bits::from_big(128, &top).low_u128() | sticky as u128;
    let value = F::from_u128(top).value;
    let value = if drop == 0 { value } else { value.scalbn(i32::try_from(drop).unwrap_or(i32::MAX / 2)) };
    pattern(if negative { -value } else { value }, format)
}

fn to_integer(format: FpFormat, a: &Bits, width: u32, signed: bool) -> Bits {
    match format {
        FpFormat::Half => whole::<Half>(format, a, width, signed),
        FpFormat::BFloat => whole::<BFloat>(format, a, width, signed),
        FpFormat::Single => {
            let value = f32::from_bits(a.low_u64() as u32) as f64;
            whole_double(value, width, signed).unwrap_or_else(|| whole::<Single>(format, a, width, signed))
        }
        FpFormat::Double => whole_double(f64::from_bits(a.low_u64()), width, signed)
            .unwrap_or_else(|| whole::<Double>(format, a, width, signed)),
        FpFormat::X87 => whole::<X87DoubleExtended>(format, a, width, signed),
        FpFormat::Quad => whole::<Quad>(format, a, width, signed),
    }
}

fn whole_double(value: f64, width: u32, signed: bool) -> Option<Bits> {
    if width > 64 {
        return None;
    }
    let value = value.trunc();
    let limit = 2f64.powi(if signed { width as i32 - 1 } else { width as i32 });
    let least = if signed { -limit } else { 0.0 };
    let fits = value >= least && value < limit;
    let whole = if !fits {
        0
    } else if signed {
        value as i64 as u64
    } else {
        value as u64
    };
    Some(Bits::new(width, whole))
}

fn whole<F: Float>(format: FpFormat, a: &Bits, width: u32, signed: bool) -> Bits {
    let value = F::from_bits(a.low_u128());
    let zero = Bits::zero(width);
    if !value.is_finite_non_zero() || value.ilogb() < 0 {
        return zero;
    }
    let (significand, exponent) = parts(value, format);
    let magnitude =
        if exponent >= 0 { significand << exponent as u64 } else { significand >> (-exponent) as u64 };
    let negative = value.is_negative();
    let most = BigUint::from(1u8) << if signed { width as u64 - 1 } else { width as u64 };
    let fits = if negative { magnitude <= most && signed } else { magnitude < most };
    if !fits {
        return zero;
    }
    let out = Bits::from_big(width, &magnitude);
    if negative { out.neg() } else { out }
}

fn convert(from: FpFormat, to: FpFormat, a: &Bits) -> Bits {
    match (from, to) {
        (FpFormat::Single, FpFormat::Double) => {
            let value = f32::from_bits(a.low_u64() as u32) as f64;
            return if value.is_nan() { canonical_nan(to) } else { Bits::new(64, value.to_bits()) };
        }
        (FpFormat::Double, FpFormat::Single) => {
            let value = f64::from_bits(a.low_u64()) as f32;
            return if value.is_nan() { canonical_nan(to) } else { Bits::new(32, value.to_bits() as u64) };
        }
        _ => {}
    }
    match from {
        FpFormat::Half => convert_from(Half::from_bits(a.low_u128()), to),
        FpFormat::BFloat => convert_from(BFloat::from_bits(a.low_u128()), to),
        FpFormat::Single => convert_from(Single::from_bits(a.low_u128()), to),
        FpFormat::Double => convert_from(Double::from_bits(a.low_u128()), to),
        FpFormat::X87 => convert_from(X87DoubleExtended::from_bits(a.low_u128()), to),
        FpFormat::Quad => convert_from(Quad::from_bits(a.low_u128()), to),
    }
}

fn convert_from<F>(value: F, to: FpFormat) -> Bits
where
    F: Float
        + FloatConvert<Half>
        + FloatConvert<BFloat>
        + FloatConvert<Single>
        + FloatConvert<Double>
        + FloatConvert<X87DoubleExtended>
        + FloatConvert<Quad>,
{
    fn go<F: Float + FloatConvert<T>, T: Float>(value: F, to: FpFormat) -> Bits {
        let mut lost = false;
        let converted: T = value.convert(&mut lost).value;
        pattern(converted, to)
    }
    match to {
        FpFormat::Half => go::<F, Half>(value, to),
        FpFormat::BFloat => go::<F, BFloat>(value, to),
        FpFormat::Single => go::<F, Single>(value, to),
        FpFormat::Double => go::<F, Double>(value, to),
        FpFormat::X87 => go::<F, X87DoubleExtended>(value, to),
        FpFormat::Quad => go::<F, Quad>(value, to),
    }
}

/// The value of a decimal or hexadecimal number in `format`; `None` if it is not one.
pub fn parse(format: FpFormat, text: &str) -> Option<Bits> {
    fn go<F: Float>(text: &str, format: FpFormat) -> Option<Bits> {
        let parsed = F::from_str_r(text, Round::NearestTiesToEven).ok()?;
        (!parsed.status.contains(Status::INVALID_OP)).then(|| pattern(parsed.value, format))
    }
    match format {
        FpFormat::Half => go::<Half>(text, format),
        FpFormat::BFloat => go::<BFloat>(text, format),
        FpFormat::Single => go::<Single>(text, format),
        FpFormat::Double => go::<Double>(text, format),
        FpFormat::X87 => go::<X87DoubleExtended>(text, format),
        FpFormat::Quad => go::<Quad>(text, format),
    }
}
