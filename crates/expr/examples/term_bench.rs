//! How long terms take to make and to evaluate: `cargo run --release -p rethread-expr --example term_bench`.

use rethread_expr::{Bits, Evaluator, Symbol, SymbolKind, Term, Terms};
use rustc_hash::FxHashMap;
use std::hint::black_box;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

fn report(what: &str, count: u64, run: impl FnOnce() -> u64) {
    let start = cpu_time();
    black_box(run());
    let took = cpu_time() - start;
    println!(
        "{what:<44} {:>8.1} ns each  ({count} in {:.3} s)",
        took.as_nanos() as f64 / count as f64,
        took.as_secs_f64()
    );
}

/// Time on the processor where the system tells, so that a busy machine does not blur the figures.
fn cpu_time() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    match stat.split_whitespace().next().and_then(|n| n.parse().ok()) {
        Some(nanoseconds) => Duration::from_nanos(nanoseconds),
        None => START.get_or_init(Instant::now).elapsed(),
    }
}

fn chain(p: &mut Terms, symbols: &[Term], length: u64) -> Term {
    let mut t = symbols[0];
    for i in 0..length {
        let s = symbols[(i % 64) as usize];
        t = match i % 3 {
            0 => p.add(t, s),
            1 => p.xor(t, s),
            _ => p.mul(t, s),
        };
    }
    t
}

/// A byte-wise checksum, the kind of code that makes long terms.
fn crc(p: &mut Terms, input: &[Term]) -> Term {
    let mut crc = p.constant(32, 0xffff_ffff);
    let (one, poly, zero) = (p.constant(32, 1), p.constant(32, 0xedb8_8320), p.constant(32, 0));
    for byte in input {
        let wide = p.zext(*byte, 32);
        crc = p.xor(crc, wide);
        for _ in 0..8 {
            let bit = p.extract(crc, 0, 1);
            let mask = p.ite(bit, poly, zero);
            let shifted = p.lshr(crc, one);
            crc = p.xor(shifted, mask);
        }
    }
    crc
}

fn main() {
    const SHORT: u64 = 20_000;
    const N: u64 = 2_000_000;
    let mut p = Terms::new();
    let symbols: Vec<Term> = (0..64).map(|i| p.symbol(&format!("s{i}"), 32, SymbolKind::Input)).collect();
    let bytes: Vec<Term> = (0..64).map(|i| p.symbol(&format!("b{i}"), 8, SymbolKind::Input)).collect();

    report("add of two symbols, exists", N, || {
        (0..N)
            .map(|i| p.add(symbols[(i % 64) as usize], symbols[(i / 64 % 64) as usize]).index() as u64)
            .sum()
    });
    report("compare with a constant, exists", N, || {
        (0..N)
            .map(|i| {
                let c = p.constant(32, i % 256 + 2);
                p.ult(symbols[(i % 64) as usize], c).index() as u64
            })
            .sum()
    });
    report("not of a comparison, exists", N, || {
        (0..N)
            .map(|i| {
                let t = p.ult(symbols[(i % 64) as usize], symbols[(i / 64 % 64) as usize]);
                p.not(t).index() as u64
            })
            .sum()
    });
    report("4 bytes stored and loaded", N / 10, || {
        (0..N / 10)
            .map(|i| {
                let t = p.add(symbols[(i % 64) as usize], symbols[(i / 64 % 64) as usize]);
                let b: Vec<Term> = (0..4).map(|k| p.extract(t, k * 8, 8)).collect();
                let whole = b[1..].iter().fold(b[0], |acc, x| p.concat(*x, acc));
                assert_eq!(whole, t);
                whole.index() as u64
            })
            .sum()
    });
    report("chain of 20,000 terms, mostly exists", N, || {
        (0..N / SHORT).map(|_| chain(&mut p, &symbols, SHORT).index() as u64).sum()
    });
    let mut value = symbols[0];
    report("chain of 2,000,000 new terms", N, || {
        value = chain(&mut p, &symbols, N);
        value.index() as u64
    });
    report("the same chain, exists", N, || {
        assert_eq!(chain(&mut p, &symbols, N), value);
        0
    });
    let before = p.len();
    let mut sum = p.fls();
    report("crc of 64 symbolic bytes 100 times, per step", 100 * 64 * 8, || {
        for _ in 0..100 {
            sum = crc(&mut p, &bytes);
        }
        sum.index() as u64
    });
    println!("{:<44} {:>8} terms", "  made", p.len() - before);

    let values: FxHashMap<Symbol, Bits> =
        (0..128).map(|i| (Symbol(i), Bits::new(if i < 64 { 32 } else { 8 }, i as u64 * 77))).collect();
    let mut evaluator = Evaluator::new();
    for round in ["first", "again"] {
        evaluator.reset();
        report(&format!("evaluate the chain ({round}), per term"), N, || {
            evaluator.eval_u64(&p, value, &values)
        });
    }
    report("evaluate the chain (one-off), per term", N, || p.eval(value, &values).low_u64());
    report("evaluate the crc 1000 times, per step", 1000 * 64 * 8, || {
        (0..1000)
            .map(|_| {
                evaluator.reset();
                evaluator.eval_u64(&p, sum, &values)
            })
            .sum()
    });
    report("support of the chain, per term", N, || p.support(value).len() as u64);
    let map = FxHashMap::from_iter([(symbols[0], symbols[1])]);
    report("substitute in the chain, per term", N, || p.substitute(value, &map).index() as u64);
    println!("{:<44} {:>8} terms", "pool", p.len());
}
