//! What a place for records can do, and what can go wrong there.

use crate::seal::Sealed;
use crate::{Entry, Key, Space};
use std::io;
use std::path::PathBuf;

/// A value that is there and cannot be trusted.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Damage {
    #[error("its length is wrong")]
    Length,
    #[error("it does not start as a value does")]
    NotAValue,
    #[error("it has format {0}, which this version does not know")]
    Newer(u16),
    #[error("it belongs to another key")]
    WrongKey,
    #[error("its checksum is wrong")]
    Checksum,
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{} is not a folder", .0.display())]
    NotAFolder(PathBuf),
    #[error("{what} {}: {error}", path.display())]
    Io { what: &'static str, path: PathBuf, error: io::Error },
    #[error("another process has held {} for {seconds} seconds", path.display())]
    Busy { path: PathBuf, seconds: u64 },
    /// The database is of no use any more: it has to be set aside.
    #[error("{0}")]
    Damaged(String),
    /// As [`Error::Damaged`], but a newer rethread can read it.
    #[error("it has format {0}, which this version does not know")]
    Newer(u64),
    #[error("{0}")]
    Database(String),
    #[error("{0}")]
    Server(String),
    #[error("memcached cannot list what it holds; this is what the folder in front of it holds")]
    CannotList,
}

pub type Name = (Space, Key);

/// A place where sealed values are kept. What comes out of it is checked by its user.
pub trait Backend: Send {
    fn get(&mut self, name: Name) -> Result<Option<Vec<u8>>, Error>;
    /// Each value whole or not at all; where the place can do that, all of them or none.
    fn put(&mut self, records: &[Sealed]) -> Result<(), Error>;
    fn list(&mut self) -> Result<Vec<Entry>, Error>;
}
