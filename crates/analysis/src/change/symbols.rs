//! Which functions and globals of two programs are each other's.
//!
//! By name first, within files of the same name; string literals by what is in them; what is left over by
//! likeness, which finds what was renamed. Guarantee: paired functions have the same signature and attributes;
//! paired globals are the same in everything, their initialisers included. Any pairing of that kind is sound: a
//! bad one only makes more of the code look changed.

use super::canon::canon;
use super::space::{Pairs, Tables, Translate, Types, tables};
use crate::externals;
use rethread_ir::link::visit::{self, Visitor};
use rethread_ir::{
    Const, DebugType, DebugTypeId, FileId, Function, Global, Linkage, LocId, Op, Param, Program, TypeId,
};
use rustc_hash::{FxHashSet, FxHasher};
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

/// Pairs of functions that are compared with each other in search of a renamed one.
const COMPARISONS: usize = 1 << 14;
/// Twice what two functions have in common, in hundredths of what they have together.
const ALIKE: usize = 50;

/// Numbers in the old program, and in the new one.
type Both = (Vec<u32>, Vec<u32>);

pub struct Symbols {
    pub pairs: Pairs,
    /// Globals that are each other's by name, but not the same: (old, new).
    pub changed: Vec<(u32, u32)>,
}

pub fn symbols(old: &Program, new: &Program, types: &Types) -> Symbols {
    let mut finder = Finder { old, new, types, debug: FxHashSet::default() };
    let mut functions = finder.functions();
    let mut globals = finder.globals();
    let mut changed = Vec::new();
    // Initialisers mention each other: what turns out to be different makes others different.
    loop {
        let pairs = Pairs::of(old, new, &functions, &globals);
        let (a, b) = tables(old, new, &pairs, types);
        let (same, different): (Vec<_>, Vec<_>) =
            globals.iter().copied().partition(|&(o, n)| finder.same_global(o, n, &a, &b));
        let rigid = |&(o, n): &(u32, u32)| {
            let (f, g) = (&old.functions[o as usize], &new.functions[n as usize]);
            // Addresses of blocks go by their numbers.
            !(is_computed(f) || is_computed(g)) || canon(old, f, &a) == canon(new, g, &b)
        };
        let kept: Vec<_> = functions.iter().copied().filter(rigid).collect();
        if different.is_empty() && kept.len() == functions.len() {
            let literal = |&&(o, _): &&(u32, u32)| !is_literal(&old.globals[o as usize]);
            return Symbols { pairs, changed: changed.iter().filter(literal).copied().collect() };
        }
        changed.extend(different);
        (functions, globals) = (kept, same);
    }
}

/// Does it jump to addresses?
fn is_computed(f: &Function) -> bool {
    f.blocks.iter().any(|b| matches!(b.insts.last().map(|i| &i.op), Some(Op::IndirectBr { .. })))
}

/// Is the name of a function more than a name?
fn is_known(name: &str) -> bool {
    name == "main" || name.starts_with("__") || externals::effects(name).is_some()
}

/// Constants that have no name in C.
pub fn is_literal(g: &Global) -> bool {
    let prefixes = [".str", "__func__.", "__FUNCTION__.", "__PRETTY_FUNCTION__.", "__const.", "switch.table"];
    g.is_const
        && g.linkage == Linkage::Internal
        && g.init.is_some()
        && prefixes.iter().any(|p| g.name.starts_with(p))
}

struct Finder<'p> {
    old: &'p Program,
    new: &'p Program,
    types: &'p Types,
    /// C types that are the same: (old, new).
    debug: FxHashSet<(DebugTypeId, DebugTypeId)>,
}

impl Finder<'_> {
    fn functions(&self) -> Vec<(u32, u32)> {
        fn named(p: &Program) -> Vec<Named<'_>> {
            p.functions.iter().enumerate().map(|(i, f)| Named::of(i, &f.name, &f.unit)).collect()
        }
        let (old, new) = (named(self.old), named(self.new));
        let mut found: Vec<(u32, u32)> =
            by_name(&old, &new).into_iter().filter(|&(o, n)| self.same_signature(o, n)).collect();
        self.renamed(&mut found);
        found
    }

    fn same_signature(&self, o: u32, n: u32) -> bool {
        let (f, g) = (&self.old.functions[o as usize], &self.new.functions[n as usize]);
        let (a, b) = (|t: TypeId| self.types.old[t.0 as usize], |t: TypeId| self.types.new[t.0 as usize]);
        let param = |(p, q): (&Param, &Param)| a(p.ty) == b(q.ty) && p.byval.map(a) == q.byval.map(b);
        f.is_declaration() == g.is_declaration()
            && f.is_model == g.is_model
            && (f.varargs, f.noreturn) == (g.varargs, g.noreturn)
            && a(f.ret) == b(g.ret)
            && f.params.len() == g.params.len()
            && f.params.iter().zip(&g.params).all(param)
    }

    /// What has another name now: the most alike first.
    fn renamed(&self, found: &mut Vec<(u32, u32)>) {
        let may = |f: &Function| !f.is_declaration() && !f.is_model && !is_known(&f.name);
        let left = |p: &Program, taken: FxHashSet<u32>| -> Vec<u32> {
            let free = |i: &u32| !taken.contains(i) && may(&p.functions[*i as usize]);
            (0..p.functions.len() as u32).filter(free).collect()
        };
        let old = left(self.old, found.iter().map(|p| p.0).collect());
        let new = left(self.new, found.iter().map(|p| p.1).collect());
        if old.len().saturating_mul(new.len()) > COMPARISONS {
            return;
        }
        let bags = |p: &Program, types: &[TypeId], list: &[u32]| -> Vec<BTreeMap<u64, usize>> {
            list.iter().map(|&f| bag(&p.functions[f as usize], types)).collect()
        };
        let (in_old, in_new) = (bags(self.old, &self.types.old, &old), bags(self.new, &self.types.new, &new));
        let mut scores = Vec::new();
        for (i, &o) in old.iter().enumerate() {
            for (j, &n) in new.iter().enumerate().filter(|&(_, &n)| self.same_signature(o, n)) {
                let both: usize =
                    in_old[i].iter().map(|(k, c)| in_new[j].get(k).map_or(0, |d| *c.min(d))).sum();
                let all: usize = in_old[i].values().chain(in_new[j].values()).sum();
                if 200 * both >= ALIKE * all {
                    scores.push((std::cmp::Reverse(2000 * both / all.max(1)), o, n));
                }
            }
        }
        scores.sort_unstable();
        let (mut from, mut to) = (FxHashSet::default(), FxHashSet::default());
        for (_, o, n) in scores {
            if !from.contains(&o) && !to.contains(&n) {
                from.insert(o);
                to.insert(n);
                found.push((o, n));
            }
        }
    }

    fn globals(&self) -> Vec<(u32, u32)> {
        fn named(p: &Program) -> Vec<Named<'_>> {
            let all = p.globals.iter().enumerate().filter(|(_, g)| !is_literal(g));
            all.map(|(i, g)| Named::of(i, &g.name, &g.unit)).collect()
        }
        let mut found = by_name(&named(self.old), &named(self.new));
        // Literals, and then what may have been renamed, by what they hold.
        let renamed = |g: &Global| g.init.is_some() && !g.is_model && !is_literal(g);
        for wanted in [is_literal as fn(&Global) -> bool, renamed] {
            let mut held: BTreeMap<u64, Both> = BTreeMap::new();
            let taken: FxHashSet<u32> = found.iter().map(|p| p.0).collect();
            for (i, g) in (0..).zip(&self.old.globals).filter(|(i, g)| wanted(g) && !taken.contains(i)) {
                held.entry(content(g, &self.types.old)).or_default().0.push(i);
            }
            let taken: FxHashSet<u32> = found.iter().map(|p| p.1).collect();
            for (i, g) in (0..).zip(&self.new.globals).filter(|(i, g)| wanted(g) && !taken.contains(i)) {
                held.entry(content(g, &self.types.new)).or_default().1.push(i);
            }
            found.extend(held.into_values().flat_map(|(o, n)| o.into_iter().zip(n)));
        }
        found
    }

    fn same_global(&mut self, o: u32, n: u32, a: &Tables, b: &Tables) -> bool {
        let (g, h) = (&self.old.globals[o as usize], &self.new.globals[n as usize]);
        let held = |init: &Option<Const>, tables: &Tables| {
            init.clone().map(|mut c| {
                visit::constant(&mut c, &mut Translate(tables));
                c
            })
        };
        // What is defined elsewhere is known by its name.
        let named = g.name == h.name || g.init.is_some() && !g.is_model;
        let debug = match (g.debug, h.debug) {
            (Some(d), Some(e)) => self.same_debug(d, e),
            (d, e) => d.is_none() && e.is_none(),
        };
        named
            && debug
            && a.ty(g.ty) == b.ty(h.ty)
            && (g.size, g.align, g.is_const, g.thread_local, g.is_model)
                == (h.size, h.align, h.is_const, h.thread_local, h.is_model)
            && held(&g.init, a) == held(&h.init, b)
    }

    /// C types decide what is made up for a global that an entry function finds; their names do not.
    fn same_debug(&mut self, d: DebugTypeId, e: DebugTypeId) -> bool {
        same_debug(self.old, self.new, &mut self.debug, d, e)
    }
}

/// Are the two C types the same but for names? `known` are those that are.
pub fn same_debug(
    old: &Program,
    new: &Program,
    known: &mut FxHashSet<(DebugTypeId, DebugTypeId)>,
    d: DebugTypeId,
    e: DebugTypeId,
) -> bool {
    // What is met again on the way is taken to be the same: types go round in circles.
    let mut met: FxHashSet<(DebugTypeId, DebugTypeId)> = FxHashSet::default();
    let mut todo = vec![(d, e)];
    while let Some((d, e)) = todo.pop() {
        if known.contains(&(d, e)) || !met.insert((d, e)) {
            continue;
        }
        use DebugType::*;
        let same = match (&old.debug_types[d.0 as usize], &new.debug_types[e.0 as usize]) {
            (Void, Void) | (Bool, Bool) | (Function, Function) | (Unknown { .. }, Unknown { .. }) => true,
            (Int { bits: a, signed: b, .. }, Int { bits: c, signed: d, .. }) => (a, b) == (c, d),
            (Char { signed: a }, Char { signed: b }) => a == b,
            (Float { bits: a }, Float { bits: b }) => a == b,
            (Enum { bits: a, values: v, .. }, Enum { bits: b, values: w, .. }) => {
                a == b && v.iter().map(|x| x.1).eq(w.iter().map(|x| x.1))
            }
            (Pointer { to: a, to_const: b }, Pointer { to: c, to_const: d }) => {
                todo.push((*a, *c));
                b == d
            }
            (Array { of: a, count: b }, Array { of: c, count: d }) => {
                todo.push((*a, *c));
                b == d
            }
            (Struct { size: a, members: v, .. }, Struct { size: b, members: w, .. })
            | (Union { size: a, members: v, .. }, Union { size: b, members: w, .. }) => {
                todo.extend(v.iter().zip(w).map(|(x, y)| (x.ty, y.ty)));
                let place = |m: &rethread_ir::debug::DebugMember| (m.bit_offset, m.bit_size);
                a == b && v.iter().map(place).eq(w.iter().map(place))
            }
            _ => false,
        };
        if !same {
            return false;
        }
    }
    known.extend(met);
    true
}

/// A symbol, with the file it is in as far as that can be expected to stay.
struct Named<'p> {
    index: u32,
    name: &'p str,
    file: &'p str,
}

impl<'p> Named<'p> {
    fn of(index: usize, name: &'p str, unit: &'p str) -> Named<'p> {
        Named { index: index as u32, name, file: unit.rsplit('/').next().unwrap_or(unit) }
    }
}

/// The same name in a file of the same name; then the same name, if there is one of it.
fn by_name(old: &[Named], new: &[Named]) -> Vec<(u32, u32)> {
    let mut found = Vec::new();
    let (mut from, mut to) = (FxHashSet::default(), FxHashSet::default());
    for files in [true, false] {
        let mut all: BTreeMap<(&str, &str), Both> = BTreeMap::new();
        for (i, s) in old.iter().chain(new).enumerate() {
            let entry = all.entry((s.name, if files { s.file } else { "" })).or_default();
            if i < old.len() {
                entry.0.extend((!from.contains(&s.index)).then_some(s.index));
            } else {
                entry.1.extend((!to.contains(&s.index)).then_some(s.index));
            }
        }
        for (o, n) in all.into_values() {
            if let ([o], [n]) = (&o[..], &n[..]) {
                from.insert(*o);
                to.insert(*n);
                found.push((*o, *n));
            }
        }
    }
    found
}

/// Leaves out everything that may have another name.
struct Nameless<'t>(&'t [TypeId]);

impl Visitor for Nameless<'_> {
    fn ty(&mut self, ty: &mut TypeId) {
        *ty = self.0[ty.0 as usize];
    }
    fn loc(&mut self, _: &mut LocId) {}
    fn file(&mut self, _: &mut FileId) {}
    fn debug(&mut self, _: &mut DebugTypeId) {}
    fn symbol(&mut self, symbol: &mut Const) {
        *symbol = Const::Null;
    }
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

fn content(g: &Global, types: &[TypeId]) -> u64 {
    let mut init = g.init.clone();
    init.iter_mut().for_each(|c| visit::constant(c, &mut Nameless(types)));
    hash(&(init, types[g.ty.0 as usize], g.size, g.align, g.is_const, g.thread_local))
}

/// How often which instruction occurs.
fn bag(f: &Function, types: &[TypeId]) -> BTreeMap<u64, usize> {
    let mut out = BTreeMap::new();
    for inst in f.blocks.iter().flat_map(|b| &b.insts) {
        let mut op = super::canon::masked(&inst.op);
        visit::op(&mut op, &mut Nameless(types));
        *out.entry(hash(&format!("{op:?}"))).or_default() += 1;
    }
    out
}

/// By common number of the functions whether it is found under another name.
pub fn renamed(old: &Program, new: &Program, pairs: &Pairs) -> Vec<(u32, u32)> {
    let pair = |&(o, n): &(Option<u32>, Option<u32>)| Some((o?, n?));
    let other = |&(o, n): &(u32, u32)| old.functions[o as usize].name != new.functions[n as usize].name;
    pairs.functions.iter().filter_map(pair).filter(other).collect()
}
