//! A value as it travels and rests: with what it is, under which key it belongs, how long it is, when it
//! was written, its label, and a BLAKE3 hash over all of that.
//!
//! Guarantee: [`open`] gives back the value only if every bit of it and of the head is as sealed, for this
//! space and this key. A flipped bit, a missing or additional byte, a value under another's key and a
//! format this version does not know are told apart only for the message.
//!
//! Layout, little endian: magic (4), format (2), space (1), length of the label (1), key (32), length of the
//! value (8), nanoseconds of 1970 (8), hash (32), label, value.

use crate::record::{Entry, nanoseconds, time};
use crate::{Damage, Key, Space};
use std::time::SystemTime;

const FORMAT: u16 = 1;
const MAGIC: &[u8; 4] = b"rthS";
const HASHED: usize = 56;
const HEAD: usize = HASHED + 32;
/// The head with the longest label.
pub const MOST_HEAD: usize = HEAD + u8::MAX as usize;

/// A record on its way into a store, or out of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sealed {
    pub space: Space,
    pub key: Key,
    pub label: String,
    pub written: SystemTime,
    /// Of the value itself
    pub length: u64,
    /// The whole: head, label, value
    pub bytes: Vec<u8>,
}

pub fn seal(space: Space, key: Key, label: &str, value: &[u8], written: SystemTime) -> Sealed {
    let label = &label[..label.floor_char_boundary(u8::MAX as usize)];
    let mut bytes = Vec::with_capacity(HEAD + label.len() + value.len());
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&FORMAT.to_le_bytes());
    bytes.extend_from_slice(&[space.number(), label.len() as u8]);
    bytes.extend_from_slice(&key.0);
    bytes.extend_from_slice(&(value.len() as u64).to_le_bytes());
    bytes.extend_from_slice(&nanoseconds(written).to_le_bytes());
    let hash = hash(&[&bytes, label.as_bytes(), value]);
    bytes.extend_from_slice(&hash);
    bytes.extend_from_slice(label.as_bytes());
    bytes.extend_from_slice(value);
    Sealed { space, key, label: label.into(), written, length: value.len() as u64, bytes }
}

/// Checks what was found under this name.
pub fn open(space: Space, key: Key, bytes: Vec<u8>) -> Result<Sealed, Damage> {
    let head = bytes.get(..HEAD).ok_or(Damage::Length)?;
    if &head[..4] != MAGIC {
        return Err(Damage::NotAValue);
    }
    let format = u16::from_le_bytes([head[4], head[5]]);
    if format > FORMAT {
        return Err(Damage::Newer(format));
    }
    if head[6] != space.number() || head[8..40] != key.0 {
        return Err(Damage::WrongKey);
    }
    let label = usize::from(head[7]);
    let length = number(&head[40..48]);
    if Some(length) != (bytes.len() as u64).checked_sub((HEAD + label) as u64) {
        return Err(Damage::Length);
    }
    if format != FORMAT || hash(&[&head[..HASHED], &bytes[HEAD..]]) != head[HASHED..] {
        return Err(Damage::Checksum);
    }
    let written = time(number(&head[48..56]));
    let label = str::from_utf8(&bytes[HEAD..HEAD + label]).map_err(|_| Damage::NotAValue)?.to_string();
    Ok(Sealed { space, key, label, written, length, bytes })
}

impl Sealed {
    pub fn into_value(mut self) -> Vec<u8> {
        self.bytes.drain(..HEAD + self.label.len());
        self.bytes
    }
}

/// What a list says of a record whose first [`MOST_HEAD`] bytes these are. Unchecked: it is for people.
pub fn entry(start: &[u8]) -> Option<Entry> {
    let head = start.get(..HEAD).filter(|head| head.starts_with(MAGIC))?;
    let label = start.get(HEAD..HEAD + usize::from(head[7]))?;
    let written = time(number(&head[48..56]));
    Some(Entry {
        space: Space::numbered(head[6])?,
        key: Key(head[8..40].try_into().ok()?),
        label: String::from_utf8_lossy(label).into_owned(),
        bytes: number(&head[40..48]),
        written,
        used: written,
    })
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |n, &byte| n << 8 | u64::from(byte))
}

fn hash(parts: &[&[u8]]) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    parts.iter().for_each(|part| {
        hasher.update(part);
    });
    *hasher.finalize().as_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, UNIX_EPOCH};

    fn sealed(key: Key, value: &[u8]) -> Vec<u8> {
        seal(Space::Result, key, "lábel", value, UNIX_EPOCH + Duration::from_secs(9)).bytes
    }

    #[test]
    fn what_is_sealed_comes_out() {
        let key = Key::of(&[b"k"]);
        let opened = open(Space::Result, key, sealed(key, b"some value")).unwrap();
        assert_eq!((opened.label.as_str(), opened.length), ("lábel", 10));
        assert_eq!(opened.written, UNIX_EPOCH + Duration::from_secs(9));
        assert_eq!(opened.into_value(), b"some value");
        let listed = entry(&sealed(key, b"some value")[..HEAD + 6]).unwrap();
        assert_eq!((listed.key, listed.bytes, listed.label.as_str()), (key, 10, "lábel"));
    }

    #[test]
    fn every_flipped_bit_shows() {
        let key = Key::of(&[b"k"]);
        let sealed = sealed(key, b"some value");
        for bit in 0..sealed.len() * 8 {
            let mut flipped = sealed.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert!(open(Space::Result, key, flipped).is_err(), "bit {bit}");
        }
    }

    #[test]
    fn every_length_but_the_right_one_shows() {
        let key = Key::of(&[b"k"]);
        let sealed = sealed(key, b"some value");
        for length in 0..sealed.len() {
            assert_eq!(open(Space::Result, key, sealed[..length].to_vec()), Err(Damage::Length), "{length}");
        }
        assert_eq!(open(Space::Result, key, [&sealed[..], b"x"].concat()), Err(Damage::Length));
    }

    #[test]
    fn a_value_belongs_to_its_key_and_space() {
        let [a, b] = [Key::of(&[b"a"]), Key::of(&[b"b"])];
        let sealed = sealed(a, b"");
        assert_eq!(open(Space::Result, b, sealed.clone()), Err(Damage::WrongKey));
        assert_eq!(open(Space::Program, a, sealed.clone()), Err(Damage::WrongKey));
        assert_eq!(open(Space::Result, a, sealed).unwrap().into_value(), b"");
    }

    #[test]
    fn long_labels_are_cut_between_characters() {
        let key = Key::of(&[b"k"]);
        let sealed = seal(Space::Result, key, &"é".repeat(200), b"v", UNIX_EPOCH);
        assert_eq!(sealed.label, "é".repeat(127));
        assert_eq!(open(Space::Result, key, sealed.bytes).unwrap().into_value(), b"v");
    }
}
