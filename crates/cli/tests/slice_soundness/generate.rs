//! Small random C programs: a statement a line, one to three threads.

use std::fmt::Write;

/// SplitMix64: the same seed gives the same numbers everywhere.
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Rng {
        Rng(seed.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(0x632b_e59b_d9b4_e019))
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// The program of a seed.
pub fn generate(seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let focus = FOCUS[rng.below(FOCUS.len())];
    let mut g = Text { out: String::new(), rng, focus, depth: 0, helpers: 0, threads: 0 };
    g.program();
    g.out
}

/// Statements that come more often in a program: any, locks and waits, memory, calls and ends.
const FOCUS: [&[usize]; 4] = [&[], &[14, 22, 23, 25, 26, 28], &[9, 10, 12, 14], &[7, 13, 27, 30]];

struct Text {
    out: String,
    rng: Rng,
    focus: &'static [usize],
    depth: usize,
    /// Helpers that can be called.
    helpers: usize,
    threads: usize,
}

const LOCALS: &str = "int l0 = 0, l1 = 0, l2; int *q = &x0;";

impl Text {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{}{text}", "    ".repeat(self.depth));
    }

    fn program(&mut self) {
        self.line("#include <assert.h>\n#include <pthread.h>\n#include <semaphore.h>\n#include <stdlib.h>\n#include <string.h>");
        self.line("void rethread_assume(int); int __VERIFIER_nondet_int(void);");
        self.line("void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);");
        self.line("struct s { int a, b; };");
        self.line("int x0, x1, x2, x3; int v[4]; int *p0, *p1 = &x1; struct s s0, s1; sem_t sem;");
        self.line("pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;");
        self.line("pthread_cond_t c0 = PTHREAD_COND_INITIALIZER;");
        let helpers = self.rng.below(3);
        for h in 0..helpers {
            self.line(&format!("static int h{h}(int l0, int l1) {{"));
            self.depth += 1;
            self.line("int l2; int *q = &x2;");
            let n = 1 + self.rng.below(4);
            self.block(n, false);
            let result = self.expr();
            self.line(&format!("return {result};"));
            self.depth -= 1;
            self.line("}");
            self.helpers = h + 1;
        }
        self.threads = self.rng.below(3);
        // More threads, shorter ones.
        let length = [12, 6, 4][self.threads];
        for t in 0..self.threads {
            self.line(&format!("static void *f{t}(void *argument) {{"));
            self.depth += 1;
            self.line(LOCALS);
            let n = 2 + self.rng.below(length);
            self.block(n, true);
            self.line("return 0;");
            self.depth -= 1;
            self.line("}");
        }
        self.main(length);
    }

    fn main(&mut self, length: usize) {
        self.line("int main(void) {");
        self.depth += 1;
        self.line(LOCALS);
        self.line("pthread_t t0, t1;");
        self.line("sem_init(&sem, 0, 0);");
        if self.rng.one_in(2) {
            self.line("l0 = __VERIFIER_nondet_int() & 3;");
            self.line("x3 = l0;");
        }
        let n = self.rng.below(4);
        self.block(n, true);
        for t in 0..self.threads {
            self.line(&format!("pthread_create(&t{t}, 0, f{t}, 0);"));
        }
        let n = 1 + self.rng.below(length);
        self.block(n, true);
        for t in 0..self.threads {
            if !self.rng.one_in(4) {
                self.line(&format!("pthread_join(t{t}, 0);"));
            }
        }
        let n = 1 + self.rng.below(4);
        self.block(n, true);
        self.line("return 0;");
        self.depth -= 1;
        self.line("}");
    }

    fn variable(&mut self) -> String {
        ["x0", "x1", "x2", "x3", "s0.a", "s0.b", "s1.a", "v[0]", "v[1]"][self.rng.below(9)].into()
    }

    fn local(&mut self) -> &'static str {
        ["l0", "l1"][self.rng.below(2)]
    }

    fn expr(&mut self) -> String {
        let (a, k) = (self.local(), self.rng.below(4));
        match self.rng.below(6) {
            0 => format!("{k}"),
            1 => format!("{a} + {k}"),
            2 => format!("{a} ^ {k}"),
            3 => "l0 - l1".into(),
            _ => a.into(),
        }
    }

    fn condition(&mut self) -> String {
        let (e, k) = (self.expr(), self.rng.below(4));
        let op = ["==", "!=", "<", ">"][self.rng.below(4)];
        format!("({e}) {op} {k}")
    }

    fn block(&mut self, n: usize, top: bool) {
        (0..n).for_each(|_| self.statement(top));
    }

    /// Statements in braces behind a head.
    fn nested(&mut self, head: &str, top: bool) {
        self.line(&format!("{head} {{"));
        self.depth += 1;
        let n = 1 + self.rng.below(2);
        self.block(n, top);
        self.depth -= 1;
    }

    fn statement(&mut self, top: bool) {
        let (local, var) = (self.local(), self.variable());
        let choices = if self.depth > 3 { 15 } else { 31 };
        let choice = match self.rng.below(self.focus.len().max(1) * 2) {
            k if k < self.focus.len() && self.depth <= 3 => self.focus[k],
            _ => self.rng.below(choices),
        };
        match choice {
            0..=2 => {
                let e = self.expr();
                self.line(&format!("{var} = {e};"));
            }
            3..=5 => self.line(&format!("{local} = {var};")),
            6 => {
                let e = self.expr();
                self.line(&format!("{local} = {e};"));
            }
            7 | 8 => {
                let (e, k) = (self.condition(), self.rng.below(3));
                let e = if k == 0 { format!("{var} != {}", self.rng.below(3)) } else { e };
                self.line(&format!("assert({e});"));
            }
            9 => {
                let pick = self.rng.below(6);
                let p = ["p0", "p1", "q"][self.rng.below(3)];
                let text = match pick {
                    0 => format!("{p} = &x{};", self.rng.below(4)),
                    1 => format!("{p} = &v[{local} & 3];"),
                    2 => format!("*{p} = {local};"),
                    3 => "p0 = q;".into(),
                    _ => format!("{local} = *{p};"),
                };
                self.line(&text);
            }
            10 => {
                let mask = if self.rng.one_in(3) { "" } else { " & 3" };
                let text = match self.rng.one_in(2) {
                    true => format!("v[{local}{mask}] = l0;"),
                    false => format!("{local} = v[l1{mask}];"),
                };
                self.line(&text);
            }
            11 => self.line(&format!("{local} = 4 / {local};")),
            12 => {
                let text =
                    ["s0 = s1;", "memcpy(&s1, &s0, sizeof s0);", "l2 = l0;", "x0 = l2;"][self.rng.below(4)];
                self.line(text);
            }
            13 if self.helpers > 0 => {
                let h = self.rng.below(self.helpers);
                let e = self.expr();
                self.line(&format!("{local} = h{h}({e}, l0);"));
            }
            14 => {
                let text = [
                    "p0 = malloc(4);",
                    "free(p0);",
                    "sem_post(&sem);",
                    "pthread_cond_signal(&c0);",
                    "if (p0) *p0 = 1;",
                    "rethread_assume(l0 != 2);",
                ][self.rng.below(6)];
                self.line(text);
            }
            15..=20 => {
                let c = match self.rng.below(8) {
                    0 => "l2 == 1".into(),
                    _ => self.condition(),
                };
                self.nested(&format!("if ({c})"), top);
                if self.rng.one_in(3) {
                    self.nested("} else", top);
                }
                self.line("}");
            }
            21 => {
                let k = 1 + self.rng.below(2);
                self.nested(&format!("for (int i{} = 0; i{0} < {k}; i{0}++)", self.depth), top);
                self.line("}");
            }
            22 | 23 => {
                let m = self.rng.below(2);
                self.line(&format!("pthread_mutex_lock(&m{m});"));
                let n = 1 + self.rng.below(2);
                self.block(n, top);
                if self.rng.one_in(5) {
                    let c = self.condition();
                    self.line(&format!("if ({c})"));
                }
                self.line(&format!("pthread_mutex_unlock(&m{m});"));
            }
            24 => {
                let k = self.rng.below(3);
                self.line(&format!("while ({var} == {k}) {{}}"));
            }
            25 => {
                self.line("pthread_mutex_lock(&m0);");
                self.line(&format!("if ({var} == 0)"));
                self.line("pthread_cond_wait(&c0, &m0);");
                self.line("pthread_mutex_unlock(&m0);");
            }
            26 => self.line("sem_wait(&sem);"),
            27 => {
                let c = self.condition();
                let end = ["exit(1);", "abort();", "return 0;"][self.rng.below(3)];
                self.line(&format!("if ({c})"));
                self.line(end);
            }
            28 if top => {
                self.line("__VERIFIER_atomic_begin();");
                self.line(&format!("{local} = {var};"));
                self.line(&format!("{var} = {local} + 1;"));
                self.line("__VERIFIER_atomic_end();");
            }
            29 => {
                let c = self.condition();
                // Not known to end.
                self.line(&format!("while ({c})"));
                self.line(&format!("{local} = l0 + l1;"));
            }
            _ if self.helpers > 1 => {
                let c = self.condition();
                self.line(&format!("{local} = ({c} ? h0 : h1)(l1, 1);"));
            }
            _ => self.line(&format!("{var} = {local};")),
        }
    }
}
