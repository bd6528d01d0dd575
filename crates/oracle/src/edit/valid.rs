//! Which programs may come out of an edit.
//!
//! Not about being right: a program with a bug is what is looked for. But it must end, its threads must be known one by one, and it
//! must not take too long.

use crate::ast::*;
use crate::estimate::interleavings;
use crate::used::Used;

/// Most interleavings of an edited program.
const LARGEST: f64 = 3000.0;
const MOST_INPUTS: usize = 3;

pub(super) fn is_valid(ast: &Ast) -> bool {
    let inputs = ast.statements().iter().filter(|s| matches!(s.kind, Kind::Input(..))).count();
    let mut helpers = ast.helpers.iter();
    inputs <= MOST_INPUTS
        && ast.functions().all(|f| nests(&f.body))
        // No recursion, and no end of a thread where nobody looks for it.
        && helpers.all(|h| !any(&h.body, &|k| matches!(k, Kind::Call(..) | Kind::CallOneOf(..) | Kind::Leave) || is_thread(k)))
        && threads_are_known(ast)
        && interleavings(ast) <= LARGEST
}

fn is_thread(kind: &Kind) -> bool {
    matches!(kind, Kind::Create(_) | Kind::Join(_))
}

fn any(block: &[Stmt], is: &dyn Fn(&Kind) -> bool) -> bool {
    block.iter().any(|s| is(&s.kind) || s.kind.blocks().into_iter().any(|b| any(b, is)))
}

/// Loops end: those that wait do nothing else, and those that count have their counter for themselves. Atomic sections
/// do not wait.
fn nests(block: &[Stmt]) -> bool {
    block.iter().all(|s| {
        let inside = match &s.kind {
            Kind::While(_, _, body) => matches!(&body[..], [] | [Stmt { kind: Kind::Wait(..), .. }]),
            Kind::For(l, n, body) => {
                *n <= 3
                    && !any(body, &|k| matches!(k, Kind::For(..)))
                    && !Used::of_block(body).set_ints.contains(l)
            }
            Kind::Atomic(body) => !any(body, &|k| !is_plain(k)),
            _ => true,
        };
        let threads = s.kind.blocks().into_iter().any(|b| any(b, &is_thread));
        inside && !threads && s.kind.blocks().into_iter().all(|b| nests(b))
    })
}

fn is_plain(kind: &Kind) -> bool {
    use Kind::*;
    matches!(kind, Set(..) | Load(..) | Store(..) | Rmw(..) | Cas(..) | If(..))
}

/// Every thread is created once at most, and joined at most once, by its creator, afterwards. Who creates threads runs in one
/// thread only: handles are by thread.
fn threads_are_known(ast: &Ast) -> bool {
    let place = |is: &dyn Fn(&Kind) -> bool| -> Vec<(usize, usize)> {
        let functions = ast.functions().enumerate();
        functions
            .flat_map(|(f, function)| {
                let body = function.body.iter().enumerate();
                body.filter(|(_, s)| is(&s.kind)).map(|(i, _)| (f, i)).collect::<Vec<_>>()
            })
            .collect()
    };
    let each = (0..ast.threads.len()).all(|t| {
        let created = place(&|k| *k == Kind::Create(t));
        match (&created[..], &place(&|k| *k == Kind::Join(t))[..]) {
            ([] | [_], []) => true,
            ([(f, i)], [(g, j)]) => f == g && i < j,
            _ => false,
        }
    });
    let alone = |r: usize| ast.threads.iter().filter(|&&f| f == r).count() <= 1;
    let mut starts = ast.starts.iter().enumerate();
    each && starts.all(|(r, f)| !f.body.iter().any(|s| is_thread(&s.kind)) || alone(r))
}
