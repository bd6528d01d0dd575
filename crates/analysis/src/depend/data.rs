//! Data dependence inside a function: through registers, and what an instruction has to do with memory.

use super::memory::{Layer, Objects};
use super::nodes::{Node, Nodes, Number};
use crate::facts::Extent;
use crate::node::Obj;
use crate::operands;
use crate::points_to::Func;
use crate::sharing::Sharing;
use crate::solution::Doing;
use rethread_ir::{Callee, Inst, Op, Program};

/// The name by which it is known what an instruction does: a function without body, or an intrinsic like one.
pub fn external<'p>(program: &'p Program, f: Func, inst: Option<&'p Inst>) -> Option<&'p str> {
    match inst.map(|i| &i.op) {
        None => Some(&program.functions[f as usize].name),
        Some(Op::Call { callee: Callee::Direct(g), .. }) => {
            let g = program.function(*g);
            (g.is_declaration() || super::stops::OVERRIDES.contains(&&*g.name)).then_some(&*g.name)
        }
        Some(Op::Intrinsic { name, .. }) => Some(name),
        Some(_) => None,
    }
}

/// Operands that decide what an instruction yields. Those of calls decide what is called with them.
pub fn values(nodes: &Nodes, n: Number, inst: &Inst, see: &mut impl FnMut(Node)) {
    let f = nodes.site(n).function;
    if matches!(inst.op, Op::Call { .. }) && external(nodes.program, f, Some(inst)).is_none() {
        return;
    }
    operands::each(&inst.op, &mut |o| nodes.operand(f, o).into_iter().for_each(&mut *see));
}

/// What decides whether control gets past it. `unwritten`: values that may come from memory that was never written.
pub fn decisive(nodes: &Nodes, unwritten: &[bool], n: Number, inst: &Inst, see: &mut impl FnMut(Node)) {
    let f = nodes.site(n).function;
    let mut one = |o| nodes.operand(f, o).into_iter().for_each(&mut *see);
    match &inst.op {
        Op::Load { ptr, .. } | Op::Store { ptr, .. } | Op::AtomicRmw { ptr, .. } => one(ptr),
        Op::CmpXchg { ptr, expected, .. } => {
            one(ptr);
            if unwritten[nodes.value(n) as usize] {
                one(expected);
                see(nodes.found(n));
            }
        }
        Op::ExtractElement { index, .. } | Op::InsertElement { index, .. } => one(index),
        Op::Call { callee: Callee::Indirect(o), .. } => one(o),
        Op::Call { .. } if external(nodes.program, f, Some(inst)).is_none() => {}
        op => operands::each(op, &mut |o| one(o)),
    }
}

/// Functions that change memory without looking at what was there.
fn only_writes(name: &str) -> bool {
    let symbolic = matches!(name, "rethread_symbolic" | "klee_make_symbolic" | "__VERIFIER_nondet_memory");
    symbolic || only_moves(name)
}

/// Whether they fail does not depend on what is in memory.
fn only_moves(name: &str) -> bool {
    matches!(name, "memcpy" | "memmove" | "memset" | "memcpy.inline" | "memset.inline" | "free")
        || name.starts_with("lifetime.")
        || name == "stackrestore"
}

/// What is in memory: who reads it and who writes it.
pub fn contents(nodes: &Nodes, n: Number, doing: &Doing, layer: &mut Layer) {
    let (inst, value) = (nodes.inst(n), nodes.value(n));
    let name = external(nodes.program, nodes.site(n).function, inst);
    for &r in &doing.accesses {
        match (inst.map(|i| &i.op), name) {
            (Some(Op::Ret { .. }), _) => {}
            (Some(Op::Load { .. }), _) => layer.read(value, r),
            (Some(Op::Store { .. }), _) => layer.write(value, r),
            (_, Some(name)) => {
                if r.write {
                    layer.write(value, r);
                }
                if !r.write || !only_writes(name) {
                    layer.read(value, r);
                    if !only_moves(name) {
                        layer.read(nodes.passing(n), r);
                    }
                }
            }
            (Some(Op::Call { .. }), None) => layer.read(nodes.given(n), r),
            (op, None) => {
                layer.read(value, r);
                layer.write(value, r);
                if let Some(Op::CmpXchg { .. }) = op {
                    layer.read(nodes.found(n), r);
                }
            }
        }
    }
}

/// Memory that is there or not: who needs it and who makes it come and go. `reached` is the node of the
/// region of the instruction.
pub fn validity(
    nodes: &Nodes,
    sharing: &Sharing,
    n: Number,
    doing: &Doing,
    (reached, stops): (Node, bool),
    layer: &mut Layer,
    objects: &mut Objects,
) {
    let inst = nodes.inst(n);
    let marks =
        matches!(inst.map(|i| &i.op), Some(Op::Intrinsic { name, .. }) if name.starts_with("lifetime."));
    for &r in &doing.accesses {
        if matches!(inst.map(|i| &i.op), Some(Op::Ret { .. })) {
            // In its own thread what comes after a frame is gone knows so by having come there.
            let others = |&&(o, _): &&(Obj, _)| sharing.threaded() && sharing.solution.public[o as usize];
            for (o, _) in sharing.solution.places[r.places as usize].iter().filter(others) {
                layer.write_object(reached, *o, objects);
            }
            continue;
        }
        if r.write && r.extent == Extent::Whole {
            layer.write(nodes.value(n), r);
        }
        if !marks {
            let whole = crate::solution::Reference { extent: Extent::Whole, ..r };
            layer.read(if stops { nodes.passing(n) } else { nodes.value(n) }, whole);
        }
    }
}
