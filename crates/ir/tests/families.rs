//! Every family of instructions, from C at every level of optimisation: all of it has a meaning.

mod common;

use common::{c, given, unsupported};

/// Lowers the text as rethread compiles it and as clang does at -O0 to -O3. Nothing may be unsupported,
/// and the first must contain each of `expected` in its text form.
fn family(text: &str, expected: &[&str]) {
    family_with(text, &[], expected);
}

fn family_with(text: &str, flags: &[&str], expected: &[&str]) {
    let ours = c(text).to_string();
    for needle in expected {
        assert!(ours.contains(needle), "{needle} is not in\n{ours}");
    }
    assert!(!ours.contains("unsupported"), "{ours}");
    for level in ["-O0", "-O1", "-O2", "-O3"] {
        let flags: Vec<&str> = flags.iter().copied().chain([level]).collect();
        let program = given(text, &flags);
        assert_eq!(unsupported(&program), [], "at {level}");
        assert!(!program.to_string().contains("unsupported"), "a constant at {level}");
    }
}

#[test]
fn integer_arithmetic() {
    family(
        "int f(int a, int b) { return (a + b) * (a - b) / (b | 1) % 7; }
         unsigned g(unsigned a, unsigned b) { return a / (b | 1) % 7 + (a << 3) + (a >> 2) + (a & b ^ ~a); }
         int h(int a) { return a >> 3; }
         __int128 w(__int128 a, unsigned __int128 b) { return a * 3 + b / 5; }
         _BitInt(37) bits(_BitInt(37) a) { return a * a + 1; }",
        &[
            "add nsw i32",
            "sub nsw",
            "mul nsw",
            "sdiv",
            "srem",
            "udiv",
            "urem",
            "shl",
            "lshr",
            "ashr",
            "and",
            "or",
            "xor",
            "i128",
            "i37",
        ],
    );
}

#[test]
fn comparisons_and_casts() {
    family(
        "int f(int a, unsigned b, long c, char *p) {
           return (a < 3) + (b > 4) + (c <= 5) + (b >= 6u) + (a == 7) + (a != 8) + (p < (char *)c) + (char)a + (short)c; }
         long g(int a, unsigned b, char *p) { return a + (long)b + (long)p; }
         void *h(unsigned long a) { return (void *)a; }
         double i(int a, unsigned b, float c, long double d) { return (double)a + b + c + d; }
         int j(double a) { return (int)a + (unsigned)a; }
         float k(double a) { return a; }
         _Bool l(int a) { return a; }",
        &["icmp slt", "icmp ugt", "sext", "zext", "trunc", "ptrtoint", "inttoptr", "sitofp", "uitofp", "fpext", "fptrunc", "fptosi", "fptoui"],
    );
}

/// What is widened and cut again is what it was: a variable between a call and a branch is nothing that anybody reads.
#[test]
fn truth_values_in_variables() {
    let text = c("#include <stdbool.h>
                  bool f(void);
                  int g(void) { bool found = f(); if (found) return 3; return 4; }
                  bool h(bool given) { bool same = given; return same; }
                  signed char i(int wide) { unsigned char narrow = wide; return (signed char)narrow; }")
    .to_string();
    assert!(text.contains("br %call "), "{text}");
    assert!(text.contains("ret i1 %given"), "{text}");
    assert!(text.contains("trunc i32 %wide"), "what was wider is another value\n{text}");
}

#[test]
fn floats_of_all_formats() {
    family(
        "#include <math.h>
         double d(double a, double b) { return -a + b * 2.5 - a / b; }
         float f(float a) { return fabsf(a) + sqrtf(a) + floorf(a) + 0x1p-140f; }
         long double l(long double a) { return a * 0.1L; }
         __float128 q(__float128 a) { return a + 1; }
         _Float16 h(_Float16 a) { return a + (_Float16)0.5; }
         int less(double a, double b) { return a < b || a != b || a >= b || isnan(a) || isinf(b); }
         double m(double a, double b) { return fmin(a, b) + fmax(a, b) + copysign(a, b) + fma(a, b, a); }
         double n(void) { return __builtin_nan(\"7\") + __builtin_inf(); }
         double frem(double a, double b) { return fmod(a, b); }",
        &["fneg", "fsub", "fdiv", "fcmp", "x87", "quad", "half", "float:0x3ffbcccccccccccccccd"],
    );
}

#[test]
fn float_constants_keep_their_bits() {
    let text = c("double nan1 = __builtin_nan(\"0x123\"); float tiny = 0x1p-149f; long double e = 2.5L;
                  _Float16 half = 1.5; __float128 quad = 1; float one = 1.0f;")
    .to_string();
    for needle in [
        "@nan1: double = float:0x7ff8000000000123",
        "@tiny: single = float:0x1",
        "@e: x87 = float:0x4000a000000000000000",
        "@half: half = float:0x3e00",
        "@quad: quad = float:0x3fff0000000000000000000000000000",
        "@one: single = float:0x3f800000",
    ] {
        assert!(text.contains(needle), "{needle} is not in\n{text}");
    }
}

#[test]
fn wide_integers_keep_their_bits() {
    let text = c("__int128 a = ((__int128)0x123456789abcdef0 << 64) | 0xfedcba9876543210; __int128 b = -2;
                  int f(unsigned __int128 x) { switch (x) { case (unsigned __int128)1 << 100: return 1; } return 0; }")
    .to_string();
    assert!(text.contains("0x123456789abcdef0fedcba9876543210"), "{text}");
    assert!(text.contains("0xfffffffffffffffffffffffffffffffe"), "{text}");
    assert!(text.contains("0x00000010000000000000000000000000: sw.bb"), "{text}");
}

#[test]
fn memory() {
    family(
        "struct s { char a; int b[3]; struct { short x, y; } in[2]; };
         int f(struct s *p, int i) { return p->b[i] + p[i].in[1].y; }
         void g(volatile int *p) { *p = *p + 1; }
         int h(int n) { int vla[n]; vla[n - 1] = 3; return vla[0]; }
         #include <string.h>
         void i(struct s *a, struct s *b) { *a = *b; memset(b, 0, sizeof *b); memmove(a, b, 5); __builtin_memcpy_inline(a, b, 4); }
         struct __attribute__((packed)) q { char c; int i; }; int j(struct q *p) { return p->i; }
         int *neg(int *p) { return p - 5; } void use(int *); int loc(void) { int a[4]; use(a); return a[1]; }
         unsigned long size(void *p) { return __builtin_object_size(p, 0); }",
        &["load", "store", " volatile i32", "alloca", "stacksave", "stackrestore", "memcpy", "memset", "memmove", "memcpy.inline", "lifetime.start", "gep inbounds %p + -20", " + 0 + %idxprom * 4"],
    );
}

#[test]
fn control_flow() {
    family(
        "int f(int x) { switch (x) { case 1: return 2; case 2 ... 5: return 3; default: return x < 0 ? -x : x; } }
         int g(int n) { int s = 0; for (int i = 0; i < n; i++) { if (i & 1) continue; s += i; } do s--; while (s > 10); return s; }
         int h(int x) { static void *t[] = { &&a, &&b }; goto *t[x & 1]; a: return 1; b: return 2; }
         int i(int x) { if (__builtin_expect(x, 0)) __builtin_unreachable(); return x; }
         void j(void) { __builtin_trap(); } void k(void) { __builtin_debugtrap(); }
         void l(int x) { __builtin_assume(x > 0); }",
        &["switch", "phi", "br ", "indirectbr", "&&h:a", "unreachable", "trap", "debugtrap", "assume"],
    );
}

#[test]
fn calls() {
    family(
        "#include <stdarg.h>
         struct big { long a[5]; }; struct two { long a; double b; };
         int v(int n, ...) { va_list a, b; va_start(a, n); va_copy(b, a); int r = va_arg(a, int) + (int)va_arg(b, double) + va_arg(b, struct big).a[1]; va_end(a); va_end(b); return r; }
         struct big make(struct big b) { b.a[0]++; return b; }
         struct two pair(struct two t) { t.b += t.a; return t; }
         int apply(int (*f)(int), int x) { return f(x); }
         struct big b; int use(void) { struct two t = { 1, 2.0 }; return make(b).a[0] + pair(t).a + v(2, 1, 2.0, b); }
         int old(); int callold(void) { return old(1, 2); }
         _Complex double z(_Complex double a) { return a * a; }",
        &["va_start", "va_copy", "va_end", "byval(", "extractvalue", "call i32 %f"],
    );
}

#[test]
fn integer_intrinsics() {
    family(
        "#include <stdlib.h>
         int a(int x, int y) { int r; return __builtin_add_overflow(x, y, &r) + __builtin_mul_overflow(x, y, &r) + r; }
         unsigned b(unsigned x, unsigned long y) { return __builtin_popcount(x) + __builtin_clz(x) + __builtin_ctzl(y) + __builtin_bswap32(x) + __builtin_bitreverse32(x); }
         unsigned c(unsigned x, int n) { return __builtin_rotateleft32(x, n) + (x >> 5 | x << 27); }
         int d(int x) { return abs(x) + __builtin_elementwise_abs(x); }
         int e(int x, int y) { return __builtin_elementwise_min(x, y) + __builtin_elementwise_max(x, y) + __builtin_elementwise_add_sat(x, y); }
         unsigned f(unsigned x, unsigned y) { return __builtin_elementwise_sub_sat(x, y); }
         int g(int x) { return __builtin_constant_p(x) ? 3 : 4; }
         int h(int x, int y) { return (x < y ? x : y) + (x > y ? x : y); }
         int i(double x) { return __builtin_isfpclass(x, 3); }",
        &["sadd.with.overflow", "smul.with.overflow", "ctpop", "ctlz", "cttz", "bswap", "bitreverse", "fshl", "abs", "smin", "smax", "sadd.sat", "usub.sat", "is.fpclass"],
    );
}

#[test]
fn vectors() {
    family_with(
        "typedef int v4 __attribute__((vector_size(16))); typedef float f4 __attribute__((vector_size(16)));
         v4 a(v4 x, v4 y) { return x + y * 2; }
         int b(v4 x, int i) { return x[i]; }
         v4 s(v4 x, v4 y) { return __builtin_shufflevector(x, y, 0, 4, -1, 7); }
         v4 cmp(f4 x, f4 y) { return x < y; }
         f4 conv(v4 x) { return __builtin_convertvector(x, f4); }
         int r(v4 x) { return __builtin_reduce_add(x) + __builtin_reduce_max(x); }
         void sum(int *restrict a, const int *restrict b, int n) { for (int i = 0; i < n; i++) a[i] += b[i] * 3; }
         float dot(const float *a, const float *b, int n) { float s = 0; for (int i = 0; i < n; i++) s += a[i] * b[i]; return s; }
         int big(const unsigned char *p, int n) { int m = 0; for (int i = 0; i < n; i++) if (p[i] > m) m = p[i]; return m; }
         void pick(int **p, int *idx, int n) { for (int i = 0; i < n; i++) p[i] = p[0] + idx[i]; }",
        &["-march=haswell", "-ffast-math"],
        &["add <4 x i32>", "extractelement", "shuffle", "[0 4 _ 7]", "fcmp olt <4 x single>", "vector.reduce.add", "vector.reduce.smax"],
    );
}

#[test]
fn atomics() {
    family(
        "#include <stdatomic.h>
         _Atomic int x; _Atomic long l; atomic_flag f = ATOMIC_FLAG_INIT; _Atomic double d;
         int a(void) { return atomic_load_explicit(&x, memory_order_acquire); }
         void b(int v) { atomic_store_explicit(&x, v, memory_order_release); }
         int c(int v) { return atomic_fetch_add(&x, v) + atomic_fetch_sub_explicit(&x, v, memory_order_relaxed) + atomic_fetch_or(&x, v) + atomic_fetch_and(&x, v) + atomic_fetch_xor(&x, v) + atomic_exchange(&x, v); }
         int e(int v) { int o = 1; return atomic_compare_exchange_strong_explicit(&x, &o, v, memory_order_acq_rel, memory_order_acquire); }
         int g(int *p) { return __sync_val_compare_and_swap(p, 1, 2) + __sync_fetch_and_nand(p, 3) + __atomic_fetch_max(p, 4, __ATOMIC_SEQ_CST) + __sync_fetch_and_umin((unsigned *)p, 5); }
         void h(void) { atomic_thread_fence(memory_order_acquire); atomic_thread_fence(memory_order_seq_cst); }
         int i(void) { return atomic_flag_test_and_set(&f); }
         void j(void) { d += 1.5; l++; }",
        &[" acquire i32", " release i32", "atomicrmw add seqcst", "atomicrmw sub monotonic", "atomicrmw nand", "atomicrmw max", "atomicrmw umin", "cmpxchg acqrel", "else acquire", "fence acquire", "fence seqcst", "atomicrmw xchg"],
    );
}

#[test]
fn globals_and_constants() {
    family(
        "extern int ext; int common_like; static int hidden = 4; const int k = 5; _Thread_local int t = 1;
         int weak_one __attribute__((weak)) = 3; int arr[4] = { 1, [2] = 7 }; char text[] = \"hi\\0there\"; double ds[] = { 1.0, 2.0 };
         struct n { struct n *next; int (*fn)(void); unsigned bits : 3; }; int fn(void) { return ext + hidden + k + t; }
         struct n n1 = { &n1, fn, 5 }; int *mid = &arr[2]; long addr = (long)&arr[1]; int *end = &((int *)&n1)[3];
         union u { int i; float f; char c[8]; } u = { .f = 1.0f }; int l[] = L\"wide\"; struct n *lit = &(struct n){ 0, fn, 1 };
         __attribute__((constructor(101))) static void early(void) { hidden = 1; } __attribute__((constructor)) static void late(void) { hidden = 2; }
         __attribute__((destructor)) static void done(void) { hidden = 3; }
         int other(void) __attribute__((alias(\"fn\"))); int useother(void) { return other(); }
         asm(\".globl nothing\");",
        &["global @ext: i32, size", "internal global @", "thread_local global @t", "weak global @weak_one", "(@arr + 8)", "b\"hi\\x00there\\x00\"", "alias @other = @fn", "threadlocal.address", "call i32 @fn()", "const @k"],
    );
}

#[test]
fn startup_functions_run_by_priority() {
    let program = c("int x; __attribute__((constructor)) void b(void) { x = 1; } __attribute__((constructor(101))) void a(void) { x = 2; }
                     __attribute__((destructor)) void y(void) { x = 3; } __attribute__((destructor(101))) void z(void) { x = 4; }
                     int main(void) { return x; }");
    let names =
        |list: &[rethread_ir::FuncId]| list.iter().map(|&f| program.function_name(f)).collect::<Vec<_>>();
    assert_eq!(names(&program.constructors), ["a", "b"]);
    assert_eq!(names(&program.destructors), ["y", "z"]);
    assert_eq!(program.constructor_priorities, [101, 65535]);
}

#[test]
fn hints_leave_nothing_behind() {
    let text = c("int f(int x, int *p) { asm volatile(\"\" ::: \"memory\"); asm(\"\" : \"+r\"(x)); __builtin_prefetch(p);
                  asm volatile(\"pause\"); __builtin_ia32_pause(); return __builtin_expect(x, 1) + __builtin_constant_p(x); }")
    .to_string();
    for gone in ["unsupported", "expect", "prefetch", "pause", "is.constant", "dbg"] {
        assert!(!text.contains(gone), "{gone} is in\n{text}");
    }
    assert!(text.contains("sext i32 %x to i64"), "uses of hidden values are uses of the value: {text}");
}

#[test]
fn what_has_no_meaning_names_itself_at_its_line() {
    let text = "#include <setjmp.h>
jmp_buf env;
int a(void) { return setjmp(env); }
void b(void) { longjmp(env, 1); }
int c(void) { int r; asm(\"movl $7, %0\" : \"=r\"(r)); return r; }
int d(void) { asm goto(\"jmp %l0\" :::: out); return 1; out: return 2; }
static int impl(void) { return 1; }
extern int cpu; static int impl2(void) { return 2; } static void *resolve(void) { return cpu ? impl : impl2; }
int e(void) __attribute__((ifunc(\"resolve\")));
int f(void) { return e(); }
int g(int __attribute__((address_space(257))) *p) { return *p; }
";
    for program in [c(text), given(text, &["-O0"]), given(text, &["-O2"])] {
        let found = unsupported(&program);
        for (needle, line) in [
            ("setjmp", 3),
            ("longjmp", 4),
            ("inline assembly \"movl $$7, $0\"", 5),
            ("asm goto", 6),
            ("call of ifunc e", 10),
            ("address space 257", 11),
        ] {
            assert!(found.iter().any(|(c, l)| c.contains(needle) && *l == line), "{needle} in {found:?}");
        }
        assert_eq!(found.len(), 6, "{found:?}");
    }
}
