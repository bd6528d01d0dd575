//! Values that may come from memory or variables that were never written: the rules.
//!
//! Guarantee: a value that is not in the set has nothing in it that was not written. Deciding on one that is
//! may be an error that stops the thread, which makes every branch on it something to get past.

use super::graph::Edge;
use super::nodes::{Node, Nodes};
use crate::operands;
use crate::sharing::Sharing;
use rethread_ir::{Const, Op, Operand};

ascent::ascent! {
    struct Rules;
    relation flows(Node, Node);
    relation unwritten(Node);
    unwritten(to) <-- unwritten(from), flows(from, to);
}

/// By node. `edges` are dependences between values, `never` the node of memory that nobody wrote to.
pub fn values(nodes: &Nodes, sharing: &Sharing, edges: &[Edge], never: Node) -> Vec<bool> {
    let mut rules = Rules::default();
    rules.flows.extend(edges.iter().map(|e| (e.on, e.depends)));
    rules.unwritten.push((never,));
    for (n, site, inst) in nodes.each() {
        let Some(inst) = inst else { continue };
        let mut found = false;
        operands::each(&inst.op, &mut |o| found |= matches!(o, Operand::Const(c) if is_undefined(c)));
        if !found {
            continue;
        }
        rules.unwritten.push((nodes.value(n),));
        if let Op::Call { args, .. } = &inst.op {
            let undefined =
                |(_, a): &(u32, &rethread_ir::Arg)| matches!(&a.value, Operand::Const(c) if is_undefined(c));
            for (i, _) in (0..).zip(args).filter(undefined) {
                let passed = sharing.calls(site).iter().filter_map(|&g| nodes.parameter(g, i));
                rules.unwritten.extend(passed.map(|p| (p,)));
            }
        }
    }
    rules.run();
    let mut out = vec![false; nodes.count() as usize];
    rules.unwritten.iter().for_each(|&(n,)| out[n as usize] = true);
    out
}

fn is_undefined(c: &Const) -> bool {
    match c {
        Const::Undef(_) | Const::Poison(_) => true,
        Const::Aggregate(_, parts) => parts.iter().any(is_undefined),
        _ => false,
    }
}
