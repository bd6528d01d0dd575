//! The chain: which layer is asked when.
//!
//! Source: KLEE's solver chain (Cadar, Dunbar, Engler, OSDI 2008), with the state's own model in
//! front as in concolic execution. Guarantee: see the crate. Cost: one or two microseconds for a
//! branch on a few symbols that a cache answers.

use crate::backend::BackendAnswer;
use crate::config::Config;
use crate::layers::backend::Backends;
use crate::layers::cache::{Cached, CoreCache, ExactCache, ModelCache};
use crate::layers::constant::{self, Why};
use crate::layers::domain::Domains;
use crate::layers::known_model;
use crate::layers::narrow;
use crate::layers::slice::Query;
use crate::model::{Model, PartialModel, Value};
use crate::path::Path;
use crate::stats::{Counters, Stats};
use rethread_expr::{Bits, Evaluator, Term, Terms};
use std::time::Instant;

/// Which truth values a condition can have under a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    True,
    False,
    Both {
        when_true: Model,
        when_false: Model,
    },
    /// `feasible` is the side that is known to be possible; the other one was not decided.
    Unknown {
        feasible: Option<bool>,
    },
}

/// Is a path satisfiable together with a condition?
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// With a model of the path and the condition.
    Sat(Model),
    Unsat,
    Unknown,
}

/// What became of a path by an assumption.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assumed {
    /// The path has a model.
    Feasible,
    /// There is none.
    Infeasible,
    /// Not decided: the path goes on without a known model.
    Unknown,
}

/// An answer for the slice of one query.
enum Part {
    Sat(PartialModel),
    Unsat,
    Unknown,
}

/// See the crate's documentation.
pub struct Solver {
    config: Config,
    exact: ExactCache,
    cores: CoreCache,
    models: ModelCache,
    backends: Backends,
    domains: Domains,
    evaluator: Evaluator,
    counters: Counters,
}

impl Solver {
    pub fn new(config: Config) -> Self {
        Solver {
            backends: Backends::new(&config),
            exact: ExactCache::default(),
            cores: CoreCache::default(),
            models: ModelCache::default(),
            domains: Domains::default(),
            evaluator: Evaluator::new(),
            counters: Counters::default(),
            config,
        }
    }

    pub fn stats(&self) -> Stats {
        self.counters.snapshot()
    }

    /// Writes the recording of queries, if one was asked for.
    pub fn flush(&mut self) -> std::io::Result<()> {
        self.backends.flush()
    }

    /// Which truth values `cond` can have under the path.
    pub fn decide(&mut self, terms: &mut Terms, path: &Path, cond: Term) -> Decision {
        let start = Instant::now();
        self.counters.queries += 1;
        let decision = self.decide_inner(terms, path, cond);
        if matches!(decision, Decision::Unknown { .. }) {
            self.counters.unknown += 1;
        }
        self.counters.time += start.elapsed();
        decision
    }

    fn decide_inner(&mut self, terms: &mut Terms, path: &Path, cond: Term) -> Decision {
        if let Some(value) = self.without_search(terms, path, cond) {
            return if value { Decision::True } else { Decision::False };
        }
        let Some(here) = known_model::evaluate(&mut self.evaluator, terms, path, cond) else {
            return self.decide_both(terms, path, cond);
        };
        if path.all_fixed(&terms.support(cond)) {
            self.counters.fixed += 1;
            return if here { Decision::True } else { Decision::False };
        }
        let other = if here { terms.not(cond) } else { cond };
        match self.solve(terms, path, other) {
            Part::Unsat if here => Decision::True,
            Part::Unsat => Decision::False,
            Part::Unknown => Decision::Unknown { feasible: Some(here) },
            Part::Sat(part) => {
                let (this, that) = (path.model().clone(), path.model().with(&part));
                let (when_true, when_false) = if here { (this, that) } else { (that, this) };
                Decision::Both { when_true, when_false }
            }
        }
    }

    /// Without a model of the path neither side is known to be possible.
    fn decide_both(&mut self, terms: &mut Terms, path: &Path, cond: Term) -> Decision {
        let negation = terms.not(cond);
        match (self.solve(terms, path, cond), self.solve(terms, path, negation)) {
            (Part::Sat(yes), Part::Sat(no)) => {
                Decision::Both { when_true: path.model().with(&yes), when_false: path.model().with(&no) }
            }
            (Part::Sat(_), Part::Unsat) => Decision::True,
            (Part::Unsat, Part::Sat(_)) => Decision::False,
            (Part::Sat(_), Part::Unknown) => Decision::Unknown { feasible: Some(true) },
            (Part::Unknown, Part::Sat(_)) => Decision::Unknown { feasible: Some(false) },
            // Both impossible: the path is, which the caller learns as "nothing is feasible".
            _ => Decision::Unknown { feasible: None },
        }
    }

    /// Is the path satisfiable together with `cond`?
    pub fn check(&mut self, terms: &mut Terms, path: &Path, cond: Term) -> Answer {
        let start = Instant::now();
        self.counters.queries += 1;
        let answer = self.check_inner(terms, path, cond);
        if answer == Answer::Unknown {
            self.counters.unknown += 1;
        }
        self.counters.time += start.elapsed();
        answer
    }

    fn check_inner(&mut self, terms: &mut Terms, path: &Path, cond: Term) -> Answer {
        if path.has_model() {
            match self.without_search(terms, path, cond) {
                Some(true) => return Answer::Sat(path.model().clone()),
                Some(false) => return Answer::Unsat,
                None => {}
            }
            if known_model::evaluate(&mut self.evaluator, terms, path, cond) == Some(true) {
                self.counters.model += 1;
                return Answer::Sat(path.model().clone());
            }
            if path.all_fixed(&terms.support(cond)) {
                self.counters.fixed += 1;
                return Answer::Unsat;
            }
        }
        match self.solve(terms, path, cond) {
            Part::Sat(part) => Answer::Sat(path.model().with(&part)),
            Part::Unsat => Answer::Unsat,
            Part::Unknown => Answer::Unknown,
        }
    }

    /// Adds `cond` to the path, with a model of both if the caller has one.
    pub fn assume(
        &mut self,
        terms: &mut Terms,
        path: &mut Path,
        cond: Term,
        model: Option<Model>,
    ) -> Assumed {
        if terms.is_true(cond) || path.known(terms, cond) == Some(true) {
            return match path.has_model() {
                true => Assumed::Feasible,
                false => Assumed::Unknown,
            };
        }
        if let Some(model) = model {
            path.add(terms, cond);
            path.set_model(model);
            return Assumed::Feasible;
        }
        let answer = self.check(terms, path, cond);
        path.add(terms, cond);
        match answer {
            Answer::Sat(model) => {
                path.set_model(model);
                Assumed::Feasible
            }
            Answer::Unsat => {
                path.lose_model();
                Assumed::Infeasible
            }
            Answer::Unknown => {
                path.lose_model();
                Assumed::Unknown
            }
        }
    }

    /// The value of `term` in the path's model: a possible one if the path has a model.
    pub fn value(&mut self, terms: &Terms, path: &Path, term: Term) -> Bits {
        match terms.as_bits(term) {
            Some(bits) => bits,
            None => {
                self.evaluator.reset();
                self.evaluator.eval(terms, term, path.model())
            }
        }
    }

    /// The value of `term` if it can have only one.
    pub fn unique(&mut self, terms: &mut Terms, path: &Path, term: Term) -> Option<Bits> {
        if let Some(bits) = terms.as_bits(term) {
            return Some(bits);
        }
        if !path.has_model() {
            return None;
        }
        let value = self.value(terms, path, term);
        let constant = terms.bits(value.clone());
        let differs = terms.ne(term, constant);
        match self.check(terms, path, differs) {
            Answer::Unsat => Some(value),
            _ => None,
        }
    }

    /// The least unsigned value of a term of at most 64 bits. If the solver gives up on the way, a
    /// lower bound that is sound but may not be reached.
    pub fn min(&mut self, terms: &mut Terms, path: &Path, term: Term) -> u64 {
        let (mut low, mut high) = path.bounds(terms, term);
        let width = terms.width(term);
        if path.has_model() {
            high = self.value(terms, path, term).low_u64();
        }
        // The bound is often reached: ask for it before halving.
        let mut guess = low;
        while low < high {
            let constant = terms.constant(width, guess);
            let below = terms.ule(term, constant);
            match self.check(terms, path, below) {
                Answer::Sat(model) => {
                    self.evaluator.reset();
                    high = self.evaluator.eval(terms, term, &model).low_u64();
                }
                Answer::Unsat => low = guess + 1,
                Answer::Unknown => return low,
            }
            guess = low + (high.saturating_sub(low)) / 2;
        }
        low
    }

    /// The greatest unsigned value of a term of at most 64 bits; an upper bound if the solver gives up.
    pub fn max(&mut self, terms: &mut Terms, path: &Path, term: Term) -> u64 {
        let (mut low, mut high) = path.bounds(terms, term);
        let width = terms.width(term);
        if path.has_model() {
            low = self.value(terms, path, term).low_u64();
        }
        let mut guess = high;
        while low < high {
            let constant = terms.constant(width, guess);
            let above = terms.uge(term, constant);
            match self.check(terms, path, above) {
                Answer::Sat(model) => {
                    self.evaluator.reset();
                    low = self.evaluator.eval(terms, term, &model).low_u64();
                }
                Answer::Unsat => high = guess - 1,
                Answer::Unknown => return high,
            }
            guess = high - (high.saturating_sub(low)) / 2;
        }
        high
    }

    fn without_search(&mut self, terms: &Terms, path: &Path, cond: Term) -> Option<bool> {
        let (value, why) = constant::decide(terms, path, cond)?;
        match why {
            Why::Constant => self.counters.constant += 1,
            Why::Asserted => self.counters.asserted += 1,
            Why::Interval => self.counters.interval += 1,
        }
        Some(value)
    }

    /// Slice, caches, back end.
    fn solve(&mut self, terms: &mut Terms, path: &Path, cond: Term) -> Part {
        let query = Query::new(terms, path, cond, self.config.slicing);
        if self.config.domains
            && let Some(answer) = self.domains.answer(&mut self.evaluator, terms, &query)
        {
            self.counters.domain += 1;
            return match answer {
                Some((symbol, width, value)) => Part::Sat([(symbol, Value::Small { width, value })].into()),
                None => Part::Unsat,
            };
        }
        if self.config.exact_cache
            && let Some(answer) = self.exact.get(&query)
        {
            self.counters.exact += 1;
            return match answer {
                Cached::Sat(part) => Part::Sat(part),
                Cached::Unsat => Part::Unsat,
            };
        }
        if self.config.core_cache && self.cores.is_unsat(&query) {
            self.counters.core += 1;
            self.remember(&query, Cached::Unsat);
            return Part::Unsat;
        }
        let first = terms.support(cond).first().copied();
        if self.config.model_cache
            && let Some(first) = first
            && let Some(part) = self.reuse_model(terms, path, &query, first)
        {
            self.counters.reused_model += 1;
            self.remember(&query, Cached::Sat(part.clone()));
            return Part::Sat(part);
        }
        let set = query.sorted();
        match self.ask(terms, &set) {
            BackendAnswer::Sat(model) => {
                let part = query.complete(terms, path.model(), &model);
                self.remember(&query, Cached::Sat(part.clone()));
                if let Some(first) = first {
                    self.models.insert(first, part.clone());
                }
                Part::Sat(part)
            }
            BackendAnswer::Unsat(core) => {
                self.remember(&query, Cached::Unsat);
                self.cores.insert(core.as_deref().unwrap_or(&set));
                Part::Unsat
            }
            BackendAnswer::Unknown(_) => Part::Unknown,
        }
    }

    fn remember(&mut self, query: &Query, answer: Cached) {
        if self.config.exact_cache {
            self.exact.insert(query, answer);
        }
    }

    /// The back end, with what makes the question easier for it.
    fn ask(&mut self, terms: &mut Terms, set: &[Term]) -> BackendAnswer {
        let narrowed = match self.config.domains {
            true => narrow::narrow(terms, &mut self.domains, &mut self.evaluator, set),
            false => None,
        };
        let Some(narrowed) = narrowed else {
            return self.backends.check(terms, set, &mut self.evaluator, &mut self.counters);
        };
        let asked = &narrowed.constraints;
        match self.backends.check(terms, asked, &mut self.evaluator, &mut self.counters) {
            BackendAnswer::Unsat(core) => {
                BackendAnswer::Unsat(Some(narrowed.core(core.as_deref().unwrap_or(asked))))
            }
            answer => answer,
        }
    }

    /// A recent model that satisfies this query too.
    fn reuse_model(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        query: &Query,
        first: rethread_expr::Symbol,
    ) -> Option<PartialModel> {
        let found = self
            .models
            .candidates(first)
            .find(|part| known_model::satisfies(&mut self.evaluator, terms, path, part, query.terms()))?
            .clone();
        Some(query.complete(terms, path.model(), &found))
    }
}
