//! Which left shifts C sees as signed.
//!
//! Source: clang's `-fsanitize=shift-base`. LLVM's `shl` is the same for signed and unsigned values, so
//! the file is compiled a second time with that one check, and the shifts clang guards there are marked in
//! the program proper.
//!
//! Guarantee: a shift is marked only if clang checks it, so what clang leaves alone (unsigned values,
//! `-fwrapv`, `no_sanitize`) stays unmarked. The check adds no shift to the left and moves none, so the
//! n-th of a function is the n-th of the same function in both programs, in macros as well, where many
//! shifts share one location. If a function's shifts differ all the same (source that asks whether a
//! sanitizer is on), none of them is marked. A shift of two constants is folded by clang and is in neither
//! program. Cost: one more run of clang and one more lowering, only if asked for.

use crate::{BinOp, Block, Function, Op, Operand, Program, Type};
use rustc_hash::{FxHashMap, FxHashSet};

/// Clang's own check, in a form that needs no run-time library.
pub const FLAGS: &[&str] = &["-fsanitize=shift-base", "-fsanitize-trap=shift-base"];

/// Marks in `program` what is guarded in `checked`, the same unit compiled with [`FLAGS`].
pub fn mark(program: &mut Program, checked: &Program) {
    let by_name: FxHashMap<&str, &Function> =
        checked.functions.iter().map(|f| (f.name.as_str(), f)).collect();
    let signed: Vec<Vec<bool>> = program
        .functions
        .iter()
        .map(|f| match by_name.get(f.name.as_str()) {
            Some(g) if places(program, f) == places(checked, g) => guarded(g),
            _ => Vec::new(),
        })
        .collect();
    for (f, signed) in program.functions.iter_mut().zip(signed) {
        let insts = f.blocks.iter_mut().flat_map(|b| &mut b.insts);
        let flags = insts.filter_map(|i| match &mut i.op {
            Op::Binary { op: BinOp::Shl, flags, .. } => Some(flags),
            _ => None,
        });
        for (flags, signed) in flags.zip(signed) {
            flags.signed_base = signed;
        }
    }
}

/// A type, and file, line and column.
type Place<'p> = (&'p Type, Option<(&'p str, u32, u32)>);

/// Of every left shift, in program order.
fn places<'p>(program: &'p Program, f: &Function) -> Vec<Place<'p>> {
    let shifts = f.blocks.iter().flat_map(|b| &b.insts).filter_map(|inst| match inst.op {
        Op::Binary { op: BinOp::Shl, ty, .. } => Some((ty, inst.loc)),
        _ => None,
    });
    shifts
        .map(|(ty, loc)| {
            let at = program.location(loc).map(|l| (program.file(l.at.file), l.at.line, l.at.column));
            (program.types.get(ty), at)
        })
        .collect()
}

/// For every left shift, in program order: does a check that can trap lead to it?
///
/// Clang keeps one trap per function, but a branch per check: the branch that does not trap leads to a
/// block that starts with the shift.
fn guarded(f: &Function) -> Vec<bool> {
    let after_check: FxHashSet<_> = f
        .blocks
        .iter()
        .filter_map(|b| match b.insts.last()?.op {
            Op::CondBr { yes, no, .. } if traps(f.block(no)) && !is_folded(b) => Some(yes.0 as usize),
            _ => None,
        })
        .collect();
    let mut out = Vec::new();
    for (b, block) in f.blocks.iter().enumerate() {
        for (i, inst) in block.insts.iter().enumerate() {
            if matches!(inst.op, Op::Binary { op: BinOp::Shl, .. }) {
                out.push(i == 0 && after_check.contains(&b));
            }
        }
    }
    out
}

fn traps(block: &Block) -> bool {
    matches!(&block.insts[0].op, Op::Intrinsic { name, .. } if name == "ubsantrap")
}

/// Is what the check decides on constant? Then so was the shift, and what follows is something else.
fn is_folded(check: &Block) -> bool {
    let constant = |value: &Operand| matches!(value, Operand::Const(_));
    matches!(&check.insts[0].op, Op::Phi { incoming, .. } if incoming.iter().all(|(_, v)| constant(v)))
}
