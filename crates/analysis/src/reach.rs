//! Functions and globals that a run can come across at all: the rest yields no facts.

use crate::operands;
use rethread_ir::{Callee, Const, ConstExpr, FuncId, Op, Operand, Program};

/// A function, or (behind the functions) a global.
type Symbol = u32;

ascent::ascent! {
    struct Reached;
    relation mentions(Symbol, Symbol);
    relation reached(Symbol);
    reached(b) <-- reached(a), mentions(a, b);
}

pub struct Reach {
    pub functions: Vec<bool>,
    pub globals: Vec<bool>,
}

/// What the roots mention, directly or not.
pub fn reach(program: &Program, roots: &[FuncId]) -> Reach {
    let functions = program.functions.len();
    let mut rules = Reached::default();
    for (i, f) in program.functions.iter().enumerate() {
        let from = i as Symbol;
        for inst in f.blocks.iter().flat_map(|b| &b.insts) {
            if let Op::Call { callee: Callee::Direct(g), .. } = &inst.op {
                rules.mentions.push((from, g.0));
            }
            operands::each(&inst.op, &mut |o| {
                if let Operand::Const(c) = o {
                    symbols(functions, c, &mut |s| rules.mentions.push((from, s)));
                }
            });
        }
    }
    for (i, g) in program.globals.iter().enumerate() {
        if let Some(c) = &g.init {
            symbols(functions, c, &mut |s| rules.mentions.push(((functions + i) as Symbol, s)));
        }
    }
    rules.reached.extend(roots.iter().map(|f| (f.0,)));
    rules.run();
    let mut all = vec![false; functions + program.globals.len()];
    rules.reached.iter().for_each(|&(s,)| all[s as usize] = true);
    let globals = all.split_off(functions);
    Reach { functions: all, globals }
}

fn symbols(functions: usize, c: &Const, see: &mut impl FnMut(Symbol)) {
    match c {
        Const::Global(g) => see(functions as Symbol + g.0),
        Const::Function(f) => see(f.0),
        Const::Aggregate(_, parts) => parts.iter().for_each(|p| symbols(functions, p, see)),
        Const::Expr(e) => match &**e {
            ConstExpr::Offset { base: value, .. } | ConstExpr::Cast { value, .. } => {
                symbols(functions, value, see);
            }
            ConstExpr::Binary { lhs, rhs, .. } | ConstExpr::Icmp { lhs, rhs, .. } => {
                symbols(functions, lhs, see);
                symbols(functions, rhs, see);
            }
            ConstExpr::Select { cond, yes, no } => {
                [cond, yes, no].into_iter().for_each(|c| symbols(functions, c, see));
            }
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
