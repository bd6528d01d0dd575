//! Types spread over scalar registers.

use crate::value::Kind;
use rethread_ir::{Type, TypeId, TypeTable};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// One scalar of a type.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Scalar {
    pub kind: Kind,
    /// Byte offset in memory; meaningless for lanes narrower than a byte.
    pub offset: u64,
}

/// The scalars of every type, computed once.
#[derive(Default)]
pub struct Layouts {
    known: FxHashMap<TypeId, Arc<[Scalar]>>,
}

/// A type that would need more registers than this is not kept in registers by any compiler.
const MAX_SCALARS: u64 = 1 << 16;

impl Layouts {
    /// The scalars of a type in order. None if there are absurdly many.
    pub fn of(&mut self, types: &TypeTable, ty: TypeId) -> Option<Arc<[Scalar]>> {
        if let Some(l) = self.known.get(&ty) {
            return Some(l.clone());
        }
        let one = |kind| Arc::from([Scalar { kind, offset: 0 }]);
        let repeat = |inner: Arc<[Scalar]>, stride: u64, n: u64| -> Option<Arc<[Scalar]>> {
            if inner.len() as u64 * n > MAX_SCALARS {
                return None;
            }
            Some(
                (0..n)
                    .flat_map(|i| {
                        inner
                            .iter()
                            .map(move |s| Scalar { kind: s.kind, offset: s.offset + i * stride })
                            .collect::<Vec<_>>()
                    })
                    .collect(),
            )
        };
        let layout: Arc<[Scalar]> = match types.get(ty) {
            Type::Void | Type::Opaque => Arc::from([]),
            Type::Int(n) => one(Kind::Int(*n)),
            Type::Float(k) => one(Kind::Float(*k)),
            Type::Ptr => one(Kind::Ptr),
            Type::Array(t, n) => {
                let inner = self.of(types, *t)?;
                repeat(inner, types.alloc_size(*t), *n)?
            }
            Type::Vector(t, n) => {
                let inner = self.of(types, *t)?;
                repeat(inner, u64::from(types.scalar_bits(*t).div_ceil(8)), u64::from(*n))?
            }
            Type::Struct { fields, .. } => {
                let mut out = Vec::new();
                for f in fields {
                    out.extend(
                        self.of(types, f.ty)?
                            .iter()
                            .map(|s| Scalar { kind: s.kind, offset: s.offset + f.offset }),
                    );
                    if out.len() as u64 > MAX_SCALARS {
                        return None;
                    }
                }
                out.into()
            }
        };
        self.known.insert(ty, layout.clone());
        Some(layout)
    }

    /// The first scalar and the number of scalars of the part that `path` leads to, with its type.
    pub fn part(&mut self, types: &TypeTable, ty: TypeId, path: &[u32]) -> Option<(usize, usize)> {
        let mut first = 0;
        let mut at = ty;
        for &i in path {
            match types.get(at) {
                Type::Struct { fields, .. } => {
                    for f in &fields[..i as usize] {
                        first += self.of(types, f.ty)?.len();
                    }
                    at = fields[i as usize].ty;
                }
                Type::Array(t, _) | Type::Vector(t, _) => {
                    first += self.of(types, *t)?.len() * i as usize;
                    at = *t;
                }
                _ => return None,
            }
        }
        Some((first, self.of(types, at)?.len()))
    }

    /// Sizes of the scalars byte by byte (0 inside one and in padding), for symbolic content. Only
    /// for the type's first element if it is an array: the shape repeats.
    pub fn shape(&mut self, types: &TypeTable, ty: TypeId) -> Arc<[u8]> {
        let mut element = ty;
        while let Type::Array(t, _) = types.get(element) {
            element = *t;
        }
        let size = types.alloc_size(element);
        if size > 4096 {
            return Arc::from([]);
        }
        let mut out = vec![0; size as usize];
        if let Some(layout) = self.of(types, element) {
            for s in layout.iter() {
                let n = s.kind.size();
                if matches!(n, 1 | 2 | 4 | 8) && s.offset + n <= size {
                    out[s.offset as usize] = n as u8;
                }
            }
        }
        out.into()
    }
}
