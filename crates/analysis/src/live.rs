//! Registers whose value may still be read.
//!
//! The classic backward data flow. A phi is defined at the start of its block, and its operands are read
//! at the end of the predecessors they come from.

use crate::{cfg, operands};
use rethread_ir::{Function, Op, Operand, Reg};

/// One bit for each register.
#[derive(Clone, PartialEq, Eq)]
struct Set(Vec<u64>);

impl Set {
    fn new(registers: usize) -> Set {
        Set(vec![0; registers.div_ceil(64)])
    }
    fn insert(&mut self, r: Reg) {
        self.0[r.0 as usize / 64] |= 1 << (r.0 % 64);
    }
    fn remove(&mut self, r: Reg) {
        self.0[r.0 as usize / 64] &= !(1 << (r.0 % 64));
    }
    fn contains(&self, r: usize) -> bool {
        self.0[r / 64] >> (r % 64) & 1 == 1
    }
    fn union(&mut self, other: &Set) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }
    fn without(&mut self, other: &Set) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= !b);
    }
}

/// For each block, for each register: may its value be read after the block was entered, its phis being
/// done?
pub fn live_in(function: &Function) -> Vec<Vec<bool>> {
    let (n, registers) = (function.blocks.len(), function.regs.len());
    let edges = cfg::edges(function);
    let mut predecessors = vec![Vec::new(); n];
    for (b, to) in edges.iter().enumerate() {
        to.iter().for_each(|&t| predecessors[t].push(b));
    }
    let mut phis = vec![Set::new(registers); n];
    // Read by the phis of successors.
    let mut leaving = vec![Set::new(registers); n];
    for (b, block) in function.blocks.iter().enumerate() {
        for inst in &block.insts {
            let Op::Phi { incoming, .. } = &inst.op else { continue };
            inst.dest.iter().for_each(|&r| phis[b].insert(r));
            for (from, value) in incoming {
                if let Operand::Reg(r) = value {
                    leaving[from.0 as usize].insert(*r);
                }
            }
        }
    }
    let mut live = vec![Set::new(registers); n];
    let mut todo: Vec<usize> = (0..n).collect();
    let mut waiting = vec![true; n];
    while let Some(b) = todo.pop() {
        waiting[b] = false;
        let mut now = leaving[b].clone();
        for &to in &edges[b] {
            let mut entering = live[to].clone();
            entering.without(&phis[to]);
            now.union(&entering);
        }
        for inst in function.blocks[b].insts.iter().rev() {
            if matches!(inst.op, Op::Phi { .. }) {
                continue;
            }
            inst.dest.iter().for_each(|&r| now.remove(r));
            operands::each(&inst.op, &mut |o| {
                if let Operand::Reg(r) = o {
                    now.insert(*r);
                }
            });
        }
        if now != live[b] {
            live[b] = now;
            for &p in &predecessors[b] {
                if !std::mem::replace(&mut waiting[p], true) {
                    todo.push(p);
                }
            }
        }
    }
    live.iter().map(|set| (0..registers).map(|r| set.contains(r)).collect()).collect()
}
