//! What a program does with the addresses of its globals and functions.
//!
//! Guarantee: a global in `never_written` holds its initialiser for as long as the program runs: it is
//! internal to its unit, and every use of its address, followed through registers, ends in a load, a
//! comparison, or the source of a block copy. Whatever is not understood counts as a write. Cost: one walk
//! over the program; registers are visited once each.

use crate::{Callee, CastOp, Const, ConstExpr, FuncId, Function, Linkage, Op, Operand, Program, Reg};

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Uses {
    /// By global.
    pub never_written: Vec<bool>,
    /// Functions that are mentioned other than to call them, in order.
    pub address_taken: Vec<FuncId>,
}

/// Where an operand's address may go from an instruction.
enum Use {
    /// It is only looked at.
    Read,
    /// The result is an address of the same object.
    Flows,
    Escapes,
}

impl Uses {
    pub fn of(program: &Program) -> Uses {
        let mut found = Finder {
            written: vec![false; program.globals.len()],
            taken: vec![false; program.functions.len()],
        };
        for g in &program.globals {
            g.init.iter().for_each(|c| found.constant(c, true));
        }
        program.aliases.iter().for_each(|a| found.constant(&a.target, true));
        program.functions.iter().for_each(|f| found.function(f));
        let never_written =
            program.globals.iter().zip(&found.written).map(|(g, w)| g.linkage == Linkage::Internal && !w);
        let taken = found.taken.iter().enumerate().filter(|(_, t)| **t).map(|(i, _)| FuncId(i as u32));
        Uses { never_written: never_written.collect(), address_taken: taken.collect() }
    }
}

struct Finder {
    written: Vec<bool>,
    taken: Vec<bool>,
}

impl Finder {
    /// Marks what a constant mentions. Initialisers nest no deeper than the lowering lets them.
    fn constant(&mut self, c: &Const, escapes: bool) {
        match c {
            Const::Global(g) => self.written[g.0 as usize] |= escapes,
            Const::Function(f) => self.taken[f.0 as usize] = true,
            Const::Aggregate(_, parts) => parts.iter().for_each(|p| self.constant(p, escapes)),
            Const::Expr(e) => match &**e {
                ConstExpr::Offset { base, .. } => self.constant(base, escapes),
                ConstExpr::Cast { value, .. } => self.constant(value, true),
                ConstExpr::Binary { lhs, rhs, .. } => {
                    self.constant(lhs, true);
                    self.constant(rhs, true);
                }
                ConstExpr::Icmp { lhs, rhs, .. } => {
                    self.constant(lhs, false);
                    self.constant(rhs, false);
                }
                ConstExpr::Select { cond, yes, no } => {
                    for part in [cond, yes, no] {
                        self.constant(part, escapes);
                    }
                }
                // Its operands are not known: nothing in it can be trusted, but nothing can run it either.
                ConstExpr::Unsupported(_) => {}
            },
            Const::Int(_)
            | Const::Float(..)
            | Const::Null
            | Const::Undef(_)
            | Const::Poison(_)
            | Const::Zero(_)
            | Const::Bytes(..)
            | Const::BlockAddress(..) => {}
        }
    }

    fn function(&mut self, f: &Function) {
        // Registers whose address escapes, and for each register those it was made from.
        let mut bad = vec![false; f.regs.len()];
        let mut sources: Vec<Vec<Reg>> = vec![Vec::new(); f.regs.len()];
        let mut constants: Vec<(Option<Reg>, &Const)> = Vec::new();
        let mut todo: Vec<Reg> = Vec::new();
        for inst in f.blocks.iter().flat_map(|b| &b.insts) {
            each_operand(&inst.op, &mut |operand, how| {
                let into = match how {
                    Use::Flows => inst.dest,
                    Use::Escapes => None,
                    Use::Read => {
                        if let Operand::Const(c) = operand {
                            self.constant(c, false);
                        }
                        return;
                    }
                };
                match operand {
                    Operand::Const(c) => constants.push((into, c)),
                    Operand::Reg(r) => match into {
                        Some(dest) => sources[dest.0 as usize].push(*r),
                        None => todo.push(*r),
                    },
                }
            });
        }
        while let Some(r) = todo.pop() {
            if !std::mem::replace(&mut bad[r.0 as usize], true) {
                todo.extend_from_slice(&sources[r.0 as usize]);
            }
        }
        for (into, c) in constants {
            let escapes = into.is_none_or(|r| bad[r.0 as usize]);
            self.constant(c, escapes);
        }
    }
}

/// Every operand that may be or hold an address, and what becomes of it.
fn each_operand<'a>(op: &'a Op, see: &mut impl FnMut(&'a Operand, Use)) {
    match op {
        Op::Load { ptr, .. } => see(ptr, Use::Read),
        Op::Icmp { lhs, rhs, .. } => {
            see(lhs, Use::Read);
            see(rhs, Use::Read);
        }
        Op::Gep { base, terms, .. } => {
            see(base, Use::Flows);
            terms.iter().for_each(|t| see(&t.index, Use::Escapes));
        }
        Op::Cast { op: CastOp::Bitcast | CastOp::AddrSpaceCast, value, .. } => see(value, Use::Flows),
        Op::Cast { value, .. } => see(value, Use::Escapes),
        Op::Freeze { value, .. } => see(value, Use::Flows),
        Op::Select { cond, yes, no, .. } => {
            see(cond, Use::Escapes);
            see(yes, Use::Flows);
            see(no, Use::Flows);
        }
        Op::Phi { incoming, .. } => incoming.iter().for_each(|(_, o)| see(o, Use::Flows)),
        Op::Intrinsic { name, args, .. } => {
            let copies = matches!(name.as_str(), "memcpy" | "memmove" | "memcpy.inline");
            for (i, a) in args.iter().enumerate() {
                see(&a.value, if copies && i == 1 { Use::Read } else { Use::Escapes });
            }
        }
        Op::Call { callee, args, .. } => {
            if let Callee::Indirect(o) = callee {
                see(o, Use::Escapes);
            }
            // The callee gets a copy of its own.
            args.iter().for_each(|a| see(&a.value, if a.byval.is_some() { Use::Read } else { Use::Escapes }));
        }
        Op::Binary { lhs, rhs, .. } | Op::FBinary { lhs, rhs, .. } | Op::Fcmp { lhs, rhs, .. } => {
            see(lhs, Use::Escapes);
            see(rhs, Use::Escapes);
        }
        Op::Store { ptr, value, .. } | Op::AtomicRmw { ptr, value, .. } => {
            see(ptr, Use::Escapes);
            see(value, Use::Escapes);
        }
        Op::CmpXchg { ptr, expected, new, .. } => {
            for part in [ptr, expected, new] {
                see(part, Use::Escapes);
            }
        }
        Op::InsertValue { aggregate, value, .. } => {
            see(aggregate, Use::Escapes);
            see(value, Use::Escapes);
        }
        Op::InsertElement { vector, value, index, .. } => {
            for part in [vector, value, index] {
                see(part, Use::Escapes);
            }
        }
        Op::ExtractElement { vector, index, .. } => {
            see(vector, Use::Escapes);
            see(index, Use::Escapes);
        }
        Op::Shuffle { left, right, .. } => {
            see(left, Use::Escapes);
            see(right, Use::Escapes);
        }
        Op::FNeg { value: o, .. }
        | Op::Alloca { count: o, .. }
        | Op::ExtractValue { aggregate: o, .. }
        | Op::VaArg { list: o, .. }
        | Op::CondBr { cond: o, .. }
        | Op::Switch { value: o, .. }
        | Op::IndirectBr { address: o, .. } => see(o, Use::Escapes),
        Op::Ret { value, .. } => value.iter().for_each(|o| see(o, Use::Escapes)),
        Op::Fence { .. } | Op::Br { .. } | Op::Unreachable | Op::Unsupported { .. } => {}
    }
}
