//! The answer of `diff` under every setting, against plain exploration of the new version.
//!
//! New and still present bugs together must be those of the new version, and what is fixed must have been a bug of the old one. A
//! chain of versions is walked with what the answer before left, as a store would keep it: a bug that is carried over wrongly stays wrong.

use super::explored::Explored;
use crate::compare::{Finding, findings};
use crate::setting::{Discard, Limit, MAX_REDUCED, Setting, message, options, runs};
use rethread_analysis::Match;
use rethread_diff::{Answer, Heritage, Memory, Settings, Status, compare, diff, explore_first};
use rethread_explore::{Options, Outcome};
use rethread_store::Store;
use std::collections::BTreeSet;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How the new version is explored.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct DiffSetting {
    pub setting: Setting,
    pub impact: bool,
    pub carry: bool,
}

/// What is known of a version: what was found, and what its summaries leave to the next.
pub struct Known {
    pub outcome: Outcome,
    pub heritage: Option<Heritage>,
}

const REDUCED: Setting = Setting { dpor: true, schedule_at_all: false, ..Setting::TRUTH };

const SCIA: Setting = Setting { summaries: true, slice: true, ..REDUCED };

impl DiffSetting {
    pub const CIA: DiffSetting = DiffSetting { setting: REDUCED, impact: true, carry: false };

    pub const ALL: [DiffSetting; 14] = [
        DiffSetting::CIA,
        // All that is taken over is where things are.
        DiffSetting { setting: REDUCED, impact: false, carry: false },
        DiffSetting { setting: Setting::TRUTH, impact: true, carry: false },
        DiffSetting {
            setting: Setting { schedule_at_all: false, ..Setting::TRUTH },
            impact: true,
            carry: false,
        },
        DiffSetting { setting: Setting { schedule_at_all: true, ..REDUCED }, impact: true, carry: false },
        DiffSetting {
            setting: Setting { summaries: true, schedule_at_all: false, ..Setting::TRUTH },
            impact: true,
            carry: false,
        },
        DiffSetting { setting: Setting { summaries: true, ..REDUCED }, impact: true, carry: false },
        DiffSetting { setting: Setting { slice: true, ..REDUCED }, impact: true, carry: false },
        DiffSetting {
            setting: Setting { summaries: true, schedule_at_all: false, ..Setting::TRUTH },
            impact: false,
            carry: true,
        },
        DiffSetting { setting: Setting { summaries: true, ..REDUCED }, impact: false, carry: true },
        DiffSetting { setting: SCIA, impact: true, carry: true },
        DiffSetting { setting: Setting { asserts: true, ..REDUCED }, impact: true, carry: false },
        DiffSetting { setting: Setting { asserts: true, ..SCIA }, impact: true, carry: true },
        DiffSetting { setting: Setting { asserts: true, dpor: false, ..SCIA }, impact: true, carry: true },
    ];
}

/// As on the command line.
impl fmt::Display for DiffSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let s = self.setting;
        let change = [("impact", self.impact), ("carry", self.carry)];
        let on = [("dpor", s.dpor), ("summaries", s.summaries), ("slice", s.slice)].into_iter().chain(change);
        let names: Vec<&str> = on.filter(|r| r.1).map(|r| r.0).collect();
        write!(f, "diff --reduce {}", names.join(","))?;
        if s.asserts {
            f.write_str(" --checks assert")?;
        }
        if s.schedule_at_all { f.write_str(" --schedule-at all") } else { Ok(()) }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Complaint {
    Panic(String),
    Unfinished(Discard),
    Missed(Finding),
    Invented(Finding),
    /// Said to be fixed, and never was a bug.
    NeverThere(Finding),
}

impl Complaint {
    pub fn is_like(&self, other: &Complaint) -> bool {
        use Complaint::*;
        match (self, other) {
            (Missed(a), Missed(b)) | (Invented(a), Invented(b)) | (NeverThere(a), NeverThere(b)) => {
                a.kind == b.kind
            }
            (a, b) => std::mem::discriminant(a) == std::mem::discriminant(b),
        }
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Complaint::Panic(message) => write!(f, "panic: {message}"),
            Complaint::Unfinished(why) => write!(f, "not finished ({why}), unlike the truth"),
            Complaint::Missed(bug) => write!(f, "missed {bug}"),
            Complaint::Invented(bug) => write!(f, "invented {bug}"),
            Complaint::NeverThere(bug) => write!(f, "says that {bug} is fixed"),
        }
    }
}

/// Options of a setting, with the defect that is looked for, if any.
fn options_of(how: DiffSetting) -> Options {
    let options = options(how.setting);
    // The defect is in what is made of the old version, not in exploring it.
    #[cfg(feature = "mutants")]
    let options = Options { mutant: crate::mutants::of_changes(), ..options };
    options
}

/// A version as a store knows it.
pub fn memory<'s>(store: &'s Store, version: &Explored, how: DiffSetting) -> Memory<'s> {
    #[cfg(feature = "mutants")]
    rethread_analysis::mutants::activate(crate::mutants::of_changes());
    Memory::of(Some(store), &version.program, &options_of(how))
}

/// What a store knows of a version.
pub fn recall(store: &Store, version: &Explored, how: DiffSetting) -> Option<Known> {
    let memory = memory(store, version, how);
    Some(Known { outcome: memory.recall()?, heritage: memory.recall_heritage(&version.program) })
}

/// Keeps what is known of a version.
pub fn remember(store: &Store, version: &Explored, how: DiffSetting, known: &Known) {
    let memory = memory(store, version, how);
    memory.remember(&known.outcome);
    if let Some(heritage) = &known.heritage {
        memory.remember_heritage(heritage);
    }
}

/// What the answer is, and what is wrong with it. `before` is what is known of the old version, `now` what is known
/// of the new one already.
pub fn judge(
    old: &Explored,
    new: &Explored,
    before: &Known,
    now: Option<Known>,
    how: DiffSetting,
) -> Result<Known, Vec<Complaint>> {
    let answer = match asked(old, new, before, now, how) {
        Ok(answer) => answer,
        Err(complaint) => return Err(vec![complaint]),
    };
    let found = findings(&answer.outcome);
    let fixed: Vec<_> = answer.with(Status::Fixed).map(|f| f.bug.clone()).collect();
    let fixed: BTreeSet<Finding> = findings(&Outcome { bugs: fixed, ..Outcome::empty() });
    let known = |v: &Explored| v.truth(how.setting.asserts).map(findings).unwrap_or_default();
    let (truth, was) = (known(new), known(old));
    let missed = truth.difference(&found).cloned().map(Complaint::Missed);
    let invented = found.difference(&truth).cloned().map(Complaint::Invented);
    let never = fixed.difference(&was).cloned().map(Complaint::NeverThere);
    let wrong: Vec<Complaint> = missed.chain(invented).chain(never).collect();
    if wrong.is_empty() {
        Ok(Known { outcome: answer.outcome, heritage: answer.heritage })
    } else {
        Err(wrong)
    }
}

fn asked(
    old: &Explored,
    new: &Explored,
    before: &Known,
    now: Option<Known>,
    how: DiffSetting,
) -> Result<Answer, Complaint> {
    let settings = Settings { options: options_of(how), impact: how.impact, carry: how.carry };
    let asked = catch_unwind(AssertUnwindSafe(|| {
        let matched = Match::of(&old.program, &new.program, (old.main(), new.main()));
        if let Some(Known { outcome, heritage }) = now {
            let answer = compare(&matched, &before.outcome, outcome, &mut Limit(MAX_REDUCED));
            return Ok(Answer { heritage, ..answer });
        }
        let first = match &before.heritage {
            None if how.carry => {
                Some(explore_first(&old.program, &settings.options, &mut Limit(MAX_REDUCED), None)?.1)
            }
            _ => None,
        };
        let heritage = before.heritage.as_ref().or(first.as_ref());
        diff(&matched, &before.outcome, heritage, &settings, &mut Limit(MAX_REDUCED))
    }));
    let answer = match asked {
        Err(panic) => return Err(Complaint::Panic(message(panic.as_ref()))),
        Ok(Err(e)) => return Err(Complaint::Unfinished(Discard::Unsupported(e.to_string()))),
        Ok(Ok(answer)) => answer,
    };
    if runs(&answer.outcome.counters) > MAX_REDUCED {
        return Err(Complaint::Unfinished(Discard::TooManyRuns));
    }
    match answer.outcome.bounds_hit.keys().next() {
        Some(bound) => Err(Complaint::Unfinished(Discard::Bound(bound.clone()))),
        None => Ok(answer),
    }
}
