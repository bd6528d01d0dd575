//! What is known of a version from earlier explorations.
//!
//! Guarantee: what is recalled was found in the very same program (all but where it came from), by the same rethread, with the
//! same settings as far as they can change what is found. Reductions cannot. A result that hit a bound is recalled only under
//! the same bounds, and one that time, memory or an interrupt cut short is no answer: the next time may get further.

use crate::Bounds;
use rethread_analysis::mutants::{Mutant, mutant};
use rethread_explore::{Options, Outcome};
use rethread_ir::{Origin, Program};
use rethread_store::{Key, Space, Store};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Of what is kept here; a change makes all of it unknown.
const FORMAT: &str = "result 4";

/// One exploration.
#[derive(Serialize, Deserialize)]
struct Record {
    outcome: Outcome,
    bounds: Value,
    /// Those that were hit by itself, if verdicts of another version are part of it.
    #[serde(default)]
    own_bounds: Option<Bounds>,
}

/// The explorations of a program, or of files of a name: what was asked for.
#[derive(Default, Serialize, Deserialize)]
struct Kept {
    asked: Vec<Value>,
    clang: Option<String>,
    program: String,
    /// The last one last.
    #[serde(default)]
    compiled: Vec<Compiled>,
}

/// What was compiled, and how: enough to say what is not as it was.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Compiled {
    /// The inputs' SHA-256 by name.
    pub hashes: BTreeMap<String, String>,
    /// Of all inputs, in order.
    pub flags: Vec<String>,
}

/// As many versions of files of a name are told from each other.
const VERSIONS: usize = 32;

/// A version and how it is explored.
pub struct Memory<'a> {
    pub(crate) store: Option<&'a Store>,
    program: Key,
    inputs: Key,
    pub(crate) label: String,
    clang: Option<String>,
    compiled: Option<Compiled>,
    asked: Value,
    bounds: Value,
    pub(crate) how: Option<Value>,
}

/// Everything that can change what is found.
fn asked(o: &Options) -> Value {
    json!({
        "entry": o.entry, "checks": o.checks, "max-depth": o.max_depth, "max-loop": o.max_loop,
        "sym-args": o.sym_args, "sym-stdin": o.sym_stdin, "program-arg": o.args, "stdin": o.stdin,
        "strict": o.strict, "malloc-may-fail": o.malloc_may_fail, "rand-symbolic": o.rand_symbolic,
        "max-threads": o.max_threads, "max-context-switches": o.max_context_switches,
        "create-may-fail": o.create_may_fail, "spurious": o.spurious, "reuse-freed": o.reuse_freed,
    })
}

/// What can only cut an exploration short.
fn bounds(o: &Options) -> Value {
    json!({
        "max-time": o.max_time, "max-memory": o.max_memory, "max-tests": o.max_tests,
        "solver-time": o.solver.time_limit, "solver-memory": o.solver.memory_limit,
    })
}

impl<'a> Memory<'a> {
    pub fn of(store: Option<&'a Store>, program: &Program, options: &Options) -> Memory<'a> {
        let bare = Program { origin: Origin::default(), ..program.clone() };
        // A program that cannot be written has a name that no other has.
        let bytes = match mutant(Mutant::StaleStore) {
            true => Vec::new(),
            false => postcard::to_allocvec(&bare).unwrap_or_else(|e| e.to_string().into_bytes()),
        };
        let names: Vec<&[u8]> = program.origin.inputs.iter().map(String::as_bytes).collect();
        Memory {
            store,
            program: Key::of(&[FORMAT.as_bytes(), env!("CARGO_PKG_VERSION").as_bytes(), &bytes]),
            inputs: Key::of(&names),
            label: program.origin.inputs.join(" "),
            clang: program.origin.clang.clone(),
            compiled: None,
            asked: asked(options),
            bounds: bounds(options),
            how: crate::rest::how(options),
        }
    }

    /// With what it was compiled from: only to say why nothing is recalled.
    pub fn compiled_from(self, compiled: Compiled) -> Memory<'a> {
        Memory { compiled: Some(compiled), ..self }
    }

    pub(crate) fn key(&self) -> Key {
        Key::of(&[self.program.to_string().as_bytes(), self.asked.to_string().as_bytes()])
    }

    /// Is there a store at all?
    pub fn is_kept(&self) -> bool {
        self.store.is_some()
    }

    /// What is known of it.
    pub fn recall(&self) -> Option<Outcome> {
        Some(self.record()?.outcome)
    }

    /// What is known of it if that is an answer, and the bounds that were hit by itself.
    pub fn recall_answer(&self) -> Option<(Outcome, Bounds)> {
        let record = self.record().filter(|r| !r.outcome.is_cut_short())?;
        let own = record.own_bounds.unwrap_or_else(|| record.outcome.bounds_hit.clone());
        Some((record.outcome, own))
    }

    fn record(&self) -> Option<Record> {
        self.kept_record().filter(|r| r.outcome.bounds_hit.is_empty() || r.bounds == self.bounds)
    }

    /// Also if the bounds were other ones.
    fn kept_record(&self) -> Option<Record> {
        serde_json::from_slice(&self.store?.get(Space::Result, self.key())?).ok()
    }

    /// Keeps what was found. What was interrupted is not worth keeping.
    pub fn remember(&self, outcome: &Outcome) {
        self.keep(outcome, None);
    }

    /// The same of a version that verdicts of another one were taken over to.
    pub fn remember_answer(&self, outcome: &Outcome, own_bounds: &Bounds) {
        self.keep(outcome, Some(own_bounds.clone()));
    }

    fn keep(&self, outcome: &Outcome, own_bounds: Option<Bounds>) {
        let Some(store) = self.store.filter(|_| !outcome.bounds_hit.contains_key("interrupt")) else {
            return;
        };
        let record = Record { outcome: outcome.clone(), bounds: self.bounds.clone(), own_bounds };
        let mut records = vec![(Space::Result, self.key(), &*self.label, bytes(&record))];
        for key in [self.program, self.inputs] {
            let mut kept = self.kept(key).unwrap_or_default();
            (kept.clang, kept.program) = (self.clang.clone(), self.program.to_string());
            if !kept.asked.contains(&self.asked) {
                kept.asked.push(self.asked.clone());
            }
            if let Some(compiled) = &self.compiled {
                kept.compiled.retain(|c| c != compiled);
                kept.compiled.push(compiled.clone());
                kept.compiled.drain(..kept.compiled.len().saturating_sub(VERSIONS));
            }
            records.push((Space::Program, key, &*self.label, bytes(&kept)));
        }
        store.put(&records);
    }

    fn kept(&self, key: Key) -> Option<Kept> {
        serde_json::from_slice(&self.store?.get(Space::Program, key)?).ok()
    }

    /// Why nothing is recalled although these files were explored before, if they were.
    pub fn why_not(&self) -> Option<String> {
        if let Some(kept) = self.kept(self.program) {
            let differ = |old: &Value| {
                let (Value::Object(old), Value::Object(new)) = (old, &self.asked) else { return Vec::new() };
                other(old, new)
            };
            let least = kept.asked.iter().map(differ).min_by_key(Vec::len).unwrap_or_default();
            return Some(match least.is_empty() {
                true if self.kept_record().is_none() => {
                    "it was explored before, but what was found is not in the store any more".into()
                }
                true => {
                    "it was explored before, but a bound cut that short, and the bounds are other ones now"
                        .into()
                }
                false => format!("it was explored before, but with another {}", least.join(", ")),
            });
        }
        let kept = self.kept(self.inputs)?;
        if kept.clang != self.clang {
            return Some(format!(
                "files of these names were explored before, compiled by {}; now it is {}",
                kept.clang.unwrap_or_else(|| "nothing".into()),
                self.clang.as_deref().unwrap_or("nothing")
            ));
        }
        Some(self.other_flags(&kept).unwrap_or_else(|| {
            "files of these names were explored before, but their code is not the same".into()
        }))
    }

    /// If it is the flags alone that are not what they were.
    fn other_flags(&self, kept: &Kept) -> Option<String> {
        let now = self.compiled.as_ref()?;
        let then = kept.compiled.iter().rev().find(|c| c.hashes == now.hashes)?;
        let only = |a: &Compiled, b: &Compiled| -> String {
            let only: Vec<&str> =
                a.flags.iter().filter(|f| !b.flags.contains(f)).map(String::as_str).collect();
            if only.is_empty() { "without".into() } else { format!("with `{}`", only.join(" ")) }
        };
        let what = match (only(then, now), only(now, then)) {
            _ if then.flags == now.flags => return None,
            (then, now) if then == now => "in another order now".into(),
            (then, now) => format!("{then}, now {now}"),
        };
        Some(format!("the same files were explored before, but with other flags for clang: {what}"))
    }
}

fn bytes(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("plain data has a JSON form")
}

fn other(old: &Map<String, Value>, new: &Map<String, Value>) -> Vec<String> {
    new.iter()
        .filter(|(name, value)| old.get(*name) != Some(value))
        .map(|(name, _)| format!("--{name}"))
        .collect()
}
