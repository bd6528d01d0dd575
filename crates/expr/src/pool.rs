//! The pool: hash-consing, and what is known of every term from the moment it is made.
//!
//! Guarantee: structurally equal nodes get the same [`Term`]; operands have smaller indices than what
//! they are operands of. Cost: making a term that exists is one hash of a 24-byte node and one probe;
//! a new one adds 48 bytes and its index entry.

use crate::facts::{self, Meta};
use crate::substitute::Substitution;
use crate::support::Supports;
use crate::term::{ArrayId, Flags, Node, Sort, Symbol, SymbolInfo, SymbolKind, Table, Term, WideId};
use crate::{Bits, word};
use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A pool of terms. Everything that makes a term takes `&mut self` and simplifies.
#[derive(Clone)]
pub struct Terms {
    pub(crate) nodes: Vec<Node>,
    pub(crate) meta: Vec<Meta>,
    index: HashTable<u32>,
    pub(crate) symbols: Vec<SymbolInfo>,
    symbol_terms: Vec<Term>,
    by_name: FxHashMap<Arc<str>, Symbol>,
    pub(crate) wide: Vec<Bits>,
    wide_index: FxHashMap<Bits, WideId>,
    pub(crate) tables: Vec<Table>,
    table_index: FxHashMap<Table, ArrayId>,
    pub(crate) supports: Supports,
    /// Constructors under way and how many more they may call: see `build`.
    pub(crate) nesting: u32,
    pub(crate) fuel: u32,
    /// Room for `substitute`.
    pub(crate) replaced: Substitution,
}

impl Default for Terms {
    fn default() -> Self {
        Terms::new()
    }
}

/// Most nodes are an operation and up to three operands: they are mixed by two multiplications (the
/// folded multiply of wyhash); the rest go the general way.
#[inline]
fn hash_node(node: &Node) -> u64 {
    #[inline]
    fn mix(a: u64, b: u64) -> u64 {
        let product = (a ^ 0x9e37_79b9_7f4a_7c15) as u128 * (b ^ 0xd1b5_4a32_d192_ed03) as u128;
        product as u64 ^ (product >> 64) as u64
    }
    let pair = |tag: u64, a: Term, b: Term| mix(a.0 as u64 | tag << 32, b.0 as u64 | (tag << 32));
    match *node {
        Node::Const { width, value } => mix(value, width as u64),
        Node::Not(a) => pair(1, a, a),
        Node::And(a, b) => pair(2, a, b),
        Node::Or(a, b) => pair(3, a, b),
        Node::Xor(a, b) => pair(4, a, b),
        Node::Add(a, b) => pair(5, a, b),
        Node::Sub(a, b) => pair(6, a, b),
        Node::Mul(a, b) => pair(7, a, b),
        Node::Concat(a, b) => pair(8, a, b),
        Node::Extract { of, lo, width } => mix(of.0 as u64 | 9 << 32, lo as u64 | (width as u64) << 32),
        Node::Zext { of, width } => mix(of.0 as u64 | 10 << 32, width as u64),
        Node::Sext { of, width } => mix(of.0 as u64 | 11 << 32, width as u64),
        Node::Eq(a, b) => pair(12, a, b),
        Node::Ult(a, b) => pair(13, a, b),
        Node::Ule(a, b) => pair(14, a, b),
        Node::Slt(a, b) => pair(15, a, b),
        Node::Sle(a, b) => pair(16, a, b),
        Node::Ite(c, a, b) => mix(c.0 as u64 | (a.0 as u64) << 32, b.0 as u64 | 17 << 32),
        _ => {
            let mut hasher = FxHasher::default();
            node.hash(&mut hasher);
            hasher.finish()
        }
    }
}

impl Terms {
    pub fn new() -> Terms {
        let mut terms = Terms {
            nodes: Vec::new(),
            meta: Vec::new(),
            index: HashTable::new(),
            symbols: Vec::new(),
            symbol_terms: Vec::new(),
            by_name: FxHashMap::default(),
            wide: Vec::new(),
            wide_index: FxHashMap::default(),
            tables: Vec::new(),
            table_index: FxHashMap::default(),
            supports: Supports::default(),
            nesting: 0,
            fuel: 0,
            replaced: Substitution::default(),
        };
        // false is term 0 and true is term 1 in every pool.
        terms.constant(1, 0);
        terms.constant(1, 1);
        terms
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: a pool starts with the two truth values.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    #[inline]
    pub fn node(&self, t: Term) -> &Node {
        &self.nodes[t.index()]
    }

    #[inline]
    pub fn sort(&self, t: Term) -> Sort {
        self.meta[t.index()].sort()
    }

    /// Width of a bit-vector.
    ///
    /// # Panics
    /// On an array.
    #[inline]
    pub fn width(&self, t: Term) -> u32 {
        let meta = &self.meta[t.index()];
        assert!(meta.index_width == 0, "an array has no width");
        meta.width
    }

    /// Widths of index and element of an array, `None` for a bit-vector.
    pub fn array_widths(&self, t: Term) -> Option<(u32, u32)> {
        match self.sort(t) {
            Sort::Array { index, element } => Some((index, element)),
            Sort::Bv(_) => None,
        }
    }

    pub fn flags(&self, t: Term) -> Flags {
        self.meta[t.index()].flags()
    }

    /// How many terms it is made of, each counted wherever it stands, if they are fewer than 2^16 - 1.
    #[inline]
    pub fn size(&self, t: Term) -> u16 {
        self.meta[t.index()].size
    }

    /// Unsigned bounds that every value of `t` lies in; for more than 64 bits they say nothing.
    #[inline]
    pub fn range(&self, t: Term) -> (u64, u64) {
        let meta = &self.meta[t.index()];
        (meta.lo, meta.hi)
    }

    /// The term of `node`, made if it does not exist. No simplification; operands are trusted to fit.
    #[inline]
    pub(crate) fn intern(&mut self, node: Node) -> Term {
        let hash = hash_node(&node);
        let nodes = &self.nodes;
        if let Some(found) = self.index.find(hash, |i| nodes[*i as usize] == node) {
            return Term(*found);
        }
        self.insert(hash, node)
    }

    #[cold]
    #[inline(never)]
    fn insert(&mut self, hash: u64, node: Node) -> Term {
        if self.index.len() < self.nodes.len() {
            // Of a pool that was taken out of another.
            for at in self.index.len()..self.nodes.len() {
                let hash = hash_node(&self.nodes[at]);
                self.index.insert_unique(hash, at as u32, |i| hash_node(&self.nodes[*i as usize]));
            }
            return self.intern(node);
        }
        let meta = facts::describe(self, &node);
        let at = u32::try_from(self.nodes.len()).ok().filter(|at| *at < u32::MAX).expect("2^32 terms");
        self.nodes.push(node);
        self.meta.push(meta);
        let nodes = &self.nodes;
        self.index.insert_unique(hash, at, |i| hash_node(&nodes[*i as usize]));
        Term(at)
    }

    /// A pool with these terms and what they are made of alone, and by index what each term is there. Nothing is simplified.
    pub fn only(&self, roots: impl Iterator<Item = Term>) -> (Terms, Vec<Option<Term>>) {
        let mut out = Terms { wide: self.wide.clone(), tables: self.tables.clone(), ..Terms::new() };
        out.wide_index.clone_from(&self.wide_index);
        out.table_index.clone_from(&self.table_index);
        let mut wanted = vec![false; self.nodes.len()];
        roots.for_each(|t| wanted[t.index()] = true);
        for at in (0..self.nodes.len()).rev() {
            if wanted[at] {
                self.nodes[at].for_each_operand(|o| wanted[o.index()] = true);
            }
        }
        let mut there = vec![None; self.nodes.len()];
        // The truth values are in every pool.
        (0..2).for_each(|at| there[at] = Some(Term(at as u32)));
        for at in (2..self.nodes.len()).filter(|&at| wanted[at]) {
            let mut node = self.nodes[at];
            node.for_each_operand_mut(|o| *o = there[o.index()].expect("older"));
            let term = Term(out.nodes.len() as u32);
            if let Node::Symbol(symbol) = &mut node {
                let info = self.symbol_info(*symbol).clone();
                *symbol = Symbol(out.symbols.len() as u32);
                out.by_name.insert(info.name.clone(), *symbol);
                out.symbols.push(info);
                out.symbol_terms.push(term);
            }
            out.nodes.push(node);
            out.meta.push(self.meta[at]);
            there[at] = Some(term);
        }
        (out, there)
    }

    #[inline]
    pub fn constant(&mut self, width: u32, value: u64) -> Term {
        if width <= 64 {
            assert!(width > 0, "a bit-vector has at least one bit");
            return self.intern(Node::Const { width, value: value & word::mask(width) });
        }
        self.bits(Bits::new(width, value))
    }

    pub fn bits(&mut self, value: Bits) -> Term {
        if value.width() <= 64 {
            return self.constant(value.width(), value.low_u64());
        }
        let id = self.wide_id(value);
        self.intern(Node::Wide(id))
    }

    pub(crate) fn wide_id(&mut self, value: Bits) -> WideId {
        if let Some(id) = self.wide_index.get(&value) {
            return *id;
        }
        let id = WideId(self.wide.len() as u32);
        self.wide.push(value.clone());
        self.wide_index.insert(value, id);
        id
    }

    #[inline]
    pub fn boolean(&self, value: bool) -> Term {
        Term(value as u32)
    }

    #[inline]
    pub fn tru(&self) -> Term {
        Term(1)
    }

    #[inline]
    pub fn fls(&self) -> Term {
        Term(0)
    }

    /// The bit-vector symbol of that name.
    ///
    /// # Panics
    /// If the name is in use with another sort.
    pub fn symbol(&mut self, name: &str, width: u32, kind: SymbolKind) -> Term {
        assert!(width > 0, "a bit-vector has at least one bit");
        self.declare(name, Sort::Bv(width), kind)
    }

    /// The array symbol of that name; both widths are at most 64.
    ///
    /// # Panics
    /// If the name is in use with another sort.
    pub fn array_symbol(
        &mut self,
        name: &str,
        index_width: u32,
        element_width: u32,
        kind: SymbolKind,
    ) -> Term {
        assert!(facts::array_fits(index_width, element_width), "array widths are 1 to 64");
        self.declare(name, Sort::Array { index: index_width, element: element_width }, kind)
    }

    fn declare(&mut self, name: &str, sort: Sort, kind: SymbolKind) -> Term {
        if let Some(symbol) = self.by_name.get(name) {
            let known = &self.symbols[symbol.0 as usize];
            assert!(known.sort == sort, "symbol {name} is {:?}, not {sort:?}", known.sort);
            return self.symbol_terms[symbol.0 as usize];
        }
        self.add_symbol(SymbolInfo { name: name.into(), sort, kind })
    }

    fn add_symbol(&mut self, info: SymbolInfo) -> Term {
        let symbol = Symbol(self.symbols.len() as u32);
        self.by_name.insert(info.name.clone(), symbol);
        self.symbols.push(info);
        let term = self.intern(Node::Symbol(symbol));
        self.symbol_terms.push(term);
        term
    }

    pub fn symbol_named(&self, name: &str) -> Option<Symbol> {
        self.by_name.get(name).copied()
    }

    pub fn symbol_of(&self, t: Term) -> Option<Symbol> {
        match self.node(t) {
            Node::Symbol(symbol) => Some(*symbol),
            _ => None,
        }
    }

    pub fn symbol_term(&self, symbol: Symbol) -> Term {
        self.symbol_terms[symbol.0 as usize]
    }

    pub fn symbol_info(&self, symbol: Symbol) -> &SymbolInfo {
        &self.symbols[symbol.0 as usize]
    }

    /// How many symbols there are; they are numbered from 0.
    pub fn symbol_count(&self) -> usize {
        self.symbols.len()
    }

    /// The array that holds `values` from index 0 on, and zero beyond them.
    pub fn table(&mut self, index_width: u32, element_width: u32, values: &[u64]) -> Term {
        assert!(facts::array_fits(index_width, element_width), "array widths are 1 to 64");
        let reachable = if index_width < 63 { values.len().min(1 << index_width) } else { values.len() };
        let mut values: Vec<u64> =
            values[..reachable].iter().map(|v| v & word::mask(element_width)).collect();
        let used = values.iter().rposition(|v| *v != 0).map_or(0, |last| last + 1);
        values.truncate(used);
        let table = Table { index_width, element_width, values: values.into() };
        let id = match self.table_index.get(&table) {
            Some(id) => *id,
            None => {
                let id = ArrayId(self.tables.len() as u32);
                self.tables.push(table.clone());
                self.table_index.insert(table, id);
                id
            }
        };
        self.intern(Node::Table(id))
    }

    pub fn table_of(&self, id: ArrayId) -> &Table {
        &self.tables[id.0 as usize]
    }

    /// The value of a constant of up to 64 bits.
    #[inline]
    pub fn as_u64(&self, t: Term) -> Option<u64> {
        match self.node(t) {
            Node::Const { value, .. } => Some(*value),
            _ => None,
        }
    }

    /// The value of a constant of any width.
    pub fn as_bits(&self, t: Term) -> Option<Bits> {
        match self.node(t) {
            Node::Const { width, value } => Some(Bits::new(*width, *value)),
            Node::Wide(id) => Some(self.wide[id.0 as usize].clone()),
            _ => None,
        }
    }

    pub(crate) fn wide_bits(&self, id: WideId) -> &Bits {
        &self.wide[id.0 as usize]
    }

    #[inline]
    pub fn is_const(&self, t: Term) -> bool {
        matches!(self.node(t), Node::Const { .. } | Node::Wide(_))
    }

    #[inline]
    pub fn is_true(&self, t: Term) -> bool {
        t == self.tru()
    }

    #[inline]
    pub fn is_false(&self, t: Term) -> bool {
        t == self.fls()
    }
}

/// What a pool is rebuilt from.
pub(crate) struct Parts {
    pub nodes: Vec<Node>,
    pub symbols: Vec<SymbolInfo>,
    pub wide: Vec<Bits>,
    pub tables: Vec<Table>,
}

impl Terms {
    /// A pool from stored parts, every index checked.
    pub(crate) fn from_parts(parts: Parts) -> Result<Terms, String> {
        let mut terms = Terms::new();
        let distinct =
            |what: &str, fine: bool| if fine { Ok(()) } else { Err(format!("{what} stored twice")) };
        for info in parts.symbols {
            facts::check_sort(info.sort)?;
            let symbol = Symbol(terms.symbols.len() as u32);
            distinct("a symbol", terms.by_name.insert(info.name.clone(), symbol).is_none())?;
            terms.symbols.push(info);
        }
        for value in parts.wide {
            if value.width() <= 64 {
                return Err("a narrow constant stored as a wide one".into());
            }
            let before = terms.wide.len();
            terms.wide_id(value);
            distinct("a wide constant", terms.wide.len() > before)?;
        }
        for table in parts.tables {
            facts::check_sort(Sort::Array { index: table.index_width, element: table.element_width })?;
            if table.values.iter().any(|v| *v > word::mask(table.element_width)) {
                return Err("a table whose values do not fit its elements".into());
            }
            let id = ArrayId(terms.tables.len() as u32);
            distinct("a table", terms.table_index.insert(table.clone(), id).is_none())?;
            terms.tables.push(table);
        }
        terms.symbol_terms = vec![Term(u32::MAX); terms.symbols.len()];
        for (at, node) in parts.nodes.into_iter().enumerate() {
            facts::check_node(&terms, &node)?;
            let term = terms.intern(node);
            distinct("a term", term.index() == at)?;
            if let Node::Symbol(symbol) = node {
                terms.symbol_terms[symbol.0 as usize] = term;
            }
        }
        if terms.symbol_terms.iter().any(|t| t.0 == u32::MAX) {
            return Err("a symbol without its term".into());
        }
        Ok(terms)
    }
}
