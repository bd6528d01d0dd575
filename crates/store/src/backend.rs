//! What a place for records can do, and what can go wrong there.

use crate::{Entry, Key, Space};
use std::io;
use std::path::PathBuf;
use std::time::SystemTime;

/// A value that is there and cannot be trusted.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Damage {
    #[error("its length is wrong")]
    Short,
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
    #[error("memcached cannot list what it holds")]
    CannotList,
}

/// A record on its way into a store; the value is sealed.
pub struct Sealed<'a> {
    pub space: Space,
    pub key: Key,
    pub label: &'a str,
    pub bytes: Vec<u8>,
}

pub type Name = (Space, Key);

/// A place where sealed values are kept. What comes out of it is checked by its user.
pub trait Backend: Send {
    fn get(&mut self, name: Name) -> Result<Option<Vec<u8>>, Error>;
    /// All or nothing where the place can do that, and in any case each value whole or not at all.
    fn put(&mut self, records: &[Sealed]) -> Result<(), Error>;
    fn remove(&mut self, names: &[Name]) -> Result<(), Error>;
    fn list(&mut self) -> Result<Vec<Entry>, Error>;
    /// Notes that these were used now. Losing it costs nothing but their place in the order of removal.
    fn touch(&mut self, names: &[Name], now: SystemTime) -> Result<(), Error>;
}
