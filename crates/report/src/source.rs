//! The source lines a report is about.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

type Lines = Option<Rc<Vec<String>>>;

/// Reads each file once; a file that is not there has no lines, and the report goes without.
#[derive(Default, Debug)]
pub struct Sources {
    /// Where relative names start.
    directory: PathBuf,
    files: RefCell<BTreeMap<String, Lines>>,
}

impl Sources {
    pub fn new(directory: &Path) -> Sources {
        Sources { directory: directory.to_path_buf(), files: RefCell::default() }
    }

    /// Of files that were read before.
    pub fn of(texts: BTreeMap<String, Option<String>>) -> Sources {
        let lines = |text: String| Rc::new(text.lines().map(str::to_string).collect());
        let files = texts.into_iter().map(|(file, text)| (file, text.map(lines))).collect();
        Sources { directory: PathBuf::new(), files: RefCell::new(files) }
    }

    /// The texts of these files; None for one that cannot be read.
    pub fn texts<'f>(&self, files: impl Iterator<Item = &'f str>) -> BTreeMap<String, Option<String>> {
        files.map(|f| (f.to_string(), self.lines(f).map(|lines| lines.join("\n")))).collect()
    }

    pub fn lines(&self, file: &str) -> Lines {
        self.files
            .borrow_mut()
            .entry(file.to_string())
            .or_insert_with(|| {
                let bytes = std::fs::read(self.directory.join(file)).ok()?;
                let text = String::from_utf8_lossy(&bytes);
                Some(Rc::new(text.lines().map(str::to_string).collect()))
            })
            .clone()
    }

    pub fn line(&self, file: &str, line: u32) -> Option<String> {
        self.lines(file)?.get((line as usize).checked_sub(1)?).cloned()
    }
}

/// A line made fit for a terminal (tabs are spaces, no control characters) and where a caret goes.
pub fn printable(line: &str, column: u32) -> (String, usize) {
    let mut text = String::with_capacity(line.len());
    let mut caret = None;
    let mut width = 0;
    // Debug information counts columns in bytes, from 1.
    for (at, c) in line.char_indices() {
        if caret.is_none() && at + 1 >= column.max(1) as usize {
            caret = Some(width);
        }
        match c {
            '\t' => {
                let next = (width / 4 + 1) * 4;
                text.extend(std::iter::repeat_n(' ', next - width));
                width = next;
            }
            c if c.is_control() => {
                text.push('\u{fffd}');
                width += 1;
            }
            c => {
                text.push(c);
                width += 1;
            }
        }
    }
    if column == 0 {
        // No column known: the first thing on the line.
        caret = Some(text.len() - text.trim_start().len());
    }
    (text.trim_end().to_string(), caret.unwrap_or(width))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carets_follow_tabs_and_wide_text() {
        assert_eq!(printable("\tx = 1;", 2), ("    x = 1;".to_string(), 4));
        assert_eq!(printable("  é = x;", 6), ("  é = x;".to_string(), 4));
        assert_eq!(printable("   y", 0), ("   y".to_string(), 3));
        assert_eq!(printable("ab", 90), ("ab".to_string(), 2));
        assert_eq!(printable("a\x1b[31m", 1).0, "a\u{fffd}[31m");
    }
}
