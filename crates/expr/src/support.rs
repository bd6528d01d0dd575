//! Which symbols a term depends on.
//!
//! Sets are interned and unions remembered, so that a term whose operands are known costs one lookup.
//! Sets of more than [`SHARED`] symbols are kept only for terms that were asked for: a chain that
//! gathers n symbols would otherwise hold n sets of size n.

use crate::Terms;
use crate::term::{Node, Symbol, Term};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

const SHARED: usize = 1024;
const UNKNOWN: u32 = u32::MAX;
/// Seen, and too large to be kept.
const LARGE: u32 = u32::MAX - 1;

#[derive(Clone, Default)]
pub(crate) struct Supports {
    /// Per term an index into `sets`, or one of the two marks.
    of: Vec<u32>,
    sets: Vec<Arc<[Symbol]>>,
    index: FxHashMap<Arc<[Symbol]>, u32>,
    unions: FxHashMap<(u32, u32), u32>,
    large: FxHashMap<Term, Arc<[Symbol]>>,
}

impl Supports {
    fn intern(&mut self, set: Vec<Symbol>) -> u32 {
        if let Some(id) = self.index.get(set.as_slice()) {
            return *id;
        }
        let id = self.sets.len() as u32;
        let set: Arc<[Symbol]> = set.into();
        self.sets.push(set.clone());
        self.index.insert(set, id);
        id
    }

    fn union(&mut self, a: u32, b: u32) -> u32 {
        if a == b || b == 0 {
            return a;
        }
        if a == 0 {
            return b;
        }
        if a == LARGE || b == LARGE {
            return LARGE;
        }
        let key = (a.min(b), a.max(b));
        if let Some(id) = self.unions.get(&key) {
            return *id;
        }
        let set = merge(&self.sets[a as usize], &self.sets[b as usize]);
        let id = if set.len() > SHARED { LARGE } else { self.intern(set) };
        self.unions.insert(key, id);
        id
    }
}

fn merge(a: &[Symbol], b: &[Symbol]) -> Vec<Symbol> {
    let mut out = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        let next = a[i].min(b[j]);
        i += (a[i] == next) as usize;
        j += (b[j] == next) as usize;
        out.push(next);
    }
    out.extend_from_slice(&a[i..]);
    out.extend_from_slice(&b[j..]);
    out
}

impl Terms {
    /// The symbols that occur in `t`, sorted.
    pub fn support(&mut self, t: Term) -> Arc<[Symbol]> {
        if let Some(&id) = self.supports.of.get(t.index()).filter(|id| **id < LARGE) {
            return self.supports.sets[id as usize].clone();
        }
        let mut memo = std::mem::take(&mut self.supports);
        if memo.sets.is_empty() {
            memo.intern(Vec::new());
        }
        memo.of.resize(self.nodes.len(), UNKNOWN);
        self.fill_supports(&mut memo, t);
        let set = match memo.of[t.index()] {
            LARGE => {
                if !memo.large.contains_key(&t) {
                    let set = self.gather(&memo, t);
                    memo.large.insert(t, set);
                }
                memo.large[&t].clone()
            }
            id => memo.sets[id as usize].clone(),
        };
        self.supports = memo;
        set
    }

    fn fill_supports(&self, memo: &mut Supports, t: Term) {
        let mut stack = vec![t];
        while let Some(&top) = stack.last() {
            if memo.of[top.index()] != UNKNOWN {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let node = self.node(top);
            node.for_each_operand(|o| {
                if memo.of[o.index()] == UNKNOWN {
                    stack.push(o);
                }
            });
            if stack.len() > before {
                continue;
            }
            let mut id = match node {
                Node::Symbol(symbol) => memo.intern(vec![*symbol]),
                _ => 0,
            };
            node.for_each_operand(|o| id = memo.union(id, memo.of[o.index()]));
            memo.of[top.index()] = id;
            stack.pop();
        }
    }

    /// Walks only what is too large to have a set of its own.
    fn gather(&self, memo: &Supports, t: Term) -> Arc<[Symbol]> {
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        let mut found: FxHashSet<Symbol> = FxHashSet::default();
        let mut used: FxHashSet<u32> = FxHashSet::default();
        let mut stack = vec![t];
        while let Some(top) = stack.pop() {
            match memo.of[top.index()] {
                LARGE => match memo.large.get(&top) {
                    Some(set) => found.extend(set.iter().copied()),
                    None => self.node(top).for_each_operand(|o| {
                        if seen.insert(o) {
                            stack.push(o);
                        }
                    }),
                },
                id => {
                    if used.insert(id) {
                        found.extend(memo.sets[id as usize].iter().copied());
                    }
                }
            }
        }
        let mut found: Vec<Symbol> = found.into_iter().collect();
        found.sort_unstable();
        found.into()
    }
}
