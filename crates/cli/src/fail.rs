//! How a command ends: its exit code, or a message and exit code 2.

use std::process::ExitCode;

pub const OK: u8 = 0;
pub const BUGS: u8 = 1;
pub const FAILED: u8 = 2;
pub const INCOMPLETE: u8 = 3;
pub const DIVERGED: u8 = 4;

/// Why a command could not run.
#[derive(Debug)]
pub struct Failure(pub String);

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure(error.to_string())
    }
}

pub type Ending = Result<u8, Failure>;

/// `error: ...` on standard error, the same in JSON on standard output when that was asked for.
pub fn fail(message: &str, json: bool) -> ExitCode {
    let message = plain(message);
    if json {
        _ = crate::print(&(rethread_report::json::error(&message) + "\n"));
    }
    let style = anstyle::AnsiColor::BrightRed.on_default().bold();
    crate::complain(&format!("{style}error{style:#}: {message}\n"));
    ExitCode::from(FAILED)
}

/// A message as people should see it.
pub fn plain(message: &str) -> String {
    printable(&without_numbers(message))
}

/// The operating system's words say it all; `(os error 2)` is for programmers.
fn without_numbers(message: &str) -> String {
    let mut out = String::with_capacity(message.len());
    let mut rest = message;
    while let Some((before, after)) = rest.split_once(" (os error ") {
        out.push_str(before);
        rest = after.split_once(')').map_or("", |(_, rest)| rest);
    }
    out.push_str(rest);
    out
}

/// A damaged file may be quoted in a message; what a terminal would obey is replaced.
fn printable(message: &str) -> String {
    let harmless = |c: char| if c.is_control() && !matches!(c, '\n' | '\t') { '\u{fffd}' } else { c };
    let lines = message.split('\n').map(|line| line.chars().map(harmless).collect::<String>());
    let lines = lines.map(|line| if is_text(&line) { line } else { "(what stands there is no text)".into() });
    lines.collect::<Vec<_>>().join("\n")
}

/// Of a line in which something else is nothing can be read.
fn is_text(line: &str) -> bool {
    let replaced = line.chars().filter(|&c| c == '\u{fffd}').count();
    replaced < 4 || replaced * 4 < line.chars().count()
}

#[cfg(test)]
mod tests {
    #[test]
    fn messages_do_not_steer_the_terminal() {
        assert_eq!(super::printable("a\x1b[2J\n\tb"), "a\u{fffd}[2J\n\tb");
        let quoted = "no bitcode:\n\u{fffd}\u{fffd}\x01$.\u{fffd}\x02H\n^";
        assert_eq!(super::printable(quoted), "no bitcode:\n(what stands there is no text)\n^");
    }

    #[test]
    fn words_without_numbers() {
        assert_eq!(super::without_numbers("a: gone (os error 2); b: full (os error 28)"), "a: gone; b: full");
        assert_eq!(super::without_numbers("plain"), "plain");
    }
}
