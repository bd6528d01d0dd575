//! The chain: answers, models, counters, limits.

mod common;

use common::{Random, World, cases};
use rethread_expr::{Bits, Evaluator, SymbolKind, Term, Terms};
use rethread_solver::backend::bitblast::Bitblast;
use rethread_solver::backend::z3::Z3;
use rethread_solver::backend::{Backend, BackendAnswer, Limits};
use rethread_solver::{
    Answer, Assumed, BackendKind, Config, Decision, Model, Path, Recording, Solver, Value,
};
use std::time::Duration;

fn assert_model(terms: &Terms, path: &Path, cond: Term, model: &Model) {
    let mut evaluator = Evaluator::new();
    for constraint in path.constraints().chain([cond]) {
        assert!(
            evaluator.eval(terms, constraint, model).is_true(),
            "{model:?} does not satisfy {}",
            terms.display(constraint)
        );
    }
}

#[test]
fn both_sides_have_models() {
    let mut terms = Terms::new();
    let mut solver = Solver::new(Config::default());
    let x = terms.symbol("x", 32, SymbolKind::Input);
    let y = terms.symbol("y", 32, SymbolKind::Input);
    let mut path = Path::new();
    let cond = terms.slt(x, y);
    let Decision::Both { when_true, when_false } = solver.decide(&mut terms, &path, cond) else {
        panic!("both sides are possible");
    };
    let negation = terms.not(cond);
    assert_model(&terms, &path, cond, &when_true);
    assert_model(&terms, &path, negation, &when_false);
    assert_eq!(solver.assume(&mut terms, &mut path, cond, Some(when_true)), Assumed::Feasible);
    assert_eq!(solver.decide(&mut terms, &path, cond), Decision::True);
    assert_eq!(solver.decide(&mut terms, &path, negation), Decision::False);
    let equal = terms.eq(x, y);
    assert_eq!(solver.decide(&mut terms, &path, equal), Decision::False);
    assert_eq!(path.known(&terms, negation), Some(false));
}

#[test]
fn assuming_without_a_model_finds_one() {
    let mut terms = Terms::new();
    let mut solver = Solver::new(Config::default());
    let x = terms.symbol("x", 8, SymbolKind::Input);
    let ten = terms.constant(8, 10);
    let mut path = Path::new();
    let above = terms.ult(ten, x);
    assert_eq!(solver.assume(&mut terms, &mut path, above, None), Assumed::Feasible);
    assert_model(&terms, &path, above, path.model());
    let below = terms.ult(x, ten);
    assert_eq!(solver.check(&mut terms, &path, below), Answer::Unsat);
    assert_eq!(solver.assume(&mut terms, &mut path, below, None), Assumed::Infeasible);
}

#[test]
fn bounds_values_and_unique() {
    let mut terms = Terms::new();
    let mut solver = Solver::new(Config::default());
    let x = terms.symbol("x", 32, SymbolKind::Input);
    let (low, high, three) = (terms.constant(32, 17), terms.constant(32, 4000), terms.constant(32, 3));
    let mut path = Path::new();
    for cond in [terms.ule(low, x), terms.ult(x, high)] {
        solver.assume(&mut terms, &mut path, cond, None);
    }
    assert_eq!(solver.min(&mut terms, &path, x), 17);
    assert_eq!(solver.max(&mut terms, &path, x), 3999);
    let product = terms.mul(x, three);
    assert_eq!(solver.min(&mut terms, &path, product), 51);
    assert_eq!(solver.max(&mut terms, &path, product), 3 * 3999);
    assert_eq!(solver.unique(&mut terms, &path, x), None);
    let least = terms.ule(x, low);
    solver.assume(&mut terms, &mut path, least, None);
    assert_eq!(solver.unique(&mut terms, &path, product), Some(Bits::new(32, 51)));
    assert_eq!(solver.value(&terms, &path, product), Bits::new(32, 51));
}

#[test]
fn a_fixed_symbol_answers_without_search() {
    let mut terms = Terms::new();
    let mut solver = Solver::new(Config::default());
    let x = terms.symbol("x", 32, SymbolKind::Input);
    let seven = terms.constant(32, 7);
    let mut path = Path::new();
    let fixed = terms.eq(x, seven);
    solver.assume(&mut terms, &mut path, fixed, None);
    let before = solver.stats().backend;
    let square = terms.mul(x, x);
    let forty_nine = terms.constant(32, 49);
    let cond = terms.eq(square, forty_nine);
    assert_eq!(solver.decide(&mut terms, &path, cond), Decision::True);
    assert_eq!(solver.stats().backend, before);
    assert_eq!(path.fixed_bits(&terms, terms.symbol_of(x).unwrap()), Some(Bits::new(32, 7)));
}

/// All paths of `count` branches on independent bytes, depth first, as the engine would.
fn explore_bytes(solver: &mut Solver, count: usize) -> u64 {
    let mut terms = Terms::new();
    let zero = terms.constant(8, 100);
    let conds: Vec<Term> = (0..count)
        .map(|i| {
            let byte = terms.symbol(&format!("b{i}"), 8, SymbolKind::Input);
            terms.ult(byte, zero)
        })
        .collect();
    let mut stack = vec![(Path::new(), 0)];
    let mut paths = 0;
    while let Some((mut path, depth)) = stack.pop() {
        let Some(cond) = conds.get(depth) else {
            paths += 1;
            continue;
        };
        match solver.decide(&mut terms, &path, *cond) {
            Decision::Both { when_true, when_false } => {
                let mut other = path.clone();
                let negation = terms.not(*cond);
                solver.assume(&mut terms, &mut other, negation, Some(when_false));
                solver.assume(&mut terms, &mut path, *cond, Some(when_true));
                stack.push((other, depth + 1));
                stack.push((path, depth + 1));
            }
            other => panic!("{other:?}"),
        }
    }
    paths
}

#[test]
fn independent_bytes_hardly_reach_a_back_end() {
    let mut solver = Solver::new(Config::default());
    assert_eq!(explore_bytes(&mut solver, 12), 1 << 12);
    let stats = solver.stats();
    assert!(stats.backend < 100, "{stats:?}");
    assert_eq!(stats.queries, (1 << 12) - 1);
    assert_eq!(stats.unknown, 0);
}

/// Random walks with every cache on, with none, and with both back ends: the same decisions.
#[test]
fn layers_do_not_change_answers() {
    let plain = Config {
        domains: false,
        exact_cache: false,
        core_cache: false,
        model_cache: false,
        slicing: false,
        backend: BackendKind::Z3,
        ..Config::default()
    };
    let checked = Config { cross_check: true, ..Config::default() };
    let mut world = World::new(&[8, 8, 8, 8], &[(8, 8)]);
    let mut solvers = [plain, checked, Config::default()].map(Solver::new);
    for seed in 0..cases(40).min(3000) {
        let mut random = Random(0xcafe_0000 + seed);
        let mut paths = [const { None }; 3].map(|_: Option<Path>| Path::new());
        for _ in 0..6 {
            let cond = world.condition(&mut random, 2);
            let negation = world.terms.not(cond);
            let want = random.below(2) == 0;
            let mut kinds = Vec::new();
            for (solver, path) in solvers.iter_mut().zip(&mut paths) {
                let decision = solver.decide(&mut world.terms, path, cond);
                kinds.push(std::mem::discriminant(&decision));
                if let Decision::Both { when_true, when_false } = decision {
                    assert_model(&world.terms, path, cond, &when_true);
                    assert_model(&world.terms, path, negation, &when_false);
                    let (taken, model) = if want { (cond, when_true) } else { (negation, when_false) };
                    solver.assume(&mut world.terms, path, taken, Some(model));
                }
            }
            assert!(kinds.iter().all(|kind| *kind == kinds[0]), "seed {seed}");
        }
    }
    for solver in &solvers {
        let stats = solver.stats();
        assert_eq!((stats.unknown, stats.mismatches, stats.wrong_models), (0, 0, 0), "{stats:?}");
    }
    let stats = solvers[2].stats();
    assert!(stats.backend < solvers[0].stats().backend, "caches answer some: {stats:?}");
}

/// Constraints on bytes alone never reach a back end.
#[test]
fn bytes_are_sets_of_values() {
    let mut terms = Terms::new();
    let byte = terms.symbol("c", 8, SymbolKind::Input);
    let mut solver = Solver::new(Config::default());
    let mut path = Path::new();
    let three = terms.constant(8, 3);
    let seven = terms.constant(8, 7);
    let rest = terms.urem(byte, seven);
    let cond = terms.eq(rest, three);
    assert_eq!(solver.assume(&mut terms, &mut path, cond, None), rethread_solver::Assumed::Feasible);
    let limit = terms.constant(8, 250);
    let above = terms.ugt(byte, limit);
    // 255 = 36 * 7 + 3 is the only one.
    let Answer::Sat(model) = solver.check(&mut terms, &path, above) else { panic!("255") };
    assert_model(&terms, &path, above, &model);
    solver.assume(&mut terms, &mut path, above, Some(model));
    let even = terms.extract(byte, 0, 1);
    assert_eq!(solver.decide(&mut terms, &path, even), Decision::True);
    assert_eq!(solver.stats().backend, 0, "{:?}", solver.stats());
}

/// Symbols with bounds in products and quotients: the narrowed questions have the same answers.
#[test]
fn narrowed_products_have_the_same_answers() {
    let plain = Config { domains: false, backend: BackendKind::Z3, ..Config::default() };
    let mut solvers = [Solver::new(plain), Solver::new(Config::default())];
    let mut terms = Terms::new();
    let symbols = [8, 8, 13].map(|width| terms.symbol(&format!("n{width}"), width, SymbolKind::Input));
    let mut answers = [0; 2];
    for seed in 0..cases(100).min(2000) {
        let mut random = Random(0xd00d_0000 + seed);
        let mut bounds = Vec::new();
        let mut wide = Vec::new();
        for symbol in symbols {
            let width = terms.width(symbol);
            let low = random.below(200);
            let low_term = terms.constant(width, low);
            let high = terms.constant(width, low + 1 + random.below(50));
            bounds.push(terms.uge(symbol, low_term));
            bounds.push(if random.below(2) == 0 { terms.ult(symbol, high) } else { terms.ule(symbol, high) });
            let value = if random.below(2) == 0 { terms.sext(symbol, 16) } else { terms.zext(symbol, 16) };
            let zero = terms.constant(16, low & !15);
            wide.push(if random.below(2) == 0 { terms.sub(value, zero) } else { value });
        }
        let product = terms.mul(wide[0], wide[1]);
        let result = match random.below(4) {
            0 => terms.udiv(product, wide[2]),
            1 => terms.sdiv(product, wide[2]),
            2 => terms.srem(product, wide[2]),
            _ => terms.urem(wide[2], wide[0]),
        };
        let wanted = terms.constant(16, random.below(12));
        let cond = terms.eq(result, wanted);
        let found = solvers.each_mut().map(|solver| {
            let mut path = Path::new();
            for bound in &bounds {
                solver.assume(&mut terms, &mut path, *bound, None);
            }
            match solver.check(&mut terms, &path, cond) {
                Answer::Sat(model) => {
                    assert_model(&terms, &path, cond, &model);
                    true
                }
                answer => {
                    assert_eq!(answer, Answer::Unsat, "seed {seed}");
                    false
                }
            }
        });
        assert_eq!(found[0], found[1], "seed {seed}");
        answers[usize::from(found[0])] += 1;
    }
    assert!(answers.iter().all(|count| *count > 3), "both answers occur: {answers:?}");
}

/// Factoring a product of two 32-bit primes without a pattern in their bits: no back end does that in
/// less than minutes.
fn hard(terms: &mut Terms) -> Term {
    let x = terms.symbol("x", 32, SymbolKind::Input);
    let y = terms.symbol("y", 32, SymbolKind::Input);
    let (wide_x, wide_y) = (terms.zext(x, 64), terms.zext(y, 64));
    let product = terms.mul(wide_x, wide_y);
    let number = terms.constant(64, 2_654_435_789u64 * 3_405_691_637);
    let one = terms.constant(32, 1);
    let factored = terms.eq(product, number);
    let (x_large, y_large) = (terms.ult(one, x), terms.ult(one, y));
    let large = terms.and(x_large, y_large);
    terms.and(factored, large)
}

#[test]
fn a_time_limit_is_an_answer() {
    for backend in [BackendKind::Bitblast, BackendKind::Z3] {
        let mut terms = Terms::new();
        let cond = hard(&mut terms);
        let mut solver =
            Solver::new(Config { backend, time_limit: Some(Duration::from_millis(1)), ..Config::default() });
        let path = Path::new();
        assert_eq!(solver.check(&mut terms, &path, cond), Answer::Unknown, "{backend:?}");
        assert_eq!(
            solver.decide(&mut terms, &path, cond),
            Decision::Unknown { feasible: Some(false) },
            "{backend:?}"
        );
        assert_eq!(solver.stats().unknown, 2);
        // It still works.
        let x = terms.symbol("z", 8, SymbolKind::Input);
        let zero = terms.constant(8, 0);
        let easy = terms.ne(x, zero);
        assert!(matches!(solver.check(&mut terms, &path, easy), Answer::Sat(_) | Answer::Unknown));
    }
}

#[test]
fn a_memory_limit_is_an_answer() {
    let mut terms = Terms::new();
    let cond = hard(&mut terms);
    let mut solver = Solver::new(Config { memory_limit: Some(10_000), ..Config::default() });
    assert_eq!(solver.check(&mut terms, &Path::new(), cond), Answer::Unknown);
}

/// After an assumption that was not decided the path has no model, and nothing relies on one.
#[test]
fn a_path_without_a_model() {
    let mut terms = Terms::new();
    let cond = hard(&mut terms);
    let mut solver = Solver::new(Config { time_limit: Some(Duration::from_millis(1)), ..Config::default() });
    let mut path = Path::new();
    assert_eq!(solver.assume(&mut terms, &mut path, cond, None), Assumed::Unknown);
    assert!(!path.has_model());
    let z = terms.symbol("z", 8, SymbolKind::Input);
    let zero = terms.constant(8, 0);
    let other = terms.eq(z, zero);
    assert_eq!(solver.decide(&mut terms, &path, other), Decision::Unknown { feasible: None });
}

#[test]
fn recordings_read_back() {
    let file = std::env::temp_dir().join(format!("rethread-recording-{}", std::process::id()));
    let mut terms = Terms::new();
    let mut solver = Solver::new(Config { record: Some(file.clone()), ..Config::default() });
    let x = terms.symbol("x", 16, SymbolKind::Input);
    let five = terms.constant(16, 5);
    let square = terms.mul(x, x);
    let cond = terms.eq(square, five);
    solver.check(&mut terms, &Path::new(), cond);
    solver.flush().expect("written");
    let recording = Recording::read(&file).expect("read");
    std::fs::remove_file(&file).expect("removed");
    assert_eq!(recording.queries.len(), 1);
    assert_eq!(recording.pool.display(recording.queries[0][0]).to_string(), terms.display(cond).to_string());
}

/// Alternating operations `depth` deep with fixed inputs: the depth is the point, not the search.
fn deep(terms: &mut Terms, width: u32, depth: u64) -> [Term; 3] {
    let x = terms.symbol("x", width, SymbolKind::Input);
    let y = terms.symbol("y", width, SymbolKind::Input);
    let mut term = x;
    for i in 0..depth {
        let step = terms.constant(width, i.wrapping_mul(0x9e37_79b9));
        term = if i % 2 == 0 { terms.xor(term, y) } else { terms.sub(step, term) };
    }
    let (three, two) = (terms.constant(width, 3), terms.constant(width, 2));
    let mut model = Model::new();
    for (symbol, value) in [(x, 3), (y, 2)] {
        let symbol = terms.symbol_of(symbol).expect("a symbol");
        model.set(symbol, Value::Small { width, value });
    }
    let value = Evaluator::new().eval(terms, term, &model);
    let value = terms.bits(value);
    [terms.eq(x, three), terms.eq(y, two), terms.ne(term, value)]
}

#[test]
fn deep_terms_do_not_overflow_the_stack() {
    let mut terms = Terms::new();
    let conds = deep(&mut terms, 2, 1_000_000);
    assert!(terms.len() > 1_000_000, "not simplified away");
    let answer = Bitblast::new().check(&mut terms, &conds, &Limits::default());
    assert!(matches!(answer, BackendAnswer::Unsat(_)), "{answer:?}");
}

/// Z3 takes more than linear time on deep terms, so this one is not as deep; it may give up, but not
/// crash and not contradict.
#[test]
fn deep_terms_in_the_reference() {
    let mut terms = Terms::new();
    let conds = deep(&mut terms, 32, 2_000);
    let limits = Limits { time: Some(Duration::from_secs(5)), memory: None };
    let answer = Z3::new(0).check(&mut terms, &conds, &limits);
    assert!(!matches!(answer, BackendAnswer::Sat(_)), "{answer:?}");
}
