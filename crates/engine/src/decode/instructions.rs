//! Instructions that do not end a block, lane by lane.

use super::Decoder;
use crate::code::*;
use crate::value::{Kind, Value};
use rethread_expr::SymbolKind;
use rethread_ir::{BinOp, Callee, CastOp, Const, FBinOp, GepTerm, Inst, Op as Ir, Operand, Type, TypeId};

/// Intrinsics that work on each lane by itself.
const LANEWISE: &[&str] = &[
    "abs",
    "smax",
    "smin",
    "umax",
    "umin",
    "ctpop",
    "ctlz",
    "cttz",
    "bswap",
    "bitreverse",
    "fshl",
    "fshr",
    "sadd.sat",
    "uadd.sat",
    "ssub.sat",
    "usub.sat",
    "sshl.sat",
    "ushl.sat",
    "fabs",
    "sqrt",
    "fma",
    "fmuladd",
    "floor",
    "ceil",
    "trunc",
    "rint",
    "nearbyint",
    "round",
    "roundeven",
    "copysign",
    "minnum",
    "maxnum",
    "minimum",
    "maximum",
    "pow",
    "powi",
    "sin",
    "cos",
    "tan",
    "exp",
    "exp2",
    "exp10",
    "log",
    "log2",
    "log10",
    "is.fpclass",
    "fptosi.sat",
    "fptoui.sat",
    "ldexp",
    "canonicalize",
    "lrint",
    "llrint",
    "lround",
    "llround",
    "scmp",
    "ucmp",
];

impl Decoder<'_> {
    pub(super) fn instruction(&mut self, inst: &Inst) {
        if let Some(op) = self.too_large(inst) {
            return self.emit(op);
        }
        let dst = inst.dest.map_or(0, |r| self.slot(r));
        match &inst.op {
            Ir::Binary { op, flags, ty, lhs, rhs } => {
                let (op, flags) = (*op, *flags);
                self.lanes2(*ty, lhs, rhs, |d, lane, kind, a, b| {
                    d.emit(Op::Bin { op, flags, width: kind.width(), dst: dst + lane, a, b })
                });
            }
            Ir::FBinary { op, ty, lhs, rhs } => {
                let op = *op;
                self.lanes2(*ty, lhs, rhs, |d, lane, kind, a, b| {
                    d.emit(Op::FBin { op, kind, dst: dst + lane, a, b })
                });
            }
            Ir::FNeg { ty, value } => {
                self.lanes(*ty, value, |d, lane, kind, src| d.emit(Op::FNeg { kind, dst: dst + lane, src }))
            }
            Ir::Icmp { pred, ty, lhs, rhs } => {
                let pred = *pred;
                self.lanes2(*ty, lhs, rhs, |d, lane, kind, a, b| {
                    d.emit(Op::Icmp { pred, width: kind.width(), dst: dst + lane, a, b })
                });
            }
            Ir::Fcmp { pred, ty, lhs, rhs } => {
                let pred = *pred;
                self.lanes2(*ty, lhs, rhs, |d, lane, kind, a, b| {
                    d.emit(Op::Fcmp { pred, kind, dst: dst + lane, a, b })
                });
            }
            Ir::Cast { op, value, from, to } => self.cast(dst, *op, value, *from, *to),
            Ir::Gep { base, offset, terms, result, .. } => self.gep(dst, base, *offset, terms, *result),
            Ir::Load { ptr, access } => {
                self.visible(ptr, access, false);
                self.load(dst, ptr, access.ty);
            }
            Ir::Store { ptr, value, access } => {
                self.visible(ptr, access, true);
                self.store(ptr, value, access.ty);
            }
            Ir::AtomicRmw { op, ptr, value, access } => {
                self.visible(ptr, access, true);
                let kind = self.kinds(access.ty).first().copied().unwrap_or(Kind::Int(8));
                let ptr = self.pointer(ptr);
                let value = self.scalar(value, access.ty);
                self.emit(Op::Rmw(Box::new(RmwArgs { op: *op, dst, ptr, value, kind })));
            }
            Ir::CmpXchg { ptr, expected, new, access, weak, .. } => {
                self.visible(ptr, access, true);
                let kind = self.kinds(access.ty).first().copied().unwrap_or(Kind::Int(8));
                let ptr = self.pointer(ptr);
                let expected = self.scalar(expected, access.ty);
                let new = self.scalar(new, access.ty);
                self.emit(Op::CmpXchg(Box::new(CmpXchgArgs { dst, ptr, expected, new, kind, weak: *weak })));
            }
            Ir::Fence { order } => self.fence(*order),
            Ir::Alloca { ty, count, count_ty, align } => {
                let element = self.program.types.alloc_size(*ty);
                let count_width = self.program.types.scalar_bits(*count_ty);
                let count = self.scalar(count, *count_ty);
                let shape = self.layouts.shape(&self.program.types, *ty);
                let kin = self.visibility.made_at(self.site());
                self.emit(Op::Alloca(Box::new(AllocaArgs {
                    kin,
                    dst,
                    element,
                    count,
                    count_width,
                    align: *align,
                    shape,
                })));
            }
            Ir::Select { cond, cond_ty, yes, no, ty } => {
                let conds = self.operand(cond, *cond_ty);
                self.lanes2(*ty, yes, no, |d, lane, kind, yes, no| {
                    let cond = conds[if conds.len() > 1 { lane as usize } else { 0 }];
                    d.emit(Op::Select { dst: dst + lane, cond, yes, no, width: kind.width() });
                });
            }
            Ir::Phi { .. } => {}
            Ir::ExtractValue { aggregate, ty, path } => {
                let srcs = self.operand(aggregate, *ty);
                if let Some((first, n)) = self.layouts.part(&self.program.types, *ty, path) {
                    self.moves(dst, &srcs[first..first + n]);
                }
            }
            Ir::InsertValue { aggregate, ty, value, value_ty, path } => {
                let mut srcs = self.operand(aggregate, *ty);
                let parts = self.operand(value, *value_ty);
                if let Some((first, n)) = self.layouts.part(&self.program.types, *ty, path) {
                    srcs[first..first + n].copy_from_slice(&parts);
                }
                self.moves(dst, &srcs);
            }
            Ir::ExtractElement { vector, ty, index, index_ty } => {
                self.lane(dst, vector, *ty, index, *index_ty, None)
            }
            Ir::InsertElement { vector, ty, value, index, index_ty } => {
                self.lane(dst, vector, *ty, index, *index_ty, Some(value))
            }
            Ir::Shuffle { left, right, ty, mask } => {
                let mut lanes = self.operand(left, *ty);
                lanes.extend(self.operand(right, *ty));
                let kind = self.kinds(*ty).first().copied().unwrap_or(Kind::Int(8));
                let picked: Vec<Src> = mask
                    .iter()
                    .map(|m| match m {
                        Some(i) => lanes[*i as usize],
                        None => self.undef(kind),
                    })
                    .collect();
                self.moves(dst, &picked);
            }
            Ir::Freeze { ty, value: Operand::Const(Const::Poison(_) | Const::Undef(_)) } => {
                let srcs = self.unwritten(*ty);
                self.moves(dst, &srcs);
            }
            Ir::Freeze { ty, value } => {
                let srcs = self.operand(value, *ty);
                self.moves(dst, &srcs);
            }
            Ir::Call { callee, args, ret } => {
                let target = match callee {
                    Callee::Direct(f) => Target::Direct(f.0),
                    Callee::Indirect(o) => Target::Indirect(self.pointer(o)),
                };
                let args = args
                    .iter()
                    .map(|a| CallArg {
                        slots: self.arg_slots(&a.value, a.ty),
                        byval: a
                            .byval
                            .map(|t| (self.program.types.alloc_size(t), self.program.types.align(t))),
                        sret: a.sret.map(|t| self.program.types.alloc_size(t)),
                    })
                    .collect();
                let ret = self.kinds(*ret);
                self.emit(Op::Call(Box::new(Call { target, args, dst, ret })));
            }
            Ir::Intrinsic { name, args, ret } => self.intrinsic(dst, name, args, *ret),
            Ir::VaArg { .. } => self.emit(Op::Unsupported("the va_arg instruction".into())),
            Ir::Unsupported { construct } => self.emit(Op::Unsupported(construct.as_str().into())),
            _ => {}
        }
    }

    /// The operation in place of an instruction on a value that no register can hold.
    pub(super) fn too_large(&mut self, inst: &Inst) -> Option<Op> {
        let dest = inst.dest.map(|r| self.program.function(rethread_ir::FuncId(self.function)).reg(r).ty);
        let mut types: Vec<TypeId> = dest.into_iter().collect();
        match &inst.op {
            Ir::Binary { ty, .. }
            | Ir::FBinary { ty, .. }
            | Ir::FNeg { ty, .. }
            | Ir::Icmp { ty, .. }
            | Ir::Fcmp { ty, .. }
            | Ir::Cast { from: ty, .. }
            | Ir::Select { ty, .. }
            | Ir::ExtractValue { ty, .. }
            | Ir::InsertValue { ty, .. }
            | Ir::ExtractElement { ty, .. }
            | Ir::InsertElement { ty, .. }
            | Ir::Shuffle { ty, .. }
            | Ir::Ret { ty, .. }
            | Ir::Freeze { ty, .. } => types.push(*ty),
            Ir::Load { access, .. } | Ir::Store { access, .. } => {
                types.push(access.ty);
                if self.hides_packed_lanes(access.ty) {
                    return Some(Op::Unsupported("an aggregate with a vector of odd bits in memory".into()));
                }
            }
            Ir::Call { args, .. } | Ir::Intrinsic { args, .. } => types.extend(args.iter().map(|a| a.ty)),
            _ => {}
        }
        let large = types.into_iter().find(|&t| self.layouts.of(&self.program.types, t).is_none())?;
        let bytes = self.program.types.alloc_size(large);
        Some(Op::Unsupported(format!("a value of {bytes} bytes in a register").into()))
    }

    /// A value nobody defined, different from that of every other place.
    fn unwritten(&mut self, ty: TypeId) -> Vec<Src> {
        let kinds = self.kinds(ty);
        let (f, (block, inst)) = (self.function, self.at);
        let mut out = Vec::with_capacity(kinds.len());
        for (lane, kind) in kinds.iter().enumerate() {
            let name = format!("undef:{f}:{block}:{inst}:{lane}");
            let t = self.terms.symbol(&name, kind.width(), SymbolKind::Uninit);
            out.push(self.constant(Value::Term(t)));
        }
        out
    }

    fn arg_slots(&mut self, value: &Operand, ty: TypeId) -> Box<[ArgSlot]> {
        let kinds = self.kinds(ty);
        self.operand(value, ty).into_iter().zip(kinds).map(|(src, kind)| ArgSlot { src, kind }).collect()
    }

    fn moves(&mut self, dst: u32, srcs: &[Src]) {
        for (i, &src) in srcs.iter().enumerate() {
            self.emit(Op::Move { dst: dst + i as u32, src });
        }
    }

    fn lanes(&mut self, ty: TypeId, v: &Operand, mut f: impl FnMut(&mut Self, u32, Kind, Src)) {
        let layout = self.layout(ty);
        let srcs = self.operand(v, ty);
        for (i, (&s, l)) in srcs.iter().zip(layout.iter()).enumerate() {
            f(self, i as u32, l.kind, s);
        }
    }

    fn lanes2(
        &mut self,
        ty: TypeId,
        a: &Operand,
        b: &Operand,
        mut f: impl FnMut(&mut Self, u32, Kind, Src, Src),
    ) {
        let layout = self.layout(ty);
        let left = self.operand(a, ty);
        let right = self.operand(b, ty);
        for (i, l) in layout.iter().enumerate() {
            f(self, i as u32, l.kind, left[i], right[i]);
        }
    }

    fn cast(&mut self, dst: u32, op: CastOp, value: &Operand, from: TypeId, to: TypeId) {
        let targets = self.kinds(to);
        if matches!(op, CastOp::Bitcast | CastOp::AddrSpaceCast) {
            let from = self.arg_slots(value, from);
            if from.len() == targets.len()
                && from.iter().zip(&targets).all(|(a, b)| a.kind.width() == b.width())
            {
                let srcs: Vec<Src> = from.iter().map(|s| s.src).collect();
                self.moves(dst, &srcs);
            } else {
                self.emit(Op::Repack(Box::new(RepackArgs { from, dst, to: targets })));
            }
            return;
        }
        self.lanes(from, value, |d, lane, from, src| {
            let to = targets[lane as usize];
            let dst = dst + lane;
            let (f, t) = (from.width(), to.width());
            d.emit(match op {
                CastOp::Trunc => Op::Trunc { dst, src, from: f, to: t },
                CastOp::Zext => Op::Zext { dst, src, from: f, to: t },
                CastOp::Sext => Op::Sext { dst, src, from: f, to: t },
                CastOp::PtrToInt => Op::PtrToInt { dst, src, to: t },
                CastOp::IntToPtr if f > 64 => Op::Trunc { dst, src, from: f, to: 64 },
                CastOp::IntToPtr => Op::Zext { dst, src, from: f, to: 64 },
                _ => Op::FCast { op, from, to, dst, src },
            });
        });
    }

    fn gep(&mut self, dst: u32, base: &Operand, offset: i64, terms: &[GepTerm], result: TypeId) {
        let lanes = self.layout(result).len() as u32;
        let bases = match base {
            Operand::Reg(r) => {
                let ty = self.program.function(rethread_ir::FuncId(self.function)).reg(*r).ty;
                self.operand(base, ty)
            }
            Operand::Const(_) if lanes == 1 => vec![self.pointer(base)],
            Operand::Const(_) => self.operand(base, result),
        };
        let mut indices = Vec::new();
        for t in terms {
            let width = self.kinds(t.index_ty).first().map_or(64, |k| k.width());
            indices.push((self.operand(&t.index, t.index_ty), width, t.stride));
        }
        let pick = |v: &[Src], lane: u32| v[if v.len() > 1 { lane as usize } else { 0 }];
        for lane in 0..lanes {
            let base = pick(&bases, lane);
            let dst = dst + lane;
            match &indices[..] {
                [] => self.emit(Op::Offset { dst, base, offset }),
                [(v, width, stride)] if i32::try_from(offset).is_ok() && u32::try_from(*stride).is_ok() => {
                    let index = pick(v, lane);
                    self.emit(Op::Gep1 {
                        dst,
                        base,
                        index,
                        width: *width,
                        stride: *stride as u32,
                        offset: offset as i32,
                    });
                }
                _ => {
                    let parts = indices
                        .iter()
                        .map(|(v, width, stride)| GepPart {
                            index: pick(v, lane),
                            width: *width,
                            stride: *stride,
                        })
                        .collect();
                    self.emit(Op::Gep { dst, base, offset, parts });
                }
            }
        }
    }

    /// Inside an array or struct such lanes have no place of their own in memory.
    fn hides_packed_lanes(&self, ty: TypeId) -> bool {
        let mut stack = match self.program.types.get(ty) {
            Type::Array(t, _) => vec![*t],
            Type::Struct { fields, .. } => fields.iter().map(|f| f.ty).collect(),
            _ => return false,
        };
        while let Some(ty) = stack.pop() {
            match self.program.types.get(ty) {
                Type::Array(t, _) => stack.push(*t),
                Type::Struct { fields, .. } => stack.extend(fields.iter().map(|f| f.ty)),
                _ if self.packed_lanes(ty).is_some() => return true,
                _ => {}
            }
        }
        false
    }

    /// A vector of lanes that are not whole bytes lies in memory as one number.
    fn packed_lanes(&self, ty: TypeId) -> Option<u32> {
        match self.program.types.get(ty) {
            Type::Vector(t, n) if !self.program.types.scalar_bits(*t).is_multiple_of(8) => {
                Some(self.program.types.scalar_bits(*t) * n)
            }
            _ => None,
        }
    }

    fn load(&mut self, dst: u32, ptr: &Operand, ty: TypeId) {
        let ptr = self.pointer(ptr);
        if let Some(bits) = self.packed_lanes(ty) {
            let whole = self.fresh(1);
            let kind = Kind::Int(bits);
            self.emit(Op::Load { dst: whole, ptr, offset: 0, kind });
            let to = self.kinds(ty);
            let from = Box::new([ArgSlot { src: Src::reg(whole), kind }]);
            self.emit(Op::Repack(Box::new(RepackArgs { from, dst, to })));
            return;
        }
        for (i, s) in self.layout(ty).iter().enumerate() {
            self.emit(Op::Load { dst: dst + i as u32, ptr, offset: s.offset as u32, kind: s.kind });
        }
    }

    fn store(&mut self, ptr: &Operand, value: &Operand, ty: TypeId) {
        let ptr = self.pointer(ptr);
        if let Some(bits) = self.packed_lanes(ty) {
            let whole = self.fresh(1);
            let kind = Kind::Int(bits);
            let from = self.arg_slots(value, ty);
            self.emit(Op::Repack(Box::new(RepackArgs { from, dst: whole, to: Box::new([kind]) })));
            self.emit(Op::Store { ptr, value: Src::reg(whole), offset: 0, kind });
            return;
        }
        self.lanes_at(ty, value, |d, offset, kind, value| {
            d.emit(Op::Store { ptr, value, offset: offset as u32, kind })
        });
    }

    fn lanes_at(&mut self, ty: TypeId, v: &Operand, mut f: impl FnMut(&mut Self, u64, Kind, Src)) {
        let layout = self.layout(ty);
        let srcs = self.operand(v, ty);
        for (&s, l) in srcs.iter().zip(layout.iter()) {
            f(self, l.offset, l.kind, s);
        }
    }

    fn lane(
        &mut self,
        dst: u32,
        vector: &Operand,
        ty: TypeId,
        index: &Operand,
        index_ty: TypeId,
        value: Option<&Operand>,
    ) {
        let mut lanes = self.operand(vector, ty);
        let kind = self.kinds(ty).first().copied().unwrap_or(Kind::Int(8));
        let element = match self.program.types.get(ty) {
            Type::Vector(t, _) => *t,
            _ => ty,
        };
        let value = value.map(|v| self.scalar(v, element));
        if let Operand::Const(Const::Int(i)) = index
            && let Some(at) = i.as_u64().filter(|&i| (i as usize) < lanes.len())
        {
            match value {
                None => self.emit(Op::Move { dst, src: lanes[at as usize] }),
                Some(v) => {
                    lanes[at as usize] = v;
                    self.moves(dst, &lanes);
                }
            }
            return;
        }
        let index_width = self.program.types.scalar_bits(index_ty);
        let index = self.scalar(index, index_ty);
        let inserts = value.is_some();
        let args = Box::new(LaneArgs { lanes: lanes.into(), index, index_width, kind, dst, value });
        self.emit(if inserts { Op::InsertLane(args) } else { Op::ExtractLane(args) });
    }

    fn intrinsic(&mut self, dst: u32, name: &str, args: &[rethread_ir::Arg], ret: TypeId) {
        let slots: Vec<Box<[ArgSlot]>> = args.iter().map(|a| self.arg_slots(&a.value, a.ty)).collect();
        let result = self.kinds(ret);
        if let Some(op) = name.strip_prefix("vector.reduce.") {
            return self.reduce(dst, op, &slots, result[0]);
        }
        let overflow = name.ends_with(".with.overflow");
        let lanes = if overflow { result.len() / 2 } else { result.len() };
        if lanes > 1 && (overflow || LANEWISE.contains(&name)) {
            for lane in 0..lanes {
                let args = slots
                    .iter()
                    .map(|s| s[if s.len() > 1 { lane } else { 0 }].clone())
                    .collect::<Box<[ArgSlot]>>();
                let (out, ret): (u32, Box<[Kind]>) = if overflow {
                    (self.fresh(2), Box::new([result[lane], Kind::Int(1)]))
                } else {
                    (dst + lane as u32, Box::new([result[lane]]))
                };
                self.emit(Op::Intrinsic(Box::new(IntrinsicCall { name: name.into(), args, dst: out, ret })));
                if overflow {
                    self.emit(Op::Move { dst: dst + lane as u32, src: Src::reg(out) });
                    self.emit(Op::Move { dst: dst + (lanes + lane) as u32, src: Src::reg(out + 1) });
                }
            }
            return;
        }
        let args = slots.into_iter().flatten().collect();
        self.emit(Op::Intrinsic(Box::new(IntrinsicCall { name: name.into(), args, dst, ret: result })));
    }

    /// Lanes folded into one, from the first to the last.
    fn reduce(&mut self, dst: u32, op: &str, slots: &[Box<[ArgSlot]>], kind: Kind) {
        let starts = matches!(op, "fadd" | "fmul");
        let mut lanes: Vec<Src> = slots[usize::from(starts)].iter().map(|s| s.src).collect();
        if starts {
            lanes.insert(0, slots[0][0].src);
        }
        let mut acc = lanes[0];
        for &b in &lanes[1..] {
            let next = self.fresh(1);
            let bin =
                |op| Op::Bin { op, flags: Default::default(), width: kind.width(), dst: next, a: acc, b };
            let fbin = |op| Op::FBin { op, kind, dst: next, a: acc, b };
            let call = |name: &str| {
                Op::Intrinsic(Box::new(IntrinsicCall {
                    name: name.into(),
                    args: Box::new([ArgSlot { src: acc, kind }, ArgSlot { src: b, kind }]),
                    dst: next,
                    ret: Box::new([kind]),
                }))
            };
            let op = match op {
                "add" => bin(BinOp::Add),
                "mul" => bin(BinOp::Mul),
                "and" => bin(BinOp::And),
                "or" => bin(BinOp::Or),
                "xor" => bin(BinOp::Xor),
                "fadd" => fbin(FBinOp::Add),
                "fmul" => fbin(FBinOp::Mul),
                "fmax" => call("maxnum"),
                "fmin" => call("minnum"),
                "fmaximum" => call("maximum"),
                "fminimum" => call("minimum"),
                other => call(other),
            };
            self.emit(op);
            acc = Src::reg(next);
        }
        self.emit(Op::Move { dst, src: acc });
    }
}
