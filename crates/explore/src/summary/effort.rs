//! How much summaries may cost: where they save nothing they must not cost much.
//!
//! Counted in work that is the same on every machine, so that what is explored is too; the weights are nanoseconds that were
//! measured once. Out of credit no summaries are made and none are looked for, until exploration without them
//! has earned new credit.

/// Spent before anything was explored: summaries pay later than they cost.
const GRACE: u64 = 60_000_000;
/// A state that comes to a pivot: where it stands, what it was like.
pub const ARRIVAL: u64 = 1_500;
/// A formula that is compared with a state, and each part of it.
pub const CHECK: u64 = 300;
pub const PART: u64 = 100;
/// A question to the solver.
pub const SOLVER: u64 = 100_000;
/// A stretch that is taken again, and each of its operations.
pub const RETRACE: u64 = 10_000;
pub const STEP: u64 = 300;
/// A part of a formula that is taken back over a stretch; a condition that is compared.
pub const SUBSTITUTE: u64 = 1_000;
/// Runs that a dropped state saves, on average.
const SAVED: u64 = 4;

#[derive(Default)]
pub struct Effort {
    spent: u64,
    pub hits: u64,
}

impl Effort {
    pub fn spend(&mut self, cost: u64) {
        self.spent += cost;
    }

    /// Is there credit for one more arrival, after so much work without summaries in so many runs?
    pub fn pays(&mut self, work: u64, runs: u64) -> bool {
        let saved = self.hits * SAVED * (work / (runs + 1));
        let pays = self.spent <= GRACE + work / 8 + saved;
        if pays {
            self.spent += ARRIVAL;
        }
        pays
    }
}
