//! What a record is, and what is known of it without reading it.

use crate::Key;
use serde::Serialize;
use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// What a record holds. Its number is on disk and on servers: add at the end, never renumber.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Space {
    /// A lowered program
    Program,
    /// What an exploration found, and how complete it is
    Result,
    /// Summaries with their footprints
    Summaries,
    /// Where an interrupted exploration goes on
    Frontier,
    /// Bugs that somebody accepted, with the reason
    Accepted,
}

impl Space {
    pub const ALL: [Space; 5] =
        [Space::Program, Space::Result, Space::Summaries, Space::Frontier, Space::Accepted];

    pub(crate) fn number(self) -> u8 {
        match self {
            Space::Program => 1,
            Space::Result => 2,
            Space::Summaries => 3,
            Space::Frontier => 4,
            Space::Accepted => 5,
        }
    }

    pub(crate) fn numbered(number: u8) -> Option<Space> {
        Space::ALL.into_iter().find(|s| s.number() == number)
    }

    /// Whether it can be computed again. What cannot is never removed to save room.
    pub fn is_cache(self) -> bool {
        self != Space::Accepted
    }

    pub fn name(self) -> &'static str {
        match self {
            Space::Program => "program",
            Space::Result => "result",
            Space::Summaries => "summaries",
            Space::Frontier => "frontier",
            Space::Accepted => "accepted",
        }
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A record as it is listed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    pub space: Space,
    pub key: Key,
    /// For people: which program, which command
    pub label: String,
    /// Of the value
    pub bytes: u64,
    pub written: SystemTime,
    /// When it was last read or written, to the hour
    pub used: SystemTime,
}

/// Since 1970, as times are kept.
pub(crate) fn nanoseconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |d| d.as_nanos().try_into().unwrap_or(u64::MAX))
}

pub(crate) fn time(nanoseconds: u64) -> SystemTime {
    UNIX_EPOCH + Duration::from_nanos(nanoseconds)
}
