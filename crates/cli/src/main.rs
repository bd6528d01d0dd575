//! The `rethread` command: reads the command line, calls the crates that do the work, prints what
//! they say.
//!
//! Invariant: no algorithm lives here, and nothing below this crate prints.

#![forbid(unsafe_code)]

mod accept_command;
mod args;
mod build_info;
mod check;
mod checks;
mod config;
mod diff_command;
mod doctor;
mod fail;
mod git;
mod impact_command;
mod interrupt;
mod listener;
mod manual;
mod marked;
mod memory;
mod nearest;
mod program;
mod progress;
mod reductions;
mod replay_command;
mod report_command;
mod slice_command;
mod store_command;
mod store_flags;
mod tests_command;
mod units;
mod versions;

use args::{Cli, Colour, Command};
use clap::{CommandFactory, FromArgMatches};
use fail::{Ending, fail};
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

/// States are copied and dropped all the time, from several threads: a fifth of a run without summaries was the C library's `malloc`.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let raw: Vec<OsString> = std::env::args_os().collect();
    // Known before anything is parsed, so that a command line that is wrong is answered in JSON too.
    let before_dashes = raw.iter().position(|a| a == "--").unwrap_or(raw.len());
    let json = raw[..before_dashes].iter().any(|a| a == "--json");
    let mut argv: Vec<String> = Vec::new();
    for argument in raw {
        match argument.into_string() {
            Ok(text) => argv.push(text),
            Err(raw) => return fail(&format!("an argument is not UTF-8: {}", raw.to_string_lossy()), json),
        }
    }
    if let [_, first, file] = argv.as_slice()
        && first == rethread_ir::CHILD_ARGUMENT
    {
        return ExitCode::from(rethread_ir::lower_child_main(std::path::Path::new(file)));
    }
    match parse(&argv) {
        Ok(cli) => {
            match cli.color {
                Colour::Auto => {}
                Colour::Always => anstream::ColorChoice::Always.write_global(),
                Colour::Never => anstream::ColorChoice::Never.write_global(),
            }
            let json = cli.command.json();
            // A mistake of rethread's own is an answer too: what was written stays, and scripts get
            // the exit code and the object they wait for.
            match std::panic::catch_unwind(|| run(cli)) {
                Ok(Ok(code)) => ExitCode::from(code),
                Ok(Err(failure)) => fail(&failure.0, json),
                Err(panic) => fail(&internal_error(&*panic), json),
            }
        }
        Err(Unparsed::Clap(error)) => {
            if json && error.use_stderr() {
                let text = error.to_string();
                let message = text.trim_start_matches("error: ").trim_end();
                _ = print(&(rethread_report::json::error(message) + "\n"));
            }
            let _ = error.print();
            ExitCode::from(error.exit_code() as u8)
        }
        Err(Unparsed::Config(message)) => fail(&message, json),
    }
}

fn internal_error(panic: &(dyn std::any::Any + Send)) -> String {
    let what = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    let what = what.map(|w| format!(" ({w})")).unwrap_or_default();
    format!("internal error{what}; this is a bug in rethread, please report it")
}

enum Unparsed {
    Clap(clap::Error),
    Config(String),
}

fn parse(argv: &[String]) -> Result<Cli, Unparsed> {
    let from_line = Cli::command().try_get_matches_from(argv).map_err(Unparsed::Clap)?;
    let here = std::env::current_dir().unwrap_or_default();
    let matches = match config::find(&here) {
        None => from_line,
        Some(file) => {
            let merged = config::merge(argv, &from_line, &Cli::command(), &file).map_err(Unparsed::Config)?;
            // The command line alone was fine, so what is wrong now is in the file.
            Cli::command().try_get_matches_from(merged).map_err(|e| {
                let text = e.to_string();
                let first = text.split("\n\nUsage:").next().unwrap_or(&text);
                let first = first.split("\n\nFor more information").next().unwrap_or(first).trim_end();
                Unparsed::Config(format!("{}: {}", file.display(), first.trim_start_matches("error: ")))
            })?
        }
    };
    Cli::from_arg_matches(&matches).map_err(Unparsed::Clap)
}

fn run(cli: Cli) -> Ending {
    match cli.command {
        Command::Test(command) => tests_command::run(&command),
        Command::Doctor(doctor) => doctor::run(&doctor),
        Command::Completions { shell } => manual::completions(shell),
        Command::Man { folder } => manual::man(folder.as_deref()),
        Command::Check(check) => check::run(&check),
        Command::Diff(diff) => diff_command::run(&diff),
        Command::Impact(impact) => impact_command::run(&impact),
        Command::Slice(slice) => slice_command::run(&slice),
        Command::Replay(replay) => replay_command::run(&replay),
        Command::Report(report) => report_command::run(&report),
        Command::Store(store) => store_command::run(&store),
        Command::Accept(accept) => accept_command::run(&accept),
    }
}

/// To standard output. A reader that went away (`| head`) is no reason to fail; a disk that is full is.
pub fn print(text: &str) -> Result<(), fail::Failure> {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(fail::Failure(format!("standard output cannot be written: {e}")))
        }
        _ => Ok(()),
    }
}

/// Writes to standard error. Nobody can be told if that is not possible: the exit code still says it.
pub fn complain(text: &str) {
    let mut out = anstream::stderr().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}
