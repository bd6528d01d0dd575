//! Values for symbols.
//!
//! Guarantee: a [`Model`] is a persistent map; cloning it is O(1) and changing a few symbols costs
//! O(log n) each, so that thousands of states share what they have in common. A symbol without a
//! value is zero, as in `expr`'s evaluation, so an empty model is a total assignment too.

use imbl::OrdMap;
use rethread_expr::{Assignment, Bits, Symbol};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The content of an array symbol.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArrayValue {
    pub default: u64,
    pub elements: BTreeMap<u64, u64>,
}

impl ArrayValue {
    pub fn get(&self, index: u64) -> u64 {
        *self.elements.get(&index).unwrap_or(&self.default)
    }
}

/// What a symbol stands for. Kept to 16 bytes: models are copied node by node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Value {
    Small { width: u32, value: u64 },
    Wide(Arc<Bits>),
    Array(Arc<ArrayValue>),
}

impl Value {
    pub fn from_bits(bits: Bits) -> Self {
        match bits.as_u64() {
            Some(value) if bits.width() <= 64 => Value::Small { width: bits.width(), value },
            _ => Value::Wide(Arc::new(bits)),
        }
    }

    pub fn bits(&self) -> Option<Bits> {
        match self {
            Value::Small { width, value } => Some(Bits::new(*width, *value)),
            Value::Wide(bits) => Some((**bits).clone()),
            Value::Array(_) => None,
        }
    }

    fn small(&self) -> Option<u64> {
        match self {
            Value::Small { value, .. } => Some(*value),
            Value::Wide(bits) => bits.as_u64(),
            Value::Array(_) => None,
        }
    }

    fn element(&self, index: u64) -> Option<u64> {
        match self {
            Value::Array(array) => Some(array.get(index)),
            _ => None,
        }
    }
}

/// Values for the symbols of one independent part, sorted by symbol.
pub type PartialModel = Arc<[(Symbol, Value)]>;

/// A total assignment with structural sharing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Model {
    values: OrdMap<Symbol, Value>,
}

impl Model {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn get(&self, symbol: Symbol) -> Option<&Value> {
        self.values.get(&symbol)
    }

    pub fn set(&mut self, symbol: Symbol, value: Value) {
        self.values.insert(symbol, value);
    }

    /// In the order of the symbols.
    pub fn iter(&self) -> impl Iterator<Item = (Symbol, &Value)> {
        self.values.iter().map(|(symbol, value)| (*symbol, value))
    }

    pub fn len(&self) -> usize {
        self.values.len()
    }

    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// This model with the part's symbols replaced: a model of both if the part shares no
    /// constraint with the rest.
    pub fn with(&self, part: &[(Symbol, Value)]) -> Model {
        let mut values = self.values.clone();
        for (symbol, value) in part {
            // A write copies a node of the tree; skipping equal values keeps sharing.
            if values.get(symbol) != Some(value) {
                values.insert(*symbol, value.clone());
            }
        }
        Model { values }
    }
}

impl Assignment for Model {
    fn value(&self, symbol: Symbol) -> Option<Bits> {
        self.values.get(&symbol)?.bits()
    }

    fn value_u64(&self, symbol: Symbol) -> Option<u64> {
        self.values.get(&symbol)?.small()
    }

    fn element(&self, symbol: Symbol, index: u64) -> Option<u64> {
        self.values.get(&symbol)?.element(index)
    }
}

/// A model with some symbols replaced, without building it.
pub(crate) struct Overlay<'a> {
    pub base: &'a Model,
    pub part: &'a [(Symbol, Value)],
}

impl Overlay<'_> {
    fn get(&self, symbol: Symbol) -> Option<&Value> {
        match self.part.binary_search_by_key(&symbol, |entry| entry.0) {
            Ok(at) => Some(&self.part[at].1),
            Err(_) => self.base.get(symbol),
        }
    }
}

impl Assignment for Overlay<'_> {
    fn value(&self, symbol: Symbol) -> Option<Bits> {
        self.get(symbol)?.bits()
    }

    fn value_u64(&self, symbol: Symbol) -> Option<u64> {
        self.get(symbol)?.small()
    }

    fn element(&self, symbol: Symbol, index: u64) -> Option<u64> {
        self.get(symbol)?.element(index)
    }
}
