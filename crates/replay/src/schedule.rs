//! A schedule in the terms of one executable: the file that `runtime/schedule.c` reads.
//!
//! A step of a test is a thread, a place and what is done there. Natively it is a call of the runtime from
//! code of that place: the line table of the executable says which code that is.

use crate::edits::GONE;
use crate::judge::same_file;
use crate::lines::Lines;
use rethread_testcase::{BugKind, Build, EndKind, ScheduleStep, Test};
use std::collections::BTreeMap;

const NONE: u32 = u32::MAX;
/// Room for a thread's name in the file.
const NAME: usize = 112;

/// What a thread does at the end that re-reads what nobody writes.
pub const SPIN: &str = "spin";

/// Numbers of `enum kind` in `runtime/schedule.h`.
fn kind(what: &str) -> u32 {
    match what {
        "read" => 1,
        "write" => 2,
        "access" => 3,
        "free" | "realloc" => 4,
        "return" | "scope" | "thread end" => 5,
        "exit" => 6,
        "atomic" => 7,
        "time out" => 10,
        SPIN => 12,
        _ => 8,
    }
}

/// Numbers of `enum happening` in `runtime/schedule.h`; 0 for what this rethread does not know.
fn happening(what: &str) -> u32 {
    match what {
        "create fails" => 1,
        "allocation fails" => 2,
        "address again" => 3,
        _ => 0,
    }
}

/// Something that the environment did and that the runtime cannot do.
pub fn unknown_happening(test: &Test) -> Option<&str> {
    test.environment.iter().map(|step| step.what.as_str()).find(|what| happening(what) == 0)
}

/// The first step whose place is nowhere in the executable: the program was edited.
pub fn unmapped(build: &Build, test: &Test, lines: &Lines) -> Option<usize> {
    let sites = Sites::new(build, test, lines);
    // Where variables begin and end there need not be code.
    let mapped = |step: &ScheduleStep| {
        step.location().is_none() && !step.place.ends_with(GONE)
            || kind(&step.what) == 5
            || sites.known.contains(&sites.site(step))
    };
    test.schedule.iter().position(|step| !mapped(step))
}

/// The file. With GO_ON a failure ends its thread only, also when the schedule is at its end: what the test
/// promises need not be the first.
pub fn bytes(build: &Build, test: &Test, lines: &Lines, go_on: bool) -> Vec<u8> {
    let sites = Sites::new(build, test, lines);
    let mut names: Vec<&str> = steps(test).map(|s| s.thread.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    let id = |name: &str| names.binary_search(&name).map_or(NONE, |i| i as u32);
    let mut flags = u32::from(go_on) << 3;
    if let EndKind::Bug { bug, .. } = &test.end.how {
        flags |= u32::from(*bug == BugKind::Race);
        flags |= u32::from(*bug == BugKind::Deadlock) << 1;
        flags |= u32::from(*bug == BugKind::UseAfterFree) << 2;
    }
    let mut out = Vec::new();
    let mut put = |numbers: &[u32]| numbers.iter().for_each(|n| out.extend(n.to_le_bytes()));
    let count = |n: usize| n as u32;
    let ranges = &sites.ranges;
    put(&[
        count(names.len()),
        count(test.schedule.len()),
        count(test.standing.len()),
        count(ranges.len()),
        flags,
        count(test.environment.len()),
    ]);
    for name in &names {
        let mut field = [0; NAME];
        let length = name.len().min(NAME - 1);
        field[..length].copy_from_slice(&name.as_bytes()[..length]);
        out.extend(field);
    }
    let mut put = |numbers: &[u32]| numbers.iter().for_each(|n| out.extend(n.to_le_bytes()));
    let mut next: BTreeMap<&str, u32> = BTreeMap::new();
    let mut following = vec![NONE; test.schedule.len()];
    for (i, step) in test.schedule.iter().enumerate().rev() {
        following[i] = next.insert(&step.thread, i as u32).unwrap_or(NONE);
    }
    for (i, (step, following)) in test.schedule.iter().zip(following).enumerate() {
        let wakes = step.wakes.first().map_or(NONE, |w| id(w));
        put(&[
            id(&step.thread),
            sites.site(step),
            kind(&step.what),
            wakes,
            following,
            u32::from(is_spurious(test, i, following)),
        ]);
    }
    for step in &test.standing {
        put(&[id(&step.thread), sites.site(step), kind(&step.what), NONE, NONE, 0]);
    }
    for &(low, high, site) in ranges {
        out.extend(low.to_le_bytes());
        out.extend(high.to_le_bytes());
        out.extend(site.to_le_bytes());
        out.extend(0u32.to_le_bytes());
    }
    let mut put = |numbers: &[u32]| numbers.iter().for_each(|n| out.extend(n.to_le_bytes()));
    for step in &test.environment {
        let count = u32::try_from(step.count).unwrap_or(NONE);
        put(&[id(&step.thread), sites.site(step), happening(&step.what), count]);
    }
    out
}

/// A place that a schedule names, for whoever finds its code.
pub struct Site {
    pub file: String,
    pub line: u32,
    pub column: u32,
    /// Any code of the line.
    pub spin: bool,
}

/// The file without the code of its places, and those places by number.
pub fn exported(build: &Build, test: &Test) -> (Vec<u8>, Vec<Site>) {
    let lines = Lines::default();
    let mut places: Vec<(u32, &str)> =
        Sites::new(build, test, &lines).numbers.into_iter().map(|(place, number)| (number, place)).collect();
    places.sort_unstable();
    let site = |place: &str| {
        let at = |step: &&ScheduleStep| step.place == place;
        let (file, line, column) = steps(test).find(at).and_then(|s| s.location()).unwrap_or(("", 0, 0));
        let spin = steps(test).filter(at).any(|s| s.what == SPIN);
        Site { file: file.into(), line, column, spin }
    };
    (bytes(build, test, &lines, false), places.iter().map(|(_, place)| site(place)).collect())
}

/// A wait whose thread goes on although nobody woke it. One that stands before the lock at the end may as well not
/// have been woken: it waits there either way.
fn is_spurious(test: &Test, index: usize, following: u32) -> bool {
    let step = &test.schedule[index];
    let end = test.schedule.len().min(following as usize);
    let next = test.schedule.get(following as usize);
    let woken = |s: &ScheduleStep| s.what == "cancel" || s.wakes.contains(&step.thread);
    step.what == "wait"
        && next.is_some_and(|n| n.what == "lock" && n.place == step.place)
        && !test.schedule[index + 1..end].iter().any(woken)
}

fn steps(test: &Test) -> impl Iterator<Item = &ScheduleStep> {
    test.schedule.iter().chain(&test.standing).chain(&test.environment)
}

/// Places by number, and the code at them.
struct Sites<'a> {
    numbers: BTreeMap<&'a str, u32>,
    ranges: Vec<(u64, u64, u32)>,
    known: std::collections::BTreeSet<u32>,
}

impl<'a> Sites<'a> {
    fn new(build: &Build, test: &'a Test, lines: &Lines) -> Sites<'a> {
        let mut numbers = BTreeMap::new();
        let mut by_place: BTreeMap<(usize, u32, u32), u32> = BTreeMap::new();
        for step in steps(test) {
            let next = numbers.len() as u32;
            if *numbers.entry(step.place.as_str()).or_insert(next) != next {
                continue;
            }
            let Some((file, line, column)) = step.location() else { continue };
            for (i, name) in lines.files.iter().enumerate() {
                if !same_file(build, file, name) {
                    continue;
                }
                by_place.insert((i, line, column), next);
                // A loop is wherever its line is.
                let rows =
                    lines.rows.iter().filter(|row| step.what == SPIN && (row.file, row.line) == (i, line));
                for row in rows {
                    by_place.entry((i, line, row.column)).or_insert(next);
                }
            }
        }
        let at = |row: &crate::lines::Row| by_place.get(&(row.file, row.line, row.column)).copied();
        let ranges: Vec<_> =
            lines.rows.iter().filter_map(|row| Some((row.low, row.high, at(row)?))).collect();
        let known = ranges.iter().map(|r| r.2).collect();
        Sites { numbers, ranges, known }
    }

    fn site(&self, step: &ScheduleStep) -> u32 {
        self.numbers.get(step.place.as_str()).copied().unwrap_or(NONE)
    }
}
