//! The name of a record: a hash of everything its content follows from.
//!
//! Guarantee: two lists of parts have the same key only if they are equal, as far as BLAKE3 has no
//! collisions; lengths are hashed with the parts, so that moving a byte from one to the next shows.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub(crate) [u8; 32]);

impl Key {
    pub fn of(parts: &[&[u8]]) -> Key {
        let mut hasher = blake3::Hasher::new();
        for part in parts {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        Key(*hasher.finalize().as_bytes())
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Key({self})")
    }
}

impl FromStr for Key {
    type Err = String;

    fn from_str(text: &str) -> Result<Key, String> {
        let wrong = || format!("`{text}` is not a key of 64 hexadecimal digits");
        if text.len() != 64 || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(wrong());
        }
        let mut key = [0; 32];
        for (i, byte) in key.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).map_err(|_| wrong())?;
        }
        Ok(Key(key))
    }
}

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Key, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::Key;

    #[test]
    fn parts_are_kept_apart() {
        let keys = [
            Key::of(&[]),
            Key::of(&[b""]),
            Key::of(&[b"", b""]),
            Key::of(&[b"ab", b"c"]),
            Key::of(&[b"a", b"bc"]),
            Key::of(&[b"abc"]),
        ];
        for (i, a) in keys.iter().enumerate() {
            for b in &keys[i + 1..] {
                assert_ne!(a, b);
            }
        }
    }

    #[test]
    fn text_and_back() {
        let key = Key::of(&[b"x"]);
        assert_eq!(key.to_string().parse(), Ok(key));
        for bad in ["", "12", &"g".repeat(64), &"é".repeat(32)] {
            assert!(bad.parse::<Key>().is_err(), "{bad}");
        }
    }

    /// Records of earlier versions are found again only while this holds.
    #[test]
    fn keys_stay_what_they_are() {
        let known = "3120b178f558123b0fe6543088a2a50deeb23a520bfc33216d390a40dfde712b";
        assert_eq!(Key::of(&[b"rethread", b"1"]).to_string(), known);
    }
}
