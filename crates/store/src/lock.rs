//! One process at a time, by a lock on a file of its own.
//!
//! The lock is the operating system's: it ends with the process that holds it, however that ends. Waiting
//! is bounded, because a process may be stopped while it holds the lock.

use crate::Error;
use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;
use std::time::{Duration, Instant};

const STEP: Duration = Duration::from_millis(2);

#[derive(Copy, Clone, PartialEq, Eq)]
pub enum Mode {
    Shared,
    Exclusive,
}

/// Held until it is dropped.
pub struct Lock(#[expect(dead_code, reason = "held, not used")] File);

impl Lock {
    pub fn wait(path: &Path, mode: Mode, patience: Duration) -> Result<Lock, Error> {
        let wrong = |error| Error::Io { what: "cannot lock", path: path.into(), error };
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        // Where nothing can be written a lock can still be taken, so that readers wait for writers.
        let file = file.or_else(|error| File::open(path).map_err(|_| error)).map_err(wrong)?;
        let start = Instant::now();
        loop {
            let tried = match mode {
                Mode::Shared => file.try_lock_shared(),
                Mode::Exclusive => file.try_lock(),
            };
            match tried {
                Ok(()) => return Ok(Lock(file)),
                Err(TryLockError::Error(error)) => return Err(wrong(error)),
                Err(TryLockError::WouldBlock) if start.elapsed() >= patience => {
                    return Err(Error::Busy { path: path.into(), seconds: patience.as_secs() });
                }
                Err(TryLockError::WouldBlock) => std::thread::sleep(STEP),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readers_share_and_writers_do_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let wait = |mode| Lock::wait(&path, mode, Duration::ZERO);
        let first = wait(Mode::Shared).unwrap();
        let second = wait(Mode::Shared).unwrap();
        assert!(matches!(wait(Mode::Exclusive), Err(Error::Busy { .. })));
        drop((first, second));
        let writer = wait(Mode::Exclusive).unwrap();
        assert!(matches!(wait(Mode::Shared), Err(Error::Busy { .. })));
        drop(writer);
        wait(Mode::Shared).unwrap();
    }

    #[test]
    fn who_waits_gets_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let held = Lock::wait(&path, Mode::Exclusive, Duration::ZERO).unwrap();
        let waiting = std::thread::spawn({
            let path = path.clone();
            move || Lock::wait(&path, Mode::Exclusive, Duration::from_secs(60)).is_ok()
        });
        drop(held);
        assert!(waiting.join().unwrap());
    }
}
