//! Mutexes of all kinds. Robust ones and priority protocols are not supported and say so.

use super::synced::{ACQUIRE, CHANGE, Family, Patience, READ, RELEASE, touch};
use super::thread::{EBUSY, EDEADLK, EINVAL, EPERM, field, misuse};
use super::{Args, Builtin, arg, builtin, quiet};
use crate::error::{Interrupt, Step};
use crate::exec::Executor;
use crate::state::State;
use crate::sync::{MutexKind, Sync};
use crate::touch::{Gate, SyncPlace};
use crate::value::Value;
use rethread_ir::LocId;

pub const TABLE: &[Builtin] = &[
    quiet("pthread_mutex_init", init),
    quiet("pthread_mutex_destroy", destroy),
    quiet("pthread_mutex_lock", lock),
    quiet("pthread_mutex_trylock", trylock),
    quiet("pthread_mutex_timedlock", timedlock),
    quiet("pthread_mutex_clocklock", clocklock),
    quiet("pthread_mutex_unlock", unlock),
    builtin("pthread_mutex_consistent", |_, _, _| robust()),
    builtin("pthread_mutex_getprioceiling", |_, _, _| protocol()),
    builtin("pthread_mutex_setprioceiling", |_, _, _| protocol()),
];

const MUTEX: Family = Family {
    name: "a mutex",
    size: 40,
    is: |s| matches!(s, Sync::Mutex { kind, .. } if *kind != MutexKind::Spin),
    initial: Some(fixed),
};

/// Where glibc keeps the kind in a `pthread_mutex_t`.
const KIND: u64 = 16;
/// What glibc keeps besides the kind in a `pthread_mutexattr_t`.
const ATTR_ROBUST: u64 = 0x4000_0000;
const ATTR_PROTOCOL: u64 = 0x3000_0000;

fn robust<T>() -> Step<T> {
    Err(Interrupt::Unsupported("a robust mutex".into()))
}

fn protocol<T>() -> Step<T> {
    Err(Interrupt::Unsupported("a mutex with a priority protocol".into()))
}

fn named(kind: u64) -> Step<MutexKind> {
    match kind & 0x1f {
        0 | 3 => Ok(MutexKind::Normal),
        1 => Ok(MutexKind::Recursive),
        2 => Ok(MutexKind::ErrorCheck),
        _ => robust(),
    }
}

pub(super) fn new(kind: MutexKind) -> Sync {
    Sync::Mutex { kind, owner: None, count: 0, at: LocId::NONE }
}

/// What a static initialiser made, by the kind it wrote.
fn fixed(e: &mut Executor, state: &mut State, at: SyncPlace) -> Step<Sync> {
    let v = e.load(state, Value::Ptr(at.0, at.1 + KIND), crate::value::Kind::Int(32))?;
    match v {
        Value::Int(kind) => Ok(new(named(kind)?)),
        // In a world that is made up, or in memory that was written in part.
        _ => {
            e.assumed("a mutex that no initialiser wrote is a normal one, and free".into());
            Ok(new(MutexKind::Normal))
        }
    }
}

/// The mutex behind a pointer.
pub(super) fn mutex(e: &mut Executor, state: &mut State, p: Value) -> Step<SyncPlace> {
    MUTEX.find(e, state, p)
}

fn init(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let at = MUTEX.place(e, state, arg(args, 0))?;
    let kind = match arg(args, 1) {
        Value::Int(0) => MutexKind::Normal,
        attr => match field(e, state, attr, 0)? {
            bits if bits & ATTR_ROBUST != 0 => return robust(),
            bits if bits & ATTR_PROTOCOL != 0 => return protocol(),
            bits => named(bits)?,
        },
    };
    MUTEX.make(e, state, at, "mutex init", new(kind))
}

fn destroy(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    MUTEX.end(e, state, arg(args, 0), "mutex destroy")
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

/// Gives the mutex up, which is held once.
pub(super) fn give(e: &mut Executor, state: &mut State, at: SyncPlace) {
    e.spin_sync(state, at);
    if let Some(Sync::Mutex { owner, count, .. }) = state.sync.get_mut(&at) {
        *count -= 1;
        if *count == 0 {
            *owner = None;
        }
    }
}

/// The kind of a mutex, who holds it and how often.
pub(super) fn holder(state: &State, at: SyncPlace) -> (MutexKind, Option<usize>, u32) {
    match state.sync.get(&at) {
        Some(Sync::Mutex { kind, owner, count, .. }) => (*kind, *owner, *count),
        _ => (MutexKind::Normal, None, 0),
    }
}

fn lock(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let at = mutex(e, state, arg(args, 0))?;
    let (kind, owner, _) = holder(state, at);
    if kind == MutexKind::ErrorCheck && owner == Some(state.current) {
        let t = touch(state, at, READ);
        e.turn(state, Gate::Open, "lock", &[t])?;
        return Ok(Some(Value::Int(EDEADLK)));
    }
    let t = touch(state, at, ACQUIRE);
    e.turn(state, Gate::Mutex(at), "lock", &[t])?;
    take(e, state, at);
    Ok(Some(Value::Int(0)))
}

/// What a lock that does not wait for good gives: the mutex, or why not.
fn attempt(
    e: &mut Executor,
    state: &mut State,
    p: Value,
    what: &'static str,
    patience: Patience,
) -> Step<Option<Value>> {
    if !patience.has_clock(e, state)? {
        return Ok(Some(Value::Int(EINVAL)));
    }
    let at = mutex(e, state, p)?;
    let (kind, owner, _) = holder(state, at);
    let own = owner == Some(state.current);
    let free = owner.is_none() || own && kind == MutexKind::Recursive;
    // A write whether it gets it or not: what a step touches must not depend on how it turns out.
    let t = touch(state, at, if free { ACQUIRE } else { CHANGE });
    e.turn(state, Gate::Open, what, &[t])?;
    let answer = match patience {
        _ if free => {
            take(e, state, at);
            0
        }
        Patience::Until { .. } if own && kind == MutexKind::ErrorCheck => EDEADLK,
        _ => {
            e.spin_poll(state, at);
            patience.refusal(e, state)?
        }
    };
    Ok(Some(Value::Int(answer)))
}

fn trylock(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    attempt(e, state, arg(args, 0), "trylock", Patience::Not(EBUSY))
}

fn timedlock(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let patience = Patience::Until { clock: None, time: arg(args, 1) };
    attempt(e, state, arg(args, 0), "timed lock", patience)
}

fn clocklock(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let patience = Patience::Until { clock: Some(arg(args, 1)), time: arg(args, 2) };
    attempt(e, state, arg(args, 0), "timed lock", patience)
}

/// What giving up a mutex that is not held by this thread is.
pub(super) fn not_mine<T>(state: &State, owner: Option<usize>, doing: &str) -> Step<T> {
    match owner {
        None => misuse(format!("{doing} a mutex that is not locked")),
        Some(o) => misuse(format!("{doing} a mutex that thread {} holds", state.threads[o].name)),
    }
}

fn unlock(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let at = mutex(e, state, arg(args, 0))?;
    let (kind, owner, _) = holder(state, at);
    let own = owner == Some(state.current);
    let t = touch(state, at, if own { RELEASE } else { READ });
    e.turn(state, Gate::Open, "unlock", &[t])?;
    match kind {
        _ if own => give(e, state, at),
        MutexKind::Normal | MutexKind::Spin => return not_mine(state, owner, "unlock of"),
        MutexKind::ErrorCheck | MutexKind::Recursive => return Ok(Some(Value::Int(EPERM))),
    }
    Ok(Some(Value::Int(0)))
}
