//! Numbers over time as lines in a box of fixed size; the page scales it.

use crate::timeline::Sample;
use crate::value::{size, thousands};
use std::fmt::Write;

pub const WIDTH: f64 = 600.0;
pub const HEIGHT: f64 = 160.0;

pub struct Chart {
    pub title: &'static str,
    /// The largest value, with its unit.
    pub top: String,
    pub lines: Vec<Line>,
    /// For the page's script: times, and the text of each line at each.
    pub points: String,
}

pub struct Line {
    pub name: &'static str,
    pub colour: usize,
    pub path: String,
    /// Closed at the bottom.
    pub area: String,
}

type Value = fn(&Sample, &Sample) -> f64;

/// A number of the sample, as a rate since the one before if it is one.
fn rate(total: impl Fn(&Sample) -> f64, before: &Sample, now: &Sample) -> f64 {
    let time = now.time_s - before.time_s;
    if time > 0.0 { ((total(now) - total(before)) / time).max(0.0) } else { 0.0 }
}

/// Empty if the run was too short to draw anything.
pub fn charts(samples: &[Sample]) -> Vec<Chart> {
    if samples.len() < 3 {
        return Vec::new();
    }
    let number = |v: f64| thousands(v.round() as u64);
    let percent = |v: f64| format!("{v:.0} %");
    let bytes = |v: f64| size(v as u64);
    let runs: [(&'static str, Value); 2] = [
        ("complete", |b, n| rate(|s| s.runs as f64, b, n)),
        ("pruned", |b, n| rate(|s| s.pruned as f64, b, n)),
    ];
    let totals: [(&'static str, Value); 2] =
        [("complete", |_, n| n.runs as f64), ("pruned", |_, n| n.pruned as f64)];
    let queries: [(&'static str, Value); 1] = [("queries", |b, n| rate(|s| s.queries as f64, b, n))];
    let share: [(&'static str, Value); 1] =
        [("solver", |b, n| (rate(|s| s.solver_s, b, n) * 100.0).min(100.0))];
    let memory: [(&'static str, Value); 1] = [("memory", |_, n| n.memory_bytes as f64)];
    let covered: [(&'static str, Value); 1] = [("lines", |_, n| n.covered as f64)];
    let all = [
        chart("Runs", samples, &totals, &number),
        chart("Runs a second", samples, &runs, &number),
        chart("Solver queries a second", samples, &queries, &number),
        chart("Time in the solver", samples, &share, &percent),
        chart("Lines covered", samples, &covered, &number),
        chart("Memory", samples, &memory, &bytes),
    ];
    // What stays at nothing is no picture.
    all.into_iter().filter(|c| !c.lines.is_empty()).collect()
}

fn chart(
    title: &'static str,
    samples: &[Sample],
    lines: &[(&'static str, Value)],
    text: &dyn Fn(f64) -> String,
) -> Chart {
    let first = Sample::default();
    let before = || std::iter::once(&first).chain(samples);
    let values = |value: Value| before().zip(samples).map(|(b, n)| value(b, n)).collect::<Vec<f64>>();
    let all = lines.iter().map(|l| (l.0, values(l.1)));
    let (lines, values): (Vec<&'static str>, Vec<Vec<f64>>) =
        all.filter(|(_, values)| values.iter().any(|v| *v > 0.0)).unzip();
    let top = values.iter().flatten().copied().fold(0.0, f64::max);
    let end = samples.last().map_or(1.0, |s| s.time_s).max(1e-9);
    let x = |s: &Sample| s.time_s / end * WIDTH;
    let y = |v: f64| HEIGHT - if top > 0.0 { v / top * (HEIGHT - 8.0) } else { 0.0 };
    let drawn = lines.iter().zip(&values).enumerate().map(|(i, (line, values))| {
        let mut path = String::new();
        for (k, (sample, &value)) in samples.iter().zip(values).enumerate() {
            let _ = write!(path, "{}{:.1} {:.1}", if k == 0 { "M" } else { "L" }, x(sample), y(value));
        }
        let start = x(&samples[0]);
        let area = format!("{path}L{WIDTH} {HEIGHT}L{start:.1} {HEIGHT}Z");
        Line { name: line, colour: i, path, area }
    });
    let at = |k: usize| {
        let said: Vec<String> =
            lines.iter().zip(&values).map(|(l, v)| format!("{l} {}", text(v[k]))).collect();
        serde_json::json!([(x(&samples[k]) / WIDTH * 1e4).round() / 1e4, samples[k].time_s, said.join(", ")])
    };
    let points: Vec<_> = (0..samples.len()).map(at).collect();
    Chart {
        title,
        top: text(top),
        lines: drawn.collect(),
        points: serde_json::to_string(&points).expect("plain data has a JSON form"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_stays_in_its_box() {
        let sample = |i: u64| Sample { time_s: i as f64, runs: i * i, queries: 7 * i, ..Sample::default() };
        let samples: Vec<Sample> = (1..50).map(sample).collect();
        let charts = charts(&samples);
        assert_eq!(
            charts.iter().map(|c| c.title).collect::<Vec<_>>(),
            ["Runs", "Runs a second", "Solver queries a second"]
        );
        for line in charts.iter().flat_map(|c| &c.lines) {
            for point in line.path.split(['M', 'L']).skip(1) {
                let (x, y) = point.split_once(' ').unwrap();
                let (x, y): (f64, f64) = (x.parse().unwrap(), y.parse().unwrap());
                assert!((0.0..=WIDTH).contains(&x) && (0.0..=HEIGHT).contains(&y), "{point}");
            }
        }
        assert_eq!(charts[0].top, "2,401");
        assert!(super::charts(&samples[..2]).is_empty());
    }
}
