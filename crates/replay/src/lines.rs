//! Which code belongs to which line and column, from the line table of an executable.

use crate::ReplayError;
use crate::tools::{Tools, succeed};
use std::path::Path;
use std::process::Command;

/// The rows of the line table that have a line, in the order of addresses.
#[derive(Debug, Default)]
pub struct Lines {
    pub files: Vec<String>,
    pub rows: Vec<Row>,
}

/// The code from `low` up to `high` stands at this place.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Row {
    pub low: u64,
    pub high: u64,
    /// Index into [`Lines::files`].
    pub file: usize,
    pub line: u32,
    pub column: u32,
}

impl Lines {
    /// The place of an offset into the executable.
    pub fn at(&self, offset: u64) -> Option<(&str, u32)> {
        let index = self.rows.partition_point(|row| row.high <= offset);
        let row = self.rows.get(index).filter(|row| row.low <= offset)?;
        Some((&self.files[row.file], row.line))
    }
}

pub fn of(tools: &Tools, binary: &Path) -> Result<Lines, ReplayError> {
    let mut command = Command::new(tools.dwarfdump()?);
    command.arg("--debug-line").arg(binary);
    let output = succeed(&mut command, "reading the line table")?;
    let runtime = tools.runtime_folder().to_string_lossy().into_owned();
    let mut lines = parse(&String::from_utf8_lossy(&output));
    lines.rows.retain(|row| !lines.files[row.file].starts_with(&runtime));
    Ok(lines)
}

/// What `llvm-dwarfdump --debug-line` prints.
fn parse(text: &str) -> Lines {
    let mut lines = Lines::default();
    let (mut folders, mut first) = (Vec::<String>::new(), 0);
    let mut open: Option<Row> = None;
    let mut name = String::new();
    for line in text.lines() {
        if line.starts_with("debug_line[") {
            folders.clear();
            first = lines.files.len();
        } else if line.starts_with("include_directories[") {
            folders.push(quoted(line).to_owned());
        } else if let Some(rest) = line.trim_start().strip_prefix("name: ") {
            name = quoted(rest).to_owned();
        } else if let Some(index) = line.trim_start().strip_prefix("dir_index: ") {
            let folder = index.parse().ok().and_then(|i: usize| folders.get(i)).cloned().unwrap_or_default();
            lines.files.push(Path::new(&folder).join(&name).to_string_lossy().into_owned());
        } else if line.starts_with("0x") {
            let mut words = line.split_whitespace();
            let mut number = || words.next().and_then(|w| w.parse::<u32>().ok());
            let Some(address) = line.get(2..18).and_then(|d| u64::from_str_radix(d, 16).ok()) else {
                continue;
            };
            let _ = number();
            let (Some(source), Some(column), Some(file)) = (number(), number(), number()) else { continue };
            if let Some(row) = open.take() {
                lines.rows.extend((row.low < address).then_some(Row { high: address, ..row }));
            }
            let ends = line.ends_with("end_sequence");
            let file = first + file as usize;
            if !ends && source > 0 && file < lines.files.len() {
                open = Some(Row { low: address, high: address, file, line: source, column });
            }
        }
    }
    lines.rows.sort_by_key(|row| row.low);
    lines
}

fn quoted(text: &str) -> &str {
    text.split('"').nth(1).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"
debug_line[0x00000000]
Line table prologue:
include_directories[  0] = "/src"
file_names[  0]:
           name: "a.c"
      dir_index: 0
   md5_checksum: 42

Address            Line   Column File   ISA Discriminator OpIndex Flags
------------------ ------ ------ ------ --- ------------- ------- -------------
0x0000000000000010      3      0      0   0             0       0  is_stmt
0x0000000000000018      4      9      0   0             0       0  is_stmt prologue_end
0x0000000000000020      0      0      0   0             0       0
0x0000000000000024      4     12      0   0             0       0
0x0000000000000030      4     12      0   0             0       0  end_sequence
"#;

    #[test]
    fn rows_end_where_the_next_begin() {
        let lines = parse(TEXT);
        assert_eq!(lines.files, ["/src/a.c"]);
        let rows: Vec<_> = lines.rows.iter().map(|r| (r.low, r.high, r.line, r.column)).collect();
        assert_eq!(rows, [(0x10, 0x18, 3, 0), (0x18, 0x20, 4, 9), (0x24, 0x30, 4, 12)]);
        assert_eq!(lines.at(0x19), Some(("/src/a.c", 4)));
        assert_eq!(lines.at(0x21), None);
        assert_eq!(lines.at(0x30), None);
    }
}
