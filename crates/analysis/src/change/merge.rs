//! Two versions of a function as one, with a question wherever they part: which version is it?
//!
//! Code that is the same in both is there once, the rest is there twice, behind a branch on the version. Such a
//! program does what the old one does if every question is answered with "the old one", and what the new one does
//! otherwise: `verify` holds it against both. Whatever an edit can affect is then what depends on these branches, and
//! a slice says what that is: deleted code, moved code and changed jumps need no rules of their own.
//! Cost: linear.

use super::body::{Alignment, At, Partner, Row};
use super::canon::{Inside, reads, slots};
use rethread_ir::link::visit;
use rethread_ir::{Block, BlockId, Const, Inst, IntConst, LocId, Op, Operand, Reg, TypeId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Block and position in it.
pub type Place = (u32, u32);

/// Both versions of a function.
pub struct Merged {
    pub blocks: Vec<Block>,
    pub regs: Vec<TypeId>,
    /// Where the instructions of the two versions are, by position in their rows.
    pub old: Vec<Place>,
    pub new: Vec<Place>,
    /// Branches on the version, and choices between registers by it.
    pub questions: FxHashSet<Place>,
    /// Jumps that are in neither version.
    pub jumps: FxHashSet<Place>,
    /// New instructions that are not what they were, besides those that the alignment says.
    pub edited: Vec<At>,
}

impl Merged {
    pub fn is_jump(&self, (b, i): Place) -> bool {
        matches!(self.blocks[b as usize].insts[i as usize].op, Op::Br { .. })
    }

    /// Is a question more than one between two ways to jump to the same place?
    pub fn matters(&self, (b, i): Place) -> bool {
        match &self.blocks[b as usize].insts[i as usize].op {
            Op::CondBr { yes, no, .. } => self.landing(*yes) != self.landing(*no),
            _ => true,
        }
    }

    /// The block where jumps that begin with this block lead to, if nothing is done on the way.
    fn landing(&self, mut block: BlockId) -> BlockId {
        for _ in 0..self.blocks.len() {
            match self.blocks[block.0 as usize].insts.first().map(|i| &i.op) {
                // Where there are phis it matters whence one comes.
                Some(Op::Br { to }) if !self.begins_with_phi(*to) => block = *to,
                _ => break,
            }
        }
        block
    }

    fn begins_with_phi(&self, b: BlockId) -> bool {
        matches!(self.blocks[b.0 as usize].insts.first().map(|i| &i.op), Some(Op::Phi { .. }))
    }
}

type Id = usize;

enum Node {
    Inst(Option<At>, Option<At>),
    /// The phis of a block of each version: (old, new).
    Head(Option<usize>, Option<usize>),
    /// (old, new).
    Question(Id, Id),
}

/// Which of the two is asked for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Version {
    Old,
    New,
}

pub const VERSIONS: [Version; 2] = [Version::Old, Version::New];

pub fn merge(old: &Row, new: &Row, alignment: &Alignment, truth: TypeId) -> Merged {
    let mut graph = Graph::of(old, new, alignment);
    graph.connect();
    let leaders = graph.leaders();
    let mut phis = Phis { graph: &graph, leaders: &leaders, same: Vec::new(), edited: Vec::new() };
    phis.settle();
    let (same, edited) = (phis.same, phis.edited);
    Emit::of(&graph, &leaders, &same, truth).all(edited)
}

/// What follows what.
struct Graph<'a, 'c> {
    old: &'a Row<'c>,
    new: &'a Row<'c>,
    alignment: &'a Alignment,
    nodes: Vec<Node>,
    /// By node: where its ways lead.
    next: Vec<Vec<Id>>,
    /// By position; phis have that of their head.
    of_old: Vec<Id>,
    of_new: Vec<Id>,
    /// By block.
    begin_old: Vec<Id>,
    begin_new: Vec<Id>,
    entry: Id,
}

impl<'a, 'c> Graph<'a, 'c> {
    fn of(old: &'a Row<'c>, new: &'a Row<'c>, alignment: &'a Alignment) -> Graph<'a, 'c> {
        let mut g = Graph {
            old,
            new,
            alignment,
            nodes: Vec::new(),
            next: Vec::new(),
            of_old: vec![Id::MAX; old.len()],
            of_new: vec![Id::MAX; new.len()],
            begin_old: vec![Id::MAX; old.start.len()],
            begin_new: vec![Id::MAX; new.start.len()],
            entry: 0,
        };
        for b in 0..new.start.len() {
            g.begin(alignment.head_of_new[b], Some(b));
            for n in new.body(b)..=new.end(b) {
                let o = alignment.old_of[n].same();
                g.of_new[n] = g.add(Node::Inst(o, Some(n)));
                if let Some(o) = o {
                    g.of_old[o] = g.of_new[n];
                }
            }
        }
        for b in 0..old.start.len() {
            if alignment.head_of_old[b].is_none() {
                g.begin(Some(b), None);
            }
            for o in old.body(b)..=old.end(b) {
                if g.of_old[o] == Id::MAX {
                    g.of_old[o] = g.add(Node::Inst(Some(o), None));
                }
            }
        }
        for b in 0..new.start.len() {
            if g.begin_new[b] == Id::MAX {
                g.begin_new[b] = g.of_new[new.body(b)];
            }
        }
        for b in 0..old.start.len() {
            if g.begin_old[b] == Id::MAX {
                g.begin_old[b] = g.of_old[old.body(b)];
            }
        }
        g
    }

    fn add(&mut self, node: Node) -> Id {
        self.nodes.push(node);
        self.next.push(Vec::new());
        self.nodes.len() - 1
    }

    /// The head of a block of each version that are one, if there are phis.
    fn begin(&mut self, old: Option<usize>, new: Option<usize>) {
        let of_old = old.map_or(0..0, |b| self.old.phis(b));
        let of_new = new.map_or(0..0, |b| self.new.phis(b));
        if of_old.is_empty() && of_new.is_empty() {
            return;
        }
        let id = self.add(Node::Head(old, new));
        of_old.for_each(|o| self.of_old[o] = id);
        of_new.for_each(|n| self.of_new[n] = id);
        old.iter().for_each(|&b| self.begin_old[b] = id);
        new.iter().for_each(|&b| self.begin_new[b] = id);
    }

    fn ways(&self, version: Version, at: At) -> Vec<Id> {
        let (row, begin, of) = match version {
            Version::Old => (self.old, &self.begin_old, &self.of_old),
            Version::New => (self.new, &self.begin_new, &self.of_new),
        };
        match at == row.end(row.block[at]) {
            true => slots(row.op(at)).into_iter().map(|b| begin[b.0 as usize]).collect(),
            false => vec![of[at + 1]],
        }
    }

    fn connect(&mut self) {
        for id in 0..self.nodes.len() {
            let (old, new) = match self.nodes[id] {
                Node::Inst(o, n) => {
                    (o.map(|at| self.ways(Version::Old, at)), n.map(|at| self.ways(Version::New, at)))
                }
                Node::Head(o, n) => (
                    o.map(|b| vec![self.of_old[self.old.body(b)]]),
                    n.map(|b| vec![self.of_new[self.new.body(b)]]),
                ),
                Node::Question(..) => (None, None),
            };
            self.next[id] = match (old, new) {
                (Some(old), Some(new)) => old.into_iter().zip(new).map(|(o, n)| self.parting(o, n)).collect(),
                (old, new) => old.or(new).unwrap_or_default(),
            };
        }
        let (o, n) = (self.begin_old[0], self.begin_new[0]);
        self.entry = self.parting(o, n);
    }

    fn parting(&mut self, old: Id, new: Id) -> Id {
        if old == new {
            return old;
        }
        let id = self.add(Node::Question(old, new));
        self.next[id] = vec![new, old];
        id
    }

    fn is_end(&self, id: Id) -> bool {
        match self.nodes[id] {
            Node::Inst(Some(o), _) => o == self.old.end(self.old.block[o]),
            Node::Inst(None, Some(n)) => n == self.new.end(self.new.block[n]),
            Node::Inst(None, None) | Node::Head(..) => false,
            Node::Question(..) => true,
        }
    }

    /// By node the block that it begins, the entry's first.
    fn leaders(&self) -> Vec<Option<u32>> {
        let mut before = vec![0usize; self.nodes.len()];
        let mut leads = vec![false; self.nodes.len()];
        for (id, next) in self.next.iter().enumerate() {
            for &to in next {
                before[to] += 1;
                leads[to] |= self.is_end(id) || matches!(self.nodes[to], Node::Head(..) | Node::Question(..));
            }
        }
        leads.iter_mut().zip(&before).for_each(|(l, b)| *l |= *b != 1);
        leads[self.entry] = true;
        let mut out = vec![None; self.nodes.len()];
        out[self.entry] = Some(0);
        let others = (0..self.nodes.len()).filter(|&id| leads[id] && id != self.entry);
        (1..).zip(others).for_each(|(b, id)| out[id] = Some(b));
        out
    }

    /// By node: the block it is in.
    fn blocks(&self, leaders: &[Option<u32>]) -> Vec<u32> {
        let mut out = vec![u32::MAX; self.nodes.len()];
        for (first, block) in leaders.iter().enumerate() {
            let Some(block) = *block else { continue };
            let mut at = first;
            out[at] = block;
            while !self.is_end(at) && leaders[self.next[at][0]].is_none() {
                at = self.next[at][0];
                out[at] = block;
            }
        }
        out
    }

    /// The blocks from which one version comes from one block of it to another.
    fn edges(&self, version: Version, from: usize, to: usize, block_of: &[u32]) -> Vec<u32> {
        let (row, of, begin) = match version {
            Version::Old => (self.old, &self.of_old, &self.begin_old),
            Version::New => (self.new, &self.of_new, &self.begin_new),
        };
        let last = row.end(from);
        let mut out: Vec<u32> = slots(row.op(last))
            .into_iter()
            .zip(&self.next[of[last]])
            .filter(|(b, _)| b.0 as usize == to)
            .map(|(_, &way)| match way == begin[to] {
                true => block_of[of[last]],
                false => block_of[way],
            })
            .collect();
        out.sort_unstable();
        out.dedup();
        out
    }
}

/// Which phis are the same: those that find the same on every edge that both versions have.
struct Phis<'a, 'g, 'c> {
    graph: &'a Graph<'g, 'c>,
    leaders: &'a [Option<u32>],
    /// By position in the new version.
    same: Vec<bool>,
    edited: Vec<At>,
}

impl Phis<'_, '_, '_> {
    fn settle(&mut self) {
        let g = self.graph;
        let is_same = |n: At| g.new.is_phi(n) && g.alignment.old_of[n].same().is_some();
        self.same = (0..g.new.len()).map(is_same).collect();
        let block_of = g.blocks(self.leaders);
        // One that turns out to be different may make others different.
        loop {
            let mut different = Vec::new();
            for n in (0..g.new.len()).filter(|&n| self.same[n]) {
                let Partner::Same(o) = g.alignment.old_of[n] else { continue };
                let before = incoming(g, Version::Old, o, &block_of);
                let now = incoming(g, Version::New, n, &block_of);
                let shared = now.iter().filter_map(|(b, x)| before.get(b).map(|y| (*x, *y)));
                let unlike: Vec<_> = shared.filter(|(x, y)| !self.agree(x, y)).collect();
                if !unlike.is_empty() {
                    different.push(n);
                    if unlike.iter().any(|(x, y)| !self.follows(x, y)) {
                        self.edited.push(n);
                        self.edited.extend(self.where_from(n, o));
                    }
                }
            }
            if different.is_empty() {
                return;
            }
            different.into_iter().for_each(|n| self.same[n] = false);
        }
    }

    /// The same value for certain?
    fn agree(&self, new: &Operand, old: &Operand) -> bool {
        let g = self.graph;
        match (new, old) {
            (Operand::Const(x), Operand::Const(y)) => x == y,
            (Operand::Reg(n), Operand::Reg(o)) => {
                match (g.new.defined[n.0 as usize], g.old.defined[o.0 as usize]) {
                    (Some(d), Some(e)) => {
                        let settled = !g.new.is_phi(d) || self.same[d];
                        settled && g.alignment.old_of[d] == Partner::Same(e)
                    }
                    _ => g.alignment.corresponds(g.old, g.new, *o, *n),
                }
            }
            _ => false,
        }
    }

    /// Different only because what it is was modified elsewhere?
    fn follows(&self, new: &Operand, old: &Operand) -> bool {
        match (new, old) {
            (Operand::Reg(n), Operand::Reg(o)) => {
                self.graph.alignment.corresponds(self.graph.old, self.graph.new, *o, *n)
            }
            _ => self.agree(new, old),
        }
    }

    /// The ends of the blocks from which another value comes: phis of variables stand on no line.
    fn where_from(&self, n: At, o: At) -> Vec<At> {
        let g = self.graph;
        let (Op::Phi { incoming: now, .. }, Op::Phi { incoming: before, .. }) = (g.new.op(n), g.old.op(o))
        else {
            return Vec::new();
        };
        let ends = now.iter().filter_map(|(b, x)| {
            let end = g.new.end(b.0 as usize);
            let partner = g.alignment.old_of[end].any()?;
            let (_, y) = before.iter().find(|(c, _)| g.old.end(c.0 as usize) == partner)?;
            (!self.follows(x, y)).then_some(end)
        });
        ends.collect()
    }
}

/// What a phi finds, by the block it is entered from.
fn incoming<'c>(
    g: &Graph<'_, 'c>,
    version: Version,
    at: At,
    block_of: &[u32],
) -> FxHashMap<u32, &'c Operand> {
    let row = match version {
        Version::Old => g.old,
        Version::New => g.new,
    };
    let mut out = FxHashMap::default();
    if let Op::Phi { incoming, .. } = row.op(at) {
        for (from, value) in incoming {
            for b in g.edges(version, from.0 as usize, row.block[at], block_of) {
                out.insert(b, value);
            }
        }
    }
    out
}

struct Emit<'a, 'g, 'c> {
    graph: &'a Graph<'g, 'c>,
    leaders: &'a [Option<u32>],
    same: &'a [bool],
    block_of: Vec<u32>,
    truth: TypeId,
    /// Registers of the versions in the whole.
    of_old: Vec<Reg>,
    of_new: Vec<Reg>,
    out: Merged,
}

impl<'a, 'g, 'c> Emit<'a, 'g, 'c> {
    fn of(graph: &'a Graph<'g, 'c>, leaders: &'a [Option<u32>], same: &'a [bool], truth: TypeId) -> Self {
        let (old, new) = (graph.old, graph.new);
        let params = new.canon.params;
        let mut regs = new.canon.regs.clone();
        let of_new: Vec<Reg> = (0..regs.len() as u32).map(Reg).collect();
        let mut of_old = Vec::new();
        for (r, &ty) in old.canon.regs.iter().enumerate() {
            let shared = old.defined[r].and_then(|o| {
                let n = graph.alignment.new_of[o].same().filter(|&n| !new.is_phi(n) || same[n])?;
                new.insts[n].dest
            });
            let shared = shared.or((r < params).then_some(Reg(r as u32)));
            of_old.push(shared.unwrap_or_else(|| {
                regs.push(ty);
                Reg(regs.len() as u32 - 1)
            }));
        }
        let count = leaders.iter().flatten().count();
        let out = Merged {
            blocks: (0..count).map(|_| Block { name: String::new(), insts: Vec::new() }).collect(),
            regs,
            old: vec![(0, 0); old.len()],
            new: vec![(0, 0); new.len()],
            questions: FxHashSet::default(),
            jumps: FxHashSet::default(),
            edited: Vec::new(),
        };
        let block_of = graph.blocks(leaders);
        Emit { graph, leaders, same, block_of, truth, of_old, of_new, out }
    }

    fn all(mut self, edited: Vec<At>) -> Merged {
        for first in 0..self.leaders.len() {
            let Some(block) = self.leaders[first] else { continue };
            let mut at = first;
            loop {
                self.node(block, at);
                if self.graph.is_end(at) {
                    break;
                }
                let next = self.graph.next[at][0];
                if let Some(to) = self.leaders[next] {
                    let place = self.push(block, None, Op::Br { to: BlockId(to) });
                    self.out.jumps.insert(place);
                    break;
                }
                at = next;
            }
        }
        self.out.edited = edited;
        self.out.edited.sort_unstable();
        self.out.edited.dedup();
        self.out
    }

    fn push(&mut self, block: u32, dest: Option<Reg>, op: Op) -> Place {
        let insts = &mut self.out.blocks[block as usize].insts;
        insts.push(Inst { dest, op, loc: LocId::NONE });
        (block, insts.len() as u32 - 1)
    }

    /// The block that a node begins.
    fn begun(&self, id: Id) -> BlockId {
        BlockId(self.leaders[id].unwrap_or(0))
    }

    fn node(&mut self, block: u32, id: Id) {
        let g = self.graph;
        match g.nodes[id] {
            Node::Question(old, new) => {
                let cond = Operand::Const(Const::Int(IntConst::new(1, 1)));
                let op = Op::CondBr { cond, yes: self.begun(new), no: self.begun(old) };
                let place = self.push(block, None, op);
                self.out.questions.insert(place);
            }
            Node::Head(old, new) => {
                let of_new = new.map_or(0..0, |b| g.new.phis(b));
                let of_old = old.map_or(0..0, |b| g.old.phis(b));
                for n in of_new {
                    let o = g.alignment.old_of[n].same().filter(|_| self.same[n]);
                    self.phi(block, o, Some(n));
                }
                for o in of_old {
                    if !g.alignment.new_of[o].same().is_some_and(|n| self.same[n]) {
                        self.phi(block, Some(o), None);
                    }
                }
            }
            Node::Inst(old, new) => self.inst(block, id, old, new),
        }
    }

    fn translated(&self, version: Version, o: &Operand) -> Operand {
        match o {
            Operand::Const(c) => Operand::Const(c.clone()),
            Operand::Reg(r) => Operand::Reg(match version {
                Version::Old => self.of_old[r.0 as usize],
                Version::New => self.of_new[r.0 as usize],
            }),
        }
    }

    fn phi(&mut self, block: u32, old: Option<At>, new: Option<At>) {
        let g = self.graph;
        let mut values: std::collections::BTreeMap<u32, Operand> = Default::default();
        for (version, at) in [(Version::Old, old), (Version::New, new)] {
            for (b, o) in at.map(|at| incoming(g, version, at, &self.block_of)).into_iter().flatten() {
                values.insert(b, self.translated(version, o));
            }
        }
        let (ty, dest) = match (new, old) {
            (Some(n), _) => (g.new.op(n), g.new.insts[n].dest.map(|r| self.of_new[r.0 as usize])),
            (None, Some(o)) => (g.old.op(o), g.old.insts[o].dest.map(|r| self.of_old[r.0 as usize])),
            (None, None) => return,
        };
        let ty = match (ty, dest) {
            (Op::Phi { .. }, Some(r)) => self.out.regs[r.0 as usize],
            _ => return,
        };
        let incoming = values.into_iter().map(|(b, o)| (BlockId(b), o)).collect();
        let place = self.push(block, dest, Op::Phi { ty, incoming });
        old.iter().for_each(|&o| self.out.old[o] = place);
        new.iter().for_each(|&n| self.out.new[n] = place);
    }

    fn inst(&mut self, block: u32, id: Id, old: Option<At>, new: Option<At>) {
        let g = self.graph;
        let read = |version, at: Option<At>, this: &Self| {
            let row = if version == Version::Old { g.old } else { g.new };
            let regs = at.map(|at| reads(row.op(at))).unwrap_or_default();
            regs.iter().map(|r| this.translated(version, &Operand::Reg(*r))).collect::<Vec<_>>()
        };
        let mut regs = read(Version::New, new, self);
        let before = read(Version::Old, old, self);
        if new.is_none() {
            regs = before;
        } else {
            for (reg, was) in regs.iter_mut().zip(before).filter(|(reg, was)| *reg != was) {
                *reg = self.choice(block, reg, &was);
            }
        }
        let (mut op, dest) = match (new, old) {
            (Some(n), _) => (g.new.op(n).clone(), g.new.insts[n].dest.map(|r| self.of_new[r.0 as usize])),
            (None, Some(o)) => (g.old.op(o).clone(), g.old.insts[o].dest.map(|r| self.of_old[r.0 as usize])),
            (None, None) => return,
        };
        let mut regs = regs.into_iter();
        let mut ways = g.next[id].iter().map(|&to| self.begun(to));
        visit::op(
            &mut op,
            &mut Inside {
                reg: |r: &mut Reg| {
                    if let Some(Operand::Reg(q)) = regs.next() {
                        *r = q;
                    }
                },
                block: |b: &mut BlockId| *b = ways.next().unwrap_or(*b),
            },
        );
        let place = self.push(block, dest, op);
        old.iter().for_each(|&o| self.out.old[o] = place);
        new.iter().for_each(|&n| self.out.new[n] = place);
    }

    /// The register of the version.
    fn choice(&mut self, block: u32, new: &Operand, old: &Operand) -> Operand {
        let ty = match new {
            Operand::Reg(r) => self.out.regs[r.0 as usize],
            Operand::Const(_) => self.truth,
        };
        self.out.regs.push(ty);
        let dest = Reg(self.out.regs.len() as u32 - 1);
        let cond = Operand::Const(Const::Int(IntConst::new(1, 1)));
        let op = Op::Select { cond, cond_ty: self.truth, yes: new.clone(), no: old.clone(), ty };
        let place = self.push(block, Some(dest), op);
        self.out.questions.insert(place);
        Operand::Reg(dest)
    }
}
