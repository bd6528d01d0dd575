//! Cancellation, deferred, and cleanup handlers.
//!
//! A request is a step that touches a place of the target's own; cancellation points read that place, if
//! the program can cancel anybody at all. Who waits at one when the request comes is woken by it. A
//! thread that acts on it ends like one that calls `pthread_exit`: its handlers run, newest first.
//!
//! glibc's `pthread_cleanup_push` is a `__sigsetjmp` whose second return runs the handler and calls
//! `__pthread_unwind_next`. Here the buffer holds the frame and the place of that call.

use super::cond;
use super::synced::{Beside, CHANGE, Part, READ, next_phase, number, of_thread, touch};
use super::thread::{EINVAL, misuse, thread_of};
use super::{Args, Builtin, arg, builtin, quiet};
use crate::code::Op;
use crate::error::{Interrupt, Step};
use crate::exec::{Access, Executor};
use crate::state::{Phase, State, Status, Task};
use crate::sync::Sync;
use crate::touch::{Gate, Pending, SyncPlace, Touch, Touches};
use crate::value::{Kind, ObjId, Value};
use smallvec::smallvec;
use std::sync::Arc;

pub const TABLE: &[Builtin] = &[
    builtin("pthread_cancel", cancel),
    quiet("pthread_testcancel", test),
    builtin("pthread_setcancelstate", set_state),
    builtin("pthread_setcanceltype", set_type),
    builtin("__sigsetjmp", set_jump),
    builtin("__pthread_register_cancel", register),
    builtin("__pthread_unregister_cancel", unregister),
    builtin("__pthread_register_cancel_defer", register),
    builtin("__pthread_unregister_cancel_restore", unregister),
    builtin("__pthread_unwind_next", unwind_next),
];

/// PTHREAD_CANCELED.
const CANCELED: Value = Value::Int(u64::MAX);

/// What a cancellation point touches; None if nobody can cancel this thread now.
pub(super) fn point(e: &Executor, state: &State) -> Option<Touch> {
    let listens = e.machine.cancels && !state.thread().cancel.disabled;
    listens.then(|| of_thread(state, Beside::Cancellation, state.current, READ))
}

/// Is the thread to end at the cancellation point it is at?
pub(super) fn is_due(state: &State) -> bool {
    let cancel = state.thread().cancel;
    cancel.requested && !cancel.disabled
}

/// The step of a cancellation point is the end of it: from here on the thread leaves.
pub(super) fn act<T>(state: &mut State) -> Step<T> {
    next_phase(state, Phase::Leaving);
    state.thread_mut().cancel.disabled = true;
    Err(Interrupt::Rest)
}

/// Comes back unless the thread is leaving.
pub(super) fn leaving(e: &mut Executor, state: &mut State) -> Step<()> {
    match state.thread().phase {
        Phase::Leaving => e.leave_thread(state, CANCELED),
        _ => Ok(()),
    }
}

/// A cancellation point that does nothing else.
pub(super) fn pass(e: &mut Executor, state: &mut State, what: &'static str) -> Step<()> {
    leaving(e, state)?;
    if let Some(t) = point(e, state) {
        e.turn(state, Gate::Open, what, &[t])?;
        if is_due(state) {
            return act(state);
        }
    }
    Ok(())
}

fn test(e: &mut Executor, state: &mut State, _: Args<'_>) -> Step<Option<Value>> {
    pass(e, state, "cancellation point")?;
    Ok(None)
}

fn cancel(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let Some(target) = thread_of(e, state, arg(args, 0))? else {
        return misuse("cancelling something that is not a thread");
    };
    if state.thread().joined.contains(target) {
        return misuse(format!("cancelling thread {}, which was joined", state.threads[target].name));
    }
    let place = of_thread(state, Beside::Cancellation, target, CHANGE);
    let mut touches: Touches = smallvec![place];
    if let Some(cond) = cond::waits_on(state, target) {
        touches.push(touch(state, cond, CHANGE));
    }
    if !state.granted {
        touches.push(of_thread(state, Beside::Woken, target, CHANGE));
    }
    e.turn(state, Gate::Open, "cancel", &touches)?;
    let thread = state.thread_at(target);
    thread.cancel.requested = true;
    if thread.cancel.disabled {
        return Ok(Some(Value::Int(0)));
    }
    let status = thread.status;
    match status {
        _ if cond::waits_on(state, target).is_some() => cond::wake(e, state, target, None)?,
        Status::Joining(of) => {
            let touches = smallvec![of_thread(state, Beside::Cancellation, target, READ)];
            let at = e.machine.location_of(&state.threads[target]);
            state.thread_at(of).claimed = false;
            let thread = state.thread_at(target);
            thread.awaited = None;
            thread.status = Status::Standing;
            let (mark, gate) = (thread.marks, Gate::Open);
            thread.pending = Some(Arc::new(Pending { mark, touches, gate, what: "join", at }));
        }
        // Whoever stands before a cancellation point need not wait there.
        Status::Standing => {
            if let Some(pending) = &mut state.thread_at(target).pending
                && pending.touches.iter().any(|t| t.overlaps(&place))
            {
                Arc::make_mut(pending).gate = Gate::Open;
            }
        }
        // A loop that only waits may have a cancellation point in it.
        Status::Spinning => {
            let thread = state.thread_at(target);
            thread.spins.clear();
            thread.repeats = None;
            thread.status = Status::Ready;
        }
        _ => {}
    }
    Ok(Some(Value::Int(0)))
}

/// Stores the old setting, if it is wanted.
fn old(e: &mut Executor, state: &mut State, to: Value, value: u64) -> Step<()> {
    if to == Value::NULL {
        return Ok(());
    }
    e.touch_range(state, &[(to, 4, Access::Write)])?;
    e.store(state, to, Value::Int(value), Kind::Int(32))
}

fn set_state(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let Some(disabled) = one_of_two(e, state, arg(args, 0))? else { return Ok(Some(Value::Int(EINVAL))) };
    let before = state.thread().cancel.disabled;
    old(e, state, arg(args, 1), u64::from(before))?;
    state.thread_mut().cancel.disabled = disabled;
    Ok(Some(Value::Int(0)))
}

fn set_type(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    match one_of_two(e, state, arg(args, 0))? {
        None => Ok(Some(Value::Int(EINVAL))),
        Some(true) => Err(Interrupt::Unsupported("asynchronous cancellation".into())),
        Some(false) => {
            old(e, state, arg(args, 1), 0)?;
            Ok(Some(Value::Int(0)))
        }
    }
}

fn one_of_two(e: &mut Executor, state: &mut State, v: Value) -> Step<Option<bool>> {
    Ok(match number(e, state, v, 32)? {
        0 => Some(false),
        1 => Some(true),
        _ => None,
    })
}

/// Where in a buffer the frame and the place of its `__sigsetjmp` are kept.
const FRAME: u64 = 0;
const PLACE: u64 = 8;

fn set_jump(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    // The number of a call is in no formula.
    e.guided_lost();
    let (frame, pc) = (state.frame().serial, u64::from(state.frame().pc));
    e.resolve(state, arg(args, 0), PLACE + 8, Access::Write)?;
    for (offset, value) in [(FRAME, frame), (PLACE, pc)] {
        let p = e.shifted(arg(args, 0), Value::Int(offset));
        e.store(state, p, Value::Int(value), Kind::Int(64))?;
    }
    Ok(Some(Value::Int(0)))
}

fn register(_: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    state.thread_mut().cleanups.push_back(arg(args, 0));
    Ok(None)
}

fn unregister(_: &mut Executor, state: &mut State, _: Args<'_>) -> Step<Option<Value>> {
    state.thread_mut().cleanups.pop_back();
    Ok(None)
}

fn unwind_next(e: &mut Executor, state: &mut State, _: Args<'_>) -> Step<Option<Value>> {
    let result = state.thread().result;
    e.leave_thread(state, result)?;
    Ok(None)
}

impl Executor {
    /// Ends the thread with this result: by way of its newest cleanup handler, or, if there is none,
    /// with the destructors of its thread-specific data. Does not come back.
    pub(crate) fn leave_thread(&mut self, state: &mut State, result: Value) -> Step<()> {
        let (left, handler) = self.newest_handler(state);
        let inner = |serial: u64| handler.is_none_or(|(frame, _)| serial > frame);
        let frames = state.frames().take_while(|f| inner(f.serial));
        let objects: Vec<ObjId> = frames.flat_map(|f| f.objects.iter().copied()).collect();
        let living = self.living(state, &objects);
        let begun = initialisers(state, handler.map_or(0, |(frame, _)| frame));
        let mut touches = self.touches_of_whole(state, &living);
        touches.extend(begun.iter().map(|&at| touch(state, at, Part { hi: 4, ..CHANGE })));
        if !touches.is_empty() {
            self.turn(state, Gate::Open, "thread end", &touches)?;
        }
        let at = self.machine.location(state);
        self.remove_objects(state, objects, at);
        for at in begun {
            state.sync.insert(at, Sync::Once { done: false, runner: None });
        }
        let machine = self.machine.clone();
        let thread = state.thread_mut();
        thread.result = result;
        thread.phase = Phase::None;
        thread.marks += 1;
        thread.cancel.disabled = true;
        thread.atomic = 0;
        thread.atomic_frame = None;
        thread.spins.clear();
        thread.repeats = None;
        thread.cleanups.truncate(left);
        while let Some(top) = thread.top.take_if(|f| inner(f.serial)) {
            thread.top = top.caller.clone();
        }
        match (handler, &mut thread.top) {
            (Some((_, place)), Some(top)) => {
                let frame = Arc::make_mut(top);
                if let Op::Call(call) = &machine.code(frame.function).ops[place as usize] {
                    frame.regs[call.dst as usize] = Value::Int(1);
                }
                frame.pc = place + 1;
            }
            // A destructor that ends its thread does not start the rounds of destructors again.
            _ if matches!(thread.task, Task::Finish { .. }) => {}
            _ => thread.task = Task::Finish { round: 0, key: 0 },
        }
        Err(Interrupt::Rest)
    }

    /// How many handlers are left after the newest whose frame is still there, and that one: its frame
    /// and the place of its `__sigsetjmp`.
    fn newest_handler(&mut self, state: &mut State) -> (usize, Option<(u64, u32)>) {
        let buffers: Vec<Value> = state.thread().cleanups.iter().copied().collect();
        if !buffers.is_empty() {
            self.guided_lost();
        }
        for (i, &buffer) in buffers.iter().enumerate().rev() {
            let Value::Ptr(o, off) = buffer else { continue };
            let Some(object) = state.memory.get(o).filter(|o| !o.has_ended()) else { continue };
            let number = |at: u64| match object.read(off + at, 8) {
                crate::page::Read::Bytes(n) => Some(n),
                _ => None,
            };
            let (Some(serial), Some(pc)) = (number(FRAME), number(PLACE)) else { continue };
            if state.frames().any(|f| f.serial == serial) {
                return (i, Some((serial, pc as u32)));
            }
        }
        (0, None)
    }
}

/// Initialisers of `pthread_once` that were called from this frame or an inner one: if the thread leaves
/// them they are as if they had never begun.
fn initialisers(state: &State, frame: u64) -> Vec<SyncPlace> {
    let mine = |s: &Sync| match s {
        Sync::Once { runner: Some(r), .. } => r.thread == state.current && r.call >= frame,
        _ => false,
    };
    let mut out: Vec<SyncPlace> = state.sync.iter().filter(|(_, s)| mine(s)).map(|(at, _)| *at).collect();
    out.sort_unstable();
    out
}
