//! How long dependences and slices take, by size of the program.
//!
//! `cargo bench -p rethread-analysis [-- INSTRUCTIONS...]` prints a row a program: instructions, nodes and
//! dependences, then the time of the points-to analysis, of the dependences, and of one slice backward from
//! the last assertion and one forward from the first function. Programs are generated: functions that call
//! earlier ones, with loops, branches, a lock, an assertion, and structures that are handed around; four
//! threads. In `parts` a structure stays within the sixteen functions it belongs to, in `tangle` every pointer may
//! come to point to every structure.

use rethread_analysis::{Behaviour, Dependences, Site, sharing};
use rethread_ir::{Isolation, LoadOptions, Op, Program, load};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// So many instructions a function of the generated programs has.
const EACH: usize = 48;

fn main() {
    let sizes: Vec<usize> = std::env::args().skip(1).filter_map(|a| a.parse().ok()).collect();
    let sizes = if sizes.is_empty() { vec![2_000, 20_000, 60_000, 200_000] } else { sizes };
    println!(
        "| program | instructions | nodes | dependences | points-to | dependences | backward | forward | in them |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for shape in [Shape::Parts, Shape::Tangle] {
        for &size in &sizes {
            row(shape, &compiled(&text((size / EACH).max(4), shape)));
        }
    }
}

/// How far structures are handed around.
#[derive(Copy, Clone, PartialEq, Debug)]
enum Shape {
    Parts,
    Tangle,
}

fn row(shape: Shape, program: &Program) {
    let entry = program.find_function("main").expect("main is generated");
    let (sharing, points_to) = timed(|| sharing(program, entry));
    let (dependences, building) = timed(|| Dependences::of(program, &sharing, Behaviour::default()));
    let places = sites(program);
    let fails = |s: &&Site| match &inst(program, **s).op {
        Op::Call { callee: rethread_ir::Callee::Direct(f), .. } => {
            program.function(*f).name == "__assert_fail"
        }
        _ => false,
    };
    let last = *places.iter().rfind(fails).expect("every function has an assertion");
    let (backward, back) = timed(|| dependences.backward(&[last]));
    let (forward, forth) = timed(|| dependences.forward(&places[..1]));
    let inside = |slice: &rethread_analysis::Slice| places.iter().filter(|&&s| slice.contains(s)).count();
    let size = dependences.size();
    let gave_up = if dependences.gave_up() { " (gave up)" } else { "" };
    println!(
        "| {} | {}{gave_up} | {} | {} | {} | {} | {} | {} | {} {} |",
        format!("{shape:?}").to_lowercase(),
        places.len(),
        size.nodes,
        size.dependences,
        seconds(points_to),
        seconds(building),
        seconds(back),
        seconds(forth),
        inside(&backward),
        inside(&forward),
    );
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    (work(), start.elapsed())
}

fn seconds(d: Duration) -> String {
    format!("{:.3} s", d.as_secs_f64())
}

fn inst(program: &Program, s: Site) -> &rethread_ir::Inst {
    &program.functions[s.function as usize].blocks[s.block as usize].insts[s.inst as usize]
}

fn sites(program: &Program) -> Vec<Site> {
    let mut out = Vec::new();
    for (f, function) in program.functions.iter().enumerate() {
        for (b, block) in function.blocks.iter().enumerate() {
            let site = |inst| Site { function: f as u32, block: b as u32, inst };
            out.extend((0..block.insts.len() as u32).map(site));
        }
    }
    out
}

fn compiled(text: &str) -> Program {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("t.c");
    std::fs::write(&path, text).expect("the temporary folder is writable");
    let options = LoadOptions { isolation: Isolation::InProcess, ..LoadOptions::default() };
    load(&[path], &options).expect("the text compiles")
}

/// A program of so many functions.
fn text(functions: usize, shape: Shape) -> String {
    let mut t = String::from(
        "#include <assert.h>\n#include <pthread.h>\n\
         struct s { int a, b; struct s *next; int v[8]; };\n\
         static pthread_mutex_t locks[16];\n",
    );
    let mut seed = 1u64;
    let mut below = |n: usize| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize % n.max(1)
    };
    for i in 0..functions {
        let lock = i % 16;
        let _ = writeln!(t, "static struct s g{i};");
        let _ = writeln!(t, "static int f{i}(struct s *p, int n) {{ int sum = 0;");
        let _ = writeln!(t, "for (int k = 0; k < n; k++) {{ int *c = &p->v[k & 7];");
        let _ = writeln!(t, "if (*c > n) sum += *c; else *c = sum; }}");
        let _ = writeln!(t, "pthread_mutex_lock(&locks[{lock}]); g{i}.a += sum; g{i}.b = p->b;");
        let _ = writeln!(t, "pthread_mutex_unlock(&locks[{lock}]); if (sum > 100) assert(p->a >= 0);");
        if i > 0 {
            let (near, other) = (i - 1 - below(i.min(8)), i - 1 - below(i.min(64)));
            let own = |f: usize| {
                if shape == Shape::Parts && f / 16 != i / 16 { format!("&g{f}") } else { "p->next".into() }
            };
            let g = if shape == Shape::Parts { near } else { below(i) };
            let _ = writeln!(t, "if (n > 0) sum += f{near}(&g{g}, n - 1);");
            let _ = writeln!(t, "if (p->next) sum += f{other}({}, sum); else p->next = &g{i};", own(other));
        }
        let _ = writeln!(t, "return sum; }}");
    }
    for thread in 0..4 {
        let f = functions - 1 - thread;
        let _ = writeln!(t, "static void *t{thread}(void *p) {{ f{f}(&g{f}, 3); return 0; }}");
    }
    t.push_str("int main(void) { pthread_t t[4];\n");
    (0..4).for_each(|k| {
        let _ = writeln!(t, "pthread_create(&t[{k}], 0, t{k}, 0);");
    });
    t.push_str("for (int k = 0; k < 4; k++) pthread_join(t[k], 0);\n");
    let _ = writeln!(t, "assert(g{}.a >= 0); return 0; }}", functions - 1);
    t
}
