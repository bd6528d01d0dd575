//! `printf`: directives of a format, and what each prints.
//!
//! Guarantee: the bytes glibc prints in the "C" locale (ISO C 7.23.6.1 and glibc's additions `%b`, `%B`,
//! `%m`, the flags `'` and `I`, the lengths `q` and `Z`). Positional arguments are refused. Cost: linear in
//! the output; floats as in `double`.

use serde::{Deserialize, Serialize};

pub use crate::real::{double, long_double};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Length {
    #[default]
    None,
    Hh,
    H,
    L,
    Ll,
    Z,
    J,
    T,
    BigL,
}

impl Length {
    /// Width of the integer that an integer conversion of this length prints (x86-64).
    pub fn bits(self) -> u32 {
        match self {
            Length::Hh => 8,
            Length::H => 16,
            Length::None => 32,
            _ => 64,
        }
    }
}

/// A conversion whose width and precision are known.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Spec {
    pub minus: bool,
    pub plus: bool,
    pub space: bool,
    pub hash: bool,
    pub zero: bool,
    pub width: Option<u32>,
    pub precision: Option<u32>,
    pub length: Length,
    pub conversion: u8,
}

impl Spec {
    /// Takes the `int` given for a `*` width: a negative one means left-justified.
    pub fn set_width(&mut self, argument: i32) {
        self.minus |= argument < 0;
        self.width = Some(argument.unsigned_abs());
    }

    /// Takes the `int` given for a `.*` precision: a negative one means none.
    pub fn set_precision(&mut self, argument: i32) {
        self.precision = u32::try_from(argument).ok();
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Directive {
    Literal(Vec<u8>),
    /// Takes its arguments in this order: width, precision, value. `%m` has no value.
    Conversion {
        spec: Spec,
        width_from_arg: bool,
        precision_from_arg: bool,
    },
    Percent,
}

/// The directives of a format (without its final NUL).
pub fn parse(format: &[u8]) -> Result<Vec<Directive>, String> {
    let mut directives = Vec::new();
    let mut rest = format;
    while !rest.is_empty() {
        let literal = rest.iter().position(|&byte| byte == b'%').unwrap_or(rest.len());
        if literal > 0 {
            directives.push(Directive::Literal(rest[..literal].to_vec()));
            rest = &rest[literal..];
            continue;
        }
        let mut cursor = Cursor { bytes: rest, at: 1 };
        let directive = conversion(&mut cursor).map_err(|problem| {
            let text = String::from_utf8_lossy(&rest[..cursor.at.min(rest.len())]);
            format!("{problem} in the conversion '{text}'")
        })?;
        directives.push(directive);
        rest = &rest[cursor.at..];
    }
    Ok(directives)
}

struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Cursor<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn accept(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// A decimal number if one stands here; `printf` counts in `int`.
    fn number(&mut self) -> Result<Option<u32>, String> {
        let mut value = None;
        while let Some(digit) = self.peek().filter(u8::is_ascii_digit) {
            self.at += 1;
            let next = u64::from(value.unwrap_or(0)) * 10 + u64::from(digit - b'0');
            if next >= i32::MAX as u64 {
                return Err("number too large".into());
            }
            value = Some(next as u32);
        }
        Ok(value)
    }

    fn length(&mut self) -> Length {
        match self.peek() {
            Some(b'h') => self.doubled(b'h', Length::H, Length::Hh),
            Some(b'l') => self.doubled(b'l', Length::L, Length::Ll),
            Some(b'q') => self.single(Length::Ll),
            Some(b'L') => self.single(Length::BigL),
            Some(b'z' | b'Z') => self.single(Length::Z),
            Some(b'j') => self.single(Length::J),
            Some(b't') => self.single(Length::T),
            _ => Length::None,
        }
    }

    fn single(&mut self, length: Length) -> Length {
        self.at += 1;
        length
    }

    fn doubled(&mut self, letter: u8, once: Length, twice: Length) -> Length {
        self.at += 1;
        if self.accept(letter) { twice } else { once }
    }
}

fn conversion(cursor: &mut Cursor) -> Result<Directive, String> {
    let mut spec = Spec::default();
    loop {
        match cursor.peek() {
            Some(b'-') => spec.minus = true,
            Some(b'+') => spec.plus = true,
            Some(b' ') => spec.space = true,
            Some(b'#') => spec.hash = true,
            Some(b'0') => spec.zero = true,
            // Digit grouping and the locale's digits: the "C" locale has neither.
            Some(b'\'' | b'I') => {}
            _ => break,
        }
        cursor.at += 1;
    }
    let width_from_arg = cursor.accept(b'*');
    if !width_from_arg {
        spec.width = cursor.number()?;
    }
    let mut precision_from_arg = false;
    if cursor.accept(b'.') {
        precision_from_arg = cursor.accept(b'*');
        if !precision_from_arg {
            // A lone point means precision 0.
            spec.precision = Some(cursor.number()?.unwrap_or(0));
        }
    }
    // `%2$d`, and `%*2$d` where the number follows the star.
    let after_number = cursor.bytes[cursor.at..].iter().find(|byte| !byte.is_ascii_digit());
    if after_number == Some(&b'$') {
        return Err("unsupported positional argument".into());
    }
    spec.length = cursor.length();
    let Some(letter) = cursor.peek() else {
        return Err("the format ends".into());
    };
    cursor.at += 1;
    spec.conversion = letter;
    match letter {
        b'%' if !width_from_arg && !precision_from_arg => return Ok(Directive::Percent),
        b'C' | b'S' => {
            spec.conversion = letter.to_ascii_lowercase();
            spec.length = Length::L;
        }
        _ if b"diouxXbBcspnmfFeEgGaA".contains(&letter) => {}
        _ => return Err("unknown conversion".into()),
    }
    Ok(Directive::Conversion { spec, width_from_arg, precision_from_arg })
}

/// Prints `value`, of which the low `bits` count, by `d i u x X o b B c`; any other conversion as `u`.
pub fn integer(out: &mut Vec<u8>, spec: &Spec, value: u64, bits: u32) {
    let value = if bits >= 64 { value } else { value & ((1 << bits) - 1) };
    match spec.conversion {
        b'c' => padded(out, spec, &[value as u8]),
        b'd' | b'i' => {
            let negative = bits > 0 && (value >> (bits.min(64) - 1)) & 1 == 1;
            let extended = if negative && bits < 64 { value | (u64::MAX << bits) } else { value };
            let magnitude = if negative { extended.wrapping_neg() } else { value };
            digits(out, spec, sign(spec, negative), magnitude, 10);
        }
        b'x' | b'X' => digits(out, spec, prefix(spec, value), value, 16),
        b'o' => digits(out, spec, b"", value, 8),
        b'b' | b'B' => digits(out, spec, prefix(spec, value), value, 2),
        _ => digits(out, spec, b"", value, 10),
    }
}

/// The bytes of a `%s` argument, up to its NUL (of which precision may cut some).
pub fn string(out: &mut Vec<u8>, spec: &Spec, text: &[u8]) {
    let shown = spec.precision.map_or(text.len(), |limit| text.len().min(limit as usize));
    padded(out, spec, &text[..shown]);
}

/// `%s` of a null pointer: glibc prints `(null)`, or nothing where precision would cut it.
pub fn null_string(out: &mut Vec<u8>, spec: &Spec) {
    let fits = spec.precision.is_none_or(|limit| limit >= 6);
    padded(out, spec, if fits { b"(null)" } else { b"" });
}

/// `%p`.
pub fn pointer(out: &mut Vec<u8>, spec: &Spec, value: u64) {
    if value == 0 {
        return padded(out, spec, b"(nil)");
    }
    // glibc lets the sign flags through here, other than for `%x`.
    let mut start = sign(spec, false).to_vec();
    start.extend_from_slice(b"0x");
    let hex = Spec { conversion: b'x', hash: true, ..spec.clone() };
    digits(out, &hex, &start, value, 16);
}

/// What stands before the digits of a signed number.
pub fn sign(spec: &Spec, negative: bool) -> &'static [u8] {
    match (negative, spec.plus, spec.space) {
        (true, _, _) => b"-",
        (_, true, _) => b"+",
        (_, _, true) => b" ",
        _ => b"",
    }
}

/// What `#` puts before the digits.
pub fn prefix(spec: &Spec, value: u64) -> &'static [u8] {
    match spec.conversion {
        _ if !spec.hash || value == 0 => b"",
        b'x' => b"0x",
        b'X' => b"0X",
        b'b' => b"0b",
        b'B' => b"0B",
        _ => b"",
    }
}

fn digits(out: &mut Vec<u8>, spec: &Spec, start: &[u8], mut value: u64, base: u64) {
    const UPPER: &[u8; 16] = b"0123456789ABCDEF";
    let mut body = Vec::with_capacity(64);
    while value != 0 {
        let digit = UPPER[(value % base) as usize];
        body.push(if spec.conversion == b'X' { digit } else { digit.to_ascii_lowercase() });
        value /= base;
    }
    let least = spec.precision.unwrap_or(1) as usize;
    if body.len() < least {
        body.resize(least, b'0');
    }
    if base == 8 && spec.hash && body.last() != Some(&b'0') {
        body.push(b'0');
    }
    body.reverse();
    number(out, spec, start, &body, spec.zero && spec.precision.is_none());
}

/// A number of width `spec.width`: `start` (sign, base) comes before zeros that fill it, after spaces.
pub(crate) fn number(out: &mut Vec<u8>, spec: &Spec, start: &[u8], body: &[u8], zeros: bool) {
    let fill = (spec.width.unwrap_or(0) as usize).saturating_sub(start.len() + body.len());
    let zeros = zeros && !spec.minus;
    if !spec.minus && !zeros {
        out.resize(out.len() + fill, b' ');
    }
    out.extend_from_slice(start);
    if zeros {
        out.resize(out.len() + fill, b'0');
    }
    out.extend_from_slice(body);
    if spec.minus {
        out.resize(out.len() + fill, b' ');
    }
}

fn padded(out: &mut Vec<u8>, spec: &Spec, text: &[u8]) {
    number(out, spec, b"", text, false);
}
