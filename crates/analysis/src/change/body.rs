//! The alignment of two versions of one function.
//!
//! Both are laid out in a row, and rows are aligned three times, each time in the gaps that are left: instructions that are the same with what they read, instructions that are the same by themselves, and
//! instructions of one kind, which are then modified ones. Guarantee: at most one partner each, and partners come
//! in the same order on both sides. That two partners called the same are so is for `verify` to say.

use super::align::common;
use super::canon::{Canon, masked, reads, slots};
use rethread_ir::link::visit::{self, Visitor};
use rethread_ir::{BlockId, Const, DebugTypeId, FileId, GlobalId, Inst, LocId, Op, Operand, Reg, TypeId};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// Position in the row.
pub type At = usize;

/// A function in a row.
pub struct Row<'c> {
    pub canon: &'c Canon,
    pub insts: Vec<&'c Inst>,
    /// By position: the block.
    pub block: Vec<usize>,
    /// By block: where it begins.
    pub start: Vec<At>,
    /// By register; none for parameters.
    pub defined: Vec<Option<At>>,
}

impl<'c> Row<'c> {
    /// `rank` is by block: those of a lower rank come first.
    pub fn of(canon: &'c Canon, rank: &[u32]) -> Row<'c> {
        let mut row = Row {
            canon,
            insts: Vec::new(),
            block: Vec::new(),
            start: vec![0; canon.blocks.len()],
            defined: vec![None; canon.regs.len()],
        };
        let mut order: Vec<usize> = (0..canon.blocks.len()).collect();
        order.sort_unstable_by_key(|&b| rank[b]);
        for b in order {
            row.start[b] = row.insts.len();
            for inst in &canon.blocks[b] {
                if let Some(r) = inst.dest {
                    row.defined[r.0 as usize] = Some(row.insts.len());
                }
                row.insts.push(inst);
                row.block.push(b);
            }
        }
        row
    }

    pub fn len(&self) -> usize {
        self.insts.len()
    }

    pub fn op(&self, at: At) -> &'c Op {
        &self.insts[at].op
    }

    pub fn is_phi(&self, at: At) -> bool {
        matches!(self.op(at), Op::Phi { .. })
    }

    /// The first instruction of a block behind its phis.
    pub fn body(&self, block: usize) -> At {
        let start = self.start[block];
        start + self.canon.blocks[block].iter().take_while(|i| matches!(i.op, Op::Phi { .. })).count()
    }

    pub fn phis(&self, block: usize) -> std::ops::Range<At> {
        self.start[block]..self.body(block)
    }

    /// The last one of a block.
    pub fn end(&self, block: usize) -> At {
        self.start[block] + self.canon.blocks[block].len() - 1
    }

    fn is_param(&self, r: Reg) -> bool {
        (r.0 as usize) < self.canon.params
    }
}

/// What became of an instruction.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Partner {
    None,
    Same(At),
    /// Stands in the place of the other; what reads the one reads the other.
    Modified(At),
}

impl Partner {
    pub fn any(self) -> Option<At> {
        match self {
            Partner::None => None,
            Partner::Same(at) | Partner::Modified(at) => Some(at),
        }
    }
    pub fn same(self) -> Option<At> {
        match self {
            Partner::Same(at) => Some(at),
            _ => None,
        }
    }
}

/// For the instructions of the new version.
pub struct Alignment {
    pub old_of: Vec<Partner>,
    pub new_of: Vec<Partner>,
    /// Blocks whose beginnings are one: by block of the new version, and of the old one.
    pub head_of_new: Vec<Option<usize>>,
    pub head_of_old: Vec<Option<usize>>,
    /// Differ in themselves, not only in what they were laid out to be: positions of the new version.
    pub edited: Vec<bool>,
}

impl Alignment {
    pub fn of(old: &Row, new: &Row) -> Alignment {
        let mut a = Alignment { edited: vec![false; new.len()], ..Alignment::nothing(old, new) };
        let (keys_old, keys_new) = (Keys::of(old), Keys::of(new));
        a.fill(&keys_old.with_operands, &keys_new.with_operands, Partner::Same);
        a.fill(&keys_old.alone, &keys_new.alone, Partner::Same);
        a.fill(&keys_old.kind, &keys_new.kind, Partner::Modified);
        a.compare(old, new);
        a.targets(old, new);
        a.heads(old, new);
        a
    }

    /// How much is not the same. Jumps come and go with the blocks they end.
    pub fn changes(&self, old: &Row, new: &Row) -> usize {
        let counts = |row: &Row, at: At| !matches!(row.op(at), Op::Br { .. });
        let gone = |&o: &At| self.new_of[o] == Partner::None && counts(old, o);
        let edited = |&n: &At| self.edited[n] && (self.old_of[n] != Partner::None || counts(new, n));
        (0..old.len()).filter(gone).count() + (0..new.len()).filter(edited).count()
    }

    fn set(&mut self, o: At, n: At, how: fn(At) -> Partner) {
        self.old_of[n] = how(o);
        self.new_of[o] = how(n);
    }

    /// Pairs what has equal keys in the gaps between what is paired.
    fn fill(&mut self, old: &[u64], new: &[u64], how: fn(At) -> Partner) {
        let mut at = (0, 0);
        let mut gaps = Vec::new();
        for (n, partner) in self.old_of.iter().enumerate() {
            if let Some(o) = partner.any() {
                gaps.push((at.0..o, at.1..n));
                at = (o + 1, n + 1);
            }
        }
        gaps.push((at.0..old.len(), at.1..new.len()));
        for (x, y) in gaps {
            for (i, j) in common(&old[x.clone()], &new[y.clone()]) {
                self.set(x.start + i, y.start + j, how);
            }
        }
    }

    /// Do the two registers hold the same thing, or one what became of the other?
    pub fn corresponds(&self, old: &Row, new: &Row, o: Reg, n: Reg) -> bool {
        match (old.defined[o.0 as usize], new.defined[n.0 as usize]) {
            (Some(o), Some(n)) => self.old_of[n].any() == Some(o),
            (None, None) => o == n && old.is_param(o) && new.is_param(n),
            _ => false,
        }
    }

    /// Equal but for registers that correspond? Where they lead and, for phis, whence is not looked at.
    fn equal(&self, old: &Row, new: &Row, o: At, n: At) -> bool {
        masked(old.op(o)) == masked(new.op(n)) && self.reads_alike(old, new, o, n)
    }

    fn reads_alike(&self, old: &Row, new: &Row, o: At, n: At) -> bool {
        if let (Op::Phi { incoming: x, .. }, Op::Phi { incoming: y, .. }) = (old.op(o), new.op(n)) {
            return constants(x) == constants(y);
        }
        let (from, to) = (reads(old.op(o)), reads(new.op(n)));
        from.len() == to.len() && from.iter().zip(&to).all(|(&r, &s)| self.corresponds(old, new, r, s))
    }

    /// Equal, if these globals of the old version are taken for those of the new one?
    pub fn equal_with(&self, old: &Row, new: &Row, o: At, n: At, same: &FxHashMap<u32, u32>) -> bool {
        let mut was = masked(old.op(o));
        visit::op(&mut was, &mut Rename(same));
        was == masked(new.op(n)) && self.reads_alike(old, new, o, n) && was != masked(old.op(o))
    }

    /// Nothing is anything's partner.
    pub fn nothing(old: &Row, new: &Row) -> Alignment {
        Alignment {
            old_of: vec![Partner::None; new.len()],
            new_of: vec![Partner::None; old.len()],
            head_of_new: vec![None; new.start.len()],
            head_of_old: vec![None; old.start.len()],
            edited: vec![true; new.len()],
        }
    }

    /// What reads something else is not the same.
    fn compare(&mut self, old: &Row, new: &Row) {
        for n in 0..new.len() {
            match self.old_of[n] {
                Partner::None => self.edited[n] = true,
                Partner::Same(o) => {
                    if !self.equal(old, new, o, n) {
                        self.set(o, n, Partner::Modified);
                        self.edited[n] = true;
                    }
                }
                // Such as one that stands between others of its kind.
                Partner::Modified(o) => match self.equal(old, new, o, n) {
                    true => self.set(o, n, Partner::Same),
                    false => self.edited[n] = true,
                },
            }
        }
    }

    /// A branch that leads somewhere else is not the same.
    fn targets(&mut self, old: &Row, new: &Row) {
        for n in 0..new.len() {
            let Some(o) = self.old_of[n].same() else { continue };
            let differ = slots(old.op(o)).into_iter().zip(slots(new.op(n))).any(|(x, y)| {
                let before = reached(old, x, |at| self.new_of[at].same().is_some());
                let now = reached(new, y, |at| self.old_of[at].same().is_some());
                matches!((before, now), (Some(b), Some(a)) if self.old_of[a] != Partner::Same(b))
            });
            if differ {
                self.set(o, n, Partner::Modified);
                self.edited[n] = true;
            }
        }
    }

    /// Beginnings of blocks that are one; the phis of others are not the same.
    fn heads(&mut self, old: &Row, new: &Row) {
        for phis in [false, true] {
            for b in 0..new.start.len() {
                let first = if phis { new.start[b] } else { new.body(b) };
                let Some(o) = self.old_of[first].same() else { continue };
                let c = old.block[o];
                let begins = if phis { old.is_phi(o) } else { old.body(c) == o };
                if begins && self.head_of_new[b].is_none() && self.head_of_old[c].is_none() {
                    self.head_of_new[b] = Some(c);
                    self.head_of_old[c] = Some(b);
                }
            }
        }
        for n in (0..new.len()).filter(|&n| new.is_phi(n)) {
            if let Some(o) = self.old_of[n].same()
                && self.head_of_new[new.block[n]] != Some(old.block[o])
            {
                self.set(o, n, Partner::Modified);
            }
        }
    }
}

/// The first instruction from the start of a block on that is one of those, if only jumps and other instructions
/// that are not come before it.
fn reached(row: &Row, block: BlockId, is_one: impl Fn(At) -> bool) -> Option<At> {
    let mut at = row.body(block.0 as usize);
    let mut jumps = 0;
    loop {
        match row.op(at) {
            Op::Br { to } => {
                jumps += 1;
                if jumps > row.start.len() {
                    return None;
                }
                at = row.body(to.0 as usize);
            }
            _ if is_one(at) => return Some(at),
            op if op.is_terminator() => return None,
            _ if at == row.end(row.block[at]) => return None,
            _ => at += 1,
        }
    }
}

/// Globals that are called something else.
struct Rename<'m>(&'m FxHashMap<u32, u32>);

impl Visitor for Rename<'_> {
    fn ty(&mut self, _: &mut TypeId) {}
    fn loc(&mut self, _: &mut LocId) {}
    fn file(&mut self, _: &mut FileId) {}
    fn debug(&mut self, _: &mut DebugTypeId) {}
    fn symbol(&mut self, symbol: &mut Const) {
        if let Const::Global(g) = symbol
            && let Some(&other) = self.0.get(&g.0)
        {
            *g = GlobalId(other);
        }
    }
}

/// The constants among what a phi may find.
fn constants(incoming: &[(BlockId, Operand)]) -> Vec<u64> {
    let constant = |(_, o): &(BlockId, Operand)| match o {
        Operand::Const(c) => Some(hash(c)),
        Operand::Reg(_) => None,
    };
    let mut out: Vec<u64> = incoming.iter().filter_map(constant).collect();
    out.sort_unstable();
    out
}

/// What instructions are compared by, from the strictest on.
struct Keys {
    with_operands: Vec<u64>,
    alone: Vec<u64>,
    kind: Vec<u64>,
}

impl Keys {
    fn of(row: &Row) -> Keys {
        let ty = |i: &Inst| i.dest.map(|r| row.canon.regs[r.0 as usize]);
        let alone: Vec<u64> =
            row.insts.iter().map(|i| hash(&(format!("{:?}", masked(&i.op)), ty(i)))).collect();
        let kind = row.insts.iter().map(|i| hash(&(std::mem::discriminant(&i.op), ty(i)))).collect();
        let with_operands = (0..row.len())
            .map(|at| {
                let mut operands: Vec<u64> = Vec::new();
                crate::operands::each(row.op(at), &mut |o| {
                    operands.push(match o {
                        Operand::Const(c) => hash(c),
                        Operand::Reg(r) => row.defined[r.0 as usize].map_or(u64::from(r.0), |d| alone[d]),
                    });
                });
                match row.op(at) {
                    // In the order of the blocks, which may be another one now.
                    Op::Phi { .. } => operands.sort_unstable(),
                    Op::Br { to } => {
                        operands.push(alone[row.body(to.0 as usize)]);
                        operands.push(if at == row.start[row.block[at]] { 0 } else { alone[at - 1] });
                    }
                    _ => {}
                }
                hash(&(alone[at], operands))
            })
            .collect();
        Keys { with_operands, alone, kind }
    }
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}
