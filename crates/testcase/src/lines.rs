//! What a source file looked like when it was explored: a number for each of its lines.
//!
//! Guarantee: lines that are equal have equal numbers; others do not, but for one in four billion by chance. Enough to
//! find the lines of a test again in an edited file, and nothing of the source is copied.

use serde::{Deserialize, Serialize};

/// One file, by its lines.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct SourceLines {
    /// As in [`crate::Unit::file`].
    pub file: String,
    /// Eight hexadecimal digits a line.
    pub lines: String,
}

impl SourceLines {
    pub fn new(file: &str, text: &[u8]) -> SourceLines {
        let lines = keys(text).iter().map(|key| format!("{key:08x}")).collect();
        SourceLines { file: file.into(), lines }
    }

    /// A number a line; what is not one, in a file that somebody edited, is equal to nothing.
    pub fn keys(&self) -> Vec<u64> {
        let digits = self.lines.as_bytes().chunks(8).enumerate();
        let key = |digits: &[u8]| u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok();
        digits.map(|(i, d)| key(d).map_or((i as u64 + 1) << 32, u64::from)).collect()
    }
}

/// A number for each line: FNV-1a, without the blanks at its end.
fn keys(text: &[u8]) -> Vec<u32> {
    let hash = |line: &[u8]| {
        line.trim_ascii_end()
            .iter()
            .fold(0x811c_9dc5_u32, |h, b| (h ^ u32::from(*b)).wrapping_mul(0x0100_0193))
    };
    text.split(|b| *b == b'\n').map(hash).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_its_text() {
        let source = SourceLines::new("a.c", b"int x;\nint y;\r\nint x; \n");
        let keys = source.keys();
        assert_eq!(keys.len(), 4);
        assert_eq!(keys[0], keys[2]);
        assert_ne!(keys[0], keys[1]);
        let odd = SourceLines { lines: "zzzzzzzz12".into(), ..source };
        assert_eq!(odd.keys(), [1 << 32, 0x12]);
    }
}
