//! Which left shifts are marked as signed when that is asked for.

mod common;

use common::{Folder, function, insts, options};
use rethread_ir::{BinOp, LoadOptions, Op, Program, load};

fn program(text: &str, flags: &[&str], find: bool) -> Program {
    let folder = Folder::new();
    folder.write("part.h", "static inline int in_header(int x) { return x << 3; }\n");
    let path = folder.write("t.c", text);
    let clang_flags = flags.iter().map(|f| (*f).to_string()).collect();
    load(&[path], &LoadOptions { clang_flags, find_signed_shifts: find, ..options() }).expect("it loads")
}

/// One letter per left shift of a function: `s`igned or not.
fn shifts(program: &Program, name: &str) -> String {
    insts(function(program, name))
        .filter_map(|inst| match &inst.op {
            Op::Binary { op: BinOp::Shl, flags, .. } => Some(if flags.signed_base { 's' } else { '-' }),
            _ => None,
        })
        .collect()
}

const TEXT: &str = "#include \"part.h\"
#define BOTH(s, u) (((s) << 1) ^ (int)((u) << 1))
#define BY_EIGHT(u) ((u) << (1 << 3))
struct bits { int x : 5; };
typedef int four __attribute__((vector_size(16)));
int several(int a, unsigned b, long c) { int r = a << b; for (int i = 0; i < 3; i++) r ^= b << i; return r + (c << a); }
int macro(int s, unsigned u) { return BOTH(s, u) + BOTH(u, s) + BOTH(s, s); }
unsigned folded(unsigned u) { return BY_EIGHT(u); }
short assign(short s, unsigned char c) { s <<= 2; return s + (c << 4); }
int bits(struct bits *b) { return b->x <<= 2; }
four vectors(four v) { return v << 2; }
int header(int x) { return in_header(x); }
__attribute__((no_sanitize(\"shift\"))) int excused(int x) { return x << 1; }
__attribute__((optnone, noinline)) int optnone(int a, unsigned b) { return (a << 1) + (b << 1) + (a << 2); }
int different(int x) {
#if __has_feature(undefined_behavior_sanitizer)
  x <<= 1;
#endif
  return x << 2;
}
";

#[test]
fn signed_shifts_are_told_from_unsigned_ones() {
    let program = program(TEXT, &["-w"], true);
    for (name, expected) in [
        ("several", "s-s"),
        ("macro", "s--sss"),
        ("folded", "-"),
        // A small unsigned value is promoted to int.
        ("assign", "ss"),
        // Those around the second one take the field out of its unit.
        ("bits", "-s-"),
        ("vectors", "-"),
        ("in_header", "s"),
        ("excused", "-"),
        ("optnone", "s-s"),
        ("different", "-"),
    ] {
        assert_eq!(shifts(&program, name), expected, "{name}");
    }
}

#[test]
fn only_if_asked_and_only_if_overflow_is_undefined() {
    for program in [program(TEXT, &["-w"], false), program(TEXT, &["-w", "-fwrapv"], true)] {
        assert_eq!(shifts(&program, "several"), "---");
    }
}
