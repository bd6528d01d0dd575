//! A bug of the old version, with the places of the new one.

use rethread_analysis::{CheckKind, Goals, Known, Spot};
use rethread_explore::{Bug, BugKind, EndKind, Place, ScheduleStep};

/// One per kind and line; of a race both lines.
pub type Key = (String, u32, BugKind, Option<(String, u32)>);

pub fn key(bug: &Bug) -> Key {
    let other = bug.other.as_ref().filter(|_| bug.kind == BugKind::Race);
    let other = other.map(|o| (o.place.file.clone(), o.place.line));
    (bug.place.file.clone(), bug.place.line, bug.kind, other)
}

fn spot(place: &Place) -> Spot {
    Spot { file: place.file.clone(), line: place.line, column: place.column }
}

/// What has to be as it was for the bug to be.
pub fn known(bug: &Bug) -> Known {
    let mut spots = vec![spot(&bug.place)];
    match bug.kind {
        BugKind::Race => spots.extend(bug.other.iter().map(|o| spot(&o.place))),
        BugKind::Deadlock => spots.extend(bug.waiting.iter().map(|o| spot(&o.place))),
        _ => {}
    }
    let kind = match bug.kind {
        BugKind::Deadlock => None,
        BugKind::Race => Some(CheckKind::Race),
        BugKind::Overflow => Some(CheckKind::Overflow),
        _ => Some(CheckKind::Failure),
    };
    Known { kind, spots }
}

/// Only what makes it the bug it is: its places, if the new version has them.
pub fn moved_place(bug: &Bug, goals: &Goals) -> Bug {
    let mut bug = bug.clone();
    move_place(&mut bug.place, goals);
    bug.other.iter_mut().for_each(|o| _ = move_place(&mut o.place, goals));
    in_order(&mut bug);
    bug
}

/// All of it. Steps and calls that are not in the new version are left out: the test still has the input, and the schedule as
/// far as it goes.
pub fn moved_bug(bug: &Bug, goals: &Goals) -> Bug {
    let mut bug = moved_place(bug, goals);
    bug.stack.retain_mut(|p| move_place(p, goals));
    for other in bug.other.iter_mut().chain(&mut bug.waiting) {
        other.stack.retain_mut(|p| move_place(p, goals));
    }
    bug.waiting.iter_mut().for_each(|o| _ = move_place(&mut o.place, goals));
    bug.interleaving.retain_mut(|step| move_place(&mut step.place, goals));
    bug.threads.iter_mut().filter_map(|t| t.place.as_mut()).for_each(|p| _ = move_place(p, goals));
    bug.test.schedule.retain_mut(|step| move_step(step, goals));
    if let EndKind::Bug { place, .. } = &mut bug.test.end.how {
        place.clone_from(&bug.place);
    }
    bug
}

/// The first of the two places of a race is the smaller one.
fn in_order(bug: &mut Bug) {
    if let Some(other) = bug.other.as_mut().filter(|o| bug.kind == BugKind::Race && o.place < bug.place) {
        std::mem::swap(&mut other.place, &mut bug.place);
        std::mem::swap(&mut other.stack, &mut bug.stack);
        std::mem::swap(&mut other.thread, &mut bug.thread);
    }
}

fn move_place(place: &mut Place, goals: &Goals) -> bool {
    let Some(to) = goals.moved(&spot(place)) else { return false };
    (place.file, place.line, place.column) = (to.file.clone(), to.line, to.column);
    true
}

fn move_step(step: &mut ScheduleStep, goals: &Goals) -> bool {
    let mut parts = step.place.rsplitn(3, ':');
    let (column, line, file) = (parts.next(), parts.next(), parts.next());
    let (Some(column), Some(line), Some(file)) = (column, line, file) else { return false };
    let (Ok(line), Ok(column)) = (line.parse(), column.parse()) else { return false };
    let Some(to) = goals.moved(&Spot { file: file.into(), line, column }) else { return false };
    step.place = format!("{}:{}:{}", to.file, to.line, to.column);
    true
}
