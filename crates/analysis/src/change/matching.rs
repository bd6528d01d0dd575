//! Two programs, matched.

use super::body::{Alignment, Partner, Row};
use super::canon::{Canon, canon};
use super::merge::{Merged, Place, merge};
use super::resize::{self, resized};
use super::space::{Pairs, Tables, Translate, Types, tables};
use super::symbols::{self, Symbols, same_debug, symbols};
use super::verify::verify;
use crate::Site;
use crate::mutants::{Mutant, mutant};
use rethread_ir::link::visit;
use rethread_ir::{
    Block, Const, FuncId, Function, Global, GlobalId, Inst, Linkage, Op, Program, Reg, RegInfo, Type, TypeId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// What is different. Sites of what was added are of the new program, of what was deleted of the old one;
/// pairs are (old, new). The models of libc are left out.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Change {
    pub added: Vec<Site>,
    pub deleted: Vec<Site>,
    pub modified: Vec<(Site, Site)>,
    /// The same in themselves, but they use a global that is not what it was.
    pub touched: Vec<(Site, Site)>,
    pub functions_added: Vec<FuncId>,
    pub functions_deleted: Vec<FuncId>,
    /// Called something else now; that alone is no change.
    pub functions_renamed: Vec<(FuncId, FuncId)>,
    pub globals_added: Vec<GlobalId>,
    pub globals_deleted: Vec<GlobalId>,
    /// Of another type, with another initialiser or attribute.
    pub globals_changed: Vec<(GlobalId, GlobalId)>,
    /// Their instructions are the same, and yet control goes other ways.
    pub rerouted: Vec<(FuncId, FuncId)>,
    /// What the program starts and ends with is different, or an alias is.
    pub frame: bool,
}

impl Change {
    /// Pointers that are made up for an entry may lead to any function or variable there is.
    fn other_symbols(&self) -> bool {
        let functions = self.functions_added.len() + self.functions_deleted.len();
        let globals = self.globals_added.len() + self.globals_deleted.len() + self.globals_changed.len();
        functions + globals > 0
    }

    fn size(&self) -> usize {
        self.added.len() + self.deleted.len() + self.modified.len() + self.touched.len()
    }

    /// Is the new program the old one, but for names and places in the source?
    pub fn is_empty(&self) -> bool {
        let renamed = self.functions_renamed.clone();
        *self == Change { functions_renamed: renamed, ..Change::default() }
    }
}

/// By function, block and instruction.
type BySite<T> = Vec<Vec<Vec<T>>>;

/// Two programs as one.
pub struct Match<'p> {
    pub old: &'p Program,
    pub new: &'p Program,
    pub(super) merged: Program,
    /// None if the programs do not start alike.
    pub(super) entry: Option<FuncId>,
    of_old: BySite<Site>,
    of_new: BySite<Site>,
    in_old: FxHashMap<Site, Site>,
    in_new: FxHashMap<Site, Site>,
    /// Where the merged program asks for its version, and what is in one version only.
    pub(super) parting: Vec<Site>,
    /// Of the merged program: local variables that are not as large in both versions, with their sizes.
    pub(super) resized: FxHashMap<Site, [u64; 2]>,
    pairs: Pairs,
    types: FxHashMap<TypeId, TypeId>,
    change: Change,
    unverified: Vec<(FuncId, &'static str)>,
}

impl<'p> Match<'p> {
    /// The entries are where the two programs start.
    pub fn of(old: &'p Program, new: &'p Program, entries: (FuncId, FuncId)) -> Match<'p> {
        let mut types = Types::of(old, new);
        let Symbols { pairs, changed } = symbols(old, new, &types);
        let (in_old, in_new) = tables(old, new, &pairs, &types);
        let merged = Program { globals: globals(old, new, &pairs, &in_old, &in_new), ..Program::default() };
        let truth = types.all.intern(Type::Int(1));
        let known: FxHashMap<TypeId, TypeId> = (0..).zip(&types.old).map(|(t, &q)| (q, TypeId(t))).collect();
        let translated = (0..).zip(&types.new).filter_map(|(t, q)| Some((TypeId(t), *known.get(q)?)));
        let mut found = Match {
            old,
            new,
            merged,
            entry: None,
            of_old: blank(old),
            of_new: blank(new),
            in_old: FxHashMap::default(),
            in_new: FxHashMap::default(),
            parting: Vec::new(),
            resized: FxHashMap::default(),
            types: translated.collect(),
            change: Change::default(),
            unverified: Vec::new(),
            pairs,
        };
        let same: FxHashMap<u32, u32> =
            changed.iter().map(|&(o, n)| (in_old.globals[o as usize], in_new.globals[n as usize])).collect();
        found.merged.types = types.all;
        for q in 0..found.pairs.functions.len() as u32 {
            found.function(q, &in_old, &in_new, truth, &same);
        }
        found.symbols(&changed);
        found.frame(entries, &in_old, &in_new);
        found.change.added.sort_unstable();
        found.change.deleted.sort_unstable();
        found.change.modified.sort_unstable_by_key(|p| p.1);
        found.change.touched.sort_unstable_by_key(|p| p.1);
        found
    }

    pub fn change(&self) -> &Change {
        &self.change
    }

    /// Functions of the new program for which the answer did not hold against both versions, and why: all of them
    /// counts as changed. There should be none.
    pub fn unverified(&self) -> &[(FuncId, &'static str)] {
        &self.unverified
    }

    /// The instruction of the old program that this one of the new program is.
    pub fn old_of(&self, new: Site) -> Option<Site> {
        let old = self.in_old.get(&self.merged_of_new(new)?).copied()?;
        if mutant(Mutant::OffByOne) {
            let block = &self.old.functions[old.function as usize].blocks[old.block as usize];
            return Some(Site { inst: (old.inst + 1).min(block.insts.len() as u32 - 1), ..old });
        }
        Some(old)
    }

    /// The instruction of the new program that this one of the old program is.
    pub fn new_of(&self, old: Site) -> Option<Site> {
        self.in_new.get(at(&self.of_old, old)?).copied()
    }

    /// Does the old program take this step too: from the one instruction right to the other?
    pub fn same_step(&self, from: Site, to: Site) -> bool {
        let (Some(a), Some(b)) = (self.old_of(from), self.old_of(to)) else { return false };
        let f = &self.old.functions[a.function as usize];
        let last = f.blocks[a.block as usize].insts.len() as u32 - 1;
        match a.inst == last {
            false => b == Site { inst: a.inst + 1, ..a },
            true => {
                let next = crate::cfg::successors(f, a.block as usize);
                (a.function, b.inst) == (b.function, 0) && next.contains(&(b.block as usize))
            }
        }
    }

    /// By register of a function of the new program the one that holds the same in the old one: the same parameter,
    /// or written by the same instruction.
    pub fn registers_of(&self, function: FuncId) -> Vec<Option<Reg>> {
        let f = self.new.function(function);
        let mut out = vec![None; f.regs.len()];
        let Some(g) = self.function_of(function).map(|g| self.old.function(g)) else { return out };
        (0..).zip(&mut out).take(f.params.len()).for_each(|(r, to)| *to = Some(Reg(r)));
        for site in sites(function.0, f) {
            let written = f.blocks[site.block as usize].insts[site.inst as usize].dest;
            if let (Some(r), Some(old)) = (written, self.old_of(site)) {
                out[r.0 as usize] = g.blocks[old.block as usize].insts[old.inst as usize].dest;
            }
        }
        out
    }

    /// The function of the old program that this one is, whatever its body.
    pub fn function_of(&self, new: FuncId) -> Option<FuncId> {
        paired(&self.pairs.functions, new.0).map(FuncId)
    }

    /// The global of the old program that this one is.
    pub fn global_of(&self, new: GlobalId) -> Option<GlobalId> {
        paired(&self.pairs.globals, new.0).map(GlobalId)
    }

    pub fn type_of(&self, new: TypeId) -> Option<TypeId> {
        self.types.get(&new).copied()
    }

    /// Has that version this instruction of the merged program?
    pub(super) fn has(&self, version: usize, merged: Site) -> bool {
        [&self.in_old, &self.in_new][version].contains_key(&merged)
    }

    pub(super) fn merged_of_new(&self, new: Site) -> Option<Site> {
        at(&self.of_new, new).copied()
    }

    pub(super) fn merged_of_old(&self, old: Site) -> Option<Site> {
        at(&self.of_old, old).copied()
    }

    fn function(
        &mut self,
        q: u32,
        in_old: &Tables,
        in_new: &Tables,
        truth: TypeId,
        same: &FxHashMap<u32, u32>,
    ) {
        let (o, n) = self.pairs.functions[q as usize];
        let old = o.map(|o| (o, canon(self.old, &self.old.functions[o as usize], in_old)));
        let new = n.map(|n| (n, canon(self.new, &self.new.functions[n as usize], in_new)));
        let body = match (&old, &new) {
            (Some((o, (a, order_old))), Some((n, (b, order_new)))) => {
                if a == b {
                    let whole = whole(a);
                    self.place_old(*o, q, order_old, (&starts(a), &whole.old));
                    self.place_new(*n, q, order_new, (&starts(b), &whole.new));
                    whole
                } else {
                    let sides = Sides { o: *o, n: *n, a, b, order_old, order_new };
                    self.versions(q, sides, truth, same)
                }
            }
            (Some((o, (a, order))), None) => {
                let whole = whole(a);
                self.place_old(*o, q, order, (&starts(a), &whole.old));
                self.all_deleted(*o);
                whole
            }
            (None, Some((n, (b, order)))) => {
                let whole = whole(b);
                self.place_new(*n, q, order, (&starts(b), &whole.new));
                self.all_added(*n);
                whole
            }
            (None, None) => return,
        };
        let shell = match (n, o) {
            (Some(n), _) => shell(&self.new.functions[n as usize], in_new),
            (None, Some(o)) => shell(&self.old.functions[o as usize], in_old),
            (None, None) => return,
        };
        let regs = body.regs.iter().map(|&ty| RegInfo { name: String::new(), ty }).collect();
        self.merged.functions.push(Function { blocks: body.blocks, regs, ..shell });
    }

    /// Two versions that differ.
    fn versions(&mut self, q: u32, sides: Sides, truth: TypeId, same: &FxHashMap<u32, u32>) -> Merged {
        let Sides { o, n, a, b, order_old, order_new } = sides;
        let (mut alignment, mut old, mut new) = aligned(a, b, order_old, order_new);
        let alike = match resize::looked_at(self.old) || resize::looked_at(self.new) {
            true => None,
            false => resize::alike(&alignment, &old, &new, &self.merged.types),
        };
        if let Some((a, b)) = &alike {
            (alignment, old, new) = aligned(a, b, order_old, order_new);
        }
        let mut merged = merge(&old, &new, &alignment, truth);
        let mut sizes = Vec::new();
        match verify(&merged, &old, &new) {
            Ok(()) if alike.is_some() => sizes = resized(&merged, [(&old, a), (&new, b)], &self.merged.types),
            Ok(()) => {}
            Err(wrong) => {
                self.unverified.push((FuncId(n), wrong.0));
                (_, old, new) = aligned(a, b, order_old, order_new);
                alignment = Alignment::nothing(&old, &new);
                merged = merge(&old, &new, &alignment, truth);
            }
        }
        self.place_old(o, q, order_old, (&old.start, &merged.old));
        self.place_new(n, q, order_new, (&new.start, &merged.new));
        let site = |&(block, inst): &Place| Site { function: q, block, inst };
        let mut parting: Vec<Place> =
            merged.questions.iter().copied().filter(|p| merged.matters(*p)).collect();
        let (before, now): (FxHashSet<Place>, FxHashSet<Place>) =
            (merged.old.iter().copied().collect(), merged.new.iter().copied().collect());
        parting.extend(before.symmetric_difference(&now).filter(|p| !merged.is_jump(**p)));
        parting.sort_unstable();
        self.parting.extend(parting.iter().map(site));
        self.resized.extend(sizes.iter().map(|(p, s)| (site(p), *s)));
        let reported = self.change.size();
        let made = |at: usize| sizes.iter().any(|(p, _)| *p == merged.new[at]);
        for at in (0..new.len()).filter(|_| !sizes.is_empty()) {
            alignment.edited[at] |= made(at) || resize::begins(&new, at, made);
        }
        let sides = [(o, &old, order_old), (n, &new, order_new)];
        self.report(sides, &alignment, &merged, same);
        if !parting.is_empty() && self.change.size() == reported {
            self.change.rerouted.push((FuncId(o), FuncId(n)));
        }
        merged
    }

    /// For the old and the new version the function, its row, and which block of the function each one is.
    fn report(
        &mut self,
        [(o, old, order_old), (n, new, order_new)]: [(u32, &Row, &[u32]); 2],
        alignment: &Alignment,
        merged: &Merged,
        same: &FxHashMap<u32, u32>,
    ) {
        let site = |f: u32, row: &Row, order: &[u32], at: usize| Site {
            function: f,
            block: order[row.block[at]],
            inst: (at - row.start[row.block[at]]) as u32,
        };
        let mut edited = alignment.edited.clone();
        merged.edited.iter().for_each(|&at| edited[at] = true);
        for at in (0..new.len()).filter(|&at| edited[at]) {
            let here = site(n, new, order_new, at);
            match alignment.old_of[at].any() {
                Some(was) => {
                    let pair = (site(o, old, order_old, was), here);
                    match alignment.equal_with(old, new, was, at, same) {
                        true => self.change.touched.push(pair),
                        false => self.change.modified.push(pair),
                    }
                }
                // Jumps come and go with the blocks they end.
                None if matches!(new.op(at), Op::Br { .. }) => {}
                None => self.change.added.push(here),
            }
        }
        let gone = (0..old.len()).filter(|&at| alignment.new_of[at] == Partner::None);
        let gone = gone.filter(|&at| !matches!(old.op(at), Op::Br { .. }));
        self.change.deleted.extend(gone.map(|at| site(o, old, order_old, at)));
    }

    fn place_old(&mut self, f: u32, q: u32, order: &[u32], places: (&[usize], &[Place])) {
        place(&mut self.of_old, &mut self.in_old, f, q, order, places);
    }

    fn place_new(&mut self, f: u32, q: u32, order: &[u32], places: (&[usize], &[Place])) {
        place(&mut self.of_new, &mut self.in_new, f, q, order, places);
    }

    fn all_added(&mut self, f: u32) {
        let function = &self.new.functions[f as usize];
        if !function.is_model && !function.is_declaration() {
            self.change.functions_added.push(FuncId(f));
            self.change.added.extend(sites(f, function));
        }
    }

    fn all_deleted(&mut self, f: u32) {
        let function = &self.old.functions[f as usize];
        if !function.is_model && !function.is_declaration() {
            self.change.functions_deleted.push(FuncId(f));
            self.change.deleted.extend(sites(f, function));
        }
    }

    /// What the program starts and ends with.
    fn frame(&mut self, (o, n): (FuncId, FuncId), in_old: &Tables, in_new: &Tables) {
        let runs = |p: &Program, tables: &Tables| {
            let list = |l: &[FuncId]| l.iter().map(|f| FuncId(tables.functions[f.0 as usize])).collect();
            let lists: [Vec<FuncId>; 2] = [list(&p.constructors), list(&p.destructors)];
            lists
        };
        let aliases = |p: &Program, tables: &Tables| -> Vec<(String, Const)> {
            let target = |c: &Const| {
                let mut c = c.clone();
                visit::constant(&mut c, &mut Translate(tables));
                c
            };
            let mut all: Vec<_> = p.aliases.iter().map(|a| (a.name.clone(), target(&a.target))).collect();
            all.sort_by(|a, b| a.0.cmp(&b.0));
            all
        };
        let (old, new) = (self.old, self.new);
        self.change.frame = runs(old, in_old) != runs(new, in_new)
            || (&old.constructor_priorities, &old.destructor_priorities)
                != (&new.constructor_priorities, &new.destructor_priorities)
            || aliases(old, in_old) != aliases(new, in_new)
            || in_old.functions[o.0 as usize] != in_new.functions[n.0 as usize]
            || !self.same_arguments(o, n)
            || new.function(n).name != "main" && self.change.other_symbols();
        if !self.change.frame {
            [self.merged.constructors, self.merged.destructors] = runs(new, in_new);
            self.merged.constructor_priorities = new.constructor_priorities.clone();
            self.merged.destructor_priorities = new.destructor_priorities.clone();
            self.entry = Some(FuncId(in_new.functions[n.0 as usize]));
        }
    }

    /// What is made up for the parameters of an entry goes by their C types.
    fn same_arguments(&self, o: FuncId, n: FuncId) -> bool {
        let (f, g) = (self.old.function(o), self.new.function(n));
        let types = |f: &Function| -> Vec<_> {
            f.params.iter().map(|p| p.debug).chain(f.debug_params.iter().map(|p| Some(p.1))).collect()
        };
        let (a, b) = (types(f), types(g));
        let mut known = FxHashSet::default();
        let mut same = |pair| match pair {
            (Some(d), Some(e)) => same_debug(self.old, self.new, &mut known, d, e),
            (d, e) => d == e,
        };
        a.len() == b.len() && a.into_iter().zip(b).all(&mut same)
    }

    fn symbols(&mut self, changed: &[(u32, u32)]) {
        self.change.functions_renamed = symbols::renamed(self.old, self.new, &self.pairs)
            .into_iter()
            .map(|(o, n)| (FuncId(o), FuncId(n)))
            .collect();
        let from: FxHashSet<u32> = changed.iter().map(|p| p.0).collect();
        let to: FxHashSet<u32> = changed.iter().map(|p| p.1).collect();
        let counts = |g: &Global| g.init.is_some() && !g.is_model && !symbols::is_literal(g);
        for pair in &self.pairs.globals {
            match *pair {
                (Some(o), None) if !from.contains(&o) && counts(&self.old.globals[o as usize]) => {
                    self.change.globals_deleted.push(GlobalId(o));
                }
                (None, Some(n)) if !to.contains(&n) && counts(&self.new.globals[n as usize]) => {
                    self.change.globals_added.push(GlobalId(n));
                }
                _ => {}
            }
        }
        self.change.globals_changed = changed.iter().map(|&(o, n)| (GlobalId(o), GlobalId(n))).collect();
    }
}

/// The two versions of a function.
struct Sides<'a> {
    o: u32,
    n: u32,
    a: &'a Canon,
    b: &'a Canon,
    order_old: &'a [u32],
    order_new: &'a [u32],
}

/// As the source has it, or as control goes: what was moved shows in one of them.
fn aligned<'c>(
    a: &'c Canon,
    b: &'c Canon,
    order_old: &[u32],
    order_new: &[u32],
) -> (Alignment, Row<'c>, Row<'c>) {
    let walked = |order: &[u32]| (0..order.len() as u32).collect::<Vec<_>>();
    let (as_written, as_walked) = (
        (Row::of(a, order_old), Row::of(b, order_new)),
        (Row::of(a, &walked(order_old)), Row::of(b, &walked(order_new))),
    );
    let [first, second] = [as_written, as_walked].map(|(old, new)| (Alignment::of(&old, &new), old, new));
    let changes = |(alignment, old, new): &(Alignment, Row, Row)| alignment.changes(old, new);
    if changes(&second) < changes(&first) { second } else { first }
}

fn blank(p: &Program) -> BySite<Site> {
    let nowhere = Site { function: u32::MAX, block: 0, inst: 0 };
    let blocks = |f: &Function| f.blocks.iter().map(|b| vec![nowhere; b.insts.len()]).collect();
    p.functions.iter().map(blocks).collect()
}

fn at<T>(all: &BySite<T>, site: Site) -> Option<&T> {
    all.get(site.function as usize)?.get(site.block as usize)?.get(site.inst as usize)
}

fn paired(pairs: &[(Option<u32>, Option<u32>)], new: u32) -> Option<u32> {
    // Numbers of the new program come first, in their order.
    pairs.get(new as usize).and_then(|p| p.0)
}

/// Notes where the instructions of a function are; `order` says which block of the function each one is.
fn place(
    all: &mut BySite<Site>,
    back: &mut FxHashMap<Site, Site>,
    f: u32,
    q: u32,
    order: &[u32],
    (start, places): (&[usize], &[Place]),
) {
    for (&block, &start) in order.iter().zip(start) {
        let there = &mut all[f as usize][block as usize];
        for (inst, (site, &(b, i))) in (0..).zip(there.iter_mut().zip(&places[start..])) {
            *site = Site { function: q, block: b, inst: i };
            back.insert(*site, Site { function: f, block, inst });
        }
    }
}

/// Where the blocks begin.
fn starts(canon: &Canon) -> Vec<usize> {
    let next = |at: &mut usize, block: &Vec<Inst>| {
        let start = *at;
        *at += block.len();
        Some(start)
    };
    canon.blocks.iter().scan(0, next).collect()
}

/// A function as it stands.
fn whole(canon: &Canon) -> Merged {
    let blocks = canon.blocks.iter().map(|i| Block { name: String::new(), insts: i.clone() }).collect();
    let places: Vec<Place> = (0..)
        .zip(&canon.blocks)
        .flat_map(|(b, insts)| (0..insts.len() as u32).map(move |i| (b, i)))
        .collect();
    Merged {
        blocks,
        regs: canon.regs.clone(),
        old: places.clone(),
        new: places,
        questions: FxHashSet::default(),
        jumps: FxHashSet::default(),
        edited: Vec::new(),
    }
}

/// A function without its body, in the common space.
fn shell(f: &Function, tables: &Tables) -> Function {
    let mut params = f.params.clone();
    for p in &mut params {
        p.ty = tables.ty(p.ty);
        p.byval.iter_mut().for_each(|t| *t = tables.ty(*t));
        p.debug = None;
    }
    Function {
        name: f.name.clone(),
        unit: f.unit.clone(),
        linkage: f.linkage,
        params,
        ret: tables.ty(f.ret),
        varargs: f.varargs,
        noreturn: f.noreturn,
        regs: Vec::new(),
        blocks: Vec::new(),
        loc: None,
        debug_params: Vec::new(),
        is_model: f.is_model,
    }
}

fn globals(old: &Program, new: &Program, pairs: &Pairs, in_old: &Tables, in_new: &Tables) -> Vec<Global> {
    let one = |&(o, n): &(Option<u32>, Option<u32>)| {
        let (g, tables) = match (n, o) {
            (Some(n), _) => (&new.globals[n as usize], in_new),
            (None, Some(o)) => (&old.globals[o as usize], in_old),
            (None, None) => return None,
        };
        let mut g = Global { loc: None, debug: None, ..g.clone() };
        g.ty = tables.ty(g.ty);
        g.init.iter_mut().for_each(|c| visit::constant(c, &mut Translate(tables)));
        if o.is_some_and(|o| old.globals[o as usize].linkage != g.linkage) {
            // What more can be seen from outside is assumed.
            g.linkage = Linkage::External;
        }
        Some(g)
    };
    pairs.globals.iter().filter_map(one).collect()
}

fn sites(f: u32, function: &Function) -> impl Iterator<Item = Site> + '_ {
    let blocks = (0..).zip(&function.blocks);
    blocks.flat_map(move |(block, b)| {
        (0..b.insts.len() as u32).map(move |inst| Site { function: f, block, inst })
    })
}
