//! Replacing terms by terms, and moving terms from one pool to another. Both rebuild what changes
//! through the constructors, so the result is simplified again.

use crate::Terms;
use crate::term::{Node, Sort, Symbol, Term};
use crate::termmap::TermMap;
use rustc_hash::FxHashMap;

/// Terms to be replaced, and what became of all that were looked at so far: terms share most of their parts.
#[derive(Clone, Debug, Default)]
pub struct Substitution {
    done: TermMap<Term>,
    /// Nothing older than the oldest key can contain one.
    oldest: Option<Term>,
    /// What is being replaced, innermost last.
    stack: Vec<Term>,
}

impl Substitution {
    /// A key has to be there before the first term that contains it is replaced.
    ///
    /// # Panics
    /// If the value has another sort than the key.
    pub fn set(&mut self, terms: &Terms, from: Term, to: Term) {
        assert!(terms.sort(from) == terms.sort(to), "a substitution keeps sorts");
        self.done.set(from, to);
        self.oldest = Some(self.oldest.map_or(from, |o| o.min(from)));
    }

    pub fn clear(&mut self) {
        self.done.clear();
        self.oldest = None;
        self.stack.clear();
    }
}

impl Terms {
    /// `t` with every occurrence of a key replaced by its value, all at once: values are not looked
    /// into. A key hides what is below it.
    ///
    /// # Panics
    /// If a value has another sort than its key.
    pub fn substitute(&mut self, t: Term, map: &FxHashMap<Term, Term>) -> Term {
        let mut by = std::mem::take(&mut self.replaced);
        by.clear();
        for (from, to) in map {
            by.set(self, *from, *to);
        }
        let result = self.replace::<false>(t, &mut by);
        self.replaced = by;
        result.expect("nothing is asked for")
    }

    /// As [`Self::substitute`] where every symbol has a value: which one is asked for as they are met. Once that is
    /// set, the same term goes on from there.
    pub fn substitute_all(&mut self, t: Term, by: &mut Substitution) -> Result<Term, Symbol> {
        self.replace::<true>(t, by)
    }

    /// `ASKS`: for symbols that were not set; otherwise they stay, and nothing older than the oldest key is looked at.
    fn replace<const ASKS: bool>(&mut self, t: Term, by: &mut Substitution) -> Result<Term, Symbol> {
        let Substitution { done, oldest, stack } = by;
        let oldest = oldest.unwrap_or(Term(u32::MAX));
        let stays = |terms: &Terms, o: Term| if ASKS { terms.is_const(o) } else { o < oldest };
        if stays(self, t) {
            return Ok(t);
        }
        if let Some(known) = done.get(t) {
            return Ok(known);
        }
        if stack.first() != Some(&t) {
            stack.clear();
            stack.push(t);
        }
        while let Some(&top) = stack.last() {
            if done.get(top).is_some() {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let node = *self.node(top);
            if let (true, Node::Symbol(symbol)) = (ASKS, node) {
                return Err(symbol);
            }
            let mut changed = false;
            node.for_each_operand(|o| match done.get(o) {
                Some(to) => changed |= to != o,
                None if stays(self, o) => {}
                None => stack.push(o),
            });
            if stack.len() > before {
                continue;
            }
            let result = if changed { self.rebuild(node, |o| done.get(o).unwrap_or(o)) } else { top };
            done.set(top, result);
            stack.pop();
        }
        Ok(done.get(t).unwrap_or(t))
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
