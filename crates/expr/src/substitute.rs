//! Replacing terms by terms, and moving terms from one pool to another. Both rebuild what changes
//! through the constructors, so the result is simplified again.

use crate::Terms;
use crate::term::{Node, Sort, Term};
use rustc_hash::FxHashMap;

impl Terms {
    /// `t` with every occurrence of a key replaced by its value, all at once: values are not looked
    /// into. A key hides what is below it.
    ///
    /// # Panics
    /// If a value has another sort than its key.
    pub fn substitute(&mut self, t: Term, map: &FxHashMap<Term, Term>) -> Term {
        if map.is_empty() {
            return t;
        }
        // Nothing older than the oldest key can contain one.
        let oldest = map.keys().copied().min().unwrap_or(t);
        let mut done = std::mem::take(&mut self.replaced);
        done.clear();
        for (from, to) in map {
            assert!(self.sort(*from) == self.sort(*to), "a substitution keeps sorts");
            done.set(*from, *to);
        }
        let mut stack = vec![t];
        while let Some(&top) = stack.last() {
            if top < oldest || done.get(top).is_some() {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let node = *self.node(top);
            let mut changed = false;
            node.for_each_operand(|o| {
                if o >= oldest {
                    match done.get(o) {
                        Some(to) => changed |= to != o,
                        None => stack.push(o),
                    }
                }
            });
            if stack.len() > before {
                continue;
            }
            let result = if changed { self.rebuild(node, |o| done.get(o).unwrap_or(o)) } else { top };
            done.set(top, result);
            stack.pop();
        }
        let result = done.get(t).unwrap_or(t);
        self.replaced = done;
        result
    }

    /// The term of this pool that is `t` of `from`; symbols agree by name.
    ///
    /// # Panics
    /// If a name stands for different sorts in the two pools.
    pub fn import(&mut self, from: &Terms, t: Term) -> Term {
        self.import_with(from, t, &mut FxHashMap::default())
    }

    /// As [`Self::import`], with what was imported before in `done`.
    pub fn import_with(&mut self, from: &Terms, t: Term, done: &mut FxHashMap<Term, Term>) -> Term {
        let mut stack = vec![t];
        while let Some(&top) = stack.last() {
            if done.contains_key(&top) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let node = *from.node(top);
            node.for_each_operand(|o| {
                if !done.contains_key(&o) {
                    stack.push(o);
                }
            });
            if stack.len() > before {
                continue;
            }
            let result = match node {
                Node::Wide(id) => self.bits(from.wide_bits(id).clone()),
                Node::Symbol(symbol) => {
                    let info = from.symbol_info(symbol);
                    match info.sort {
                        Sort::Bv(width) => self.symbol(&info.name, width, info.kind),
                        Sort::Array { index, element } => {
                            self.array_symbol(&info.name, index, element, info.kind)
                        }
                    }
                }
                Node::Table(id) => {
                    let table = from.table_of(id);
                    self.table(table.index_width, table.element_width, &table.values)
                }
                _ => self.rebuild(node, |o| done[&o]),
            };
            done.insert(top, result);
            stack.pop();
        }
        done[&t]
    }
}
