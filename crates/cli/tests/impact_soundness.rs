//! What a change is said not to affect stays as it was: random programs with threads, random edits of their text and
//! of their instructions, both versions explored, and compared line by line.
//!
//! `RETHREAD_IMPACTS=N` takes N programs instead of a few, `RETHREAD_SEED=S` starts with program S.

#[path = "impact_soundness/edit.rs"]
mod edit;
#[path = "slice_soundness/generate.rs"]
mod generate;
#[path = "impact_soundness/looks.rs"]
mod looks;
#[path = "slice_soundness/mutate.rs"]
mod mutate;
#[path = "slice_soundness/run.rs"]
mod run;

use edit::edit;
use generate::{Rng, generate};
use looks::rewrite;
use mutate::mutate;
use rethread_analysis::{Behaviour, CheckKind, Impact, Match, Site};
use rethread_ir::Program;
use run::{Lines, compiled, explored, number, sites};
use std::collections::{BTreeMap, BTreeSet};

const PROGRAMS: u64 = 20;
/// Edited versions of each.
const EDITS: u64 = 4;

#[derive(Default, Debug)]
struct Tally {
    pairs: u64,
    too_long: u64,
    /// Lines that were said to be unaffected, and those that were not.
    unaffected: u64,
    affected: u64,
    /// Pairs that behave differently somewhere.
    noticed: u64,
    /// Pairs of lines that race, neither affected.
    races: u64,
    wrong: Vec<String>,
}

/// What a test that must fail leaves out.
#[derive(Copy, Clone, PartialEq)]
enum Blind {
    No,
    /// What was deleted or was there before a modification.
    Deleted,
    /// Everything but the changed code.
    Forward,
}

/// The lines of the new program none of which was affected, with their lines in the old one.
fn unaffected(matched: &Match, affects: &dyn Fn(Site) -> bool) -> BTreeMap<u32, u32> {
    let (mut there, mut back): (BTreeMap<u32, BTreeSet<u32>>, BTreeMap<u32, BTreeSet<u32>>) =
        Default::default();
    let old: BTreeMap<Site, u32> = sites(matched.old).into_iter().collect();
    let mut bad = BTreeSet::from([0]);
    for (site, line) in sites(matched.new) {
        match matched.old_of(site).and_then(|o| old.get(&o)) {
            Some(&l) => {
                there.entry(line).or_default().insert(l);
                back.entry(l).or_default().insert(line);
            }
            None => drop(bad.insert(line)),
        }
        if affects(site) {
            bad.insert(line);
        }
    }
    let whole: BTreeSet<u32> =
        old.iter().filter(|(s, _)| matched.new_of(**s).is_none()).map(|(_, l)| *l).collect();
    let one = |(line, lines): (u32, BTreeSet<u32>)| {
        let l = *lines.first()?;
        let alone = lines.len() == 1 && back[&l].len() == 1 && l != 0 && !whole.contains(&l);
        (alone && !bad.contains(&line)).then_some((line, l))
    };
    there.into_iter().filter_map(one).collect()
}

/// Is there a failure before the line in one of its blocks? What stands behind it there counts as reached.
fn hides(program: &Program, lines: &Lines, line: u32) -> bool {
    let all = sites(program);
    let here = all.iter().filter(|s| s.1 == line).map(|s| s.0);
    here.into_iter().any(|s| {
        let before = |o: &Site| (o.function, o.block) == (s.function, s.block) && o.inst < s.inst;
        all.iter().any(|(o, l)| before(o) && *l != line && !lines.at(*l).1.is_empty())
    })
}

fn compare(what: &str, old: &Program, new: &Program, before: &Lines, blind: Blind, tally: &mut Tally) {
    let Some(after) = explored(new).filter(|l| !l.cut) else {
        tally.too_long += 1;
        return;
    };
    let main = |p: &Program| p.find_function("main").unwrap();
    let matched = Match::of(old, new, (main(old), main(new)));
    if let Some((f, why)) = matched.unverified().first() {
        tally.wrong.push(format!("{what}: {} is not verified: {why}", new.function(*f).name));
        return;
    }
    let impact = Impact::of(&matched, Behaviour::default());
    let affects = |s: Site| match blind {
        Blind::No => impact.affects(s),
        Blind::Deleted => {
            let change = matched.change();
            let changed: Vec<Site> =
                change.added.iter().copied().chain(change.modified.iter().map(|p| p.1)).collect();
            let entry = new.find_function("main").unwrap();
            let sharing = rethread_analysis::sharing(new, entry);
            let d = rethread_analysis::Dependences::of(new, &sharing, Behaviour::default());
            d.forward(&changed).contains(s)
        }
        Blind::Forward => matched.old_of(s).is_none(),
    };
    tally.pairs += 1;
    let same = unaffected(&matched, &affects);
    let lines: BTreeSet<u32> = sites(new).into_iter().map(|s| s.1).collect();
    tally.unaffected += same.len() as u64;
    tally.affected += (lines.len() - same.len()) as u64;
    for (&now, &then) in &same {
        let hidden = hides(new, &after, now) || hides(old, before, then);
        if after.at(now).1 != before.at(then).1 || !hidden && after.at(now) != before.at(then) {
            tally.wrong.push(format!(
                "{what}: line {now} is {:?} and was {:?} as line {then}",
                after.at(now),
                before.at(then)
            ));
            return;
        }
    }
    tally.noticed += u64::from(before.at.values().ne(after.at.values()));
    if !impact.affects_waiting() && before.deadlocks != after.deadlocks {
        tally.wrong.push(format!("{what}: deadlocks {} and {}", before.deadlocks, after.deadlocks));
    }
    let racy: Vec<Site> = impact
        .checks()
        .into_iter()
        .filter(|c| c.kind == CheckKind::Race && c.affected)
        .map(|c| c.site)
        .collect();
    let racy: BTreeSet<u32> = sites(new).into_iter().filter(|s| racy.contains(&s.0)).map(|s| s.1).collect();
    let quiet = |l: &u32| same.contains_key(l) && !racy.contains(l);
    let now: BTreeSet<(u32, u32)> =
        after.races.iter().filter(|(a, b)| quiet(a) && quiet(b)).copied().collect();
    let stays: BTreeMap<u32, u32> = same.iter().filter(|(n, _)| quiet(n)).map(|(&n, &o)| (o, n)).collect();
    let then = before.races.iter().filter_map(|(a, b)| {
        let (a, b) = (*stays.get(a)?, *stays.get(b)?);
        Some((a.min(b), a.max(b)))
    });
    let then: BTreeSet<(u32, u32)> = then.collect();
    tally.races += now.len() as u64;
    if blind == Blind::No && now != then {
        tally.wrong.push(format!("{what}: races {now:?} and {then:?}"));
    }
}

fn judge(seed: u64, blind: Blind, tally: &mut Tally) {
    let text = generate(seed);
    let program = compiled(&text).expect("the text compiles");
    let Some(before) = explored(&program).filter(|l| !l.cut) else {
        tally.too_long += 1;
        return;
    };
    let mut rng = Rng::new(seed ^ 0x1_3bac7);
    let all: Vec<Site> = sites(&program).into_iter().map(|s| s.0).collect();
    for i in 0..EDITS {
        let wrong = tally.wrong.len();
        if i % 2 == 0 {
            let other = generate(seed + 1000 + i);
            let edited = edit(&text, &other, &mut rng);
            let Some(new) = compiled(&edited) else { continue };
            compare(&format!("seed {seed}, edit {i}"), &program, &new, &before, blind, tally);
            if tally.wrong.len() > wrong {
                tally.wrong.push(format!("{text}\n---- became ----\n{edited}"));
            }
        } else {
            let few: Vec<Site> = (0..1 + rng.below(3)).map(|_| all[rng.below(all.len())]).collect();
            let (new, changes) = mutate(&program, &few, &mut rng);
            if !changes.is_empty() {
                compare(&format!("seed {seed}, edit {i}"), &program, &new, &before, blind, tally);
            }
            if tally.wrong.len() > wrong {
                tally.wrong.push(format!("{text}\n---- with ----\n{}", changes.join("\n")));
            }
        }
    }
}

#[test]
fn what_a_change_does_not_affect_stays() {
    let mut tally = Tally::default();
    let first = number("RETHREAD_SEED", 0);
    for seed in first..first + number("RETHREAD_IMPACTS", PROGRAMS) {
        judge(seed, Blind::No, &mut tally);
    }
    let wrong = std::mem::take(&mut tally.wrong);
    wrong.iter().for_each(|w| println!("{w}\n"));
    println!("{tally:?}");
    assert!(wrong.is_empty(), "{} things are not as they should be", wrong.len());
    assert!(tally.unaffected > 0 && tally.noticed > 0, "the test must have something to find: {tally:?}");
}

/// The net holds: without the forward set, or without what was deleted, differences are found.
#[test]
fn a_set_that_is_too_small_is_noticed() {
    for blind in [Blind::Forward, Blind::Deleted] {
        let mut tally = Tally::default();
        for seed in 0..60 {
            judge(seed, blind, &mut tally);
            if !tally.wrong.is_empty() {
                break;
            }
        }
        assert!(!tally.wrong.is_empty(), "{tally:?}");
    }
}

fn matched<'p>(old: &'p Program, new: &'p Program) -> Match<'p> {
    let main = |p: &Program| p.find_function("main").unwrap();
    let matched = Match::of(old, new, (main(old), main(new)));
    assert_eq!(matched.unverified(), []);
    matched
}

#[test]
fn looks_are_no_change() {
    let first = number("RETHREAD_SEED", 0);
    for seed in first..first + number("RETHREAD_IMPACTS", PROGRAMS) {
        let text = generate(seed);
        let other = rewrite(&text, &mut Rng::new(seed ^ 0x1007));
        assert_ne!(text, other);
        let (old, new) = (compiled(&text).unwrap(), compiled(&other));
        let new = new.unwrap_or_else(|| panic!("seed {seed} does not compile\n{other}"));
        let change = matched(&old, &new).change().clone();
        assert!(change.is_empty(), "seed {seed}: {change:?}\n{text}\n---- became ----\n{other}");
    }
}

/// A statement with an effect that is seen outside does something else: its line is among what changed.
#[test]
fn an_edit_is_a_change() {
    let mut edits = 0;
    let first = number("RETHREAD_SEED", 0);
    for seed in first..first + number("RETHREAD_IMPACTS", PROGRAMS) {
        let text = generate(seed);
        let old = compiled(&text).unwrap();
        let has_code: BTreeSet<u32> = sites(&old).into_iter().map(|s| s.1).collect();
        let lines: Vec<&str> = text.lines().collect();
        let assigns = |l: &str| {
            let l = l.trim();
            l.starts_with(['x', 'v', 's'])
                && l.contains(" = ")
                && l.ends_with(';')
                && !l.contains(['{', '?', ','])
        };
        let places = (1u32..).zip(&lines).filter(|(n, l)| assigns(l) && has_code.contains(n));
        for (at, line) in places.take(3) {
            let (to, value) = line.trim_end_matches(';').split_once(" = ").expect("looked for");
            let mut edited: Vec<String> = lines.iter().map(|l| l.to_string()).collect();
            edited[at as usize - 1] = format!("{to} = ({value}) + 77;");
            let Some(new) = compiled(&edited.join("\n")) else { continue };
            edits += 1;
            let m = matched(&old, &new);
            let change = m.change();
            let changed: Vec<Site> =
                change.added.iter().copied().chain(change.modified.iter().map(|p| p.1)).collect();
            let found = sites(&new).into_iter().any(|s| s.1 == at && changed.contains(&s.0));
            assert!(found, "seed {seed}, line {at}: {change:?}\n{text}");
        }
    }
    assert!(edits > 20, "{edits}");
}
