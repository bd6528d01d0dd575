//! Barriers.
//!
//! Passing one is two steps: arriving, and leaving once enough have arrived. Leaving comes after all
//! arrivals of its round and orders nothing else. Arrivals of one round depend on each other only if
//! somebody looks at who is told to be the serial thread, which is the last: else their order makes no
//! difference, as long as it is the same threads that make up the round. So an arrival touches its
//! thread's place in the round, the one that completes it also those of everybody who is not part of it,
//! and those of the next round come after.

use super::synced::{
    Beside, CHANGE, Family, Part, READ, RELEASE, beside, next_phase, number, of_thread, touch,
};
use super::thread::EINVAL;
use super::{Args, Builtin, arg, quiet};
use crate::error::{Interrupt, Step};
use crate::exec::Executor;
use crate::object::Region;
use crate::state::{Phase, State};
use crate::sync::Sync;
use crate::touch::{Gate, SyncPlace, Touches};
use crate::value::Value;
use rethread_ir::Operand;
use smallvec::SmallVec;
use std::sync::Arc;

pub const TABLE: &[Builtin] = &[
    quiet("pthread_barrier_init", init),
    quiet("pthread_barrier_destroy", destroy),
    quiet("pthread_barrier_wait", wait),
];

const BARRIER: Family =
    Family { name: "a barrier", size: 32, is: |s| matches!(s, Sync::Barrier { .. }), initial: None };

/// PTHREAD_BARRIER_SERIAL_THREAD.
const SERIAL: u64 = u64::MAX;

fn init(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let at = BARRIER.place(e, state, arg(args, 0))?;
    let need = number(e, state, arg(args, 2), 32)? as u32;
    // As glibc: what does not fit an int is refused.
    if need == 0 || need > i32::MAX as u32 {
        return Ok(Some(Value::Int(EINVAL)));
    }
    // Its steps are named after the object, of a frame that comes and goes after the number of the call.
    let lasts = state.threads[0].frames().any(|f| f.depth == 0 && f.objects.contains(&at.0));
    if !lasts && state.memory.get(at.0).is_some_and(|o| o.region == Region::Stack) {
        e.guided_lost();
    }
    let new = Sync::Barrier { need, round: 0, arrived: SmallVec::new() };
    BARRIER.make(e, state, at, "barrier init", new)
}

fn destroy(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    BARRIER.end(e, state, arg(args, 0), "barrier destroy")
}

fn wait(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    match state.thread().phase {
        Phase::Arrived(result) => leave(e, state, result),
        _ => arrive(e, state, arg(args, 0)),
    }
}

fn arrive(e: &mut Executor, state: &mut State, p: Value) -> Step<Option<Value>> {
    let at = BARRIER.find(e, state, p)?;
    let (need, round, members) = match state.sync.get(&at) {
        Some(Sync::Barrier { need, round, arrived }) => (*need as usize, *round, arrived.clone()),
        _ => (1, 0, SmallVec::new()),
    };
    let last = members.len() + 1 >= need;
    let told = is_looked_at(e, state);
    // At another time it may be part of another round: until its turn it depends on all arrivals.
    let mut touches = Touches::from_slice(&[touch(state, at, READ.or_before(state, CHANGE))]);
    touches.push(beside(state, Beside::Arrivals(at, round.wrapping_sub(1)), 0, u64::MAX, READ));
    if told {
        touches.push(beside(state, Beside::Arrivals(at, round), 0, u64::MAX, RELEASE));
    } else if last {
        outside(state, at, round, &members, &mut touches);
    } else {
        touches.push(of_thread(state, Beside::Arrivals(at, round), state.current, RELEASE));
    }
    e.turn(state, Gate::Open, "arrive at barrier", &touches)?;
    if !last && state.thread().atomic > 0 {
        return Err(Interrupt::Unsupported("waiting inside an atomic section".into()));
    }
    e.spin_sync(state, at);
    let me = state.current;
    if let Some(Sync::Barrier { round, arrived, .. }) = state.sync.get_mut(&at) {
        match last {
            true => {
                arrived.clear();
                *round += 1;
            }
            false => arrived.push(me),
        }
    }
    let result = if last && told { SERIAL } else { 0 };
    // Alone at a barrier for one: there is nobody to come after.
    if last && !state.granted {
        return Ok(Some(Value::Int(result)));
    }
    for &t in members.iter().filter(|_| last) {
        let thread = state.thread_at(t);
        if let Some(pending) = &mut thread.pending {
            Arc::make_mut(pending).gate = Gate::Open;
        }
    }
    next_phase(state, Phase::Arrived(result));
    let gate = if last { Gate::Open } else { Gate::Closed };
    let all = beside(state, Beside::Arrivals(at, round), 0, u64::MAX, Part { acquire: true, ..READ });
    e.stand(state, gate, "leave barrier", &[all])
}

/// The barrier itself may be gone by now: others were quicker.
fn leave(e: &mut Executor, state: &mut State, result: u64) -> Step<Option<Value>> {
    let touches = state.thread().pending.as_ref().map(|p| p.touches.clone()).unwrap_or_default();
    e.turn(state, Gate::Open, "leave barrier", &touches)?;
    state.thread_mut().phase = Phase::None;
    Ok(Some(Value::Int(result)))
}

/// Everything in the round but the places of those who are part of it already.
fn outside(state: &State, at: SyncPlace, round: u64, members: &[usize], touches: &mut Touches) {
    let mut handles: SmallVec<[u64; 8]> = members.iter().map(|&m| state.threads[m].handle).collect();
    handles.sort_unstable();
    let mut from = 0;
    for handle in handles.into_iter().chain([u64::MAX]) {
        if from < handle {
            touches.push(beside(state, Beside::Arrivals(at, round), from, handle, RELEASE));
        }
        from = handle.saturating_add(1);
    }
}

/// Does the program use what the call returns?
fn is_looked_at(e: &Executor, state: &State) -> bool {
    let frame = state.frame();
    let site = e.machine.site(frame.function, frame.pc);
    let function = &e.machine.program.functions[site.function as usize];
    let call = &function.blocks[site.block as usize].insts[site.inst as usize];
    let Some(result) = call.dest else { return false };
    let mut used = false;
    for inst in function.blocks.iter().flat_map(|b| &b.insts) {
        rethread_analysis::each_operand(&inst.op, &mut |o| {
            used |= matches!(o, Operand::Reg(r) if *r == result);
        });
    }
    used
}
