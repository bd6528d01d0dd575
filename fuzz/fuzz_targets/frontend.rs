//! IR text through the front end and a short run of the engine: everything LLVM's verifier accepts is
//! lowered, survives being written and read, links, and runs without a panic.
//!
//! Bitcode is not fuzzed in process: LLVM itself aborts on damaged files, which is why `ir` reads them
//! in a child (crates/ir/tests/hostile.rs). Mutations exchange words, numbers and lines, so that most
//! results still parse.

#![no_main]

use libfuzzer_sys::{Corpus, fuzz_mutator, fuzz_target, fuzzer_mutate};
use rethread_explore::{Bug, Observer, Options, Progress, Test, check};
use rethread_ir::lower::{Source, lower};
use rethread_ir::{Program, link};
use std::time::Duration;

struct Nobody;

impl Observer for Nobody {
    fn test(&mut self, _: &Test) {}
    fn bug(&mut self, _: &Bug) {}
    fn progress(&mut self, _: &Progress) -> bool {
        false
    }
}

fuzz_target!(|data: &[u8]| -> Corpus {
    if data.starts_with(b"BC") || data.starts_with(b"\xde\xc0") || data.len() > 1 << 16 {
        return Corpus::Reject;
    }
    let Ok(program) = lower(data, "fuzz.ll", &Source::Given) else { return Corpus::Reject };
    let bytes = postcard::to_stdvec(&program).expect("a program can be written");
    let again: Program = postcard::from_bytes(&bytes).expect("what was written can be read");
    assert_eq!(program.to_string(), again.to_string());
    let Ok(program) = link(vec![program]) else { return Corpus::Keep };
    let options = Options {
        max_time: Some(Duration::from_millis(100)),
        max_depth: Some(20),
        max_tests: Some(20),
        ..Options::default()
    };
    let _ = check(&program, &options, &mut Nobody);
    Corpus::Keep
});

/// What may stand for each other in IR, by kind.
const WORDS: &[&[&str]] = &[
    &["i1", "i3", "i8", "i16", "i24", "i32", "i33", "i64", "i65", "i128", "i200"],
    &["half", "float", "double", "x86_fp80", "fp128", "bfloat"],
    &["ptr", "i64", "<2 x ptr>", "{ i8, i32 }", "[3 x i16]", "{}", "<4 x i4>", "[70000 x i8]", "<3 x i1>"],
    &["add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor"],
    &["fadd", "fsub", "fmul", "fdiv", "frem"],
    &["trunc", "zext", "sext", "fptoui", "fptosi", "uitofp", "sitofp", "ptrtoint", "inttoptr", "bitcast"],
    &["eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"],
    &["oeq", "olt", "ole", "one", "ord", "ueq", "uno", "une", "true", "false"],
    &["0", "1", "-1", "2", "7", "64", "255", "4294967296", "-9223372036854775808", "undef", "poison"],
    &["null", "undef", "poison", "zeroinitializer"],
    &["nsw", "nuw", "exact", "inbounds", "volatile", ""],
    &["smax", "smin", "umax", "umin", "abs", "ctpop", "ctlz", "cttz", "bswap", "fshl", "fshr"],
];

fn is_word(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b"_-.%@".contains(&b)
}

/// The words of a text, as ranges.
fn words(text: &[u8]) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let start = at;
        while at < text.len() && is_word(text[at]) {
            at += 1;
        }
        if at > start {
            out.push((start, at));
        }
        at += 1;
    }
    out
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }
}

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let mut random = Random(u64::from(seed) << 1 | 1);
    random.below(1);
    if size == 0 || random.below(20) == 0 {
        return fuzzer_mutate(data, size, max_size);
    }
    let mut text = data[..size].to_vec();
    for _ in 0..1 + random.below(3) {
        mutate(&mut text, &mut random);
    }
    let n = text.len().min(max_size);
    data[..n].copy_from_slice(&text[..n]);
    n
});

fn mutate(text: &mut Vec<u8>, random: &mut Random) {
    let found = words(text);
    if found.is_empty() {
        return;
    }
    match random.below(8) {
        // A word for one of its kind.
        0..5 => {
            for _ in 0..40 {
                let (start, end) = found[random.below(found.len())];
                let old = &text[start..end];
                let Some(kind) = WORDS.iter().find(|k| k.iter().any(|w| w.as_bytes() == old)) else {
                    continue;
                };
                let new = kind[random.below(kind.len())].as_bytes().to_vec();
                // Everywhere or here: a type has to change at every use to stay valid.
                if random.below(2) == 0 {
                    text.splice(start..end, new);
                } else {
                    let old = old.to_vec();
                    for &(start, end) in found.iter().rev() {
                        if text[start..end] == old {
                            text.splice(start..end, new.iter().copied());
                        }
                    }
                }
                break;
            }
        }
        // A register or symbol for another.
        5 => {
            let names: Vec<_> = found.iter().filter(|w| b"%@".contains(&text[w.0])).copied().collect();
            if !names.is_empty() {
                let (a, b) = (names[random.below(names.len())], names[random.below(names.len())]);
                let new = text[b.0..b.1].to_vec();
                text.splice(a.0..a.1, new);
            }
        }
        // A line gone, or twice.
        _ => {
            let mut lines: Vec<Vec<u8>> = text.split(|b| *b == b'\n').map(<[u8]>::to_vec).collect();
            let i = random.below(lines.len());
            let line = lines.remove(i);
            if random.below(2) == 0 {
                let to = random.below(lines.len() + 1);
                lines.insert(i, line.clone());
                lines.insert(to, line);
            }
            *text = lines.join(&b'\n');
        }
    }
}
