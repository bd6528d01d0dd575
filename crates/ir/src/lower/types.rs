//! LLVM types to [`TypeTable`](crate::TypeTable) entries, with the layout LLVM computed.
//!
//! Guarantee: a type that rethread cannot hold values of (scalable vectors, tokens, bodies that are
//! not known, sizes beyond the address space) becomes [`Type::Opaque`], and so does what contains it.

use super::Lowerer;
use super::llvm::{LLVMTypeKind as Kind, Ty};
use crate::{Field, FloatKind, Type, TypeId};

/// Nesting beyond this is not C; it keeps the recursion shallow.
const MAX_NESTING: u32 = 512;
/// No object is bigger: x86-64 has 47 bits of user addresses.
const MAX_SIZE: u64 = 1 << 47;

impl<'m> Lowerer<'m> {
    pub fn ty(&mut self, ty: Ty<'m>) -> TypeId {
        self.ty_nested(ty, 0)
    }

    fn ty_nested(&mut self, ty: Ty<'m>, depth: u32) -> TypeId {
        if let Some(&id) = self.type_ids.get(&ty) {
            return id;
        }
        let lowered = if depth > MAX_NESTING { Type::Opaque } else { self.new_type(ty, depth) };
        let id = self.program.types.intern(lowered);
        self.type_ids.insert(ty, id);
        id
    }

    fn new_type(&mut self, ty: Ty<'m>, depth: u32) -> Type {
        match ty.kind() {
            Kind::LLVMVoidTypeKind => Type::Void,
            Kind::LLVMIntegerTypeKind => Type::Int(ty.int_width()),
            Kind::LLVMHalfTypeKind => Type::Float(FloatKind::Half),
            Kind::LLVMBFloatTypeKind => Type::Float(FloatKind::BFloat),
            Kind::LLVMFloatTypeKind => Type::Float(FloatKind::Single),
            Kind::LLVMDoubleTypeKind => Type::Float(FloatKind::Double),
            Kind::LLVMX86_FP80TypeKind => Type::Float(FloatKind::X87),
            Kind::LLVMFP128TypeKind => Type::Float(FloatKind::Quad),
            Kind::LLVMPointerTypeKind => Type::Ptr,
            Kind::LLVMArrayTypeKind => self.array(ty, depth),
            Kind::LLVMVectorTypeKind => {
                let element = self.ty_nested(ty.element(), depth + 1);
                self.unless_opaque(element, |_| Type::Vector(element, ty.vector_length()))
            }
            Kind::LLVMStructTypeKind => self.structure(ty, depth),
            _ => Type::Opaque,
        }
    }

    fn unless_opaque(&mut self, element: TypeId, make: impl FnOnce(&mut Self) -> Type) -> Type {
        if *self.program.types.get(element) == Type::Opaque { Type::Opaque } else { make(self) }
    }

    fn array(&mut self, ty: Ty<'m>, depth: u32) -> Type {
        let element = self.ty_nested(ty.element(), depth + 1);
        let length = ty.array_length();
        self.unless_opaque(element, |this| {
            let size = this.program.types.alloc_size(element).checked_mul(length);
            if size.is_some_and(|s| s <= MAX_SIZE) { Type::Array(element, length) } else { Type::Opaque }
        })
    }

    fn structure(&mut self, ty: Ty<'m>, depth: u32) -> Type {
        if ty.is_opaque_struct() || !ty.is_sized() {
            return Type::Opaque;
        }
        let members: Vec<TypeId> = ty.fields().into_iter().map(|f| self.ty_nested(f, depth + 1)).collect();
        if members.iter().any(|&m| *self.program.types.get(m) == Type::Opaque) {
            return Type::Opaque;
        }
        let size = self.module.abi_size(ty);
        if size > MAX_SIZE {
            return Type::Opaque;
        }
        let fields = members
            .into_iter()
            .enumerate()
            .map(|(i, ty_id)| Field { ty: ty_id, offset: self.module.field_offset(ty, i as u32) })
            .collect();
        Type::Struct { fields, packed: ty.is_packed(), size, align: u64::from(self.module.abi_align(ty)) }
    }

    pub fn is_opaque(&self, id: TypeId) -> bool {
        *self.program.types.get(id) == Type::Opaque
    }

    /// For operations on types that have no values here: how LLVM writes the type.
    pub fn describe(&self, ty: Ty<'m>) -> String {
        ty.print()
    }
}
