//! Pointers that are certainly good: into a global or a local variable, at a constant place, in its lifetime.

use super::nodes::Nodes;
use crate::points_to::Func;
use crate::{cfg, operands};
use rethread_ir::{CastOp, Const, ConstExpr, Inst, Op, Operand, Reg};
use rustc_hash::FxHashMap;

/// Definitions that are followed back from a pointer.
const STEPS: usize = 16;

/// What a pointer certainly points into.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Base {
    Global(u32),
    /// The local variable that this register is the address of.
    Local(Reg),
}

/// The object and the offset that a pointer certainly has.
pub fn place(nodes: &Nodes, f: Func, pointer: &Operand) -> Option<(Base, i64)> {
    let mut offset = 0i64;
    let mut at = pointer.clone();
    for _ in 0..STEPS {
        let inst = match &at {
            Operand::Const(c) => {
                let (g, k) = global(c)?;
                return Some((Base::Global(g), offset.checked_add(k)?));
            }
            Operand::Reg(_) => nodes.definition(f, &at)?,
        };
        at = match &inst.op {
            Op::Alloca { .. } => return Some((Base::Local(inst.dest?), offset)),
            Op::Gep { base, offset: first, terms, .. } => {
                offset = offset.checked_add(operands::constant_offset(*first, terms)?)?;
                base.clone()
            }
            Op::Cast { op: CastOp::Bitcast, value, .. } => value.clone(),
            Op::Intrinsic { name, args, .. } if name == "threadlocal.address" => args.first()?.value.clone(),
            _ => return None,
        };
    }
    None
}

fn global(c: &Const) -> Option<(u32, i64)> {
    match c {
        Const::Global(g) => Some((g.0, 0)),
        Const::Expr(e) => match &**e {
            ConstExpr::Offset { base, offset } => {
                let (g, k) = global(base)?;
                Some((g, k.checked_add(*offset)?))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Which local variables of a function may be out of scope, instruction by instruction.
pub struct Scopes {
    /// Registers of the variables that have a scope of their own, and their bits.
    bits: FxHashMap<Reg, usize>,
    /// At the start of each block.
    gone: Vec<Vec<bool>>,
}

impl Scopes {
    pub fn of(nodes: &Nodes, f: Func) -> Scopes {
        let function = nodes.function(f);
        let mut bits = FxHashMap::default();
        for inst in function.blocks.iter().flat_map(|b| &b.insts) {
            if let Some((r, _)) = marked(nodes, f, inst) {
                let next = bits.len();
                bits.entry(r).or_insert(next);
            }
        }
        let mut scopes = Scopes { gone: vec![Vec::new(); function.blocks.len()], bits };
        if scopes.bits.is_empty() {
            return scopes;
        }
        let edges = cfg::edges(function);
        // Before its scope begins a variable is not there either.
        let mut todo = vec![(0, vec![true; scopes.bits.len()])];
        while let Some((b, entering)) = todo.pop() {
            let known = &mut scopes.gone[b];
            if known.is_empty() {
                *known = entering;
            } else if known.iter().zip(&entering).all(|(k, e)| *k || !*e) {
                continue;
            } else {
                known.iter_mut().zip(&entering).for_each(|(k, e)| *k |= e);
            }
            let mut now = scopes.gone[b].clone();
            function.blocks[b].insts.iter().for_each(|i| scopes.step(nodes, f, i, &mut now));
            todo.extend(edges[b].iter().map(|&to| (to, now.clone())));
        }
        scopes
    }

    /// At the start of a block: by bit, whether the variable may be out of scope.
    pub fn at(&self, block: usize) -> Vec<bool> {
        self.gone[block].clone()
    }

    pub fn step(&self, nodes: &Nodes, f: Func, inst: &Inst, now: &mut [bool]) {
        if let Some((r, ends)) = marked(nodes, f, inst)
            && let Some(bit) = now.get_mut(self.bits[&r])
        {
            *bit = ends;
        }
    }

    /// Is access to these bytes certainly good?
    pub fn is_good(&self, nodes: &Nodes, f: Func, p: &Operand, size: u64, write: bool, now: &[bool]) -> bool {
        let Some((base, at)) = place(nodes, f, p) else { return false };
        let Some(end) = u64::try_from(at).ok().and_then(|at| at.checked_add(size)) else { return false };
        match base {
            Base::Global(g) => {
                let g = &nodes.program.globals[g as usize];
                g.init.is_some() && end <= g.size && !(write && g.is_const)
            }
            Base::Local(r) => {
                let there = self.bits.get(&r).is_none_or(|&b| now.get(b).is_some_and(|&gone| !gone));
                there && end <= local_size(nodes, f, r)
            }
        }
    }
}

fn local_size(nodes: &Nodes, f: Func, r: Reg) -> u64 {
    match nodes.definition(f, &Operand::Reg(r)).map(|i| &i.op) {
        Some(Op::Alloca { ty, count: Operand::Const(Const::Int(n)), .. }) => {
            n.as_u64().unwrap_or(0).saturating_mul(nodes.program.types.alloc_size(*ty))
        }
        _ => 0,
    }
}

/// The variable whose scope begins or (true) ends.
fn marked(nodes: &Nodes, f: Func, inst: &Inst) -> Option<(Reg, bool)> {
    let Op::Intrinsic { name, args, .. } = &inst.op else { return None };
    if !name.starts_with("lifetime.") {
        return None;
    }
    match place(nodes, f, &args.get(1)?.value)? {
        (Base::Local(r), _) => Some((r, name == "lifetime.end")),
        _ => None,
    }
}
