//! `strtod`, `strtof` and `strtold` of the "C" locale.
//!
//! Guarantee: the value nearest to the text's exact value, ties to even, and as many bytes consumed as
//! glibc takes, hexadecimal floats, infinities and NaN with payload included. Cost: one division of big
//! integers of some 1000 bits (long double: 16,000) at extreme exponents; text of any length is cut to
//! the digits that can matter.
//!
//! Departs from glibc before 2.41 where that is wrong (its bug 30220): rounding to a subnormal number when
//! the first bit below normal precision is set and the others there are not.

use crate::binary::{F32, F64, Format, Magnitude, Number, X87};
use num_bigint::BigUint;

/// What was read: the pattern of the value in the format asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parsed {
    pub bits: u128,
    /// Bytes consumed, leading white space included; 0 if there is no number.
    pub consumed: usize,
    /// Whether C sets `errno` to `ERANGE`: overflow, or an inexact result below the normal numbers.
    pub out_of_range: bool,
}

/// May more text belong to the number that begins like this?
pub fn goes_on(text: &[u8]) -> bool {
    let blank = text.iter().take_while(|b| matches!(b, b' ' | 9..=13)).count();
    let text = text[blank..].to_ascii_lowercase();
    let rest = match text.first() {
        Some(b'+' | b'-') => &text[1..],
        _ => &text[..],
    };
    if b"infinity".starts_with(rest) || b"nan(".starts_with(rest) || b"0x".starts_with(rest) {
        return true;
    }
    if let Some(payload) = rest.strip_prefix(b"nan(") {
        return payload.iter().all(|b| b.is_ascii_alphanumeric() || *b == b'_');
    }
    let (digits, exponent, is_digit): (&[u8], u8, fn(&u8) -> bool) = match rest.strip_prefix(b"0x") {
        Some(digits) => (digits, b'p', u8::is_ascii_hexdigit),
        None => (rest, b'e', u8::is_ascii_digit),
    };
    let whole = digits.iter().take_while(|b| is_digit(b)).count();
    let mut end = whole;
    if digits.get(end) == Some(&b'.') {
        end += 1 + digits[end + 1..].iter().take_while(|b| is_digit(b)).count();
    }
    let some = whole > 0 || end > 1;
    match &digits[end..] {
        [] => true,
        [first, power @ ..] if *first == exponent && some => {
            let power = match power {
                [b'+' | b'-', power @ ..] => power,
                _ => power,
            };
            power.iter().all(u8::is_ascii_digit)
        }
        _ => false,
    }
}

/// The value and the bytes consumed (0: no number).
pub fn strtod(text: &[u8]) -> (f64, usize) {
    let parsed = parse(text, F64);
    (f64::from_bits(parsed.bits as u64), parsed.consumed)
}

/// As `strtod`, rounded once to float.
pub fn strtof(text: &[u8]) -> (f32, usize) {
    let parsed = parse(text, F32);
    (f32::from_bits(parsed.bits as u32), parsed.consumed)
}

/// As `strtod`; the 80-bit pattern of the x87.
pub fn strtold(text: &[u8]) -> (u128, usize) {
    let parsed = parse(text, X87);
    (parsed.bits, parsed.consumed)
}

/// Reads a number in any format. `text` ends at its end or at the first byte that fits no number (a NUL).
pub fn parse(text: &[u8], format: Format) -> Parsed {
    let spaces = text.iter().take_while(|byte| b" \t\n\x0b\x0c\r".contains(byte)).count();
    let signed = matches!(text.get(spaces), Some(b'+' | b'-'));
    let negative = text.get(spaces) == Some(&b'-');
    let start = spaces + usize::from(signed);
    let body = &text[start..];
    let found = named(body, format).or_else(|| hexadecimal(body, format)).or_else(|| decimal(body, format));
    match found {
        None => Parsed { bits: 0, consumed: 0, out_of_range: false },
        Some(found) => {
            let sign = format.encode(Number {
                negative,
                magnitude: Magnitude::Finite { mantissa: 0, exponent: format.min_exponent() },
            });
            Parsed { bits: found.bits | sign, consumed: start + found.consumed, ..found }
        }
    }
}

fn starts_with(text: &[u8], name: &str) -> bool {
    text.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name.as_bytes()))
}

fn named(body: &[u8], format: Format) -> Option<Parsed> {
    let (magnitude, consumed, payload, out_of_range) = if starts_with(body, "infinity") {
        (Magnitude::Infinite, 8, 0, false)
    } else if starts_with(body, "inf") {
        (Magnitude::Infinite, 3, 0, false)
    } else if starts_with(body, "nan") {
        let (payload, length, overflow) = nan_payload(&body[3..]);
        (Magnitude::Nan, 3 + length, payload, overflow)
    } else {
        return None;
    };
    // glibc keeps the quiet bit and stores what fits below it.
    let payload = u128::from(payload) & ((1 << (format.precision - 2)) - 1);
    let bits = format.encode(Number { negative: false, magnitude }) | payload;
    Some(Parsed { bits, consumed, out_of_range })
}

/// The number in `(n-char-sequence)`, the length of that (0 if it is none), and whether the number overflowed:
/// glibc lets its `strtoull` set `errno` then.
fn nan_payload(text: &[u8]) -> (u64, usize, bool) {
    if text.first() != Some(&b'(') {
        return (0, 0, false);
    }
    let name = &text[1..];
    let length = name.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    if name.get(length) != Some(&b')') {
        return (0, 0, false);
    }
    let (payload, overflow) = integer(&name[..length]);
    (payload.unwrap_or(0), length + 2, overflow)
}

/// As `strtoull` with base 0: the number if it is all of `text`, and whether it overflowed (then it is the
/// greatest one).
fn integer(text: &[u8]) -> (Option<u64>, bool) {
    let (base, digits) = match text {
        [b'0', b'x' | b'X', digits @ ..] if !digits.is_empty() => (16, digits),
        [b'0', digits @ ..] => (8, digits),
        _ => (10, text),
    };
    let (mut value, mut overflow) = (0u64, false);
    for &byte in digits {
        let Some(digit) = (byte as char).to_digit(base) else {
            return (None, overflow);
        };
        match value.checked_mul(base.into()).and_then(|value| value.checked_add(digit.into())) {
            Some(next) => value = next,
            None => overflow = true,
        }
    }
    (Some(if overflow { u64::MAX } else { value }), overflow)
}

/// Digits around an optional point.
struct Digits {
    /// Without leading zeros.
    significant: Vec<u8>,
    /// Places of `significant` after the point.
    scale: i64,
    length: usize,
}

fn digits(text: &[u8], base: u32) -> Option<Digits> {
    let run = |text: &[u8]| text.iter().take_while(|byte| (**byte as char).is_digit(base)).count();
    let whole = run(text);
    let fraction = if text.get(whole) == Some(&b'.') { run(&text[whole + 1..]) } else { 0 };
    if whole + fraction == 0 {
        return None;
    }
    let point = usize::from(text.get(whole) == Some(&b'.'));
    let length = whole + point + fraction;
    let value = |byte: &u8| (*byte as char).to_digit(base).map(|digit| digit as u8);
    let significant = text[..length].iter().filter_map(value).skip_while(|&digit| digit == 0).collect();
    Some(Digits { significant, scale: fraction as i64, length })
}

impl Digits {
    /// Cuts to `limit` digits; one more stands for all that were cut if they are not all 0. A rounding
    /// boundary has fewer than `limit` digits, so on which side of it the value lies stays the same.
    fn cut(&mut self, limit: usize) {
        if self.significant.len() <= limit {
            return;
        }
        let sticky = self.significant[limit..].iter().any(|&digit| digit != 0);
        self.scale -= (self.significant.len() - limit) as i64;
        self.significant.truncate(limit);
        if sticky {
            self.significant.push(1);
            self.scale += 1;
        }
    }
}

/// The exponent after one of `letters` and its length; 0 and 0 if there is none.
fn exponent(text: &[u8], letters: &[u8; 2]) -> (i64, usize) {
    if !text.first().is_some_and(|byte| letters.contains(byte)) {
        return (0, 0);
    }
    let signed = usize::from(matches!(text.get(1), Some(b'+' | b'-')));
    let digits = text[1 + signed..].iter().take_while(|byte| byte.is_ascii_digit());
    // Far beyond what the digits of any text in memory can make up for.
    const FAR: i64 = i64::MAX / 8;
    let (value, length) = digits.fold((0i64, 0), |(value, length), &digit| {
        ((value.saturating_mul(10).saturating_add(i64::from(digit - b'0'))).min(FAR), length + 1)
    });
    match length {
        0 => (0, 0),
        _ => (if text[1] == b'-' { -value } else { value }, 1 + signed + length),
    }
}

fn hexadecimal(body: &[u8], format: Format) -> Option<Parsed> {
    if !starts_with(body, "0x") {
        return None;
    }
    let mut mantissa = digits(&body[2..], 16)?;
    let (power, power_length) = exponent(&body[2 + mantissa.length..], b"pP");
    let consumed = 2 + mantissa.length + power_length;
    mantissa.cut(format.precision as usize);
    // The value is mantissa * 2^binary; where its leading bit is beyond any format, how far is no matter.
    let room = 4 * mantissa.significant.len() as i64;
    let far = 2 * i64::from(format.max_exponent) + room;
    let binary = (power - 4 * mantissa.scale).clamp(-far, far) as i32;
    let integer = BigUint::from_radix_be(&mantissa.significant, 16).unwrap_or_default();
    let power = BigUint::from(1u8) << binary.unsigned_abs();
    Some(rounded(format, integer, power, binary < 0, consumed))
}

fn decimal(body: &[u8], format: Format) -> Option<Parsed> {
    let mut mantissa = digits(body, 10)?;
    let (power, power_length) = exponent(&body[mantissa.length..], b"eE");
    let consumed = mantissa.length + power_length;
    // A boundary between two neighbours is m * 2^-k with k at most this; so many digits does it have at most.
    let places = (format.max_exponent + format.precision as i32) as usize + 2;
    mantissa.cut(places);
    let far = i64::from(format.max_exponent) + mantissa.significant.len() as i64;
    let tens = (power - mantissa.scale).clamp(-far, far) as i32;
    let integer = BigUint::from_radix_be(&mantissa.significant, 10).unwrap_or_default();
    let power = BigUint::from(10u8).pow(tens.unsigned_abs());
    Some(rounded(format, integer, power, tens < 0, consumed))
}

fn rounded(format: Format, integer: BigUint, power: BigUint, divide: bool, consumed: usize) -> Parsed {
    let rounded = if divide {
        format.round(&integer, &power)
    } else {
        format.round(&(integer * power), &BigUint::from(1u8))
    };
    let bits = format.encode(Number { negative: false, magnitude: rounded.magnitude });
    Parsed { bits, consumed, out_of_range: rounded.out_of_range }
}
