//! Bytes as a person reads them.

/// A C string literal; bytes that are not printable ASCII are escapes a C compiler reads back.
pub fn c_string(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() + 2);
    text.push('"');
    let mut after_hex = false;
    for &b in bytes {
        let was_hex = std::mem::take(&mut after_hex);
        match b {
            b'"' => text.push_str("\\\""),
            b'\\' => text.push_str("\\\\"),
            b'\n' => text.push_str("\\n"),
            b'\r' => text.push_str("\\r"),
            b'\t' => text.push_str("\\t"),
            0x20..=0x7e => {
                // `\x1` followed by `2` would be read as one escape: split the literal.
                if was_hex && b.is_ascii_hexdigit() {
                    text.push_str("\"\"");
                }
                text.push(b as char);
            }
            _ => {
                text.push_str(&format!("\\x{b:02x}"));
                after_hex = true;
            }
        }
    }
    text.push('"');
    text
}

/// `text` cut to `limit` characters, saying how much was left out.
pub fn shorten(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        None => text.to_string(),
        Some((at, _)) => {
            let left = text[at..].chars().count();
            format!("{}... ({left} more characters)", &text[..at])
        }
    }
}

pub fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    let mut text = String::with_capacity(bytes.len() * 2);
    for b in bytes {
        let _ = write!(text, "{b:02x}");
    }
    text
}

/// `1 path`, `2 paths`, `65,536 paths`.
pub fn count(n: u64, one: &str, many: &str) -> String {
    format!("{} {}", thousands(n), if n == 1 { one } else { many })
}

pub fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(c);
    }
    text
}

/// `1.5 GiB`.
pub fn size(bytes: u64) -> String {
    const UNITS: [&str; 5] = ["B", "KiB", "MiB", "GiB", "TiB"];
    let mut value = bytes as f64;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    if unit == 0 || value >= 100.0 {
        format!("{value:.0} {}", UNITS[unit])
    } else {
        format!("{value:.1} {}", UNITS[unit])
    }
}

/// `4 ms`, `0.24 s`, `3 min 5 s`.
pub fn seconds(s: f64) -> String {
    if s < 0.001 {
        format!("{:.1} ms", s * 1e3)
    } else if s < 0.0995 {
        format!("{:.0} ms", s * 1e3)
    } else if s < 0.995 {
        format!("{s:.2} s")
    } else if s < 99.5 {
        format!("{s:.1} s")
    } else {
        let whole = s.round() as u64;
        match (whole / 3600, whole / 60 % 60, whole % 60) {
            (0, m, s) => format!("{m} min {s} s"),
            (h, m, _) => format!("{h} h {m} min"),
        }
    }
}

/// Sorted line numbers as `3-5, 9`.
pub fn line_ranges(lines: &[u32]) -> String {
    let mut parts: Vec<(u32, u32)> = Vec::new();
    for &line in lines {
        match parts.last_mut() {
            Some((_, end)) if *end + 1 == line => *end = line,
            _ => parts.push((line, line)),
        }
    }
    let texts: Vec<String> =
        parts.iter().map(|&(a, b)| if a == b { a.to_string() } else { format!("{a}-{b}") }).collect();
    texts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_read_back_by_a_c_compiler() {
        assert_eq!(c_string(b"a\"b\\\n"), r#""a\"b\\\n""#);
        assert_eq!(c_string(&[1, b'2', 0xff, b'g']), r#""\x01""2\xffg""#);
    }

    #[test]
    fn numbers() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(999), "999");
        assert_eq!(thousands(65536), "65,536");
        assert_eq!(thousands(1234567), "1,234,567");
        assert_eq!(count(1, "path", "paths"), "1 path");
        assert_eq!(size(512), "512 B");
        assert_eq!(size(3 << 30), "3.0 GiB");
        assert_eq!(seconds(0.0003), "0.3 ms");
        assert_eq!(seconds(0.0042), "4 ms");
        assert_eq!(seconds(0.5), "0.50 s");
        assert_eq!(seconds(185.0), "3 min 5 s");
        assert_eq!(line_ranges(&[1, 2, 3, 5, 7, 8]), "1-3, 5, 7-8");
        assert_eq!(shorten("abcdef", 4), "abcd... (2 more characters)");
        assert_eq!(shorten("abcd", 4), "abcd");
    }
}
