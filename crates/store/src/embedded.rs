//! The database in a folder: redb, in `FOLDER/store.redb`.
//!
//! Guarantees: a [`Backend::put`] is one durable transaction, in the file whole or not at all. Processes
//! take turns: the database is open only while an operation lasts, under a lock (`lock.rs`) that readers
//! share, so that nobody keeps it from others for the length of a run. A new database is made under
//! another name and moved into place, so that one that is half made is never met.
//!
//! redb checks its pages when it is asked to, not when it reads them. It is asked once, when the store is
//! opened, which is also when a database that cannot be used is set aside; whatever fails later is looked
//! at again in the same way. Values are sealed by the caller on top of that.
//!
//! Cost: opening and closing for one operation is below a millisecond to read, some milliseconds to write;
//! the check reads the whole file.

use crate::backend::{Backend, Name};
use crate::lock::{Lock, Mode};
use crate::quietly::quietly;
use crate::record::{Entry, Space, nanoseconds, time};
use crate::seal::Sealed;
use crate::{Error, Key};
use redb::{
    Builder, DatabaseError, ReadOnlyDatabase, ReadTransaction, ReadableDatabase, ReadableTable, StorageError,
    TableDefinition, WriteTransaction,
};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

const FORMAT: u64 = 1;
const FILE: &str = "store.redb";
/// Name to number; `format` is there from the start.
const ABOUT: TableDefinition<&str, u64> = TableDefinition::new("about");
/// Space and key to the sealed value.
const VALUES: TableDefinition<&[u8; 33], &[u8]> = TableDefinition::new("values");
/// Space and key to label, length of the value, and nanoseconds of 1970 of writing and of last use.
const INDEX: TableDefinition<&[u8; 33], (&str, u64, u64, u64)> = TableDefinition::new("index");
/// One that does not move up for reading does not make every reader a writer.
const USE_RESOLUTION: Duration = Duration::from_secs(3600);
const PATIENCE: Duration = Duration::from_secs(30);
/// Values are read once: what redb keeps in memory is of use within one operation only.
const CACHE: usize = 64 << 20;

pub struct Embedded {
    folder: PathBuf,
    /// How long a reader waits. None once it was in vain: a run does not wait at every question.
    read_patience: Duration,
    /// What its user has to be told about the state of the database.
    pub said: Vec<String>,
}

impl Embedded {
    /// A damaged or newer database is set aside. Only a location that can never work is an error.
    pub fn open(folder: &Path) -> Result<Embedded, Error> {
        if folder.exists() && !folder.is_dir() {
            return Err(Error::NotAFolder(folder.into()));
        }
        let mut embedded = Embedded { folder: folder.into(), read_patience: PATIENCE, said: Vec::new() };
        if let Err(error) = embedded.examine() {
            embedded.said.push(error.to_string());
        }
        Ok(embedded)
    }

    fn file(&self) -> PathBuf {
        self.folder.join(FILE)
    }

    fn lock(&self, mode: Mode, patience: Duration) -> Result<Lock, Error> {
        Lock::wait(&self.folder.join("lock"), mode, patience)
    }

    /// The folder itself, which is nothing to be committed.
    fn prepare(&self) -> Result<(), Error> {
        let wrong = |error| Error::Io { what: "cannot make", path: self.folder.clone(), error };
        if self.folder.is_dir() {
            return Ok(());
        }
        fs::create_dir_all(&self.folder).map_err(wrong)?;
        fs::write(self.folder.join(".gitignore"), "*\n").map_err(wrong)
    }

    /// Checks every page of the database; one that fails is set aside.
    fn examine(&mut self) -> Result<(), Error> {
        let file = self.file();
        if !file.exists() {
            return Ok(());
        }
        let lock = self.lock(Mode::Exclusive, PATIENCE)?;
        let examined = guarded(&file, || {
            let mut db = match builder().open(&file) {
                Err(DatabaseError::Storage(StorageError::Io(e))) if unwritable(&e) => return Ok(true),
                opened => opened?,
            };
            let clean = db.check_integrity()?;
            format_of(&db.begin_read()?)?;
            Ok(clean)
        });
        match examined {
            Ok(true) => {}
            Ok(false) => self.said.push(format!(
                "{} was damaged; what was written last may be missing from it, the rest was checked",
                file.display()
            )),
            Err(why @ (Error::Damaged(_) | Error::Newer(_))) => {
                let aside = self.set_aside(&why)?;
                self.said.push(format!(
                    "{} is not used: {why}; it was moved to {}",
                    file.display(),
                    aside.display()
                ));
            }
            Err(other) => return Err(other),
        }
        drop(lock);
        Ok(())
    }

    fn set_aside(&self, why: &Error) -> Result<PathBuf, Error> {
        let kind = if matches!(why, Error::Newer(_)) { "newer" } else { "damaged" };
        let free = |n: u32| self.folder.join(format!("store.{kind}-{n}.redb"));
        let aside =
            (1..).map(free).find(|path| !path.exists()).expect("a folder has fewer files than numbers");
        match fs::rename(self.file(), &aside) {
            Ok(()) => Ok(aside),
            Err(error) => Err(Error::Io { what: "cannot move away", path: self.file(), error }),
        }
    }

    /// An operation on what is there; without a database its answer is the default one.
    fn read<T: Default>(
        &mut self,
        f: impl Fn(&ReadTransaction) -> Result<T, redb::Error>,
    ) -> Result<T, Error> {
        let result = self.read_once(&f);
        self.again_if_damaged(result, |me| me.read_once(&f))
    }

    fn read_once<T: Default>(
        &mut self,
        f: impl Fn(&ReadTransaction) -> Result<T, redb::Error>,
    ) -> Result<T, Error> {
        let file = self.file();
        if !file.exists() {
            return Ok(T::default());
        }
        let lock = self.lock(Mode::Shared, self.read_patience).inspect_err(|e| {
            if matches!(e, Error::Busy { .. }) {
                self.read_patience = Duration::ZERO;
            }
        })?;
        let read = guarded(&file, || {
            let db: ReadOnlyDatabase = match builder().open_read_only(&file) {
                Err(DatabaseError::RepairAborted) => return Ok(None),
                Err(DatabaseError::Storage(StorageError::Io(e))) if e.kind() == io::ErrorKind::NotFound => {
                    return Ok(Some(T::default()));
                }
                opened => opened?,
            };
            Ok(Some(f(&db.begin_read()?)?))
        })?;
        if let Some(read) = read {
            return Ok(read);
        }
        drop(lock);
        // Its last writer was killed. Opening it to write mends it, for which others must be out.
        let _lock = self.lock(Mode::Exclusive, PATIENCE)?;
        guarded(&file, || Ok(f(&builder().open(&file)?.begin_read()?)?))
    }

    /// One durable transaction; the database is made if there is none.
    fn write<T>(&mut self, f: impl Fn(&WriteTransaction) -> Result<T, redb::Error>) -> Result<T, Error> {
        let result = self.write_once(&f);
        self.again_if_damaged(result, |me| me.write_once(&f))
    }

    fn write_once<T>(&mut self, f: impl Fn(&WriteTransaction) -> Result<T, redb::Error>) -> Result<T, Error> {
        self.prepare()?;
        let _lock = self.lock(Mode::Exclusive, PATIENCE)?;
        let file = self.file();
        if !file.exists() {
            self.create()?;
        }
        guarded(&file, || {
            let db = builder().open(&file)?;
            let transaction = db.begin_write()?;
            let result = f(&transaction)?;
            transaction.commit()?;
            Ok(result)
        })
    }

    fn create(&self) -> Result<(), Error> {
        let new = self.folder.join("store.new.redb");
        let moved = |error| Error::Io { what: "cannot make", path: self.file(), error };
        match fs::remove_file(&new) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(moved(e)),
            _ => {}
        }
        guarded(&new, || {
            let db = builder().create(&new)?;
            let transaction = db.begin_write()?;
            transaction.open_table(ABOUT)?.insert("format", FORMAT)?;
            transaction.open_table(VALUES)?;
            transaction.open_table(INDEX)?;
            transaction.commit()?;
            Ok(())
        })?;
        fs::rename(&new, self.file()).map_err(moved)?;
        // The name has to last as the content does.
        fs::File::open(&self.folder).and_then(|folder| folder.sync_all()).map_err(moved)
    }

    /// What turns out to be damaged in the middle of a run is set aside too, and the operation is done on
    /// what is there then.
    fn again_if_damaged<T>(
        &mut self,
        result: Result<T, Error>,
        again: impl FnOnce(&mut Embedded) -> Result<T, Error>,
    ) -> Result<T, Error> {
        match result {
            Err(Error::Damaged(_) | Error::Newer(_)) => {
                // Another process may have replaced it meanwhile: only what fails again is moved.
                self.examine()?;
                again(self)
            }
            other => other,
        }
    }

    pub fn remove(&mut self, names: &[Name]) -> Result<(), Error> {
        self.write(|t| {
            let (mut values, mut index) = (t.open_table(VALUES)?, t.open_table(INDEX)?);
            for &(space, key) in names {
                values.remove(&row(space, key))?;
                index.remove(&row(space, key))?;
            }
            Ok(())
        })
    }

    /// Notes that these were used now. Losing it costs nothing but their place in the order of removal.
    pub fn touch(&mut self, names: &[Name], now: SystemTime) -> Result<(), Error> {
        let now = nanoseconds(now);
        let old = |used: u64| now.saturating_sub(used) >= USE_RESOLUTION.as_nanos() as u64;
        let stale = self.read(|t| {
            let index = t.open_table(INDEX)?;
            let mut stale = Vec::new();
            for &(space, key) in names {
                let row = row(space, key);
                if index.get(&row)?.is_some_and(|about| old(about.value().3)) {
                    stale.push(row);
                }
            }
            Ok(stale)
        })?;
        if stale.is_empty() {
            return Ok(());
        }
        self.write(|t| {
            let mut index = t.open_table(INDEX)?;
            for row in &stale {
                let about = index.get(row)?.map(|a| (a.value().0.to_string(), a.value().1, a.value().2));
                if let Some((label, bytes, written)) = about {
                    index.insert(row, (label.as_str(), bytes, written, now))?;
                }
            }
            Ok(())
        })
    }

    /// Gives back to the file system what removed records took.
    pub fn compact(&mut self) -> Result<(), Error> {
        let _lock = self.lock(Mode::Exclusive, PATIENCE)?;
        let file = self.file();
        guarded(&file, || {
            builder().open(&file)?.compact()?;
            Ok(())
        })
    }
}

impl Backend for Embedded {
    fn get(&mut self, (space, key): Name) -> Result<Option<Vec<u8>>, Error> {
        let row = row(space, key);
        self.read(|t| Ok(t.open_table(VALUES)?.get(&row)?.map(|value| value.value().to_vec())))
    }

    fn put(&mut self, records: &[Sealed]) -> Result<(), Error> {
        let now = nanoseconds(SystemTime::now());
        self.write(|t| {
            let (mut values, mut index) = (t.open_table(VALUES)?, t.open_table(INDEX)?);
            for record in records {
                let row = row(record.space, record.key);
                values.insert(&row, record.bytes.as_slice())?;
                let written = nanoseconds(record.written);
                index.insert(&row, (record.label.as_str(), record.length, written, now))?;
            }
            Ok(())
        })
    }

    fn list(&mut self) -> Result<Vec<Entry>, Error> {
        self.read(|t| {
            let mut entries = Vec::new();
            for item in t.open_table(INDEX)?.iter()? {
                let (row, about) = item?;
                let (label, bytes, written, used) = about.value();
                let [number, key @ ..] = *row.value();
                // A space of a newer version is its business.
                let Some(space) = Space::numbered(number) else { continue };
                let (written, used) = (time(written), time(used));
                entries.push(Entry { space, key: Key(key), label: label.into(), bytes, written, used });
            }
            Ok(entries)
        })
    }
}

fn builder() -> Builder {
    let mut builder = Builder::new();
    builder.set_cache_size(CACHE);
    builder
}

fn row(space: Space, key: Key) -> [u8; 33] {
    let mut row = [0; 33];
    row[0] = space.number();
    row[1..].copy_from_slice(&key.0);
    row
}

fn format_of(transaction: &ReadTransaction) -> Result<(), Fault> {
    match transaction.open_table(ABOUT)?.get("format")?.map(|f| f.value()) {
        Some(FORMAT) => {}
        Some(newer) if newer > FORMAT => return Err(Fault::Newer(newer)),
        _ => return Err(Fault::Foreign),
    }
    transaction.open_table(VALUES)?;
    transaction.open_table(INDEX)?;
    Ok(())
}

/// What goes wrong inside [`guarded`].
enum Fault {
    Redb(redb::Error),
    Newer(u64),
    Foreign,
}

impl<E: Into<redb::Error>> From<E> for Fault {
    fn from(error: E) -> Fault {
        Fault::Redb(error.into())
    }
}

/// A damaged file may make redb panic: to a run that is damage like any other.
fn guarded<T>(file: &Path, f: impl FnOnce() -> Result<T, Fault>) -> Result<T, Error> {
    match quietly(f) {
        Some(Ok(value)) => Ok(value),
        Some(Err(Fault::Redb(error))) => Err(meaning(file, error)),
        Some(Err(Fault::Newer(format))) => Err(Error::Newer(format)),
        Some(Err(Fault::Foreign)) => Err(Error::Damaged("it is not a store of rethread's".into())),
        None => Err(Error::Damaged("it is damaged".into())),
    }
}

fn meaning(file: &Path, error: redb::Error) -> Error {
    match error {
        redb::Error::Io(e)
            if matches!(e.kind(), io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidData) =>
        {
            Error::Damaged(format!("it is damaged ({e})"))
        }
        redb::Error::Io(error) => Error::Io { what: "cannot use", path: file.into(), error },
        redb::Error::DatabaseAlreadyOpen => Error::Busy { path: file.into(), seconds: 0 },
        redb::Error::Corrupted(why) => Error::Damaged(format!("it is damaged ({why})")),
        e @ (redb::Error::UpgradeRequired(_)
        | redb::Error::TableDoesNotExist(_)
        | redb::Error::TableTypeMismatch { .. }
        | redb::Error::TypeDefinitionChanged { .. }
        | redb::Error::TableIsMultimap(_)) => {
            Error::Damaged(format!("it is not a store of rethread's ({e})"))
        }
        other => Error::Database(format!("{}: {other}", file.display())),
    }
}

fn unwritable(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem)
}
