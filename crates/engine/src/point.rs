//! Where a state stands: everything about it that is not data.
//!
//! Guarantee: two states with equal points take the same steps as long as they read the same data: same threads at
//! the same places, same locks, queues and counters, same names for what comes next. What is kept about the past for
//! reports and for the partial order (clocks, schedules, inputs) is not part of it. Nor is how many calls a thread has made: its
//! frames and what lies in them are named by depth ([`Object::spot`](crate::object::Object)).

use crate::exec::Executor;
use crate::exec::Names;
use crate::facts::{key_of, spot_of};
use crate::object::Region;
use crate::state::{Extra, OnReturn, Phase, State, Status, Stop, Task, Thread};
use crate::sync::{Runner, Sync};
use crate::touch::{Class, Gate, SyncPlace, Touch};
use crate::value::{ObjId, Value};
use rethread_analysis::mutants::{Mutant, mutant};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

fn value(state: &State, v: Value, out: &mut Vec<u64>) {
    match v {
        Value::Int(x) => out.extend([0, x]),
        Value::Ptr(o, off) => out.extend([1, key_of(&state.memory, o), off]),
        Value::Term(t) => out.extend([2, t.index() as u64]),
        Value::PtrTerm(o, t) => out.extend([3, key_of(&state.memory, o), t.index() as u64]),
    }
}

fn place(state: &State, at: SyncPlace, out: &mut Vec<u64>) {
    out.extend([key_of(&state.memory, at.0), at.1]);
}

/// How deep the frame of this number lies, counted from 1. Zero: it is no more.
fn depth_of(state: &State, thread: usize, serial: u64) -> u64 {
    let frame = state.threads[thread].frames().find(|f| f.serial == serial);
    frame.map_or(0, |f| u64::from(f.depth) + 1)
}

fn sync(state: &State, s: &Sync, out: &mut Vec<u64>) {
    let who = |t: &Option<usize>| t.map_or(0, |t| t as u64 + 1);
    match s {
        Sync::Mutex { kind, owner, count, at: _ } => {
            out.extend([1, *kind as u64, who(owner), u64::from(*count)]);
        }
        Sync::Cond { waiters } => {
            out.extend([2, waiters.len() as u64]);
            out.extend(waiters.iter().map(|&t| t as u64));
        }
        Sync::RwLock { writer, readers } => {
            out.extend([3, who(writer), readers.len() as u64]);
            out.extend(readers.iter().map(|&t| t as u64));
        }
        Sync::Barrier { need, round, arrived } => {
            out.extend([4, u64::from(*need), *round, arrived.len() as u64]);
            out.extend(arrived.iter().map(|&t| t as u64));
        }
        Sync::Semaphore { count } => out.extend([5, *count]),
        Sync::Once { done, runner } => {
            let at = |r: &Runner| (r.thread as u64 + 1, depth_of(state, r.thread, r.call));
            let (t, call) = runner.as_ref().map_or((0, 0), at);
            out.extend([6, u64::from(*done), t, call]);
        }
        Sync::Destroyed => out.push(7),
    }
}

/// What a touch concerns, and how.
fn touch(state: &State, t: &Touch, out: &mut Vec<u64>) {
    let flags = [t.write, t.reads, t.acquire, t.release].iter().fold(0, |n, &b| n << 1 | u64::from(b));
    let class = match t.class {
        Class::Plain => 0,
        Class::Atomic => 1,
        Class::Sync => 2,
    };
    out.extend([spot_of(&state.memory, t), t.lo, t.hi, flags << 2 | class]);
    out.push(t.at.map_or(u64::MAX, |(t, n)| (t.index() as u64) << 32 | n));
}

fn gate(state: &State, g: Gate, out: &mut Vec<u64>) {
    let number = match g {
        Gate::Open => 0,
        Gate::Mutex(_) => 1,
        Gate::ReadLock(_) => 2,
        Gate::WriteLock(_) => 3,
        Gate::Semaphore(_) => 4,
        Gate::Once(_) => 5,
        Gate::Closed => 6,
    };
    out.push(number);
    if let Some(at) = g.place() {
        place(state, at, out);
    }
}

impl Executor {
    /// The point as words. None: something about the state has no name (inputs made up on the way).
    pub fn point(&self, state: &State) -> Option<Vec<u64>> {
        if !state.lazy.is_empty() || !state.lazy_objects.is_empty() || self.options.reuse_freed {
            return None;
        }
        let mut out = Vec::with_capacity(160);
        // At rest it does not matter who went last.
        let runs = state.granted || state.thread().status == Status::Ready;
        let current = if runs { state.current as u64 + 1 } else { 0 };
        out.extend([state.threads.len() as u64, current, u64::from(state.granted)]);
        let heap = if mutant(Mutant::NoObjects) { 0 } else { state.memory.heap() };
        out.extend([state.stdin_read, heap, u64::from(state.arguments.is_some())]);
        for t in 0..state.threads.len() {
            self.thread_point(state, t, &mut out);
        }
        let mut locks: Vec<(&SyncPlace, &Sync)> = state.sync.iter().collect();
        locks.sort_unstable_by_key(|(p, _)| (key_of(&state.memory, p.0), p.1));
        for (p, s) in locks.into_iter().filter(|_| !mutant(Mutant::NoLocks)) {
            place(state, *p, &mut out);
            sync(state, s, &mut out);
            // Steps that come from it are named after the object itself.
            if let Some(object) = state.memory.get(p.0).filter(|o| o.region == Region::Stack) {
                out.push(object.key);
            }
        }
        for k in &state.keys {
            match k {
                None => out.push(u64::MAX),
                Some(v) => value(state, *v, &mut out),
            }
        }
        // A sum does not depend on the order of the map.
        let asked = |(name, n): (&Arc<str>, &u32)| {
            let mut hasher = rustc_hash::FxHasher::default();
            (name, n).hash(&mut hasher);
            hasher.finish().rotate_left(31).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        };
        out.push(state.inputs_asked.iter().map(asked).fold(0, u64::wrapping_add));
        Some(out)
    }

    /// Does the point mean the same in other versions? What only this run has a name for does not.
    pub fn is_portable(&self, state: &State) -> bool {
        let plain = |v: &Value| matches!(v, Value::Int(_) | Value::Ptr(..));
        let thread = |t: &Thread| {
            let extra = |e: &Extra| match e {
                Extra::Scalar(v, _) => plain(v),
                Extra::Struct(..) => true,
            };
            t.creators.iter().all(|c| c.named)
                && !(t.status == Status::Spinning || t.repeats.is_some())
                && t.cleanups.iter().all(plain)
                && t.specific.iter().all(|(_, v)| plain(v))
                && t.pending.iter().flat_map(|p| &p.touches).all(|t| t.at.is_none())
                && t.frames().all(|f| f.extra.iter().all(extra))
                && !matches!(t.task, Task::Destruct(_, v) if !plain(&v))
        };
        self.machine.ancestry.is_some()
            && state.keys.iter().flatten().all(plain)
            && state.threads.iter().all(|t| thread(t))
    }

    fn thread_point(&self, state: &State, t: usize, out: &mut Vec<u64>) {
        let thread: &Thread = &state.threads[t];
        out.push(thread.handle);
        match thread.status {
            _ if mutant(Mutant::NoLocks) => {}
            Status::Ready => out.push(0),
            Status::Standing => out.push(1),
            Status::Joining(other) => out.extend([2, other as u64]),
            Status::Spinning => out.push(3),
            Status::Ended => out.push(4),
            Status::Stopped(Stop::Failure) => out.push(5),
            Status::Stopped(Stop::Assume) => out.push(6),
            Status::Stopped(Stop::Bound) => out.push(7),
        }
        let bits = [thread.detached, thread.claimed, thread.cancel.requested, thread.cancel.disabled];
        let bits = bits.iter().fold(0, |n, &b| n << 1 | u64::from(b));
        out.extend([bits, u64::from(thread.atomic), thread.awaited.map_or(0, |t| t as u64 + 1)]);
        out.push(thread.atomic_frame.map_or(0, |serial| depth_of(state, t, serial)));
        for u in 0..state.threads.len() {
            out.push(u64::from(thread.joined.contains(u)) << 1 | u64::from(thread.awaits.contains(u)));
        }
        if !thread.is_live() {
            return;
        }
        out.extend([self.machine.function_word(thread.start), u64::from(thread.created)]);
        let made = thread.allocations.iter().map(|(site, n)| {
            (self.machine.operation(site.function, site.pc).rotate_left(20) ^ u64::from(*n))
                .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        });
        out.push(made.fold(0, u64::wrapping_add));
        out.extend(thread.creators.iter().flat_map(|c| [c.thread as u64, c.word]));
        match thread.phase {
            _ if mutant(Mutant::NoLocks) => {}
            Phase::None => out.push(0),
            Phase::Waiting { cond, mutex } => {
                out.push(1);
                place(state, cond, out);
                place(state, mutex, out);
            }
            Phase::Relock { mutex, result } => {
                out.extend([2, result.map_or(u64::MAX, |r| r)]);
                place(state, mutex, out);
            }
            Phase::Arrived(n) => out.extend([3, n]),
            Phase::Leaving => out.push(4),
        }
        match thread.task {
            Task::Finish { round, key } => out.extend([1, u64::from(round), u64::from(key)]),
            Task::Construct(n) => out.extend([2, n as u64]),
            Task::Enter => out.push(3),
            Task::Leave => out.push(4),
            Task::Destruct(n, v) => {
                out.extend([5, n as u64]);
                value(state, v, out);
            }
        }
        if let (Status::Standing | Status::Spinning, Some(pending)) = (thread.status, &thread.pending)
            && !mutant(Mutant::NoLocks)
        {
            gate(state, pending.gate, out);
            pending.touches.iter().for_each(|t| touch(state, t, out));
            let mut hasher = rustc_hash::FxHasher::default();
            pending.what.hash(&mut hasher);
            out.push(hasher.finish());
        }
        thread.cleanups.iter().for_each(|&v| value(state, v, out));
        let mut specific: Vec<(u32, Value)> = thread.specific.iter().map(|(k, v)| (*k, *v)).collect();
        specific.sort_unstable_by_key(|s| s.0);
        for (k, v) in specific {
            out.push(u64::from(k));
            value(state, v, out);
        }
        // What a loop has done so far is no more than a reason to wait; waiting is what has to be the same.
        let waits = thread.status == Status::Spinning || thread.repeats.is_some();
        for s in thread.spins.iter().chain(&thread.repeats).filter(|_| waits) {
            let names = Names {
                frame: &|serial| depth_of(state, t, serial),
                object: &|o: ObjId| key_of(&state.memory, o),
                value: &|v, out| value(state, v, out),
                sync: &|s, out| sync(state, s, out),
            };
            s.words(out, &names);
        }
        out.push(u64::from(thread.repeats.is_some()));
        for f in thread.frames() {
            out.push(self.machine.operation(f.function, f.pc));
            out.extend([f.made, f.stack_bytes, u64::from(f.on_return == OnReturn::Deliver)]);
            out.extend(f.loops.iter().map(|&n| u64::from(n)));
            for e in &f.extra {
                match e {
                    Extra::Scalar(v, _) => value(state, *v, out),
                    Extra::Struct(o, n) => out.extend([key_of(&state.memory, *o), *n]),
                }
            }
        }
    }
}
