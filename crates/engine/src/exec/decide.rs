//! Questions about symbolic values.
//!
//! A step asks before it acts. If both answers are possible the step is abandoned with
//! [`Interrupt::Fork`], the explorer splits the state on the condition, and the step is taken again:
//! then the path condition knows the answer. So no instruction needs code of its own for forking.

mod contents;

use super::Executor;
use crate::error::{Failure, Interrupt, Step};
use crate::state::State;
use crate::value::Value;
use rethread_expr::{Node, Sort, SymbolKind, Term};
use rethread_solver::{Answer, Assumed, Decision, Model};
use rethread_testcase::BugKind;
use rustc_hash::{FxHashMap, FxHashSet};

/// Most pairs of contents of unwritten memory that are looked for to decide one question.
const CONTENTS: u32 = 16;

/// One more answer in a hash of them.
pub(crate) fn fold(hash: u64, answer: u64) -> u64 {
    (hash ^ answer.wrapping_add(1)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
}

impl Executor {
    /// The term of a scalar of `width` bits.
    pub fn term(&mut self, state: &mut State, v: Value, width: u32) -> Term {
        if matches!(v, Value::Ptr(..) | Value::PtrTerm(..)) {
            // Addresses have no names.
            self.guided_lost();
        }
        let t = match v {
            Value::Int(x) => return self.terms.constant(width, x & crate::value::mask(width)),
            Value::Ptr(o, off) => {
                let a = state.memory.address(o).wrapping_add(off);
                self.terms.constant(64, a)
            }
            Value::Term(t) => t,
            Value::PtrTerm(o, off) => {
                let base = state.memory.address(o);
                let base = self.terms.constant(64, base);
                self.terms.add(base, off)
            }
        };
        let have = self.terms.width(t);
        match have.cmp(&width) {
            std::cmp::Ordering::Equal => t,
            std::cmp::Ordering::Greater => self.terms.extract(t, 0, width),
            std::cmp::Ordering::Less => self.terms.zext(t, width),
        }
    }

    /// The scalar of a term: concrete if it is constant and fits.
    pub fn value(&self, t: Term) -> Value {
        match self.terms.as_u64(t) {
            Some(x) if self.terms.width(t) <= 64 => Value::Int(x),
            _ => Value::Term(t),
        }
    }

    /// The number in a scalar if it is concrete; a pointer gives its address.
    pub fn concrete(&mut self, state: &mut State, v: Value) -> Option<u64> {
        match v {
            Value::Int(x) => Some(x),
            Value::Ptr(o, off) => {
                self.guided_lost();
                Some(state.memory.address(o).wrapping_add(off))
            }
            Value::Term(t) => self.terms.as_u64(t),
            Value::PtrTerm(..) => None,
        }
    }

    /// The truth of a condition on this path; forks if it has two.
    pub fn decide(&mut self, state: &mut State, condition: Term) -> Step<bool> {
        if let Some(b) = self.terms.as_u64(condition) {
            return Ok(b != 0);
        }
        if self.is_guided() {
            return self.guided_answer(condition);
        }
        let condition = if self.terms.flags(condition).has_uninit {
            self.initialised(state, condition, "a branch or check depends on memory that was never written")?
        } else {
            condition
        };
        self.ask(state, condition)
    }

    fn ask(&mut self, state: &mut State, condition: Term) -> Step<bool> {
        if let Some(b) = self.terms.as_u64(condition) {
            return Ok(b != 0);
        }
        let answer = self.answer(state, condition)?;
        state.answering = fold(state.answering, u64::from(answer));
        Ok(answer)
    }

    fn answer(&mut self, state: &mut State, condition: Term) -> Step<bool> {
        if let Some(b) = state.path.known(&self.terms, condition) {
            return Ok(b);
        }
        match self.solver.decide(&mut self.terms, &state.path, condition) {
            Decision::True => Ok(true),
            Decision::False => Ok(false),
            Decision::Both { when_true, when_false } => {
                Err(Interrupt::Fork { condition, when_true, when_false })
            }
            Decision::Unknown { feasible } => Err(Interrupt::Unknown { condition, feasible }),
        }
    }

    /// The truth of a condition of one bit in a register.
    pub fn truth(&mut self, state: &mut State, v: Value) -> Step<bool> {
        match v {
            Value::Int(x) => Ok(x & 1 == 1),
            _ => {
                let t = self.term(state, v, 1);
                self.decide(state, t)
            }
        }
    }

    /// Can the condition hold here? A model if so. Never forks.
    pub fn possible(&mut self, state: &State, condition: Term) -> Step<Option<Model>> {
        if self.is_guided() {
            return match self.guided_answer(condition)? {
                true => super::guide::lost(),
                false => Ok(None),
            };
        }
        match self.solver.check(&mut self.terms, &state.path, condition) {
            Answer::Sat(m) => Ok(Some(m)),
            Answer::Unsat => Ok(None),
            Answer::Unknown => {
                self.unknowns += 1;
                Ok(None)
            }
        }
    }

    /// A number that a term can be on this path: its value in a model of the path.
    pub fn possible_value(&mut self, state: &mut State, t: Term) -> Step<u64> {
        if self.is_guided() {
            return self.guided_number(t);
        }
        if !state.path.has_model() {
            let always = self.terms.tru();
            match self.solver.check(&mut self.terms, &state.path, always) {
                Answer::Sat(m) => state.path.set_model(m),
                Answer::Unsat => return Err(Interrupt::Infeasible),
                Answer::Unknown => return Err(Interrupt::Unknown { condition: always, feasible: None }),
            }
        }
        Ok(self.solver.value(&self.terms, &state.path, t).low_u64())
    }

    /// One concrete number for a term: forks until every possible one has its own state.
    pub fn enumerate(&mut self, state: &mut State, t: Term) -> Step<u64> {
        if self.is_guided() {
            return self.guided_number(t);
        }
        let t = if self.terms.flags(t).has_uninit {
            self.initialised(state, t, "an address or size depends on memory that was never written")?
        } else {
            t
        };
        // Which numbers were tried before is nobody's business.
        let before = state.answering;
        loop {
            if let Some(x) = self.terms.as_u64(t) {
                return Ok(x);
            }
            let x = self.possible_value(state, t)?;
            let k = self.terms.constant(self.terms.width(t), x);
            let same = self.terms.eq(t, k);
            if self.ask(state, same)? {
                state.answering = fold(before, x);
                return Ok(x);
            }
        }
    }

    /// Rewrites a value so that it does not depend on uninitialised memory, or fails.
    ///
    /// A value may carry uninitialised bytes on some inputs only (an element picked by a symbolic
    /// index): such choices are decided first. What is left depends on an uninitialised byte if two
    /// contents of it give two values (self-composition, exact). The contents found tell for which inputs ([`contents`]); when there
    /// are no others, those fail and the rest goes on. If too many contents are needed, one input fails and
    /// the rest is left open.
    pub fn initialised(&mut self, state: &mut State, t: Term, what: &str) -> Step<Term> {
        if self.is_guided() {
            if self.terms.flags(t).has_uninit {
                return super::guide::lost();
            }
            self.guided_written(t);
        }
        let mut t = t;
        while let Some(guard) = self.uninit_guard(t) {
            let side = self.ask(state, guard)?;
            let k = self.terms.boolean(side);
            let map = FxHashMap::from_iter([(guard, k)]);
            t = self.terms.substitute(t, &map);
        }
        if !self.terms.flags(t).has_uninit || !self.options.checks.contains(BugKind::Uninit) {
            return Ok(t);
        }
        let mut found = self.terms.fls();
        let mut others = state.path.clone();
        let mut example = None;
        for _ in 0..CONTENTS {
            let (sides, model) = match self.two_contents(&others, t) {
                (sides, Answer::Sat(model)) => (sides, model),
                (_, Answer::Unsat) => return self.hangs_for(state, t, found, example, what),
                (_, Answer::Unknown) => break,
            };
            let more = self.where_it_differs(sides, &model);
            found = self.terms.or(found, more);
            example = Some(model);
            let not = self.terms.not(more);
            if self.solver.assume(&mut self.terms, &mut others, not, None) == Assumed::Infeasible {
                return self.hangs_for(state, t, found, example, what);
            }
        }
        match example {
            Some(example) => Err(self.only(state, t, &example)),
            None => {
                self.unknowns += 1;
                Ok(t)
            }
        }
    }

    /// `t` hangs on unwritten memory for these inputs, of which there may be an example, and for no others.
    fn hangs_for(
        &mut self,
        state: &mut State,
        t: Term,
        inputs: Term,
        example: Option<Model>,
        what: &str,
    ) -> Step<Term> {
        let Some(example) = example else {
            // An answer like those below. Once given it is not asked for again: which inputs were tried is known.
            state.answering = fold(state.answering, u64::from(false));
            return Ok(t);
        };
        match self.ask(state, inputs) {
            Ok(true) => Failure::interrupt(BugKind::Uninit, what.to_string()),
            Ok(false) => Ok(t),
            Err(Interrupt::Unknown { .. }) => Err(self.only(state, t, &example)),
            Err(other) => Err(other),
        }
    }

    /// The path goes on with the input of a model alone, as far as a term depends on it.
    fn only(&mut self, state: &State, t: Term, model: &Model) -> Interrupt {
        let (mut condition, mut known) = (self.terms.tru(), true);
        for &s in self.terms.support(t).iter() {
            let info = self.terms.symbol_info(s);
            if info.kind == SymbolKind::Uninit || !matches!(info.sort, Sort::Bv(_)) {
                continue;
            }
            let symbol = self.terms.symbol_term(s);
            let value = self.terms.eval(symbol, model);
            let value = self.terms.bits(value);
            let is = self.terms.eq(symbol, value);
            known &= state.path.known(&self.terms, is) == Some(true);
            condition = self.terms.and(condition, is);
        }
        // Where that is known already nothing more can be said.
        Interrupt::Unknown { condition, feasible: (!known).then_some(true) }
    }

    /// A condition inside `t` that chooses between something uninitialised and something else.
    fn uninit_guard(&self, t: Term) -> Option<Term> {
        let mut seen = FxHashSet::default();
        let mut stack = vec![t];
        while let Some(t) = stack.pop() {
            if !self.terms.flags(t).has_uninit || !seen.insert(t) {
                continue;
            }
            if let Node::Ite(c, _, _) = self.terms.node(t)
                && !self.terms.flags(*c).has_uninit
            {
                return Some(*c);
            }
            self.terms.node(t).for_each_operand(|c| stack.push(c));
        }
        None
    }
}
