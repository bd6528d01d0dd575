//! Edits of statements, guards, conditions, declarations, locks and calls.

use crate::ast::*;
use crate::generate::Generator;
use crate::shrink::edit as at;

/// No locks, no threads: those have edits of their own.
fn is_ordinary(kind: &Kind) -> bool {
    !matches!(kind, Kind::Create(_) | Kind::Join(_))
}

impl Generator {
    /// Before or after some statement, or at the top of some thread.
    pub(super) fn insert(&mut self, added: Vec<Stmt>) {
        let count = self.ast.statements().len();
        if count == 0 || self.chance(30) {
            return self.place_somewhere(added);
        }
        let (n, behind) = (self.rng.below(count), self.rng.below(2));
        at(&mut self.ast, n, &mut |block, i| _ = block.splice(i + behind..i + behind, added.clone()));
    }

    pub(super) fn delete(&mut self) -> Option<()> {
        let n = self.some(&is_ordinary)?;
        at(&mut self.ast, n, &mut |block, i| _ = block.remove(i));
        Some(())
    }

    pub(super) fn move_statement(&mut self) -> Option<()> {
        let n = self.some(&is_ordinary)?;
        let mut taken = None;
        at(&mut self.ast, n, &mut |block, i| taken = Some(block.remove(i)));
        self.insert(vec![taken?]);
        Some(())
    }

    /// Another value, place, operator or order in one statement, or another statement altogether.
    pub(super) fn modify(&mut self) -> Option<()> {
        let n = self.some(&is_ordinary)?;
        let kind = self.ast.statements()[n].kind.clone();
        let other = match kind {
            Kind::Set(l, _) => Kind::Set(l, self.expr()),
            Kind::Load(_, p) if self.chance(30) => Kind::Load(self.local(), p),
            Kind::Load(l, _) => Kind::Load(l, self.place()),
            Kind::Store(_, e) if self.chance(40) => Kind::Store(self.place(), e),
            Kind::Store(p, _) => Kind::Store(p, self.expr()),
            Kind::Rmw(l, op, _, e) if self.chance(30) => Kind::Rmw(l, op, self.place(), e),
            Kind::Rmw(l, op, p, _) if self.chance(50) => Kind::Rmw(l, op, p, self.constant()),
            Kind::Rmw(l, _, p, e) => {
                Kind::Rmw(l, self.rng.pick(&[Rmw::Add, Rmw::Sub, Rmw::Or, Rmw::Exchange]), p, e)
            }
            Kind::Cas(l, p, a, _) if self.chance(50) => Kind::Cas(l, p, a, self.constant()),
            Kind::Cas(l, p, _, b) => Kind::Cas(l, p, self.constant(), b),
            Kind::PtrLoad(q, _) => Kind::PtrLoad(q, self.pointer()),
            Kind::PtrStore(p, _) => {
                let to = match self.rng.below(3) {
                    0 => Address::Null,
                    1 => Address::Own,
                    _ => Address::Var(self.rng.below(self.ast.vars.len())),
                };
                Kind::PtrStore(p, to)
            }
            Kind::For(l, n, body) => Kind::For(l, if n > 1 && self.chance(50) { n - 1 } else { n + 1 }, body),
            Kind::Input(l, n) => Kind::Input(l, n ^ 2),
            Kind::Call(l, h, _) => Kind::Call(l, h, self.expr()),
            Kind::CallOneOf(l, [a, b], condition, e) => match self.rng.below(3) {
                0 => Kind::CallOneOf(l, [b, a], condition, e),
                1 => Kind::CallOneOf(l, [a, b], self.condition(), e),
                _ => Kind::CallOneOf(l, [a, b], condition, self.expr()),
            },
            Kind::Sync(SyncOp::Signal, c) => Kind::Sync(SyncOp::Broadcast, c),
            Kind::Sync(SyncOp::Broadcast, c) => Kind::Sync(SyncOp::Signal, c),
            Kind::Sync(SyncOp::ReadLock, r) => Kind::Sync(SyncOp::WriteLock, r),
            Kind::Sync(SyncOp::WriteLock, r) => Kind::Sync(SyncOp::ReadLock, r),
            Kind::Sync(..) => return None,
            _ => {
                let added = self.block(1);
                at(&mut self.ast, n, &mut |block, i| _ = block.splice(i..=i, added.clone()));
                return Some(());
            }
        };
        at(&mut self.ast, n, &mut |block, i| block[i].kind = other.clone());
        Some(())
    }

    pub(super) fn add_guard(&mut self) -> Option<()> {
        let n = self.some(&is_ordinary)?;
        let condition = self.condition();
        at(&mut self.ast, n, &mut |block, i| {
            let guarded = block.remove(i);
            block.insert(i, Kind::If(condition.clone(), vec![guarded], Vec::new()).into());
        });
        Some(())
    }

    /// Also one that is no guard in the text: what an atomic section or a loop has in it.
    pub(super) fn delete_guard(&mut self) -> Option<()> {
        let n = self.some(&|k| !k.blocks().is_empty())?;
        let statements = self.ast.statements();
        let blocks = statements[n].kind.blocks();
        let kept = blocks[self.rng.below(blocks.len())].clone();
        at(&mut self.ast, n, &mut |block, i| _ = block.splice(i..=i, kept.clone()));
        Some(())
    }

    pub(super) fn modify_condition(&mut self) -> Option<()> {
        use Kind::*;
        let n = self.some(&|k| matches!(k, If(..) | Assert(_) | Assume(_) | While(..)))?;
        let kind = self.ast.statements()[n].kind.clone();
        let other = match kind {
            If(e, yes, no) => match self.rng.below(4) {
                // The other way round.
                0 => If(e, no, yes),
                _ => If(self.other_condition(&e), yes, no),
            },
            Assert(e) => Assert(self.other_condition(&e)),
            Assume(e) => Assume(self.other_condition(&e)),
            While(p, _, body) if self.chance(50) => While(p, self.constant(), body),
            While(_, e, body) => While(self.fixed_place(), e, body),
            _ => return None,
        };
        at(&mut self.ast, n, &mut |block, i| block[i].kind = other.clone());
        Some(())
    }

    fn other_condition(&mut self, e: &Expr) -> Expr {
        match e {
            Expr::Bin(op, a, _) if self.chance(40) => Expr::bin(*op, (**a).clone(), self.constant()),
            Expr::Bin(_, a, b) if self.chance(60) => {
                let op = self.rng.pick(&[Bin::Eq, Bin::Ne, Bin::Lt]);
                Expr::bin(op, (**a).clone(), (**b).clone())
            }
            _ => self.condition(),
        }
    }

    /// A variable that something is now about.
    pub(super) fn add_declaration(&mut self) -> Option<()> {
        use Kind::*;
        let order = self.rng.pick(&[None, Some(Order::SeqCst)]);
        let init = self.rng.below(2) as i32;
        self.ast.vars.push(Var { order, len: None, init });
        let place = Place::Var(self.ast.vars.len() - 1);
        let n = self.some(&|k| matches!(k, Load(..) | Store(..) | Rmw(..)))?;
        at(&mut self.ast, n, &mut |block, i| match &mut block[i].kind {
            Load(_, p) | Store(p, _) | Rmw(_, _, p, _) => *p = place.clone(),
            _ => {}
        });
        Some(())
    }

    pub(super) fn modify_declaration(&mut self) -> Option<()> {
        let (vars, pointers) = (self.ast.vars.len(), self.ast.pointers.len());
        match self.rng.below(6) {
            0 | 1 => {
                let v = self.rng.below(vars);
                let var = &mut self.ast.vars[v];
                var.init = if var.len.is_none() { (var.init + 1) % 3 } else { 0 };
            }
            2 => {
                let v = self.rng.below(vars);
                let orders = [None, Some(Order::SeqCst), Some(Order::AcquireRelease), Some(Order::Relaxed)];
                self.ast.vars[v].order = self.rng.pick(&orders);
            }
            3 => {
                let v = self.rng.below(vars);
                self.ast.vars[v].len = self.ast.vars[v].len.map(|n| if n > 2 { n - 1 } else { n + 1 });
            }
            4 if pointers > 0 => {
                let (p, v) = (self.rng.below(pointers), self.rng.below(vars));
                let pointer = &mut self.ast.pointers[p];
                match self.rng.one_in(3) {
                    true => pointer.atomic = !pointer.atomic,
                    false => pointer.init = pointer.init.is_none().then_some(v),
                }
            }
            _ => match self.ast.semaphores.first_mut() {
                Some(count) => *count = (*count + 1) % 3,
                None => *self.ast.barriers.first_mut()? = 1 + self.rng.below(3) as i32,
            },
        }
        Some(())
    }

    /// Around one to three statements of one block.
    pub(super) fn add_lock(&mut self) -> Option<()> {
        let n = self.some(&is_ordinary)?;
        if self.ast.mutexes == 0 || self.ast.mutexes == 1 && self.rng.one_in(4) {
            self.ast.mutexes += 1;
        }
        let (m, length) = (self.mutex(), self.rng.below(3));
        at(&mut self.ast, n, &mut |block, i| {
            let end = (i + 1 + length).min(block.len());
            block.insert(end, Kind::Sync(SyncOp::Unlock, m).into());
            block.insert(i, Kind::Sync(SyncOp::Lock, m).into());
        });
        Some(())
    }

    /// With the unlock that follows in the same block, most of the time.
    pub(super) fn delete_lock(&mut self) -> Option<()> {
        let n = self.some(&|k| matches!(k, Kind::Sync(SyncOp::Lock, _)))?;
        let both = self.chance(80);
        at(&mut self.ast, n, &mut |block, i| {
            let Kind::Sync(_, m) = block.remove(i).kind else { return };
            let unlock = Kind::Sync(SyncOp::Unlock, m);
            let found = block[i..].iter().position(|s| s.kind == unlock).filter(|_| both);
            found.into_iter().for_each(|j| _ = block.remove(i + j));
        });
        Some(())
    }

    /// Another mutex, of both ends of a section.
    pub(super) fn modify_lock(&mut self) -> Option<()> {
        let n = self.some(&|k| matches!(k, Kind::Sync(SyncOp::Lock, _)))?;
        if self.ast.mutexes == 1 {
            self.ast.mutexes = 2;
        }
        let to = self.mutex();
        at(&mut self.ast, n, &mut |block, i| {
            let Kind::Sync(_, m) = block[i].kind else { return };
            block[i].kind = Kind::Sync(SyncOp::Lock, to);
            let unlock = block[i..].iter_mut().find(|s| s.kind == Kind::Sync(SyncOp::Unlock, m));
            unlock.into_iter().for_each(|s| s.kind = Kind::Sync(SyncOp::Unlock, to));
        });
        Some(())
    }

    /// A statement of this kind a few places up or down in its block.
    pub(super) fn shift(&mut self, is: &dyn Fn(&Kind) -> bool) -> Option<()> {
        let n = self.some(is)?;
        let (up, far) = (self.chance(50), 1 + self.rng.below(3));
        at(&mut self.ast, n, &mut |block, i| {
            let moved = block.remove(i);
            let to = if up { i.saturating_sub(far) } else { (i + far).min(block.len()) };
            block.insert(to, moved);
        });
        Some(())
    }

    /// Of a helper that is there or of a new one.
    pub(super) fn add_call(&mut self) -> Option<()> {
        if self.ast.helpers.is_empty() || self.rng.one_in(3) {
            let (body, result) = (self.block(2), Some(self.expr()));
            self.ast.helpers.push(Function { body, result, ..Function::default() });
        }
        let (l, h, e) = (self.local(), self.rng.below(self.ast.helpers.len()), self.expr());
        self.insert(vec![Kind::Call(l, h, e).into()]);
        Some(())
    }

    pub(super) fn modify_result(&mut self) -> Option<()> {
        if self.ast.main.result.is_some() && self.rng.one_in(2) {
            self.ast.main.result = Some(self.expr());
            return Some(());
        }
        let count = self.ast.helpers.len();
        let (h, e) = ((count > 0).then(|| self.rng.below(count))?, self.expr());
        self.ast.helpers[h].result = Some(e);
        Some(())
    }
}
