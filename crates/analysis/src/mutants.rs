//! Deliberate defects of the reductions, to show that the oracle would find them. None of this is in a build
//! without the feature `mutants`; there [`mutant`] is the constant false.

/// What is done wrong.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(not(feature = "mutants"), allow(dead_code))]
pub enum Mutant {
    /// Every second race is not reversed.
    DropEverySecond,
    /// Threads that are blocked for good ask for nothing.
    ForgetBlocked,
    /// What is done while a mutex is held races with nobody.
    LocksProtect,
    /// Two read-modify-writes of one place can be swapped.
    RmwCommute,
    /// Only two writes conflict.
    OnlyWrites,
    /// Of the races of a step only the newest is reversed.
    NewestOnly,
    /// The end of the process could not have come earlier.
    ExitLast,
    /// Steps that were explored are never looked at again.
    SleepForEver,
    /// A sequence counts as planned if anything of one of its threads is.
    SameThreadCovers,
    /// A sequence counts as explored if any of its steps was, also one that cannot come first.
    AnyStepCovers,
    /// Who has to wait for a lock looks at who gave it up, not at who took it.
    UnlockOnly,
    /// A race is reversed once, whatever else could come before its second step.
    RacesOnce,
    /// A race is not looked at again where the last step it was seen behind decides otherwise.
    DecidedOnce,
    /// A plan that begins with a step is forgotten where another one, that does not see it, is taken up first.
    UnseenForgotten,
    /// With summaries a sequence is planned although the step it begins with sleeps, and others are left to it.
    AsleepPlanned,
    /// With summaries, threads that the end of the process cuts short ask for nothing.
    CutShortForgotten,
    /// Summaries do not say which way branches and checks went.
    NoBranches,
    /// Summaries do not say that objects live, and how large they are.
    NoObjects,
    /// Summaries do not say where accesses went, and which values were made concrete.
    NoAddresses,
    /// Nor that somebody wrote what is decided on.
    NoWritten,
    /// Summaries are used whoever holds a lock or waits.
    NoLocks,
    /// Summaries count what was not followed to its end as safe.
    Unfinished,
    /// Summaries are used whoever sleeps.
    NoSleep,
    /// One safe order of threads is enough for a summary.
    AnyOrder,
    /// A dropped state hands on no reason for being safe.
    NoReason,
    /// What is touched behind a dropped state is weighed against the last step it depends on alone.
    FeedNewest,
    /// What is touched behind a dropped state is forgotten.
    FeedNothing,
    /// Data races behind a dropped state are forgotten.
    NoRaces,
    /// The side of a branch of no consequence that is taken is assumed.
    SideAssumed,
    /// Slices do not follow values from one thread to another.
    NoInterference,
    /// Slices do not follow what may keep control.
    NoPassing,
    /// One bug is all there can be.
    AnyFound,
    /// A formula that was made special does not say what it takes for granted.
    UnsaidNumbers,
    /// What is made of a register that nobody wrote says nothing of it.
    UnsaidUnwritten,
    /// Summaries of the old version are used whatever was changed.
    NoFootprint,
    /// Summaries of the old version are used if every instruction is still there, whatever follows it.
    NoEdges,
    /// Summaries of the old version are used wherever calls that are under way go on now.
    ReturnsIgnored,
    /// Summaries of the old version are used whatever threads share now.
    NoSharing,
    /// Summaries of the old version are used for checks that were not looked for.
    NoVouching,
    /// Bugs of the old version that have to be found again count as known.
    KnownForEver,
    /// Every instruction is taken for the one after it in the old version.
    OffByOne,
    /// Summaries of the old version are used if the instruction at hand was not changed (the paper's backward rule).
    PaperBackward,
    /// A choice matters if the change can affect it, not if it can affect a goal (the paper's forward rule).
    PaperForward,
    /// What was deleted, or was there before a modification, affects nothing.
    DeletedIgnored,
    /// What is kept of one version is taken for what is known of another.
    StaleStore,
    /// The exit code of the process is decided on by nobody.
    NoExitCode,
}

#[cfg(feature = "mutants")]
impl Mutant {
    pub const ALL: [Mutant; 34] = [
        Mutant::DropEverySecond,
        Mutant::ForgetBlocked,
        Mutant::LocksProtect,
        Mutant::RmwCommute,
        Mutant::OnlyWrites,
        Mutant::NewestOnly,
        Mutant::ExitLast,
        Mutant::SleepForEver,
        Mutant::SameThreadCovers,
        Mutant::AnyStepCovers,
        Mutant::UnlockOnly,
        Mutant::RacesOnce,
        Mutant::DecidedOnce,
        Mutant::UnseenForgotten,
        Mutant::AsleepPlanned,
        Mutant::CutShortForgotten,
        Mutant::NoBranches,
        Mutant::NoObjects,
        Mutant::NoAddresses,
        Mutant::NoWritten,
        Mutant::NoLocks,
        Mutant::Unfinished,
        Mutant::NoSleep,
        Mutant::AnyOrder,
        Mutant::NoReason,
        Mutant::FeedNewest,
        Mutant::FeedNothing,
        Mutant::NoRaces,
        Mutant::SideAssumed,
        Mutant::NoInterference,
        Mutant::NoPassing,
        Mutant::AnyFound,
        Mutant::UnsaidNumbers,
        Mutant::UnsaidUnwritten,
    ];

    /// Those that show in a change.
    pub const OF_CHANGES: [Mutant; 13] = [
        Mutant::NoFootprint,
        Mutant::NoEdges,
        Mutant::ReturnsIgnored,
        Mutant::NoSharing,
        Mutant::NoVouching,
        Mutant::KnownForEver,
        Mutant::OffByOne,
        Mutant::PaperBackward,
        Mutant::PaperForward,
        Mutant::DeletedIgnored,
        Mutant::StaleStore,
        Mutant::NoPassing,
        Mutant::NoExitCode,
    ];
}

#[cfg(not(feature = "mutants"))]
mod active {
    use super::Mutant;

    /// Is this defect to be made?
    #[inline(always)]
    pub fn mutant(_: Mutant) -> bool {
        false
    }
}

#[cfg(feature = "mutants")]
mod active {
    use super::Mutant;
    use std::cell::Cell;

    thread_local! {
        static ACTIVE: Cell<Option<Mutant>> = const { Cell::new(None) };
    }

    /// From now on this thread works with that defect.
    pub fn activate(mutant: Option<Mutant>) {
        ACTIVE.set(mutant);
    }

    pub fn mutant(mutant: Mutant) -> bool {
        ACTIVE.get() == Some(mutant)
    }
}

#[cfg(feature = "mutants")]
pub use active::activate;
pub use active::mutant;
