//! Loops that only re-read until somebody writes: they are waits, not work.
//!
//! At the head of a loop with visible steps the thread's live registers are remembered, and from then on
//! what it reads, and what it writes with the content before. If it comes back to the head with the same
//! registers and every place it wrote holds what it held before, the round changed nothing and the next
//! one would read the same: the thread waits until a place it read holds something else. If it holds a lock
//! there that the round had given up (a condition variable that wakes up too early), it goes on up to where
//! it has given it up again, and waits there.
//!
//! Guarantee: a thread is put to sleep only if its next round would repeat the last one. Whatever is not
//! followed (what is kept on the stack or the heap, output, calls of functions that write) makes a round count as work.

use super::Executor;
use crate::code::RoundArgs;
use crate::error::{Interrupt, Step};
use crate::page::Read;
use crate::state::{State, Status};
use crate::sync::Sync;
use crate::touch::SyncPlace;
use crate::value::{ObjId, Value};
use std::sync::Arc;

/// A place in memory and what it held; None if that cannot be said in one word.
type Seen = (ObjId, u64, u64, Option<Read>);

/// A loop under observation: one round of it.
#[derive(Clone, Debug)]
pub struct Spin {
    frame: u64,
    pc: u32,
    registers: Vec<Value>,
    /// How large the stack was.
    stack: u64,
    reads: Vec<Seen>,
    writes: Vec<Seen>,
    syncs: Vec<(SyncPlace, Option<Sync>)>,
    /// Synchronisation objects that were asked for and not given.
    polls: Vec<(SyncPlace, Option<Sync>)>,
    /// Something was done that is not followed.
    worked: bool,
}

/// What to call things in words.
#[derive(Copy, Clone)]
pub(crate) struct Names<'a> {
    pub frame: &'a dyn Fn(u64) -> u64,
    pub object: &'a dyn Fn(ObjId) -> u64,
    pub value: &'a dyn Fn(Value, &mut Vec<u64>),
    pub sync: &'a dyn Fn(&Sync, &mut Vec<u64>),
}

impl Spin {
    /// Does the current thread hold something that it took or gave up in the round?
    fn holds_a_lock(&self, state: &State) -> bool {
        let held = |p| state.sync.get(p).is_some_and(|s| s.is_held_by(state.current));
        self.syncs.iter().any(|(p, _)| held(p))
    }
}

impl Spin {
    /// The observation as words, for comparison.
    pub(crate) fn words(&self, out: &mut Vec<u64>, names: &Names<'_>) {
        let Names { frame, object, value, sync } = *names;
        out.extend([u64::from(self.pc), u64::from(self.worked), frame(self.frame), self.stack]);
        self.registers.iter().for_each(|&v| value(v, out));
        for seen in self.reads.iter().chain(&self.writes) {
            out.extend([object(seen.0), seen.1, seen.2]);
            match &seen.3 {
                None => out.push(0),
                Some(Read::Bytes(x)) => out.extend([1, *x]),
                Some(Read::Cell(v)) => value(*v, out),
                Some(Read::Mixed) => out.push(2),
            }
        }
        for (place, was) in self.syncs.iter().chain(&self.polls) {
            out.extend([object(place.0), place.1]);
            match was {
                None => out.push(0),
                Some(s) => sync(s, out),
            }
        }
        let lengths = [self.registers.len(), self.reads.len(), self.writes.len(), self.syncs.len()];
        out.extend(lengths.map(|n| n as u64));
    }
}

/// More than this is no loop that waits.
const MAX_SEEN: usize = 256;

impl Executor {
    /// What a place holds. Where names stand for values: what they stand for.
    fn content(&self, state: &State, o: ObjId, lo: u64, len: u64) -> Option<Read> {
        let object = state.memory.get(o)?;
        let inside = matches!(object.size, crate::object::Size::Known(n) if lo.checked_add(len).is_some_and(|e| e <= n));
        if !inside || len > 8 || object.as_array().is_some() || object.has_ended() {
            return None;
        }
        match object.read(lo, len) {
            Read::Mixed => None,
            Read::Cell(v) => match self.was(v) {
                Value::Int(x) => Some(Read::Bytes(x)),
                v => Some(Read::Cell(v)),
            },
            read => Some(read),
        }
    }

    fn holds(&self, state: &State, seen: &Seen) -> bool {
        seen.3.is_some() && self.content(state, seen.0, seen.1, seen.2) == seen.3
    }

    /// Would everything that the round looked at look the same again?
    fn sees_the_same(&self, state: &State, s: &Spin) -> bool {
        s.reads.iter().all(|r| self.holds(state, r))
            && s.polls.iter().all(|(p, old)| state.sync.get(p) == old.as_ref())
    }

    /// The thread waits because all this is as it was: whoever is to wait like it must have the same there. Going on
    /// needs no reason, a loop may always go round once more.
    fn fix(&mut self, state: &mut State, s: &Spin) {
        if self.is_guided() {
            for seen in s.reads.iter().chain(&s.writes) {
                self.guided_fix(state, seen.0, seen.1, seen.2);
            }
        }
    }

    /// Is the current thread in a round that repeats the last one, with the locks given up that it holds
    /// at the head of the loop? Then it waits here.
    pub(super) fn waits_inside(&mut self, state: &mut State) -> bool {
        let Some(s) = state.thread().repeats.clone() else { return false };
        if !self.sees_the_same(state, &s) {
            state.thread_mut().repeats = None;
            return false;
        }
        self.fix(state, &s);
        !s.holds_a_lock(state)
    }

    /// `Op::Round`: the head of a loop.
    pub(super) fn round(&mut self, state: &mut State, args: &RoundArgs) -> Step<()> {
        let (serial, pc) = (state.frame().serial, state.frame().pc);
        let registers: Vec<Value> =
            args.live.iter().map(|&r| self.was(state.frame().regs[r as usize])).collect();
        let same = |s: &Spin| s.frame == serial && s.pc == pc;
        let waits = state.thread().spins.iter().find(|s| same(s)).cloned().filter(|s| {
            !s.worked
                && s.registers == registers
                && s.stack == state.frame().stack_bytes
                && self.sees_the_same(state, s)
                && s.writes.iter().all(|w| self.holds(state, w))
                && s.syncs.iter().all(|(p, old)| state.sync.get(p) == old.as_ref())
        });
        if let (Some(s), true) = (&waits, self.is_guided()) {
            args.live.iter().for_each(|&r| self.guided_fix_register(state, r));
            self.fix(state, s);
        }
        if let Some(s) = &waits
            && !s.holds_a_lock(state)
        {
            state.thread_mut().status = Status::Spinning;
            return Err(Interrupt::Rest);
        }
        let stack = state.frame().stack_bytes;
        let thread = state.thread_mut();
        thread.repeats = waits;
        thread.spins.retain(|s| s.frame < serial || (s.frame == serial && s.pc != pc));
        let new = Spin {
            frame: serial,
            pc,
            registers,
            stack,
            reads: Vec::new(),
            writes: Vec::new(),
            syncs: Vec::new(),
            polls: Vec::new(),
            worked: false,
        };
        thread.spins.push(Arc::new(new));
        state.frame_mut().pc += 1;
        Ok(())
    }

    /// An access in a loop, before it is made.
    pub(crate) fn spin_touch(
        &mut self,
        state: &mut State,
        o: ObjId,
        lo: u64,
        len: u64,
        read: bool,
        write: bool,
    ) {
        if state.thread().spins.is_empty() {
            return;
        }
        let seen = (o, lo, len, self.content(state, o, lo, len));
        self.each_spin(state, |s| {
            if s.worked {
                return;
            }
            if read && !s.reads.contains(&seen) {
                s.reads.push(seen.clone());
            }
            // What the round wrote already is not what was there before.
            let is_in = |w: &Seen| w.0 == o && w.1 <= lo && lo.saturating_add(len) <= w.1.saturating_add(w.2);
            if write && !s.writes.iter().any(is_in) {
                s.writes.push(seen.clone());
            }
            s.worked |= s.reads.len() + s.writes.len() > MAX_SEEN;
        });
    }

    /// The same for a range that is read, or written, at once: word by word, or in the parts that a word has.
    pub(super) fn spin_range(&mut self, state: &mut State, (o, lo): (ObjId, u64), len: u64, read: bool) {
        // What nobody else may write is what the round makes of it.
        if state.thread().spins.is_empty() || read && !self.may_change(state, o, lo, len) {
            return;
        }
        if len > 8 * MAX_SEEN as u64 {
            return self.spin_work(state);
        }
        for at in (0..len).step_by(8) {
            self.spin_parts(state, (o, lo + at), (len - at).min(8), read);
        }
    }

    fn spin_parts(&mut self, state: &mut State, (o, lo): (ObjId, u64), len: u64, read: bool) {
        if len == 1 || self.content(state, o, lo, len).is_some() {
            return self.spin_touch(state, o, lo, len, read, !read);
        }
        let half = len.next_power_of_two() / 2;
        self.spin_parts(state, (o, lo), half, read);
        self.spin_parts(state, (o, lo + half), len - half, read);
    }

    /// A synchronisation object is about to change in a loop.
    pub(crate) fn spin_sync(&mut self, state: &mut State, place: SyncPlace) {
        if state.thread().spins.is_empty() {
            return;
        }
        let old = state.sync.get(&place).cloned();
        self.each_spin(state, |s| {
            if !s.syncs.iter().any(|(p, _)| *p == place) {
                s.syncs.push((place, old.clone()));
            }
        });
    }

    /// A synchronisation object was asked for in a loop, and not given.
    pub(crate) fn spin_poll(&mut self, state: &mut State, place: SyncPlace) {
        if state.thread().spins.is_empty() {
            return;
        }
        let seen = (place, state.sync.get(&place).cloned());
        self.each_spin(state, |s| {
            if !s.polls.contains(&seen) {
                s.polls.push(seen.clone());
            }
            s.worked |= s.polls.len() > MAX_SEEN;
        });
    }

    /// Something is done in a loop that is not followed.
    pub(crate) fn spin_work(&mut self, state: &mut State) {
        if !state.thread().spins.is_empty() {
            self.each_spin(state, |s| s.worked = true);
        }
    }

    fn each_spin(&self, state: &mut State, f: impl Fn(&mut Spin)) {
        state.thread_mut().spins.iter_mut().for_each(|s| f(Arc::make_mut(s)));
    }

    /// Lets those run on whose places changed.
    pub(super) fn wake_spinning(&mut self, state: &mut State) {
        for t in 0..state.threads.len() {
            if state.threads[t].status != Status::Spinning {
                continue;
            }
            let (serial, pc) = {
                let frame = state.threads[t].top.as_ref().expect("it is in a loop");
                (frame.serial, frame.pc)
            };
            let thread = &state.threads[t];
            let waits = (thread.repeats.iter())
                .chain(thread.spins.iter().filter(|s| s.frame == serial && s.pc == pc))
                .next()
                .cloned();
            let changed = waits.as_ref().is_some_and(|s| !self.sees_the_same(state, s));
            if let (Some(s), false) = (&waits, changed) {
                self.fix(state, s);
            }
            if changed {
                let clock = state.last_clock.clone();
                let thread = state.thread_at(t);
                thread.clock.merge(&clock);
                thread.spins.clear();
                thread.repeats = None;
                thread.status = Status::Ready;
            }
        }
    }
}
