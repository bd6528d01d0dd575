//! What waits to be taken up. One order, one arm; the loop does not know which.

use crate::node::Ahead;
use crate::options::SearchOrder;
use crate::remainder::Way;
use crate::trace::Granted;
use crate::tree::At;
use crate::wakeup::Sleeper;
use rethread_engine::State;
use std::collections::VecDeque;

/// A state on its way, with what the loop knows about it.
#[derive(Clone)]
pub struct Cursor {
    pub state: State,
    /// Steps that were explored from an earlier node and still need not be.
    pub sleep: Vec<Sleeper>,
    /// What is planned behind the step under way.
    pub ahead: Ahead,
    /// What was planned for here may have been lost: not everything that begins like what sleeps can be left to others.
    pub loose: bool,
    /// The step under way.
    pub granted: Option<Granted>,
    /// The state before an atomic section.
    pub before: Option<Box<State>>,
    /// A test was written for this run already: it ends at a bug.
    pub tested: bool,
    /// Times another thread went on although the last one could have.
    pub switches: u64,
    pub at: At,
}

impl Cursor {
    pub fn new(state: State) -> Cursor {
        Cursor {
            state,
            sleep: Vec::new(),
            ahead: Ahead::default(),
            loose: false,
            granted: None,
            before: None,
            tested: false,
            switches: 0,
            at: At::default(),
        }
    }
}

pub enum Item {
    /// A state, and how many steps of the trace belong to it.
    Run(Box<Cursor>, usize),
    /// A state of an interrupted exploration, by the way there.
    Far(Box<Way>),
    /// The newest node with choices between threads.
    Node,
}

/// Work for somebody else: under how many nodes it lies, and what it is.
pub enum Given<T> {
    State(usize, Box<Cursor>, usize),
    Choice(usize, T),
}

pub struct Frontier {
    order: SearchOrder,
    items: VecDeque<Item>,
    random: u64,
}

impl Frontier {
    pub fn new(order: SearchOrder, seed: u64) -> Frontier {
        Frontier {
            order,
            items: VecDeque::new(),
            random: seed.wrapping_mul(2).wrapping_add(0x9e37_79b9_7f4a_7c15),
        }
    }

    pub fn push(&mut self, item: Item) {
        self.items.push_back(item);
    }

    /// What waits, the oldest first.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        self.items.iter()
    }

    pub fn len(&self) -> usize {
        self.items.len()
    }

    pub fn pop(&mut self) -> Option<Item> {
        match self.order {
            SearchOrder::Dfs => self.items.pop_back(),
            SearchOrder::Bfs => self.items.pop_front(),
            SearchOrder::Random => {
                let n = self.items.len();
                if n == 0 {
                    return None;
                }
                let i = self.next_random() as usize % n;
                self.items.swap_remove_back(i)
            }
            // The newest with fresh coverage is near the end; a short look is enough.
            SearchOrder::Coverage => {
                let n = self.items.len();
                let is_fresh = |item: &Item| matches!(item, Item::Run(c, _) if c.state.fresh_cover);
                let fresh = (n.saturating_sub(64)..n).rev().find(|&i| is_fresh(&self.items[i]));
                match fresh {
                    Some(i) => self.items.swap_remove_back(i),
                    None => self.items.pop_front(),
                }
            }
        }
    }

    /// Takes something out that another worker could explore, the oldest first: a state, or a choice that
    /// `next` finds at a node (by its number from below).
    pub fn give<T>(&mut self, mut next: impl FnMut(usize) -> Option<T>) -> Option<Given<T>> {
        let mut below = 0;
        for i in 0..self.items.len() {
            match &self.items[i] {
                Item::Node => {
                    if let Some(found) = next(below) {
                        return Some(Given::Choice(below, found));
                    }
                    below += 1;
                }
                Item::Run(cursor, _) if cursor.granted.is_none() => {
                    let Some(Item::Run(cursor, len)) = self.items.remove(i) else { return None };
                    return Some(Given::State(below, cursor, len));
                }
                Item::Run(..) | Item::Far(_) => {}
            }
        }
        None
    }

    /// Forgets the nodes; there must be nothing else left.
    pub fn drop_markers(&mut self) {
        debug_assert!(self.items.iter().all(|i| matches!(i, Item::Node)));
        self.items.clear();
    }

    /// Does a state that was just forked go on at once?
    pub fn keeps_going(&self) -> bool {
        self.order == SearchOrder::Dfs
    }

    /// xorshift64*: small, and the same everywhere.
    fn next_random(&mut self) -> u64 {
        let mut x = self.random;
        x ^= x >> 12;
        x ^= x << 25;
        x ^= x >> 27;
        self.random = x;
        x.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11
    }
}
