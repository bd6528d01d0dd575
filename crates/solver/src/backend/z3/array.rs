//! Reads of arrays, resolved here down to reads of array symbols.
//!
//! Z3's array theory gives up on arrays of constants ("incomplete"), and a table is one; with only
//! reads of symbols left it is complete. A read of a store is a choice on the equality of places, a
//! read of a table a tree of choices on the bits of the index.

use super::context::{Ast, Made};
use super::translate::Translator;
use crate::backend::Reason;
use rethread_expr::{ArrayId, Bits, Node, Term, Terms};
use z3_sys::*;

impl Translator {
    /// The element of `root` at `index`, as a bit-vector. Everything below `root` is translated.
    pub(super) fn read(&mut self, terms: &Terms, root: Term, index: Term) -> Made<Ast> {
        let place = self.bv(terms, index)?;
        let mut stack = vec![root];
        while let Some(&array) = stack.last() {
            if self.resolved.contains_key(&(array, index)) {
                stack.pop();
                continue;
            }
            let ast = match *terms.node(array) {
                Node::Symbol(symbol) => {
                    let array = self.symbol(terms, symbol)?;
                    Some(self.context.binary(Z3_mk_select, array, place)?)
                }
                Node::Table(id) => Some(self.table(terms, id, place)?),
                Node::Store(below, at, value) => match self.below(&mut stack, below, index) {
                    Some(below) => {
                        let (at, value) = (self.bv(terms, at)?, self.bv(terms, value)?);
                        let here = self.context.binary(Z3_mk_eq, at, place)?;
                        Some(self.context.ternary(Z3_mk_ite, here, value, below)?)
                    }
                    None => None,
                },
                Node::Ite(cond, a, b) => {
                    let cond = self.of(cond)?;
                    match (self.below(&mut stack, a, index), self.below(&mut stack, b, index)) {
                        (Some(a), Some(b)) => Some(self.context.ternary(Z3_mk_ite, cond, a, b)?),
                        _ => None,
                    }
                }
                _ => return Err(Reason::Unsupported("this kind of array".into())),
            };
            if let Some(ast) = ast {
                self.resolved.insert((array, index), ast);
                stack.pop();
            }
        }
        Ok(self.resolved[&(root, index)])
    }

    /// What is read from an array below, or that array put on the stack.
    fn below(&self, stack: &mut Vec<Term>, array: Term, index: Term) -> Option<Ast> {
        let ast = self.resolved.get(&(array, index)).copied();
        if ast.is_none() {
            stack.push(array);
        }
        ast
    }

    fn table(&mut self, terms: &Terms, id: ArrayId, place: Ast) -> Made<Ast> {
        let table = terms.table_of(id);
        let zero = self.context.bits(&Bits::zero(table.element_width))?;
        let mut level = Vec::with_capacity(table.values.len());
        for value in table.values.iter() {
            level.push(self.context.bits(&Bits::new(table.element_width, *value))?);
        }
        let one = self.context.bits(&Bits::new(1, 1))?;
        let mut bit = 0;
        while level.len() > 1 {
            let taken = self.context.extract(place, bit, 1)?;
            let taken = self.context.binary(Z3_mk_eq, taken, one)?;
            let mut next = Vec::with_capacity(level.len().div_ceil(2));
            for pair in level.chunks(2) {
                let other = *pair.get(1).unwrap_or(&zero);
                next.push(self.context.ternary(Z3_mk_ite, taken, other, pair[0])?);
            }
            level = next;
            bit += 1;
        }
        let Some(&value) = level.first() else { return Ok(zero) };
        if bit == table.index_width {
            return Ok(value);
        }
        // Any index bit that the tree did not look at leads beyond the values.
        let width = table.index_width - bit;
        let rest = self.context.extract(place, bit, width)?;
        let none = self.context.bits(&Bits::zero(width))?;
        let within = self.context.binary(Z3_mk_eq, rest, none)?;
        self.context.ternary(Z3_mk_ite, within, value, zero)
    }
}
