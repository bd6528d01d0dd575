//! One operation, in general.

use super::Executor;
use crate::code::{LaneArgs, Op, RepackArgs, Src};
use crate::error::{Failure, Interrupt, Step};
use crate::init;
use crate::machine::Machine;
use crate::object::{ObjName, Size};
use crate::state::State;
use crate::value::{Kind, Value};
use rethread_analysis::mutants::{Mutant, mutant};
use rethread_expr::Term;
use rethread_ir::{IcmpPred, RmwOp};
use rethread_testcase::BugKind;

impl Executor {
    pub(crate) fn operand(&self, state: &State, s: Src) -> Value {
        let frame = state.frame();
        if s.0 & Src::CONST == 0 {
            let v = frame.regs[s.0 as usize];
            self.looked_at(state, s, v);
            v
        } else {
            self.machine.code(frame.function).consts[(s.0 & !Src::CONST) as usize]
        }
    }

    /// Takes the next operation of the current thread, or says why not and changes nothing.
    pub(super) fn step(&mut self, machine: &Machine, state: &mut State) -> Step<()> {
        let frame = state.frame();
        let op = &machine.code(frame.function).ops[frame.pc as usize];
        let (dst, value) = match op {
            Op::Mark { .. } | Op::Move { .. } | Op::Jump(_) => unreachable!("done by the fast loop"),
            Op::Bin { op, flags, width, dst, a, b } => {
                let (a, b) = (self.operand(state, *a), self.operand(state, *b));
                (*dst, self.bin(state, *op, *flags, *width, a, b)?)
            }
            Op::Icmp { pred, width, dst, a, b } => {
                let (a, b) = (self.operand(state, *a), self.operand(state, *b));
                (*dst, self.icmp(state, *pred, *width, a, b)?)
            }
            Op::Trunc { dst, src, from, to } => {
                let v = self.operand(state, *src);
                (*dst, self.trunc(state, v, *from, *to))
            }
            Op::Zext { dst, src, from, to } => {
                let v = self.operand(state, *src);
                (*dst, self.zext(state, v, *from, *to))
            }
            Op::Sext { dst, src, from, to } => {
                let v = self.operand(state, *src);
                (*dst, self.sext(state, v, *from, *to))
            }
            Op::PtrToInt { dst, src, to } => {
                let v = self.operand(state, *src);
                let v = match to.cmp(&64) {
                    std::cmp::Ordering::Equal => v,
                    std::cmp::Ordering::Less => self.trunc(state, v, 64, *to),
                    std::cmp::Ordering::Greater => self.zext(state, v, 64, *to),
                };
                (*dst, v)
            }
            Op::Offset { dst, base, offset } => {
                let base = self.operand(state, *base);
                (*dst, self.gep(state, base, *offset, &[]))
            }
            Op::Gep1 { dst, base, index, width, stride, offset } => {
                let part = crate::code::GepPart { index: *index, width: *width, stride: u64::from(*stride) };
                let (base, index) = (self.operand(state, *base), self.operand(state, *index));
                (*dst, self.gep(state, base, i64::from(*offset), &[(index, part)]))
            }
            Op::Gep { dst, base, offset, parts } => {
                let base = self.operand(state, *base);
                let parts: Vec<_> = parts.iter().map(|p| (self.operand(state, p.index), p.clone())).collect();
                (*dst, self.gep(state, base, *offset, &parts))
            }
            Op::Load { dst, ptr, offset, kind } => {
                let p = self.operand(state, *ptr);
                let p = self.shifted(p, Value::Int(u64::from(*offset)));
                (*dst, self.load(state, p, *kind)?)
            }
            Op::Store { ptr, value, offset, kind } => {
                let (p, v) = (self.operand(state, *ptr), self.stored(state, *value));
                let p = self.shifted(p, Value::Int(u64::from(*offset)));
                self.store(state, p, v, *kind)?;
                state.frame_mut().pc += 1;
                return Ok(());
            }
            Op::Rmw(args) => {
                let (p, v) = (self.operand(state, args.ptr), self.operand(state, args.value));
                let old = self.load(state, p, args.kind)?;
                let new = self.rmw(state, args.op, args.kind, old, v)?;
                self.store(state, p, new, args.kind)?;
                (args.dst, old)
            }
            Op::CmpXchg(args) => {
                let p = self.operand(state, args.ptr);
                let (expected, new) = (self.operand(state, args.expected), self.operand(state, args.new));
                let old = self.load(state, p, args.kind)?;
                let same = self.icmp(state, IcmpPred::Eq, args.kind.width(), old, expected)?;
                let success = self.truth(state, same)?;
                if success {
                    self.store(state, p, new, args.kind)?;
                }
                state.set(args.dst + 1, Value::bool(success));
                (args.dst, old)
            }
            Op::Alloca(args) => {
                let count = self.operand(state, args.count);
                let size = self.product(state, count, args.count_width, args.element)?;
                let used = state.frame().stack_bytes;
                if matches!(size, Size::Known(n) if used.saturating_add(n) > self.options.stack) {
                    return Failure::interrupt(
                        BugKind::StackOverflow,
                        format!("the stack grew over {} KiB", self.options.stack >> 10),
                    );
                }
                let o = self.stack_object(state, size, args.align);
                let object = state.memory.get_mut(o).expect("just added");
                object.shape = args.shape.clone();
                object.kin = args.kin;
                (args.dst, Value::Ptr(o, 0))
            }
            Op::Select { dst, cond, yes, no, width } => {
                let c = self.operand(state, *cond);
                let (yes, no) = (self.operand(state, *yes), self.operand(state, *no));
                let c = self.term(state, c, 1);
                (*dst, self.select(state, c, yes, no, *width))
            }
            Op::FBin { op, kind, dst, a, b } => {
                let (a, b) = (self.operand(state, *a), self.operand(state, *b));
                (*dst, self.fbin(state, *op, *kind, a, b))
            }
            Op::FNeg { kind, dst, src } => {
                let v = self.operand(state, *src);
                (*dst, self.funary(state, rethread_expr::FpOp::Neg, *kind, v))
            }
            Op::Fcmp { pred, kind, dst, a, b } => {
                let (a, b) = (self.operand(state, *a), self.operand(state, *b));
                (*dst, self.fcmp(state, *pred, *kind, a, b))
            }
            Op::FCast { op, from, to, dst, src } => {
                let v = self.operand(state, *src);
                (*dst, self.fcast(state, *op, *from, *to, v))
            }
            Op::Repack(args) => return self.repack(state, args),
            Op::ExtractLane(args) => return self.extract_lane(state, args),
            Op::InsertLane(args) => return self.insert_lane(state, args),
            Op::CondBr { cond, yes, no } => {
                let c = self.operand(state, *cond);
                if self.is_symbolic(c)
                    && let Some(edge) = self.either_way(machine, state)
                {
                    if mutant(Mutant::SideAssumed) {
                        let c = self.term(state, c, 1);
                        let side = if edge == *yes { c } else { self.terms.not(c) };
                        self.solver.assume(&mut self.terms, &mut state.path, side, None);
                    }
                    return self.take_edge(machine, state, edge);
                }
                let edge = if self.truth(state, c)? { *yes } else { *no };
                return self.take_edge(machine, state, edge);
            }
            Op::Switch(table) => {
                let v = self.operand(state, table.value);
                if self.is_symbolic(v)
                    && let Some(edge) = self.either_way(machine, state)
                {
                    return self.take_edge(machine, state, edge);
                }
                let edge = self.switch(state, table)?;
                return self.take_edge(machine, state, edge);
            }
            Op::IndirectBr { address, targets } => {
                let v = self.operand(state, *address);
                let edge = self.indirect_branch(state, v, targets)?;
                return self.take_edge(machine, state, edge);
            }
            Op::Visible(args) => return self.visible_step(state, args),
            Op::Round(args) => return self.round(state, args),
            Op::Fence { acquire, release } => {
                let thread = state.thread_mut();
                if *acquire {
                    let seen = thread.seen.clone();
                    thread.known.merge(&seen);
                }
                if *release {
                    thread.fence = Some(thread.known.clone());
                }
                state.frame_mut().pc += 1;
                return Ok(());
            }
            Op::Private { ptr, offset, size } => {
                if !state.thread().spins.is_empty() {
                    match self.operand(state, *ptr) {
                        Value::Ptr(o, at) => {
                            self.spin_touch(state, o, at + u64::from(*offset), u64::from(*size), false, true);
                        }
                        _ => self.spin_work(state),
                    }
                }
                state.frame_mut().pc += 1;
                return Ok(());
            }
            Op::Call(call) => return self.call(machine, state, call),
            Op::Intrinsic(call) => return self.intrinsic(machine, state, call),
            Op::Ret(slots) => return self.ret(machine, state, slots),
            Op::LocalAddress { dst, global } => {
                let o = self.local(machine, state, *global);
                (*dst, Value::Ptr(o, 0))
            }
            Op::Unreachable => {
                return Failure::interrupt(BugKind::Unreachable, "code marked as unreachable was reached");
            }
            Op::Unsupported(what) => return Err(Interrupt::Unsupported(what.to_string())),
        };
        let frame = state.frame_mut();
        frame.regs[dst as usize] = value;
        frame.pc += 1;
        Ok(())
    }

    /// The way to go at a branch on symbolic data of no consequence. Nothing is learned from it.
    fn either_way(&mut self, machine: &Machine, state: &mut State) -> Option<u32> {
        let frame = state.frame();
        let edge = machine.code(frame.function).either_way.get(&frame.pc).copied()?;
        self.sides_left_out += 1;
        state.one_sided = true;
        Some(edge)
    }

    /// Follows an edge: phis, loop bound, next block.
    pub(super) fn take_edge(&mut self, machine: &Machine, state: &mut State, edge: u32) -> Step<()> {
        let code = machine.code(state.frame().function);
        let edge = &code.edges[edge as usize];
        if self.is_guided() {
            for &(_, s) in edge.moves.iter() {
                _ = self.copied(state, s);
            }
        }
        let frame = state.frame_mut();
        if let Some(max) = self.options.max_loop {
            if let Some(l) = edge.back {
                if u64::from(frame.loops[l as usize]) >= max {
                    return Err(Interrupt::Bound("max-loop"));
                }
                frame.loops[l as usize] += 1;
            } else if let Some(l) = edge.enters {
                frame.loops[l as usize] = 0;
            }
        }
        for &(d, s) in edge.moves.iter() {
            frame.regs[d as usize] = if s.0 & Src::CONST == 0 {
                frame.regs[s.0 as usize]
            } else {
                code.consts[(s.0 & !Src::CONST) as usize]
            };
        }
        frame.pc = edge.target;
        Ok(())
    }

    /// `count * element` as a size.
    pub(crate) fn product(
        &mut self,
        state: &mut State,
        count: Value,
        width: u32,
        element: u64,
    ) -> Step<Size> {
        if let Value::Int(n) = count {
            return Ok(Size::Known(n.saturating_mul(element)));
        }
        let t = self.term(state, count, width);
        let t = self.initialised(state, t, "a size depends on memory that was never written")?;
        let t = if width < 64 { self.terms.zext(t, 64) } else { t };
        let k = self.terms.constant(64, element);
        let t = self.terms.mul(t, k);
        Ok(match self.terms.as_u64(t) {
            Some(n) => Size::Known(n),
            None => Size::Symbolic(t),
        })
    }

    /// This thread's copy of a thread-local global.
    pub(crate) fn local(&mut self, machine: &Machine, state: &mut State, global: u32) -> crate::value::ObjId {
        if let Some(&o) = state.thread().locals.get(&global) {
            return o;
        }
        let name = ObjName::Local { global, thread: state.thread().name.clone() };
        let o = init::thread_local(machine, &mut state.memory, global, name);
        state.thread_mut().locals.insert(global, o);
        o
    }

    fn rmw(&mut self, state: &mut State, op: RmwOp, kind: Kind, old: Value, v: Value) -> Step<Value> {
        use rethread_ir::BinOp;
        let width = kind.width();
        let bin = |e: &mut Self, s: &mut State, op, a, b| e.bin(s, op, Default::default(), width, a, b);
        let pick = |e: &mut Self, s: &mut State, pred| {
            let (x, y) = (e.term(s, old, width), e.term(s, v, width));
            let c = e.compare_terms(pred, x, y);
            e.select(s, c, old, v, width)
        };
        Ok(match op {
            RmwOp::Xchg => v,
            RmwOp::Add => bin(self, state, BinOp::Add, old, v)?,
            RmwOp::Sub => bin(self, state, BinOp::Sub, old, v)?,
            RmwOp::And => bin(self, state, BinOp::And, old, v)?,
            RmwOp::Or => bin(self, state, BinOp::Or, old, v)?,
            RmwOp::Xor => bin(self, state, BinOp::Xor, old, v)?,
            RmwOp::Nand => {
                let both = bin(self, state, BinOp::And, old, v)?;
                let t = self.term(state, both, width);
                let t = self.terms.not(t);
                self.value(t)
            }
            RmwOp::Max => pick(self, state, IcmpPred::Sgt),
            RmwOp::Min => pick(self, state, IcmpPred::Slt),
            RmwOp::Umax => pick(self, state, IcmpPred::Ugt),
            RmwOp::Umin => pick(self, state, IcmpPred::Ult),
            RmwOp::Fadd => self.fbin(state, rethread_ir::FBinOp::Add, kind, old, v),
            RmwOp::Fsub => self.fbin(state, rethread_ir::FBinOp::Sub, kind, old, v),
            RmwOp::Fmax => self.fop(state, rethread_expr::FpOp::Max, kind, &[old, v]),
            RmwOp::Fmin => self.fop(state, rethread_expr::FpOp::Min, kind, &[old, v]),
            RmwOp::UincWrap | RmwOp::UdecWrap => {
                return Err(Interrupt::Unsupported("atomicrmw uinc_wrap or udec_wrap".into()));
            }
        })
    }

    fn repack(&mut self, state: &mut State, args: &RepackArgs) -> Step<()> {
        // Whole pointers in and out keep their objects.
        let mut whole: Option<Term> = None;
        for s in args.from.iter() {
            let v = self.operand(state, s.src);
            let t = self.term(state, v, s.kind.width());
            whole = Some(match whole {
                None => t,
                Some(low) => self.terms.concat(t, low),
            });
        }
        let Some(whole) = whole else { return Err(Interrupt::Unsupported("a cast of nothing".into())) };
        let mut lo = 0;
        for (i, k) in args.to.iter().enumerate() {
            let t = self.terms.extract(whole, lo, k.width());
            lo += k.width();
            let v = self.value(t);
            state.set(args.dst + i as u32, v);
        }
        state.frame_mut().pc += 1;
        Ok(())
    }

    fn extract_lane(&mut self, state: &mut State, args: &LaneArgs) -> Step<()> {
        let index = self.operand(state, args.index);
        let index = self.term(state, index, args.index_width);
        let width = args.kind.width();
        let mut out = self.operand(state, *args.lanes.last().expect("a vector has lanes"));
        for (i, &lane) in args.lanes.iter().enumerate().rev().skip(1) {
            let k = self.terms.constant(args.index_width, i as u64);
            let here = self.terms.eq(index, k);
            let v = self.operand(state, lane);
            out = self.select(state, here, v, out, width);
        }
        let frame = state.frame_mut();
        frame.regs[args.dst as usize] = out;
        frame.pc += 1;
        Ok(())
    }

    fn insert_lane(&mut self, state: &mut State, args: &LaneArgs) -> Step<()> {
        let index = self.operand(state, args.index);
        let index = self.term(state, index, args.index_width);
        let width = args.kind.width();
        let new = self.operand(state, args.value.expect("an insert has a value"));
        let mut out = Vec::with_capacity(args.lanes.len());
        for (i, &lane) in args.lanes.iter().enumerate() {
            let k = self.terms.constant(args.index_width, i as u64);
            let here = self.terms.eq(index, k);
            let old = self.operand(state, lane);
            out.push(self.select(state, here, new, old, width));
        }
        for (i, v) in out.into_iter().enumerate() {
            state.set(args.dst + i as u32, v);
        }
        state.frame_mut().pc += 1;
        Ok(())
    }
}
