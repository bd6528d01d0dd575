//! `--build CMD` in a tree.
//!
//! Guarantee: whoever ends rethread ends the build, with everything it started.

use super::{Error, HOOK_VARIABLES};
use std::collections::VecDeque;
use std::fmt::Write;
use std::fs;
use std::io::{self, BufRead, BufReader};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Of a build that failed.
pub(super) const LAST_LINES: usize = 20;
/// Between two looks at whether it is done.
const PAUSE: Duration = Duration::from_millis(20);
/// For a build that is asked to end.
const GRACE: Duration = Duration::from_secs(2);

pub(super) fn run(command: &str, tree: &Path, name: &str, stops: &dyn Fn() -> bool) -> Result<(), Error> {
    // To a file: a build may leave a process behind that keeps a pipe open.
    let log = tree.with_extension("log");
    let cannot = |e: io::Error| Error(format!("cannot run `{command}`: {e}"));
    let output = fs::File::create(&log).map_err(cannot)?;
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(tree).stdin(Stdio::null());
    shell.stdout(output.try_clone().map_err(cannot)?).stderr(output);
    HOOK_VARIABLES.iter().for_each(|name| {
        shell.env_remove(name);
    });
    // A group of its own, to be ended as a whole.
    let mut child = shell.process_group(0).spawn().map_err(cannot)?;
    let mut pause = Duration::from_millis(1);
    let status = loop {
        if let Some(status) = child.try_wait().map_err(cannot)? {
            break status;
        }
        if stops() {
            end(&mut child);
            return Err(Error(format!("interrupted while `{command}` was running in `{name}`")));
        }
        sleep(pause);
        pause = (2 * pause).min(PAUSE);
    };
    if status.success() {
        return Ok(());
    }
    let mut message = format!("`{command}` failed in `{name}` ({})", ending(status));
    let lines = last_lines(&log).map_err(cannot)?;
    if !lines.is_empty() {
        let _ = write!(message, "; its last lines:");
    }
    for line in lines {
        let _ = write!(message, "\n  {line}");
    }
    Err(Error(message))
}

/// The child with everything it started: first asked to, then not.
fn end(child: &mut Child) {
    signal(child, "-TERM");
    let end = Instant::now() + GRACE;
    while Instant::now() < end && matches!(child.try_wait(), Ok(None)) {
        sleep(PAUSE);
    }
    signal(child, "-KILL");
    let _ = child.wait();
}

/// To the whole group, by the shell's own `kill`: not every system has the program.
fn signal(child: &Child, signal: &str) {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("kill {signal} -{}", child.id())]);
    let _ = shell.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
}

fn ending(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exit code {code}"),
        (None, Some(signal)) => format!("signal {signal}"),
        (None, None) => status.to_string(),
    }
}

fn last_lines(file: &Path) -> io::Result<VecDeque<String>> {
    let mut last = VecDeque::new();
    for line in BufReader::new(fs::File::open(file)?).split(b'\n') {
        if last.len() == LAST_LINES {
            last.pop_front();
        }
        last.push_back(String::from_utf8_lossy(&line?).into_owned());
    }
    Ok(last)
}
