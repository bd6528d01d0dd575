//! Every kind of bug, in a thread and only in one order of two: found by `check`, confirmed by `replay`, three times of three.

mod support;

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use support::process::{self, Finished};

/// What the thread does once the other has set `go`, by kind.
const KINDS: [(&str, &str); 17] = [
    ("assert", "assert(go == 2);"),
    ("null", "int *volatile p = 0; *p = 1;"),
    ("bounds", "char *p = malloc(4); p[3 + go] = 1;"),
    ("use-after-free", "char *p = malloc(4); free(p); *p = 1;"),
    ("double-free", "char *p = malloc(4); free(p); free(p);"),
    ("invalid-free", "int local; free(&local);"),
    ("uninit", "int *p = malloc(4); if (*p == 7) go = 2;"),
    ("div-by-zero", "int zero = go - 1; go = 1 / zero;"),
    ("overflow", "int big = 2147483647; big += go; go = big > 0;"),
    ("unreachable", "if (go == 1) __builtin_unreachable();"),
    ("stack-overflow", "go = deeper(1);"),
    ("const-write", "*(char *)text = 'x';"),
    ("leak", "lost = malloc(4); lost = 0;"),
    ("race", "plain++;"),
    ("deadlock", "pthread_mutex_lock(&m); pthread_mutex_lock(&m);"),
    ("lock-misuse", "pthread_mutex_unlock(&m);"),
    ("abort", "abort();"),
];

const PROGRAM: &str = r#"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int go;
static int plain;
static char *lost;
static const char text[] = "abc";
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static int deeper(int n) {
    volatile char room[4096];
    room[0] = n;
    return deeper(n + 1) + room[0];
}

static void *set(void *arg) {
    go = 1;
    plain = 1;
    return arg;
}

static void *act(void *arg) {
    if (go == 1) {
        BODY
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, set, 0);
    pthread_create(&b, 0, act, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
"#;

fn rethread(folder: &Path, arguments: &[&str]) -> Finished {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rethread"));
    command.args(arguments).current_dir(folder);
    let finished = process::run(&mut command, folder, Duration::from_secs(120)).expect("rethread");
    assert!(!finished.timed_out, "no answer: {}", process::shown(&command));
    finished
}

fn json(finished: &Finished) -> Value {
    serde_json::from_slice(&finished.stdout).unwrap_or_else(|e| panic!("{e}: {}", finished.complaint()))
}

fn confirmed(kind: &str, body: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("prog.c"), PROGRAM.replace("BODY", body)).expect("a program");
    let all = ["check", "prog.c", "--json", "--out", "out", "--checks", "+overflow,+leak"];
    let found = json(&rethread(folder.path(), &all));
    let bugs = found["bugs"].as_array().expect("bugs");
    let bug = bugs.iter().find(|b| b["kind"] == kind).unwrap_or_else(|| panic!("no {kind} in {found:#}"));
    let test = bug["test"].as_str().expect("a test");
    let replayed = json(&rethread(folder.path(), &["replay", test, "--times", "3", "--json"]));
    assert_eq!(replayed["verdict"], "same", "{kind}: {replayed:#}");
    // What confirms it is shown: the accesses of a race, who waits where.
    let parts: &[&str] = match kind {
        "race" => &["nothing orders", "prog.c:21", "prog.c:27"],
        "deadlock" => &["nobody can go on", "main at", "prog.c:37", "main.1 at", "prog.c:27"],
        _ => &[],
    };
    let shown = replayed["tests"][0]["shown"].as_str().unwrap_or_default();
    assert!(parts.iter().all(|part| shown.contains(part)), "{kind}: {shown}");
}

#[test]
fn every_kind_is_confirmed() {
    let (some, others) = KINDS.split_at(KINDS.len() / 2);
    std::thread::scope(|scope| {
        for part in [some, others] {
            scope.spawn(|| part.iter().for_each(|(kind, body)| confirmed(kind, body)));
        }
    });
}
