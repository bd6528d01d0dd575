//! The comment lines at the top of a test program that say what rethread must answer.
//!
//! `tests/programs/README.md` is the reference. Guarantee: a directive that is not understood is an
//! error, so that a misspelt expectation never passes for an expectation that holds.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// A bug's kind (of a change with its status before it: `new assert`), the base name of its file, its line; for a race the
/// line of the other access, else 0.
pub type ExpectedBug = (String, String, u64, u64);

const KINDS: &[&str] = &[
    "assert",
    "null",
    "bounds",
    "use-after-free",
    "double-free",
    "invalid-free",
    "uninit",
    "div-by-zero",
    "overflow",
    "unreachable",
    "stack-overflow",
    "const-write",
    "leak",
    "race",
    "deadlock",
    "lock-misuse",
    "abort",
];

const PRESETS: &[&str] = &["baseline", "dpor", "ag", "cia", "scia"];
/// What `--reduce` takes a list of.
const REDUCTIONS: &[&str] = &["dpor", "summaries", "slice", "impact", "carry"];

/// Behind a preset: with assertions alone.
const ASSERTIONS: &str = "-assert";

/// What becomes of a bug in a change.
const STATUSES: &[&str] = &["new", "present", "fixed"];
/// Lists of lines of a change, which `impact.rs` reads.
const LINES: &[&str] = &["changed", "deleted", "impacted", "feeding"];
/// How the name of a changed program ends; its directives are about the change.
pub const NEW: &str = ".new.c";
pub const OLD: &str = ".old.c";

const DEFAULT_BUDGET: Duration = Duration::from_secs(20);

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expectation {
    /// Flags for `rethread check`; what follows `--` goes to clang.
    pub args: Vec<String>,
    /// Further files of the program, beside it.
    pub files: Vec<String>,
    pub verdict: String,
    pub bugs: BTreeSet<ExpectedBug>,
    /// Preset to (complete, pruned); `ag-assert` is `ag` where only assertions are looked for.
    pub runs: BTreeMap<String, (u64, u64)>,
    pub exit: i32,
    /// Exactly the bounds that are hit.
    pub bounds: BTreeSet<String>,
    /// Every assumption in the result contains one of these, and each of these is contained in one.
    pub assumptions: Vec<String>,
    /// Contained in the message of an error.
    pub messages: Vec<String>,
    pub budget: Duration,
    /// Why a native run cannot show what rethread sees.
    pub no_replay: Option<String>,
}

impl Expectation {
    /// The flags for a preset of `runs`, and what is expected of them.
    pub fn with(&self, preset: &str) -> (Vec<String>, Expectation) {
        let (name, narrow) = match preset.strip_suffix(ASSERTIONS) {
            Some(name) => (name, true),
            None => (preset, false),
        };
        let how = if PRESETS.contains(&name) { "--preset" } else { "--reduce" };
        let (mut flags, mut e) = (vec![how.to_string(), name.to_string()], self.clone());
        if narrow {
            flags.extend(["--checks".into(), "assert".into()]);
            e.bugs.retain(|bug| bug.0 == "assert");
            if e.bugs.is_empty() && e.verdict == "bugs" {
                (e.verdict, e.exit) = match e.bounds.is_empty() {
                    true => ("ok".into(), 0),
                    false => ("incomplete".into(), 3),
                };
            }
        }
        (flags, e)
    }
}

/// What a file in the tree is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Role {
    Program(Box<Expectation>),
    /// A further file of the named program.
    PartOf(String),
}

/// Reads the head of `source`; `file` is its base name.
pub fn parse(file: &str, source: &str) -> Result<Role, String> {
    let marker = if file.ends_with(".ll") { ";" } else { "//" };
    let mut head = Head::default();
    let mut directives = 0;
    for (index, line) in source.lines().enumerate() {
        let Some(comment) = line.strip_prefix(marker) else { break };
        let Some((key, value)) = split(comment) else { continue };
        directives += 1;
        head.take(file, key, value)
            .map_err(|why| format!("{file}:{}: `{}`: {why}", index + 1, line.trim()))?;
    }
    if directives == 0 {
        return Err(format!("{file}: no directives at the top (see tests/programs/README.md)"));
    }
    head.finish().map_err(|why| format!("{file}: {why}"))
}

/// `key: value` where the key is one or two plain words; any other comment is prose.
fn split(comment: &str) -> Option<(&str, &str)> {
    let (key, value) = comment.split_once(':')?;
    let key = key.trim();
    let words = key.split(' ').count();
    let plain = |c: char| c.is_ascii_lowercase() || "-, ".contains(c);
    (words <= 2 && !key.is_empty() && key.chars().all(plain)).then(|| (key, value.trim()))
}

#[derive(Default)]
struct Head {
    part_of: Option<String>,
    args: Option<Vec<String>>,
    files: Vec<String>,
    verdict: Option<String>,
    bugs: BTreeSet<ExpectedBug>,
    runs: BTreeMap<String, (u64, u64)>,
    exit: Option<i32>,
    bounds: BTreeSet<String>,
    assumptions: Vec<String>,
    messages: Vec<String>,
    budget: Option<Duration>,
    no_replay: Option<String>,
}

impl Head {
    fn take(&mut self, file: &str, key: &str, value: &str) -> Result<(), String> {
        if file.ends_with(NEW) && LINES.contains(&key) {
            return value.split_whitespace().try_for_each(|line| number::<u32>(line).map(drop));
        }
        if value.is_empty() {
            return Err("a value is missing".into());
        }
        match key {
            "part of" => once(&mut self.part_of, value.to_string()),
            "args" => once(&mut self.args, words(value)?),
            "files" => {
                self.files.extend(value.split_whitespace().map(String::from));
                Ok(())
            }
            "verdict" => match value {
                "ok" | "bugs" | "incomplete" | "error" => once(&mut self.verdict, value.to_string()),
                _ => Err("a verdict is ok, bugs, incomplete or error".into()),
            },
            "bug" => {
                let bug = if file.ends_with(NEW) { bug_of_change(file, value)? } else { bug(file, value)? };
                if self.bugs.insert(bug) { Ok(()) } else { Err("named twice".into()) }
            }
            "exit" => once(&mut self.exit, number(value)?),
            "bound" => {
                self.bounds.insert(value.to_string());
                Ok(())
            }
            "assumption" => {
                self.assumptions.push(value.to_string());
                Ok(())
            }
            "no-replay" => once(&mut self.no_replay, value.to_string()),
            "message" => {
                self.messages.push(value.to_string());
                Ok(())
            }
            "time" => {
                let seconds = value.strip_suffix('s').ok_or("a time is a number and `s`")?;
                once(&mut self.budget, Duration::from_secs(number(seconds)?))
            }
            _ => match key.strip_prefix("runs ") {
                Some(preset) => self.runs(preset, value),
                None => Err("unknown directive".into()),
            },
        }
    }

    fn runs(&mut self, preset: &str, value: &str) -> Result<(), String> {
        let name = preset.strip_suffix(ASSERTIONS).unwrap_or(preset);
        if !PRESETS.contains(&name) && !name.split(',').all(|r| REDUCTIONS.contains(&r)) {
            let (presets, reductions) = (PRESETS.join(", "), REDUCTIONS.join(", "));
            return Err(format!("a preset is one of {presets}, or a list of {reductions}"));
        }
        let [complete, pruned] = value.split_whitespace().collect::<Vec<_>>()[..] else {
            return Err("two numbers: complete and pruned runs".into());
        };
        let counts = (number(complete)?, number(pruned)?);
        match self.runs.insert(preset.to_string(), counts) {
            None => Ok(()),
            Some(_) => Err("given twice".into()),
        }
    }

    fn finish(self) -> Result<Role, String> {
        if let Some(whole) = self.part_of {
            return if self.verdict.is_none() && self.bugs.is_empty() && self.args.is_none() {
                Ok(Role::PartOf(whole))
            } else {
                Err("a part has no expectations of its own".into())
            };
        }
        let verdict = self.verdict.ok_or("no `verdict:`")?;
        let counts = |bug: &&ExpectedBug| !bug.0.starts_with("present ") && !bug.0.starts_with("fixed ");
        let bugs = self.bugs.iter().filter(counts).count();
        if (verdict == "bugs") == (bugs == 0) {
            return Err(format!("verdict {verdict} with {bugs} bugs"));
        }
        if verdict == "error" && self.messages.is_empty() {
            return Err("an error needs a `message:`".into());
        }
        if verdict != "error" && !self.messages.is_empty() {
            return Err("only an error has a `message:`".into());
        }
        if verdict == "ok" && !self.bounds.is_empty() {
            return Err("a bound that is hit makes the verdict incomplete".into());
        }
        let usual = match verdict.as_str() {
            "ok" => 0,
            "bugs" => 1,
            "error" => 2,
            _ => 3,
        };
        Ok(Role::Program(Box::new(Expectation {
            args: self.args.unwrap_or_default(),
            files: self.files,
            verdict,
            bugs: self.bugs,
            runs: self.runs,
            exit: self.exit.unwrap_or(usual),
            bounds: self.bounds,
            assumptions: self.assumptions,
            messages: self.messages,
            budget: self.budget.unwrap_or(DEFAULT_BUDGET),
            no_replay: self.no_replay,
        })))
    }
}

fn once<T>(slot: &mut Option<T>, value: T) -> Result<(), String> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err("given twice".into()),
    }
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("`{text}` is not a number"))
}

/// `KIND LINE`, or `KIND FILE:LINE` for another file of the program; `race LINE LINE`.
fn bug(file: &str, value: &str) -> Result<ExpectedBug, String> {
    let (kind, place, other) = match value.split_whitespace().collect::<Vec<_>>()[..] {
        ["race", place, other] => ("race", place, number(other)?),
        [kind, place] if kind != "race" => (kind, place, 0),
        _ => return Err("a bug is a kind and a line, a race has two".into()),
    };
    if !KINDS.contains(&kind) {
        return Err(format!("`{kind}` is not a kind of bug"));
    }
    let (file, line) = place.rsplit_once(':').unwrap_or((file, place));
    Ok((kind.to_string(), file.to_string(), number(line)?, other))
}

/// `new assert 9`; what is fixed is in the old version.
fn bug_of_change(file: &str, value: &str) -> Result<ExpectedBug, String> {
    let (status, rest) = value.split_once(' ').ok_or("a bug of a change is a status, a kind and a line")?;
    if !STATUSES.contains(&status) {
        return Err(format!("`{status}` is none of {}", STATUSES.join(", ")));
    }
    let old = format!("{}{OLD}", file.strip_suffix(NEW).unwrap_or(file));
    let (kind, file, line, other) = bug(if status == "fixed" { &old } else { file }, rest)?;
    Ok((format!("{status} {kind}"), file, line, other))
}

/// Splits at blanks; double quotes keep blanks together.
fn words(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let (mut quoted, mut started) = (false, false);
    for c in text.chars() {
        match c {
            '"' => {
                quoted = !quoted;
                started = true;
            }
            c if c.is_whitespace() && !quoted => {
                if started {
                    words.push(std::mem::take(&mut word));
                }
                started = false;
            }
            c => {
                word.push(c);
                started = true;
            }
        }
    }
    if quoted {
        return Err("a quote is not closed".into());
    }
    if started {
        words.push(word);
    }
    Ok(words)
}
