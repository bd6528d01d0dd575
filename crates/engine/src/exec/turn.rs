//! Turns: who may take a visible step, what is visible, and running everybody up to the next choice.
//!
//! What a thread does between two visible steps depends on nobody else, so it is done at once
//! ([`Executor::advance`]): creating, starting, ending and joining threads included. A state is then at
//! rest: every thread stands before a visible step, waits, or has ended. Whoever explores picks one
//! that is enabled, grants it its step ([`State::grant`]), and advances again.

use super::fast::Pause;
use super::{Access, Executor, Offset};
use crate::code::{Op, VisibleArgs};
use crate::decode::{acquires, releases};
use crate::error::{Interrupt, Step};
use crate::machine::Machine;
use crate::object::{ObjName, Region};
use crate::state::{State, Status};
use crate::touch::{Class, Gate, Pending, Touch, Touches};
use crate::value::{Kind, ObjId, Value};
use rethread_ir::Ordering;
use std::sync::Arc;

/// Why [`Executor::advance`] came back without an interrupt.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Rest {
    /// The instructions it was given are used up: call again.
    Budget,
    /// The granted step was taken; `State::event` says what it touched.
    Taken,
    /// Nobody can go on without taking a visible step.
    Quiet,
}

/// Instructions of a thread that are looked at to know what it waits for.
const LOOK_AHEAD: u64 = 10_000;

impl State {
    /// Lets a thread that stands before a visible step take it.
    pub fn grant(&mut self, thread: usize) {
        self.current = thread;
        self.granted = true;
        self.ways = Default::default();
        self.event.clear();
        self.thread_mut().status = Status::Ready;
    }
}

/// A plain access of an object that is there.
fn touch_of(state: &State, object: ObjId, lo: u64, hi: u64, write: bool) -> Option<Touch> {
    Some(Touch {
        key: state.memory.get(object)?.key,
        object,
        lo,
        hi,
        write,
        reads: !write,
        class: Class::Plain,
        at: None,
        from: rethread_ir::LocId::NONE,
        acquire: false,
        release: false,
    })
}

impl Executor {
    /// Runs whoever can run until a step was taken, a choice is due, or `budget` instructions are done.
    pub fn advance(&mut self, state: &mut State, budget: u64) -> Step<Rest> {
        let machine = self.machine.clone();
        let end = self.instructions.saturating_add(budget);
        loop {
            if !state.granted && state.thread().status != Status::Ready {
                self.wake_spinning(state);
                match state.threads.iter().position(|t| t.status == Status::Ready) {
                    Some(t) => state.current = t,
                    None => return Ok(Rest::Quiet),
                }
            }
            match self.run(&machine, state, end) {
                Ok(rest) => return Ok(rest),
                Err(Interrupt::Turn) => state.thread_mut().status = Status::Standing,
                Err(Interrupt::Rest) => {}
                Err(other) => return Err(other),
            }
            if std::mem::take(&mut state.granted) {
                return Ok(Rest::Taken);
            }
        }
    }

    /// The current thread alone.
    fn run(&mut self, machine: &Machine, state: &mut State, end: u64) -> Step<Rest> {
        loop {
            if state.thread().top.is_none() {
                self.next_task(machine, state)?;
                continue;
            }
            if state.granted && state.thread().atomic == 0 {
                self.name_frame(state);
                let frame = state.frame();
                let mark = matches!(machine.code(frame.function).ops[frame.pc as usize], Op::Visible(_));
                self.whole_step(machine, state)?;
                if !mark && state.thread().atomic == 0 {
                    state.granted = false;
                    return Ok(Rest::Taken);
                }
                continue;
            }
            if self.is_guided() {
                if let Some(rest) = self.guided_step(machine, state)? {
                    return Ok(rest);
                }
            } else {
                match self.fast(machine, state, end)? {
                    Pause::Budget => return Ok(Rest::Budget),
                    Pause::Slow => self.whole_step(machine, state)?,
                }
            }
            if state.granted && state.thread().atomic == 0 {
                state.granted = false;
                return Ok(Rest::Taken);
            }
        }
    }

    /// One operation; what it learned about symbolic data is the thread's from then on.
    pub(super) fn whole_step(&mut self, machine: &Machine, state: &mut State) -> Step<()> {
        state.answering = 0;
        let frame = state.frame();
        let op = &machine.code(frame.function).ops[frame.pc as usize];
        let seen = matches!(op, Op::Visible(_) | Op::Call(_) | Op::Ret(_) | Op::Intrinsic(_));
        let done = self.step(machine, state);
        if machine.threaded && seen && done.is_ok() {
            state.thread_mut().marks += 1;
        }
        let again = matches!(
            done,
            Err(Interrupt::Fork { .. }
                | Interrupt::Unknown { .. }
                | Interrupt::Choose(_)
                | Interrupt::Turn
                | Interrupt::Rest)
        );
        if state.answering != 0 && !again {
            let answer = std::mem::take(&mut state.answering);
            let thread = state.thread_mut();
            thread.answers = super::fold(thread.answers, answer);
            // One bit is left for choices that no input decides.
            state.decides(answer >> 1 | 1 << 63);
        }
        done
    }

    /// Asks for the turn. Comes back when it is this thread's, and then the step is as good as taken.
    pub(crate) fn turn(
        &mut self,
        state: &mut State,
        gate: Gate,
        what: &'static str,
        touches: &[Touch],
    ) -> Step<()> {
        if state.granted {
            for t in touches {
                if !state.event.contains(t) {
                    state.event.push(*t);
                }
            }
            if self.passes(state, gate) {
                return Ok(());
            }
            if state.thread().atomic > 0 {
                return Err(Interrupt::Unsupported("waiting inside an atomic section".into()));
            }
            // It stood before something else: what it waits for now was not there. So it has looked, and waits.
            state.thread_mut().marks += 1;
            return self.stand(state, gate, what, touches);
        }
        if state.alone() && self.passes(state, gate) {
            return Ok(());
        }
        self.stand(state, gate, what, touches)
    }

    /// Puts the thread before a visible step.
    pub(crate) fn stand<T>(
        &mut self,
        state: &mut State,
        gate: Gate,
        what: &'static str,
        touches: &[Touch],
    ) -> Step<T> {
        let at = self.machine.location(state);
        let touches = Touches::from_slice(touches);
        let thread = state.thread_mut();
        let mark = thread.marks;
        thread.pending = Some(Arc::new(Pending { mark, touches, gate, what, at }));
        if self.waits_inside(state) {
            state.thread_mut().status = Status::Spinning;
            return Err(Interrupt::Rest);
        }
        Err(Interrupt::Turn)
    }

    /// Could the current thread pass the gate at once?
    fn passes(&self, state: &State, gate: Gate) -> bool {
        match gate {
            Gate::Open => true,
            Gate::Closed => false,
            gate => {
                let sync = gate.place().and_then(|p| state.sync.get(&p));
                sync.is_none_or(|s| s.opens(gate, state.current))
            }
        }
    }

    /// `Op::Visible`: the access behind it waits for its turn if somebody else may see it.
    pub(super) fn visible_step(&mut self, state: &mut State, args: &VisibleArgs) -> Step<()> {
        if state.threads.len() > 1 || !state.thread().spins.is_empty() {
            let p = self.operand(state, args.ptr);
            // Sections exclude each other: what is in them is atomic to others that are.
            let section = state.thread().atomic > 0;
            let class = if args.order.is_some() || section { Class::Atomic } else { Class::Plain };
            let what = if args.write { "write" } else { "read" };
            if let Some(mut touch) = self.located(state, p, args.size, args.write, class)? {
                let frame = state.frame();
                let next = &self.machine.code(frame.function).ops[frame.pc as usize + 1];
                let both = matches!(next, Op::Rmw(_) | Op::CmpXchg(_));
                let is = |of: fn(Ordering) -> bool| section || args.order.is_some_and(of);
                touch.reads = !args.write || both;
                touch.acquire = touch.reads && is(acquires);
                touch.release = args.write && is(releases);
                if section {
                    touch.from = self.machine.location(state);
                }
                if state.granted || self.is_visible(state, &touch) {
                    self.turn(state, Gate::Open, what, &[touch])?;
                }
                self.spin_touch(
                    state,
                    touch.object,
                    touch.lo,
                    touch.hi - touch.lo,
                    !args.write || both,
                    args.write,
                );
            }
        }
        state.frame_mut().pc += 1;
        Ok(())
    }

    /// The turn for an access of a built-in, if anybody else may see it.
    pub(crate) fn touch_range(&mut self, state: &mut State, ranges: &[(Value, u64, Access)]) -> Step<()> {
        let touches = self.touches(state, ranges)?;
        match touches.is_empty() {
            true => Ok(()),
            false => self.turn(state, Gate::Open, "access", &touches),
        }
    }

    /// The turn for all that a built-in accesses, which nobody knows before it has looked: where a text ends, what its format asks
    /// for. It is run on a copy of the state. What it finds there is what it finds when it has its turn unless somebody writes to
    /// what it looked at, and that conflicts with this.
    pub(crate) fn look_first<T>(
        &mut self,
        state: &mut State,
        run: impl FnOnce(&mut Executor, &mut State) -> Step<T>,
    ) -> Step<()> {
        if state.threads.len() == 1 {
            return Ok(());
        }
        let aside = self.guided_aside();
        let kept = self.looks.replace(Vec::new());
        let mut ahead = state.clone();
        ahead.granted = true;
        // Where it fails, or goes two ways, it has looked until there.
        let _ = run(self, &mut ahead);
        let looks = std::mem::replace(&mut self.looks, kept).unwrap_or_default();
        self.guided_back(aside);
        let mut touches = self.touches(state, &looks)?;
        if touches.is_empty() {
            return Ok(());
        }
        touches.extend(ahead.event.iter().filter(|t| !state.event.contains(t)).copied());
        self.turn(state, Gate::Open, "access", &touches)
    }

    /// What a built-in reads before it takes its step, as a number of the caller's own.
    pub(crate) fn load_own(
        &mut self,
        state: &mut State,
        p: Value,
        kind: Kind,
        what: &'static str,
    ) -> Step<Value> {
        if state.threads.len() > 1
            && let Some(touch) = self.located(state, p, kind.size(), false, Class::Plain)?
            && self.is_visible(state, &touch)
        {
            return Err(Interrupt::Unsupported(format!("{what} that another thread may change meanwhile")));
        }
        self.load(state, p, kind)
    }

    /// What an access of a built-in touches that anybody else may see.
    pub(crate) fn touches(&mut self, state: &mut State, ranges: &[(Value, u64, Access)]) -> Step<Touches> {
        let mut touches = Touches::new();
        if state.threads.len() == 1 {
            return Ok(touches);
        }
        for &(p, len, access) in ranges.iter().filter(|r| r.1 > 0) {
            let write = access == Access::Write;
            let Some(mut touch) = self.located(state, p, len, write, Class::Plain)? else { continue };
            self.in_section(state, &mut touch);
            if state.granted || self.is_visible(state, &touch) {
                touches.push(touch);
            }
        }
        Ok(touches)
    }

    /// The turn for the end of objects: freed, returned from, out of scope.
    pub(crate) fn touch_whole(
        &mut self,
        state: &mut State,
        objects: &[ObjId],
        what: &'static str,
    ) -> Step<()> {
        let touches = self.touches_of_whole(state, objects);
        match touches.is_empty() {
            true => Ok(()),
            false => self.turn(state, Gate::Open, what, &touches),
        }
    }

    /// What the end of objects touches that anybody else may see.
    pub(crate) fn touches_of_whole(&self, state: &State, objects: &[ObjId]) -> Touches {
        let mut touches = Touches::new();
        if state.threads.len() == 1 {
            return touches;
        }
        for &o in objects {
            // Also an access out of bounds is another error before than after.
            let Some(mut touch) = touch_of(state, o, 0, u64::MAX, true) else { continue };
            self.in_section(state, &mut touch);
            if state.granted || self.is_visible(state, &touch) {
                touches.push(touch);
            }
        }
        touches
    }

    /// Sections exclude each other: what is done in them is atomic to others that are.
    fn in_section(&self, state: &State, touch: &mut Touch) {
        if state.thread().atomic > 0 {
            touch.class = Class::Atomic;
            (touch.acquire, touch.release) = (!touch.write, touch.write);
            touch.from = self.machine.location(state);
        }
    }

    /// May somebody else write there, who is not ordered by creation and join?
    pub(super) fn may_change(&self, state: &State, o: ObjId, lo: u64, len: u64) -> bool {
        let touch = touch_of(state, o, lo, lo.saturating_add(len), false);
        touch.is_none_or(|t| self.is_visible(state, &t))
    }

    /// The turn for freeing what a pointer points to, dead or alive.
    pub(crate) fn touch_end(&mut self, state: &mut State, p: Value, what: &'static str) -> Step<()> {
        if state.threads.len() == 1 {
            return Ok(());
        }
        let Some(mut touch) = self.located(state, p, 1, true, Class::Plain)? else { return Ok(()) };
        (touch.lo, touch.hi) = (0, u64::MAX);
        self.in_section(state, &mut touch);
        match state.granted || self.is_visible(state, &touch) {
            true => self.turn(state, Gate::Open, what, &[touch]),
            false => Ok(()),
        }
    }

    /// Where an access goes, whether or not it may; None if that is no object. Forks between objects.
    pub(crate) fn located(
        &mut self,
        state: &mut State,
        p: Value,
        len: u64,
        write: bool,
        class: Class,
    ) -> Step<Option<Touch>> {
        let mut at = None;
        let p = self.guided_value(p)?;
        let (object, lo, hi) = match p {
            Value::Ptr(o, off) => (o, off, off.saturating_add(len)),
            Value::PtrTerm(o, off) => {
                let (lo, hi) = self.terms.range(off);
                let end = state.memory.extent(o);
                at = Some((off, len));
                (o, lo.min(end), hi.saturating_add(len).min(end))
            }
            Value::Int(a) => match state.memory.at_address(a) {
                Some((o, off)) => (o, off, off.saturating_add(len)),
                None => return Ok(None),
            },
            // Resolving it splits the path by objects; a failure is for the access itself to report.
            Value::Term(_) => match self.resolve(state, p, len, Access::Read) {
                Ok((o, Offset::Known(off))) => (o, off, off.saturating_add(len)),
                Ok((o, Offset::Symbolic(off))) => {
                    let (lo, hi) = self.terms.range(off);
                    let end = state.memory.extent(o);
                    at = Some((off, len));
                    (o, lo.min(end), hi.saturating_add(len).min(end))
                }
                Err(Interrupt::Failed(_)) => return Ok(None),
                Err(other) => return Err(other),
            },
        };
        let key = match (state.memory.get(object), state.memory.gone(object)) {
            (Some(o), _) => o.key,
            (_, Some(g)) => g.key,
            (None, None) => return Ok(None),
        };
        Ok(Some(Touch {
            key,
            object,
            lo,
            hi,
            write,
            reads: !write,
            class,
            at,
            from: rethread_ir::LocId::NONE,
            acquire: false,
            release: false,
        }))
    }

    /// May another thread that is not ordered by creation and join touch this too, one of both writing?
    pub(crate) fn is_visible(&self, state: &State, touch: &Touch) -> bool {
        if state.alone() {
            return false;
        }
        let (kin, name, constant) = match (state.memory.get(touch.object), state.memory.gone(touch.object)) {
            (Some(o), _) => (o.kin, &o.name, o.read_only || o.region == Region::Function),
            (_, Some(g)) => (g.kin, &g.name, false),
            (None, None) => return false,
        };
        if constant {
            return false;
        }
        // The models keep their own things in globals; to the program a call of libc is one thing.
        if let ObjName::Global(g) | ObjName::Local { global: g, .. } = name
            && self.machine.program.globals[*g as usize].is_model
        {
            return false;
        }
        let (Some(sharing), Some(kin)) = (&self.machine.sharing, kin) else { return true };
        let me = state.thread();
        (0..state.threads.len()).any(|u| {
            let other = &state.threads[u];
            if u == state.current || me.joined.contains(u) {
                return false;
            }
            // What it will still do comes after this thread's end; what it did may not be ordered.
            if other.awaits.contains(state.current) {
                let since = me.fixed.get(u);
                let mut past = other.past.iter().take_while(|(n, _)| *n > since);
                let conflicts = past.any(|(_, t)| t.conflicts(touch));
                if !conflicts && let Some(hidden) = &self.hidden {
                    let may = sharing.whole(other.start).touches(kin, touch.lo, touch.hi, !touch.write);
                    if may && !self.is_guided() && !self.looking_ahead {
                        hidden.borrow_mut().push((state.current, *touch, self.machine.location(state)));
                    }
                }
                return conflicts;
            }
            let rest = me.creators.iter().find(|c| c.thread == u).map(|c| &*c.rest);
            rest.unwrap_or_else(|| sharing.whole(other.start)).touches(kin, touch.lo, touch.hi, !touch.write)
        })
    }

    pub(crate) fn is_looking_ahead(&self) -> bool {
        self.looking_ahead
    }

    /// Threads that a joining thread waits for before it does anything that others could see: it is run
    /// ahead, on a copy, as if they had ended.
    pub(crate) fn look_ahead(&mut self, state: &State) -> crate::clock::ThreadSet {
        let mut awaits = crate::clock::ThreadSet::default();
        let Status::Joining(first) = state.thread().status else { return awaits };
        awaits.insert(first);
        if self.looking_ahead || self.machine.sharing.is_none() {
            return awaits;
        }
        self.looking_ahead = true;
        let machine = self.machine.clone();
        let (coverage, instructions) = (self.coverage.clone(), self.instructions);
        let kept = self.guided_aside();
        let mut ahead = state.clone();
        let end = instructions.saturating_add(LOOK_AHEAD);
        while let Status::Joining(t) = ahead.thread().status {
            awaits.insert(t);
            let known = |u: usize| u == ahead.current || awaits.contains(u);
            if (0..).zip(&ahead.threads).all(|(u, t)| known(u) || t.status == Status::Ended) {
                // There is nobody else to wait for.
                break;
            }
            ahead.thread_at(t).status = Status::Ended;
            ahead.thread_mut().status = Status::Ready;
            if self.run(&machine, &mut ahead, end).is_ok() {
                break;
            }
        }
        self.guided_back(kept);
        (self.coverage, self.instructions) = (coverage, instructions);
        self.looking_ahead = false;
        awaits
    }
}
