//! `__VERIFIER_atomic_begin` and `_end`: what is between them is one step.

use super::{Args, Builtin, quiet};
use crate::error::Step;
use crate::exec::Executor;
use crate::state::State;
use crate::touch::Gate;
use crate::value::Value;

pub const TABLE: &[Builtin] = &[quiet("__VERIFIER_atomic_begin", begin), quiet("__VERIFIER_atomic_end", end)];

fn begin(e: &mut Executor, state: &mut State, _: Args<'_>) -> Step<Option<Value>> {
    if state.thread().atomic == 0 {
        e.turn(state, Gate::Open, "atomic", &[])?;
    }
    if state.granted || state.thread().atomic > 0 {
        state.thread_mut().atomic += 1;
    }
    Ok(None)
}

fn end(_: &mut Executor, state: &mut State, _: Args<'_>) -> Step<Option<Value>> {
    let thread = state.thread_mut();
    thread.atomic = thread.atomic.saturating_sub(1);
    Ok(None)
}
