//! Choosing threads: every enabled one (baseline), or only where another order makes a difference.
//!
//! Source: optimal DPOR with wake-up trees and sleep sets (Abdulla, Aronis, Jonsson, Sagonas), on states
//! that are kept: going back costs nothing but the state. Races are reversed when a run is over.
//!
//! Guarantee: for every complete run one that differs only in the order of independent steps is explored;
//! with `dpor`, only one.

use crate::explorer::Explorer;
use crate::frontier::{Cursor, Frontier, Item};
use crate::node::{Node, enabled};
use crate::trace::{Event, Granted};
use crate::wakeup::{Reversal, Sleeper};
use rethread_engine::{State, dependent};

impl Explorer<'_> {
    /// Everybody rests: somebody has to be chosen. None if the run is over.
    pub(crate) fn schedule(&mut self, cursor: Cursor, frontier: &mut Frontier) -> Option<Cursor> {
        let state = &cursor.state;
        self.counters.threads_max = self.counters.threads_max.max(state.threads.len() as u64);
        let mut able = enabled(state);
        if able.is_empty() {
            self.end_at_rest(&cursor);
            return None;
        }
        if let Some(max) = self.options.max_context_switches
            && cursor.switches >= max
            && able[0] == state.last
            && able.len() > 1
        {
            self.hit("max-context-switches");
            able.truncate(1);
        }
        if !self.dpor {
            let (first, others) = (able[0], able.split_off(1));
            return match others.is_empty() {
                true => Some(grant(cursor, first, None)),
                false => Some(self.branch(cursor, first, others, frontier)),
            };
        }
        let asleep = |t: usize| cursor.sleep.iter().any(|s| s.handle == state.threads[t].handle);
        let planned = cursor
            .plan
            .iter()
            .find_map(|w| able.iter().copied().find(|&t| state.threads[t].handle == w.handle && !asleep(t)));
        let Some(first) = planned.or_else(|| able.iter().copied().find(|&t| !asleep(t))) else {
            self.counters.blocked += 1;
            self.reverse_races(&cursor.state);
            return None;
        };
        match able.len() {
            1 => Some(grant(cursor, first, None)),
            _ => Some(self.branch(cursor, first, Vec::new(), frontier)),
        }
    }

    /// A node for a choice, and the state that takes its first alternative.
    fn branch(
        &mut self,
        mut cursor: Cursor,
        first: usize,
        others: Vec<usize>,
        frontier: &mut Frontier,
    ) -> Cursor {
        let plan = std::mem::take(&mut cursor.plan);
        let sleep = std::mem::take(&mut cursor.sleep);
        let node = Node { cursor, depth: self.trace.len(), taken: first, touched: None, others, sleep, plan };
        self.nodes.push(node);
        frontier.push(Item::Node);
        self.take_choice(first)
    }

    /// The newest node's alternative was explored: the next one, if there is one.
    pub(crate) fn next_choice(&mut self, frontier: &mut Frontier) -> Option<Cursor> {
        let node = self.nodes.last_mut().expect("every marker has a node");
        let depth = node.depth;
        let handle = node.cursor.state.threads[node.taken].handle;
        let next = if self.dpor {
            if let Some(touches) = node.touched.take() {
                node.sleep.push(Sleeper { handle, touches });
            }
            loop {
                let Some(wake) = node.plan.first() else { break None };
                let thread = node.cursor.state.threads.iter().position(|t| t.handle == wake.handle);
                let asleep = node.sleep.iter().any(|s| s.handle == wake.handle);
                match thread.filter(|&t| !asleep && node.cursor.state.enabled(t)) {
                    Some(t) => break Some(t),
                    None => _ = node.plan.remove(0),
                }
            }
        } else {
            (!node.others.is_empty()).then(|| node.others.remove(0))
        };
        self.rewind(depth);
        match next {
            None => {
                self.nodes.pop();
                None
            }
            Some(t) => {
                self.counters.states += 1;
                frontier.push(Item::Node);
                Some(self.take_choice(t))
            }
        }
    }

    /// The state that takes this thread's step at the newest node.
    fn take_choice(&mut self, thread: usize) -> Cursor {
        let number = self.nodes.len() - 1;
        let node = &mut self.nodes[number];
        node.taken = thread;
        node.touched = None;
        let handle = node.cursor.state.threads[thread].handle;
        let mut cursor = node.cursor.clone();
        if let Some(i) = node.plan.iter().position(|w| w.handle == handle) {
            cursor.plan = node.plan.remove(i).then;
        }
        if thread != cursor.state.last && cursor.state.enabled(cursor.state.last) {
            cursor.switches += 1;
        }
        grant(cursor, thread, Some(number))
    }

    /// A granted step was taken: it becomes an event of the run.
    pub(crate) fn taken(&mut self, cursor: &mut Cursor) {
        let Some(granted) = cursor.granted.take() else { return };
        self.counters.steps += 1;
        cursor.before = None;
        let node = granted.node;
        let known = cursor.state.thread().known.clone();
        self.trace.record(&mut cursor.state, granted);
        let event = self.trace.events.last().expect("just recorded");
        if self.dpor {
            let sleep = match node {
                Some(n) => {
                    self.nodes[n].executed(&event.touches);
                    &self.nodes[n].sleep
                }
                None => &cursor.sleep,
            };
            let still: Vec<Sleeper> = sleep
                .iter()
                .filter(|s| s.handle != event.handle && !dependent(&s.touches, &event.touches))
                .cloned()
                .collect();
            cursor.sleep = still;
        }
        self.data_races(&cursor.state, &known);
    }

    /// The run is over: for every pair of steps that could have come the other way round, plans a run in
    /// which they do.
    pub(crate) fn reverse_races(&mut self, state: &State) {
        if !self.dpor {
            return;
        }
        for i in self.checked..self.trace.len() {
            for race in self.trace.events[i].races.clone() {
                let event = &self.trace.events[i];
                let reversal = Reversal::new(&self.trace, race as usize, event, Some(i));
                plan(&mut self.nodes, self.trace.events[race as usize].node, reversal);
            }
        }
        self.checked = self.trace.len();
        for t in crate::ends::blocked_for_good(state) {
            let thread = &state.threads[t];
            let Some(pending) = thread.pending.clone() else { continue };
            let (clock, races) = self.trace.order(t, &thread.clock, &pending.touches, pending.gate);
            let event = Event {
                thread: t,
                handle: thread.handle,
                index: thread.clock.get(t) + 1,
                touches: pending.touches.clone(),
                clock,
                base: thread.clock.clone(),
                known: thread.known.clone(),
                gate: pending.gate,
                before: Default::default(),
                races: Default::default(),
                node: None,
                what: pending.what,
                at: pending.at,
            };
            for race in races {
                let reversal = Reversal::new(&self.trace, race as usize, &event, None);
                plan(&mut self.nodes, self.trace.events[race as usize].node, reversal);
            }
        }
    }
}

/// Plans a sequence at the node it starts from. Where there was no choice nothing else could be done.
fn plan(nodes: &mut [Node], node: Option<usize>, reversal: Reversal<'_>) {
    let Some(n) = node else { return };
    let node = &mut nodes[n];
    if !reversal.is_asleep(&node.sleep) {
        reversal.insert(&mut node.plan);
    }
}

fn grant(mut cursor: Cursor, thread: usize, node: Option<usize>) -> Cursor {
    let pending = cursor.state.threads[thread].pending.clone().expect("it stands before a step");
    cursor.granted = Some(Granted::new(&cursor.state, &pending, node));
    if pending.what == "atomic" {
        cursor.before = Some(Box::new(cursor.state.clone()));
    }
    cursor.state.grant(thread);
    cursor
}
