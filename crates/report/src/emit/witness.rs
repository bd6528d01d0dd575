//! SV-COMP witnesses, format 2.2 (YAML): a `violation_sequence` for the first bug that is one of the
//! competition's properties, an `invariant_set` when everything was explored and nothing found.
//!
//! Version 2.2 is the first that can name threads. Thread 0 is main; the others are numbered by the waypoints that create them
//! (`function_enter` at the place of the creation), which is the order in which threads are created here. Segments are in the order of
//! the run; a race ends in one segment with both accesses as targets, because nothing orders them. What steps read and write is
//! an `assumption` only where it is a C expression over a variable; the input that leads there is in the bug's `test.json`.

use crate::Run;
use crate::emit::sha256::sha256_hex;
use crate::report::Report;
use rethread_explore::{Bug, BugKind, Place, Verdict};
use std::collections::BTreeMap;
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

pub fn text(report: &Report, time: &str) -> String {
    let (outcome, run) = (report.outcome, report.run);
    // What is accepted is a violation too, if there is no other.
    let (accepted, rest): (Vec<&Bug>, Vec<&Bug>) =
        outcome.bugs.iter().partition(|b| run.accepted.reason(b, report.sources).is_some());
    let bug = rest.into_iter().chain(accepted).find_map(|b| property(b.kind).map(|p| (b, p)));
    match (bug, outcome.verdict) {
        (Some((bug, property)), _) => {
            let mut t = metadata("violation_sequence", "2.2", property, run, time);
            t.push_str("  content:\n");
            violation(bug).iter().for_each(|segment| write_segment(&mut t, segment));
            t
        }
        (None, Verdict::Ok) => {
            let mut t = metadata("invariant_set", "2.0", "G ! call(reach_error())", run, time);
            t.push_str("  content: []\n");
            t
        }
        _ => "# Nothing to witness: no bug of an SV-COMP property, and not everything was explored.\n[]\n"
            .into(),
    }
}

/// A point that the run passes.
struct Waypoint<'b> {
    kind: &'static str,
    /// None in a program without threads.
    thread: Option<usize>,
    place: &'b Place,
    /// A C expression that holds there.
    holds: Option<String>,
}

fn violation(bug: &Bug) -> Vec<Vec<Waypoint<'_>>> {
    let numbers: BTreeMap<&str, usize> =
        bug.threads.iter().enumerate().map(|(i, t)| (t.thread.as_str(), i)).collect();
    let thread = |name: &str| numbers.get(name).copied().filter(|_| numbers.len() > 1);
    let target = |name: &str, place| Waypoint { kind: "target", thread: thread(name), place, holds: None };
    let mut segments = Vec::new();
    let made_after = |n: usize| {
        let made = bug.threads.iter().filter(move |t| t.after.min(bug.interleaving.len()) == n);
        made.filter_map(|t| {
            let creator = t.thread.rsplit_once('.').map_or("main", |(creator, _)| creator);
            let place = t.place.as_ref().filter(|p| p.line > 0)?;
            Some(vec![Waypoint { kind: "function_enter", thread: thread(creator), place, holds: None }])
        })
    };
    for (n, step) in bug.interleaving.iter().enumerate() {
        segments.extend(made_after(n));
        if let Some(holds) = expression(&step.what).filter(|_| step.place.line > 0) {
            let (kind, place) = ("assumption", &step.place);
            segments.push(vec![Waypoint { kind, thread: thread(&step.thread), place, holds: Some(holds) }]);
        }
    }
    segments.extend(made_after(bug.interleaving.len()));
    let mut last = vec![target(&bug.thread, &bug.place)];
    if let Some(other) = bug.other.as_ref().filter(|_| bug.kind == BugKind::Race) {
        last.push(target(&other.thread, &other.place));
        // The two accesses are the targets, not what is assumed before them.
        segments.retain(|s| !s.iter().any(|w| w.holds.is_some() && last.iter().any(|l| l.place == w.place)));
    }
    segments.push(last);
    segments
}

/// `read x = 1`, of a plain variable: `x == 1` holds before it. A write holds only after it, and there is no place for that.
fn expression(what: &str) -> Option<String> {
    let (name, value) = what.strip_prefix("read ")?.split_once(" = ")?;
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let variable = name.chars().all(plain) && !name.starts_with(|c: char| c.is_ascii_digit());
    let number = value.strip_prefix('-').unwrap_or(value);
    let number = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit());
    (variable && number).then(|| format!("{name} == {value}"))
}

fn write_segment(t: &mut String, segment: &[Waypoint]) {
    t.push_str("    - segment:\n");
    for w in segment {
        let _ = writeln!(t, "        - waypoint:\n            type: {}\n            action: follow", w.kind);
        if let Some(thread) = w.thread {
            let _ = writeln!(t, "            thread_id: {thread}");
        }
        if let Some(holds) = &w.holds {
            let _ = writeln!(t, "            constraint:\n              value: {}", quoted(holds));
            t.push_str("              format: c_expression\n");
        }
        let _ = writeln!(t, "            location:\n              file_name: {}", quoted(&w.place.file));
        let _ = writeln!(t, "              line: {}", w.place.line.max(1));
        if w.place.column > 0 {
            let _ = writeln!(t, "              column: {}", w.place.column);
        }
        if !w.place.function.is_empty() {
            let _ = writeln!(t, "              function: {}", quoted(&w.place.function));
        }
    }
}

fn metadata(kind: &str, version: &str, property: &str, run: &Run, time: &str) -> String {
    let mut t = format!("- entry_type: {kind}\n  metadata:\n    format_version: {}\n", quoted(version));
    let mut identity = format!("{kind}\0{property}\0{time}\0");
    let mut files = String::new();
    let mut hashes = String::new();
    for file in &run.files {
        let hash = run.hashes.get(file).cloned().unwrap_or_else(|| sha256_hex(b""));
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
    use crate::source::Sources;
    use rethread_explore::Outcome;

    fn shown(outcome: &Outcome) -> String {
        let folder = sample::folder();
        let (run, sources) = (sample::run(), Sources::new(folder.path()));
        text(&Report::new(outcome, &run, &sources), "2026-01-01T00:00:00Z")
    }

    #[test]
    fn witnesses() {
        insta::assert_snapshot!(shown(&sample::outcome()));
        assert!(shown(&sample::clean()).contains("content: []"));
        let cut = Outcome { verdict: Verdict::Incomplete, ..sample::clean() };
        assert!(shown(&cut).ends_with("[]\n"));
    }

    #[test]
    fn a_race_names_its_threads() {
        insta::assert_snapshot!(shown(&sample::race()));
    }

    #[test]
    fn only_c_is_assumed() {
        assert_eq!(expression("read x = -1").as_deref(), Some("x == -1"));
        for what in ["write x = 1", "read *p = 1", "read 4x = 1", "read x = ?", "lock m", "branch: false"] {
            assert_eq!(expression(what), None, "{what}");
        }
    }

    #[test]
    fn times() {
        assert_eq!(utc(0), "1970-01-01T00:00:00Z");
        assert_eq!(utc(951_827_696), "2000-02-29T12:34:56Z");
        assert_eq!(utc(1_767_225_599), "2025-12-31T23:59:59Z");
    }
}
