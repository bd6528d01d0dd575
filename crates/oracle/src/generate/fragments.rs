//! What programs are made of: a few statements that belong together.

use super::parts::COUNTER;
use super::{Generator, MOST_INPUTS};
use crate::ast::*;

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Fragment {
    Load,
    Store,
    Increment,
    Rmw,
    Cas,
    Fence,
    Section,
    TwoLocks,
    TryLock,
    RwLock,
    Condition,
    Semaphore,
    Barrier,
    Publish,
    Consume,
    Point,
    Branch,
    Loop,
    Spin,
    Input,
    Assert,
    Assume,
    Atomic,
    Call,
    /// Not among [`Fragment::ALL`], as the next: for seeds that ask for them.
    Unwritten,
    CallOneOf,
}

impl Fragment {
    pub const ALL: [Fragment; 24] = [
        Fragment::Load,
        Fragment::Store,
        Fragment::Increment,
        Fragment::Rmw,
        Fragment::Cas,
        Fragment::Fence,
        Fragment::Section,
        Fragment::TwoLocks,
        Fragment::TryLock,
        Fragment::RwLock,
        Fragment::Condition,
        Fragment::Semaphore,
        Fragment::Barrier,
        Fragment::Publish,
        Fragment::Consume,
        Fragment::Point,
        Fragment::Branch,
        Fragment::Loop,
        Fragment::Spin,
        Fragment::Input,
        Fragment::Assert,
        Fragment::Assume,
        Fragment::Atomic,
        Fragment::Call,
    ];

    /// Does the program have the objects it needs?
    pub fn fits(self, ast: &Ast) -> bool {
        match self {
            Fragment::Section | Fragment::TryLock => ast.mutexes > 0,
            Fragment::TwoLocks => ast.mutexes > 1,
            Fragment::RwLock => ast.rwlocks > 0,
            Fragment::Condition => ast.conditions > 0 && ast.mutexes > 0,
            Fragment::Semaphore => !ast.semaphores.is_empty(),
            Fragment::Barrier => !ast.barriers.is_empty(),
            Fragment::Publish | Fragment::Consume | Fragment::Point => !ast.pointers.is_empty(),
            Fragment::Call => !ast.helpers.is_empty(),
            Fragment::Spin => !ast.threads.is_empty(),
            _ => true,
        }
    }

    /// Somebody else has to do something.
    pub fn waits(self) -> bool {
        matches!(self, Fragment::Condition | Fragment::Semaphore | Fragment::Barrier | Fragment::Spin)
    }
}

fn around(first: Kind, mut body: Vec<Stmt>, last: Kind) -> Vec<Stmt> {
    body.insert(0, first.into());
    body.push(last.into());
    body
}

impl Generator {
    pub(crate) fn fragment(&mut self, depth: usize) -> Vec<Stmt> {
        let fragment = self.rng.pick(&self.mix);
        match fragment {
            Fragment::Load | Fragment::Store | Fragment::Increment | Fragment::Rmw => self.simple(fragment),
            Fragment::Cas => {
                let (l, p) = (self.local(), self.place());
                let (old, new) = (self.constant(), self.constant());
                vec![Kind::Cas(l, p, old, new).into()]
            }
            Fragment::Fence => {
                let order = self.rng.pick(&[Order::SeqCst, Order::AcquireRelease]);
                vec![Kind::Fence(order).into()]
            }
            Fragment::Section => {
                let m = self.mutex();
                let body = self.block(2);
                around(Kind::Sync(SyncOp::Lock, m), body, Kind::Sync(SyncOp::Unlock, m))
            }
            Fragment::TwoLocks => {
                let m = self.rng.below(2);
                let body = self.block(1);
                let inner = around(Kind::Sync(SyncOp::Lock, 1 - m), body, Kind::Sync(SyncOp::Unlock, 1 - m));
                around(Kind::Sync(SyncOp::Lock, m), inner, Kind::Sync(SyncOp::Unlock, m))
            }
            Fragment::TryLock => self.try_lock(),
            Fragment::RwLock => {
                let first = self.rng.pick(&[SyncOp::ReadLock, SyncOp::WriteLock]);
                let access = if first == SyncOp::ReadLock { Fragment::Load } else { Fragment::Store };
                let body = self.simple(access);
                around(Kind::Sync(first, 0), body, Kind::Sync(SyncOp::RwUnlock, 0))
            }
            Fragment::Condition => self.await_condition(),
            Fragment::Semaphore => {
                if !self.rng.one_in(6) {
                    self.place_somewhere(vec![Kind::Sync(SyncOp::SemPost, 0).into()]);
                }
                vec![Kind::Sync(SyncOp::SemWait, 0).into()]
            }
            Fragment::Barrier => {
                if !self.rng.one_in(6) {
                    self.place_somewhere(vec![Kind::Sync(SyncOp::BarrierWait, 0).into()]);
                }
                vec![Kind::Sync(SyncOp::BarrierWait, 0).into()]
            }
            Fragment::Publish => self.publish(),
            Fragment::Consume => self.consume(),
            Fragment::Point => self.point(),
            Fragment::Branch => {
                let condition = self.condition();
                let yes = self.inner(depth);
                let no = if self.chance(40) { self.inner(depth) } else { Vec::new() };
                vec![Kind::If(condition, yes, no).into()]
            }
            Fragment::Loop => self.count(),
            Fragment::Spin => {
                let (place, value) = (self.fixed_place(), self.constant());
                if !self.rng.one_in(8) {
                    self.place_somewhere(vec![Kind::Store(place.clone(), value.clone()).into()]);
                }
                vec![Kind::While(place, value, Vec::new()).into()]
            }
            Fragment::Input => self.input(),
            Fragment::Assert => self.assert(),
            Fragment::Assume => vec![Kind::Assume(self.condition()).into()],
            Fragment::Atomic => vec![Kind::Atomic(self.section()).into()],
            Fragment::Call => {
                let (l, h) = (self.local(), self.rng.below(self.ast.helpers.len()));
                vec![Kind::Call(l, h, self.expr()).into()]
            }
            Fragment::Unwritten => self.unwritten(),
            Fragment::CallOneOf => {
                let helpers = self.ast.helpers.len();
                let either = [self.rng.below(helpers), self.rng.below(helpers)];
                // What decides was mostly just read.
                let (seen, place, value) = (self.local(), self.place(), self.constant());
                let condition = match self.chance(70) {
                    true => Expr::bin(Bin::Eq, Expr::Local(seen), value),
                    false => self.condition(),
                };
                let call = Kind::CallOneOf(self.local(), either, condition, self.expr());
                vec![Kind::Load(seen, place).into(), call.into()]
            }
        }
    }

    /// Accesses without synchronisation.
    pub(crate) fn block(&mut self, most: usize) -> Vec<Stmt> {
        let mut out = Vec::new();
        for _ in 0..1 + self.rng.below(most) {
            let kind = self.rng.pick(&[Fragment::Load, Fragment::Store, Fragment::Increment, Fragment::Rmw]);
            out.append(&mut self.simple(kind));
        }
        out
    }

    /// A smaller fragment inside another.
    fn inner(&mut self, depth: usize) -> Vec<Stmt> {
        match depth > 0 && self.chance(40) {
            true => self.fragment(depth - 1),
            false => self.block(1),
        }
    }

    fn simple(&mut self, fragment: Fragment) -> Vec<Stmt> {
        let (l, place) = (self.local(), self.place());
        match fragment {
            Fragment::Load => vec![Kind::Load(l, place).into()],
            Fragment::Store => vec![Kind::Store(place, self.expr()).into()],
            Fragment::Increment => vec![
                Kind::Load(l, place.clone()).into(),
                Kind::Store(place, Expr::bin(Bin::Add, Expr::Local(l), Expr::Const(1))).into(),
            ],
            _ => {
                let op = self.rng.pick(&[Rmw::Add, Rmw::Add, Rmw::Sub, Rmw::Or, Rmw::Exchange]);
                vec![Kind::Rmw(l, op, place, self.constant()).into()]
            }
        }
    }

    fn try_lock(&mut self) -> Vec<Stmt> {
        let (l, m) = (self.local(), self.mutex());
        let mut body = self.block(1);
        body.push(Kind::Sync(SyncOp::Unlock, m).into());
        let other = if self.chance(30) { self.block(1) } else { Vec::new() };
        let free = Expr::bin(Bin::Eq, Expr::Local(l), Expr::Const(0));
        vec![Kind::TryLock(l, m).into(), Kind::If(free, body, other).into()]
    }

    /// Waits for a value under a mutex, in a loop or just once; somebody sets it and says so, or does not.
    fn await_condition(&mut self) -> Vec<Stmt> {
        let (m, place, value) = (self.mutex(), self.fixed_place(), self.constant());
        let wait = vec![Kind::Wait(0, m).into()];
        let body = match self.chance(70) {
            true => vec![Kind::While(place.clone(), value.clone(), wait).into()],
            false => {
                let l = self.local();
                let missing = Expr::bin(Bin::Ne, Expr::Local(l), value.clone());
                vec![Kind::Load(l, place.clone()).into(), Kind::If(missing, wait, Vec::new()).into()]
            }
        };
        let say = Kind::Sync(self.rng.pick(&[SyncOp::Signal, SyncOp::Broadcast]), 0);
        let set = Kind::Store(place, value);
        let (lock, unlock) = (Kind::Sync(SyncOp::Lock, m), Kind::Sync(SyncOp::Unlock, m));
        let answer = match self.rng.below(8) {
            0 => vec![],
            1 => vec![set.into()],
            2 => vec![set.into(), say.into()],
            3 => vec![lock.clone().into(), set.into(), unlock.clone().into(), say.into()],
            _ => vec![lock.clone().into(), set.into(), say.into(), unlock.clone().into()],
        };
        self.place_somewhere(answer);
        around(lock, body, unlock)
    }

    /// What an atomic section does: sometimes what it reads decides what it touches.
    fn section(&mut self) -> Vec<Stmt> {
        if !self.rng.one_in(4) {
            return self.block(2);
        }
        let (l, place, value) = (self.local(), self.place(), self.constant());
        let condition = Expr::bin(Bin::Eq, Expr::Local(l), value);
        let body = self.block(1);
        vec![Kind::Load(l, place).into(), Kind::If(condition, body, Vec::new()).into()]
    }

    fn publish(&mut self) -> Vec<Stmt> {
        let (q, p) = (self.rng.below(POINTERS), self.pointer());
        let mut out = vec![Kind::Malloc(q).into()];
        if self.chance(80) {
            let cell = Place::Cell { pointer: q, cell: 0, atomic: false };
            out.push(Kind::Store(cell, self.constant()).into());
        }
        out.push(Kind::PtrStore(p, Address::Local(q)).into());
        if self.chance(70) {
            let use_it = self.consume();
            self.place_somewhere(use_it);
        }
        // While somebody may still look at it.
        if self.chance(30) {
            out.push(Kind::Free(q).into());
        }
        out
    }

    /// What nobody wrote gets somewhere, and is perhaps decided on: at once, or by whoever looks there.
    fn unwritten(&mut self) -> Vec<Stmt> {
        let (q, l) = (self.rng.below(POINTERS), self.local());
        let cell = Place::Cell { pointer: q, cell: 0, atomic: false };
        let mut out = vec![Kind::Malloc(q).into(), Kind::Load(l, cell).into()];
        let (place, known) = (self.place(), self.constant());
        if self.chance(80) {
            out.push(Kind::Store(place.clone(), Expr::Local(l)).into());
        }
        let (seen, value) = (self.local(), self.constant());
        let decide = vec![
            Kind::Load(seen, place.clone()).into(),
            Kind::If(Expr::bin(Bin::Eq, Expr::Local(seen), value), self.block(1), Vec::new()).into(),
        ];
        // Only some of the schedules leave it unwritten.
        if self.chance(60) {
            self.place_somewhere(vec![Kind::Store(place, known).into()]);
        }
        match self.rng.below(4) {
            0 => out.extend(decide),
            1 => {}
            _ => self.place_somewhere(decide),
        }
        out
    }

    fn consume(&mut self) -> Vec<Stmt> {
        let (q, p) = (self.rng.below(POINTERS), self.pointer());
        let (cell, l) = (self.cell(q), self.local());
        let mut body: Vec<Stmt> = match self.rng.below(5) {
            0 => vec![Kind::Free(q).into()],
            1 | 2 => vec![Kind::Load(l, cell).into()],
            3 => vec![Kind::Store(cell, self.constant()).into()],
            _ => vec![Kind::Load(l, cell).into(), Kind::Free(q).into()],
        };
        let mut out = vec![Kind::PtrLoad(q, p).into()];
        match self.chance(75) {
            true => out.push(Kind::IfPtr(q, body).into()),
            false => out.append(&mut body),
        }
        out
    }

    fn point(&mut self) -> Vec<Stmt> {
        let p = self.pointer();
        let target = match self.rng.below(6) {
            0 => Address::Null,
            1 => Address::Own,
            2 => Address::Local(self.rng.below(POINTERS)),
            _ => match self.place() {
                Place::Elem(v, i) => Address::Elem(v, i),
                Place::Var(v) => Address::Var(v),
                Place::Cell { pointer, .. } => Address::Local(pointer),
            },
        };
        vec![Kind::PtrStore(p, target).into()]
    }

    /// A loop of two rounds, over an array if there is one.
    fn count(&mut self) -> Vec<Stmt> {
        let arrays: Vec<usize> =
            (0..self.ast.vars.len()).filter(|&v| self.ast.vars[v].len.is_some()).collect();
        let body = match arrays.is_empty() || self.chance(40) {
            true => self.block(1),
            false => {
                let place = Place::Elem(self.rng.pick(&arrays), Expr::Local(COUNTER));
                match self.chance(50) {
                    true => vec![Kind::Load(self.local(), place).into()],
                    false => vec![Kind::Store(place, self.expr()).into()],
                }
            }
        };
        vec![Kind::For(COUNTER, 2, body).into()]
    }

    /// An input that decides a branch, an index or a value.
    fn input(&mut self) -> Vec<Stmt> {
        if self.inputs == MOST_INPUTS {
            return self.simple(Fragment::Load);
        }
        self.inputs += 1;
        // Every input has at least two values that go different ways.
        self.limit /= 2.0;
        let l = self.local();
        let mut out: Vec<Stmt> = vec![Kind::Input(l, self.rng.pick(&[1, 1, 3])).into()];
        let arrays: Vec<usize> =
            (0..self.ast.vars.len()).filter(|&v| self.ast.vars[v].len.is_some()).collect();
        if !arrays.is_empty() && self.chance(30) {
            let place = Place::Elem(self.rng.pick(&arrays), Expr::Local(l));
            out.push(match self.chance(50) {
                true => Kind::Load(self.local(), place).into(),
                false => Kind::Store(place, self.constant()).into(),
            });
        } else if self.chance(70) {
            let condition = Expr::bin(Bin::Eq, Expr::Local(l), self.constant());
            let yes = self.block(1);
            let no = if self.chance(40) { self.block(1) } else { Vec::new() };
            out.push(Kind::If(condition, yes, no).into());
        } else {
            out.push(Kind::Store(self.place(), Expr::Local(l)).into());
        }
        out
    }

    fn assert(&mut self) -> Vec<Stmt> {
        let mut out: Vec<Stmt> = Vec::new();
        let l = self.local();
        if self.chance(60) {
            out.push(Kind::Load(l, self.place()).into());
        }
        let op = self.rng.pick(&[Bin::Ne, Bin::Ne, Bin::Ne, Bin::Eq, Bin::Lt]);
        out.push(Kind::Assert(Expr::bin(op, Expr::Local(l), self.constant())).into());
        out
    }
}
