//! What the rules found, as plain data: accesses with their places, calls with their targets.

use crate::facts::{Extent, Facts, When};
use crate::footprint::Touch;
use crate::node::{COMPUTED, Node, Obj, UNKNOWN};
use crate::offsets::Offsets;
use crate::points_to::{Func, PointsTo};
use crate::threads::Threads;
use crate::{Site, budget, cfg, formats};
use rethread_ir::FuncId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// An access of an instruction: through a pointer whose places are at that index.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Reference {
    pub places: u32,
    pub extent: Extent,
    pub write: bool,
}

/// What one instruction does.
#[derive(Clone, Default, Debug)]
pub struct Doing {
    pub accesses: Vec<Reference>,
    /// Functions it may call; those without body too, if it calls through a pointer.
    pub calls: Vec<Func>,
    /// Functions it may start threads with.
    pub begins: Vec<Func>,
}

#[derive(Default)]
pub struct Solution {
    /// By place of the instruction: only those that do something. Sorted.
    pub doings: Vec<(Site, Doing)>,
    /// Where each pointer that is accessed through may point; sorted by object.
    pub places: Vec<Box<[(Obj, Offsets)]>>,
    /// Objects the outside world knows, ascending.
    pub escaped: Vec<Obj>,
    /// Objects whose address was computed with, and what escaped if the outside is among them; ascending.
    pub mixed: Vec<Obj>,
    /// By object: more than one thread may get hold of it.
    pub public: Vec<bool>,
    pub ends_thread: Vec<Func>,
    /// Functions that threads may start with, ascending.
    pub begun: Vec<Func>,
    /// Thread, function.
    pub runs: Vec<(Func, Func)>,
    /// Threads of which several may exist.
    pub crowds: Vec<Func>,
    /// Functions that may be entered more than once.
    pub many: Vec<Func>,
}

impl Solution {
    /// None if it would take more than so many copies.
    pub fn new(facts: &mut Facts, roots: &[FuncId], copies: u64) -> Option<Solution> {
        if !budget::within(copies, || facts.rules.run()) {
            return None;
        }
        let rules = std::mem::take(&mut facts.rules);
        let mut public = vec![false; facts.objects()];
        rules.public.iter().for_each(|&(o,)| public[o as usize] = true);
        let mut escaped: Vec<Obj> = rules.escaped.iter().map(|&(o,)| o).collect();
        escaped.sort_unstable();
        let mut mixed: Vec<Obj> = rules.mixed.iter().map(|&(o,)| o).collect();
        if mixed.contains(&UNKNOWN) {
            mixed.extend_from_slice(&escaped);
        }
        mixed.sort_unstable();
        mixed.dedup();
        let mut ends_thread: Vec<Func> = rules.ends_thread.iter().map(|&(f,)| f).collect();
        ends_thread.sort_unstable();
        let (doings, places) = doings(facts, &rules);
        indirect_heap(facts, &rules);
        let Threads { runs, begun, crowd, many, .. } = threads(facts, &rules, roots);
        let mut begun: Vec<Func> = begun.into_iter().map(|(f,)| f).collect();
        begun.sort_unstable();
        let crowds = crowd.into_iter().map(|(f,)| f).collect();
        let many = many.into_iter().map(|(f,)| f).collect();
        Some(Solution { doings, places, escaped, mixed, public, ends_thread, begun, runs, crowds, many })
    }

    /// What the instruction at this place does, if anything.
    pub fn at(&self, site: Site) -> Option<&Doing> {
        let i = self.doings.binary_search_by_key(&site, |d| d.0).ok()?;
        Some(&self.doings[i].1)
    }

    /// What the instructions from one place up to (without) another do, in order.
    pub fn between(&self, from: Site, to: Site) -> &[(Site, Doing)] {
        let first = self.doings.partition_point(|d| d.0 < from);
        let end = self.doings.partition_point(|d| d.0 < to);
        &self.doings[first..end.max(first)]
    }

    /// The bytes that an access may touch.
    pub fn touches(&self, r: Reference, see: &mut impl FnMut(Touch)) {
        let write = r.write;
        self.ranges(r, see);
        for (object, _) in &self.places[r.places as usize] {
            let behind: &[Obj] = match *object {
                UNKNOWN => &self.escaped,
                COMPUTED => &self.mixed,
                _ => &[],
            };
            behind.iter().for_each(|&object| see(Touch { object, write, lo: 0, hi: u64::MAX }));
        }
    }

    /// The same, without what an object stands for.
    pub fn ranges(&self, r: Reference, see: &mut impl FnMut(Touch)) {
        let write = r.write;
        for (object, at) in &self.places[r.places as usize] {
            let mut touch = |lo, hi| see(Touch { object: *object, write, lo, hi });
            let constants = if r.extent == Extent::Whole { None } else { at.constants() };
            for &k in constants.unwrap_or(&[i32::MIN]) {
                match (u64::try_from(k), r.extent) {
                    (Ok(k), Extent::Bytes(n)) => touch(k, k + u64::from(n)),
                    (Ok(k), _) => touch(k, u64::MAX),
                    (Err(_), _) => touch(0, u64::MAX),
                }
            }
        }
    }
}

type Places = Vec<Box<[(Obj, Offsets)]>>;

/// Functions that may be under way when this one is, itself included.
fn calling(facts: &Facts, rules: &PointsTo, f: Func) -> impl Iterator<Item = Func> {
    let mut callers: FxHashMap<Func, Vec<Func>> = FxHashMap::default();
    for &(s, callee) in &rules.callee {
        callers.entry(callee).or_default().push(facts.call_sites[s as usize].function);
    }
    let mut found = BTreeSet::from([f]);
    let mut open = vec![f];
    while let Some(f) = open.pop() {
        let new = callers.get(&f).into_iter().flatten().filter(|&&caller| found.insert(caller));
        open.extend(new.copied());
    }
    found.into_iter()
}

fn doings(facts: &Facts, rules: &PointsTo) -> (Vec<(Site, Doing)>, Places) {
    // The first set is that of pointers of which nothing is known.
    let mut sets: Vec<Vec<(Obj, Offsets)>> = vec![vec![(UNKNOWN, Offsets::ANY)]];
    let mut index: FxHashMap<Node, u32> = FxHashMap::default();
    for a in &facts.accesses {
        if let Some(p) = a.pointer {
            index.entry(p).or_insert_with(|| {
                sets.push(Vec::new());
                sets.len() as u32 - 1
            });
        }
    }
    for (n, o, at) in &rules.pts {
        if let Some(&i) = index.get(n) {
            sets[i as usize].push((*o, at.clone()));
        }
    }
    let mut all: FxHashMap<Site, Doing> = FxHashMap::default();
    for a in &facts.accesses {
        let found = a.pointer.map_or(0, |p| index[&p]);
        let nowhere = sets[found as usize].is_empty();
        let happens = match a.when {
            When::Always => true,
            When::Pointing => !nowhere,
            When::Asked(format) => {
                let formats = index.get(&format).map(|&i| &sets[i as usize]);
                !nowhere
                    && formats
                        .is_none_or(|f| f.is_empty() || f.iter().any(|&(o, _)| formats::may_write(facts, o)))
            }
        };
        if !happens {
            continue;
        }
        // A register without any address in it: null, or a number from nowhere.
        let places = if nowhere { 0 } else { found };
        let reference = Reference { places, extent: a.extent, write: a.write };
        all.entry(a.site).or_default().accesses.push(reference);
    }
    for &(s, f) in &rules.callee {
        all.entry(facts.call_sites[s as usize]).or_default().calls.push(f);
    }
    let mut ended: FxHashMap<Func, u32> = FxHashMap::default();
    for &site in &facts.ends {
        // As at a return, but of all frames.
        let places = *ended.entry(site.function).or_insert_with(|| {
            let objects = calling(facts, rules, site.function).flat_map(|f| &facts.frame[f as usize]);
            sets.push(objects.map(|&o| (o, Offsets::ANY)).collect());
            sets.len() as u32 - 1
        });
        if !sets[places as usize].is_empty() {
            let reference = Reference { places, extent: Extent::Whole, write: true };
            all.entry(site).or_default().accesses.push(reference);
        }
    }
    for &(s, f) in &rules.begins {
        all.entry(facts.call_sites[s as usize]).or_default().begins.push(f);
    }
    let mut all: Vec<(Site, Doing)> = all.into_iter().collect();
    all.sort_unstable_by_key(|d| d.0);
    for (_, d) in &mut all {
        d.accesses.sort_unstable();
        d.accesses.dedup();
        d.calls.sort_unstable();
        d.calls.dedup();
        d.begins.sort_unstable();
        d.begins.dedup();
    }
    let places = sets.into_iter().map(|mut s| {
        s.sort_unstable_by_key(|p| p.0);
        s.into_boxed_slice()
    });
    (all, places.collect())
}

/// What calls through pointers make that find an allocator.
fn indirect_heap(facts: &mut Facts, rules: &PointsTo) {
    let allocators = rules.allocates.iter().copied();
    let allocators: FxHashSet<Func> =
        allocators.map(|(f,)| f).chain(rules.allocates_into.iter().map(|&(f, _)| f)).collect();
    for &(s, f) in &rules.callee {
        let site = facts.call_sites[s as usize];
        if let Some(&o) = facts.heaps.get(&site).filter(|_| allocators.contains(&f)) {
            facts.made.insert(site, o);
        }
    }
}

fn threads(facts: &Facts, rules: &PointsTo, roots: &[FuncId]) -> Threads {
    let mut threads = Threads::default();
    threads.calls.clone_from(&rules.callee);
    threads.begins.clone_from(&rules.begins);
    threads.root.extend(roots.iter().map(|f| (f.0,)));
    threads.ends_thread.clone_from(&rules.ends_thread);
    threads.repeats.clone_from(&rules.unknown_call);
    let mut cyclic: FxHashMap<Func, Vec<bool>> = FxHashMap::default();
    for (s, site) in facts.call_sites.iter().enumerate() {
        threads.within.push((s as u32, site.function));
        let blocks = cyclic
            .entry(site.function)
            .or_insert_with(|| cfg::cyclic(&cfg::edges(facts.program.function(FuncId(site.function)))));
        let again = blocks.get(site.block as usize).is_some_and(|&c| c);
        if again || facts.returnable[site.function as usize] {
            threads.repeats.push((s as u32,));
        }
    }
    threads.run();
    threads
}
