//! A server that several people or machines share, kept at arm's length: it is asked only while it answers.
//!
//! Guarantee: a server that is away or slow costs a run the time-outs of one question and one warning; it
//! is then left alone until the run is over. What it sends is checked by the caller like anything else.

use crate::backend::{Backend, Name};
use crate::location::Location;
use crate::memcached::Memcached;
use crate::redis_server::Redis;
use crate::seal::Sealed;
use crate::{Entry, Error, Key, Space};
use std::time::Duration;

pub struct Shared {
    name: String,
    server: Box<dyn Backend>,
    in_reach: bool,
}

impl Shared {
    /// Nothing for a folder. The server is not asked for anything yet.
    pub fn new(location: &Location, patience: Duration) -> Option<Shared> {
        let server: Box<dyn Backend> = match location {
            Location::Folder(_) => return None,
            Location::Memcache(address) => Box::new(Memcached::new(address, patience)),
            Location::Redis(address) => Box::new(Redis::new(address, patience)),
        };
        Some(Shared { name: location.to_string(), server, in_reach: true })
    }

    pub fn in_reach(&self) -> bool {
        self.in_reach
    }

    pub fn get(&mut self, name: Name) -> Result<Option<Vec<u8>>, Error> {
        let got = self.server.get(name);
        self.judge(got)
    }

    pub fn put(&mut self, records: &[Sealed]) -> Result<(), Error> {
        let put = self.server.put(records);
        self.judge(put)
    }

    pub fn list(&mut self) -> Result<Vec<Entry>, Error> {
        let listed = self.server.list();
        self.judge(listed)
    }

    fn judge<T>(&mut self, answer: Result<T, Error>) -> Result<T, Error> {
        answer.map_err(|error| match error {
            Error::CannotList => Error::CannotList,
            error => {
                self.in_reach = false;
                Error::Server(format!("{} is not used any more in this run: {error}", self.name))
            }
        })
    }
}

/// The name of a record on a server, which may hold other things too.
pub fn name_there(space: Space, key: Key) -> String {
    format!("{PREFIX}{space}:{key}")
}

pub const PREFIX: &str = "rethread:1:";
