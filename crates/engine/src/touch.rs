//! What a visible step touches, and when two of them depend on each other.
//!
//! Guarantee: places are named by what two schedules agree on (a hash of the object's name), so touches
//! of different runs can be compared. Two names with one hash only make more steps dependent.

use crate::value::ObjId;
use rethread_ir::LocId;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};

/// How an access is ordered.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Class {
    /// An ordinary load or store: two that conflict and are not ordered race.
    Plain,
    /// An atomic access.
    Atomic,
    /// A synchronisation object.
    Sync,
}

/// One range of bytes that a step reads or writes.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Touch {
    /// Name of the object, hashed.
    pub key: u64,
    pub object: ObjId,
    pub lo: u64,
    pub hi: u64,
    pub write: bool,
    /// It also reads what it writes over, or only reads.
    pub reads: bool,
    pub class: Class,
    /// The exact place, if only the input decides it: offset and length. Only of use beside the terms.
    #[serde(skip)]
    pub at: Option<(rethread_expr::Term, u64)>,
    /// Where, if that is not where its step is: inside an atomic section.
    pub from: LocId,
    /// Learns what those who released here knew.
    pub acquire: bool,
    /// Passes on what the thread knows.
    pub release: bool,
}

/// The key of the whole process: its end depends on every step.
const PROCESS: u64 = u64::MAX;
/// From here on keys are not of objects in memory.
const BESIDE_MEMORY: u64 = 1 << 63;

impl Touch {
    /// The end of the process.
    pub const EXIT: Touch = Touch {
        key: PROCESS,
        object: ObjId(0),
        lo: 0,
        hi: u64::MAX,
        write: true,
        reads: true,
        class: Class::Sync,
        at: None,
        from: LocId::NONE,
        acquire: false,
        release: false,
    };

    /// Something that belongs to the process as a whole and has no place in memory, by number.
    pub const fn of_process(number: u64) -> Touch {
        Touch { key: u64::MAX - 1, lo: number, hi: number + 1, ..Touch::EXIT }
    }

    /// The key of a place that is not memory, by a name that every run agrees on.
    pub(crate) fn beside_memory(name: impl Hash) -> u64 {
        let mut hasher = rustc_hash::FxHasher::default();
        name.hash(&mut hasher);
        BESIDE_MEMORY | hasher.finish() >> 2
    }

    /// Does it only order its step after others, because before them it could not be taken? It is then
    /// no race that they came first.
    #[inline]
    pub fn only_orders(&self) -> bool {
        self.key >= BESIDE_MEMORY && self.acquire && !self.write
    }

    #[inline]
    pub fn is_exit(&self) -> bool {
        self.key == PROCESS
    }

    #[inline]
    pub fn overlaps(&self, other: &Touch) -> bool {
        self.key == other.key && self.lo < other.hi && other.lo < self.hi
    }

    /// Parts of one synchronisation object.
    #[inline]
    pub fn overlaps_object(&self, other: &Touch) -> bool {
        self.key == other.key && self.lo < other.lo + 8 && other.lo < self.lo + 8
    }

    #[inline]
    pub fn conflicts(&self, other: &Touch) -> bool {
        ((self.write || other.write) && self.overlaps(other)) || self.is_exit() || other.is_exit()
    }
}

pub type Touches = SmallVec<[Touch; 2]>;

/// Do two steps depend on each other?
#[inline]
pub fn dependent(a: &[Touch], b: &[Touch]) -> bool {
    // The end of the process comes before or after everything, also a step that touches nothing.
    let ends = |t: &[Touch]| t.iter().any(Touch::is_exit);
    ends(a) || ends(b) || a.iter().any(|x| b.iter().any(|y| x.conflicts(y)))
}

/// Where a synchronisation object lies.
pub type SyncPlace = (ObjId, u64);

/// What has to be so before a step can be taken.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Gate {
    Open,
    /// The mutex is free, or held by this thread and recursive.
    Mutex(SyncPlace),
    /// Nobody writes.
    ReadLock(SyncPlace),
    /// Nobody reads or writes.
    WriteLock(SyncPlace),
    /// The count is positive.
    Semaphore(SyncPlace),
    /// The initialiser is not running.
    Once(SyncPlace),
    /// Only somebody else can let it pass (a signal, the last at a barrier).
    Closed,
}

/// The visible step a thread stands before.
#[derive(Clone, Debug)]
pub struct Pending {
    /// Its number among all steps of the thread that others might see, also those they could not.
    pub mark: u32,
    pub touches: Touches,
    pub gate: Gate,
    /// For people: `lock`, `read`, `write`, `signal`.
    pub what: &'static str,
    pub at: LocId,
}
