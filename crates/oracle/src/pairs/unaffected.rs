//! What a change is said not to affect, against both versions explored plainly.
//!
//! A line none of whose instructions is affected must be reached in both versions or in neither, and the same must go wrong there. If
//! threads that wait are not affected, deadlocks must be the same; races of two unaffected accesses too. Every bug of the new
//! version must be at a check that is listed, since nothing else will be looked for.

use super::explored::{Explored, ordered};
use crate::compare::Finding;
use rethread_analysis::{Behaviour, CheckKind, Dependences, Impact, Match, Site, sharing};
use rethread_explore::BugKind;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// What a test that must fail leaves out of the impact.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Blind {
    #[default]
    No,
    /// What was deleted or was there before a modification.
    Deleted,
    /// Everything but the changed code.
    Forward,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unsound {
    /// The match does not hold against both versions.
    Unverified(String),
    /// The same program, and yet a change.
    NotEmpty(String),
    Line {
        now: u32,
        then: u32,
        is: String,
        was: String,
    },
    Deadlocks {
        now: BTreeSet<u32>,
        then: BTreeSet<u32>,
    },
    Races {
        now: BTreeSet<(u32, u32)>,
        then: BTreeSet<(u32, u32)>,
    },
    /// A bug at what is not listed as a check.
    Unlisted(Finding),
}

impl fmt::Display for Unsound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsound::Unverified(why) => write!(f, "not verified: {why}"),
            Unsound::NotEmpty(change) => write!(f, "a change between equal programs: {change}"),
            Unsound::Line { now, then, is, was } => {
                write!(f, "line {now} is not affected, is {is}, and was {was} as line {then}")
            }
            Unsound::Deadlocks { now, then } => {
                write!(f, "deadlocks are not affected, are {now:?} and were {then:?}")
            }
            Unsound::Races { now, then } => {
                write!(f, "races of lines that are not affected are {now:?} and were {then:?}")
            }
            Unsound::Unlisted(finding) => write!(f, "{finding} is at no check"),
        }
    }
}

/// What was seen of one pair.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    pub unaffected: u64,
    pub affected: u64,
    /// The versions have different bugs, or reach different lines.
    pub differs: bool,
    /// Nothing changed.
    pub empty: bool,
}

/// Everything that is wrong with the impact of this change.
pub fn judge(old: &Explored, new: &Explored, equal: bool, blind: Blind) -> (Seen, Vec<Unsound>) {
    let matched = Match::of(&old.program, &new.program, (old.main(), new.main()));
    if let Some((f, why)) = matched.unverified().first() {
        let what = format!("{}: {why}", new.program.function(*f).name);
        return (Seen::default(), vec![Unsound::Unverified(what)]);
    }
    let mut wrong = Vec::new();
    if equal && !matched.change().is_empty() {
        wrong.push(Unsound::NotEmpty(format!("{:?}", matched.change())));
    }
    let impact = Impact::of(&matched, Behaviour::default());
    let forgetful = (blind == Blind::Deleted).then(|| without_deleted(&matched, new));
    let affects = |s: Site| match (blind, &forgetful) {
        (Blind::Forward, _) => matched.old_of(s).is_none(),
        (_, Some(some)) => some.contains(&s),
        _ => impact.affects(s),
    };
    let same = unaffected(old, new, &matched, &affects);
    let lines: BTreeSet<u32> = new.sites().into_iter().map(|s| s.1).collect();
    let seen = Seen {
        unaffected: same.len() as u64,
        affected: (lines.len() - same.len()) as u64,
        differs: old.findings != new.findings || old.reached != new.reached,
        empty: matched.change().is_empty(),
    };
    wrong.extend(lines_that_differ(old, new, &same));
    if blind == Blind::No {
        wrong.extend(deadlocks(old, new, &same, &impact));
        wrong.extend(races(old, new, &same, &impact));
        if !impact.is_everything() {
            wrong.extend(unlisted(new, &impact, seen.empty));
        }
    }
    (seen, wrong)
}

/// What added and modified code leads to in the new program, as the paper has it.
fn without_deleted(matched: &Match, new: &Explored) -> BTreeSet<Site> {
    let change = matched.change();
    let changed: Vec<Site> =
        change.added.iter().copied().chain(change.modified.iter().map(|p| p.1)).collect();
    let sharing = sharing(&new.program, new.main());
    let slice = Dependences::of(&new.program, &sharing, Behaviour::default()).forward(&changed);
    new.sites().into_iter().map(|s| s.0).filter(|s| slice.contains(*s)).collect()
}

/// The lines of the new program none of which is affected, with their lines in the old one. Whole lines of one version are whole lines of
/// the other.
fn unaffected(
    old: &Explored,
    new: &Explored,
    matched: &Match,
    affects: &dyn Fn(Site) -> bool,
) -> BTreeMap<u32, u32> {
    let (mut there, mut back): (BTreeMap<u32, BTreeSet<u32>>, BTreeMap<u32, BTreeSet<u32>>) =
        Default::default();
    let lines: BTreeMap<Site, u32> = old.sites().into_iter().collect();
    let mut bad = BTreeSet::from([0]);
    for (site, line) in new.sites() {
        match matched.old_of(site).and_then(|o| lines.get(&o)) {
            Some(&l) => {
                there.entry(line).or_default().insert(l);
                back.entry(l).or_default().insert(line);
            }
            None => _ = bad.insert(line),
        }
        if affects(site) {
            bad.insert(line);
        }
    }
    let gone: BTreeSet<u32> =
        lines.iter().filter(|(s, _)| matched.new_of(**s).is_none()).map(|(_, l)| *l).collect();
    let one = |(line, lines): (u32, BTreeSet<u32>)| {
        let l = *lines.first()?;
        let alone = lines.len() == 1 && back[&l].len() == 1 && l != 0 && !gone.contains(&l);
        (alone && !bad.contains(&line)).then_some((line, l))
    };
    there.into_iter().filter_map(one).collect()
}

fn lines_that_differ(old: &Explored, new: &Explored, same: &BTreeMap<u32, u32>) -> Option<Unsound> {
    same.iter().find_map(|(&now, &then)| {
        let (is, was) = (new.failures(now), old.failures(then));
        let (here, there) = (new.reached.contains(&now), old.reached.contains(&then));
        // What stands behind a failure in its block counts as reached.
        let hidden = || hides(new, now) || hides(old, then);
        (is != was || here != there && !hidden()).then(|| Unsound::Line {
            now,
            then,
            is: format!("{} {is:?}", if here { "reached" } else { "not reached" }),
            was: format!("{} {was:?}", if there { "reached" } else { "not reached" }),
        })
    })
}

/// Is there a failure before the line in one of its blocks?
fn hides(version: &Explored, line: u32) -> bool {
    let all = version.sites();
    let here = all.iter().filter(|s| s.1 == line).map(|s| s.0);
    here.into_iter().any(|s| {
        let before = |o: &Site| (o.function, o.block) == (s.function, s.block) && o.inst < s.inst;
        all.iter().any(|(o, l)| before(o) && *l != line && !version.failures(*l).is_empty())
    })
}

fn deadlocks(old: &Explored, new: &Explored, same: &BTreeMap<u32, u32>, impact: &Impact) -> Option<Unsound> {
    let (now, then) = (new.deadlocks(), old.deadlocks());
    let moved: BTreeSet<u32> = now.iter().filter_map(|l| same.get(l).copied()).collect();
    // A place that is on no whole line of both versions is compared as being there at all.
    let agree = if moved.len() == now.len() { moved == then } else { now.is_empty() == then.is_empty() };
    (!impact.affects_waiting() && !agree).then_some(Unsound::Deadlocks { now, then })
}

fn races(old: &Explored, new: &Explored, same: &BTreeMap<u32, u32>, impact: &Impact) -> Option<Unsound> {
    let racy = checks(new, impact, |kind, affected| kind == CheckKind::Race && affected);
    let quiet: BTreeMap<u32, u32> =
        same.iter().map(|(&n, &o)| (o, n)).filter(|p| !racy.contains(&p.1)).collect();
    let stays: BTreeSet<u32> = quiet.values().copied().collect();
    let now: BTreeSet<(u32, u32)> =
        new.races().into_iter().filter(|(a, b)| stays.contains(a) && stays.contains(b)).collect();
    let then = old.races().into_iter().filter_map(|(a, b)| Some(ordered(*quiet.get(&a)?, *quiet.get(&b)?)));
    let then: BTreeSet<(u32, u32)> = then.collect();
    (now != then).then_some(Unsound::Races { now, then })
}

/// Lines with a check of this kind.
fn checks(new: &Explored, impact: &Impact, is: impl Fn(CheckKind, bool) -> bool) -> BTreeSet<u32> {
    let sites: BTreeMap<Site, u32> = new.sites().into_iter().collect();
    let found = impact.checks().into_iter().filter(|c| is(c.kind, c.affected));
    found.filter_map(|c| sites.get(&c.site).copied()).collect()
}

/// A bug of the new version where there is no check.
fn unlisted(new: &Explored, impact: &Impact, empty: bool) -> Option<Unsound> {
    // Without a change nothing is looked for.
    if empty {
        return None;
    }
    let failing = checks(new, impact, |kind, _| kind == CheckKind::Failure);
    let racing = checks(new, impact, |kind, _| kind == CheckKind::Race);
    let listed = |f: &Finding| match f.kind {
        // Of all threads, and at no place of its own.
        BugKind::Deadlock => true,
        BugKind::Race => racing.contains(&f.line) && f.other.is_none_or(|o| racing.contains(&o)),
        _ => failing.contains(&f.line),
    };
    new.findings.iter().find(|f| !listed(f)).cloned().map(Unsound::Unlisted)
}
