//! Concrete floats: the machine's answers for single and double precision, known patterns and a second
//! method for the rest.

use rethread_expr::float::{apply, canonical_nan, parse};
use rethread_expr::testing::Rng;
use rethread_expr::{Bits, FpFormat, FpOp};

fn pattern64(rng: &mut Rng) -> u64 {
    match rng.below(6) {
        0 => (rng.below(2001) as f64 - 1000.0).to_bits(),
        1 => (rng.word() as i64 as f64 / 7.0).to_bits(),
        2 => rng.word() & 0x800f_ffff_ffff_ffff,
        3 => [
            0,
            1 << 63,
            f64::INFINITY.to_bits(),
            f64::NEG_INFINITY.to_bits(),
            f64::NAN.to_bits(),
            0x7ff0_0000_0000_0001,
        ][rng.below(6) as usize],
        _ => rng.word(),
    }
}

fn pattern32(rng: &mut Rng) -> u32 {
    match rng.below(4) {
        0 => (f64::from_bits(pattern64(rng)) as f32).to_bits(),
        1 => rng.word() as u32 & 0x807f_ffff,
        _ => rng.word() as u32,
    }
}

fn b64(x: f64) -> Bits {
    if x.is_nan() { canonical_nan(FpFormat::Double) } else { Bits::new(64, x.to_bits()) }
}

fn b32(x: f32) -> Bits {
    if x.is_nan() { canonical_nan(FpFormat::Single) } else { Bits::new(32, x.to_bits() as u64) }
}

#[test]
fn double_is_what_the_machine_does() {
    let mut rng = Rng(1);
    for _ in 0..20_000 {
        let (x, y, z) = (pattern64(&mut rng), pattern64(&mut rng), pattern64(&mut rng));
        let args = [Bits::new(64, x), Bits::new(64, y), Bits::new(64, z)];
        let (a, b, c) = (f64::from_bits(x), f64::from_bits(y), f64::from_bits(z));
        let of = |op: FpOp| apply(op, FpFormat::Double, &args[..op.arity()]);
        assert_eq!(of(FpOp::Add), b64(a + b));
        assert_eq!(of(FpOp::Sub), b64(a - b));
        assert_eq!(of(FpOp::Mul), b64(a * b));
        assert_eq!(of(FpOp::Div), b64(a / b));
        assert_eq!(of(FpOp::Rem), b64(a % b));
        assert_eq!(of(FpOp::Sqrt), b64(a.sqrt()));
        assert_eq!(of(FpOp::Fma), b64(a.mul_add(b, c)));
        assert_eq!(of(FpOp::Neg), Bits::new(64, x ^ 1 << 63));
        assert_eq!(of(FpOp::Abs), Bits::new(64, x & !(1 << 63)));
        assert_eq!(of(FpOp::Lt), Bits::boolean(a < b));
        assert_eq!(of(FpOp::Le), Bits::boolean(a <= b));
        assert_eq!(of(FpOp::Eq), Bits::boolean(a == b));
        assert_eq!(of(FpOp::ToFp(FpFormat::Single)), b32(a as f32));
        let in_range = a.trunc() >= i32::MIN as f64 && a.trunc() <= i32::MAX as f64;
        assert_eq!(of(FpOp::ToSigned(32)), Bits::new(32, if in_range { a as i32 as u64 } else { 0 }));
        assert_eq!(apply(FpOp::FromSigned, FpFormat::Double, &[Bits::new(64, x)]), b64(x as i64 as f64));
        assert_eq!(apply(FpOp::FromUnsigned, FpFormat::Single, &[Bits::new(64, x)]), b32(x as f32));
    }
}

#[test]
fn single_is_what_the_machine_does() {
    let mut rng = Rng(2);
    for _ in 0..20_000 {
        let (x, y) = (pattern32(&mut rng), pattern32(&mut rng));
        let args = [Bits::new(32, x as u64), Bits::new(32, y as u64)];
        let (a, b) = (f32::from_bits(x), f32::from_bits(y));
        let of = |op: FpOp| apply(op, FpFormat::Single, &args[..op.arity()]);
        assert_eq!(of(FpOp::Add), b32(a + b));
        assert_eq!(of(FpOp::Div), b32(a / b));
        assert_eq!(of(FpOp::Rem), b32(a % b));
        assert_eq!(of(FpOp::Sqrt), b32(a.sqrt()));
        assert_eq!(of(FpOp::Floor), b32(a.floor()));
        assert_eq!(of(FpOp::Ceil), b32(a.ceil()));
        assert_eq!(of(FpOp::RoundEven), b32(a.round_ties_even()));
        assert_eq!(of(FpOp::RoundAway), b32(a.round()));
        assert_eq!(of(FpOp::ToFp(FpFormat::Double)), b64(a as f64));
        let in_range = a.trunc() >= 0.0 && a.trunc() < 18446744073709551616.0;
        assert_eq!(of(FpOp::ToUnsigned(64)), Bits::new(64, if in_range { a as u64 } else { 0 }));
    }
}

/// Every wider format holds the exact results of operations on small numbers: go there, compute, come
/// back. The root is done twice: by the machine, and by the integer root of the wide formats.
#[test]
fn wide_formats_agree_with_double_where_they_must() {
    let mut rng = Rng(3);
    for _ in 0..5_000 {
        let (a, b) = (f64::from_bits(pattern64(&mut rng)), f64::from_bits(pattern64(&mut rng)));
        for wide in [FpFormat::X87, FpFormat::Quad] {
            let up = |x: f64| apply(FpOp::ToFp(wide), FpFormat::Double, &[Bits::new(64, x.to_bits())]);
            let down = |x: Bits| apply(FpOp::ToFp(FpFormat::Double), wide, &[x]);
            assert_eq!(down(up(a)), b64(a), "{a}");
            // A double's exponent is never at the edge of the wide format, so these are exact there.
            assert_eq!(down(apply(FpOp::Rem, wide, &[up(a), up(b)])), b64(a % b), "{a} {b}");
            assert_eq!(down(apply(FpOp::Floor, wide, &[up(a)])), b64(a.floor()));
            assert_eq!(apply(FpOp::Lt, wide, &[up(a), up(b)]), Bits::boolean(a < b));
            assert_eq!(
                apply(FpOp::ToSigned(64), wide, &[up(a)]),
                apply(FpOp::ToSigned(64), FpFormat::Double, &[b64(a)])
            );
        }
        // 113 bits are more than twice 53 plus 2: rounding twice is rounding once.
        let quad =
            |x: f64| apply(FpOp::ToFp(FpFormat::Quad), FpFormat::Double, &[Bits::new(64, x.to_bits())]);
        let down = |x: Bits| apply(FpOp::ToFp(FpFormat::Double), FpFormat::Quad, &[x]);
        assert_eq!(down(apply(FpOp::Sqrt, FpFormat::Quad, &[quad(a)])), b64(a.sqrt()), "{a}");
        let f = a as f32;
        let x87 = apply(FpOp::ToFp(FpFormat::X87), FpFormat::Single, &[Bits::new(32, f.to_bits() as u64)]);
        let root = apply(FpOp::Sqrt, FpFormat::X87, &[x87]);
        assert_eq!(apply(FpOp::ToFp(FpFormat::Single), FpFormat::X87, &[root]), b32(f.sqrt()), "{f}");
        let half = apply(FpOp::ToFp(FpFormat::Half), FpFormat::Double, &[Bits::new(64, a.to_bits())]);
        let exact = apply(FpOp::ToFp(FpFormat::Double), FpFormat::Half, std::slice::from_ref(&half));
        let root = f64::from_bits(exact.low_u64()).sqrt();
        let root = apply(FpOp::ToFp(FpFormat::Half), FpFormat::Double, &[b64(root)]);
        assert_eq!(apply(FpOp::Sqrt, FpFormat::Half, &[half]), root);
    }
}

#[test]
fn known_patterns() {
    let x87 = |text: &str| parse(FpFormat::X87, text).unwrap().low_u128();
    assert_eq!(x87("1.0"), 0x3fff_8000_0000_0000_0000);
    assert_eq!(x87("-2.5"), 0xc000_a000_0000_0000_0000);
    assert_eq!(x87("0.1"), 0x3ffb_cccc_cccc_cccc_cccd);
    assert_eq!(x87("3.14159265358979323846264338327950288"), 0x4000_c90f_daa2_2168_c235);
    let of = |op, args: &[u128]| {
        let args: Vec<Bits> = args.iter().map(|x| Bits::from_u128(80, *x)).collect();
        apply(op, FpFormat::X87, &args)
    };
    // sqrt(2), 1/3 as the FPU gives them.
    assert_eq!(of(FpOp::Sqrt, &[x87("2.0")]).low_u128(), 0x3fff_b504_f333_f9de_6484);
    assert_eq!(of(FpOp::Div, &[x87("1.0"), x87("3.0")]).low_u128(), 0x3ffd_aaaa_aaaa_aaaa_aaab);
    assert_eq!(of(FpOp::Sqrt, &[x87("-1.0")]), canonical_nan(FpFormat::X87));
    assert_eq!(canonical_nan(FpFormat::X87).low_u128(), 0x7fff_c000_0000_0000_0000);
    // An unnormal is no number.
    assert_eq!(of(FpOp::IsNan, &[0x3fff_0000_0000_0000_0001]), Bits::boolean(true));
    assert_eq!(canonical_nan(FpFormat::Half).low_u64(), 0x7e00);
    assert_eq!(canonical_nan(FpFormat::BFloat).low_u64(), 0x7fc0);
    assert_eq!(canonical_nan(FpFormat::Single).low_u64(), 0x7fc0_0000);
    assert_eq!(canonical_nan(FpFormat::Double).low_u64(), 0x7ff8_0000_0000_0000);
    assert_eq!(canonical_nan(FpFormat::Quad).low_u128() >> 108, 0x7fff8);
    let from = |width, value: Bits| apply(FpOp::FromSigned, width, &[value]);
    assert_eq!(from(FpFormat::X87, Bits::new(64, u64::MAX)).low_u128(), x87("-1.0"));
    assert_eq!(from(FpFormat::Half, Bits::new(32, 100_000)).low_u64(), 0x7c00);
    // 2^200 + 1 is nearer to 2^200; halfway cases look at the last bit that was cut.
    let big = Bits::from_words(256, &[1, 0, 0, 1 << 8]);
    assert_eq!(from(FpFormat::Double, big).low_u64(), 2f64.powi(200).to_bits());
    let above_half = Bits::from_words(256, &[1, 0, (1 << 63) >> 44, 1 << 8]);
    let expected = f64::from_bits(2f64.powi(200).to_bits());
    assert!(f64::from_bits(from(FpFormat::Double, above_half).low_u64()) >= expected);
    assert_eq!(apply(FpOp::ToSigned(256), FpFormat::Double, &[b64(-3.9)]), Bits::new(256, 3).neg());
}
