//! `rethread store`: what it prints, what it leaves, and that it makes nothing by looking.

use rethread_store::{Key, Location, Space, Store};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn rethread(folder: &Path, line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rethread"));
    command.current_dir(folder).args(line.split_whitespace()).stdin(Stdio::null()).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn json(folder: &Path, line: &str) -> Value {
    let out = rethread(folder, line);
    serde_json::from_slice(&out.stdout).unwrap_or_else(|e| panic!("{e}: {}", text(&out.stdout)))
}

fn key(name: &str) -> Key {
    Key::of(&[name.as_bytes()])
}

fn fill(folder: &Path) {
    let store = Store::open(&Location::Folder(folder.into())).unwrap().store;
    store.put(&[(Space::Program, key("p"), "a.c", vec![1; 3000])]);
    store.put(&[(Space::Result, key("r"), "a.c \x1b[2Jcheck", vec![2; 50])]);
    store.put(&[(Space::Accepted, key("a"), "race a.c:3", vec![3; 7])]);
    assert_eq!(store.warnings(), [""; 0]);
}

#[test]
fn looking_makes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    for line in ["store ls", "store verify", "store gc --older-than 30d"] {
        let out = rethread(folder.path(), line);
        assert_eq!(out.status.code(), Some(0), "{line}: {}", text(&out.stderr));
        assert_eq!(text(&out.stderr), "");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn records_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("src/deep");
    fs::create_dir_all(&inner).unwrap();
    fs::create_dir(folder.path().join(".git")).unwrap();
    fill(&folder.path().join(".rethread"));
    // The default is at the root of the repository.
    let out = rethread(&inner, "store ls");
    let shown = text(&out.stdout);
    let lines: Vec<&str> = shown.lines().collect();
    assert!(lines[0].ends_with(".rethread: 3 records, 3.0 KiB"), "{shown}");
    assert!(
        lines[2].starts_with(&format!("program    {}    2.9 KiB", &key("p").to_string()[..12])),
        "{shown}"
    );
    assert!(lines[2].ends_with(" ago  a.c"), "{shown}");
    assert!(!shown.contains('\x1b'), "a label steers the terminal");
    let listed = json(&inner, "store ls --json");
    assert_eq!(listed["verdict"], "ok");
    assert_eq!(listed["bytes"], 3057);
    let records = listed["records"].as_array().unwrap();
    assert_eq!(records.len(), 3);
    assert_eq!(records[2]["space"], "accepted");
    assert_eq!(records[2]["key"], key("a").to_string());
    assert_eq!(records[2]["label"], "race a.c:3");
    assert!(records[2]["written"].as_u64() > Some(1_700_000_000));
}

#[test]
fn the_location_is_named_anywhere() {
    let folder = tempfile::tempdir().unwrap();
    fill(&folder.path().join("here"));
    fill(&folder.path().join("there"));
    let of = |line: &str| json(folder.path(), line)["store"].as_str().unwrap().to_string();
    assert_eq!(of("store ls --store here --json"), "here");
    assert_eq!(of("store --store here --json ls"), "here");
    fs::write(folder.path().join("rethread.toml"), "store = \"there\"\n").unwrap();
    assert_eq!(of("store ls --json"), "there");
    assert_eq!(of("store ls --json --store here"), "here");
    assert_eq!(of("store --store here ls --json"), "here");
}

#[test]
fn old_records_go_and_accepted_bugs_stay() {
    let folder = tempfile::tempdir().unwrap();
    fill(&folder.path().join(".rethread"));
    let cleaned = json(folder.path(), "store gc --keep 1K --json");
    assert_eq!((&cleaned["removed"], &cleaned["removed_bytes"]), (&1.into(), &3000.into()));
    let out = rethread(folder.path(), "store gc --older-than 0s");
    assert_eq!(text(&out.stdout), "removed 1 record (50 B), kept 1 record (7 B)\n");
    let out = rethread(folder.path(), "store gc");
    assert_eq!(out.status.code(), Some(2));
    assert!(text(&out.stderr).contains("--keep"), "{}", text(&out.stderr));
}

#[test]
fn damage_is_found_and_set_aside() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join(".rethread");
    fill(&store);
    let out = rethread(folder.path(), "store verify");
    assert_eq!(out.status.code(), Some(0));
    assert!(text(&out.stdout).ends_with(".rethread: 3 records checked, 3.0 KiB, none damaged\n"));
    let mut bytes = fs::read(store.join("store.redb")).unwrap();
    // In the middle of the largest value.
    let at = bytes.windows(64).position(|w| w == [1; 64]).unwrap();
    bytes[at + 20] ^= 1;
    fs::write(store.join("store.redb"), &bytes).unwrap();
    let verified = rethread(folder.path(), "store verify --json");
    assert_eq!(verified.status.code(), Some(3));
    let verified: Value = serde_json::from_slice(&verified.stdout).unwrap();
    assert_eq!(verified["verdict"], "incomplete");
    let warning = verified["warnings"][0].as_str().unwrap();
    assert!(warning.contains("store.damaged-1.redb"), "{warning}");
    assert!(store.join("store.damaged-1.redb").exists());
    assert_eq!(rethread(folder.path(), "store verify").status.code(), Some(0));
    // Only what is here is checked.
    let server = rethread(folder.path(), "store verify --store redis://127.0.0.1:1");
    let said = String::from_utf8_lossy(&server.stdout).into_owned();
    assert!(said.contains(".rethread in front of redis://127.0.0.1:1: "), "{said}");
}

#[test]
fn records_are_exported() {
    let folder = tempfile::tempdir().unwrap();
    fill(&folder.path().join(".rethread"));
    let out = rethread(folder.path(), "store export --to out");
    assert_eq!(text(&out.stdout), "3 records written to out\n");
    let to = folder.path().join("out");
    assert_eq!(fs::read(to.join(format!("program/{}", key("p")))).unwrap(), [1; 3000]);
    let index = fs::read_to_string(to.join("index.jsonl")).unwrap();
    let first: Value = serde_json::from_str(index.lines().next().unwrap()).unwrap();
    assert_eq!(first["file"], format!("program/{}", key("p")));
    assert_eq!(index.lines().count(), 3);
    let out = rethread(folder.path(), "store export --to out");
    assert_eq!(out.status.code(), Some(2));
    assert!(text(&out.stderr).contains("out is not empty"));
}

#[test]
fn mistakes_are_explained() {
    let folder = tempfile::tempdir().unwrap();
    let error = |line: &str| {
        let out = rethread(folder.path(), line);
        assert_eq!(out.status.code(), Some(2), "{line}");
        text(&out.stderr)
    };
    assert!(error("store ls --store http://x").contains("expected a folder, memcache://"));
    fs::write(folder.path().join("file"), "").unwrap();
    assert!(error("store ls --store file").contains("file is not a folder"));
    assert!(error("store gc --keep 5").contains("5M"));
}

/// The warning is one line, and the list is of the folder in front of the server.
#[test]
fn a_server_that_is_away() {
    let folder = tempfile::tempdir().unwrap();
    fill(&folder.path().join(".rethread"));
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let out = rethread(folder.path(), &format!("store ls --store redis://127.0.0.1:{free}"));
    assert_eq!(out.status.code(), Some(0));
    assert_eq!(text(&out.stderr).lines().count(), 1, "{}", text(&out.stderr));
    assert!(text(&out.stdout).contains("3 records"));
    let out = rethread(folder.path(), &format!("store ls --store memcache://127.0.0.1:{free}"));
    assert!(text(&out.stderr).contains("cannot list"));
}
