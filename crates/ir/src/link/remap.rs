//! Moves functions and globals from one program's tables into another's.
//!
//! Guarantee: only what the moved things use is copied (types, places, files, C types), each once.

use super::visit::Visitor;
use crate::{Const, DebugType, DebugTypeId, Field, FileId, LocId, Program, Type, TypeId};
use rustc_hash::FxHashMap;

/// File names of the program that is built, by name.
pub type FileIndex = FxHashMap<String, FileId>;

pub struct Remap<'a> {
    pub from: &'a Program,
    pub into: &'a mut Program,
    pub files: &'a mut FileIndex,
    /// What each function of `from` is in `into`; `Null` for what nobody moved.
    pub functions: &'a [Const],
    pub globals: &'a [Const],
    memo: Memo,
}

/// Ids already copied; it can be kept while several things of one program are moved.
#[derive(Default)]
pub struct Memo {
    types: FxHashMap<TypeId, TypeId>,
    locs: FxHashMap<LocId, LocId>,
    files: FxHashMap<FileId, FileId>,
    debug: FxHashMap<DebugTypeId, DebugTypeId>,
}

impl<'a> Remap<'a> {
    pub fn new(
        from: &'a Program,
        into: &'a mut Program,
        files: &'a mut FileIndex,
        functions: &'a [Const],
        globals: &'a [Const],
    ) -> Self {
        Remap { from, into, files, functions, globals, memo: Memo::default() }
    }

    /// Types nest no deeper than the lowering lets them.
    fn map_type(&mut self, id: TypeId) -> TypeId {
        if let Some(&known) = self.memo.types.get(&id) {
            return known;
        }
        let ty = match self.from.types.get(id) {
            Type::Array(t, n) => Type::Array(self.map_type(*t), *n),
            Type::Vector(t, n) => Type::Vector(self.map_type(*t), *n),
            Type::Struct { fields, packed, size, align } => Type::Struct {
                fields: fields.iter().map(|f| Field { ty: self.map_type(f.ty), offset: f.offset }).collect(),
                packed: *packed,
                size: *size,
                align: *align,
            },
            plain => plain.clone(),
        };
        let new = self.into.types.intern(ty);
        self.memo.types.insert(id, new);
        new
    }

    fn map_loc(&mut self, id: LocId) -> LocId {
        let mut chain = Vec::new();
        let mut cursor = Some(id);
        let mut outer = None;
        while let Some(id) = cursor {
            if let Some(&known) = self.memo.locs.get(&id) {
                outer = Some(known);
                break;
            }
            let Some(location) = self.from.location(id) else { break };
            chain.push((id, location));
            cursor = location.inlined_at;
        }
        for (id, location) in chain.into_iter().rev() {
            let mut copy = location.clone();
            self.file(&mut copy.at.file);
            copy.inlined_at = outer;
            self.into.locations.push(copy);
            let new = LocId(self.into.locations.len() as u32 - 1);
            self.memo.locs.insert(id, new);
            outer = Some(new);
        }
        outer.unwrap_or(LocId::NONE)
    }

    /// Type graphs have cycles: ids first, bodies from a list.
    fn map_debug(&mut self, id: DebugTypeId) -> DebugTypeId {
        let mut pending = Vec::new();
        let new = self.debug_slot(id, &mut pending);
        while let Some(id) = pending.pop() {
            let mut body = self.from.debug_types[id.0 as usize].clone();
            match &mut body {
                DebugType::Pointer { to, .. } => *to = self.debug_slot(*to, &mut pending),
                DebugType::Array { of, .. } => *of = self.debug_slot(*of, &mut pending),
                DebugType::Struct { members, .. } | DebugType::Union { members, .. } => {
                    for m in members {
                        m.ty = self.debug_slot(m.ty, &mut pending);
                    }
                }
                _ => {}
            }
            let slot = self.memo.debug[&id];
            self.into.debug_types[slot.0 as usize] = body;
        }
        new
    }

    fn debug_slot(&mut self, id: DebugTypeId, pending: &mut Vec<DebugTypeId>) -> DebugTypeId {
        if let Some(&known) = self.memo.debug.get(&id) {
            return known;
        }
        self.into.debug_types.push(DebugType::Void);
        let new = DebugTypeId(self.into.debug_types.len() as u32 - 1);
        self.memo.debug.insert(id, new);
        pending.push(id);
        new
    }
}

impl Visitor for Remap<'_> {
    fn ty(&mut self, ty: &mut TypeId) {
        *ty = self.map_type(*ty);
    }
    fn loc(&mut self, loc: &mut LocId) {
        if *loc != LocId::NONE {
            *loc = self.map_loc(*loc);
        }
    }
    fn file(&mut self, file: &mut FileId) {
        if let Some(&known) = self.memo.files.get(file) {
            *file = known;
            return;
        }
        let name = self.from.file(*file);
        let new = match self.files.get(name) {
            Some(&known) => known,
            None => {
                self.into.files.push(name.to_string());
                let new = FileId(self.into.files.len() as u32 - 1);
                self.files.insert(name.to_string(), new);
                new
            }
        };
        self.memo.files.insert(*file, new);
        *file = new;
    }
    fn debug(&mut self, ty: &mut DebugTypeId) {
        *ty = self.map_debug(*ty);
    }
    fn symbol(&mut self, symbol: &mut Const) {
        *symbol = match &*symbol {
            Const::Function(f) => self.functions[f.0 as usize].clone(),
            Const::Global(g) => self.globals[g.0 as usize].clone(),
            Const::BlockAddress(f, b) => match self.functions[f.0 as usize] {
                Const::Function(f) => Const::BlockAddress(f, *b),
                ref other => other.clone(),
            },
            other => other.clone(),
        };
    }
}
