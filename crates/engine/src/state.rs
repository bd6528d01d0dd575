//! A symbolic state: memory, threads, path condition, what was asked for and what was printed.
//!
//! Guarantee: a clone costs what differs, not what exists. A state is a value: it can be kept,
//! compared by its choices, and taken up again by whoever holds the executor it was made with.

use crate::clock::{Clock, ThreadSet};
use crate::environment::Environment;
use crate::memory::Memory;
use crate::object::{Site, ThreadName};
use crate::output::Output;
use crate::sync::Sync;
use crate::touch::{Pending, SyncPlace, Touch, Touches};
use crate::value::{Kind, ObjId, Value};
use imbl::{GenericHashMap, Vector, shared_ptr::DefaultSharedPtr};
use rethread_expr::Term;
use rethread_solver::Path;
use rustc_hash::FxBuildHasher;
use std::sync::Arc;

pub type Map<K, V> = GenericHashMap<K, V, FxBuildHasher, DefaultSharedPtr>;

/// One activation of a function.
#[derive(Debug)]
pub struct Frame {
    pub function: u32,
    /// The operation to do next; in a caller, the call that is under way.
    pub pc: u32,
    pub regs: Vec<Value>,
    /// Stack objects, in the order they were made.
    pub objects: Vec<ObjId>,
    /// The number of this call among all of the thread.
    pub serial: u64,
    /// Frames below it.
    pub depth: u32,
    /// Where its stack objects were made and how large they are, as a hash.
    pub made: u64,
    /// Actual arguments beyond the declared ones.
    pub extra: Vec<Extra>,
    /// Where those lie for `va_arg`, once somebody asked.
    pub area: Option<ObjId>,
    /// Back edges taken by loop, if they are bounded.
    pub loops: Vec<u32>,
    /// Bytes of stack in use up to and with this frame.
    pub stack_bytes: u64,
    /// What happens when it returns.
    pub on_return: OnReturn,
    pub caller: Option<Arc<Frame>>,
}

/// An argument of a variadic call that has no parameter.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Extra {
    Scalar(Value, Kind),
    /// A struct of that many bytes: the object holds the callee's copy.
    Struct(ObjId, u64),
}

/// What becomes of a frame's result.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum OnReturn {
    /// The result goes to the registers of the call in the caller.
    Deliver,
    /// The result is dropped and the caller goes on where it was.
    Drop,
}

impl Clone for Frame {
    fn clone(&self) -> Frame {
        Frame {
            function: self.function,
            pc: self.pc,
            regs: self.regs.clone(),
            objects: self.objects.clone(),
            serial: self.serial,
            depth: self.depth,
            made: self.made,
            extra: self.extra.clone(),
            area: self.area,
            loops: self.loops.clone(),
            stack_bytes: self.stack_bytes,
            on_return: self.on_return,
            caller: self.caller.clone(),
        }
    }
}

/// A stack may be a hundred thousand frames deep: unlink them one by one.
impl Drop for Frame {
    fn drop(&mut self) {
        let mut next = self.caller.take();
        while let Some(frame) = next {
            match Arc::try_unwrap(frame) {
                Ok(mut owned) => next = owned.caller.take(),
                Err(_) => break,
            }
        }
    }
}

/// What a thread still has to do once its stack is empty.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Task {
    /// The function of a created thread has returned, or a thread called `pthread_exit`: destructors of
    /// its thread-specific data are due, from `key` on in this round, then it ends.
    Finish { round: u32, key: u32 },
    /// Call constructor `n`, then the next.
    Construct(usize),
    /// Call the entry point.
    Enter,
    /// The entry point has returned.
    Leave,
    /// Call destructor `n`, then the next; then end with this code, which may still be symbolic.
    Destruct(usize, Value),
}

/// Whether a thread can go on, and if not, why.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Status {
    /// It runs until its next visible step; nobody is asked.
    Ready,
    /// It stands before a visible step.
    Standing,
    /// It waits for that thread to end.
    Joining(usize),
    /// It re-reads until somebody writes one of the places it read.
    Spinning,
    Ended,
    Stopped(Stop),
}

/// Why a thread stopped for good before its end. The others go on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    Failure,
    Assume,
    Bound,
}

/// Where a thread is inside a call that takes several steps.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Phase {
    None,
    /// In the queue of a condition variable.
    Waiting {
        cond: SyncPlace,
        mutex: SyncPlace,
    },
    /// Woken or timed out, with this result once it has the mutex back; without one it was cancelled.
    Relock {
        mutex: SyncPlace,
        result: Option<u64>,
    },
    /// At a barrier, or past it, with this result.
    Arrived(u64),
    /// It was cancelled: the call it is in does not come back.
    Leaving,
}

/// Why a thread is to end from outside, and whether it listens (POSIX cancellation, deferred).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Cancel {
    pub requested: bool,
    pub disabled: bool,
}

/// The rest of a creator's code after it created a thread, as far as its child is concerned.
#[derive(Clone, Debug)]
pub struct Creator {
    pub thread: usize,
    pub rest: Arc<rethread_analysis::Footprint>,
    /// The rest as a number, and whether that is the same in all versions.
    pub word: u64,
    pub named: bool,
}

#[derive(Clone, Debug)]
pub struct Thread {
    pub name: ThreadName,
    /// A number for the name: what `pthread_self` gives, and the same in every schedule.
    pub handle: u64,
    pub status: Status,
    /// The step it stands before, or is taking.
    pub pending: Option<Arc<Pending>>,
    pub phase: Phase,
    /// The function it was started at.
    pub start: u32,
    /// Where it was created.
    pub made: rethread_ir::LocId,
    /// Its creator, the creator's creator and so on, with what each may still do.
    pub creators: Arc<[Creator]>,
    /// Steps so far that others might have seen.
    pub marks: u32,
    /// Children so far.
    pub created: u32,
    /// Events that happen before its next one; explorers keep it up to date.
    pub clock: Clock,
    /// The same for synchronisation alone: what races are judged by.
    pub known: Clock,
    /// What relaxed reads saw of releases, for a fence that acquires; what was known at the last fence that
    /// releases.
    pub seen: Clock,
    pub fence: Option<Clock>,
    /// Steps that are ordered before it by creation and join alone, and threads that ended so.
    pub fixed: Clock,
    pub joined: ThreadSet,
    /// What its steps touched, with their numbers.
    pub past: History<(u32, Touch)>,
    /// While it joins: threads that will have ended before it does anything visible.
    pub awaits: ThreadSet,
    /// The thread it claimed and waits for.
    pub awaited: Option<usize>,
    pub detached: bool,
    /// Somebody joins it or has joined it.
    pub claimed: bool,
    /// What its function returned.
    pub result: Value,
    /// Depth of atomic sections, and the frame that a section ends with.
    pub atomic: u32,
    pub atomic_frame: Option<u64>,
    pub cancel: Cancel,
    /// Cleanup handlers that are registered, newest last: the places of their buffers.
    pub cleanups: Vector<Value>,
    /// Thread-specific data by key.
    pub specific: Map<u32, Value>,
    /// Loops it is in that may be waiting.
    pub spins: Vec<Arc<crate::exec::Spin>>,
    /// The round of a loop that it repeats, if it is to wait inside (see `exec/spin.rs`).
    pub repeats: Option<Arc<crate::exec::Spin>>,
    /// The answers to its questions about symbolic data so far, hashed.
    pub answers: u64,
    /// Which way every fork and choice of it went, newest first.
    pub choices: Choices,
    pub top: Option<Arc<Frame>>,
    pub task: Task,
    /// Calls so far.
    pub calls: u64,
    /// Heap allocations so far by site.
    pub allocations: Map<Site, u32>,
    /// This thread's thread-local globals.
    pub locals: Map<u32, ObjId>,
}

impl Thread {
    pub fn new(name: ThreadName, start: u32, task: Task) -> Thread {
        Thread {
            handle: name.handle(),
            name,
            status: Status::Ready,
            pending: None,
            phase: Phase::None,
            start,
            made: rethread_ir::LocId::NONE,
            creators: Arc::from([]),
            marks: 0,
            created: 0,
            clock: Clock::default(),
            known: Clock::default(),
            seen: Clock::default(),
            fence: None,
            fixed: Clock::default(),
            joined: ThreadSet::default(),
            past: History::default(),
            awaits: ThreadSet::default(),
            awaited: None,
            detached: false,
            claimed: false,
            result: Value::NULL,
            atomic: 0,
            atomic_frame: None,
            cancel: Cancel::default(),
            cleanups: Vector::new(),
            specific: Map::default(),
            spins: Vec::new(),
            repeats: None,
            answers: 0,
            choices: Choices::default(),
            top: None,
            task,
            calls: 0,
            allocations: Map::default(),
            locals: Map::default(),
        }
    }

    /// The frames, innermost first.
    pub fn frames(&self) -> impl Iterator<Item = &Frame> {
        std::iter::successors(self.top.as_deref(), |f| f.caller.as_deref())
    }

    /// Can it still do something?
    pub fn is_live(&self) -> bool {
        !matches!(self.status, Status::Ended | Status::Stopped(_))
    }
}

/// Something the program asked for: it becomes part of the test.
#[derive(Clone, Debug)]
pub struct Input {
    pub name: Arc<str>,
    pub parts: Arc<[InputPart]>,
}

#[derive(Clone, Debug)]
pub struct InputPart {
    pub term: Term,
    pub bytes: u32,
}

/// A symbolic pointer of an entry function that was not looked behind yet.
#[derive(Clone, Debug)]
pub struct LazyPointer {
    pub pointee: rethread_ir::DebugTypeId,
    pub name: Arc<str>,
    /// Distance from the entry's arguments, to bound growth.
    pub depth: u32,
    /// Where it points, once that was decided.
    pub address: Option<u64>,
}

#[derive(Clone, Debug)]
pub struct State {
    pub memory: Memory,
    pub threads: Vec<Arc<Thread>>,
    pub current: usize,
    /// The thread that took the last visible step, and what that step knew.
    pub last: usize,
    pub last_clock: Clock,
    /// Answers about symbolic data since the last visible step began, each hashed, with the thread that asked.
    pub ways: History<(u64, u64)>,
    /// The answers of the operation under way, hashed.
    pub answering: u64,
    /// The current thread may take the visible step it stands before.
    pub granted: bool,
    /// What the step under way has touched so far.
    pub event: Touches,
    /// The answer to [`Interrupt::Choose`](crate::Interrupt::Choose).
    pub chosen: Option<u32>,
    pub sync: Map<SyncPlace, Sync>,
    /// Thread-specific data keys: destructor (null for none), or deleted.
    pub keys: Vector<Option<Value>>,
    pub path: Path,
    pub inputs: Vector<Input>,
    /// How often an input of this name was asked for.
    pub inputs_asked: Map<Arc<str>, u32>,
    pub stdout: Output,
    pub stderr: Output,
    /// Bytes read from standard input.
    pub stdin_read: u64,
    /// Branches decided on this path.
    pub depth: u64,
    /// argc, argv and envp, once somebody wanted them.
    pub arguments: Option<Arc<[Value]>>,
    pub lazy: Map<Term, LazyPointer>,
    /// Objects that were made for lazy pointers, with their pointee types.
    pub lazy_objects: Vector<(ObjId, rethread_ir::DebugTypeId)>,
    /// Something happened that a native run need not repeat.
    pub unreplayable: bool,
    /// What the environment did.
    pub environment: Environment,
    /// Went one way where it did not matter to the checks which; to the output it may.
    pub one_sided: bool,
    /// Reached code that no state had reached before, since it was last asked.
    pub fresh_cover: bool,
}

/// A list that states share and each goes on with by itself.
#[derive(Clone, Debug)]
pub struct History<T>(Option<Arc<Link<T>>>);

#[derive(Debug)]
struct Link<T> {
    item: T,
    before: History<T>,
}

/// The forks and choices of a thread: 1 for true, 0 for false, or the number that was chosen. With the order of visible
/// steps a run can be taken again from it.
pub type Choices = History<u32>;

impl<T> Default for History<T> {
    fn default() -> History<T> {
        History(None)
    }
}

impl<T> History<T> {
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    pub fn push(&mut self, item: T) {
        let before = std::mem::take(self);
        self.0 = Some(Arc::new(Link { item, before }));
    }

    /// Newest first.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        std::iter::successors(self.0.as_deref(), |link| link.before.0.as_deref()).map(|link| &link.item)
    }
}

impl<T: Copy> History<T> {
    /// Oldest first.
    pub fn to_vec(&self) -> Vec<T> {
        let mut out: Vec<T> = self.iter().copied().collect();
        out.reverse();
        out
    }
}

impl<T> Drop for Link<T> {
    fn drop(&mut self) {
        let mut next = self.before.0.take();
        while let Some(link) = next {
            match Arc::try_unwrap(link) {
                Ok(mut owned) => next = owned.before.0.take(),
                Err(_) => break,
            }
        }
    }
}

impl State {
    pub fn thread(&self) -> &Thread {
        &self.threads[self.current]
    }

    pub fn thread_mut(&mut self) -> &mut Thread {
        Arc::make_mut(&mut self.threads[self.current])
    }

    /// The current thread went one of several ways.
    pub fn decides(&mut self, answer: u64) {
        let handle = self.thread().handle;
        self.ways.push((handle, answer));
    }

    pub fn thread_at(&mut self, thread: usize) -> &mut Thread {
        Arc::make_mut(&mut self.threads[thread])
    }

    /// The atomic section under way is as if it had never begun, except that its thread stands where it failed.
    pub fn roll_back(&mut self, before: State) {
        let failing = self.thread().clone();
        let me = self.current;
        self.memory = before.memory;
        self.sync = before.sync;
        self.threads = before.threads;
        for t in &mut self.event {
            t.write = false;
            t.release = false;
        }
        let thread = self.thread_at(me);
        thread.answers = failing.answers;
        thread.choices = failing.choices;
        thread.top = failing.top;
        thread.atomic = 0;
    }

    /// Is every other thread ordered before by creation and join?
    pub fn alone(&self) -> bool {
        let me = self.thread();
        (0..self.threads.len()).all(|u| u == self.current || me.joined.contains(u))
    }

    /// The running frame. There is one whenever a step is taken.
    pub fn frame(&self) -> &Frame {
        self.thread().top.as_ref().expect("a running thread has a frame")
    }

    pub fn frame_mut(&mut self) -> &mut Frame {
        Arc::make_mut(self.thread_mut().top.as_mut().expect("a running thread has a frame"))
    }

    pub fn set(&mut self, register: u32, value: Value) {
        self.frame_mut().regs[register as usize] = value;
    }

    /// The frames of the running thread, innermost first.
    pub fn frames(&self) -> impl Iterator<Item = &Frame> {
        self.thread().frames()
    }
}
