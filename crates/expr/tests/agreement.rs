//! Simplified terms against their unsimplified recipes: whatever the constructors, the evaluator, the
//! bounds, substitution and import say about a random term is what naive evaluation says.
//!
//! `RETHREAD_TERMS` sets how many terms are made.

use proptest::prelude::*;
use rethread_expr::testing::{Generator, Options, Values};
use rethread_expr::{Evaluator, Symbol, Term, Terms};
use rustc_hash::FxHashMap;

const STEPS: usize = 40;

/// Checks one sequence of terms; how many there were.
fn check(seed: u64, options: Options) -> usize {
    let mut p = Terms::new();
    let mut g = Generator::new(&mut p, seed, options);
    for _ in 0..STEPS {
        g.step(&mut p);
    }
    let terms: Vec<Term> = g.terms().collect();
    let mut evaluator = Evaluator::new();
    for round in 0..6 {
        let values = Values::new(&p, seed.wrapping_mul(31).wrapping_add(round));
        let expected = g.naive(&values);
        evaluator.reset();
        for (i, (t, expected)) in terms.iter().zip(&expected).enumerate() {
            let got = evaluator.eval(&p, *t, &values);
            assert_eq!(got, *expected, "seed {seed} round {round} term {i}: {}", p.display(*t));
            if p.width(*t) <= 64 {
                let (lo, hi) = p.range(*t);
                let value = got.low_u64();
                assert!(
                    lo <= value && value <= hi,
                    "seed {seed}: {value} not in {lo}..={hi}: {}",
                    p.display(*t)
                );
            }
        }
        let last = *terms.last().unwrap();
        assert_eq!(p.eval(last, &values), *expected.last().unwrap(), "seed {seed}");
        if round == 0 {
            constant_once_symbols_are(seed, &mut p, &terms, &values, &expected);
        }
    }
    terms.len()
}

fn constant_once_symbols_are(
    seed: u64,
    p: &mut Terms,
    terms: &[Term],
    values: &Values,
    expected: &[rethread_expr::Bits],
) {
    use rethread_expr::{Assignment, Sort};
    let mut map: FxHashMap<Term, Term> = FxHashMap::default();
    for i in 0..p.symbol_count() {
        let symbol = Symbol(i as u32);
        if let Sort::Bv(_) = p.symbol_info(symbol).sort {
            let value = p.bits(values.value(symbol).unwrap());
            map.insert(p.symbol_term(symbol), value);
        }
    }
    let mut other = Terms::new();
    let mut done = FxHashMap::default();
    for (t, expected) in terms.iter().zip(expected).rev().take(8) {
        let there = other.import_with(p, *t, &mut done);
        let theirs = Values::new(&other, values.seed);
        let same_numbers = (0..other.symbol_count()).all(|i| {
            let name = &other.symbol_info(Symbol(i as u32)).name;
            p.symbol_named(name) == Some(Symbol(i as u32))
        });
        if same_numbers {
            assert_eq!(other.eval(there, &theirs), *expected, "seed {seed}: import of {}", p.display(*t));
        }
        let fixed = p.substitute(*t, &map);
        assert_eq!(p.eval(fixed, values), *expected, "seed {seed}: substitution in {}", p.display(*t));
        let support = p.support(fixed);
        assert!(support.iter().all(|s| matches!(p.symbol_info(*s).sort, Sort::Array { .. })), "seed {seed}");
        if support.is_empty() && !p.flags(*t).has_array {
            assert_eq!(p.as_bits(fixed), Some(expected.clone()), "seed {seed}: {}", p.display(fixed));
        }
    }
}

#[test]
fn simplified_terms_mean_what_was_asked_for() {
    let wanted: usize = std::env::var("RETHREAD_TERMS").ok().and_then(|n| n.parse().ok()).unwrap_or(6_000);
    let base: u64 = std::env::var("RETHREAD_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(0);
    let (mut made, mut seed) = (0, base);
    while made < wanted {
        let options = match seed % 5 {
            0 => Options::default(),
            1 => Options { floats: false, ..Options::default() },
            2 => Options { floats: false, arrays: false, widths: vec![1, 8, 32], ..Options::default() },
            3 => Options {
                arrays: false,
                widths: vec![1, 8, 16, 24, 32, 64, 80],
                symbols: 8,
                ..Options::default()
            },
            _ => Options { floats: false, widths: vec![1, 2, 3, 4, 5], ..Options::default() },
        };
        made += check(seed, options);
        seed += 1;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn any_seed(seed in any::<u64>(), floats in any::<bool>(), arrays in any::<bool>()) {
        check(seed, Options { floats, arrays, ..Options::default() });
    }
}
