//! Random programs from a seed: few shared places, each touched by several threads.
//!
//! A program grows by fragments (an access, a critical section, a node that is published, ...; `fragments`)
//! put into a random thread, until the number of its interleavings, estimated as if nothing ever waited, would
//! pass a limit. The limit and how often each fragment comes up are drawn too, so that small programs are as
//! likely as large ones and a program concentrates on a few things.

mod fragments;
pub(crate) mod parts;

use crate::ast::*;
use crate::estimate::interleavings;
use crate::rng::Rng;
use fragments::Fragment;

/// Fragments that a program without threads has at most, and others.
const MOST_ALONE: usize = 8;
const MOST: usize = 60;
/// Fragments that did not fit until a program is large enough.
const REFUSED: usize = 4;
/// The input of the program is at most this many numbers.
const MOST_INPUTS: usize = 2;

pub(crate) struct Generator {
    pub(crate) rng: Rng,
    pub(crate) ast: Ast,
    /// Fragments as often as they are to come up.
    mix: Vec<Fragment>,
    inputs: usize,
    /// Most interleavings.
    limit: f64,
}

/// Seeds from here on also make programs that pass on what nobody wrote, and call through pointers. Those before stay the programs
/// they were: the seeds that are on record (for the mutants, in notes) are among them.
pub const RICHER: u64 = 40_000_000;
/// Seeds from here on also make programs whose exit code is a number of theirs.
pub const EXIT_CODES: u64 = 50_000_000;

/// The program of a seed. `small` divides how large it may get.
pub fn generate(seed: u64, small: f64) -> Ast {
    let mut g =
        Generator { rng: Rng::new(seed), ast: Ast::default(), mix: Vec::new(), inputs: 0, limit: 0.0 };
    // From 4 to about 8,000, each order of magnitude as likely as the next.
    g.limit = 4.0 * 2f64.powf(g.rng.below(1100) as f64 / 100.0) / small;
    g.shape(seed >= RICHER);
    g.grow();
    g.close();
    if seed >= EXIT_CODES && g.rng.one_in(3) {
        g.ast.main.result = Some(Expr::Local(g.local()));
    }
    g.ast
}

impl Generator {
    /// One that has finished a program and goes on with it, by whatever fragments its objects allow.
    pub(crate) fn again(ast: Ast, rng: Rng) -> Generator {
        let mut g = Generator { rng, ast, mix: Vec::new(), inputs: 0, limit: f64::MAX };
        g.survey();
        g
    }

    /// Looks anew at what there is.
    pub(crate) fn survey(&mut self) {
        let ast = &self.ast;
        self.mix = Fragment::ALL.into_iter().filter(|f| f.fits(ast)).collect();
        self.inputs = ast.statements().iter().filter(|s| matches!(s.kind, Kind::Input(..))).count();
    }

    /// Threads, variables, and which fragments there will be.
    fn shape(&mut self, richer: bool) {
        let threads = self.rng.pick(&[0, 1, 1, 1, 2, 2, 2, 2, 3, 3]);
        for t in 0..threads {
            match t > 0 && self.chance(20) {
                true => self.ast.threads.push(self.rng.below(self.ast.starts.len())),
                false => {
                    self.ast.threads.push(self.ast.starts.len());
                    self.ast.starts.push(Function::default());
                }
            }
        }
        for _ in 0..1 + self.rng.below(3) {
            let order = match self.rng.below(10) {
                0..4 => None,
                4 => Some(Order::Relaxed),
                5 => Some(Order::AcquireRelease),
                _ => Some(Order::SeqCst),
            };
            let len = self.chance(25).then(|| 2 + self.rng.below(2) as u32);
            let init = i32::from(len.is_none() && self.chance(20));
            self.ast.vars.push(Var { order, len, init });
        }
        self.mix = vec![Fragment::Load, Fragment::Load, Fragment::Store, Fragment::Store];
        for f in Fragment::ALL {
            // Waiting for what nobody does is an endless loop or a deadlock, and no more.
            let weight = match f {
                Fragment::Input => self.rng.pick(&[0, 0, 1, 2, 4, 6]),
                _ => self.rng.pick(&[0, 0, 0, 1, 2, 4]),
            };
            if threads > 0 || !f.waits() {
                self.mix.extend(std::iter::repeat_n(f, weight));
            }
        }
        let mut helpers = usize::from(self.mix.contains(&Fragment::Call));
        if richer {
            let weight = self.rng.pick(&[0, 1, 2, 4]);
            self.mix.extend(std::iter::repeat_n(Fragment::Unwritten, weight));
            let weight = self.rng.pick(&[0, 0, 1, 2, 4]);
            self.mix.extend(std::iter::repeat_n(Fragment::CallOneOf, weight));
            helpers += if weight > 0 { 2 } else { 0 };
        }
        self.objects();
        for _ in 0..helpers {
            let body = self.block(2);
            let result = Some(self.expr());
            self.ast.helpers.push(Function { body, result, ..Function::default() });
        }
    }

    /// What the fragments need.
    fn objects(&mut self) {
        let has = |f: &[Fragment]| self.mix.iter().any(|m| f.contains(m));
        let pointers = has(&[Fragment::Publish, Fragment::Consume, Fragment::Point]);
        let (two, one) = (has(&[Fragment::TwoLocks]), has(&[Fragment::Section, Fragment::TryLock]));
        let (condition, rwlock) = (has(&[Fragment::Condition]), has(&[Fragment::RwLock]));
        let (semaphore, barrier) = (has(&[Fragment::Semaphore]), has(&[Fragment::Barrier]));
        if pointers {
            for _ in 0..1 + self.rng.below(2) {
                let atomic = self.chance(60);
                let init = self.chance(40).then(|| self.rng.below(self.ast.vars.len()));
                self.ast.pointers.push(Pointer { atomic, init });
            }
        }
        self.ast.mutexes = match (two, one || condition) {
            (true, _) => 2,
            (false, true) => 1 + usize::from(self.chance(30)),
            (false, false) => 0,
        };
        self.ast.conditions = usize::from(condition);
        self.ast.rwlocks = usize::from(rwlock);
        if semaphore {
            let count = self.rng.below(2) as i32;
            self.ast.semaphores.push(count);
        }
        if barrier {
            self.ast.barriers.push(2);
        }
    }

    /// Adds fragments while there are not too many interleavings.
    fn grow(&mut self) {
        let mut refused = 0;
        let most = if self.ast.threads.is_empty() { MOST_ALONE } else { MOST };
        for _ in 0..most {
            let before = (self.ast.clone(), self.inputs, self.limit);
            let fragment = self.fragment(2);
            self.place_somewhere(fragment);
            if interleavings(&self.ast) > self.limit {
                (self.ast, self.inputs, self.limit) = before;
                refused += 1;
                if refused == REFUSED {
                    break;
                }
            }
        }
    }

    /// Puts statements into a random thread, most often at its end. Main has less to do than others.
    pub(crate) fn place_somewhere(&mut self, fragment: Vec<Stmt>) {
        let starts = self.ast.starts.len();
        let to = self.rng.below(2 * starts + 1);
        let at_end = !self.rng.one_in(4);
        let pick = self.rng.next() as usize;
        let body = match to.checked_sub(1) {
            None => &mut self.ast.main.body,
            Some(f) => &mut self.ast.starts[f % starts].body,
        };
        let at = if at_end { body.len() } else { pick % (body.len() + 1) };
        body.splice(at..at, fragment);
    }

    /// Creates and joins threads, and looks at what came out.
    fn close(&mut self) {
        let mut threads: Vec<usize> = (0..self.ast.threads.len()).collect();
        if threads.len() > 1 && self.chance(15) {
            self.nest(&mut threads);
        }
        let mut main: Vec<Stmt> = Vec::new();
        main.extend((0..self.ast.semaphores.len()).map(|n| Stmt::from(Kind::Sync(SyncOp::SemInit, n))));
        main.extend((0..self.ast.barriers.len()).map(|n| Stmt::from(Kind::Sync(SyncOp::BarrierInit, n))));
        let mut body = std::mem::take(&mut self.ast.main.body);
        // Sometimes the first thread runs before there are others.
        let late = threads.len() > 1 && self.chance(15);
        for (i, &t) in threads.iter().enumerate() {
            if late && i == 1 {
                let rest = body.split_off(body.len() / 2);
                main.append(&mut body);
                body = rest;
            }
            main.push(Kind::Create(t).into());
        }
        main.append(&mut body);
        let joins = match self.rng.one_in(10) {
            true => self.rng.below(threads.len() + 1),
            false => threads.len(),
        };
        main.extend(threads[..joins].iter().map(|&t| Stmt::from(Kind::Join(t))));
        if joins == threads.len() {
            for _ in 0..self.rng.below(3) {
                let (l, place) = (self.local(), self.place());
                let op = if self.chance(75) { Bin::Ne } else { Bin::Eq };
                let expected = Expr::Const(self.rng.below(4) as i32);
                main.push(Kind::Load(l, place).into());
                main.push(Kind::Assert(Expr::bin(op, Expr::Local(l), expected)).into());
            }
        }
        if self.chance(10) {
            main.push(Kind::Leave.into());
        }
        self.ast.main.body = main;
    }

    /// Lets the first thread create the last one. A routine that several threads run creates none: handles
    /// are by thread.
    fn nest(&mut self, threads: &mut Vec<usize>) {
        let (first, last) = (threads[0], threads[threads.len() - 1]);
        let routines = &self.ast.threads;
        let alone = |t: usize| routines.iter().filter(|&&f| f == routines[t]).count() == 1;
        if !alone(first) || !alone(last) {
            return;
        }
        threads.pop();
        let joined = self.chance(60);
        let body = &mut self.ast.starts[self.ast.threads[first]].body;
        let at = self.rng.below(body.len() + 1);
        body.insert(at, Kind::Create(last).into());
        if joined {
            body.push(Kind::Join(last).into());
        }
    }
}
