//! What can be said about a state in a formula: places by names that every run agrees on.
//!
//! A fact is a symbol. `Data` stands for the number in a place; the others are truth values.
//! Guarantee: [`Executor::value_of`] says what a fact is in a state, or that it cannot be said there.

use crate::exec::Executor;
use crate::memory::Memory;
use crate::object::Size;
use crate::state::State;
use crate::touch::Touch;
use crate::value::{Kind, ObjId, Value};
use rethread_expr::{Symbol, SymbolKind, Term, Terms};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// Where something is kept.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Place {
    /// A register of a frame (counted from the oldest) of a thread.
    Register {
        thread: u64,
        depth: u32,
        register: u32,
    },
    Bytes {
        object: u64,
        at: u64,
        len: u32,
    },
}

/// Something that is so in a state, or a number in it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Fact {
    /// The number there.
    Data { place: Place, width: u32 },
    /// A pointer to that byte of that object is there.
    Points { place: Place, object: u64, offset: u64 },
    /// This number is there.
    Number { place: Place, value: u64 },
    /// Somebody wrote what is there.
    Written { place: Place },
    /// The object lives and has this size.
    Lives { object: u64, size: u64 },
}

impl Fact {
    pub fn width(self) -> u32 {
        match self {
            Fact::Data { width, .. } => width,
            _ => 1,
        }
    }

    pub fn place(self) -> Option<Place> {
        match self {
            Fact::Data { place, .. }
            | Fact::Points { place, .. }
            | Fact::Number { place, .. }
            | Fact::Written { place } => Some(place),
            Fact::Lives { .. } => None,
        }
    }
}

/// The facts that formulas speak of.
#[derive(Default)]
pub struct Facts {
    symbols: FxHashMap<Fact, Term>,
    of: FxHashMap<Symbol, Fact>,
    /// Where an object was seen last.
    seen: FxHashMap<u64, ObjId>,
}

impl Facts {
    pub fn symbol(&mut self, terms: &mut Terms, fact: Fact) -> Term {
        *self.symbols.entry(fact).or_insert_with(|| {
            // Not a name that an input can have.
            let t = terms.symbol(&format!("\u{1}{fact:?}"), fact.width(), SymbolKind::Place);
            self.of.insert(terms.symbol_of(t).expect("a symbol"), fact);
            t
        })
    }

    pub fn get(&self, symbol: Symbol) -> Option<Fact> {
        self.of.get(&symbol).copied()
    }

    /// The living object of this name.
    pub fn find(&mut self, memory: &Memory, key: u64) -> Option<ObjId> {
        if let Some(&o) = self.seen.get(&key)
            && memory.get(o).is_some_and(|object| object.spot == key)
        {
            return Some(o);
        }
        let (o, _) = memory.objects().find(|(_, object)| object.spot == key)?;
        self.seen.insert(key, o);
        Some(o)
    }
}

/// What the place of a touch is called in terms that do not depend on how often its thread called functions.
pub fn spot_of(memory: &Memory, touch: &Touch) -> u64 {
    match memory.get(touch.object) {
        Some(object) if object.key == touch.key => object.spot,
        _ => touch.key,
    }
}

/// The name of an object. Of a dead one it is one that no living object has.
pub(crate) fn key_of(memory: &Memory, o: ObjId) -> u64 {
    match (memory.get(o), memory.gone(o)) {
        (Some(object), _) => object.spot,
        (_, Some(gone)) => gone.key,
        // Not remembered: nothing lives at such a number.
        (None, None) => u64::MAX - u64::from(o.0),
    }
}

impl Executor {
    /// What a place holds.
    pub(crate) fn at(&mut self, state: &mut State, place: Place) -> Option<Value> {
        match place {
            Place::Register { thread, depth, register } => {
                let t = state.threads.iter().find(|t| t.handle == thread)?;
                t.frames().find(|f| f.depth == depth)?.regs.get(register as usize).copied()
            }
            Place::Bytes { object, at, len } => {
                let o = self.facts.find(&state.memory, object)?;
                let object = state.memory.get(o)?;
                let inside = matches!(object.size, Size::Known(n) if at + u64::from(len) <= n);
                if !inside || object.has_ended() {
                    return None;
                }
                Some(self.read(state, o, at, Kind::Int(len * 8)))
            }
        }
    }

    /// What a fact is in a state. None: it cannot be said. Truth values stand in formulas where their being false never
    /// makes a formula true: what cannot be said of them is false.
    pub fn value_of(&mut self, state: &mut State, fact: Fact) -> Option<Term> {
        match fact {
            Fact::Data { place, width } => match self.at(state, place)? {
                Value::Int(x) if width <= 64 => Some(self.terms.constant(width, x)),
                Value::Term(t) if self.terms.width(t) == width && !self.terms.flags(t).has_uninit => Some(t),
                _ => None,
            },
            Fact::Points { place, object, offset } => {
                let there = match self.at(state, place) {
                    Some(Value::Ptr(o, off)) => off == offset && key_of(&state.memory, o) == object,
                    Some(Value::PtrTerm(o, off)) if key_of(&state.memory, o) == object => {
                        let k = self.terms.constant(64, offset);
                        return Some(self.terms.eq(off, k));
                    }
                    _ => false,
                };
                Some(self.terms.boolean(there))
            }
            Fact::Number { place, value } => {
                let there = self.at(state, place) == Some(Value::Int(value));
                Some(self.terms.boolean(there))
            }
            Fact::Written { place } => {
                let written = match self.at(state, place) {
                    Some(Value::Term(t) | Value::PtrTerm(_, t)) => !self.terms.flags(t).has_uninit,
                    other => other.is_some(),
                };
                Some(self.terms.boolean(written))
            }
            Fact::Lives { object, size } => {
                let lives = self
                    .facts
                    .find(&state.memory, object)
                    .and_then(|o| state.memory.get(o))
                    .is_some_and(|object| object.size == Size::Known(size) && !object.has_ended());
                Some(self.terms.boolean(lives))
            }
        }
    }
}
