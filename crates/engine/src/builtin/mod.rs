//! Functions the machine does itself: what a C model cannot say.
//!
//! Each is a Rust function in a table by name. The rule of steps holds for them too: ask first, act
//! when nothing can interrupt any more, so that a fork can take the call again.

mod atomic;
mod barrier;
mod cancel;
mod cond;
mod format;
mod io;
mod key;
mod math;
mod memory;
mod mutex;
mod once;
mod process;
mod rwlock;
mod semaphore;
mod spin;
mod symbolic;
mod synced;
mod thread;

use crate::error::Step;
use crate::exec::Executor;
use crate::state::State;
use crate::value::{Kind, Value};
use rethread_testcase::BugKind;
use rustc_hash::FxHashMap;

pub use symbolic::SYMBOLIC_RAND;

pub type Args<'a> = &'a [(Value, Kind)];
pub type Run = fn(&mut Executor, &mut State, Args<'_>) -> Step<Option<Value>>;

#[derive(Copy, Clone)]
pub struct Builtin {
    pub name: &'static str,
    pub run: Run,
    /// Used even if the program has a body for it.
    pub overrides: bool,
    /// Changes nothing, or only synchronisation objects: a loop that calls it may be waiting.
    pub quiet: bool,
    /// It means the same for numbers and for terms: nothing in it asks which an argument is.
    pub reasons: bool,
    /// What it accesses depends on what it finds there.
    pub looks: bool,
}

impl std::fmt::Debug for Builtin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// Threads and what they synchronise by; docs/threads.md has a row for each name.
const THREADS: &[&[Builtin]] = &[
    thread::TABLE,
    cancel::TABLE,
    key::TABLE,
    mutex::TABLE,
    cond::TABLE,
    rwlock::TABLE,
    spin::TABLE,
    barrier::TABLE,
    semaphore::TABLE,
    once::TABLE,
    atomic::TABLE,
];

/// May a call of this function report a failed assertion or an abort?
pub fn is_reporter(name: &str) -> bool {
    process::REPORTERS.iter().any(|b| b.name == name)
}

/// Is its body, if it has one, never run?
pub fn is_replaced(name: &str) -> bool {
    process::REPORTERS.iter().any(|b| b.name == name && b.overrides)
}

/// What a call of such a function reports; None: what it is told to.
pub fn reported_by(name: &str) -> Option<BugKind> {
    match name {
        "__rethread_bug" => None,
        "abort" | "klee_abort" | "__stack_chk_fail" => Some(BugKind::Abort),
        _ => Some(BugKind::Assert),
    }
}

/// All built-ins by name.
pub struct Registry {
    by_name: FxHashMap<&'static str, Builtin>,
}

impl Registry {
    pub fn new() -> Registry {
        let mut by_name = FxHashMap::default();
        let tables = [memory::TABLE, process::TABLE, process::REPORTERS, symbolic::TABLE, io::TABLE];
        for b in tables.into_iter().chain(THREADS.iter().copied()).flatten() {
            by_name.insert(b.name, *b);
        }
        for b in math::table() {
            by_name.insert(b.name, b);
        }
        Registry { by_name }
    }

    pub fn find(&self, name: &str) -> Option<Builtin> {
        self.by_name.get(name).copied()
    }

    /// Every name, sorted: for the documentation and its test.
    pub fn names(&self) -> Vec<&'static str> {
        let mut names: Vec<_> = self.by_name.keys().copied().collect();
        names.sort_unstable();
        names
    }
}

impl Default for Registry {
    fn default() -> Registry {
        Registry::new()
    }
}

const fn builtin(name: &'static str, run: Run) -> Builtin {
    Builtin { name, run, overrides: false, quiet: false, reasons: false, looks: false }
}

/// It accesses memory, and how much of it depends on what is there.
const fn looking(name: &'static str, run: Run) -> Builtin {
    Builtin { looks: true, ..builtin(name, run) }
}

const fn always(name: &'static str, run: Run) -> Builtin {
    Builtin { name, run, overrides: true, quiet: false, reasons: false, looks: false }
}

/// One that means the same for numbers and for terms.
const fn reasons(name: &'static str, run: Run) -> Builtin {
    Builtin { name, run, overrides: false, quiet: false, reasons: true, looks: false }
}

const fn quiet(name: &'static str, run: Run) -> Builtin {
    Builtin { name, run, overrides: false, quiet: true, reasons: false, looks: false }
}

/// Argument `i`; zero where a wrong prototype left it out.
fn arg(args: Args<'_>, i: usize) -> Value {
    args.get(i).map_or(Value::Int(0), |a| a.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names in the first column of a table's rows of these kinds.
    fn listed(page: &str, kinds: &[&str]) -> Vec<String> {
        let mut names = Vec::new();
        for row in page.lines() {
            let columns: Vec<&str> = row.split('|').map(str::trim).collect();
            if columns.len() > 2 && kinds.contains(&columns[2]) {
                names.extend(columns[1].split('`').skip(1).step_by(2).map(str::to_string));
            }
        }
        names.sort();
        names
    }

    #[test]
    fn the_page_on_threads_has_every_built_in_once() {
        let page = include_str!("../../../../docs/threads.md");
        let mut names: Vec<&str> = THREADS.iter().copied().flatten().map(|b| b.name).collect();
        names.sort_unstable();
        assert_eq!(listed(page, &["step", "private", "refused"]), names);
    }
}
