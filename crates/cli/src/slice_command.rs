//! `rethread slice`: what a line depends on, or what depends on it, marked in the source.

use crate::args::Slice;
use crate::fail::{Ending, Failure, OK};
use crate::nearest::hint;
use rethread_analysis::{Behaviour, Dependences, Site, sharing};
use rethread_ir::{LoadOptions, LocId, Program, link_models, load};
use rethread_report::source::{Sources, printable};
use rethread_report::terminal::Palette;
use rethread_report::value::count;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::PathBuf;

/// More lines than these in a row that are not in the slice are left out.
const QUIET: u32 = 4;

/// Lines by file.
type Lines<'p> = BTreeMap<&'p str, BTreeSet<u32>>;

pub fn run(options: &Slice) -> Ending {
    let program = load_program(options)?;
    let code = lines_of(&program, |_| true);
    let mut at = BTreeSet::new();
    for text in &options.at {
        at.insert(place(text, &code).map_err(|e| Failure(format!("--at {text}: {e}")))?);
    }
    let name = options.entry.as_deref().unwrap_or("main");
    let entry = program.find_function(name).filter(|&f| !program.function(f).is_declaration());
    let entry = entry.ok_or_else(|| {
        let names = program.functions.iter().filter(|f| !f.is_declaration() && !f.is_model);
        let hint = hint(name, names.map(|f| &*f.name));
        Failure(format!(
            "the program has no function `{name}` to start from; --entry NAME starts elsewhere{hint}"
        ))
    })?;
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
            let mut text = shown(&at, &marked, &code);
            if slice.is_everything() {
                text.push_str("\nThe program is too much for the analysis: everything may matter.\n");
            }
            text
        }
    };
    crate::print(&text);
    Ok(OK)
}

fn load_program(options: &Slice) -> Result<Program, Failure> {
    let paths = |list: &[String]| list.iter().map(PathBuf::from).collect::<Vec<_>>();
    let mut how = LoadOptions {
        clang_flags: options.clang_flags.clone(),
        compile_commands: options.compile_commands.clone(),
        ..LoadOptions::default()
    };
    let mut program = load(&paths(&options.files), &how)?;
    if !options.models.is_empty() {
        how.compile_commands = None;
        link_models(&mut program, &load(&paths(&options.models), &how)?);
    }
    rethread_engine::add_models(&mut program);
    Ok(program)
}

/// Every instruction of the program, without those of the models.
fn sites(program: &Program) -> impl Iterator<Item = Site> + '_ {
    let own = program.functions.iter().enumerate().filter(|(_, f)| !f.is_model);
    own.flat_map(|(f, function)| {
        function.blocks.iter().enumerate().flat_map(move |(b, block)| {
            let site = move |inst| Site { function: f as u32, block: b as u32, inst };
            (0..block.insts.len() as u32).map(site)
        })
    })
}

/// The line of an instruction, and those it was inlined to.
fn lines_at(program: &Program, site: Site) -> Vec<(&str, u32)> {
    let block = &program.functions[site.function as usize].blocks[site.block as usize];
    let mut at: Option<LocId> = Some(block.insts[site.inst as usize].loc);
    let mut out = Vec::new();
    while let Some(location) = at.and_then(|id| program.location(id)) {
        if location.at.line > 0 {
            out.push((program.file(location.at.file), location.at.line));
        }
        at = location.inlined_at;
    }
    out
}

fn lines_of(program: &Program, wanted: impl Fn(Site) -> bool) -> Lines<'_> {
    let mut out = Lines::new();
    for site in sites(program).filter(|&s| wanted(s)) {
        for (file, line) in lines_at(program, site) {
            out.entry(file).or_default().insert(line);
        }
    }
    out
}

/// The line that was meant, which has code.
fn place<'p>(text: &str, code: &Lines<'p>) -> Result<(&'p str, u32), String> {
    let wanted = "a place is FILE:LINE, such as prog.c:12";
    let (file, line) = text.rsplit_once(':').ok_or(wanted)?;
    let line: u32 = line.parse().map_err(|_| wanted.to_string())?;
    let named: Vec<&'p str> = match code.get_key_value(file) {
        Some((name, _)) => vec![*name],
        None => code.keys().copied().filter(|k| k.ends_with(&format!("/{file}"))).collect(),
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

/// The files with their lines: `*` asked for, `>` in the slice.
fn shown(at: &BTreeSet<(&str, u32)>, marked: &Lines, code: &Lines) -> String {
    let p = Palette::colours();
    let sources = Sources::new(&std::env::current_dir().unwrap_or_default());
    let (strong, faint, asked) = (p.strong, p.faint, p.warn);
    let mut text = String::new();
    for (file, lines) in marked {
        let of = code.get(file).map_or(0, BTreeSet::len) as u64;
        let lines_of_code = count(of, "line", "lines");
        let _ = writeln!(text, "{strong}{file}{strong:#}: {} of {lines_of_code} with code", lines.len());
        let Some(source) = sources.lines(file) else {
            let list: Vec<String> = lines.iter().map(u32::to_string).collect();
            let _ = writeln!(text, "  (the file cannot be read) lines {}\n", list.join(", "));
            continue;
        };
        let width = source.len().to_string().len().max(4);
        let mut left_out = false;
        for (number, line) in (1u32..).zip(source.iter()) {
            let first = number.saturating_sub(QUIET / 2);
            if lines.range(first..=number + QUIET / 2).next().is_none() {
                left_out = true;
                continue;
            }
            if std::mem::take(&mut left_out) {
                let _ = writeln!(text, "{faint}{:>width$} |{faint:#}", "...");
            }
            let (line, _) = printable(line, 0);
            let row = match (at.contains(&(*file, number)), lines.contains(&number)) {
                (true, _) => format!(" {asked}* {line}{asked:#}"),
                (false, true) => format!(" {strong}> {line}{strong:#}"),
                (false, false) => format!("   {line}"),
            };
            let _ = writeln!(text, "{faint}{number:>width$} |{faint:#}{}", row.trim_end());
        }
        if left_out {
            let _ = writeln!(text, "{faint}{:>width$} |{faint:#}", "...");
        }
        text.push('\n');
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
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
