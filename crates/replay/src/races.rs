//! Is the race that a test promises one of the native run?
//!
//! Source: happens-before race detection with vector clocks, over the steps that were taken natively. Edges
//! are creation, join, locks, semaphores, barriers, `pthread_once`, atomic sections, and atomics by their order;
//! a store hands on only what its own thread knows;
//! fences are no steps and order nothing here. Which bytes a call of the C library accesses is not known here: it may be any. Guarantee: both accesses were made on the same bytes by two
//! threads, one of them writing, not both atomic, and none of those edges orders them.

use crate::follow::{Ordered, Taken};
use rethread_testcase::Test;
use std::collections::{BTreeMap, BTreeSet};

type Clock = BTreeMap<String, u64>;
type At = (String, u32);

/// Number of `READ` in `runtime/schedule.h`; everything else that touches bytes may write.
const READ: u32 = 1;
/// A call that synchronises: it meets plain accesses, not others of its kind.
const CALL: u32 = 8;
/// Those that touch bytes: accesses, `FREE`, `END`, calls.
const TOUCHES: [u32; 6] = [READ, 2, 3, 4, 5, CALL];
/// Readers of a lock do not order each other: they tell those who write, at a place beside the lock.
const READERS: u64 = 1 << 63;
/// One place for all atomic sections: they exclude each other.
const SECTIONS: u64 = 1;

/// The places of the last access, and of those before it that race with it.
pub fn with_last(test: &Test, taken: &[Taken]) -> Vec<[At; 2]> {
    let mut threads: BTreeMap<String, Clock> = BTreeMap::new();
    let mut objects: BTreeMap<u64, Clock> = BTreeMap::new();
    // Each access with the time of its thread when it was made.
    let mut accesses: Vec<(&Taken, u64, Option<At>)> = Vec::new();
    let mut found = Vec::new();
    let mut reading: BTreeSet<(String, u64)> = BTreeSet::new();
    for (i, step) in taken.iter().enumerate() {
        for edge in &step.before {
            let (Ordered::Created { parent, child } | Ordered::Joined { parent, child }) = edge;
            let (from, to) = match edge {
                Ordered::Created { .. } => (parent, child),
                Ordered::Joined { .. } => (child, parent),
            };
            let known = threads.get(from).cloned().unwrap_or_default();
            merge(threads.entry(to.clone()).or_default(), &known);
        }
        let clock = threads.entry(step.thread.clone()).or_default();
        let now = clock.get(&step.thread).copied().unwrap_or(0) + 1;
        clock.insert(step.thread.clone(), now);
        let what = test.schedule.get(i).map_or("", |s| s.what.as_str());
        let (acquires, releases, mut place) = edges(what, step);
        match what {
            "lock to read" => _ = reading.insert((step.thread.clone(), step.address)),
            "unlock" if reading.remove(&(step.thread.clone(), step.address)) => place |= READERS,
            "lock to write" => merge(clock, objects.get(&(place | READERS)).unwrap_or(&Clock::new())),
            _ => {}
        }
        if acquires && let Some(released) = objects.get(&place) {
            merge(clock, released);
        }
        let mine: Vec<&Taken> = match step.inside.is_empty() {
            true if TOUCHES.contains(&step.kind) && step.size > 0 => vec![step],
            true => Vec::new(),
            false => step.inside.iter().collect(),
        };
        // The end of a variable has no code of its own: its place is the test's.
        let own =
            test.schedule.get(i).and_then(|s| s.location()).map(|(file, line, _)| (file.to_owned(), line));
        let place_of = |access: &Taken| if step.inside.is_empty() { own.clone() } else { access.at.clone() };
        if i + 1 == taken.len() {
            for access in &mine {
                let races = accesses.iter().filter(|(other, time, _)| {
                    meet(other, access) && clock.get(&other.thread).is_none_or(|seen| seen < time)
                });
                found.extend(races.filter_map(|(_, _, at)| Some([at.clone()?, place_of(access)?])));
            }
        }
        accesses.extend(mine.into_iter().map(|access| (access, now, place_of(access))));
        // What was released to a place is gone with the value that was stored over it.
        if step.stores && what == "write" {
            objects.remove(&place);
        }
        if releases {
            let known = clock.clone();
            merge(objects.entry(place).or_default(), &known);
        }
    }
    found
}

/// Does the step learn from who released its object, does it release, and which object is it?
fn edges(what: &str, step: &Taken) -> (bool, bool, u64) {
    let at = step.address;
    match what {
        "lock" | "trylock" | "timed lock" | "lock to read" | "lock to write" | "semaphore wait" | "once"
        | "leave barrier" => (true, false, at),
        "unlock" | "wait" | "semaphore post" | "once done" | "arrive at barrier" => (false, true, at),
        "atomic" => (true, true, SECTIONS),
        "read" | "write" if step.order > 0 => {
            let order = step.order - 1;
            (matches!(order, 1 | 2 | 4 | 5) && !step.stores, matches!(order, 3..=5) && what == "write", at)
        }
        _ => (false, false, at),
    }
}

fn meet(a: &Taken, b: &Taken) -> bool {
    let anywhere = a.address == 0 || b.address == 0;
    a.thread != b.thread
        && (anywhere || a.address < b.address + b.size && b.address < a.address + a.size)
        && (a.kind != READ || b.kind != READ)
        && !(is_atomic(a) && is_atomic(b))
}

fn is_atomic(t: &Taken) -> bool {
    t.order > 0 || t.kind == CALL
}

fn merge(clock: &mut Clock, other: &Clock) {
    for (thread, time) in other {
        let mine = clock.entry(thread.clone()).or_default();
        *mine = (*mine).max(*time);
    }
}
