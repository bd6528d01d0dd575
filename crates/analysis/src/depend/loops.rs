//! Loops that may not end.
//!
//! Guarantee: every way through a function that goes on for ever comes again and again through one of these
//! blocks. They are the targets of the edges that lead back, seen from a walk that starts at the entry; without
//! those of loops that count up or down to a bound that stays what it is.

use super::nodes::Nodes;
use crate::points_to::Func;
use rethread_ir::{BinOp, Const, IcmpPred, Inst, Op, Operand};

/// By block.
pub fn endless(nodes: &Nodes, f: Func, edges: &[Vec<usize>]) -> Vec<bool> {
    let mut heads = heads(edges);
    let mut before = vec![Vec::new(); edges.len()];
    for (b, to) in edges.iter().enumerate() {
        to.iter().for_each(|&t| before[t].push(b));
    }
    for (h, endless) in heads.iter_mut().enumerate().filter(|(_, h)| **h) {
        *endless = !Loop::of(h, edges, &before).is_some_and(|l| l.counts(nodes, f));
    }
    heads
}

/// A loop that is entered at its head only and has one edge back.
struct Loop<'e> {
    head: usize,
    latch: usize,
    inside: Vec<bool>,
    edges: &'e [Vec<usize>],
}

impl<'e> Loop<'e> {
    fn of(head: usize, edges: &'e [Vec<usize>], before: &[Vec<usize>]) -> Option<Loop<'e>> {
        // What the head can reach and what can reach it goes round with it.
        let mut after = vec![false; edges.len()];
        crate::cfg::reachable(edges, head).into_iter().for_each(|b| after[b] = true);
        let backs: Vec<usize> = before[head].iter().copied().filter(|&b| after[b]).collect();
        let [latch] = backs[..] else { return None };
        let mut inside = vec![false; edges.len()];
        inside[head] = true;
        let mut todo = vec![latch];
        while let Some(b) = todo.pop() {
            if !std::mem::replace(&mut inside[b], true) {
                // Reached without the head: it can be entered elsewhere.
                if b == 0 || before[b].iter().any(|&p| !after[p] && p != head) {
                    return None;
                }
                todo.extend_from_slice(&before[b]);
            }
        }
        (head != 0).then_some(Loop { head, latch, inside, edges })
    }

    /// Is one of its tests, which every round comes by, that of a counter?
    fn counts(&self, nodes: &Nodes, f: Func) -> bool {
        let function = nodes.function(f);
        [self.head, self.latch].into_iter().any(|b| {
            let Some(Op::CondBr { cond, yes, no }) = function.blocks[b].insts.last().map(|i| &i.op) else {
                return false;
            };
            let stays = [yes, no].map(|t| self.inside[t.0 as usize]);
            if stays[0] == stays[1] || self.edges[b].len() != 2 {
                return false;
            }
            let Some(Op::Icmp { pred, lhs, rhs, .. }) = nodes.definition(f, cond).map(|i| &i.op) else {
                return false;
            };
            let pred = if stays[0] { *pred } else { negated(*pred) };
            let one = |counter: &Operand, bound: &Operand, pred| {
                self.is_fixed(nodes, f, bound)
                    && self.step(nodes, f, counter).is_some_and(|(step, bits)| ends(pred, bound, step, bits))
            };
            one(lhs, rhs, pred) || one(rhs, lhs, swapped(pred))
        })
    }

    fn block_of(&self, nodes: &Nodes, f: Func, o: &Operand) -> Option<usize> {
        nodes.operand(f, o).and_then(|n| nodes.about(n)).map(|s| s.block as usize)
    }

    /// A constant, a parameter, or computed before the loop.
    fn is_fixed(&self, nodes: &Nodes, f: Func, o: &Operand) -> bool {
        matches!(o, Operand::Const(Const::Int(_)))
            || matches!(o, Operand::Reg(_)) && self.block_of(nodes, f, o).is_none_or(|b| !self.inside[b])
    }

    /// What is added to a counter each round, and its width.
    fn step(&self, nodes: &Nodes, f: Func, counter: &Operand) -> Option<(i64, u32)> {
        let phi = |o: &Operand| match nodes.definition(f, o) {
            Some(i @ Inst { op: Op::Phi { incoming, .. }, .. })
                if self.block_of(nodes, f, o) == Some(self.head) =>
            {
                let next = incoming.iter().find(|(b, _)| b.0 as usize == self.latch)?;
                Some((i.dest?, &next.1))
            }
            _ => None,
        };
        // The test may be of the counter or of what it becomes.
        let (register, next) = match phi(counter) {
            Some(found) => found,
            None => match nodes.definition(f, counter).map(|i| &i.op) {
                Some(Op::Binary { lhs, .. }) => phi(lhs).filter(|(_, next)| *next == counter)?,
                _ => return None,
            },
        };
        let Op::Binary { op, lhs, rhs: Operand::Const(Const::Int(k)), .. } = &nodes.definition(f, next)?.op
        else {
            return None;
        };
        if *lhs != Operand::Reg(register) || k.bits > 64 || !self.inside[self.block_of(nodes, f, next)?] {
            return None;
        }
        let shift = 64 - k.bits;
        let k_signed = (k.as_u64()? as i64) << shift >> shift;
        match op {
            BinOp::Add => Some((k_signed, k.bits)),
            BinOp::Sub => Some((k_signed.checked_neg()?, k.bits)),
            _ => None,
        }
    }
}

/// Does counting by `step` leave the loop that goes on while `counter pred bound`?
fn ends(pred: IcmpPred, bound: &Operand, step: i64, bits: u32) -> bool {
    use IcmpPred::*;
    let shift = 64 - bits;
    let (least, most) = (i64::MIN >> shift, i64::MAX >> shift);
    let all = u64::MAX >> shift;
    let unsigned = match bound {
        Operand::Const(Const::Int(i)) => i.as_u64(),
        _ => None,
    };
    let signed = unsigned.map(|v| (v as i64) << shift >> shift);
    match (pred, step) {
        (_, 0) => false,
        (Eq, _) => true,
        // Every number comes, and one of them is not in the range.
        (Ne | Slt | Ult | Sgt | Ugt, 1 | -1) => true,
        (Sle, 1 | -1) => signed.is_some_and(|b| b < most),
        (Sge, 1 | -1) => signed.is_some_and(|b| b > least),
        (Ule, 1 | -1) => unsigned.is_some_and(|b| b < all),
        (Uge, 1 | -1) => unsigned.is_some_and(|b| b > 0),
        // Larger steps do not jump over the end of all numbers.
        (Slt | Sle, k) if k > 0 => signed.is_some_and(|b| b.checked_add(k).is_some_and(|end| end <= most)),
        (Sgt | Sge, k) if k < 0 => signed.is_some_and(|b| b.checked_add(k).is_some_and(|end| end >= least)),
        (Ult | Ule, k) if k > 0 => {
            unsigned.is_some_and(|b| b.checked_add(k as u64).is_some_and(|end| end <= all))
        }
        _ => false,
    }
}

fn negated(pred: IcmpPred) -> IcmpPred {
    use IcmpPred::*;
    match pred {
        Eq => Ne,
        Ne => Eq,
        Ugt => Ule,
        Uge => Ult,
        Ult => Uge,
        Ule => Ugt,
        Sgt => Sle,
        Sge => Slt,
        Slt => Sge,
        Sle => Sgt,
    }
}

/// Of the operands the other way round.
fn swapped(pred: IcmpPred) -> IcmpPred {
    use IcmpPred::*;
    match pred {
        Eq => Eq,
        Ne => Ne,
        Ugt => Ult,
        Uge => Ule,
        Ult => Ugt,
        Ule => Uge,
        Sgt => Slt,
        Sge => Sle,
        Slt => Sgt,
        Sle => Sge,
    }
}

/// By block: is it where an edge leads back to?
fn heads(edges: &[Vec<usize>]) -> Vec<bool> {
    let mut heads = vec![false; edges.len()];
    if edges.is_empty() {
        return heads;
    }
    #[derive(Copy, Clone, PartialEq)]
    enum Seen {
        Not,
        Open,
        Done,
    }
    let mut seen = vec![Seen::Not; edges.len()];
    let mut path = vec![(0, 0)];
    seen[0] = Seen::Open;
    while let Some((b, edge)) = path.last_mut() {
        match edges[*b].get(*edge) {
            None => {
                seen[*b] = Seen::Done;
                path.pop();
            }
            Some(&to) => {
                *edge += 1;
                match seen[to] {
                    Seen::Open => heads[to] = true,
                    Seen::Done => {}
                    Seen::Not => {
                        seen[to] = Seen::Open;
                        path.push((to, 0));
                    }
                }
            }
        }
    }
    heads
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cycle_has_a_head() {
        // 0 -> 1 -> {2, 4}, 2 -> 3 -> {2, 1}
        let edges = [vec![1], vec![2, 4], vec![3], vec![1, 2], vec![]];
        let heads = heads(&edges);
        assert_eq!(heads, [false, true, true, false, false]);
        let without: Vec<Vec<usize>> =
            edges.iter().map(|to| to.iter().copied().filter(|&t| !heads[t]).collect()).collect();
        assert!(!crate::cfg::cyclic(&without).contains(&true));
    }

    #[test]
    fn counters_come_to_their_end() {
        use IcmpPred::*;
        let constant = |v: i64| Operand::Const(Const::Int(rethread_ir::IntConst::new(8, v as u64)));
        let unknown = Operand::Reg(rethread_ir::Reg(0));
        // Tried out: from every start, with 256 numbers, the loop ends or comes back to a number it had.
        let holds = |pred, a: u8, b: u8| match pred {
            Eq => a == b,
            Ne => a != b,
            Ugt => a > b,
            Uge => a >= b,
            Ult => a < b,
            Ule => a <= b,
            Sgt => a as i8 > b as i8,
            Sge => a as i8 >= b as i8,
            Slt => (a as i8) < b as i8,
            Sle => a as i8 <= b as i8,
        };
        let runs_for_ever = |pred, bound: u8, step: i64| {
            (0..=255u8).any(|start| {
                let mut at = start;
                (0..=256).all(|_| {
                    let goes_on = holds(pred, at, bound);
                    at = at.wrapping_add(step as u8);
                    goes_on
                })
            })
        };
        let mut surely = 0;
        for pred in [Eq, Ne, Ugt, Uge, Ult, Ule, Sgt, Sge, Slt, Sle] {
            for step in -9..10 {
                let any = (0..=255u8).any(|b| runs_for_ever(pred, b, step));
                assert!(!ends(pred, &unknown, step, 8) || !any, "{pred:?} {step}");
                for bound in 0..=255u8 {
                    let said = ends(pred, &constant(i64::from(bound)), step, 8);
                    assert!(!said || !runs_for_ever(pred, bound, step), "{pred:?} {bound} {step}");
                    surely += u32::from(said);
                }
            }
        }
        assert!(surely > 10_000, "{surely}");
    }
}
