//! LLVM's intrinsics, on scalars.

use super::Executor;
use super::resolve::Access;
use crate::code::IntrinsicCall;
use crate::error::{Failure, Interrupt, Step};
use crate::machine::Machine;
use crate::object::{Object, Size};
use crate::state::{Extra, State};
use crate::value::{Kind, ObjId, Value};
use rethread_expr::{FpOp, Term};
use rethread_ir::{BinOp, FloatKind, IcmpPred};
use rethread_testcase::BugKind;

impl Executor {
    pub(super) fn intrinsic(
        &mut self,
        machine: &Machine,
        state: &mut State,
        call: &IntrinsicCall,
    ) -> Step<()> {
        let args: Vec<(Value, Kind)> =
            call.args.iter().map(|a| (self.operand(state, a.src), a.kind)).collect();
        let arg = |i: usize| args.get(i).map_or(Value::Int(0), |a| a.0);
        let ret = call.ret.first().copied();
        let result = match &*call.name {
            "memcpy" | "memmove" | "memcpy.inline" => {
                self.block_copy(state, arg(0), arg(1), arg(2))?;
                None
            }
            "memset" | "memset.inline" => {
                self.block_fill(state, arg(0), arg(1), arg(2))?;
                None
            }
            "lifetime.start" => {
                self.scope(state, arg(1), Object::begin)?;
                None
            }
            "lifetime.end" => {
                self.scope(state, arg(1), Object::end)?;
                None
            }
            "stacksave" => Some(Value::Int(state.frame().objects.len() as u64)),
            "stackrestore" => {
                if let Value::Int(n) = arg(0) {
                    self.restore_stack(machine, state, n as usize)?;
                }
                None
            }
            "va_start" => {
                self.va_start(state, arg(0))?;
                None
            }
            "va_end" => None,
            "va_copy" => {
                self.block_copy(state, arg(0), arg(1), Value::Int(24))?;
                None
            }
            "trap" | "debugtrap" | "ubsantrap" => {
                return Failure::interrupt(BugKind::Abort, "a trap instruction was reached");
            }
            "assume" => {
                // A promise of the programmer: breaking it is reaching the unreachable.
                if !self.truth(state, arg(0))? {
                    return Failure::interrupt(BugKind::Unreachable, "a promise to the compiler was broken");
                }
                None
            }
            "expect"
            | "expect.with.probability"
            | "ssa.copy"
            | "launder.invariant.group"
            | "strip.invariant.group"
            | "arithmetic.fence"
            | "annotation"
            | "ptr.annotation" => Some(arg(0)),
            "is.constant" => Some(Value::bool(matches!(arg(0), Value::Int(_)))),
            "objectsize" => Some(self.object_size(state, arg(0), arg(1), ret)),
            "threadlocal.address" => Some(arg(0)),
            "ptrmask" => Some(self.bin(state, BinOp::And, Default::default(), 64, arg(0), arg(1))?),
            "returnaddress" | "frameaddress" | "thread.pointer" => Some(Value::Int(0)),
            "readcyclecounter" | "readsteadycounter" => {
                Some(self.unknown_value(state, Kind::Int(64), "cycle counter"))
            }
            "get.rounding" | "flt.rounds" => Some(Value::Int(1)),
            "prefetch" | "donothing" | "sideeffect" | "invariant.start" | "invariant.end"
            | "var.annotation" => ret.map(|_| Value::Int(0)),
            name => {
                if let Some(op) = name.strip_suffix(".with.overflow") {
                    return self.with_overflow(state, op, call, args[0], args[1]);
                }
                let Some(kind) = ret else {
                    return Err(Interrupt::Unsupported(format!("the intrinsic llvm.{name}")));
                };
                match kind {
                    Kind::Float(_) => Some(self.float_intrinsic(state, name, kind, &args)?),
                    _ => Some(self.int_intrinsic(state, name, kind, &args)?),
                }
            }
        };
        if let Some(v) = result {
            state.set(call.dst, v);
        }
        state.frame_mut().pc += 1;
        Ok(())
    }

    /// Arrays of variable length go, those of the frame from number `keep` on.
    fn restore_stack(&mut self, machine: &Machine, state: &mut State, keep: usize) -> Step<()> {
        let frame = state.frame();
        // What `va_arg` reads is the caller's.
        let area = frame.objects.iter().position(|&o| Some(o) == frame.area);
        let ends = |o: &ObjId| Some(*o) != frame.area && state.memory.get(*o).is_some();
        let gone: Vec<ObjId> = frame.objects.iter().skip(keep).copied().filter(ends).collect();
        self.touch_whole(state, &gone, "scope")?;
        let at = machine.location(state);
        state.frame_mut().objects.truncate(area.map_or(keep, |a| keep.max(a + 1)));
        for o in gone {
            if let Some(Size::Known(n)) = state.memory.get(o).map(|x| x.size) {
                let frame = state.frame_mut();
                frame.stack_bytes = frame.stack_bytes.saturating_sub(n);
            }
            state.memory.remove(o, at);
        }
        Ok(())
    }

    fn scope(&mut self, state: &mut State, p: Value, f: impl Fn(&mut Object)) -> Step<()> {
        if let Value::Ptr(o, 0) = p
            && state.memory.get(o).is_some()
        {
            self.touch_whole(state, &[o], "scope")?;
            self.guided_end(o);
            let object = state.memory.get_mut(o).expect("looked up");
            f(object);
            if !object.has_ended() {
                self.guided_begin(o);
            }
        }
        Ok(())
    }

    /// Every argument beyond the declared ones lies in one area, in slots of eight bytes.
    fn va_start(&mut self, state: &mut State, list: Value) -> Step<()> {
        self.touch_range(state, &[(list, 24, Access::Write)])?;
        self.spin_work(state);
        let (_, off) = self.resolve(state, list, 24, Access::Write)?;
        let super::Offset::Known(_) = off else {
            return Err(Interrupt::Unsupported("va_start on a symbolic address".into()));
        };
        let extra = state.frame().extra.clone();
        let mut size = 0u64;
        let mut places = Vec::with_capacity(extra.len());
        for e in extra {
            let (len, align) = match e {
                Extra::Struct(_, n) => (n.next_multiple_of(8), 8),
                Extra::Scalar(_, Kind::Int(128) | Kind::Float(FloatKind::X87 | FloatKind::Quad)) => (16, 16),
                Extra::Scalar(_, kind) => (kind.size().next_multiple_of(8), 8),
            };
            size = size.next_multiple_of(align);
            places.push((size, e));
            size += len;
        }
        // It is the same memory every time.
        let known = state.frame().area.filter(|&o| state.memory.get(o).is_some());
        let area = match known {
            Some(area) => area,
            None => {
                let o = self.stack_object(state, Size::Known(size), 16);
                let function = state.frame().function;
                let kin = self.machine.sharing.as_ref().and_then(|s| s.varargs(function));
                state.memory.get_mut(o).expect("just added").kin = kin;
                o
            }
        };
        state.frame_mut().area = Some(area);
        for (at, e) in places {
            match e {
                Extra::Struct(o, n) => self.copy(state, (o, 0), (area, at), n),
                Extra::Scalar(v, kind) => self.write(state, area, at, v, kind),
            }
        }
        // gp_offset, fp_offset: registers are used up; overflow_arg_area, reg_save_area.
        self.store(state, list, Value::Int(48), Kind::Int(32))?;
        let p = self.shifted(list, Value::Int(4));
        self.store(state, p, Value::Int(176), Kind::Int(32))?;
        let p = self.shifted(list, Value::Int(8));
        self.store(state, p, Value::Ptr(area, 0), Kind::Ptr)?;
        let p = self.shifted(list, Value::Int(16));
        self.store(state, p, Value::Ptr(area, 0), Kind::Ptr)
    }

    fn object_size(&mut self, state: &mut State, p: Value, min: Value, ret: Option<Kind>) -> Value {
        let unknown = if matches!(min, Value::Int(1)) { 0 } else { u64::MAX };
        let n = match p {
            Value::Ptr(o, off) => match state.memory.get(o).map(|x| x.size) {
                Some(Size::Known(n)) => n.saturating_sub(off),
                _ => unknown,
            },
            _ => unknown,
        };
        Value::Int(n & crate::value::mask(ret.map_or(64, |k| k.width())))
    }

    fn with_overflow(
        &mut self,
        state: &mut State,
        op: &str,
        call: &IntrinsicCall,
        a: (Value, Kind),
        b: (Value, Kind),
    ) -> Step<()> {
        let width = a.1.width();
        let (x, y) = (self.term(state, a.0, width), self.term(state, b.0, width));
        let bin = match &op[1..] {
            "add" => BinOp::Add,
            "sub" => BinOp::Sub,
            "mul" => BinOp::Mul,
            _ => return Err(Interrupt::Unsupported(format!("the intrinsic llvm.{op}.with.overflow"))),
        };
        let r = match bin {
            BinOp::Add => self.terms.add(x, y),
            BinOp::Sub => self.terms.sub(x, y),
            _ => self.terms.mul(x, y),
        };
        let over = if op.starts_with('s') {
            self.signed_overflow(bin, width, x, y, r)
        } else {
            match bin {
                BinOp::Add => self.terms.ult(r, x),
                BinOp::Sub => self.terms.ult(x, y),
                _ => {
                    let (a, b) = (self.terms.zext(x, width * 2), self.terms.zext(y, width * 2));
                    let exact = self.terms.mul(a, b);
                    let shown = self.terms.zext(r, width * 2);
                    self.terms.ne(exact, shown)
                }
            }
        };
        let (r, over) = (self.value(r), self.value(over));
        state.set(call.dst, r);
        state.set(call.dst + 1, over);
        state.frame_mut().pc += 1;
        Ok(())
    }

    fn int_intrinsic(
        &mut self,
        state: &mut State,
        name: &str,
        kind: Kind,
        args: &[(Value, Kind)],
    ) -> Step<Value> {
        let width = kind.width();
        let mut ts: Vec<Term> = Vec::with_capacity(args.len());
        for (v, k) in args {
            ts.push(self.term(state, *v, k.width()));
        }
        let pick = |e: &mut Self, pred| {
            let c = e.compare_terms(pred, ts[0], ts[1]);
            e.terms.ite(c, ts[0], ts[1])
        };
        let t = match name {
            "smax" => pick(self, IcmpPred::Sgt),
            "smin" => pick(self, IcmpPred::Slt),
            "umax" => pick(self, IcmpPred::Ugt),
            "umin" => pick(self, IcmpPred::Ult),
            "abs" => {
                let least = self.least(width);
                let bad = self.terms.eq(ts[0], least);
                if matches!(args.get(1), Some((Value::Int(1), _))) {
                    self.note(state, BugKind::Overflow, bad, "the absolute value does not fit")?;
                }
                let zero = self.terms.constant(width, 0);
                let negative = self.terms.slt(ts[0], zero);
                let minus = self.terms.neg(ts[0]);
                self.terms.ite(negative, minus, ts[0])
            }
            "ctpop" => self.bit_count(ts[0], width),
            "ctlz" | "cttz" => self.zero_count(ts[0], width, name == "ctlz"),
            "bswap" => {
                let n = width / 8;
                let mut out = self.terms.extract(ts[0], 0, 8);
                for i in 1..n {
                    let b = self.terms.extract(ts[0], i * 8, 8);
                    out = self.terms.concat(out, b);
                }
                out
            }
            "bitreverse" => {
                let mut out = self.terms.extract(ts[0], 0, 1);
                for i in 1..width {
                    let b = self.terms.extract(ts[0], i, 1);
                    out = self.terms.concat(out, b);
                }
                out
            }
            "fshl" | "fshr" => {
                let whole = self.terms.concat(ts[0], ts[1]);
                let modulus = self.terms.constant(width, u64::from(width));
                let by = self.terms.urem(ts[2], modulus);
                let by = self.terms.zext(by, width * 2);
                if name == "fshl" {
                    let t = self.terms.shl(whole, by);
                    self.terms.extract(t, width, width)
                } else {
                    let t = self.terms.lshr(whole, by);
                    self.terms.extract(t, 0, width)
                }
            }
            "sadd.sat" | "ssub.sat" | "uadd.sat" | "usub.sat" => self.saturating(name, width, ts[0], ts[1]),
            "scmp" | "ucmp" => {
                let less = if name == "scmp" { IcmpPred::Slt } else { IcmpPred::Ult };
                let lt = self.compare_terms(less, ts[0], ts[1]);
                let gt = self.compare_terms(less, ts[1], ts[0]);
                let lt = self.terms.sext(lt, width);
                let gt = self.terms.zext(gt, width);
                self.terms.or(lt, gt)
            }
            "is.fpclass" => self.fp_class(args[0].1, ts[0], args[1].0),
            "fptosi.sat" | "fptoui.sat" => {
                self.saturating_cast(name == "fptosi.sat", args[0].1, ts[0], width)
            }
            "lrint" | "llrint" | "lround" | "llround" => {
                let op = if name.ends_with("rint") { FpOp::RoundEven } else { FpOp::RoundAway };
                let f = super::float::format(args[0].1);
                let r = self.terms.fp(op, f, &[ts[0]]);
                self.terms.fp(FpOp::ToSigned(width), f, &[r])
            }
            _ => return Err(Interrupt::Unsupported(format!("the intrinsic llvm.{name}"))),
        };
        Ok(self.value(t))
    }

    /// The smallest signed number.
    pub(super) fn least(&mut self, width: u32) -> Term {
        let one = self.terms.constant(width, 1);
        let top = self.terms.constant(width, u64::from(width) - 1);
        self.terms.shl(one, top)
    }

    /// How many bits are set: halves added pairwise.
    fn bit_count(&mut self, t: Term, width: u32) -> Term {
        let mut parts: Vec<Term> = (0..width).map(|i| self.terms.extract(t, i, 1)).collect();
        for p in &mut parts {
            *p = self.terms.zext(*p, width.max(8));
        }
        while parts.len() > 1 {
            let mut next = Vec::with_capacity(parts.len().div_ceil(2));
            for pair in parts.chunks(2) {
                next.push(if pair.len() == 2 { self.terms.add(pair[0], pair[1]) } else { pair[0] });
            }
            parts = next;
        }
        if width < 8 { self.terms.extract(parts[0], 0, width) } else { parts[0] }
    }

    /// How many zeros lead (or trail); the width if nothing else.
    fn zero_count(&mut self, t: Term, width: u32, leading: bool) -> Term {
        let mut out = self.terms.constant(width, u64::from(width));
        for n in (0..width).rev() {
            let bit = if leading { width - 1 - n } else { n };
            let b = self.terms.extract(t, bit, 1);
            let k = self.terms.constant(width, u64::from(n));
            out = self.terms.ite(b, k, out);
        }
        out
    }

    fn saturating(&mut self, name: &str, width: u32, x: Term, y: Term) -> Term {
        let add = name.contains("add");
        let r = if add { self.terms.add(x, y) } else { self.terms.sub(x, y) };
        let zero = self.terms.constant(width, 0);
        let ones = self.terms.not(zero);
        match name {
            "uadd.sat" => {
                let over = self.terms.ult(r, x);
                self.terms.ite(over, ones, r)
            }
            "usub.sat" => {
                let over = self.terms.ult(x, y);
                self.terms.ite(over, zero, r)
            }
            _ => {
                let over = self.signed_overflow(if add { BinOp::Add } else { BinOp::Sub }, width, x, y, r);
                let least = self.least(width);
                let most = self.terms.not(least);
                let negative = self.terms.slt(x, zero);
                let limit = self.terms.ite(negative, least, most);
                self.terms.ite(over, limit, r)
            }
        }
    }

    fn saturating_cast(&mut self, signed: bool, from: Kind, x: Term, width: u32) -> Term {
        let f = super::float::format(from);
        let zero = self.terms.constant(width, 0);
        let sign = self.least(width);
        let (least, most) = if signed { (sign, self.terms.not(sign)) } else { (zero, self.terms.not(zero)) };
        let (from_int, to_int) = if signed {
            (FpOp::FromSigned, FpOp::ToSigned(width))
        } else {
            (FpOp::FromUnsigned, FpOp::ToUnsigned(width))
        };
        let low = self.terms.fp(from_int, f, &[least]);
        let high = self.terms.fp(from_int, f, &[most]);
        let below = self.terms.fp(FpOp::Le, f, &[x, low]);
        let above = self.terms.fp(FpOp::Le, f, &[high, x]);
        let nan = self.terms.fp(FpOp::IsNan, f, &[x]);
        let plain = self.terms.fp(to_int, f, &[x]);
        let t = self.terms.ite(above, most, plain);
        let t = self.terms.ite(below, least, t);
        self.terms.ite(nan, zero, t)
    }

    /// llvm.is.fpclass: the mask's bits are sNaN, qNaN, -inf, -normal, -subnormal, -0, +0, ... +inf.
    fn fp_class(&mut self, kind: Kind, x: Term, classes: Value) -> Term {
        let Value::Int(classes) = classes else { return self.terms.fls() };
        let f = super::float::format(kind);
        let width = kind.width();
        let zero = self.terms.bits(rethread_expr::Bits::new(width, 0));
        let abs = self.terms.fp(FpOp::Abs, f, &[x]);
        let sign = self.terms.extract(x, width - 1, 1);
        let nan = self.terms.fp(FpOp::IsNan, f, &[x]);
        let is_zero = self.terms.eq(abs, zero);
        // Infinity is the only value that is equal to itself doubled, apart from zero.
        let two = self.terms.fp(FpOp::Add, f, &[abs, abs]);
        let same = self.terms.fp(FpOp::Eq, f, &[two, abs]);
        let non_zero = self.terms.not(is_zero);
        let inf = self.terms.and(same, non_zero);
        let (mantissa, has_integer_bit) = match f {
            rethread_expr::FpFormat::Half => (10, false),
            rethread_expr::FpFormat::BFloat => (7, false),
            rethread_expr::FpFormat::Single => (23, false),
            rethread_expr::FpFormat::Double => (52, false),
            rethread_expr::FpFormat::Quad => (112, false),
            rethread_expr::FpFormat::X87 => (63, true),
        };
        let low = mantissa + u32::from(has_integer_bit);
        let exponent = self.terms.extract(x, low, width - 1 - low);
        let no_exponent = self.terms.constant(width - 1 - low, 0);
        let tiny = self.terms.eq(exponent, no_exponent);
        let subnormal = self.terms.and(tiny, non_zero);
        let quiet = self.terms.extract(x, mantissa - 1, 1);
        let loud = self.terms.not(quiet);
        let special = {
            let a = self.terms.or(nan, inf);
            let b = self.terms.or(subnormal, is_zero);
            self.terms.or(a, b)
        };
        let normal = self.terms.not(special);
        let plus = self.terms.not(sign);
        let table = [
            (nan, loud),
            (nan, quiet),
            (inf, sign),
            (normal, sign),
            (subnormal, sign),
            (is_zero, sign),
            (is_zero, plus),
            (subnormal, plus),
            (normal, plus),
            (inf, plus),
        ];
        let mut out = self.terms.fls();
        for (i, (a, b)) in table.into_iter().enumerate() {
            if classes >> i & 1 == 1 {
                let both = self.terms.and(a, b);
                out = self.terms.or(out, both);
            }
        }
        out
    }

    fn float_intrinsic(
        &mut self,
        state: &mut State,
        name: &str,
        kind: Kind,
        args: &[(Value, Kind)],
    ) -> Step<Value> {
        let vs: Vec<Value> = args.iter().map(|a| a.0).collect();
        let op = match name {
            "fabs" => FpOp::Abs,
            "sqrt" => FpOp::Sqrt,
            "fma" => FpOp::Fma,
            "floor" => FpOp::Floor,
            "ceil" => FpOp::Ceil,
            "trunc" => FpOp::Trunc,
            "rint" | "nearbyint" | "roundeven" => FpOp::RoundEven,
            "round" => FpOp::RoundAway,
            "minnum" => FpOp::Min,
            "maxnum" => FpOp::Max,
            "canonicalize" => return Ok(vs[0]),
            // The target may fuse or not; clang for x86-64 without FMA does not.
            "fmuladd" => {
                let product = self.fbin(state, rethread_ir::FBinOp::Mul, kind, vs[0], vs[1]);
                return Ok(self.fbin(state, rethread_ir::FBinOp::Add, kind, product, vs[2]));
            }
            "copysign" => {
                let width = kind.width();
                let (x, y) = (self.term(state, vs[0], width), self.term(state, vs[1], width));
                let low = self.terms.extract(x, 0, width - 1);
                let sign = self.terms.extract(y, width - 1, 1);
                let t = self.terms.concat(sign, low);
                return Ok(self.value(t));
            }
            "minimum" | "maximum" => {
                let f = super::float::format(kind);
                let width = kind.width();
                let (x, y) = (self.term(state, vs[0], width), self.term(state, vs[1], width));
                let nan_x = self.terms.fp(FpOp::IsNan, f, &[x]);
                let nan_y = self.terms.fp(FpOp::IsNan, f, &[y]);
                let op = if name == "minimum" { FpOp::Min } else { FpOp::Max };
                let t = self.terms.fp(op, f, &[x, y]);
                let t = self.terms.ite(nan_y, y, t);
                let t = self.terms.ite(nan_x, x, t);
                return Ok(self.value(t));
            }
            _ => return self.math(state, name, kind, args),
        };
        Ok(self.fop(state, op, kind, &vs))
    }
}
