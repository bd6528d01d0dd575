//! One numbering for the types, functions and globals of two programs.
//!
//! Guarantee: two things have the same number in the common space exactly if they are paired (functions, globals)
//! or equal (types). What is not paired has a number of its own, so that code which mentions it is never equal.

use rethread_ir::link::visit::Visitor;
use rethread_ir::{
    Const, DebugTypeId, Field, FileId, FuncId, GlobalId, LocId, Program, Type, TypeId, TypeTable,
};

/// What is paired in two programs, by number in each: (old, new), in the order of the common numbers.
#[derive(Clone, Debug, Default)]
pub struct Pairs {
    pub functions: Vec<(Option<u32>, Option<u32>)>,
    pub globals: Vec<(Option<u32>, Option<u32>)>,
}

impl Pairs {
    /// From the pairs alone: what is in none of them is added behind, the new program's first.
    pub fn of(old: &Program, new: &Program, functions: &[(u32, u32)], globals: &[(u32, u32)]) -> Pairs {
        Pairs {
            functions: completed(old.functions.len(), new.functions.len(), functions),
            globals: completed(old.globals.len(), new.globals.len(), globals),
        }
    }
}

fn completed(old: usize, new: usize, pairs: &[(u32, u32)]) -> Vec<(Option<u32>, Option<u32>)> {
    let (mut in_old, mut in_new) = (vec![false; old], vec![None; new]);
    for &(o, n) in pairs {
        in_old[o as usize] = true;
        in_new[n as usize] = Some(o);
    }
    let of_new = (0..).zip(&in_new).map(|(n, o)| (*o, Some(n)));
    let of_old = (0..).zip(&in_old).filter(|(_, paired)| !**paired).map(|(o, _)| (Some(o), None));
    of_new.chain(of_old).collect()
}

/// The numbers of one program's things in the common space.
pub struct Tables {
    pub functions: Vec<u32>,
    pub globals: Vec<u32>,
    pub types: Vec<TypeId>,
}

impl Tables {
    pub fn ty(&self, ty: TypeId) -> TypeId {
        self.types[ty.0 as usize]
    }
}

/// Types of both programs, and each program's into it.
pub struct Types {
    pub all: TypeTable,
    pub old: Vec<TypeId>,
    pub new: Vec<TypeId>,
}

impl Types {
    pub fn of(old: &Program, new: &Program) -> Types {
        let mut all = TypeTable::default();
        let old = interned(&old.types, &mut all);
        let new = interned(&new.types, &mut all);
        Types { all, old, new }
    }
}

/// Types nest no deeper than the lowering lets them.
fn interned(from: &TypeTable, into: &mut TypeTable) -> Vec<TypeId> {
    fn one(id: TypeId, from: &TypeTable, into: &mut TypeTable, known: &mut [Option<TypeId>]) -> TypeId {
        if let Some(found) = known[id.0 as usize] {
            return found;
        }
        let ty = match from.get(id) {
            Type::Array(t, n) => Type::Array(one(*t, from, into, known), *n),
            Type::Vector(t, n) => Type::Vector(one(*t, from, into, known), *n),
            Type::Struct { fields, packed, size, align } => {
                let field = |f: &Field| Field { ty: one(f.ty, from, into, known), offset: f.offset };
                let fields = fields.iter().map(field).collect();
                Type::Struct { fields, packed: *packed, size: *size, align: *align }
            }
            plain => plain.clone(),
        };
        let found = into.intern(ty);
        known[id.0 as usize] = Some(found);
        found
    }
    let mut known = vec![None; from.len()];
    (0..from.len() as u32).map(|t| one(TypeId(t), from, into, &mut known)).collect()
}

/// (old, new).
pub fn tables(old: &Program, new: &Program, pairs: &Pairs, types: &Types) -> (Tables, Tables) {
    let blank = |p: &Program, types: &[TypeId]| Tables {
        functions: vec![0; p.functions.len()],
        globals: vec![0; p.globals.len()],
        types: types.to_vec(),
    };
    let (mut a, mut b) = (blank(old, &types.old), blank(new, &types.new));
    for (q, (o, n)) in (0..).zip(&pairs.functions) {
        o.iter().for_each(|&o| a.functions[o as usize] = q);
        n.iter().for_each(|&n| b.functions[n as usize] = q);
    }
    for (q, (o, n)) in (0..).zip(&pairs.globals) {
        o.iter().for_each(|&o| a.globals[o as usize] = q);
        n.iter().for_each(|&n| b.globals[n as usize] = q);
    }
    (a, b)
}

/// Turns what refers to something outside a function into the common space.
pub struct Translate<'t>(pub &'t Tables);

impl Visitor for Translate<'_> {
    fn ty(&mut self, ty: &mut TypeId) {
        *ty = self.0.ty(*ty);
    }
    fn loc(&mut self, _: &mut LocId) {}
    fn file(&mut self, _: &mut FileId) {}
    fn debug(&mut self, _: &mut DebugTypeId) {}
    fn symbol(&mut self, symbol: &mut Const) {
        match symbol {
            Const::Function(f) | Const::BlockAddress(f, _) => *f = FuncId(self.0.functions[f.0 as usize]),
            Const::Global(g) => *g = GlobalId(self.0.globals[g.0 as usize]),
            _ => {}
        }
    }
}
