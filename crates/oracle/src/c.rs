//! The C back end: text, one statement a line. Printing sets the lines that the other back end uses.

use crate::ast::*;
use crate::used::Used;
use std::fmt::Write;

const HEAD: &str = "\
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
void __VERIFIER_assert(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
";

struct Printer {
    text: String,
    line: u32,
    depth: usize,
    /// What statements need to know of the whole program.
    orders: Vec<Option<Order>>,
    threads: Vec<usize>,
    semaphores: Vec<i32>,
    barriers: Vec<i32>,
}

/// The program as C. Every statement is told its line.
pub fn print(ast: &mut Ast) -> String {
    let mut p = Printer {
        text: HEAD.into(),
        line: HEAD.lines().count() as u32,
        depth: 0,
        orders: ast.vars.iter().map(|v| v.order).collect(),
        threads: ast.threads.clone(),
        semaphores: ast.semaphores.clone(),
        barriers: ast.barriers.clone(),
    };
    for (i, v) in ast.vars.iter().enumerate() {
        let ty = if v.order.is_some() { "_Atomic int" } else { "int" };
        match v.len {
            Some(n) => p.put(&format!("{ty} v{i}[{n}];")),
            None => p.put(&format!("{ty} v{i} = {};", v.init)),
        };
    }
    for (i, q) in ast.pointers.iter().enumerate() {
        let ty = if q.atomic { "int *_Atomic" } else { "int *" };
        match q.init {
            Some(v) => p.put(&format!("{ty} p{i} = (int *)&v{v};")),
            None => p.put(&format!("{ty} p{i};")),
        };
    }
    for i in 0..ast.mutexes {
        p.put(&format!("pthread_mutex_t m{i} = PTHREAD_MUTEX_INITIALIZER;"));
    }
    for i in 0..ast.conditions {
        p.put(&format!("pthread_cond_t c{i} = PTHREAD_COND_INITIALIZER;"));
    }
    for i in 0..ast.rwlocks {
        p.put(&format!("pthread_rwlock_t r{i} = PTHREAD_RWLOCK_INITIALIZER;"));
    }
    for i in 0..ast.semaphores.len() {
        p.put(&format!("sem_t s{i};"));
    }
    for i in 0..ast.barriers.len() {
        p.put(&format!("pthread_barrier_t b{i};"));
    }
    for i in 0..ast.threads.len() {
        p.put(&format!("pthread_t t{i};"));
    }
    for (i, f) in ast.helpers.iter_mut().enumerate() {
        p.function(&format!("static int h{i}(int l0) {{"), f, 1);
    }
    for i in 0..ast.starts.len() {
        p.put(&format!("void *f{i}(void *arg);"));
    }
    for (i, f) in ast.starts.iter_mut().enumerate() {
        p.function(&format!("void *f{i}(void *arg) {{"), f, 0);
    }
    p.function("int main(void) {", &mut ast.main, 0);
    p.text
}

impl Printer {
    fn put(&mut self, text: &str) -> u32 {
        self.line += 1;
        let _ = writeln!(self.text, "{:1$}{text}", "", 2 * self.depth);
        self.line
    }

    fn function(&mut self, head: &str, f: &mut Function, params: usize) {
        f.line = self.put(head);
        self.depth = 1;
        let used = Used::of(f);
        for i in used.ints.iter().filter(|&&i| i >= params) {
            self.put(&format!("int l{i} = 0;"));
        }
        for i in &used.pointers {
            self.put(&format!("int *q{i} = 0;"));
        }
        if used.own {
            f.line = self.put("int s = 0;");
        }
        self.block(&mut f.body);
        // On one line: that is where a frame ends, in C and in what is made of the tree directly.
        f.end = match &f.result {
            Some(e) => self.put(&format!("return {}; }}", expr(e))),
            None => self.put("return 0; }"),
        };
        self.depth = 0;
    }

    fn block(&mut self, block: &mut [Stmt]) {
        for s in block {
            self.stmt(s);
        }
    }

    fn inner(&mut self, block: &mut [Stmt]) {
        self.depth += 1;
        self.block(block);
        self.depth -= 1;
    }

    fn stmt(&mut self, s: &mut Stmt) {
        let text = match &s.kind {
            Kind::Set(l, e) => format!("l{l} = {};", expr(e)),
            Kind::Load(l, p) => format!("l{l} = {};", self.read(p)),
            Kind::Store(p, e) => match self.weaker(p) {
                None => format!("{} = {};", value(p), expr(e)),
                Some(o) => {
                    let o = memory_order(o, "release");
                    format!("atomic_store_explicit(&{}, {}, {o});", value(p), expr(e))
                }
            },
            Kind::Rmw(l, op, p, e) => {
                let name = match op {
                    Rmw::Add => "__atomic_fetch_add",
                    Rmw::Sub => "__atomic_fetch_sub",
                    Rmw::Or => "__atomic_fetch_or",
                    Rmw::Exchange => "__atomic_exchange_n",
                };
                let o = memory_order(self.weaker(p).unwrap_or(Order::SeqCst), "acq_rel");
                format!("l{l} = {name}({}, {}, {o});", address(p), expr(e))
            }
            Kind::Cas(l, p, old, new) => {
                format!("l{l} = __sync_val_compare_and_swap({}, {}, {});", address(p), expr(old), expr(new))
            }
            Kind::Fence(o) => format!("atomic_thread_fence({});", memory_order(*o, "acq_rel")),
            Kind::PtrLoad(q, p) => format!("q{q} = p{p};"),
            Kind::PtrStore(p, a) => format!("p{p} = {};", pointer(a)),
            Kind::Malloc(q) => format!("q{q} = malloc(8);"),
            Kind::Free(q) => format!("free(q{q});"),
            Kind::If(e, ..) => format!("if ({}) {{", expr(e)),
            Kind::IfPtr(q, _) => format!("if (q{q}) {{"),
            Kind::For(l, n, _) => format!("for (l{l} = 0; l{l} < {n}; l{l}++) {{"),
            Kind::While(p, e, body) => {
                let end = if body.is_empty() { ";" } else { "{" };
                format!("while ({} != {}) {end}", self.read(p), expr(e))
            }
            Kind::Assert(e) => format!("__VERIFIER_assert({});", expr(e)),
            Kind::Assume(e) => format!("__VERIFIER_assume({});", expr(e)),
            Kind::Input(l, mask) => format!("l{l} = __VERIFIER_nondet_int() & {mask};"),
            Kind::Atomic(_) => "__VERIFIER_atomic_begin(); {".into(),
            Kind::CallOneOf(l, [a, b], condition, e) => {
                format!("l{l} = ({} ? h{a} : h{b})({});", expr(condition), expr(e))
            }
            Kind::Call(l, h, e) => format!("l{l} = h{h}({});", expr(e)),
            Kind::Sync(op, n) => self.sync(*op, *n),
            Kind::TryLock(l, m) => format!("l{l} = pthread_mutex_trylock(&m{m});"),
            Kind::Wait(c, m) => format!("pthread_cond_wait(&c{c}, &m{m});"),
            Kind::Create(t) => format!("pthread_create(&t{t}, 0, f{}, 0);", self.threads[*t]),
            Kind::Join(t) => format!("pthread_join(t{t}, 0);"),
            Kind::Leave => "pthread_exit(0);".into(),
        };
        s.line = self.put(&text);
        match &mut s.kind {
            Kind::If(_, yes, no) => {
                self.inner(yes);
                if !no.is_empty() {
                    self.put("} else {");
                    self.inner(no);
                }
                self.put("}");
            }
            Kind::IfPtr(_, b) | Kind::For(_, _, b) => {
                self.inner(b);
                self.put("}");
            }
            Kind::While(_, _, b) if !b.is_empty() => {
                self.inner(b);
                self.put("}");
            }
            Kind::Atomic(b) => {
                self.inner(b);
                self.put("} __VERIFIER_atomic_end();");
            }
            _ => {}
        }
    }

    fn sync(&self, op: SyncOp, n: usize) -> String {
        match op {
            SyncOp::Lock => format!("pthread_mutex_lock(&m{n});"),
            SyncOp::Unlock => format!("pthread_mutex_unlock(&m{n});"),
            SyncOp::ReadLock => format!("pthread_rwlock_rdlock(&r{n});"),
            SyncOp::WriteLock => format!("pthread_rwlock_wrlock(&r{n});"),
            SyncOp::RwUnlock => format!("pthread_rwlock_unlock(&r{n});"),
            SyncOp::Signal => format!("pthread_cond_signal(&c{n});"),
            SyncOp::Broadcast => format!("pthread_cond_broadcast(&c{n});"),
            SyncOp::SemInit => format!("sem_init(&s{n}, 0, {});", self.semaphores[n]),
            SyncOp::SemWait => format!("sem_wait(&s{n});"),
            SyncOp::SemPost => format!("sem_post(&s{n});"),
            SyncOp::BarrierInit => format!("pthread_barrier_init(&b{n}, 0, {});", self.barriers[n]),
            SyncOp::BarrierWait => format!("pthread_barrier_wait(&b{n});"),
        }
    }

    /// The order of an access, if C has to say it.
    fn weaker(&self, p: &Place) -> Option<Order> {
        match p {
            Place::Var(v) | Place::Elem(v, _) => self.orders[*v].filter(|&o| o != Order::SeqCst),
            Place::Cell { .. } => None,
        }
    }

    fn read(&self, p: &Place) -> String {
        match self.weaker(p) {
            None => value(p),
            Some(o) => format!("atomic_load_explicit(&{}, {})", value(p), memory_order(o, "acquire")),
        }
    }
}

fn memory_order(order: Order, between: &str) -> String {
    match order {
        Order::SeqCst => "memory_order_seq_cst".into(),
        Order::AcquireRelease => format!("memory_order_{between}"),
        Order::Relaxed => "memory_order_relaxed".into(),
    }
}

/// An integer to read or to assign to.
fn value(p: &Place) -> String {
    match p {
        Place::Var(v) => format!("v{v}"),
        Place::Elem(v, i) => format!("v{v}[{}]", expr(i)),
        Place::Cell { pointer, cell, atomic: false } => format!("q{pointer}[{cell}]"),
        Place::Cell { pointer, cell, atomic: true } => format!("((_Atomic int *)q{pointer})[{cell}]"),
    }
}

fn address(p: &Place) -> String {
    match p {
        Place::Var(v) => format!("(int *)&v{v}"),
        Place::Elem(v, i) => format!("(int *)&v{v}[{}]", expr(i)),
        Place::Cell { pointer, cell, .. } => format!("&q{pointer}[{cell}]"),
    }
}

fn pointer(a: &Address) -> String {
    match a {
        Address::Null => "0".into(),
        Address::Local(q) => format!("q{q}"),
        Address::Var(v) => format!("(int *)&v{v}"),
        Address::Elem(v, i) => format!("(int *)&v{v}[{}]", expr(i)),
        Address::Own => "&s".into(),
    }
}

fn expr(e: &Expr) -> String {
    match e {
        Expr::Const(n) => n.to_string(),
        Expr::Local(l) => format!("l{l}"),
        Expr::Bin(op, a, b) => {
            let op = match op {
                Bin::Add => "+",
                Bin::Sub => "-",
                Bin::Xor => "^",
                Bin::Eq => "==",
                Bin::Ne => "!=",
                Bin::Lt => "<",
            };
            format!("({} {op} {})", expr(a), expr(b))
        }
    }
}
