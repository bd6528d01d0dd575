//! The names reach the functions of those names, and the calls of long double functions follow the ABI.

use crate::random::Random;
use rethread_host::binary::{F64, X87};
use rethread_host::math;

/// The 80-bit pattern of a double; exact.
fn long(value: f64) -> u128 {
    X87.encode(normal(F64.decode(value.to_bits().into())))
}

/// A number whose mantissa fills the 64 bits of the x87 (any double's does: its exponents are in reach).
fn normal(mut number: rethread_host::binary::Number) -> rethread_host::binary::Number {
    use rethread_host::binary::Magnitude::Finite;
    if let Finite { mantissa, exponent } = number.magnitude {
        let spare = mantissa.leading_zeros() % 64;
        number.magnitude = Finite { mantissa: mantissa << spare, exponent: exponent - spare as i32 };
    }
    number
}

fn same(left: f64, right: f64) -> bool {
    left.to_bits() == right.to_bits() || (left.is_nan() && right.is_nan())
}

#[test]
fn exact_functions_agree_with_rust() {
    let random = &mut Random(21);
    type Pair = (&'static str, fn(f64) -> f64);
    let pairs: [Pair; 7] = [
        ("floor", f64::floor),
        ("ceil", f64::ceil),
        ("trunc", f64::trunc),
        ("round", f64::round),
        ("rint", f64::round_ties_even),
        ("sqrt", f64::sqrt),
        ("fabs", f64::abs),
    ];
    for _ in 0..10_000 {
        let x = random.double();
        for (name, function) in pairs {
            let result = math::unary(name, x).expect(name);
            assert!(same(result, function(x)), "{name}({x:?}) = {result:?}");
        }
        let float = random.float();
        let result = math::unary_f32("floorf", float).expect("floorf");
        assert!(same(result.into(), float.floor().into()), "floorf({float:?}) = {result:?}");
    }
}

#[test]
#[cfg(target_arch = "x86_64")]
fn exact_functions_agree_across_formats() {
    let random = &mut Random(22);
    for _ in 0..10_000 {
        let (x, y) = (random.double(), random.double());
        if x.is_nan() || y.is_nan() {
            continue;
        }
        for name in ["floor", "ceil", "trunc", "round", "rint", "nearbyint", "roundeven", "fabs", "logb"] {
            let result = math::unary_long(&format!("{name}l"), long(x)).expect(name);
            let double = math::unary(name, x).expect(name);
            assert_eq!(result, long(double), "{name}l({x:?})");
        }
        for name in ["fmod", "copysign", "fmax", "fmin", "remainder"] {
            let double = math::binary(name, x, y).expect(name);
            // Which of two zeros is the greater, C leaves open; glibc answers differently by format.
            let zeros = x == 0.0 && y == 0.0;
            if !double.is_nan() && !zeros {
                let result = math::binary_long(&format!("{name}l"), long(x), long(y)).expect(name);
                assert_eq!(result, long(double), "{name}l({x:?}, {y:?})");
            }
        }
        for name in ["lrint", "llround", "ilogb", "lround", "llrint"] {
            let double = math::to_integer(name, x).expect(name);
            let result = math::to_integer_long(&format!("{name}l"), long(x)).expect(name);
            assert_eq!(result, double, "{name}l({x:?})");
        }
        let ((fraction, exponent), (long_fraction, long_exponent)) =
            (math::frexp(x), math::frexp_long(long(x)));
        assert_eq!((long_fraction, long_exponent), (long(fraction), exponent), "frexpl({x:?})");
        let ((fraction, whole), long_parts) = (math::modf(x), math::modf_long(long(x)));
        assert_eq!(long_parts, (long(fraction), long(whole)), "modfl({x:?})");
    }
}

#[test]
#[cfg(target_arch = "x86_64")]
fn arguments_of_long_double_functions_keep_their_order() {
    let powl = math::binary_long("powl", long(2.0), long(10.0));
    assert_eq!(powl, Some(long(1024.0)));
    assert_eq!(math::ternary_long("fmal", long(2.0), long(3.0), long(5.0)), Some(long(11.0)));
    assert_eq!(math::with_integer_long("ldexpl", long(3.0), 4), Some(long(48.0)));
    assert_eq!(math::with_integer_long("scalblnl", long(3.0), -1), Some(long(1.5)));
    assert_eq!(math::remquo_long(long(7.0), long(2.0)), (long(-1.0), 4));
    assert_eq!(math::lgamma_long(long(1.0)), (long(0.0), 1));
}

#[test]
fn known_values() {
    assert_eq!(math::unary("exp", 1.0), Some(std::f64::consts::E));
    assert_eq!(math::unary("atan", 1.0), Some(std::f64::consts::FRAC_PI_4));
    assert_eq!(math::unary_f32("atanf", 1.0), Some(std::f32::consts::FRAC_PI_4));
    assert_eq!(math::binary("pow", 2.0, 0.5), Some(std::f64::consts::SQRT_2));
    assert_eq!(math::binary("atan2", 0.0, -1.0), Some(std::f64::consts::PI));
    assert_eq!(math::binary_f32("hypotf", 3.0, 4.0), Some(5.0));
    assert_eq!(math::ternary("fma", 0.1, 10.0, -1.0), Some(2f64.powi(-54)));
    assert_eq!(math::ternary_f32("fmaf", 2.0, 3.0, 4.0), Some(10.0));
    assert_eq!(math::unary("lgamma", 3.0), Some(std::f64::consts::LN_2));
    assert_eq!(math::lgamma(-0.5).1, -1);
    assert_eq!(math::lgamma_f32(-0.5).1, -1);
    assert_eq!(math::with_integer("ldexp", 0.75, 2), Some(3.0));
    assert_eq!(math::with_integer("jn", 0.0, 0), Some(1.0));
    assert_eq!(math::with_integer_f32("scalbnf", 1.0, -149), Some(f32::from_bits(1)));
    assert_eq!(math::remquo(7.0, 2.0), (-1.0, 4));
    assert_eq!(math::remquo_f32(7.0, 2.0), (-1.0, 4));
    assert_eq!(math::frexp_f32(12.0), (0.75, 4));
    assert_eq!(math::modf_f32(-2.5), (-0.5, -2.0));
    assert_eq!(math::sincos(0.0), (0.0, 1.0));
    assert_eq!(math::sincos_f32(0.0), (0.0, 1.0));
    assert_eq!(math::to_integer("ilogb", 0.0), Some(i64::from(i32::MIN)));
    assert_eq!(math::to_integer_f32("lrintf", 2.5), Some(2));
}

#[test]
fn unknown_names() {
    assert_eq!(math::unary("sinf", 1.0), None);
    assert_eq!(math::unary_f32("sin", 1.0), None);
    assert_eq!(math::binary("sin", 1.0, 1.0), None);
    assert_eq!(math::ternary("fmaf", 1.0, 1.0, 1.0), None);
    assert_eq!(math::with_integer("pow", 1.0, 1), None);
    assert_eq!(math::to_integer("rint", 1.0), None);
}
