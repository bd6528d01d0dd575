//! An outcome for the tests of the writers.

use crate::Run;
use crate::accepted::Accepted;
use crate::change::{Change, Changed};
use crate::source::Sources;
use crate::versions::{Mark, Pair, Side};
use rethread_diff::{Finding, How, Status};
use rethread_explore::*;
use rethread_testcase::{BUILD_VERSION, Build, Unit};
use std::collections::BTreeMap;

pub const RING: &str = "\
#include <assert.h>
struct ring { int data[8]; unsigned head; };
void ring_push(struct ring *r, int value) {
\tr->data[r->head] = value;
    r->head++;
}
int main(void) {
    struct ring r = {0};
    for (int i = 0; i < 9; i++)
        ring_push(&r, i);
    assert(r.head <= 8);
    return 0;
}
";

pub fn place(line: u32, column: u32, function: &str) -> Place {
    Place { file: "ring.c".into(), line, column, function: function.into() }
}

pub fn test(id: &str, how: EndKind) -> Test {
    Test {
        version: 1,
        id: id.into(),
        inputs: vec![
            Input { name: "count".into(), bytes: vec![9, 0, 0, 0], value: "9".into() },
            Input { name: "tag".into(), bytes: b"ab<\0".to_vec(), value: "\"ab<\"".into() },
        ],
        args: vec![b"-n".to_vec(), b"9".to_vec()],
        stdin: b"push\n".to_vec(),
        entry: None,
        schedule: vec![],
        standing: vec![],
        threads: 0,
        environment: vec![],
        end: End { how, stdout: b"pushed 8\n".to_vec(), stderr: vec![] },
        replayable: true,
    }
}

pub fn outcome() -> Outcome {
    let here = place(4, 2, "ring_push");
    let bounds = Bug {
        kind: BugKind::Bounds,
        place: here.clone(),
        thread: "main".into(),
        message: "write of 4 bytes at offset 32 of `r`, field `data` ends at 32".into(),
        stack: vec![here.clone(), place(10, 9, "main")],
        other: Some(Other {
            role: "allocated here".into(),
            thread: "main".into(),
            place: place(8, 17, "main"),
            stack: vec![],
        }),
        waiting: vec![],
        interleaving: vec![],
        threads: vec![],
        test: test("7", EndKind::Bug { bug: BugKind::Bounds, place: here }),
    };
    let there = place(11, 5, "main");
    let assertion = Bug {
        kind: BugKind::Assert,
        place: there.clone(),
        thread: "main".into(),
        message: "assertion `r.head <= 8` fails".into(),
        stack: vec![there.clone()],
        other: None,
        waiting: vec![],
        interleaving: vec![],
        threads: vec![],
        test: test("9", EndKind::Bug { bug: BugKind::Assert, place: there }),
    };
    let mut lines = BTreeMap::new();
    lines.insert(
        "ring.c".to_string(),
        [(4, 9), (5, 9), (6, 9), (8, 1), (9, 9), (10, 9), (11, 1), (12, 0)].into(),
    );
    let mut functions = BTreeMap::new();
    functions.insert(
        "ring.c".to_string(),
        [("ring_push".to_string(), (3, 9)), ("main".to_string(), (7, 1))].into(),
    );
    Outcome {
        verdict: Verdict::Bugs,
        bugs: vec![bounds, assertion],
        counters: Counters {
            complete: 12,
            instructions: 4321,
            states: 13,
            forks: 12,
            threads_max: 1,
            solver_queries: 40,
            solver_answered_by: [("cache".to_string(), 30), ("bitblast".to_string(), 10)].into(),
            solver_time_s: 0.125,
            time_s: 0.5,
            peak_memory_bytes: 50 << 20,
            tests: 12,
            ..Counters::default()
        },
        coverage: Coverage { lines, functions },
        bounds_hit: [("max-loop".to_string(), 3)].into(),
        assumptions: vec!["getenv has no body: its result is unknown (ring.c:9)".into()],
        notes: vec![],
        classes: Default::default(),
    }
}

pub fn clean() -> Outcome {
    Outcome {
        verdict: Verdict::Ok,
        bugs: vec![],
        bounds_hit: BTreeMap::new(),
        assumptions: vec![],
        ..outcome()
    }
}

pub fn run() -> Run {
    let off = [BugKind::Overflow, BugKind::Leak];
    Run {
        version: "0.1.0".into(),
        files: vec!["ring.c".into()],
        hashes: [("ring.c".to_string(), crate::emit::sha256::sha256_hex(RING.as_bytes()))].into(),
        build: Build {
            version: BUILD_VERSION,
            cwd: "/src".into(),
            inputs: vec![Unit { file: "ring.c".into(), flags: vec!["-DN=9".into()], directory: None }],
            ..Build::default()
        },
        sources: None,
        revision: None,
        accepted: Accepted::default(),
        clang: Some("Debian clang version 19.1.7".into()),
        checks: BugKind::ALL.into_iter().filter(|k| !off.contains(k)).collect(),
        checks_off: off.to_vec(),
        out: Some("rethread-out".into()),
        suite: true,
    }
}

/// Two threads that race, with how it comes about.
pub fn race() -> Outcome {
    let step = |thread: &str, line: u32, what: &str| Interleaved {
        thread: thread.into(),
        place: place(line, 5, "ring_push"),
        what: what.into(),
    };
    let started = |thread: &str, function: &str, place: Option<Place>| Started {
        thread: thread.into(),
        function: function.into(),
        place,
        after: 0,
    };
    let (first, second) = (place(4, 5, "ring_push"), place(5, 5, "ring_push"));
    let mut outcome = outcome();
    outcome.bugs.truncate(1);
    outcome.bugs[0] = Bug {
        kind: BugKind::Race,
        place: first.clone(),
        thread: "main.0".into(),
        message: "a write and a read of `head` are not ordered".into(),
        stack: vec![first.clone()],
        other: Some(Other {
            role: "races with".into(),
            thread: "main.1".into(),
            place: second,
            stack: vec![],
        }),
        waiting: vec![],
        interleaving: vec![
            step("main.1", 6, "read head = 0"),
            step("main.0", 6, "read head = 0"),
            step("main.0", 4, "write head = 1"),
            step("main.1", 5, "write head = 1"),
        ],
        threads: vec![
            started("main", "main", None),
            started("main.0", "ring_push", Some(place(9, 5, "main"))),
            started("main.1", "ring_push", Some(place(10, 5, "main"))),
        ],
        test: test("3", EndKind::Bug { bug: BugKind::Race, place: first }),
    };
    outcome
}

/// A change that brings the first bug of [`outcome`], leaves the second and mends another.
pub fn changed() -> Changed {
    let outcome = outcome();
    let finding = |bug: &Bug, status, how| Finding { bug: bug.clone(), status, how };
    let mut gone = outcome.bugs[1].clone();
    gone.kind = BugKind::Null;
    let marks = BTreeMap::from([(4, Mark::Modified), (5, Mark::Affected)]);
    let side = |file: &str| Side { file: file.into(), marks: marks.clone() };
    Changed {
        change: Change {
            text: "Changed: 1 line modified.\nCan be affected: 2 of 8 lines with code.\n".into(),
            unchanged: false,
            old: Some(clean()),
            remembered: true,
            again: None,
            resumed: None,
            goes_on: false,
            new_remembered: false,
            explored: true,
            old_bounds: Default::default(),
            narrowed: true,
            cut_short: false,
        },
        findings: vec![
            finding(&outcome.bugs[0], Status::New, How::Found),
            finding(&outcome.bugs[1], Status::Present, How::Carried),
            finding(&gone, Status::Fixed, How::Found),
        ],
        pairs: vec![Pair {
            old: Some(side("ring.c")),
            new: Some(side("ring.c")),
            same: (1..=13).map(|n| (n, n)).collect(),
        }],
        old_sources: Sources::of(BTreeMap::from([("ring.c".to_string(), Some(RING.to_string()))])),
    }
}

/// A folder with the sample's source in it.
pub fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("ring.c"), RING).unwrap();
    folder
}
