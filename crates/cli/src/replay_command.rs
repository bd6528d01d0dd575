//! `rethread replay TEST`.

use crate::args::Replay;
use crate::fail::{DIVERGED, Ending, FAILED, Failure, OK};
use rethread_replay::{LAST_STEP, Options, Outcome, Replayer, Verdict};
use rethread_testcase::{Build, EndKind, ScheduleStep, Test, TestSource};
use serde_json::{Value, json};
use std::fmt::Write;

pub fn run(options: &Replay) -> Ending {
    let source = TestSource::find(&options.test)?;
    let (tests, build) = (source.tests()?, source.build()?);
    let mut settings = Options { keep: options.keep.clone(), ..Options::default() };
    if let Some(time) = options.timeout {
        settings.timeout = time;
    }
    settings.times = options.times;
    if options.gdb || options.slow {
        if tests.len() != 1 {
            let name = &options.test;
            return Err(Failure(format!("{name}: name one test, as {name}:ID (`rethread test ls {name}`)")));
        }
        if options.gdb {
            return debug(&Replayer::new(settings)?, &build, &tests[0]);
        }
    }
    let verdicts = match options.slow {
        true => slowly(settings, &build, &tests)?,
        false => Replayer::new(settings)?.replay(&build, &tests)?,
    };
    if verdicts.is_empty() {
        return Err(Failure(format!("{}: there is no test in it", options.test)));
    }
    let expected: Vec<String> = tests.iter().map(|t| crate::tests_command::ending(&t.end.how)).collect();
    if options.json {
        let list: Vec<Value> = verdicts.iter().map(as_json).collect();
        let object = json!({ "verdict": word(&verdicts), "tests": list });
        crate::print(&(serde_json::to_string_pretty(&object)? + "\n"))?;
    } else {
        crate::print(&text(&verdicts, &expected, options.times))?;
    }
    Ok(code(&verdicts))
}

/// Steps as they happen, one column a thread.
fn slowly(mut settings: Options, build: &Build, tests: &[Test]) -> Result<Vec<Verdict>, Failure> {
    let (sender, receiver) = std::sync::mpsc::channel();
    settings.watch = Some(sender);
    // A step takes a tenth of a second.
    settings.timeout += std::time::Duration::from_millis(150) * tests[0].schedule.len() as u32;
    let steps = tests[0].schedule.clone();
    let printer = std::thread::spawn(move || {
        let mut shown = 0;
        for taken in receiver {
            // A second run, under a sanitizer.
            if taken < shown {
                _ = crate::print("\n");
                shown = 0;
            }
            for step in steps.iter().take(taken).skip(shown) {
                _ = crate::print(&lane(&steps, step));
            }
            shown = taken;
        }
    });
    let verdicts = Replayer::new(settings)?.replay(build, tests);
    let _ = printer.join();
    Ok(verdicts?)
}

/// One step in the column of its thread.
fn lane(steps: &[ScheduleStep], step: &ScheduleStep) -> String {
    const WIDTH: usize = 30;
    let mut threads: Vec<&str> = Vec::new();
    for s in steps {
        if !threads.contains(&s.thread.as_str()) {
            threads.push(&s.thread);
        }
    }
    let column = threads.iter().position(|t| *t == step.thread).unwrap_or(0);
    let place = step.location().map_or(String::new(), |(file, line, _)| {
        let file = file.rsplit('/').next().unwrap_or(file);
        format!(" {file}:{line}")
    });
    format!("{:indent$}{}: {}{place}\n", "", step.thread, step.what, indent = column * WIDTH)
}

/// gdb at the start of the program.
fn debug(replayer: &Replayer, build: &Build, test: &Test) -> Ending {
    let prepared = replayer.prepare(build, test)?;
    let quote = |text: &std::ffi::OsStr| format!("'{}'", text.to_string_lossy().replace('\'', "'\\''"));
    let mut script = String::from("set confirm off\nset breakpoint pending on\n");
    let _ = writeln!(script, "set cwd {}", prepared.scratch.display());
    for (name, value) in &prepared.environment {
        let _ = writeln!(script, "set environment {name} {}", value.to_string_lossy());
    }
    let args: Vec<String> =
        test.args.iter().map(|a| quote(std::ffi::OsStr::new(&*String::from_utf8_lossy(a)))).collect();
    let _ = writeln!(script, "set args {} < {}", args.join(" "), quote(prepared.stdin.as_os_str()));
    script.push_str("tbreak main\n");
    let end = crate::tests_command::ending(&test.end.how);
    let mut help = format!("The test ends with {end}.");
    if prepared.scheduled {
        let _ = writeln!(script, "break {LAST_STEP}");
        help.push_str(
            " The schedule is in force: `continue` goes to its last step, `up 2` to the code that takes it,",
        );
        help.push_str(" `finish` and `next` on from there to the end.");
    }
    if let EndKind::Bug { place, .. } = &test.end.how {
        let _ = write!(help, " `tbreak {}:{}` stops where it fails.", place.file, place.line);
    }
    script.push_str("run\n");
    let _ = writeln!(script, "echo {}\\n", help.replace('\\', "\\\\"));
    let file = tempfile::NamedTempFile::new().map_err(|e| Failure(format!("a file for gdb: {e}")))?;
    std::fs::write(file.path(), script).map_err(|e| Failure(format!("a file for gdb: {e}")))?;
    let status =
        std::process::Command::new("gdb").arg("-q").arg("-x").arg(file.path()).arg(&prepared.binary).status();
    match status {
        Ok(_) => Ok(OK),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
            Err(Failure("gdb is not installed: apt-get install gdb".into()))
        }
        Err(e) => Err(Failure(format!("gdb: {e}"))),
    }
}

fn diverged(verdicts: &[Verdict]) -> usize {
    verdicts.iter().filter(|v| matches!(v.outcome, Outcome::Diverged(_))).count()
}

fn same(verdicts: &[Verdict]) -> usize {
    verdicts.iter().filter(|v| v.outcome == Outcome::Same).count()
}

/// A suite has tests that cannot be replayed; only when nothing could be is that a failure.
fn code(verdicts: &[Verdict]) -> u8 {
    match (diverged(verdicts), same(verdicts)) {
        (1.., _) => DIVERGED,
        (0, 0) => FAILED,
        (0, _) => OK,
    }
}

fn word(verdicts: &[Verdict]) -> &'static str {
    match code(verdicts) {
        OK => "same",
        DIVERGED => "diverged",
        _ => "not-replayable",
    }
}

fn as_json(verdict: &Verdict) -> Value {
    let mut object = outcome_as_json(verdict);
    if let Some(shown) = &verdict.shown {
        object["shown"] = json!(shown);
    }
    if let Some(edited) = &verdict.edited {
        object["edited"] = json!(edited);
    }
    object
}

fn outcome_as_json(verdict: &Verdict) -> Value {
    match &verdict.outcome {
        Outcome::Same => json!({ "id": verdict.id, "outcome": "same" }),
        Outcome::NotReplayable(why) => {
            json!({ "id": verdict.id, "outcome": "not-replayable", "message": why })
        }
        Outcome::Diverged(d) => json!({
            "id": verdict.id,
            "outcome": "diverged",
            "expected": d.expected,
            "got": d.got,
            "evidence": d.evidence,
            "command": d.command,
        }),
    }
}

fn text(verdicts: &[Verdict], expected: &[String], times: u32) -> String {
    let mut t = String::new();
    for (verdict, expected) in verdicts.iter().zip(expected) {
        match &verdict.outcome {
            Outcome::Same if verdicts.len() == 1 => {
                let often = if times > 1 { format!(", {times} of {times} times") } else { String::new() };
                let edited = verdict.edited.as_ref().map(|e| format!(" ({e})")).unwrap_or_default();
                let _ = writeln!(t, "The native program ends as the test says{often}: {expected}{edited}.");
                if let Some(shown) = &verdict.shown {
                    let _ = writeln!(t, "  {shown}");
                }
            }
            Outcome::Same => {}
            Outcome::NotReplayable(why) => {
                let _ = writeln!(t, "test {}: not replayable: {why}", verdict.id);
            }
            Outcome::Diverged(d) => {
                let _ = writeln!(t, "test {}: diverged", verdict.id);
                let _ = writeln!(t, "  expected  {}", d.expected);
                let _ = writeln!(t, "  got       {}", d.got);
                if let Some(edited) = &verdict.edited {
                    let _ = writeln!(t, "  but       {edited}: `rethread check` finds a new test");
                }
                for (i, line) in d.evidence.lines().enumerate() {
                    let _ = writeln!(t, "  {:<9} {line}", if i == 0 { "seen" } else { "" });
                }
                let _ = writeln!(t, "  again     {}", d.command);
            }
        }
    }
    if verdicts.len() > 1 {
        let (same, diverged) = (same(verdicts), diverged(verdicts));
        let rest = verdicts.len() - same - diverged;
        let _ = writeln!(
            t,
            "{same} of {} end as they say, {diverged} diverged, {rest} not replayable.",
            verdicts.len()
        );
    }
    t
}

#[cfg(test)]
mod tests {
    use super::*;
    use rethread_replay::Divergence;

    fn verdict(id: &str, outcome: Outcome) -> Verdict {
        Verdict { id: id.into(), outcome, shown: None, edited: None }
    }

    #[test]
    fn codes() {
        let skipped = || verdict("2", Outcome::NotReplayable("malloc was made to fail".into()));
        assert_eq!(code(&[verdict("1", Outcome::Same), skipped()]), OK);
        assert_eq!(code(&[skipped()]), FAILED);
    }

    #[test]
    fn a_divergence_is_shown_in_full() {
        let divergence = Divergence {
            expected: "assert at a.c:9".into(),
            got: "exit 0".into(),
            evidence: "one\ntwo".into(),
            command: "./a".into(),
        };
        let verdicts = [verdict("1", Outcome::Same), verdict("2", Outcome::Diverged(divergence))];
        assert_eq!(code(&verdicts), DIVERGED);
        insta::assert_snapshot!(text(&verdicts, &["exit 0".into(), "assert at a.c:9".into()], 1));
    }
}
