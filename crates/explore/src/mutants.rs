//! Deliberate defects of the reduction, to show that the oracle would find them. None of this is in a build
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
    /// What a section races with is reversed once, whatever else could come before it.
    SectionsOnce,
}

#[cfg(feature = "mutants")]
impl Mutant {
    pub const ALL: [Mutant; 12] = [
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
        Mutant::SectionsOnce,
    ];
}

#[cfg(not(feature = "mutants"))]
mod active {
    use super::Mutant;
    use crate::trace::{Event, Trace};

    /// Is this defect to be made?
    #[inline(always)]
    pub(crate) fn mutant(_: Mutant) -> bool {
        false
    }

    /// Is the reversal of this race to be forgotten?
    #[inline(always)]
    pub(crate) fn forgotten(_: &Trace, _: u32, _: &Event) -> bool {
        false
    }
}

#[cfg(feature = "mutants")]
mod active {
    use super::Mutant;
    use crate::trace::{Event, Trace};
    use rethread_engine::{Class, Touch};
    use std::cell::Cell;

    thread_local! {
        static ACTIVE: Cell<Option<Mutant>> = const { Cell::new(None) };
    }

    /// From now on this thread explores with that defect.
    pub(crate) fn activate(mutant: Option<Mutant>) {
        ACTIVE.set(mutant);
    }

    pub(crate) fn mutant(mutant: Mutant) -> bool {
        ACTIVE.get() == Some(mutant)
    }

    pub(crate) fn forgotten(trace: &Trace, race: u32, event: &Event) -> bool {
        let first = &trace.events[race as usize];
        let writes = |e: &Event| e.touches.iter().any(|t| t.write);
        let both = |e: &Event| e.touches.iter().any(|t| t.class == Class::Atomic && t.write && t.reads);
        match ACTIVE.get() {
            Some(Mutant::DropEverySecond) => race % 2 == 1,
            Some(Mutant::LocksProtect) => holds_a_mutex(trace, first) || holds_a_mutex(trace, event),
            Some(Mutant::RmwCommute) => both(first) && both(event),
            Some(Mutant::OnlyWrites) => !writes(first) || !writes(event),
            Some(Mutant::NewestOnly) => event.races.iter().any(|&other| other > race),
            Some(Mutant::ExitLast) => event.touches.iter().any(Touch::is_exit),
            _ => false,
        }
    }

    /// Is the event an access inside a critical section?
    fn holds_a_mutex(trace: &Trace, event: &Event) -> bool {
        let is_sync = |e: &Event| e.touches.iter().any(|t| t.class == Class::Sync);
        let mine = trace.events.iter().filter(|e| e.thread == event.thread && e.index < event.index);
        let held: i32 = mine
            .flat_map(|e| &e.touches)
            .filter(|t| t.class == Class::Sync)
            .map(|t| i32::from(t.acquire) - i32::from(t.release))
            .sum();
        !is_sync(event) && held > 0
    }
}

#[cfg(feature = "mutants")]
pub(crate) use active::activate;
pub(crate) use active::{forgotten, mutant};
