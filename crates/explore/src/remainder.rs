//! What is left of an exploration that was interrupted, as plain data: what was found, and the ways to what was not
//! explored. States and terms are not kept: the other process takes the ways again.

use crate::parallel::Part;
use crate::trace::Ways;
use crate::wakeup::{Later, Sleeper, Wake};
use rethread_engine::Touch;
use rethread_ir::LocId;
use serde::{Deserialize, Serialize};

/// To go on from with [`crate::go_on`], in the same program with the same options.
#[derive(Clone, Serialize, Deserialize)]
pub struct Remainder {
    pub(crate) found: Part,
    pub(crate) leaked: Vec<LocId>,
    pub(crate) raced: Vec<(LocId, LocId)>,
    /// Numbers of tests that were given.
    pub(crate) tests: u64,
    /// Threads by handle, in the order of their steps: every way begins like this.
    pub(crate) order: Vec<u64>,
    pub(crate) nodes: Vec<StoredNode>,
    /// What was decided on the way to the last of them.
    pub(crate) decisions: Vec<(u64, Vec<u32>)>,
    /// The oldest first. None: the next of the nodes.
    pub(crate) waiting: Vec<Option<Way>>,
    /// Events whose races were looked at.
    pub(crate) checked: usize,
}

impl Remainder {
    /// What the part that is done took: runs, and seconds.
    pub fn done(&self) -> (u64, f64) {
        let c = &self.found.counters;
        (c.complete + c.pruned, c.time_s)
    }
}

/// A state by the way there: so many steps, and each thread's decisions.
#[derive(Clone, Serialize, Deserialize)]
pub struct Way {
    pub order: Vec<u64>,
    pub decisions: Vec<(u64, Vec<u32>)>,
    /// The last step is under way.
    pub inside: bool,
    pub sleep: Vec<StoredSleeper>,
    pub later: Vec<Word>,
    pub leaf: bool,
    pub loose: bool,
    pub tested: bool,
    pub switches: u64,
}

#[derive(Clone, Serialize, Deserialize)]
pub struct StoredNode {
    pub depth: usize,
    pub taken: u64,
    pub loose: bool,
    pub tested: bool,
    pub switches: u64,
    pub plans: StoredPlans,
}

#[derive(Clone, Serialize, Deserialize)]
pub struct StoredPlans {
    pub sleep: Vec<StoredSleeper>,
    pub covering: usize,
    pub inherited: usize,
    pub plan: Vec<Word>,
    pub others: Vec<u64>,
}

#[derive(Clone, Serialize, Deserialize)]
pub struct StoredSleeper(u64, u32, Vec<Touch>);

impl From<&Sleeper> for StoredSleeper {
    fn from(s: &Sleeper) -> StoredSleeper {
        StoredSleeper(s.handle, s.mark, s.touches.to_vec())
    }
}

impl From<StoredSleeper> for Sleeper {
    fn from(StoredSleeper(handle, mark, touches): StoredSleeper) -> Sleeper {
        Sleeper { handle, mark, touches: touches.into(), open: None }
    }
}

/// A plan word by word: it may be deeper than formats with brackets allow.
#[derive(Clone, Serialize, Deserialize)]
pub enum Word {
    /// A step; what is planned behind it follows, up to an end.
    Step(u64, u32, Vec<Touch>, bool),
    /// What is planned where this was decided, up to an end.
    Decided(Ways),
    /// The same whatever was decided.
    Whatever,
    End,
}

impl Word {
    /// How many decisions it names.
    pub fn decisions(&self) -> usize {
        match self {
            Word::Decided(ways) => ways.len(),
            _ => 0,
        }
    }
}

pub fn words_of(plan: &[Wake]) -> Vec<Word> {
    let mut out = Vec::new();
    write_list(plan, &mut out);
    out
}

pub fn words_of_later(later: &Later) -> Vec<Word> {
    let mut out = Vec::new();
    write_later(later, &mut out);
    out
}

pub fn plan_of(words: Vec<Word>) -> Vec<Wake> {
    read_list(&mut words.into_iter())
}

pub fn later_of(words: Vec<Word>) -> Later {
    read_later(&mut words.into_iter())
}

fn write_list(plan: &[Wake], out: &mut Vec<Word>) {
    for w in plan {
        out.push(Word::Step(w.handle, w.mark, w.touches.to_vec(), w.leaf));
        write_later(&w.then, out);
    }
    out.push(Word::End);
}

fn write_later(later: &Later, out: &mut Vec<Word>) {
    for (ways, list) in later {
        out.push(ways.clone().map_or(Word::Whatever, Word::Decided));
        write_list(list, out);
    }
    out.push(Word::End);
}

fn read_list(words: &mut impl Iterator<Item = Word>) -> Vec<Wake> {
    let mut out = Vec::new();
    while let Some(Word::Step(handle, mark, touches, leaf)) = words.next() {
        out.push(Wake { handle, mark, touches: touches.into(), leaf, then: read_later(words) });
    }
    out
}

fn read_later(words: &mut impl Iterator<Item = Word>) -> Later {
    let mut out = Later::new();
    loop {
        match words.next() {
            Some(Word::Decided(ways)) => out.push((Some(ways), read_list(words))),
            Some(Word::Whatever) => out.push((None, read_list(words))),
            _ => return out,
        }
    }
}
