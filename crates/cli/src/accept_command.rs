//! `rethread accept BUG --reason TEXT`, and `.rethread-accepted.toml`, the file at the project's root that it writes to.
//!
//! The file is for people: entries are added at its end, and nothing that stands there is changed.

use crate::args::Accept;
use crate::fail::{Ending, Failure, OK};
use rethread_report::accepted::{Accepted, Entry, Spot};
use rethread_store::default_folder;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

const FILE: &str = ".rethread-accepted.toml";
const HEAD: &str = "\
# Bugs that are known and accepted: rethread lists them, and they make no run fail. `rethread accept` adds to this file.
# An entry holds for its kind, file, function and the text of its line, wherever that line moves.
";

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entries {
    #[serde(default)]
    bug: Vec<Entry>,
}

/// What the project accepts; nothing if it has no such file.
pub fn accepted() -> Result<Accepted, Failure> {
    let here = std::env::current_dir()?;
    let folder = default_folder(&here);
    let root = folder.parent().unwrap_or(&here).to_path_buf();
    let path = root.join(FILE);
    let entries: Entries = match std::fs::read_to_string(&path) {
        Ok(text) => toml::from_str(&text).map_err(|e| Failure(format!("{}: {e}", path.display())))?,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Entries::default(),
        Err(e) => return Err(Failure(format!("cannot read {}: {e}", path.display()))),
    };
    Ok(Accepted::new(entries.bug, root, here))
}

pub fn run(options: &Accept) -> Ending {
    let reason = options.reason.trim();
    if reason.is_empty() {
        return Err(Failure("a reason is needed: --reason TEXT".into()));
    }
    let bug = find(options)?;
    let known = accepted()?;
    let entry = entry(&bug, &known, reason)
        .ok_or_else(|| Failure(format!("`{}` is no bug with a place in the source", options.bug)))?;
    let same = |e: &&Entry| {
        let bare = |e: &Entry| Entry { line: 0, reason: String::new(), date: String::new(), ..e.clone() };
        bare(e) == bare(&entry)
    };
    let what = format!("{} at {}:{}", entry.kind, entry.file, entry.line);
    if let Some(same) = known.entries().iter().find(same) {
        crate::print(&format!("{what} is accepted already: {}\n", same.reason))?;
        return Ok(OK);
    }
    let path = add(entry)?;
    crate::print(&format!("{what} is accepted from now on ({})\n", path.display()))?;
    Ok(OK)
}

/// The bug in the `result.json` of its folder.
fn find(options: &Accept) -> Result<Value, Failure> {
    let named = Path::new(&options.bug);
    let is_number = options.bug.parse::<u32>().is_ok();
    let folder = match is_number && !named.exists() {
        true => options.out.join("bugs").join(named),
        false => named.to_path_buf(),
    };
    let number = folder.file_name().and_then(|n| n.to_str()).unwrap_or_default().to_string();
    let out = folder.parent().and_then(Path::parent).unwrap_or(Path::new(""));
    let result = out.join("result.json");
    let text = std::fs::read_to_string(&result).map_err(|e| {
        Failure(format!("`{}` is no bug of a result: cannot read {}: {e}", options.bug, result.display()))
    })?;
    let object: Value =
        serde_json::from_str(&text).map_err(|e| Failure(format!("{}: {e}", result.display())))?;
    let is_it = |bug: &&Value| bug["test"].as_str().is_some_and(|t| t.rsplit('/').next() == Some(&*number));
    let bugs = object["bugs"].as_array().map(Vec::as_slice).unwrap_or_default();
    let bug = bugs.iter().find(is_it);
    bug.cloned().ok_or_else(|| Failure(format!("{} has no bug {number}", result.display())))
}

fn entry(bug: &Value, known: &Accepted, reason: &str) -> Option<Entry> {
    let spot = |at: &Value| {
        let word = |key: &str| at[key].as_str().map(str::to_string);
        Some(Spot {
            file: known.named(&word("file")?),
            line: u32::try_from(at["line"].as_u64()?).ok()?,
            function: word("function")?,
            source: word("source").unwrap_or_default(),
        })
    };
    let (first, kind) = (spot(bug)?, bug["kind"].as_str()?.to_string());
    let other = (kind == "race").then(|| spot(&bug["other"])).flatten();
    Some(Entry {
        kind,
        file: first.file,
        line: first.line,
        function: first.function,
        source: first.source,
        reason: reason.to_string(),
        date: today(),
        other,
    })
}

/// At the end of the file.
fn add(entry: Entry) -> Result<PathBuf, Failure> {
    let here = std::env::current_dir()?;
    let folder = default_folder(&here);
    let path = folder.parent().unwrap_or(&here).join(FILE);
    let before = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => HEAD.to_string(),
        Err(e) => return Err(Failure(format!("cannot read {}: {e}", path.display()))),
    };
    let text = toml::to_string(&Entries { bug: vec![entry] })?;
    std::fs::write(&path, format!("{}\n\n{text}", before.trim_end()))
        .map_err(|e| Failure(format!("cannot write {}: {e}", path.display())))?;
    Ok(path)
}

fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
    date((seconds / 86_400) as i64)
}

/// The date so many days after 1970-01-01 (Hinnant's `civil_from_days`).
fn date(days: i64) -> String {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    #[test]
    fn dates() {
        for (days, date) in
            [(0, "1970-01-01"), (59, "1970-03-01"), (11_016, "2000-02-29"), (20_454, "2026-01-01")]
        {
            assert_eq!(super::date(days), date);
        }
    }
}
