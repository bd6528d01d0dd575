//! Which seeds find which deliberate defect of the reduction.

use crate::compare::{Complaint, Verdict, compare_with};
use crate::pairs::diff::DiffSetting;
use crate::pairs::explored::Explored;
use crate::pairs::unaffected::Blind;
use crate::pairs::{judge_under, walk};
use crate::setting::{Setting, options};
use crate::subject::{direct, from_text, program_of};
use rethread_explore::{Mutant, Options};
use std::cell::Cell;
use std::ops::Range;

/// Defects of what summaries hand on: no other setting can show them.
const OF_CARRY: [Mutant; 4] = [Mutant::NoFootprint, Mutant::NoEdges, Mutant::NoSharing, Mutant::NoVouching];

thread_local! {
    static OF_CHANGES: Cell<Option<Mutant>> = const { Cell::new(None) };
}

/// The defect that changes are looked at with.
pub(crate) fn of_changes() -> Option<Mutant> {
    OF_CHANGES.get()
}

/// Does the oracle on pairs complain about the chain of a seed if there is this defect, or none?
pub fn complains_of_change(seed: u64, mutant: Option<Mutant>) -> bool {
    OF_CHANGES.set(mutant);
    let carries = |s: &DiffSetting| s.carry || !mutant.is_some_and(|m| OF_CARRY.contains(&m));
    let settings: Vec<DiffSetting> = DiffSetting::ALL.into_iter().filter(carries).collect();
    let found = judge_under(seed, Blind::No, &settings, &mut Default::default());
    OF_CHANGES.set(None);
    found.is_some()
}

/// What `diff` says wrongly of these versions, given as C, going from each to the next, if there is this defect, or none.
pub fn complaints_of_versions(versions: &[&str], mutant: Option<Mutant>) -> Vec<String> {
    let explored: Vec<Option<Explored>> = versions
        .iter()
        .map(|text| {
            Some(Explored::of(from_text(text).expect("it is C")).expect("no panic").expect("it is small"))
        })
        .collect();
    OF_CHANGES.set(mutant);
    let carrying = DiffSetting::ALL.into_iter().filter(|s| s.carry);
    let found = carrying.filter_map(|how| walk(&explored, how, None, &mut Default::default()));
    let found =
        found.flat_map(|((i, j), why)| why.into_iter().map(move |w| format!("{i} to {j}: {w}"))).collect();
    OF_CHANGES.set(None);
    found
}

/// What the oracle has to say about the program of a seed if the reduction has this defect, or none.
pub fn complaints(seed: u64, mutant: Option<Mutant>) -> Vec<Complaint> {
    let program = direct(&mut program_of(seed));
    let with_defect = |setting| Options { mutant, ..options(setting) };
    let complaints = |settings: &[Setting]| match compare_with(&program, settings, with_defect) {
        Verdict::Mismatch(why) => why,
        Verdict::Agree(_) | Verdict::Discarded(_) => Vec::new(),
    };
    let all = complaints(&Setting::ALL);
    if all.is_empty() { complaints(&Setting::SLICES) } else { all }
}

/// The first of these seeds whose chain finds the defect and nothing without it.
pub fn killer_of_change(mutant: Mutant, mut seeds: Range<u64>) -> Option<u64> {
    seeds.find(|&s| complains_of_change(s, Some(mutant)) && !complains_of_change(s, None))
}

/// The first of these seeds that finds the defect and nothing without it, and how.
pub fn killer(mutant: Mutant, seeds: Range<u64>) -> Option<(u64, String)> {
    seeds.into_iter().find_map(|seed| {
        let complaint = complaints(seed, Some(mutant)).into_iter().next()?;
        complaints(seed, None).is_empty().then(|| (seed, complaint.to_string()))
    })
}
