//! What the command does while exploration runs: writes tests and bugs, shows progress, passes on an
//! interrupt.

use crate::interrupt::Interrupt;
use crate::progress::Display;
use rethread_explore::{Bug, Observer, Progress, Test, TreeNode};
use rethread_report::{OutDir, Run};
use std::time::{Duration, Instant};

/// What a crash of the machine may cost.
const FLUSH_EVERY: Duration = Duration::from_secs(2);

pub struct Listener<'a> {
    pub out: &'a mut OutDir,
    pub run: &'a Run,
    pub display: &'a mut Display,
    pub interrupt: Interrupt,
    flushed: Instant,
    told: bool,
}

impl<'a> Listener<'a> {
    pub fn new(out: &'a mut OutDir, run: &'a Run, display: &'a mut Display, interrupt: Interrupt) -> Self {
        Listener { out, run, display, interrupt, flushed: Instant::now(), told: false }
    }
}

impl Observer for Listener<'_> {
    fn test(&mut self, test: &Test) {
        self.out.test(test);
    }

    fn bug(&mut self, bug: &Bug) {
        self.out.bug(bug, self.run);
        self.display.found(bug);
    }

    fn progress(&mut self, progress: &Progress) -> bool {
        self.display.update(progress);
        self.out.sample(progress);
        if self.flushed.elapsed() > FLUSH_EVERY {
            self.out.flush();
            self.flushed = Instant::now();
        }
        if let (Some(failure), false) = (self.out.failure(), self.told) {
            self.display.say(&format!("warning: {failure}; going on without"));
            self.told = true;
        }
        self.interrupt.asked()
    }

    fn tree(&mut self, node: &TreeNode) {
        self.out.tree(node);
    }

    fn tree_beyond(&mut self, node: u32, runs: u64) {
        self.out.tree_beyond(node, runs);
    }
}
