//! Exploring on several cores: workers with executors of their own hand each other subtrees.
//!
//! A worker that has nothing to do asks; one that has gives away what lies furthest back in its search: the
//! other side of a branch, or an alternative at a node. What is handed over is not a state (terms belong to a
//! worker) but the way there: the order of visible steps and each thread's decisions, which the other
//! worker takes again. Nodes on the way are shared, so that a race found by one worker is reversed for all.
//!
//! With partial order reduction an alternative of a node counts on what the earlier ones find: sequences that
//! begin like it are planned behind it before it is taken up. What becomes of one that is handed over early is in
//! `early.rs`.
//!
//! Guarantee: the same bugs and the same number of complete runs as one worker; a node is left only when
//! nobody explores from it any more.

use crate::coverage::coverage;
use crate::explorer::{BugKey, Explorer};
use crate::frontier::{Cursor, Given, Item};
use crate::node::{Ahead, Choice, Node, Plans};
use crate::options::{Error, Options, SearchOrder};
use crate::outcome::*;
use crate::remainder::Remainder;
use crate::summary::carry::Legacy;
use crate::wakeup::Sleeper;
use crate::witness::{Decisions, Until};
use rethread_engine::{Executor, Machine};
use rethread_expr::Terms;
use rethread_ir::Program;
use rethread_solver::{Config, Solver};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError, mpsc};
use std::time::Duration;

/// A question gets this long whatever the whole run does: what is cut short by the clock must not become what is not known.
const SHORTEST: Duration = Duration::from_millis(100);

/// A subtree for somebody: how to get there, and what is explored from there.
pub(crate) struct Job {
    /// Threads by handle, in the order of their steps, and their decisions.
    pub order: Vec<u64>,
    pub decisions: Decisions,
    /// Nodes on the way.
    pub nodes: Vec<Passed>,
    /// A thread to take a step at the last node; else the state goes on by itself.
    pub choice: Option<u64>,
    pub sleep: Vec<Sleeper>,
    pub ahead: Ahead,
    pub loose: bool,
    pub tested: bool,
    pub switches: u64,
}

/// A node on the way: steps before it, whose step was taken, what is shared, and what its cursor knows.
pub(crate) struct Passed {
    depth: usize,
    taken: u64,
    plans: Arc<Plans>,
    loose: bool,
    tested: bool,
    switches: u64,
}

impl Passed {
    fn of(node: &Node) -> Passed {
        let Node { depth, taken, ref plans, ref cursor, .. } = *node;
        let Cursor { loose, tested, switches, .. } = *cursor;
        Passed { depth, taken, plans: plans.clone(), loose, tested, switches }
    }
}

/// What workers have in common.
pub(crate) struct Pool {
    jobs: Mutex<VecDeque<Job>>,
    news: Condvar,
    workers: usize,
    ready: usize,
    idle: AtomicUsize,
    waiting: AtomicUsize,
    stop: AtomicBool,
    tests: AtomicU64,
}

impl Pool {
    fn new(workers: usize, ready: usize) -> Pool {
        Pool {
            jobs: Mutex::default(),
            news: Condvar::new(),
            workers,
            ready,
            idle: AtomicUsize::new(0),
            waiting: AtomicUsize::new(0),
            stop: AtomicBool::new(false),
            tests: AtomicU64::new(0),
        }
    }

    /// Is somebody without work, and nothing lies ready?
    fn is_hungry(&self) -> bool {
        self.idle.load(Ordering::Relaxed) + self.ready > self.waiting.load(Ordering::Relaxed)
    }

    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.news.notify_all();
    }

    pub fn tests(&self) -> &AtomicU64 {
        &self.tests
    }

    pub fn next_test(&self) -> u64 {
        self.tests.fetch_add(1, Ordering::Relaxed) + 1
    }

    fn give(&self, job: Job) {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        jobs.push_back(job);
        self.waiting.store(jobs.len(), Ordering::Relaxed);
        self.news.notify_one();
    }

    /// Waits for work; None if there is none any more.
    fn take(&self) -> Option<Job> {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        self.idle.fetch_add(1, Ordering::Relaxed);
        loop {
            if self.is_stopped() {
                return None;
            }
            if let Some(job) = jobs.pop_front() {
                self.waiting.store(jobs.len(), Ordering::Relaxed);
                self.idle.fetch_sub(1, Ordering::Relaxed);
                return Some(job);
            }
            if self.idle.load(Ordering::Relaxed) == self.workers {
                self.stop();
                return None;
            }
            jobs = self.news.wait(jobs).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// What one worker found.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Part {
    pub counters: Counters,
    #[serde(with = "by_place")]
    pub bugs: BTreeMap<BugKey, Bug>,
    pub bounds: BTreeMap<String, u64>,
    unsupported: Vec<(String, Place)>,
    unchecked: BTreeMap<String, u64>,
    lost_threads: BTreeMap<String, u64>,
    classes: BTreeSet<u64>,
    assumptions: BTreeMap<String, u64>,
    hits: Vec<u64>,
    solver_trouble: (u64, u64),
    /// Why a recording of solver queries could not be written.
    unrecorded: Option<String>,
}

/// Bugs are written without their keys.
mod by_place {
    use super::{Bug, BugKey, key_of};
    use serde::{Deserialize, Deserializer, Serializer};
    use std::collections::BTreeMap;

    pub fn serialize<S: Serializer>(bugs: &BTreeMap<BugKey, Bug>, s: S) -> Result<S::Ok, S::Error> {
        s.collect_seq(bugs.values())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<BTreeMap<BugKey, Bug>, D::Error> {
        let bugs: Vec<Bug> = Vec::deserialize(d)?;
        Ok(bugs.into_iter().map(|bug| (key_of(&bug), bug)).collect())
    }
}

enum News {
    Test(Box<Test>),
    Bug(Box<Bug>),
    Progress(usize, Box<Progress>),
}

/// What a worker of several tells goes through the one thread that may listen.
struct Relay {
    number: usize,
    news: mpsc::Sender<News>,
}

impl Observer for Relay {
    // If nobody listens any more the run is over anyway.
    fn test(&mut self, test: &Test) {
        let _ = self.news.send(News::Test(Box::new(test.clone())));
    }
    fn bug(&mut self, bug: &Bug) {
        let _ = self.news.send(News::Bug(Box::new(bug.clone())));
    }
    fn progress(&mut self, progress: &Progress) -> bool {
        let _ = self.news.send(News::Progress(self.number, Box::new(progress.clone())));
        false
    }
}

/// Explores a program, models of libc included.
pub fn check(program: &Program, options: &Options, observer: &mut dyn Observer) -> Result<Outcome, Error> {
    explore(program, options, observer).map(|found| found.0)
}

/// What an earlier version left, as far as it holds in this one, and how many formulas do and do not. Nothing is explored.
pub fn hand_on(program: &Program, options: &Options) -> Option<(Legacy, (u64, u64))> {
    struct Nobody;
    impl Observer for Nobody {
        fn test(&mut self, _: &Test) {}
        fn bug(&mut self, _: &Bug) {}
        fn progress(&mut self, _: &Progress) -> bool {
            true
        }
    }
    let mut terms = Terms::new();
    let engine = engine_options(options);
    let machine =
        Machine::new(Arc::new(program.clone()), &mut terms, options.entry.as_deref(), &engine).ok()?;
    let executor = Executor::new(Arc::new(machine), terms, Solver::new(options.solver.clone()), engine);
    let pool = Pool::new(1, 0);
    let mut nobody = Nobody;
    let mut explorer = Explorer::new(executor, options, &mut nobody, &pool);
    explorer.summaries = Some(Box::new(crate::summary::Summaries::new(options.summary_limits)));
    explorer.inherit();
    let counts = explorer.summary_counts().map(|s| (s.carried, s.outdated)).unwrap_or_default();
    Some((explorer.legacy()?, counts))
}

/// The same, with what summaries know in the end, if that has names in all versions.
pub fn explore(
    program: &Program,
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<(Outcome, Option<Legacy>), Error> {
    go_on(program, options, observer, None).map(|explored| (explored.outcome, explored.legacy))
}

/// What became of an exploration that can be taken up again.
pub struct Explored {
    pub outcome: Outcome,
    pub legacy: Option<Legacy>,
    /// What is left, if the clock, memory or somebody stopped it and it can be written down.
    pub rest: Option<Remainder>,
    /// It did go on from where it was to.
    pub resumed: bool,
}

/// The same, from where an exploration of the same program with the same options stopped. If the way there cannot be taken
/// again, from the beginning. Only one worker can.
pub fn go_on(
    program: &Program,
    options: &Options,
    observer: &mut dyn Observer,
    from: Option<Remainder>,
) -> Result<Explored, Error> {
    #[cfg(feature = "mutants")]
    crate::mutants::activate(options.mutant.filter(|_| options.dpor || options.slice || options.summaries));
    let mut program = program.clone();
    rethread_engine::add_models(&mut program);
    let mut terms = Terms::new();
    let engine = engine_options(options);
    let machine = Machine::new(Arc::new(program), &mut terms, options.entry.as_deref(), &engine)
        .map_err(Error::Setup)?;
    let machine = Arc::new(machine);
    let executor = |number: usize| {
        // One question must not outlast the whole run; one worker alone writes a recording.
        let max_time = options.max_time.map(|time| time.max(SHORTEST));
        let time_limit = options.solver.time_limit.into_iter().chain(max_time).min();
        let record = options.solver.record.clone().filter(|_| number == 0);
        let solver = Solver::new(Config { time_limit, record, ..options.solver.clone() });
        Executor::new(machine.clone(), terms.clone(), solver, engine.clone())
    };
    let workers = options.jobs.max(1);
    let pool = Pool::new(workers, options.ready);
    let (mut legacy, mut rest, mut resumed) = (None, None, false);
    let parts = if workers == 1 {
        let mut explorer = Explorer::new(executor(0), options, observer, &pool);
        if options.summaries && why_no_summaries(options, &machine).is_none() {
            explorer.summaries = Some(Box::new(crate::summary::Summaries::new(options.summary_limits)));
            explorer.exec.hidden = Some(Default::default());
            explorer.inherit();
        }
        let mut frontier = match from.and_then(|from| explorer.resume(from)) {
            Some(frontier) => {
                resumed = true;
                frontier
            }
            None => {
                let mut frontier = explorer.frontier();
                frontier.push(Item::Run(Box::new(Cursor::new(machine.initial())), 0));
                frontier
            }
        };
        explorer.explore(&mut frontier);
        if explorer.is_cut_short() {
            rest = explorer.remainder(&frontier);
        }
        legacy = explorer.legacy();
        vec![explorer.all_found()]
    } else {
        together(workers, options, observer, &pool, &machine, executor)
    };
    Ok(Explored { outcome: outcome(options, &machine, parts)?, legacy, rest, resumed })
}

/// Why summaries are off although they were asked for.
fn why_no_summaries(options: &Options, machine: &Machine) -> Option<&'static str> {
    match () {
        _ if options.jobs > 1 => Some("they do not go with several jobs yet"),
        _ if options.order != SearchOrder::Dfs && !machine.threaded => Some("they need --order dfs"),
        _ if options.reuse_freed => Some("they do not go with --reuse-freed"),
        _ if machine.open_world => Some("they do not go with --entry"),
        // What is behind a state depends on how many there were before it.
        _ if options.max_context_switches.is_some() && machine.threaded => {
            Some("they do not go with a bound on context switches")
        }
        _ => None,
    }
}

/// A bound on the whole of a run depends on what came before a state.
fn is_unbounded(o: &Options) -> bool {
    o.max_depth.is_none()
        && o.max_loop.is_none()
        && o.max_threads.is_none()
        && o.max_context_switches.is_none()
}

fn engine_options(options: &Options) -> rethread_engine::Options {
    rethread_engine::Options {
        checks: options.checks.clone(),
        max_loop: options.max_loop,
        malloc_may_fail: options.malloc_may_fail,
        schedule_at_all: options.schedule_at_all,
        slice: options.slice,
        goals: options.goals.clone(),
        lineage: options.lineage.clone().filter(|_| options.summaries && is_unbounded(options)),
        create_may_fail: options.create_may_fail,
        spurious: options.spurious,
        reuse_freed: options.reuse_freed,
        max_threads: options.max_threads,
        strict: options.strict,
        rand_symbolic: options.rand_symbolic,
        args: options.args.clone(),
        sym_args: options.sym_args,
        stdin: options.stdin.clone(),
        sym_stdin: options.sym_stdin,
        ..Default::default()
    }
}

/// All workers until there is no work, this thread listening.
fn together(
    workers: usize,
    options: &Options,
    observer: &mut dyn Observer,
    pool: &Pool,
    machine: &Arc<Machine>,
    executor: impl Fn(usize) -> Executor + Sync,
) -> Vec<Part> {
    let (sender, news) = mpsc::channel();
    std::thread::scope(|scope| {
        let handles: Vec<_> = (0..workers)
            .map(|number| {
                let mut relay = Relay { number, news: sender.clone() };
                let executor = &executor;
                scope.spawn(move || {
                    let mut explorer = Explorer::new(executor(number), options, &mut relay, pool);
                    if number == 0 {
                        let mut frontier = explorer.frontier();
                        frontier.push(Item::Run(Box::new(Cursor::new(machine.initial())), 0));
                        explorer.explore(&mut frontier);
                    }
                    while !explorer.stopped
                        && let Some(job) = pool.take()
                    {
                        explorer.take_over(job);
                    }
                    if explorer.stopped {
                        pool.stop();
                    }
                    explorer.part()
                })
            })
            .collect();
        drop(sender);
        listen(workers, observer, pool, news);
        handles
            .into_iter()
            .map(|h| h.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
}

fn listen(workers: usize, observer: &mut dyn Observer, pool: &Pool, news: mpsc::Receiver<News>) {
    let mut seen: BTreeSet<BugKey> = BTreeSet::new();
    let mut progress: Vec<Progress> = vec![Progress::default(); workers];
    for item in news {
        match item {
            News::Test(test) => observer.test(&test),
            News::Bug(bug) => {
                if seen.insert(key_of(&bug)) {
                    observer.bug(&bug);
                }
            }
            News::Progress(number, p) => {
                progress[number] = *p;
                let mut all = Progress { memory_bytes: progress[number].memory_bytes, ..Progress::default() };
                for p in &progress {
                    add(&mut all.counters, &p.counters);
                    all.covered = all.covered.max(p.covered);
                    all.lines = all.lines.max(p.lines);
                    all.frontier += p.frontier;
                }
                all.bugs = seen.len() as u64;
                if observer.progress(&all) {
                    pool.stop();
                }
            }
        }
    }
}

fn key_of(bug: &Bug) -> BugKey {
    let other = bug.other.as_ref().filter(|_| bug.kind == BugKind::Race);
    (bug.place.file.clone(), bug.place.line, bug.kind, other.map(|o| (o.place.file.clone(), o.place.line)))
}

/// Sums where summing makes sense.
fn add(all: &mut Counters, one: &Counters) {
    all.complete += one.complete;
    all.pruned += one.pruned;
    all.infeasible += one.infeasible;
    all.blocked += one.blocked;
    for (rule, n) in &one.pruned_by {
        *all.pruned_by.entry(rule.clone()).or_insert(0) += n;
    }
    let (all_s, one_s) = (&mut all.summaries, &one.summaries);
    all_s.points += one_s.points;
    all_s.formulas += one_s.formulas;
    all_s.hits += one_s.hits;
    all_s.bytes += one_s.bytes;
    all_s.evicted += one_s.evicted;
    all_s.checked += one_s.checked;
    all_s.asked_solver += one_s.asked_solver;
    all_s.retraced += one_s.retraced;
    all_s.lost += one_s.lost;
    all_s.carried += one_s.carried;
    all_s.outdated += one_s.outdated;
    all.instructions += one.instructions;
    all.states += one.states;
    all.forks += one.forks;
    all.steps += one.steps;
    all.threads_max = all.threads_max.max(one.threads_max);
    all.solver_queries += one.solver_queries;
    for (layer, n) in &one.solver_answered_by {
        *all.solver_answered_by.entry(layer.clone()).or_insert(0) += n;
    }
    all.solver_time_s += one.solver_time_s;
    all.solver_unknown += one.solver_unknown;
    all.time_s = all.time_s.max(one.time_s);
    all.peak_memory_bytes = all.peak_memory_bytes.max(one.peak_memory_bytes);
    all.tests += one.tests;
}

impl Part {
    /// Both parts as one.
    pub fn with(mut self, part: Part) -> Part {
        add(&mut self.counters, &part.counters);
        for (key, bug) in part.bugs {
            self.bugs.entry(key).or_insert(bug);
        }
        for (name, n) in part.bounds {
            *self.bounds.entry(name).or_insert(0) += n;
        }
        self.unsupported.extend(part.unsupported);
        for (kind, n) in part.unchecked {
            *self.unchecked.entry(kind).or_insert(0) += n;
        }
        self.lost_threads.extend(part.lost_threads);
        self.classes.extend(part.classes);
        self.assumptions.extend(part.assumptions);
        self.hits.iter_mut().zip(part.hits).for_each(|(a, b)| *a += b);
        self.solver_trouble.0 += part.solver_trouble.0;
        self.solver_trouble.1 += part.solver_trouble.1;
        self.unrecorded = self.unrecorded.or(part.unrecorded);
        self
    }
}

/// The parts as one.
fn outcome(options: &Options, machine: &Machine, parts: Vec<Part>) -> Result<Outcome, Error> {
    let all = parts.into_iter().reduce(Part::with);
    let Some(all) = all else { unreachable!("there is at least one worker") };
    let mut unsupported =
        all.unsupported.iter().cloned().map(|(what, place)| Error::Unsupported { what, place });
    if all.bugs.is_empty()
        && let Some(e) = unsupported.next()
    {
        return Err(e);
    }
    let given_up: BTreeSet<String> = unsupported.map(|e| format!("a path was given up: {e}")).collect();
    let notes = notes(options, machine, &all);
    let mut assumptions: Vec<String> = all.assumptions.into_keys().collect();
    assumptions.extend(given_up);
    if machine.weak_atomics {
        assumptions.push("weaker atomics read and write as sequentially consistent ones do".into());
    }
    let verdict = if !all.bugs.is_empty() {
        Verdict::Bugs
    } else if !all.bounds.is_empty() {
        Verdict::Incomplete
    } else {
        Verdict::Ok
    };
    Ok(Outcome {
        verdict,
        bugs: all.bugs.into_values().collect(),
        counters: all.counters,
        coverage: coverage(machine, &all.hits),
        bounds_hit: all.bounds,
        assumptions,
        notes,
        classes: all.classes,
    })
}

fn notes(options: &Options, machine: &Machine, all: &Part) -> Vec<String> {
    let mut notes = Vec::new();
    if machine.open_world {
        let entry = options.entry.as_deref().unwrap_or_default();
        notes.push(format!(
            "started at `{entry}`: arguments and globals are any values, pointers null, fresh or shared"
        ));
    }
    for (kind, n) in &all.unchecked {
        let plural = if *n == 1 { "path" } else { "paths" };
        notes.push(format!("{n} {plural} ended at an error of kind `{kind}`, which is not looked for"));
    }
    for name in all.lost_threads.keys() {
        notes.push(format!("thread {name} is neither joined nor detached when the process ends"));
    }
    if options.order != SearchOrder::Dfs && (machine.threaded || options.jobs > 1) {
        notes
            .push("programs with threads, and several jobs, explore depth first: --order was ignored".into());
    }
    if options.summaries {
        notes.extend(why_no_summaries(options, machine).map(|why| format!("summaries are off: {why}")));
    }
    if machine.threaded && options.dpor && options.max_context_switches.is_some() {
        notes.push("partial order reduction is off: it does not go with a bound on context switches".into());
    }
    if machine.sharing.as_ref().is_some_and(|s| s.gave_up()) {
        notes.push("who shares what was too much to find out: every access counts as shared".into());
    }
    let (mismatches, wrong_models) = all.solver_trouble;
    if mismatches + wrong_models > 0 {
        notes.push(format!(
            "the solver back ends contradicted each other {mismatches} times and gave {wrong_models} wrong models: \
             please report this"
        ));
    }
    if let Some(e) = &all.unrecorded {
        notes.push(format!("the recording of solver queries is not complete: {e}"));
    }
    notes
}

impl Explorer<'_> {
    /// What this worker found.
    pub(crate) fn part(&mut self) -> Part {
        self.count();
        // A recording that cannot be written is not worth losing the result for.
        let unrecorded = self.exec.solver.flush().err().map(|e| e.to_string());
        let stats = self.exec.solver.stats();
        if let Some(s) = self.summary_counts() {
            self.counters.summaries = s;
            let others = self.counters.pruned_by.get(ALL_FOUND).copied().unwrap_or_default();
            self.counters.pruned_by.insert("summaries".into(), self.counters.pruned - others);
        }
        if self.exec.sides_left_out > 0 {
            let goals = self.options.goals.as_ref().is_some_and(|g| !g.is_everything());
            let rule = if goals { "impact" } else { "slice" };
            self.counters.pruned_by.insert(rule.into(), self.exec.sides_left_out);
        }
        let mut bounds = self.bounds.clone();
        if self.exec.unknowns > 0 {
            *bounds.entry("solver".into()).or_insert(0) += self.exec.unknowns;
        }
        Part {
            counters: self.counters.clone(),
            bugs: self.bugs.clone(),
            bounds,
            unsupported: self.unsupported.clone(),
            unchecked: self.unchecked.clone(),
            lost_threads: self.lost_threads.clone(),
            classes: self.classes.clone(),
            assumptions: self.exec.assumptions.clone(),
            hits: self.exec.coverage.clone(),
            solver_trouble: (stats.mismatches, stats.wrong_models),
            unrecorded,
        }
    }

    /// Gives away what lies furthest back, if somebody is without work.
    pub(crate) fn share_work(&mut self, frontier: &mut crate::frontier::Frontier) {
        if self.options.jobs < 2 || !self.pool.is_hungry() {
            return;
        }
        let nodes = &self.nodes;
        let given = frontier.give(|n| {
            let node = &nodes[n];
            let choice = node.plans.lock().next(&node.cursor.state)?;
            Some((node.cursor.state.threads[choice.thread].handle, choice))
        });
        let way = |len: usize, below: usize| -> (Vec<u64>, Vec<Passed>) {
            let order = self.trace.events[..len].iter().map(|e| e.handle).collect();
            (order, nodes[..below].iter().map(Passed::of).collect())
        };
        let job = match given {
            None => return,
            Some(Given::State(below, cursor, len)) => {
                if let Some(node) = below.checked_sub(1).map(|n| &nodes[n]) {
                    node.plans.lock().begin(node.taken);
                }
                let (order, nodes) = way(len, below);
                Job {
                    order,
                    decisions: Decisions::of(&cursor.state),
                    nodes,
                    choice: None,
                    sleep: cursor.sleep,
                    ahead: cursor.ahead,
                    loose: cursor.loose,
                    tested: cursor.tested,
                    switches: cursor.switches,
                }
            }
            Some(Given::Choice(n, (handle, choice))) => {
                let node = &self.nodes[n];
                let (order, nodes) = way(node.depth, n + 1);
                Job {
                    order,
                    decisions: Decisions::of(&node.cursor.state),
                    nodes,
                    choice: Some(handle),
                    sleep: Vec::new(),
                    ahead: choice.ahead,
                    loose: node.cursor.loose,
                    tested: node.cursor.tested,
                    switches: node.cursor.switches,
                }
            }
        };
        self.pool.give(job);
    }

    /// Goes the way to a subtree and explores it.
    fn take_over(&mut self, job: Job) {
        self.rewind(0);
        self.nodes.clear();
        let mut frontier = self.frontier();
        let kept = (self.exec.coverage.clone(), self.exec.instructions, self.counters.clone());
        let mut at = Vec::new();
        let depths: Vec<usize> = job.nodes.iter().map(|n| n.depth).collect();
        let until = if job.choice.is_none() { Until::Decision } else { Until::Rest };
        let there = self.go_there(&job.order, job.decisions, until, &depths, &mut at);
        (self.exec.coverage, self.exec.instructions, self.counters) = kept;
        let Some(Cursor { state, .. }) = there else {
            // The solver did not answer as it did the first time.
            self.hit("solver");
            return;
        };
        for (passed, state) in job.nodes.into_iter().zip(at) {
            let Passed { depth, taken, plans, loose, tested, switches } = passed;
            let cursor = Cursor { loose, tested, switches, ..Cursor::new(state) };
            self.nodes.push(Node { cursor, depth, taken, answers: false, plans });
            frontier.push(Item::Node);
        }
        if let Some(last) = self.nodes.last_mut() {
            last.answers = true;
        }
        self.checked = self.trace.len();
        if job.choice.is_none() {
            self.decides_otherwise();
        }
        self.counters.states += 1;
        let cursor = match job.choice {
            None => Cursor {
                sleep: job.sleep,
                ahead: job.ahead,
                loose: job.loose,
                tested: job.tested,
                switches: job.switches,
                ..Cursor::new(state)
            },
            Some(handle) => match state.threads.iter().position(|t| t.handle == handle) {
                Some(thread) => self.take_choice(Choice { thread, ahead: job.ahead }),
                None => return self.hit("solver"),
            },
        };
        self.run(cursor, &mut frontier);
        if !self.stopped {
            self.explore(&mut frontier);
        }
    }
}
