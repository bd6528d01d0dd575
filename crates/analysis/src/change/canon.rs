//! A function as it is apart from names, places in the source, and the order in which its blocks are listed.
//!
//! Guarantee: two functions with equal forms are isomorphic: blocks in the order in which a walk from the entry
//! meets them, registers by their first definition, everything outside in the common space. The message, file, line and
//! function that `assert` passes on are left out: they say where it stands, and nothing depends on them. So is the size in a
//! marker of a local variable's scope, which is that of the variable.
//! Cost: linear.

use super::space::{Tables, Translate};
use rethread_ir::link::visit::{self, Visitor};
use rethread_ir::{
    BlockId, Callee, Const, DebugTypeId, FileId, Function, Inst, LocId, Op, Operand, Program, Reg, TypeId,
};

#[derive(Clone, PartialEq, Debug)]
pub struct Canon {
    pub blocks: Vec<Vec<Inst>>,
    /// Types of the registers; parameters come first.
    pub regs: Vec<TypeId>,
    pub params: usize,
}

/// The form, and for its blocks which ones they are in the function.
pub fn canon(program: &Program, f: &Function, tables: &Tables) -> (Canon, Vec<u32>) {
    let order = walk(f);
    let mut number = Number {
        outside: Translate(tables),
        blocks: vec![BlockId(0); f.blocks.len()],
        regs: vec![None; f.regs.len()],
        types: Vec::new(),
        given: f.regs.iter().map(|r| tables.ty(r.ty)).collect(),
    };
    for (i, &b) in (0..).zip(&order) {
        number.blocks[b as usize] = BlockId(i);
    }
    let listed = || order.iter().map(|&b| &f.blocks[b as usize]);
    let params = (0..f.params.len() as u32).map(Reg);
    for r in params.chain(listed().flat_map(|b| &b.insts).filter_map(|i| i.dest)) {
        number.register(r);
    }
    let mut one = |inst: &Inst| {
        let mut op = inst.op.clone();
        if is_assert(program, &op) {
            leave_out_place(&mut op);
        }
        if let Op::Intrinsic { name, args, .. } = &mut op
            && name.starts_with("lifetime.")
            && let Some(size) = args.first_mut()
        {
            size.value = Operand::Const(Const::Null);
        }
        // An address is a base, an offset and strides; the type they were computed from says nothing more.
        if let Op::Gep { source, result, .. } = &mut op {
            *source = *result;
        }
        visit::op(&mut op, &mut number);
        if let Op::Phi { incoming, .. } = &mut op {
            incoming.sort_by_key(|(from, _)| *from);
        }
        Inst { dest: inst.dest.map(|r| number.register(r)), op, loc: LocId::NONE }
    };
    let blocks = listed().map(|b| b.insts.iter().map(&mut one).collect()).collect();
    (Canon { blocks, regs: number.types, params: f.params.len() }, order)
}

fn is_assert(program: &Program, op: &Op) -> bool {
    matches!(op, Op::Call { callee: Callee::Direct(f), .. } if program.function(*f).name == "__assert_fail")
}

fn leave_out_place(op: &mut Op) {
    let Op::Call { args, .. } = op else { return };
    for a in args.iter_mut().filter(|a| matches!(a.value, Operand::Const(_))) {
        a.value = Operand::Const(Const::Null);
    }
}

/// Every block, each before what follows it but for edges that lead back; blocks that are never reached come last.
fn walk(f: &Function) -> Vec<u32> {
    let mut seen = vec![false; f.blocks.len()];
    let mut out: Vec<u32> = Vec::with_capacity(f.blocks.len());
    for root in 0..f.blocks.len() as u32 {
        if std::mem::replace(&mut seen[root as usize], true) {
            continue;
        }
        let mut done = Vec::new();
        let mut path = vec![(root, targets(f, root))];
        while let Some((b, next)) = path.last_mut() {
            // The last way first: then the first one stands first in what comes out.
            match next.pop() {
                None => {
                    done.push(*b);
                    path.pop();
                }
                Some(to) => {
                    if !std::mem::replace(&mut seen[to as usize], true) {
                        path.push((to, targets(f, to)));
                    }
                }
            }
        }
        out.extend(done.into_iter().rev());
    }
    out
}

fn targets(f: &Function, block: u32) -> Vec<u32> {
    match f.blocks[block as usize].insts.last().map(|i| &i.op) {
        Some(op) if op.is_terminator() => slots(op).into_iter().map(|b| b.0).collect(),
        _ => Vec::new(),
    }
}

struct Number<'t> {
    outside: Translate<'t>,
    blocks: Vec<BlockId>,
    regs: Vec<Option<Reg>>,
    types: Vec<TypeId>,
    given: Vec<TypeId>,
}

impl Number<'_> {
    fn register(&mut self, r: Reg) -> Reg {
        let next = Reg(self.types.len() as u32);
        let known = self.regs[r.0 as usize].get_or_insert(next);
        if *known == next {
            self.types.push(self.given[r.0 as usize]);
        }
        *known
    }
}

impl Visitor for Number<'_> {
    fn ty(&mut self, ty: &mut TypeId) {
        self.outside.ty(ty);
    }
    fn loc(&mut self, _: &mut LocId) {}
    fn file(&mut self, _: &mut FileId) {}
    fn debug(&mut self, _: &mut DebugTypeId) {}
    fn symbol(&mut self, symbol: &mut Const) {
        self.outside.symbol(symbol);
    }
    fn reg(&mut self, r: &mut Reg) {
        *r = self.register(*r);
    }
    fn block(&mut self, b: &mut BlockId) {
        *b = self.blocks[b.0 as usize];
    }
}

/// Changes the registers and blocks that an instruction mentions, in their order.
pub struct Inside<R, B> {
    pub reg: R,
    pub block: B,
}

impl<R: FnMut(&mut Reg), B: FnMut(&mut BlockId)> Visitor for Inside<R, B> {
    fn ty(&mut self, _: &mut TypeId) {}
    fn loc(&mut self, _: &mut LocId) {}
    fn file(&mut self, _: &mut FileId) {}
    fn debug(&mut self, _: &mut DebugTypeId) {}
    fn symbol(&mut self, _: &mut Const) {}
    fn reg(&mut self, r: &mut Reg) {
        (self.reg)(r);
    }
    fn block(&mut self, b: &mut BlockId) {
        (self.block)(b);
    }
}

/// The registers that an instruction reads, in the order in which they are visited.
pub fn reads(op: &Op) -> Vec<Reg> {
    let mut out = Vec::new();
    visit::op(&mut op.clone(), &mut Inside { reg: |r: &mut Reg| out.push(*r), block: |_: &mut BlockId| {} });
    out
}

/// Where a branch leads, way by way.
pub fn slots(op: &Op) -> Vec<BlockId> {
    match op {
        Op::Br { to } => vec![*to],
        Op::CondBr { yes, no, .. } => vec![*yes, *no],
        Op::Switch { cases, default, .. } => cases.iter().map(|c| c.1).chain([*default]).collect(),
        Op::IndirectBr { targets, .. } => targets.clone(),
        _ => Vec::new(),
    }
}

/// The instruction without its registers and blocks.
pub fn masked(op: &Op) -> Op {
    let mut op = op.clone();
    if let Op::Phi { incoming, .. } = &mut op {
        incoming.clear();
    }
    visit::op(&mut op, &mut Inside { reg: |r: &mut Reg| r.0 = 0, block: |b: &mut BlockId| b.0 = 0 });
    op
}
