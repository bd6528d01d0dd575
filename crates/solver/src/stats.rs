//! What each layer did.

use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// Counted while running; plain fields, because this is on the way of every branch.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counters {
    pub queries: u64,
    pub constant: u64,
    pub asserted: u64,
    pub interval: u64,
    pub fixed: u64,
    pub model: u64,
    pub domain: u64,
    pub exact: u64,
    pub core: u64,
    pub reused_model: u64,
    pub fast: u64,
    pub reference: u64,
    pub unknown: u64,
    pub mismatches: u64,
    pub wrong_models: u64,
    pub time: Duration,
    pub backend_time: Duration,
}

/// A snapshot for people and for JSON.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Stats {
    /// Questions asked, whoever answered.
    pub queries: u64,
    /// By the layer that gave the answer.
    pub answered_by: BTreeMap<String, u64>,
    /// Queries that reached a back end.
    pub backend: u64,
    pub unknown: u64,
    /// Contradictions between back ends (cross-checking).
    pub mismatches: u64,
    /// Models that did not satisfy their query.
    pub wrong_models: u64,
    /// In the whole chain.
    pub time: Duration,
    /// In back ends.
    pub backend_time: Duration,
}

impl Counters {
    pub fn snapshot(&self) -> Stats {
        let by = [
            ("constant", self.constant),
            ("asserted", self.asserted),
            ("interval", self.interval),
            ("fixed", self.fixed),
            ("model", self.model),
            ("domain", self.domain),
            ("exact-cache", self.exact),
            ("core-cache", self.core),
            ("model-cache", self.reused_model),
            ("bitblast", self.fast),
            ("z3", self.reference),
        ];
        Stats {
            queries: self.queries,
            answered_by: by
                .into_iter()
                .filter(|entry| entry.1 > 0)
                .map(|(name, count)| (name.to_string(), count))
                .collect(),
            backend: self.fast + self.reference,
            unknown: self.unknown,
            mismatches: self.mismatches,
            wrong_models: self.wrong_models,
            time: self.time,
            backend_time: self.backend_time,
        }
    }
}
