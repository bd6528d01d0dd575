//! `strtod`, `strtof` and `strtold` against the host's.

use crate::random::Random;
use rethread_host::binary::{F32, F64, X87};
use rethread_host::strtod::{self, Parsed};
use std::ffi::{CString, c_char, c_int};

unsafe extern "C" {
    #[link_name = "strtod"]
    fn c_strtod(text: *const c_char, end: *mut *mut c_char) -> f64;
    #[link_name = "strtof"]
    fn c_strtof(text: *const c_char, end: *mut *mut c_char) -> f32;
    #[cfg(target_arch = "x86_64")]
    #[link_name = "strtold"]
    fn c_strtold(text: *const c_char, end: *mut *mut c_char);
    fn __errno_location() -> *mut c_int;
}

const ERANGE: c_int = 34;

/// Runs the C function `call` on a text; what it left in `end` and `errno` goes with its result.
fn expected(text: &[u8], call: impl FnOnce(*const c_char, *mut *mut c_char) -> u128) -> Parsed {
    let text = CString::new(text).expect("no NUL inside");
    let mut end = std::ptr::null_mut();
    // SAFETY: errno's location is valid in its thread; `end` points into `text` after the call.
    unsafe {
        *__errno_location() = 0;
        let bits = call(text.as_ptr(), &mut end);
        let out_of_range = *__errno_location() == ERANGE;
        Parsed { bits, consumed: end.offset_from(text.as_ptr()) as usize, out_of_range }
    }
}

fn expected_double(text: &[u8]) -> Parsed {
    // SAFETY: the prototype of strtod, a NUL-terminated text.
    expected(text, |text, end| unsafe { c_strtod(text, end) }.to_bits().into())
}

fn expected_float(text: &[u8]) -> Parsed {
    // SAFETY: the prototype of strtof, a NUL-terminated text.
    expected(text, |text, end| unsafe { c_strtof(text, end) }.to_bits().into())
}

#[cfg(target_arch = "x86_64")]
fn expected_long(text: &[u8]) -> Parsed {
    expected(text, |text, end| {
        let mut bits = 0u128;
        // SAFETY: a call with two pointers and the result on the x87 stack, from where it is popped; the
        // stack is aligned on entry, and C preserves r13.
        unsafe {
            std::arch::asm!(
                "call {function}",
                "fstp tbyte ptr [r13]",
                function = in(reg) c_strtold as unsafe extern "C" fn(_, _),
                in("rdi") text,
                in("rsi") end,
                in("r13") &raw mut bits,
                clobber_abi("C"),
            );
        }
        bits
    })
}

#[track_caller]
fn check(text: &[u8]) {
    let shown = String::from_utf8_lossy(text);
    assert_eq!(strtod::parse(text, F64), expected_double(text), "strtod({shown:?})");
    assert_eq!(strtod::parse(text, F32), expected_float(text), "strtof({shown:?})");
    #[cfg(target_arch = "x86_64")]
    assert_eq!(strtod::parse(text, X87), expected_long(text), "strtold({shown:?})");
}

#[test]
fn corners() {
    let texts = "|.|-|+.|0x|0x.|0xg|0x.p1|0x1p|0x1p+|0x1.8p-|1e|1e+|1e-x|1.|.5|-0|0x0p99|-0x.8p1|1..2|inf|INFINITY|infinit
        |-nan|nan(|nan()|nan(12)|nan(0x12)|NaN(0x)|nan(077)|nan(08)|nan(a_b)|nan(1 )|nan(99999999999999999999999)|nan(99999999999999999999999z)|nan(0x1z)
        |-nan(0xffffffffffffffff)|nan(7|0e99999999999999999999|1e99999999999999999999|1e-99999999999999999999
        |0x1p99999999999999999999|0x1p-99999999999999999999|1e308|1.7976931348623158e308|1.7976931348623159e308
        |2.2250738585072014e-308|2.2250738585072011e-308|2.225073858507201136e-308|4.9e-324|2.47e-324|2.46e-324
        |0x1.fffffffffffffp1023|0x1.fffffffffffff8p1023|0x1.fffffffffffff7p1023|0x1p-1074|0x1p-1075|0x1.8p-1075
        |0x0.fffffffffffff8p-1022|0x0.fffffffffffffcp-1022|3.4028235677973366e38|1e4932
        |1.18973149535723176506e4932|1.2e4932|3.6e-4951|1.8e-4951|0x1p-16445|0x1p-16446|0x1p-16447|\u{b}\u{c}\r\t\n 12x|1,5|١";
    for text in texts.split('|') {
        check(text.as_bytes());
        check(text.trim_end().as_bytes());
    }
}

/// Not against the host: glibc before 2.41 loses a bit here.
#[test]
fn subnormal_with_half_a_unit_of_normal_precision() {
    let below = strtod::parse(b"0x0.fffffffffffff4p-1022", F64);
    assert_eq!((below.bits, below.out_of_range), ((1 << 52) - 1, true));
    let above_half = strtod::parse(b"0x0.00000000000018000000000001p-1022", F64);
    assert_eq!((above_half.bits, above_half.out_of_range), (2, true));
    let exact = strtod::parse(b"0x0.0000000000001p-1022", F64);
    assert_eq!((exact.bits, exact.out_of_range), (1, false));
}

#[test]
fn printed_numbers() {
    let random = &mut Random(11);
    for _ in 0..20_000 {
        let value = random.double();
        let text = match random.below(3) {
            0 => format!("{value}"),
            1 => format!("{value:e}"),
            _ => format!("{:.*e}", random.below(40) as usize, value),
        };
        check(text.as_bytes());
    }
}

#[test]
fn round_trip_by_hexadecimal() {
    let random = &mut Random(12);
    for _ in 0..10_000 {
        let format = |conversion| rethread_host::format::Spec { conversion, ..Default::default() };
        let mut text = Vec::new();
        rethread_host::format::double(&mut text, &format(random.pick(b"aA")), random.double());
        check(&text);
        text.clear();
        rethread_host::format::long_double(&mut text, &format(random.pick(b"aA")), random.long_double());
        check(&text);
    }
}

/// Midpoints of neighbours and what lies just beside them: only exact arithmetic rounds these.
#[test]
fn halfway() {
    let random = &mut Random(13);
    for _ in 0..3_000 {
        let low = random.double().abs();
        let (bits, mut text) = (low.to_bits(), Vec::new());
        if !low.is_finite() || low.next_up().is_infinite() {
            continue;
        }
        // low plus half a unit, exactly, as a long double: 11 more bits of mantissa.
        let (mantissa, field) = (bits & ((1 << 52) - 1), bits >> 52);
        if field == 0 {
            continue;
        }
        let midpoint = u128::from((1 << 63) | (mantissa << 11) | (1 << 10)) | u128::from(field + 15360) << 64;
        let spec =
            rethread_host::format::Spec { conversion: b'e', precision: Some(1100), ..Default::default() };
        rethread_host::format::long_double(&mut text, &spec, midpoint);
        check(&text);
        let exponent = text.iter().position(|&byte| byte == b'e').expect("an exponent");
        let mut above = text.clone();
        above.insert(exponent, b'1');
        check(&above);
        let last = text[..exponent].iter().rposition(|byte| (b'1'..=b'9').contains(byte)).expect("a digit");
        text[last] -= 1;
        check(&text);
    }
}

#[test]
fn arbitrary_text() {
    let random = &mut Random(14);
    for _ in 0..60_000 {
        let alphabet: &[u8] = random.pick(&[
            b"0123456789.eE+- ".as_slice(),
            b"0123456789abcdefxpP.+-",
            b"01.e-",
            b"01x.p-",
            b"infatyNA()_1xX0",
        ]);
        let mut text: Vec<u8> = random.pick(&[b"".as_slice(), b"0x", b"-0X", b" 1e", b"nan("]).to_vec();
        text.extend((0..random.below(30)).map(|_| random.pick(alphabet)));
        check(&text);
    }
}

#[test]
fn long_texts() {
    let random = &mut Random(15);
    for length in [700, 1_200, 12_000, 17_000, 40_000] {
        for _ in 0..4 {
            let digits: Vec<u8> = (0..length).map(|_| b'0' + random.below(10) as u8).collect();
            let zeros = vec![b'0'; length];
            check(&digits);
            check(&[b"0.".as_slice(), &zeros, &digits].concat());
            check(&[b"0.".as_slice(), &zeros, b"1e", length.to_string().as_bytes()].concat());
            check(&[b"1", zeros.as_slice(), b"e-", length.to_string().as_bytes()].concat());
            check(&[b"9007199254740993", zeros.as_slice(), b".", &zeros, b"1"].concat());
            check(&[b"0x1.", zeros.as_slice(), &digits, b"p-3"].concat());
            check(&[b"0x1.00000000000008", zeros.as_slice(), b"1"].concat());
        }
    }
}
