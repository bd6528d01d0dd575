//! Constants, initialisers and constant expressions.
//!
//! Guarantee: integers and floats keep every bit. What has no representation becomes
//! [`ConstExpr::Unsupported`] with its printed form; it fails when it is evaluated, not before.

use super::Lowerer;
use super::llvm::{LLVMOpcode as Opcode, LLVMTypeKind, LLVMValueKind as Kind, Ty, Value};
use crate::{BinOp, CastOp, Const, ConstExpr, IntConst, Type, TypeId};
use smallvec::SmallVec;

/// Nesting of initialisers beyond this is not C (clang stops at 256 brackets).
const MAX_NESTING: u32 = 1024;

/// What an index list adds to an address.
pub struct Address<'m> {
    pub offset: i64,
    /// Indices that are not constant integers, with their strides.
    pub terms: Vec<(Value<'m>, u64)>,
}

impl<'m> Lowerer<'m> {
    pub fn constant(&mut self, v: Value<'m>) -> Const {
        self.constant_nested(v, 0)
    }

    fn constant_nested(&mut self, v: Value<'m>, depth: u32) -> Const {
        if depth > MAX_NESTING {
            return unsupported("a constant nested this deep");
        }
        match v.kind() {
            Kind::LLVMConstantIntValueKind if v.ty().kind() == LLVMTypeKind::LLVMIntegerTypeKind => {
                Const::Int(int_constant(v))
            }
            Kind::LLVMConstantFPValueKind => self.float_constant(v),
            Kind::LLVMConstantPointerNullValueKind => Const::Null,
            Kind::LLVMPoisonValueKind => Const::Poison(self.ty(v.ty())),
            Kind::LLVMUndefValueValueKind => Const::Undef(self.ty(v.ty())),
            Kind::LLVMConstantAggregateZeroValueKind => Const::Zero(self.ty(v.ty())),
            Kind::LLVMFunctionValueKind => match self.function_ids.get(&v) {
                Some(&f) => Const::Function(f),
                None => unsupported(&format!("the address of intrinsic {}", v.name())),
            },
            Kind::LLVMGlobalVariableValueKind => match self.global_ids.get(&v) {
                Some(&g) => Const::Global(g),
                None => unsupported(&format!("the address of {}", v.name())),
            },
            Kind::LLVMGlobalAliasValueKind => self.constant_nested(v.aliasee(), depth + 1),
            Kind::LLVMGlobalIFuncValueKind => unsupported(&format!("ifunc {}", v.name())),
            Kind::LLVMBlockAddressValueKind => self.block_address(v),
            Kind::LLVMConstantDataArrayValueKind | Kind::LLVMConstantDataVectorValueKind => self.data(v),
            Kind::LLVMConstantArrayValueKind
            | Kind::LLVMConstantStructValueKind
            | Kind::LLVMConstantVectorValueKind => {
                let ty = self.ty(v.ty());
                let elements =
                    (0..v.operand_count()).map(|i| self.constant_nested(v.operand(i), depth + 1)).collect();
                Const::Aggregate(ty, elements)
            }
            Kind::LLVMConstantExprValueKind => self.expression(v, depth),
            _ => unsupported(&v.print()),
        }
    }

    fn float_constant(&mut self, v: Value<'m>) -> Const {
        let ty = self.ty(v.ty());
        let Type::Float(kind) = *self.program.types.get(ty) else {
            return unsupported(&v.print());
        };
        let Some(pattern) = self.module.float_pattern(v, kind.bits()) else {
            return unsupported(&v.print());
        };
        let pattern = int_constant(pattern);
        let high = pattern.words.get(1).copied().unwrap_or(0);
        Const::Float(kind, u128::from(pattern.words[0]) | u128::from(high) << 64)
    }

    fn block_address(&mut self, v: Value<'m>) -> Const {
        let (function, block) = v.block_address();
        match (self.function_ids.get(&function), self.block_ids.get(&block)) {
            (Some(&f), Some(&b)) => Const::BlockAddress(f, b),
            _ => unsupported(&v.print()),
        }
    }

    /// Arrays and vectors of plain numbers, which LLVM stores packed.
    fn data(&mut self, v: Value<'m>) -> Const {
        let llvm_ty = v.ty();
        let ty = self.ty(llvm_ty);
        let element = llvm_ty.element();
        if element.kind() == LLVMTypeKind::LLVMIntegerTypeKind && element.int_width() == 8 {
            return Const::Bytes(ty, v.string_bytes().to_vec());
        }
        let count = match llvm_ty.kind() {
            LLVMTypeKind::LLVMArrayTypeKind => llvm_ty.array_length() as u32,
            _ => llvm_ty.vector_length(),
        };
        let elements = (0..count).filter_map(|i| v.aggregate_element(i)).collect::<Vec<_>>();
        Const::Aggregate(ty, elements.into_iter().map(|e| self.constant(e)).collect())
    }

    fn expression(&mut self, v: Value<'m>, depth: u32) -> Const {
        let opcode = v.const_opcode();
        if let Some(op) = cast_op(opcode) {
            let value = self.constant_nested(v.operand(0), depth + 1);
            let (from, to) = (self.ty(v.operand(0).ty()), self.ty(v.ty()));
            return expr(ConstExpr::Cast { op, value, from, to });
        }
        if let Some(op) = binary_op(opcode) {
            let ty = self.ty(v.ty());
            let lhs = self.constant_nested(v.operand(0), depth + 1);
            let rhs = self.constant_nested(v.operand(1), depth + 1);
            return expr(ConstExpr::Binary { op, ty, lhs, rhs });
        }
        if opcode == Opcode::LLVMGetElementPtr
            && v.ty().kind() == LLVMTypeKind::LLVMPointerTypeKind
            && let Some(Address { offset, terms }) = self.address(v)
            && terms.is_empty()
        {
            let base = self.constant_nested(v.operand(0), depth + 1);
            return match base {
                base if offset == 0 => base,
                // Offsets of offsets are one offset.
                Const::Expr(inner) => match *inner {
                    ConstExpr::Offset { base, offset: first } => {
                        expr(ConstExpr::Offset { base, offset: first.wrapping_add(offset) })
                    }
                    other => expr(ConstExpr::Offset { base: expr(other), offset }),
                },
                base => expr(ConstExpr::Offset { base, offset }),
            };
        }
        unsupported(&v.print())
    }

    /// Index list of a `getelementptr`, instruction or constant. None if it steps through a type
    /// without a size.
    pub fn address(&mut self, gep: Value<'m>) -> Option<Address<'m>> {
        let mut at = gep.gep_source();
        let mut out = Address { offset: 0, terms: Vec::new() };
        for i in 1..gep.operand_count() {
            let index = gep.operand(i);
            if i > 1 && at.kind() == LLVMTypeKind::LLVMStructTypeKind {
                let field = struct_index(index)?;
                if field >= at.field_count() || self.sized(at).is_none() {
                    return None;
                }
                out.offset = out.offset.wrapping_add(self.module.field_offset(at, field) as i64);
                at = at.field(field);
                continue;
            }
            if i > 1 {
                at = at.element();
            }
            let ty = self.sized(at)?;
            let stride = self.program.types.alloc_size(ty);
            match constant_index(index) {
                Some(n) => out.offset = out.offset.wrapping_add(n.wrapping_mul(stride as i64)),
                None => out.terms.push((index, stride)),
            }
        }
        Some(out)
    }

    fn sized(&mut self, ty: Ty<'m>) -> Option<TypeId> {
        let id = self.ty(ty);
        (!self.is_opaque(id)).then_some(id)
    }
}

fn expr(e: ConstExpr) -> Const {
    Const::Expr(Box::new(e))
}

pub fn unsupported(text: &str) -> Const {
    expr(ConstExpr::Unsupported(text.trim().to_string()))
}

/// The sign-extended value of a constant integer of at most 64 bits.
fn constant_index(v: Value<'_>) -> Option<i64> {
    if v.kind() != Kind::LLVMConstantIntValueKind || v.ty().kind() != LLVMTypeKind::LLVMIntegerTypeKind {
        return None;
    }
    let width = v.ty().int_width();
    // An index wider than an address is cut to it, as LLVM does.
    let shift = 64 - width.min(64);
    Some(((int_constant(v).words[0] << shift) as i64) >> shift)
}

/// A struct index; in a vector `getelementptr` it is a splat.
fn struct_index(v: Value<'_>) -> Option<u32> {
    let scalar = if v.ty().kind() == LLVMTypeKind::LLVMVectorTypeKind { v.aggregate_element(0)? } else { v };
    constant_index(scalar)?.try_into().ok()
}

/// Any width: the C API gives only the low word, the rest is read from the printed form.
pub fn int_constant(v: Value<'_>) -> IntConst {
    let bits = v.ty().int_width();
    if bits <= 64 {
        return IntConst::new(bits, v.int_low_word());
    }
    let printed = v.print();
    let digits = printed.rsplit(' ').next().unwrap_or("0");
    parse_decimal(bits, digits)
}

/// Two's complement of a decimal number in `bits`.
fn parse_decimal(bits: u32, digits: &str) -> IntConst {
    let (negative, digits) = match digits.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, digits),
    };
    let mut words: SmallVec<[u64; 1]> = SmallVec::from_elem(0, bits.div_ceil(64) as usize);
    for digit in digits.bytes().filter(u8::is_ascii_digit) {
        let mut carry = u128::from(digit - b'0');
        for word in &mut words {
            let product = u128::from(*word) * 10 + carry;
            *word = product as u64;
            carry = product >> 64;
        }
    }
    if negative {
        let mut carry = true;
        for word in &mut words {
            let (sum, overflow) = (!*word).overflowing_add(u64::from(carry));
            *word = sum;
            carry = overflow;
        }
    }
    if !bits.is_multiple_of(64) {
        *words.last_mut().expect("at least two words") &= (1 << (bits % 64)) - 1;
    }
    IntConst { bits, words }
}

pub fn cast_op(opcode: Opcode) -> Option<CastOp> {
    Some(match opcode {
        Opcode::LLVMTrunc => CastOp::Trunc,
        Opcode::LLVMZExt => CastOp::Zext,
        Opcode::LLVMSExt => CastOp::Sext,
        Opcode::LLVMFPTrunc => CastOp::FpTrunc,
        Opcode::LLVMFPExt => CastOp::FpExt,
        Opcode::LLVMFPToUI => CastOp::FpToUi,
        Opcode::LLVMFPToSI => CastOp::FpToSi,
        Opcode::LLVMUIToFP => CastOp::UiToFp,
        Opcode::LLVMSIToFP => CastOp::SiToFp,
        Opcode::LLVMPtrToInt => CastOp::PtrToInt,
        Opcode::LLVMIntToPtr => CastOp::IntToPtr,
        Opcode::LLVMBitCast => CastOp::Bitcast,
        Opcode::LLVMAddrSpaceCast => CastOp::AddrSpaceCast,
        _ => return None,
    })
}

pub fn binary_op(opcode: Opcode) -> Option<BinOp> {
    Some(match opcode {
        Opcode::LLVMAdd => BinOp::Add,
        Opcode::LLVMSub => BinOp::Sub,
        Opcode::LLVMMul => BinOp::Mul,
        Opcode::LLVMUDiv => BinOp::Udiv,
        Opcode::LLVMSDiv => BinOp::Sdiv,
        Opcode::LLVMURem => BinOp::Urem,
        Opcode::LLVMSRem => BinOp::Srem,
        Opcode::LLVMShl => BinOp::Shl,
        Opcode::LLVMLShr => BinOp::Lshr,
        Opcode::LLVMAShr => BinOp::Ashr,
        Opcode::LLVMAnd => BinOp::And,
        Opcode::LLVMOr => BinOp::Or,
        Opcode::LLVMXor => BinOp::Xor,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::parse_decimal;

    #[test]
    fn wide_decimals_keep_every_bit() {
        let max = parse_decimal(128, "340282366920938463463374607431768211455");
        assert_eq!(max.words.as_slice(), &[u64::MAX, u64::MAX]);
        let minus_two = parse_decimal(65, "-2");
        assert_eq!(minus_two.words.as_slice(), &[u64::MAX - 1, 1]);
        let two_to_64 = parse_decimal(96, "18446744073709551616");
        assert_eq!(two_to_64.words.as_slice(), &[0, 1]);
    }
}
