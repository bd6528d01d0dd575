//! What a store does while nothing goes wrong, and how it tells a newer or foreign database.

mod support;

use redb::{Database, TableDefinition};
use rethread_store::{Cleaned, Error, Location, Space, Store};
use std::fs;
use std::time::{Duration, SystemTime};
use support::{has, key, open, put, scratch, value};

#[test]
fn records_are_found_again_by_space_and_key() {
    let folder = scratch();
    let path = folder.path().join("a/b/store");
    let (store, warnings) = open(&path);
    assert_eq!(warnings, [""; 0]);
    assert_eq!(store.get(Space::Program, key(1)), None);
    store.put(&[(Space::Program, key(1), "one", b"1".to_vec()), (Space::Result, key(1), "two", vec![])]);
    store.put(&[(Space::Program, key(1), "again", b"2".to_vec())]);
    drop(store);
    let (store, _) = open(&path);
    assert_eq!(store.get(Space::Program, key(1)), Some(b"2".to_vec()));
    assert_eq!(store.get(Space::Result, key(1)), Some(vec![]));
    assert_eq!(store.get(Space::Frontier, key(1)), None);
    let listed = store.list();
    let labels: Vec<_> = listed.iter().map(|e| (e.space, e.label.as_str(), e.bytes)).collect();
    assert_eq!(labels, [(Space::Program, "again", 1), (Space::Result, "two", 0)]);
    assert!(listed.iter().all(|e| e.written <= SystemTime::now() && e.used >= e.written));
    store.remove(&[(Space::Program, key(1)), (Space::Program, key(99))]);
    assert_eq!(store.get(Space::Program, key(1)), None);
    assert_eq!(store.verify().records, 1);
    assert_eq!(store.warnings(), [""; 0]);
    // It is nothing to be committed.
    assert_eq!(fs::read_to_string(path.join(".gitignore")).unwrap(), "*\n");
}

#[test]
fn a_store_is_shared_by_threads() {
    let folder = scratch();
    let (store, _) = open(folder.path());
    std::thread::scope(|scope| {
        for i in 0..4 {
            let store = &store;
            scope.spawn(move || (i * 10..i * 10 + 10).for_each(|n| put(store, Space::Result, n)));
        }
    });
    assert!((0..40).all(|n| has(&store, Space::Result, n)));
}

#[test]
fn what_was_used_longest_ago_goes_first() {
    let folder = scratch();
    let (store, _) = open(folder.path());
    store.put(&[(Space::Accepted, key(0), "kept whatever happens", vec![0; 5000])]);
    for n in 1..=4 {
        store.put(&[(Space::Result, key(n), "r", vec![n as u8; 100_000])]);
    }
    let size = || fs::metadata(folder.path().join("store.redb")).unwrap().len();
    let before = size();
    let cleaned = store.gc(Some(205_000), None);
    assert_eq!(cleaned, Cleaned { removed: 2, removed_bytes: 200_000, kept: 3, kept_bytes: 205_000 });
    let there: Vec<bool> = (1..=4).map(|n| store.get(Space::Result, key(n)).is_some()).collect();
    assert_eq!(there, [false, false, true, true]);
    assert!(size() < before);
    assert_eq!(store.gc(None, Some(Duration::from_secs(60))).removed, 0);
    assert_eq!(store.gc(None, Some(Duration::ZERO)).removed, 2);
    assert_eq!(store.list().len(), 1);
    assert_eq!(store.gc(Some(0), None).kept, 1);
    assert_eq!(store.warnings(), [""; 0]);
}

/// A database like the store's, but for its format.
fn with_format(path: &std::path::Path, format: Option<u64>) {
    let db = Database::create(path).unwrap();
    let transaction = db.begin_write().unwrap();
    if let Some(format) = format {
        let about: TableDefinition<&str, u64> = TableDefinition::new("about");
        transaction.open_table(about).unwrap().insert("format", format).unwrap();
    }
    transaction.commit().unwrap();
}

#[test]
fn newer_and_foreign_databases_are_set_aside() {
    for (format, aside) in [(Some(7), "store.newer-1.redb"), (None, "store.damaged-1.redb")] {
        let folder = scratch();
        with_format(&folder.path().join("store.redb"), format);
        let (store, warnings) = open(folder.path());
        assert_eq!(warnings.len(), 1);
        assert!(warnings[0].contains(aside), "{warnings:?}");
        assert_eq!(warnings[0].contains("format 7"), format.is_some(), "{warnings:?}");
        put(&store, Space::Result, 5);
        drop(store);
        // Both stay: the one that was moved, and the new one.
        let (store, warnings) = open(folder.path());
        assert_eq!(warnings, [""; 0]);
        assert!(has(&store, Space::Result, 5));
        assert!(Database::open(folder.path().join(aside)).is_ok());
        drop(store);
        // A second one gets a name of its own.
        with_format(&folder.path().join("other.redb"), format);
        fs::rename(folder.path().join("other.redb"), folder.path().join("store.redb")).unwrap();
        let (_, warnings) = open(folder.path());
        assert!(warnings[0].contains(&aside.replace("-1", "-2")), "{warnings:?}");
        assert!(folder.path().join(aside).exists());
    }
}

#[test]
fn a_file_is_not_a_folder() {
    let folder = scratch();
    let file = folder.path().join("file");
    fs::write(&file, "precious").unwrap();
    let opened = Store::open(&Location::Folder(file.clone()));
    assert!(matches!(opened, Err(Error::NotAFolder(_))));
    assert_eq!(fs::read_to_string(file).unwrap(), "precious");
}

#[test]
fn a_folder_that_goes_away_in_the_middle() {
    let folder = scratch();
    let path = folder.path().join("store");
    let (store, _) = open(&path);
    put(&store, Space::Result, 5);
    fs::remove_dir_all(&path).unwrap();
    assert!(!has(&store, Space::Result, 5));
    put(&store, Space::Result, 6);
    assert!(has(&store, Space::Result, 6));
    assert_eq!(store.warnings(), [""; 0]);
}

#[test]
fn damage_in_the_middle_of_a_run() {
    let folder = scratch();
    let (store, _) = open(folder.path());
    put(&store, Space::Result, 5);
    let file = folder.path().join("store.redb");
    fs::write(&file, b"nonsense".repeat(1000)).unwrap();
    assert!(!has(&store, Space::Result, 5));
    put(&store, Space::Result, 6);
    assert!(has(&store, Space::Result, 6));
    assert_eq!(store.warnings().len(), 1, "{:?}", store.warnings());
    assert_eq!(fs::read(folder.path().join("store.damaged-1.redb")).unwrap(), b"nonsense".repeat(1000));
    assert!(!value(6).is_empty());
}
