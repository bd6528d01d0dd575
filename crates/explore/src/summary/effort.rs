//! How much summaries may cost: where they save nothing they must not cost much.
//!
//! Counted in work that is the same on every machine, so that what is explored is too; the weights are nanoseconds that were
//! measured once. Out of credit no summaries are made and none are looked for, until exploration without them
//! has earned new credit.

/// Spent before anything was explored: summaries pay later than they cost.
const GRACE: u64 = 60_000_000;
/// Spent in advance for a state that was dropped, and at most for all: the first ones are near the ends of runs and save little, but
/// without them none is dropped early.
const ADVANCE: u64 = 1_000_000;
const MOST_ADVANCE: u64 = 3_000_000_000;
/// A state that comes to a pivot: where it stands, what it was like.
pub const ARRIVAL: u64 = 1_500;
/// Each number that says where it stands: threads, stacks, locks, of all of which a copy is kept.
pub const WORD: u64 = 30;
/// A formula that is compared with a state, and each part of it.
pub const CHECK: u64 = 300;
pub const PART: u64 = 100;
/// A part of a formula in terms of a state's inputs.
pub const SPELL: u64 = 1_000;
/// A question to the solver, and each term of it.
pub const SOLVER: u64 = 100_000;
pub const ASKED: u64 = 10;
/// A formula that fails again.
pub const LOOK: u64 = 40;
/// Each step of evaluating and of trying values, and each comparison that is looked at.
pub const STEPS: u64 = 6;
pub const COMPARED: u64 = 200;
/// A stretch that is taken again, and each of its operations.
pub const RETRACE: u64 = 10_000;
pub const STEP: u64 = 300;
/// A part of a formula that is taken back over a stretch; a condition that is compared.
pub const SUBSTITUTE: u64 = 1_000;
/// Something that was touched behind a state, and each place its thread had acquired from.
pub const SEEN: u64 = 50;
/// A term of a formula, each time the formula changes.
pub const TERM: u64 = 60;

#[derive(Default)]
pub struct Effort {
    spent: u64,
    pub hits: u64,
    /// What exploring took so far, without summaries.
    pub work: u64,
    /// What dropped states would have taken.
    pub saved: u64,
}

impl Effort {
    pub fn spend(&mut self, cost: u64) {
        self.spent += cost;
    }

    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// What exploring everything so far would have taken without summaries.
    pub fn plain(&self) -> u64 {
        self.work.saturating_add(self.saved)
    }

    /// A state was dropped because of one behind which exploring everything would have taken this.
    pub fn hit(&mut self, worth: u64) {
        self.hits += 1;
        self.saved = self.saved.saturating_add(worth);
    }

    /// Is there credit for one more arrival? What was saved is an estimate: partial order reduction alone would not have
    /// gone on everywhere.
    pub fn pays(&mut self) -> bool {
        let advance = (self.hits * ADVANCE).min(MOST_ADVANCE);
        let pays = self.spent <= GRACE + self.work / 8 + advance + self.saved / 2;
        if pays {
            self.spent += ARRIVAL;
        }
        pays
    }
}
