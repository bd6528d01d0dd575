//! A shared memcached.
//!
//! It takes values of up to a megabyte, so that larger ones are cut: under the record's name is then only
//! where the pieces are, by a hash of the whole, so that two writers of different values do not mix theirs.
//! Pieces are written first. memcached forgets what it has no room for: a missing piece makes the record
//! "not there". Nothing here expires by itself, and nothing can be listed.

use crate::backend::{Backend, Name};
use crate::seal::Sealed;
use crate::shared::name_there;
use crate::{Entry, Error};
use memcache::{Client, MemcacheError};
use std::collections::HashMap;
use std::time::Duration;

/// With its name and memcached's own head it is below the usual megabyte.
const PIECE: usize = 1_000_000;
/// Pieces that are asked for, or written, at a time.
const AT_A_TIME: usize = 16;
const NEVER_EXPIRES: u32 = 0;
const WHOLE: u8 = b'w';
const CUT: u8 = b'c';

pub struct Memcached {
    url: String,
    client: Option<Client>,
}

impl Memcached {
    pub fn new(address: &str, patience: Duration) -> Memcached {
        let seconds = patience.as_secs_f64();
        let url = format!("memcache://{address}?protocol=ascii&timeout={seconds}&connect_timeout={seconds}");
        Memcached { url, client: None }
    }

    fn client(&mut self) -> Result<&Client, MemcacheError> {
        match &mut self.client {
            Some(client) => Ok(client),
            none => Ok(none.insert(Client::with_pool_size(self.url.as_str(), 1)?)),
        }
    }

    fn fetch(&mut self, name: &str) -> Result<Option<Vec<u8>>, MemcacheError> {
        let client = self.client()?;
        let Some(mut found) = client.get::<Vec<u8>>(name)? else { return Ok(None) };
        match found.first() {
            Some(&WHOLE) => {
                found.remove(0);
                Ok(Some(found))
            }
            Some(&CUT) => fetch_pieces(client, name, &found[1..]),
            // Not ours: the caller says that it is no value.
            _ => Ok(Some(found)),
        }
    }

    fn store(&mut self, name: &str, bytes: &[u8]) -> Result<(), MemcacheError> {
        let client = self.client()?;
        if bytes.len() <= PIECE {
            return client.set(name, [&[WHOLE], bytes].concat().as_slice(), NEVER_EXPIRES);
        }
        let hash = blake3::hash(bytes);
        for (i, piece) in bytes.chunks(PIECE).enumerate() {
            client.set(&piece_name(name, &hash.to_hex(), i), piece, NEVER_EXPIRES)?;
        }
        let pieces = bytes.len().div_ceil(PIECE) as u32;
        let index = [&[CUT], &pieces.to_le_bytes()[..], hash.as_bytes()].concat();
        client.set(name, index.as_slice(), NEVER_EXPIRES)
    }
}

/// Asks for no more than is there: the number of pieces may be wrong too.
fn fetch_pieces(client: &Client, name: &str, index: &[u8]) -> Result<Option<Vec<u8>>, MemcacheError> {
    let (Some(pieces), Some(hash)) = (index.first_chunk::<4>(), index.get(4..36)) else {
        return Ok(Some(index.to_vec()));
    };
    let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    let pieces = u32::from_le_bytes(*pieces) as usize;
    let mut bytes = Vec::new();
    for from in (0..pieces).step_by(AT_A_TIME) {
        let names: Vec<String> =
            (from..pieces.min(from + AT_A_TIME)).map(|i| piece_name(name, &hash, i)).collect();
        let asked: Vec<&str> = names.iter().map(String::as_str).collect();
        let found: HashMap<String, Vec<u8>> = client.gets(&asked)?;
        for name in &names {
            match found.get(name) {
                Some(piece) => bytes.extend_from_slice(piece),
                None => return Ok(None),
            }
        }
    }
    Ok(Some(bytes))
}

fn piece_name(name: &str, hash: &str, i: usize) -> String {
    format!("{name}:{}:{i}", &hash[..32])
}

impl Backend for Memcached {
    fn get(&mut self, (space, key): Name) -> Result<Option<Vec<u8>>, Error> {
        self.fetch(&name_there(space, key)).map_err(meaning)
    }

    fn put(&mut self, records: &[Sealed]) -> Result<(), Error> {
        records
            .iter()
            .try_for_each(|record| self.store(&name_there(record.space, record.key), &record.bytes))
            .map_err(meaning)
    }

    fn list(&mut self) -> Result<Vec<Entry>, Error> {
        Err(Error::CannotList)
    }
}

fn meaning(error: MemcacheError) -> Error {
    Error::Server(error.to_string())
}
