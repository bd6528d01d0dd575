//! Marks for programs with threads: where others may see a step, and which loops may be waiting.
//!
//! A program without threads gets none of this, and runs as if it did not exist.

use super::Decoder;
use super::control::{Loops, successors};
use crate::builtin::Registry;
use crate::code::{Op, RoundArgs, VisibleArgs};
use rethread_analysis::{Object, Sharing, Site};
use rethread_ir::{Access, Callee, Function, Op as Ir, Operand, Program, Reg};
use rustc_hash::{FxHashMap, FxHashSet};

/// Which accesses may be seen by other threads.
#[derive(Copy, Clone)]
pub enum Visibility<'a> {
    /// There are no other threads.
    None,
    /// All of them: the analysis is not trusted.
    All,
    Shared(&'a Sharing),
}

impl Visibility<'_> {
    pub fn is_on(self) -> bool {
        !matches!(self, Visibility::None)
    }

    fn may_share(self, site: Site) -> bool {
        match self {
            Visibility::None => false,
            Visibility::All => true,
            Visibility::Shared(sharing) => sharing.may_share(site),
        }
    }

    pub(super) fn made_at(self, site: Site) -> Option<Object> {
        match self {
            Visibility::Shared(sharing) => sharing.made_at(site),
            _ => None,
        }
    }
}

pub fn acquires(order: rethread_ir::Ordering) -> bool {
    use rethread_ir::Ordering::*;
    matches!(order, Acquire | AcqRel | SeqCst)
}

pub fn releases(order: rethread_ir::Ordering) -> bool {
    use rethread_ir::Ordering::*;
    matches!(order, Release | AcqRel | SeqCst)
}

/// Does the program itself use atomics that are weaker than sequentially consistent?
pub fn has_weak_atomics(program: &Program) -> bool {
    let weak = |op: &Ir| match op {
        Ir::Load { access, .. }
        | Ir::Store { access, .. }
        | Ir::AtomicRmw { access, .. }
        | Ir::CmpXchg { access, .. } => access.order.is_some_and(|o| o != rethread_ir::Ordering::SeqCst),
        Ir::Fence { order } => *order != rethread_ir::Ordering::SeqCst,
        _ => false,
    };
    let own = program.functions.iter().filter(|f| !f.is_model);
    own.flat_map(|f| &f.blocks).flat_map(|b| &b.insts).any(|i| weak(&i.op))
}

/// Loops that other threads may have to end.
pub(super) struct Rounds {
    /// Their headers, with the registers that matter there.
    pub heads: FxHashMap<u32, Vec<Reg>>,
    /// All their blocks.
    pub inside: FxHashSet<u32>,
}

pub(super) fn rounds(f: &Function, function: u32, loops: &Loops, visibility: Visibility<'_>) -> Rounds {
    let mut out = Rounds { heads: FxHashMap::default(), inside: FxHashSet::default() };
    if !visibility.is_on() || loops.headers.is_empty() {
        return out;
    }
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); f.blocks.len()];
    for (b, block) in f.blocks.iter().enumerate() {
        for s in block.insts.last().map(|i| successors(&i.op)).unwrap_or_default() {
            before[s.0 as usize].push(b as u32);
        }
    }
    let live = rethread_analysis::live_in(f);
    for &header in loops.headers.keys() {
        let mut body = FxHashSet::from_iter([header]);
        let mut todo: Vec<u32> = loops.back.iter().filter(|e| e.1 == header).map(|e| e.0).collect();
        while let Some(b) = todo.pop() {
            if body.insert(b) {
                todo.extend(&before[b as usize]);
            }
        }
        let waits = body.iter().any(|&b| {
            f.blocks[b as usize].insts.iter().enumerate().any(|(i, inst)| match inst.op {
                Ir::Load { .. } | Ir::AtomicRmw { .. } | Ir::CmpXchg { .. } => {
                    visibility.may_share(Site { function, block: b, inst: i as u32 })
                }
                Ir::Call { .. } => true,
                _ => false,
            })
        });
        // A loop that carries nothing in registers and calls nobody can only wait.
        let carries = matches!(f.blocks[header as usize].insts[0].op, Ir::Phi { .. });
        if waits || !carries {
            let phis = f.blocks[header as usize].insts.iter().take_while(|i| matches!(i.op, Ir::Phi { .. }));
            let mut regs: Vec<Reg> = phis.filter_map(|i| i.dest).collect();
            let carried = &live[header as usize];
            regs.extend((0..f.regs.len() as u32).map(Reg).filter(|r| carried[r.0 as usize]));
            out.heads.insert(header, regs);
            out.inside.extend(body);
        }
    }
    out
}

/// Functions of which a call changes nothing but what its visible steps say and its own variables.
pub(super) fn quiet(program: &Program, visibility: Visibility<'_>) -> Vec<bool> {
    let mut quiet: Vec<bool> =
        program.functions.iter().map(|f| visibility.is_on() && !f.is_declaration()).collect();
    if !visibility.is_on() {
        return quiet;
    }
    let registry = Registry::new();
    let still = |program: &Program, quiet: &[bool], function: usize| {
        let f = &program.functions[function];
        let mut own = FxHashSet::default();
        for (b, block) in f.blocks.iter().enumerate() {
            for (i, inst) in block.insts.iter().enumerate() {
                let site = Site { function: function as u32, block: b as u32, inst: i as u32 };
                let ok = match &inst.op {
                    Ir::Alloca { .. } => {
                        own.extend(inst.dest);
                        true
                    }
                    Ir::Gep { base: Operand::Reg(r), .. } => {
                        if own.contains(r) {
                            own.extend(inst.dest);
                        }
                        true
                    }
                    Ir::Store { ptr, .. } => {
                        matches!(ptr, Operand::Reg(r) if own.contains(r)) || visibility.may_share(site)
                    }
                    Ir::Call { callee: Callee::Direct(c), .. } => {
                        let name = &program.function(*c).name;
                        quiet[c.0 as usize] || registry.find(name).is_some_and(|b| b.quiet)
                    }
                    Ir::Call { .. } => false,
                    Ir::Intrinsic { name, .. } => !name.starts_with("mem") && !name.starts_with("va_"),
                    Ir::VaArg { .. } => false,
                    _ => true,
                };
                if !ok {
                    return false;
                }
            }
        }
        true
    };
    loop {
        let mut changed = false;
        for i in 0..quiet.len() {
            if quiet[i] && !still(program, &quiet, i) {
                quiet[i] = false;
                changed = true;
            }
        }
        if !changed {
            return quiet;
        }
    }
}

impl Decoder<'_> {
    pub(super) fn site(&self) -> Site {
        Site { function: self.function, block: self.at.0, inst: self.at.1 }
    }

    /// Before an access: others may see it, or a loop that waits must know of it.
    pub(super) fn visible(&mut self, ptr: &Operand, access: &Access, write: bool) {
        if !self.visibility.is_on() {
            return;
        }
        let size = self.program.types.store_size(access.ty);
        let trusted = matches!(self.visibility, Visibility::Shared(_));
        let hidden = trusted && self.relevant.is_some_and(|r| r.hides(self.site()));
        if !hidden && self.visibility.may_share(self.site()) {
            let ptr = self.pointer(ptr);
            let order = access.order;
            self.emit(Op::Visible(Box::new(VisibleArgs { ptr, size, write, order })));
        } else if write && self.in_round {
            let ptr = self.pointer(ptr);
            self.emit(Op::Private { ptr, offset: 0, size: size as u32 });
        }
    }

    pub(super) fn fence(&mut self, order: rethread_ir::Ordering) {
        if self.visibility.is_on() {
            let (acquire, release) = (acquires(order), releases(order));
            self.emit(Op::Fence { acquire, release });
        }
    }

    pub(super) fn round(&mut self, live: &[Reg]) {
        let f = &self.program.functions[self.function as usize];
        let mut slots = Vec::new();
        for &r in live {
            let first = self.slot(r);
            let n = self.layout(f.regs[r.0 as usize].ty).len() as u32;
            slots.extend(first..first + n);
        }
        self.emit(Op::Round(Box::new(RoundArgs { live: slots.into() })));
    }
}
