//! The answer of `diff` under every setting, against plain exploration of the new version.
//!
//! New and still present bugs together must be those of the new version, and what is fixed must have been a bug of the old one. A
//! chain of versions is walked with what the answer before left, as a store would keep it: a bug that is carried over wrongly stays wrong.

use super::explored::Explored;
use crate::compare::{Finding, findings};
use crate::setting::{Discard, Limit, MAX_REDUCED, Setting, message, options, runs};
use rethread_analysis::Match;
use rethread_diff::{Answer, Settings, Status, diff};
use rethread_explore::Outcome;
use std::collections::BTreeSet;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How the new version is explored.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct DiffSetting {
    pub setting: Setting,
    pub impact: bool,
}

const REDUCED: Setting = Setting { dpor: true, schedule_at_all: false, ..Setting::TRUTH };

impl DiffSetting {
    pub const CIA: DiffSetting = DiffSetting { setting: REDUCED, impact: true };

    pub const ALL: [DiffSetting; 8] = [
        DiffSetting::CIA,
        // All that is taken over is where things are.
        DiffSetting { setting: REDUCED, impact: false },
        DiffSetting { setting: Setting::TRUTH, impact: true },
        DiffSetting { setting: Setting { schedule_at_all: false, ..Setting::TRUTH }, impact: true },
        DiffSetting { setting: Setting { schedule_at_all: true, ..REDUCED }, impact: true },
        DiffSetting {
            setting: Setting { summaries: true, schedule_at_all: false, ..Setting::TRUTH },
            impact: true,
        },
        DiffSetting { setting: Setting { summaries: true, ..REDUCED }, impact: true },
        DiffSetting { setting: Setting { slice: true, ..REDUCED }, impact: true },
    ];
}

/// As on the command line.
impl fmt::Display for DiffSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let s = self.setting;
        let on = [("dpor", s.dpor), ("summaries", s.summaries), ("slice", s.slice), ("impact", self.impact)];
        let names: Vec<&str> = on.iter().filter(|r| r.1).map(|r| r.0).collect();
        write!(f, "diff --reduce {}", names.join(","))?;
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

/// What the answer is, and what is wrong with it. `before` is what is known of the old version.
pub fn judge(
    old: &Explored,
    new: &Explored,
    before: &Outcome,
    how: DiffSetting,
) -> Result<Outcome, Vec<Complaint>> {
    let answer = match asked(old, new, before, how) {
        Ok(answer) => answer,
        Err(complaint) => return Err(vec![complaint]),
    };
    let found = findings(&answer.outcome);
    let fixed: Vec<_> = answer.with(Status::Fixed).map(|f| f.bug.clone()).collect();
    let fixed: BTreeSet<Finding> = findings(&Outcome { bugs: fixed, ..Outcome::empty() });
    let missed = new.findings.difference(&found).cloned().map(Complaint::Missed);
    let invented = found.difference(&new.findings).cloned().map(Complaint::Invented);
    let never = fixed.difference(&old.findings).cloned().map(Complaint::NeverThere);
    let wrong: Vec<Complaint> = missed.chain(invented).chain(never).collect();
    if wrong.is_empty() { Ok(answer.outcome) } else { Err(wrong) }
}

fn asked(old: &Explored, new: &Explored, before: &Outcome, how: DiffSetting) -> Result<Answer, Complaint> {
    let settings = Settings { options: options(how.setting), impact: how.impact };
    let asked = catch_unwind(AssertUnwindSafe(|| {
        let matched = Match::of(&old.program, &new.program, (old.main(), new.main()));
        diff(&matched, before, &settings, &mut Limit(MAX_REDUCED))
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
