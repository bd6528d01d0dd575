//! Read-write locks.
//!
//! Readers share: taking and giving a lock to read touches different parts of it, both only as a read, so
//! that readers neither depend on each other nor learn from each other, and writers do with all. Whom a
//! lock prefers is not modelled: readers may always overtake a writer that waits.

use super::synced::{ACQUIRE, Family, Part, Patience, READ, RELEASE, touch};
use super::thread::{EBUSY, EDEADLK, EINVAL, misuse};
use super::{Args, Builtin, arg, quiet};
use crate::error::Step;
use crate::exec::Executor;
use crate::state::State;
use crate::sync::Sync;
use crate::touch::{Gate, SyncPlace};
use crate::value::Value;
use smallvec::SmallVec;

pub const TABLE: &[Builtin] = &[
    quiet("pthread_rwlock_init", init),
    quiet("pthread_rwlock_destroy", destroy),
    quiet("pthread_rwlock_rdlock", rdlock),
    quiet("pthread_rwlock_tryrdlock", tryrdlock),
    quiet("pthread_rwlock_timedrdlock", timedrdlock),
    quiet("pthread_rwlock_clockrdlock", clockrdlock),
    quiet("pthread_rwlock_wrlock", wrlock),
    quiet("pthread_rwlock_trywrlock", trywrlock),
    quiet("pthread_rwlock_timedwrlock", timedwrlock),
    quiet("pthread_rwlock_clockwrlock", clockwrlock),
    quiet("pthread_rwlock_unlock", unlock),
];

const RWLOCK: Family = Family {
    name: "a read-write lock",
    size: 56,
    is: |s| matches!(s, Sync::RwLock { .. }),
    initial: Some(|_, _, _| Ok(free())),
};

fn free() -> Sync {
    Sync::RwLock { writer: None, readers: SmallVec::new() }
}

const ENTER: Part = Part { hi: 4, acquire: true, ..READ };
const LEAVE: Part = Part { lo: 4, release: true, ..READ };

#[derive(Copy, Clone, PartialEq, Eq)]
enum Mode {
    Read,
    Write,
}

fn init(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let at = RWLOCK.place(e, state, arg(args, 0))?;
    RWLOCK.make(e, state, at, "read-write lock init", free())
}

fn destroy(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    RWLOCK.end(e, state, arg(args, 0), "read-write lock destroy")
}

/// Who holds the lock.
fn holders(state: &State, at: SyncPlace) -> (Option<usize>, SmallVec<[usize; 4]>) {
    match state.sync.get(&at) {
        Some(Sync::RwLock { writer, readers }) => (*writer, readers.clone()),
        _ => (None, SmallVec::new()),
    }
}

fn take(e: &mut Executor, state: &mut State, at: SyncPlace, mode: Mode) {
    e.spin_sync(state, at);
    let me = state.current;
    if let Some(Sync::RwLock { writer, readers }) = state.sync.get_mut(&at) {
        match mode {
            Mode::Read => {
                // In an order that does not depend on the schedule of readers.
                readers.push(me);
                readers.sort_unstable();
            }
            Mode::Write => *writer = Some(me),
        }
    }
}

/// Takes the lock as soon as it can be had, or says why it cannot.
fn lock(
    e: &mut Executor,
    state: &mut State,
    p: Value,
    mode: Mode,
    patience: Option<Patience>,
) -> Step<Option<Value>> {
    if let Some(patience) = patience
        && !patience.is_valid(e, state)?
    {
        return Ok(Some(Value::Int(EINVAL)));
    }
    let at = RWLOCK.find(e, state, p)?;
    let (writer, readers) = holders(state, at);
    let is_free = writer.is_none() && (mode == Mode::Read || readers.is_empty());
    if writer == Some(state.current) && !matches!(patience, Some(Patience::Not(_))) {
        let t = touch(state, at, READ);
        e.turn(state, Gate::Open, "lock", &[t])?;
        return Ok(Some(Value::Int(EDEADLK)));
    }
    let (part, gate, what) = match mode {
        Mode::Read => (ENTER, Gate::ReadLock(at), "lock to read"),
        Mode::Write => (ACQUIRE, Gate::WriteLock(at), "lock to write"),
    };
    if let Some(patience) = patience {
        // The same whether it gets it or not, but that who does not get it learns nothing.
        let t = touch(state, at, Part { acquire: is_free, ..part });
        e.turn(state, Gate::Open, what, &[t])?;
        if !is_free {
            e.spin_poll(state, at);
            return Ok(Some(Value::Int(patience.refusal(e, state)?)));
        }
    } else {
        let t = touch(state, at, part);
        e.turn(state, gate, what, &[t])?;
    }
    take(e, state, at, mode);
    Ok(Some(Value::Int(0)))
}

fn rdlock(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    lock(e, state, arg(args, 0), Mode::Read, None)
}

fn tryrdlock(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    lock(e, state, arg(args, 0), Mode::Read, Some(Patience::Not(EBUSY)))
}

fn timedrdlock(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let patience = Patience::Until { clock: None, time: arg(args, 1) };
    lock(e, state, arg(args, 0), Mode::Read, Some(patience))
}

fn clockrdlock(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let patience = Patience::Until { clock: Some(arg(args, 1)), time: arg(args, 2) };
    lock(e, state, arg(args, 0), Mode::Read, Some(patience))
}

fn wrlock(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    lock(e, state, arg(args, 0), Mode::Write, None)
}

fn trywrlock(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    lock(e, state, arg(args, 0), Mode::Write, Some(Patience::Not(EBUSY)))
}

fn timedwrlock(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let patience = Patience::Until { clock: None, time: arg(args, 1) };
    lock(e, state, arg(args, 0), Mode::Write, Some(patience))
}

fn clockwrlock(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let patience = Patience::Until { clock: Some(arg(args, 1)), time: arg(args, 2) };
    lock(e, state, arg(args, 0), Mode::Write, Some(patience))
}

fn unlock(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let at = RWLOCK.find(e, state, arg(args, 0))?;
    let me = state.current;
    let (writer, readers) = holders(state, at);
    let reads = readers.contains(&me);
    let part = match writer == Some(me) {
        true => RELEASE,
        false if reads => LEAVE,
        false => READ,
    };
    let t = touch(state, at, part);
    e.turn(state, Gate::Open, "unlock", &[t])?;
    if writer != Some(me) && !reads {
        return misuse("unlock of a read-write lock that this thread does not hold");
    }
    e.spin_sync(state, at);
    if let Some(Sync::RwLock { writer, readers }) = state.sync.get_mut(&at) {
        match readers.iter().position(|r| *r == me) {
            Some(i) => _ = readers.remove(i),
            None => *writer = None,
        }
    }
    Ok(Some(Value::Int(0)))
}
