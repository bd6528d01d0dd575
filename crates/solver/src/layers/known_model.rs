//! The state's own model: it shows one of the two values of a condition for free.
//!
//! Source: concolic execution's observation that the current input takes one side of every branch
//! (Godefroid, Klarlund, Sen, PLDI 2005). Guarantee: the value returned is feasible.

use crate::model::{Overlay, Value};
use crate::path::Path;
use rethread_expr::{Evaluator, Symbol, Term, Terms};

/// The value of `cond` in the path's model, if it has one.
pub(crate) fn evaluate(evaluator: &mut Evaluator, terms: &Terms, path: &Path, cond: Term) -> Option<bool> {
    if !path.has_model() {
        return None;
    }
    evaluator.reset();
    Some(evaluator.holds(terms, cond, path.model()))
}

/// Do all of `constraints` hold when `part` replaces values of the path's model?
pub(crate) fn satisfies(
    evaluator: &mut Evaluator,
    terms: &Terms,
    path: &Path,
    part: &[(Symbol, Value)],
    constraints: impl Iterator<Item = Term>,
) -> bool {
    let assignment = Overlay { base: path.model(), part };
    evaluator.reset();
    let mut constraints = constraints;
    constraints.all(|constraint| evaluator.holds(terms, constraint, &assignment))
}
