//! Terms as text, in the manner of SMT-LIB. What occurs more than once is bound by `let`; the text
//! stops at a bound with `...`, so printing a huge term is safe and quick.

use crate::Terms;
use crate::term::{Node, Sort, Term};
use rustc_hash::FxHashMap;
use std::fmt;

/// Terms looked at, and bytes written, at most.
const TERMS: usize = 2_000;
const BYTES: usize = 20_000;

/// See [`Terms::display`].
pub struct Shown<'a> {
    terms: &'a Terms,
    root: Term,
}

impl Terms {
    /// `t` as text of bounded length.
    pub fn display(&self, t: Term) -> Shown<'_> {
        Shown { terms: self, root: t }
    }

    fn is_leaf(&self, t: Term) -> bool {
        matches!(self.node(t), Node::Const { .. } | Node::Wide(_) | Node::Symbol(_) | Node::Table(_))
    }
}

enum Piece {
    Term(Term),
    Text(&'static str),
}

impl Shown<'_> {
    /// The terms below the root that occur more than once, operands first.
    fn shared(&self) -> Vec<Term> {
        let mut uses: FxHashMap<Term, u32> = FxHashMap::default();
        let mut stack = vec![self.root];
        while let Some(t) = stack.pop() {
            let count = uses.entry(t).or_insert(0);
            *count += 1;
            if *count == 1 {
                if uses.len() >= TERMS {
                    break;
                }
                self.terms.node(t).for_each_operand(|o| stack.push(o));
            }
        }
        let mut shared: Vec<Term> =
            uses.into_iter().filter(|(t, n)| *n > 1 && !self.terms.is_leaf(*t)).map(|(t, _)| t).collect();
        // Operands are older than what uses them.
        shared.sort_unstable();
        shared
    }

    fn write(&self, out: &mut String, root: Term, names: &FxHashMap<Term, usize>) {
        let mut stack = vec![Piece::Term(root)];
        while let Some(piece) = stack.pop() {
            if out.len() > BYTES {
                out.push_str("...");
                return;
            }
            let t = match piece {
                Piece::Text(text) => {
                    out.push_str(text);
                    continue;
                }
                Piece::Term(t) => t,
            };
            if let Some(name) = names.get(&t).filter(|_| t != root) {
                out.push_str(&format!("?{name}"));
                continue;
            }
            if self.leaf(out, t) {
                continue;
            }
            out.push('(');
            self.head(out, t);
            let mut operands = Vec::new();
            self.terms.node(t).for_each_operand(|o| operands.push(o));
            stack.push(Piece::Text(")"));
            for o in operands.into_iter().rev() {
                stack.push(Piece::Term(o));
                stack.push(Piece::Text(" "));
            }
        }
    }

    fn leaf(&self, out: &mut String, t: Term) -> bool {
        match self.terms.node(t) {
            Node::Const { width: 1, value } => out.push_str(if *value == 1 { "true" } else { "false" }),
            Node::Symbol(symbol) => out.push_str(&self.terms.symbol_info(*symbol).name),
            Node::Table(id) => {
                let table = self.terms.table_of(*id);
                out.push_str(&format!("(table {}", id.0));
                for value in table.values.iter().take(8) {
                    out.push_str(&format!(" {value:#x}"));
                }
                out.push_str(if table.values.len() > 8 { " ...)" } else { ")" });
            }
            _ => match self.terms.as_bits(t) {
                Some(value) => out.push_str(&value.to_string()),
                None => return false,
            },
        }
        true
    }

    fn head(&self, out: &mut String, t: Term) {
        let plain = match *self.terms.node(t) {
            Node::Not(_) if self.terms.sort(t) == Sort::Bv(1) => "not",
            Node::And(..) if self.terms.sort(t) == Sort::Bv(1) => "and",
            Node::Or(..) if self.terms.sort(t) == Sort::Bv(1) => "or",
            Node::Not(_) => "bvnot",
            Node::Neg(_) => "bvneg",
            Node::And(..) => "bvand",
            Node::Or(..) => "bvor",
            Node::Xor(..) => "bvxor",
            Node::Add(..) => "bvadd",
            Node::Sub(..) => "bvsub",
            Node::Mul(..) => "bvmul",
            Node::Udiv(..) => "bvudiv",
            Node::Urem(..) => "bvurem",
            Node::Sdiv(..) => "bvsdiv",
            Node::Srem(..) => "bvsrem",
            Node::Shl(..) => "bvshl",
            Node::Lshr(..) => "bvlshr",
            Node::Ashr(..) => "bvashr",
            Node::Concat(..) => "concat",
            Node::Eq(..) => "=",
            Node::Ult(..) => "bvult",
            Node::Ule(..) => "bvule",
            Node::Slt(..) => "bvslt",
            Node::Sle(..) => "bvsle",
            Node::Ite(..) => "ite",
            Node::Select(..) => "select",
            Node::Store(..) => "store",
            Node::Extract { lo, width, .. } => {
                out.push_str(&format!("(_ extract {} {lo})", lo + width - 1));
                return;
            }
            Node::Zext { of, width } => {
                out.push_str(&format!("(_ zero_extend {})", width - self.terms.width(of)));
                return;
            }
            Node::Sext { of, width } => {
                out.push_str(&format!("(_ sign_extend {})", width - self.terms.width(of)));
                return;
            }
            Node::Fp { op, format, .. } => {
                out.push_str(&format!("fp.{op:?}.{format:?}"));
                return;
            }
            Node::Const { .. } | Node::Wide(_) | Node::Symbol(_) | Node::Table(_) => "",
        };
        out.push_str(plain);
    }
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::new();
        let mut names = FxHashMap::default();
        let mut open = 0;
        for t in self.shared() {
            if out.len() > BYTES {
                break;
            }
            let name = names.len();
            out.push_str(&format!("(let ((?{name} "));
            self.write(&mut out, t, &names);
            out.push_str(")) ");
            names.insert(t, name);
            open += 1;
        }
        self.write(&mut out, self.root, &names);
        out.push_str(&")".repeat(open));
        f.write_str(&out)
    }
}
