//! Where a run stands: one line that changes on a terminal, a plain line now and then elsewhere.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rethread_explore::{Bug, Progress};
use rethread_report::value::{count, size, thousands};
use std::fmt::Write;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// A run shorter than this shows its bugs soon enough in the report.
const LONG_RUN: Duration = Duration::from_secs(3);

enum Form {
    /// Drawn over itself.
    Bar(ProgressBar),
    /// Each line twice as long after the one before, up to a minute: a log of an hour stays short.
    Lines {
        next: Duration,
        step: Duration,
    },
    Nothing,
}

pub struct Display {
    form: Form,
    started: Instant,
}

impl Display {
    pub fn new(quiet: bool) -> Display {
        let form = if quiet {
            Form::Nothing
        } else if std::io::stderr().is_terminal() {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(5));
            bar.set_style(ProgressStyle::with_template("{spinner} {msg}").expect("a fixed template"));
            Form::Bar(bar)
        } else {
            let step = Duration::from_secs(5);
            Form::Lines { next: step, step }
        };
        Display { form, started: Instant::now() }
    }

    pub fn update(&mut self, progress: &Progress) {
        let elapsed = self.started.elapsed();
        match &mut self.form {
            Form::Bar(bar) => {
                bar.set_message(line(progress, elapsed));
                bar.tick();
            }
            Form::Lines { next, step } if elapsed >= *next => {
                crate::complain(&format!("{}\n", line(progress, elapsed)));
                *step = (*step * 2).min(Duration::from_secs(60));
                *next = elapsed + *step;
            }
            Form::Lines { .. } | Form::Nothing => {}
        }
    }

    pub fn found(&mut self, bug: &Bug) {
        if self.started.elapsed() < LONG_RUN {
            return;
        }
        let text = format!("found {} at {}:{}: {}", bug.kind, bug.place.file, bug.place.line, bug.message);
        self.say(&text);
    }

    /// A line that stays.
    pub fn say(&mut self, text: &str) {
        match &self.form {
            Form::Bar(bar) => bar.suspend(|| crate::complain(&format!("{text}\n"))),
            Form::Lines { .. } => crate::complain(&format!("{text}\n")),
            Form::Nothing => {}
        }
    }

    pub fn finish(&mut self) {
        if let Form::Bar(bar) = &self.form {
            bar.finish_and_clear();
        }
    }
}

fn line(p: &Progress, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64().max(1e-3);
    let c = &p.counters;
    let mut t = String::new();
    let whole = elapsed.as_secs();
    let _ = write!(t, "{}:{:02}  {}", whole / 60, whole % 60, count(c.complete, "path", "paths"));
    let _ = write!(t, " ({}/s)", thousands((c.complete as f64 / seconds) as u64));
    if p.frontier > 0 {
        let _ = write!(t, ", {} waiting", thousands(p.frontier));
    }
    if let Some(percent) = (p.covered * 100).checked_div(p.lines) {
        let _ = write!(t, "  {percent} % of lines");
    }
    let _ = write!(t, "  solver {:.0} %", (c.solver_time_s / seconds * 100.0).clamp(0.0, 100.0));
    let _ = write!(t, "  {}", size(p.memory_bytes));
    if p.bugs > 0 {
        let _ = write!(t, "  {}", count(p.bugs, "bug", "bugs"));
    }
    t
}

#[cfg(test)]
mod tests {
    use super::*;
    use rethread_explore::Counters;

    #[test]
    fn a_line_says_it_all() {
        let progress = Progress {
            counters: Counters { complete: 12345, solver_time_s: 30.5, ..Counters::default() },
            covered: 45,
            lines: 60,
            frontier: 17,
            bugs: 1,
            memory_bytes: 150 << 20,
        };
        assert_eq!(
            line(&progress, Duration::from_secs(61)),
            "1:01  12,345 paths (202/s), 17 waiting  75 % of lines  solver 50 %  150 MiB  1 bug"
        );
        assert_eq!(line(&Progress::default(), Duration::ZERO), "0:00  0 paths (0/s)  solver 0 %  0 B");
    }
}
