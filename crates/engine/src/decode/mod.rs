//! From the program as data to code for the machine, once.

mod constants;
mod control;
mod instructions;
mod layout;
mod threads;

pub use constants::{address_value, is_null_symbol};
pub use layout::{Layouts, Scalar};
pub use threads::{Visibility, acquires, has_weak_atomics, releases};

use crate::code::{Code, Op, Segment, Src};
use crate::relevant::Relevant;
use crate::value::{Kind, ObjId, Value};
use rethread_expr::{SymbolKind, Terms};
use rethread_ir::{Const, FuncId, GlobalId, LocId, Operand, Program, Reg, TypeId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// The object of a global; the first ids belong to globals, the next to functions.
pub fn global_object(id: GlobalId) -> ObjId {
    ObjId(id.0 + 1)
}

pub fn function_object(program: &Program, id: FuncId) -> ObjId {
    ObjId(program.globals.len() as u32 + id.0 + 1)
}

/// Decoded functions and the segments they are covered by.
pub struct Decoded {
    pub code: Vec<Option<Arc<Code>>>,
    pub segments: Vec<Segment>,
}

/// Decodes every function that has a body.
pub fn decode(
    program: &Program,
    terms: &mut Terms,
    visibility: Visibility<'_>,
    relevant: Option<&Relevant>,
) -> Decoded {
    let mut layouts = Layouts::default();
    let mut segments = Vec::new();
    let quiet = threads::quiet(program, visibility);
    let code = (0..program.functions.len() as u32)
        .map(|i| {
            let f = program.function(FuncId(i));
            if f.is_declaration() {
                return None;
            }
            let decoder = Decoder::new(program, terms, &mut layouts, &mut segments, visibility, relevant, i);
            let mut code = decoder.function();
            code.quiet = quiet[i as usize];
            code.atomic = visibility.is_on() && f.name.starts_with("__VERIFIER_atomic_");
            Some(Arc::new(code))
        })
        .collect();
    Decoded { code, segments }
}

/// State while one function is decoded.
struct Decoder<'a> {
    program: &'a Program,
    terms: &'a mut Terms,
    layouts: &'a mut Layouts,
    segments: &'a mut Vec<Segment>,
    function: u32,
    code: Code,
    /// First register of each IR register.
    slots: Vec<u32>,
    constants: FxHashMap<Value, u32>,
    at: (u32, u32),
    loc: LocId,
    /// The open segment: index of its Mark and the lines in it.
    mark: Option<usize>,
    lines: FxHashSet<(rethread_ir::FileId, u32)>,
    visibility: Visibility<'a>,
    /// What can matter; None if everything can.
    relevant: Option<&'a Relevant>,
    /// Inside a loop that may wait for other threads.
    in_round: bool,
}

impl<'a> Decoder<'a> {
    fn new(
        program: &'a Program,
        terms: &'a mut Terms,
        layouts: &'a mut Layouts,
        segments: &'a mut Vec<Segment>,
        visibility: Visibility<'a>,
        relevant: Option<&'a Relevant>,
        function: u32,
    ) -> Self {
        Decoder {
            program,
            terms,
            layouts,
            segments,
            function,
            code: Code::default(),
            slots: Vec::new(),
            constants: FxHashMap::default(),
            at: (0, 0),
            loc: LocId::NONE,
            mark: None,
            lines: FxHashSet::default(),
            visibility,
            relevant,
            in_round: false,
        }
    }

    fn function(mut self) -> Code {
        let f = self.program.function(FuncId(self.function));
        for reg in &f.regs {
            let kinds = self.kinds(reg.ty);
            self.slots.push(self.code.registers);
            self.code.registers += kinds.len() as u32;
            self.code.kinds.extend(kinds.iter().copied().map(Some));
        }
        for p in &f.params {
            for s in self.layout(p.ty).iter() {
                let src = Src::reg(self.code.params.len() as u32);
                self.code.params.push(crate::code::ArgSlot { src, kind: s.kind });
            }
        }
        self.code.varargs = f.varargs;
        self.code.own_registers = self.code.registers;
        self.code.slots.clone_from(&self.slots);
        self.blocks(f);
        self.code.kinds.resize(self.code.registers as usize, None);
        self.code
    }

    /// The scalars of a type; none for types no register can hold (their use is unsupported).
    fn layout(&mut self, ty: TypeId) -> Arc<[Scalar]> {
        self.layouts.of(&self.program.types, ty).unwrap_or_else(|| Arc::from([]))
    }

    fn kinds(&mut self, ty: TypeId) -> Box<[Kind]> {
        self.layout(ty).iter().map(|s| s.kind).collect()
    }

    fn slot(&self, r: Reg) -> u32 {
        self.slots[r.0 as usize]
    }

    fn fresh(&mut self, n: u32) -> u32 {
        let first = self.code.registers;
        self.code.registers += n;
        first
    }

    fn emit(&mut self, op: Op) {
        self.code.ops.push(op);
        self.code.locs.push(self.loc);
        self.code.origins.push(self.at);
    }

    fn constant(&mut self, v: Value) -> Src {
        let next = self.code.consts.len() as u32;
        let consts = &mut self.code.consts;
        let index = *self.constants.entry(v).or_insert_with(|| {
            consts.push(v);
            next
        });
        Src::constant(index)
    }

    fn int(&mut self, v: u64) -> Src {
        self.constant(Value::Int(v))
    }

    /// A value nobody defined.
    fn undef(&mut self, kind: Kind) -> Src {
        let width = kind.width();
        let t = self.terms.symbol(&format!("undef:{width}"), width, SymbolKind::Uninit);
        self.constant(Value::Term(t))
    }

    /// The scalars of an operand, in order.
    fn operand(&mut self, o: &Operand, ty: TypeId) -> Vec<Src> {
        match o {
            Operand::Reg(r) => {
                let first = self.slot(*r);
                (0..self.layout(ty).len() as u32).map(|i| Src::reg(first + i)).collect()
            }
            Operand::Const(c) => self.constant_scalars(c, ty),
        }
    }

    /// An operand that is one scalar.
    fn scalar(&mut self, o: &Operand, ty: TypeId) -> Src {
        self.operand(o, ty).first().copied().unwrap_or_else(|| Src::constant(0))
    }

    /// A pointer operand.
    fn pointer(&mut self, o: &Operand) -> Src {
        match o {
            Operand::Reg(r) => Src::reg(self.slot(*r)),
            Operand::Const(c) => self.constant_scalar(c, Kind::Ptr),
        }
    }

    fn constant_scalars(&mut self, c: &Const, ty: TypeId) -> Vec<Src> {
        let layout = self.layout(ty);
        if layout.is_empty() {
            return Vec::new();
        }
        match c {
            Const::Aggregate(_, parts) => {
                let types = self.element_types(ty, parts.len());
                parts.iter().zip(types).flat_map(|(p, t)| self.constant_scalars(p, t)).collect()
            }
            Const::Bytes(_, bytes) => bytes.iter().map(|&b| self.int(u64::from(b))).collect(),
            Const::Zero(_) => layout.iter().map(|s| self.zero(s.kind)).collect(),
            Const::Undef(_) | Const::Poison(_) => layout.iter().map(|s| self.undef(s.kind)).collect(),
            _ => layout.iter().take(1).map(|s| self.constant_scalar(c, s.kind)).collect(),
        }
    }

    fn element_types(&self, ty: TypeId, n: usize) -> Vec<TypeId> {
        match self.program.types.get(ty) {
            rethread_ir::Type::Struct { fields, .. } => fields.iter().map(|f| f.ty).collect(),
            rethread_ir::Type::Array(t, _) | rethread_ir::Type::Vector(t, _) => vec![*t; n],
            _ => Vec::new(),
        }
    }
}
