//! What earlier explorations found, kept so that it need not be found again.
//!
//! A record is bytes under a [`Space`] (what it is) and a [`Key`] (a hash of everything it was made from).
//! Guarantees:
//! - What is read is what was written under that key, byte for byte, or nothing: every value is sealed
//!   (`seal.rs`) and checked when it arrives, wherever it comes from.
//! - A [`Store::put`] that returned is on disk, whole; one that was killed is there whole or not at all.
//!   Processes that write at the same time lose nothing of each other's.
//! - Nothing that goes wrong here stops a run: it becomes a warning, and the answer "not there". What is
//!   damaged, or of a newer format, is set aside under another name, never used and never deleted.
//!
//! [`embedded`] is the database in a folder. A shared server is always behind one: read after it, written
//! after it.

#![forbid(unsafe_code)]

mod backend;
mod embedded;
mod key;
mod location;
mod lock;
mod memcached;
mod quietly;
mod record;
mod redis_server;
mod seal;
mod shared;
mod store;

pub use backend::{Damage, Error};
pub use key::Key;
pub use location::{Location, default_folder};
pub use record::{Entry, Space};
pub use store::{Cleaned, Opened, Report, Store};
