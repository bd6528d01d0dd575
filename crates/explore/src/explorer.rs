//! The loop (Algorithm 1 of the Conc-iSE paper, for the sequential part: branching pivot points).
//!
//! A state runs until the engine says that a condition has two values. Both get a state; with
//! depth-first order the true side goes on at once. Every end is counted, becomes a test, and a bug if
//! it is one that nobody has seen.
//!
//! Guarantee: without a bound every feasible path is taken once. What was not taken is counted under
//! the bound that cut it.

use crate::coverage::{Meter, coverage};
use crate::frontier::Frontier;
use crate::options::{Error, Options};
use crate::outcome::*;
use crate::process;
use crate::testing;
use rethread_engine::{Executor, Failure, Interrupt, Machine, Noted, State, leaks};
use rethread_expr::Terms;
use rethread_ir::Program;
use rethread_solver::{Answer, Config, Model, Solver};
use rethread_testcase::BugKind;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Instructions between two looks at the clock: a millisecond of concrete code, and no more than a
/// second if every one of them makes large terms.
const BUDGET: u64 = 1 << 16;
/// Between two calls of the observer.
const TICK: Duration = Duration::from_millis(100);

/// Explores a program, models of libc included.
pub fn check(program: &Program, options: &Options, observer: &mut dyn Observer) -> Result<Outcome, Error> {
    let mut program = program.clone();
    rethread_engine::add_models(&mut program);
    let mut terms = Terms::new();
    let engine = rethread_engine::Options {
        checks: options.checks.clone(),
        max_loop: options.max_loop,
        malloc_may_fail: options.malloc_may_fail,
        strict: options.strict,
        rand_symbolic: options.rand_symbolic,
        args: options.args.clone(),
        sym_args: options.sym_args,
        stdin: options.stdin.clone(),
        sym_stdin: options.sym_stdin,
        ..Default::default()
    };
    let machine = Machine::new(Arc::new(program), &mut terms, options.entry.as_deref(), &engine)
        .map_err(Error::Setup)?;
    let machine = Arc::new(machine);
    let initial = machine.initial();
    // One question must not outlast the whole run.
    let time_limit = options.solver.time_limit.into_iter().chain(options.max_time).min();
    let solver = Solver::new(Config { time_limit, ..options.solver.clone() });
    let exec = Executor::new(machine.clone(), terms, solver, engine);
    let mut explorer = Explorer::new(exec, options, observer);
    explorer.explore(initial);
    explorer.finish()
}

struct Explorer<'a> {
    exec: Executor,
    options: &'a Options,
    observer: &'a mut dyn Observer,
    meter: Meter,
    counters: Counters,
    bugs: BTreeMap<(String, u32, BugKind), Bug>,
    bounds: BTreeMap<String, u64>,
    unsupported: Vec<Error>,
    /// Kinds of errors that ended a path without being looked for.
    unchecked: BTreeMap<&'static str, u64>,
    leaked: FxHashSet<rethread_ir::LocId>,
    started: Instant,
    last_tick: Instant,
    stopped: bool,
}

impl<'a> Explorer<'a> {
    fn new(exec: Executor, options: &'a Options, observer: &'a mut dyn Observer) -> Explorer<'a> {
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
            started: now,
            last_tick: now,
            stopped: false,
        }
    }

    fn explore(&mut self, initial: State) {
        let mut frontier = Frontier::new(self.options.order, self.options.seed);
        frontier.push(initial);
        while let Some(mut state) = frontier.pop() {
            state.fresh_cover = false;
            self.run(state, &mut frontier);
            if self.stopped {
                break;
            }
        }
    }

    fn hit(&mut self, bound: &str) {
        *self.bounds.entry(bound.to_string()).or_insert(0) += 1;
    }

    /// Takes one state as far as it goes.
    fn run(&mut self, mut state: State, frontier: &mut Frontier) {
        loop {
            let result = self.exec.run(&mut state, BUDGET);
            self.noted(&state);
            let interrupt = match result {
                Ok(()) => {
                    if self.tick(frontier.len() + 1) {
                        return;
                    }
                    continue;
                }
                Err(i) => i,
            };
            if self.tick(frontier.len() + 1) {
                return;
            }
            match interrupt {
                Interrupt::Fork { condition, when_true, when_false } => {
                    if self.options.max_depth.is_some_and(|max| state.depth >= max) {
                        self.end_at_bound(state, "max-depth");
                        return;
                    }
                    let other = self.fork(&mut state, condition, when_true, when_false);
                    frontier.push(other);
                    if !frontier.keeps_going() {
                        frontier.push(state);
                        return;
                    }
                }
                Interrupt::Unknown { condition, feasible } => {
                    self.hit("solver");
                    match feasible {
                        Some(side) => {
                            let known = if side { condition } else { self.exec.terms.not(condition) };
                            self.exec.solver.assume(&mut self.exec.terms, &mut state.path, known, None);
                        }
                        None => return,
                    }
                }
                end => {
                    self.end(state, end);
                    return;
                }
            }
        }
    }

    /// Splits a state on a condition; it keeps the true side, the other one is returned.
    fn fork(&mut self, state: &mut State, condition: rethread_expr::Term, yes: Model, no: Model) -> State {
        self.counters.forks += 1;
        self.counters.states += 1;
        state.depth += 1;
        let mut other = state.clone();
        state.choices.push(true);
        other.choices.push(false);
        let exec = &mut self.exec;
        let negated = exec.terms.not(condition);
        exec.solver.assume(&mut exec.terms, &mut state.path, condition, Some(yes));
        exec.solver.assume(&mut exec.terms, &mut other.path, negated, Some(no));
        other
    }

    /// A model of the whole path condition.
    fn model(&mut self, state: &State) -> Option<Model> {
        if state.path.has_model() {
            return Some(state.path.model().clone());
        }
        let always = self.exec.terms.tru();
        match self.exec.solver.check(&mut self.exec.terms, &state.path, always) {
            Answer::Sat(m) => Some(m),
            _ => None,
        }
    }

    fn end(&mut self, state: State, end: Interrupt) {
        match end {
            Interrupt::Exit(code) => {
                self.counters.complete += 1;
                self.check_leaks(&state);
                self.emit(&state, EndKind::Exit { code });
            }
            Interrupt::Failed(failure) => {
                self.counters.complete += 1;
                self.failed(&state, *failure);
            }
            Interrupt::Infeasible => self.counters.infeasible += 1,
            Interrupt::Silent => self.counters.complete += 1,
            Interrupt::Bound(name) => self.end_at_bound(state, name),
            Interrupt::Unsupported(what) => {
                self.hit("unsupported");
                let place = self.exec.machine.stack(&state).into_iter().next().unwrap_or_default();
                self.unsupported.push(Error::Unsupported { what, place });
            }
            Interrupt::Fork { .. } | Interrupt::Unknown { .. } => unreachable!("handled by the loop"),
        }
    }

    fn end_at_bound(&mut self, state: State, bound: &'static str) {
        self.hit(bound);
        self.emit(&state, EndKind::Bound { bound: bound.to_string() });
    }

    /// A test for a path that ended.
    fn emit(&mut self, state: &State, how: EndKind) {
        if self.options.no_tests {
            return;
        }
        let Some(model) = self.model(state) else { return };
        let test = self.make_test(state, &model, how);
        self.observer.test(&test);
        if self.options.max_tests.is_some_and(|max| self.counters.tests >= max) {
            self.hit("max-tests");
            self.stopped = true;
        }
    }

    fn make_test(&mut self, state: &State, model: &Model, how: EndKind) -> Test {
        self.counters.tests += 1;
        testing::test(&mut self.exec, state, model, self.options, self.counters.tests, how)
    }

    fn failed(&mut self, state: &State, failure: Failure) {
        let stack = self.exec.machine.stack(state);
        let place = stack.first().cloned().unwrap_or_default();
        if !self.options.checks.contains(failure.kind) {
            *self.unchecked.entry(failure.kind.name()).or_insert(0) += 1;
            // The shell's code for the signal that ends the program there.
            let code = match failure.kind {
                BugKind::Assert | BugKind::Abort => 134,
                // The only overflow that ends a path is the quotient that does not fit.
                BugKind::DivByZero | BugKind::Overflow => 136,
                BugKind::Null | BugKind::StackOverflow | BugKind::ConstWrite => 139,
                _ => return,
            };
            return self.emit(state, EndKind::Exit { code });
        }
        let how = EndKind::Bug { bug: failure.kind, place: place.clone() };
        let key = (place.file.clone(), place.line, failure.kind);
        if self.bugs.contains_key(&key) {
            return self.emit(state, how);
        }
        let Some(model) = self.model(state) else {
            self.hit("solver");
            return;
        };
        let test = self.make_test(state, &model, how);
        if !self.options.no_tests {
            self.observer.test(&test);
        }
        self.report(state, failure, stack, test);
    }

    /// A bug that nobody has seen.
    fn report(&mut self, state: &State, failure: Failure, stack: Vec<Place>, test: Test) {
        let place = stack.first().cloned().unwrap_or_default();
        let key = (place.file.clone(), place.line, failure.kind);
        let thread = state.thread().name.to_string();
        let other = failure.other.map(|(role, at)| Other {
            role,
            thread: thread.clone(),
            place: self.exec.machine.place(at, ""),
        });
        let bug = Bug { kind: failure.kind, place, thread, message: failure.message, stack, other, test };
        self.observer.bug(&bug);
        self.bugs.insert(key, bug);
    }

    /// Bugs that stopped nobody.
    fn noted(&mut self, state: &State) {
        for Noted { failure, stack, model, .. } in std::mem::take(&mut self.exec.noted) {
            let place = stack.first().cloned().unwrap_or_default();
            if self.bugs.contains_key(&(place.file.clone(), place.line, failure.kind)) {
                continue;
            }
            let how = EndKind::Bug { bug: failure.kind, place };
            let test = self.make_test(state, &model, how);
            if !self.options.no_tests {
                self.observer.test(&test);
            }
            self.report(state, failure, stack, test);
        }
    }

    fn check_leaks(&mut self, state: &State) {
        if !self.options.checks.contains(BugKind::Leak) {
            return;
        }
        for at in leaks(state) {
            if !self.leaked.insert(at) {
                continue;
            }
            let Some(model) = self.model(state) else { continue };
            let place = self.exec.machine.place(at, "");
            let how = EndKind::Bug { bug: BugKind::Leak, place: place.clone() };
            let test = self.make_test(state, &model, how);
            let failure = Failure {
                kind: BugKind::Leak,
                message: "allocated here, never freed, and nothing points to it at the end".into(),
                other: None,
            };
            self.report(state, failure, vec![place], test);
        }
    }

    /// Looks at the clock, the memory and the observer. True if exploration has to stop.
    fn tick(&mut self, frontier: usize) -> bool {
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
    fn count(&mut self) {
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

    fn finish(mut self) -> Result<Outcome, Error> {
        self.count();
        // A recording that cannot be written is not worth losing the result for.
        let flushed = self.exec.solver.flush();
        if self.bugs.is_empty()
            && let Some(e) = self.unsupported.first()
        {
            return Err(e.clone());
        }
        let mut assumptions: Vec<String> = self.exec.assumptions.keys().cloned().collect();
        let mut seen = FxHashSet::default();
        for e in &self.unsupported {
            let text = format!("a path was given up: {e}");
            if seen.insert(text.clone()) {
                assumptions.push(text);
            }
        }
        let mut notes = Vec::new();
        if self.exec.machine.open_world {
            let entry = self.options.entry.as_deref().unwrap_or_default();
            notes.push(format!(
                "started at `{entry}`: arguments and globals are any values, pointers null, fresh or shared"
            ));
        }
        for (kind, n) in &self.unchecked {
            let plural = if *n == 1 { "path" } else { "paths" };
            notes.push(format!("{n} {plural} ended at an error of kind `{kind}`, which is not looked for"));
        }
        let stats = self.exec.solver.stats();
        if stats.mismatches + stats.wrong_models > 0 {
            notes.push(format!(
                "the solver back ends contradicted each other {} times and gave {} wrong models: please report this",
                stats.mismatches, stats.wrong_models
            ));
        }
        if let Err(e) = flushed {
            notes.push(format!("the recording of solver queries is not complete: {e}"));
        }
        if self.exec.unknowns > 0 {
            *self.bounds.entry("solver".into()).or_insert(0) += self.exec.unknowns;
        }
        let verdict = if !self.bugs.is_empty() {
            Verdict::Bugs
        } else if !self.bounds.is_empty() {
            Verdict::Incomplete
        } else {
            Verdict::Ok
        };
        Ok(Outcome {
            verdict,
            bugs: self.bugs.into_values().collect(),
            counters: self.counters,
            coverage: coverage(&self.exec.machine, &self.exec.coverage),
            bounds_hit: self.bounds,
            assumptions,
            notes,
        })
    }
}
