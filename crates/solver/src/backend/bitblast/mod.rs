//! Our bit-blaster over CaDiCaL: bit-vectors and arrays. The fast back end.
//!
//! Source: incremental SAT under assumptions (Eén and Sörensson, 2003). Every term is encoded once
//! into a solver that lives for a session; a query assumes the literals of its constraints.
//!
//! Guarantee: floats and equality of arrays are refused as unsupported; everything else is exact.
//! An unsatisfiable answer names the constraints that were needed. Cost: tens of microseconds for a
//! small query; a session ends when it holds much more than its queries use, because a SAT solver
//! assigns every variable it has ever seen.

mod encode;
mod gates;
mod words;

use self::encode::{Budget, Encoder};
use self::gates::{FALSE, Gates};
use super::{Backend, BackendAnswer, Limits, Reason, select_indices, symbols_of};
use crate::model::{ArrayValue, PartialModel, Value};
use rethread_expr::{Bits, Sort, Symbol, Term, Terms};
use rustc_hash::FxHashSet;
use rustsat::solvers::{ControlSignal, SolveIncremental, SolverResult, Terminate};
use rustsat::types::Lit;
use rustsat_cadical::CaDiCaL;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A session may always grow to so many variables; beyond, to so many times what a query needs.
/// Measured with `benches/replay`: smaller values encode too much again, larger ones let multipliers and
/// dividers of earlier queries be solved again and again.
const VARIABLES: u32 = 1 << 12;
const EXCESS: u32 = 4;

/// See the module's documentation.
pub struct Bitblast {
    session: Option<Session>,
    clock: Arc<Clock>,
}

/// The deadline of the query under way, as nanoseconds after `start`; the solver's callback reads it.
struct Clock {
    start: Instant,
    deadline: AtomicU64,
}

impl Clock {
    fn expired(&self) -> bool {
        let deadline = self.deadline.load(Ordering::Relaxed);
        deadline != u64::MAX && self.start.elapsed().as_nanos() as u64 >= deadline
    }
}

struct Session {
    encoder: Encoder,
    /// Holds much more than the latest query needed.
    stale: bool,
}

impl Default for Bitblast {
    fn default() -> Self {
        Self::new()
    }
}

impl Bitblast {
    pub fn new() -> Self {
        Bitblast {
            session: None,
            clock: Arc::new(Clock { start: Instant::now(), deadline: AtomicU64::new(u64::MAX) }),
        }
    }

    fn set_deadline(&self, time: Option<Duration>) {
        let deadline = match time {
            Some(time) => (self.clock.start.elapsed() + time).as_nanos() as u64,
            None => u64::MAX,
        };
        self.clock.deadline.store(deadline, Ordering::Relaxed);
    }
}

impl Backend for Bitblast {
    fn name(&self) -> &'static str {
        "bitblast"
    }

    fn check(&mut self, terms: &mut Terms, constraints: &[Term], limits: &Limits) -> BackendAnswer {
        let mut session = match self.session.take() {
            Some(session) if !session.stale => session,
            _ => Session::new(self.clock.clone()),
        };
        self.set_deadline(limits.time);
        let mut budget = Budget {
            deadline: limits.time.map(|time| Instant::now() + time),
            memory: limits.memory,
            steps: 0,
        };
        match session.check(terms, constraints, &mut budget) {
            Ok(answer) => {
                self.session = Some(session);
                answer
            }
            Err(Reason::Unsupported(what)) => {
                self.session = Some(session);
                BackendAnswer::Unknown(Reason::Unsupported(what))
            }
            // What is half encoded or too large is given back.
            Err(reason) => BackendAnswer::Unknown(reason),
        }
    }
}

impl Session {
    fn new(clock: Arc<Clock>) -> Self {
        let mut solver = CaDiCaL::default();
        // With assumptions the lucky phases may turn into a search of their own that has no restarts and
        // never looks at the terminator: a query would outlive its time limit.
        solver.set_option("lucky", 0).expect("CaDiCaL has this option");
        solver.attach_terminator(move || match clock.expired() {
            true => ControlSignal::Terminate,
            false => ControlSignal::Continue,
        });
        Session { encoder: Encoder::new(Gates::new(solver)), stale: false }
    }

    fn check(
        &mut self,
        terms: &mut Terms,
        constraints: &[Term],
        budget: &mut Budget,
    ) -> Result<BackendAnswer, Reason> {
        let mut assumptions: Vec<Lit> = Vec::with_capacity(constraints.len());
        for constraint in constraints {
            let lit = self.encoder.encode(terms, *constraint, budget)?;
            if lit == FALSE {
                return Ok(BackendAnswer::Unsat(Some(vec![*constraint])));
            }
            assumptions.push(lit);
        }
        if self.encoder.gates.broken {
            return Err(Reason::Memory);
        }
        let variables = self.encoder.gates.variables();
        if variables > VARIABLES {
            self.stale = variables / EXCESS > self.encoder.cone(terms, constraints);
        }
        let solver = &mut self.encoder.gates.solver;
        match solver.solve_assumps(&assumptions) {
            Ok(SolverResult::Sat) => Ok(BackendAnswer::Sat(self.extract(terms, constraints))),
            Ok(SolverResult::Unsat) => {
                let failed: FxHashSet<Lit> = match solver.core() {
                    Ok(core) => core.into_iter().map(|lit| !lit).collect(),
                    Err(error) => return Err(Reason::Other(format!("CaDiCaL: {error}"))),
                };
                let core = constraints.iter().zip(&assumptions);
                let core = core.filter(|pair| failed.contains(pair.1)).map(|pair| *pair.0).collect();
                Ok(BackendAnswer::Unsat(Some(core)))
            }
            Ok(SolverResult::Interrupted) => Err(Reason::Time),
            Err(error) => Err(Reason::Other(format!("CaDiCaL: {error}"))),
        }
    }

    fn number(&self, word: &[Lit]) -> u64 {
        word.iter().enumerate().fold(0, |sum, (i, lit)| sum | u64::from(self.encoder.gates.value(*lit)) << i)
    }

    fn extract(&self, terms: &mut Terms, constraints: &[Term]) -> PartialModel {
        let symbols = symbols_of(terms, constraints);
        let mut indices: Option<FxHashSet<Term>> = None;
        let mut values = Vec::with_capacity(symbols.len());
        for symbol in symbols {
            let value = match terms.symbol_info(symbol).sort {
                Sort::Bv(width) => self.bits(terms, symbol, width),
                Sort::Array { .. } => {
                    let indices = indices
                        .get_or_insert_with(|| select_indices(terms, constraints).into_iter().collect());
                    Value::Array(Arc::new(self.array(terms, symbol, indices)))
                }
            };
            values.push((symbol, value));
        }
        values.into()
    }

    fn bits(&self, terms: &Terms, symbol: Symbol, width: u32) -> Value {
        match self.encoder.word(terms, terms.symbol_term(symbol)) {
            Some(word) if width <= 64 => Value::Small { width, value: self.number(word) },
            Some(word) => {
                let words: Vec<u64> = word.chunks(64).map(|chunk| self.number(chunk)).collect();
                Value::from_bits(Bits::from_words(width, &words))
            }
            None => Value::from_bits(Bits::zero(width)),
        }
    }

    /// Only what this query reads: other queries' reads say nothing about it.
    fn array(&self, terms: &Terms, symbol: Symbol, indices: &FxHashSet<Term>) -> ArrayValue {
        let mut value = ArrayValue::default();
        for read in self.encoder.reads(symbol) {
            if indices.contains(&read.index)
                && let Some(index) = self.encoder.word(terms, read.index)
            {
                value.elements.insert(self.number(index), self.number(&read.element));
            }
        }
        value
    }
}
