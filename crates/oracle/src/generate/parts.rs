//! Random locals, expressions and places.

use super::Generator;
use crate::ast::*;

/// Local that counts loops; nothing else sets it.
pub(crate) const COUNTER: Local = LOCALS - 1;

impl Generator {
    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.rng.below(100) < percent
    }

    pub(crate) fn local(&mut self) -> Local {
        self.rng.below(COUNTER)
    }

    /// Small numbers, so that different threads write the same ones.
    pub(crate) fn constant(&mut self) -> Expr {
        Expr::Const(self.rng.pick(&[0, 1, 1, 2, 2, 3]))
    }

    pub(crate) fn expr(&mut self) -> Expr {
        match self.rng.below(5) {
            0 | 1 => self.constant(),
            2 | 3 => Expr::Local(self.local()),
            _ => {
                let op = self.rng.pick(&[Bin::Add, Bin::Sub, Bin::Xor]);
                let (a, b) = (Expr::Local(self.local()), self.constant());
                Expr::bin(op, a, b)
            }
        }
    }

    pub(crate) fn condition(&mut self) -> Expr {
        let op = self.rng.pick(&[Bin::Eq, Bin::Ne, Bin::Ne, Bin::Lt]);
        let (a, b) = (Expr::Local(self.local()), self.constant());
        Expr::bin(op, a, b)
    }

    /// A shared integer, or an element at an index that may be anything.
    pub(crate) fn place(&mut self) -> Place {
        let v = self.rng.below(self.ast.vars.len());
        match self.ast.vars[v].len {
            None => Place::Var(v),
            Some(n) => {
                let index = match self.rng.below(6) {
                    0 => Expr::Local(self.local()),
                    _ => Expr::Const(self.rng.below(n as usize) as i32),
                };
                Place::Elem(v, index)
            }
        }
    }

    /// A place that is the same for everybody.
    pub(crate) fn fixed_place(&mut self) -> Place {
        match self.place() {
            Place::Elem(v, _) => Place::Elem(v, Expr::Const(0)),
            place => place,
        }
    }

    pub(crate) fn cell(&mut self, pointer: PtrLocal) -> Place {
        Place::Cell { pointer, cell: u32::from(self.rng.one_in(8)), atomic: self.chance(40) }
    }

    /// A shared pointer.
    pub(crate) fn pointer(&mut self) -> usize {
        self.rng.below(self.ast.pointers.len())
    }

    pub(crate) fn mutex(&mut self) -> usize {
        self.rng.below(self.ast.mutexes)
    }
}
