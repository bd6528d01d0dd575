//! How a bug comes about, for a person: the steps that matter, in an order with few context switches,
//! with the values that were read and written.
//!
//! Only what happens before the bug is kept. The steps are put into an order with as few changes of
//! thread as a greedy choice finds, and the program is run once more in that order: what is reported is
//! what that run did. If it does not end the same way, the run as it was found is reported.

use crate::explorer::{Explorer, stop_of};
use crate::frontier::Cursor;
use crate::outcome::*;
use crate::scheduling::grant;
use crate::trace::{Event, Granted, Ways};
use rethread_engine::{Class, Interrupt, Rest, State, Status, Stop, Value};
use rethread_expr::Term;
use rethread_solver::Model;
use rustc_hash::FxHashMap;

/// What the run has to end with.
pub(crate) enum Aim {
    /// This thread fails so.
    Failure { handle: u64, kind: BugKind },
    /// The last steps of these threads were taken.
    Here { handles: Vec<u64> },
    /// Nobody can go on.
    Deadlock,
}

/// What a thread did where, and the value it read or wrote with its size.
type Did = (usize, Place, String, Option<(Value, u64)>);

/// A run that was taken again.
struct Again {
    state: State,
    events: Vec<Event>,
    /// What each step did, and branches between them; values are not yet numbers.
    steps: Vec<Did>,
    /// How many of them came before each thread was created.
    born: Vec<usize>,
}

impl Again {
    /// The first steps of a long run are not shown.
    fn skipped(&self) -> usize {
        self.steps.len().saturating_sub(MOST_SHOWN)
    }
}

/// What each thread decided, in order.
pub(crate) struct Decisions(FxHashMap<u64, std::vec::IntoIter<u32>>);

impl Decisions {
    pub fn new(list: Vec<(u64, Vec<u32>)>) -> Decisions {
        Decisions(list.into_iter().map(|(handle, made)| (handle, made.into_iter())).collect())
    }

    pub fn of(state: &State) -> Decisions {
        Decisions(state.threads.iter().map(|t| (t.handle, t.choices.to_vec().into_iter())).collect())
    }

    /// The next one of the current thread.
    fn next(&mut self, state: &State) -> Option<u32> {
        self.0.get_mut(&state.thread().handle)?.next()
    }

    fn are_made(&self) -> bool {
        self.0.values().all(|left| left.len() == 0)
    }
}

/// Where a way ends that is taken again. What comes after it was not seen by anybody.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Until {
    /// Where somebody has to be chosen.
    Rest,
    /// At the last decision, or behind the last step.
    Decision,
    /// The same, inside the last step.
    Step,
}

/// Instructions a run may take when it is taken again.
const MOST_INSTRUCTIONS: u64 = 50_000_000;
/// Steps of an interleaving that are shown.
const MOST_SHOWN: usize = 200;

impl Explorer<'_> {
    /// A test for a bug that nobody has seen, and its interleaving.
    pub(crate) fn witness(
        &mut self,
        state: &State,
        model: Model,
        how: EndKind,
        aim: Aim,
    ) -> (Test, Vec<Interleaved>) {
        // What is hidden in these runs is of no concern to the one under way.
        let hidden = self.exec.hidden.take();
        let again = match self.trace.events.is_empty() {
            true => None,
            false => self.shortened(state, &aim),
        };
        self.exec.hidden = hidden;
        let (test, steps) = match again {
            None => {
                self.cast = self.threads_of(state, &[], 0);
                (self.make_test(state, &model, how), Vec::new())
            }
            Some(again) => {
                let schedule = self.schedule_steps(&again.state, &again.events);
                let model = match matches!(aim, Aim::Here { .. }) {
                    true => Some(model),
                    false => self.model(&again.state),
                };
                match model {
                    None => return (self.make_test(state, &Model::default(), how), Vec::new()),
                    Some(model) => {
                        let test = self.make_scheduled_test(&again.state, &model, how, schedule);
                        let steps = self.shown(&again, &model);
                        self.cast = self.threads_of(&again.state, &again.born, again.skipped());
                        (test, steps)
                    }
                }
            }
        };
        if !self.options.no_tests {
            self.observer.test(&test);
        }
        (test, steps)
    }

    /// The run with fewer steps and switches, or as it was.
    fn shortened(&mut self, state: &State, aim: &Aim) -> Option<Again> {
        let order = self.few_switches(state, aim);
        let found: Vec<u64> = self.trace.events.iter().map(|e| e.handle).collect();
        self.run_again(state, &order, aim).or_else(|| self.run_again(state, &found, aim))
    }

    /// The events that happen before the bug, in an order with few changes of thread.
    fn few_switches(&self, state: &State, aim: &Aim) -> Vec<u64> {
        let events = &self.trace.events;
        let ends: Vec<usize> = match aim {
            Aim::Deadlock => (0..events.len()).collect(),
            Aim::Failure { handle, .. } => {
                events.iter().rposition(|e| e.handle == *handle).into_iter().collect()
            }
            Aim::Here { handles } => {
                handles.iter().filter_map(|h| events.iter().rposition(|e| e.handle == *h)).collect()
            }
        };
        // What a thread did before by creation and join counts too, where it takes no step itself.
        let mut clocks: Vec<_> = ends.iter().map(|&i| events[i].clock.clone()).collect();
        if let Aim::Failure { handle, .. } = aim {
            clocks.extend(state.threads.iter().filter(|t| t.handle == *handle).map(|t| t.clock.clone()));
        }
        let needed: Vec<usize> = (0..events.len())
            .filter(|&i| clocks.iter().any(|c| c.get(events[i].thread) >= events[i].index))
            .collect();
        let mut done = vec![false; needed.len()];
        let mut order = Vec::with_capacity(needed.len());
        let mut current = None;
        while order.len() < needed.len() {
            let ready = |k: usize| {
                !done[k]
                    && needed[..k]
                        .iter()
                        .enumerate()
                        .all(|(j, &x)| done[j] || !events[needed[k]].is_after(&events[x]))
            };
            let next = (0..needed.len())
                .find(|&k| current == Some(events[needed[k]].handle) && ready(k))
                .or_else(|| (0..needed.len()).find(|&k| ready(k)));
            let Some(k) = next else { break };
            done[k] = true;
            current = Some(events[needed[k]].handle);
            order.push(events[needed[k]].handle);
        }
        order
    }

    /// Runs the program again with the same decisions, these threads taking their steps in this order.
    fn run_again(&mut self, found: &State, order: &[u64], aim: &Aim) -> Option<Again> {
        let kept = (self.exec.coverage.clone(), self.exec.instructions);
        let trace = std::mem::take(&mut self.trace);
        let again = self.follow(found, order, aim);
        self.trace = trace;
        (self.exec.coverage, self.exec.instructions) = kept;
        self.exec.noted.clear();
        again
    }

    fn follow(&mut self, found: &State, order: &[u64], aim: &Aim) -> Option<Again> {
        let mut decisions = Decisions::of(found);
        let mut state = self.exec.machine.initial();
        let mut steps = Vec::new();
        let mut born = Vec::new();
        let mut granted: Option<Granted> = None;
        let mut order = order.iter();
        let end = self.exec.instructions.saturating_add(MOST_INSTRUCTIONS);
        loop {
            if self.exec.instructions >= end {
                return None;
            }
            let rest = self.exec.advance(&mut state, 1 << 20);
            born.resize(state.threads.len(), steps.len());
            match rest {
                Ok(Rest::Budget) => {}
                Ok(Rest::Taken) => {
                    if let Some(granted) = granted.take() {
                        steps.push(self.step_text(&state, &granted));
                        self.trace.record(&mut state, granted);
                    }
                    if matches!(aim, Aim::Here { .. }) && order.len() == 0 {
                        break;
                    }
                }
                Ok(Rest::Quiet) => {
                    let Some(handle) = order.next() else {
                        match aim {
                            Aim::Deadlock if (0..state.threads.len()).all(|t| !state.enabled(t)) => break,
                            _ => return None,
                        }
                    };
                    let thread = state.threads.iter().position(|t| t.handle == *handle)?;
                    if !state.enabled(thread) {
                        return None;
                    }
                    let pending = state.threads[thread].pending.clone()?;
                    granted = Some(Granted::new(&state, &pending, None));
                    state.grant(thread);
                }
                Err(Interrupt::Fork { condition, when_true, when_false }) => {
                    let yes = decisions.next(&state)? == 1;
                    let place = self.exec.machine.stack(&state).into_iter().next().unwrap_or_default();
                    let way = if yes { "branch: true" } else { "branch: false" };
                    steps.push((state.current, place, way.to_string(), None));
                    self.assume(&mut state, condition, yes, (when_true, when_false));
                }
                Err(Interrupt::Choose(_)) => {
                    let way = decisions.next(&state)?;
                    state.thread_mut().choices.push(way);
                    state.chosen = Some(way);
                }
                Err(Interrupt::Failed(failure)) => {
                    if let Some(granted) = granted.take() {
                        steps.push(self.step_text(&state, &granted));
                        state.granted = false;
                        self.trace.record(&mut state, granted);
                    }
                    if let Aim::Failure { handle, kind } = aim
                        && *handle == state.thread().handle
                        && *kind == failure.kind
                        && order.len() == 0
                    {
                        break;
                    }
                    state.thread_mut().status = Status::Stopped(Stop::Failure);
                }
                Err(stop @ (Interrupt::Infeasible | Interrupt::Bound(_))) => {
                    if let Some(granted) = granted.take() {
                        state.granted = false;
                        self.trace.record(&mut state, granted);
                    }
                    let why = if matches!(stop, Interrupt::Infeasible) { Stop::Assume } else { Stop::Bound };
                    state.thread_mut().status = Status::Stopped(why);
                }
                Err(_) => return None,
            }
        }
        Some(Again { state, events: std::mem::take(&mut self.trace.events), steps, born })
    }

    /// Takes the way to a state again, without telling anybody: the trace is then as it was, and `at` holds
    /// the states before the steps with these numbers.
    pub(crate) fn go_there(
        &mut self,
        order: &[u64],
        mut decisions: Decisions,
        until: Until,
        nodes: &[usize],
        at: &mut Vec<State>,
    ) -> Option<Cursor> {
        let mut cursor = Cursor::new(self.exec.machine.initial());
        let mut order = order.iter();
        loop {
            let step = cursor.granted.is_some();
            if until != Until::Rest
                && step == (until == Until::Step)
                && order.len() == 0
                && decisions.are_made()
            {
                return Some(cursor);
            }
            let state = &mut cursor.state;
            match self.exec.advance(state, 1 << 20) {
                Ok(Rest::Budget) => {}
                Ok(Rest::Taken) => {
                    self.record(&mut cursor);
                    self.sections |= self.trace.events.last().is_some_and(Event::is_section);
                }
                Ok(Rest::Quiet) => {
                    let node = nodes.get(at.len()).filter(|&&depth| depth == self.trace.len());
                    if node.is_some() {
                        at.push(state.clone());
                    }
                    self.trace.decided(Ways::of(state));
                    let Some(handle) = order.next() else { return Some(cursor) };
                    let thread = state.threads.iter().position(|t| t.handle == *handle)?;
                    if !state.enabled(thread) {
                        return None;
                    }
                    cursor = grant(cursor, thread, node.map(|_| at.len() - 1));
                }
                Err(Interrupt::Fork { condition, when_true, when_false })
                    if self.options.max_depth.is_none_or(|max| state.depth < max) =>
                {
                    let way = decisions.next(state)?;
                    state.depth += 1;
                    self.assume(state, condition, way == 1, (when_true, when_false));
                }
                Err(Interrupt::Choose(_)) => {
                    let way = decisions.next(state)?;
                    state.thread_mut().choices.push(way);
                    state.decides(u64::from(way));
                    state.chosen = Some(way);
                }
                // Who found it told about it.
                Err(why) => {
                    let stop = match why {
                        Interrupt::Fork { .. } => Stop::Bound,
                        why => stop_of(&why)?,
                    };
                    self.roll_back(&mut cursor);
                    cursor.state.granted = false;
                    self.record(&mut cursor);
                    cursor.state.thread_mut().status = Status::Stopped(stop);
                }
            }
            self.exec.noted.clear();
        }
    }

    /// The step under way becomes an event.
    fn record(&mut self, cursor: &mut Cursor) {
        cursor.before = None;
        if let Some(granted) = cursor.granted.take() {
            self.trace.record(&mut cursor.state, granted);
        }
    }

    /// Goes one way at a branch.
    fn assume(&mut self, state: &mut State, condition: Term, yes: bool, models: (Model, Model)) {
        state.thread_mut().choices.push(u32::from(yes));
        let exec = &mut self.exec;
        let (known, model) = match yes {
            true => (condition, models.0),
            false => (exec.terms.not(condition), models.1),
        };
        exec.solver.assume(&mut exec.terms, &mut state.path, known, Some(model));
    }

    /// What a step that was just taken did: text, and the value it read or wrote with its size.
    fn step_text(&mut self, state: &State, granted: &Granted) -> Did {
        let machine = self.exec.machine.clone();
        let function = state.thread().frames().next().map(|f| f.function);
        let name = function.map_or("", |f| machine.program.functions[f as usize].name.as_str());
        let place = machine.place(granted.at, name);
        let Some(touch) = state.event.first().filter(|t| !t.is_exit()) else {
            return (state.current, place, granted.what.to_string(), None);
        };
        let what = match state.memory.get(touch.object) {
            Some(object) => self.exec.short_name(object, touch.lo),
            None => "freed memory".into(),
        };
        let len = touch.hi - touch.lo;
        let value = match touch.class {
            Class::Sync => None,
            _ => self.exec.peek(state, touch.object, touch.lo, len).map(|v| (v, len)),
        };
        (state.current, place, format!("{} {what}", granted.what), value)
    }

    /// The threads of a run.
    fn threads_of(&self, state: &State, born: &[usize], skip: usize) -> Vec<Started> {
        let machine = &self.exec.machine;
        let threads = state.threads.iter().enumerate();
        threads
            .map(|(i, t)| Started {
                thread: t.name.to_string(),
                function: machine.program.functions[t.start as usize].name.clone(),
                place: (!t.name.is_main()).then(|| machine.place(t.made, "")),
                after: born.get(i).map_or(0, |b| b.saturating_sub(skip)),
            })
            .collect()
    }

    /// The steps with numbers in them.
    fn shown(&mut self, again: &Again, model: &Model) -> Vec<Interleaved> {
        let steps = again.steps.iter().skip(again.skipped());
        steps
            .map(|(thread, place, what, value)| {
                let value = value.and_then(|(v, len)| self.exec.number(v, len, model));
                Interleaved {
                    thread: again.state.threads[*thread].name.to_string(),
                    place: place.clone(),
                    what: match value {
                        Some(v) => format!("{what} = {v}"),
                        None => what.clone(),
                    },
                }
            })
            .collect()
    }
}
