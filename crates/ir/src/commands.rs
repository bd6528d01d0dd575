//! `compile_commands.json`: which files make up a program, and each one's own flags.
//!
//! Format: Clang's JSON compilation database. A file compiled several times is taken once, with its
//! first entry. What would fight with rethread's own flags (output, optimisation, dependency files) is
//! left out; warnings that only other compilers know do not matter.

use crate::compile::Job;
use serde::Deserialize;
use std::path::{Path, PathBuf};

#[derive(Debug, thiserror::Error)]
pub enum CommandsError {
    #[error("{path}: {error}")]
    Read { path: String, error: std::io::Error },
    #[error("{path}: not a compilation database: {error}")]
    Json { path: String, error: serde_json::Error },
    #[error("{path}: the entry for {file} has neither `arguments` nor `command`")]
    Entry { path: String, file: String },
    #[error("{path} has no entry for {file}")]
    Missing { path: String, file: String },
    #[error("{path} lists no C file")]
    Empty { path: String },
}

#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: String,
    arguments: Option<Vec<String>>,
    command: Option<String>,
}

/// The jobs for `wanted`, or for every C file of the database if nothing in particular is wanted.
pub fn jobs(database: &Path, wanted: &[PathBuf], extra: &[String]) -> Result<Vec<Job>, CommandsError> {
    let path = database.display().to_string();
    let text = std::fs::read(database).map_err(|error| CommandsError::Read { path: path.clone(), error })?;
    let entries: Vec<Entry> =
        serde_json::from_slice(&text).map_err(|error| CommandsError::Json { path: path.clone(), error })?;
    let here = std::env::current_dir().unwrap_or_default();
    let base = here.join(database.parent().unwrap_or(Path::new("")));
    let mut jobs: Vec<(PathBuf, Job)> = Vec::new();
    for entry in entries {
        let directory = base.join(&entry.directory);
        let full = normal(&directory.join(&entry.file));
        if !is_c(&entry.file) || jobs.iter().any(|(seen, _)| *seen == full) {
            continue;
        }
        let Some(arguments) = entry.arguments.or_else(|| entry.command.as_deref().map(split)) else {
            return Err(CommandsError::Entry { path, file: entry.file });
        };
        let mut flags = own_flags(&arguments, &directory, &full);
        flags.extend(extra.iter().cloned());
        let relative = full.strip_prefix(&here).ok().map(|p| p.display().to_string());
        let shown = relative.unwrap_or_else(|| full.display().to_string());
        jobs.push((full, Job { file: entry.file, shown, directory, flags }));
    }
    if jobs.is_empty() {
        return Err(CommandsError::Empty { path });
    }
    if wanted.is_empty() {
        return Ok(jobs.into_iter().map(|(_, job)| job).collect());
    }
    let mut chosen = Vec::new();
    for file in wanted {
        let full = normal(&here.join(file));
        let Some((_, job)) = jobs.iter().find(|(seen, _)| *seen == full) else {
            return Err(CommandsError::Missing { path, file: file.display().to_string() });
        };
        chosen.push(Job { shown: file.display().to_string(), ..job.clone() });
    }
    Ok(chosen)
}

fn is_c(file: &str) -> bool {
    matches!(Path::new(file).extension().and_then(|e| e.to_str()), Some("c" | "i"))
}

/// Without `.` and, where possible, `..`.
fn normal(path: &Path) -> PathBuf {
    if let Ok(real) = path.canonicalize() {
        return real;
    }
    path.components().collect()
}

/// What is left of a command line when compiler, file, output and optimisation are taken off.
fn own_flags(arguments: &[String], directory: &Path, file: &Path) -> Vec<String> {
    let launchers = ["ccache", "sccache", "distcc"];
    let name = |a: &String| Path::new(a).file_name().map(|n| n.to_string_lossy().into_owned());
    let launched = arguments.first().and_then(name).is_some_and(|n| launchers.contains(&n.as_str()));
    let mut flags = Vec::new();
    let mut rest = arguments.iter().skip(if launched { 2 } else { 1 });
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "-o" | "-MF" | "-MT" | "-MQ" | "-MJ" => _ = rest.next(),
            // Their values could look like flags.
            "-D" | "-U" | "-I" | "-include" | "-isystem" | "-iquote" | "-x" | "-Xclang" | "-idirafter" => {
                let value = rest.next().cloned();
                if argument != "-x" {
                    flags.push(argument.clone());
                    flags.extend(value);
                }
            }
            "-c" | "-S" | "-E" | "-M" | "-MM" | "-MD" | "-MMD" | "-MP" | "-MG" | "-emit-llvm" | "--"
            | "-pipe" => {}
            a if a.starts_with("-o") || a.starts_with("-O") || a.starts_with("-MF") => {}
            a if !a.starts_with('-') && normal(&directory.join(a)) == *file => {}
            _ => flags.push(argument.clone()),
        }
    }
    flags
}

/// Splits a command as a POSIX shell would: blanks, quotes, backslashes.
fn split(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (Some(q), c) if c == q => quote = None,
            (None, '\\') => word.get_or_insert_default().extend(chars.next()),
            (Some('"'), '\\') => match chars.next() {
                Some(next @ ('"' | '\\' | '$' | '`')) => word.get_or_insert_default().push(next),
                Some(next) => word.get_or_insert_default().extend(['\\', next]),
                None => {}
            },
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_split_like_a_shell() {
        let words = split(r#"cc -DNAME='a b' -DS="\"x\"" -c a\ b.c  "" "#);
        assert_eq!(words, ["cc", "-DNAME=a b", "-DS=\"x\"", "-c", "a b.c", ""]);
    }

    #[test]
    fn own_flags_lose_what_is_ours() {
        let line = split("ccache gcc -O2 -Iinc -I other -DX -o out.o -MD -MF d -c f.c -std=c99 -fPIC -o2");
        let flags = own_flags(&line, Path::new("/nowhere"), Path::new("/nowhere/f.c"));
        assert_eq!(flags, ["-Iinc", "-I", "other", "-DX", "-std=c99", "-fPIC"]);
    }

    #[test]
    fn a_file_listed_twice_is_compiled_once() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("compile_commands.json");
        std::fs::write(folder.path().join("a.c"), "").unwrap();
        let text = r#"[{"directory": ".", "file": "a.c", "command": "cc -DONE -c a.c"},
                       {"directory": ".", "file": "./a.c", "arguments": ["cc", "-DTWO", "a.c"]},
                       {"directory": ".", "file": "x.cc", "command": "c++ x.cc"}]"#;
        std::fs::write(&database, text).unwrap();
        let found = jobs(&database, &[], &["-DEXTRA".to_string()]).unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].flags, ["-DONE", "-DEXTRA"]);
        let missing = jobs(&database, &[folder.path().join("b.c")], &[]);
        assert!(matches!(missing, Err(CommandsError::Missing { .. })));
    }
}
