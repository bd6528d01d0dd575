//! Which locals a function mentions, and which of them it sets.

use crate::ast::*;
use std::collections::BTreeSet;

#[derive(Default)]
pub struct Used {
    pub ints: BTreeSet<Local>,
    pub pointers: BTreeSet<PtrLocal>,
    pub set_ints: BTreeSet<Local>,
    pub set_pointers: BTreeSet<PtrLocal>,
    /// The variable in memory.
    pub own: bool,
}

impl Used {
    pub fn of(f: &Function) -> Used {
        let mut used = Used::default();
        used.block(&f.body);
        f.result.iter().for_each(|e| used.expr(e));
        used
    }

    pub fn of_block(block: &[Stmt]) -> Used {
        let mut used = Used::default();
        used.block(block);
        used
    }

    fn block(&mut self, block: &[Stmt]) {
        for s in block {
            self.stmt(&s.kind);
            s.kind.blocks().into_iter().for_each(|b| self.block(b));
        }
    }

    fn stmt(&mut self, kind: &Kind) {
        match kind {
            Kind::Set(l, e) | Kind::Call(l, _, e) => {
                self.set(*l);
                self.expr(e);
            }
            Kind::CallOneOf(l, _, condition, e) => {
                self.set(*l);
                self.expr(condition);
                self.expr(e);
            }
            Kind::Load(l, p) => {
                self.set(*l);
                self.place(p);
            }
            Kind::Store(p, e) | Kind::While(p, e, _) => {
                self.place(p);
                self.expr(e);
            }
            Kind::Rmw(l, _, p, e) => {
                self.set(*l);
                self.place(p);
                self.expr(e);
            }
            Kind::Cas(l, p, a, b) => {
                self.set(*l);
                self.place(p);
                self.expr(a);
                self.expr(b);
            }
            Kind::PtrLoad(q, _) | Kind::Malloc(q) => self.set_pointer(*q),
            Kind::PtrStore(_, a) => self.address(a),
            Kind::Free(q) | Kind::IfPtr(q, _) => _ = self.pointers.insert(*q),
            Kind::If(e, ..) | Kind::Assert(e) | Kind::Assume(e) => self.expr(e),
            Kind::For(l, ..) | Kind::Input(l, _) | Kind::TryLock(l, _) => self.set(*l),
            Kind::Atomic(_)
            | Kind::Fence(_)
            | Kind::Sync(..)
            | Kind::Wait(..)
            | Kind::Create(_)
            | Kind::Join(_)
            | Kind::Leave => {}
        }
    }

    fn set(&mut self, l: Local) {
        self.ints.insert(l);
        self.set_ints.insert(l);
    }

    fn set_pointer(&mut self, q: PtrLocal) {
        self.pointers.insert(q);
        self.set_pointers.insert(q);
    }

    fn expr(&mut self, e: &Expr) {
        match e {
            Expr::Const(_) => {}
            Expr::Local(l) => _ = self.ints.insert(*l),
            Expr::Bin(_, a, b) => {
                self.expr(a);
                self.expr(b);
            }
        }
    }

    fn place(&mut self, p: &Place) {
        match p {
            Place::Var(_) => {}
            Place::Elem(_, i) => self.expr(i),
            Place::Cell { pointer, .. } => _ = self.pointers.insert(*pointer),
        }
    }

    fn address(&mut self, a: &Address) {
        match a {
            Address::Null | Address::Var(_) => {}
            Address::Local(q) => _ = self.pointers.insert(*q),
            Address::Elem(_, i) => self.expr(i),
            Address::Own => self.own = true,
        }
    }
}
