//! Bytes in JSON: short where they are text, exact where they are not.

fn to_digits(bytes: &[u8]) -> String {
    use std::fmt::Write;
    let mut text = String::with_capacity(2 * bytes.len());
    for b in bytes {
        let _ = write!(text, "{b:02x}");
    }
    text
}

fn from_digits(digits: &str) -> Result<Vec<u8>, &'static str> {
    // `get` refuses an odd rest and a cut through a character; from_str_radix alone takes a sign.
    (0..digits.len())
        .step_by(2)
        .map(|i| {
            digits
                .get(i..i + 2)
                .filter(|pair| pair.bytes().all(|c| c.is_ascii_hexdigit()))
                .and_then(|pair| u8::from_str_radix(pair, 16).ok())
                .ok_or("not an even number of hex digits")
        })
        .collect()
}

fn to_text(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) if !text.starts_with("hex:") => text.to_owned(),
        _ => format!("hex:{}", to_digits(bytes)),
    }
}

fn from_text(text: String) -> Result<Vec<u8>, &'static str> {
    match text.strip_prefix("hex:") {
        Some(digits) => from_digits(digits),
        None => Ok(text.into_bytes()),
    }
}

/// Always digits.
pub mod hex {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(bytes: &[u8], s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(&super::to_digits(bytes))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Vec<u8>, D::Error> {
        super::from_digits(&String::deserialize(d)?).map_err(D::Error::custom)
    }
}

/// Text where it is text; `hex:` and digits where it is not.
pub mod lossless {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(bytes: &[u8], s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(&super::to_text(bytes))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Vec<u8>, D::Error> {
        super::from_text(String::deserialize(d)?).map_err(D::Error::custom)
    }
}

/// A list of [`lossless`].
pub mod lossless_list {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(list: &[Vec<u8>], s: S) -> Result<S::Ok, S::Error> {
        s.collect_seq(list.iter().map(|bytes| super::to_text(bytes)))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Vec<Vec<u8>>, D::Error> {
        Vec::<String>::deserialize(d)?
            .into_iter()
            .map(|text| super::from_text(text).map_err(D::Error::custom))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_bytes_come_back() {
        for bytes in [&b""[..], b"hello\n", b"\xff\x00", b"hex:", "h\u{e9}".as_bytes(), b"hex:zz"] {
            assert_eq!(from_text(to_text(bytes)).unwrap(), bytes);
            assert_eq!(from_digits(&to_digits(bytes)).unwrap(), bytes);
        }
        assert_eq!(to_text(b"plain"), "plain");
        assert_eq!(to_text(b"\xff"), "hex:ff");
    }

    #[test]
    fn bad_digits_are_refused() {
        for bad in ["0", "0g", "+1", "\u{e9}", "0\u{e9}0"] {
            assert!(from_digits(bad).is_err(), "{bad}");
        }
    }
}
