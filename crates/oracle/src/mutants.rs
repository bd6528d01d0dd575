//! Which seeds find which deliberate defect of the reduction.

use crate::compare::{Complaint, Verdict, compare_with};
use crate::setting::{Setting, options};
use crate::subject::{direct, program_of};
use rethread_explore::{Mutant, Options};
use std::ops::Range;

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

/// The first of these seeds that finds the defect and nothing without it, and how.
pub fn killer(mutant: Mutant, seeds: Range<u64>) -> Option<(u64, Complaint)> {
    seeds.into_iter().find_map(|seed| {
        let complaint = complaints(seed, Some(mutant)).into_iter().next()?;
        complaints(seed, None).is_empty().then_some((seed, complaint))
    })
}
