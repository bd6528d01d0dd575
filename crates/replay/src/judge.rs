//! Is this the end that the test says?
//!
//! Same kind, same line, same output. Kinds are compared as far as a machine can tell them apart: an
//! access outside of its object may land in freed memory or nowhere, so for an invalid access any invalid
//! access at that line counts.

use crate::follow::{self, Stop};
use crate::observe::{Finding, Observed, What, signal_name};
use crate::races;
use crate::run::Status;
use crate::schedule;
use crate::{Divergence, Outcome};
use rethread_testcase::{BugKind, Build, EndKind, Place, Test};
use std::path::{Path, PathBuf};

/// Functions that are assertions themselves: their failure belongs to whoever calls them.
const ASSERTIONS: [&str; 3] = ["reach_error", "__VERIFIER_assert", "__VERIFIER_error"];

/// With ANY the promised failure need not be the first.
pub fn judge(build: &Build, test: &Test, seen: &Observed, any: bool) -> Result<(), Outcome> {
    let verdict = match &test.end.how {
        _ if matches!(seen.followed.stop, Stop::Diverged { .. }) => Err(follow::divergence(test, seen)),
        EndKind::Bug { bug: BugKind::Race, place } => race(build, place, test, seen),
        EndKind::Bug { bug: BugKind::Deadlock, place } => deadlock(build, place, test, seen),
        EndKind::Exit { code } => exit(*code, test, seen),
        EndKind::Assume => assume(test, seen),
        EndKind::Bound { .. } => bound(test, seen),
        EndKind::Bug { bug, place } => failure(build, *bug, place, test, seen, any),
    };
    let verdict = verdict.and_then(|()| follow::whole(test, seen));
    verdict.map_err(|got| {
        if let Some(broken) = seen.findings.iter().find(|f| matches!(f.what, What::Broken(_))) {
            return Outcome::NotReplayable(broken.to_string());
        }
        Outcome::Diverged(Divergence {
            expected: expectation(&test.end.how),
            got,
            evidence: seen.evidence.clone(),
            command: seen.command.clone(),
        })
    })
}

pub fn expectation(end: &EndKind) -> String {
    match end {
        EndKind::Exit { code } => format!("exit {code}"),
        EndKind::Bug { bug, place } => format!("{bug} at {}:{}", place.file, place.line),
        EndKind::Bound { bound } => format!("a run longer than {bound}"),
        EndKind::Assume => "a false assume".into(),
    }
}

/// Both accesses are the next thing their threads do, and nothing orders them.
fn race(build: &Build, place: &Place, test: &Test, seen: &Observed) -> Result<(), String> {
    if seen.followed.stop != Stop::Reached {
        return Err(seen_end(seen));
    }
    let here = |file: &str, line: u32| line == place.line && same_file(build, &place.file, file);
    let pairs = races::with_last(test, &seen.followed.taken);
    match pairs.iter().flatten().any(|(file, line)| here(file, *line)) {
        true => same_output(test, seen, true),
        false => Err("no two accesses of one place that nothing orders".into()),
    }
}

/// What a person wants to see of an end that is as the test says: the two accesses of a race, who waits where.
pub fn shown(build: &Build, test: &Test, seen: &Observed) -> Option<String> {
    let EndKind::Bug { bug, place } = &test.end.how else { return None };
    match bug {
        BugKind::Deadlock => Some(follow::waiting(&seen.followed)),
        BugKind::Race => {
            let is_it = |at: &(String, u32)| at.1 == place.line && same_file(build, &place.file, &at.0);
            let pairs = races::with_last(test, &seen.followed.taken);
            let [first, second] = pairs.into_iter().find(|pair| pair.iter().any(is_it))?;
            let name = |(file, line): (String, u32)| format!("{file}:{line}");
            Some(format!("nothing orders {} and {}, which comes next", name(first), name(second)))
        }
        _ => None,
    }
}

/// Nobody can go on, and the first who waits does so at this place.
fn deadlock(build: &Build, place: &Place, test: &Test, seen: &Observed) -> Result<(), String> {
    if seen.followed.stop != Stop::Rest || !seen.findings.is_empty() {
        return Err(seen_end(seen));
    }
    let Some(first) = seen.followed.threads.iter().find(|t| t.status != "ended") else {
        return Err("every thread has ended".into());
    };
    // Somebody who turns in circles is anywhere in the loop: its place is the test's.
    let spins = test.standing.iter().find(|s| s.thread == first.thread && s.what == schedule::SPIN);
    let loop_at = spins.and_then(|s| s.location()).map(|(file, line, _)| (file.to_owned(), line));
    match loop_at.as_ref().or(first.at.as_ref()) {
        Some((file, line)) if *line == place.line && same_file(build, &place.file, file) => {
            same_output(test, seen, false)
        }
        Some((file, line)) => Err(format!("a deadlock at {file}:{line}")),
        None => Err("a deadlock somewhere else".into()),
    }
}

/// The end that was seen, in words.
pub fn seen_end(seen: &Observed) -> String {
    match (seen.findings.first(), seen.status) {
        (Some(finding), _) => finding.to_string(),
        (None, _) if seen.followed.stop == Stop::Rest => follow::waiting(&seen.followed),
        (None, Status::Exit(code)) => format!("exit {code}"),
        (None, Status::Signal(signal)) => signal_name(signal),
        (None, Status::TimedOut) => "a run that does not end".into(),
        (None, Status::TooLarge) => "a run that uses too much memory".into(),
    }
}

fn exit(code: i32, test: &Test, seen: &Observed) -> Result<(), String> {
    // A status has eight bits; one above 128 is also what a shell calls an end by a signal, as of an abort
    // that is not looked for.
    let same = match seen.status {
        Status::Exit(status) => status == code & 0xff && seen.findings.is_empty(),
        Status::Signal(signal) => code == 128 + signal,
        Status::TimedOut | Status::TooLarge => false,
    };
    if !same {
        return Err(seen_end(seen));
    }
    same_output(test, seen, false)
}

fn assume(test: &Test, seen: &Observed) -> Result<(), String> {
    match seen.findings.first() {
        Some(Finding { what: What::Assume, .. }) => same_output(test, seen, false),
        _ => Err(seen_end(seen)),
    }
}

/// Nothing is known about what comes after the bound, only that it does not come before it.
fn bound(test: &Test, seen: &Observed) -> Result<(), String> {
    same_output(test, seen, true)
}

fn failure(
    build: &Build,
    bug: BugKind,
    place: &Place,
    test: &Test,
    seen: &Observed,
    any: bool,
) -> Result<(), String> {
    let Some(found) = seen.findings.iter().find(|f| is_it(build, bug, place, f)) else {
        return Err(seen_end(seen));
    };
    let goes_on = any || matches!(found.what, What::Report { goes_on: true, .. });
    same_output(test, seen, goes_on)
}

fn is_it(build: &Build, bug: BugKind, place: &Place, found: &Finding) -> bool {
    let here = || found.place().is_some_and(|p| same_place(build, place, p));
    match bug {
        BugKind::Assert => match &found.what {
            What::Assert(named) => {
                named.as_ref().is_some_and(|(f, l)| *l == place.line && same_file(build, &place.file, f))
                    || by_caller(build, place, found)
            }
            // An assertion function with a body that aborts.
            What::Abort => {
                found.place().is_some_and(|p| is_assertion(&p.function)) && by_caller(build, place, found)
            }
            _ => false,
        },
        BugKind::Abort => {
            let trap = matches!(found.what, What::Fault { signal: libc::SIGILL | libc::SIGTRAP, .. });
            (trap || found.what == What::Abort) && here()
        }
        // How deep it gets depends on the size of the stack, so any line of the recursion will do.
        BugKind::StackOverflow => {
            let function = |p: &Place| p.function == place.function || same_place(build, place, p);
            found.what == What::StackOverflow && found.frames.iter().any(function)
        }
        _ => shows(bug, &found.what) && here(),
    }
}

/// Whether a machine that did WHAT did what we call BUG.
fn shows(bug: BugKind, what: &What) -> bool {
    let invalid = |k: &BugKind| matches!(k, BugKind::Bounds | BugKind::UseAfterFree);
    match what {
        What::Report { kind: Some(kind), .. } => *kind == bug || invalid(kind) && invalid(&bug),
        What::Fault { signal: libc::SIGSEGV | libc::SIGBUS, .. } => {
            invalid(&bug) || matches!(bug, BugKind::Null | BugKind::ConstWrite)
        }
        What::Fault { signal: libc::SIGFPE, .. } => bug == BugKind::DivByZero,
        // A trap stands where control must not come, and before an access that leaves its object.
        What::Fault { signal: libc::SIGILL | libc::SIGTRAP, .. } => {
            matches!(bug, BugKind::Unreachable | BugKind::Bounds)
        }
        // Far below the frame it was meant for.
        What::StackOverflow => invalid(&bug),
        _ => false,
    }
}

fn is_assertion(function: &str) -> bool {
    ASSERTIONS.contains(&function)
}

/// At the innermost frame, or at the caller of the assertion functions it lies in.
fn by_caller(build: &Build, place: &Place, found: &Finding) -> bool {
    for frame in &found.frames {
        if same_place(build, place, frame) {
            return true;
        }
        if !is_assertion(&frame.function) {
            return false;
        }
    }
    false
}

fn same_place(build: &Build, expected: &Place, got: &Place) -> bool {
    expected.line == got.line && same_file(build, &expected.file, &got.file)
}

/// One is spelled as given, the other as the debug information has it.
pub fn same_file(build: &Build, expected: &str, got: &str) -> bool {
    if expected == got {
        return true;
    }
    let folders =
        || std::iter::once(&build.cwd).chain(build.inputs.iter().filter_map(|unit| unit.directory.as_ref()));
    let resolve = |name: &str| -> Vec<PathBuf> {
        folders().filter_map(|folder| folder.join(name).canonicalize().ok()).collect()
    };
    let (a, b) = (resolve(expected), resolve(got));
    if a.is_empty() || b.is_empty() {
        // Bitcode from elsewhere: its sources are not here.
        return Path::new(expected).file_name() == Path::new(got).file_name();
    }
    a.iter().any(|path| b.contains(path))
}

/// Equal, or for a run that went on, its beginning.
fn same_output(test: &Test, seen: &Observed, goes_on: bool) -> Result<(), String> {
    let streams = [
        ("standard output", &test.end.stdout, &seen.stdout),
        ("standard error", &test.end.stderr, &seen.stderr),
    ];
    for (name, expected, got) in streams {
        let same = if goes_on { got.starts_with(expected) } else { got == expected };
        if !same {
            return Err(format!("the same end with another {name}: {}", difference(expected, got)));
        }
    }
    Ok(())
}

/// The first place where they differ, with a little of what follows.
fn difference(expected: &[u8], got: &[u8]) -> String {
    let at = expected.iter().zip(got).take_while(|(a, b)| a == b).count();
    let show = |bytes: &[u8]| {
        let rest = &bytes[at..bytes.len().min(at + 40)];
        if rest.is_empty() { "its end".into() } else { format!("{:?}", String::from_utf8_lossy(rest)) }
    };
    format!("from byte {at} on {} instead of {}", show(got), show(expected))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_shown_where_they_begin() {
        assert_eq!(difference(b"abc", b"abd"), "from byte 2 on \"d\" instead of \"c\"");
        assert_eq!(difference(b"abc", b"ab"), "from byte 2 on its end instead of \"c\"");
    }

    #[test]
    fn an_invalid_access_may_show_as_another() {
        let report = |kind| What::Report { kind: Some(kind), text: String::new(), goes_on: false };
        assert!(shows(BugKind::Bounds, &report(BugKind::UseAfterFree)));
        assert!(!shows(BugKind::Bounds, &report(BugKind::DoubleFree)));
        assert!(!shows(BugKind::Null, &report(BugKind::Bounds)));
        assert!(shows(BugKind::Null, &What::Fault { signal: libc::SIGSEGV, address: 0 }));
        assert!(!shows(BugKind::DivByZero, &What::Fault { signal: libc::SIGSEGV, address: 0 }));
    }
}
