//! What is not in a slice does not matter: random programs whose instructions outside of the slice of a line are
//! changed, and the line is still reached or not, and fails or not, as before. Besides: what races and what fails
//! is among what may.
//!
//! `RETHREAD_SLICES=N` takes N programs instead of a few, `RETHREAD_SEED=S` starts with program S.

mod slice_soundness {
    pub mod generate;
    pub mod mutate;
    pub mod run;
}

use rethread_analysis::{Behaviour, Dependences, Races, Site, sharing};
use slice_soundness::generate::{Rng, generate};
use slice_soundness::mutate::mutate;
use slice_soundness::run::{Lines, compiled, explored, number, sites};
use std::collections::BTreeSet;

const PROGRAMS: u64 = 24;
/// Lines of each program, and changed programs for each line.
const TARGETS: usize = 6;
const MUTANTS: usize = 3;
#[derive(Default, Debug)]
struct Tally {
    programs: u64,
    too_long: u64,
    mutants: u64,
    changes: u64,
    /// Lines that race.
    races: u64,
    /// Changed programs in which some line, another one than the target, is different.
    noticed: u64,
    wrong: Vec<String>,
}

/// The lines that race.
fn racing(lines: &Lines) -> BTreeSet<u32> {
    lines.races.iter().flat_map(|&(a, b)| [a, b]).collect()
}

/// Compares changed programs with the program of a seed. `slice` says what is in the slice of a line.
fn judge(seed: u64, tally: &mut Tally, slice: impl Fn(&Dependences, &[Site]) -> Box<dyn Fn(Site) -> bool>) {
    let text = generate(seed);
    let program = compiled(&text).expect("the text compiles");
    let Some(before) = explored(&program) else {
        tally.too_long += 1;
        return;
    };
    tally.programs += 1;
    let entry = program.find_function("main").unwrap();
    let sharing = sharing(&program, entry);
    let dependences = Dependences::of(&program, &sharing, Behaviour::default());
    let sites = sites(&program);
    let races = Races::of(&program, &sharing);
    let any = |line: u32, may: &dyn Fn(Site) -> bool| sites.iter().any(|s| s.1 == line && may(s.0));
    for &line in racing(&before).iter().filter(|&&l| !any(l, &|s| races.may_race(s))) {
        tally.wrong.push(format!("seed {seed}: line {line} has a race that cannot be\n{text}"));
    }
    let failing = before.at.iter().filter(|(_, (_, bugs))| !bugs.is_empty()).map(|(&line, _)| line);
    for line in failing.filter(|&l| !any(l, &|s| dependences.may_stop(s))) {
        tally.wrong.push(format!("seed {seed}: line {line} fails, which it cannot\n{text}"));
    }
    tally.races += racing(&before).len() as u64;
    let lines: Vec<u32> =
        sites.iter().map(|s| s.1).filter(|&l| l > 0).collect::<BTreeSet<_>>().into_iter().collect();
    let mut rng = Rng::new(seed ^ 0x5117ce);
    let reached: Vec<u32> = lines.iter().copied().filter(|&l| before.at(l).0).collect();
    for _ in 0..TARGETS {
        let from = if rng.one_in(4) { &lines } else { &reached };
        let line = from[rng.below(from.len())];
        let targets: Vec<Site> = sites.iter().filter(|s| s.1 == line).map(|s| s.0).collect();
        let inside = slice(&dependences, &targets);
        let outside: Vec<Site> = sites.iter().map(|s| s.0).filter(|&s| !inside(s)).collect();
        for _ in 0..MUTANTS {
            let (changed, changes) = mutate(&program, &outside, &mut rng);
            if changes.is_empty() {
                continue;
            }
            let Some(after) = explored(&changed) else {
                tally.too_long += 1;
                continue;
            };
            tally.mutants += 1;
            tally.changes += changes.len() as u64;
            tally.noticed += u64::from(before != after);
            if before.at(line) != after.at(line) {
                let changes = changes.join("\n  ");
                tally.wrong.push(format!(
                    "seed {seed}: line {line} was {:?} and is {:?} with\n  {changes}\n{text}",
                    before.at(line),
                    after.at(line)
                ));
                return;
            }
        }
    }
}

#[test]
fn what_is_outside_of_a_slice_does_not_matter() {
    let mut tally = Tally::default();
    let first = number("RETHREAD_SEED", 0);
    for seed in first..first + number("RETHREAD_SLICES", PROGRAMS) {
        judge(seed, &mut tally, |dependences, targets| {
            let slice = dependences.backward(targets);
            Box::new(move |s| slice.contains(s))
        });
    }
    for wrong in &tally.wrong {
        println!("{wrong}\n");
    }
    let Tally { programs, too_long, mutants, changes, noticed, races, wrong } = &tally;
    println!(
        "{programs} programs ({races} lines race), {mutants} changed ones ({changes} changes), {too_long} took too long, \
         {noticed} differ elsewhere"
    );
    assert!(wrong.is_empty(), "{} lines do what they cannot", wrong.len());
    assert!(
        *mutants > *programs && *noticed > 0 && *races > 0,
        "the test must have something to find: {tally:?}"
    );
}

/// The net holds: with a slice that is only the line itself differences are found.
#[test]
fn a_slice_that_is_too_small_is_noticed() {
    let mut tally = Tally::default();
    for seed in 0..PROGRAMS / 4 {
        judge(seed, &mut tally, |_, targets| {
            let targets = targets.to_vec();
            Box::new(move |s| targets.contains(&s))
        });
    }
    assert!(!tally.wrong.is_empty(), "{tally:?}");
}
