//! Concrete bit-vectors of any width.
//!
//! Guarantee: bits above the width are always zero, so equality of values is equality of fields.
//! Cost: up to 64 bits everything is one word without allocation; wider multiplication and division
//! go through `num-bigint`.

use crate::word;
use num_bigint::BigUint;
use serde::{Deserialize, Deserializer, Serialize};
use smallvec::SmallVec;
use std::cmp::Ordering;
use std::fmt;

/// A value of `width` bits, little-endian words; bits above the width are zero.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Bits {
    width: u32,
    words: SmallVec<[u64; 1]>,
}

impl<'de> Deserialize<'de> for Bits {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Raw {
            width: u32,
            words: SmallVec<[u64; 1]>,
        }
        let raw = Raw::deserialize(from)?;
        if raw.width == 0 || raw.words.len() != words_for(raw.width) {
            return Err(serde::de::Error::custom("a bit-vector whose words do not fit its width"));
        }
        Ok(Bits { width: raw.width, words: raw.words }.trimmed())
    }
}

fn words_for(width: u32) -> usize {
    width.div_ceil(64) as usize
}

impl Bits {
    /// The low `width` bits of `value`.
    #[inline]
    pub fn new(width: u32, value: u64) -> Bits {
        assert!(width > 0, "a bit-vector has at least one bit");
        if width <= 64 {
            return Bits { width, words: SmallVec::from_buf([value & word::mask(width)]) };
        }
        let mut words = SmallVec::from_elem(0, words_for(width));
        words[0] = value;
        Bits { width, words }
    }

    /// The low `width` bits of the little-endian `words`; missing words are zero.
    pub fn from_words(width: u32, words: &[u64]) -> Bits {
        let mut out = Bits::zero(width);
        for (to, from) in out.words.iter_mut().zip(words) {
            *to = *from;
        }
        out.trimmed()
    }

    pub fn from_u128(width: u32, value: u128) -> Bits {
        Bits::from_words(width, &[value as u64, (value >> 64) as u64])
    }

    pub fn zero(width: u32) -> Bits {
        Bits::new(width, 0)
    }

    pub fn ones(width: u32) -> Bits {
        Bits::zero(width).not()
    }

    pub fn boolean(value: bool) -> Bits {
        Bits::new(1, value as u64)
    }

    /// The value of `bytes`, least significant first, cut or zero-extended to `width`.
    pub fn from_bytes_le(width: u32, bytes: &[u8]) -> Bits {
        let mut out = Bits::zero(width);
        for (word, chunk) in out.words.iter_mut().zip(bytes.chunks(8)) {
            let mut buffer = [0; 8];
            buffer[..chunk.len()].copy_from_slice(chunk);
            *word = u64::from_le_bytes(buffer);
        }
        out.trimmed()
    }

    /// As many bytes as the width needs, least significant first.
    pub fn to_bytes_le(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.words.iter().flat_map(|w| w.to_le_bytes()).collect();
        bytes.truncate(self.width.div_ceil(8) as usize);
        bytes
    }

    fn trimmed(mut self) -> Bits {
        let used = self.width % 64;
        if used != 0
            && let Some(top) = self.words.last_mut()
        {
            *top &= word::mask(used);
        }
        self
    }

    #[inline]
    pub fn width(&self) -> u32 {
        self.width
    }

    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The value, if it fits 64 bits (whatever the width).
    pub fn as_u64(&self) -> Option<u64> {
        self.words[1..].iter().all(|w| *w == 0).then(|| self.words[0])
    }

    #[inline]
    pub fn low_u64(&self) -> u64 {
        self.words[0]
    }

    pub fn low_u128(&self) -> u128 {
        self.words[0] as u128 | (self.words.get(1).copied().unwrap_or(0) as u128) << 64
    }

    pub fn bit(&self, at: u32) -> bool {
        at < self.width && self.words[(at / 64) as usize] >> (at % 64) & 1 == 1
    }

    pub fn is_zero(&self) -> bool {
        self.words.iter().all(|w| *w == 0)
    }

    pub fn is_ones(&self) -> bool {
        *self == Bits::ones(self.width)
    }

    pub fn is_true(&self) -> bool {
        !self.is_zero()
    }

    pub fn is_negative(&self) -> bool {
        self.bit(self.width - 1)
    }

    pub fn to_big(&self) -> BigUint {
        BigUint::from_bytes_le(&self.to_bytes_le())
    }

    /// The low `width` bits of `value`.
    pub fn from_big(width: u32, value: &BigUint) -> Bits {
        Bits::from_bytes_le(width, &value.to_bytes_le())
    }

    fn zip(&self, other: &Bits, f: impl Fn(u64, u64) -> u64) -> Bits {
        assert_eq!(self.width, other.width, "operands of different widths");
        let words = self.words.iter().zip(&other.words).map(|(a, b)| f(*a, *b)).collect();
        Bits { width: self.width, words }.trimmed()
    }

    #[allow(clippy::should_implement_trait)]
    pub fn not(&self) -> Bits {
        Bits { width: self.width, words: self.words.iter().map(|w| !w).collect() }.trimmed()
    }

    pub fn and(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a & b)
    }

    pub fn or(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a | b)
    }

    pub fn xor(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a ^ b)
    }

    #[allow(clippy::should_implement_trait)]
    pub fn neg(&self) -> Bits {
        Bits::zero(self.width).sub(self)
    }

    #[allow(clippy::should_implement_trait)]
    pub fn add(&self, other: &Bits) -> Bits {
        assert_eq!(self.width, other.width, "operands of different widths");
        let mut carry = false;
        let words = self
            .words
            .iter()
            .zip(&other.words)
            .map(|(a, b)| {
                let (sum, first) = a.overflowing_add(*b);
                let (sum, second) = sum.overflowing_add(carry as u64);
                carry = first | second;
                sum
            })
            .collect();
        Bits { width: self.width, words }.trimmed()
    }

    #[allow(clippy::should_implement_trait)]
    pub fn sub(&self, other: &Bits) -> Bits {
        assert_eq!(self.width, other.width, "operands of different widths");
        let mut borrow = false;
        let words = self
            .words
            .iter()
            .zip(&other.words)
            .map(|(a, b)| {
                let (difference, first) = a.overflowing_sub(*b);
                let (difference, second) = difference.overflowing_sub(borrow as u64);
                borrow = first | second;
                difference
            })
            .collect();
        Bits { width: self.width, words }.trimmed()
    }

    #[allow(clippy::should_implement_trait)]
    pub fn mul(&self, other: &Bits) -> Bits {
        if self.width <= 64 {
            return Bits::new(self.width, word::mul(self.width, self.words[0], other.words[0]));
        }
        Bits::from_big(self.width, &(self.to_big() * other.to_big()))
    }

    /// All ones when dividing by zero.
    pub fn udiv(&self, other: &Bits) -> Bits {
        if self.width <= 64 {
            return Bits::new(self.width, word::udiv(self.width, self.words[0], other.words[0]));
        }
        if other.is_zero() {
            return Bits::ones(self.width);
        }
        Bits::from_big(self.width, &(self.to_big() / other.to_big()))
    }

    /// The dividend when dividing by zero.
    pub fn urem(&self, other: &Bits) -> Bits {
        if self.width <= 64 {
            return Bits::new(self.width, word::urem(self.width, self.words[0], other.words[0]));
        }
        if other.is_zero() {
            return self.clone();
        }
        Bits::from_big(self.width, &(self.to_big() % other.to_big()))
    }

    fn magnitude(&self) -> Bits {
        if self.is_negative() { self.neg() } else { self.clone() }
    }

    /// Towards zero; by zero: 1 for a negative dividend, else all ones.
    pub fn sdiv(&self, other: &Bits) -> Bits {
        let quotient = self.magnitude().udiv(&other.magnitude());
        if self.is_negative() != other.is_negative() { quotient.neg() } else { quotient }
    }

    /// With the sign of the dividend; by zero: the dividend.
    pub fn srem(&self, other: &Bits) -> Bits {
        let remainder = self.magnitude().urem(&other.magnitude());
        if self.is_negative() { remainder.neg() } else { remainder }
    }

    /// A shift amount, with everything at or beyond the width as the width.
    fn amount(&self, width: u32) -> u32 {
        self.as_u64().map_or(width, |by| by.min(width as u64) as u32)
    }

    pub fn shl(&self, by: &Bits) -> Bits {
        let by = by.amount(self.width);
        let mut out = Bits::zero(self.width);
        let (skip, shift) = ((by / 64) as usize, by % 64);
        for i in skip..out.words.len() {
            let low = self.words[i - skip] << shift;
            let carried = if shift > 0 && i > skip { self.words[i - skip - 1] >> (64 - shift) } else { 0 };
            out.words[i] = low | carried;
        }
        out.trimmed()
    }

    pub fn lshr(&self, by: &Bits) -> Bits {
        let by = by.amount(self.width);
        let mut out = Bits::zero(self.width);
        let (skip, shift) = ((by / 64) as usize, by % 64);
        for i in skip..self.words.len() {
            let high = self.words[i] >> shift;
            let next = self.words.get(i + 1).copied().unwrap_or(0);
            out.words[i - skip] = high | if shift > 0 { next << (64 - shift) } else { 0 };
        }
        if by == self.width { Bits::zero(self.width) } else { out }
    }

    pub fn ashr(&self, by: &Bits) -> Bits {
        if !self.is_negative() {
            return self.lshr(by);
        }
        self.not().lshr(by).not()
    }

    /// `self` above `low`.
    pub fn concat(&self, low: &Bits) -> Bits {
        let width = self.width + low.width;
        if width <= 64 {
            return Bits::new(width, self.words[0] << low.width | low.words[0]);
        }
        self.zext(width).shl(&Bits::new(width, low.width as u64)).or(&low.zext(width))
    }

    /// Bits `lo .. lo + width`.
    pub fn extract(&self, lo: u32, width: u32) -> Bits {
        assert!(lo + width <= self.width, "bits {lo}..{} of {}", lo + width, self.width);
        if self.width <= 64 {
            return Bits::new(width, self.words[0] >> lo);
        }
        Bits::from_words(width, &self.lshr(&Bits::new(self.width, lo as u64)).words)
    }

    pub fn zext(&self, width: u32) -> Bits {
        Bits::from_words(width, &self.words)
    }

    pub fn sext(&self, width: u32) -> Bits {
        if !self.is_negative() {
            return self.zext(width);
        }
        self.not().zext(width).not()
    }

    /// Unsigned order.
    pub fn ucmp(&self, other: &Bits) -> Ordering {
        self.words.iter().rev().cmp(other.words.iter().rev())
    }

    pub fn scmp(&self, other: &Bits) -> Ordering {
        other.is_negative().cmp(&self.is_negative()).then_with(|| self.ucmp(other))
    }
}

impl fmt::Display for Bits {
    /// `#x..` with the digits the width needs, `#b.` for one bit.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.width == 1 {
            return write!(f, "#b{}", self.words[0]);
        }
        let digits = self.width.div_ceil(4) as usize;
        write!(f, "#x")?;
        for at in (0..digits).rev() {
            write!(f, "{:x}", self.words[at / 16] >> (at % 16 * 4) & 15)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}:{}", self.width)
    }
}
