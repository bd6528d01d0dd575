//! Which instructions may touch what another thread touches, one of them writing.
//!
//! An object that only its own thread can get hold of is never contended, however many threads have one like
//! it. For the others it is enough that two threads may overlap in it.

use crate::Site;
use crate::footprint::Touch;
use crate::points_to::Func;
use crate::solution::{Doing, Solution};
use crate::threads::MAIN;
use rethread_ir::Program;
use rustc_hash::{FxHashMap, FxHashSet};

/// An object with more distinct ranges than this is looked at as a whole.
const RANGES: usize = 256;

/// Who touches something: nobody, one thread, or several at once.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Who {
    Nobody,
    One(Func),
    Several,
}

impl Who {
    fn and(self, other: Who) -> Who {
        match (self, other) {
            (Who::Nobody, w) | (w, Who::Nobody) => w,
            (a, b) if a == b => a,
            _ => Who::Several,
        }
    }

    /// May two different threads be among those here and those there?
    fn meets(self, other: Who) -> bool {
        self != Who::Nobody && other != Who::Nobody && self.and(other) == Who::Several
    }
}

/// The instructions with such an access.
pub fn shared_sites(solution: &Solution, program: &Program) -> FxHashSet<Site> {
    let who = runners(solution, program.functions.len());
    let mut ranges: FxHashMap<u32, FxHashMap<Touch, Who>> = FxHashMap::default();
    each(solution, &who, &mut |_, runner, touch| {
        let known = ranges.entry(touch.object).or_default().entry(touch).or_insert(Who::Nobody);
        *known = known.and(runner);
    });
    let objects: FxHashMap<u32, Ranges> = ranges.into_iter().map(|(o, r)| (o, Ranges::new(r))).collect();
    let mut out = FxHashSet::default();
    let mut answers: FxHashMap<(Touch, Func), bool> = FxHashMap::default();
    each(solution, &who, &mut |site, runner, touch| {
        let key = match runner {
            Who::One(t) => t,
            _ => MAIN - 1,
        };
        let conflict =
            *answers.entry((touch, key)).or_insert_with(|| objects[&touch.object].conflict(touch, runner));
        if conflict {
            out.insert(site);
        }
    });
    // A call through a pointer does what the function without body that it finds does.
    let found: Vec<Site> = solution
        .doings
        .iter()
        .filter(|(_, d)| d.calls.iter().any(|&f| out.contains(&Site { function: f, block: 0, inst: 0 })))
        .filter(|(_, d)| d.calls.iter().any(|&f| program.functions[f as usize].is_declaration()))
        .map(|d| d.0)
        .collect();
    out.extend(found);
    out
}

/// By function, which threads run it.
fn runners(solution: &Solution, functions: usize) -> Vec<Who> {
    let crowds: FxHashSet<Func> = solution.crowds.iter().copied().collect();
    let mut who = vec![Who::Nobody; functions];
    for &(t, f) in &solution.runs {
        let one = if crowds.contains(&t) { Who::Several } else { Who::One(t) };
        who[f as usize] = who[f as usize].and(one);
    }
    who
}

/// Every range of a public object that an instruction that runs may touch.
fn each(solution: &Solution, who: &[Who], see: &mut impl FnMut(Site, Who, Touch)) {
    for (site, Doing { accesses, .. }) in &solution.doings {
        let runner = who[site.function as usize];
        if runner == Who::Nobody {
            continue;
        }
        for &r in accesses {
            solution.touches(r, &mut |t| {
                if solution.public[t.object as usize] {
                    see(*site, runner, t);
                }
            });
        }
    }
}

/// The ranges of one object.
struct Ranges(Vec<(Touch, Who)>);

impl Ranges {
    fn new(ranges: FxHashMap<Touch, Who>) -> Ranges {
        let mut all: Vec<(Touch, Who)> = ranges.into_iter().collect();
        all.sort_unstable_by_key(|r| r.0);
        if all.len() > RANGES {
            all.iter_mut().for_each(|(t, _)| (t.lo, t.hi) = (0, u64::MAX));
            all.dedup_by(|next, kept| {
                let same = next.0 == kept.0;
                if same {
                    kept.1 = kept.1.and(next.1);
                }
                same
            });
        }
        Ranges(all)
    }

    fn conflict(&self, touch: Touch, who: Who) -> bool {
        self.0.iter().any(|(t, others)| {
            (t.write || touch.write) && t.lo < touch.hi && touch.lo < t.hi && who.meets(*others)
        })
    }
}
