//! How a run went over time: `timeline.jsonl`, a sample a line.
//!
//! Guarantee: at most [`MOST`] samples and the end, evenly spread, however long the run: when there are too many every second one is dropped,
//! and from then on only every second one is taken.

use crate::Error;
use rethread_explore::Progress;
use serde::{Deserialize, Serialize};
use std::path::Path;

pub const FILE: &str = "timeline.jsonl";
const MOST: usize = 1000;

/// Totals since the beginning.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Sample {
    pub time_s: f64,
    pub runs: u64,
    pub pruned: u64,
    pub instructions: u64,
    pub queries: u64,
    pub solver_s: f64,
    pub memory_bytes: u64,
    pub covered: u64,
    pub lines: u64,
    pub waiting: u64,
    pub bugs: u64,
}

impl Sample {
    pub fn of(p: &Progress) -> Sample {
        let c = &p.counters;
        Sample {
            time_s: c.time_s,
            runs: c.complete,
            pruned: c.pruned + c.blocked,
            instructions: c.instructions,
            queries: c.solver_queries,
            solver_s: c.solver_time_s,
            memory_bytes: p.memory_bytes,
            covered: p.covered,
            lines: p.lines,
            waiting: p.frontier,
            bugs: p.bugs,
        }
    }
}

#[derive(Default)]
pub struct Timeline {
    samples: Vec<Sample>,
    /// One of 2 to the power of this is taken.
    thinned: u32,
    seen: u64,
}

impl Timeline {
    pub fn add(&mut self, progress: &Progress) {
        self.seen += 1;
        if (self.seen - 1) & ((1 << self.thinned) - 1) != 0 {
            return;
        }
        if self.samples.len() == MOST {
            // The first one stays, so that those that are left are as far apart as the next ones will be.
            let mut number = 0;
            self.samples.retain(|_| {
                number += 1;
                number % 2 == 1
            });
            self.thinned += 1;
            if (self.seen - 1) & ((1 << self.thinned) - 1) != 0 {
                return;
            }
        }
        self.samples.push(Sample::of(progress));
    }

    /// How it ended, whatever is dropped.
    pub fn end(&mut self, progress: &Progress) {
        self.samples.push(Sample::of(progress));
    }

    pub fn text(&self) -> String {
        let line = |s| serde_json::to_string(s).expect("plain data has a JSON form") + "\n";
        self.samples.iter().map(line).collect()
    }
}

/// What can be read of it; nothing if it is not there.
pub fn read(folder: &Path) -> Result<Vec<Sample>, Error> {
    let path = folder.join(FILE);
    let Ok(text) = std::fs::read_to_string(&path) else { return Ok(Vec::new()) };
    text.lines().map(|l| serde_json::from_str(l).map_err(|e| Error::new("read", &path, e))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_run_keeps_few_samples_and_they_are_spread() {
        let folder = tempfile::tempdir().unwrap();
        let mut timeline = Timeline::default();
        for i in 0..10_000 {
            let mut p = Progress::default();
            p.counters.time_s = f64::from(i);
            timeline.add(&p);
        }
        std::fs::write(folder.path().join(FILE), timeline.text()).unwrap();
        let samples = read(folder.path()).unwrap();
        assert!(samples.len() > MOST / 2 && samples.len() <= MOST, "{}", samples.len());
        let steps: Vec<f64> = samples.windows(2).map(|w| w[1].time_s - w[0].time_s).collect();
        assert!(steps.iter().all(|s| *s == steps[0]), "{steps:?}");
        assert!(samples[samples.len() - 1].time_s > 9_900.0);
    }

    #[test]
    fn none_is_no_error_and_nonsense_is() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(read(folder.path()).unwrap(), []);
        std::fs::write(folder.path().join(FILE), "{}\n").unwrap();
        assert!(read(folder.path()).unwrap_err().to_string().contains("timeline.jsonl"));
    }
}
