//! Spin locks: mutexes of a kind that is never given to its owner twice.

use super::mutex::{give, holder, new, take};
use super::synced::{self, Family, Part, touch};
use super::thread::{EBUSY, misuse};
use super::{Args, Builtin, arg, quiet};
use crate::error::Step;
use crate::exec::Executor;
use crate::state::State;
use crate::sync::{MutexKind, Sync};
use crate::touch::Gate;
use crate::value::Value;

pub const TABLE: &[Builtin] = &[
    quiet("pthread_spin_init", init),
    quiet("pthread_spin_destroy", destroy),
    quiet("pthread_spin_lock", lock),
    quiet("pthread_spin_trylock", trylock),
    quiet("pthread_spin_unlock", unlock),
];

const SPIN: Family = Family {
    name: "a spin lock",
    size: 4,
    is: |s| matches!(s, Sync::Mutex { kind: MutexKind::Spin, .. }),
    initial: None,
};

/// It is smaller than what other objects are touched by.
const READ: Part = Part { hi: 4, ..synced::READ };
const CHANGE: Part = Part { hi: 4, ..synced::CHANGE };
const ACQUIRE: Part = Part { hi: 4, ..synced::ACQUIRE };
const RELEASE: Part = Part { hi: 4, ..synced::RELEASE };

fn init(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let at = SPIN.place(e, state, arg(args, 0))?;
    SPIN.make(e, state, at, "spin lock init", new(MutexKind::Spin))
}

fn destroy(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    SPIN.end(e, state, arg(args, 0), "spin lock destroy")
}

fn lock(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let at = SPIN.find(e, state, arg(args, 0))?;
    let t = touch(state, at, ACQUIRE);
    e.turn(state, Gate::Mutex(at), "lock", &[t])?;
    take(e, state, at);
    Ok(Some(Value::Int(0)))
}

fn trylock(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let at = SPIN.find(e, state, arg(args, 0))?;
    let free = holder(state, at).1.is_none();
    let t = touch(state, at, if free { ACQUIRE } else { CHANGE });
    e.turn(state, Gate::Open, "trylock", &[t])?;
    if !free {
        e.spin_poll(state, at);
        return Ok(Some(Value::Int(EBUSY)));
    }
    take(e, state, at);
    Ok(Some(Value::Int(0)))
}

fn unlock(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let at = SPIN.find(e, state, arg(args, 0))?;
    let owner = holder(state, at).1;
    let own = owner == Some(state.current);
    let t = touch(state, at, if own { RELEASE } else { READ });
    e.turn(state, Gate::Open, "unlock", &[t])?;
    match owner {
        _ if own => give(e, state, at),
        None => return misuse("unlock of a spin lock that is not locked"),
        Some(o) => {
            return misuse(format!("unlock of a spin lock that thread {} holds", state.threads[o].name));
        }
    }
    Ok(Some(Value::Int(0)))
}
