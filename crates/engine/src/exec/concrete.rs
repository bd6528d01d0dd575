//! Known single and double floats on the host's own arithmetic: no term is made for them, so that a
//! program that computes with floats for long does not fill the pool with constants.
//!
//! Guarantee: what IEEE 754 with rounding to nearest says, as `expr` evaluates it. What is not so on every
//! host, or not defined, is left alone (`None`): other formats, NaNs that are converted, numbers that do
//! not fit an integer.

use crate::value::{Kind, mask, signed};
use rethread_expr::FpOp;
use rethread_ir::{CastOp, FBinOp, FcmpPred, FloatKind};
use std::cmp::Ordering;

const SINGLE: Kind = Kind::Float(FloatKind::Single);
const DOUBLE: Kind = Kind::Float(FloatKind::Double);

fn single(x: u64) -> f32 {
    f32::from_bits(x as u32)
}

macro_rules! arithmetic {
    ($op:expr, $x:expr, $y:expr) => {
        match $op {
            FBinOp::Add => $x + $y,
            FBinOp::Sub => $x - $y,
            FBinOp::Mul => $x * $y,
            FBinOp::Div => $x / $y,
            FBinOp::Rem => $x % $y,
        }
    };
}

#[inline]
pub fn binary(op: FBinOp, kind: Kind, x: u64, y: u64) -> Option<u64> {
    match kind {
        DOUBLE => Some(arithmetic!(op, f64::from_bits(x), f64::from_bits(y)).to_bits()),
        SINGLE => Some(u64::from(arithmetic!(op, single(x), single(y)).to_bits())),
        _ => None,
    }
}

#[inline]
pub fn compare(pred: FcmpPred, kind: Kind, x: u64, y: u64) -> Option<bool> {
    let order = match kind {
        DOUBLE => f64::from_bits(x).partial_cmp(&f64::from_bits(y)),
        SINGLE => single(x).partial_cmp(&single(y)),
        _ => return None,
    };
    let is = |wanted: &[Ordering]| order.is_some_and(|o| wanted.contains(&o));
    use Ordering::{Equal, Greater, Less};
    Some(match pred {
        FcmpPred::False => false,
        FcmpPred::True => true,
        FcmpPred::Ord => order.is_some(),
        FcmpPred::Uno => order.is_none(),
        FcmpPred::Oeq => is(&[Equal]),
        FcmpPred::Olt => is(&[Less]),
        FcmpPred::Ole => is(&[Less, Equal]),
        FcmpPred::Ogt => is(&[Greater]),
        FcmpPred::Oge => is(&[Greater, Equal]),
        FcmpPred::One => is(&[Less, Greater]),
        FcmpPred::Ueq => !is(&[Less, Greater]),
        FcmpPred::Ult => !is(&[Greater, Equal]),
        FcmpPred::Ule => !is(&[Greater]),
        FcmpPred::Ugt => !is(&[Less, Equal]),
        FcmpPred::Uge => !is(&[Less]),
        FcmpPred::Une => !is(&[Equal]),
    })
}

/// `from` and `to` as the operation has them: integers for conversions from and to integers.
#[inline]
pub fn cast(op: CastOp, from: Kind, to: Kind, x: u64) -> Option<u64> {
    match op {
        CastOp::UiToFp | CastOp::SiToFp => {
            if from.width() > 64 {
                return None;
            }
            let s = signed(x, from.width());
            match (to, matches!(op, CastOp::SiToFp)) {
                (DOUBLE, true) => Some((s as f64).to_bits()),
                (DOUBLE, false) => Some((x as f64).to_bits()),
                (SINGLE, true) => Some(u64::from((s as f32).to_bits())),
                (SINGLE, false) => Some(u64::from((x as f32).to_bits())),
                _ => None,
            }
        }
        CastOp::FpTrunc | CastOp::FpExt => match (from, to) {
            (SINGLE, DOUBLE) if !single(x).is_nan() => Some(f64::from(single(x)).to_bits()),
            (DOUBLE, SINGLE) if !f64::from_bits(x).is_nan() => {
                Some(u64::from((f64::from_bits(x) as f32).to_bits()))
            }
            _ => None,
        },
        CastOp::FpToUi | CastOp::FpToSi => {
            let value = match from {
                DOUBLE => f64::from_bits(x),
                SINGLE => f64::from(single(x)),
                _ => return None,
            };
            // Well inside 64 bits, so that the conversions below are exact; the width is looked at after.
            if !(value > -9.0e18 && value < 9.0e18) {
                return None;
            }
            let (number, width) = (value as i64, to.width());
            let fits = match (op, width) {
                (_, 65..) => false,
                (CastOp::FpToUi, 64) => number >= 0,
                (CastOp::FpToUi, _) => number >= 0 && number as u64 <= mask(width),
                _ => signed(number as u64 & mask(width), width) == number,
            };
            fits.then_some(number as u64 & mask(width))
        }
        _ => None,
    }
}

#[inline]
pub fn unary(op: FpOp, kind: Kind, x: u64) -> Option<u64> {
    let sign = match kind {
        DOUBLE => 1 << 63,
        SINGLE => 1 << 31,
        _ => return None,
    };
    match op {
        FpOp::Neg => return Some(x ^ sign),
        FpOp::Abs => return Some(x & !sign),
        _ => {}
    }
    // Of singles too, the results for doubles are exact or, for the root, round the same way twice.
    let value = if kind == DOUBLE { f64::from_bits(x) } else { f64::from(single(x)) };
    if value.is_nan() {
        return None;
    }
    let result = match op {
        FpOp::Floor => value.floor(),
        FpOp::Ceil => value.ceil(),
        FpOp::Trunc => value.trunc(),
        FpOp::RoundEven => value.round_ties_even(),
        FpOp::RoundAway => value.round(),
        FpOp::Sqrt if value >= 0.0 => value.sqrt(),
        _ => return None,
    };
    Some(if kind == DOUBLE { result.to_bits() } else { u64::from((result as f32).to_bits()) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rethread_expr::{FpFormat, Terms};

    const NUMBERS: [f64; 22] = [
        0.0,
        -0.0,
        0.5,
        -0.5,
        1.0,
        1.5,
        2.5,
        -2.5,
        3.999_999,
        127.0,
        128.0,
        255.5,
        -129.0,
        1e10,
        4294967295.0,
        -2147483648.0,
        9.1e18,
        -9.3e18,
        1e300,
        f64::INFINITY,
        f64::NEG_INFINITY,
        5e-324,
    ];

    fn format(kind: Kind) -> FpFormat {
        if kind == SINGLE { FpFormat::Single } else { FpFormat::Double }
    }

    fn encodings() -> Vec<(Kind, u64)> {
        let mut all: Vec<(Kind, u64)> = NUMBERS.iter().map(|n| (DOUBLE, n.to_bits())).collect();
        all.extend(NUMBERS.iter().map(|n| (SINGLE, u64::from((*n as f32).to_bits()))));
        all.push((DOUBLE, f64::NAN.to_bits()));
        all.push((SINGLE, u64::from(f32::NAN.to_bits())));
        all
    }

    /// The same as the terms say, wherever an answer is given.
    #[test]
    fn agrees_with_terms() {
        let mut terms = Terms::new();
        let mut given = 0;
        for (kind, x) in encodings() {
            let term = terms.constant(kind.width(), x);
            for op in [
                FpOp::Neg,
                FpOp::Abs,
                FpOp::Sqrt,
                FpOp::Floor,
                FpOp::Ceil,
                FpOp::Trunc,
                FpOp::RoundEven,
                FpOp::RoundAway,
            ] {
                if let Some(r) = unary(op, kind, x) {
                    given += 1;
                    let expected = terms.fp(op, format(kind), &[term]);
                    assert_eq!(Some(r), terms.as_u64(expected), "{op:?} {kind:?} {x:#x}");
                }
            }
            for width in [1, 8, 16, 32, 64] {
                for (op, fp) in
                    [(CastOp::FpToSi, FpOp::ToSigned(width)), (CastOp::FpToUi, FpOp::ToUnsigned(width))]
                {
                    if let Some(r) = cast(op, kind, Kind::Int(width), x) {
                        given += 1;
                        let expected = terms.fp(fp, format(kind), &[term]);
                        assert_eq!(Some(r), terms.as_u64(expected), "{op:?} {width} {kind:?} {x:#x}");
                    }
                }
            }
            for to in [SINGLE, DOUBLE] {
                if let Some(r) = cast(CastOp::FpExt, kind, to, x) {
                    let expected = terms.fp(FpOp::ToFp(format(to)), format(kind), &[term]);
                    assert_eq!(Some(r), terms.as_u64(expected), "{kind:?} to {to:?} {x:#x}");
                }
            }
            for (other, y) in encodings().into_iter().filter(|e| e.0 == kind) {
                let other = terms.constant(other.width(), y);
                for (pred, fp) in
                    [(FcmpPred::Oeq, FpOp::Eq), (FcmpPred::Olt, FpOp::Lt), (FcmpPred::Ole, FpOp::Le)]
                {
                    let expected = terms.fp(fp, format(kind), &[term, other]);
                    let expected = terms.as_u64(expected).map(|v| v == 1);
                    assert_eq!(compare(pred, kind, x, y), expected, "{pred:?} {kind:?} {x:#x} {y:#x}");
                }
            }
        }
        assert!(given > 300, "{given}");
    }

    #[test]
    fn integers_to_floats() {
        let mut terms = Terms::new();
        for width in [1, 8, 32, 64] {
            for x in [0, 1, 5, 0x7f, 0x80, 0xff, 0x7fff_ffff, 0xffff_ffff, 1 << 53 | 1, u64::MAX, 1 << 63] {
                let x = x & mask(width);
                let term = terms.constant(width, x);
                for (op, fp) in [(CastOp::SiToFp, FpOp::FromSigned), (CastOp::UiToFp, FpOp::FromUnsigned)] {
                    for kind in [SINGLE, DOUBLE] {
                        let expected = terms.fp(fp, format(kind), &[term]);
                        assert_eq!(
                            cast(op, Kind::Int(width), kind, x),
                            terms.as_u64(expected),
                            "{op:?} {width} {x:#x}"
                        );
                    }
                }
            }
        }
    }
}
