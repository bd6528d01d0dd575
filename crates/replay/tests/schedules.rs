//! Schedules forced on small programs: each order of the same steps gives the end that belongs to it, and one
//! that cannot be followed is told so.

use rethread_replay::{Options, Outcome, Replayer};
use rethread_testcase::{
    BUILD_VERSION, BugKind, Build, End, EndKind, Place, ScheduleStep, TEST_VERSION, Test, Unit,
};
use std::fs;
use std::time::Duration;

/// Two threads add one to `x`; a place is named by the text that stands there.
const LOST: &str = r#"
#include <assert.h>
#include <pthread.h>
static int x;
static void *add(void *arg) {
    x++;
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);
    return 0;
}
"#;

fn step(thread: &str, what: &str, place: &str) -> ScheduleStep {
    ScheduleStep {
        thread: thread.into(),
        place: place.into(),
        count: 1,
        what: what.into(),
        ..Default::default()
    }
}

/// Reads and writes of `x++`, by thread.
fn order(steps: &[(&str, &str)]) -> Vec<ScheduleStep> {
    steps.iter().map(|(thread, what)| step(thread, what, "prog.c:6:6")).collect()
}

fn test(schedule: Vec<ScheduleStep>, how: EndKind) -> Test {
    Test {
        version: TEST_VERSION,
        id: "1".into(),
        inputs: vec![],
        args: vec![],
        stdin: vec![],
        entry: None,
        schedule,
        standing: vec![],
        environment: vec![],
        threads: 2,
        end: End { how, stdout: vec![], stderr: vec![] },
        replayable: true,
    }
}

fn bug(bug: BugKind, line: u32) -> EndKind {
    EndKind::Bug { bug, place: Place { file: "prog.c".into(), line, column: 0, function: String::new() } }
}

fn replay(text: &str, tests: &[Test]) -> Vec<Outcome> {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("prog.c"), text).unwrap();
    let build = Build {
        version: BUILD_VERSION,
        cwd: folder.path().into(),
        name: "prog".into(),
        inputs: vec![Unit { file: "prog.c".into(), ..Unit::default() }],
        ..Build::default()
    };
    let replayer = Replayer::new(Options { timeout: Duration::from_secs(5), ..Options::default() }).unwrap();
    replayer.replay(&build, tests).unwrap().into_iter().map(|v| v.outcome).collect()
}

fn got(outcome: &Outcome) -> &str {
    match outcome {
        Outcome::Diverged(how) => &how.got,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_order_decides_the_end() {
    let apart = order(&[("main.0", "read"), ("main.0", "write"), ("main.1", "read"), ("main.1", "write")]);
    let lost = order(&[("main.0", "read"), ("main.1", "read"), ("main.0", "write"), ("main.1", "write")]);
    let fails = bug(BugKind::Assert, 15);
    let exit = EndKind::Exit { code: 0 };
    let outcomes = replay(
        LOST,
        &[
            test(apart.clone(), exit.clone()),
            test(lost.clone(), fails.clone()),
            test(apart, fails),
            test(lost, exit),
        ],
    );
    assert_eq!(outcomes[0], Outcome::Same, "{:#?}", outcomes[0]);
    assert_eq!(outcomes[1], Outcome::Same, "{:#?}", outcomes[1]);
    assert_eq!(got(&outcomes[2]), "exit 0");
    assert!(got(&outcomes[3]).starts_with("assert at "), "{:#?}", outcomes[3]);
}

#[test]
fn a_race_needs_two_accesses_that_nothing_orders() {
    let race = |steps: &[(&str, &str)]| test(order(steps), bug(BugKind::Race, 6));
    let outcomes = replay(
        LOST,
        &[
            race(&[("main.0", "read"), ("main.1", "read"), ("main.1", "write")]),
            race(&[("main.0", "read"), ("main.1", "read")]),
        ],
    );
    assert_eq!(outcomes[0], Outcome::Same, "{:#?}", outcomes[0]);
    assert!(got(&outcomes[1]).contains("nothing orders"), "{:#?}", outcomes[1]);
}

#[test]
fn a_schedule_that_cannot_be_followed_says_where() {
    let exit = EndKind::Exit { code: 0 };
    let all = order(&[("main.1", "read"), ("main.1", "write"), ("main.0", "read"), ("main.0", "write")]);
    let mut twice = all.clone();
    twice.extend(order(&[("main.0", "read")]));
    let nobody = order(&[("main.0", "read"), ("main.2", "read")]);
    let nowhere = vec![step("main.0", "lock", "prog.c:3:1")];
    let outcomes = replay(LOST, &[all, twice, nobody, nowhere].map(|steps| test(steps, exit.clone())));
    assert_eq!(outcomes[0], Outcome::Same, "{:#?}", outcomes[0]);
    assert!(
        got(&outcomes[1]).contains("after 4 of 5 steps, before thread main.0: read"),
        "{:#?}",
        outcomes[1]
    );
    assert!(got(&outcomes[2]).contains("before thread main.2"), "{:#?}", outcomes[2]);
    let message = got(&outcomes[3]);
    assert!(
        message.contains("step 1 (thread main.0: lock at prog.c:3:1) is not in this version"),
        "{message}"
    );
}

#[test]
fn a_deadlock_is_one_only_if_the_locks_are_held() {
    let text = r#"
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    return 0;
}
"#;
    let mut held = test(vec![], bug(BugKind::Deadlock, 6));
    held.threads = 0;
    held.standing = vec![step("main", "lock", "prog.c:6:5")];
    let free = Test { end: End { how: bug(BugKind::Deadlock, 5), ..held.end.clone() }, ..held.clone() };
    let outcomes = replay(text, &[held, free]);
    assert_eq!(outcomes[0], Outcome::Same, "{:#?}", outcomes[0]);
    assert!(got(&outcomes[1]).contains("a deadlock at"), "{:#?}", outcomes[1]);
}

#[test]
fn a_program_that_does_not_end_is_ended() {
    let text = "static volatile int x;\nint main(void) {\n    for (;;)\n        x++;\n}\n";
    let outcomes = replay(text, &[test(vec![], EndKind::Exit { code: 0 })]);
    assert_eq!(got(&outcomes[0]), "a run that does not end");
}
