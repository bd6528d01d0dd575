//! `pthread_once`.
//!
//! The initialiser runs as a function that the call calls; when it has returned, the call is taken up
//! again and marks the end. If its thread ends inside, the next one starts over, as POSIX has it for
//! cancellation.

use super::synced::{Family, Part, READ, touch};
use super::{Args, Builtin, arg, quiet};
use crate::error::{Interrupt, Step};
use crate::exec::Executor;
use crate::state::{OnReturn, State};
use crate::sync::{Runner, Sync};
use crate::touch::Gate;
use crate::value::Value;

pub const TABLE: &[Builtin] = &[quiet("pthread_once", once)];

const ONCE: Family = Family {
    name: "a once control",
    size: 4,
    is: |s| matches!(s, Sync::Once { .. }),
    initial: Some(|_, _, _| Ok(Sync::Once { done: false, runner: None })),
};

const LOOK: Part = Part { hi: 4, acquire: true, ..READ };
const BEGIN: Part = Part { write: true, ..LOOK };
const FINISH: Part = Part { hi: 4, write: true, release: true, ..READ };

fn once(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let at = ONCE.find(e, state, arg(args, 0))?;
    let (done, runner) = match state.sync.get(&at) {
        Some(Sync::Once { done, runner }) => (*done, *runner),
        _ => (true, None),
    };
    let me = Runner { thread: state.current, call: state.frame().serial };
    if runner == Some(me) {
        let t = touch(state, at, FINISH);
        e.turn(state, Gate::Open, "once done", &[t])?;
        e.spin_sync(state, at);
        state.sync.insert(at, Sync::Once { done: true, runner: None });
        return Ok(Some(Value::Int(0)));
    }
    let machine = e.machine.clone();
    let f = match done {
        true => None,
        false => Some(e.callee(&machine, state, arg(args, 1))?),
    };
    let part = if done || runner.is_some() { LOOK } else { BEGIN };
    let t = touch(state, at, part.or_before(state, BEGIN));
    e.turn(state, Gate::Once(at), "once", &[t])?;
    let Some(f) = f else { return Ok(Some(Value::Int(0))) };
    let name = &machine.program.functions[f as usize];
    if name.is_declaration() {
        let what = format!("an initialiser, `{}`, that has no body", name.name);
        return Err(Interrupt::Unsupported(what));
    }
    if state.thread().atomic > 0 {
        return Err(Interrupt::Unsupported("pthread_once inside an atomic section".into()));
    }
    e.push_frame(&machine, state, f, Vec::new(), Vec::new(), OnReturn::Drop)?;
    e.spin_work(state);
    state.sync.insert(at, Sync::Once { done: false, runner: Some(me) });
    state.thread_mut().marks += 1;
    // Goes on in the initialiser.
    Err(Interrupt::Rest)
}
