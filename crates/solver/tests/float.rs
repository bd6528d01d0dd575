//! Z3's floats against `expr`'s evaluation, operation by operation, on all formats.

mod common;

use common::{FLOAT_OPS, FORMATS, Random, cases, float_bits};
use rethread_expr::{Bits, FpFormat, FpOp, SymbolKind, Term, Terms};
use rethread_solver::backend::z3::Z3;
use rethread_solver::backend::{Backend, BackendAnswer, Limits, Reason};
use rethread_solver::{Answer, Config, Model, Path, Solver, Value};
use std::time::Duration;

/// With operands fixed, is the value that evaluation gives the only one?
fn check(op: FpOp, format: FpFormat, operands: &[Bits]) -> BackendAnswer {
    let mut terms = Terms::new();
    let mut model = Model::new();
    let symbols: Vec<Term> = operands
        .iter()
        .enumerate()
        .map(|(i, bits)| terms.symbol(&format!("f{i}"), bits.width(), SymbolKind::Input))
        .collect();
    let mut constraints = Vec::new();
    for (term, bits) in symbols.iter().zip(operands) {
        model.set(terms.symbol_of(*term).expect("a symbol"), Value::from_bits(bits.clone()));
        let constant = terms.bits(bits.clone());
        constraints.push(terms.eq(*term, constant));
    }
    let result = terms.fp(op, format, &symbols);
    let value = terms.eval(result, &model);
    let value = terms.bits(value);
    constraints.push(terms.ne(result, value));
    let limits = Limits { time: Some(Duration::from_secs(60)), memory: None };
    Z3::new(0).check(&mut terms, &constraints, &limits)
}

fn assert_agrees(op: FpOp, format: FpFormat, operands: &[Bits]) {
    let answer = check(op, format, operands);
    assert!(matches!(answer, BackendAnswer::Unsat(_)), "{op:?} {format:?} {operands:?}: {answer:?}");
}

#[test]
fn operations() {
    for seed in 0..cases(150).min(5000) {
        let mut random = Random(0xf10a_0000 + seed);
        let op = FLOAT_OPS[random.below(FLOAT_OPS.len() as u64) as usize];
        let format = FORMATS[random.below(FORMATS.len() as u64) as usize];
        let operands: Vec<Bits> = (0..op.arity()).map(|_| float_bits(&mut random, format)).collect();
        assert_agrees(op, format, &operands);
    }
}

#[test]
fn conversions() {
    for seed in 0..cases(150).min(5000) {
        let mut random = Random(0xc0f4_0000 + seed);
        let format = FORMATS[random.below(FORMATS.len() as u64) as usize];
        let to = FORMATS[random.below(FORMATS.len() as u64) as usize];
        let width = [1, 8, 16, 32, 64, 128][random.below(6) as usize];
        let pattern = float_bits(&mut random, format);
        match random.below(5) {
            0 => assert_agrees(FpOp::ToFp(to), format, &[pattern]),
            1 => assert_agrees(FpOp::ToSigned(width), format, &[pattern]),
            2 => assert_agrees(FpOp::ToUnsigned(width), format, &[pattern]),
            3 => assert_agrees(FpOp::FromSigned, format, &[random.bits(width)]),
            _ => assert_agrees(FpOp::FromUnsigned, format, &[random.bits(width)]),
        }
    }
}

#[test]
fn special_values() {
    for format in FORMATS {
        let (nan, zero) = (rethread_expr::float::canonical_nan(format), Bits::zero(format.width()));
        let minus_zero = Bits::new(1, 1).concat(&Bits::zero(format.width() - 1));
        for op in [FpOp::Min, FpOp::Max, FpOp::Add, FpOp::Div, FpOp::Eq, FpOp::Le] {
            for a in [&nan, &zero, &minus_zero] {
                for b in [&nan, &zero, &minus_zero] {
                    assert_agrees(op, format, &[a.clone(), b.clone()]);
                }
            }
        }
        for op in [FpOp::Neg, FpOp::Abs, FpOp::Sqrt, FpOp::IsNan, FpOp::ToSigned(8), FpOp::Trunc] {
            for a in [&nan, &zero, &minus_zero] {
                assert_agrees(op, format, std::slice::from_ref(a));
            }
        }
    }
}

#[test]
fn a_symbolic_remainder_is_refused() {
    let one = Bits::new(32, 0x3f80_0000);
    let answer = check(FpOp::Rem, FpFormat::Single, &[one.clone(), one]);
    assert!(matches!(answer, BackendAnswer::Unknown(Reason::Unsupported(_))), "{answer:?}");
}

#[test]
fn the_chain_sends_floats_to_z3() {
    let mut terms = Terms::new();
    let x = terms.symbol("x", 32, SymbolKind::Input);
    let half = terms.constant(32, 0x3f00_0000);
    let sum = terms.fp(FpOp::Add, FpFormat::Single, &[x, half]);
    let two = terms.constant(32, 0x4000_0000);
    let cond = terms.fp(FpOp::Eq, FpFormat::Single, &[sum, two]);
    let mut solver = Solver::new(Config::default());
    let Answer::Sat(model) = solver.check(&mut terms, &Path::new(), cond) else {
        panic!("1.5 + 0.5 = 2");
    };
    assert!(terms.eval(cond, &model).is_true());
    assert_eq!(solver.stats().answered_by.get("z3"), Some(&1));
}
