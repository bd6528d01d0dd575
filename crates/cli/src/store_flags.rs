//! `--store` and `--no-store`, for every command that keeps or uses results.

use crate::fail::{Failure, plain};
use clap::Args;
use rethread_store::{Location, Opened, Store, default_folder};

#[derive(Args, Debug)]
pub struct StoreFlags {
    /// Where results are kept: a folder, memcache://HOST:PORT or redis://HOST:PORT[/DATABASE]
    ///
    /// Without it `.rethread` at the root of the git repository, else in the working folder. A server has
    /// that folder in front of it.
    #[arg(long, value_name = "LOCATION", help_heading = "Store")]
    pub store: Option<Location>,

    /// Keep no results and use none
    #[arg(long, conflicts_with = "store", help_heading = "Store")]
    pub no_store: bool,
}

impl StoreFlags {
    /// Nothing if there is to be none. The warnings are for the user.
    pub fn open(&self) -> Result<Option<Opened>, Failure> {
        if self.no_store {
            return Ok(None);
        }
        match (Store::open(&location(self.store.as_ref())), &self.store) {
            (Ok(opened), _) => Ok(Some(opened)),
            (Err(e), Some(_)) => Err(e.into()),
            // Nobody asked for this one.
            (Err(e), None) => {
                crate::complain(&format!("warning: nothing is kept: {}\n", plain(&e.to_string())));
                Ok(None)
            }
        }
    }
}

/// The one that was named, or the default.
pub fn location(named: Option<&Location>) -> Location {
    let here = || Location::Folder(default_folder(&std::env::current_dir().unwrap_or_default()));
    named.cloned().unwrap_or_else(here)
}
