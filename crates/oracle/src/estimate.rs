//! How many interleavings a program has if nothing ever waits.

use crate::ast::*;

/// Visible steps of a block, on its longest way.
fn steps(ast: &Ast, block: &[Stmt]) -> f64 {
    block.iter().map(|s| step(ast, &s.kind)).sum()
}

fn step(ast: &Ast, kind: &Kind) -> f64 {
    match kind {
        Kind::Load(..)
        | Kind::Store(..)
        | Kind::Rmw(..)
        | Kind::Cas(..)
        | Kind::PtrLoad(..)
        | Kind::PtrStore(..)
        | Kind::Free(_)
        | Kind::Atomic(_)
        | Kind::Sync(..)
        | Kind::TryLock(..) => 1.0,
        Kind::Wait(..) => 2.0,
        Kind::If(_, a, b) => steps(ast, a).max(steps(ast, b)),
        Kind::IfPtr(_, a) => steps(ast, a),
        Kind::For(_, n, a) => f64::from(*n) * steps(ast, a),
        Kind::While(_, _, a) => 2.0 + steps(ast, a),
        Kind::Call(_, h, _) => steps(ast, &ast.helpers[*h].body),
        Kind::CallOneOf(_, [h, other], ..) => {
            steps(ast, &ast.helpers[*h].body).max(steps(ast, &ast.helpers[*other].body))
        }
        Kind::Set(..)
        | Kind::Fence(_)
        | Kind::Malloc(_)
        | Kind::Assert(_)
        | Kind::Assume(_)
        | Kind::Input(..)
        | Kind::Create(_)
        | Kind::Join(_)
        | Kind::Leave => 0.0,
    }
}

/// Orders of the steps of all threads.
pub fn interleavings(ast: &Ast) -> f64 {
    let mut total = 0.0;
    let mut orders = 1.0;
    let bodies = ast.threads.iter().map(|&f| &ast.starts[f].body).chain(std::iter::once(&ast.main.body));
    for body in bodies {
        // One at a time: choose where each step goes among those that were placed.
        for k in 1..=steps(ast, body) as u32 {
            total += 1.0;
            orders *= total / f64::from(k);
        }
    }
    orders
}
