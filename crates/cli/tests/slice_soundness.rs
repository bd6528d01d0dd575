//! What is not in a slice does not matter: random programs whose instructions outside of the slice of a line are
//! changed, and the line is still reached or not, and fails or not, as before. Besides: what races and what fails
//! is among what may.
//!
//! `RETHREAD_SLICES=N` takes N programs instead of a few, `RETHREAD_SEED=S` starts with program S.

mod slice_soundness {
    pub mod generate;
    pub mod mutate;
}

use rethread_analysis::{Behaviour, Dependences, Races, Site, sharing};
use rethread_explore::{Bug, BugKind, Observer, Options, Progress, Test, check};
use rethread_ir::{Isolation, LoadOptions, Program, load};
use slice_soundness::generate::{Rng, generate};
use slice_soundness::mutate::mutate;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

const PROGRAMS: u64 = 24;
/// Lines of each program, and changed programs for each line.
const TARGETS: usize = 6;
const MUTANTS: usize = 3;
/// Programs with more runs than that are not worth their time.
const RUNS: u64 = 1500;

struct Limit;

impl Observer for Limit {
    fn test(&mut self, _: &Test) {}
    fn bug(&mut self, _: &Bug) {}
    fn progress(&mut self, progress: &Progress) -> bool {
        let c = &progress.counters;
        c.complete + c.infeasible + c.blocked > RUNS
    }
}

/// By line: was it reached, and what went wrong there? And the lines of races.
#[derive(PartialEq, Debug, Default)]
struct Lines(BTreeMap<u32, (bool, BTreeSet<BugKind>)>, BTreeSet<u32>);

impl Lines {
    fn at(&self, line: u32) -> (bool, BTreeSet<BugKind>) {
        self.0.get(&line).cloned().unwrap_or_default()
    }
}

/// None if it takes too long.
fn explored(program: &Program) -> Option<Lines> {
    let options = Options {
        dpor: true,
        no_tests: true,
        // More than a loop that counts takes, also when its bound is changed.
        max_loop: Some(6),
        max_time: Some(Duration::from_secs(20)),
        ..Options::default()
    };
    let outcome = check(program, &options, &mut Limit).ok()?;
    if outcome.bounds_hit.keys().any(|b| b != "max-loop") {
        return None;
    }
    let mut lines = Lines::default();
    for (&line, &times) in outcome.coverage.lines.values().flatten() {
        lines.0.entry(line).or_default().0 = times > 0;
    }
    for race in outcome.bugs.iter().filter(|b| b.kind == BugKind::Race) {
        lines.1.insert(race.place.line);
        lines.1.extend(race.other.as_ref().map(|o| o.place.line));
    }
    // Two threads take part in the others: they are not about one line.
    for bug in outcome.bugs.iter().filter(|b| !matches!(b.kind, BugKind::Race | BugKind::Deadlock)) {
        lines.0.entry(bug.place.line).or_default().1.insert(bug.kind);
    }
    Some(lines)
}

fn compiled(text: &str) -> Program {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.c");
    std::fs::write(&path, text).unwrap();
    let options = LoadOptions { isolation: Isolation::InProcess, ..LoadOptions::default() };
    let mut program = load(&[path], &options).unwrap();
    rethread_engine::add_models(&mut program);
    program
}

/// The instructions of the program's own functions, with their lines.
fn sites(program: &Program) -> Vec<(Site, u32)> {
    let mut out = Vec::new();
    for (f, function) in program.functions.iter().enumerate().filter(|(_, f)| !f.is_model) {
        for (b, block) in function.blocks.iter().enumerate() {
            for (i, inst) in block.insts.iter().enumerate() {
                let line = program.location(inst.loc).map_or(0, |l| l.at.line);
                out.push((Site { function: f as u32, block: b as u32, inst: i as u32 }, line));
            }
        }
    }
    out
}

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

/// Compares changed programs with the program of a seed. `slice` says what is in the slice of a line.
fn judge(seed: u64, tally: &mut Tally, slice: impl Fn(&Dependences, &[Site]) -> Box<dyn Fn(Site) -> bool>) {
    let text = generate(seed);
    let program = compiled(&text);
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
    for &line in before.1.iter().filter(|&&l| !any(l, &|s| races.may_race(s))) {
        tally.wrong.push(format!("seed {seed}: line {line} has a race that cannot be\n{text}"));
    }
    let failing = before.0.iter().filter(|(_, (_, bugs))| !bugs.is_empty()).map(|(&line, _)| line);
    for line in failing.filter(|&l| !any(l, &|s| dependences.may_stop(s))) {
        tally.wrong.push(format!("seed {seed}: line {line} fails, which it cannot\n{text}"));
    }
    tally.races += before.1.len() as u64;
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

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(otherwise)
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
