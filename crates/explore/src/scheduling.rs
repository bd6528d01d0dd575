//! Choosing threads: every enabled one (baseline), or only where another order makes a difference.
//!
//! Source: optimal DPOR with wake-up trees and sleep sets (Abdulla, Aronis, Jonsson, Sagonas), on states
//! that are kept: going back costs nothing but the state. Races are reversed when a run is over.
//!
//! Guarantee: for every complete run one that differs only in the order of independent steps is explored;
//! with `dpor`, only one.

use crate::early::Place;
use crate::explorer::Explorer;
use crate::frontier::{Cursor, Frontier, Item};
use crate::mutants::{Mutant, forgotten, mutant};
use crate::node::{Ahead, Choice, Node, Plans, enabled};
use crate::outcome::TreeKind;
use crate::summary::Fan;
use crate::trace::{Event, Granted, Ways};
use crate::tree::Way;
use crate::wakeup::{Later, Reversal, Sleeper, Wake, planned_at, skip_passed, take_planned};
use rethread_engine::{State, Touch, dependent};
use smallvec::SmallVec;
use std::sync::Arc;

impl Explorer<'_> {
    /// Everybody rests: somebody has to be chosen. None if the run is over.
    pub(crate) fn schedule(&mut self, mut cursor: Cursor, frontier: &mut Frontier) -> Option<Cursor> {
        self.share_work(frontier);
        let ways = Ways::of(&cursor.state);
        self.trace.decided(ways.clone());
        let (mut plan, loose) = planned_at(&mut cursor.ahead.later, &ways);
        cursor.loose |= loose;
        cursor.ahead.later.clear();
        let state = &cursor.state;
        self.counters.threads_max = self.counters.threads_max.max(state.threads.len() as u64);
        // With summaries taking turns prunes more: what is known behind both orders is known sooner.
        let mut able = enabled(state, self.summaries.is_some());
        if able.is_empty() {
            self.end_at_rest(&cursor);
            return None;
        }
        if self.arrives(&cursor, Fan::Threads) {
            self.tree_ends(&cursor, TreeKind::Summary);
            return None;
        }
        let state = &cursor.state;
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
                true => Some(self.go_on(cursor, first)),
                false => Some(self.branch(cursor, first, others, plan, frontier)),
            };
        }
        if let Some(behind) = cursor.ahead.behind.take() {
            match behind.enter(&ways, &mut cursor.sleep) {
                Place::Kept { plans, is_new, loose } => {
                    cursor.loose |= loose;
                    return self.go_behind(cursor, plans, is_new, able, frontier);
                }
                Place::Free(planned, loose) => {
                    plan = planned;
                    cursor.loose |= loose;
                }
                Place::Done => return None,
            }
            cursor.ahead.again = false;
        }
        let state = &cursor.state;
        skip_passed(&mut plan, state);
        let asleep = |t: usize| cursor.sleep.iter().any(|s| s.handle == state.threads[t].handle);
        let planned = plan
            .iter()
            .find_map(|w| able.iter().copied().find(|&t| state.threads[t].handle == w.handle && !asleep(t)));
        let Some(first) = planned.or_else(|| able.iter().copied().find(|&t| !asleep(t))) else {
            self.counters.blocked += 1;
            self.reverse_races(&cursor.state);
            self.tree_ends(&cursor, TreeKind::Blocked);
            self.nothing_to_do();
            return None;
        };
        if able.len() > 1 {
            return Some(self.branch(cursor, first, Vec::new(), plan, frontier));
        }
        let handle = state.threads[first].handle;
        if let Some(i) = plan.iter().position(|w| w.handle == handle) {
            (cursor.ahead.later, cursor.ahead.leaf) = take_planned(&mut plan, i, &cursor.state, first);
        }
        Some(self.go_on(cursor, first))
    }

    /// The only thread that can takes its step.
    fn go_on(&mut self, cursor: Cursor, thread: usize) -> Cursor {
        let cursor = grant(cursor, thread, None);
        self.only_way();
        self.sets_out(&cursor.state, cursor.state.thread().handle);
        cursor
    }

    /// A choice behind what was taken up early: at a node that others find, also later.
    fn go_behind(
        &mut self,
        cursor: Cursor,
        plans: Arc<Plans>,
        is_new: bool,
        able: Vec<usize>,
        frontier: &mut Frontier,
    ) -> Option<Cursor> {
        if self.parts || cursor.loose {
            plans.have_parts();
        }
        let choice = {
            let mut inner = plans.lock();
            let next = inner.next(&cursor.state);
            next.or_else(|| is_new.then(|| inner.any(&cursor.state, &able))?)
        };
        let Some(choice) = choice else {
            if is_new {
                self.counters.blocked += 1;
                self.reverse_races(&cursor.state);
            }
            return None;
        };
        let handle = cursor.state.threads[choice.thread].handle;
        self.nodes.push(Node { cursor, depth: self.trace.len(), taken: handle, answers: true, plans });
        frontier.push(Item::Node);
        Some(self.take_choice(choice))
    }

    /// A node for a choice, and the state that takes its first alternative.
    fn branch(
        &mut self,
        mut cursor: Cursor,
        first: usize,
        others: Vec<usize>,
        mut plan: Vec<Wake>,
        frontier: &mut Frontier,
    ) -> Cursor {
        self.tree_fans(&mut cursor, TreeKind::Threads);
        let sleep = std::mem::take(&mut cursor.sleep);
        let handle = cursor.state.threads[first].handle;
        let (later, leaf) = match plan.iter().position(|w| w.handle == handle) {
            Some(i) => take_planned(&mut plan, i, &cursor.state, first),
            None => (Later::new(), false),
        };
        let others = others.iter().map(|&t| cursor.state.threads[t].handle).collect();
        let plans = Plans::new(sleep, plan, others);
        if self.parts || cursor.loose {
            plans.have_parts();
        }
        plans.lock().begin(handle);
        self.nodes.push(Node { cursor, depth: self.trace.len(), taken: handle, answers: true, plans });
        frontier.push(Item::Node);
        self.take_choice(Choice { thread: first, ahead: Ahead { later, leaf, ..Ahead::default() } })
    }

    /// A state is dropped: from now on sequences that are planned may lack the steps behind it.
    pub(crate) fn plans_have_parts(&mut self) {
        if std::mem::replace(&mut self.parts, true) {
            return;
        }
        self.whole_sections = self.sections;
        self.nodes.iter().for_each(|node| node.plans.have_parts());
    }

    /// What this worker explored from the newest node is done: the next alternative, if there is one. If
    /// others still explore from it, whoever is last goes on above it.
    pub(crate) fn next_choice(&mut self, frontier: &mut Frontier) -> Option<Cursor> {
        let (node, above) = self.nodes.split_last_mut().expect("every marker has a node");
        let depth = node.depth;
        let mut all_is_theirs = false;
        let next = {
            let mut inner = node.plans.lock();
            inner.end(node.taken);
            let next = inner.next(&node.cursor.state);
            if next.is_none() && inner.is_busy() {
                match above.last() {
                    None => {}
                    // Under the lock: the last of them must find that somebody answers for it above.
                    Some(above) if above.answers => above.plans.lock().begin(above.taken),
                    Some(_) => all_is_theirs = true,
                }
            }
            next
        };
        node.answers |= next.is_some();
        self.rewind(depth);
        match next {
            Some(choice) => {
                self.counters.states += 1;
                frontier.push(Item::Node);
                Some(self.take_choice(choice))
            }
            None => {
                if let Some(node) = self.nodes.pop() {
                    self.tree_leaves_out(&node);
                }
                self.threads_done();
                if all_is_theirs {
                    frontier.drop_markers();
                    self.nodes.clear();
                }
                None
            }
        }
    }

    /// The state that takes this thread's step at the newest node.
    pub(crate) fn take_choice(&mut self, choice: Choice) -> Cursor {
        let Choice { thread, ahead } = choice;
        let number = self.nodes.len() - 1;
        let node = &mut self.nodes[number];
        node.taken = node.cursor.state.threads[thread].handle;
        let mut cursor = node.cursor.clone();
        cursor.ahead = ahead;
        if let Some(pending) = &cursor.state.threads[thread].pending {
            cursor.at.step = Way::Thread(thread, pending.what, pending.at);
        }
        if thread != cursor.state.last && cursor.state.enabled(cursor.state.last) {
            cursor.switches += 1;
        }
        let cursor = grant(cursor, thread, Some(number));
        self.sets_out(&cursor.state, cursor.state.thread().handle);
        cursor
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
            let mut sleep = match node {
                Some(n) => self.nodes[n].plans.executed(event.handle, event.mark, &event.touches),
                None => std::mem::take(&mut cursor.sleep),
            };
            let wakes = |s: &Sleeper| dependent(&s.touches, &event.touches) && !mutant(Mutant::SleepForEver);
            sleep.retain(|s| s.handle != event.handle && !wakes(s));
            self.sections |= event.is_section();
            // A plan wakes everything that was explored before it, so what begins like it can be left to the
            // end of it. Only a section, which touches what the values in it say, may leave somebody asleep; and
            // plans that lack steps, which nothing is left to.
            let whole = match cursor.loose && !self.parts {
                true => self.sections,
                false => !self.parts || self.whole_sections,
            };
            if std::mem::take(&mut cursor.ahead.leaf) && whole && !sleep.is_empty() {
                debug_assert!(
                    self.parts || self.trace.events.iter().any(Event::is_section),
                    "a plan that leaves {sleep:?} asleep"
                );
                sleep.clear();
            }
            cursor.sleep = sleep;
        }
        self.data_races(&cursor.state, &known);
        self.touched(&cursor.state, &known);
    }

    /// Could something new in this run come before the second step of a race, if the first one came later? Then the
    /// sequence that turns the race round is another one than after an earlier run: what was explored before may have
    /// covered that one, and not this one. And what a section touches may be something else there.
    fn is_news(&self, first: u32) -> bool {
        let first = &self.trace.events[first as usize];
        self.trace.events[self.checked..].iter().any(|new| !new.is_after(first)) && !mutant(Mutant::RacesOnce)
    }

    /// The run is over: for every pair of steps that could have come the other way round, plans a run in
    /// which they do.
    pub(crate) fn reverse_races(&mut self, state: &State) {
        self.reverse_races_so_far(state);
        self.reverse_blocked(state);
        self.reverse_cut_short(state);
    }

    /// The same for a run that goes on.
    pub(crate) fn reverse_races_so_far(&mut self, state: &State) {
        if !self.dpor {
            return;
        }
        self.trace.decided(Ways::of(state));
        for i in 0..self.trace.len() {
            for race in self.trace.events[i].races.clone() {
                if i < self.checked && !self.is_news(race) {
                    continue;
                }
                let event = &self.trace.events[i];
                if forgotten(&self.trace, race, event) {
                    continue;
                }
                let reversal = Reversal::new(&self.trace, race as usize, event, Some(i));
                plan(&self.nodes, self.trace.events[race as usize].node, reversal);
            }
        }
        self.checked = self.trace.len();
    }

    /// Threads that are blocked for good could have taken their step before what blocks them.
    fn reverse_blocked(&mut self, state: &State) {
        if !self.dpor || mutant(Mutant::ForgetBlocked) {
            return;
        }
        for t in crate::ends::blocked_for_good(state) {
            let Some((event, races)) = self.not_taken(state, t) else { continue };
            for race in races {
                let reversal = Reversal::new(&self.trace, race as usize, &event, None);
                plan(&self.nodes, self.trace.events[race as usize].node, reversal);
            }
        }
    }

    /// Threads that the end of the process cuts short could have taken their step before it. It is tried last, so where everything is
    /// explored they have; but a sequence that was planned may come to the end first, and where sequences lack steps nobody
    /// else asks for what would have come then. And another end is never in a run that has one.
    fn reverse_cut_short(&mut self, state: &State) {
        let last = self.trace.len().wrapping_sub(1);
        let Some(end) = self.trace.events.get(last).filter(|e| e.touches.iter().any(Touch::is_exit)) else {
            return;
        };
        // Most of what is lost by looking at races once is found by this, too.
        if !self.dpor || mutant(Mutant::CutShortForgotten) || mutant(Mutant::DecidedOnce) {
            return;
        }
        let (thread, node) = (end.thread, end.node);
        for t in (0..state.threads.len()).filter(|&t| t != thread && state.enabled(t)) {
            let Some((event, _)) = self.not_taken(state, t) else { continue };
            plan(&self.nodes, node, Reversal::new(&self.trace, last, &event, None));
        }
    }

    /// The step that a thread stands before as an event, and those it could have come before.
    fn not_taken(&self, state: &State, t: usize) -> Option<(Event, SmallVec<[u32; 4]>)> {
        let thread = &state.threads[t];
        let pending = thread.pending.clone()?;
        let (clock, races) = self.trace.order(t, &thread.clock, &pending.touches, pending.gate);
        let event = Event {
            thread: t,
            handle: thread.handle,
            index: thread.clock.get(t) + 1,
            mark: pending.mark,
            touches: pending.touches.clone(),
            ways: Ways::default(),
            clock,
            base: thread.clock.clone(),
            released: Default::default(),
            gate: pending.gate,
            before: Default::default(),
            races: Default::default(),
            node: None,
            at: pending.at,
            what: pending.what,
        };
        Some((event, races))
    }
}

/// Plans a sequence at the node it starts from. Where there was no choice nothing else could be done.
fn plan(nodes: &[Node], node: Option<usize>, reversal: Reversal<'_>) {
    if let Some(n) = node {
        nodes[n].plans.insert(reversal);
    }
}

pub(crate) fn grant(mut cursor: Cursor, thread: usize, node: Option<usize>) -> Cursor {
    let pending = cursor.state.threads[thread].pending.clone().expect("it stands before a step");
    cursor.granted = Some(Granted::new(&cursor.state, &pending, node));
    if pending.what == crate::trace::ATOMIC {
        cursor.before = Some(Box::new(cursor.state.clone()));
    }
    cursor.state.grant(thread);
    cursor
}
