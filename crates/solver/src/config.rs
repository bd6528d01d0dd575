//! The settings of a solver.

use std::path::PathBuf;
use std::time::Duration;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum BackendKind {
    /// Our bit-blaster over CaDiCaL; what it cannot express goes to Z3.
    #[default]
    Bitblast,
    Z3,
}

#[derive(Clone, Debug)]
pub struct Config {
    pub backend: BackendKind,
    /// Ask both back ends and compare.
    pub cross_check: bool,
    pub time_limit: Option<Duration>,
    /// Bytes; as far as the libraries offer it.
    pub memory_limit: Option<u64>,
    /// Writes every query that reaches a back end to this file.
    pub record: Option<PathBuf>,
    /// Sets of values for bytes.
    pub domains: bool,
    pub exact_cache: bool,
    pub core_cache: bool,
    pub model_cache: bool,
    pub slicing: bool,
    pub seed: u64,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            backend: BackendKind::default(),
            cross_check: false,
            time_limit: Some(Duration::from_secs(30)),
            memory_limit: None,
            record: None,
            domains: true,
            exact_cache: true,
            core_cache: true,
            model_cache: true,
            slicing: true,
            seed: 0,
        }
    }
}
