//! Thread-specific data. Destructors are called where threads end (`exec/control.rs`).
//!
//! Which keys exist is known to all threads; making and deleting one are visible steps. The values are
//! each thread's own. A use of a key at the same time as its deletion is not looked for.

use super::synced::{Beside, CHANGE, READ, beside, number};
use super::thread::{EAGAIN, EINVAL};
use super::{Args, Builtin, arg, builtin, quiet};
use crate::error::Step;
use crate::exec::{Access, Executor};
use crate::state::State;
use crate::touch::{Gate, Touches};
use crate::value::{Kind, Value};
use smallvec::smallvec;

pub const TABLE: &[Builtin] = &[
    builtin("pthread_key_create", create),
    builtin("pthread_key_delete", delete),
    quiet("pthread_getspecific", get),
    builtin("pthread_setspecific", set),
];

/// PTHREAD_KEYS_MAX.
const MOST: usize = 1024;

fn create(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let to = arg(args, 0);
    let mut touches: Touches = smallvec![beside(state, Beside::Keys, 0, 1, CHANGE)];
    touches.extend(e.touches(state, &[(to, 4, Access::Write)])?);
    e.turn(state, Gate::Open, "key create", &touches)?;
    if state.keys.iter().filter(|k| k.is_some()).count() >= MOST {
        return Ok(Some(Value::Int(EAGAIN)));
    }
    let number = state.keys.len() as u64;
    e.store(state, to, Value::Int(number), Kind::Int(32))?;
    state.keys.push_back(Some(arg(args, 1)));
    Ok(Some(Value::Int(0)))
}

/// Which key an argument is, if there is one of that number.
fn known(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<u32>> {
    let key = number(e, state, arg(args, 0), 32)?;
    Ok(matches!(state.keys.get(key as usize), Some(Some(_))).then_some(key as u32))
}

fn delete(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let key = known(e, state, args)?;
    let t = beside(state, Beside::Keys, 0, 1, CHANGE);
    e.turn(state, Gate::Open, "key delete", &[t])?;
    let Some(key) = key else { return Ok(Some(Value::Int(EINVAL))) };
    state.keys.set(key as usize, None);
    Ok(Some(Value::Int(0)))
}

/// That there is no such key may be somebody else's doing.
fn missing(e: &mut Executor, state: &mut State) -> Step<()> {
    let t = beside(state, Beside::Keys, 0, 1, READ);
    e.turn(state, Gate::Open, "key", &[t])
}

fn get(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let Some(key) = known(e, state, args)? else {
        missing(e, state)?;
        return Ok(Some(Value::NULL));
    };
    Ok(Some(state.thread().specific.get(&key).copied().unwrap_or(Value::NULL)))
}

fn set(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let Some(key) = known(e, state, args)? else {
        missing(e, state)?;
        return Ok(Some(Value::Int(EINVAL)));
    };
    let value = arg(args, 1);
    let specific = &mut state.thread_mut().specific;
    match value {
        Value::NULL => _ = specific.remove(&key),
        value => _ = specific.insert(key, value),
    }
    Ok(Some(Value::Int(0)))
}
