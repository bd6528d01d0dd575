//! Every deliberate defect of the reduction is found by the seed that is recorded for it, and nothing is found
//! there without it. `make mutants` looks for new seeds when the generator has changed.

use rethread_explore::Mutant;
use rethread_oracle::mutants::{complains_of_change, complaints};

/// The first seed that finds each.
const KILLERS: [(Mutant, u64); 34] = [
    (Mutant::DropEverySecond, 1),
    (Mutant::ForgetBlocked, 72),
    (Mutant::LocksProtect, 1),
    (Mutant::RmwCommute, 27),
    (Mutant::OnlyWrites, 1),
    (Mutant::NewestOnly, 1),
    (Mutant::ExitLast, 9),
    (Mutant::SleepForEver, 1),
    (Mutant::SameThreadCovers, 13),
    (Mutant::AnyStepCovers, 1),
    (Mutant::UnlockOnly, 39),
    (Mutant::RacesOnce, 609766),
    (Mutant::DecidedOnce, 23028739),
    (Mutant::UnseenForgotten, 3004901),
    (Mutant::AsleepPlanned, 12010975),
    (Mutant::CutShortForgotten, 41001743),
    (Mutant::NoBranches, 71),
    (Mutant::NoObjects, 655),
    (Mutant::NoAddresses, 22),
    (Mutant::NoWritten, 17002337),
    (Mutant::NoLocks, 69),
    (Mutant::Unfinished, 907),
    (Mutant::NoSleep, 745),
    (Mutant::AnyOrder, 189),
    (Mutant::NoReason, 189),
    (Mutant::FeedNewest, 1590),
    (Mutant::FeedNothing, 77),
    (Mutant::NoRaces, 784),
    (Mutant::SideAssumed, 581),
    (Mutant::NoInterference, 1),
    (Mutant::NoPassing, 774),
    (Mutant::AnyFound, 1),
    (Mutant::UnsaidNumbers, 3270),
    (Mutant::UnsaidUnwritten, 50021747),
];

/// The same of what is made of a change: the seeds of chains of versions.
const OF_CHANGES: [(Mutant, u64); 13] = [
    (Mutant::NoFootprint, 2),
    (Mutant::NoEdges, 449),
    (Mutant::ReturnsIgnored, 14005001),
    (Mutant::NoSharing, 93),
    (Mutant::NoVouching, 5),
    (Mutant::KnownForEver, 10),
    (Mutant::OffByOne, 2),
    (Mutant::PaperBackward, 22),
    (Mutant::PaperForward, 1),
    (Mutant::DeletedIgnored, 1),
    (Mutant::StaleStore, 2),
    (Mutant::NoPassing, 22),
    (Mutant::NoExitCode, 51000594),
];

#[test]
fn every_mutant_of_a_change_is_killed() {
    for mutant in Mutant::OF_CHANGES {
        let (_, seed) = *OF_CHANGES.iter().find(|k| k.0 == mutant).expect("every mutant has a seed");
        assert!(complains_of_change(seed, Some(mutant)), "{mutant:?} is not found by seed {seed}");
        assert!(!complains_of_change(seed, None), "seed {seed} complains without a mutant");
    }
}

#[test]
fn every_mutant_is_killed() {
    for mutant in Mutant::ALL {
        let (_, seed) = *KILLERS.iter().find(|k| k.0 == mutant).expect("every mutant has a seed");
        let found = complaints(seed, Some(mutant));
        assert!(!found.is_empty(), "{mutant:?} is not found by seed {seed}: run `make mutants`");
        let without = complaints(seed, None);
        assert!(without.is_empty(), "seed {seed} complains without a mutant: {}", without[0]);
    }
}
