//! The code of a function in stretches that are run to their end once they are entered.
//!
//! A stretch ends with its block, or behind an instruction that may keep control. From there an edge leads to
//! the end of everything, and one from the head of every loop that may not end: so what follows them depends
//! on them by post-dominance alone, without a rule of its own (Podgurski and Clarke's weak control dependence).
//! Edges from a branch to a block with phis are stretches too: which value a phi takes depends on them.

use super::nodes::{Node, Nodes, Number};
use crate::points_to::Func;
use rethread_ir::Op;
use rustc_hash::FxHashMap;

/// The end of everything, and the start.
pub const END: usize = 0;
pub const START: usize = 1;

pub struct Region {
    /// That it is run.
    pub node: Node,
    pub next: Vec<usize>,
    /// Decides which one is next, if there are several.
    pub decider: Node,
}

/// The regions of one function.
pub struct Regions {
    pub all: Vec<Region>,
    /// Of the instructions, from the first of the function on.
    of: Vec<usize>,
    first: Number,
    /// On the way from one block to another.
    edges: FxHashMap<(usize, usize), usize>,
}

impl Regions {
    pub fn of(
        nodes: &mut Nodes,
        f: Func,
        successors: &[Vec<usize>],
        heads: &[bool],
        stops: &[bool],
    ) -> Regions {
        let blocks = successors.len().max(1);
        let first = nodes.block(f, 0).start;
        let end = nodes.block(f, blocks - 1).end;
        let mut regions = Regions {
            all: Vec::new(),
            of: vec![END; (end - first) as usize],
            first,
            edges: FxHashMap::default(),
        };
        regions.add(nodes.entry(f), None);
        regions.add(nodes.entry(f), None);
        // Where each block begins: before its phis, at the head of its loop.
        let mut starts = Vec::with_capacity(blocks);
        let mut ends = Vec::with_capacity(blocks);
        for b in 0..blocks {
            starts.push(regions.all.len());
            if heads.get(b).is_some_and(|&h| h) {
                let head = regions.fresh(nodes);
                regions.all[head].next = vec![head + 1, END];
            }
            let mut at = regions.fresh(nodes);
            let block = nodes.block(f, b);
            for n in block.clone() {
                regions.of[(n - first) as usize] = at;
                if stops[n as usize] && n + 1 < block.end {
                    regions.all[at].next = vec![at + 1, END];
                    regions.all[at].decider = nodes.passing(n);
                    at = regions.fresh(nodes);
                }
            }
            ends.push(at);
        }
        for (b, to) in successors.iter().enumerate() {
            let last = nodes.block(f, b).end - 1;
            let mut next = Vec::new();
            for &t in to {
                let phis =
                    nodes.inst(nodes.block(f, t).start).is_some_and(|i| matches!(i.op, Op::Phi { .. }));
                if to.len() > 1 && phis {
                    let edge = regions.fresh(nodes);
                    regions.all[edge].next = vec![starts[t]];
                    regions.edges.insert((b, t), edge);
                    next.push(edge);
                } else {
                    next.push(starts[t]);
                }
            }
            if to.is_empty() || stops[last as usize] {
                next.push(END);
            }
            regions.all[ends[b]].next = next;
            regions.all[ends[b]].decider = nodes.value(last);
        }
        if successors.is_empty() {
            regions.all[ends[0]].next = vec![END];
        }
        regions.all[START].next = vec![starts[0], END];
        regions
    }

    fn add(&mut self, node: Node, decider: Option<Node>) -> usize {
        self.all.push(Region { node, next: Vec::new(), decider: decider.unwrap_or(node) });
        self.all.len() - 1
    }

    /// What goes on from it by itself, or not, is decided by its being there.
    fn fresh(&mut self, nodes: &mut Nodes) -> usize {
        let node = nodes.fresh();
        self.add(node, None)
    }

    /// That the instruction is reached.
    pub fn node(&self, n: Number) -> Node {
        self.all[self.of[(n - self.first) as usize]].node
    }

    /// That control goes from one block to the other.
    pub fn between(&self, nodes: &Nodes, f: Func, from: usize, to: usize) -> Node {
        match self.edges.get(&(from, to)) {
            Some(&edge) => self.all[edge].node,
            None => self.node(nodes.block(f, from).end - 1),
        }
    }
}
