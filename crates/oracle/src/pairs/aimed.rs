//! Chains for what random edits hardly ever come to: three versions of a program that is made for it, with edits that are
//! aimed, and random ones among them (tests/carried.rs has the plain cases).
//!
//! - A summary vouches for what was looked for. The first edit concerns one check; on the way to it a helper is run, whose own check fails
//!   where no input leads. The second edit lets an input lead there.
//! - A summary knows what threads share. An edit lets a thread touch what was the other one's alone, before a point that both versions
//!   come to.

use super::chain::Chain;
use crate::ast::*;
use crate::edit::{Edit, edit, edit_by};
use crate::rng::Rng;

/// One seed in so many, and which: chains of two pairs, and none that a test had recorded.
const EVERY: u64 = 8;
const WHICH: u64 = 5;
/// Added statements at most.
const MORE: usize = 2;

pub fn is_aimed(seed: u64) -> bool {
    seed % EVERY == WHICH
}

pub fn chain_of(seed: u64) -> Chain {
    let mut rng = Rng::new(seed ^ 0x00a1_3ed5_eed0);
    let aim = rng.pick(&[vouching, sharing]);
    let mut ast = Ast::default();
    let steps = aim(&mut rng, &mut ast);
    for _ in 0..rng.below(MORE + 1) {
        if let Some((more, _)) = edit_by(&[Edit::StatementAdded], &ast, Rng::new(rng.next())) {
            ast = more;
        }
    }
    let mut chain = Chain { versions: vec![ast], edits: Vec::new() };
    for step in steps {
        let (mut ast, mut edits) = (chain.versions[chain.versions.len() - 1].clone(), Vec::new());
        if let Some((change, what)) = step {
            change(&mut ast);
            edits.push(what);
        }
        if (edits.is_empty() || rng.one_in(4))
            && let Some((next, what)) = edit(&ast, Rng::new(rng.next()))
        {
            ast = next;
            edits.push(what);
        }
        chain.versions.push(ast);
        chain.edits.push(edits);
    }
    chain
}

/// What leads to the second version and to the third; None for whatever comes.
type Steps = [Option<(Box<dyn Fn(&mut Ast)>, Edit)>; 2];

fn is(op: Bin, l: Local, n: i32) -> Expr {
    Expr::bin(op, Expr::Local(l), Expr::Const(n))
}

fn body(kinds: impl IntoIterator<Item = Kind>) -> Function {
    Function { body: kinds.into_iter().map(Stmt::from).collect(), ..Function::default() }
}

/// A step that both threads take, so that they stand there together.
fn meets(l: Local) -> Kind {
    Kind::Rmw(l, Rmw::Add, Place::Var(0), Expr::Const(1))
}

/// Two threads, one variable for them to meet at, and others that are not atomic; main does this first.
fn two_threads(ast: &mut Ast, rng: &mut Rng, plain: usize, routines: [Function; 2], first: Vec<Kind>) {
    ast.vars.push(Var { order: Some(Order::SeqCst), len: None, init: 0 });
    ast.vars.extend((0..plain).map(|_| Var { order: None, len: None, init: 0 }));
    ast.starts.extend(routines);
    ast.threads = if rng.one_in(2) { vec![0, 1] } else { vec![1, 0] };
    let threads = [Kind::Create(0), Kind::Create(1), Kind::Join(0), Kind::Join(1)];
    ast.main = body(first.into_iter().chain(threads));
}

fn vouching(rng: &mut Rng, ast: &mut Ast) -> Steps {
    let (good, bad) = (rng.below(2) as i32, 2 + rng.below(2) as i32);
    let (input, bound) = (rng.pick(&[1, 3]), 1);
    // The way that no input goes is the first one or the second.
    let (op, yes, no) = match rng.one_in(2) {
        true => (Bin::Lt, good, bad),
        false => (Bin::Eq, bad, good),
    };
    let helper = body([meets(1), Kind::Assert(is(Bin::Ne, 0, bad))]);
    ast.helpers.push(Function { result: Some(Expr::Local(1)), ..helper });
    let checks = [Kind::Call(0, 0, Expr::Const(good)), Kind::Assert(is(Bin::Ne, 0, bad))];
    let way = |n| vec![Stmt::from(Kind::Set(1, Expr::Const(n)))];
    let calls = [
        Kind::Load(0, Place::Var(1)),
        Kind::If(is(op, 0, bound), way(yes), way(no)),
        Kind::Call(2, 0, Expr::Local(1)),
    ];
    let assume = Kind::Assume(is(Bin::Lt, 0, bound));
    let first = vec![Kind::Input(0, input), assume.clone(), Kind::Store(Place::Var(1), Expr::Local(0))];
    two_threads(ast, rng, 1, [body(checks), body(calls)], first);
    let other = is(Bin::Ne, 0, bad + 1 + rng.below(2) as i32);
    let modify = move |ast: &mut Ast| {
        let asserts = ast.starts[0].body.iter_mut().filter(|s| matches!(s.kind, Kind::Assert(_)));
        asserts.for_each(|s| s.kind = Kind::Assert(other.clone()));
    };
    let delete = move |ast: &mut Ast| ast.main.body.retain(|s| s.kind != assume);
    [Some((Box::new(modify), Edit::ConditionModified)), Some((Box::new(delete), Edit::StatementDeleted))]
}

fn sharing(rng: &mut Rng, ast: &mut Ast) -> Steps {
    let (mine, theirs) = (Place::Var(1), Place::Var(2));
    let one = Expr::Const(1);
    let read = Kind::Load(1, theirs.clone());
    let write = Kind::Store(theirs, one.clone());
    let (new, old) = rng.pick(&[(&read, &write), (&write, &read), (&write, &write)]);
    let routines = [body([Kind::Store(mine, one), meets(0)]), body([meets(0), old.clone()])];
    two_threads(ast, rng, 2, routines, Vec::new());
    let new = Stmt::from(new.clone());
    let add = move |ast: &mut Ast| {
        let body = &mut ast.starts[0].body;
        let at = body.iter().position(|s| s.kind == meets(0)).unwrap_or(0);
        body.insert(at, new.clone());
    };
    [Some((Box::new(add), Edit::StatementAdded)), None]
}
