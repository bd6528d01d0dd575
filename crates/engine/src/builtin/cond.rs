//! Condition variables.
//!
//! A wait is two steps: giving the mutex up and joining the queue, then taking the mutex back after a
//! signal. A timed wait has a third in between, leaving the queue because the time has come, which can
//! always be taken: a signal after it goes to somebody else. Which waiter a signal wakes is a choice, and so is,
//! with `--spurious`, whether a wait joins the queue at all: one that wakes up for no reason might as well not.
//! Source: POSIX.

use super::cancel;
use super::mutex::{give, holder, mutex, not_mine, take};
use super::synced::{ACQUIRE, Beside, CHANGE, Family, Patience, READ, RELEASE, next_phase, of_thread, touch};
use super::thread::{EINVAL, EPERM, ETIMEDOUT, misuse};
use super::{Args, Builtin, arg, quiet};
use crate::error::{Interrupt, Step};
use crate::exec::Executor;
use crate::state::{Phase, State, Status};
use crate::sync::{MutexKind, Sync};
use crate::touch::{Gate, Pending, SyncPlace, Touches};
use crate::value::Value;
use rethread_ir::LocId;
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;

pub const TABLE: &[Builtin] = &[
    quiet("pthread_cond_init", init),
    quiet("pthread_cond_destroy", destroy),
    quiet("pthread_cond_wait", wait),
    quiet("pthread_cond_timedwait", timedwait),
    quiet("pthread_cond_clockwait", clockwait),
    quiet("pthread_cond_signal", signal),
    quiet("pthread_cond_broadcast", broadcast),
];

const COND: Family = Family {
    name: "a condition variable",
    size: 48,
    is: |s| matches!(s, Sync::Cond { .. }),
    initial: Some(|_, _, _| Ok(Sync::Cond { waiters: SmallVec::new() })),
};

fn init(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let at = COND.place(e, state, arg(args, 0))?;
    COND.make(e, state, at, "condition init", Sync::Cond { waiters: SmallVec::new() })
}

fn destroy(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    COND.end(e, state, arg(args, 0), "condition destroy")
}

fn wait(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    wait_for(e, state, args, None)
}

fn timedwait(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    wait_for(e, state, args, Some(Patience::Until { clock: None, time: arg(args, 2) }))
}

fn clockwait(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    wait_for(e, state, args, Some(Patience::Until { clock: Some(arg(args, 2)), time: arg(args, 3) }))
}

fn wait_for(
    e: &mut Executor,
    state: &mut State,
    args: Args<'_>,
    patience: Option<Patience>,
) -> Step<Option<Value>> {
    cancel::leaving(e, state)?;
    match state.thread().phase {
        Phase::Waiting { cond, mutex } => time_out(e, state, cond, mutex, patience.is_some()),
        Phase::Relock { result, .. } => relock(e, state, arg(args, 1), result),
        _ => begin(e, state, args, patience),
    }
}

/// The first step: into the queue, the mutex is free.
fn begin(
    e: &mut Executor,
    state: &mut State,
    args: Args<'_>,
    patience: Option<Patience>,
) -> Step<Option<Value>> {
    if let Some(patience) = patience
        && !patience.is_valid(e, state)?
    {
        return Ok(Some(Value::Int(EINVAL)));
    }
    let cond = COND.find(e, state, arg(args, 0))?;
    let at = mutex(e, state, arg(args, 1))?;
    let (kind, owner, count) = holder(state, at);
    let own = owner == Some(state.current);
    let mut touches: Touches = smallvec![touch(state, cond, CHANGE)];
    touches.push(touch(state, at, if own { RELEASE } else { READ }));
    touches.extend(cancel::point(e, state));
    e.turn(state, Gate::Open, "wait", &touches)?;
    if cancel::is_due(state) {
        return cancel::act(state);
    }
    if !own {
        return match kind {
            MutexKind::ErrorCheck | MutexKind::Recursive => Ok(Some(Value::Int(EPERM))),
            MutexKind::Normal | MutexKind::Spin => not_mine(state, owner, "wait with"),
        };
    }
    if count > 1 {
        return misuse("wait with a recursive mutex that is locked more than once: it stays locked");
    }
    if state.thread().atomic > 0 {
        return Err(Interrupt::Unsupported("waiting inside an atomic section".into()));
    }
    let waiting: SmallVec<[usize; 4]> = waiters(state, cond);
    if let Some(&other) = waiting
        .iter()
        .find(|&&w| matches!(state.threads[w].phase, Phase::Waiting { mutex, .. } if mutex != at))
    {
        let name = &state.threads[other].name;
        return misuse(format!("thread {name} waits for the same condition with another mutex"));
    }
    let spurious = e.options.spurious && e.choose(state, 2)? == 1;
    give(e, state, at);
    if spurious {
        return take_back(e, state, at, 0);
    }
    e.spin_sync(state, cond);
    let me = state.current;
    if let Some(Sync::Cond { waiters }) = state.sync.get_mut(&cond) {
        waiters.push(me);
    }
    next_phase(state, Phase::Waiting { cond, mutex: at });
    wait_on(e, state, cond, at, patience.is_some())
}

/// In the queue: what can happen without a signal.
fn wait_on<T>(e: &mut Executor, state: &mut State, cond: SyncPlace, at: SyncPlace, timed: bool) -> Step<T> {
    match timed {
        true => {
            let t = touch(state, cond, CHANGE);
            e.stand(state, Gate::Open, "time out", &[t])
        }
        false => {
            let t = touch(state, at, ACQUIRE);
            e.stand(state, Gate::Closed, "wake up", &[t])
        }
    }
}

/// Out of the queue: what is left is to take the mutex back.
fn take_back<T>(e: &mut Executor, state: &mut State, at: SyncPlace, result: u64) -> Step<T> {
    next_phase(state, Phase::Relock { mutex: at, result: Some(result) });
    let touches = relock_touches(state, state.current, at);
    e.stand(state, Gate::Mutex(at), "lock", &touches)
}

/// Granted a step in the queue: the time has come.
fn time_out(
    e: &mut Executor,
    state: &mut State,
    cond: SyncPlace,
    at: SyncPlace,
    timed: bool,
) -> Step<Option<Value>> {
    // Woken from a loop that does nothing but wait, to wait on.
    if !state.granted {
        return wait_on(e, state, cond, at, timed);
    }
    let change = touch(state, cond, CHANGE);
    e.turn(state, Gate::Open, "time out", &[change])?;
    leave_queue(e, state, cond, state.current);
    take_back(e, state, at, ETIMEDOUT)
}

/// The last step: the mutex is this thread's again.
fn relock(e: &mut Executor, state: &mut State, p: Value, result: Option<u64>) -> Step<Option<Value>> {
    let at = mutex(e, state, p)?;
    let touches = relock_touches(state, state.current, at);
    e.turn(state, Gate::Mutex(at), "lock", &touches)?;
    take(e, state, at);
    match result {
        Some(result) => {
            state.thread_mut().phase = Phase::None;
            Ok(Some(Value::Int(result)))
        }
        None => cancel::act(state),
    }
}

fn relock_touches(state: &State, thread: usize, mutex: SyncPlace) -> Touches {
    // It comes after whoever woke it, but learns nothing from that.
    let woken = of_thread(state, Beside::Woken, thread, super::synced::Part { acquire: true, ..READ });
    smallvec![touch(state, mutex, ACQUIRE), woken]
}

fn waiters(state: &State, cond: SyncPlace) -> SmallVec<[usize; 4]> {
    match state.sync.get(&cond) {
        Some(Sync::Cond { waiters }) => waiters.clone(),
        _ => SmallVec::new(),
    }
}

fn leave_queue(e: &mut Executor, state: &mut State, cond: SyncPlace, thread: usize) {
    e.spin_sync(state, cond);
    if let Some(Sync::Cond { waiters }) = state.sync.get_mut(&cond) {
        waiters.retain(|w| *w != thread);
    }
}

/// Takes a thread out of the queue; it goes on with this result once it has its mutex, or ends.
pub(super) fn wake(e: &mut Executor, state: &mut State, thread: usize, result: Option<u64>) -> Step<()> {
    let Phase::Waiting { cond, mutex } = state.threads[thread].phase else { return Ok(()) };
    let woken = of_thread(state, Beside::Woken, thread, CHANGE);
    e.turn(state, Gate::Open, "signal", &[woken])?;
    leave_queue(e, state, cond, thread);
    let touches = relock_touches(state, thread, mutex);
    let thread = state.thread_at(thread);
    let at = thread.pending.as_ref().map_or(LocId::NONE, |p| p.at);
    thread.phase = Phase::Relock { mutex, result };
    thread.marks += 1;
    let (mark, gate) = (thread.marks, Gate::Mutex(mutex));
    thread.pending = Some(Arc::new(Pending { mark, touches, gate, what: "lock", at }));
    // It may have slept in a loop that does nothing but wait.
    thread.status = Status::Standing;
    thread.repeats = None;
    Ok(())
}

/// The condition variable on which a thread waits.
pub(super) fn waits_on(state: &State, thread: usize) -> Option<SyncPlace> {
    match state.threads[thread].phase {
        Phase::Waiting { cond, .. } => Some(cond),
        _ => None,
    }
}

/// The turn of a step that changes the queue, and who is in it.
fn ring(e: &mut Executor, state: &mut State, p: Value, what: &'static str) -> Step<SmallVec<[usize; 4]>> {
    let at = COND.find(e, state, p)?;
    let waiting = waiters(state, at);
    let t = touch(state, at, CHANGE);
    e.turn(state, Gate::Open, what, &[t])?;
    Ok(waiting)
}

fn signal(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let waiting = ring(e, state, arg(args, 0), "signal")?;
    if !waiting.is_empty() {
        let which = e.choose(state, waiting.len() as u32)?;
        wake(e, state, waiting[which as usize], Some(0))?;
    }
    Ok(Some(Value::Int(0)))
}

fn broadcast(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    for w in ring(e, state, arg(args, 0), "broadcast")? {
        wake(e, state, w, Some(0))?;
    }
    Ok(Some(Value::Int(0)))
}
