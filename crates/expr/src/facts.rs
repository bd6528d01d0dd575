//! What a node tells about its value when it is made: sort, flags, unsigned bounds.
//!
//! Guarantee: `range` holds every value the term can take. Cost: constant per node; the bounds of a
//! select from a table look at its values once.

use crate::Terms;
use crate::term::{ArrayId, Flags, Node, Sort, SymbolKind, Term};
use crate::word::{self, mask};

const FP: u8 = 1;
const ARRAY: u8 = 2;
const UNINIT: u8 = 4;
const UNKNOWN: u8 = 8;
const PRODUCT: u8 = 16;
const OTHER: u8 = 32;

#[derive(Copy, Clone, Debug)]
pub(crate) struct Meta {
    pub lo: u64,
    pub hi: u64,
    /// Of the bit-vector or of the array's elements.
    pub width: u32,
    /// 0 for a bit-vector.
    pub index_width: u8,
    flags: u8,
    /// Of it written out without sharing, up to the largest number.
    pub size: u16,
}

impl Meta {
    #[inline]
    pub fn sort(&self) -> Sort {
        match self.index_width {
            0 => Sort::Bv(self.width),
            index => Sort::Array { index: index as u32, element: self.width },
        }
    }

    pub fn flags(&self) -> Flags {
        Flags {
            has_fp: self.flags & FP != 0,
            has_array: self.flags & ARRAY != 0,
            has_uninit: self.flags & UNINIT != 0,
            has_unknown: self.flags & UNKNOWN != 0,
            has_product: self.flags & PRODUCT != 0,
            has_other: self.flags & OTHER != 0,
        }
    }
}

pub(crate) fn array_fits(index: u32, element: u32) -> bool {
    (1..=64).contains(&index) && (1..=64).contains(&element)
}

pub(crate) fn check_sort(sort: Sort) -> Result<(), String> {
    match sort {
        Sort::Bv(0) => Err("a bit-vector of no bits".into()),
        Sort::Array { index, element } if !array_fits(index, element) => {
            Err("array widths are 1 to 64".into())
        }
        _ => Ok(()),
    }
}

/// The facts of a node whose operands exist and fit.
pub(crate) fn describe(terms: &Terms, node: &Node) -> Meta {
    let (mut flags, mut size) = (0, 1u16);
    node.for_each_operand(|t| {
        flags |= terms.meta[t.index()].flags;
        size = size.saturating_add(terms.meta[t.index()].size);
    });
    let of_sort = |sort, flags| match sort {
        Sort::Bv(width) => Meta { lo: 0, hi: mask(width), width, index_width: 0, flags, size },
        Sort::Array { index, element } => {
            Meta { lo: 0, hi: mask(element), width: element, index_width: index as u8, flags, size }
        }
    };
    match *node {
        Node::Symbol(symbol) => {
            let info = terms.symbol_info(symbol);
            flags |= match info.kind {
                SymbolKind::Input => OTHER,
                SymbolKind::Uninit => UNINIT | OTHER,
                SymbolKind::Unknown => UNKNOWN | OTHER,
                SymbolKind::Place => 0,
            };
            flags |= if matches!(info.sort, Sort::Array { .. }) { ARRAY } else { 0 };
            return of_sort(info.sort, flags);
        }
        Node::Table(id) => {
            let table = terms.table_of(id);
            let sort = Sort::Array { index: table.index_width, element: table.element_width };
            let (lo, hi) = table_range(terms, id);
            return Meta { lo, hi, ..of_sort(sort, flags | ARRAY) };
        }
        Node::Store(array, _, value) => {
            let (a, v) = (terms.range(array), terms.range(value));
            return Meta { lo: a.0.min(v.0), hi: a.1.max(v.1), ..of_sort(terms.sort(array), flags | ARRAY) };
        }
        Node::Ite(_, then, _) if terms.meta[then.index()].index_width != 0 => {
            let (lo, hi) = range(terms, node, terms.meta[then.index()].width);
            return Meta { lo, hi, ..of_sort(terms.sort(then), flags) };
        }
        Node::Select(..) => flags |= ARRAY,
        Node::Fp { .. } => flags |= FP,
        Node::Mul(a, b) if !terms.is_const(a) && !terms.is_const(b) => flags |= PRODUCT,
        Node::Udiv(..) | Node::Urem(..) | Node::Sdiv(..) | Node::Srem(..) => flags |= PRODUCT,
        _ => {}
    }
    let width = width_of(terms, node);
    let (lo, hi) = range(terms, node, width);
    debug_assert!(lo <= hi, "{node:?}");
    Meta { lo, hi, width, index_width: 0, flags, size }
}

fn width_of(terms: &Terms, node: &Node) -> u32 {
    let raw = |t: Term| terms.meta[t.index()].width;
    match *node {
        Node::Const { width, .. }
        | Node::Extract { width, .. }
        | Node::Zext { width, .. }
        | Node::Sext { width, .. } => width,
        Node::Wide(id) => terms.wide_bits(id).width(),
        Node::Concat(a, b) => raw(a) + raw(b),
        Node::Eq(..) | Node::Ult(..) | Node::Ule(..) | Node::Slt(..) | Node::Sle(..) => 1,
        Node::Ite(_, then, _) => raw(then),
        Node::Fp { op, format, .. } => op.result_width(format),
        Node::Not(a) | Node::Neg(a) | Node::Select(a, _) => raw(a),
        Node::And(a, _)
        | Node::Or(a, _)
        | Node::Xor(a, _)
        | Node::Add(a, _)
        | Node::Sub(a, _)
        | Node::Mul(a, _)
        | Node::Udiv(a, _)
        | Node::Urem(a, _)
        | Node::Sdiv(a, _)
        | Node::Srem(a, _)
        | Node::Shl(a, _)
        | Node::Lshr(a, _)
        | Node::Ashr(a, _) => raw(a),
        Node::Symbol(_) | Node::Table(_) | Node::Store(..) => unreachable!("described by their sort"),
    }
}

fn table_range(terms: &Terms, id: ArrayId) -> (u64, u64) {
    let table = terms.table_of(id);
    let beyond = if table.index_width < 64 && table.values.len() as u64 == mask(table.index_width) + 1 {
        None
    } else {
        Some(0)
    };
    let all = || table.values.iter().copied().chain(beyond);
    (all().min().unwrap_or(0), all().max().unwrap_or(0))
}

/// All bits up to the highest one of `x`.
fn fill(x: u64) -> u64 {
    if x == 0 { 0 } else { u64::MAX >> x.leading_zeros() }
}

fn range(terms: &Terms, node: &Node, width: u32) -> (u64, u64) {
    let full = (0, mask(width));
    if width > 64 {
        return full;
    }
    let top = mask(width);
    let r = |t: Term| terms.range(t);
    match *node {
        Node::Const { value, .. } => (value, value),
        Node::Not(a) => (top - r(a).1, top - r(a).0),
        Node::Neg(a) if r(a).0 > 0 => (word::sub(width, 0, r(a).1), word::sub(width, 0, r(a).0)),
        Node::And(a, b) => (0, r(a).1.min(r(b).1)),
        Node::Or(a, b) => (r(a).0.max(r(b).0), fill(r(a).1 | r(b).1)),
        Node::Xor(a, b) => (0, fill(r(a).1 | r(b).1)),
        Node::Add(a, b) => {
            let ((al, ah), (bl, bh)) = (r(a), r(b));
            let (lo, hi) = (al as u128 + bl as u128, ah as u128 + bh as u128);
            // Either no sum wraps or every sum wraps; a constant added is often a small subtraction.
            if lo >> width == hi >> width { (lo as u64 & top, hi as u64 & top) } else { full }
        }
        Node::Sub(a, b) => {
            let ((al, ah), (bl, bh)) = (r(a), r(b));
            if al >= bh {
                (al - bh, ah - bl)
            } else if ah < bl {
                (word::sub(width, al, bh), word::sub(width, ah, bl))
            } else {
                full
            }
        }
        Node::Mul(a, b) => {
            let ((al, ah), (bl, bh)) = (r(a), r(b));
            let hi = ah as u128 * bh as u128;
            if hi <= top as u128 { (al * bl, hi as u64) } else { full }
        }
        Node::Udiv(a, b) => {
            let ((al, ah), (bl, bh)) = (r(a), r(b));
            ah.checked_div(bl).map_or(full, |hi| (al / bh, hi))
        }
        Node::Urem(a, b) => {
            let (ah, (bl, bh)) = (r(a).1, r(b));
            if bl == 0 { (0, ah) } else { (0, ah.min(bh - 1)) }
        }
        Node::Lshr(a, b) => {
            let ((al, ah), (bl, bh)) = (r(a), r(b));
            (word::lshr(width, al, bh), word::lshr(width, ah, bl))
        }
        Node::Concat(a, b) => {
            let shift = terms.meta[b.index()].width;
            (r(a).0 << shift | r(b).0, r(a).1 << shift | r(b).1)
        }
        Node::Extract { of, lo, .. } => {
            if terms.meta[of.index()].width > 64 {
                return full;
            }
            let (l, h) = (r(of).0 >> lo, r(of).1 >> lo);
            if l & !top == h & !top { (l & top, h & top) } else { full }
        }
        Node::Zext { of, .. } => r(of),
        Node::Sext { of, .. } => {
            let from = terms.meta[of.index()].width;
            let (l, h) = r(of);
            let extend = |x| word::signed(from, x) as u64 & top;
            if l >> (from - 1) == h >> (from - 1) { (extend(l), extend(h)) } else { full }
        }
        Node::Ite(_, a, b) => (r(a).0.min(r(b).0), r(a).1.max(r(b).1)),
        Node::Select(array, _) => r(array),
        _ => full,
    }
}

/// Whether a stored node's operands exist in `terms` and have the sorts it needs.
pub(crate) fn check_node(terms: &Terms, node: &Node) -> Result<(), String> {
    let fail = |what: &str| Err(format!("stored term {node:?}: {what}"));
    let mut known = true;
    node.for_each_operand(|t| known &= t.index() < terms.len());
    if !known {
        return fail("an operand that comes later or not at all");
    }
    let sort = |t: Term| terms.sort(t);
    let is_bv = |t: Term| matches!(sort(t), Sort::Bv(_));
    let fits = match *node {
        Node::Const { width, value } => (1..=64).contains(&width) && value <= mask(width),
        Node::Wide(id) => (id.0 as usize) < terms.wide.len(),
        Node::Symbol(symbol) => (symbol.0 as usize) < terms.symbols.len(),
        Node::Table(id) => (id.0 as usize) < terms.tables.len(),
        Node::Not(a) | Node::Neg(a) => is_bv(a),
        Node::Extract { of, lo, width } => match sort(of) {
            Sort::Bv(from) => width > 0 && lo.checked_add(width).is_some_and(|end| end <= from),
            _ => false,
        },
        Node::Zext { of, width } | Node::Sext { of, width } => {
            matches!(sort(of), Sort::Bv(from) if from <= width)
        }
        Node::Concat(a, b) => match (sort(a), sort(b)) {
            (Sort::Bv(a), Sort::Bv(b)) => a.checked_add(b).is_some(),
            _ => false,
        },
        Node::Ite(c, a, b) => sort(c) == Sort::Bv(1) && sort(a) == sort(b),
        Node::Select(a, i) => matches!(sort(a), Sort::Array { index, .. } if sort(i) == Sort::Bv(index)),
        Node::Store(a, i, v) => matches!(sort(a), Sort::Array { index, element }
            if sort(i) == Sort::Bv(index) && sort(v) == Sort::Bv(element)),
        Node::Fp { op, format, ref args } => {
            let any = matches!(op, crate::FpOp::FromSigned | crate::FpOp::FromUnsigned);
            args.len() == op.arity()
                && op.result_width(format) > 0
                && args.iter().all(|t| if any { is_bv(*t) } else { sort(*t) == Sort::Bv(format.width()) })
        }
        _ => {
            let mut sorts = Vec::new();
            node.for_each_operand(|t| sorts.push(sort(t)));
            matches!(sorts[0], Sort::Bv(_)) && sorts[0] == sorts[1]
        }
    };
    if fits { Ok(()) } else { fail("operands that do not fit") }
}
