//! A value as it travels and rests: with what it is, under which key it belongs, how long it is, and a
//! BLAKE3 hash over all of that.
//!
//! Guarantee: [`open`] gives back the value only if every bit of it and of the head is as sealed, for this
//! space and this key. A flipped bit, a missing or additional byte, a value under another's key and a
//! format this version does not know are each told apart only for the message.
//!
//! Layout: magic (4), format (2, little endian), space (1), zero (1), key (32), length (8), hash (32), value.

use crate::{Damage, Key, Space};

pub const FORMAT: u16 = 1;
const MAGIC: &[u8; 4] = b"rthS";
const HASHED: usize = 48;
pub const HEAD: usize = HASHED + 32;

pub fn seal(space: Space, key: Key, value: &[u8]) -> Vec<u8> {
    let mut sealed = Vec::with_capacity(HEAD + value.len());
    sealed.extend_from_slice(MAGIC);
    sealed.extend_from_slice(&FORMAT.to_le_bytes());
    sealed.extend_from_slice(&[space.number(), 0]);
    sealed.extend_from_slice(&key.0);
    sealed.extend_from_slice(&(value.len() as u64).to_le_bytes());
    let hash = hash(&sealed, value);
    sealed.extend_from_slice(&hash);
    sealed.extend_from_slice(value);
    sealed
}

pub fn open(space: Space, key: Key, mut sealed: Vec<u8>) -> Result<Vec<u8>, Damage> {
    let head = sealed.get(..HEAD).ok_or(Damage::Short)?;
    if &head[..4] != MAGIC {
        return Err(Damage::NotAValue);
    }
    let format = u16::from_le_bytes([head[4], head[5]]);
    if format > FORMAT {
        return Err(Damage::Newer(format));
    }
    if head[6..8] != [space.number(), 0] || head[8..40] != key.0 {
        return Err(Damage::WrongKey);
    }
    if head[40..48] != ((sealed.len() - HEAD) as u64).to_le_bytes() {
        return Err(Damage::Short);
    }
    if format != FORMAT || hash(&head[..HASHED], &sealed[HEAD..]) != head[HASHED..] {
        return Err(Damage::Checksum);
    }
    sealed.drain(..HEAD);
    Ok(sealed)
}

fn hash(head: &[u8], value: &[u8]) -> [u8; 32] {
    *blake3::Hasher::new().update(head).update(value).finalize().as_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flipped_bit_shows() {
        let key = Key::of(&[b"k"]);
        let sealed = seal(Space::Result, key, b"some value");
        assert_eq!(open(Space::Result, key, sealed.clone()), Ok(b"some value".to_vec()));
        for bit in 0..sealed.len() * 8 {
            let mut flipped = sealed.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert!(open(Space::Result, key, flipped).is_err(), "bit {bit}");
        }
    }

    #[test]
    fn every_length_but_the_right_one_shows() {
        let key = Key::of(&[b"k"]);
        let sealed = seal(Space::Result, key, b"some value");
        for length in 0..sealed.len() {
            assert!(open(Space::Result, key, sealed[..length].to_vec()).is_err(), "{length}");
        }
        assert_eq!(open(Space::Result, key, [&sealed[..], b"x"].concat()), Err(Damage::Short));
    }

    #[test]
    fn a_value_belongs_to_its_key_and_space() {
        let [a, b] = [Key::of(&[b"a"]), Key::of(&[b"b"])];
        let sealed = seal(Space::Result, a, b"");
        assert_eq!(open(Space::Result, b, sealed.clone()), Err(Damage::WrongKey));
        assert_eq!(open(Space::Program, a, sealed.clone()), Err(Damage::WrongKey));
        assert_eq!(open(Space::Result, a, sealed), Ok(vec![]));
    }
}
