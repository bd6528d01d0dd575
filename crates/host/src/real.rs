//! `printf` of floating-point numbers.
//!
//! A finite binary number has a finite decimal expansion; all digits of it are computed, then rounded
//! once, ties to even. That is what glibc prints when rounding to nearest. Cost: a big integer of up to
//! 1100 bits for a double, 16,500 bits for a long double, turned into decimal.

use crate::binary::{F64, Format, Magnitude, X87};
use crate::format::{Spec, number, sign};
use num_bigint::BigUint;

/// `%f %F %e %E %g %G %a %A` of a double; any other conversion prints as `%g`.
pub fn double(out: &mut Vec<u8>, spec: &Spec, value: f64) {
    real(out, spec, F64, u128::from(value.to_bits()));
}

/// The same of a long double, given as the 80-bit pattern of the x87 in the low bits.
pub fn long_double(out: &mut Vec<u8>, spec: &Spec, bits: u128) {
    real(out, spec, X87, bits);
}

fn real(out: &mut Vec<u8>, spec: &Spec, format: Format, bits: u128) {
    let value = format.decode(bits);
    let mut start = sign(spec, value.negative).to_vec();
    let (mantissa, exponent) = match value.magnitude {
        Magnitude::Nan => return special(out, spec, &start, "nan"),
        Magnitude::Infinite => return special(out, spec, &start, "inf"),
        Magnitude::Finite { mantissa, exponent } => (mantissa, exponent),
    };
    let decimal = || Decimal::new(shown_mantissa(format, mantissa, bits), exponent);
    let mut body = match spec.conversion.to_ascii_lowercase() {
        b'f' => fixed(spec, &mut decimal()),
        b'e' => scientific(spec, &mut decimal()),
        b'a' => {
            start.extend_from_slice(b"0x");
            hexadecimal(spec, format, mantissa, exponent)
        }
        _ => general(spec, &mut decimal()),
    };
    if spec.conversion.is_ascii_uppercase() {
        start.make_ascii_uppercase();
        body.make_ascii_uppercase();
    }
    number(out, spec, &start, &body, spec.zero);
}

/// glibc ignores the leading bit of an x87 pattern with the exponent field 0 unless it is the only one. (No
/// operation makes such patterns.)
fn shown_mantissa(format: Format, mantissa: u64, bits: u128) -> u64 {
    let leading = 1 << 63;
    let odd = format == X87 && (bits >> 64) & 0x7fff == 0 && mantissa != leading;
    if odd { mantissa & !leading } else { mantissa }
}

fn special(out: &mut Vec<u8>, spec: &Spec, start: &[u8], name: &str) {
    let mut body = name.as_bytes().to_vec();
    if spec.conversion.is_ascii_uppercase() {
        body.make_ascii_uppercase();
    }
    number(out, spec, start, &body, false);
}

/// `0.d1d2d3... * 10^point`, digits as numbers; d1 is not 0 unless the value is (then there are none).
struct Decimal {
    digits: Vec<u8>,
    point: i64,
}

impl Decimal {
    fn new(mantissa: u64, exponent: i32) -> Decimal {
        if mantissa == 0 {
            return Decimal { digits: Vec::new(), point: 1 };
        }
        // Trailing zero bits would only make the integers longer.
        let spare = if exponent < 0 { mantissa.trailing_zeros().min(exponent.unsigned_abs()) } else { 0 };
        let (mantissa, exponent) = (mantissa >> spare, exponent + spare as i32);
        let power = exponent.unsigned_abs();
        let (integer, fraction_digits) = if exponent >= 0 {
            (BigUint::from(mantissa) << power, 0)
        } else {
            // m / 2^k = m * 5^k / 10^k
            (BigUint::from(mantissa) * BigUint::from(5u8).pow(power), i64::from(power))
        };
        let digits = integer.to_radix_be(10);
        let point = digits.len() as i64 - fraction_digits;
        Decimal { digits, point }
    }

    /// Keeps `count` digits (none if negative), rounding the value to nearest, ties to even.
    fn round(&mut self, count: i64) {
        let Some(kept) = usize::try_from(count).ok() else {
            return self.digits.clear();
        };
        if kept >= self.digits.len() {
            return;
        }
        let odd = kept > 0 && self.digits[kept - 1] % 2 == 1;
        let beyond = self.digits[kept + 1..].iter().any(|&digit| digit != 0);
        let up = self.digits[kept] > 5 || (self.digits[kept] == 5 && (beyond || odd));
        self.digits.truncate(kept);
        if !up {
            return;
        }
        match self.digits.iter().rposition(|&digit| digit != 9) {
            Some(last) => {
                self.digits[last] += 1;
                self.digits[last + 1..].fill(0);
            }
            // All nines (or nothing): a power of ten one place further left.
            None => {
                self.digits.fill(0);
                self.digits.insert(0, 1);
                self.point += 1;
            }
        }
    }

    /// Appends the digits at the places `from..to` after the leading one, with zeros where there are none.
    fn places(&self, out: &mut Vec<u8>, from: i64, to: i64) {
        out.extend((from..to).map(|place| {
            let digit = usize::try_from(place).ok().and_then(|place| self.digits.get(place));
            b'0' + digit.copied().unwrap_or(0)
        }));
    }
}

fn fixed(spec: &Spec, value: &mut Decimal) -> Vec<u8> {
    let precision = i64::from(spec.precision.unwrap_or(6));
    value.round(value.point + precision);
    fixed_text(spec, value, precision)
}

fn fixed_text(spec: &Spec, value: &Decimal, precision: i64) -> Vec<u8> {
    let mut text = Vec::new();
    if value.point > 0 {
        value.places(&mut text, 0, value.point);
    } else {
        text.push(b'0');
    }
    if precision > 0 || spec.hash {
        text.push(b'.');
    }
    value.places(&mut text, value.point, value.point + precision);
    text
}

fn scientific(spec: &Spec, value: &mut Decimal) -> Vec<u8> {
    let precision = i64::from(spec.precision.unwrap_or(6));
    value.round(precision + 1);
    scientific_text(spec, value, precision)
}

fn scientific_text(spec: &Spec, value: &Decimal, precision: i64) -> Vec<u8> {
    let mut text = Vec::new();
    value.places(&mut text, 0, 1);
    if precision > 0 || spec.hash {
        text.push(b'.');
    }
    value.places(&mut text, 1, 1 + precision);
    let exponent = value.point - 1;
    let sign = if exponent < 0 { '-' } else { '+' };
    text.extend_from_slice(format!("e{sign}{:02}", exponent.abs()).as_bytes());
    text
}

fn general(spec: &Spec, value: &mut Decimal) -> Vec<u8> {
    let significant = i64::from(spec.precision.unwrap_or(6).max(1));
    value.round(significant);
    let shown = if spec.hash {
        significant
    } else {
        // Trailing zeros go, but not those before the decimal point: they are added by place anyway.
        value.digits.iter().rposition(|&digit| digit != 0).map_or(1, |last| last as i64 + 1)
    };
    let exponent = value.point - 1;
    if (-4..significant).contains(&exponent) {
        fixed_text(spec, value, (shown - value.point).max(0))
    } else {
        scientific_text(spec, value, shown - 1)
    }
}

/// The text after `0x`. glibc shows a double with one bit before the point, a long double with four.
fn hexadecimal(spec: &Spec, format: Format, mantissa: u64, exponent: i32) -> Vec<u8> {
    let fraction_digits = (format.precision - 1) / 4;
    let mut scale = if mantissa == 0 { 0 } else { exponent + 4 * fraction_digits as i32 };
    // One more digit than 64 bits hold, for the carry.
    let mut mantissa = u128::from(mantissa);
    let precision = match spec.precision {
        Some(precision) => precision,
        None if mantissa == 0 => 0,
        None => fraction_digits - (mantissa.trailing_zeros() / 4).min(fraction_digits),
    };
    if precision < fraction_digits {
        let dropped = 4 * (fraction_digits - precision);
        let (unit, half) = (1u128 << dropped, 1u128 << (dropped - 1));
        let rest = mantissa & (unit - 1);
        mantissa -= rest;
        if rest > half || (rest == half && mantissa & unit != 0) {
            mantissa += unit;
        }
    }
    if mantissa >> (4 * fraction_digits) > 0xf {
        mantissa >>= 4;
        scale += 4;
    }
    let digit = |place: u32| b"0123456789abcdef"[(mantissa >> (4 * place)) as usize & 0xf];
    let mut text = vec![digit(fraction_digits)];
    if precision > 0 || spec.hash {
        text.push(b'.');
    }
    let shown = precision.min(fraction_digits);
    text.extend((fraction_digits - shown..fraction_digits).rev().map(digit));
    text.resize(text.len() + (precision - shown) as usize, b'0');
    let sign = if scale < 0 { '-' } else { '+' };
    text.extend_from_slice(format!("p{sign}{}", scale.abs()).as_bytes());
    text
}
