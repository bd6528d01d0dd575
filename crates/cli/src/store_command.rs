//! `rethread store ls | gc | verify | export`.

use crate::fail::{Ending, Failure, INCOMPLETE, OK, plain};
use crate::store_flags::location;
use crate::units::{parse_size, parse_time};
use clap::{Args, Subcommand};
use rethread_report::value::{count, size};
use rethread_store::{Entry, Location, Opened, Store, default_folder};
use serde_json::{Map, Value, json};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

#[derive(Args, Debug)]
#[command(
    args_override_self = true,
    after_help = "\
Examples:
  rethread store ls                          what is kept
  rethread store gc --keep 500M              only what was used last, up to this size
  rethread store gc --older-than 30d         nothing that was not used for a month
  rethread store verify                      read and check everything
  rethread store export --to folder          every record as a file"
)]
pub struct StoreArguments {
    #[command(subcommand)]
    pub command: StoreCommand,

    /// The store: a folder, memcache://HOST:PORT or redis://HOST:PORT[/DATABASE] (default: .rethread)
    #[arg(long, value_name = "LOCATION", global = true)]
    pub store: Option<Location>,

    /// Print the result as one JSON object
    #[arg(long, global = true)]
    pub json: bool,
}

#[derive(Subcommand, Debug)]
pub enum StoreCommand {
    /// List what is kept
    Ls,
    /// Remove what was not used for long, or what there is no room for
    Gc {
        /// Keep at most this much, what was used last (512M, 4G)
        #[arg(long, value_name = "SIZE", value_parser = parse_size, required_unless_present = "older_than")]
        keep: Option<u64>,
        /// Remove what was not used for this long (12h, 30d)
        #[arg(long, value_name = "TIME", value_parser = parse_time)]
        older_than: Option<Duration>,
    },
    /// Read everything, and say what is damaged
    Verify,
    /// Write every record as a file, and a list of them
    Export {
        /// The folder to write to, which must be empty or not be there
        #[arg(long, value_name = "DIR", default_value = "rethread-store")]
        to: PathBuf,
    },
}

/// What a command found: the same for people and for scripts.
struct Answer {
    text: String,
    fields: Value,
    code: u8,
}

pub fn run(arguments: &StoreArguments) -> Ending {
    let location = location(arguments.store.as_ref());
    let Opened { store, warnings } = Store::open(&location)?;
    let mut answer = match &arguments.command {
        StoreCommand::Ls => list(&store, &location),
        StoreCommand::Gc { keep, older_than } => clean(&store, *keep, *older_than),
        StoreCommand::Verify => verify(&store, &location),
        StoreCommand::Export { to } => export(&store, to)?,
    };
    // A database that had to be set aside is damage too.
    if matches!(arguments.command, StoreCommand::Verify) && !warnings.is_empty() {
        answer.code = INCOMPLETE;
    }
    let warnings: Vec<String> = store.warnings().iter().map(|w| plain(w)).collect();
    if arguments.json {
        let mut object = Map::new();
        let verdict = if answer.code == OK { "ok" } else { "incomplete" };
        object.insert("version".into(), 1.into());
        object.insert("verdict".into(), verdict.into());
        object.insert("store".into(), location.to_string().into());
        object.insert("warnings".into(), warnings.into());
        if let Value::Object(fields) = answer.fields {
            object.extend(fields);
        }
        crate::print(&format!("{:#}\n", Value::Object(object)))?;
    } else {
        for warning in warnings {
            crate::complain(&format!("warning: {warning}\n"));
        }
        crate::print(&answer.text)?;
    }
    Ok(answer.code)
}

fn records(n: u64) -> String {
    count(n, "record", "records")
}

fn list(store: &Store, location: &Location) -> Answer {
    let entries = store.list();
    let bytes = entries.iter().map(|e| e.bytes).sum();
    let now = SystemTime::now();
    let mut text = format!("{location}: {}, {}\n", records(entries.len() as u64), size(bytes));
    let mut row = |kind: &str, key: &str, size: &str, written: &str, used: &str, label: &str| {
        let _ = writeln!(text, "{kind:9}  {key:12}  {size:>9}  {written:>12}  {used:>12}  {label}");
    };
    if !entries.is_empty() {
        row("kind", "key", "size", "written", "used", "what");
    }
    for e in &entries {
        let label: String = e.label.chars().filter(|c| !c.is_control()).collect();
        let (written, used) = (ago(now, e.written), ago(now, e.used));
        row(e.space.name(), &e.key.to_string()[..12], &size(e.bytes), &written, &used, &label);
    }
    let listed: Vec<Value> = entries.iter().map(described).collect();
    Answer { text, fields: json!({ "records": listed, "bytes": bytes }), code: OK }
}

fn described(entry: &Entry) -> Value {
    let time = |t: SystemTime| t.duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
    json!({
        "space": entry.space,
        "key": entry.key,
        "label": entry.label,
        "bytes": entry.bytes,
        "written": time(entry.written),
        "used": time(entry.used),
    })
}

fn ago(now: SystemTime, then: SystemTime) -> String {
    match now.duration_since(then).map_or(0, |d| d.as_secs()) {
        s @ 0..60 => format!("{s} s ago"),
        s @ 60..3600 => format!("{} min ago", s / 60),
        s @ 3600..172_800 => format!("{} h ago", s / 3600),
        s => format!("{} days ago", s / 86_400),
    }
}

fn clean(store: &Store, keep: Option<u64>, older_than: Option<Duration>) -> Answer {
    let cleaned = store.gc(keep, older_than);
    let text = format!(
        "removed {} ({}), kept {} ({})\n",
        records(cleaned.removed),
        size(cleaned.removed_bytes),
        records(cleaned.kept),
        size(cleaned.kept_bytes)
    );
    let fields = json!({
        "removed": cleaned.removed,
        "removed_bytes": cleaned.removed_bytes,
        "kept": cleaned.kept,
        "kept_bytes": cleaned.kept_bytes,
    });
    Answer { text, fields, code: OK }
}

fn verify(store: &Store, location: &Location) -> Answer {
    let report = store.verify();
    let here = std::env::current_dir().unwrap_or_default();
    // A server checks what it holds itself, and what is read from it is checked every time.
    let what = match location {
        Location::Folder(_) => location.to_string(),
        _ => format!("{} in front of {location}", default_folder(&here).display()),
    };
    let mut text = format!("{what}: {} checked, {}", records(report.records), size(report.bytes));
    match report.damaged.len() {
        0 => text.push_str(", none damaged\n"),
        n => {
            let _ = writeln!(text, ", {n} damaged (they are not used):");
        }
    }
    for (entry, damage) in &report.damaged {
        let _ = writeln!(text, "  {} {}: {damage}", entry.space, entry.key);
    }
    let damaged: Vec<Value> = report
        .damaged
        .iter()
        .map(|(e, why)| json!({ "space": e.space, "key": e.key, "message": why.to_string() }))
        .collect();
    let code = if damaged.is_empty() { OK } else { INCOMPLETE };
    Answer {
        text,
        fields: json!({ "checked": report.records, "bytes": report.bytes, "damaged": damaged }),
        code,
    }
}

/// `SPACE/KEY` for each record, and `index.jsonl` that says what they are.
fn export(store: &Store, to: &Path) -> Result<Answer, Failure> {
    let cannot = |e: std::io::Error| Failure(format!("cannot write to {}: {e}", to.display()));
    fs::create_dir_all(to).map_err(cannot)?;
    if fs::read_dir(to).map_err(cannot)?.next().is_some() {
        return Err(Failure(format!("{} is not empty", to.display())));
    }
    let (mut index, mut written) = (String::new(), 0);
    for entry in store.list() {
        let Some(value) = store.get(entry.space, entry.key) else { continue };
        let name = format!("{}/{}", entry.space, entry.key);
        fs::create_dir_all(to.join(entry.space.name())).map_err(cannot)?;
        fs::write(to.join(&name), value).map_err(cannot)?;
        let mut line = described(&entry);
        line["file"] = name.into();
        let _ = writeln!(index, "{line}");
        written += 1;
    }
    fs::write(to.join("index.jsonl"), index).map_err(cannot)?;
    let text = format!("{} written to {}\n", records(written), to.display());
    Ok(Answer { text, fields: json!({ "records": written, "to": to }), code: OK })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages() {
        let now = UNIX_EPOCH + Duration::from_secs(10_000_000);
        let before = |s| ago(now, now - Duration::from_secs(s));
        assert_eq!([0, 59, 60, 3599].map(before), ["0 s ago", "59 s ago", "1 min ago", "59 min ago"]);
        assert_eq!([3600, 172_799, 172_800].map(before), ["1 h ago", "47 h ago", "2 days ago"]);
        // A clock that was set back.
        assert_eq!(ago(now, now + Duration::from_secs(9)), "0 s ago");
    }
}
