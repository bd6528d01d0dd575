//! Everything `format` prints, against the host's `snprintf`.

use crate::random::Random;
use rethread_host::format::{self, Directive, Spec};
use std::ffi::{CString, c_char, c_int};

unsafe extern "C" {
    fn snprintf(buffer: *mut c_char, size: usize, format: *const c_char, ...) -> c_int;
}

/// What the C library prints for `format` and the given arguments.
macro_rules! expected {
    ($format:expr $(, $argument:expr)*) => {{
        let format = CString::new($format.as_bytes()).expect("no NUL inside");
        let mut buffer = vec![0u8; 40_000];
        // SAFETY: each test gives the arguments that its format asks for.
        let length =
            unsafe { snprintf(buffer.as_mut_ptr().cast(), buffer.len(), format.as_ptr() $(, $argument)*) };
        assert!(length >= 0 && (length as usize) < buffer.len(), "{}", $format);
        buffer.truncate(length as usize);
        buffer
    }};
}

fn random_format(random: &mut Random, lengths: &[&str], conversions: &[u8], widest: u64) -> String {
    let mut text = String::from("%");
    for flag in ['-', '+', ' ', '#', '0', '\''] {
        if random.one_in(4) {
            text.push(flag);
        }
    }
    if random.one_in(2) {
        text += &(1 + random.below(widest)).to_string();
    }
    if random.one_in(2) {
        text.push('.');
        if !random.one_in(6) {
            text += &random.below(widest).to_string();
        }
    }
    text += random.pick(lengths);
    text.push(random.pick(conversions) as char);
    text
}

fn spec(format: &str) -> Spec {
    match format::parse(format.as_bytes()).as_deref() {
        Ok([Directive::Conversion { spec, width_from_arg: false, precision_from_arg: false }]) => {
            spec.clone()
        }
        other => panic!("{format}: {other:?}"),
    }
}

fn printed(format: &str, print: impl FnOnce(&mut Vec<u8>, &Spec)) -> Vec<u8> {
    let mut out = Vec::new();
    print(&mut out, &spec(format));
    out
}

#[track_caller]
fn same(format: &str, value: &dyn std::fmt::Debug, ours: Vec<u8>, theirs: Vec<u8>) {
    assert_eq!(
        String::from_utf8_lossy(&ours),
        String::from_utf8_lossy(&theirs),
        "printf({format:?}, {value:x?})"
    );
}

#[test]
fn integers() {
    let random = &mut Random(1);
    for _ in 0..60_000 {
        let lengths = ["hh", "h", "", "l", "ll", "q", "j", "z", "Z", "t", "L"];
        let format = random_format(random, &lengths, b"diuxXobB", 30);
        let value = random.integer();
        let ours = printed(&format, |out, spec| format::integer(out, spec, value, spec.length.bits()));
        same(&format, &value, ours, expected!(format, value));
    }
}

#[test]
fn characters() {
    let random = &mut Random(2);
    for _ in 0..2_000 {
        let format = random_format(random, &[""], b"c", 12);
        let value = random.next() as u8;
        let ours = printed(&format, |out, spec| format::integer(out, spec, value.into(), 8));
        same(&format, &value, ours, expected!(format, c_int::from(value)));
    }
}

#[test]
fn strings() {
    let random = &mut Random(3);
    for _ in 0..5_000 {
        let format = random_format(random, &[""], b"s", 20);
        let text: Vec<u8> = (0..random.below(25)).map(|_| 1 + random.below(255) as u8).collect();
        let ours = printed(&format, |out, spec| format::string(out, spec, &text));
        let argument = CString::new(text.clone()).expect("no NUL inside");
        let theirs = expected!(format, argument.as_ptr());
        assert_eq!(ours, theirs, "printf({format:?}, {text:?})");
        let ours = printed(&format, format::null_string);
        same(&format, &"NULL", ours, expected!(format, std::ptr::null::<c_char>()));
    }
}

#[test]
fn pointers() {
    let random = &mut Random(4);
    for _ in 0..5_000 {
        let format = random_format(random, &[""], b"p", 30);
        let value = if random.one_in(4) { 0 } else { random.integer() };
        let ours = printed(&format, |out, spec| format::pointer(out, spec, value));
        same(&format, &value, ours, expected!(format, value));
    }
}

#[test]
fn doubles() {
    let random = &mut Random(5);
    for _ in 0..80_000 {
        let format = random_format(random, &["", "l"], b"fFeEgGaA", 40);
        let value = random.double();
        let ours = printed(&format, |out, spec| format::double(out, spec, value));
        same(&format, &value.to_bits(), ours, expected!(format, value));
    }
}

#[test]
fn doubles_with_all_their_digits() {
    let random = &mut Random(6);
    for _ in 0..2_000 {
        let format = random_format(random, &[""], b"feg", 1200);
        let value = f64::from_bits(random.next());
        let ours = printed(&format, |out, spec| format::double(out, spec, value));
        same(&format, &value.to_bits(), ours, expected!(format, value));
    }
}

#[test]
#[cfg(target_arch = "x86_64")]
fn long_doubles() {
    let random = &mut Random(7);
    for round in 0..20_000 {
        let widest = if round % 100 == 0 { 17_000 } else { 40 };
        let format = random_format(random, &["L"], b"fFeEgGaA", widest);
        let value = random.long_double();
        let ours = printed(&format, |out, spec| format::long_double(out, spec, value));
        // Three integers use up the registers; what follows lies on the stack, where a long double does.
        let theirs = expected!(format, 0u64, 0u64, 0u64, value as u64, (value >> 64) as u64);
        same(&format, &value, ours, theirs);
    }
}

#[test]
fn width_and_precision_from_arguments() {
    let random = &mut Random(8);
    for _ in 0..5_000 {
        let (width, precision) = (random.below(40) as i32 - 20, random.below(30) as i32 - 10);
        let value = random.integer() as i32;
        let format = random.pick(&["%*.*d", "%0*.*x", "%-*.*d", "%#*.*o"]);
        let directives = format::parse(format.as_bytes()).expect(format);
        let [Directive::Conversion { spec, width_from_arg: true, precision_from_arg: true }] =
            &directives[..]
        else {
            panic!("{format}: {directives:?}")
        };
        let mut spec = spec.clone();
        spec.set_width(width);
        spec.set_precision(precision);
        let mut ours = Vec::new();
        format::integer(&mut ours, &spec, value as u64, 32);
        same(format, &(width, precision, value), ours, expected!(format, width, precision, value));
    }
}

#[test]
fn literals_and_percent() {
    let directives = format::parse(b"a%%b%5%c%d").expect("valid");
    let shown: Vec<u8> = directives
        .iter()
        .flat_map(|directive| match directive {
            Directive::Literal(text) => text.clone(),
            Directive::Percent => b"%".to_vec(),
            Directive::Conversion { spec, .. } => {
                let mut out = Vec::new();
                format::integer(&mut out, spec, 7, 32);
                out
            }
        })
        .collect();
    same("a%%b%5%c%d", &7, shown, expected!("a%%b%5%c%d", 7));
}

#[test]
fn what_is_refused_says_why() {
    let refused = |format: &str| format::parse(format.as_bytes()).expect_err(format);
    assert_eq!(refused("x%2$d"), "unsupported positional argument in the conversion '%2'");
    assert_eq!(refused("%*1$d"), "unsupported positional argument in the conversion '%*'");
    assert_eq!(refused("50%"), "the format ends in the conversion '%'");
    assert_eq!(refused("%-5l"), "the format ends in the conversion '%-5l'");
    assert_eq!(refused("%ly"), "unknown conversion in the conversion '%ly'");
    assert_eq!(refused("%99999999999d"), "number too large in the conversion '%9999999999'");
}
