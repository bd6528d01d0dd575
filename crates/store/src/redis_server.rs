//! A shared Redis: a string a record, which never expires by itself.

use crate::backend::{Backend, Name};
use crate::seal::{self, Sealed};
use crate::shared::{PREFIX, name_there};
use crate::{Entry, Error};
use redis::{Connection, RedisError, RedisResult};
use std::time::Duration;

/// Records whose heads are asked for at a time.
const AT_A_TIME: usize = 500;

pub struct Redis {
    url: String,
    patience: Duration,
    connection: Option<Connection>,
}

impl Redis {
    pub fn new(address: &str, patience: Duration) -> Redis {
        Redis { url: format!("redis://{address}"), patience, connection: None }
    }

    fn connection(&mut self) -> RedisResult<&mut Connection> {
        match &mut self.connection {
            Some(connection) => Ok(connection),
            none => {
                let connection =
                    redis::Client::open(self.url.as_str())?.get_connection_with_timeout(self.patience)?;
                connection.set_read_timeout(Some(self.patience))?;
                connection.set_write_timeout(Some(self.patience))?;
                Ok(none.insert(connection))
            }
        }
    }

    fn names(&mut self) -> RedisResult<Vec<Vec<u8>>> {
        let mut names = Vec::new();
        let mut cursor = 0_u64;
        loop {
            let mut scan = redis::cmd("SCAN");
            scan.arg(cursor).arg("MATCH").arg(format!("{PREFIX}*")).arg("COUNT").arg(1000);
            let (next, some): (u64, Vec<Vec<u8>>) = scan.query(self.connection()?)?;
            names.extend(some);
            if next == 0 {
                return Ok(names);
            }
            cursor = next;
        }
    }

    fn entries(&mut self) -> RedisResult<Vec<Entry>> {
        let mut entries = Vec::new();
        for names in self.names()?.chunks(AT_A_TIME) {
            let mut heads = redis::pipe();
            for name in names {
                heads.cmd("GETRANGE").arg(name).arg(0).arg(seal::MOST_HEAD - 1);
            }
            let heads: Vec<Vec<u8>> = heads.query(self.connection()?)?;
            entries.extend(heads.iter().filter_map(|head| seal::entry(head)));
        }
        Ok(entries)
    }
}

impl Backend for Redis {
    fn get(&mut self, (space, key): Name) -> Result<Option<Vec<u8>>, Error> {
        let mut get = redis::cmd("GET");
        get.arg(name_there(space, key));
        self.connection().and_then(|c| get.query(c)).map_err(meaning)
    }

    fn put(&mut self, records: &[Sealed]) -> Result<(), Error> {
        let mut set = redis::pipe();
        for record in records {
            set.cmd("SET").arg(name_there(record.space, record.key)).arg(&record.bytes).ignore();
        }
        // One transaction: whoever reads sees all of them or none.
        set.atomic();
        self.connection().and_then(|c| set.query(c)).map_err(meaning)
    }

    fn list(&mut self) -> Result<Vec<Entry>, Error> {
        self.entries().map_err(meaning)
    }
}

fn meaning(error: RedisError) -> Error {
    // A read that waited for long enough is told as "Resource temporarily unavailable".
    Error::Server(if error.is_timeout() { "it does not answer in time".into() } else { error.to_string() })
}
