//! Threads: creating, ending, joining, and what they know of themselves.
//!
//! None of this is a choice: creation, start, end and join order threads, they do not compete.

use super::cancel;
use super::synced::{failed, is_time};
use super::{Args, Builtin, arg, builtin, quiet};
use crate::environment::Call;
use crate::error::{Failure, Interrupt, Step};
use crate::exec::{Access, Executor};
use crate::state::{Creator, OnReturn, State, Status, Task, Thread};
use crate::touch::Gate;
use crate::value::{Kind, Value};
use rethread_analysis::{Footprint, Sharing, Site};
use rethread_testcase::BugKind;
use std::sync::Arc;

pub const TABLE: &[Builtin] = &[
    builtin("pthread_create", create),
    builtin("thrd_create", create_c11),
    builtin("pthread_join", join),
    builtin("thrd_join", join_c11),
    builtin("pthread_tryjoin_np", |_, _, _| unordered("pthread_tryjoin_np")),
    builtin("pthread_timedjoin_np", |_, _, _| unordered("pthread_timedjoin_np")),
    builtin("pthread_clockjoin_np", |_, _, _| unordered("pthread_clockjoin_np")),
    builtin("pthread_detach", detach),
    builtin("pthread_exit", exit),
    builtin("thrd_exit", exit),
    quiet("pthread_self", myself),
    quiet("thrd_current", myself),
    quiet("pthread_equal", equal),
    quiet("thrd_equal", equal),
    quiet("sched_yield", nothing),
    quiet("pthread_yield", nothing),
    quiet("thrd_yield", nothing),
    quiet("sleep", sleep),
    quiet("usleep", sleep),
    quiet("nanosleep", nanosleep),
    quiet("clock_nanosleep", clock_nanosleep),
    quiet("thrd_sleep", thrd_sleep),
];

pub(super) const EPERM: u64 = 1;
pub(super) const EAGAIN: u64 = 11;
pub(super) const EBUSY: u64 = 16;
pub(super) const EINVAL: u64 = 22;
pub(super) const EDEADLK: u64 = 35;
pub(super) const EOVERFLOW: u64 = 75;
pub(super) const ETIMEDOUT: u64 = 110;

/// `thrd_error` of C11.
const THRD_ERROR: u64 = 2;

pub(super) fn misuse<T>(message: impl Into<String>) -> Step<T> {
    Failure::interrupt(BugKind::LockMisuse, message)
}

fn nothing(_: &mut Executor, _: &mut State, _: Args<'_>) -> Step<Option<Value>> {
    Ok(Some(Value::Int(0)))
}

/// Sleeping takes no time and promises no order.
fn sleep(e: &mut Executor, state: &mut State, _: Args<'_>) -> Step<Option<Value>> {
    cancel::pass(e, state, "sleep")?;
    Ok(Some(Value::Int(0)))
}

fn nanosleep(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    cancel::pass(e, state, "sleep")?;
    match is_span(e, state, arg(args, 0))? {
        true => Ok(Some(Value::Int(0))),
        false => Ok(failed(e, state, EINVAL)),
    }
}

fn clock_nanosleep(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    cancel::pass(e, state, "sleep")?;
    // Clocks of Linux are 0 to 11; by that of a thread nobody sleeps, and 10 is gone.
    let t = e.term(state, arg(args, 0), 32);
    let limit = e.terms.constant(32, 12);
    let mut known = e.terms.ult(t, limit);
    for none in [3, 10] {
        let k = e.terms.constant(32, none);
        let other = e.terms.ne(t, k);
        known = e.terms.and(known, other);
    }
    let valid = e.decide(state, known)? && is_span(e, state, arg(args, 2))?;
    Ok(Some(Value::Int(if valid { 0 } else { EINVAL })))
}

fn thrd_sleep(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    cancel::pass(e, state, "sleep")?;
    // A negative number other than -1, as C11 has it for failures.
    let failure = (-2i64) as u64;
    Ok(Some(Value::Int(if is_span(e, state, arg(args, 0))? { 0 } else { failure })))
}

/// Is it a time to sleep for: no negative seconds, less than a second of nanoseconds?
fn is_span(e: &mut Executor, state: &mut State, p: Value) -> Step<bool> {
    let v = e.load_own(state, p, Kind::Int(64), "a time")?;
    let t = e.term(state, v, 64);
    let zero = e.terms.constant(64, 0);
    let negative = e.terms.slt(t, zero);
    Ok(!e.decide(state, negative)? && is_time(e, state, p)?)
}

/// A small number in memory, such as a field of an attribute object.
pub(super) fn field(e: &mut Executor, state: &mut State, p: Value, offset: u64) -> Step<u64> {
    let p = e.shifted(p, Value::Int(offset));
    let v = e.load_own(state, p, Kind::Int(32), "an attribute")?;
    let t = e.term(state, v, 32);
    e.enumerate(state, t)
}

/// Where glibc keeps the flags of a `pthread_attr_t`, and the one for detached threads.
const ATTR_FLAGS: u64 = 8;
const ATTR_DETACHED: u64 = 1;

fn create(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let attr = arg(args, 1);
    let detached = attr != Value::NULL && field(e, state, attr, ATTR_FLAGS)? & ATTR_DETACHED != 0;
    let made = start(e, state, arg(args, 0), arg(args, 2), arg(args, 3), detached)?;
    Ok(Some(Value::Int(if made { 0 } else { EAGAIN })))
}

fn create_c11(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let made = start(e, state, arg(args, 0), arg(args, 1), arg(args, 2), false)?;
    Ok(Some(Value::Int(if made { 0 } else { THRD_ERROR })))
}

/// Starts a thread and says who it is; false if there is no more room for one.
fn start(
    e: &mut Executor,
    state: &mut State,
    handle: Value,
    function: Value,
    value: Value,
    detached: bool,
) -> Step<bool> {
    // Whoever looks ahead wants to know what is joined before anything new happens.
    if e.is_looking_ahead() {
        return Err(Interrupt::Turn);
    }
    let machine = e.machine.clone();
    let f = e.callee(&machine, state, function)?;
    if machine.program.functions[f as usize].is_declaration() {
        return Err(Interrupt::Unsupported(format!(
            "a thread that starts at `{}`, which has no body",
            machine.program.functions[f as usize].name
        )));
    }
    let live = state.threads.iter().filter(|t| t.is_live()).count() as u64;
    if e.options.max_threads.is_some_and(|max| live >= max) {
        return Err(Interrupt::Bound("max-threads"));
    }
    e.touch_range(state, &[(handle, 8, Access::Write)])?;
    e.resolve(state, handle, 8, Access::Write)?;
    if e.options.create_may_fail && e.choose(state, 2)? == 1 {
        e.note_call(state, Call::Create, Some("create fails"));
        return Ok(false);
    }
    let child = new_thread(e, state, f, value, detached)?;
    let number = state.threads[child].handle;
    e.store(state, handle, Value::Int(number), Kind::Int(64))?;
    e.note_call(state, Call::Create, None);
    Ok(true)
}

fn new_thread(e: &mut Executor, state: &mut State, f: u32, value: Value, detached: bool) -> Step<usize> {
    let machine = e.machine.clone();
    let parent = state.current;
    let mut creators: Vec<Creator> = state.thread().creators.to_vec();
    if let Some(sharing) = &machine.sharing {
        let sites: Vec<_> = state.frames().map(|f| machine.site(f.function, f.pc)).collect();
        let rest = e.rest_after(sharing, sites);
        creators.retain(|c| c.thread != parent);
        let name = machine.ancestry.as_ref().and_then(|a| a.footprint(&rest));
        let word = name.unwrap_or(Arc::as_ptr(&rest) as *const u8 as u64);
        creators.push(Creator { thread: parent, rest, word, named: name.is_some() });
    }
    let granted = state.granted;
    let made = machine.location_of(state.thread());
    let me = state.thread_mut();
    let name = me.name.child(me.created);
    me.created += 1;
    let mut thread = Thread::new(name, f, Task::Finish { round: 0, key: 0 });
    thread.made = made;
    thread.creators = creators.into();
    thread.clock = me.clock.clone();
    thread.known = me.known.clone();
    thread.joined = me.joined.clone();
    thread.fixed = me.fixed.clone();
    // If creating it is itself a step, that comes before everything the thread does.
    let steps = me.clock.get(parent) + u32::from(granted);
    thread.clock.set(parent, steps);
    thread.known.set(parent, steps);
    thread.fixed.set(parent, steps);
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

fn unordered<T>(name: &str) -> Step<T> {
    let why = "whether another thread has ended is no visible step";
    Err(Interrupt::Unsupported(format!("`{name}`: {why}")))
}

fn join(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    match join_with(e, state, args, Kind::Ptr)? {
        Ok(()) => Ok(Some(Value::Int(0))),
        Err(code) => Ok(Some(Value::Int(code))),
    }
}

fn join_c11(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let joined = join_with(e, state, args, Kind::Int(32))?;
    Ok(Some(Value::Int(if joined.is_ok() { 0 } else { THRD_ERROR })))
}

/// Waits for a thread to end and stores its result as one of a kind.
fn join_with(e: &mut Executor, state: &mut State, args: Args<'_>, kind: Kind) -> Step<Result<(), u64>> {
    cancel::leaving(e, state)?;
    let Some(target) = thread_of(e, state, arg(args, 0))? else {
        return misuse("join of something that is not a thread");
    };
    let me = state.current;
    if target == me {
        return Ok(Err(EDEADLK));
    }
    let other = &state.threads[target];
    if other.detached {
        return misuse(format!("join of thread {}, which is detached", other.name));
    }
    // Coming back after having waited, the claim is this thread's own.
    if other.claimed && state.thread().awaited != Some(target) {
        return misuse(format!("thread {} is joined twice", other.name));
    }
    let ended = other.status == Status::Ended;
    // Whoever waits is woken by a cancellation: both orders of it and the end are tried here.
    if let Some(t) = cancel::point(e, state).filter(|_| ended || cancel::is_due(state)) {
        e.turn(state, Gate::Open, "join", &[t])?;
        if cancel::is_due(state) {
            if state.thread_mut().awaited.take().is_some() {
                state.thread_at(target).claimed = false;
            }
            return cancel::act(state);
        }
    }
    if !ended {
        state.thread_at(target).claimed = true;
        let thread = state.thread_mut();
        thread.awaited = Some(target);
        thread.status = Status::Joining(target);
        let awaits = match cancel::point(e, state) {
            Some(_) => Default::default(),
            None => e.look_ahead(state),
        };
        state.thread_mut().awaits = awaits;
        return Err(Interrupt::Rest);
    }
    let result = arg(args, 1);
    if result != Value::NULL {
        e.touch_range(state, &[(result, kind.size(), Access::Write)])?;
        e.guided_lost();
        let value = e.as_kind(state, state.threads[target].result, kind);
        e.store(state, result, value, kind)?;
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
    Ok(Ok(()))
}

fn detach(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    match thread_of(e, state, arg(args, 0))? {
        None => misuse("detach of something that is not a thread"),
        Some(t) if state.thread().joined.contains(t) && state.threads[t].claimed => {
            misuse("detach of a thread that was joined")
        }
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

    /// What a thread returned, as what whoever joins it takes it for.
    fn as_kind(&mut self, state: &mut State, v: Value, kind: Kind) -> Value {
        match v {
            Value::Ptr(..) | Value::PtrTerm(..) if kind == Kind::Ptr => v,
            v => {
                let t = self.term(state, v, kind.width());
                self.value(t)
            }
        }
    }
}
