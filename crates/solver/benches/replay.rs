//! Replays queries on both back ends: microseconds of processor time a query, and the ratio.
//!
//! `cargo bench -p rethread-solver --bench replay -- FILE...` replays recordings (`rethread check
//! --solver-record FILE`); without files, sequences like those of symbolic execution are generated.
//! `--show-slowest` prints the question that took the bit-blaster longest.

use rethread_expr::{SymbolKind, Term, Terms};
use rethread_solver::backend::bitblast::Bitblast;
use rethread_solver::backend::z3::Z3;
use rethread_solver::backend::{Backend, BackendAnswer, Limits};
use rethread_solver::{Config, Decision, Path, Recording, Solver};
use std::time::Duration;

/// For one question.
const LIMIT: Duration = Duration::from_secs(10);

fn main() {
    let files: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let show = std::env::args().any(|arg| arg == "--show-slowest");
    println!("{:39} {:>31} {:>31}", "", "bitblast us", "z3 us");
    println!(
        "{:24} {:>7} {:>6} {:>9} {:>9} {:>11} {:>9} {:>9} {:>11} {:>7}",
        "queries of", "number", "sat", "mean", "median", "worst", "mean", "median", "worst", "ratio"
    );
    if files.is_empty() {
        for (name, recording) in generated() {
            replay(name, recording, show);
        }
        independent_bytes();
    }
    for file in files {
        match Recording::read(std::path::Path::new(&file)) {
            Ok(recording) => {
                let name = std::path::Path::new(&file).file_stem().map(|stem| stem.to_string_lossy());
                replay(&name.unwrap_or_default(), recording, show);
            }
            Err(error) => eprintln!("{error}"),
        }
    }
}

/// Of this thread, so that other work on the machine does not count.
fn cpu_time() -> Duration {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call writes to the given structure and nothing else.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut now) };
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

/// The times of a back end's queries, and its answers.
fn run(backend: &mut dyn Backend, recording: &mut Recording) -> (Vec<Duration>, Vec<Option<bool>>) {
    let limits = Limits { time: Some(LIMIT), memory: None };
    let mut answers = Vec::new();
    let mut times = Vec::new();
    for query in &recording.queries {
        let start = cpu_time();
        let answer = backend.check(&mut recording.pool, query, &limits);
        times.push(cpu_time() - start);
        answers.push(match answer {
            BackendAnswer::Sat(_) => Some(true),
            BackendAnswer::Unsat(_) => Some(false),
            BackendAnswer::Unknown(_) => None,
        });
    }
    (times, answers)
}

/// What a table says of one back end, in microseconds of processor time.
struct Cost {
    mean: f64,
    median: f64,
    worst: f64,
}

fn cost(times: &[Duration]) -> Cost {
    let mut micros: Vec<f64> = times.iter().map(|time| time.as_secs_f64() * 1e6).collect();
    micros.sort_by(f64::total_cmp);
    Cost {
        mean: micros.iter().sum::<f64>() / micros.len().max(1) as f64,
        median: micros.get(micros.len() / 2).copied().unwrap_or(0.0),
        worst: micros.last().copied().unwrap_or(0.0),
    }
}

fn replay(name: &str, mut recording: Recording, show: bool) {
    let (times, answers) = run(&mut Bitblast::new(), &mut recording);
    let (reference_times, expected) = run(&mut Z3::new(0), &mut recording);
    let (fast, reference) = (cost(&times), cost(&reference_times));
    let sat = answers.iter().filter(|answer| **answer == Some(true)).count();
    println!(
        "{name:24} {:>7} {sat:>6} {:>9.1} {:>9.1} {:>11.1} {:>9.1} {:>9.1} {:>11.1} {:>7.1}",
        answers.len(),
        fast.mean,
        fast.median,
        fast.worst,
        reference.mean,
        reference.median,
        reference.worst,
        reference.mean / fast.mean
    );
    let differ =
        answers.iter().zip(&expected).filter(|pair| pair.0.is_some() && pair.1.is_some() && pair.0 != pair.1);
    assert_eq!(differ.count(), 0, "the back ends do not agree on {name}");
    for (backend, answers) in [("bitblast", &answers), ("z3", &expected)] {
        let unknown = answers.iter().filter(|answer| answer.is_none()).count();
        if unknown > 0 {
            println!("{:24} {unknown} unknown after {} s with {backend}", "", LIMIT.as_secs());
        }
    }
    if show && let Some(slowest) = (0..times.len()).max_by_key(|i| times[*i]) {
        for term in &recording.queries[slowest] {
            println!("    {}", recording.pool.display(*term));
        }
    }
}

fn generated() -> Vec<(&'static str, Recording)> {
    vec![
        ("bubble sort of 6 ints", bubble_sort(6)),
        ("byte comparisons", bytes()),
        ("hash mixing", hashes()),
        ("array lookups", lookups()),
        ("division and products", arithmetic()),
    ]
}

/// All feasible paths of a bubble sort, and each branch's query on the way.
fn bubble_sort(count: usize) -> Recording {
    let mut recording = Recording::default();
    let terms = &mut recording.pool;
    let values: Vec<Term> =
        (0..count).map(|i| terms.symbol(&format!("v{i}"), 32, SymbolKind::Input)).collect();
    let pairs: Vec<usize> = (0..count).flat_map(|i| 0..count - 1 - i).collect();
    let mut backend = Bitblast::new();
    let mut stack = vec![(values, Vec::<Term>::new(), 0)];
    while let Some((values, path, step)) = stack.pop() {
        let Some(&at) = pairs.get(step) else { continue };
        let swap = terms.slt(values[at + 1], values[at]);
        for (cond, swapped) in [(swap, true), (terms.not(swap), false)] {
            let mut query = path.clone();
            if !terms.is_true(cond) {
                query.push(cond);
            }
            if terms.is_false(cond) {
                continue;
            }
            let feasible = matches!(backend.check(terms, &query, &Limits::default()), BackendAnswer::Sat(_));
            recording.queries.push(query.clone());
            if feasible {
                let mut values = values.clone();
                if swapped {
                    values.swap(at, at + 1);
                }
                stack.push((values, query, step + 1));
            }
        }
    }
    recording
}

/// A parser that compares bytes with characters.
fn bytes() -> Recording {
    let mut recording = Recording::default();
    let terms = &mut recording.pool;
    let bytes: Vec<Term> = (0..32).map(|i| terms.symbol(&format!("in{i}"), 8, SymbolKind::Input)).collect();
    for start in 0..24 {
        let mut path = Vec::new();
        for (i, byte) in bytes[start..start + 8].iter().enumerate() {
            for character in *b"{}[]\",:0-9 " {
                let character = terms.constant(8, u64::from(character) + (i % 3) as u64);
                let cond = terms.eq(*byte, character);
                let wide = terms.sext(*byte, 32);
                let ten = terms.constant(32, 10);
                let digit = terms.ult(wide, ten);
                path.push(terms.not(cond));
                let mut query = path.clone();
                query.push(digit);
                recording.queries.push(query);
            }
        }
    }
    recording
}

/// FNV-like mixing of four bytes, then a comparison of the bucket.
fn hashes() -> Recording {
    let mut recording = Recording::default();
    let terms = &mut recording.pool;
    for round in 0..40u64 {
        let mut hash = terms.constant(32, 0x811c_9dc5);
        let prime = terms.constant(32, 0x0100_0193);
        for i in 0..2 {
            let byte = terms.symbol(&format!("k{}", (round + i) % 8), 8, SymbolKind::Input);
            let wide = terms.zext(byte, 32);
            hash = terms.xor(hash, wide);
            hash = terms.mul(hash, prime);
        }
        let mask = terms.constant(32, 15);
        let bucket = terms.and(hash, mask);
        let wanted = terms.constant(32, round % 16);
        let cond = terms.eq(bucket, wanted);
        recording.queries.push(vec![cond]);
        let negation = terms.not(cond);
        recording.queries.push(vec![negation]);
    }
    recording
}

/// Reads of a symbolic array and of a table at symbolic places.
fn lookups() -> Recording {
    let mut recording = Recording::default();
    let terms = &mut recording.pool;
    let values: Vec<u64> = (0..256u64).map(|i| (i * 167 + 13) & 0xff).collect();
    let table = terms.table(32, 8, &values);
    let mut array = terms.array_symbol("a", 32, 8, SymbolKind::Input);
    for round in 0..60u64 {
        let index = terms.symbol(&format!("i{}", round % 6), 8, SymbolKind::Input);
        let index = terms.zext(index, 32);
        let from_table = terms.select(table, index);
        let from_array = terms.select(array, index);
        let cond = terms.ult(from_array, from_table);
        recording.queries.push(vec![cond]);
        let limit = terms.constant(8, round * 4);
        let small = terms.ult(from_table, limit);
        recording.queries.push(vec![cond, small]);
        if round % 20 == 19 {
            array = terms.store(array, index, from_table);
        }
    }
    recording
}

/// Conditions with multiplication and division of 32-bit numbers.
fn arithmetic() -> Recording {
    let mut recording = Recording::default();
    let terms = &mut recording.pool;
    let x = terms.symbol("x", 32, SymbolKind::Input);
    let y = terms.symbol("y", 32, SymbolKind::Input);
    for round in 1..40u64 {
        let divisor = terms.constant(32, round * 3 + 1);
        let quotient = terms.udiv(x, divisor);
        let rest = terms.urem(x, divisor);
        let sum = terms.add(quotient, rest);
        let limit = terms.constant(32, round * 1000);
        let cond = terms.ult(sum, limit);
        let scaled = terms.mul(y, divisor);
        let other = terms.ult(scaled, quotient);
        recording.queries.push(vec![cond]);
        recording.queries.push(vec![cond, other]);
    }
    recording
}

/// The whole chain on 16 branches over 16 independent bytes.
fn independent_bytes() {
    let mut terms = Terms::new();
    let mut solver = Solver::new(Config::default());
    let limit = terms.constant(8, 100);
    let conds: Vec<Term> = (0..16)
        .map(|i| {
            let byte = terms.symbol(&format!("b{i}"), 8, SymbolKind::Input);
            terms.ult(byte, limit)
        })
        .collect();
    let start = cpu_time();
    let mut stack = vec![(Path::new(), 0)];
    let mut paths = 0;
    while let Some((mut path, depth)) = stack.pop() {
        let Some(cond) = conds.get(depth) else {
            paths += 1;
            continue;
        };
        if let Decision::Both { when_true, when_false } = solver.decide(&mut terms, &path, *cond) {
            let mut other = path.clone();
            let negation = terms.not(*cond);
            solver.assume(&mut terms, &mut other, negation, Some(when_false));
            solver.assume(&mut terms, &mut path, *cond, Some(when_true));
            stack.push((other, depth + 1));
            stack.push((path, depth + 1));
        }
    }
    let stats = solver.stats();
    println!(
        "{paths} paths of 16 branches: {:.2} s, {:.2} us a decide, {} queries, {} reached a back end",
        (cpu_time() - start).as_secs_f64(),
        stats.time.as_secs_f64() * 1e6 / stats.queries as f64,
        stats.queries,
        stats.backend
    );
}
