//! Synchronisation objects: what the machine knows of a mutex, a condition variable and the like.
//!
//! They live beside memory, by the place of the C object, from their first use to their destruction or
//! the end of the memory they lie in. A C object that was initialised statically comes into being when
//! it is first used.

use crate::state::State;
use crate::touch::{Gate, SyncPlace};
use rethread_ir::LocId;
use smallvec::SmallVec;

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum MutexKind {
    Normal,
    Recursive,
    ErrorCheck,
    /// A spin lock.
    Spin,
}

/// Who runs the initialiser of a `pthread_once`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Runner {
    pub thread: usize,
    /// The frame that called `pthread_once`.
    pub call: u64,
}

/// The state of a synchronisation object. Threads by index.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sync {
    Mutex {
        kind: MutexKind,
        owner: Option<usize>,
        count: u32,
        at: LocId,
    },
    /// Who waits, oldest first.
    Cond {
        waiters: SmallVec<[usize; 4]>,
    },
    RwLock {
        writer: Option<usize>,
        readers: SmallVec<[usize; 4]>,
    },
    Barrier {
        need: u32,
        /// How often it was passed.
        round: u64,
        arrived: SmallVec<[usize; 4]>,
    },
    Semaphore {
        count: u64,
    },
    Once {
        done: bool,
        runner: Option<Runner>,
    },
    Destroyed,
}

impl Sync {
    /// Is it a lock of this thread?
    pub fn is_held_by(&self, thread: usize) -> bool {
        match self {
            Sync::Mutex { owner, .. } => *owner == Some(thread),
            Sync::RwLock { writer, readers } => *writer == Some(thread) || readers.contains(&thread),
            _ => false,
        }
    }

    /// Could `thread` pass the gate if the object were like this?
    pub fn opens(&self, gate: Gate, thread: usize) -> bool {
        match (gate, self) {
            (Gate::Mutex(_), Sync::Mutex { owner: Some(o), kind, .. }) => {
                *o == thread && !matches!(kind, MutexKind::Normal | MutexKind::Spin)
            }
            (Gate::ReadLock(_), Sync::RwLock { writer, .. }) => writer.is_none(),
            (Gate::WriteLock(_), Sync::RwLock { writer, readers }) => writer.is_none() && readers.is_empty(),
            (Gate::Semaphore(_), Sync::Semaphore { count }) => *count > 0,
            (Gate::Once(_), Sync::Once { runner, .. }) => runner.is_none(),
            // A destroyed object is a bug that the step itself reports.
            (_, Sync::Destroyed) => true,
            _ => true,
        }
    }
}

impl Gate {
    /// The object the gate belongs to.
    pub fn place(self) -> Option<SyncPlace> {
        match self {
            Gate::Mutex(p) | Gate::ReadLock(p) | Gate::WriteLock(p) | Gate::Semaphore(p) | Gate::Once(p) => {
                Some(p)
            }
            Gate::Open | Gate::Closed => None,
        }
    }
}

impl State {
    /// Can this thread take its pending step now?
    pub fn enabled(&self, thread: usize) -> bool {
        let t = &self.threads[thread];
        let Some(pending) = t.pending.as_ref().filter(|_| t.status == crate::state::Status::Standing) else {
            return false;
        };
        match pending.gate {
            Gate::Open => true,
            Gate::Closed => false,
            gate => gate.place().and_then(|p| self.sync.get(&p)).is_none_or(|s| s.opens(gate, thread)),
        }
    }
}
