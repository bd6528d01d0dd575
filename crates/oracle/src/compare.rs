//! One program under every setting of the loop, against the plain engine.
//!
//! Truth is exploration without reduction with a scheduling point at every shared access. Every setting must
//! find the same bugs (kind, line, for races both lines). With partial order reduction each class of
//! equivalent runs must be explored exactly once: the classes are those of the plain loop with the same
//! scheduling points, and there are as many complete runs as classes. (With atomic sections and barriers there may be more runs:
//! what a section touches depends on the values in it, so where it is planned it may not do what it did. And where only accesses that
//! others may still conflict with are steps, a section that touched nothing makes steps of others no steps any more, although it is
//! independent of them: those classes are counted, and judged where every access is a step.)

use crate::setting::{Discard, Setting, explore, options, runs};
use rethread_explore::{Bug, BugKind, Outcome};
use rethread_ir::Program;
use std::collections::BTreeSet;
use std::fmt;

/// What a bug is known by.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Finding {
    pub kind: BugKind,
    pub line: u32,
    /// The other access of a race.
    pub other: Option<u32>,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind, self.line)?;
        self.other.map_or(Ok(()), |line| write!(f, " {line}"))
    }
}

/// What settings that agree did.
#[derive(Clone, Debug, Default)]
pub struct Agreement {
    pub settings: u64,
    /// Runs of the truth.
    pub truth: u64,
    /// Runs of all settings without reduction, the truth included.
    pub baseline: u64,
    /// Complete runs of all reduced settings, and those given up.
    pub dpor: u64,
    pub blocked: u64,
    /// Runs of programs with atomic sections or barriers that are equivalent to another one.
    pub repeated: u64,
    /// Classes that differ because a section changed what is a step.
    pub shifted: u64,
    /// Sides of branches that slices left out.
    pub left_out: u64,
    /// States that summaries dropped.
    pub dropped: u64,
    pub bugs: BTreeSet<Finding>,
}

impl Agreement {
    /// Together with that of other settings, whose truth looks for less.
    pub fn and(self, other: Agreement) -> Agreement {
        Agreement {
            settings: self.settings + other.settings,
            baseline: self.baseline + other.baseline,
            dpor: self.dpor + other.dpor,
            blocked: self.blocked + other.blocked,
            repeated: self.repeated + other.repeated,
            shifted: self.shifted + other.shifted,
            left_out: self.left_out + other.left_out,
            dropped: self.dropped + other.dropped,
            ..self
        }
    }
}

#[derive(Clone, Debug)]
pub enum Verdict {
    Agree(Agreement),
    Discarded(Discard),
    /// What is wrong, at least one thing.
    Mismatch(Vec<Complaint>),
}

/// What a setting got wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Complaint {
    pub setting: Setting,
    pub what: Wrong,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wrong {
    Panic(String),
    /// Not finished, unlike the truth.
    Unfinished(Discard),
    Missed(Finding),
    Invented(Finding),
    Classes {
        expected: usize,
        missed: usize,
        invented: usize,
    },
    /// More complete runs than classes.
    Repeated {
        classes: usize,
        runs: u64,
    },
    /// The program compiled from C has other bugs than the one made directly.
    Compiled {
        only_c: Vec<Finding>,
        only_direct: Vec<Finding>,
    },
}

impl Complaint {
    /// Is this the same kind of defect? Lines and numbers may differ.
    pub fn is_like(&self, other: &Complaint) -> bool {
        use Wrong::*;
        let alike = match (&self.what, &other.what) {
            (Missed(a), Missed(b)) | (Invented(a), Invented(b)) => a.kind == b.kind,
            (Classes { missed: a, invented: c, .. }, Classes { missed: b, invented: d, .. }) => {
                (*a > 0, *c > 0) == (*b > 0, *d > 0)
            }
            (a, b) => std::mem::discriminant(a) == std::mem::discriminant(b),
        };
        self.setting == other.setting && alike
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.setting)?;
        match &self.what {
            Wrong::Panic(message) => write!(f, "panic: {message}"),
            Wrong::Unfinished(why) => write!(f, "not finished ({why}), unlike the truth"),
            Wrong::Missed(bug) => write!(f, "missed {bug}"),
            Wrong::Invented(bug) => write!(f, "invented {bug}"),
            Wrong::Classes { expected, missed, invented } => {
                write!(f, "of {expected} classes {missed} are missed, {invented} are invented")
            }
            Wrong::Repeated { classes, runs } => write!(f, "{runs} complete runs of {classes} classes"),
            Wrong::Compiled { only_c, only_direct } => {
                write!(f, "compiled: [{}] more, [{}] less", list(only_c), list(only_direct))
            }
        }
    }
}

fn list(findings: &[Finding]) -> String {
    findings.iter().map(Finding::to_string).collect::<Vec<_>>().join(", ")
}

pub fn findings(outcome: &Outcome) -> BTreeSet<Finding> {
    let finding = |b: &Bug| Finding {
        kind: b.kind,
        line: b.place.line,
        other: b.other.as_ref().filter(|_| b.kind == BugKind::Race).map(|o| o.place.line),
    };
    outcome.bugs.iter().map(finding).collect()
}

/// An atomic section touches what the values in it say; who completes a round of a barrier touches what others did not. Moved to
/// another place such a step may make a run of a class that was explored.
const VARYING: [&str; 2] = [SECTION, "pthread_barrier_wait"];
const SECTION: &str = "__VERIFIER_atomic_begin";

/// What was found so far in one comparison.
struct Comparison {
    agreement: Agreement,
    /// Classes of the last setting without reduction.
    classes: Option<BTreeSet<u64>>,
    /// What a step touches may depend on when it is taken.
    varies: bool,
    /// There are atomic sections.
    sections: bool,
    wrong: Vec<Complaint>,
}

/// Compares settings, of which the first is the truth.
pub fn compare(program: &Program, settings: &[Setting]) -> Verdict {
    compare_with(program, settings, options)
}

/// With options of the caller's making.
pub fn compare_with(
    program: &Program,
    settings: &[Setting],
    options: impl Fn(Setting) -> rethread_explore::Options,
) -> Verdict {
    let mut c = Comparison {
        agreement: Agreement::default(),
        classes: None,
        varies: VARYING.iter().any(|name| program.find_function(name).is_some()),
        sections: program.find_function(SECTION).is_some(),
        wrong: Vec::new(),
    };
    for (n, &setting) in settings.iter().enumerate() {
        match explore(program, &options(setting)) {
            Err(panic) => {
                c.wrong.push(Complaint { setting, what: Wrong::Panic(panic) });
                break;
            }
            Ok(Err(discard)) if n == 0 => return Verdict::Discarded(discard),
            Ok(Err(discard)) => c.wrong.push(Complaint { setting, what: Wrong::Unfinished(discard) }),
            Ok(Ok(outcome)) => c.add(setting, n == 0, outcome),
        }
    }
    match c.wrong.is_empty() {
        true => Verdict::Agree(c.agreement),
        false => Verdict::Mismatch(c.wrong),
    }
}

impl Comparison {
    fn add(&mut self, setting: Setting, truth: bool, outcome: Outcome) {
        let a = &mut self.agreement;
        let mut complain = |what| self.wrong.push(Complaint { setting, what });
        let found = findings(&outcome);
        a.settings += 1;
        if truth {
            a.bugs = found;
            a.truth = runs(&outcome.counters);
        } else {
            a.bugs.difference(&found).cloned().for_each(|b| complain(Wrong::Missed(b)));
            found.difference(&a.bugs).cloned().for_each(|b| complain(Wrong::Invented(b)));
        }
        let complete = outcome.counters.complete;
        if setting.summaries {
            a.dropped += outcome.counters.pruned;
            return;
        }
        if setting.slice {
            // What is left out has classes of its own.
            a.left_out += outcome.counters.pruned_by.get("slice").copied().unwrap_or(0);
            return;
        }
        match (&self.classes, setting.dpor) {
            (_, false) => {
                a.baseline += runs(&outcome.counters);
                self.classes = Some(outcome.classes);
            }
            (None, true) => {}
            (Some(expected), true) => {
                a.dpor += complete;
                a.blocked += outcome.counters.blocked;
                let missed = expected.difference(&outcome.classes).count();
                let invented = outcome.classes.difference(expected).count();
                if self.sections && !setting.schedule_at_all {
                    a.shifted += (missed + invented) as u64;
                } else if missed + invented > 0 {
                    complain(Wrong::Classes { expected: expected.len(), missed, invented });
                }
                let classes = outcome.classes.len();
                if self.varies && complete > classes as u64 {
                    a.repeated += complete - classes as u64;
                } else if complete != classes as u64 {
                    complain(Wrong::Repeated { classes, runs: complete });
                }
            }
        }
    }
}
