//! States that wait to be taken up. One order, one arm; the loop does not know which.

use crate::options::SearchOrder;
use rethread_engine::State;
use std::collections::VecDeque;

pub struct Frontier {
    order: SearchOrder,
    states: VecDeque<State>,
    random: u64,
}

impl Frontier {
    pub fn new(order: SearchOrder, seed: u64) -> Frontier {
        Frontier {
            order,
            states: VecDeque::new(),
            random: seed.wrapping_mul(2).wrapping_add(0x9e37_79b9_7f4a_7c15),
        }
    }

    pub fn push(&mut self, state: State) {
        self.states.push_back(state);
    }

    pub fn len(&self) -> usize {
        self.states.len()
    }

    pub fn pop(&mut self) -> Option<State> {
        match self.order {
            SearchOrder::Dfs => self.states.pop_back(),
            SearchOrder::Bfs => self.states.pop_front(),
            SearchOrder::Random => {
                let n = self.states.len();
                if n == 0 {
                    return None;
                }
                let i = self.next_random() as usize % n;
                self.states.swap_remove_back(i)
            }
            // The newest with fresh coverage is near the end; a short look is enough.
            SearchOrder::Coverage => {
                let n = self.states.len();
                let fresh = (n.saturating_sub(64)..n).rev().find(|&i| self.states[i].fresh_cover);
                match fresh {
                    Some(i) => self.states.swap_remove_back(i),
                    None => self.states.pop_front(),
                }
            }
        }
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
