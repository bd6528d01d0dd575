//! Questions about symbolic values.
//!
//! A step asks before it acts. If both answers are possible the step is abandoned with
//! [`Interrupt::Fork`], the explorer splits the state on the condition, and the step is taken again:
//! then the path condition knows the answer. So no instruction needs code of its own for forking.

use super::Executor;
use crate::error::{Failure, Interrupt, Step};
use crate::state::State;
use crate::value::Value;
use rethread_expr::{Node, Sort, Symbol, SymbolKind, Term};
use rethread_solver::{Answer, Decision, Model};
use rethread_testcase::BugKind;
use rustc_hash::{FxHashMap, FxHashSet};

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
    /// contents of it give two values (self-composition, exact). The two contents found tell for which
    /// inputs: those fail, the others go on.
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
        let unwritten: Vec<Symbol> = (self.terms.support(t).iter().copied())
            .filter(|&s| self.terms.symbol_info(s).kind == SymbolKind::Uninit)
            .collect();
        let mut renamed = FxHashMap::default();
        for &s in &unwritten {
            let info = self.terms.symbol_info(s);
            let name = format!("{}'", info.name);
            let other = match info.sort {
                Sort::Bv(width) => self.terms.symbol(&name, width, SymbolKind::Uninit),
                Sort::Array { index, element } => {
                    self.terms.array_symbol(&name, index, element, SymbolKind::Uninit)
                }
            };
            renamed.insert(self.terms.symbol_term(s), other);
        }
        let other = self.terms.substitute(t, &renamed);
        let differs = self.terms.ne(t, other);
        loop {
            let model = match self.solver.check(&mut self.terms, &state.path, differs) {
                Answer::Unsat => {
                    // An answer like those below. Once given it is not asked for again: which inputs were tried is known.
                    state.answering = fold(state.answering, u64::from(false));
                    return Ok(t);
                }
                Answer::Unknown => {
                    self.unknowns += 1;
                    return Ok(t);
                }
                Answer::Sat(model) => model,
            };
            let inputs = self.where_it_differs(differs, &renamed, &model);
            if self.ask(state, inputs)? {
                if self.terms.is_true(inputs) {
                    // The test has to be one of the inputs that show it.
                    self.solver.assume(&mut self.terms, &mut state.path, differs, Some(model));
                }
                return Failure::interrupt(BugKind::Uninit, what.to_string());
            }
        }
    }

    /// `differs` with the uninitialised contents of a model: a condition on the inputs alone. An array
    /// of unwritten bytes has no single content to put in; there every input counts.
    fn where_it_differs(&mut self, differs: Term, renamed: &FxHashMap<Term, Term>, model: &Model) -> Term {
        let mut contents = FxHashMap::default();
        for s in renamed.iter().flat_map(|(a, b)| [*a, *b]) {
            if !matches!(self.terms.sort(s), Sort::Bv(_)) {
                return self.terms.tru();
            }
            let value = self.terms.eval(s, model);
            contents.insert(s, self.terms.bits(value));
        }
        self.terms.substitute(differs, &contents)
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
