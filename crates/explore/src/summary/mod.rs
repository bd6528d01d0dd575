//! Predicate summaries: why nothing went wrong behind a state, and states that are dropped because the same reason
//! holds for them (paper 003, sections 4 and 5, made sound as DESIGN.md says).
//!
//! A pivot is a state where exploration goes on in several ways: a choice of threads, a branch, a choice that no input
//! decides. When everything behind it is explored, a formula over named places is known that is enough for all
//! that to be free of errors: the conjunction over threads, the union over the sides of a branch, each taken back over the
//! stretch between the pivots (`ways`). It is kept by where the state stands (`table`). A state that comes to the same point, with at
//! least the same threads asleep, and implies a formula there is dropped.
//!
//! What is touched behind a dropped state (`below`) is weighed against the run that led to it: where it could have
//! come earlier, other orders are planned, and where it could be a data race that nobody has reported, the state is not dropped.
//!
//! Guarantee: any formula is enough, none is necessary: whatever has no name, was not finished, or is too large gives
//! no formula.

mod arrival;
mod below;
pub(crate) mod carry;
mod effort;
mod formula;
mod samples;
mod special;
mod table;
mod ways;

use crate::explorer::Explorer;
use crate::frontier::Cursor;
use crate::mutants::{Mutant, mutant};
use crate::outcome::{BugKind, SummaryCounts};
use crate::trace::Event;
use crate::wakeup::Sleeper;
use arrival::Implied;
use below::{Below, Seen, nearest};
use effort::Effort;
use formula::Formula;
use rethread_engine::{Class, Clock, Executor, Gate, Interrupt, State, Touch, Until, dependent, spot_of};
use rethread_expr::SymbolKind;
use rethread_ir::LocId;
use std::sync::Arc;
pub use table::SummaryLimits;
use table::{Entry, PointId, Table};
use ways::{Stretch, Ways, Went};

/// An arrival that costs more than this is one after which somebody looks at the clock.
const LONG: u64 = 1_000_000;

/// How a pivot goes on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Fan {
    /// One or more threads; whoever explores says when it is over.
    Threads,
    /// One way only.
    One,
    /// That many sides of a branch are left: one of them is every state's.
    Any(u32),
    /// That many ways are left that every state can go.
    All(u32),
}

/// A pivot that is being explored.
struct Pivot {
    fan: Fan,
    point: Option<PointId>,
    /// States are dropped here, and what is found out is kept.
    keeps: bool,
    /// None if nothing is kept of it.
    state: Option<State>,
    sleep: Vec<Sleeper>,
    came: Came,
    /// What is known so far; None: nothing is enough.
    formula: Option<Formula>,
    began: bool,
    below: Below,
    /// What exploring everything had taken without summaries when it was come to.
    plain: u64,
}

/// How a pivot was come to.
enum Came {
    /// It is the first.
    First,
    /// Nobody looked.
    Unseen,
    By(Box<Went>),
}

pub struct Summaries {
    table: Table,
    effort: Effort,
    ways: Ways,
    pivots: Vec<Pivot>,
    stretch: Option<Stretch>,
    checked: u64,
    asked_solver: u64,
    /// What the explorations looked at that entries were taken over from.
    scopes: Vec<carry::Scope>,
    scratch: arrival::Scratch,
    /// Entries that were taken over, and those that do not hold any more.
    pub carried: (u64, u64),
}

impl Summaries {
    pub fn new(limits: SummaryLimits) -> Summaries {
        Summaries {
            table: Table::new(limits),
            effort: Effort::default(),
            ways: Ways::default(),
            pivots: Vec::new(),
            stretch: None,
            checked: 0,
            asked_solver: 0,
            scopes: Vec::new(),
            scratch: Default::default(),
            carried: (0, 0),
        }
    }

    fn fits(&mut self, exec: &Executor, formula: &Formula) -> bool {
        self.ways.room.sizes.fits(&exec.terms, formula, self.table.limits.size, &mut self.effort)
    }

    /// Does a formula speak of places, and of inputs that were not asked for yet, alone?
    fn only_names(exec: &mut Executor, formula: &Formula, state: &State) -> bool {
        formula.parts().iter().all(|&t| {
            !exec.terms.flags(t).has_other
                || exec.terms.support(t).iter().all(|&s| match exec.terms.symbol_info(s).kind {
                    SymbolKind::Place => true,
                    SymbolKind::Input => {
                        let t = exec.terms.symbol_term(s);
                        !state.inputs.iter().any(|i| i.parts.iter().any(|p| p.term == t))
                    }
                    _ => false,
                })
        })
    }

    fn report(&mut self, exec: &mut Executor, formula: Option<Formula>, below: Below) {
        let (mut formula, mut below) = (formula, below);
        loop {
            let Some(p) = self.pivots.last_mut() else { return };
            p.take(exec, formula, below);
            let over = match &mut p.fan {
                Fan::Threads => false,
                Fan::One => true,
                Fan::Any(left) | Fan::All(left) => {
                    *left -= 1;
                    *left == 0
                }
            };
            if !over {
                return;
            }
            match self.close(exec) {
                Some(next) => (formula, below) = next,
                None => return,
            }
        }
    }

    /// The newest pivot is explored: what follows for the one before it.
    fn close(&mut self, exec: &mut Executor) -> Option<(Option<Formula>, Below)> {
        let p = self.pivots.pop()?;
        let formula = p.formula.filter(|_| !p.below.too_many);
        let formula = match (formula, &p.state) {
            (Some(f), Some(state)) => {
                let large = self.table.limits.large;
                special::of(exec, f, state, large, &mut self.ways.room.back, &mut self.effort)
            }
            (formula, _) => formula,
        };
        if let (Some(f), Some(point), Some(state), true) = (&formula, p.point, &p.state, p.keeps)
            && Self::only_names(exec, f, state)
            && self.fits(exec, f)
        {
            let seen: Arc<[Seen]> = p.below.seen_from(state).into();
            let sleep = by_spots(&p.sleep, state);
            let looked = seen.iter().map(|s| 1 + s.acquired.len() as u64).sum::<u64>();
            self.effort.spend(effort::SEEN * looked);
            let worth = self.effort.plain().saturating_sub(p.plain);
            let stacks = carry::stacks(exec, state);
            let (formula, signature) = (f.clone(), f.signature());
            let entry = Entry { formula, signature, sleep, seen, hits: 0, worth, stacks, scope: None };
            self.table.insert(point, entry);
        }
        let before = match p.came {
            Came::First => return None,
            Came::Unseen => None,
            Came::By(mut came) => {
                formula.and_then(|f| self.ways.before(exec, &self.table, &mut came, &f, &mut self.effort))
            }
        };
        Some((before, p.below))
    }
}

impl Pivot {
    fn take(&mut self, exec: &mut Executor, formula: Option<Formula>, below: Below) {
        self.below.merge(below);
        let first = !std::mem::replace(&mut self.began, true);
        self.formula = match (self.formula.take(), formula) {
            (_, f) if first => f,
            (Some(a), Some(b)) => match self.fan {
                Fan::Any(_) => a.or(&mut exec.terms, &b),
                _ if mutant(Mutant::AnyOrder) => Some(a),
                _ => Some(a.and(&b)),
            },
            (a, b) if matches!(self.fan, Fan::Any(_)) => a.or(b),
            _ => None,
        };
    }
}

/// Sleepers of a state in terms that every way to it shares: what they touch is named by spots.
fn by_spots(sleep: &[Sleeper], state: &State) -> Vec<Sleeper> {
    let mut sleep = sleep.to_vec();
    for touch in sleep.iter_mut().flat_map(|s| &mut s.touches) {
        touch.key = spot_of(&state.memory, touch);
    }
    sleep
}

/// Do two sleepers, of two ways to a state, stand before the same step?
fn same_sleeper(a: &Sleeper, b: &Sleeper) -> bool {
    a.handle == b.handle
        && a.touches.len() == b.touches.len()
        && a.touches
            .iter()
            .zip(&b.touches)
            .all(|(x, y)| (x.key, x.lo, x.hi, x.write, x.class) == (y.key, y.lo, y.hi, y.write, y.class))
}

impl Explorer<'_> {
    /// Things that happened for which no state can be called safe.
    fn trouble_so_far(&self) -> u64 {
        self.trouble + self.exec.unknowns
    }

    /// From here a state goes on by this choice.
    pub(crate) fn sets_out(&mut self, state: &State, choice: u64) {
        let trouble = self.trouble_so_far();
        let instructions = self.exec.instructions;
        let Some(s) = &mut self.summaries else { return };
        let from = s.pivots.last().and_then(|p| p.point);
        s.stretch = from.map(|from| Stretch { start: state.clone(), from, choice, instructions, trouble });
    }

    fn stretch_ends(&mut self, state: &State, until: Option<Until>, to: Option<PointId>) -> Came {
        let trouble = self.trouble_so_far();
        let instructions = self.exec.instructions;
        let Some(s) = self.summaries.as_mut() else { return Came::Unseen };
        let stretch = s.stretch.take();
        if s.pivots.is_empty() {
            return Came::First;
        }
        let Some(stretch) = stretch else { return Came::Unseen };
        let clean = stretch.trouble == trouble;
        let until = until.unwrap_or(Until::Question { instructions: instructions - stretch.instructions });
        Came::By(Box::new(Went { stretch, until, end: state.clone(), to, over: false, clean }))
    }

    /// What was done without summaries so far, roughly, in nanoseconds.
    fn work(&self) -> u64 {
        let c = &self.counters;
        self.exec.instructions * 20 + c.steps * 1_500 + c.forks * 2_000 + (c.complete + c.pruned) * 4_000
    }

    /// A state comes to where it can go on in several ways. True if it need not.
    pub(crate) fn arrives(&mut self, cursor: &Cursor, fan: Fan) -> bool {
        let work = self.work();
        let Some(mut s) = self.summaries.take() else { return false };
        let spent = s.effort.spent();
        s.effort.work = work;
        let small = cursor.state.threads.len() <= 64;
        let awake = small && s.effort.pays();
        let words = if awake { self.exec.point(&cursor.state) } else { None };
        s.effort.spend(effort::WORD * words.as_ref().map_or(0, |w| w.len() as u64));
        let point = words.and_then(|w| s.table.point(w));
        let keeps = point.is_some() && cursor.granted.is_none();
        let found = point.filter(|_| keeps).and_then(|p| self.implied(&mut s, p, cursor));
        self.summaries = Some(s);
        let until = (fan == Fan::Threads).then_some(Until::Rest);
        let came = match point {
            Some(_) => self.stretch_ends(&cursor.state, until, point),
            None => self.unseen(),
        };
        let mut s = self.summaries.take().expect("just put back");
        let dropped = match found {
            Some(Implied { formula, seen, worth }) => {
                let formula = if mutant(Mutant::NoReason) { Formula::always() } else { formula };
                self.counters.pruned += 1;
                self.plans_have_parts();
                s.effort.hit(worth);
                self.reverse_races_so_far(&cursor.state);
                if self.dpor {
                    self.feed(&cursor.state, &seen);
                }
                let below = Below::behind(&cursor.state, &seen);
                let before = match came {
                    Came::By(mut came) => {
                        s.ways.before(&mut self.exec, &s.table, &mut came, &formula, &mut s.effort)
                    }
                    _ => None,
                };
                s.report(&mut self.exec, before, below);
                true
            }
            None => {
                s.pivots.push(Pivot {
                    fan,
                    point,
                    keeps,
                    state: keeps.then(|| cursor.state.clone()),
                    sleep: if keeps { cursor.sleep.clone() } else { Vec::new() },
                    came,
                    formula: Some(Formula::always()),
                    began: false,
                    below: if point.is_some() { Below::default() } else { Below::unknown() },
                    plain: s.effort.plain(),
                });
                false
            }
        };
        if s.effort.spent() - spent > LONG {
            self.look_soon();
        }
        self.summaries = Some(s);
        dropped
    }

    /// A stretch ends that nobody is to take again.
    fn unseen(&mut self) -> Came {
        let Some(s) = self.summaries.as_mut() else { return Came::Unseen };
        s.stretch = None;
        if s.pivots.is_empty() { Came::First } else { Came::Unseen }
    }

    /// The newest pivot turned out to have one way only.
    pub(crate) fn only_way(&mut self) {
        if let Some(p) = self.summaries.as_mut().and_then(|s| s.pivots.last_mut()) {
            p.fan = Fan::One;
        }
    }

    /// Nobody goes on from the newest pivot: all that could was explored elsewhere.
    pub(crate) fn nothing_to_do(&mut self) {
        self.only_way();
        if let Some(s) = &mut self.summaries {
            s.report(&mut self.exec, Some(Formula::always()), Below::default());
        }
    }

    /// Every thread that had to be was tried at the newest pivot.
    pub(crate) fn threads_done(&mut self) {
        let Some(s) = &mut self.summaries else { return };
        if let Some((formula, below)) = s.close(&mut self.exec) {
            s.report(&mut self.exec, formula, below);
        }
    }

    /// The run is over.
    pub(crate) fn run_over(&mut self, state: &State, end: Option<&Interrupt>) {
        if self.summaries.is_none() {
            return;
        }
        let leaky = matches!(end, Some(Interrupt::Exit(_)))
            && self.options.checks.contains(BugKind::Leak)
            && state.memory.heap() != 0;
        let mut went = match self.stretch_ends(state, Some(Until::Rest), None) {
            Came::First => return,
            Came::Unseen => {
                let s = self.summaries.as_mut().expect("just asked");
                return s.report(&mut self.exec, None, Below::unknown());
            }
            Came::By(went) => went,
        };
        went.over = true;
        went.clean &= !leaky && matches!(end, None | Some(Interrupt::Exit(_) | Interrupt::Infeasible));
        let mut below = Below::default();
        for t in crate::ends::blocked_for_good(state) {
            let thread = &state.threads[t];
            let Some(pending) = &thread.pending else { continue };
            for touch in &pending.touches {
                below.add(state, t, touch, pending.at, &thread.clock, &thread.known, &[]);
            }
        }
        let work = self.work();
        let mut s = self.summaries.take().expect("just asked");
        s.effort.work = work;
        let always = Formula::always();
        let before = s.ways.before(&mut self.exec, &s.table, &mut went, &always, &mut s.effort);
        s.report(&mut self.exec, before, below);
        self.summaries = Some(s);
    }

    /// A step became an event: what is explored from the newest pivot touches this.
    pub(crate) fn touched(&mut self, state: &State, known: &Clock) {
        let Some(p) = self.summaries.as_mut().and_then(|s| s.pivots.last_mut()) else { return };
        if p.below.too_many {
            return;
        }
        let Some(event) = self.trace.events.last() else { return };
        // Only what may race is asked what was acquired before it.
        let may_race = |t: &Touch| t.class != Class::Sync;
        let races = self.options.checks.contains(BugKind::Race) && event.touches.iter().any(may_race);
        let acquired = if races { acquired_by(&self.trace.events, event) } else { Vec::new() };
        // A step that can be disabled comes after whoever enabled it, but could have come before whoever disabled it.
        let clock = if event.gate == Gate::Open { &event.clock } else { &event.base };
        for touch in &event.touches {
            let acquired = if may_race(touch) { &acquired[..] } else { &[] };
            p.below.add(state, event.thread, touch, event.at, clock, known, acquired);
        }
    }

    /// Accesses that were no steps, but would be after another past, are touched behind the newest pivot too.
    pub(crate) fn touched_unseen(&mut self, state: &State) {
        let hidden = match &self.exec.hidden {
            Some(hidden) if !hidden.borrow().is_empty() => hidden.take(),
            _ => return,
        };
        let Some(p) = self.summaries.as_mut().and_then(|s| s.pivots.last_mut()) else { return };
        for (thread, touch, at) in hidden {
            let t = &state.threads[thread];
            p.below.add(state, thread, &touch, at, &t.clock, &t.known, &[]);
        }
    }

    /// Could something behind the state be a data race with the run so far that nobody has reported?
    fn may_race(&self, state: &State, seen: &[Seen]) -> bool {
        if !self.options.checks.contains(BugKind::Race) || mutant(Mutant::NoRaces) {
            return false;
        }
        seen.iter().filter(|s| s.touch.class != Class::Sync).any(|s| {
            let near = nearest(state, &s.name);
            let mut known: Option<Clock> = None;
            self.trace.events.iter().any(|e| {
                if e.handle == s.name.handle() || s.known >> e.thread.min(63) & 1 == 1 {
                    return false;
                }
                let races = |t: &&Touch| {
                    t.class != Class::Sync
                        && t.conflicts(&s.touch)
                        && (t.class == Class::Plain || s.touch.class == Class::Plain)
                };
                e.touches.iter().filter(races).any(|t| {
                    let at = if t.from == LocId::NONE { e.at } else { t.from };
                    if self.raced.contains(&(at.min(s.at), at.max(s.at))) {
                        return false;
                    }
                    let known = known.get_or_insert_with(|| self.trace.known_with(state, near, &s.acquired));
                    known.get(e.thread) < e.index
                })
            })
        })
    }

    /// Plans other orders where something behind a dropped state could have come before a step of the run.
    fn feed(&mut self, state: &State, seen: &[Seen]) {
        if mutant(Mutant::FeedNothing) {
            return;
        }
        let mut newest = false;
        let seen: Vec<(&Seen, u64, &Clock)> = (seen.iter().filter(|s| !s.touch.only_orders()))
            .map(|s| (s, s.name.handle(), &state.threads[nearest(state, &s.name)].clock))
            .collect();
        for (i, e) in self.trace.events.iter().enumerate().rev() {
            let Some(node) = e.node else { continue };
            let concerned = seen.iter().filter(|(s, handle, clock)| {
                *handle != e.handle
                    && s.after >> e.thread.min(63) & 1 == 0
                    && clock.get(e.thread) < e.index
                    && dependent(&e.touches, std::slice::from_ref(&s.touch))
            });
            let mut any = false;
            let mut locks = false;
            for (s, ..) in concerned {
                any = true;
                locks |= s.touch.class == Class::Sync;
            }
            // Steps that do not depend on the event come first in every run that turns it round.
            let free = self.trace.events[i + 1..].iter().find(|x| !x.is_after(e));
            if any && !(newest && mutant(Mutant::FeedNewest)) {
                newest = true;
                match free.filter(|_| !locks) {
                    Some(x) => self.nodes[node].try_too(|t| t == x.handle),
                    None => self.nodes[node].try_too(|_| true),
                }
            }
            // What a section touches behind the state may be something else without what it raced with.
            if e.is_section() {
                for &race in &e.races {
                    if let Some(n) = self.trace.events[race as usize].node {
                        self.nodes[n].try_too(|_| true);
                    }
                }
            }
        }
    }

    /// For the report.
    pub(crate) fn summary_counts(&self) -> Option<SummaryCounts> {
        let s = self.summaries.as_ref()?;
        Some(SummaryCounts {
            points: s.table.points() as u64,
            formulas: s.table.kept as u64,
            hits: s.effort.hits,
            bytes: s.table.bytes as u64,
            evicted: s.table.evicted,
            checked: s.checked,
            asked_solver: s.asked_solver,
            retraced: s.ways.retraced,
            lost: s.ways.lost,
            carried: s.carried.0,
            outdated: s.carried.1,
        })
    }
}

/// Places that the event's thread acquired from before it, with the numbers of its steps.
fn acquired_by(events: &[Event], event: &Event) -> Vec<(u32, u64, u64, u64)> {
    let mine = events.iter().filter(|e| e.thread == event.thread && e.index < event.index);
    mine.flat_map(|e| {
        e.touches
            .iter()
            .filter(|t| t.acquire && t.class == Class::Sync)
            .map(move |t| (e.index, t.key, t.lo, t.hi))
    })
    .collect()
}
