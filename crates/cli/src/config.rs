//! `rethread.toml` at the project's root: every flag can stand there, the command line wins.
//!
//! The file is turned into command-line arguments, so that a flag means the same in both places and
//! is checked by the same code. Keys at the top hold for every command that has the flag, keys in a
//! table `[check]` for that command only. `clang-flags` come before those after `--`. Paths are
//! relative to the file.

use crate::nearest::hint;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

pub const FILE: &str = "rethread.toml";
const CLANG_FLAGS: &str = "clang-flags";
/// Flags whose value is a path.
const PATHS: [&str; 6] = ["out", "model", "compile-commands", "stdin", "emit", "store"];
/// Giving one on the command line sets the other aside in the file.
const EXCLUSIVE: [(&str, &str); 3] = [("reduce", "preset"), ("stdin", "sym-stdin"), ("store", "no-store")];

/// From `start` up to the folder that holds `.git`; without one, only `start` is looked at. The path
/// is relative to `start`.
pub fn find(start: &Path) -> Option<PathBuf> {
    let depth = start.ancestors().position(|folder| folder.join(".git").exists()).unwrap_or(0);
    let mut relative = PathBuf::new();
    for folder in start.ancestors().take(depth + 1) {
        if folder.join(FILE).is_file() {
            return Some(relative.join(FILE));
        }
        relative.push("..");
    }
    None
}

/// The command line with the file's flags in it; `argv` has been parsed without error.
pub fn merge(
    argv: &[String],
    parsed: &ArgMatches,
    root: &Command,
    file: &Path,
) -> Result<Vec<String>, String> {
    let Some((name, given)) = parsed.subcommand() else {
        return Ok(argv.to_vec());
    };
    let text = std::fs::read_to_string(file).map_err(|e| format!("cannot read {}: {e}", file.display()))?;
    let folder = file.parent().filter(|p| !p.as_os_str().is_empty());
    let settings = settings(&text, name, root).map_err(|e| format!("{}: {e}", file.display()))?;
    let command = root.find_subcommand(name).expect("it was parsed");

    let mut flags = Vec::new();
    let mut clang_flags = Vec::new();
    for (key, value) in &settings {
        if key == CLANG_FLAGS {
            clang_flags = strings(key, value).map_err(|e| format!("{}: {e}", file.display()))?;
            continue;
        }
        let Some(arg) = flag(command, key).or_else(|| flag(root, key)) else {
            continue;
        };
        let on_line = |id: &str| {
            given.ids().any(|i| i.as_str() == id) && given.value_source(id) == Some(ValueSource::CommandLine)
        };
        let rival = EXCLUSIVE.iter().find_map(|&(a, b)| match key.as_str() {
            k if k == a => flag(command, b),
            k if k == b => flag(command, a),
            _ => None,
        });
        if on_line(arg.get_id().as_str()) || rival.is_some_and(|r| on_line(r.get_id().as_str())) {
            continue;
        }
        as_flags(&mut flags, arg, key, value, folder).map_err(|e| format!("{}: {e}", file.display()))?;
    }
    let at = argv.iter().position(|a| a == name).map_or(argv.len(), |i| i + 1);
    let dashes = argv.iter().position(|a| a == "--");
    let mut merged = argv[..at].to_vec();
    merged.extend(flags);
    merged.extend_from_slice(&argv[at..dashes.unwrap_or(argv.len())]);
    if dashes.is_some() || !clang_flags.is_empty() {
        merged.push("--".into());
        merged.extend(clang_flags);
        merged.extend_from_slice(dashes.map_or(&[][..], |d| &argv[d + 1..]));
    }
    Ok(merged)
}

/// The settings that hold for one command; every key of the file is checked, whatever the command.
fn settings(text: &str, command: &str, root: &Command) -> Result<BTreeMap<String, Value>, String> {
    let table: Table = text.parse().map_err(|e: toml::de::Error| e.to_string().trim_end().to_string())?;
    let commands: Vec<&str> = root.get_subcommands().map(Command::get_name).collect();
    let mut settings = BTreeMap::new();
    let mut own = BTreeMap::new();
    for (key, value) in table {
        if let (Value::Table(inner), true) = (&value, commands.contains(&key.as_str())) {
            let of = root.find_subcommand(&key).expect("it is in the list");
            for (k, v) in inner {
                known(k, &[of, root], &format!("in [{key}]"))?;
                if key == command {
                    own.insert(k.clone(), v.clone());
                }
            }
            continue;
        }
        let all: Vec<&Command> = root.get_subcommands().chain([root]).collect();
        known(&key, &all, "")?;
        settings.insert(key, value);
    }
    settings.extend(own);
    Ok(settings)
}

fn known(key: &str, commands: &[&Command], place: &str) -> Result<(), String> {
    if key == CLANG_FLAGS || commands.iter().any(|c| flag(c, key).is_some()) {
        return Ok(());
    }
    let names: Vec<&str> = commands
        .iter()
        .flat_map(|c| c.get_arguments().filter_map(Arg::get_long))
        .chain([CLANG_FLAGS])
        .collect();
    let place = if place.is_empty() { String::new() } else { format!(" {place}") };
    Err(format!("unknown key `{key}`{place}{}", hint(key, names)))
}

fn flag<'a>(command: &'a Command, name: &str) -> Option<&'a Arg> {
    command.get_arguments().find(|a| a.get_long() == Some(name))
}

fn as_flags(
    flags: &mut Vec<String>,
    arg: &Arg,
    key: &str,
    value: &Value,
    folder: Option<&Path>,
) -> Result<(), String> {
    let long = format!("--{key}");
    if matches!(arg.get_action(), ArgAction::SetTrue) {
        let Value::Boolean(on) = value else {
            return Err(format!("`{key}` is true or false, not {value}"));
        };
        if *on {
            flags.push(long);
        }
        return Ok(());
    }
    let values: Vec<String> = strings(key, value)?.into_iter().map(|v| relocate(key, v, folder)).collect();
    let several = arg.get_num_args().is_some_and(|n| n.max_values() > 1);
    match arg.get_action() {
        ArgAction::Append if several => {}
        ArgAction::Append => {
            flags.extend(values.into_iter().map(|v| format!("{long}={v}")));
            return Ok(());
        }
        _ => {}
    }
    if several {
        flags.push(long);
        flags.extend(values);
    } else if key == "checks" || key == "reduce" || values.len() == 1 {
        flags.push(format!("{long}={}", values.join(",")));
    } else {
        return Err(format!("`{key}` takes one value"));
    }
    Ok(())
}

/// A path in the file is relative to the file.
fn relocate(key: &str, value: String, folder: Option<&Path>) -> String {
    let Some(folder) = folder.filter(|_| PATHS.contains(&key)) else {
        return value;
    };
    if key == "store" && value.contains("://") {
        return value;
    }
    match value.split_once('=').filter(|_| key == "emit") {
        Some((format, path)) => format!("{format}={}", folder.join(path).display()),
        None => folder.join(&value).display().to_string(),
    }
}

fn strings(key: &str, value: &Value) -> Result<Vec<String>, String> {
    match value {
        Value::String(text) => Ok(vec![text.clone()]),
        Value::Integer(n) => Ok(vec![n.to_string()]),
        Value::Array(items) => {
            items.iter().map(|item| strings(key, item)).collect::<Result<Vec<_>, _>>().map(|v| v.concat())
        }
        other => Err(format!("`{key}` is a text, a number or a list of them, not {other}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Cli;
    use clap::CommandFactory;

    fn merged(line: &str, text: &str) -> Result<String, String> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(FILE);
        std::fs::write(&file, text).unwrap();
        let argv: Vec<String> = line.split(' ').map(str::to_string).collect();
        let parsed = Cli::command().try_get_matches_from(&argv).unwrap();
        let folder = folder.path().display().to_string();
        let result = merge(&argv, &parsed, &Cli::command(), &file);
        result.map(|a| a.join(" ").replace(&folder, "DIR")).map_err(|e| e.replace(&folder, "DIR"))
    }

    #[test]
    fn the_command_line_wins() {
        let file = "max-time = \"10m\"\nseed = 7\nstrict = true\nno-tests = false\nsym-args = [2, 8]\n\
                    checks = [\"default\", \"+leak\"]\nclang-flags = [\"-Iinc\"]\n";
        assert_eq!(
            merged("rethread check a.c --seed 3 -- -DX", file).unwrap(),
            "rethread check --checks=default,+leak --max-time=10m --strict --sym-args 2 8 a.c --seed 3 -- -Iinc -DX"
        );
    }

    #[test]
    fn a_table_is_for_its_command() {
        let file = "json = true\n[check]\norder = \"bfs\"\nout = \"o\"\nemit = [\"lcov=c\", \"html=h\"]\n";
        assert_eq!(
            merged("rethread check a.c", file).unwrap(),
            "rethread check --emit=lcov=DIR/c --emit=html=DIR/h --json --order=bfs --out=DIR/o a.c"
        );
        assert_eq!(merged("rethread doctor", file).unwrap(), "rethread doctor --json");
    }

    #[test]
    fn rivals_on_the_command_line_set_the_file_aside() {
        assert_eq!(
            merged("rethread check a.c --reduce none", "preset = \"baseline\"").unwrap(),
            "rethread check a.c --reduce none"
        );
    }

    #[test]
    fn mistakes_are_named() {
        let error = |text: &str| merged("rethread check a.c", text).unwrap_err();
        assert_eq!(
            error("max-tiem = \"9s\""),
            "DIR/rethread.toml: unknown key `max-tiem`; did you mean `max-time`?"
        );
        assert_eq!(error("[check]\nnope = 1"), "DIR/rethread.toml: unknown key `nope` in [check]");
        assert_eq!(error("strict = 1"), "DIR/rethread.toml: `strict` is true or false, not 1");
        assert_eq!(error("seed = [1, 2]"), "DIR/rethread.toml: `seed` takes one value");
        assert!(error("seed = ").contains("TOML parse error at line 1"));
    }

    #[test]
    fn the_file_is_searched_up_to_the_git_root() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("a/b/c");
        std::fs::create_dir_all(&deep).unwrap();
        std::fs::write(folder.path().join(FILE), "").unwrap();
        assert_eq!(find(&deep), None, "not in a repository");
        std::fs::create_dir(folder.path().join(".git")).unwrap();
        assert_eq!(find(&deep), Some("../../../rethread.toml".into()));
        std::fs::create_dir(folder.path().join("a/.git")).unwrap();
        assert_eq!(find(&deep), None, "above the root");
        std::fs::write(folder.path().join("a/rethread.toml"), "").unwrap();
        assert_eq!(find(&deep), Some("../../rethread.toml".into()));
    }
}
