//! The tree of what was explored, for whoever wants to look at it.
//!
//! A node is a branch, a choice between threads, the end of a run, or something that was left out with the reason; they are told in the order
//! they are met, a parent before its children. Cost: nothing without an observer that asks ([`Options::tree_nodes`]); else no more nodes
//! than asked for, and after that a counter a run: runs beyond the limit are counted at the last node above them.
//!
//! One worker alone tells it: with several there is no order that a parent comes first in.

use crate::explorer::Explorer;
use crate::frontier::Cursor;
use crate::outcome::{BugKind, Place, Step, TreeKind, TreeNode};
use rethread_engine::State;
use rethread_ir::LocId;
use std::collections::BTreeMap;

/// Where a state stands in the tree.
#[derive(Copy, Clone, Default)]
pub(crate) struct At {
    /// The last node above it; 0 is where everything begins.
    pub node: u32,
    pub step: Way,
    /// A thread of this run failed so.
    pub failed: Option<(BugKind, LocId)>,
}

/// How a state left the node above it.
#[derive(Copy, Clone, Default)]
pub(crate) enum Way {
    #[default]
    Start,
    Side(bool),
    Choice(u32),
    /// This thread took this step.
    Thread(usize, &'static str, LocId),
}

#[derive(Default)]
pub(crate) struct Tree {
    limit: u32,
    nodes: u32,
    /// Runs below a node that have none of their own.
    beyond: BTreeMap<u32, u64>,
    /// Bugs that were known at the last end.
    bugs: usize,
}

impl Tree {
    pub fn new(limit: u32) -> Tree {
        Tree { limit, ..Tree::default() }
    }
}

impl Explorer<'_> {
    /// A node where the state goes more than one way: what leaves it is below it.
    pub(crate) fn tree_fans(&mut self, cursor: &mut Cursor, kind: TreeKind) {
        if self.tree.is_none() {
            return;
        }
        let at = self.exec.machine.location_of(cursor.state.thread());
        if let Some(node) = self.tell(&cursor.state, cursor.at, kind, at, 0) {
            cursor.at = At { node, step: Way::Start, ..cursor.at };
        }
    }

    /// The run ends here.
    pub(crate) fn tree_ends(&mut self, cursor: &Cursor, kind: TreeKind) {
        let Some(tree) = &mut self.tree else { return };
        let found = self.bugs.len() - tree.bugs;
        tree.bugs = self.bugs.len();
        let here = self.exec.machine.location_of(cursor.state.thread());
        let (kind, at) = match (cursor.at.failed, &kind) {
            (Some((bug, at)), TreeKind::Complete) => (TreeKind::Bug(bug), at),
            _ => (kind, here),
        };
        if self.tell(&cursor.state, cursor.at, kind, at, found as u32).is_none()
            && let Some(tree) = &mut self.tree
        {
            *tree.beyond.entry(cursor.at.node).or_insert(0) += 1;
        }
    }

    /// Nobody explores from this node any more: what was enabled there and never taken.
    pub(crate) fn tree_leaves_out(&mut self, node: &crate::node::Node) {
        if self.tree.is_none() || !self.dpor {
            return;
        }
        let state = &node.cursor.state;
        let (explored, inherited) = {
            let inner = node.plans.lock();
            let all: Vec<u64> = inner.sleep.iter().map(|s| s.handle).collect();
            let (inherited, explored) = all.split_at(inner.inherited);
            (explored.to_vec(), inherited.to_vec())
        };
        for t in crate::node::enabled(state, false) {
            let handle = state.threads[t].handle;
            if explored.contains(&handle) {
                continue;
            }
            let kind = if inherited.contains(&handle) { TreeKind::Asleep } else { TreeKind::NotNeeded };
            let Some(pending) = &state.threads[t].pending else { continue };
            let at = At { step: Way::Thread(t, pending.what, pending.at), ..node.cursor.at };
            self.tell(state, at, kind, pending.at, 0);
        }
    }

    /// What the limit left out.
    pub(crate) fn tree_done(&mut self) {
        let Some(tree) = &self.tree else { return };
        for (&node, &runs) in &tree.beyond {
            self.observer.tree_beyond(node, runs);
        }
    }

    /// Its number, if there is room for it.
    fn tell(&mut self, state: &State, at: At, kind: TreeKind, place: LocId, found: u32) -> Option<u32> {
        let tree = self.tree.as_mut().filter(|t| t.nodes < t.limit)?;
        tree.nodes += 1;
        let number = tree.nodes;
        let machine = &self.exec.machine;
        let step = match at.step {
            Way::Start => Step::Start,
            Way::Side(side) => Step::Side(side),
            Way::Choice(n) => Step::Choice(n),
            Way::Thread(t, what, at) => Step::Thread {
                thread: state.threads[t].name.to_string(),
                what: what.to_string(),
                place: machine.place(at, ""),
            },
        };
        let place: Place = machine.place(place, "");
        self.observer.tree(&TreeNode { number, parent: at.node, step, kind, place, found });
        Some(number)
    }
}
