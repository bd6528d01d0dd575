//! What became of the schedule in a native run: how far it was followed, and where everybody is.

use crate::edits::GONE;
use crate::judge::{same_file, seen_end};
use crate::lines::Lines;
use crate::observe::Observed;
use rethread_testcase::{Build, EndKind, ScheduleStep, Test};

/// A run, seen as steps.
#[derive(Debug, Default)]
pub struct Followed {
    pub taken: Vec<Taken>,
    pub stop: Stop,
    /// Everybody at the end, in the order of creation.
    pub threads: Vec<Waiting>,
}

/// A step that was taken: who, what (see `runtime/schedule.h`), where, on which bytes.
#[derive(Clone, PartialEq, Debug)]
pub struct Taken {
    pub thread: String,
    pub kind: u32,
    pub at: Option<(String, u32)>,
    pub address: u64,
    pub size: u64,
    /// C's memory order plus one; 0 for what is not atomic.
    pub order: u32,
    /// An atomic access that writes and does not read.
    pub stores: bool,
    /// What is done inside it, if it is a whole section.
    pub inside: Vec<Taken>,
    /// What its thread had done before it: threads it created or joined since its last step.
    pub before: Vec<Ordered>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ordered {
    Created { parent: String, child: String },
    Joined { parent: String, child: String },
}

/// How the schedule came to its end.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Stop {
    /// The program ended, or there was no schedule.
    #[default]
    Ended,
    /// Nobody could go on.
    Rest,
    /// The last step was about to be taken, and that was what the test is about.
    Reached,
    /// Somebody was not where the schedule has them; with whom.
    Diverged { what: String, who: Option<(String, String)> },
}

#[derive(Clone, PartialEq, Debug)]
pub struct Waiting {
    pub thread: String,
    pub status: String,
    pub at: Option<(String, u32)>,
}

pub fn followed(events: &str, steps: &str, lines: &Lines) -> Followed {
    // What is written is where a call returns to.
    let place = |offset: u64| lines.at(offset.checked_sub(1)?).map(|(file, line)| (file.to_owned(), line));
    let mut out = Followed::default();
    let mut before = Vec::new();
    for line in steps.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        match fields[..] {
            [parent, "create", child] => {
                before.push(Ordered::Created { parent: parent.into(), child: child.into() });
            }
            [parent, "join", child] => {
                before.push(Ordered::Joined { parent: parent.into(), child: child.into() });
            }
            [thread, ref numbers @ ..] => {
                let numbers: Vec<u64> = numbers.iter().filter_map(|f| f.parse().ok()).collect();
                let [kind, pc, address, size] = numbers[..] else { continue };
                let mut taken = Taken {
                    thread: thread.to_owned(),
                    kind: kind as u32,
                    at: place(pc),
                    address,
                    size: size & 0xffff_ffff,
                    order: (size >> 32) as u32 & 15,
                    stores: size >> 36 & 1 != 0,
                    inside: Vec::new(),
                    before: std::mem::take(&mut before),
                };
                match out.taken.last_mut().filter(|_| thread.is_empty()) {
                    Some(section) => {
                        taken.thread = section.thread.clone();
                        section.inside.push(taken);
                    }
                    None => out.taken.push(taken),
                }
            }
            [] => {}
        }
    }
    for line in events.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        match fields[..] {
            ["rest", ..] => out.stop = Stop::Rest,
            ["reached", ..] => out.stop = Stop::Reached,
            ["diverged", _, what] => out.stop = Stop::Diverged { what: what.into(), who: None },
            ["who", name, status] => {
                if let Stop::Diverged { who, .. } = &mut out.stop {
                    *who = Some((name.into(), status.into()));
                }
            }
            ["thread", thread, status] => {
                out.threads.push(Waiting { thread: thread.into(), status: status.into(), at: None });
            }
            ["at", offset] => {
                if let Some(last) = out.threads.last_mut() {
                    last.at = offset.parse().ok().and_then(place);
                }
            }
            _ => {}
        }
    }
    out
}

/// A step for a person: `thread main.0: read at a.c:7:3`.
fn named(step: &ScheduleStep) -> String {
    match step.location().is_some() || step.place.ends_with(GONE) {
        true => format!("thread {}: {} at {}", step.thread, step.what, step.place),
        false => format!("thread {}: {}", step.thread, step.what),
    }
}

fn place(at: &Option<(String, u32)>) -> String {
    at.as_ref().map(|(file, line)| format!(" at {file}:{line}")).unwrap_or_default()
}

/// At which step the run left the schedule, what was expected and what happened.
pub fn divergence(test: &Test, seen: &Observed) -> String {
    let Stop::Diverged { what, who } = &seen.followed.stop else { return seen_end(seen) };
    let number = seen.followed.taken.len();
    let expected = test.schedule.get(number).map(named).unwrap_or_else(|| "the end".into());
    let status = |name: &str, status: &str| {
        let found = seen.followed.threads.iter().find(|t| t.thread == name);
        let at = found.map(|t| place(&t.at)).unwrap_or_default();
        match status {
            "ended" => format!("thread {name} has ended"),
            "joining" => format!("thread {name} waits for another to end{at}"),
            "blocked" => format!("thread {name} has to wait{at}"),
            "stopped" => format!("thread {name} failed before{at}"),
            _ => format!("thread {name} stands elsewhere{at}"),
        }
    };
    let happened = match (what.as_str(), who) {
        ("elsewhere", Some((name, s))) => status(name, s),
        ("goes on", Some((name, _))) => format!("thread {name} is not blocked"),
        (what, Some((name, _))) => format!("thread {name}: {what}"),
        (what, None) => what.to_owned(),
    };
    let failed = seen.findings.first().map(|f| format!(", after {f}")).unwrap_or_default();
    let (step, all) = (number + 1, test.schedule.len());
    format!("a run that leaves the schedule at step {step} of {all} ({expected}): {happened}{failed}")
}

/// A C file that the test names and the program does not have.
pub fn foreign<'t>(build: &Build, test: &'t Test) -> Option<&'t str> {
    let end = match &test.end.how {
        EndKind::Bug { place, .. } => Some(place.file.as_str()),
        _ => None,
    };
    let known = |file: &str| build.inputs.iter().any(|unit| same_file(build, &unit.file, file));
    let files = test.schedule.iter().filter_map(|step| Some(step.location()?.0)).chain(end);
    files.filter(|file| file.ends_with(".c")).find(|file| !known(file))
}

/// For a person whose program is no longer the one that was explored.
pub fn edited(test: &Test, step: usize) -> String {
    let name = test.schedule.get(step).map(named).unwrap_or_default();
    format!(
        "; step {} ({name}) is not in this version of the program: `rethread check` finds a new one",
        step + 1
    )
}

/// Who waits where when nobody can go on.
pub fn waiting(followed: &Followed) -> String {
    let waits = followed.threads.iter().filter(|t| t.status != "ended");
    let list: Vec<String> = waits.map(|t| format!("{}{}", t.thread, place(&t.at))).collect();
    format!("nobody can go on: {}", list.join(", "))
}

/// The end was as promised; were all steps before it taken?
pub fn whole(test: &Test, seen: &Observed) -> Result<(), String> {
    let (taken, all) = (seen.followed.taken.len(), test.schedule.len());
    let cut = matches!(test.end.how, EndKind::Bound { .. });
    match test.schedule.get(taken).filter(|_| !cut) {
        Some(next) => Err(format!("the same end after {taken} of {all} steps, before {}", named(next))),
        None => Ok(()),
    }
}
