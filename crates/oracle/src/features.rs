//! What a program makes use of, for the tally: a net with a hole in it should be seen to have one.

use crate::ast::*;
use std::collections::BTreeSet;

/// Names of everything the program uses.
pub fn features(ast: &Ast) -> BTreeSet<&'static str> {
    let mut out = BTreeSet::new();
    out.insert(match ast.threads.len() {
        0 => "1 thread",
        1 => "2 threads",
        2 => "3 threads",
        _ => "4 threads",
    });
    if ast.starts.len() < ast.threads.len() {
        out.insert("shared start routine");
    }
    let created = |f: &Function| f.body.iter().any(|s| matches!(s.kind, Kind::Create(_)));
    if ast.starts.iter().any(created) {
        out.insert("nested create");
    }
    let statements = ast.statements();
    let count = |is: fn(&Kind) -> bool| statements.iter().filter(|s| is(&s.kind)).count();
    if count(|k| matches!(k, Kind::Join(_))) < count(|k| matches!(k, Kind::Create(_))) {
        out.insert("early exit");
    }
    for s in statements {
        out.insert(name(&s.kind));
        match &s.kind {
            Kind::Load(_, p) | Kind::Store(p, _) | Kind::Rmw(_, _, p, _) | Kind::Cas(_, p, ..) => {
                place(ast, p, &mut out);
            }
            Kind::PtrStore(_, Address::Own) => _ = out.insert("pointer to stack"),
            Kind::PtrStore(_, Address::Elem(..)) => _ = out.insert("pointer to element"),
            _ => {}
        }
    }
    out
}

fn place(ast: &Ast, p: &Place, out: &mut BTreeSet<&'static str>) {
    match p {
        Place::Var(v) | Place::Elem(v, _) => {
            out.insert(match ast.vars[*v].order {
                None => "plain access",
                Some(Order::SeqCst) => "atomic access",
                Some(_) => "weaker atomic access",
            });
        }
        Place::Cell { .. } => _ = out.insert("access through pointer"),
    }
    match p {
        Place::Elem(_, Expr::Const(_)) => _ = out.insert("constant index"),
        Place::Elem(..) => _ = out.insert("variable index"),
        _ => {}
    }
}

fn name(kind: &Kind) -> &'static str {
    match kind {
        Kind::Set(..) => "assignment",
        Kind::Load(..) | Kind::PtrLoad(..) => "load",
        Kind::Store(..) | Kind::PtrStore(..) => "store",
        Kind::Rmw(..) => "read-modify-write",
        Kind::Cas(..) => "compare-exchange",
        Kind::Fence(_) => "fence",
        Kind::Malloc(_) => "malloc",
        Kind::Free(_) => "free",
        Kind::If(..) | Kind::IfPtr(..) => "branch",
        Kind::For(..) => "loop",
        Kind::While(_, _, body) if body.is_empty() => "spin",
        Kind::While(..) => "waiting loop",
        Kind::Assert(_) => "assert",
        Kind::Assume(_) => "assume",
        Kind::Input(..) => "symbolic input",
        Kind::Atomic(_) => "atomic section",
        Kind::Call(..) => "call",
        Kind::CallOneOf(..) => "call through pointer",
        Kind::Sync(SyncOp::Lock | SyncOp::Unlock, _) => "mutex",
        Kind::Sync(SyncOp::ReadLock | SyncOp::WriteLock | SyncOp::RwUnlock, _) => "rwlock",
        Kind::Sync(SyncOp::Signal | SyncOp::Broadcast, _) | Kind::Wait(..) => "condition variable",
        Kind::Sync(SyncOp::SemInit | SyncOp::SemWait | SyncOp::SemPost, _) => "semaphore",
        Kind::Sync(SyncOp::BarrierInit | SyncOp::BarrierWait, _) => "barrier",
        Kind::TryLock(..) => "trylock",
        Kind::Create(_) => "create",
        Kind::Join(_) => "join",
        Kind::Leave => "pthread_exit in main",
    }
}
