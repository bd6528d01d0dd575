//! Threads: creating, ending, joining, and what they know of themselves.
//!
//! None of this is a choice: creation, start, end and join order threads, they do not compete.

use super::{Args, Builtin, arg, builtin, quiet};
use crate::error::{Failure, Interrupt, Step};
use crate::exec::{Access, Executor};
use crate::state::{Creator, OnReturn, State, Status, Task, Thread};
use crate::value::{Kind, Value};
use rethread_analysis::{Footprint, Sharing, Site};
use rethread_testcase::BugKind;
use std::sync::Arc;

pub const TABLE: &[Builtin] = &[
    builtin("pthread_create", create),
    builtin("pthread_join", join),
    builtin("pthread_detach", detach),
    builtin("pthread_exit", exit),
    quiet("pthread_self", myself),
    quiet("pthread_equal", equal),
    quiet("sched_yield", nothing),
    quiet("pthread_yield", nothing),
    quiet("sleep", nothing),
    quiet("usleep", nothing),
    quiet("nanosleep", nothing),
];

pub(super) const EAGAIN: u64 = 11;
pub(super) const EBUSY: u64 = 16;
pub(super) const EINVAL: u64 = 22;
pub(super) const EDEADLK: u64 = 35;

pub(super) fn misuse<T>(message: impl Into<String>) -> Step<T> {
    Failure::interrupt(BugKind::LockMisuse, message)
}

fn nothing(_: &mut Executor, _: &mut State, _: Args<'_>) -> Step<Option<Value>> {
    Ok(Some(Value::Int(0)))
}

/// A small number in memory, such as a field of an attribute object.
pub(super) fn field(e: &mut Executor, state: &mut State, p: Value, offset: u64) -> Step<u64> {
    let p = e.shifted(p, Value::Int(offset));
    let v = e.load(state, p, Kind::Int(32))?;
    let t = e.term(state, v, 32);
    e.enumerate(state, t)
}

/// Where glibc keeps the flags of a `pthread_attr_t`, and the one for detached threads.
const ATTR_FLAGS: u64 = 8;
const ATTR_DETACHED: u64 = 1;

fn create(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    // Whoever looks ahead wants to know what is joined before anything new happens.
    if e.is_looking_ahead() {
        return Err(Interrupt::Turn);
    }
    let machine = e.machine.clone();
    let (handle, attr, start, value) = (arg(args, 0), arg(args, 1), arg(args, 2), arg(args, 3));
    let f = e.callee(&machine, state, start)?;
    if machine.program.functions[f as usize].is_declaration() {
        return Err(Interrupt::Unsupported(format!(
            "a thread that starts at `{}`, which has no body",
            machine.program.functions[f as usize].name
        )));
    }
    let detached = attr != Value::NULL && field(e, state, attr, ATTR_FLAGS)? & ATTR_DETACHED != 0;
    let live = state.threads.iter().filter(|t| t.is_live()).count() as u64;
    if e.options.max_threads.is_some_and(|max| live >= max) {
        return Err(Interrupt::Bound("max-threads"));
    }
    e.touch_range(state, &[(handle, 8, Access::Write)])?;
    e.resolve(state, handle, 8, Access::Write)?;
    if e.options.create_may_fail && e.choose(state, 2)? == 1 {
        state.unreplayable = true;
        return Ok(Some(Value::Int(EAGAIN)));
    }
    let child = new_thread(e, state, f, value, detached)?;
    let number = state.threads[child].handle;
    e.store(state, handle, Value::Int(number), Kind::Int(64))?;
    Ok(Some(Value::Int(0)))
}

fn new_thread(e: &mut Executor, state: &mut State, f: u32, value: Value, detached: bool) -> Step<usize> {
    let machine = e.machine.clone();
    let parent = state.current;
    let mut creators: Vec<Creator> = state.thread().creators.to_vec();
    if let Some(sharing) = &machine.sharing {
        let sites: Vec<_> = state.frames().map(|f| machine.site(f.function, f.pc)).collect();
        let rest = e.rest_after(sharing, sites);
        creators.retain(|c| c.thread != parent);
        creators.push(Creator { thread: parent, rest });
    }
    let me = state.thread_mut();
    let name = me.name.child(me.created);
    me.created += 1;
    let mut thread = Thread::new(name, f, Task::Finish { round: 0, key: 0 });
    thread.creators = creators.into();
    thread.clock = me.clock.clone();
    thread.known = me.known.clone();
    thread.joined = me.joined.clone();
    thread.fixed = me.fixed.clone();
    thread.fixed.set(parent, me.clock.get(parent));
    thread.detached = detached;
    state.memory.remember = true;
    let child = state.threads.len();
    state.threads.push(Arc::new(thread));
    state.current = child;
    let started = e.push_frame(&machine, state, f, vec![value], Vec::new(), OnReturn::Deliver);
    state.current = parent;
    started?;
    Ok(child)
}

/// The thread a handle belongs to.
pub(super) fn thread_of(e: &mut Executor, state: &mut State, v: Value) -> Step<Option<usize>> {
    let t = e.term(state, v, 64);
    let number = e.enumerate(state, t)?;
    Ok(state.threads.iter().position(|t| t.handle == number))
}

fn join(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let Some(target) = thread_of(e, state, arg(args, 0))? else {
        return misuse("join of something that is not a thread");
    };
    let me = state.current;
    if target == me {
        return Ok(Some(Value::Int(EDEADLK)));
    }
    let other = &state.threads[target];
    if other.detached {
        return misuse(format!("join of thread {}, which is detached", other.name));
    }
    // Coming back after having waited, the claim is this thread's own.
    if other.claimed && state.thread().awaited != Some(target) {
        return misuse(format!("thread {} is joined twice", other.name));
    }
    if other.status != Status::Ended {
        state.thread_at(target).claimed = true;
        let thread = state.thread_mut();
        thread.awaited = Some(target);
        thread.status = Status::Joining(target);
        let awaits = e.look_ahead(state);
        state.thread_mut().awaits = awaits;
        return Err(Interrupt::Rest);
    }
    let result = arg(args, 1);
    if result != Value::NULL {
        e.touch_range(state, &[(result, 8, Access::Write)])?;
        let value = state.threads[target].result;
        e.store(state, result, value, Kind::Ptr)?;
    }
    let ended = state.threads[target].clone();
    state.thread_at(target).claimed = true;
    let thread = state.thread_mut();
    thread.awaited = None;
    thread.awaits = Default::default();
    thread.clock.merge(&ended.clock);
    thread.known.merge(&ended.known);
    thread.fixed.merge(&ended.fixed);
    thread.fixed.set(target, ended.clock.get(target));
    thread.joined.merge(&ended.joined);
    thread.joined.insert(target);
    Ok(Some(Value::Int(0)))
}

fn detach(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    match thread_of(e, state, arg(args, 0))? {
        None => misuse("detach of something that is not a thread"),
        Some(t) if state.threads[t].detached => misuse("a thread is detached twice"),
        Some(t) => {
            state.thread_at(t).detached = true;
            Ok(Some(Value::Int(0)))
        }
    }
}

fn exit(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    e.leave_thread(state, arg(args, 0))?;
    Ok(None)
}

fn myself(_: &mut Executor, state: &mut State, _: Args<'_>) -> Step<Option<Value>> {
    Ok(Some(Value::Int(state.thread().handle)))
}

fn equal(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let (a, b) = (e.term(state, arg(args, 0), 64), e.term(state, arg(args, 1), 64));
    let same = e.terms.eq(a, b);
    let same = e.terms.zext(same, 32);
    Ok(Some(e.value(same)))
}

impl Executor {
    /// What a stack that stands at these instructions may still touch; loops that create ask again.
    fn rest_after(&mut self, sharing: &Sharing, sites: Vec<Site>) -> Arc<Footprint> {
        let make = |sites: &[Site]| {
            let mut rest = Footprint::default();
            sites.iter().for_each(|&site| rest.merge(&sharing.after(site)));
            Arc::new(rest)
        };
        if let Some(known) = self.rests.get(&sites) {
            return known.clone();
        }
        let rest = make(&sites);
        self.rests.insert(sites, rest.clone());
        rest
    }

    /// One of `n` ways to go on that no input decides.
    pub(crate) fn choose(&mut self, state: &mut State, n: u32) -> Step<u32> {
        match state.chosen.take() {
            Some(k) => Ok(k),
            None if n <= 1 => Ok(0),
            None => Err(Interrupt::Choose(n)),
        }
    }

    /// `pthread_exit`: the stack goes, then destructors of thread-specific data run.
    pub(crate) fn leave_thread(&mut self, state: &mut State, result: Value) -> Step<()> {
        let objects: Vec<_> = state.frames().flat_map(|f| f.objects.iter().copied()).collect();
        self.touch_whole(state, &objects, "thread end")?;
        let at = self.machine.location(state);
        self.remove_objects(state, objects, at);
        let thread = state.thread_mut();
        thread.result = result;
        thread.top = None;
        thread.atomic = 0;
        thread.atomic_frame = None;
        thread.task = Task::Finish { round: 0, key: 0 };
        Ok(())
    }
}
