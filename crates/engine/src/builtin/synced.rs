//! What all synchronisation objects share: where they lie, how they come into being and end, what a step
//! touches of them.
//!
//! Their state is in `State::sync`, not in memory. Memory only tells whether a C object was ever
//! initialised: its bytes count as written from an `init` on and as unwritten from a `destroy` on.

use super::thread::{EINVAL, ETIMEDOUT, misuse};
use crate::error::{Interrupt, Step};
use crate::exec::{Access, Executor, Offset};
use crate::page::Byte;
use crate::state::{Phase, State};
use crate::sync::Sync;
use crate::touch::{Class, Gate, SyncPlace, Touch};
use crate::value::{Kind, ObjId, Value};

/// Part of a synchronisation object that a step touches.
#[derive(Copy, Clone)]
pub(super) struct Part {
    pub lo: u64,
    pub hi: u64,
    pub write: bool,
    pub acquire: bool,
    pub release: bool,
}

pub(super) const READ: Part = Part { lo: 0, hi: 8, write: false, acquire: false, release: false };
pub(super) const CHANGE: Part = Part { write: true, ..READ };
pub(super) const ACQUIRE: Part = Part { write: true, acquire: true, ..READ };
pub(super) const RELEASE: Part = Part { write: true, release: true, ..READ };

impl Part {
    fn of(self, at: Touch, lo: u64, hi: u64) -> Touch {
        let Part { write, acquire, release, .. } = self;
        Touch { lo, hi, write, acquire, release, class: Class::Sync, ..at }
    }

    /// What the step touches now if it is its turn; until then, everything it may touch when it is.
    pub fn or_before(self, state: &State, may: Part) -> Part {
        if state.granted { self } else { may }
    }
}

pub(super) fn touch(state: &State, place: SyncPlace, part: Part) -> Touch {
    let at = Touch { key: key(state, place.0), object: place.0, ..Touch::EXIT };
    part.of(at, place.1 + part.lo, place.1 + part.hi)
}

fn key(state: &State, object: ObjId) -> u64 {
    let memory = &state.memory;
    memory.get(object).map(|o| o.key).or_else(|| memory.gone(object).map(|g| g.key)).unwrap_or(0)
}

/// Places that are not memory, by what they are for.
#[derive(Copy, Clone)]
pub(super) enum Beside {
    /// Which keys for thread-specific data exist.
    Keys,
    /// By thread: is it to be cancelled?
    Cancellation,
    /// By thread: was it woken from a condition variable?
    Woken,
    /// By thread: who has arrived at this barrier in this round?
    Arrivals(SyncPlace, u64),
    /// Freed objects of this size.
    Freed(u64),
}

/// A touch of a place that is not memory. Threads have places of their own in it, by their handles.
pub(super) fn beside(state: &State, what: Beside, lo: u64, hi: u64, part: Part) -> Touch {
    let name = match what {
        Beside::Keys => (0, 0, 0, 0),
        Beside::Cancellation => (1, 0, 0, 0),
        Beside::Woken => (2, 0, 0, 0),
        Beside::Arrivals(at, round) => (3, key(state, at.0), at.1, round),
        Beside::Freed(size) => (4, size, 0, 0),
    };
    part.of(Touch { key: Touch::beside_memory(name), ..Touch::EXIT }, lo, hi)
}

/// The step is taken, the call is not over: what comes next is another step.
pub(super) fn next_phase(state: &mut State, phase: Phase) {
    let thread = state.thread_mut();
    thread.phase = phase;
    thread.marks += 1;
}

/// One thread's part of a place that is not memory.
pub(super) fn of_thread(state: &State, what: Beside, thread: usize, part: Part) -> Touch {
    let handle = state.threads[thread].handle;
    beside(state, what, handle, handle + 1, part)
}

/// Where the synchronisation object behind a pointer lies.
fn place(e: &mut Executor, state: &mut State, p: Value, size: u64) -> Step<SyncPlace> {
    match e.resolve(state, p, size, Access::Write) {
        Ok((o, Offset::Known(off))) => Ok((o, off)),
        Ok((o, Offset::Symbolic(t))) => {
            let off = e.enumerate(state, t)?;
            Ok((o, off))
        }
        // Somebody may have freed it: a step like any other.
        Err(failed @ Interrupt::Failed(_)) => {
            if let Some(t) = e.located(state, p, size, true, Class::Sync)? {
                e.turn(state, Gate::Open, "access", &[t])?;
            }
            Err(failed)
        }
        Err(other) => Err(other),
    }
}

/// A misuse that may depend on what other threads did to the object: a step like any other.
fn misused<T>(e: &mut Executor, state: &mut State, at: SyncPlace, message: String) -> Step<T> {
    let t = touch(state, at, Part { hi: 4, ..CHANGE });
    e.turn(state, Gate::Open, "misuse", &[t])?;
    misuse(message)
}

/// Was nothing ever written to these bytes?
fn is_unwritten(state: &State, at: SyncPlace, size: u64) -> bool {
    state.memory.get(at.0).is_some_and(|o| {
        o.as_array().is_none()
            && !o.has_ended()
            && (at.1..at.1 + size).all(|i| matches!(o.byte(i), Byte::Uninit))
    })
}

/// What a static initialiser makes.
type Initial = fn(&mut Executor, &mut State, SyncPlace) -> Step<Sync>;

/// A kind of synchronisation object.
pub(super) struct Family {
    /// With its article: `a mutex`.
    pub name: &'static str,
    /// Bytes of the C object.
    pub size: u64,
    pub is: fn(&Sync) -> bool,
    pub initial: Option<Initial>,
}

impl Family {
    /// The object behind a pointer; one with a static initialiser comes into being here.
    pub fn find(&self, e: &mut Executor, state: &mut State, p: Value) -> Step<SyncPlace> {
        let at = place(e, state, p, self.size)?;
        let written = !is_unwritten(state, at, self.size);
        let name = self.name;
        match state.sync.get(&at) {
            Some(s) if (self.is)(s) => return Ok(at),
            // Written again since: by assignment of an initialiser.
            Some(Sync::Destroyed) if written && self.initial.is_some() => {}
            Some(Sync::Destroyed) => {
                return misused(e, state, at, format!("use of {name} that was destroyed"));
            }
            Some(_) => return misused(e, state, at, format!("use of something else as {name}")),
            None => {}
        }
        match self.initial {
            Some(initial) if written => {
                let made = initial(e, state, at)?;
                state.sync.insert(at, made);
                Ok(at)
            }
            _ => misused(e, state, at, format!("use of {name} that was never initialised")),
        }
    }

    /// Where an object is to be initialised. Only a first question: the step is still to be taken.
    pub fn place(&self, e: &mut Executor, state: &mut State, p: Value) -> Step<SyncPlace> {
        place(e, state, p, self.size)
    }

    /// Initialises: the turn, the check that nobody uses what is there, the new object.
    pub fn make(
        &self,
        e: &mut Executor,
        state: &mut State,
        at: SyncPlace,
        what: &'static str,
        new: Sync,
    ) -> Step<Option<Value>> {
        let t = touch(state, at, Part { hi: self.size.min(8), ..CHANGE });
        e.turn(state, Gate::Open, what, &[t])?;
        if let Some(how) = state.sync.get(&at).and_then(|s| in_use(state, s)) {
            return misuse(format!("{} is initialised again while {how}", self.name));
        }
        e.spin_sync(state, at);
        state.sync.insert(at, new);
        let whole = self.size / 8 * 8;
        for off in (0..whole).step_by(8) {
            e.write(state, at.0, at.1 + off, Value::Int(0), Kind::Int(64));
        }
        for off in whole..self.size {
            e.write(state, at.0, at.1 + off, Value::Int(0), Kind::Int(8));
        }
        Ok(Some(Value::Int(0)))
    }

    /// Destroys: the turn, the check that nobody uses it, the end.
    pub fn end(
        &self,
        e: &mut Executor,
        state: &mut State,
        p: Value,
        what: &'static str,
    ) -> Step<Option<Value>> {
        let at = self.find(e, state, p)?;
        let t = touch(state, at, Part { hi: self.size.min(8), ..CHANGE });
        e.turn(state, Gate::Open, what, &[t])?;
        if let Some(how) = state.sync.get(&at).and_then(|s| in_use(state, s)) {
            return misuse(format!("{} is destroyed while {how}", self.name));
        }
        e.spin_sync(state, at);
        state.sync.insert(at, Sync::Destroyed);
        if let Some(o) = state.memory.get_mut(at.0).filter(|o| o.as_array().is_none()) {
            o.write_uninit(at.1, self.size);
        }
        Ok(Some(Value::Int(0)))
    }
}

/// Why the object must not end now.
fn in_use(state: &State, sync: &Sync) -> Option<String> {
    let name = |t: usize| &state.threads[t].name;
    match sync {
        Sync::Mutex { owner: Some(o), .. } => Some(format!("thread {} holds it", name(*o))),
        Sync::Cond { waiters } => waiters.first().map(|w| format!("thread {} waits for it", name(*w))),
        Sync::RwLock { writer, readers } => {
            writer.or(readers.first().copied()).map(|o| format!("thread {} holds it", name(o)))
        }
        Sync::Barrier { arrived, .. } => arrived.first().map(|a| format!("thread {} waits at it", name(*a))),
        _ => None,
    }
}

/// A number that decides how a synchronisation object is made: one value each path.
pub(super) fn number(e: &mut Executor, state: &mut State, v: Value, width: u32) -> Step<u64> {
    let t = e.term(state, v, width);
    e.enumerate(state, t)
}

/// How long somebody waits for what is not to be had at once.
#[derive(Copy, Clone)]
pub(super) enum Patience {
    /// Not at all: this is the answer.
    Not(u64),
    /// Until a time, by a clock that may be named. Time is not followed: it may always have come.
    Until { clock: Option<Value>, time: Value },
}

impl Patience {
    /// Is there such a clock? Known before anything else is looked at.
    pub fn has_clock(self, e: &mut Executor, state: &mut State) -> Step<bool> {
        let Patience::Until { clock: Some(clock), .. } = self else { return Ok(true) };
        // CLOCK_REALTIME and CLOCK_MONOTONIC.
        let t = e.term(state, clock, 32);
        let two = e.terms.constant(32, 2);
        let known = e.terms.ult(t, two);
        e.decide(state, known)
    }

    /// Are clock and time what they have to be? For those who look before they try.
    pub fn is_valid(self, e: &mut Executor, state: &mut State) -> Step<bool> {
        match self {
            Patience::Not(_) => Ok(true),
            Patience::Until { time, .. } => Ok(self.has_clock(e, state)? && is_time(e, state, time)?),
        }
    }

    /// The answer to somebody who did not get it.
    pub fn refusal(self, e: &mut Executor, state: &mut State) -> Step<u64> {
        match self {
            Patience::Not(answer) => Ok(answer),
            Patience::Until { time, .. } => Ok(if is_time(e, state, time)? { ETIMEDOUT } else { EINVAL }),
        }
    }
}

/// Are the nanoseconds of a `struct timespec` less than a second?
pub(super) fn is_time(e: &mut Executor, state: &mut State, time: Value) -> Step<bool> {
    const NANOSECONDS: u64 = 8;
    let p = e.shifted(time, Value::Int(NANOSECONDS));
    let v = e.load_own(state, p, Kind::Int(64), "a time")?;
    let t = e.term(state, v, 64);
    let limit = e.terms.constant(64, 1_000_000_000);
    let valid = e.terms.ult(t, limit);
    e.decide(state, valid)
}

/// What functions that report through errno give when they fail.
pub(super) fn failed(e: &mut Executor, state: &mut State, code: u64) -> Option<Value> {
    let machine = e.machine.clone();
    // If there is no errno in the program, nobody looks at it.
    if let Some(global) = machine.errno {
        let o = e.local(&machine, state, global);
        e.spin_touch(state, o, 0, 4, false, true);
        e.write(state, o, 0, Value::Int(code), Kind::Int(32));
    }
    Some(Value::Int(u64::MAX))
}
