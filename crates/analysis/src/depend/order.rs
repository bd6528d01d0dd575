//! Which of two instructions may come first: from control flow, calls, and the creation and joining of threads.
//!
//! Source: Conc-iSE (ASE 2016), section 5.2, happens-before. Guarantee: if the answer is no, the first is
//! never done before the second, in any run. Departs from the source: it is only said of functions that are
//! entered once in a run; an instruction of any other function stands where those calls stand, in functions
//! entered once, that may lead to it.

use super::joins;
use super::nodes::Nodes;
use crate::points_to::Func;
use crate::sharing::Sharing;
use crate::{Site, cfg};
use ascent::Lattice;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::cell::RefCell;

/// Calls that may lead to a function that are told apart.
const FEW: usize = 8;
/// Functions of more blocks are not looked into.
const BLOCKS: usize = 4096;

/// A place in a function that is entered once, and how many threads are created from there on to what stands there:
/// none, one, or more.
type Position = (Site, u8);

const MORE: u8 = 2;

/// A few positions, or (None) any.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Few(Option<SmallVec<[Position; 2]>>);

impl Few {
    fn one(at: Position) -> Few {
        Few(Some(SmallVec::from_elem(at, 1)))
    }

    fn in_threads(&self) -> Few {
        Few(self.0.as_ref().map(|list| list.iter().map(|p| (p.0, MORE.min(p.1 + 1))).collect()))
    }

    fn has_all(&self, other: &Few) -> bool {
        match (&self.0, &other.0) {
            (None, _) => true,
            (_, None) => false,
            (Some(a), Some(b)) => b.iter().all(|p| a.contains(p)),
        }
    }
}

impl PartialOrd for Few {
    fn partial_cmp(&self, other: &Few) -> Option<std::cmp::Ordering> {
        use std::cmp::Ordering::*;
        match (self.has_all(other), other.has_all(self)) {
            (true, true) => Some(Equal),
            (true, false) => Some(Greater),
            (false, true) => Some(Less),
            (false, false) => None,
        }
    }
}

impl Lattice for Few {
    fn join_mut(&mut self, other: Few) -> bool {
        if self.has_all(&other) {
            return false;
        }
        *self = match (self.0.take(), other.0) {
            (Some(mut a), Some(b)) => {
                a.extend(b);
                a.sort_unstable();
                a.dedup();
                Few((a.len() <= FEW).then_some(a))
            }
            _ => Few(None),
        };
        true
    }

    fn meet_mut(&mut self, other: Few) -> bool {
        if other.has_all(self) {
            return false;
        }
        *self = match (self.0.take(), other.0) {
            (Some(mut a), Some(b)) => {
                a.retain(|p| b.contains(p));
                Few(Some(a))
            }
            (_, b) => Few(b),
        };
        true
    }
}

ascent::ascent! {
    struct Rules;
    /// Where a function is entered: place, its function, and whether by a new thread.
    relation enters(Func, Site, Func, bool);
    relation many(Func);
    relation once(Func);
    /// Entered where nobody knows.
    relation anyhow(Func);

    /// Where a function that is entered more than once stands.
    lattice stands(Func, Few);
    stands(f, Few(None)) <-- anyhow(f);
    stands(f, Few::one((*s, u8::from(*t)))) <-- many(f), enters(f, s, g, t), once(g);
    stands(f, at.clone()) <-- many(f), enters(f, _, g, ?false), many(g), stands(g, at);
    stands(f, at.in_threads()) <-- many(f), enters(f, _, g, ?true), many(g), stands(g, at);
}

pub struct Order<'a> {
    sharing: &'a Sharing,
    many: Vec<bool>,
    /// Where a function that is entered once is entered, unless it is by nobody.
    entered: FxHashMap<Func, Position>,
    stands: FxHashMap<Func, Few>,
    /// By function the threads that run it.
    threads: Vec<SmallVec<[Func; 2]>>,
    recursive: Vec<bool>,
    /// By creation of a thread the joins that certainly wait for it.
    joins: FxHashMap<Site, Vec<Site>>,
    /// Objects that end with a frame, and the function whose it is.
    frames: FxHashMap<u32, Func>,
    reachable: RefCell<FxHashMap<(Func, u32), Vec<bool>>>,
}

impl<'a> Order<'a> {
    pub fn of(nodes: &Nodes, sharing: &'a Sharing) -> Order<'a> {
        let functions = nodes.program.functions.len();
        let mut many = vec![false; functions];
        sharing.solution.many.iter().for_each(|&f| many[f as usize] = true);
        let mut rules = Rules::default();
        let mut calls = vec![Vec::new(); functions];
        for (site, doing) in &sharing.solution.doings {
            for (list, thread) in [(&doing.calls, false), (&doing.begins, true)] {
                for &f in list {
                    rules.enters.push((f, *site, site.function, thread));
                }
            }
            calls[site.function as usize].extend(doing.calls.iter().map(|&f| f as usize));
        }
        let is_many = |f: &Func| many[*f as usize];
        rules.many.extend((0..functions as Func).filter(is_many).map(|f| (f,)));
        rules.once.extend((0..functions as Func).filter(|f| !is_many(f)).map(|f| (f,)));
        let roots = sharing.roots.iter().map(|f| f.0);
        rules.anyhow.extend(roots.chain(sharing.solution.ends_thread.iter().copied()).map(|f| (f,)));
        rules.run();
        let entered =
            rules.enters.iter().filter(|e| !is_many(&e.0)).map(|&(f, s, _, t)| (f, (s, u8::from(t))));
        let mut threads = vec![SmallVec::new(); functions];
        sharing.solution.runs.iter().for_each(|&(t, f)| threads[f as usize].push(t));
        let mut frames = FxHashMap::default();
        for (site, &o) in &sharing.made {
            let alloca = nodes.number(*site).and_then(|n| nodes.inst(n));
            if alloca.is_some_and(|i| matches!(i.op, rethread_ir::Op::Alloca { .. })) {
                frames.insert(o, site.function);
            }
        }
        Order {
            sharing,
            entered: entered.collect(),
            joins: joins::certain(nodes, sharing, &many),
            stands: rules.stands.iter().map(|(f, few)| (*f, few.clone())).collect(),
            many,
            threads,
            recursive: cfg::cyclic(&calls),
            frames,
            reachable: RefCell::default(),
        }
    }

    /// May what the writer left in the object be there when the reader comes?
    pub fn sees(&self, writer: Site, reader: Site, object: u32) -> bool {
        let (w, r) = (writer.function, reader.function);
        let private = !self.sharing.threaded() || !self.sharing.solution.public[object as usize];
        if private && self.sharing.threaded() {
            let (of_w, of_r) = (&self.threads[w as usize], &self.threads[r as usize]);
            if !of_w.iter().any(|t| of_r.contains(t)) {
                return false;
            }
        }
        if writer == reader && !self.many[w as usize] {
            return self.leads(writer, reader);
        }
        let own = |f: Func| self.frames.get(&object) == Some(&f) && !self.recursive[f as usize];
        if private && w == r && own(w) {
            // Each call of the function has a variable of its own.
            return self.leads(writer, reader);
        }
        match (self.positions(writer), self.positions(reader)) {
            (Few(Some(a)), Few(Some(b))) => {
                a.iter().any(|&p| b.iter().any(|&q| self.precedes(p, q, private)))
            }
            _ => true,
        }
    }

    /// May two threads be at these places at the same time?
    pub fn parallel(&self, a: Site, b: Site) -> bool {
        let (of_a, of_b) = (&self.threads[a.function as usize], &self.threads[b.function as usize]);
        if let ([one], [other]) = (&of_a[..], &of_b[..])
            && one == other
            && !self.sharing.solution.crowds.contains(one)
        {
            return false;
        }
        match (self.positions(a), self.positions(b)) {
            (Few(Some(p)), Few(Some(q))) => p.iter().any(|&p| q.iter().any(|&q| self.overlaps(p, q))),
            _ => true,
        }
    }

    fn overlaps(&self, first: Position, second: Position) -> bool {
        let Some(((p, in_p), (q, in_q))) = self.common(first, second) else { return true };
        // A thread goes on beside whatever comes after its creation.
        p == q || self.goes_on(p, in_p, q) || self.goes_on(q, in_q, p)
    }

    fn positions(&self, site: Site) -> Few {
        match self.many[site.function as usize] {
            false => Few::one((site, 0)),
            true => self.stands.get(&site.function).cloned().unwrap_or(Few(None)),
        }
    }

    /// The same place seen from every function on the way to it.
    fn chain(&self, at: Position) -> SmallVec<[Position; 8]> {
        let mut out: SmallVec<[Position; 8]> = SmallVec::new();
        let mut seen = FxHashSet::default();
        let (mut site, mut thread) = at;
        loop {
            out.push((site, thread));
            if !seen.insert(site.function) {
                return out;
            }
            match self.entered.get(&site.function) {
                Some(&(s, t)) if !self.many[s.function as usize] => {
                    (site, thread) = (s, MORE.min(thread + t))
                }
                _ => return out,
            }
        }
    }

    /// Both seen from the innermost function that leads to both.
    fn common(&self, first: Position, second: Position) -> Option<(Position, Position)> {
        let (a, b) = (self.chain(first), self.chain(second));
        a.iter().find_map(|p| b.iter().find(|q| q.0.function == p.0.function).map(|q| (*p, *q)))
    }

    fn precedes(&self, first: Position, second: Position, private: bool) -> bool {
        // Nothing is said about what runs without being called.
        let Some(((p, in_p), (q, in_q))) = self.common(first, second) else { return true };
        if p == q {
            // Both in one call.
            return true;
        }
        if private && (in_p > 0 || in_q > 0) {
            // Two threads.
            return false;
        }
        self.leads(p, q) || self.goes_on(q, in_q, p)
    }

    /// May what threads do that are created at the one place still go on at the other?
    fn goes_on(&self, creation: Site, threads: u8, at: Site) -> bool {
        match (threads, self.joins.get(&creation)) {
            (0, _) => false,
            (1, Some(joins)) => self.leads_past(creation, at, joins),
            _ => self.leads(creation, at),
        }
    }

    /// Can control come from the one to the other without one of the joins?
    fn leads_past(&self, from: Site, to: Site, joins: &[Site]) -> bool {
        let edges = &self.sharing.edges[from.function as usize];
        // The first join of a block at or behind an instruction.
        let join = |block: u32, inst: u32| {
            joins.iter().filter(|j| j.block == block && j.inst >= inst).map(|j| j.inst).min()
        };
        let mut seen = vec![false; edges.len()];
        let mut todo = vec![(from.block, from.inst + 1)];
        while let Some((block, inst)) = todo.pop() {
            let end = join(block, inst);
            if to.block == block && to.inst >= inst && end.is_none_or(|end| to.inst <= end) {
                return true;
            }
            if end.is_none() {
                let next = edges[block as usize].iter().filter(|&&b| !std::mem::replace(&mut seen[b], true));
                todo.extend(next.map(|&b| (b as u32, 0)));
            }
        }
        false
    }

    /// Can control come from the one to the other, in one call of their function?
    fn leads(&self, from: Site, to: Site) -> bool {
        let edges = &self.sharing.edges[from.function as usize];
        if from.block == to.block && from.inst < to.inst || edges.len() > BLOCKS {
            return true;
        }
        if edges.is_empty() {
            // A function without body.
            return true;
        }
        let mut known = self.reachable.borrow_mut();
        let reachable = known.entry((from.function, from.block)).or_insert_with(|| {
            let mut out = vec![false; edges.len()];
            cfg::reachable(edges, from.block as usize).into_iter().for_each(|b| out[b] = true);
            out
        });
        reachable[to.block as usize]
    }
}
