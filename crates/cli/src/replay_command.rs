//! `rethread replay TEST`.

use crate::args::Replay;
use crate::fail::{DIVERGED, Ending, FAILED, Failure, OK};
use rethread_replay::{Options, Outcome, Replayer, Verdict};
use rethread_testcase::TestSource;
use serde_json::{Value, json};
use std::fmt::Write;

pub fn run(options: &Replay) -> Ending {
    let source = TestSource::find(&options.test)?;
    let (tests, build) = (source.tests()?, source.build()?);
    let mut settings = Options { keep: options.keep.clone(), ..Options::default() };
    if let Some(time) = options.timeout {
        settings.timeout = time;
    }
    let verdicts = Replayer::new(settings)?.replay(&build, &tests)?;
    if verdicts.is_empty() {
        return Err(Failure(format!("{}: there is no test in it", options.test)));
    }
    let expected: Vec<String> = tests.iter().map(|t| crate::tests_command::ending(&t.end.how)).collect();
    if options.json {
        let list: Vec<Value> = verdicts.iter().map(as_json).collect();
        let object = json!({ "verdict": word(&verdicts), "tests": list });
        crate::print(&(serde_json::to_string_pretty(&object)? + "\n"));
    } else {
        crate::print(&text(&verdicts, &expected));
    }
    Ok(code(&verdicts))
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

fn text(verdicts: &[Verdict], expected: &[String]) -> String {
    let mut t = String::new();
    for (verdict, expected) in verdicts.iter().zip(expected) {
        match &verdict.outcome {
            Outcome::Same if verdicts.len() == 1 => {
                let _ = writeln!(t, "The native program ends as the test says: {expected}.");
            }
            Outcome::Same => {}
            Outcome::NotReplayable(why) => {
                let _ = writeln!(t, "test {}: not replayable: {why}", verdict.id);
            }
            Outcome::Diverged(d) => {
                let _ = writeln!(t, "test {}: diverged", verdict.id);
                let _ = writeln!(t, "  expected  {}", d.expected);
                let _ = writeln!(t, "  got       {}", d.got);
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
        Verdict { id: id.into(), outcome }
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
        insta::assert_snapshot!(text(&verdicts, &["exit 0".into(), "assert at a.c:9".into()]));
    }
}
