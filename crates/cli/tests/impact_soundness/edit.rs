//! Edits of the random programs' text: a statement is a line.

use crate::generate::Rng;

/// The text with one to three lines added, deleted, changed or moved. It may not compile.
pub fn edit(text: &str, other: &str, rng: &mut Rng) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    let donors: Vec<&str> = other.lines().filter(|l| is_statement(l)).collect();
    for _ in 0..1 + rng.below(3) {
        let places: Vec<usize> = (0..lines.len()).filter(|&i| is_statement(&lines[i])).collect();
        if places.is_empty() || donors.is_empty() {
            break;
        }
        let at = places[rng.below(places.len())];
        let donor = donors[rng.below(donors.len())].to_string();
        match rng.below(8) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, donor),
            2 => lines[at] = donor,
            3 => lines.swap(at, places[rng.below(places.len())]),
            4 => {
                let line = lines.remove(at);
                lines.insert(places[rng.below(places.len())].min(lines.len()), line);
            }
            5 => lines[at] = format!("if (x{} > {}) {{ {} }}", rng.below(4), rng.below(3), lines[at].trim()),
            6 => lines.insert(at, format!("if (x{} == {}) x{}++;", rng.below(4), rng.below(3), rng.below(4))),
            _ => lines[at] = digit(&lines[at], rng),
        }
    }
    lines.join("\n") + "\n"
}

/// A whole statement on its line, no brace.
fn is_statement(line: &str) -> bool {
    let line = line.trim();
    line.ends_with(';')
        && !line.contains(['{', '}'])
        && !line.starts_with("int ")
        && !line.contains("#include")
}

/// Another number somewhere.
fn digit(line: &str, rng: &mut Rng) -> String {
    let digits: Vec<usize> =
        line.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(i, _)| i).collect();
    let mut bytes = line.as_bytes().to_vec();
    if !digits.is_empty() {
        bytes[digits[rng.below(digits.len())]] = b'0' + rng.below(4) as u8;
    }
    String::from_utf8(bytes).expect("a digit for a digit")
}
