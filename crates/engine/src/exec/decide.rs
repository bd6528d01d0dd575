//! Questions about symbolic values.
//!
//! A step asks before it acts. If both answers are possible the step is abandoned with
//! [`Interrupt::Fork`], the explorer splits the state on the condition, and the step is taken again:
//! then the path condition knows the answer. So no instruction needs code of its own for forking.

use super::Executor;
use crate::error::{Failure, Interrupt, Step};
use crate::state::State;
use crate::value::Value;
use rethread_expr::{Node, Sort, Symbol, SymbolKind, Term, Terms};
use rethread_solver::{Answer, Decision, Model, Value as Content};
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
        loop {
            let (differs, model) = match self.two_contents(state, t) {
                (_, Answer::Unsat) => {
                    // An answer like those below. Once given it is not asked for again: which inputs were tried is known.
                    state.answering = fold(state.answering, u64::from(false));
                    return Ok(t);
                }
                (_, Answer::Unknown) => {
                    self.unknowns += 1;
                    return Ok(t);
                }
                (differs, Answer::Sat(model)) => (differs, model),
            };
            let inputs = self.where_it_differs(differs, &model);
            if self.ask(state, inputs)? {
                return Failure::interrupt(BugKind::Uninit, what.to_string());
            }
        }
    }

    /// That `t` has two values by what is in unwritten memory, and whether it has for some input.
    fn two_contents(&mut self, state: &State, t: Term) -> (Term, Answer) {
        let unwritten: Vec<Symbol> = (self.terms.support(t).iter().copied())
            .filter(|&s| self.terms.symbol_info(s).kind == SymbolKind::Uninit)
            .collect();
        let arrays = unwritten.iter().any(|&s| !matches!(self.terms.symbol_info(s).sort, Sort::Bv(_)));
        // Large objects with the same in every byte: few answers then say it of all inputs.
        let mut tried = |even| {
            let [one, other] = [1, 2].map(|n| self.other_contents(t, &unwritten, n, even));
            let differs = self.terms.ne(one, other);
            let answer = self.solver.check(&mut self.terms, &state.path, differs);
            (differs, answer)
        };
        match arrays.then(|| tried(true)) {
            Some((differs, Answer::Sat(model))) => (differs, Answer::Sat(model)),
            _ => tried(false),
        }
    }

    /// `t` with other names for what is in unwritten memory: those of the state are nobody's to decide on.
    fn other_contents(&mut self, t: Term, unwritten: &[Symbol], n: u32, even: bool) -> Term {
        let (mut contents, mut everywhere) = (FxHashMap::default(), FxHashMap::default());
        for &s in unwritten {
            let info = self.terms.symbol_info(s);
            let name = format!("{}'{n}", info.name);
            let other = match info.sort {
                Sort::Bv(width) => self.terms.symbol(&name, width, SymbolKind::Uninit),
                Sort::Array { element, .. } if even => {
                    let all = self.terms.symbol(&format!("{name}:all"), element, SymbolKind::Uninit);
                    everywhere.insert(s, all);
                    continue;
                }
                Sort::Array { index, element } => {
                    self.terms.array_symbol(&name, index, element, SymbolKind::Uninit)
                }
            };
            contents.insert(self.terms.symbol_term(s), other);
        }
        let t = if even { self.filled(t, &mut |_, array, _| everywhere[&array]) } else { t };
        self.terms.substitute(t, &contents)
    }

    /// `differs` with the uninitialised contents of a model: a condition on the inputs alone.
    fn where_it_differs(&mut self, differs: Term, model: &Model) -> Term {
        let differs = self.filled(differs, &mut |terms, array, index| {
            let Sort::Array { element: width, .. } = terms.symbol_info(array).sort else {
                unreachable!("only arrays are read")
            };
            let Some(Content::Array(content)) = model.get(array) else { return terms.constant(width, 0) };
            let mut out = terms.constant(width, content.default);
            for (&at, &value) in &content.elements {
                let at = terms.constant(terms.width(index), at);
                let (here, value) = (terms.eq(index, at), terms.constant(width, value));
                out = terms.ite(here, value, out);
            }
            out
        });
        let mut contents = FxHashMap::default();
        for &s in self.terms.support(differs).iter() {
            if self.terms.symbol_info(s).kind == SymbolKind::Uninit {
                let symbol = self.terms.symbol_term(s);
                let value = self.terms.eval(symbol, model);
                contents.insert(symbol, self.terms.bits(value));
            }
        }
        self.terms.substitute(differs, &contents)
    }

    /// A term in which nothing is read from unwritten arrays any more: stores that may be what is read are told apart, and `content` says
    /// what an array has at an index otherwise.
    fn filled(&mut self, t: Term, content: &mut dyn FnMut(&mut Terms, Symbol, Term) -> Term) -> Term {
        let written =
            |terms: &mut Terms, t: Term, read: &FxHashMap<Term, Term>| match terms.flags(t).has_uninit {
                true => terms.substitute(t, read),
                false => t,
            };
        let terms = &mut self.terms;
        let mut read: FxHashMap<Term, Term> = FxHashMap::default();
        let (mut seen, mut open) = (FxHashSet::default(), vec![(t, false)]);
        while let Some((t, operands_done)) = open.pop() {
            if operands_done {
                let Node::Select(mut array, index) = *terms.node(t) else { continue };
                let index = written(terms, index, &read);
                let mut stores = Vec::new();
                while let Node::Store(inner, at, value) = *terms.node(array) {
                    stores.push((at, value));
                    array = inner;
                }
                let mut out = match terms.symbol_of(array) {
                    Some(s) if terms.symbol_info(s).kind == SymbolKind::Uninit => content(terms, s, index),
                    _ => terms.select(array, index),
                };
                for (at, value) in stores.into_iter().rev() {
                    let (at, value) = (written(terms, at, &read), written(terms, value, &read));
                    let here = terms.eq(at, index);
                    out = terms.ite(here, value, out);
                }
                read.insert(t, out);
            } else if terms.flags(t).has_uninit && seen.insert(t) {
                open.push((t, true));
                terms.node(t).for_each_operand(|o| open.push((o, false)));
            }
        }
        terms.substitute(t, &read)
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
