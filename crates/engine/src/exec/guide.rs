//! Following a stretch of a run a second time with names in place of values.
//!
//! Between two points of a run one state becomes another. Taken again with every register and every byte
//! that is looked at replaced by a symbol that names its place ([`Fact`]), and every question answered as it was
//! the first time, the same steps say what that depended on (conditions over places) and what became of the
//! places (terms over places). That holds for every state at the same point in which the conditions hold.
//!
//! Pointers are not replaced: where one is looked at, that it points there becomes a condition. So do a size, an
//! offset or a length that has to be a number.
//!
//! Guarantee: whatever cannot be named (unwritten memory, arrays at symbolic offsets, ...) gives no result rather than a
//! wrong one. Bytes that changed without anybody saying so are noticed at the end.

use super::{Executor, Rest};
use crate::code::{Op, Src};
use crate::error::{Interrupt, Step};
use crate::facts::{Fact, Place, key_of};
use crate::machine::Machine;
use crate::memory::Memory;
use crate::object::{Region, Size, is_of_stack};
use crate::page::Byte;
use crate::state::{Frame, State, Status, Stop};
use crate::value::{Kind, ObjId, Value};
use rethread_analysis::mutants::{Mutant, mutant};
use rethread_expr::{Node, Symbol, Term};
use rethread_solver::Model;
use rethread_testcase::BugKind;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, RefCell};

/// More bytes than this are not named at once.
const MAX_BYTES: u64 = 256;
/// Longer stretches are not followed.
const MAX_STEPS: u32 = 20_000;

/// Something that held along the way.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    /// A branch or check went this way.
    Holds(Term),
    /// An address, a length or another number was this one.
    Fixed(Term),
    /// An object was there.
    Lives(Term),
    /// Where it does not hold the run ends, and no harm is done.
    Assumed(Term),
}

/// How the stretch ended the first time.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Until {
    /// Everybody rested, or the run was over.
    Rest,
    /// A question with two answers, or a choice, after so many instructions.
    Question { instructions: u64 },
}

/// Ranges of bytes, sorted and apart.
#[derive(Clone, Debug, Default)]
pub(super) struct Ranges(Vec<(u64, u64)>);

impl Ranges {
    fn add(&mut self, lo: u64, hi: u64) {
        let (mut lo, mut hi) = (lo, hi);
        self.0.retain(|&(a, b)| {
            let apart = b < lo || hi < a;
            if !apart {
                (lo, hi) = (lo.min(a), hi.max(b));
            }
            apart
        });
        let at = self.0.partition_point(|r| r.0 < lo);
        self.0.insert(at, (lo, hi));
    }

    fn overlaps(&self, lo: u64, hi: u64) -> bool {
        self.0.iter().any(|&(a, b)| a < hi && lo < b)
    }

    /// Parts of a range that are not in it.
    fn gaps(&self, lo: u64, hi: u64) -> Vec<(u64, u64)> {
        let mut out = Vec::new();
        let mut at = lo;
        for &(a, b) in self.0.iter().filter(|&&(a, b)| a < hi && lo < b) {
            if at < a {
                out.push((at, a));
            }
            at = at.max(b);
        }
        if at < hi {
            out.push((at, hi));
        }
        out
    }
}

pub(crate) struct Guide {
    /// What decides every question: inputs, and places as they were.
    model: Model,
    conditions: Vec<Condition>,
    known: FxHashSet<Term>,
    /// Pointers that were looked at since the last condition.
    looked_at: RefCell<Vec<Fact>>,
    /// What nobody wrote that something was made of since.
    unwritten_read: RefCell<Vec<Term>>,
    /// What nobody had written in registers at the beginning.
    unwritten: FxHashSet<Symbol>,
    origin: State,
    /// Bytes of objects of the beginning that were named or written.
    marks: FxHashMap<ObjId, Ranges>,
    /// Objects of the beginning whose scope began on the way.
    begun: FxHashSet<ObjId>,
    /// Frames of the beginning whose registers were named: thread and number of the call.
    frames: Vec<(usize, u64)>,
    instructions: u64,
    steps: u64,
    stop: Option<(u64, usize, u64, u32)>,
    /// Names of places whose content only the input decides.
    symbolic: FxHashSet<Symbol>,
    /// Something could not be named.
    lost: Cell<bool>,
}

/// What a guide keeps apart while a copy of the state is run: marks, scopes, frames, instructions, steps.
pub(super) type Aside = (FxHashMap<ObjId, Ranges>, FxHashSet<ObjId>, Vec<(usize, u64)>, u64, u64);

/// What a stretch depended on and what it did, for every state in which the conditions hold.
pub struct Traced {
    pub conditions: Vec<Condition>,
    origin: State,
    after: State,
    marks: FxHashMap<ObjId, Ranges>,
    begun: FxHashSet<ObjId>,
    frames: Vec<(usize, u64)>,
}

/// The frame of a thread with this number.
fn frame_of(state: &State, thread: usize, serial: u64) -> Option<&Frame> {
    state.threads.get(thread)?.frames().find(|f| f.serial == serial)
}

/// Does such a failure follow from conditions and from where the state stands? That an object is gone does not.
fn is_named(kind: BugKind) -> bool {
    use BugKind::*;
    matches!(kind, Assert | Abort | DivByZero | LockMisuse | Unreachable)
}

pub(crate) fn lost<T>() -> Step<T> {
    Err(Interrupt::Unsupported(String::new()))
}

impl Guide {
    fn is_old(&self, o: ObjId) -> bool {
        self.origin.memory.get(o).is_some()
    }

    /// The name of an object at the beginning. None: a stack object that was gone has none.
    fn called(&self, o: ObjId) -> Option<u64> {
        let memory = &self.origin.memory;
        let gone_from_stack = || memory.gone(o).is_none_or(|g| g.region == Region::Stack);
        (memory.get(o).is_some() || !gone_from_stack()).then(|| key_of(memory, o))
    }

    fn mark(&mut self, o: ObjId, lo: u64, hi: u64) {
        if self.is_old(o) {
            self.marks.entry(o).or_default().add(lo, hi);
        }
    }

    fn at_stop(&self, state: &State) -> bool {
        self.stop.is_some_and(|(instructions, current, serial, pc)| {
            let frame = state.frame();
            (self.instructions, state.current, frame.serial, frame.pc) == (instructions, current, serial, pc)
        })
    }
}

impl Condition {
    pub fn term(self) -> Term {
        let (Condition::Holds(t) | Condition::Fixed(t) | Condition::Lives(t) | Condition::Assumed(t)) = self;
        t
    }
}

impl Executor {
    pub(crate) fn is_guided(&self) -> bool {
        self.guide.is_some()
    }

    /// Takes the way from `start` to `end` again. `model` is one of the state it ended in.
    pub fn retrace(&mut self, start: &State, model: &Model, end: &State, until: Until) -> Option<Traced> {
        let stop = match until {
            Until::Rest => None,
            Until::Question { instructions } => {
                let frame = end.thread().top.as_ref()?;
                Some((instructions, end.current, frame.serial, frame.pc))
            }
        };
        self.guide = Some(Box::new(Guide {
            model: model.clone(),
            conditions: Vec::new(),
            known: FxHashSet::default(),
            looked_at: RefCell::default(),
            unwritten_read: RefCell::default(),
            unwritten: FxHashSet::default(),
            origin: start.clone(),
            marks: FxHashMap::default(),
            begun: FxHashSet::default(),
            frames: Vec::new(),
            instructions: 0,
            steps: 0,
            stop,
            symbolic: FxHashSet::default(),
            lost: Cell::new(false),
        }));
        let kept = (self.unknowns, self.sides_left_out, self.instructions, self.last_switch.take());
        let mut state = start.clone();
        let arrived = self.follow(&mut state);
        (self.unknowns, self.sides_left_out, self.instructions, self.last_switch) = kept;
        self.settle();
        let guide = *self.guide.take()?;
        self.retraced_steps = guide.steps;
        if !arrived || guide.lost.get() || !self.only_marked(&guide, &state.memory) {
            return None;
        }
        let Guide { conditions, origin, marks, begun, frames, .. } = guide;
        Some(Traced { conditions, origin, after: state, marks, begun, frames })
    }

    /// Operations of the stretch that was taken again last.
    pub fn retraced_steps(&self) -> u64 {
        self.retraced_steps
    }

    /// True if it came to the end of the stretch.
    fn follow(&mut self, state: &mut State) -> bool {
        for _ in 0..MAX_STEPS {
            let rest = self.advance(state, u64::MAX);
            if self.guide.as_ref().is_none_or(|g| g.lost.get()) {
                return false;
            }
            let guide = self.guide.as_ref().expect("just asked");
            match rest {
                Ok(Rest::Taken) => {}
                Ok(Rest::Budget) => return guide.stop.is_some(),
                Ok(Rest::Quiet) | Err(Interrupt::Exit(_)) => return guide.stop.is_none(),
                Err(Interrupt::Choose(_)) => return guide.stop.is_some() && guide.at_stop(state),
                Err(Interrupt::Failed(f)) if !is_named(f.kind) => return false,
                Err(Interrupt::Infeasible | Interrupt::Failed(_)) if state.threads.len() == 1 => {
                    return guide.stop.is_none();
                }
                Err(why @ (Interrupt::Infeasible | Interrupt::Failed(_))) => {
                    if state.thread().atomic > 0 && !self.guided_roll_back(state) {
                        return false;
                    }
                    let assumed = matches!(why, Interrupt::Infeasible);
                    let stop = if assumed { Stop::Assume } else { Stop::Failure };
                    state.granted = false;
                    state.thread_mut().status = Status::Stopped(stop);
                }
                Err(_) => return false,
            }
        }
        false
    }

    /// A section that fails leaves no trace. False if it began before the stretch.
    fn guided_roll_back(&mut self, state: &mut State) -> bool {
        let guide = self.guide.as_mut().expect("guided");
        let origin = guide.origin.clone();
        if !origin.granted || origin.thread().atomic > 0 || origin.current != state.current {
            return false;
        }
        state.roll_back(origin);
        guide.marks.clear();
        guide.begun.clear();
        true
    }

    /// One operation of the current thread. Some: the stretch ends here.
    pub(super) fn guided_step(&mut self, machine: &Machine, state: &mut State) -> Step<Option<Rest>> {
        if self.guide.as_ref().is_some_and(|g| g.at_stop(state)) {
            return Ok(Some(Rest::Budget));
        }
        self.name_frame(state);
        self.guide.as_mut().expect("guided").steps += 1;
        let frame = state.frame();
        let code = machine.code(frame.function);
        match &code.ops[frame.pc as usize] {
            Op::Mark { instructions, .. } => {
                let guide = self.guide.as_mut().expect("guided");
                guide.instructions += u64::from(*instructions);
                if guide.instructions > u64::from(MAX_STEPS) {
                    guide.lost.set(true);
                    return lost();
                }
                state.frame_mut().pc += 1;
            }
            Op::Move { dst, src } => {
                let v = self.copied(state, *src);
                state.set(*dst, v);
                state.frame_mut().pc += 1;
            }
            Op::Jump(edge) => self.take_edge(machine, state, *edge)?,
            _ => self.whole_step(machine, state)?,
        }
        Ok(None)
    }

    /// The registers of the running frame get names, if it is one of the beginning.
    pub(super) fn name_frame(&mut self, state: &mut State) {
        let Some(guide) = self.guide.as_ref() else { return };
        let (thread, Some(top)) = (state.current, state.thread().top.as_ref()) else { return };
        let serial = top.serial;
        if guide.frames.contains(&(thread, serial)) || frame_of(&guide.origin, thread, serial).is_none() {
            return;
        }
        let depth = top.depth;
        let machine = self.machine.clone();
        let kinds = &machine.code(top.function).kinds;
        let named: Vec<(u32, Value, u32)> = (top.regs.iter().zip(kinds).enumerate())
            .filter_map(|(r, (&v, kind))| {
                let width = kind.as_ref()?.width();
                match v {
                    Value::Int(_) if width <= 64 => Some((r as u32, v, width)),
                    Value::Term(t) => Some((r as u32, v, self.terms.width(t))),
                    _ => None,
                }
            })
            .collect();
        for v in named.iter().map(|n| n.1) {
            if let Value::Term(t) = v
                && self.terms.flags(t).has_uninit
            {
                let support = self.terms.support(t);
                self.guide.as_mut().expect("guided").unwritten.extend(support.iter());
            }
        }
        let handle = state.thread().handle;
        for (register, v, width) in named {
            let place = Place::Register { thread: handle, depth, register };
            if let Some(t) = self.named(Fact::Data { place, width }, v) {
                state.set(register, Value::Term(t));
            }
        }
        self.guide.as_mut().expect("guided").frames.push((thread, serial));
    }

    /// The symbol of a place that holds this. None if nothing that was written is there.
    fn named(&mut self, fact: Fact, holds: Value) -> Option<Term> {
        let guide = self.guide.as_mut()?;
        let value = match holds {
            Value::Int(x) => rethread_solver::Value::Small { width: fact.width(), value: x },
            Value::Term(t) if !self.terms.flags(t).has_uninit => {
                rethread_solver::Value::from_bits(self.terms.eval(t, &guide.model))
            }
            _ => return None,
        };
        let t = self.facts.symbol(&mut self.terms, fact);
        let symbol = self.terms.symbol_of(t).expect("a symbol");
        guide.model.set(symbol, value);
        if matches!(holds, Value::Term(_)) {
            guide.symbolic.insert(symbol);
        }
        Some(t)
    }

    /// What an operand is that only goes to another register.
    pub(super) fn copied(&self, state: &State, s: Src) -> Value {
        match s.0 & Src::CONST == 0 {
            true if matches!(state.frame().regs[s.0 as usize], Value::Term(_)) => {
                state.frame().regs[s.0 as usize]
            }
            _ => self.operand(state, s),
        }
    }

    /// What an operand is that goes to memory: the same, if it comes back in parts, too, as what it is.
    pub(super) fn stored(&self, state: &State, s: Src) -> Value {
        let of_bytes = |t: Term| {
            let mut open = vec![t];
            while let Some(t) = open.pop() {
                match *self.terms.node(t) {
                    Node::Symbol(_) => {}
                    Node::Concat(a, b) => open.extend([a, b]),
                    _ => return false,
                }
            }
            true
        };
        match s.0 & Src::CONST == 0 && self.is_guided() {
            true if matches!(state.frame().regs[s.0 as usize], Value::Term(t) if of_bytes(t)) => {
                self.copied(state, s)
            }
            _ => self.operand(state, s),
        }
    }

    /// A register was read that holds something without a name: what it is becomes a condition.
    #[inline]
    pub(super) fn looked_at(&self, state: &State, s: Src, v: Value) {
        let Some(guide) = self.guide.as_ref() else { return };
        if s.0 & Src::CONST != 0 {
            return;
        }
        if let Value::Term(t) = v {
            if self.terms.flags(t).has_uninit {
                guide.unwritten_read.borrow_mut().push(t);
            }
            return;
        }
        let serial = state.frame().serial;
        // A register that was written since and holds the same is taken for unwritten: one condition too many.
        if frame_of(&guide.origin, state.current, serial).is_none_or(|f| f.regs[s.0 as usize] != v) {
            return;
        }
        let depth = state.frame().depth;
        let place = Place::Register { thread: state.thread().handle, depth, register: s.0 };
        let fact = match v {
            Value::Ptr(o, offset) => match guide.called(o) {
                Some(object) => Fact::Points { place, object, offset },
                None => return guide.lost.set(true),
            },
            // What decoding made up has no width; named registers hold no numbers unless they were written.
            Value::Int(value) if self.kind_of(state, s).is_none() => Fact::Number { place, value },
            Value::Int(_) => return,
            _ => return guide.lost.set(true),
        };
        guide.looked_at.borrow_mut().push(fact);
    }

    fn kind_of(&self, state: &State, s: Src) -> Option<Kind> {
        self.machine.code(state.frame().function).kinds.get(s.0 as usize).copied().flatten()
    }

    /// Pointers that were looked at become conditions.
    fn settle(&mut self) {
        let Some(guide) = self.guide.as_ref() else { return };
        // It has no name, and what is made of it may be the same for all that it could be: that says no more that it was there.
        // What came up on the way is unwritten in every state that goes the same way.
        for t in guide.unwritten_read.take() {
            let from_the_beginning = self.terms.support(t).iter().any(|s| guide.unwritten.contains(s));
            if from_the_beginning && !mutant(Mutant::UnsaidUnwritten) {
                guide.lost.set(true);
            }
        }
        for fact in guide.looked_at.take() {
            let t = self.facts.symbol(&mut self.terms, fact);
            self.condition(match fact {
                Fact::Lives { .. } => Condition::Lives(t),
                _ => Condition::Fixed(t),
            });
        }
    }

    fn condition(&mut self, condition: Condition) {
        let guide = self.guide.as_mut().expect("guided");
        let t = condition.term();
        if !self.terms.is_true(t) && guide.known.insert(t) {
            guide.conditions.push(condition);
        }
    }

    /// The truth of a condition, as it was the first time.
    pub(super) fn guided_answer(&mut self, condition: Term) -> Step<bool> {
        self.settle();
        if self.terms.flags(condition).has_uninit {
            return lost();
        }
        let guide = self.guide.as_ref().expect("guided");
        let holds = self.terms.eval(condition, &guide.model).is_true();
        let known = if holds { condition } else { self.terms.not(condition) };
        self.condition(Condition::Holds(known));
        self.guided_written(condition);
        Ok(holds)
    }

    /// Something is decided on these places: whatever follows, that somebody wrote them becomes a condition.
    pub(super) fn guided_written(&mut self, t: Term) {
        let written = self.all_written(t);
        written.into_iter().for_each(|t| self.condition(Condition::Holds(t)));
    }

    /// That somebody wrote everything a term was made of.
    fn all_written(&mut self, t: Term) -> Vec<Term> {
        if mutant(Mutant::NoWritten) || !self.options.checks.contains(BugKind::Uninit) {
            return Vec::new();
        }
        let mut out = Vec::new();
        for &s in self.terms.support(t).iter() {
            if let Some(Fact::Data { place, .. }) = self.facts.get(s) {
                out.push(self.facts.symbol(&mut self.terms, Fact::Written { place }));
            }
        }
        out
    }

    /// An assumption of a program with one thread running: whoever does not meet it is out.
    pub(crate) fn guided_assume(&mut self, condition: Term) -> Step<()> {
        self.settle();
        if self.terms.flags(condition).has_uninit {
            return lost();
        }
        let guide = self.guide.as_ref().expect("guided");
        if !self.terms.eval(condition, &guide.model).is_true() {
            let not = self.terms.not(condition);
            self.condition(Condition::Holds(not));
            self.guided_written(condition);
            return Err(Interrupt::Infeasible);
        }
        self.guided_written(condition);
        self.condition(Condition::Assumed(condition));
        Ok(())
    }

    /// The number that a term was the first time; that it is becomes a condition.
    pub(crate) fn guided_number(&mut self, t: Term) -> Step<u64> {
        if let Some(x) = self.terms.as_u64(t) {
            return Ok(x);
        }
        if self.terms.width(t) > 64 || self.terms.flags(t).has_uninit {
            return lost();
        }
        let guide = self.guide.as_ref().expect("guided");
        let x = self.terms.eval(t, &guide.model).low_u64();
        let k = self.terms.constant(self.terms.width(t), x);
        let same = self.terms.eq(t, k);
        self.settle();
        self.condition(Condition::Fixed(same));
        self.guided_written(t);
        Ok(x)
    }

    /// A value as the number or pointer it was the first time.
    pub(crate) fn guided_value(&mut self, v: Value) -> Step<Value> {
        match v {
            Value::Term(t) if self.guide.is_some() && self.terms.width(t) <= 64 => {
                Ok(Value::Int(self.guided_number(t)?))
            }
            Value::PtrTerm(o, off) if self.guide.is_some() => Ok(Value::Ptr(o, self.guided_number(off)?)),
            v => Ok(v),
        }
    }

    /// An object is used: that it lives and is as large as it is becomes a condition. What is written is known
    /// from then on.
    pub(super) fn guided_use(
        &mut self,
        state: &State,
        o: ObjId,
        off: u64,
        len: u64,
        write: bool,
    ) -> Step<()> {
        let Some(guide) = self.guide.as_mut() else { return Ok(()) };
        if !guide.is_old(o) {
            return Ok(());
        }
        let Some(object) = state.memory.get(o) else { return lost() };
        let Size::Known(size) = object.size else { return lost() };
        // Of a local variable whose scope began on the way nothing has to be so before: which there are, and how
        // large they are, is part of where a state stands.
        if object.region != Region::Global && !guide.begun.contains(&o) {
            let fact = Fact::Lives { object: object.spot, size };
            guide.looked_at.borrow_mut().push(fact);
        }
        if write {
            guide.mark(o, off, off + len);
        }
        Ok(())
    }

    /// Bytes that are about to be read get names.
    pub(super) fn guided_look(&mut self, state: &mut State, o: ObjId, off: u64, len: u64) {
        let Some(guide) = self.guide.as_ref() else { return };
        if !guide.is_old(o) {
            return;
        }
        let gaps = guide.marks.get(&o).map_or_else(|| vec![(off, off + len)], |m| m.gaps(off, off + len));
        for (lo, hi) in gaps {
            if self.name_bytes(state, o, lo, hi).is_none() {
                self.guide.as_ref().expect("guided").lost.set(true);
            }
        }
    }

    fn name_bytes(&mut self, state: &mut State, o: ObjId, lo: u64, hi: u64) -> Option<()> {
        let object = state.memory.get(o)?;
        if hi - lo > MAX_BYTES || object.as_array().is_some() || object.has_ended() {
            return None;
        }
        // What nobody can write needs no name.
        if object.read_only {
            return Some(());
        }
        let key = object.spot;
        let mut at = lo;
        while at < hi {
            let object = state.memory.get(o)?;
            let (n, value) = match object.byte(at) {
                Byte::Of { value, len, index: 0 } if u64::from(len) <= hi - at => (u64::from(len), value),
                Byte::Of { value: Value::Term(t), index, .. } => {
                    (1, Value::Term(self.terms.extract(t, index * 8, 8)))
                }
                Byte::Of { .. } | Byte::Uninit => return None,
                Byte::Concrete(_) => {
                    let mut n = 0;
                    let mut x = 0;
                    while n < 8.min(hi - at)
                        && let Byte::Concrete(b) = object.byte(at + n)
                    {
                        x |= u64::from(b) << (8 * n);
                        n += 1;
                    }
                    (n, Value::Int(x))
                }
            };
            let place = Place::Bytes { object: key, at, len: n as u32 };
            match value {
                Value::Ptr(target, offset) => {
                    let guide = self.guide.as_ref()?;
                    let fact = Fact::Points { place, object: guide.called(target)?, offset };
                    guide.looked_at.borrow_mut().push(fact);
                }
                value => {
                    let t = self.named(Fact::Data { place, width: n as u32 * 8 }, value)?;
                    self.write(state, o, at, Value::Term(t), Kind::Int(n as u32 * 8));
                    self.guide.as_mut()?.mark(o, at, at + n);
                }
            }
            at += n;
        }
        Some(())
    }

    /// Everything about an object's content becomes unknown to names: its scope begins or ends.
    pub(crate) fn guided_end(&mut self, o: ObjId) {
        if let Some(guide) = self.guide.as_mut() {
            guide.mark(o, 0, u64::MAX);
            guide.begun.remove(&o);
        }
    }

    /// The scope of a local variable began.
    pub(super) fn guided_begin(&mut self, o: ObjId) {
        if let Some(guide) = self.guide.as_mut() {
            guide.begun.insert(o);
        }
    }

    /// Is this a value that only the input decides? Names stand for what they stood for the first time.
    pub(super) fn is_symbolic(&mut self, v: Value) -> bool {
        let (Some(guide), Value::Term(t)) = (self.guide.as_ref(), v) else {
            return !matches!(v, Value::Int(_));
        };
        let support = self.terms.support(t);
        support.iter().any(|s| self.facts.get(*s).is_none() || guide.symbolic.contains(s))
    }

    /// A value with what names in it stand for.
    pub(super) fn was(&self, v: Value) -> Value {
        match (self.guide.as_ref(), v) {
            (Some(guide), Value::Term(t)) if self.terms.width(t) <= 64 => {
                Value::Int(self.terms.eval(t, &guide.model).low_u64())
            }
            _ => v,
        }
    }

    /// Bytes that are compared as they are: that they are so becomes a condition.
    pub(super) fn guided_fix(&mut self, state: &mut State, o: ObjId, lo: u64, len: u64) {
        if self.guide.is_none() {
            return;
        }
        let Some(object) = state.memory.get(o) else { return };
        let inside = matches!(object.size, Size::Known(n) if lo.checked_add(len).is_some_and(|end| end <= n));
        if !inside || len > 8 || object.as_array().is_some() || object.has_ended() {
            return;
        }
        let kind = Kind::Int(len as u32 * 8);
        if let v @ Value::Term(_) = self.read(state, o, lo, kind) {
            match self.guided_value(v) {
                Ok(fixed) => self.write(state, o, lo, fixed, kind),
                Err(_) => self.guided_lost(),
            }
        }
    }

    /// A register that is compared as it is.
    pub(super) fn guided_fix_register(&mut self, state: &mut State, register: u32) {
        if self.guide.is_none() {
            return;
        }
        let v = self.operand(state, Src::reg(register));
        match self.guided_value(v) {
            Ok(fixed) => state.set(register, fixed),
            Err(_) => self.guided_lost(),
        }
    }

    pub(crate) fn guided_lost(&mut self) {
        if let Some(guide) = self.guide.as_ref() {
            guide.lost.set(true);
        }
    }

    /// A look ahead on a copy of the state begins: what is named and written there is not named and written here.
    pub(super) fn guided_aside(&mut self) -> Option<Aside> {
        self.settle();
        let guide = self.guide.as_ref()?;
        let Guide { marks, begun, frames, instructions, steps, .. } = &**guide;
        Some((marks.clone(), begun.clone(), frames.clone(), *instructions, *steps))
    }

    /// The look ahead is over. What it depended on stays a condition.
    pub(super) fn guided_back(&mut self, aside: Option<Aside>) {
        self.settle();
        if let (Some(guide), Some(aside)) = (self.guide.as_mut(), aside) {
            (guide.marks, guide.begun, guide.frames, guide.instructions, guide.steps) = aside;
        }
    }

    /// Did nothing change but what was marked?
    fn only_marked(&mut self, guide: &Guide, after: &Memory) -> bool {
        guide.origin.memory.changed(after).into_iter().all(|o| {
            let (Some(before), Some(now)) = (guide.origin.memory.get(o), after.get(o)) else { return true };
            let marks = guide.marks.get(&o).cloned().unwrap_or_default();
            let Size::Known(size) = before.size else { return false };
            let named = |a: &crate::object::Object| a.as_array().is_none() && !a.has_ended();
            match named(before) && named(now) {
                true => marks.gaps(0, size).into_iter().all(|(lo, hi)| {
                    hi - lo <= 1 << 16 && (lo..hi).all(|at| self.same_byte(before.byte(at), now.byte(at)))
                }),
                false => marks.gaps(0, size).is_empty(),
            }
        })
    }

    /// Do two bytes hold the same? Splitting a cell changes nothing.
    fn same_byte(&mut self, a: Byte, b: Byte) -> bool {
        let mut part = |b: Byte| match b {
            Byte::Of { value: Value::Term(t), index, .. } => Some(self.terms.extract(t, index * 8, 8)),
            _ => None,
        };
        match (part(a), part(b)) {
            (Some(a), Some(b)) => a == b,
            (None, None) => a == b,
            _ => false,
        }
    }
}

impl Traced {
    /// What a fact about the state behind the stretch is before it. None: it cannot be said.
    pub fn before(&mut self, exec: &mut Executor, fact: Fact, symbol: Term) -> Option<Term> {
        if let Fact::Lives { object, .. } = fact {
            let find = |exec: &mut Executor, state: &State| exec.facts.find(&state.memory, object);
            let now = find(exec, &self.after);
            // Where it is older than the stretch and its scope did not begin in it, it lived before.
            let begun = |o| {
                let there = self.origin.memory.get(o).is_some_and(|object| !object.has_ended());
                there && !self.begun.contains(&o)
            };
            return match (find(exec, &self.origin), now) {
                (Some(a), Some(b)) if a == b && begun(a) && !self.after.memory.get(b)?.has_ended() => {
                    Some(symbol)
                }
                (_, Some(_)) => exec.value_of(&mut self.after, fact),
                (_, None) => Some(exec.terms.fls()),
            };
        }
        let place = fact.place()?;
        if let Fact::Points { object, .. } = fact
            && !self.is_same(exec, object)
        {
            // Whoever points there was told so on the way.
            return exec.value_of(&mut self.after, fact);
        }
        match self.keeps(exec, place) {
            Some(true) => return Some(symbol),
            Some(false) => {}
            None if matches!(fact, Fact::Data { .. }) => return None,
            None => return Some(exec.terms.fls()),
        }
        if !matches!(fact, Fact::Data { .. })
            && matches!(place, Place::Register { .. })
            && exec.at(&mut self.after, place) == exec.at(&mut self.origin, place)
        {
            // Not written, or written with the same.
            return Some(symbol);
        }
        if let Fact::Written { .. } = fact {
            let Some(Value::Term(t) | Value::PtrTerm(_, t)) = exec.at(&mut self.after, place) else {
                return exec.value_of(&mut self.after, fact);
            };
            if exec.terms.flags(t).has_uninit {
                return Some(exec.terms.fls());
            }
            // What it was made of was.
            let written = exec.all_written(t);
            return Some(written.into_iter().fold(exec.terms.tru(), |all, t| exec.terms.and(all, t)));
        }
        if let (Fact::Points { .. } | Fact::Number { .. }, Some(Value::Term(t))) =
            (fact, exec.at(&mut self.after, place))
            && let Some(Fact::Data { place: other, .. }) =
                exec.terms.symbol_of(t).and_then(|s| exec.facts.get(s))
            && other == place
        {
            // Its own name: not written.
            return Some(symbol);
        }
        exec.value_of(&mut self.after, fact)
    }

    /// Is what has this name behind the stretch what had it before? A dead object of the heap keeps its name.
    fn is_same(&self, exec: &mut Executor, object: u64) -> bool {
        let before = exec.facts.find(&self.origin.memory, object);
        let now = exec.facts.find(&self.after.memory, object);
        before == now || (now.is_none() && !is_of_stack(object))
    }

    /// Does a place hold what it held before the stretch? Bytes that only partly do get names.
    fn keeps(&mut self, exec: &mut Executor, place: Place) -> Option<bool> {
        match place {
            Place::Register { thread, depth, .. } => {
                let t = self.after.threads.iter().position(|t| t.handle == thread)?;
                let serial = self.after.threads[t].frames().find(|f| f.depth == depth)?.serial;
                Some(!self.frames.contains(&(t, serial)) && frame_of(&self.origin, t, serial).is_some())
            }
            Place::Bytes { object, at, len } => {
                let o = exec.facts.find(&self.after.memory, object)?;
                let end = at + u64::from(len);
                if self.origin.memory.get(o).is_none() {
                    return Some(false);
                }
                let Some(marks) = self.marks.get_mut(&o) else { return Some(true) };
                if !marks.overlaps(at, end) {
                    return Some(true);
                }
                for (lo, hi) in marks.gaps(at, end) {
                    let place = Place::Bytes { object, at: lo, len: (hi - lo) as u32 };
                    let width = (hi - lo) as u32 * 8;
                    if width > 64
                        || matches!(exec.at(&mut self.after, place)?, Value::Ptr(..) | Value::PtrTerm(..))
                    {
                        return None;
                    }
                    let t = exec.facts.symbol(&mut exec.terms, Fact::Data { place, width });
                    exec.write(&mut self.after, o, lo, Value::Term(t), Kind::Int(width));
                    marks.add(lo, hi);
                }
                Some(false)
            }
        }
    }

    /// The state it ended in, with names in it.
    pub fn after(&self) -> &State {
        &self.after
    }
}
