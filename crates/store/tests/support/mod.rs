#![allow(dead_code, reason = "each test uses a part of it")]
//! Records whose content follows from their number, so that any process can tell a wrong one.

use rethread_store::{Key, Location, Space, Store};
use std::path::Path;
use tempfile::TempDir;

pub fn open(folder: &Path) -> (Store, Vec<String>) {
    let opened = Store::open(&Location::Folder(folder.into())).unwrap();
    (opened.store, opened.warnings)
}

/// In memory where that can be: what is tested here does not depend on how slow a disk is.
pub fn scratch() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

pub fn key(n: u64) -> Key {
    Key::of(&[&n.to_le_bytes()])
}

/// Different for each record, and of every size from nothing to several pages.
pub fn value(n: u64) -> Vec<u8> {
    (0..n.wrapping_mul(n).wrapping_mul(37) % 20_000).map(|i| (i * 31).wrapping_add(n * 7) as u8).collect()
}

/// Whether the record is there; fails if it is not what was written.
pub fn has(store: &Store, space: Space, n: u64) -> bool {
    let got = store.get(space, key(n));
    assert!(got.as_ref().is_none_or(|got| *got == value(n)), "a wrong value for {space} {n}");
    got.is_some()
}

pub fn put(store: &Store, space: Space, n: u64) {
    store.put(&[(space, key(n), "a test", value(n))]);
}
