//! Mutexes of all kinds. Robust ones are not supported and say so.

use super::thread::{EBUSY, EDEADLK, field, misuse};
use super::{Args, Builtin, arg, quiet};
use crate::error::{Interrupt, Step};
use crate::exec::{Access, Executor, Offset};
use crate::state::State;
use crate::sync::{MutexKind, Sync};
use crate::touch::{Class, Gate, SyncPlace, Touch};
use crate::value::Value;

pub const TABLE: &[Builtin] = &[
    quiet("pthread_mutex_init", init),
    quiet("pthread_mutex_destroy", destroy),
    quiet("pthread_mutex_lock", lock),
    quiet("pthread_mutex_trylock", trylock),
    quiet("pthread_mutex_timedlock", timedlock),
    quiet("pthread_mutex_clocklock", timedlock),
    quiet("pthread_mutex_unlock", unlock),
];

pub(super) const ETIMEDOUT: u64 = 110;
const EPERM: u64 = 1;

/// Where glibc keeps the kind in a `pthread_mutex_t`, and the size of one.
const KIND: u64 = 16;
const SIZE: u64 = 40;

/// Part of a synchronisation object that a step touches.
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

pub(super) fn touch(state: &State, place: SyncPlace, part: Part) -> Touch {
    let key = state.memory.get(place.0).map_or(0, |o| o.key);
    Touch {
        key,
        object: place.0,
        lo: place.1 + part.lo,
        hi: place.1 + part.hi,
        write: part.write,
        reads: true,
        class: Class::Sync,
        at: None,
        from: rethread_ir::LocId::NONE,
        acquire: part.acquire,
        release: part.release,
    }
}

/// Where the synchronisation object behind a pointer lies.
pub(super) fn place(e: &mut Executor, state: &mut State, p: Value, size: u64) -> Step<SyncPlace> {
    match e.resolve(state, p, size, Access::Write)? {
        (o, Offset::Known(off)) => Ok((o, off)),
        (o, Offset::Symbolic(t)) => {
            let off = e.enumerate(state, t)?;
            Ok((o, off))
        }
    }
}

fn named(kind: u64) -> Step<MutexKind> {
    match kind & 0x1f {
        0 | 3 => Ok(MutexKind::Normal),
        1 => Ok(MutexKind::Recursive),
        2 => Ok(MutexKind::ErrorCheck),
        _ => Err(Interrupt::Unsupported("a robust mutex, or one with a priority protocol".into())),
    }
}

/// A misuse that may depend on what other threads did to the object: a step like any other.
pub(super) fn misused<T>(e: &mut Executor, state: &mut State, at: SyncPlace, message: &str) -> Step<T> {
    let t = touch(state, at, READ);
    e.turn(state, Gate::Open, "misuse", &[t])?;
    misuse(message)
}

/// Was nothing ever written to these bytes?
pub(super) fn is_unwritten(state: &State, at: SyncPlace, size: u64) -> bool {
    state.memory.get(at.0).is_some_and(|o| {
        o.as_array().is_none()
            && !o.has_ended()
            && (at.1..at.1 + size).all(|i| matches!(o.byte(i), crate::page::Byte::Uninit))
    })
}

/// The mutex behind a pointer; a static one comes into being here.
pub(super) fn mutex(e: &mut Executor, state: &mut State, p: Value) -> Step<SyncPlace> {
    let at = place(e, state, p, SIZE)?;
    match state.sync.get(&at) {
        Some(Sync::Mutex { .. }) => Ok(at),
        Some(Sync::Destroyed) => misused(e, state, at, "use of a mutex that was destroyed"),
        Some(_) => misused(e, state, at, "use of something else as a mutex"),
        None => {
            if is_unwritten(state, at, SIZE) {
                return misused(e, state, at, "use of a mutex that was never initialised");
            }
            let kind = field(e, state, Value::Ptr(at.0, at.1), KIND)?;
            let kind = named(kind)?;
            let loc = rethread_ir::LocId::NONE;
            state.sync.insert(at, Sync::Mutex { kind, owner: None, count: 0, at: loc });
            Ok(at)
        }
    }
}

fn init(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let at = place(e, state, arg(args, 0), SIZE)?;
    let kind = match arg(args, 1) {
        Value::Int(0) => MutexKind::Normal,
        attr => {
            let kind = field(e, state, attr, 0)?;
            named(kind)?
        }
    };
    let t = touch(state, at, CHANGE);
    e.turn(state, Gate::Open, "mutex init", &[t])?;
    if let Some(Sync::Mutex { owner: Some(_), .. }) = state.sync.get(&at) {
        return misuse("a mutex is initialised again while it is locked");
    }
    e.spin_sync(state, at);
    let loc = rethread_ir::LocId::NONE;
    state.sync.insert(at, Sync::Mutex { kind, owner: None, count: 0, at: loc });
    // The memory counts as written from here on.
    if let Some(o) = state.memory.get_mut(at.0) {
        o.write_bytes(at.1, &[0; SIZE as usize]);
    }
    Ok(Some(Value::Int(0)))
}

fn destroy(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let at = mutex(e, state, arg(args, 0))?;
    let t = touch(state, at, CHANGE);
    e.turn(state, Gate::Open, "mutex destroy", &[t])?;
    if let Some(Sync::Mutex { owner: Some(o), .. }) = state.sync.get(&at) {
        let holder = state.threads[*o].name.clone();
        return misuse(format!("a mutex is destroyed while thread {holder} holds it"));
    }
    e.spin_sync(state, at);
    state.sync.insert(at, Sync::Destroyed);
    Ok(Some(Value::Int(0)))
}

/// Takes the mutex, which is free or held by this thread.
pub(super) fn take(e: &mut Executor, state: &mut State, at: SyncPlace) {
    e.spin_sync(state, at);
    let (me, loc) = (state.current, e.machine.location(state));
    if let Some(Sync::Mutex { owner, count, at, .. }) = state.sync.get_mut(&at) {
        *owner = Some(me);
        *count += 1;
        *at = loc;
    }
}

/// Gives the mutex up, however often it was taken; the number of times.
pub(super) fn give(e: &mut Executor, state: &mut State, at: SyncPlace) {
    e.spin_sync(state, at);
    if let Some(Sync::Mutex { owner, count, .. }) = state.sync.get_mut(&at) {
        *owner = None;
        *count = 0;
    }
}

fn holder(state: &State, at: SyncPlace) -> (MutexKind, Option<usize>) {
    match state.sync.get(&at) {
        Some(Sync::Mutex { kind, owner, .. }) => (*kind, *owner),
        _ => (MutexKind::Normal, None),
    }
}

pub(super) fn holds(state: &State, at: SyncPlace) -> bool {
    holder(state, at).1 == Some(state.current)
}

fn lock(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let at = mutex(e, state, arg(args, 0))?;
    let own = holds(state, at);
    let acquire = touch(state, at, ACQUIRE);
    match holder(state, at).0 {
        MutexKind::ErrorCheck if own => {
            let t = touch(state, at, READ);
            e.turn(state, Gate::Open, "lock", &[t])?;
            Ok(Some(Value::Int(EDEADLK)))
        }
        _ => {
            e.turn(state, Gate::Mutex(at), "lock", &[acquire])?;
            take(e, state, at);
            Ok(Some(Value::Int(0)))
        }
    }
}

/// What a lock that does not wait gives: the mutex, or why not.
fn attempt(
    e: &mut Executor,
    state: &mut State,
    args: Args<'_>,
    what: &'static str,
    busy: u64,
) -> Step<Option<Value>> {
    let at = mutex(e, state, arg(args, 0))?;
    let (kind, owner) = holder(state, at);
    let free = match owner {
        None => true,
        Some(o) => o == state.current && kind == MutexKind::Recursive,
    };
    // What a step touches must not depend on how it turns out.
    let t = touch(state, at, ACQUIRE);
    e.turn(state, Gate::Open, what, &[t])?;
    if !free {
        let own = owner == Some(state.current);
        return Ok(Some(Value::Int(if own && kind == MutexKind::ErrorCheck && busy != EBUSY {
            EDEADLK
        } else {
            busy
        })));
    }
    take(e, state, at);
    Ok(Some(Value::Int(0)))
}

fn trylock(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    attempt(e, state, args, "trylock", EBUSY)
}

fn timedlock(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    attempt(e, state, args, "timed lock", ETIMEDOUT)
}

fn unlock(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let at = mutex(e, state, arg(args, 0))?;
    let (kind, owner) = holder(state, at);
    let own = owner == Some(state.current);
    let t = touch(state, at, if own { RELEASE } else { READ });
    e.turn(state, Gate::Open, "unlock", &[t])?;
    if !own {
        if kind == MutexKind::ErrorCheck {
            return Ok(Some(Value::Int(EPERM)));
        }
        return match owner {
            None => misuse("unlock of a mutex that is not locked"),
            Some(o) => misuse(format!("unlock of a mutex that thread {} holds", state.threads[o].name)),
        };
    }
    e.spin_sync(state, at);
    if let Some(Sync::Mutex { owner, count, .. }) = state.sync.get_mut(&at) {
        *count -= 1;
        if *count == 0 {
            *owner = None;
        }
    }
    Ok(Some(Value::Int(0)))
}
