//! Blocks, edges, loops and segments.

use super::Decoder;
use super::constants::int_value;
use crate::code::{ArgSlot, Edge, EdgeId, Op, Segment, Src, SwitchTable};
use crate::value::Value;
use rethread_ir::{BlockId, Function, Inst, LocId, Op as Ir, Operand};
use rustc_hash::{FxHashMap, FxHashSet};

/// The blocks a terminator may go to, in order, with repetitions.
pub(super) fn successors(op: &Ir) -> Vec<BlockId> {
    match op {
        Ir::Br { to } => vec![*to],
        Ir::CondBr { yes, no, .. } => vec![*yes, *no],
        Ir::Switch { cases, default, .. } => {
            cases.iter().map(|c| c.1).chain(std::iter::once(*default)).collect()
        }
        Ir::IndirectBr { targets, .. } => targets.clone(),
        _ => Vec::new(),
    }
}

/// Loop headers with a number each, and the edges that close a loop (depth-first, retreating edges).
pub(super) struct Loops {
    pub headers: FxHashMap<u32, u32>,
    pub back: FxHashSet<(u32, u32)>,
}

fn loops(f: &Function) -> Loops {
    let next: Vec<Vec<BlockId>> =
        f.blocks.iter().map(|b| b.insts.last().map(|i| successors(&i.op)).unwrap_or_default()).collect();
    let mut headers = FxHashMap::default();
    let mut back = FxHashSet::default();
    // 0 unseen, 1 on the stack, 2 done.
    let mut seen = vec![0u8; f.blocks.len()];
    let mut stack = vec![(0u32, 0usize)];
    seen[0] = 1;
    while let Some((b, i)) = stack.last_mut() {
        let Some(s) = next[*b as usize].get(*i) else {
            seen[*b as usize] = 2;
            stack.pop();
            continue;
        };
        *i += 1;
        match seen[s.0 as usize] {
            0 => {
                seen[s.0 as usize] = 1;
                stack.push((s.0, 0));
            }
            1 => {
                let n = headers.len() as u32;
                headers.entry(s.0).or_insert(n);
                back.insert((*b, s.0));
            }
            _ => {}
        }
    }
    Loops { headers, back }
}

impl Decoder<'_> {
    pub(super) fn blocks(&mut self, f: &Function) {
        let loops = loops(f);
        self.code.loops = loops.headers.len() as u32;
        let rounds = super::threads::rounds(f, self.function, &loops, self.visibility);
        for (b, block) in f.blocks.iter().enumerate() {
            let start = self.code.ops.len() as u32;
            self.code.block_starts.push(start);
            self.open_segment(b == 0);
            self.in_round = rounds.inside.contains(&(b as u32));
            if let Some(live) = rounds.heads.get(&(b as u32)) {
                self.at = (b as u32, 0);
                self.loc = block.insts[0].loc;
                self.round(live);
            }
            for (i, inst) in block.insts.iter().enumerate() {
                self.at = (b as u32, i as u32);
                self.loc = inst.loc;
                if matches!(inst.op, Ir::Phi { .. }) {
                    self.count(inst.loc);
                    continue;
                }
                self.count(inst.loc);
                if inst.op.is_terminator() {
                    self.terminator(f, b as u32, inst, &loops);
                } else {
                    self.instruction(inst);
                    if matches!(inst.op, Ir::Call { .. }) {
                        self.close_segment();
                        self.open_segment(false);
                    }
                }
            }
            self.close_segment();
        }
        for edge in &mut self.code.edges {
            edge.target = self.code.block_starts[edge.target as usize];
        }
    }

    fn open_segment(&mut self, entry: bool) {
        let segment = self.segments.len() as u32;
        self.segments.push(Segment { function: self.function, lines: Box::new([]), entry });
        self.mark = Some(self.code.ops.len());
        self.emit(Op::Mark { segment, instructions: 0 });
    }

    fn close_segment(&mut self) {
        let Some(mark) = self.mark.take() else { return };
        if let Op::Mark { segment, .. } = self.code.ops[mark] {
            let mut lines: Vec<_> = self.lines.drain().collect();
            lines.sort();
            self.segments[segment as usize].lines = lines.into();
        }
    }

    /// One IR instruction more in the open segment.
    fn count(&mut self, loc: LocId) {
        if let Some(mark) = self.mark
            && let Op::Mark { instructions, .. } = &mut self.code.ops[mark]
        {
            *instructions += 1;
        }
        if let Some(l) = self.program.location(loc)
            && l.at.line > 0
        {
            self.lines.insert((l.at.file, l.at.line));
        }
    }

    /// The edge between two blocks, with its phi assignments.
    fn edge(&mut self, f: &Function, from: u32, to: BlockId, loops: &Loops) -> EdgeId {
        let mut moves: Vec<(u32, Src)> = Vec::new();
        for inst in &f.block(to).insts {
            let Ir::Phi { ty, incoming } = &inst.op else { break };
            let (Some(dest), Some((_, value))) = (inst.dest, incoming.iter().find(|(b, _)| b.0 == from))
            else {
                continue;
            };
            let dst = self.slot(dest);
            let srcs = self.operand(value, *ty);
            moves.extend(srcs.into_iter().enumerate().map(|(i, s)| (dst + i as u32, s)));
        }
        moves.retain(|(d, s)| *s != Src::reg(*d));
        let back = loops.back.contains(&(from, to.0));
        let header = loops.headers.get(&to.0).copied();
        let moves = self.sequential(moves);
        self.code.edges.push(Edge {
            target: to.0,
            moves,
            back: header.filter(|_| back),
            enters: header.filter(|_| !back),
        });
        self.code.edges.len() as u32 - 1
    }

    /// Phis assign all at once; done one by one they need copies where one reads what another wrote.
    fn sequential(&mut self, moves: Vec<(u32, Src)>) -> Box<[(u32, Src)]> {
        let mut written = FxHashSet::default();
        let clash = moves.iter().any(|(d, s)| {
            let reads_written = written.contains(s);
            written.insert(Src::reg(*d));
            reads_written
        });
        if !clash {
            return moves.into();
        }
        let first = self.fresh(moves.len() as u32);
        let save = moves.iter().enumerate().map(|(i, (_, s))| (first + i as u32, *s));
        let restore = moves.iter().enumerate().map(|(i, (d, _))| (*d, Src::reg(first + i as u32)));
        save.chain(restore).collect()
    }

    fn terminator(&mut self, f: &Function, b: u32, inst: &Inst, loops: &Loops) {
        if let Some(op) = self.too_large(inst) {
            return self.emit(op);
        }
        match &inst.op {
            Ir::Br { to } => {
                let e = self.edge(f, b, *to, loops);
                self.emit(Op::Jump(e));
            }
            Ir::CondBr { cond, yes: to, no } => {
                let cond = self.condition(cond);
                let yes = self.edge(f, b, *to, loops);
                let no = self.edge(f, b, *no, loops);
                self.emit(Op::CondBr { cond, yes, no });
                if let Some(any) = self.either_way(f) {
                    self.go_either_way(if any == *to { yes } else { no });
                }
            }
            Ir::Switch { value, ty, cases, default } => {
                let width = self.program.types.scalar_bits(*ty);
                let value = self.scalar(value, *ty);
                // One edge a target, not a case: a switch may have ten thousand cases.
                let mut edges: FxHashMap<BlockId, EdgeId> = FxHashMap::default();
                let mut list = Vec::with_capacity(cases.len());
                for (c, to) in cases {
                    let e = match edges.get(to) {
                        Some(&e) => e,
                        None => {
                            let e = self.edge(f, b, *to, loops);
                            edges.insert(*to, e);
                            e
                        }
                    };
                    list.push((int_value(self.terms, c), e));
                }
                let default = match edges.get(default) {
                    Some(&e) => e,
                    None => self.edge(f, b, *default, loops),
                };
                let narrow = |&(v, e): &(Value, EdgeId)| match v {
                    Value::Int(x) => Some((x, e)),
                    _ => None,
                };
                let by_value = list.iter().filter_map(narrow).collect();
                self.emit(Op::Switch(Box::new(SwitchTable { value, width, cases: list, by_value, default })));
                if let Some(any) = self.either_way(f) {
                    self.go_either_way(edges.get(&any).copied().unwrap_or(default));
                }
            }
            Ir::IndirectBr { address, targets } => {
                let address = self.pointer(address);
                let mut seen = FxHashSet::default();
                let targets: Vec<BlockId> = targets.iter().copied().filter(|t| seen.insert(*t)).collect();
                let targets = targets.into_iter().map(|t| (t.0, self.edge(f, b, t, loops))).collect();
                self.emit(Op::IndirectBr { address, targets });
            }
            Ir::Ret { value, ty } => {
                let slots = match value {
                    None => Box::new([]),
                    Some(v) => {
                        let kinds = self.kinds(*ty);
                        let srcs = self.operand(v, *ty);
                        srcs.into_iter()
                            .zip(kinds)
                            .map(|(src, kind)| ArgSlot { src, kind })
                            .collect::<Box<[ArgSlot]>>()
                    }
                };
                self.emit(Op::Ret(slots));
            }
            _ => self.emit(Op::Unreachable),
        }
    }

    /// Where to go if it does not matter where this instruction goes.
    fn either_way(&self, f: &Function) -> Option<BlockId> {
        self.relevant?.either_way(f, self.site())
    }

    fn go_either_way(&mut self, edge: EdgeId) {
        self.code.either_way.insert(self.code.ops.len() as u32 - 1, edge);
    }

    fn condition(&mut self, o: &Operand) -> Src {
        match o {
            Operand::Reg(r) => Src::reg(self.slot(*r)),
            Operand::Const(c) => self.constant_scalar(c, crate::value::Kind::Int(1)),
        }
    }
}
