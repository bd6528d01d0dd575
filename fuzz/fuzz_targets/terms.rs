//! Bytes as operations on terms: whatever simplification makes of them, evaluation, bounds and
//! substitution say what the unsimplified recipe says.
//!
//! The first byte chooses what may be used; every two bytes after it are one step, so that a mutation
//! changes one operation and leaves the others.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rethread_expr::testing::{Generator, Options, Rng, Values};
use rethread_expr::{Evaluator, Term, Terms};

const MAX_STEPS: usize = 60;

fuzz_target!(|data: &[u8]| {
    let Some((&what, steps)) = data.split_first() else { return };
    let options = Options {
        widths: match what & 3 {
            0 => vec![1, 8, 32],
            1 => vec![1, 2, 3, 4, 5],
            2 => vec![1, 8, 16, 24, 32, 64, 80],
            _ => Options::default().widths,
        },
        floats: what & 4 != 0,
        arrays: what & 8 != 0,
        symbols: 2 + usize::from(what >> 6),
    };
    let mut p = Terms::new();
    let mut g = Generator::new(&mut p, u64::from(what), options);
    for step in steps.chunks(2).take(MAX_STEPS) {
        g.rng = Rng(step.iter().fold(0, |n, b| n << 8 | u64::from(*b)));
        g.step(&mut p);
    }
    let terms: Vec<Term> = g.terms().collect();
    let mut evaluator = Evaluator::new();
    for seed in 0..4 {
        let values = Values::new(&p, seed);
        evaluator.reset();
        for (&t, expected) in terms.iter().zip(g.naive(&values)) {
            let got = evaluator.eval(&p, t, &values);
            assert_eq!(got, expected, "seed {seed}: {}", p.display(t));
            if p.width(t) <= 64 {
                let (low, high) = p.range(t);
                let value = got.low_u64();
                assert!(low <= value && value <= high, "{value} in {low}..={high}: {}", p.display(t));
            }
        }
    }
    let last = *terms.last().expect("symbols are terms");
    let mut other = Terms::new();
    let there = other.import(&p, last);
    assert_eq!(p.width(last), other.width(there));
});
