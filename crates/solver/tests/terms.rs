//! Random terms: the constructors' simplification, evaluation and both back ends give one value.
//!
//! `expr`'s generator builds each term and, beside it, a recipe that is evaluated naively. Under an
//! assignment of the symbols the value by the recipe must be the value by evaluation, the value in
//! the model of each back end, and the only value that back end allows. The back ends are asked
//! directly, and get the assignment as equations, so that they work on the terms as they are; all
//! terms of a pool share two queries, because a query costs more than a term.
//!
//! `RETHREAD_TERMS` sets how many terms both back ends get; a quarter as many with floats, which only
//! Z3 knows, come on top. 100,000 take three minutes of processor time. `RETHREAD_SEED` is where
//! the seeds begin.

use rethread_expr::testing::{Generator, Options, Values};
use rethread_expr::{
    Assignment, Bits, Evaluator, Flags, FpFormat, Node, Sort, Symbol, SymbolKind, Term, Terms,
};
use rethread_solver::backend::bitblast::Bitblast;
use rethread_solver::backend::z3::Z3;
use rethread_solver::backend::{Backend, BackendAnswer, Limits};
use rethread_solver::{Model, Value};
use std::collections::BTreeSet;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

/// A term, the value it must have, and the symbol that takes its value. `eq` with a symbol keeps the
/// term as it is, where `eq` with a constant would be pushed into it.
struct Case {
    term: Term,
    value: Bits,
    result: Symbol,
    is: Term,
    differs: Term,
}

/// One pool of terms under one assignment.
struct Batch {
    terms: Terms,
    /// The assignment, as equations.
    fixed: Vec<Term>,
    cases: Vec<Case>,
}

impl Batch {
    /// Of the terms that `keep` takes and that are neither constants nor symbols. Checks evaluation
    /// against the recipes, of those too.
    fn new(seed: u64, options: Options, steps: usize, keep: fn(Flags) -> bool) -> Batch {
        let mut terms = Terms::new();
        let mut generator = Generator::new(&mut terms, seed, options);
        for _ in 0..steps {
            generator.step(&mut terms);
        }
        let values = Values::new(&terms, seed.wrapping_mul(0x9e37).wrapping_add(1));
        let mut evaluator = Evaluator::new();
        let mut known = BTreeSet::new();
        let mut wanted = Vec::new();
        for (term, value) in generator.terms().zip(generator.naive(&values)) {
            let got = evaluator.eval(&terms, term, &values);
            assert_eq!(got, value, "seed {seed}, evaluation of {}", terms.display(term));
            let simple = terms.is_const(term) || terms.symbol_of(term).is_some();
            if !simple && keep(terms.flags(term)) && known.insert(term) {
                wanted.push((term, value));
            }
        }
        let fixed = fix(&mut terms, &values, &wanted, &mut evaluator);
        let mut cases = Vec::new();
        for (term, value) in wanted {
            let result = terms.symbol(&format!("result{}", cases.len()), value.width(), SymbolKind::Input);
            let constant = terms.bits(value.clone());
            let (is, differs) = (terms.eq(result, term), terms.ne(result, constant));
            let result = terms.symbol_of(result).expect("a symbol");
            cases.push(Case { term, value, result, is, differs });
        }
        Batch { terms, fixed, cases }
    }

    /// What is wrong with the back end's view of these cases.
    fn complaint(&mut self, backend: &mut dyn Backend, cases: std::ops::Range<usize>) -> Option<String> {
        let mut constraints = self.fixed.clone();
        constraints.extend(self.cases[cases.clone()].iter().map(|case| case.is));
        match backend.check(&mut self.terms, &constraints, &Limits::default()) {
            BackendAnswer::Sat(part) => {
                let model = Model::new().with(&part);
                for case in &self.cases[cases.clone()] {
                    let got = model.get(case.result).and_then(Value::bits);
                    if got.as_ref() != Some(&case.value) {
                        return Some(format!("its model says {got:?}"));
                    }
                }
            }
            other => return Some(format!("the value asked for: {other:?}")),
        }
        let mut other_value = self.terms.fls();
        for case in &self.cases[cases] {
            other_value = self.terms.or(other_value, case.differs);
        }
        constraints.push(other_value);
        match backend.check(&mut self.terms, &constraints, &Limits::default()) {
            BackendAnswer::Unsat(_) => None,
            other => Some(format!("another value: {other:?}")),
        }
    }

    /// Panics with the first term, which is the smallest, that `backend` sees differently.
    fn check(&mut self, backend: &mut dyn Backend, seed: u64) {
        let all = 0..self.cases.len();
        let Some(complaint) = self.complaint(backend, all.clone()) else { return };
        for i in all {
            if let Some(complaint) = self.complaint(backend, i..i + 1) {
                let case = &self.cases[i];
                panic!(
                    "seed {seed}, {}: {complaint}, not {:?}, for {}\nwith {}",
                    backend.name(),
                    case.value,
                    self.terms.display(case.term),
                    self.fixed
                        .iter()
                        .map(|t| self.terms.display(*t).to_string())
                        .collect::<Vec<_>>()
                        .join("\n")
                );
            }
        }
        panic!("seed {seed}, {}: {complaint} of all terms together, of none alone", backend.name());
    }
}

/// The assignment as equations: of all symbols, and of all elements that are read.
fn fix(terms: &mut Terms, values: &Values, wanted: &[(Term, Bits)], evaluator: &mut Evaluator) -> Vec<Term> {
    let symbols: Vec<Symbol> = (0..terms.symbol_count()).map(|i| Symbol(i as u32)).collect();
    let places = places(terms, wanted, values, evaluator);
    let mut fixed = Vec::new();
    for symbol in symbols {
        let term = terms.symbol_term(symbol);
        match terms.symbol_info(symbol).sort {
            Sort::Bv(_) => {
                let value = terms.bits(values.value(symbol).expect("a value"));
                fixed.push(terms.eq(term, value));
            }
            Sort::Array { index, element } => {
                for (_, place) in places.iter().filter(|(width, _)| *width == index) {
                    let value = values.element(symbol, *place).expect("a value");
                    let (place, value) = (terms.constant(index, *place), terms.constant(element, value));
                    let read = terms.select(term, place);
                    fixed.push(terms.eq(read, value));
                }
            }
        }
    }
    fixed
}

/// Where arrays are read below these terms, with the width of the index.
fn places(
    terms: &Terms,
    wanted: &[(Term, Bits)],
    values: &Values,
    evaluator: &mut Evaluator,
) -> BTreeSet<(u32, u64)> {
    let mut seen = BTreeSet::new();
    let mut places = BTreeSet::new();
    let mut todo: Vec<Term> = wanted.iter().map(|(term, _)| *term).collect();
    while let Some(term) = todo.pop() {
        if !seen.insert(term) {
            continue;
        }
        let node = terms.node(term);
        if let Node::Select(_, index) = node {
            places.insert((terms.width(*index), evaluator.eval(terms, *index, values).low_u64()));
        }
        node.for_each_operand(|operand| todo.push(operand));
    }
    places
}

/// Checks batches until there are enough terms; `make` gives one for a seed, with the back ends.
fn run(what: &str, wanted: u64, part: fn(Flags) -> bool, mut make: impl FnMut(u64) -> (Batch, Backends)) {
    let base = setting("RETHREAD_SEED", 0);
    let (mut done, mut with, mut seed) = (0, 0, base);
    while done < wanted {
        let (mut batch, backends) = make(seed);
        for mut backend in backends {
            batch.check(&mut *backend, seed);
        }
        done += batch.cases.len() as u64;
        with += batch.cases.iter().filter(|case| part(batch.terms.flags(case.term))).count() as u64;
        seed += 1;
    }
    println!("{done} terms, {with} with {what}, seeds {base}..{seed}");
    assert!(with * 20 > done, "{what} in {with} of {done}");
}

type Backends = Vec<Box<dyn Backend>>;

#[test]
fn bit_vectors_and_arrays() {
    run(
        "arrays",
        setting("RETHREAD_TERMS", 4000),
        |flags| flags.has_array,
        |seed| {
            let (widths, arrays): (&[u32], bool) = match seed % 5 {
                0 => (&[1, 2, 7, 8, 16, 32, 33, 64, 65, 80, 128], true),
                1 => (&[1, 8, 16, 32, 64], true),
                2 => (&[1, 2, 3, 4, 5], true),
                3 => (&[1, 8, 32], false),
                _ => (&[1, 5, 8, 16, 24, 32, 64], false),
            };
            let options =
                Options { widths: widths.to_vec(), floats: false, arrays, symbols: 12, ..Options::default() };
            let batch = Batch::new(seed, options, 200, |_| true);
            (batch, vec![Box::new(Bitblast::new()), Box::new(Z3::new(0))])
        },
    );
}

#[test]
fn floats() {
    run(
        "arrays too",
        setting("RETHREAD_TERMS", 4000) / 4,
        |flags| flags.has_array,
        |seed| {
            let (formats, arrays) = match seed % 8 {
                0 => (vec![FpFormat::Double], false),
                1 => (vec![FpFormat::X87, FpFormat::Single], false),
                2 => (vec![FpFormat::Quad, FpFormat::Half], false),
                3 | 4 => (vec![FpFormat::Half, FpFormat::Single], true),
                _ => (vec![FpFormat::Half, FpFormat::BFloat, FpFormat::Single], false),
            };
            // No back end has C's remainder.
            let (widths, remainder) = (vec![1, 8, 16, 32, 64], false);
            let options = Options { widths, formats, remainder, arrays, symbols: 8, ..Options::default() };
            let batch = Batch::new(seed, options, 100, |flags| flags.has_fp);
            (batch, vec![Box::new(Z3::new(0))])
        },
    );
}
