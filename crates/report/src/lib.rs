//! Outcomes for people and for other tools: one model of findings, many writers.
//!
//! Everything here is a function of an [`rethread_explore::Outcome`] and the [`Run`] that made it:
//! the same outcome gives the same bytes. Nothing here prints; writers return text or write the file
//! they were told to write, and say in an [`Error`] which file could not be written and why.
//!
//! Invariant: this crate does not know how anything was found.

#![forbid(unsafe_code)]

pub mod accepted;
pub mod change;
pub mod emit;
mod interleaving;
pub mod json;
pub mod ktest;
pub mod names;
pub mod out;
pub mod report;
pub mod run;
pub mod site;
pub mod snapshot;
pub mod source;
pub mod suite;
pub mod terminal;
pub mod timeline;
pub mod tree;
pub mod value;
pub mod versions;

#[cfg(test)]
mod sample;

pub use out::OutDir;
pub use report::Report;
pub use run::Run;

use std::path::{Path, PathBuf};

/// A file that could not be written or read: which, and why.
#[derive(Debug)]
pub struct Error {
    pub doing: &'static str,
    pub path: PathBuf,
    pub why: String,
}

impl Error {
    pub fn new(doing: &'static str, path: &Path, why: impl std::fmt::Display) -> Error {
        Error { doing, path: path.to_path_buf(), why: why.to_string() }
    }

    /// Adds what a person can do about the usual causes.
    fn io(doing: &'static str, path: &Path, error: &std::io::Error) -> Error {
        use std::io::ErrorKind::*;
        let hint = match error.kind() {
            StorageFull | QuotaExceeded => " (free some space, or write elsewhere with --out DIR)",
            PermissionDenied | ReadOnlyFilesystem => " (choose a folder you can write to with --out DIR)",
            _ => "",
        };
        // The operating system's text, without Rust's `(os error N)`.
        let text = error.to_string();
        let text = text.split(" (os error").next().unwrap_or(&text).to_string();
        Error::new(doing, path, format!("{text}{hint}"))
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "cannot {} {}: {}", self.doing, self.path.display(), self.why)
    }
}

impl std::error::Error for Error {}
