//! Going on where an exploration stopped: depth first, the frontier and the nodes on the way are what is left of it.
//!
//! Guarantee: nothing is left out that was not explored to its end, and no run is taken twice but those that were under way.
//! A node goes on with what sleeps and what is planned there. Summaries begin anew: what was under way has no formula, and
//! what is explored behind it tells nobody above it (no pivot is there to be told).

use crate::explorer::Explorer;
use crate::frontier::{Cursor, Frontier, Item};
use crate::node::{Ahead, Node, Plans};
use crate::outcome::CUTS;
use crate::parallel::Part;
use crate::remainder::{Remainder, StoredNode, StoredSleeper, Way, Word, later_of, words_of_later};
use crate::wakeup::Sleeper;
use crate::witness::{Decisions, Until};
use rethread_engine::State;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Decisions that are written down at most; where more wait, exploration begins anew another time.
const MOST_DECISIONS: usize = 4_000_000;

fn decisions(state: &State) -> Vec<(u64, Vec<u32>)> {
    state.threads.iter().map(|t| (t.handle, t.choices.to_vec())).collect()
}

impl Explorer<'_> {
    /// Was it stopped by something that need not stop it the next time?
    pub(crate) fn is_cut_short(&self) -> bool {
        self.stopped && CUTS.iter().any(|cut| self.bounds.contains_key(*cut))
    }

    /// What was found, also before an interruption.
    pub(crate) fn all_found(&mut self) -> Part {
        let now = self.part();
        let Some(before) = &self.before else { return now };
        let time_s = before.counters.time_s + now.counters.time_s;
        let mut all = Part::clone(before).with(now);
        all.counters.time_s = time_s;
        all
    }

    /// What is left to explore, if it can be written down.
    pub(crate) fn remainder(&mut self, frontier: &Frontier) -> Option<Remainder> {
        let nodes: Option<Vec<StoredNode>> = self.nodes.iter().map(stored).collect();
        let planned = nodes.iter().flatten().flat_map(|n| &n.plans.plan);
        let (mut waiting, mut size) = (Vec::new(), planned.map(Word::decisions).sum::<usize>());
        for item in frontier.items() {
            let way = match item {
                Item::Node => None,
                Item::Far(way) => Some(Way::clone(way)),
                Item::Run(cursor, len) => Some(self.way(cursor, *len)?),
            };
            size += way.iter().flat_map(|w| &w.decisions).map(|d| d.1.len()).sum::<usize>();
            size += way.iter().map(|w| w.order.len()).sum::<usize>();
            size += way.iter().flat_map(|w| &w.later).map(Word::decisions).sum::<usize>();
            if size > MOST_DECISIONS {
                return None;
            }
            waiting.push(way);
        }
        let mut found = self.all_found();
        let last = self.nodes.last();
        CUTS.iter().for_each(|cut| _ = found.bounds.remove(*cut));
        let (mut leaked, mut raced) = (Vec::from_iter(&self.leaked), Vec::from_iter(&self.raced));
        leaked.sort();
        raced.sort();
        Some(Remainder {
            found,
            leaked: leaked.into_iter().copied().collect(),
            raced: raced.into_iter().copied().collect(),
            tests: self.pool.tests().load(Ordering::Relaxed),
            order: self.order(last.map_or(0, |n| n.depth))?,
            nodes: nodes?,
            decisions: last.map(|n| decisions(&n.cursor.state)).unwrap_or_default(),
            waiting,
            checked: self.checked,
        })
    }

    /// The first steps of the run under way.
    fn order(&self, len: usize) -> Option<Vec<u64>> {
        Some(self.trace.events.get(..len)?.iter().map(|e| e.handle).collect())
    }

    fn way(&self, cursor: &Cursor, len: usize) -> Option<Way> {
        if cursor.ahead.behind.is_some() || cursor.sleep.iter().any(|s| s.open.is_some()) {
            return None;
        }
        let mut order = self.order(len)?;
        order.extend(cursor.granted.as_ref().map(|_| cursor.state.thread().handle));
        Some(Way {
            order,
            decisions: decisions(&cursor.state),
            inside: cursor.granted.is_some(),
            sleep: cursor.sleep.iter().map(StoredSleeper::from).collect(),
            later: words_of_later(&cursor.ahead.later),
            leaf: cursor.ahead.leaf,
            loose: cursor.loose,
            tested: cursor.tested,
            switches: cursor.switches,
        })
    }

    /// Takes up what is left. None if the way to the newest node cannot be taken again; nothing has changed then.
    pub(crate) fn resume(&mut self, from: Remainder) -> Option<Frontier> {
        let depths: Vec<usize> = from.nodes.iter().map(|n| n.depth).collect();
        let mut at = Vec::new();
        if !from.nodes.is_empty() {
            let decisions = Decisions::new(from.decisions);
            let there = self.quietly(|e| e.go_there(&from.order, decisions, Until::Rest, &depths, &mut at));
            let stands =
                |(n, state): (&StoredNode, &State)| state.threads.iter().any(|t| t.handle == n.taken);
            if there.is_none() || at.len() != depths.len() || !from.nodes.iter().zip(&at).all(stands) {
                self.rewind(0);
                return None;
            }
        }
        for (n, state) in from.nodes.into_iter().zip(at) {
            let StoredNode { depth, taken, loose, tested, switches, plans } = n;
            let cursor = Cursor { loose, tested, switches, ..Cursor::new(state) };
            let plans = Plans::restored(plans, taken);
            self.nodes.push(Node { cursor, depth, taken, answers: true, plans });
        }
        if self.summaries.is_some() {
            // States were dropped, maybe, and sections taken.
            self.sections = true;
            self.plans_have_parts();
        }
        self.checked = from.checked.min(self.trace.len());
        self.bugs.clone_from(&from.found.bugs);
        self.leaked = from.leaked.into_iter().collect();
        self.raced = from.raced.into_iter().collect();
        self.pool.tests().store(from.tests, Ordering::Relaxed);
        // The first state was counted then.
        self.counters.states = 0;
        self.before = Some(Box::new(from.found));
        self.done = self.is_all_found();
        let mut frontier = self.frontier();
        for item in from.waiting {
            frontier.push(item.map_or(Item::Node, |way| Item::Far(Box::new(way))));
        }
        // Else an exploration with little time would never get further than this.
        self.started = Instant::now();
        Some(frontier)
    }

    /// A state that waited since an interruption.
    pub(crate) fn fetch(&mut self, way: &Way) -> Option<Cursor> {
        let depths: Vec<usize> = self.nodes.iter().map(|n| n.depth).collect();
        let (trace, checked) = (std::mem::take(&mut self.trace), self.checked);
        let until = if way.inside { Until::Step } else { Until::Decision };
        let decisions = Decisions::new(way.decisions.clone());
        let there = self.quietly(|e| e.go_there(&way.order, decisions, until, &depths, &mut Vec::new()));
        self.checked = checked.min(self.trace.len());
        let Some(cursor) = there else {
            // The solver did not answer as it did the first time. What is below goes on from the run as it was.
            (self.trace, self.checked) = (trace, checked);
            self.hit("solver");
            return None;
        };
        let cursor = Cursor {
            sleep: way.sleep.iter().cloned().map(Sleeper::from).collect(),
            ahead: Ahead { later: later_of(way.later.clone()), leaf: way.leaf, ..Ahead::default() },
            loose: way.loose,
            tested: way.tested,
            switches: way.switches,
            ..cursor
        };
        if !way.inside {
            self.decides_otherwise();
        }
        self.sets_out(&cursor.state, cursor.state.chosen.map_or(0, u64::from));
        Some(cursor)
    }

    /// What is done in between is of no concern to anybody.
    fn quietly<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let kept = (self.exec.coverage.clone(), self.exec.instructions, self.counters.clone());
        let (hidden, unknowns) = (self.exec.hidden.take(), self.exec.unknowns);
        let out = f(self);
        (self.exec.coverage, self.exec.instructions, self.counters) = kept;
        (self.exec.hidden, self.exec.unknowns) = (hidden, unknowns);
        self.exec.noted.clear();
        out
    }
}

fn stored(node: &Node) -> Option<StoredNode> {
    Some(StoredNode {
        depth: node.depth,
        taken: node.taken,
        loose: node.cursor.loose,
        tested: node.cursor.tested,
        switches: node.cursor.switches,
        plans: node.plans.stored(node.taken)?,
    })
}
