//! Constants as operands: folded where possible, computed in place where only the machine knows.

use super::{Decoder, function_object, global_object};
use crate::builtin::Registry;
use crate::code::{ArgSlot, Op, RepackArgs, Src};
use crate::value::{Kind, ObjId, Value};
use rethread_expr::{Bits, Terms};
use rethread_ir::{CastOp, Const, ConstExpr, IntConst, Linkage, Program};

/// The value of an integer constant of any width.
pub fn int_value(terms: &mut Terms, c: &IntConst) -> Value {
    if c.bits <= 64 {
        Value::Int(c.words[0])
    } else {
        Value::Term(terms.bits(Bits::from_words(c.bits, &c.words)))
    }
}

/// A bit pattern of up to 128 bits.
pub fn pattern_value(terms: &mut Terms, width: u32, bits: u128) -> Value {
    if width <= 64 {
        Value::Int(bits as u64)
    } else {
        Value::Term(terms.bits(Bits::from_words(width, &[bits as u64, (bits >> 64) as u64])))
    }
}

/// A weak declaration that nothing defines: its address is null.
pub fn is_null_symbol(program: &Program, c: &Const) -> bool {
    match c {
        Const::Function(f) => {
            let f = program.function(*f);
            f.linkage == Linkage::Weak && f.is_declaration() && Registry::new().find(&f.name).is_none()
        }
        Const::Global(g) => program.global(*g).linkage == Linkage::Weak && program.global(*g).init.is_none(),
        _ => false,
    }
}

/// The address that a constant stands for, if it is an object and an offset.
pub fn address_value(program: &Program, c: &Const) -> Option<(ObjId, u64)> {
    let mut offset = 0u64;
    let mut at = c;
    loop {
        match at {
            c if is_null_symbol(program, c) => return None,
            Const::Global(g) if !program.global(*g).thread_local => return Some((global_object(*g), offset)),
            Const::Function(f) => return Some((function_object(program, *f), offset)),
            Const::BlockAddress(f, b) => {
                return Some((function_object(program, *f), offset.wrapping_add(u64::from(b.0) + 1)));
            }
            Const::Expr(e) => match &**e {
                ConstExpr::Offset { base, offset: o } => {
                    offset = offset.wrapping_add(*o as u64);
                    at = base;
                }
                // Between pointers and 64-bit integers a cast keeps the value as it is.
                ConstExpr::Cast {
                    op: CastOp::PtrToInt | CastOp::IntToPtr | CastOp::Bitcast,
                    value,
                    from,
                    to,
                } if program.types.scalar_bits(*from) == 64 && program.types.scalar_bits(*to) == 64 => {
                    at = value;
                }
                _ => return None,
            },
            _ => return None,
        }
    }
}

impl Decoder<'_> {
    pub(super) fn zero(&mut self, kind: Kind) -> Src {
        let v = pattern_value(self.terms, kind.width(), 0);
        let v = if kind.width() > 128 { Value::Term(self.terms.bits(Bits::new(kind.width(), 0))) } else { v };
        self.constant(v)
    }

    pub(super) fn constant_scalar(&mut self, c: &Const, kind: Kind) -> Src {
        if let Some((object, offset)) = address_value(self.program, c) {
            return self.constant(Value::Ptr(object, offset));
        }
        match c {
            Const::Int(i) => {
                let v = int_value(self.terms, i);
                self.constant(v)
            }
            Const::Float(k, bits) => {
                let v = pattern_value(self.terms, k.bits(), *bits);
                self.constant(v)
            }
            Const::Null => self.int(0),
            c if is_null_symbol(self.program, c) => self.int(0),
            Const::Zero(_) => self.zero(kind),
            Const::Undef(_) | Const::Poison(_) => self.undef(kind),
            Const::Global(g) => {
                let dst = self.fresh(1);
                self.emit(Op::LocalAddress { dst, global: g.0 });
                Src::reg(dst)
            }
            Const::Expr(e) => self.expression(e),
            Const::Aggregate(..) | Const::Bytes(..) | Const::Function(_) | Const::BlockAddress(..) => {
                self.compute(Op::Unsupported("an aggregate constant where a scalar belongs".into()))
            }
        }
    }

    /// A construct that has no value: reaching it is the error.
    fn compute(&mut self, op: Op) -> Src {
        let dst = self.fresh(1);
        self.emit(op);
        Src::reg(dst)
    }

    fn expression(&mut self, e: &ConstExpr) -> Src {
        let types = &self.program.types;
        match e {
            ConstExpr::Offset { base, offset } => {
                let base = self.constant_scalar(base, Kind::Ptr);
                let dst = self.fresh(1);
                self.emit(Op::Offset { dst, base, offset: *offset });
                Src::reg(dst)
            }
            ConstExpr::Cast { op, value, from, to } => {
                let (fw, tw) = (types.scalar_bits(*from), types.scalar_bits(*to));
                let src = self.constant_scalars(value, *from);
                let first = src.first().copied().unwrap_or(Src::constant(0));
                let dst = self.fresh(1);
                let op = match op {
                    CastOp::Trunc => Op::Trunc { dst, src: first, from: fw, to: tw },
                    CastOp::Zext => Op::Zext { dst, src: first, from: fw, to: tw },
                    CastOp::Sext => Op::Sext { dst, src: first, from: fw, to: tw },
                    CastOp::PtrToInt => Op::PtrToInt { dst, src: first, to: tw },
                    CastOp::IntToPtr => Op::Zext { dst, src: first, from: fw, to: 64 },
                    CastOp::Bitcast | CastOp::AddrSpaceCast => {
                        let from = self.layout(*from);
                        let to = self.kinds(*to);
                        let from = src
                            .iter()
                            .zip(from.iter())
                            .map(|(&src, s)| ArgSlot { src, kind: s.kind })
                            .collect();
                        Op::Repack(Box::new(RepackArgs { from, dst, to }))
                    }
                    _ => Op::Unsupported("a float cast in a constant".into()),
                };
                self.emit(op);
                Src::reg(dst)
            }
            ConstExpr::Binary { op, ty, lhs, rhs } => {
                let width = types.scalar_bits(*ty);
                let a = self.constant_scalar(lhs, Kind::Int(width));
                let b = self.constant_scalar(rhs, Kind::Int(width));
                let dst = self.fresh(1);
                self.emit(Op::Bin { op: *op, flags: Default::default(), width, dst, a, b });
                Src::reg(dst)
            }
            ConstExpr::Icmp { pred, ty, lhs, rhs } => {
                let width = types.scalar_bits(*ty);
                let a = self.constant_scalar(lhs, Kind::Int(width));
                let b = self.constant_scalar(rhs, Kind::Int(width));
                let dst = self.fresh(1);
                self.emit(Op::Icmp { pred: *pred, width, dst, a, b });
                Src::reg(dst)
            }
            ConstExpr::Select { cond, yes, no } => {
                let cond = self.constant_scalar(cond, Kind::Int(1));
                let yes = self.constant_scalar(yes, Kind::Ptr);
                let no = self.constant_scalar(no, Kind::Ptr);
                let dst = self.fresh(1);
                self.emit(Op::Select { dst, cond, yes, no, width: 64 });
                Src::reg(dst)
            }
            ConstExpr::Unsupported(text) => self.compute(Op::Unsupported(text.as_str().into())),
        }
    }
}
