//! The oracle on pairs: a program, edits of it, and what is said about the change against what both versions do.
//!
//! Truth is, as for single programs, exploration without reduction with a scheduling point at every shared access, of every version
//! of a chain. Every version is then compared with every other one: an edit there is an edit back, too.

mod aimed;
pub mod chain;
pub mod diff;
pub mod explored;
mod session;
mod shrink;
pub mod tally;
pub mod unaffected;

pub use session::{seeds, session, show_chain};

use crate::ast::Ast;
use crate::setting::Discard;
use crate::subject::{compiled, direct, is_compiled};
use chain::chain_of;
use diff::DiffSetting;
use explored::Explored;
use rethread_ir::Program;
use rethread_store::Store;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;
use tally::Tally;
use unaffected::{Blind, Unsound};

/// What is wrong with a pair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wrong {
    Panic(String),
    Impact(Unsound),
    Diff(DiffSetting, diff::Complaint),
}

impl Wrong {
    /// Is this the same kind of defect? Lines may differ.
    fn is_like(&self, other: &Wrong) -> bool {
        match (self, other) {
            (Wrong::Panic(a), Wrong::Panic(b)) => a == b,
            (Wrong::Impact(a), Wrong::Impact(b)) => std::mem::discriminant(a) == std::mem::discriminant(b),
            (Wrong::Diff(s, a), Wrong::Diff(t, b)) => s == t && a.is_like(b),
            _ => false,
        }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Panic(message) => write!(f, "panic: {message}"),
            Wrong::Impact(unsound) => write!(f, "impact: {unsound}"),
            Wrong::Diff(setting, complaint) => write!(f, "{setting}: {complaint}"),
        }
    }
}

/// Two versions of a chain that do not go together.
pub struct Mismatch {
    pub old: Ast,
    pub new: Ast,
    /// Which they are.
    pub versions: (usize, usize),
    pub why: Vec<Wrong>,
}

fn program(ast: &mut Ast, through_c: bool) -> Result<Program, Discard> {
    if through_c { compiled(ast) } else { Ok(direct(ast)) }
}

/// A version, explored. None if that takes too long.
fn explore(ast: &mut Ast, through_c: bool) -> Result<Result<Explored, Discard>, Wrong> {
    match program(ast, through_c) {
        Ok(program) => Explored::of(program).map_err(Wrong::Panic),
        Err(discard) => Ok(Err(discard)),
    }
}

/// What the impact of this change gets wrong.
fn compare(old: &Explored, new: &Explored, equal: bool, blind: Blind, tally: &mut Tally) -> Vec<Wrong> {
    let judged = catch_unwind(AssertUnwindSafe(|| unaffected::judge(old, new, equal, blind)));
    match judged {
        Err(panic) => vec![Wrong::Panic(crate::setting::message(panic.as_ref()))],
        Ok((seen, wrong)) => {
            tally.see(&seen);
            wrong.into_iter().map(Wrong::Impact).collect()
        }
    }
}

/// Both versions and the change between them; nothing if it cannot be said.
fn judge_pair(old: &mut Ast, new: &mut Ast, through_c: bool, settings: &[DiffSetting]) -> Vec<Wrong> {
    let (before, after) = match (explore(old, through_c), explore(new, through_c)) {
        (Err(wrong), _) | (_, Err(wrong)) => return vec![wrong],
        (Ok(Ok(before)), Ok(Ok(after))) => (before, after),
        _ => return Vec::new(),
    };
    let wrong = compare(&before, &after, same(old, new), Blind::No, &mut Tally::default());
    let diffs = settings.iter().flat_map(|&how| {
        let known = [&before, &after].map(|v| v.truth(how.setting.asserts));
        let wrong = match known {
            [Some(known), Some(_)] => {
                let known = diff::Known { outcome: known.clone(), heritage: None };
                diff::judge(&before, &after, &known, None, how).err().unwrap_or_default()
            }
            _ => Vec::new(),
        };
        wrong.into_iter().map(move |c| Wrong::Diff(how, c))
    });
    wrong.into_iter().chain(diffs).collect()
}

/// The same but for lines.
fn same(a: &Ast, b: &Ast) -> bool {
    crate::c::print(&mut a.clone()) == crate::c::print(&mut b.clone())
}

/// Judges the chain of a seed; the first pair that is wrong.
pub fn judge(seed: u64, blind: Blind, tally: &mut Tally) -> Option<Mismatch> {
    judge_under(seed, blind, &DiffSetting::ALL, tally)
}

/// The same under these settings alone.
pub fn judge_under(seed: u64, blind: Blind, settings: &[DiffSetting], tally: &mut Tally) -> Option<Mismatch> {
    let mut chain = chain_of(seed);
    let through_c = is_compiled(seed);
    let mut explored: Vec<Option<Explored>> = Vec::new();
    for (n, ast) in chain.versions.iter_mut().enumerate() {
        match explore(ast, through_c) {
            Err(wrong) => {
                let versions = (n, n);
                return Some(Mismatch { old: ast.clone(), new: ast.clone(), versions, why: vec![wrong] });
            }
            Ok(Err(discard)) => {
                tally.discard(&discard);
                explored.push(None);
            }
            Ok(Ok(version)) => {
                tally.runs += version.runs;
                explored.push(Some(version));
            }
        }
    }
    tally.chain(&chain, &explored, through_c);
    let pairs = (0..explored.len()).flat_map(|i| (0..explored.len()).map(move |j| (i, j)));
    let pair = |(i, j): (usize, usize)| Some((explored[i].as_ref()?, explored[j].as_ref()?));
    let mismatch = |(i, j): (usize, usize), why| {
        let (old, new): (&Ast, &Ast) = (&chain.versions[i], &chain.versions[j]);
        Mismatch { old: old.clone(), new: new.clone(), versions: (i, j), why }
    };
    for at in pairs {
        let Some((old, new)) = pair(at) else { continue };
        let equal = same(&chain.versions[at.0], &chain.versions[at.1]);
        let why = compare(old, new, equal, blind, tally);
        if !why.is_empty() {
            return Some(mismatch(at, why));
        }
    }
    if blind != Blind::No {
        return None;
    }
    // One setting a chain has a store on disk.
    let stored = seed as usize % settings.len();
    settings.iter().enumerate().find_map(|(n, &how)| {
        let folder = (n == stored).then(tempfile::tempdir).and_then(Result::ok);
        let opened = folder.as_ref().and_then(|f| Store::open_in(f.path(), None, Duration::ZERO).ok());
        let store = opened.map(|o| o.store);
        tally.stored += u64::from(store.is_some());
        walk(&explored, how, store.as_ref(), tally).map(|(at, why)| mismatch(at, why))
    })
}

/// From version to version, with what the answer before left, in memory or in a store; and back from each, for what that
/// finds anew.
pub(crate) fn walk(
    explored: &[Option<Explored>],
    how: DiffSetting,
    store: Option<&Store>,
    tally: &mut Tally,
) -> Option<((usize, usize), Vec<Wrong>)> {
    let mut last: Option<diff::Known> = None;
    let truth = |v: &Explored| v.truth(how.setting.asserts).cloned();
    let plain = |v: &Explored| diff::Known { outcome: truth(v).expect("asked before"), heritage: None };
    for i in 1..explored.len() {
        let pair = [i - 1, i].map(|n| explored[n].as_ref().filter(|v| truth(v).is_some()));
        let [Some(old), Some(new)] = pair else {
            last = None;
            continue;
        };
        let before = match store {
            Some(store) => diff::recall(store, old, how),
            None => last.take(),
        };
        let (before, back) = (before.unwrap_or_else(|| plain(old)), plain(new));
        let now = store.and_then(|store| diff::recall(store, new, how));
        let there = ((i - 1, i), old, new, &before, now);
        for (at, old, new, before, now) in [there, ((i, i - 1), new, old, &back, None)] {
            match diff::judge(old, new, before, now, how) {
                Err(why) => return Some((at, why.into_iter().map(|c| Wrong::Diff(how, c)).collect())),
                Ok(answer) => {
                    tally.answer(&answer.outcome);
                    if at.0 < at.1 {
                        store.iter().for_each(|s| diff::remember(s, new, how, &answer));
                        last = Some(answer);
                    }
                }
            }
        }
    }
    None
}
