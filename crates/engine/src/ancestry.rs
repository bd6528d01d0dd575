//! What operations, registers and objects are called so that all versions of a program agree, for what is kept from one
//! exploration to the next.
//!
//! Guarantee: in two versions the same name means the same thing ([`Lineage`]); what has no such name has none at all.

use crate::code::Code;
use crate::machine::Machine;
use crate::object::ObjName;
use rethread_analysis::{Footprint, Lineage, Object, Sharing, Site};
use rethread_ir::Program;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

pub struct Ancestry {
    lineage: Arc<Lineage>,
    /// By function and operation.
    operations: Vec<Vec<u64>>,
    /// By function and register.
    registers: Vec<Vec<Option<u64>>>,
    /// What the analysis calls objects.
    kin: FxHashMap<Object, u64>,
    /// Nobody writes them, so nobody minds who reads them.
    constants: FxHashSet<Object>,
}

fn name(parts: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    parts.hash(&mut hasher);
    // As the names of objects are.
    hasher.finish().rotate_left(29).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 2
}

impl Ancestry {
    pub fn new(
        program: &Program,
        code: &[Option<Arc<Code>>],
        sharing: Option<&Sharing>,
        lineage: Arc<Lineage>,
    ) -> Ancestry {
        let each = || (0..).zip(code).map(|(f, c)| (f, c.as_deref()));
        let operations = each().map(|(f, c)| c.map_or(Vec::new(), |c| operations(f, c, &lineage))).collect();
        let registers =
            each().map(|(f, c)| c.map_or(Vec::new(), |c| registers(program, f, c, &lineage))).collect();
        let kin = sharing.map_or(FxHashMap::default(), |s| kin(program, s, &lineage));
        let globals = (0..).zip(&program.globals).filter(|(_, g)| g.is_const);
        let constants = sharing.map_or(FxHashSet::default(), |s| globals.map(|(g, _)| s.global(g)).collect());
        Ancestry { lineage, operations, registers, kin, constants }
    }

    pub fn function(&self, f: u32) -> u64 {
        self.lineage.function(f)
    }

    pub fn site(&self, s: Site) -> u64 {
        self.lineage.site(s)
    }

    /// An operation, with how many others its instruction is made of.
    pub fn operation(&self, f: u32, pc: u32) -> u64 {
        self.operations[f as usize][pc as usize]
    }

    /// None if decoding made it up.
    pub fn register(&self, f: u32, register: u32) -> Option<u64> {
        self.registers[f as usize].get(register as usize).copied().flatten()
    }

    /// All registers of a function that have a name.
    pub fn registers(&self, f: u32) -> impl Iterator<Item = (u32, u64)> + '_ {
        (0..).zip(&self.registers[f as usize]).filter_map(|(r, name)| Some((r, (*name)?)))
    }

    /// The register of that name.
    pub fn find_register(&self, f: u32, name: u64) -> Option<u32> {
        let at = self.registers[f as usize].iter().position(|r| *r == Some(name));
        at.map(|r| r as u32)
    }

    /// All operations: function, place, name.
    pub fn all_operations(&self) -> impl Iterator<Item = (u32, u32, u64)> + '_ {
        let of = |(f, list): (u32, &'_ Vec<u64>)| {
            (0..).zip(list.clone()).map(move |(pc, name)| (f, pc, name)).collect::<Vec<_>>()
        };
        (0..).zip(&self.operations).flat_map(of)
    }

    /// The key of an object.
    pub fn key(&self, object: &ObjName) -> u64 {
        match object {
            ObjName::Global(g) => name((1u8, self.lineage.global(*g))),
            ObjName::Function(f) => name((2u8, self.lineage.function(*f))),
            ObjName::Local { global, thread } => name((3u8, self.lineage.global(*global), thread)),
            ObjName::Heap { thread, site, count } => {
                name((4u8, self.operation(site.function, site.pc), thread, count))
            }
            ObjName::Stack { .. } | ObjName::Environment(_) => object.key(),
        }
    }

    /// None if it has an object without a name.
    pub fn footprint(&self, footprint: &Footprint) -> Option<u64> {
        let mut parts = Vec::new();
        for (object, write, lo, hi) in footprint.each()?.filter(|t| !self.constants.contains(&t.0)) {
            parts.push((*self.kin.get(&object)?, write, lo, hi));
        }
        parts.sort_unstable();
        Some(name(parts))
    }
}

fn operations(f: u32, code: &Code, lineage: &Lineage) -> Vec<u64> {
    let mut counts: FxHashMap<(u32, u32), u32> = FxHashMap::default();
    for &origin in &code.origins {
        *counts.entry(origin).or_default() += 1;
    }
    let mut passed: FxHashMap<(u32, u32), u32> = FxHashMap::default();
    let one = |&(block, inst): &(u32, u32)| {
        let before = passed.entry((block, inst)).or_default();
        *before += 1;
        name((
            lineage.function(f),
            lineage.site(Site { function: f, block, inst }),
            *before,
            counts[&(block, inst)],
        ))
    };
    code.origins.iter().map(one).collect()
}

fn registers(program: &Program, function: u32, code: &Code, lineage: &Lineage) -> Vec<Option<u64>> {
    let f = &program.functions[function as usize];
    let mut out = vec![None; code.registers as usize];
    let mut put = |register: u32, owner: u64| {
        let first = code.slots[register as usize];
        let end = code.slots.get(register as usize + 1).copied().unwrap_or(code.own_registers);
        for slot in first..end {
            out[slot as usize] = Some(name((owner, slot - first)));
        }
    };
    for parameter in 0..f.params.len() as u32 {
        put(parameter, name((lineage.function(function), parameter)));
    }
    for (block, b) in (0..).zip(&f.blocks) {
        for (inst, i) in (0..).zip(&b.insts) {
            if let Some(dest) = i.dest {
                put(dest.0, lineage.site(Site { function, block, inst }));
            }
        }
    }
    out
}

fn kin(program: &Program, sharing: &Sharing, lineage: &Lineage) -> FxHashMap<Object, u64> {
    let mut out = FxHashMap::default();
    out.insert(Object::UNKNOWN, name(1u8));
    out.insert(Object::ENVIRONMENT, name(2u8));
    for g in 0..program.globals.len() as u32 {
        out.insert(sharing.global(g), name((3u8, lineage.global(g))));
    }
    for (function, f) in (0..).zip(&program.functions) {
        for (block, b) in (0..).zip(&f.blocks) {
            for inst in 0..b.insts.len() as u32 {
                let site = Site { function, block, inst };
                out.extend(sharing.made_at(site).map(|o| (o, name((4u8, lineage.site(site))))));
            }
        }
        for p in 0..f.params.len() as u32 {
            out.extend(
                sharing.copied_for(function, p).map(|o| (o, name((5u8, lineage.function(function), p)))),
            );
        }
        out.extend(sharing.varargs(function).map(|o| (o, name((6u8, lineage.function(function))))));
    }
    out
}

impl Machine {
    /// The key of an object of this name.
    pub(crate) fn key(&self, object: &ObjName) -> u64 {
        self.ancestry.as_ref().map_or_else(|| object.key(), |a| a.key(object))
    }

    /// An operation as a word.
    pub(crate) fn operation(&self, f: u32, pc: u32) -> u64 {
        self.ancestry.as_ref().map_or(u64::from(f) << 32 | u64::from(pc), |a| a.operation(f, pc))
    }

    /// A function as a word.
    pub(crate) fn function_word(&self, f: u32) -> u64 {
        self.ancestry.as_ref().map_or(u64::from(f), |a| a.function(f))
    }
}
