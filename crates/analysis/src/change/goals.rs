//! What is left to look for after a change, and what can be taken over from the old version.
//!
//! A bug is one per kind and line, so what is decided is decided by line: if one check on a line can be affected, all
//! that are reported there are goals. Lines of both versions that share a check stand together, and so do lines that
//! call into a model of libc, whose failures are reported where it was called.
//!
//! Guarantee: a bug of the new program is on a line that [`Goals::looks_at`], or it is one of the old program's and
//! [`Goals::kept`] says where it is now.

use super::impact::{Check, CheckKind, Impact, sites, synchronises, touches_memory};
use super::matching::Match;
use crate::{Races, Sharing, Site};
use rethread_ir::{Callee, FuncId, Op, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// A place in the source of one version.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Spot {
    pub file: String,
    pub line: u32,
    pub column: u32,
}

type Line = (String, u32);

/// What is looked for at a set of lines.
#[derive(Clone, Default, Debug)]
struct Wanted {
    sites: FxHashSet<Site>,
    lines: BTreeSet<Line>,
    /// Of the old version: what is not taken over.
    lines_old: BTreeSet<Line>,
}

/// A bug of the old version: what found it (nothing for a deadlock), and all its places.
#[derive(Clone, Debug)]
pub struct Known {
    pub kind: Option<CheckKind>,
    pub spots: Vec<Spot>,
}

/// Which of the checks that can be turned off without changing what else is looked for are on.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Asked {
    /// A division can fail by a signed overflow.
    pub overflow: bool,
    pub race: bool,
    pub deadlock: bool,
}

/// See the module.
#[derive(Clone, Default, Debug)]
pub struct Goals {
    everything: bool,
    asked: Asked,
    wanted: [Wanted; 3],
    /// Deadlocks.
    pub waiting: bool,
    moved: FxHashMap<Spot, Spot>,
}

/// Where the checks of an instruction are reported.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Class {
    /// Of the old version, or of the new one.
    Line(bool, Line),
    /// Wherever this model was called from.
    Model(bool, u32),
}

impl Goals {
    /// `bugs` are the old version's.
    pub fn of(matched: &Match, impact: &Impact, bugs: &[Known], asked: Asked) -> Goals {
        if impact.is_everything() {
            return Goals::places_only(matched).look_everywhere();
        }
        let (old, new) = (matched.old, matched.new);
        let (checks, before) = (impact.checks(), impact.checks_old());
        let mut classes = Classes::default();
        for (is_new, program) in [(false, old), (true, new)] {
            classes.calls_of_models(is_new, program);
        }
        let mut ways: FxHashMap<Line, BTreeSet<Line>> = FxHashMap::default();
        for check in &checks {
            let Some(was) = matched.old_of(check.site) else { continue };
            let (a, b) = (class(false, old, was), class(true, new, check.site));
            if let (Class::Line(_, from), Class::Line(_, to)) = (&a, &b) {
                ways.entry(from.clone()).or_default().insert(to.clone());
            }
            classes.join(a, b);
        }
        let mut hit: [FxHashSet<u32>; 3] = Default::default();
        for (is_new, program, checks) in [(true, new, &checks), (false, old, &before)] {
            for Check { site, kind, .. } in checks.iter().filter(|c| c.affected) {
                hit[*kind as usize].insert(classes.of(class(is_new, program, *site)));
            }
        }
        let mut waiting = impact.affects_waiting();
        // Two failures on one line are one bug; on two lines they would be two.
        for spot in bugs.iter().flat_map(|b| &b.spots) {
            let line = (spot.file.clone(), spot.line);
            if ways.get(&line).is_some_and(|to| to.len() > 1) {
                let class = classes.of(Class::Line(false, line));
                hit.iter_mut().for_each(|h| _ = h.insert(class));
                waiting = true;
            }
        }
        if asked.overflow {
            let both: FxHashSet<u32> = &hit[CheckKind::Failure as usize] | &hit[CheckKind::Overflow as usize];
            hit[CheckKind::Failure as usize].clone_from(&both);
            hit[CheckKind::Overflow as usize] = both;
        }
        let mut goals = Goals { waiting, asked, moved: moved(matched, &checks), ..Goals::default() };
        for Check { site, kind, .. } in &checks {
            let class = class(true, new, *site);
            if hit[*kind as usize].contains(&classes.of(class)) {
                goals.wanted[*kind as usize].sites.insert(*site);
            }
        }
        for (class, number) in classes.all() {
            let Class::Line(is_new, line) = class else { continue };
            for (wanted, _) in goals.wanted.iter_mut().zip(&hit).filter(|(_, hit)| hit.contains(&number)) {
                if is_new { &mut wanted.lines } else { &mut wanted.lines_old }.insert(line.clone());
            }
        }
        let unclear = |b: &Known| goals.keeps(b) && goals.kept(b).is_none();
        if bugs.iter().any(unclear) { goals.look_everywhere() } else { goals }
    }

    /// Nothing is looked for; it is only known what is where.
    pub fn places_only(matched: &Match) -> Goals {
        Goals { moved: moved(matched, &[]), ..Goals::default() }
    }

    /// Everything has to be looked for, nothing is taken over.
    pub fn look_everywhere(self) -> Goals {
        Goals { everything: true, waiting: true, ..self }
    }

    /// Everything has to be looked for.
    pub fn is_everything(&self) -> bool {
        self.everything
    }

    /// Nothing has to be looked for. What could be affected but is not asked for is no reason to explore.
    pub fn is_nothing(&self) -> bool {
        let Asked { overflow, race, deadlock } = self.asked;
        let kinds = [(CheckKind::Failure, true), (CheckKind::Overflow, overflow), (CheckKind::Race, race)];
        let left = |(kind, asked)| asked && !self.wanted[kind as usize].sites.is_empty();
        let wanted = self.everything || self.waiting && deadlock || kinds.into_iter().any(left);
        !wanted
    }

    /// Does what is found here by a check of this kind count? A race is found at two places; one is enough.
    pub fn looks_at(&self, kind: CheckKind, file: &str, line: u32) -> bool {
        self.everything || line == 0 || self.wanted[kind as usize].lines.contains(&(file.to_string(), line))
    }

    /// Does a check of this kind of this instruction count?
    pub fn wants(&self, kind: CheckKind, site: Site) -> bool {
        self.everything || self.wanted[kind as usize].sites.contains(&site)
    }

    /// The instructions whose checks of this kind count; of races also those that one may be with, and what may keep
    /// two accesses apart.
    pub fn targets(&self, kind: CheckKind, program: &Program, sharing: &Sharing) -> Vec<Site> {
        let wanted = &self.wanted[kind as usize].sites;
        if kind != CheckKind::Race || wanted.is_empty() {
            return wanted.iter().copied().collect();
        }
        let races = Races::with(program, sharing, |s| wanted.contains(&s));
        let orders = |s: Site, op| sharing.reached[s.function as usize] && synchronises(program, op);
        let counts = |s: Site, op| races.may_race(s) || wanted.contains(&s) || orders(s, op);
        sites(program).filter(|(s, op)| counts(*s, op)).map(|(s, _)| s).collect()
    }

    /// Is this bug of the old version none that is looked for?
    fn keeps(&self, bug: &Known) -> bool {
        match bug.kind {
            _ if self.everything => false,
            None => !self.waiting,
            Some(kind) => {
                let gone = &self.wanted[kind as usize].lines_old;
                !bug.spots.iter().any(|s| gone.contains(&(s.file.clone(), s.line)))
            }
        }
    }

    /// The places of a bug of the old version that the new version has too, unless it has to be found again.
    pub fn kept(&self, bug: &Known) -> Option<Vec<Spot>> {
        if !self.keeps(bug) {
            return None;
        }
        bug.spots.iter().map(|s| self.moved(s).cloned()).collect()
    }

    /// Where this place of the old version is in the new one.
    pub fn moved(&self, old: &Spot) -> Option<&Spot> {
        self.moved.get(old)
    }
}

fn spot(program: &Program, site: Site) -> Option<Spot> {
    let inst =
        &program.functions[site.function as usize].blocks[site.block as usize].insts[site.inst as usize];
    let at = program.location(inst.loc)?.at;
    Some(Spot { file: program.file(at.file).to_string(), line: at.line, column: at.column })
}

fn class(is_new: bool, program: &Program, site: Site) -> Class {
    let f = &program.functions[site.function as usize];
    if f.is_model {
        return Class::Model(is_new, site.function);
    }
    let line = match (spot(program, site), f.loc) {
        (Some(s), _) => (s.file, s.line),
        // As the engine reports it.
        (None, Some(l)) => (program.file(l.file).to_string(), l.line),
        (None, None) => (String::new(), 0),
    };
    Class::Line(is_new, line)
}

/// Where the instructions of the old version are in the new one. Instructions of one spot may have gone to several: a bug goes where
/// its check went, not where a jump or a sum beside it did.
fn moved(matched: &Match, checks: &[Check]) -> FxHashMap<Spot, Spot> {
    let mut out = FxHashMap::default();
    let checked = checks.iter().map(|c| c.site);
    let memory = sites(matched.new).filter(|(_, op)| touches_memory(op)).map(|(s, _)| s);
    for site in checked.chain(memory).chain(sites(matched.new).map(|(s, _)| s)) {
        let was = matched.old_of(site).and_then(|s| spot(matched.old, s));
        if let (Some(was), Some(is)) = (was, spot(matched.new, site)) {
            out.entry(was).or_insert(is);
        }
    }
    // What stands in the place of something else.
    for &(was, is) in &matched.change().modified {
        if let (Some(was), Some(is)) = (spot(matched.old, was), spot(matched.new, is)) {
            out.entry(was).or_insert(is);
        }
    }
    out
}

/// Sets of classes that share a verdict.
#[derive(Default)]
struct Classes {
    numbers: FxHashMap<Class, u32>,
    parents: Vec<u32>,
}

impl Classes {
    fn of(&mut self, class: Class) -> u32 {
        let next = self.parents.len() as u32;
        let n = *self.numbers.entry(class).or_insert(next);
        if n == next {
            self.parents.push(n);
        }
        self.root(n)
    }

    fn root(&mut self, mut n: u32) -> u32 {
        while self.parents[n as usize] != n {
            let up = self.parents[self.parents[n as usize] as usize];
            self.parents[n as usize] = up;
            n = up;
        }
        n
    }

    fn join(&mut self, a: Class, b: Class) {
        let (a, b) = (self.of(a), self.of(b));
        self.parents[a as usize] = b;
    }

    fn all(&mut self) -> Vec<(Class, u32)> {
        let list: Vec<(Class, u32)> = self.numbers.iter().map(|(c, &n)| (c.clone(), n)).collect();
        list.into_iter().map(|(c, n)| (c, self.root(n))).collect()
    }

    /// A failure inside a model is reported at the call.
    fn calls_of_models(&mut self, is_new: bool, program: &Program) {
        let runs = |f: FuncId| program.function(f).is_model && !program.function(f).is_declaration();
        let models: Vec<u32> = (0..program.functions.len() as u32).filter(|&f| runs(FuncId(f))).collect();
        for (site, op) in sites(program) {
            match op {
                Op::Call { callee: Callee::Direct(f), .. } if runs(*f) => {
                    self.join(class(is_new, program, site), Class::Model(is_new, f.0));
                }
                Op::Call { callee: Callee::Indirect(_), .. } => {
                    for &f in &models {
                        self.join(class(is_new, program, site), Class::Model(is_new, f));
                    }
                }
                _ => {}
            }
        }
    }
}
