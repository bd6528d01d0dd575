//! A pool on disk: nodes, symbols, wide constants, tables. Facts and indices are made again on load,
//! and every reference is checked: a damaged file is an error, not a panic.

use crate::Bits;
use crate::pool::{Parts, Terms};
use crate::term::{Node, SymbolInfo, Table};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize)]
struct Stored<'a> {
    nodes: &'a [Node],
    symbols: &'a [SymbolInfo],
    wide: &'a [Bits],
    tables: &'a [Table],
}

#[derive(Deserialize)]
struct Loaded {
    nodes: Vec<Node>,
    symbols: Vec<SymbolInfo>,
    wide: Vec<Bits>,
    tables: Vec<Table>,
}

impl Serialize for Terms {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        Stored { nodes: &self.nodes, symbols: &self.symbols, wide: &self.wide, tables: &self.tables }
            .serialize(to)
    }
}

impl<'de> Deserialize<'de> for Terms {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let Loaded { nodes, symbols, wide, tables } = Loaded::deserialize(from)?;
        Terms::from_parts(Parts { nodes, symbols, wide, tables }).map_err(D::Error::custom)
    }
}
