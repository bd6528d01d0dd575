//! Z3: bit-vectors, arrays and floats. The reference.
//!
//! Source: Z3's C interface, system library (4.8.12 or later). Guarantee: the translation follows
//! SMT-LIB operation by operation; what SMT-LIB leaves open (NaN patterns, float to integer out of
//! range) is closed the way `expr` evaluates it; what has no exact counterpart (C's `fmod`) is
//! Unknown, never an approximation. Cost: about 250 microseconds a small query; expressions are
//! translated once and the context is renewed when it has grown.

mod array;
mod context;
mod float;
mod translate;

use self::context::{Context, Made, SolverRef};
use self::translate::Translator;
use super::{Backend, BackendAnswer, Limits, Reason, select_indices, symbols_of};
use crate::model::{ArrayValue, PartialModel, Value};
use rethread_expr::{Sort, Symbol, Term, Terms};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Renew the context when it keeps more expressions than this.
const EXPRESSIONS: usize = 1 << 20;
/// Or after this many queries: what a solver keeps of retracted ones slows it down.
const QUERIES: u32 = 4096;

/// See the module's documentation.
pub struct Z3 {
    seed: u32,
    session: Option<Session>,
}

struct Session {
    translator: Translator,
    /// For everything without floats.
    incremental: Option<SolverRef>,
    limits: (Option<u32>, Option<u32>),
    queries: u32,
}

impl Z3 {
    pub fn new(seed: u64) -> Self {
        Z3 { seed: (seed & 0x7fff_ffff) as u32, session: None }
    }
}

impl Backend for Z3 {
    fn name(&self) -> &'static str {
        "z3"
    }

    fn check(&mut self, terms: &mut Terms, constraints: &[Term], limits: &Limits) -> BackendAnswer {
        let stale = self.session.as_ref().is_some_and(|session| {
            session.queries >= QUERIES || session.translator.context.made() > EXPRESSIONS
        });
        if stale {
            self.session = None;
        }
        let mut session = match self.session.take() {
            Some(session) => session,
            None => match Session::new() {
                Ok(session) => session,
                Err(reason) => return BackendAnswer::Unknown(reason),
            },
        };
        match session.check(terms, constraints, limits, self.seed) {
            Ok(answer) => {
                self.session = Some(session);
                answer
            }
            // What state the library is in after an error is not documented, and a translation that ran out
            // of time would only grow: begin anew.
            Err(reason) => BackendAnswer::Unknown(reason),
        }
    }
}

fn milliseconds(time: Duration) -> u32 {
    time.as_millis().clamp(1, u32::MAX as u128 - 1) as u32
}

fn megabytes(bytes: u64) -> u32 {
    (bytes >> 20).clamp(1, u32::MAX as u64) as u32
}

impl Session {
    fn new() -> Made<Self> {
        Ok(Session {
            translator: Translator::new(Context::new()?),
            incremental: None,
            limits: (None, None),
            queries: 0,
        })
    }

    fn check(
        &mut self,
        terms: &mut Terms,
        constraints: &[Term],
        limits: &Limits,
        seed: u32,
    ) -> Made<BackendAnswer> {
        self.queries += 1;
        self.translator.deadline = limits.time.map(|time| Instant::now() + time);
        let mut formulas = Vec::with_capacity(constraints.len());
        for constraint in constraints {
            match self.translator.translate(terms, *constraint) {
                Ok(formula) => formulas.push(formula),
                // The translator says this before it asks Z3, so the session is fine.
                Err(Reason::Unsupported(what)) => {
                    return Ok(BackendAnswer::Unknown(Reason::Unsupported(what)));
                }
                Err(reason) => return Err(reason),
            }
        }
        let has =
            |test: fn(rethread_expr::Flags) -> bool| constraints.iter().any(|term| test(terms.flags(*term)));
        let (floats, arrays) = (has(|flags| flags.has_fp), has(|flags| flags.has_array));
        let limits = (limits.time.map(milliseconds), limits.memory.map(megabytes));
        let solver = self.solver(floats, arrays, limits, seed)?;
        let context = &mut self.translator.context;
        // A fresh solver without scopes lets Z3 use its strategies, which floats need.
        if !floats {
            context.push(solver);
        }
        for formula in formulas {
            context.assert(solver, formula);
        }
        let answer = match context.check(solver)? {
            Some(false) => BackendAnswer::Unsat(None),
            Some(true) => BackendAnswer::Sat(self.extract(terms, constraints, arrays, solver)?),
            None => BackendAnswer::Unknown(why(&context.reason_unknown(solver))),
        };
        let context = &mut self.translator.context;
        if floats {
            context.drop_solver(solver);
        } else {
            context.pop(solver);
        }
        Ok(answer)
    }

    fn solver(
        &mut self,
        floats: bool,
        arrays: bool,
        limits: (Option<u32>, Option<u32>),
        seed: u32,
    ) -> Made<SolverRef> {
        let context = &mut self.translator.context;
        if floats {
            let logic = if arrays { None } else { Some("QF_BVFP") };
            return context.solver(logic, seed, limits.0, limits.1);
        }
        if self.limits != limits {
            self.limits = limits;
            if let Some(old) = self.incremental.take() {
                context.drop_solver(old);
            }
        }
        match self.incremental {
            Some(solver) => Ok(solver),
            None => {
                // Also for queries without arrays: measured faster than the incremental solver of QF_BV.
                let solver = context.solver(Some("QF_ABV"), seed, limits.0, limits.1)?;
                self.incremental = Some(solver);
                Ok(solver)
            }
        }
    }

    fn extract(
        &mut self,
        terms: &mut Terms,
        constraints: &[Term],
        arrays: bool,
        solver: SolverRef,
    ) -> Made<PartialModel> {
        let model = self.translator.context.model(solver)?;
        let symbols = symbols_of(terms, constraints);
        let indices = if arrays { select_indices(terms, constraints) } else { Vec::new() };
        let mut values = Vec::with_capacity(symbols.len());
        for symbol in symbols {
            let value = match terms.symbol_info(symbol).sort {
                Sort::Bv(width) => {
                    let ast = self.translator.symbol(terms, symbol)?;
                    Value::from_bits(self.translator.context.value(model, ast, width)?)
                }
                Sort::Array { index, element } => {
                    Value::Array(Arc::new(self.array(terms, symbol, model, &indices, index, element)?))
                }
            };
            values.push((symbol, value));
        }
        self.translator.context.drop_model(model);
        Ok(values.into())
    }

    /// The elements at all places that the query reads: nothing else of an array can matter.
    fn array(
        &mut self,
        terms: &Terms,
        symbol: Symbol,
        model: context::ModelRef,
        indices: &[Term],
        index_width: u32,
        element_width: u32,
    ) -> Made<ArrayValue> {
        let mut value = ArrayValue::default();
        for index in indices.iter().filter(|index| terms.width(**index) == index_width) {
            let ast = self.translator.translate(terms, *index)?;
            let place = self.translator.context.value(model, ast, index_width)?;
            let element = self.translator.element(terms, symbol, &place)?;
            let element = self.translator.context.value(model, element, element_width)?;
            value.elements.insert(place.low_u64(), element.low_u64());
        }
        Ok(value)
    }
}

fn why(reason: &str) -> Reason {
    if reason.contains("timeout") || reason.contains("cancel") {
        Reason::Time
    } else if reason.contains("mem") {
        Reason::Memory
    } else {
        Reason::Other(format!("Z3: {reason}"))
    }
}
