//! The loop (Algorithm 1 of the Conc-iSE paper): branching and interleaving pivot points.
//!
//! A state runs until the engine says that a condition has two values, or that threads have to be
//! chosen between. At a branch both sides get a state; with depth-first order the true side goes on at
//! once. At a choice of threads a node is made (`scheduling`). Every end is counted, becomes a test, and
//! a bug if it is one that nobody has seen (`ends`).
//!
//! Guarantee: without a bound and without reductions every feasible path of every interleaving of
//! visible steps is taken once. What was not taken is counted under the bound that cut it.

use crate::coverage::Meter;
use crate::frontier::{Cursor, Frontier, Item};
use crate::mutants::{Mutant, mutant};
use crate::node::Node;
use crate::options::{Options, SearchOrder};
use crate::outcome::*;
use crate::parallel::{Part, Pool};
use crate::process;
use crate::summary::Fan;
use crate::trace::Trace;
use crate::tree::{Tree, Way};
use rethread_engine::{Executor, Interrupt, Rest, Stop};
use rethread_ir::LocId;
use rethread_solver::Model;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Instructions between two looks at the clock: a millisecond of concrete code, and no more than a
/// second if every one of them makes large terms.
const BUDGET: u64 = 1 << 16;
/// Steps between two looks at the clock.
const LOOK: u32 = 256;
/// Between two calls of the observer.
const TICK: Duration = Duration::from_millis(100);

/// A bug is one per kind and place; a race one per pair of places.
pub(crate) type BugKey = (String, u32, BugKind, Option<(String, u32)>);

/// Why a thread stops that does not go on like this, if others may.
pub(crate) fn stop_of(why: &Interrupt) -> Option<Stop> {
    match why {
        Interrupt::Failed(_) => Some(Stop::Failure),
        Interrupt::Infeasible => Some(Stop::Assume),
        Interrupt::Bound(_) | Interrupt::Unsupported(_) => Some(Stop::Bound),
        _ => None,
    }
}

pub(crate) struct Explorer<'a> {
    pub(crate) exec: Executor,
    pub(crate) options: &'a Options,
    pub(crate) observer: &'a mut dyn Observer,
    meter: Meter,
    pub(crate) counters: Counters,
    pub(crate) bugs: BTreeMap<BugKey, Bug>,
    pub(crate) bounds: BTreeMap<String, u64>,
    /// What, and where.
    pub(crate) unsupported: Vec<(String, Place)>,
    /// Kinds of errors that ended a path without being looked for.
    pub(crate) unchecked: BTreeMap<String, u64>,
    pub(crate) leaked: FxHashSet<LocId>,
    /// Pairs of places that are known to race.
    pub(crate) raced: FxHashSet<(LocId, LocId)>,
    /// Threads that nobody joined or detached: where they were made.
    pub(crate) lost_threads: BTreeMap<String, u64>,
    pub(crate) classes: std::collections::BTreeSet<u64>,
    /// The run under way, and its choices of threads.
    pub(crate) trace: Trace,
    pub(crate) nodes: Vec<Node>,
    /// Events whose races were looked at.
    pub(crate) checked: usize,
    pub(crate) dpor: bool,
    pub(crate) started: Instant,
    last_tick: Instant,
    until_look: u32,
    pub(crate) stopped: bool,
    /// Nothing is left to look for.
    pub(crate) done: bool,
    pub(crate) pool: &'a Pool,
    pub(crate) summaries: Option<Box<crate::summary::Summaries>>,
    /// Sequences that are planned may lack steps: a state was dropped.
    pub(crate) parts: bool,
    /// A section was taken, and then, while sequences were whole.
    pub(crate) sections: bool,
    pub(crate) whole_sections: bool,
    /// Bounds and open questions so far.
    pub(crate) trouble: u64,
    pub(crate) tree: Option<Box<Tree>>,
    /// The threads of the last witness, until its bug is reported.
    pub(crate) cast: Vec<Started>,
    /// What was found before this exploration was interrupted.
    pub(crate) before: Option<Box<Part>>,
}

impl<'a> Explorer<'a> {
    pub(crate) fn new(
        exec: Executor,
        options: &'a Options,
        observer: &'a mut dyn Observer,
        pool: &'a Pool,
    ) -> Explorer<'a> {
        let now = Instant::now();
        Explorer {
            meter: Meter::new(&exec.machine),
            exec,
            options,
            observer,
            counters: Counters { threads_max: 1, states: 1, ..Counters::default() },
            bugs: BTreeMap::new(),
            bounds: BTreeMap::new(),
            unsupported: Vec::new(),
            unchecked: BTreeMap::new(),
            leaked: FxHashSet::default(),
            raced: FxHashSet::default(),
            lost_threads: BTreeMap::new(),
            classes: Default::default(),
            trace: Trace::default(),
            nodes: Vec::new(),
            checked: 0,
            dpor: options.dpor && options.max_context_switches.is_none(),
            started: now,
            last_tick: now,
            until_look: LOOK,
            stopped: false,
            done: false,
            pool,
            summaries: None,
            parts: false,
            sections: false,
            whole_sections: false,
            trouble: 0,
            tree: (options.tree_nodes > 0 && options.jobs <= 1)
                .then(|| Box::new(Tree::new(options.tree_nodes))),
            cast: Vec::new(),
            before: None,
        }
    }

    /// Where the search begins: depth first with threads, because the trace and the nodes are those of
    /// one run, and with several workers, because they hand over what lies furthest back.
    pub(crate) fn frontier(&self) -> Frontier {
        let deep = self.exec.machine.threaded || self.options.jobs > 1;
        Frontier::new(if deep { SearchOrder::Dfs } else { self.options.order }, self.options.seed)
    }

    /// Until nothing is left; what is, if it has to stop, stays in the frontier.
    pub(crate) fn explore(&mut self, frontier: &mut Frontier) {
        while let Some(item) = frontier.pop() {
            let cursor = match item {
                Item::Run(mut cursor, len) => {
                    cursor.state.fresh_cover = false;
                    self.rewind(len);
                    if cursor.granted.is_none() {
                        self.decides_otherwise();
                    }
                    self.sets_out(&cursor.state, cursor.state.chosen.map_or(0, u64::from));
                    Some(*cursor)
                }
                Item::Far(way) => self.fetch(&way),
                Item::Node => self.next_choice(frontier),
            };
            if let Some(cursor) = cursor {
                if self.done {
                    // What is left counts as one run.
                    self.counters.pruned += 1;
                    self.counters.pruned_by.insert(ALL_FOUND.into(), 1);
                    break;
                }
                self.run(cursor, frontier);
            }
            if self.stopped {
                break;
            }
            if self.observer.wants_rest() {
                let rest = self.remainder(frontier);
                self.observer.rest(rest);
            }
        }
        self.tree_done();
    }

    /// Back to an earlier point of the run.
    pub(crate) fn rewind(&mut self, len: usize) {
        self.trace.truncate(len);
        self.checked = self.checked.min(len);
    }

    /// The run goes on from a decision that was made otherwise before. That belongs to the last step, whose races, and those
    /// it can come before the second step of, were looked at with the other decision.
    pub(crate) fn decides_otherwise(&mut self) {
        if !mutant(Mutant::DecidedOnce) {
            self.checked = self.checked.min(self.trace.len().saturating_sub(1));
        }
    }

    pub(crate) fn hit(&mut self, bound: &str) {
        self.trouble += 1;
        *self.bounds.entry(bound.to_string()).or_insert(0) += 1;
    }

    /// Takes one state as far as it goes.
    pub(crate) fn run(&mut self, mut cursor: Cursor, frontier: &mut Frontier) {
        loop {
            let result = self.exec.advance(&mut cursor.state, BUDGET);
            if self.summaries.is_some() {
                self.touched_unseen(&cursor.state);
            }
            if !self.exec.noted.is_empty() {
                self.noted(&cursor.state);
            }
            let interrupt = match result {
                Ok(Rest::Budget) => {
                    if self.tick(frontier.len() + 1) {
                        return self.put_back(cursor, frontier);
                    }
                    continue;
                }
                Ok(Rest::Taken) => {
                    self.taken(&mut cursor);
                    continue;
                }
                Ok(Rest::Quiet) => {
                    self.until_look -= 1;
                    if self.until_look == 0 && self.tick(frontier.len() + 1) {
                        return self.put_back(cursor, frontier);
                    }
                    match self.schedule(cursor, frontier) {
                        Some(next) => cursor = next,
                        None => return,
                    }
                    continue;
                }
                Err(i) => i,
            };
            if self.tick(frontier.len() + 1) {
                return self.put_back(cursor, frontier);
            }
            match interrupt {
                Interrupt::Fork { condition, when_true, when_false } => {
                    if self.options.max_depth.is_some_and(|max| cursor.state.depth >= max) {
                        if !self.stop_thread(&mut cursor, Interrupt::Bound("max-depth")) {
                            return;
                        }
                        continue;
                    }
                    if self.arrives(&cursor, Fan::Any(2)) {
                        return self.tree_ends(&cursor, TreeKind::Summary);
                    }
                    self.tree_fans(&mut cursor, TreeKind::Branch);
                    let mut other = self.fork(&mut cursor, condition, when_true, when_false);
                    if self.summaries.is_some() && !self.exec.machine.at_switch(&cursor.state) {
                        // Inequalities leave more room than equations: what is learned there prunes more.
                        std::mem::swap(&mut cursor, &mut other);
                    }
                    self.sets_out(&cursor.state, 0);
                    frontier.push(Item::Run(Box::new(other), self.trace.len()));
                    self.share_work(frontier);
                    if !frontier.keeps_going() {
                        frontier.push(Item::Run(Box::new(cursor), self.trace.len()));
                        return;
                    }
                }
                Interrupt::Choose(n) => {
                    if self.arrives(&cursor, Fan::All(n)) {
                        return self.tree_ends(&cursor, TreeKind::Summary);
                    }
                    self.tree_fans(&mut cursor, TreeKind::Choice);
                    // The last one first on the stack: number 0 goes on at once.
                    for k in (1..n).rev() {
                        let mut other = cursor.clone();
                        other.state.thread_mut().choices.push(k);
                        other.state.decides(u64::from(k));
                        other.state.chosen = Some(k);
                        other.at.step = Way::Choice(k);
                        self.counters.states += 1;
                        frontier.push(Item::Run(Box::new(other), self.trace.len()));
                    }
                    cursor.state.thread_mut().choices.push(0);
                    cursor.state.decides(0);
                    cursor.state.chosen = Some(0);
                    cursor.at.step = Way::Choice(0);
                    self.sets_out(&cursor.state, 0);
                    if !frontier.keeps_going() {
                        frontier.push(Item::Run(Box::new(cursor), self.trace.len()));
                        return;
                    }
                }
                Interrupt::Unknown { condition, feasible } => {
                    self.hit("solver");
                    match feasible {
                        Some(side) => {
                            let known = if side { condition } else { self.exec.terms.not(condition) };
                            let path = &mut cursor.state.path;
                            self.exec.solver.assume(&mut self.exec.terms, path, known, None);
                        }
                        None => {
                            self.tree_ends(&cursor, TreeKind::Bound("solver".into()));
                            return self.run_over(&cursor.state, None);
                        }
                    }
                }
                end => {
                    if !self.stop_thread(&mut cursor, end) {
                        return;
                    }
                }
            }
        }
    }

    /// The run is not over, but exploration has to stop.
    fn put_back(&self, cursor: Cursor, frontier: &mut Frontier) {
        frontier.push(Item::Run(Box::new(cursor), self.trace.len()));
    }

    /// Splits a state on a condition; it keeps the true side, the other one is returned.
    fn fork(&mut self, cursor: &mut Cursor, condition: rethread_expr::Term, yes: Model, no: Model) -> Cursor {
        self.counters.forks += 1;
        self.counters.states += 1;
        cursor.state.depth += 1;
        let mut other = cursor.clone();
        (cursor.at.step, other.at.step) = (Way::Side(true), Way::Side(false));
        cursor.state.thread_mut().choices.push(1);
        other.state.thread_mut().choices.push(0);
        let exec = &mut self.exec;
        let negated = exec.terms.not(condition);
        exec.solver.assume(&mut exec.terms, &mut cursor.state.path, condition, Some(yes));
        exec.solver.assume(&mut exec.terms, &mut other.state.path, negated, Some(no));
        other
    }

    /// The current thread does not go on. False if with that the whole run is over.
    fn stop_thread(&mut self, cursor: &mut Cursor, why: Interrupt) -> bool {
        let alone = cursor.state.threads.len() == 1;
        let Some(stop) = stop_of(&why).filter(|_| !alone) else {
            if cursor.granted.is_some() {
                self.taken(cursor);
            }
            self.end(cursor, why);
            return false;
        };
        self.roll_back(cursor);
        if cursor.granted.is_some() {
            cursor.state.granted = false;
            self.taken(cursor);
        }
        match why {
            Interrupt::Failed(failure) => {
                let at = self.exec.machine.location_of(cursor.state.thread());
                cursor.at.failed = Some((failure.kind, at));
                let tested = std::mem::replace(&mut cursor.tested, true);
                self.failed(&cursor.state, *failure, tested);
            }
            Interrupt::Bound(name) => self.hit(name),
            Interrupt::Unsupported(what) => self.not_supported(&cursor.state, what),
            _ => {}
        }
        cursor.state.thread_mut().status = rethread_engine::Status::Stopped(stop);
        true
    }

    /// A section that fails could as well have come last: nobody sees what it did.
    pub(crate) fn roll_back(&mut self, cursor: &mut Cursor) {
        let section = cursor.state.thread().atomic > 0;
        if let Some(before) = cursor.before.take().filter(|_| section) {
            cursor.state.roll_back(*before);
        }
    }

    /// Something took long: the clock is looked at after this step.
    pub(crate) fn look_soon(&mut self) {
        self.until_look = 1;
    }

    /// Looks at the clock, the memory and the observer. True if exploration has to stop.
    fn tick(&mut self, frontier: usize) -> bool {
        self.until_look = LOOK;
        self.stopped |= self.pool.is_stopped();
        if self.stopped {
            return true;
        }
        let now = Instant::now();
        if self.options.max_time.is_some_and(|max| now - self.started >= max) {
            self.hit("max-time");
            self.stopped = true;
        } else if now - self.last_tick >= TICK {
            self.last_tick = now;
            let memory = process::resident();
            if self.options.max_memory.is_some_and(|max| memory > max) {
                self.hit("max-memory");
                self.stopped = true;
            }
            self.count();
            let (covered, lines) = self.meter.read(&self.exec.coverage);
            let progress = Progress {
                counters: self.counters.clone(),
                covered,
                lines,
                frontier: frontier as u64,
                bugs: self.bugs.len() as u64,
                memory_bytes: memory,
            };
            if self.observer.progress(&progress) {
                self.hit("interrupt");
                self.stopped = true;
            }
        }
        self.stopped
    }

    /// Brings the counters up to date.
    pub(crate) fn count(&mut self) {
        let stats = self.exec.solver.stats();
        let c = &mut self.counters;
        c.instructions = self.exec.instructions;
        c.solver_queries = stats.queries;
        c.solver_answered_by = stats.answered_by;
        c.solver_time_s = stats.time.as_secs_f64();
        c.solver_unknown = stats.unknown;
        c.time_s = self.started.elapsed().as_secs_f64();
        c.peak_memory_bytes = process::peak();
    }
}
