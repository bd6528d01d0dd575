//! Files that were changed behind the store's back: no wrong value is ever read, nothing is deleted, and
//! the store works on afterwards.

mod support;

use rethread_store::Space;
use std::fs;
use std::path::{Path, PathBuf};
use support::{has, open, put, scratch};

const RECORDS: u64 = 20;

fn filled(folder: &Path) -> Vec<u8> {
    let (store, warnings) = open(folder);
    assert_eq!(warnings, [""; 0]);
    for n in 0..RECORDS {
        put(&store, Space::Result, n);
        put(&store, Space::Program, n);
    }
    assert_eq!(store.warnings(), [""; 0]);
    fs::read(folder.join("store.redb")).unwrap()
}

/// Opens a store on `damaged` content; gives how many records were still right and whether it was said
/// that something is wrong. Fails on a wrong record, a lost file, and a store that does not work then.
fn try_damaged(damaged: &[u8]) -> (u64, bool) {
    let folder = scratch();
    fs::write(folder.path().join("store.redb"), damaged).unwrap();
    let (store, _) = open(folder.path());
    let names = [Space::Result, Space::Program].into_iter().flat_map(|s| (0..RECORDS).map(move |n| (s, n)));
    let right = names.filter(|&(space, n)| has(&store, space, n)).count() as u64;
    put(&store, Space::Frontier, 9);
    assert!(has(&store, Space::Frontier, 9));
    let warnings = store.warnings();
    if let Some(aside) = aside(folder.path()) {
        // redb may have tried to mend it before giving up; what matters is that it is there.
        assert!(fs::metadata(&aside).unwrap().len() > 0 || damaged.is_empty());
        assert!(warnings.iter().any(|w| w.contains(aside.to_str().unwrap())), "{warnings:?}");
        assert_eq!(right, 0);
    }
    (right, !warnings.is_empty())
}

fn aside(folder: &Path) -> Option<PathBuf> {
    let names = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path());
    names.into_iter().find(|p| p.to_str().unwrap().contains("damaged-"))
}

#[test]
fn flipped_bits() {
    let folder = scratch();
    let good = filled(folder.path());
    let step: usize = std::env::var("FLIP_STEP").ok().and_then(|s| s.parse().ok()).unwrap_or(4099);
    let from: usize = std::env::var("FLIP_FROM").ok().and_then(|s| s.parse().ok()).unwrap_or(0);
    // The head of the file one by one, then every so often.
    let head = 0..320usize;
    let (mut lost, mut partly, mut all) = (0, 0, 0);
    for (i, at) in head.chain((from..good.len()).step_by(step)).enumerate() {
        let mut damaged = good.clone();
        damaged[at] ^= 1 << (i % 8);
        let (right, said) = try_damaged(&damaged);
        if right < 2 * RECORDS {
            assert!(said, "records are missing and nobody said so: byte {at}");
        }
        match right {
            0 => lost += 1,
            r if r == 2 * RECORDS => all += 1,
            _ => partly += 1,
        }
    }
    println!("{} bytes: {lost} set aside, {partly} partly, {all} whole", good.len());
    assert!(lost > 0 && all > 0);
}

#[test]
fn cut_short() {
    let folder = scratch();
    let good = filled(folder.path());
    let cuts = [0, 1, 8, 64, 319, 320, 4095, 4096, 4097, 10_000];
    for cut in cuts.into_iter().chain((1..20).map(|i| good.len() * i / 20)).chain([good.len() - 1]) {
        let (right, said) = try_damaged(&good[..cut]);
        assert!(right == 0 && (said || cut == 0), "{right} records of a file cut to {cut} bytes");
    }
    // Nothing is missing from one that is too long.
    let (right, said) = try_damaged(&[&good[..], &[0xa5; 9000]].concat());
    assert!(right == 2 * RECORDS || said);
}

#[test]
fn overwritten_pages() {
    let folder = scratch();
    let good = filled(folder.path());
    for (i, at) in (0..good.len()).step_by(4096).enumerate() {
        let mut damaged = good.clone();
        let end = good.len().min(at + 4096);
        // Zeros, or what belongs elsewhere: another page of the same file.
        match i % 2 {
            0 => damaged[at..end].fill(0),
            _ => damaged.copy_within(4096 * 3..4096 * 3 + (end - at), at),
        }
        let (right, said) = try_damaged(&damaged);
        assert!(right == 2 * RECORDS || said, "page {i}");
    }
}
