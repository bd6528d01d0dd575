//! A child process with a deadline; what it wrote is kept in files, so that nothing can block.

use std::fs::{self, File};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

pub struct Finished {
    /// None when the deadline passed or a signal ended it.
    pub code: Option<i32>,
    /// The signal that ended it, if one did before the deadline.
    pub signal: Option<i32>,
    pub timed_out: bool,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

impl Finished {
    /// The end of standard error, for a message.
    pub fn complaint(&self) -> String {
        let text = String::from_utf8_lossy(&self.stderr);
        let lines: Vec<_> = text.lines().collect();
        lines[lines.len().saturating_sub(15)..].join("\n")
    }
}

/// Runs `command` with its output in `scratch`; kills it and its children after `budget`.
pub fn run(command: &mut Command, scratch: &Path, budget: Duration) -> Result<Finished, String> {
    let (out, err) = (scratch.join("stdout"), scratch.join("stderr"));
    let create = |path: &Path| File::create(path).map_err(|e| format!("{}: {e}", path.display()));
    let mut child = command
        .stdin(Stdio::null())
        .stdout(create(&out)?)
        .stderr(create(&err)?)
        .process_group(0)
        .spawn()
        .map_err(|e| format!("{}: {e}", command.get_program().to_string_lossy()))?;

    let deadline = Instant::now() + budget;
    let mut pause = Duration::from_millis(1);
    let status = loop {
        match child.try_wait().map_err(|e| e.to_string())? {
            Some(status) => break Some(status),
            None if Instant::now() >= deadline => break None,
            None => {
                std::thread::sleep(pause);
                pause = (pause * 2).min(Duration::from_millis(20));
            }
        }
    };
    if status.is_none() {
        // The group, because the child may have started a compiler or the program under test.
        let command = format!("kill -KILL -{}", child.id());
        let _ = Command::new("sh").args(["-c", &command]).status();
        let _ = child.wait();
    }
    Ok(Finished {
        code: status.and_then(|s| s.code()),
        signal: status.and_then(|s| s.signal()),
        timed_out: status.is_none(),
        stdout: fs::read(&out).map_err(|e| e.to_string())?,
        stderr: fs::read(&err).map_err(|e| e.to_string())?,
    })
}

/// The command as a person would type it.
pub fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|w| w.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}
