//! Both back ends against brute force and against each other. `RETHREAD_TERMS` sets how many cases.

mod common;

use common::{Random, World, cases};
use rethread_expr::{Bits, Evaluator, Term, Terms};
use rethread_solver::backend::bitblast::Bitblast;
use rethread_solver::backend::z3::Z3;
use rethread_solver::backend::{Backend, BackendAnswer, Limits};
use rethread_solver::{Model, Value};

fn holds(evaluator: &mut Evaluator, terms: &Terms, constraints: &[Term], model: &Model) -> bool {
    evaluator.reset();
    constraints.iter().all(|term| evaluator.eval(terms, *term, model).is_true())
}

/// `Some(true)` if satisfiable; the model is checked.
fn ask(backend: &mut dyn Backend, world: &mut World, constraints: &[Term]) -> Option<bool> {
    match backend.check(&mut world.terms, constraints, &Limits::default()) {
        BackendAnswer::Sat(part) => {
            let model = Model::new().with(&part);
            let mut evaluator = Evaluator::new();
            assert!(
                holds(&mut evaluator, &world.terms, constraints, &model),
                "{} gave a wrong model {part:?} for {}",
                backend.name(),
                show(world, constraints)
            );
            Some(true)
        }
        BackendAnswer::Unsat(_) => Some(false),
        BackendAnswer::Unknown(reason) => {
            eprintln!("{}: {reason}", backend.name());
            None
        }
    }
}

fn show(world: &World, constraints: &[Term]) -> String {
    let shown: Vec<String> = constraints.iter().map(|term| world.terms.display(*term).to_string()).collect();
    shown.join("\n")
}

/// Is there an assignment? The widths are small enough to try all.
fn brute_force(world: &World, widths: &[u32], constraints: &[Term]) -> bool {
    let mut evaluator = Evaluator::new();
    let total: u32 = widths.iter().sum();
    (0..1u64 << total).any(|all| {
        let mut rest = all;
        let mut model = Model::new();
        for (term, width) in world.symbols.iter().zip(widths) {
            let symbol = world.terms.symbol_of(*term).expect("a symbol");
            let value = rest & ((1 << width) - 1);
            model.set(symbol, Value::Small { width: *width, value });
            rest >>= width;
        }
        holds(&mut evaluator, &world.terms, constraints, &model)
    })
}

#[test]
fn small_widths_against_brute_force() {
    let widths = [4, 3, 3, 1];
    let (mut sat, mut unsat) = (0, 0);
    let mut world = World::new(&widths, &[]);
    let (mut fast, mut reference) = (Bitblast::new(), Z3::new(0));
    for seed in 0..cases(400).min(5000) {
        let mut random = Random(seed);
        let constraints: Vec<Term> =
            (0..1 + random.below(4)).map(|_| world.condition(&mut random, 3)).collect();
        let truth = brute_force(&world, &widths, &constraints);
        if truth {
            sat += 1;
        } else {
            unsat += 1;
        }
        for backend in [&mut fast as &mut dyn Backend, &mut reference] {
            let answer = ask(backend, &mut world, &constraints);
            assert_eq!(
                answer,
                Some(truth),
                "{} seed {seed}:\n{}",
                backend.name(),
                show(&world, &constraints)
            );
        }
    }
    assert!(sat > 20 && unsat > 20, "the generator must produce both: {sat} {unsat}");
}

#[test]
fn arrays_agree() {
    let (mut fast, mut reference) = (Bitblast::new(), Z3::new(0));
    let (mut sat, mut unsat) = (0, 0);
    let mut world = World::new(&[4, 4], &[(4, 4), (4, 4)]);
    for seed in 0..cases(300).min(5000) {
        let mut random = Random(0xa44a_0000 + seed);
        if seed % 64 == 0 {
            world = World::new(&[4, 4], &[(4, 4), (4, 4)]);
            (fast, reference) = (Bitblast::new(), Z3::new(0));
        }
        let constraints: Vec<Term> =
            (0..2 + random.below(5)).map(|_| world.condition(&mut random, 3)).collect();
        let a = ask(&mut fast, &mut world, &constraints);
        let b = ask(&mut reference, &mut world, &constraints);
        assert!(a.is_some(), "decided");
        assert_eq!(a, b, "seed {seed}:\n{}", show(&world, &constraints));
        match a {
            Some(true) => sat += 1,
            _ => unsat += 1,
        }
    }
    assert!(sat > 20 && unsat > 5, "{sat} {unsat}");
}

#[test]
fn an_unsatisfiable_core_is_unsatisfiable() {
    let mut world = World::new(&[8, 8, 8], &[]);
    let mut fast = Bitblast::new();
    let mut smaller = 0;
    for seed in 0..cases(200).min(2000) {
        let mut random = Random(0xc04e_0000 + seed);
        let constraints: Vec<Term> = (0..6).map(|_| world.condition(&mut random, 2)).collect();
        if let BackendAnswer::Unsat(Some(core)) =
            fast.check(&mut world.terms, &constraints, &Limits::default())
        {
            smaller += u32::from(core.len() < constraints.len());
            let mut reference = Z3::new(0);
            assert_eq!(ask(&mut reference, &mut world, &core), Some(false), "seed {seed}");
        }
    }
    assert!(smaller > 0, "some core is smaller than its query");
}

#[test]
fn divisions_and_shifts_at_the_edges() {
    let mut world = World::new(&[8, 8], &[]);
    let (mut fast, mut reference) = (Bitblast::new(), Z3::new(0));
    let (x, y) = (world.symbols[0], world.symbols[1]);
    let terms = &mut world.terms;
    let results = [
        terms.udiv(x, y),
        terms.urem(x, y),
        terms.sdiv(x, y),
        terms.srem(x, y),
        terms.shl(x, y),
        terms.lshr(x, y),
        terms.ashr(x, y),
    ];
    let edges = [0u64, 1, 2, 7, 8, 9, 0x7f, 0x80, 0x81, 0xff];
    let mut evaluator = Evaluator::new();
    for result in results {
        for (a, b) in edges.iter().flat_map(|a| edges.map(|b| (*a, b))) {
            let mut model = Model::new();
            for (term, value) in [(x, a), (y, b)] {
                let symbol = world.terms.symbol_of(term).expect("a symbol");
                model.set(symbol, Value::from_bits(Bits::new(8, value)));
            }
            evaluator.reset();
            let value = evaluator.eval(&world.terms, result, &model);
            let mut constraints = world.fix(&model);
            let constant = world.terms.bits(value);
            constraints.push(world.terms.ne(result, constant));
            for backend in [&mut fast as &mut dyn Backend, &mut reference] {
                assert_eq!(ask(backend, &mut world, &constraints), Some(false), "{a} {b}");
            }
        }
    }
}
