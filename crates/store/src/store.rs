//! The store a run talks to: the local database, a shared server behind it if one is named, and what went
//! wrong so far.
//!
//! Guarantee: no call fails and none returns bytes that were not put under that key; see the crate's head.

use crate::backend::{Backend, Error, Name};
use crate::embedded::Embedded;
use crate::location::{Location, default_folder};
use crate::record::Entry;
use crate::seal::{self, Sealed};
use crate::shared::Shared;
use crate::{Damage, Key, Space};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

/// For a server.
const PATIENCE: Duration = Duration::from_secs(2);

pub struct Store(Mutex<Inner>);

struct Inner {
    local: Embedded,
    shared: Option<Shared>,
    /// Read since they were last noted as used.
    touched: BTreeSet<Name>,
    warnings: Vec<String>,
}

/// A store, and what there is to say about the state it was found in.
pub struct Opened {
    pub store: Store,
    pub warnings: Vec<String>,
}

/// What [`Store::verify`] found.
#[derive(Clone, Default, Debug)]
pub struct Report {
    pub records: u64,
    pub bytes: u64,
    /// Values that cannot be trusted, which are not used either.
    pub damaged: Vec<(Entry, Damage)>,
}

/// What [`Store::gc`] did.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Cleaned {
    pub removed: u64,
    pub removed_bytes: u64,
    pub kept: u64,
    pub kept_bytes: u64,
}

impl Store {
    /// A server has the folder that [`default_folder`] finds for the working folder in front of it.
    pub fn open(location: &Location) -> Result<Opened, Error> {
        let here = || default_folder(&std::env::current_dir().unwrap_or_default());
        match location {
            Location::Folder(folder) => Store::open_in(folder, None, PATIENCE),
            server => Store::open_in(&here(), Some(server), PATIENCE),
        }
    }

    /// The database in `folder`, and behind it `server`, which is waited for this long: to connect, for each
    /// read and for each write.
    pub fn open_in(folder: &Path, server: Option<&Location>, patience: Duration) -> Result<Opened, Error> {
        let local = Embedded::open(folder)?;
        let shared = server.and_then(|location| Shared::new(location, patience));
        let mut inner = Inner { local, shared, touched: BTreeSet::new(), warnings: Vec::new() };
        inner.note(Ok(()));
        let warnings = inner.warnings.clone();
        Ok(Opened { store: Store(Mutex::new(inner)), warnings })
    }

    pub fn get(&self, space: Space, key: Key) -> Option<Vec<u8>> {
        self.inner().get((space, key))
    }

    /// One durable transaction in the local database: all of them, or none if that cannot be.
    pub fn put(&self, records: &[(Space, Key, &str, Vec<u8>)]) {
        let now = SystemTime::now();
        let seal = |(space, key, label, value): &(Space, Key, &str, Vec<u8>)| {
            seal::seal(*space, *key, label, value, now)
        };
        let sealed: Vec<Sealed> = records.iter().map(seal).collect();
        self.inner().put(&sealed);
    }

    /// From the local database; a shared server keeps its own.
    pub fn remove(&self, names: &[(Space, Key)]) {
        let mut inner = self.inner();
        let removed = inner.local.remove(names);
        inner.note(removed);
    }

    /// What the local database and a server that can list hold, by space and key.
    pub fn list(&self) -> Vec<Entry> {
        let here = self.list_local();
        let mut inner = self.inner();
        let there = inner.ask(Shared::list).unwrap_or_default();
        // What is known here of when it was used is nearer to the truth.
        let all = there.into_iter().chain(here).map(|e| ((e.space, e.key), e));
        all.collect::<BTreeMap<Name, Entry>>().into_values().collect()
    }

    /// What the local database holds, by space and key.
    pub fn list_local(&self) -> Vec<Entry> {
        let mut inner = self.inner();
        let listed = inner.local.list();
        inner.note(listed).unwrap_or_default()
    }

    /// Reads and checks every record of the local database.
    pub fn verify(&self) -> Report {
        let mut report = Report::default();
        for entry in self.list_local() {
            let mut inner = self.inner();
            let got = inner.local.get((entry.space, entry.key));
            // One that was removed since it was listed is not damaged.
            let Some(sealed) = inner.note(got).flatten() else { continue };
            report.records += 1;
            report.bytes += entry.bytes;
            if let Some(damage) = seal::open(entry.space, entry.key, sealed).err() {
                report.damaged.push((entry, damage));
            }
        }
        report
    }

    /// Removes what was not used for longer than `older_than`; of the rest it keeps what was used last, as
    /// far as that fits into `keep_bytes`. What cannot be computed again stays.
    pub fn gc(&self, keep_bytes: Option<u64>, older_than: Option<Duration>) -> Cleaned {
        let mut entries = self.list_local();
        entries.sort_by_key(|e| (std::cmp::Reverse(e.used), e.space, e.key));
        let now = SystemTime::now();
        let mut cleaned = Cleaned::default();
        let mut remove = Vec::new();
        for entry in entries {
            let old = |limit| now.duration_since(entry.used).is_ok_and(|age| age > limit);
            let too_many = |most| cleaned.kept_bytes + entry.bytes > most;
            if entry.space.is_cache() && (older_than.is_some_and(old) || keep_bytes.is_some_and(too_many)) {
                cleaned.removed += 1;
                cleaned.removed_bytes += entry.bytes;
                remove.push((entry.space, entry.key));
            } else {
                cleaned.kept += 1;
                cleaned.kept_bytes += entry.bytes;
            }
        }
        if remove.is_empty() {
            return cleaned;
        }
        let mut inner = self.inner();
        let removed = inner.local.remove(&remove);
        if inner.note(removed).is_none() {
            let Cleaned { removed, removed_bytes, kept, kept_bytes } = cleaned;
            return Cleaned {
                kept: kept + removed,
                kept_bytes: kept_bytes + removed_bytes,
                ..Cleaned::default()
            };
        }
        let compacted = inner.local.compact();
        inner.note(compacted);
        cleaned
    }

    /// Everything that went wrong since the store was opened, each once.
    pub fn warnings(&self) -> Vec<String> {
        self.inner().warnings.clone()
    }

    /// What is in there is consistent after a panic elsewhere: every operation is whole in itself.
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    /// From here, else from the server, in which case it is here from then on.
    fn get(&mut self, name: Name) -> Option<Vec<u8>> {
        let here = self.local.get(name);
        let here = self.note(here).flatten();
        if let Some(sealed) = here.and_then(|bytes| self.checked(name, bytes)) {
            self.touched.insert(name);
            return Some(sealed.into_value());
        }
        let there = self.ask(|server| server.get(name)).flatten()?;
        let sealed = [self.checked(name, there)?];
        let put = self.local.put(&sealed);
        self.note(put);
        let [sealed] = sealed;
        Some(sealed.into_value())
    }

    fn put(&mut self, records: &[Sealed]) {
        self.flush();
        let put = self.local.put(records);
        self.note(put);
        self.ask(|server| server.put(records));
    }

    fn checked(&mut self, (space, key): Name, bytes: Vec<u8>) -> Option<Sealed> {
        let opened = seal::open(space, key, bytes);
        opened
            .map_err(|damage| self.warn(format!("a stored value ({space} {key}) is not used: {damage}")))
            .ok()
    }

    /// Nothing if there is no server, or it is out of reach.
    fn ask<T>(&mut self, f: impl FnOnce(&mut Shared) -> Result<T, Error>) -> Option<T> {
        let answer = self.shared.as_mut().filter(|server| server.in_reach()).map(f)?;
        self.note(answer)
    }

    /// Notes in the database what was used.
    fn flush(&mut self) {
        if !self.touched.is_empty() {
            let names: Vec<Name> = std::mem::take(&mut self.touched).into_iter().collect();
            let touched = self.local.touch(&names, SystemTime::now());
            self.note(touched);
        }
    }

    /// Keeps what went wrong, and what the database has to say.
    fn note<T>(&mut self, result: Result<T, Error>) -> Option<T> {
        for said in std::mem::take(&mut self.local.said) {
            self.warn(said);
        }
        result.map_err(|error| self.warn(error.to_string())).ok()
    }

    fn warn(&mut self, warning: String) {
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.flush();
    }
}
