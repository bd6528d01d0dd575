//! Several processes, and processes that end badly: this binary runs itself as a child, which is killed,
//! limited, or one of many. Whatever happens, a write that was acknowledged is there, one that was not is
//! there whole or not at all, and the database is never taken for damaged.

mod support;

use libtest_mimic::{Arguments, Trial};
use rethread_store::{Space, Store};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::Duration;
use support::{has, key, open, put, scratch, value};

const CHILD: &str = "STORE_TEST_CHILD";
const SPACES: [Space; 3] = [Space::Program, Space::Result, Space::Summaries];
const KILLS: u64 = 200;

fn main() -> ExitCode {
    if let Ok(role) = std::env::var(CHILD) {
        let words: Vec<&str> = role.split(' ').collect();
        match words[..] {
            ["writer", folder, from, to] => {
                writer(Path::new(folder), from.parse().unwrap(), to.parse().unwrap())
            }
            ["full", folder] => full(Path::new(folder)),
            ["unwritable", folder] => unwritable(Path::new(folder)),
            _ => panic!("{role}"),
        }
        return ExitCode::SUCCESS;
    }
    let trial = |name, test: fn()| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    };
    let tests = vec![
        trial("killed_at_any_moment", killed_at_any_moment),
        trial("writers_in_parallel", writers_in_parallel),
        trial("a_full_disk", a_full_disk),
        trial("a_folder_that_cannot_be_written", a_folder_that_cannot_be_written),
    ];
    libtest_mimic::run(&Arguments::from_args(), tests).exit_code()
}

fn child(role: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.env(CHILD, role).stdin(Stdio::null()).stdout(Stdio::piped());
    command
}

/// Writes batches and says which are finished, until it is killed.
fn writer(folder: &Path, from: u64, to: u64) {
    let (store, warnings) = open(folder);
    assert_eq!(warnings, [""; 0]);
    for n in from..to {
        batch(&store, n);
        assert_eq!(store.warnings(), [""; 0]);
        println!("{n}");
        // What came before it is read while others write.
        assert!(SPACES.iter().all(|&space| has(&store, space, n)));
    }
}

fn batch(store: &Store, n: u64) {
    let records: Vec<_> = SPACES.iter().map(|&space| (space, key(n), "batch", value(n))).collect();
    store.put(&records);
}

/// What a child says, until it has ended.
fn said(child: &mut Child) -> impl Iterator<Item = u64> + use<> {
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    lines.map_while(Result::ok).filter_map(|line| line.parse().ok())
}

fn killed_at_any_moment() {
    let folder = scratch();
    let path = folder.path().join("store");
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut finished = Vec::new();
    let mut written_without_word = 0;
    for kill in 0..KILLS {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let from = kill * 1_000_000;
        let mut writer =
            child(&format!("writer {} {from} {}", path.display(), from + 1_000_000)).spawn().unwrap();
        // At some moment of its start, or of a batch after some that are finished.
        let mut said = said(&mut writer);
        let before = if kill % 2 == 0 { 0 } else { random % 8 };
        let seen = said.by_ref().take(before as usize).last();
        std::thread::sleep(Duration::from_micros(random / 8 % 12_000));
        writer.kill().unwrap();
        writer.wait().unwrap();
        let next = said.last().or(seen).map_or(from, |n| n + 1);
        finished.push(from..next);
        // Now and then a killed one is followed by another, which has to mend what it finds.
        if kill % 3 == 0 {
            let (store, warnings) = open(&path);
            assert_eq!(warnings, [""; 0], "kill {kill}");
            let there = SPACES.iter().filter(|&&space| has(&store, space, next)).count();
            assert!(there == 0 || there == SPACES.len(), "half a batch after kill {kill}");
            written_without_word += u64::from(there > 0);
            assert!(!has(&store, SPACES[0], next + 1));
        }
    }
    let (store, warnings) = open(&path);
    assert_eq!(warnings, [""; 0]);
    let all: u64 = finished.iter().map(|f| f.end - f.start).sum();
    for n in finished.into_iter().flatten() {
        assert!(SPACES.iter().all(|&space| has(&store, space, n)), "batch {n} is lost");
    }
    assert!(store.verify().damaged.is_empty());
    assert_eq!(store.warnings(), [""; 0]);
    let names = fs::read_dir(&path).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap());
    assert!(!names.into_iter().any(|n| n.contains("damaged")));
    assert!(all > KILLS, "only {all} batches were written at all");
    println!("{KILLS} kills, {all} batches finished, {written_without_word} written without a word");
}

fn writers_in_parallel() {
    let folder = scratch();
    let path = folder.path().join("store");
    let start = |i: u64| {
        let role = format!("writer {} {} {}", path.display(), i * 1000, i * 1000 + 40);
        child(&role).stdout(Stdio::null()).spawn().unwrap()
    };
    // Also for which of them makes the database.
    let children: Vec<Child> = (0..5).map(start).collect();
    let mut killed = start(9);
    for mut child in children {
        assert!(child.wait().unwrap().success());
        let _ = killed.kill();
    }
    killed.wait().unwrap();
    let (store, warnings) = open(&path);
    assert_eq!(warnings, [""; 0]);
    for n in (0..5).flat_map(|i| i * 1000..i * 1000 + 40) {
        assert!(SPACES.iter().all(|&space| has(&store, space, n)), "batch {n} is lost");
    }
}

/// Writes until it cannot; what was written before is still read then.
fn full(folder: &Path) {
    let (store, warnings) = open(folder);
    assert_eq!(warnings, [""; 0]);
    let mut n = 0;
    while store.warnings().is_empty() {
        println!("{n}");
        std::io::stdout().flush().unwrap();
        n += 1;
        assert!(n < 10_000, "the limit was not met");
        put(&store, Space::Result, n);
    }
    let warnings = store.warnings();
    assert!(warnings.iter().all(|w| w.contains("cannot use")), "{warnings:?}");
    for earlier in 1..n {
        assert!(has(&store, Space::Result, earlier), "{earlier} of {n}: {:?}", store.warnings());
    }
    put(&store, Space::Result, n + 1);
}

fn a_full_disk() {
    for blocks in [200, 1500, 4001] {
        let folder = scratch();
        let path = folder.path().join("store");
        let limited = format!("ulimit -f {blocks}; trap '' XFSZ; exec \"$0\"");
        let mut command = Command::new("sh");
        command.args(["-c", &limited]).arg(std::env::current_exe().unwrap());
        command.env(CHILD, format!("full {}", path.display())).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let last = said(&mut child).last().unwrap();
        assert!(child.wait().unwrap().success());
        let (store, warnings) = open(&path);
        assert_eq!(warnings, [""; 0]);
        for n in 1..=last {
            assert!(has(&store, Space::Result, n), "{n} of {last} is lost");
        }
        put(&store, Space::Result, last + 1);
        assert!(has(&store, Space::Result, last + 1));
        assert_eq!(store.warnings(), [""; 0]);
    }
}

/// A store that may be read and not written.
fn unwritable(folder: &Path) {
    let (store, _) = open(folder);
    assert!(has(&store, Space::Result, 30), "{:?}", store.warnings());
    let before = store.warnings();
    put(&store, Space::Result, 31);
    assert!(has(&store, Space::Result, 30));
    assert!(!has(&store, Space::Result, 31));
    assert_eq!(before, [""; 0]);
    let cleaned = store.gc(Some(0), None);
    assert_eq!((cleaned.removed, cleaned.kept), (0, 1));
    let after = store.warnings();
    assert!(after.len() == 1 && after[0].contains("ermission"), "{after:?}");
}

fn a_folder_that_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store");
    let (store, _) = open(&path);
    put(&store, Space::Result, 30);
    drop(store);
    let mode = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    // Root may write everywhere: the child is nobody, who must be able to run it.
    let program = folder.path().join("child");
    // Not by this process: another test that starts a child at this moment would keep the copy open.
    let mut copy = Command::new("cp");
    assert!(copy.arg(std::env::current_exe().unwrap()).arg(&program).status().unwrap().success());
    mode(folder.path(), 0o755);
    for name in ["lock", "store.redb"] {
        mode(&path.join(name), 0o444);
    }
    mode(&path, 0o555);
    let mut command = Command::new(&program);
    command.env(CHILD, format!("unwritable {}", path.display()));
    if is_root() {
        command.uid(65534);
    }
    let status = command.status().unwrap();
    mode(&path, 0o755);
    assert!(status.success());

    // Nor can one be made here.
    let (store, warnings) = open(Path::new("/proc/rethread"));
    assert_eq!(warnings, [""; 0]);
    put(&store, Space::Result, 1);
    assert!(!has(&store, Space::Result, 1));
    put(&store, Space::Result, 2);
    assert_eq!(store.warnings().len(), 1, "{:?}", store.warnings());
}

fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    fs::metadata("/proc/self").unwrap().uid() == 0
}
