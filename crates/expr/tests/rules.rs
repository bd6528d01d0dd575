//! The rule families, one test each. Both sides are written as terms: equal means the same term.

use rethread_expr::{FpFormat, FpOp, Node, SymbolKind, Term, Terms};

struct Fixture {
    p: Terms,
    x: Term,
    y: Term,
    b: Term,
    c: Term,
    byte: Term,
}

fn fixture() -> Fixture {
    let mut p = Terms::new();
    let mut symbol = |name, width| p.symbol(name, width, SymbolKind::Input);
    let (x, y, b, c, byte) =
        (symbol("x", 32), symbol("y", 32), symbol("b", 1), symbol("c", 1), symbol("byte", 8));
    Fixture { p, x, y, b, c, byte }
}

impl Fixture {
    fn k(&mut self, value: u64) -> Term {
        self.p.constant(32, value)
    }

    #[track_caller]
    fn same(&self, a: Term, b: Term) {
        assert_eq!(a, b, "{} is not {}", self.p.display(a), self.p.display(b));
    }
}

#[test]
fn constants_fold_at_any_width() {
    let mut p = Terms::new();
    let (a, b) = (p.constant(128, 7), p.constant(128, 3));
    let t = p.mul(a, b);
    assert_eq!(p.as_bits(t).unwrap().as_u64(), Some(21));
    let t = p.sub(b, a);
    let t = p.ashr(t, b);
    assert!(p.as_bits(t).unwrap().is_ones());
    let (a, b) = (p.constant(8, 0x80), p.constant(8, 0xff));
    let t = p.sdiv(a, b);
    assert_eq!(p.as_u64(t), Some(0x80));
    let zero = p.constant(8, 0);
    let t = p.udiv(a, zero);
    assert_eq!(p.as_u64(t), Some(0xff));
}

#[test]
fn identities() {
    let mut f = fixture();
    let (x, zero, one, ones) = (f.x, f.k(0), f.k(1), f.k(u64::MAX));
    let nx = f.p.not(x);
    let results = [
        (f.p.add(x, zero), x),
        (f.p.add(zero, x), x),
        (f.p.mul(one, x), x),
        (f.p.mul(x, zero), zero),
        (f.p.and(x, x), x),
        (f.p.xor(x, x), zero),
        (f.p.sub(x, x), zero),
        (f.p.or(x, nx), ones),
        (f.p.and(x, nx), zero),
        (f.p.add(x, nx), ones),
        (f.p.xor(x, ones), nx),
        (f.p.not(nx), x),
        (f.p.udiv(x, one), x),
        (f.p.urem(x, one), zero),
    ];
    for (got, wanted) in results {
        f.same(got, wanted);
    }
}

#[test]
fn sums_gather_constants() {
    let mut f = fixture();
    let (x, y) = (f.x, f.y);
    let (three, five, eight) = (f.k(3), f.k(5), f.k(8));
    let a = f.p.add(x, three);
    let a = f.p.add(five, a);
    let wanted = f.p.add(x, eight);
    f.same(a, wanted);
    // (x + 3) - (x - 5) = 8
    let (a, b) = (f.p.add(x, three), f.p.sub(x, five));
    let t = f.p.sub(a, b);
    f.same(t, eight);
    // (x + 3) + (y + 5) = (x + y) + 8
    let (a, b) = (f.p.add(x, three), f.p.add(y, five));
    let (t, s) = (f.p.add(a, b), f.p.add(y, x));
    let wanted = f.p.add(s, eight);
    f.same(t, wanted);
    let s = f.p.add(x, y);
    let t = f.p.sub(s, y);
    f.same(t, x);
}

#[test]
fn products_and_quotients_of_powers_are_shifts() {
    let mut f = fixture();
    let (x, eight, three) = (f.x, f.k(8), f.k(3));
    let (a, b) = (f.p.mul(x, eight), f.p.shl(x, three));
    f.same(a, b);
    let (a, b) = (f.p.udiv(x, eight), f.p.lshr(x, three));
    f.same(a, b);
    let seven = f.k(7);
    let (a, b) = (f.p.urem(x, eight), f.p.and(x, seven));
    f.same(a, b);
    // Back and forth keeps the middle.
    let t = f.p.shl(x, three);
    let t = f.p.lshr(t, three);
    let low = f.p.extract(x, 0, 29);
    let wanted = f.p.zext(low, 32);
    f.same(t, wanted);
}

#[test]
fn negated_orders_are_orders() {
    let mut f = fixture();
    let (x, y) = (f.x, f.y);
    let less = f.p.ult(x, y);
    let (not_less, wanted) = (f.p.not(less), f.p.ule(y, x));
    f.same(not_less, wanted);
    let back = f.p.not(not_less);
    f.same(back, less);
    let less = f.p.slt(x, y);
    let (not_less, wanted) = (f.p.not(less), f.p.sge(x, y));
    f.same(not_less, wanted);
    let t = f.p.and(less, not_less);
    assert!(f.p.is_false(t));
    let five = f.k(5);
    let (a, b) = (f.p.ult(x, five), f.p.uge(x, five));
    let (both, either) = (f.p.and(a, b), f.p.or(a, b));
    assert!(f.p.is_false(both) && f.p.is_true(either));
    let (a, b) = (f.p.slt(x, five), f.p.sge(x, five));
    let (both, either) = (f.p.and(a, b), f.p.or(a, b));
    assert!(f.p.is_false(both) && f.p.is_true(either));
}

#[test]
fn bounds_at_the_edges() {
    let mut f = fixture();
    let (x, zero, one, most) = (f.x, f.k(0), f.k(1), f.k(u64::MAX));
    let none = f.p.eq(x, zero);
    let some = f.p.ne(x, zero);
    let results = [
        (f.p.ult(x, zero), f.p.fls()),
        (f.p.ult(x, one), none),
        (f.p.ult(zero, x), some),
        (f.p.uge(x, one), some),
        (f.p.ule(x, most), f.p.tru()),
        (f.p.ult(most, x), f.p.fls()),
        (f.p.ule(x, zero), none),
    ];
    for (got, wanted) in results {
        f.same(got, wanted);
    }
    let least = f.k(0x8000_0000);
    let t = f.p.slt(x, least);
    assert!(f.p.is_false(t));
}

#[test]
fn equations_are_solved_for_the_unknown() {
    let mut f = fixture();
    let (x, y) = (f.x, f.y);
    let (three, ten, seven) = (f.k(3), f.k(10), f.k(7));
    let wanted = f.p.eq(x, seven);
    let sum = f.p.add(x, three);
    let got = f.p.eq(sum, ten);
    f.same(got, wanted);
    let difference = f.p.sub(ten, x);
    let got = f.p.eq(difference, three);
    f.same(got, wanted);
    let (mask, masked) = (f.k(0xff), f.k(0xff ^ 7));
    let turned = f.p.xor(x, mask);
    let got = f.p.eq(turned, masked);
    f.same(got, wanted);
    let (product, wanted_product) = (f.p.mul(x, three), f.k(21));
    let got = f.p.eq(product, wanted_product);
    f.same(got, wanted);
    let (difference, zero) = (f.p.sub(x, y), f.k(0));
    let (got, wanted) = (f.p.eq(difference, zero), f.p.eq(x, y));
    f.same(got, wanted);
}

#[test]
fn comparisons_narrow() {
    let mut f = fixture();
    let byte = f.byte;
    let (wide, signed) = (f.p.zext(byte, 32), f.p.sext(byte, 32));
    let (k5, k300, minus) = (f.k(5), f.k(300), f.k(-3i64 as u64));
    let five = f.p.constant(8, 5);
    let minus8 = f.p.constant(8, -3i64 as u64);
    let results = [
        (f.p.eq(wide, k5), f.p.eq(byte, five)),
        (f.p.eq(wide, k300), f.p.fls()),
        (f.p.ult(wide, k5), f.p.ult(byte, five)),
        (f.p.slt(wide, k5), f.p.ult(byte, five)),
        (f.p.slt(wide, k300), f.p.tru()),
        (f.p.slt(minus, wide), f.p.tru()),
        (f.p.eq(signed, minus), f.p.eq(byte, minus8)),
        (f.p.slt(signed, minus), f.p.slt(byte, minus8)),
        (f.p.slt(signed, k300), f.p.tru()),
        (f.p.eq(signed, k300), f.p.fls()),
    ];
    for (got, wanted) in results {
        f.same(got, wanted);
    }
    let other = f.p.symbol("other", 8, SymbolKind::Input);
    let other_wide = f.p.zext(other, 32);
    let (got, wanted) = (f.p.slt(wide, other_wide), f.p.ult(byte, other));
    f.same(got, wanted);
}

#[test]
fn scaled_index_against_a_size() {
    // 4 * i + 4 <= 40, the check of an array access.
    let mut f = fixture();
    let i = f.p.zext(f.byte, 64);
    let (four, forty) = (f.p.constant(64, 4), f.p.constant(64, 40));
    let offset = f.p.mul(i, four);
    let end = f.p.add(offset, four);
    let inside = f.p.ule(end, forty);
    let ten = f.p.constant(8, 10);
    let wanted = f.p.ult(f.byte, ten);
    f.same(inside, wanted);
}

#[test]
fn concatenations_split_and_join() {
    let mut f = fixture();
    let (x, byte) = (f.x, f.byte);
    let both = f.p.concat(byte, x);
    let t = f.p.extract(both, 0, 32);
    f.same(t, x);
    let t = f.p.extract(both, 32, 8);
    f.same(t, byte);
    let (high, low) = (f.p.extract(x, 8, 24), f.p.extract(x, 0, 8));
    let t = f.p.concat(high, low);
    f.same(t, x);
    let zeros = f.p.constant(24, 0);
    let (t, wanted) = (f.p.concat(zeros, byte), f.p.zext(byte, 32));
    f.same(t, wanted);
    let value = f.p.constant(40, 0x12_3456_789a);
    let got = f.p.eq(both, value);
    let (h, l) = (f.p.constant(8, 0x12), f.k(0x3456_789a));
    let (h, l) = (f.p.eq(byte, h), f.p.eq(x, l));
    let wanted = f.p.and(h, l);
    f.same(got, wanted);
    let wide = f.p.sext(byte, 32);
    let wider = f.p.sext(wide, 64);
    let wanted = f.p.sext(byte, 64);
    f.same(wider, wanted);
    let wide = f.p.zext(byte, 32);
    let (got, wanted) = (f.p.sext(wide, 64), f.p.zext(byte, 64));
    f.same(got, wanted);
}

#[test]
fn masks_are_extracts() {
    let mut f = fixture();
    let (x, mask, zero) = (f.x, f.k(0xff00), f.k(0));
    let t = f.p.and(x, mask);
    let (middle, eight) = (f.p.extract(x, 8, 8), f.k(8));
    let wide = f.p.zext(middle, 32);
    let wanted = f.p.shl(wide, eight);
    f.same(t, wanted);
    // A test of one bit is that bit.
    let bit = f.k(1 << 5);
    let t = f.p.and(x, bit);
    let t = f.p.ne(t, zero);
    let wanted = f.p.extract(x, 5, 1);
    f.same(t, wanted);
}

#[test]
fn a_bit_field_that_was_written_is_read() {
    let mut f = fixture();
    let (x, byte) = (f.x, f.byte);
    for at in [0, 3, 8, 24] {
        let clear = f.k(!(0xff << at));
        let by = f.k(at);
        let cleared = f.p.and(x, clear);
        let wide = f.p.zext(byte, 32);
        let moved = f.p.shl(wide, by);
        let written = f.p.or(cleared, moved);
        let read = f.p.lshr(written, by);
        let mask = f.k(0xff);
        let read = f.p.and(read, mask);
        f.same(read, wide);
        let others = f.p.and(written, clear);
        f.same(others, cleared);
    }
}

#[test]
fn a_pool_can_be_sent_and_shared() {
    fn fine<T: Send + Sync + Clone>(_: &T) {}
    fine(&Terms::new());
}

#[test]
fn truths_absorb() {
    let mut f = fixture();
    let (b, c) = (f.b, f.c);
    let either = f.p.or(b, c);
    let t = f.p.and(b, either);
    f.same(t, b);
    let both = f.p.and(b, c);
    let t = f.p.or(b, both);
    f.same(t, b);
    let nb = f.p.not(b);
    let t = f.p.or(nb, c);
    let t = f.p.and(b, t);
    f.same(t, both);
    let t = f.p.and(nb, both);
    assert!(f.p.is_false(t));
    let t = f.p.implies(b, b);
    assert!(f.p.is_true(t));
    let t = f.p.eq(b, f.p.fls());
    f.same(t, nb);
}

#[test]
fn choices_collapse() {
    let mut f = fixture();
    let (b, c, x, y) = (f.b, f.c, f.x, f.y);
    let (zero, one, seven, ones) = (f.k(0), f.k(1), f.k(7), f.k(u64::MAX));
    let results = [
        (f.p.ite(b, x, x), x),
        (f.p.ite(b, one, zero), f.p.zext(b, 32)),
        (f.p.ite(b, ones, zero), f.p.sext(b, 32)),
    ];
    for (got, wanted) in results {
        f.same(got, wanted);
    }
    let nb = f.p.not(b);
    let (got, wanted) = (f.p.ite(nb, x, y), f.p.ite(b, y, x));
    f.same(got, wanted);
    let inner = f.p.ite(b, x, seven);
    let (got, wanted) = (f.p.ite(b, inner, y), f.p.ite(b, x, y));
    f.same(got, wanted);
    let inner = f.p.ite(c, x, y);
    let both = f.p.and(b, c);
    let (got, wanted) = (f.p.ite(b, inner, y), f.p.ite(both, x, y));
    f.same(got, wanted);
    // What C makes of a comparison that is compared again.
    let choice = f.p.ite(b, seven, one);
    let got = f.p.eq(choice, seven);
    f.same(got, b);
    let got = f.p.eq(choice, one);
    f.same(got, nb);
    let got = f.p.eq(choice, zero);
    assert!(f.p.is_false(got));
    let got = f.p.add(choice, one);
    let (eight, two) = (f.k(8), f.k(2));
    let wanted = f.p.ite(b, eight, two);
    f.same(got, wanted);
}

#[test]
fn arrays_see_through_stores() {
    let mut f = fixture();
    let a = f.p.array_symbol("a", 32, 8, SymbolKind::Input);
    let (x, v, w) = (f.x, f.byte, f.p.constant(8, 9));
    let (one, two) = (f.k(1), f.k(2));
    let t = f.p.store(a, one, v);
    let t = f.p.store(t, two, w);
    let got = f.p.select(t, one);
    f.same(got, v);
    // x + 1 is not x + 2, whatever x is.
    let (i, j) = (f.p.add(x, one), f.p.add(x, two));
    let t = f.p.store(a, i, v);
    let t = f.p.store(t, j, w);
    let got = f.p.select(t, i);
    f.same(got, v);
    let again = f.p.store(t, j, v);
    assert!(
        matches!(f.p.node(again), Node::Store(inner, ..) if matches!(f.p.node(*inner), Node::Store(base, ..) if *base == a))
    );
    let read = f.p.select(a, x);
    let same = f.p.store(a, x, read);
    f.same(same, a);
    let table = f.p.table(8, 8, &[5; 256]);
    let got = f.p.select(table, v);
    assert_eq!(f.p.as_u64(got), Some(5));
    let table = f.p.table(8, 8, &[10, 20, 30]);
    let two = f.p.constant(8, 2);
    let got = f.p.select(table, two);
    assert_eq!(f.p.as_u64(got), Some(30));
    let got = f.p.select(table, v);
    assert_eq!(f.p.range(got), (0, 30));
}

#[test]
fn ranges_decide() {
    let mut f = fixture();
    let (x, byte) = (f.x, f.byte);
    let (k, hundred, two) = (f.k(10), f.k(100), f.k(2));
    let t = f.p.urem(x, k);
    assert_eq!(f.p.range(t), (0, 9));
    let less = f.p.slt(t, k);
    assert!(f.p.is_true(less));
    let wide = f.p.zext(byte, 32);
    let t = f.p.add(wide, hundred);
    assert_eq!(f.p.range(t), (100, 355));
    let t = f.p.udiv(x, two);
    assert_eq!(f.p.range(t).1, u32::MAX as u64 / 2);
    let t = f.p.ite(f.b, k, hundred);
    assert_eq!(f.p.range(t), (10, 100));
    let never = f.p.eq(t, x);
    assert!(!f.p.is_const(never));
    let wide_two = f.p.ult(t, two);
    assert!(f.p.is_false(wide_two));
}

#[test]
fn flags_and_support() {
    let mut p = Terms::new();
    let (x, u) = (p.symbol("x", 64, SymbolKind::Input), p.symbol("u", 64, SymbolKind::Uninit));
    let k = p.symbol("k", 64, SymbolKind::Unknown);
    let t = p.fp(FpOp::Add, FpFormat::Double, &[x, u]);
    let flags = p.flags(t);
    assert!(flags.has_fp && flags.has_uninit && !flags.has_unknown && !flags.has_array);
    let t = p.add(t, k);
    assert!(p.flags(t).has_unknown);
    let names: Vec<_> = p.support(t).iter().map(|s| p.symbol_info(*s).name.to_string()).collect();
    assert_eq!(names, ["x", "u", "k"]);
    assert_eq!(p.symbol("x", 64, SymbolKind::Input), x);
}

#[test]
fn float_comparisons_of_integers_are_integer_comparisons() {
    let mut f = fixture();
    let (a, b) = (f.x, f.y);
    let (da, db) =
        (f.p.fp(FpOp::FromSigned, FpFormat::Double, &[a]), f.p.fp(FpOp::FromSigned, FpFormat::Double, &[b]));
    let (got, wanted) = (f.p.fp(FpOp::Lt, FpFormat::Double, &[da, db]), f.p.slt(a, b));
    f.same(got, wanted);
    let got = f.p.fp(FpOp::ToSigned(32), FpFormat::Double, &[da]);
    f.same(got, a);
    // 24 bits of significand do not hold 32: no such rule.
    let sa = f.p.fp(FpOp::FromSigned, FpFormat::Single, &[a]);
    let got = f.p.fp(FpOp::ToSigned(32), FpFormat::Single, &[sa]);
    assert_ne!(got, a);
    let nan = f.p.fp(FpOp::IsNan, FpFormat::Double, &[da]);
    assert!(f.p.is_false(nan));
}

#[test]
fn text_binds_what_is_shared_and_is_bounded() {
    let mut f = fixture();
    let sum = f.p.add(f.x, f.y);
    let t = f.p.mul(sum, sum);
    assert_eq!(f.p.display(t).to_string(), "(let ((?0 (bvadd x y))) (bvmul ?0 ?0))");
    let mut t = f.x;
    for _ in 0..200 {
        t = f.p.mul(t, t);
        t = f.p.add(t, f.y);
    }
    assert!(f.p.display(t).to_string().len() < 50_000);
}

#[test]
fn equations_between_sums() {
    let mut f = fixture();
    let z = f.p.symbol("z", 32, SymbolKind::Input);
    let (x, y, two, three) = (f.x, f.y, f.k(2), f.k(3));
    // (x - z) + y + y = x + 2y - z
    let left = f.p.sub(x, z);
    let left = f.p.add(left, y);
    let left = f.p.add(left, y);
    let right = f.p.mul(two, y);
    let right = f.p.add(x, right);
    let right = f.p.sub(right, z);
    let equal = f.p.eq(left, right);
    f.same(equal, f.p.tru());
    let more = f.p.add(right, two);
    let equal = f.p.eq(left, more);
    f.same(equal, f.p.fls());
    // 3x + y = y + 2, modulo 2^32
    let left = f.p.mul(three, x);
    let left = f.p.add(left, y);
    let right = f.p.add(y, two);
    let (equal, value) = (f.p.eq(left, right), f.k(0xaaaa_aaab * 2));
    let solved = f.p.eq(x, value);
    f.same(equal, solved);
    // x + y = (z + 1) y + 2, and the same one round earlier: 2y + x = (z + 2) y + 2
    let one = f.k(1);
    let round = |p: &mut Terms, by: Term, sum: Term| {
        let z = p.add(z, by);
        let product = p.mul(z, y);
        let right = p.add(product, two);
        p.eq(sum, right)
    };
    let sum = f.p.add(x, y);
    let after = round(&mut f.p, one, sum);
    let sum = f.p.add(sum, y);
    let before = round(&mut f.p, two, sum);
    f.same(after, before);
}
