//! The answers.
//!
//! Footprints are put together when they are asked for, from what each instruction does and from who calls
//! whom, and kept: a walk over the call graph each, and no memory for those nobody asks for.

use crate::facts::Facts;
use crate::footprint::{Footprint, Touch};
use crate::node::{FIRST_OBJECT, Obj};
use crate::points_to::Func;
use crate::solution::{Doing, Solution};
use crate::{Object, Site, budget, cfg, contention, extract};
use rethread_ir::{FuncId, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::OnceLock;

/// Facts about one program; see [`sharing`].
pub struct Sharing {
    pub(crate) solution: Solution,
    pub(crate) entry: FuncId,
    /// Run without being called, the entry among them.
    pub(crate) roots: Vec<FuncId>,
    /// Nothing is known, the analysis gave up: what may be called at all.
    anything: Option<Vec<Func>>,
    threaded: bool,
    /// Instructions that may touch what others touch.
    shared: FxHashSet<Site>,
    pub(crate) reached: Vec<bool>,
    pub(crate) made: FxHashMap<Site, Obj>,
    pub(crate) copies: FxHashMap<(Func, u32), Obj>,
    pub(crate) varargs: FxHashMap<Func, Obj>,
    /// Successors of the blocks of each function.
    pub(crate) edges: Vec<Vec<Vec<usize>>>,
    returnable: Vec<bool>,
    /// By function: what runs in its thread when it is done, as it is the first on its stack.
    afterwards: FxHashMap<Func, Vec<Func>>,
    wholes: Vec<OnceLock<Footprint>>,
    /// By function and block: what may be touched after the block was left.
    leavings: Vec<Vec<OnceLock<Footprint>>>,
}

/// Analyses a program, with the models of libc linked in, that starts at `entry`.
pub fn sharing(program: &Program, entry: FuncId) -> Sharing {
    sharing_within(program, entry, budget::COPIES)
}

fn sharing_within(program: &Program, entry: FuncId, copies: u64) -> Sharing {
    let roots = extract::roots(program, entry);
    let mut facts = extract::facts(program, entry, &roots);
    let solution = Solution::new(&mut facts, &roots, copies);
    let gave_up = solution.is_none();
    let solution = solution.unwrap_or_default();
    let shared = contention::shared_sites(&solution, program);
    let afterwards = afterwards(program, entry, &roots, &solution);
    let Facts { reach, creates_threads, made, copies, varargs, returnable, .. } = facts;
    let has_body = |&f: &u32| reach.functions[f as usize] && !program.functions[f as usize].is_declaration();
    let anything = (0..program.functions.len() as u32).filter(has_body).collect();
    Sharing {
        anything: gave_up.then_some(anything),
        threaded: creates_threads,
        shared,
        reached: reach.functions,
        made,
        copies,
        varargs,
        edges: program.functions.iter().map(cfg::edges).collect(),
        returnable,
        entry,
        roots,
        afterwards,
        wholes: program.functions.iter().map(|_| OnceLock::new()).collect(),
        leavings: program
            .functions
            .iter()
            .map(|f| f.blocks.iter().map(|_| OnceLock::new()).collect())
            .collect(),
        solution,
    }
}

/// What follows a function that is the first on the stack of its thread.
fn afterwards(
    program: &Program,
    entry: FuncId,
    roots: &[FuncId],
    solution: &Solution,
) -> FxHashMap<Func, Vec<Func>> {
    let mut out: FxHashMap<Func, Vec<Func>> = FxHashMap::default();
    // Everything that runs without being called comes at the end, but for constructors and the entry.
    let early = |f: Func| program.constructors.contains(&FuncId(f)) || f == entry.0;
    let last: Vec<Func> = roots.iter().map(|f| f.0).filter(|&f| !early(f)).collect();
    for &f in &solution.begun {
        out.entry(f).or_default().extend_from_slice(&solution.ends_thread);
    }
    for &f in roots.iter().map(|f| &f.0).chain(&solution.ends_thread) {
        let next = out.entry(f).or_default();
        next.extend_from_slice(&solution.ends_thread);
        next.extend_from_slice(&last);
        if early(f) && f != entry.0 {
            next.extend(roots.iter().map(|f| f.0));
        }
    }
    out.values_mut().for_each(|list| {
        list.sort_unstable();
        list.dedup();
    });
    out
}

impl Sharing {
    /// May any thread be created?
    pub fn threaded(&self) -> bool {
        self.threaded
    }

    /// Would the analysis have taken too long? Then every answer is a yes.
    pub fn gave_up(&self) -> bool {
        self.anything.is_some()
    }

    /// May this instruction (load, store, read-modify-write, block copy, call of a function without body, end
    /// of a frame or of a local's scope) touch something that two threads, or two instances of one, may
    /// touch, one of them writing? An instruction that cannot be reached may do anything.
    pub fn may_share(&self, site: Site) -> bool {
        let reached = self.reached.get(site.function as usize).is_some_and(|&r| r);
        self.threaded && (!reached || self.gave_up() || self.shared.contains(&site))
    }

    pub fn global(&self, g: u32) -> Object {
        Object(FIRST_OBJECT + g)
    }

    /// What the alloca or the allocating call at this place makes.
    pub fn made_at(&self, site: Site) -> Option<Object> {
        self.made.get(&site).copied().map(Object)
    }

    /// The copy that a `byval` parameter points to.
    pub fn copied_for(&self, function: u32, parameter: u32) -> Option<Object> {
        self.copies.get(&(function, parameter)).copied().map(Object)
    }

    /// Where a function with `...` finds its further arguments.
    pub fn varargs(&self, function: u32) -> Option<Object> {
        self.varargs.get(&function).copied().map(Object)
    }

    /// May more than one thread get hold of this object? What no other thread can reach is not shared,
    /// however many threads make objects of this kind for themselves.
    pub fn public(&self, o: Object) -> bool {
        self.solution.public.get(o.0 as usize).is_none_or(|&p| p)
    }

    /// Functions that the thread creation at this place may start, ascending.
    pub fn entries(&self, site: Site) -> &[u32] {
        match &self.anything {
            Some(functions) => functions,
            None => self.solution.at(site).map_or(&[], |d| &d.begins),
        }
    }

    /// Functions that the instruction at this place may call, ascending: of those without body only what it finds
    /// through a pointer.
    pub(crate) fn calls(&self, site: Site) -> &[Func] {
        self.solution.at(site).map_or(&[], |d| &d.calls)
    }

    /// Functions that the call at this place may run.
    pub fn callees(&self, site: Site) -> &[u32] {
        match &self.anything {
            Some(functions) => functions,
            None => self.solution.at(site).map_or(&[], |d| &d.calls),
        }
    }

    /// Everything that a thread may touch that starts at this function: in what it calls, in the threads it
    /// creates, and at its end.
    pub fn whole(&self, function: u32) -> &Footprint {
        static EVERYTHING: Footprint = Footprint::EVERYTHING;
        match self.wholes.get(function as usize) {
            Some(cell) if !self.gave_up() => cell.get_or_init(|| {
                let mut walk = Walk::new(self);
                walk.function(function);
                walk.afterwards(function);
                walk.finish()
            }),
            _ => &EVERYTHING,
        }
    }

    /// What may be touched by what comes after this instruction in its function, callees and created threads
    /// included, callers not. For a function that can be the first of a thread, what runs at the end of
    /// the thread counts as its own.
    pub fn after(&self, site: Site) -> Footprint {
        let f = site.function as usize;
        let cell = self.leavings.get(f).and_then(|blocks| blocks.get(site.block as usize));
        let Some(cell) = cell.filter(|_| !self.gave_up()) else { return Footprint::EVERYTHING };
        let leaving = cell.get_or_init(|| {
            let mut walk = Walk::new(self);
            let blocks = match self.returnable[f] {
                true => (0..self.edges[f].len()).collect(),
                false => cfg::reachable(&self.edges[f], site.block as usize),
            };
            for b in blocks {
                let start = Site { block: b as u32, inst: 0, ..site };
                walk.instructions(self.solution.between(start, Site { block: b as u32 + 1, ..start }));
            }
            walk.afterwards(site.function);
            walk.finish()
        });
        let mut walk = Walk::new(self);
        let next = Site { inst: site.inst + 1, ..site };
        walk.instructions(self.solution.between(next, Site { block: site.block + 1, inst: 0, ..site }));
        let mut out = walk.finish();
        out.merge(leaving);
        out
    }
}

/// Collects what functions and instructions do.
struct Walk<'s> {
    sharing: &'s Sharing,
    seen: FxHashSet<Func>,
    todo: Vec<Func>,
    touches: Vec<Touch>,
    references: FxHashSet<crate::solution::Reference>,
}

impl<'s> Walk<'s> {
    fn new(sharing: &'s Sharing) -> Walk<'s> {
        Walk {
            sharing,
            seen: FxHashSet::default(),
            todo: Vec::new(),
            touches: Vec::new(),
            references: FxHashSet::default(),
        }
    }

    fn function(&mut self, f: Func) {
        if self.seen.insert(f) {
            self.todo.push(f);
        }
    }

    fn afterwards(&mut self, f: Func) {
        let sharing = self.sharing;
        sharing.afterwards.get(&f).into_iter().flatten().for_each(|&g| self.function(g));
    }

    fn instructions(&mut self, list: &[(Site, Doing)]) {
        for (_, doing) in list {
            for &r in &doing.accesses {
                if self.references.insert(r) {
                    self.sharing.solution.touches(r, &mut |t| self.touches.push(t));
                }
            }
            doing.calls.iter().for_each(|&f| self.function(f));
            for &f in &doing.begins {
                self.function(f);
                self.afterwards(f);
            }
        }
    }

    fn finish(mut self) -> Footprint {
        while let Some(f) = self.todo.pop() {
            let start = Site { function: f, block: 0, inst: 0 };
            let solution = &self.sharing.solution;
            self.instructions(solution.between(start, Site { function: f + 1, ..start }));
        }
        Footprint::new(self.touches)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rethread_ir::{Isolation, LoadOptions, load};

    #[test]
    fn who_gives_up_says_yes_to_everything() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("t.c");
        let text = "#include <pthread.h>\nint x; void *f(void *p) { return p; }\n\
            int main(void) { pthread_t t; void *r = f(&t); pthread_create(&t, 0, f, r); x = 1; }";
        std::fs::write(&path, text).expect("the temporary folder is writable");
        let options = LoadOptions { isolation: Isolation::InProcess, ..LoadOptions::default() };
        let program = load(&[path], &options).expect("the text compiles");
        let entry = program.find_function("main").expect("main");
        let at = |inst| Site { function: entry.0, block: 0, inst };
        let known = sharing(&program, entry);
        let unknown = sharing_within(&program, entry, 1);
        assert!(!known.gave_up() && unknown.gave_up());
        let x = known.global(0);
        assert!(
            !known.whole(entry.0).touches(x, 8, 9, true) && unknown.whole(entry.0).touches(x, 8, 9, true)
        );
        assert!(unknown.after(at(0)).touches(x, 8, 9, true));
        let stores = program.function(entry).blocks[0].insts.len() as u32;
        assert!(
            (0..stores).all(|i| unknown.may_share(at(i))) && !(0..stores).all(|i| known.may_share(at(i)))
        );
        let f = program.find_function("f").expect("f").0;
        assert!(unknown.entries(at(0)).contains(&f));
        let dependences = |sharing| crate::Dependences::of(&program, sharing, crate::Behaviour::default());
        let (known, unknown) = (dependences(&known), dependences(&unknown));
        assert!(unknown.gave_up() && unknown.backward(&[at(0)]).is_everything());
        assert!((0..stores).all(|i| unknown.backward(&[at(0)]).contains(at(i))));
        assert!((0..stores).all(|i| unknown.forward(&[at(stores - 1)]).contains(at(i))));
        assert!(!known.gave_up() && !(0..stores).all(|i| known.backward(&[at(0)]).contains(at(i))));
    }
}
