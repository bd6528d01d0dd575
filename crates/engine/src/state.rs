//! A symbolic state: memory, threads, path condition, what was asked for and what was printed.
//!
//! Guarantee: a clone costs what differs, not what exists. A state is a value: it can be kept,
//! compared by its choices, and taken up again by whoever holds the executor it was made with.

use crate::memory::Memory;
use crate::object::{Site, ThreadName};
use crate::output::Output;
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
    /// Actual arguments beyond the declared ones.
    pub extra: Vec<Extra>,
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
            extra: self.extra.clone(),
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
    /// Call constructor `n`, then the next.
    Construct(usize),
    /// Call the entry point.
    Enter,
    /// The entry point has returned.
    Leave,
    /// Call destructor `n`, then the next; then end with this code, which may still be symbolic.
    Destruct(usize, Value),
}

#[derive(Clone, Debug)]
pub struct Thread {
    pub name: ThreadName,
    pub top: Option<Arc<Frame>>,
    pub task: Task,
    /// Calls so far.
    pub calls: u64,
    /// Heap allocations so far by site.
    pub allocations: Map<Site, u32>,
    /// This thread's thread-local globals.
    pub locals: Map<u32, ObjId>,
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
    pub threads: Vec<Thread>,
    pub current: usize,
    pub path: Path,
    pub inputs: Vector<Input>,
    /// How often an input of this name was asked for.
    pub asked: Map<Arc<str>, u32>,
    pub stdout: Output,
    pub stderr: Output,
    /// Bytes read from standard input.
    pub stdin_read: u64,
    /// Branches decided on this path.
    pub depth: u64,
    /// Which way every fork went, newest first.
    pub choices: Choices,
    /// argc, argv and envp, once somebody wanted them.
    pub arguments: Option<Arc<[Value]>>,
    pub lazy: Map<Term, LazyPointer>,
    /// Objects that were made for lazy pointers, with their pointee types.
    pub lazy_objects: Vector<(ObjId, rethread_ir::DebugTypeId)>,
    /// Something happened that a native run need not repeat.
    pub unreplayable: bool,
    /// Reached code that no state had reached before, since it was last asked.
    pub fresh_cover: bool,
}

/// The forks of a path as a list that states share; a run can be started from it.
#[derive(Clone, Debug, Default)]
pub struct Choices(Option<Arc<Choice>>);

#[derive(Debug)]
struct Choice {
    taken: bool,
    before: Choices,
}

impl Choices {
    pub fn push(&mut self, taken: bool) {
        let before = std::mem::take(self);
        self.0 = Some(Arc::new(Choice { taken, before }));
    }

    /// Oldest first.
    pub fn to_vec(&self) -> Vec<bool> {
        let mut out = Vec::new();
        let mut at = self;
        while let Some(c) = &at.0 {
            out.push(c.taken);
            at = &c.before;
        }
        out.reverse();
        out
    }
}

impl Drop for Choice {
    fn drop(&mut self) {
        let mut next = self.before.0.take();
        while let Some(c) = next {
            match Arc::try_unwrap(c) {
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
        &mut self.threads[self.current]
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
        std::iter::successors(self.thread().top.as_deref(), |f| f.caller.as_deref())
    }
}
