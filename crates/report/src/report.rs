//! Everything that writers speak of, from a run that has just ended or from an output folder that is read again.

use crate::Run;
use crate::change::Changed;
use crate::source::Sources;
use rethread_diff::{How, Status};
use rethread_explore::{Bug, Outcome};

#[derive(Copy, Clone)]
pub struct Report<'a> {
    pub outcome: &'a Outcome,
    pub run: &'a Run,
    pub sources: &'a Sources,
    /// If it is about a change.
    pub change: Option<&'a Changed>,
}

/// A bug, and what is said about it besides.
pub struct Shown<'a> {
    pub bug: &'a Bug,
    /// Of its folder, from 0; a bug that is fixed has none.
    pub index: Option<usize>,
    pub status: Option<(Status, How)>,
    /// Why it does not count.
    pub accepted: Option<&'a str>,
}

impl<'a> Report<'a> {
    /// Of one program.
    pub fn new(outcome: &'a Outcome, run: &'a Run, sources: &'a Sources) -> Report<'a> {
        Report { outcome, run, sources, change: None }
    }

    /// Of a change those that are fixed come last.
    pub fn bugs(&self) -> Vec<Shown<'a>> {
        let accepted = |bug| self.run.accepted.reason(bug, self.sources);
        let Some(changed) = self.change else {
            let all = self.outcome.bugs.iter().enumerate();
            return all
                .map(|(i, bug)| Shown { bug, index: Some(i), status: None, accepted: accepted(bug) })
                .collect();
        };
        let mut next = 0;
        let all = changed.findings.iter().map(|f| {
            let status = Some((f.status, f.how));
            match f.status {
                Status::Fixed => Shown { bug: &f.bug, index: None, status, accepted: None },
                _ => {
                    next += 1;
                    Shown { bug: &f.bug, index: Some(next - 1), status, accepted: accepted(&f.bug) }
                }
            }
        });
        let mut all: Vec<Shown> = all.collect();
        all.sort_by_key(|s| s.index.is_none());
        all
    }

    /// One sentence that does not promise more than was done.
    pub fn sentence(&self) -> String {
        match self.change {
            None => crate::terminal::sentence(self.outcome, self.run, self.sources),
            Some(c) => crate::change::sentence(&c.change, &c.findings, self.outcome, self.run, self.sources),
        }
    }
}
