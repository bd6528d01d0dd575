//! Semaphores without a name. Those with one are shared between processes, and not supported.

use super::cancel;
use super::synced::{ACQUIRE, CHANGE, Family, Patience, READ, RELEASE, failed, number, touch};
use super::thread::{EAGAIN, EINVAL, EOVERFLOW};
use super::{Args, Builtin, arg, builtin, quiet};
use crate::error::{Interrupt, Step};
use crate::exec::{Access, Executor};
use crate::state::State;
use crate::sync::Sync;
use crate::touch::{Gate, SyncPlace, Touches};
use crate::value::{Kind, Value};
use smallvec::smallvec;

pub const TABLE: &[Builtin] = &[
    quiet("sem_init", init),
    quiet("sem_destroy", destroy),
    quiet("sem_wait", wait),
    quiet("sem_trywait", trywait),
    quiet("sem_timedwait", timedwait),
    quiet("sem_clockwait", clockwait),
    quiet("sem_post", post),
    builtin("sem_getvalue", getvalue),
    builtin("sem_open", |_, _, _| named()),
    builtin("sem_close", |_, _, _| named()),
    builtin("sem_unlink", |_, _, _| named()),
];

const SEMAPHORE: Family =
    Family { name: "a semaphore", size: 32, is: |s| matches!(s, Sync::Semaphore { .. }), initial: None };

/// SEM_VALUE_MAX.
const MOST: u64 = 0x7fff_ffff;

fn named<T>() -> Step<T> {
    Err(Interrupt::Unsupported("a semaphore with a name".into()))
}

fn count(state: &State, at: SyncPlace) -> u64 {
    match state.sync.get(&at) {
        Some(Sync::Semaphore { count }) => *count,
        _ => 0,
    }
}

fn change(e: &mut Executor, state: &mut State, at: SyncPlace, count: u64) {
    e.spin_sync(state, at);
    state.sync.insert(at, Sync::Semaphore { count });
}

fn init(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let at = SEMAPHORE.place(e, state, arg(args, 0))?;
    let count = number(e, state, arg(args, 2), 32)?;
    if count > MOST {
        return Ok(failed(e, state, EINVAL));
    }
    SEMAPHORE.make(e, state, at, "semaphore init", Sync::Semaphore { count })
}

fn destroy(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    SEMAPHORE.end(e, state, arg(args, 0), "semaphore destroy")
}

fn wait(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    cancel::leaving(e, state)?;
    let at = SEMAPHORE.find(e, state, arg(args, 0))?;
    let mut touches: Touches = smallvec![touch(state, at, ACQUIRE)];
    touches.extend(cancel::point(e, state));
    // Who is to be cancelled does not wait.
    let gate = if cancel::is_due(state) { Gate::Open } else { Gate::Semaphore(at) };
    e.turn(state, gate, "semaphore wait", &touches)?;
    if cancel::is_due(state) {
        return cancel::act(state);
    }
    let left = count(state, at).saturating_sub(1);
    change(e, state, at, left);
    Ok(Some(Value::Int(0)))
}

/// Takes one if there is one.
fn attempt(
    e: &mut Executor,
    state: &mut State,
    p: Value,
    patience: Patience,
    waits: bool,
) -> Step<Option<Value>> {
    cancel::leaving(e, state)?;
    if !patience.is_valid(e, state)? {
        return Ok(failed(e, state, EINVAL));
    }
    let at = SEMAPHORE.find(e, state, p)?;
    let left = count(state, at).checked_sub(1);
    let part = if left.is_some() { ACQUIRE } else { CHANGE };
    let mut touches: Touches = smallvec![touch(state, at, part)];
    if waits {
        touches.extend(cancel::point(e, state));
    }
    e.turn(state, Gate::Open, "semaphore wait", &touches)?;
    if waits && cancel::is_due(state) {
        return cancel::act(state);
    }
    match left {
        Some(left) => {
            change(e, state, at, left);
            Ok(Some(Value::Int(0)))
        }
        None => {
            e.spin_poll(state, at);
            let why = patience.refusal(e, state)?;
            Ok(failed(e, state, why))
        }
    }
}

fn trywait(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    attempt(e, state, arg(args, 0), Patience::Not(EAGAIN), false)
}

fn timedwait(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    attempt(e, state, arg(args, 0), Patience::Until { clock: None, time: arg(args, 1) }, true)
}

fn clockwait(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let patience = Patience::Until { clock: Some(arg(args, 1)), time: arg(args, 2) };
    attempt(e, state, arg(args, 0), patience, true)
}

fn post(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let at = SEMAPHORE.find(e, state, arg(args, 0))?;
    let t = touch(state, at, RELEASE);
    e.turn(state, Gate::Open, "semaphore post", &[t])?;
    let count = count(state, at);
    if count >= MOST {
        return Ok(failed(e, state, EOVERFLOW));
    }
    change(e, state, at, count + 1);
    Ok(Some(Value::Int(0)))
}

fn getvalue(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let at = SEMAPHORE.find(e, state, arg(args, 0))?;
    let to = arg(args, 1);
    let mut touches: Touches = smallvec![touch(state, at, READ)];
    touches.extend(e.touches(state, &[(to, 4, Access::Write)])?);
    e.turn(state, Gate::Open, "semaphore value", &touches)?;
    let count = count(state, at);
    e.store(state, to, Value::Int(count), Kind::Int(32))?;
    Ok(Some(Value::Int(0)))
}
