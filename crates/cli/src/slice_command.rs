//! `rethread slice`: what a line depends on, or what depends on it, marked in the source.

use crate::args::Slice;
use crate::fail::{Ending, Failure, OK};
use crate::marked::{Lines, Mark, lines_at, lines_of, shown, sites};
use crate::program::{Given, entry, load_program};
use rethread_analysis::{Behaviour, Dependences, Site, sharing};
use rethread_report::terminal::Palette;
use std::collections::{BTreeMap, BTreeSet};

pub fn run(options: &Slice) -> Ending {
    let program = load_program(&Given {
        files: &options.files,
        models: &options.models,
        compile_commands: options.compile_commands.clone(),
        clang_flags: &options.clang_flags,
    })?;
    let code = lines_of(&program, |_| true);
    let mut at = BTreeSet::new();
    for text in &options.at {
        at.insert(place(text, &code).map_err(|e| Failure(format!("--at {text}: {e}")))?);
    }
    let name = options.entry.as_deref().unwrap_or("main");
    let entry = entry(&program, name)?;
    let sharing = sharing(&program, entry);
    let dependences = Dependences::of(&program, &sharing, Behaviour::default());
    let from: Vec<Site> = sites(&program)
        .filter(|&s| lines_at(&program, s).iter().any(|&(file, line)| at.contains(&(file, line))))
        .collect();
    for &(file, line) in &at {
        let here = from.iter().filter(|&&s| lines_at(&program, s).contains(&(file, line)));
        if !options.json && !here.into_iter().any(|&s| dependences.runs(s)) {
            crate::complain(&format!("note: {file}:{line} is never reached from `{name}`\n"));
        }
    }
    let slice = match options.forward {
        true => dependences.forward(&from),
        false => dependences.backward(&from),
    };
    let marked = lines_of(&program, |s| slice.contains(s));
    let text = match options.json {
        true => json(options, &at, &marked, slice.is_everything()),
        false => {
            let mut text = shown(&marks(&at, &marked), &code);
            if slice.is_everything() {
                text.push_str("\nThe program is too much for the analysis: everything may matter.\n");
            }
            text
        }
    };
    crate::print(&text)?;
    Ok(OK)
}

/// The line that was meant, which has code.
fn place<'p>(text: &str, code: &Lines<'p>) -> Result<(&'p str, u32), String> {
    let wanted = "a place is FILE:LINE, such as prog.c:12";
    let (file, line) = text.rsplit_once(':').ok_or(wanted)?;
    let line: u32 = line.parse().map_err(|_| wanted.to_string())?;
    let bare = |file: &str| file.trim_start_matches("./").to_string();
    let named: Vec<&'p str> = match code.get_key_value(file) {
        Some((name, _)) => vec![*name],
        None => match code.keys().copied().filter(|k| bare(k) == bare(file)).collect::<Vec<_>>() {
            same if !same.is_empty() => same,
            _ => code.keys().copied().filter(|k| k.ends_with(&format!("/{}", bare(file)))).collect(),
        },
    };
    let files = || code.keys().copied().collect::<Vec<_>>().join(", ");
    let file = match named[..] {
        [one] => one,
        [] if code.is_empty() => {
            return Err("the program has no debug information; compile it with -g".into());
        }
        [] => return Err(format!("the program has no code in `{file}`, only in {}", files())),
        _ => return Err(format!("`{file}` may be any of {}", named.join(", "))),
    };
    let lines = &code[file];
    if lines.contains(&line) {
        return Ok((file, line));
    }
    let before = lines.range(..line).next_back();
    let after = lines.range(line..).next();
    let nearest = match (before, after) {
        (Some(b), Some(a)) => format!("the nearest lines that have are {b} and {a}"),
        (Some(n), None) | (None, Some(n)) => format!("the nearest line that has is {n}"),
        (None, None) => "nor does any other line".into(),
    };
    Err(format!("line {line} has no instruction; {nearest}"))
}

/// `*` asked for, `>` in the slice.
fn marks<'p>(at: &BTreeSet<(&str, u32)>, slice: &Lines<'p>) -> BTreeMap<&'p str, BTreeMap<u32, Mark>> {
    let p = Palette::colours();
    let mark = |file: &str, line: u32| match at.contains(&(file, line)) {
        true => ("*", p.warn),
        false => (">", p.strong),
    };
    let marked = |(file, lines): (&&'p str, &BTreeSet<u32>)| {
        (*file, lines.iter().map(|&line| (line, mark(file, line))).collect())
    };
    slice.iter().map(marked).collect()
}

fn json(options: &Slice, at: &BTreeSet<(&str, u32)>, marked: &Lines, everything: bool) -> String {
    let places: Vec<_> = at.iter().map(|(f, l)| serde_json::json!({ "file": f, "line": l })).collect();
    let files: Vec<_> = marked.iter().map(|(f, l)| serde_json::json!({ "file": f, "lines": l })).collect();
    let object = serde_json::json!({
        "version": 1,
        "verdict": "ok",
        "direction": if options.forward { "forward" } else { "backward" },
        "at": places,
        "slice": files,
        "everything": everything,
    });
    format!("{object:#}\n")
}
