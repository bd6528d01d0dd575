//! `rethread diff`: two versions of a program, what changed, and which bugs are new, still there and fixed.

use crate::args::{Check, Diff, FailOn};
use crate::check::{describe, explore_options, load_program, publish};
use crate::checks::parse_checks;
use crate::fail::{BUGS, Ending, FAILED, Failure, INCOMPLETE, OK};
use crate::impact_command::Affected;
use crate::interrupt::Interrupt;
use crate::listener::Listener;
use crate::progress::Display;
use crate::reductions;
use rethread_diff::{Answer, Settings, Status, prepared};
use rethread_explore::{Bug, Observer, Outcome, Progress, Test, Verdict};
use rethread_report::change::{Change, report, sentence};
use rethread_report::terminal::Palette;
use rethread_report::{OutDir, json};
use std::path::Path;

pub fn run(options: &Diff) -> Ending {
    let interrupt = Interrupt::listen()?;
    let how = &options.how;
    let checks = parse_checks(how.checks.as_deref().unwrap_or("default"))
        .map_err(|e| Failure(format!("--checks: {e}")))?;
    let explore = explore_options(how, &checks)?;
    let settings = Settings {
        options: explore,
        impact: reductions::is_on("impact", how.reduce.as_deref(), how.preset.as_deref()),
    };
    let [old, new] = &options.versions[..] else {
        return Err(Failure(format!(
            "diff takes two versions, OLD and NEW ({} given); files of one version in a folder with a \
             compile_commands.json",
            options.versions.len()
        )));
    };
    let (old, new) = (version(old, options), version(new, options));
    let (before, now) = (prepared(load_program(&old, &checks)?), prepared(load_program(&new, &checks)?));
    let matched =
        rethread_diff::matched(&before, &now, &settings.options).map_err(|e| Failure(e.to_string()))?;
    let affected = Affected::of(&matched, &checks, how.reuse_freed);

    let run = describe(&new, &now, &checks)?;
    let mut out = OutDir::create(&how.out, &run)?;
    let mut display = Display::new(how.quiet);
    let unchanged = matched.change().is_empty();
    let mut known: Option<Outcome> = None;
    let remembered = known.is_some();
    let explored = (|| {
        if known.is_none() && !unchanged {
            let mut quiet = Quiet { display: &mut display, interrupt: interrupt.clone() };
            known = Some(
                rethread_explore::check(&before, &settings.options, &mut quiet)
                    .map_err(|e| Failure(format!("the old version: {e}")))?,
            );
        }
        let nothing = Outcome::empty();
        let old = known.as_ref().unwrap_or(&nothing);
        let mut listener = Listener::new(&mut out, &run, &mut display, interrupt);
        rethread_diff::diff(&matched, old, &settings, &mut listener).map_err(|e| Failure(e.to_string()))
    })();
    display.finish();
    let moved = out.moved_to().map(Path::to_path_buf);
    let answer = match explored {
        Ok(answer) => answer,
        Err(failure) => {
            out.abandon();
            return Err(failure);
        }
    };
    if let Some(moved) = moved {
        display.say(&format!("the earlier {} is now {}", how.out.display(), moved.display()));
    }
    let change =
        Change { text: affected.summary(), unchanged, old: known, remembered, explored: answer.affected };
    let Answer { findings, outcome, .. } = &answer;
    let verdict = verdict(&answer, options.fail_on);
    let result = json::Result::of_change(&change, affected.change(), findings, outcome, &run, verdict);
    let quiet = how.quiet;
    let written = publish(how, outcome, &run, out, result, &|run, sources| match quiet {
        true => sentence(&change, findings, outcome, run) + "\n",
        false => report(&change, findings, outcome, run, sources, &Palette::colours()),
    });
    Ok(match (written, verdict) {
        (false, _) => FAILED,
        (true, Verdict::Ok) => OK,
        (true, Verdict::Bugs) => BUGS,
        (true, Verdict::Incomplete) => INCOMPLETE,
        (true, Verdict::Error) => FAILED,
    })
}

/// What the exit code says: only what is new counts, unless all was asked for.
fn verdict(answer: &Answer, fail_on: FailOn) -> Verdict {
    let counts = |status| match fail_on {
        FailOn::New => status == Status::New,
        FailOn::Any => status != Status::Fixed,
    };
    match () {
        _ if answer.findings.iter().any(|f| counts(f.status)) => Verdict::Bugs,
        _ if !answer.outcome.bounds_hit.is_empty() => Verdict::Incomplete,
        _ => Verdict::Ok,
    }
}

/// One version, as `check` would take it.
fn version(path: &str, options: &Diff) -> Check {
    let folder = Path::new(path).is_dir();
    Check {
        files: if folder { Vec::new() } else { vec![path.to_string()] },
        compile_commands: folder.then(|| Path::new(path).join("compile_commands.json")),
        how: options.how.clone(),
    }
}

/// Exploring the old version is nothing to report but how far it is.
struct Quiet<'a> {
    display: &'a mut Display,
    interrupt: Interrupt,
}

impl Observer for Quiet<'_> {
    fn test(&mut self, _: &Test) {}
    fn bug(&mut self, _: &Bug) {}
    fn progress(&mut self, progress: &Progress) -> bool {
        self.display.update(progress);
        self.interrupt.asked()
    }
}
