//! What is known of a version from earlier explorations.
//!
//! Guarantee: what is recalled was found in the very same program (all but where it came from), by the same rethread, with the
//! same settings as far as they can change what is found. Reductions cannot. A result that hit a bound is recalled only under
//! the same bounds.

use rethread_analysis::mutants::{Mutant, mutant};
use rethread_explore::{Options, Outcome};
use rethread_ir::{Origin, Program};
use rethread_store::{Key, Space, Store};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// Of what is kept here; a change makes all of it unknown.
const FORMAT: &str = "result 4";

/// One exploration.
#[derive(Serialize, Deserialize)]
struct Record {
    outcome: Outcome,
    bounds: Value,
}

/// The explorations of a program, or of files of a name: what was asked for.
#[derive(Default, Serialize, Deserialize)]
struct Kept {
    asked: Vec<Value>,
    clang: Option<String>,
    program: String,
}

/// A version and how it is explored.
pub struct Memory<'a> {
    pub(crate) store: Option<&'a Store>,
    program: Key,
    inputs: Key,
    pub(crate) label: String,
    clang: Option<String>,
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
            asked: asked(options),
            bounds: bounds(options),
            how: crate::rest::how(options),
        }
    }

    pub(crate) fn key(&self) -> Key {
        Key::of(&[self.program.to_string().as_bytes(), self.asked.to_string().as_bytes()])
    }

    /// What is known of it.
    pub fn recall(&self) -> Option<Outcome> {
        let bytes = self.store?.get(Space::Result, self.key())?;
        let record: Record = serde_json::from_slice(&bytes).ok()?;
        (record.outcome.bounds_hit.is_empty() || record.bounds == self.bounds).then_some(record.outcome)
    }

    /// Keeps what was found. What was interrupted is not worth keeping.
    pub fn remember(&self, outcome: &Outcome) {
        let Some(store) = self.store.filter(|_| !outcome.bounds_hit.contains_key("interrupt")) else {
            return;
        };
        let record = Record { outcome: outcome.clone(), bounds: self.bounds.clone() };
        let mut records = vec![(Space::Result, self.key(), &*self.label, bytes(&record))];
        for key in [self.program, self.inputs] {
            let mut kept = self.kept(key).unwrap_or_default();
            (kept.clang, kept.program) = (self.clang.clone(), self.program.to_string());
            if !kept.asked.contains(&self.asked) {
                kept.asked.push(self.asked.clone());
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
                true => {
                    "it was explored before, but a bound cut that short, and the bounds are other ones now"
                        .into()
                }
                false => format!("it was explored before, but with another {}", least.join(", ")),
            });
        }
        let kept = self.kept(self.inputs)?;
        Some(match kept.clang == self.clang {
            true => "files of these names were explored before, but their code is not the same".into(),
            false => format!(
                "files of these names were explored before, compiled by {}; now it is {}",
                kept.clang.unwrap_or_else(|| "nothing".into()),
                self.clang.as_deref().unwrap_or("nothing")
            ),
        })
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
