//! SV-COMP witnesses, format 2.0 (YAML): a `violation_sequence` for the first bug that is one of the
//! competition's properties, an `invariant_set` when everything was explored and nothing found.
//!
//! The violation names its target only; the input that leads there is in the bug's `test.json`.

use crate::Run;
use crate::emit::sha256::sha256_hex;
use rethread_explore::{Bug, BugKind, Outcome, Verdict};
use std::fmt::Write;

/// The competition's name of the property a bug violates.
fn property(kind: BugKind) -> Option<&'static str> {
    Some(match kind {
        BugKind::Assert => "G ! call(reach_error())",
        BugKind::Null | BugKind::Bounds | BugKind::UseAfterFree => "G valid-deref",
        BugKind::DoubleFree | BugKind::InvalidFree => "G valid-free",
        BugKind::Leak => "G valid-memtrack",
        BugKind::Overflow => "G ! overflow",
        BugKind::Race => "G ! data-race",
        _ => return None,
    })
}

pub fn text(outcome: &Outcome, run: &Run, time: &str) -> String {
    let bug = outcome.bugs.iter().find_map(|b| property(b.kind).map(|p| (b, p)));
    match (bug, outcome.verdict) {
        (Some((bug, property)), _) => {
            let mut t = metadata("violation_sequence", property, run, time);
            violation(&mut t, bug);
            t
        }
        (None, Verdict::Ok) => {
            let mut t = metadata("invariant_set", "G ! call(reach_error())", run, time);
            t.push_str("  content: []\n");
            t
        }
        _ => "# Nothing to witness: no bug of an SV-COMP property, and not everything was explored.\n[]\n"
            .into(),
    }
}

fn violation(t: &mut String, bug: &Bug) {
    let place = &bug.place;
    t.push_str("  content:\n    - segment:\n        - waypoint:\n            type: target\n");
    t.push_str("            action: follow\n            location:\n");
    let _ = writeln!(t, "              file_name: {}", quoted(&place.file));
    let _ = writeln!(t, "              line: {}", place.line.max(1));
    if place.column > 0 {
        let _ = writeln!(t, "              column: {}", place.column);
    }
    if !place.function.is_empty() {
        let _ = writeln!(t, "              function: {}", quoted(&place.function));
    }
}

fn metadata(kind: &str, property: &str, run: &Run, time: &str) -> String {
    let mut t = format!("- entry_type: {}\n  metadata:\n    format_version: \"2.0\"\n", quoted(kind));
    let mut identity = format!("{kind}\0{property}\0{time}\0");
    let mut files = String::new();
    let mut hashes = String::new();
    for file in &run.files {
        let path = run.source_folder().join(file);
        let hash = sha256_hex(&std::fs::read(path).unwrap_or_default());
        identity.push_str(&hash);
        let _ = writeln!(files, "        - {}", quoted(file));
        let _ = writeln!(hashes, "        {}: {}", quoted(file), quoted(&hash));
    }
    let _ = writeln!(t, "    uuid: {}", quoted(&uuid(&sha256_hex(identity.as_bytes()))));
    let _ = writeln!(t, "    creation_time: {}", quoted(time));
    let _ = writeln!(t, "    producer:\n      name: \"rethread\"\n      version: {}", quoted(&run.version));
    let _ =
        writeln!(t, "    task:\n      input_files:\n{files}      input_file_hashes:\n{}", hashes.trim_end());
    let _ =
        writeln!(t, "      specification: {}", quoted(&format!("CHECK( init(main()), LTL({property}) )")));
    t.push_str("      data_model: \"LP64\"\n      language: \"C\"\n");
    t
}

/// Version 8 of RFC 9562: made from the content, so that equal witnesses have equal names.
fn uuid(hash: &str) -> String {
    format!("{}-{}-8{}-8{}-{}", &hash[..8], &hash[8..12], &hash[12..15], &hash[15..18], &hash[18..30])
}

/// JSON strings are YAML strings.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("a string has a JSON form")
}

/// Now, or `SOURCE_DATE_EPOCH`, as the format wants it.
pub fn now() -> String {
    let fixed = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|t| t.parse().ok());
    let seconds = fixed.unwrap_or_else(|| {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        since.map_or(0, |d| d.as_secs())
    });
    utc(seconds)
}

fn utc(seconds: u64) -> String {
    // Days to a date by Howard Hinnant's `civil_from_days`: years start in March, eras have 400 years.
    let days = seconds / 86400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (h, m, s) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{h:02}:{m:02}:{s:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn witnesses() {
        let folder = sample::folder();
        let mut run = sample::run();
        run.build.cwd = folder.path().into();
        insta::assert_snapshot!(text(&sample::outcome(), &run, "2026-01-01T00:00:00Z"));
        assert!(text(&sample::clean(), &run, "x").contains("content: []"));
        let cut = Outcome { verdict: Verdict::Incomplete, ..sample::clean() };
        assert!(text(&cut, &run, "x").ends_with("[]\n"));
    }

    #[test]
    fn times() {
        assert_eq!(utc(0), "1970-01-01T00:00:00Z");
        assert_eq!(utc(951_827_696), "2000-02-29T12:34:56Z");
        assert_eq!(utc(1_767_225_599), "2025-12-31T23:59:59Z");
    }
}
