//! Edits that change nothing: layout, comments, the names of locals, the order of functions.

use crate::generate::Rng;
use std::collections::BTreeMap;

/// The same program, written by somebody else.
pub fn rewrite(text: &str, rng: &mut Rng) -> String {
    let (head, mut functions) = parts(text);
    for i in (1..functions.len()).rev() {
        functions.swap(i, rng.below(i + 1));
    }
    let prototypes = functions.iter().filter_map(|f| f.lines().next()?.split(" {").next());
    let prototypes: Vec<String> = prototypes.map(|p| format!("{p};")).collect();
    let whole = format!("{head}{}\n{}", prototypes.join("\n"), functions.concat());
    layout(&renamed(&whole, rng), rng)
}

/// What comes before the functions, and the functions.
fn parts(text: &str) -> (String, Vec<String>) {
    let (mut head, mut functions, mut inside) = (String::new(), Vec::new(), false);
    for line in text.lines() {
        if !inside && line.ends_with(") {") {
            inside = true;
            functions.push(String::new());
        }
        let into = if inside { functions.last_mut().expect("just pushed") } else { &mut head };
        into.push_str(line);
        into.push('\n');
        inside &= line != "}";
    }
    (head, functions)
}

fn renamed(text: &str, rng: &mut Rng) -> String {
    let locals = ["l0", "l1", "l2", "q", "argument"];
    let names: BTreeMap<&str, String> =
        locals.iter().map(|l| (*l, format!("{l}_{}", rng.below(1000)))).collect();
    let mut out = String::new();
    let mut word = String::new();
    for c in text.chars().chain(['\n']) {
        if c.is_ascii_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        out.push_str(names.get(&*word).unwrap_or(&word));
        word.clear();
        out.push(c);
    }
    out
}

fn layout(text: &str, rng: &mut Rng) -> String {
    let mut out = String::new();
    for line in text.lines() {
        match (line.starts_with('#'), rng.below(6)) {
            (true, _) => out.push_str(line),
            (_, 0) => out.push_str(&format!("\n\n{line}")),
            (_, 1) => out.push_str(&format!("/* {} */ {line}", rng.below(1000))),
            (_, 2) => out.push_str(&format!("{line} // more")),
            (_, 3) => out.push_str(&line.replace(' ', "  ")),
            (_, 4) => out.push_str(&line.replace("; ", ";\n")),
            _ => out.push_str(line.trim_start()),
        }
        out.push('\n');
    }
    out
}
