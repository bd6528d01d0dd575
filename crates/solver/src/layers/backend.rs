//! The last layer: the back ends, one of them first, and what keeps them honest.
//!
//! Guarantee: a model is evaluated on the query before it is passed on; a wrong one is counted and
//! becomes Unknown. With cross-checking both back ends answer every query, and a contradiction is
//! counted and becomes Unknown.

use super::known_model;
use crate::backend::bitblast::Bitblast;
use crate::backend::z3::Z3;
use crate::backend::{Backend, BackendAnswer, Limits, Reason};
use crate::config::{BackendKind, Config};
use crate::path::Path;
use crate::record::Recorder;
use crate::stats::Counters;
use rethread_expr::{Evaluator, Term, Terms};
use std::time::Instant;

pub(crate) struct Backends {
    fast: Bitblast,
    reference: Z3,
    first: BackendKind,
    cross_check: bool,
    limits: Limits,
    recorder: Option<Recorder>,
}

impl Backends {
    pub fn new(config: &Config) -> Self {
        Backends {
            fast: Bitblast::new(),
            reference: Z3::new(config.seed),
            first: config.backend,
            cross_check: config.cross_check,
            limits: Limits { time: config.time_limit, memory: config.memory_limit },
            recorder: config.record.clone().map(Recorder::new),
        }
    }

    pub fn check(
        &mut self,
        terms: &mut Terms,
        constraints: &[Term],
        evaluator: &mut Evaluator,
        counters: &mut Counters,
    ) -> BackendAnswer {
        if let Some(recorder) = &mut self.recorder {
            recorder.add(terms, constraints);
        }
        let start = Instant::now();
        let answer = match self.first {
            BackendKind::Bitblast if !has_floats(terms, constraints) => {
                counters.fast += 1;
                self.fast.check(terms, constraints, &self.limits)
            }
            _ => {
                counters.reference += 1;
                self.reference.check(terms, constraints, &self.limits)
            }
        };
        let answer = match answer {
            BackendAnswer::Unknown(Reason::Unsupported(_)) if self.first == BackendKind::Bitblast => {
                counters.reference += 1;
                self.reference.check(terms, constraints, &self.limits)
            }
            answer => answer,
        };
        counters.backend_time += start.elapsed();
        let answer = validated(terms, constraints, answer, evaluator, counters);
        if self.cross_check { self.compare(terms, constraints, answer, evaluator, counters) } else { answer }
    }

    fn compare(
        &mut self,
        terms: &mut Terms,
        constraints: &[Term],
        answer: BackendAnswer,
        evaluator: &mut Evaluator,
        counters: &mut Counters,
    ) -> BackendAnswer {
        let other = match self.first {
            BackendKind::Bitblast => self.reference.check(terms, constraints, &self.limits),
            BackendKind::Z3 => self.fast.check(terms, constraints, &self.limits),
        };
        let other = validated(terms, constraints, other, evaluator, counters);
        match (&answer, &other) {
            (BackendAnswer::Sat(_), BackendAnswer::Unsat(_))
            | (BackendAnswer::Unsat(_), BackendAnswer::Sat(_)) => {
                counters.mismatches += 1;
                if let Some(recorder) = &mut self.recorder {
                    recorder.mismatch();
                }
                BackendAnswer::Unknown(Reason::Other("cross-check mismatch".into()))
            }
            (BackendAnswer::Unknown(_), _) => other,
            _ => answer,
        }
    }

    /// Writes the recording, if there is one, and says what went wrong with it.
    pub fn flush(&mut self) -> std::io::Result<()> {
        match &mut self.recorder {
            Some(recorder) => recorder.flush(),
            None => Ok(()),
        }
    }
}

fn has_floats(terms: &Terms, constraints: &[Term]) -> bool {
    constraints.iter().any(|term| terms.flags(*term).has_fp)
}

fn validated(
    terms: &Terms,
    constraints: &[Term],
    answer: BackendAnswer,
    evaluator: &mut Evaluator,
    counters: &mut Counters,
) -> BackendAnswer {
    if let BackendAnswer::Sat(model) = &answer
        && !known_model::satisfies(evaluator, terms, &Path::new(), model, constraints.iter().copied())
    {
        counters.wrong_models += 1;
        return BackendAnswer::Unknown(Reason::Other("the model does not satisfy the query".into()));
    }
    answer
}
