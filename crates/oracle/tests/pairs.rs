//! Some hundreds of edits, and what is said about them; `make oracle-pairs` does more of them.

use rethread_oracle::edit::Edit;
use rethread_oracle::pairs::chain::{chain_of, pairs_of};
use rethread_oracle::pairs::unaffected::Blind;
use rethread_oracle::pairs::{judge, seeds, session};
use std::sync::Mutex;

const PAIRS: u64 = 250;

#[test]
fn what_is_said_about_a_change_is_true() {
    let wrong = Mutex::new(String::new());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let tally = session(seeds(1, PAIRS), cores, |_| {}, |mismatch| wrong.lock().unwrap().push_str(mismatch));
    println!("{tally}");
    assert_eq!(tally.mismatches, 0, "{}", wrong.into_inner().unwrap());
    // The net has no hole, and is not torn.
    assert!(10 * tally.pairs > 9 * PAIRS, "{tally}");
    assert!(tally.compiled > 0 && tally.answers > 0, "{tally}");
    assert!(tally.differing > PAIRS && tally.empty > PAIRS / 2, "{tally}");
    assert!(tally.unaffected > tally.affected / 4, "{tally}");
    for edit in Edit::ALL {
        assert!(tally.edits.contains_key(edit.name()), "no pair has: {}", edit.name());
    }
    for kind in ["assert", "bounds", "deadlock", "null", "race"] {
        assert!(tally.bugs.contains_key(kind), "no version has a bug of kind {kind}");
    }
}

/// Without the forward set, or without what was deleted, differences are found.
#[test]
fn an_impact_that_is_too_small_is_noticed() {
    for blind in [Blind::Forward, Blind::Deleted] {
        let found = (1..200).any(|seed| judge(seed, blind, &mut Default::default()).is_some());
        assert!(found, "{blind:?}");
    }
}

#[test]
fn a_seed_is_a_chain() {
    for seed in 0..50 {
        let (a, b) = (chain_of(seed), chain_of(seed));
        assert_eq!(a.versions, b.versions);
        assert_eq!(a.versions.len(), a.edits.len() + 1);
        assert_eq!(a.edits.len() as u64, pairs_of(seed));
        assert!(a.versions.len() <= 5);
    }
}

/// Each of these was wrong once.
#[test]
fn what_was_wrong_stays_right() {
    // A race with the end of a frame was at no check; a race went where a jump of its line did; a thread got past a
    // semaphore because it was not there when the thread came to it; a post did not depend on its semaphore being made.
    for seed in [1155, 1175, 10563, 9500907, 9501075, 9503439] {
        let found = judge(seed, Blind::No, &mut Default::default());
        let why = found.map(|m| m.why.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(why, None, "seed {seed}");
    }
}
