//! From our terms to Z3's expressions.
//!
//! A term of width 1 becomes a Boolean, every other bit-vector a bit-vector: Z3 is faster with
//! Booleans as Booleans, and C programs have few other uses of one bit. No recursion: terms are
//! translated bottom-up from an explicit stack, each once.

use super::context::{Ast, Context, Made, SortRef};
use crate::backend::Reason;
use rethread_expr::{Bits, FpOp, Node, Sort, Symbol, Term, Terms};
use rustc_hash::FxHashMap;
use std::time::Instant;
use z3_sys::*;

pub(super) struct Translator {
    pub context: Context,
    /// Translation stops then: Z3's own limit only counts while it solves.
    pub deadline: Option<Instant>,
    /// Of an array only that everything below it is there.
    done: FxHashMap<Term, Option<Ast>>,
    /// By array and index: the element read there, as a bit-vector.
    pub(super) resolved: FxHashMap<(Term, Term), Ast>,
}

impl Translator {
    pub fn new(context: Context) -> Self {
        Translator { context, deadline: None, done: FxHashMap::default(), resolved: FxHashMap::default() }
    }

    pub fn translate(&mut self, terms: &Terms, root: Term) -> Made<Ast> {
        let mut stack = vec![root];
        let mut steps = 0u32;
        while let Some(&term) = stack.last() {
            if self.done.contains_key(&term) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let node = *terms.node(term);
            node.for_each_operand(|operand| {
                if !self.done.contains_key(&operand) {
                    stack.push(operand);
                }
            });
            if stack.len() == before {
                steps += 1;
                if steps.is_multiple_of(64) && self.deadline.is_some_and(|at| Instant::now() > at) {
                    return Err(Reason::Time);
                }
                let ast = match terms.sort(term) {
                    Sort::Bv(_) => Some(self.build(terms, term, node)?),
                    Sort::Array { .. } => None,
                };
                self.done.insert(term, ast);
                stack.pop();
            }
        }
        self.of(root)
    }

    pub fn symbol(&mut self, terms: &Terms, symbol: Symbol) -> Made<Ast> {
        let sort = self.sort(terms.symbol_info(symbol).sort)?;
        self.context.constant(symbol.0, sort)
    }

    /// The element of an array symbol at a constant place.
    pub fn element(&mut self, terms: &Terms, symbol: Symbol, place: &Bits) -> Made<Ast> {
        let array = self.symbol(terms, symbol)?;
        let index = self.context.bits(place)?;
        let element = self.context.binary(Z3_mk_select, array, index)?;
        match terms.symbol_info(symbol).sort {
            Sort::Array { element: 1, .. } => self.as_bool(element),
            _ => Ok(element),
        }
    }

    fn sort(&mut self, sort: Sort) -> Made<SortRef> {
        match sort {
            Sort::Bv(1) => self.context.bool_sort(),
            Sort::Bv(width) => self.context.bv_sort(width),
            // Inside arrays one bit is a bit-vector: indices and elements are converted at the border.
            Sort::Array { index, element } => {
                let index = self.context.bv_sort(index)?;
                let element = self.context.bv_sort(element)?;
                self.context.array_sort(index, element)
            }
        }
    }

    pub(super) fn of(&self, term: Term) -> Made<Ast> {
        match self.done.get(&term) {
            Some(Some(ast)) => Ok(*ast),
            _ => Err(Reason::Unsupported("an array as a value".into())),
        }
    }

    /// A bit-vector also for width 1.
    pub(super) fn bv(&mut self, terms: &Terms, term: Term) -> Made<Ast> {
        let ast = self.of(term)?;
        if terms.width(term) == 1 { self.as_bv(ast) } else { Ok(ast) }
    }

    fn as_bv(&mut self, truth: Ast) -> Made<Ast> {
        let one = self.context.bits(&Bits::new(1, 1))?;
        let zero = self.context.bits(&Bits::new(1, 0))?;
        self.context.ternary(Z3_mk_ite, truth, one, zero)
    }

    fn as_bool(&mut self, bit: Ast) -> Made<Ast> {
        let one = self.context.bits(&Bits::new(1, 1))?;
        self.context.binary(Z3_mk_eq, bit, one)
    }

    /// `ast` is a bit-vector of `width`: in the representation of that width.
    pub(super) fn seal(&mut self, ast: Ast, width: u32) -> Made<Ast> {
        if width == 1 { self.as_bool(ast) } else { Ok(ast) }
    }

    fn build(&mut self, terms: &Terms, term: Term, node: Node) -> Made<Ast> {
        if let Some(bits) = terms.as_bits(term) {
            return match (bits.width(), bits.is_true()) {
                (1, true) => self.context.nullary(Z3_mk_true),
                (1, false) => self.context.nullary(Z3_mk_false),
                _ => self.context.bits(&bits),
            };
        }
        match node {
            Node::Const { .. } | Node::Wide(_) => Err(Reason::Other("a constant without a value".into())),
            Node::Symbol(symbol) => self.symbol(terms, symbol),
            Node::Not(a) | Node::Neg(a) => self.unary(terms, node, a),
            Node::And(a, b)
            | Node::Or(a, b)
            | Node::Xor(a, b)
            | Node::Add(a, b)
            | Node::Sub(a, b)
            | Node::Mul(a, b)
            | Node::Udiv(a, b)
            | Node::Urem(a, b)
            | Node::Sdiv(a, b)
            | Node::Srem(a, b)
            | Node::Shl(a, b)
            | Node::Lshr(a, b)
            | Node::Ashr(a, b) => self.binary(terms, node, a, b),
            Node::Concat(a, b) => {
                let (a, b) = (self.bv(terms, a)?, self.bv(terms, b)?);
                self.context.binary(Z3_mk_concat, a, b)
            }
            Node::Extract { of, lo, width } => {
                let of = self.bv(terms, of)?;
                let part = self.context.extract(of, lo, width)?;
                self.seal(part, width)
            }
            Node::Zext { of, width } => {
                let ast = self.bv(terms, of)?;
                self.context.indexed(Z3_mk_zero_ext, width - terms.width(of), ast)
            }
            Node::Sext { of, width } => {
                let ast = self.bv(terms, of)?;
                self.context.indexed(Z3_mk_sign_ext, width - terms.width(of), ast)
            }
            Node::Eq(a, b) => {
                let (a, b) = (self.of(a)?, self.of(b)?);
                self.context.binary(Z3_mk_eq, a, b)
            }
            Node::Ult(a, b) => self.compare(terms, Z3_mk_bvult, a, b),
            Node::Ule(a, b) => self.compare(terms, Z3_mk_bvule, a, b),
            Node::Slt(a, b) => self.compare(terms, Z3_mk_bvslt, a, b),
            Node::Sle(a, b) => self.compare(terms, Z3_mk_bvsle, a, b),
            Node::Ite(c, a, b) => {
                let (c, a, b) = (self.of(c)?, self.of(a)?, self.of(b)?);
                self.context.ternary(Z3_mk_ite, c, a, b)
            }
            Node::Select(array, index) => {
                let element = self.read(terms, array, index)?;
                self.seal(element, terms.width(term))
            }
            Node::Table(_) | Node::Store(..) => Err(Reason::Unsupported("an array as a value".into())),
            Node::Fp { op: FpOp::Rem, .. } => Err(Reason::Unsupported("fmod of a symbolic float".into())),
            Node::Fp { op, format, args } => self.float(terms, op, format, &args),
        }
    }

    fn unary(&mut self, terms: &Terms, node: Node, a: Term) -> Made<Ast> {
        let ast = self.of(a)?;
        match (node, terms.width(a)) {
            (Node::Not(_), 1) => self.context.unary(Z3_mk_not, ast),
            (Node::Not(_), _) => self.context.unary(Z3_mk_bvnot, ast),
            // Modulo 2 a number is its own negation.
            (_, 1) => Ok(ast),
            _ => self.context.unary(Z3_mk_bvneg, ast),
        }
    }

    fn binary(&mut self, terms: &Terms, node: Node, a: Term, b: Term) -> Made<Ast> {
        let width = terms.width(a);
        if width == 1 {
            let (x, y) = (self.of(a)?, self.of(b)?);
            match node {
                Node::And(..) | Node::Mul(..) => return self.context.and(x, y),
                Node::Or(..) => return self.context.or(x, y),
                Node::Xor(..) | Node::Add(..) | Node::Sub(..) => return self.context.binary(Z3_mk_xor, x, y),
                _ => {}
            }
        }
        let make = match node {
            Node::And(..) => Z3_mk_bvand,
            Node::Or(..) => Z3_mk_bvor,
            Node::Xor(..) => Z3_mk_bvxor,
            Node::Add(..) => Z3_mk_bvadd,
            Node::Sub(..) => Z3_mk_bvsub,
            Node::Mul(..) => Z3_mk_bvmul,
            Node::Udiv(..) => Z3_mk_bvudiv,
            Node::Urem(..) => Z3_mk_bvurem,
            Node::Sdiv(..) => Z3_mk_bvsdiv,
            Node::Srem(..) => Z3_mk_bvsrem,
            Node::Shl(..) => Z3_mk_bvshl,
            Node::Lshr(..) => Z3_mk_bvlshr,
            Node::Ashr(..) => Z3_mk_bvashr,
            _ => return Err(Reason::Other("not a binary operation".into())),
        };
        let (a, b) = (self.bv(terms, a)?, self.bv(terms, b)?);
        let ast = self.context.binary(make, a, b)?;
        self.seal(ast, width)
    }

    fn compare(
        &mut self,
        terms: &Terms,
        make: unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast) -> Option<Z3_ast>,
        a: Term,
        b: Term,
    ) -> Made<Ast> {
        let (a, b) = (self.bv(terms, a)?, self.bv(terms, b)?);
        self.context.binary(make, a, b)
    }
}
