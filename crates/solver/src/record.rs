//! Recorded queries: a pool and lists of terms in it, for benchmarks and for reports of solver bugs.
//!
//! Guarantee: what is read back asks what was asked. Cost: the needed part of the pool is copied and
//! kept in memory until [`Recorder::flush`] (or the drop) writes the file.

use rethread_expr::{Term, Terms};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path as FilePath, PathBuf};

/// The content of a recording.
#[derive(Default, Serialize, Deserialize)]
pub struct Recording {
    pub pool: Terms,
    pub queries: Vec<Vec<Term>>,
    /// Indices of queries on which the back ends contradicted each other.
    pub mismatches: Vec<usize>,
}

impl Recording {
    pub fn read(path: &FilePath) -> io::Result<Recording> {
        let bytes = std::fs::read(path)?;
        postcard::from_bytes(&bytes).map_err(|error| {
            io::Error::new(io::ErrorKind::InvalidData, format!("{}: {error}", path.display()))
        })
    }

    pub fn write(&self, path: &FilePath) -> io::Result<()> {
        let bytes = postcard::to_allocvec(self).map_err(io::Error::other)?;
        std::fs::write(path, bytes)
    }
}

pub(crate) struct Recorder {
    path: PathBuf,
    recording: Recording,
    imported: FxHashMap<Term, Term>,
    written: usize,
}

impl Recorder {
    pub fn new(path: PathBuf) -> Self {
        Recorder { path, recording: Recording::default(), imported: FxHashMap::default(), written: 0 }
    }

    pub fn add(&mut self, terms: &Terms, constraints: &[Term]) {
        let pool = &mut self.recording.pool;
        let done = &mut self.imported;
        let query = constraints.iter().map(|term| pool.import_with(terms, *term, done)).collect();
        self.recording.queries.push(query);
    }

    /// The query just added is one the back ends do not agree on.
    pub fn mismatch(&mut self) {
        self.recording.mismatches.push(self.recording.queries.len() - 1);
    }

    pub fn flush(&mut self) -> io::Result<()> {
        if self.written < self.recording.queries.len() {
            self.recording.write(&self.path)?;
            self.written = self.recording.queries.len();
        }
        Ok(())
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        // Nobody is left to tell; callers that care flush first.
        let _ = self.flush();
    }
}
