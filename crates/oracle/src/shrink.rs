//! Makes a program that shows a mismatch smaller, as long as it still shows one.

use crate::ast::*;
use crate::compare::{Complaint, Verdict};
use std::time::{Duration, Instant};

/// The smallest program found that has the first complaint, and everything that is wrong with it.
pub fn shrink(
    ast: &Ast,
    why: Vec<Complaint>,
    limit: Duration,
    judge: impl Fn(&mut Ast) -> Verdict,
) -> (Ast, Vec<Complaint>) {
    let first = why[0].clone();
    smaller(ast.clone(), why, limit, candidates, |candidate| match judge(candidate) {
        Verdict::Mismatch(now) if now.iter().any(|c| c.is_like(&first)) => Some(now),
        _ => None,
    })
}

/// Takes the first of the candidates that is still wrong, again and again.
pub(crate) fn smaller<T, W>(
    start: T,
    why: W,
    limit: Duration,
    candidates: impl Fn(&T) -> Vec<T>,
    wrong: impl Fn(&mut T) -> Option<W>,
) -> (T, W) {
    let end = Instant::now() + limit;
    let (mut best, mut why) = (start, why);
    'again: loop {
        for mut candidate in candidates(&best) {
            if Instant::now() > end {
                return (best, why);
            }
            if let Some(now) = wrong(&mut candidate) {
                (best, why) = (candidate, now);
                continue 'again;
            }
        }
        return (best, why);
    }
}

/// Programs that are a step smaller, the boldest first.
pub(crate) fn candidates(ast: &Ast) -> Vec<Ast> {
    let mut out = Vec::new();
    for t in (0..ast.threads.len()).rev() {
        let mut a = ast.clone();
        for f in a.functions_mut() {
            without(&mut f.body, &|k| matches!(k, Kind::Create(x) | Kind::Join(x) if *x == t));
        }
        if a != *ast {
            out.push(a);
        }
    }
    // Each statement away, or replaced by what is in it.
    let count = ast.statements().len();
    for n in (0..count).rev() {
        let mut a = ast.clone();
        edit(&mut a, n, &mut |block, i| {
            block.remove(i);
        });
        out.push(a);
    }
    for n in (0..count).rev() {
        let inner = ast.statements()[n].kind.blocks().into_iter().cloned().collect::<Vec<_>>();
        for part in inner {
            let mut a = ast.clone();
            edit(&mut a, n, &mut |block, i| {
                block.splice(i..=i, part.clone());
            });
            out.push(a);
        }
    }
    for n in 0..count {
        for kind in simpler(&ast.statements()[n].kind) {
            let mut a = ast.clone();
            edit(&mut a, n, &mut |block, i| block[i].kind = kind.clone());
            out.push(a);
        }
    }
    for v in 0..ast.vars.len() {
        let var = &ast.vars[v];
        if var.init != 0 {
            let mut a = ast.clone();
            a.vars[v].init = 0;
            out.push(a);
        }
        if var.order != Some(Order::SeqCst) {
            let mut a = ast.clone();
            a.vars[v].order = Some(Order::SeqCst);
            out.push(a);
        }
    }
    for e in ast.main.result.iter().flat_map(less) {
        let mut a = ast.clone();
        a.main.result = Some(e);
        out.push(a);
    }
    if ast.main.result.is_some() {
        let mut a = ast.clone();
        a.main.result = None;
        out.push(a);
    }
    for f in 0..ast.helpers.len() {
        for e in ast.helpers[f].result.iter().flat_map(less) {
            let mut a = ast.clone();
            a.helpers[f].result = Some(e);
            out.push(a);
        }
    }
    out
}

fn without(block: &mut Vec<Stmt>, gone: &dyn Fn(&Kind) -> bool) {
    block.retain(|s| !gone(&s.kind));
    for s in block {
        s.kind.blocks_mut().into_iter().for_each(|b| without(b, gone));
    }
}

/// Applies an edit at the n-th statement, in the order of [`Ast::statements`].
pub(crate) fn edit(ast: &mut Ast, n: usize, with: &mut dyn FnMut(&mut Vec<Stmt>, usize)) {
    fn walk(block: &mut Vec<Stmt>, left: &mut usize, with: &mut dyn FnMut(&mut Vec<Stmt>, usize)) -> bool {
        for i in 0..block.len() {
            if *left == 0 {
                with(block, i);
                return true;
            }
            *left -= 1;
            for b in block[i].kind.blocks_mut() {
                if walk(b, left, with) {
                    return true;
                }
            }
        }
        false
    }
    let mut left = n;
    for f in ast.functions_mut() {
        if walk(&mut f.body, &mut left, with) {
            return;
        }
    }
}

/// Simpler forms of one statement.
fn simpler(kind: &Kind) -> Vec<Kind> {
    let mut out = Vec::new();
    match kind {
        Kind::Set(l, e) => out.extend(less(e).into_iter().map(|e| Kind::Set(*l, e))),
        Kind::Load(l, p) => out.extend(nearer(p).into_iter().map(|p| Kind::Load(*l, p))),
        Kind::Store(p, e) => {
            out.extend(less(e).into_iter().map(|e| Kind::Store(p.clone(), e)));
            out.extend(nearer(p).into_iter().map(|p| Kind::Store(p, e.clone())));
        }
        Kind::Rmw(l, op, p, e) => {
            out.push(Kind::Store(p.clone(), e.clone()));
            out.push(Kind::Load(*l, p.clone()));
            out.extend(nearer(p).into_iter().map(|p| Kind::Rmw(*l, *op, p, e.clone())));
        }
        Kind::Cas(l, p, a, b) => {
            out.push(Kind::Store(p.clone(), b.clone()));
            out.push(Kind::Load(*l, p.clone()));
            out.extend(nearer(p).into_iter().map(|p| Kind::Cas(*l, p, a.clone(), b.clone())));
        }
        Kind::For(l, n, b) if *n > 1 => out.push(Kind::For(*l, n - 1, b.clone())),
        Kind::If(e, a, b) => out.extend(less(e).into_iter().map(|e| Kind::If(e, a.clone(), b.clone()))),
        Kind::Assert(e) => out.extend(less(e).into_iter().map(Kind::Assert)),
        Kind::Assume(e) => out.extend(less(e).into_iter().map(Kind::Assume)),
        Kind::Input(l, n) => {
            out.push(Kind::Set(*l, Expr::Const(0)));
            if *n > 1 {
                out.push(Kind::Input(*l, n / 2));
            }
        }
        Kind::CallOneOf(l, [a, b], condition, e) => {
            out.push(Kind::Call(*l, *a, e.clone()));
            out.push(Kind::Call(*l, *b, e.clone()));
            out.extend(less(condition).into_iter().map(|c| Kind::CallOneOf(*l, [*a, *b], c, e.clone())));
            out.extend(less(e).into_iter().map(|e| Kind::CallOneOf(*l, [*a, *b], condition.clone(), e)));
        }
        Kind::Call(l, h, e) => out.extend(less(e).into_iter().map(|e| Kind::Call(*l, *h, e))),
        Kind::While(p, e, b) => {
            out.extend(nearer(p).into_iter().map(|p| Kind::While(p, e.clone(), b.clone())))
        }
        _ => {}
    }
    out
}

fn less(e: &Expr) -> Vec<Expr> {
    match e {
        Expr::Const(0) => vec![],
        Expr::Const(1) => vec![Expr::Const(0)],
        Expr::Const(_) => vec![Expr::Const(0), Expr::Const(1)],
        Expr::Local(_) => vec![Expr::Const(0), Expr::Const(1)],
        Expr::Bin(_, a, b) => vec![Expr::Const(0), Expr::Const(1), (**a).clone(), (**b).clone()],
    }
}

fn nearer(p: &Place) -> Vec<Place> {
    match p {
        Place::Elem(v, i) => less(i).into_iter().map(|i| Place::Elem(*v, i)).collect(),
        _ => vec![],
    }
}
