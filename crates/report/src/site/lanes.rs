//! An interleaving as lanes: a column a thread, a row a step, and where one thread goes on after another.

use rethread_explore::Bug;

pub struct Lane {
    pub thread: String,
    /// The function it begins with.
    pub function: String,
    /// Its column of the grid; the first one is for numbers.
    pub column: usize,
    pub colour: usize,
}

pub struct Step {
    pub number: usize,
    pub row: usize,
    pub column: usize,
    pub colour: usize,
    pub thread: String,
    /// `read`, `lock`, ...
    pub verb: String,
    /// What it is done to, if that has a name.
    pub name: String,
    pub value: String,
    pub file: String,
    pub line: u32,
    pub function: String,
    /// The page and the line there, if the source is known.
    pub link: String,
    pub source: String,
    /// Columns between which a line says that another thread goes on; 0, 0 if the same one does.
    pub from: usize,
    pub to: usize,
    /// The threads that were created since the step before.
    pub creates: Vec<String>,
    pub last: bool,
}

/// Colours there are.
pub const COLOURS: usize = 8;

/// Main first, the others in the order they were created.
pub fn lanes(bug: &Bug) -> Vec<Lane> {
    let mut names: Vec<&str> = bug.threads.iter().map(|t| t.thread.as_str()).collect();
    for step in &bug.interleaving {
        if !names.contains(&step.thread.as_str()) {
            names.push(&step.thread);
        }
    }
    // A thread that does nothing here only takes room.
    let waits = |name: &str| bug.waiting.iter().any(|w| w.thread == name) || bug.thread == name;
    names.retain(|name| bug.interleaving.iter().any(|s| s.thread == *name) || waits(name));
    let lane = |(i, name): (usize, &&str)| Lane {
        thread: name.to_string(),
        function: bug
            .threads
            .iter()
            .find(|t| t.thread == **name)
            .map_or(String::new(), |t| t.function.clone()),
        column: i + 2,
        colour: i % COLOURS,
    };
    names.iter().enumerate().map(lane).collect()
}

pub fn steps(bug: &Bug, lanes: &[Lane], at: impl Fn(&str, u32) -> (String, String)) -> Vec<Step> {
    let mut out: Vec<Step> = Vec::new();
    for (i, step) in bug.interleaving.iter().enumerate() {
        let Some(lane) = lanes.iter().find(|l| l.thread == step.thread) else { continue };
        let (verb, name, value) = parts(&step.what);
        let before = out.last().map_or(lane.column, |s| s.column);
        let (from, to) = match before == lane.column {
            true => (0, 0),
            false => (before.min(lane.column), before.max(lane.column)),
        };
        let made = bug.threads.iter().filter(|t| t.after == i && t.place.is_some());
        let (link, source) = at(&step.place.file, step.place.line);
        out.push(Step {
            number: i + 1,
            row: i + 2,
            column: lane.column,
            colour: lane.colour,
            thread: step.thread.clone(),
            verb,
            name,
            value,
            file: step.place.file.clone(),
            line: step.place.line,
            function: step.place.function.clone(),
            link,
            source,
            from,
            to,
            creates: made.map(|t| t.thread.clone()).collect(),
            last: i + 1 == bug.interleaving.len(),
        });
    }
    out
}

/// The widths of the grid: a thread that takes no step here needs little room.
pub fn columns(lanes: &[Lane], steps: &[Step]) -> String {
    let width = |lane: &Lane| match steps.iter().any(|s| s.column == lane.column) {
        true => " minmax(9rem,1fr)",
        false => " minmax(4rem,.3fr)",
    };
    std::iter::once("2.2rem").chain(lanes.iter().map(width)).collect()
}

/// `read x = 0` is `read`, `x`, `0`; `branch: false` is `branch`, nothing, `false`.
fn parts(what: &str) -> (String, String, String) {
    let (rest, value) = what.split_once(" = ").unwrap_or((what, ""));
    if let Some((verb, value)) = rest.split_once(": ") {
        return (verb.into(), String::new(), value.into());
    }
    let (verb, name) = rest.split_once(' ').unwrap_or((rest, ""));
    (verb.into(), name.into(), value.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn steps_have_parts() {
        let owned = |(a, b, c): (&str, &str, &str)| (a.to_string(), b.to_string(), c.to_string());
        assert_eq!(parts("read x = 0"), owned(("read", "x", "0")));
        assert_eq!(parts("lock q.lock"), owned(("lock", "q.lock", "")));
        assert_eq!(parts("branch: false"), owned(("branch", "", "false")));
        assert_eq!(parts("fence"), owned(("fence", "", "")));
    }

    #[test]
    fn a_switch_goes_from_lane_to_lane() {
        let bug = sample::race().bugs.remove(0);
        let lanes = lanes(&bug);
        let names: Vec<&str> = lanes.iter().map(|l| l.thread.as_str()).collect();
        assert_eq!(names, ["main.0", "main.1"]);
        let steps = steps(&bug, &lanes, |_, _| Default::default());
        let drawn: Vec<_> = steps.iter().map(|s| (s.column, s.from, s.to)).collect();
        assert_eq!(drawn, [(3, 0, 0), (2, 2, 3), (2, 0, 0), (3, 2, 3)]);
        assert_eq!(steps[0].creates, ["main.0", "main.1"]);
        assert_eq!(columns(&lanes, &steps), "2.2rem minmax(9rem,1fr) minmax(9rem,1fr)");
    }
}
