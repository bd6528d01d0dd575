//! What symbols of formulas are in a state that arrives: on every input, or on one.

use rethread_expr::{Assignment, Bits, Evaluator, Memo, Symbol, Term, Terms};
use rethread_solver::Model;
use rustc_hash::FxHashMap;

/// What a symbol is in a state.
#[derive(Copy, Clone)]
pub enum Value {
    /// Nothing that could be said.
    Nothing,
    /// The same on every input.
    Always(u64),
    /// The same on every input, and of more than 64 bits.
    AlwaysWide,
    Varies(Term),
}

/// Something per symbol, forgotten all at once.
pub struct PerSymbol<T> {
    /// With when it was found out.
    of: Vec<(u32, Option<T>)>,
    now: u32,
    pub wide: FxHashMap<Symbol, Bits>,
}

impl<T> Default for PerSymbol<T> {
    fn default() -> PerSymbol<T> {
        PerSymbol { of: Vec::new(), now: 1, wide: FxHashMap::default() }
    }
}

impl<T: Copy> PerSymbol<T> {
    pub fn clear(&mut self) {
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            self.of.clear();
            self.now = 1;
        }
        self.wide.clear();
    }

    pub fn get(&self, symbol: Symbol) -> Option<T> {
        let (when, value) = *self.of.get(symbol.0 as usize)?;
        value.filter(|_| when == self.now)
    }

    pub fn set(&mut self, symbol: Symbol, value: T) {
        let at = symbol.0 as usize;
        if self.of.len() <= at {
            self.of.resize(at + 1, (0, None));
        }
        self.of[at] = (self.now, Some(value));
    }
}

/// Those that are the same on every input.
pub struct Constants<'a>(pub &'a PerSymbol<Value>);

impl Assignment for Constants<'_> {
    fn value(&self, symbol: Symbol) -> Option<Bits> {
        matches!(self.0.get(symbol)?, Value::AlwaysWide).then(|| self.0.wide[&symbol].clone())
    }

    fn value_u64(&self, symbol: Symbol) -> Option<u64> {
        match self.0.get(symbol)? {
            Value::Always(value) => Some(value),
            _ => None,
        }
    }
}

/// All of them, for one input.
struct OnInput<'a>(Constants<'a>, &'a PerSymbol<u64>);

impl Assignment for OnInput<'_> {
    fn value(&self, symbol: Symbol) -> Option<Bits> {
        self.1.wide.get(&symbol).cloned().or_else(|| self.0.value(symbol))
    }

    fn value_u64(&self, symbol: Symbol) -> Option<u64> {
        self.1.get(symbol).or_else(|| self.0.value_u64(symbol))
    }
}

/// An input that leads here, and what symbols are for it.
#[derive(Default)]
pub struct Sample<M> {
    pub model: Model,
    values: PerSymbol<u64>,
    evaluator: Evaluator<M>,
    /// Knows what is made of the path's own symbols: places share much of it.
    own: Evaluator<M>,
}

impl<M: Memo> Sample<M> {
    pub fn start(&mut self, model: Model) {
        self.model = model;
        self.values.clear();
        self.evaluator.reset();
        self.own.reset();
    }

    /// What evaluating took so far.
    pub fn steps(&self) -> u64 {
        self.evaluator.steps() + self.own.steps()
    }

    /// Does the term hold? None: one of its symbols is nothing that could be said; an error: nobody asked for this one yet.
    pub fn holds(
        &mut self,
        terms: &Terms,
        values: &PerSymbol<Value>,
        t: Term,
    ) -> Result<Option<bool>, Symbol> {
        loop {
            let input = OnInput(Constants(values), &self.values);
            let s = match self.evaluator.holds_if_known(terms, t, &input) {
                Ok(holds) => return Ok(Some(holds)),
                Err(s) => s,
            };
            let Value::Varies(there) = values.get(s).ok_or(s)? else { return Ok(None) };
            match terms.width(there) {
                0..=64 => self.values.set(s, self.own.eval_u64(terms, there, &self.model)),
                _ => _ = self.values.wide.insert(s, self.own.eval(terms, there, &self.model)),
            }
        }
    }
}
