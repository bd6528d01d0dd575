//! Deliberate defects of the partial order reduction (see `rethread_analysis::mutants`).

#[cfg(feature = "mutants")]
pub(crate) use rethread_analysis::mutants::activate;
pub use rethread_analysis::mutants::{Mutant, mutant};

#[cfg(not(feature = "mutants"))]
mod active {
    use crate::trace::{Event, Trace};

    /// Is the reversal of this race to be forgotten?
    #[inline(always)]
    pub(crate) fn forgotten(_: &Trace, _: u32, _: &Event) -> bool {
        false
    }
}

#[cfg(feature = "mutants")]
mod active {
    use super::{Mutant, mutant};
    use crate::trace::{Event, Trace};
    use rethread_engine::{Class, Touch};

    pub(crate) fn forgotten(trace: &Trace, race: u32, event: &Event) -> bool {
        let first = &trace.events[race as usize];
        let writes = |e: &Event| e.touches.iter().any(|t| t.write);
        let both = |e: &Event| e.touches.iter().any(|t| t.class == Class::Atomic && t.write && t.reads);
        (mutant(Mutant::DropEverySecond) && race % 2 == 1)
            || (mutant(Mutant::LocksProtect) && (holds_a_mutex(trace, first) || holds_a_mutex(trace, event)))
            || (mutant(Mutant::RmwCommute) && both(first) && both(event))
            || (mutant(Mutant::OnlyWrites) && (!writes(first) || !writes(event)))
            || (mutant(Mutant::NewestOnly) && event.races.iter().any(|&other| other > race))
            || (mutant(Mutant::ExitLast) && event.touches.iter().any(Touch::is_exit))
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

pub(crate) use active::forgotten;
