//! What rethread reaches in a unit: the ends of all its runs.

use super::unit::Unit;
use crate::support::process;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Runs are written as tests; more than this, and `dpor` stands in for `baseline`.
const MOST_TESTS: &str = "60000";
const TIME: &str = "10s";
/// Beyond rethread's own bound: it hangs.
const HANG: Duration = Duration::from_secs(120);

#[derive(Default)]
pub struct Reached {
    pub preset: &'static str,
    /// Exit code and what was printed, the final state included.
    pub exits: BTreeSet<(i32, String)>,
    /// Kind and line.
    pub bugs: BTreeSet<(String, u64)>,
    pub runs: u64,
}

/// What baseline reaches, or dpor where baseline does not finish; where both do they have to agree. Or, as the inner
/// error, why there is nothing to compare with.
pub fn explore(unit: &Unit, args: &[String], scratch: &Path) -> Result<Result<Reached, String>, String> {
    let baseline = explore_with("baseline", unit, args, scratch)?;
    let dpor = explore_with("dpor", unit, args, scratch)?;
    match (baseline, dpor) {
        (Ok(baseline), Ok(dpor)) => {
            agree(&baseline, &dpor)?;
            Ok(Ok(baseline))
        }
        (Ok(reached), _) | (_, Ok(reached)) => Ok(Ok(reached)),
        (_, Err(why)) => Ok(Err(why)),
    }
}

/// One run of each class is enough to reach every final state.
fn agree(baseline: &Reached, dpor: &Reached) -> Result<(), String> {
    let exits: Vec<_> = baseline.exits.symmetric_difference(&dpor.exits).collect();
    let bugs: Vec<_> = baseline.bugs.symmetric_difference(&dpor.bugs).collect();
    if exits.is_empty() && bugs.is_empty() {
        return Ok(());
    }
    Err(format!("only one of baseline and dpor reaches the exits {exits:?} and the bugs {bugs:?}"))
}

fn explore_with(
    preset: &'static str,
    unit: &Unit,
    args: &[String],
    scratch: &Path,
) -> Result<Result<Reached, String>, String> {
    let out = scratch.join("out");
    let _ = fs::remove_dir_all(&out);
    let mut command = Command::new(env!("CARGO_BIN_EXE_rethread"));
    command.arg("check").arg(&unit.explored).args(["--json", "--preset", preset, "--checks", "-race"]);
    command.args(["--max-time", TIME, "--max-tests", MOST_TESTS]).arg("--out").arg(&out);
    // The machine's malloc hands out again what was freed.
    if unit.frees && !args.iter().any(|a| a == "--reuse-freed") {
        command.arg("--reuse-freed");
    }
    command.args(args);
    let finished = process::run(&mut command, scratch, HANG)?;
    let said = || format!("{}\n{}", process::shown(&command), finished.complaint());
    let json: Value = serde_json::from_slice(&finished.stdout).map_err(|e| format!("{e}\n{}", said()))?;
    if json["verdict"] == "error" {
        return Ok(Err(format!("rethread says: {}", json["message"].as_str().unwrap_or_default())));
    }
    if let Some(bound) = json["bounds_hit"].as_array().and_then(|b| b.first()) {
        return Ok(Err(format!("bound {} with {preset}", bound.as_str().unwrap_or_default())));
    }
    let mut reached =
        Reached { preset, runs: json["runs"]["complete"].as_u64().unwrap_or(0), ..Reached::default() };
    for bug in json["bugs"].as_array().into_iter().flatten() {
        let kind = bug["kind"].as_str().unwrap_or_default().to_string();
        reached.bugs.insert((kind, bug["line"].as_u64().unwrap_or(0)));
    }
    let suite = File::open(out.join("suite.jsonl")).map_err(|e| format!("suite.jsonl: {e}\n{}", said()))?;
    for line in BufReader::new(suite).lines() {
        let line = line.map_err(|e| e.to_string())?;
        let test: Value = serde_json::from_str(&line).map_err(|e| e.to_string())?;
        if let Some(code) = test["end"]["how"]["code"].as_i64() {
            let printed = test["end"]["stdout"].as_str().ok_or("a test without end.stdout")?;
            reached.exits.insert((code as i32, printed.to_string()));
        }
    }
    let _ = fs::remove_dir_all(&out);
    Ok(Ok(reached))
}
