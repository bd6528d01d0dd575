//! What is left of an exploration that was interrupted, kept for the next time.
//!
//! Guarantee: what is recalled was left by the same rethread, in the very same program, with the same settings, bounds and
//! reductions; only the time and the memory it may take can be others, since they say nothing but when to stop.

use crate::memory::Memory;
use rethread_explore::{Options, Remainder};
use rethread_store::{Key, Space};
use serde_json::{Value, json};

/// Of what is kept here.
const FORMAT: &str = "rest 2";

/// How it is explored, as far as that is not in the key of a result. None: it cannot be taken up again.
pub(crate) fn how(o: &Options) -> Option<Value> {
    (o.jobs <= 1).then(|| {
        json!({
            "dpor": o.dpor, "slice": o.slice, "summaries": o.summaries, "schedule-at-all": o.schedule_at_all,
            "order": format!("{:?}", o.order), "seed": o.seed, "no-tests": o.no_tests, "max-tests": o.max_tests,
            "summary-limits": format!("{:?}", o.summary_limits), "solver-time": o.solver.time_limit,
            "solver-memory": o.solver.memory_limit,
        })
    })
}

impl Memory<'_> {
    fn rest_key(&self) -> Option<Key> {
        let how = self.how.as_ref()?.to_string();
        Some(Key::of(&[FORMAT.as_bytes(), self.key().to_string().as_bytes(), how.as_bytes()]))
    }

    /// Keeps what is left to explore. True if there is a place to keep it in.
    pub fn remember_rest(&self, rest: &Remainder) -> bool {
        match (self.store, self.rest_key(), serde_json::to_vec(rest)) {
            (Some(store), Some(key), Ok(bytes)) => {
                store.put(&[(Space::Frontier, key, &*self.label, bytes)]);
                true
            }
            _ => false,
        }
    }

    pub fn recall_rest(&self) -> Option<Remainder> {
        serde_json::from_slice(&self.store?.get(Space::Frontier, self.rest_key()?)?).ok()
    }

    /// Nothing is left.
    pub fn forget_rest(&self) {
        if let (Some(store), Some(key)) = (self.store, self.rest_key()) {
            store.remove(&[(Space::Frontier, key)]);
        }
    }
}
