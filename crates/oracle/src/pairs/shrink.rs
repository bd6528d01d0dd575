//! Makes a pair that shows a mismatch smaller: less of an edit, and less of what both versions have.

use super::diff::DiffSetting;
use super::{Mismatch, Wrong, judge_pair};
use crate::ast::*;
use crate::session::SHRINKING;
use crate::shrink::{candidates, edit, smaller};
use crate::subject::is_compiled;

pub(super) fn shrink(seed: u64, mismatch: Mismatch) -> Mismatch {
    let Mismatch { old, new, versions, why } = mismatch;
    let first = why[0].clone();
    let settings: Vec<DiffSetting> = match first {
        Wrong::Diff(how, _) => vec![how],
        _ => Vec::new(),
    };
    let wrong = |pair: &mut (Ast, Ast)| {
        let now = judge_pair(&mut pair.0, &mut pair.1, is_compiled(seed), &settings);
        now.iter().any(|w| w.is_like(&first)).then_some(now)
    };
    let ((old, new), why): ((Ast, Ast), Vec<Wrong>) =
        smaller((old, new), why, SHRINKING, smaller_pairs, wrong);
    Mismatch { old, new, versions, why }
}

/// Pairs that are a step smaller, the boldest first.
fn smaller_pairs((old, new): &(Ast, Ast)) -> Vec<(Ast, Ast)> {
    let mut out = Vec::new();
    // A function that was not edited after all.
    for f in 0..old.functions().count().min(new.functions().count()) {
        let mut undone = new.clone();
        let before = old.functions().nth(f).cloned();
        if let (Some(function), Some(before)) = (undone.functions_mut().nth(f), before)
            && old.helpers.len() == new.helpers.len()
            && old.starts.len() == new.starts.len()
        {
            *function = before;
        }
        if undone != *new && fits(&undone) {
            out.push((old.clone(), undone));
        }
    }
    // A statement of both.
    let statements: Vec<Kind> = old.statements().iter().map(|s| s.kind.clone()).collect();
    for (n, kind) in statements.iter().enumerate().rev() {
        let Some(m) = new.statements().iter().rposition(|s| alike(&s.kind, kind)) else { continue };
        let (mut a, mut b) = (old.clone(), new.clone());
        edit(&mut a, n, &mut |block, i| _ = block.remove(i));
        edit(&mut b, m, &mut |block, i| _ = block.remove(i));
        out.push((a, b));
    }
    out.extend(candidates(new).into_iter().map(|n| (old.clone(), n)));
    out.extend(candidates(old).into_iter().map(|o| (o, new.clone())));
    out
}

/// The same, but for the lines of what is inside.
fn alike(a: &Kind, b: &Kind) -> bool {
    let one = |kind: &Kind| {
        let mut ast = Ast {
            main: Function { body: vec![kind.clone().into()], ..Function::default() },
            ..Ast::default()
        };
        ast.functions_mut().for_each(|f| unnumber(&mut f.body));
        ast
    };
    one(a) == one(b)
}

fn unnumber(block: &mut [Stmt]) {
    for s in block {
        s.line = 0;
        s.kind.blocks_mut().into_iter().for_each(|b| unnumber(b));
    }
}

/// Does everything exist that its statements name? A function of one version may be about what only that version declares.
fn fits(ast: &Ast) -> bool {
    let place = |p: &Place| match p {
        Place::Var(v) => ast.vars.get(*v).is_some_and(|v| v.len.is_none()),
        Place::Elem(v, _) => ast.vars.get(*v).is_some_and(|v| v.len.is_some()),
        Place::Cell { .. } => true,
    };
    ast.statements().iter().all(|s| match &s.kind {
        Kind::Load(_, p)
        | Kind::Store(p, _)
        | Kind::Rmw(_, _, p, _)
        | Kind::Cas(_, p, ..)
        | Kind::While(p, ..) => place(p),
        Kind::Sync(SyncOp::Lock | SyncOp::Unlock, m) | Kind::TryLock(_, m) => *m < ast.mutexes,
        Kind::Create(t) | Kind::Join(t) => *t < ast.threads.len(),
        _ => true,
    })
}
