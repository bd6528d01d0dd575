//! From segments of code to lines of source.

use crate::outcome::Coverage;
use rethread_engine::Machine;

/// Lines and functions of the program's own code, with the times they were reached.
pub fn coverage(machine: &Machine, hits: &[u64]) -> Coverage {
    let program = &machine.program;
    let mut out = Coverage::default();
    for (segment, &times) in machine.segments.iter().zip(hits) {
        let f = &program.functions[segment.function as usize];
        if f.is_model {
            continue;
        }
        if segment.entry
            && let Some(loc) = f.loc
        {
            let entry = out
                .functions
                .entry(program.file(loc.file).to_string())
                .or_default()
                .entry(f.name.clone())
                .or_insert((loc.line, 0));
            entry.1 += times;
        }
        for (file, line) in &segment.lines {
            let count =
                out.lines.entry(program.file(*file).to_string()).or_default().entry(*line).or_insert(0);
            *count = (*count).max(times);
        }
    }
    out
}

/// (covered, all) lines without building the whole table; for progress.
pub struct Meter {
    /// Line numbers of each segment, by position in a dense table.
    lines: Vec<Box<[u32]>>,
    total: u64,
}

impl Meter {
    pub fn new(machine: &Machine) -> Meter {
        let mut known = rustc_hash::FxHashMap::default();
        let lines = machine
            .segments
            .iter()
            .map(|s| {
                if machine.program.functions[s.function as usize].is_model {
                    return Box::default();
                }
                s.lines
                    .iter()
                    .map(|l| {
                        let next = known.len() as u32;
                        *known.entry(*l).or_insert(next)
                    })
                    .collect()
            })
            .collect();
        Meter { lines, total: known.len() as u64 }
    }

    pub fn read(&self, hits: &[u64]) -> (u64, u64) {
        let mut seen = vec![false; self.total as usize];
        for (lines, _) in self.lines.iter().zip(hits).filter(|(_, h)| **h > 0) {
            lines.iter().for_each(|&l| seen[l as usize] = true);
        }
        (seen.into_iter().filter(|s| *s).count() as u64, self.total)
    }
}
