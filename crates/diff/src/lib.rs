//! Two versions of a program: what of the new one has to be explored, and what follows from what is known of the old one.
//!
//! Source: Conc-iSE (ASE 2016). The checks that a change can affect ([`Goals`]) are looked for in the new version, and only
//! what can matter to them is explored; the verdict on every other check is the old version's.
//!
//! Guarantee: the bugs that are new or still present are those that plain exploration of the new version finds, as far
//! as the old version was explored without hitting a bound; where it was not, that is said. A bug is the same in both if
//! its kind and place are, but an assertion on a line that was edited has to say the same, too.
#![forbid(unsafe_code)]

mod heritage;
mod memory;
mod moved;
mod rest;

pub use heritage::{Heritage, explore_first};
pub use memory::{Compiled, Memory};

use moved::{Key, key, known, moved_bug, moved_place};
use rethread_analysis::{Asked, Goals, Impact, Known, Match, Site};
use rethread_explore::{Bug, BugKind, Error, Observer, Options, Outcome, Verdict};
use rethread_ir::Program;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What became of a bug.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    New,
    Present,
    Fixed,
}

/// How that is known.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum How {
    /// The new version was explored; what is fixed was looked for and not found.
    Found,
    /// The change cannot affect it.
    Carried,
}

/// A bug of one of the versions. What is fixed has the places of the old one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Finding {
    pub bug: Bug,
    pub status: Status,
    pub how: How,
}

/// How the new version is explored.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Without goals; they are found here.
    pub options: Options,
    /// Look only for what the change can affect (`--reduce impact`).
    pub impact: bool,
    /// Use what summaries of the old version know (`--reduce carry`); needs summaries.
    pub carry: bool,
}

/// How often each bound was hit.
pub type Bounds = BTreeMap<String, u64>;

/// What two versions have to do with each other.
pub struct Answer {
    /// New ones first, then those that are still there, then those that are fixed; by place.
    pub findings: Vec<Finding>,
    /// What is known of the new version: its bugs, found or taken over, and what exploring it took.
    pub outcome: Outcome,
    /// The bounds that exploring the new version hit; others of its outcome are the old version's.
    pub own_bounds: Bounds,
    /// What the change cannot affect was not looked for, but taken over.
    pub narrowed: bool,
    /// Could the change affect anything that is looked for? If not nothing was explored.
    pub affected: bool,
    /// What this version leaves to the next.
    pub heritage: Option<Heritage>,
}

impl Answer {
    pub fn with(&self, status: Status) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(move |f| f.status == status)
    }

    /// What is to be told: its outcome, with the bounds of the old version also where nothing was taken over from it. What
    /// is new rests on what was not found there.
    pub fn told(&self, before: &Outcome) -> Outcome {
        let mut out = self.outcome.clone();
        for (bound, times) in &before.bounds_hit {
            let both = times + self.own_bounds.get(bound).unwrap_or(&0);
            let told = out.bounds_hit.entry(bound.clone()).or_insert(0);
            *told = both.max(*told);
        }
        if !before.bounds_hit.is_empty() && self.with(Status::New).next().is_some() {
            let bounds: Vec<&str> = before.bounds_hit.keys().map(String::as_str).collect();
            out.notes.push(format!(
                "bugs that are called new may be older: the old version was not explored to its end ({})",
                bounds.join(", ")
            ));
        }
        out.verdict = verdict(&out);
        out
    }
}

/// What a program is explored as: models of libc are part of it.
pub fn prepared(mut program: Program) -> Program {
    rethread_engine::add_models(&mut program);
    program
}

/// Both versions as one, from where they start. They have their models.
pub fn matched<'p>(old: &'p Program, new: &'p Program, options: &Options) -> Result<Match<'p>, Error> {
    let entry = |p| rethread_engine::entry(p, options.entry.as_deref()).map_err(Error::Setup);
    Ok(Match::of(old, new, (entry(old)?, entry(new)?)))
}

/// What the change did. `before` is what is known of the old version, under the same options but for reductions, and
/// `heritage` what its summaries know.
pub fn diff(
    matched: &Match,
    before: &Outcome,
    heritage: Option<&Heritage>,
    settings: &Settings,
    observer: &mut dyn Observer,
) -> Result<Answer, Error> {
    #[cfg(feature = "mutants")]
    rethread_analysis::mutants::activate(settings.options.mutant);
    let known: Vec<Known> = before.bugs.iter().map(known).collect();
    let goals = goals(matched, &known, settings)?;
    let unchanged = matched.change().is_empty();
    let goals = Arc::new(goals);
    let mut findings = Vec::new();
    let mut lost = Vec::new();
    for (bug, known) in before.bugs.iter().zip(&known) {
        // Not at one place: looked for everywhere if there can be any.
        let anywhere = matches!(bug.kind, BugKind::StackOverflow | BugKind::Leak);
        if goals.kept(known).is_some() && (unchanged || !anywhere) {
            let bug = moved_bug(bug, &goals);
            observer.bug(&bug);
            findings.push(Finding { bug, status: Status::Present, how: How::Carried });
        } else {
            lost.push(bug.clone());
        }
    }
    let heritage = heritage.filter(|_| settings.carry);
    let options = match heritage {
        Some(heritage) => heritage::inheriting(&settings.options, matched, heritage, &goals, &lost),
        None => settings.options.clone(),
    };
    let options = Options { goals: Some(goals.clone()), ..options };
    let affected = !goals.is_nothing();
    let (mut outcome, legacy) = match (affected, heritage) {
        (true, _) => rethread_explore::explore(matched.new, &options, observer)?,
        (false, Some(_)) => heritage::hand_on(matched.new, &options),
        (false, None) => (Outcome::empty(), None),
    };
    if let Some(heritage) = heritage {
        heritage.count_dropped(matched.new, &options, &goals, &mut outcome);
    }
    let found = std::mem::take(&mut outcome.bugs);
    classify(&mut findings, found, before, matched, &goals, &mut outcome);
    outcome.bugs = findings.iter().filter(|f| f.status != Status::Fixed).map(|f| f.bug.clone()).collect();
    let own_bounds = outcome.bounds_hit.clone();
    let narrowed = !goals.is_everything();
    if narrowed {
        rest_on(&mut outcome, before);
    }
    outcome.verdict = verdict(&outcome);
    let heritage = heritage::heritage(&options, legacy);
    Ok(Answer { findings, outcome, own_bounds, narrowed, affected, heritage })
}

fn verdict(outcome: &Outcome) -> Verdict {
    match () {
        _ if !outcome.bugs.is_empty() => Verdict::Bugs,
        _ if !outcome.bounds_hit.is_empty() => Verdict::Incomplete,
        _ => Verdict::Ok,
    }
}

/// The same if the new version is known too: nothing is explored.
pub fn compare(matched: &Match, before: &Outcome, now: Outcome, observer: &mut dyn Observer) -> Answer {
    let goals = Goals::places_only(matched);
    let (mut findings, mut outcome) = (Vec::new(), now);
    outcome.bugs.iter().for_each(|bug| observer.bug(bug));
    let found = outcome.bugs.clone();
    classify(&mut findings, found, before, matched, &goals, &mut outcome);
    outcome.bugs = findings.iter().filter(|f| f.status != Status::Fixed).map(|f| f.bug.clone()).collect();
    outcome.counters = Default::default();
    let own_bounds = outcome.bounds_hit.clone();
    Answer { findings, outcome, own_bounds, narrowed: false, affected: false, heritage: None }
}

/// Sorts what was found into what is new and what was there, and adds what is gone.
fn classify(
    findings: &mut Vec<Finding>,
    found: Vec<Bug>,
    before: &Outcome,
    matched: &Match,
    goals: &Goals,
    outcome: &mut Outcome,
) {
    let mut seen: BTreeSet<Key> = findings.iter().map(|f| key(&f.bug)).collect();
    let there: Vec<Bug> = before.bugs.iter().map(|b| moved_place(b, goals)).collect();
    let edited = edited(matched);
    let same = |was: &Bug, is: &Bug| key(was) == key(is) && !replaced(was, is, &edited);
    for bug in found {
        if seen.insert(key(&bug)) {
            let known = there.iter().any(|was| same(was, &bug));
            let status = if known { Status::Present } else { Status::New };
            findings.push(Finding { bug, status, how: How::Found });
        }
    }
    let gone = before.bugs.iter().zip(&there).filter(|(_, was)| !findings.iter().any(|f| same(was, &f.bug)));
    let gone: Vec<Bug> = gone.map(|(bug, _)| bug.clone()).collect();
    match outcome.bounds_hit.is_empty() {
        true => findings.extend(gone.into_iter().map(|bug| Finding {
            bug,
            status: Status::Fixed,
            how: How::Found,
        })),
        // They may still be there, where exploration did not get to.
        false if !gone.is_empty() => outcome.notes.push(format!(
            "of the old version's bugs {} not found again, but exploration was not complete",
            if gone.len() == 1 { "one was".into() } else { format!("{} were", gone.len()) }
        )),
        false => {}
    }
    findings.sort_by_key(|f| (f.status, key(&f.bug)));
}

/// Lines of the new version with code that was not there, or was other code.
fn edited(matched: &Match) -> BTreeSet<(String, u32)> {
    let (new, change) = (matched.new, matched.change());
    let sites = change.added.iter().chain(change.modified.iter().map(|p| &p.1));
    let line = |s: &Site| {
        let function = &new.functions[s.function as usize];
        let at = new.location(function.blocks[s.block as usize].insts[s.inst as usize].loc)?.at;
        Some((new.file(at.file).to_string(), at.line))
    };
    sites.filter_map(line).collect()
}

/// Is this an assertion that somebody wrote where another one was? Blanks in it are layout.
fn replaced(was: &Bug, is: &Bug, edited: &BTreeSet<(String, u32)>) -> bool {
    let text = |bug: &Bug| bug.message.split_whitespace().collect::<String>();
    let line = (is.place.file.clone(), is.place.line);
    is.kind == BugKind::Assert && text(was) != text(is) && edited.contains(&line)
}

/// What has to be looked for in the new version.
fn goals(matched: &Match, known: &[Known], settings: &Settings) -> Result<Goals, Error> {
    let options = &settings.options;
    let checks = &options.checks;
    let impact = Impact::of(matched, rethread_engine::behaviour(checks, options.reuse_freed));
    let asked = Asked {
        overflow: checks.contains(BugKind::Overflow),
        race: checks.contains(BugKind::Race),
        deadlock: checks.contains(BugKind::Deadlock),
    };
    let goals = Goals::of(matched, &impact, known, asked);
    if matched.change().is_empty() {
        return Ok(goals);
    }
    let anywhere = checks.contains(BugKind::Leak)
        || checks.contains(BugKind::StackOverflow)
            && rethread_engine::may_overflow_stack(matched.new, options.entry.as_deref())
                .map_err(Error::Setup)?;
    Ok(if settings.impact && !anywhere { goals } else { goals.look_everywhere() })
}

/// The verdicts that were taken over hold as far as the old version was explored.
fn rest_on(outcome: &mut Outcome, before: &Outcome) {
    for (bound, times) in &before.bounds_hit {
        *outcome.bounds_hit.entry(bound.clone()).or_insert(0) += times;
    }
    for assumed in &before.assumptions {
        if !outcome.assumptions.contains(assumed) {
            outcome.assumptions.push(assumed.clone());
        }
    }
}
