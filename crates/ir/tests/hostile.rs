//! Damaged bitcode: whatever happens to the child, the parent gets an answer.

mod common;

use common::Folder;
use libtest_mimic::{Arguments, Failed, Trial};
use rethread_ir::{CHILD_ARGUMENT, LoadError, LoadOptions, load, lower_child_main};
use std::path::Path;
use std::process::ExitCode;

const PROGRAM: &str = "#include <stdio.h>
struct n { struct n *next; double d; char s[7]; }; static struct n list[3] = { { &list[1], 1.5, \"one\" } };
static int sum(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i] > 3 ? a[i] : -i; return s; }
int main(int c, char **v) { int a[] = { 1, 5, c }; switch (sum(a, 3)) { case 1: puts(v[0]); break; case 7: return (int)list[c].d; } return 0; }";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let [first, path] = &args[..]
        && first == CHILD_ARGUMENT
    {
        return ExitCode::from(lower_child_main(Path::new(path)));
    }
    let trials = vec![
        Trial::test("a_child_gives_the_same_program", same_program),
        Trial::test("truncated_bitcode_is_an_error", truncated),
        Trial::test("flipped_bits_never_reach_the_parent", flipped),
        Trial::test("text_that_is_not_ir_is_an_error", not_ir),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn good() -> (Folder, Vec<u8>) {
    let folder = Folder::new();
    let path = folder.bitcode("good.c", PROGRAM, &["-O1"]);
    let bytes = std::fs::read(path).expect("clang wrote it");
    (folder, bytes)
}

fn same_program() -> Result<(), Failed> {
    let (folder, _) = good();
    let path = folder.path().join("good.bc");
    let here = load(std::slice::from_ref(&path), &common::options())?;
    let there = load(&[path], &LoadOptions::default())?;
    if here.to_string() == there.to_string() { Ok(()) } else { Err("the child lowers differently".into()) }
}

fn truncated() -> Result<(), Failed> {
    let (folder, bytes) = good();
    let path = folder.path().join("cut.bc");
    for i in 0..25 {
        std::fs::write(&path, &bytes[..bytes.len() * i / 25])?;
        match load(std::slice::from_ref(&path), &LoadOptions::default()) {
            Err(error @ (LoadError::Rejected(_) | LoadError::Died { .. })) => {
                if !error.to_string().contains("cut.bc") {
                    return Err(format!("the message does not name the file: {error}").into());
                }
            }
            other => return Err(format!("cut at {i}/25: {:?}", other.map(|_| ())).into()),
        }
    }
    Ok(())
}

/// A small generator, so that the damage is the same in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

fn flipped() -> Result<(), Failed> {
    let (folder, bytes) = good();
    let path = folder.path().join("flip.bc");
    let mut rejected = 0;
    for seed in 1..=75 {
        let mut random = Random(seed * 0x9e37_79b9_7f4a_7c15);
        let mut damaged = bytes.clone();
        for _ in 0..1 + seed % 4 {
            let bit = random.next() as usize % (damaged.len() * 8);
            damaged[bit / 8] ^= 1 << (bit % 8);
        }
        std::fs::write(&path, &damaged)?;
        match load(std::slice::from_ref(&path), &LoadOptions::default()) {
            // A flipped bit in a name or a number makes another valid program.
            Ok(program) => _ = program.to_string(),
            Err(LoadError::Rejected(_) | LoadError::Died { .. } | LoadError::Link(_)) => rejected += 1,
            Err(other) => return Err(format!("seed {seed}: {other}").into()),
        }
    }
    if rejected > 0 { Ok(()) } else { Err("no damage was noticed".into()) }
}

fn not_ir() -> Result<(), Failed> {
    let folder = Folder::new();
    for text in ["", "int main(void) { return 0; }", "define i32 @f( {", "BC\u{0}\u{0}"] {
        let path = folder.write("text.ll", text);
        match load(&[path], &LoadOptions::default()) {
            Err(LoadError::Rejected(_)) => {}
            other => return Err(format!("{text:?}: {:?}", other.map(|_| ())).into()),
        }
    }
    Ok(())
}
