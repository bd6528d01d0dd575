//! Records whose content follows from their number, so that any process can tell a wrong one.

use rethread_store::{Key, Location, Space, Store};
use std::path::Path;

pub fn open(folder: &Path) -> (Store, Vec<String>) {
    let opened = Store::open(&Location::Folder(folder.into())).unwrap();
    (opened.store, opened.warnings)
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
