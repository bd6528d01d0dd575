//! What becomes of a run that ended: counters, tests, bugs.

use crate::explorer::{BugKey, Explorer};
use crate::frontier::Cursor;
use crate::mutants::{Mutant, mutant};
use crate::node;
use crate::outcome::*;
use crate::testing;
use crate::trace::Event;
use crate::witness::Aim;
use rethread_analysis::CheckKind;
use rethread_engine::{Failure, Gate, Interrupt, Noted, State, Status, Stop, Sync, leaks};
use rethread_ir::LocId;
use rethread_solver::{Answer, Model};

impl Explorer<'_> {
    /// A model of the whole path condition.
    pub(crate) fn model(&mut self, state: &State) -> Option<Model> {
        if state.path.has_model() {
            return Some(state.path.model().clone());
        }
        let always = self.exec.terms.tru();
        match self.exec.solver.check(&mut self.exec.terms, &state.path, always) {
            Answer::Sat(m) => Some(m),
            _ => None,
        }
    }

    pub(crate) fn end(&mut self, cursor: &Cursor, end: Interrupt) {
        if cursor.ahead.again {
            return;
        }
        let state = &cursor.state;
        match &end {
            Interrupt::Exit(code) => {
                self.complete(state);
                if !stopped(state, Stop::Failure) {
                    self.check_leaks(state);
                }
                for t in state.threads.iter().skip(1).filter(|t| !t.detached && !t.claimed) {
                    *self.lost_threads.entry(t.name.to_string()).or_insert(0) += 1;
                }
                if !cursor.tested {
                    self.emit(state, EndKind::Exit { code: *code });
                }
            }
            Interrupt::Failed(failure) => {
                self.complete(state);
                self.failed(state, (**failure).clone(), cursor.tested);
            }
            Interrupt::Infeasible => self.counters.infeasible += 1,
            Interrupt::Silent => self.complete(state),
            Interrupt::Bound(bound) => {
                self.hit(bound);
                self.emit(state, EndKind::Bound { bound: bound.to_string() });
            }
            Interrupt::Unsupported(what) => self.not_supported(state, what.clone()),
            Interrupt::Fork { .. }
            | Interrupt::Unknown { .. }
            | Interrupt::Choose(_)
            | Interrupt::Turn
            | Interrupt::Rest => unreachable!("handled by the loop"),
        }
        self.reverse_races(state);
        self.tree_ends(cursor, tree_kind(&end));
        self.run_over(state, Some(&end));
    }

    fn complete(&mut self, state: &State) {
        self.counters.complete += 1;
        self.counters.threads_max = self.counters.threads_max.max(state.threads.len() as u64);
        if self.options.fingerprints {
            self.classes.insert(self.trace.fingerprint(state));
        }
    }

    /// Nobody can go on: everybody ended, or somebody waits for good.
    pub(crate) fn end_at_rest(&mut self, cursor: &Cursor) {
        if cursor.ahead.again {
            return;
        }
        let state = &cursor.state;
        let kind = if stopped(state, Stop::Failure) {
            self.complete(state);
            TreeKind::Complete
        } else if stopped(state, Stop::Assume) {
            self.counters.infeasible += 1;
            TreeKind::Assume
        } else if stopped(state, Stop::Bound) {
            // Which bound it was is counted already.
            self.emit(state, EndKind::Bound { bound: "bound".into() });
            TreeKind::Bound("bound".into())
        } else if state.threads.iter().all(|t| t.status == Status::Ended) {
            return self.end(cursor, Interrupt::Exit(0));
        } else {
            self.complete(state);
            self.deadlock(state);
            TreeKind::Bug(BugKind::Deadlock)
        };
        self.reverse_races(state);
        self.tree_ends(cursor, kind);
        self.run_over(state, None);
    }

    pub(crate) fn not_supported(&mut self, state: &State, what: String) {
        self.hit("unsupported");
        let place = self.exec.machine.stack(state).into_iter().next().unwrap_or_default();
        self.unsupported.push((what, place));
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

    pub(crate) fn make_test(&mut self, state: &State, model: &Model, how: EndKind) -> Test {
        let schedule = self.schedule_steps(state, &self.trace.events);
        self.make_scheduled_test(state, model, how, schedule)
    }

    pub(crate) fn make_scheduled_test(
        &mut self,
        state: &State,
        model: &Model,
        how: EndKind,
        schedule: Vec<ScheduleStep>,
    ) -> Test {
        self.counters.tests += 1;
        let id = self.pool.next_test();
        let steps = (schedule, self.standing(state));
        testing::test(&mut self.exec, state, model, self.options, id, how, steps)
    }

    /// The steps of the run so far, in terms that survive a recompilation.
    pub(crate) fn schedule_steps(&self, state: &State, events: &[Event]) -> Vec<ScheduleStep> {
        let machine = &self.exec.machine;
        let mut counts: std::collections::BTreeMap<(usize, LocId), u64> = Default::default();
        events
            .iter()
            .map(|e| {
                let count = counts.entry((e.thread, e.at)).or_insert(0);
                *count += 1;
                let place = machine.place(e.at, "");
                ScheduleStep {
                    thread: state.threads[e.thread].name.to_string(),
                    place: format!("{}:{}:{}", place.file, place.line, place.column),
                    count: *count,
                    what: e.what.into(),
                    wakes: woken(state, e),
                }
            })
            .collect()
    }

    /// Could a bug of this kind at this place be one that is looked for? Of a change only its goals are: what is found
    /// elsewhere may not even be real, since nothing was learned where it could not matter to them.
    pub(crate) fn is_goal(&self, kind: BugKind, place: &Place) -> bool {
        let Some(goals) = &self.options.goals else { return true };
        let check = match kind {
            BugKind::Deadlock => return goals.waiting,
            // Not at one place: if there can be any, everything is explored.
            BugKind::StackOverflow | BugKind::Leak => return true,
            BugKind::Race => CheckKind::Race,
            BugKind::Overflow => CheckKind::Overflow,
            _ => CheckKind::Failure,
        };
        goals.looks_at(check, &place.file, place.line)
    }

    /// What threads stand before: a native run has to keep them there.
    fn standing(&self, state: &State) -> Vec<ScheduleStep> {
        let machine = &self.exec.machine;
        let mut out = Vec::new();
        for t in state.threads.iter().filter(|t| matches!(t.status, Status::Standing | Status::Spinning)) {
            // A loop may wait for what nobody can write: then it stands before no step.
            let pending = t.pending.as_ref().filter(|p| t.status == Status::Standing || p.mark == t.marks);
            let (at, what) = pending.map_or_else(|| (machine.location_of(t), "spin"), |p| (p.at, p.what));
            let place = machine.place(at, "");
            out.push(ScheduleStep {
                thread: t.name.to_string(),
                place: format!("{}:{}:{}", place.file, place.line, place.column),
                count: 0,
                what: what.into(),
                wakes: Vec::new(),
            });
        }
        out
    }

    /// A check fails. A test promises the first failure of its run: what is TESTED has its test.
    pub(crate) fn failed(&mut self, state: &State, failure: Failure, tested: bool) {
        let stack = self.exec.machine.stack(state);
        let place = stack.first().cloned().unwrap_or_default();
        if !self.is_goal(failure.kind, &place) {
            return;
        }
        if !self.options.checks.contains(failure.kind) {
            *self.unchecked.entry(failure.kind.name().into()).or_insert(0) += 1;
            // The shell's code for the signal that ends the program there.
            let code = match failure.kind {
                BugKind::Assert | BugKind::Abort => 134,
                // The only overflow that ends a path is the quotient that does not fit.
                BugKind::DivByZero | BugKind::Overflow => 136,
                BugKind::Null | BugKind::StackOverflow | BugKind::ConstWrite => 139,
                _ => return,
            };
            if !tested {
                self.emit(state, EndKind::Exit { code });
            }
            return;
        }
        let how = EndKind::Bug { bug: failure.kind, place: place.clone() };
        let key = (place.file.clone(), place.line, failure.kind, None);
        if self.bugs.contains_key(&key) {
            if !tested {
                self.emit(state, how);
            }
            return;
        }
        let Some(model) = self.model(state) else {
            self.hit("solver");
            return;
        };
        let handle = state.thread().handle;
        let (test, interleaving) =
            self.witness(state, model, how, Aim::Failure { handle, kind: failure.kind });
        let thread = state.thread().name.to_string();
        let other = failure.other.map(|(role, at)| Other {
            role,
            thread: thread.clone(),
            place: self.exec.machine.place(at, ""),
            stack: Vec::new(),
        });
        let kind = failure.kind;
        let message = failure.message;
        let (waiting, threads) = (Vec::new(), Vec::new());
        let bug = Bug { kind, place, thread, message, stack, other, waiting, interleaving, threads, test };
        self.report(key, bug);
    }

    /// A bug that nobody has seen.
    pub(crate) fn report(&mut self, key: BugKey, mut bug: Bug) {
        bug.threads = std::mem::take(&mut self.cast);
        self.observer.bug(&bug);
        self.bugs.insert(key, bug);
        self.done |= self.is_all_found();
    }

    /// Is every bug found that there can be? Whoever does without the tests of states that are dropped does without the
    /// rest then.
    pub(crate) fn is_all_found(&self) -> bool {
        if self.summaries.is_none() {
            return false;
        }
        self.exec.machine.findable.as_ref().is_some_and(|all| {
            let found = |(file, line, kind): &(String, u32, BugKind)| {
                self.bugs.contains_key(&(file.clone(), *line, *kind, None))
            };
            if mutant(Mutant::AnyFound) { all.iter().any(found) } else { all.iter().all(found) }
        })
    }

    /// Bugs that stopped nobody.
    pub(crate) fn noted(&mut self, state: &State) {
        for Noted { failure, stack, model, .. } in std::mem::take(&mut self.exec.noted) {
            let place = stack.first().cloned().unwrap_or_default();
            let key = (place.file.clone(), place.line, failure.kind, None);
            if self.bugs.contains_key(&key) || !self.is_goal(failure.kind, &place) {
                continue;
            }
            let how = EndKind::Bug { bug: failure.kind, place: place.clone() };
            let handle = state.thread().handle;
            let (test, interleaving) = self.witness(state, model, how, Aim::Here { handles: vec![handle] });
            let thread = state.thread().name.to_string();
            let (kind, message) = (failure.kind, failure.message);
            let (other, waiting, threads) = (None, Vec::new(), Vec::new());
            let bug =
                Bug { kind, place, thread, message, stack, other, waiting, interleaving, threads, test };
            self.report(key, bug);
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
            let key = (place.file.clone(), place.line, BugKind::Leak, None);
            let bug = Bug {
                kind: BugKind::Leak,
                place: place.clone(),
                thread: state.thread().name.to_string(),
                message: "allocated here, never freed, and nothing points to it at the end".into(),
                stack: vec![place],
                other: None,
                waiting: vec![],
                interleaving: vec![],
                threads: vec![],
                test,
            };
            self.report(key, bug);
        }
    }

    /// Nobody is enabled and somebody is not done.
    fn deadlock(&mut self, state: &State) {
        let mut waiting: Vec<Other> = Vec::new();
        for t in (0..state.threads.len()).filter(|&t| state.threads[t].is_live()) {
            let mut view = state.clone();
            view.current = t;
            let stack = self.exec.machine.stack(&view);
            let place = stack.first().cloned().unwrap_or_default();
            let thread = state.threads[t].name.to_string();
            waiting.push(Other { role: waits_for(state, t), thread, place, stack });
        }
        let first = waiting.remove(0);
        let how = EndKind::Bug { bug: BugKind::Deadlock, place: first.place.clone() };
        if !self.is_goal(BugKind::Deadlock, &first.place) {
            return;
        }
        if !self.options.checks.contains(BugKind::Deadlock) {
            *self.unchecked.entry(BugKind::Deadlock.name().into()).or_insert(0) += 1;
            return;
        }
        let key = (first.place.file.clone(), first.place.line, BugKind::Deadlock, None);
        if self.bugs.contains_key(&key) {
            return self.emit(state, how);
        }
        let Some(model) = self.model(state) else { return self.hit("solver") };
        let (test, interleaving) = self.witness(state, model, how, Aim::Deadlock);
        let others: Vec<String> = waiting.iter().map(|o| format!("; {} {}", o.thread, o.role)).collect();
        let message = format!("nobody can go on: {} {}{}", first.thread, first.role, others.concat());
        let bug = Bug {
            kind: BugKind::Deadlock,
            place: first.place,
            thread: first.thread,
            message,
            stack: first.stack,
            other: None,
            waiting,
            interleaving,
            threads: Vec::new(),
            test,
        };
        self.report(key, bug);
    }
}

/// What an end is in the tree.
fn tree_kind(end: &Interrupt) -> TreeKind {
    match end {
        Interrupt::Failed(failure) => TreeKind::Bug(failure.kind),
        Interrupt::Infeasible => TreeKind::Assume,
        Interrupt::Bound(bound) => TreeKind::Bound(bound.to_string()),
        Interrupt::Unsupported(_) => TreeKind::Bound("unsupported".into()),
        _ => TreeKind::Complete,
    }
}

fn stopped(state: &State, why: Stop) -> bool {
    state.threads.iter().any(|t| t.status == Status::Stopped(why))
}

/// What a thread that cannot go on waits for, for a person.
fn waits_for(state: &State, t: usize) -> String {
    let name = |t: usize| state.threads[t].name.to_string();
    match state.threads[t].status {
        Status::Joining(other) => return format!("waits for {} to end", name(other)),
        Status::Spinning => return "re-reads until somebody writes, and nobody does".into(),
        _ => {}
    }
    let Some(pending) = &state.threads[t].pending else { return "waits".into() };
    let sync = pending.gate.place().and_then(|p| state.sync.get(&p));
    match (pending.gate, sync) {
        (Gate::Mutex(_), Some(Sync::Mutex { owner: Some(o), .. })) if *o == t => {
            "waits for a mutex that it holds itself".into()
        }
        (Gate::Mutex(_), Some(Sync::Mutex { owner: Some(o), .. })) => {
            let ended = if state.threads[*o].status == Status::Ended { ", which has ended," } else { "" };
            format!("waits for a mutex that {}{ended} holds", name(*o))
        }
        (Gate::ReadLock(_), Some(Sync::RwLock { writer: Some(o), .. })) => {
            format!("waits to read under a lock that {} writes under", name(*o))
        }
        (Gate::WriteLock(_), Some(Sync::RwLock { writer, readers })) => {
            let holders: Vec<String> = writer.iter().chain(readers).map(|&o| name(o)).collect();
            format!("waits to write under a lock that {} holds", holders.join(", "))
        }
        (Gate::Semaphore(_), _) => "waits for a semaphore that nobody posts".into(),
        (Gate::Once(_), _) => "waits for the initialiser of pthread_once to end".into(),
        (Gate::Closed, _) => match pending.what {
            "wake up" => "waits for a signal that nobody sends".into(),
            what => format!("waits ({what})"),
        },
        _ => "waits".into(),
    }
}

/// Threads that are blocked for good, for whoever reverses races.
pub(crate) fn blocked_for_good(state: &State) -> Vec<usize> {
    node::blocked(state).collect()
}

/// The threads that a signal takes out of the queue: it touches a place of each one's own.
fn woken(state: &State, event: &Event) -> Vec<String> {
    if !matches!(event.what, "signal" | "broadcast") {
        return Vec::new();
    }
    let touched = |handle: u64| event.touches.iter().any(|t| t.write && (t.lo, t.hi) == (handle, handle + 1));
    state.threads.iter().filter(|t| touched(t.handle)).map(|t| t.name.to_string()).collect()
}
