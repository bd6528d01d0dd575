//! Local variables that are of another type in the new version.
//!
//! Whatever is done with such a variable is done with its address, so two allocations would make all of it different. But an
//! allocation says nothing of a variable but how large it is: memory has no types. So both versions of a pair get the larger
//! of the two, they are one, and what is different is a size: who may fail, or may not, because of it is affected
//! (`Versions` of `depend`). The compiler's markers of its scope have no size of their own.
//!
//! Where a pointer is a number this is nothing new, as an edit elsewhere can move an object, too; an alignment is about nothing
//! else. Of what looks at sizes otherwise (`llvm.objectsize`) nothing is known: such programs keep two allocations.

use super::body::{Alignment, At, Partner, Row};
use super::canon::Canon;
use super::merge::{Merged, Place};
use rethread_ir::{Const, Op, Operand, Program, TypeTable};

/// Does a program look at how large its objects are?
pub fn looked_at(program: &Program) -> bool {
    let insts = program.functions.iter().flat_map(|f| &f.blocks).flat_map(|b| &b.insts);
    insts.map(|i| &i.op).any(|op| matches!(op, Op::Intrinsic { name, .. } if &**name == "objectsize"))
}

/// How large the variable is that this instruction makes, if it makes one and that is a number.
fn size(op: &Op, types: &TypeTable) -> Option<u64> {
    match op {
        Op::Alloca { ty, count: Operand::Const(Const::Int(n)), .. } => {
            n.as_u64()?.checked_mul(types.alloc_size(*ty))
        }
        _ => None,
    }
}

/// Both versions with one size where a variable was only given another one; None if there is no such variable.
pub fn alike(alignment: &Alignment, old: &Row, new: &Row, types: &TypeTable) -> Option<(Canon, Canon)> {
    let (mut a, mut b) = (old.canon.clone(), new.canon.clone());
    let mut any = false;
    for n in 0..new.len() {
        let Partner::Modified(o) = alignment.old_of[n] else { continue };
        let (was, is) = (old.op(o), new.op(n));
        let (Some(before), Some(now)) = (size(was, types), size(is, types)) else { continue };
        let larger = if before > now { was } else { is };
        *op_mut(&mut a, old, o) = larger.clone();
        *op_mut(&mut b, new, n) = larger.clone();
        any = true;
    }
    any.then_some((a, b))
}

fn op_mut<'c>(canon: &'c mut Canon, row: &Row, at: At) -> &'c mut Op {
    let block = row.block[at];
    &mut canon.blocks[block][at - row.start[block]].op
}

/// Does a scope begin here of a variable for which this holds? That is where it stands in the source.
pub fn begins(row: &Row, at: At, made: impl Fn(At) -> bool) -> bool {
    let Op::Intrinsic { name, args, .. } = row.op(at) else { return false };
    let register = match args.get(1).map(|a| &a.value) {
        Some(Operand::Reg(r)) => row.defined[r.0 as usize],
        _ => None,
    };
    name.starts_with("lifetime.start") && register.is_some_and(made)
}

/// The variables of the whole that are not as large as that in a version, with their sizes in the old one and in the new
/// one. The forms are what the versions are themselves.
pub fn resized(
    merged: &Merged,
    [(old, a), (new, b)]: [(&Row, &Canon); 2],
    types: &TypeTable,
) -> Vec<(Place, [u64; 2])> {
    let true_size = |row: &Row, canon: &Canon, at: At| {
        let block = row.block[at];
        size(&canon.blocks[block][at - row.start[block]].op, types)
    };
    let mut out: Vec<(Place, [u64; 2])> = Vec::new();
    for (version, (row, canon, places)) in
        [(old, a, &merged.old), (new, b, &merged.new)].into_iter().enumerate()
    {
        for (at, place) in places.iter().enumerate() {
            let Some(size) = true_size(row, canon, at) else { continue };
            match out.iter_mut().find(|(p, _)| p == place) {
                Some((_, sizes)) => sizes[version] = size,
                None => out.push((*place, [size; 2])),
            }
        }
    }
    out.retain(|((b, i), sizes)| {
        let says = size(&merged.blocks[*b as usize].insts[*i as usize].op, types);
        sizes.iter().any(|s| Some(*s) != says)
    });
    out
}
