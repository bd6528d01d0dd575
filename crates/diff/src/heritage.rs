//! What exploring a version leaves to the next ones: names that they share, and what summaries know.

use crate::memory::Memory;
use crate::moved::known;
use rethread_analysis::mutants::{Mutant, mutant};
use rethread_analysis::{Goals, Lineage, Match, Site, unlike};
use rethread_explore::{
    Bug, BugKind, Error, Explored, Inheritance, Legacy, Observer, Options, Outcome, Remainder,
};
use rethread_ir::{Callee, Op, Program};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Of one version.
#[derive(Clone, Serialize, Deserialize)]
pub struct Heritage {
    lineage: Arc<Lineage>,
    legacy: Option<Arc<Legacy>>,
}

/// A number that no other program has.
fn seed(program: &Program) -> u64 {
    let bytes = postcard::to_allocvec(program).unwrap_or_default();
    let key = rethread_store::Key::of(&[&bytes]).to_string();
    u64::from_str_radix(&key[..16], 16).unwrap_or(0)
}

/// Explores a version that has no ancestors, from where that was interrupted.
pub fn explore_first(
    program: &Program,
    options: &Options,
    observer: &mut dyn Observer,
    from: Option<Remainder>,
) -> Result<(Explored, Heritage), Error> {
    let lineage = Arc::new(Lineage::first(program, seed(program)));
    let options = Options { lineage: Some(lineage.clone()), ..options.clone() };
    let mut explored = rethread_explore::go_on(program, &options, observer, from)?;
    let legacy = explored.legacy.take().map(Arc::new);
    Ok((explored, Heritage { lineage, legacy }))
}

/// Options for the new version with what it inherits.
pub(crate) fn inheriting(
    options: &Options,
    matched: &Match,
    before: &Heritage,
    goals: &Arc<Goals>,
    lost: &[Bug],
) -> Options {
    let lineage = Arc::new(before.lineage.next(matched, seed(matched.new)));
    let inherits = before.legacy.as_ref().and_then(|legacy| {
        let unlike = changed(matched, lost)?;
        Some(Arc::new(Inheritance { legacy: legacy.clone(), unlike, places: goals.clone() }))
    });
    Options { lineage: Some(lineage), inherits, ..options.clone() }
}

/// Where nothing is explored: what goes on to the next version, with the numbers of it.
pub(crate) fn hand_on(program: &Program, options: &Options) -> (Outcome, Option<Legacy>) {
    let mut outcome = Outcome::empty();
    let legacy = rethread_explore::hand_on(program, options).map(|(legacy, (carried, outdated))| {
        let counts = &mut outcome.counters.summaries;
        (counts.carried, counts.outdated) = (carried, outdated);
        legacy
    });
    (outcome, legacy)
}

impl Heritage {
    /// If none of it was as much as looked at, because a lost bug may be anywhere or summaries are off: all of it was dropped.
    pub(crate) fn count_dropped(
        &self,
        program: &Program,
        options: &Options,
        goals: &Arc<Goals>,
        outcome: &mut Outcome,
    ) {
        let counts = &mut outcome.counters.summaries;
        let Some(legacy) = self.legacy.as_ref().filter(|_| counts.carried + counts.outdated == 0) else {
            return;
        };
        let all = Inheritance { legacy: legacy.clone(), unlike: FxHashSet::default(), places: goals.clone() };
        let options = Options { inherits: Some(Arc::new(all)), ..options.clone() };
        if let Some((_, (carried, outdated))) = rethread_explore::hand_on(program, &options) {
            counts.outdated = carried + outdated;
        }
    }
}

pub(crate) fn heritage(options: &Options, legacy: Option<Legacy>) -> Option<Heritage> {
    Some(Heritage { lineage: options.lineage.clone()?, legacy: legacy.map(Arc::new) })
}

/// What is not as it was. `lost` are bugs of the old version that have to be found again: to it they were known.
/// None if one of them may be anywhere.
fn changed(matched: &Match, lost: &[Bug]) -> Option<FxHashSet<Site>> {
    let mut out = unlike(matched);
    let mut lines: FxHashSet<(String, u32)> = FxHashSet::default();
    for bug in lost {
        if matches!(bug.kind, BugKind::StackOverflow | BugKind::Leak) {
            return None;
        }
        lines.extend(known(bug).spots.into_iter().map(|s| (s.file, s.line)));
    }
    if lines.is_empty() || mutant(Mutant::KnownForEver) {
        return Some(out);
    }
    for (f, function) in (0..).zip(&matched.new.functions) {
        for (b, block) in (0..).zip(&function.blocks) {
            for i in 0..block.insts.len() as u32 {
                let site = Site { function: f, block: b, inst: i };
                let Some(old) = matched.old_of(site) else { continue };
                let inst = &matched.old.functions[old.function as usize].blocks[old.block as usize].insts
                    [old.inst as usize];
                let place = matched
                    .old
                    .location(inst.loc)
                    .map(|l| (matched.old.file(l.at.file).to_string(), l.at.line));
                if !place.is_none_or(|p| lines.contains(&p)) {
                    continue;
                }
                // What fails inside a model is reported where it was called.
                let into_model = match &inst.op {
                    Op::Call { callee: Callee::Direct(g), .. } => {
                        matched.old.function(*g).is_model && !matched.old.function(*g).is_declaration()
                    }
                    Op::Call { callee: Callee::Indirect(_), .. } => true,
                    _ => false,
                };
                if into_model {
                    return None;
                }
                out.insert(site);
            }
        }
    }
    Some(out)
}

impl Memory<'_> {
    /// Keeps what the version leaves to the next ones.
    pub fn remember_heritage(&self, heritage: &Heritage) {
        if let (Some(store), Ok(bytes)) = (self.store, postcard::to_allocvec(heritage)) {
            store.put(&[(rethread_store::Space::Summaries, self.key(), &*self.label, bytes)]);
        }
    }

    /// None if nothing was kept, or not for this program.
    pub fn recall_heritage(&self, program: &Program) -> Option<Heritage> {
        let bytes = self.store?.get(rethread_store::Space::Summaries, self.key())?;
        let heritage: Heritage = postcard::from_bytes(&bytes).ok()?;
        heritage.lineage.fits(program).then_some(heritage)
    }
}
