//! Binary floating-point encodings taken apart and put together exactly.
//!
//! Guarantee: `decode` loses nothing; `round` returns the nearest representable value of a rational
//! number, ties to even (IEEE 754 roundTiesToEven), with gradual underflow. Cost: one big-integer division.

use num_bigint::BigUint;

/// A binary format by its two parameters; the least normal exponent is `1 - max_exponent`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// Significant bits, the leading one included.
    pub precision: u32,
    /// Exponent of the greatest power of two; also the bias.
    pub max_exponent: i32,
    /// Whether the leading bit is stored (x87 only).
    explicit: bool,
}

pub const F32: Format = Format { precision: 24, max_exponent: 127, explicit: false };
pub const F64: Format = Format { precision: 53, max_exponent: 1023, explicit: false };
/// The 80-bit `long double` of x86.
pub const X87: Format = Format { precision: 64, max_exponent: 16383, explicit: true };

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Magnitude {
    Nan,
    Infinite,
    /// `mantissa * 2^exponent`.
    Finite {
        mantissa: u64,
        exponent: i32,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    pub negative: bool,
    pub magnitude: Magnitude,
}

/// A rounded magnitude, and whether C says the result is out of range (`ERANGE`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rounded {
    pub magnitude: Magnitude,
    pub out_of_range: bool,
}

impl Format {
    pub fn min_exponent(self) -> i32 {
        1 - self.max_exponent
    }

    /// Stored bits of the significand.
    fn stored(self) -> u32 {
        self.precision - u32::from(!self.explicit)
    }

    fn field_max(self) -> u128 {
        2 * self.max_exponent as u128 + 1
    }

    fn sign_bit(self) -> u128 {
        (self.field_max() + 1) << self.stored()
    }

    pub fn decode(self, bits: u128) -> Number {
        let negative = bits & self.sign_bit() != 0;
        let leading = 1u64 << (self.precision - 1);
        let stored = (bits & ((1u128 << self.stored()) - 1)) as u64;
        let field = (bits >> self.stored()) & self.field_max();
        // An x87 pattern without its leading bit is no number unless the exponent field is 0: the
        // processor calls it invalid and glibc prints it as NaN.
        let lacks_leading = self.explicit && stored & leading == 0;
        let magnitude = if field == self.field_max() {
            if stored & (leading - 1) == 0 && !lacks_leading { Magnitude::Infinite } else { Magnitude::Nan }
        } else if field != 0 && lacks_leading {
            Magnitude::Nan
        } else {
            let lowest = self.precision as i32 - 1;
            if field == 0 {
                Magnitude::Finite { mantissa: stored, exponent: self.min_exponent() - lowest }
            } else {
                let exponent = field as i32 - self.max_exponent - lowest;
                Magnitude::Finite { mantissa: stored | leading, exponent }
            }
        };
        Number { negative, magnitude }
    }

    /// The pattern of a number of this format (as `round` or `decode` made it). NaN is the quiet NaN
    /// without payload.
    pub fn encode(self, number: Number) -> u128 {
        let leading = 1u128 << (self.precision - 1);
        let special = (self.field_max() << self.stored()) | if self.explicit { leading } else { 0 };
        let magnitude = match number.magnitude {
            Magnitude::Nan => special | (leading >> 1),
            Magnitude::Infinite => special,
            Magnitude::Finite { mantissa, exponent } => {
                let mantissa = u128::from(mantissa);
                let normal = mantissa >= leading;
                let field = if normal { exponent + self.precision as i32 - 1 + self.max_exponent } else { 0 };
                let stored = if self.explicit || !normal { mantissa } else { mantissa - leading };
                ((field as u128) << self.stored()) | stored
            }
        };
        magnitude | if number.negative { self.sign_bit() } else { 0 }
    }

    /// `numerator / denominator` (not 0) in this format.
    pub fn round(self, numerator: &BigUint, denominator: &BigUint) -> Rounded {
        if numerator.bits() == 0 {
            let magnitude =
                Magnitude::Finite { mantissa: 0, exponent: self.min_exponent() - self.precision as i32 + 1 };
            return Rounded { magnitude, out_of_range: false };
        }
        let lowest = self.precision as i32 - 1;
        let exponent = floor_log2(numerator, denominator);
        let quantum = exponent.max(self.min_exponent()) - lowest;
        let (quotient, inexact) = divide_even(numerator, denominator, quantum);
        let (mantissa, quantum) = if quotient.bits() > u64::from(self.precision) {
            (1u64 << lowest, quantum + 1)
        } else {
            (quotient.iter_u64_digits().next().unwrap_or(0), quantum)
        };
        if quantum + lowest > self.max_exponent {
            return Rounded { magnitude: Magnitude::Infinite, out_of_range: true };
        }
        // x86 detects tininess after rounding: what reaches the least normal number when rounded as if
        // the exponent had no lower bound is not tiny.
        let tiny = exponent < self.min_exponent() && {
            let (unbounded, _) = divide_even(numerator, denominator, exponent - lowest);
            let carried = unbounded.bits() > u64::from(self.precision);
            !(carried && exponent + 1 == self.min_exponent())
        };
        Rounded {
            magnitude: Magnitude::Finite { mantissa, exponent: quantum },
            out_of_range: tiny && inexact,
        }
    }
}

/// `numerator / denominator` with the power of two `2^shift` moved to the other side.
fn scaled(numerator: &BigUint, denominator: &BigUint, shift: i32) -> (BigUint, BigUint) {
    if shift >= 0 {
        (numerator.clone(), denominator << shift as u32)
    } else {
        (numerator << shift.unsigned_abs(), denominator.clone())
    }
}

fn floor_log2(numerator: &BigUint, denominator: &BigUint) -> i32 {
    let guess = numerator.bits() as i64 as i32 - denominator.bits() as i64 as i32;
    let (left, right) = scaled(numerator, denominator, guess);
    if left < right { guess - 1 } else { guess }
}

/// `numerator / denominator / 2^quantum` to the nearest integer, ties to even; and whether that is inexact.
fn divide_even(numerator: &BigUint, denominator: &BigUint, quantum: i32) -> (BigUint, bool) {
    let (left, right) = scaled(numerator, denominator, quantum);
    let quotient = &left / &right;
    let remainder = left - &quotient * &right;
    let inexact = remainder.bits() != 0;
    let twice = remainder << 1u32;
    let up = twice > right || (twice == right && quotient.bit(0));
    (if up { quotient + 1u8 } else { quotient }, inexact)
}
