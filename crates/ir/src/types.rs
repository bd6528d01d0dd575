//! Types with their layout already decided (x86-64 data layout, as LLVM computed it).

use serde::{Deserialize, Serialize};

/// Index into [`TypeTable`]. Two equal types of one program have the same id.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct TypeId(pub u32);

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum FloatKind {
    /// IEEE binary16.
    Half,
    /// bfloat16.
    BFloat,
    /// IEEE binary32.
    Single,
    /// IEEE binary64.
    Double,
    /// x87 extended precision: 80 bits of value, 16 bytes in memory.
    X87,
    /// IEEE binary128.
    Quad,
}

impl FloatKind {
    /// Width of the value in bits (80 for x87).
    pub fn bits(self) -> u32 {
        match self {
            FloatKind::Half | FloatKind::BFloat => 16,
            FloatKind::Single => 32,
            FloatKind::Double => 64,
            FloatKind::X87 => 80,
            FloatKind::Quad => 128,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Field {
    pub ty: TypeId,
    /// Byte offset inside the struct.
    pub offset: u64,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Type {
    Void,
    /// An integer of any width; `Int(1)` is a truth value.
    Int(u32),
    Float(FloatKind),
    /// A pointer: opaque, 64 bits.
    Ptr,
    Array(TypeId, u64),
    Vector(TypeId, u32),
    Struct {
        fields: Vec<Field>,
        packed: bool,
        size: u64,
        align: u64,
    },
    /// A type without values that can be computed with (function, label, metadata, opaque struct).
    Opaque,
}

/// All types of one program, interned.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct TypeTable {
    types: Vec<Type>,
    #[serde(skip)]
    index: rustc_hash::FxHashMap<Type, TypeId>,
}

impl TypeTable {
    /// The id of `ty`, added if new.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        if self.index.len() != self.types.len() {
            // After deserialisation.
            self.index = self.types.iter().enumerate().map(|(i, t)| (t.clone(), TypeId(i as u32))).collect();
        }
        if let Some(&id) = self.index.get(&ty) {
            return id;
        }
        let id = TypeId(self.types.len() as u32);
        self.types.push(ty.clone());
        self.index.insert(ty, id);
        id
    }

    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id.0 as usize]
    }

    pub fn len(&self) -> usize {
        self.types.len()
    }

    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    /// Width in bits of a scalar (integer, float, pointer); 0 for anything else.
    pub fn scalar_bits(&self, id: TypeId) -> u32 {
        match self.get(id) {
            Type::Int(n) => *n,
            Type::Float(k) => k.bits(),
            Type::Ptr => 64,
            _ => 0,
        }
    }

    /// Bytes that a load or store of this type touches.
    pub fn store_size(&self, id: TypeId) -> u64 {
        match self.get(id) {
            Type::Void | Type::Opaque => 0,
            Type::Int(n) => u64::from(n.div_ceil(8)),
            Type::Float(k) => u64::from(k.bits() / 8),
            Type::Ptr => 8,
            Type::Array(t, n) => self.alloc_size(*t) * n,
            Type::Vector(t, n) => (u64::from(self.scalar_bits(*t)) * u64::from(*n)).div_ceil(8),
            Type::Struct { size, .. } => *size,
        }
    }

    /// ABI alignment in bytes.
    pub fn align(&self, id: TypeId) -> u64 {
        match self.get(id) {
            Type::Void | Type::Opaque => 1,
            Type::Int(n) => u64::from(n.div_ceil(8)).next_power_of_two().min(16),
            Type::Float(FloatKind::X87) => 16,
            Type::Float(k) => u64::from(k.bits() / 8),
            Type::Ptr => 8,
            Type::Array(t, _) => self.align(*t),
            Type::Vector(..) => self.store_size(id).next_power_of_two(),
            Type::Struct { align, .. } => *align,
        }
    }

    /// Bytes from one element of an array of this type to the next.
    pub fn alloc_size(&self, id: TypeId) -> u64 {
        let align = self.align(id).max(1);
        self.store_size(id).div_ceil(align) * align
    }
}
