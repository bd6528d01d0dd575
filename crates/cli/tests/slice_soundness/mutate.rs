//! Changes instructions so that they do something else of the same kind: what they touch, call and wait for
//! stays, loops that count still count, or they do nothing at all.

use super::generate::Rng;
use rethread_analysis::Site;
use rethread_ir::{BinOp, Callee, Const, Inst, IntConst, Op, Operand, Ordering, Program};

/// The program with some of these instructions changed, and what was changed.
pub fn mutate(program: &Program, candidates: &[Site], rng: &mut Rng) -> (Program, Vec<String>) {
    let mut changed = program.clone();
    let mut said = Vec::new();
    // Sometimes nearly everything, sometimes a few.
    let often = [1, 2, 4][rng.below(3)];
    for s in candidates {
        if !rng.one_in(often) || counts(program, *s) {
            continue;
        }
        let function = &mut changed.functions[s.function as usize];
        let name = function.name.clone();
        let block = &mut function.blocks[s.block as usize];
        let inst = &mut block.insts[s.inst as usize];
        let before = inst.clone();
        change(program, inst, rng);
        if *inst != before {
            let line = program.location(inst.loc).map_or(0, |l| l.at.line);
            said.push(format!("{name} line {line}: {:?} is now {:?}", before.op, inst.op));
        }
    }
    (changed, said)
}

/// Is it the step of a counter, or the branch on one? Changed, its loop might not end any more, or only after
/// billions of rounds.
fn counts(program: &Program, s: Site) -> bool {
    let function = &program.functions[s.function as usize];
    let defined = |o: &Operand| {
        let Operand::Reg(r) = o else { return None };
        function.blocks.iter().flat_map(|b| &b.insts).find(|i| i.dest == Some(*r)).map(|i| &i.op)
    };
    let counter = |o: &Operand| match defined(o) {
        Some(Op::Phi { incoming, .. }) => {
            incoming.iter().any(|(_, next)| matches!(defined(next), Some(Op::Binary { lhs, .. }) if lhs == o))
        }
        _ => false,
    };
    match &function.blocks[s.block as usize].insts[s.inst as usize].op {
        Op::Binary { lhs, .. } => counter(lhs),
        Op::CondBr { cond, .. } => matches!(defined(cond), Some(Op::Icmp { lhs, .. }) if counter(lhs)),
        _ => false,
    }
}

fn change(program: &Program, inst: &mut Inst, rng: &mut Rng) {
    let nothing = |inst: &Inst| match (&inst.op, inst.dest) {
        (Op::Call { ret, .. }, Some(_)) => {
            let bits = program.types.scalar_bits(*ret);
            Op::Freeze { ty: *ret, value: Operand::Const(Const::Int(IntConst::new(bits, 0))) }
        }
        _ => Op::Fence { order: Ordering::Monotonic },
    };
    match &mut inst.op {
        Op::Store { value, .. } => match rng.one_in(3) {
            true => inst.op = nothing(inst),
            false => constant(value, rng),
        },
        Op::Binary { op: BinOp::Add | BinOp::Sub | BinOp::Xor | BinOp::And | BinOp::Or, rhs, .. } => {
            constant(rhs, rng)
        }
        Op::Icmp { rhs, .. } => constant(rhs, rng),
        Op::CondBr { yes, no, .. } => std::mem::swap(yes, no),
        Op::Phi { incoming, .. } => incoming.iter_mut().for_each(|(_, o)| constant(o, rng)),
        Op::Select { yes, no, .. } => {
            constant(yes, rng);
            constant(no, rng);
        }
        Op::Call { callee: Callee::Direct(f), args, .. } => {
            let f = program.function(*f);
            if !f.is_declaration() {
                return args.iter_mut().for_each(|a| constant(&mut a.value, rng));
            }
            let harmless = !matches!(&*f.name, "malloc" | "exit" | "abort" | "__assert_fail");
            if harmless && rng.one_in(2) {
                inst.op = nothing(inst);
            }
        }
        _ => {}
    }
}

/// Another number.
fn constant(o: &mut Operand, rng: &mut Rng) {
    if let Operand::Const(Const::Int(i)) = o
        && i.bits > 1
    {
        *i = IntConst::new(i.bits, rng.below(5) as u64);
    }
}
