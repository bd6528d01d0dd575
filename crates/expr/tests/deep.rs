//! A million terms deep: nothing may recurse on it.

use rethread_expr::{Evaluator, Symbol, SymbolKind, Term, Terms};
use rustc_hash::FxHashMap;

const DEPTH: u64 = 1_000_000;

fn chain(p: &mut Terms, x: Term, y: Term) -> Term {
    let mut t = x;
    for i in 0..DEPTH {
        t = match i % 4 {
            0 => p.add(t, y),
            1 => p.xor(t, x),
            2 => {
                let c = p.constant(32, i);
                let c = p.ult(t, c);
                p.ite(c, t, y)
            }
            _ => p.mul(t, y),
        };
    }
    t
}

fn naive(x: u32, y: u32) -> u32 {
    (0..DEPTH).fold(x, |t, i| match i % 4 {
        0 => t.wrapping_add(y),
        1 => t ^ x,
        2 => {
            if t < i as u32 {
                t
            } else {
                y
            }
        }
        _ => t.wrapping_mul(y),
    })
}

#[test]
fn a_million_deep() {
    let mut p = Terms::new();
    let (x, y) = (p.symbol("x", 32, SymbolKind::Input), p.symbol("y", 32, SymbolKind::Input));
    let t = chain(&mut p, x, y);
    assert!(p.len() as u64 > DEPTH, "the chain must not fold");

    let mut values: FxHashMap<Symbol, rethread_expr::Bits> = FxHashMap::default();
    values.insert(Symbol(0), rethread_expr::Bits::new(32, 0x1234_5677));
    values.insert(Symbol(1), rethread_expr::Bits::new(32, 77));
    let expected = naive(0x1234_5677, 77);
    assert_eq!(Evaluator::new().eval_u64(&p, t, &values), expected as u64);
    assert_eq!(p.eval(t, &values).low_u64(), expected as u64);
    assert_eq!(&*p.support(t), &[Symbol(0), Symbol(1)]);
    let text = p.display(t).to_string();
    assert!(text.len() < 100_000, "{}", text.len());

    let (k, l) = (p.constant(32, 0x1234_5677), p.constant(32, 77));
    let fixed = p.substitute(t, &FxHashMap::from_iter([(x, k), (y, l)]));
    assert_eq!(p.as_u64(fixed), Some(expected as u64));
    // Two symbols change places: the whole chain is made anew.
    let swapped = p.substitute(t, &FxHashMap::from_iter([(x, y), (y, x)]));
    assert_eq!(p.eval(swapped, &values).low_u64(), naive(77, 0x1234_5677) as u64);

    let mut other = Terms::new();
    let there = other.import(&p, t);
    let renamed: FxHashMap<Symbol, rethread_expr::Bits> = ["x", "y"]
        .map(|name| (other.symbol_named(name).unwrap(), values[&p.symbol_named(name).unwrap()].clone()))
        .into_iter()
        .collect();
    assert_eq!(other.eval(there, &renamed).low_u64(), expected as u64);
}

/// Chains that every rule would like to walk down.
#[test]
fn deep_chains_that_rewrite() {
    let mut p = Terms::new();
    let x = p.symbol("x", 32, SymbolKind::Input);
    let mut t = x;
    for i in 0..DEPTH / 2 {
        let c = p.constant(32, i.wrapping_mul(0x9e37_79b9) | 1);
        t = match i % 3 {
            0 => p.add(t, c),
            1 => p.xor(t, c),
            _ => p.or(t, c),
        };
    }
    let c = p.constant(32, 5);
    let equal = p.eq(t, c);
    let byte = p.extract(t, 0, 8);
    let values: FxHashMap<Symbol, rethread_expr::Bits> = FxHashMap::default();
    let whole = p.eval(t, &values).low_u64();
    assert_eq!(p.eval(byte, &values).low_u64(), whole & 255);
    assert_eq!(p.eval(equal, &values).low_u64(), (whole == 5) as u64);

    let a = p.array_symbol("a", 32, 8, SymbolKind::Input);
    let mut array = a;
    for i in 0..DEPTH / 10 {
        let (at, value) = (p.constant(32, i), p.constant(8, i));
        array = p.store(array, at, value);
    }
    let read = p.select(array, x);
    assert_eq!(p.eval(read, &values).low_u64(), 0);
    let at = p.constant(32, 77);
    let read = p.select(array, at);
    assert_eq!(p.as_u64(read), Some(77));
}
