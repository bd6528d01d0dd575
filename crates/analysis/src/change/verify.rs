//! Is a merged function really both of its versions?
//!
//! Guarantee: if the answer is yes, then the merged function, every question answered with one version, does step
//! by step what that version does: each of its instructions is there once, with the same operation, types, constants
//! and attributes, reads what corresponds to what it read, and is followed by what followed it; phis find on each
//! edge what they found. So an instruction that is in both is the same in both. Nothing is taken over from how the merged
//! function came about. Cost: linear.

use super::body::{At, Row};
use super::canon::{Inside, masked, slots};
use super::merge::{Merged, Place, VERSIONS, Version};
use rethread_ir::link::visit;
use rethread_ir::{BlockId, Inst, Op, Operand, Reg};
use rustc_hash::{FxHashMap, FxHashSet};

/// Why not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong(pub &'static str);

pub fn verify(merged: &Merged, old: &Row, new: &Row) -> Result<(), Wrong> {
    for version in VERSIONS {
        let (row, places) = match version {
            Version::Old => (old, &merged.old),
            Version::New => (new, &merged.new),
        };
        Check::of(merged, version, row, places)?.all()?;
    }
    Ok(())
}

struct Check<'a, 'c> {
    merged: &'a Merged,
    version: Version,
    row: &'a Row<'c>,
    places: &'a [Place],
    /// The version's position of an instruction.
    at: FxHashMap<Place, At>,
    /// Registers of the version in the whole.
    regs: Vec<Option<Reg>>,
    /// What choices by version come to.
    choices: FxHashMap<Reg, Operand>,
}

impl<'a, 'c> Check<'a, 'c> {
    fn of(
        merged: &'a Merged,
        version: Version,
        row: &'a Row<'c>,
        places: &'a [Place],
    ) -> Result<Self, Wrong> {
        let mut check = Check {
            merged,
            version,
            row,
            places,
            at: FxHashMap::default(),
            regs: vec![None; row.canon.regs.len()],
            choices: FxHashMap::default(),
        };
        let mut defined: FxHashSet<Reg> = FxHashSet::default();
        for (b, block) in (0..).zip(&merged.blocks) {
            for (i, inst) in (0..).zip(&block.insts) {
                if inst.dest.is_some_and(|r| !defined.insert(r)) {
                    return Err(Wrong("a register is written twice"));
                }
                if let (true, Some(r), Op::Select { yes, no, .. }) =
                    (merged.questions.contains(&(b, i)), inst.dest, &inst.op)
                {
                    check.choices.insert(r, if version == Version::New { yes.clone() } else { no.clone() });
                }
            }
        }
        for p in 0..row.canon.params {
            if defined.contains(&Reg(p as u32)) || merged.regs.get(p) != Some(&row.canon.regs[p]) {
                return Err(Wrong("a parameter is not what it was"));
            }
            check.regs[p] = Some(Reg(p as u32));
        }
        if places.len() != row.len() {
            return Err(Wrong("instructions are missing"));
        }
        for (at, &place) in places.iter().enumerate() {
            if check.at.insert(place, at).is_some() {
                return Err(Wrong("two instructions are one"));
            }
            let dest = check.inst(place)?.dest;
            match (row.insts[at].dest, dest) {
                (None, None) => {}
                (Some(r), Some(q)) => {
                    if merged.regs.get(q.0 as usize) != Some(&row.canon.regs[r.0 as usize]) {
                        return Err(Wrong("a result has another type"));
                    }
                    check.regs[r.0 as usize] = Some(q);
                }
                _ => return Err(Wrong("a result is missing")),
            }
        }
        Ok(check)
    }

    fn inst(&self, (b, i): Place) -> Result<&'a Inst, Wrong> {
        let block = self.merged.blocks.get(b as usize).ok_or(Wrong("a block is missing"))?;
        block.insts.get(i as usize).ok_or(Wrong("control leaves a block"))
    }

    fn all(&self) -> Result<(), Wrong> {
        self.enters(0, (0, 0), None)?;
        for at in 0..self.row.len() {
            self.instruction(at)?;
            let end = self.row.end(self.row.block[at]);
            if at != end && self.row.is_phi(at) {
                // All phis of a block are looked at when it is entered.
                continue;
            }
            let (b, i) = self.places[at];
            if at != end {
                let next = self.follow((b, i + 1), b)?;
                if !next.phis.is_empty() || next.place != self.places[at + 1] {
                    return Err(Wrong("something else follows"));
                }
                continue;
            }
            let (was, is) = (slots(self.row.op(at)), slots(&self.inst((b, i))?.op));
            if was.len() != is.len() {
                return Err(Wrong("a branch has other ways"));
            }
            for (from, to) in was.into_iter().zip(is) {
                self.enters(from.0 as usize, (to.0, 0), Some((self.row.block[at], b)))?;
            }
        }
        Ok(())
    }

    /// The same instruction, reading what corresponds?
    fn instruction(&self, at: At) -> Result<(), Wrong> {
        let inst = self.inst(self.places[at])?;
        if self.merged.questions.contains(&self.places[at]) || self.merged.jumps.contains(&self.places[at]) {
            return Err(Wrong("an instruction is a question"));
        }
        let op = self.row.op(at);
        if self.row.is_phi(at) {
            let same = masked(op) == masked(&inst.op);
            return if same { Ok(()) } else { Err(Wrong("a phi has another type")) };
        }
        let (mut was, mut is, mut known) = (op.clone(), inst.op.clone(), true);
        let blank = |b: &mut BlockId| b.0 = 0;
        visit::op(&mut was, &mut Inside { reg: |r: &mut Reg| known &= self.register(r), block: blank });
        visit::op(&mut is, &mut Inside { reg: |r: &mut Reg| self.chosen(r), block: blank });
        match known && was == is {
            true => Ok(()),
            false => Err(Wrong("an instruction is another one")),
        }
    }

    fn register(&self, r: &mut Reg) -> bool {
        match self.regs.get(r.0 as usize) {
            Some(Some(q)) => {
                *r = *q;
                true
            }
            _ => false,
        }
    }

    fn chosen(&self, r: &mut Reg) {
        if let Some(Operand::Reg(q)) = self.choices.get(r) {
            *r = *q;
        }
    }

    /// Does a way into this block lead to its first instruction, through its phis? `from` is the block of the
    /// version and of the whole that it comes from.
    fn enters(&self, block: usize, to: Place, from: Option<(usize, u32)>) -> Result<(), Wrong> {
        let arrival = self.follow(to, from.map_or(0, |f| f.1))?;
        if arrival.place != self.places[self.row.body(block)] {
            return Err(Wrong("a way leads somewhere else"));
        }
        let phis = self.row.phis(block);
        if arrival.phis.len() != phis.len() || phis.clone().any(|at| !arrival.phis.contains(&at)) {
            return Err(Wrong("a way leads past phis"));
        }
        for at in phis {
            let Some((from, _)) = from else { return Err(Wrong("the entry has phis")) };
            if self.places[at].0 != arrival.block {
                return Err(Wrong("phis are apart"));
            }
            let (Op::Phi { incoming: was, .. }, Op::Phi { incoming: is, .. }) =
                (self.row.op(at), &self.inst(self.places[at])?.op)
            else {
                return Err(Wrong("a phi is none"));
            };
            let was = was.iter().find(|(b, _)| b.0 as usize == from).map(|w| &w.1);
            let mut now = is.iter().filter(|(b, _)| b.0 == arrival.from).map(|i| &i.1);
            let same = match (was, now.next(), now.next()) {
                (Some(Operand::Const(x)), Some(Operand::Const(y)), None) => x == y,
                (Some(Operand::Reg(r)), Some(Operand::Reg(q)), None) => {
                    let (mut r, mut q) = (*r, *q);
                    self.chosen(&mut q);
                    self.register(&mut r) && r == q
                }
                _ => false,
            };
            if !same {
                return Err(Wrong("a phi finds something else"));
            }
        }
        Ok(())
    }

    /// From a place on to the first instruction that is one of the version's, no phi.
    fn follow(&self, mut place: Place, mut from: u32) -> Result<Arrival, Wrong> {
        let mut phis = Vec::new();
        let mut block = place.0;
        // No way between two instructions is longer than the function.
        let mut steps: usize = self.merged.blocks.iter().map(|b| b.insts.len() + 1).sum();
        loop {
            steps = steps.checked_sub(1).ok_or(Wrong("control goes round"))?;
            let inst = self.inst(place)?;
            let question = self.merged.questions.contains(&place);
            let to = match &inst.op {
                Op::Select { .. } if question => {
                    place.1 += 1;
                    continue;
                }
                Op::CondBr { yes, no, .. } if question => match self.version {
                    Version::New => yes,
                    Version::Old => no,
                },
                Op::Br { to } if self.merged.jumps.contains(&place) => to,
                Op::Phi { .. } => {
                    // Those of the other version do nothing that this one sees.
                    if let Some(&at) = self.at.get(&place) {
                        phis.push(at);
                        block = place.0;
                    }
                    place.1 += 1;
                    continue;
                }
                _ => return Ok(Arrival { place, phis, from, block }),
            };
            if phis.is_empty() {
                from = place.0;
            }
            place = (to.0, 0);
        }
    }
}

struct Arrival {
    place: Place,
    phis: Vec<At>,
    /// The block before the one with the phis.
    from: u32,
    block: u32,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::change::body::Alignment;
    use crate::change::canon::{Canon, canon};
    use crate::change::merge::merge;
    use crate::change::space::{Types, tables};
    use crate::change::symbols::symbols;
    use rethread_ir::{Const, IntConst, Isolation, LoadOptions, Program, Type, load};

    const OLD: &str = "int x, y; int f(int a, int b) {
        int s = 0;
        for (int i = 0; i < a; i++) { if (x > i) s += x; else s -= b; y = s; }
        switch (s) { case 1: x = 1; break; case 2: x = 2; default: y++; }
        return s + y; }";
    const NEW: &str = "int x, y; int f(int a, int b) {
        int s = 1;
        for (int i = 0; i < a; i += 2) { if (x > i) s += x; else s -= b + 1; y = s; if (y == 7) return b; }
        switch (s) { case 1: x = 1; break; case 2: x = 3; default: y++; }
        if (x) y = 3;
        return s + y; }";

    fn program(text: &str) -> Program {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("t.c");
        std::fs::write(&path, text).expect("the folder is writable");
        let options = LoadOptions { isolation: Isolation::InProcess, ..LoadOptions::default() };
        load(&[path], &options).expect("the text compiles")
    }

    /// Both versions, and the whole that they make.
    fn with(check: impl Fn(Merged, &Row, &Row)) {
        let (old, new) = (program(OLD), program(NEW));
        let mut types = Types::of(&old, &new);
        let pairs = symbols(&old, &new, &types).pairs;
        let (a, b) = tables(&old, &new, &pairs, &types);
        let truth = types.all.intern(Type::Int(1));
        let form = |p: &Program, t| -> (Canon, Vec<u32>) {
            canon(p, p.function(p.find_function("f").expect("f")), t)
        };
        let ((a, order_a), (b, order_b)) = (form(&old, &a), form(&new, &b));
        let (old, new) = (Row::of(&a, &order_a), Row::of(&b, &order_b));
        let alignment = Alignment::of(&old, &new);
        check(merge(&old, &new, &alignment, truth), &old, &new);
    }

    #[test]
    fn both_versions_are_found_again() {
        with(|merged, old, new| {
            assert_eq!(verify(&merged, old, new), Ok(()));
            let shared = merged.new.iter().filter(|p| merged.old.contains(p)).count();
            assert!(shared * 3 > 2 * old.len(), "{shared} of {}", old.len());
            assert!(!merged.questions.is_empty());
        });
    }

    /// Whatever is wrong with one instruction is noticed.
    #[test]
    fn nothing_wrong_gets_through() {
        with(|merged, old, new| {
            let mut tried = [0; 4];
            let places: Vec<Place> = (0..)
                .zip(&merged.blocks)
                .flat_map(|(b, block)| (0..block.insts.len() as u32).map(move |i| (b, i)))
                .collect();
            for &(b, i) in &places {
                for (kind, tried) in tried.iter_mut().enumerate() {
                    let mut blocks = merged.blocks.clone();
                    let op = &mut blocks[b as usize].insts[i as usize].op;
                    let before = op.clone();
                    damage(op, kind, &merged);
                    if *op == before {
                        continue;
                    }
                    *tried += 1;
                    let wrong = copy(&merged, blocks);
                    assert!(verify(&wrong, old, new).is_err(), "{before:?} in block {b} at {i}, {kind}");
                }
            }
            assert!(tried.iter().all(|&n| n > 5), "{tried:?}");
        });
    }

    fn copy(m: &Merged, blocks: Vec<rethread_ir::Block>) -> Merged {
        Merged {
            blocks,
            regs: m.regs.clone(),
            old: m.old.clone(),
            new: m.new.clone(),
            questions: m.questions.clone(),
            jumps: m.jumps.clone(),
            edited: Vec::new(),
        }
    }

    /// A register, a number, a way, or the operation.
    fn damage(op: &mut Op, kind: usize, merged: &Merged) {
        let other = |r: &mut Reg| {
            let same = |q: &usize| *q != r.0 as usize && merged.regs[*q] == merged.regs[r.0 as usize];
            r.0 = (0..merged.regs.len()).find(same).map_or(r.0, |q| q as u32);
        };
        match kind {
            0 => visit::op(op, &mut Inside { reg: other, block: |_: &mut BlockId| {} }),
            // Nothing leads to the entry.
            1 => visit::op(op, &mut Inside { reg: |_: &mut Reg| {}, block: |b: &mut BlockId| b.0 = 0 }),
            2 => match op {
                Op::Binary { rhs: Operand::Const(c), .. }
                | Op::Icmp { rhs: Operand::Const(c), .. }
                | Op::Store { value: Operand::Const(c), .. } => *c = Const::Int(IntConst::new(32, 77)),
                Op::Phi { incoming, .. } => incoming.iter_mut().for_each(|(_, o)| {
                    if let Operand::Const(c) = o {
                        *c = Const::Int(IntConst::new(32, 77));
                    }
                }),
                _ => {}
            },
            _ => match op {
                Op::Binary { op, .. } => *op = rethread_ir::BinOp::Xor,
                Op::Load { access, .. } | Op::Store { access, .. } => access.volatile = true,
                Op::CondBr { yes, no, .. } => std::mem::swap(yes, no),
                _ => {}
            },
        }
    }

    #[test]
    fn a_map_that_is_off_is_noticed() {
        with(|merged, old, new| {
            for at in 1..new.len() {
                let mut wrong = copy(&merged, merged.blocks.clone());
                wrong.new.swap(at - 1, at);
                // Phis of one block are written together.
                if !(new.is_phi(at - 1) && new.is_phi(at)) {
                    assert!(verify(&wrong, old, new).is_err(), "{at}");
                }
            }
        });
    }
}
