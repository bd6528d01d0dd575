//! Sizes that punish anything quadratic: the tests end, or somebody notices.

mod common;

use common::{c, function, insts};
use rethread_ir::Op;
use std::fmt::Write;

#[test]
fn a_switch_with_ten_thousand_cases() {
    let mut text = String::from("int f(int x) { switch (x) {\n");
    for i in 0..10_000 {
        _ = writeln!(text, "case {}: return {};", i * 3, i * 7 % 1001);
    }
    text.push_str("} return -1; }");
    let program = c(&text);
    let cases = insts(function(&program, "f")).find_map(|i| match &i.op {
        Op::Switch { cases, .. } => Some(cases.len()),
        _ => None,
    });
    assert_eq!(cases, Some(10_000));
}

#[test]
fn a_function_of_a_hundred_thousand_lines() {
    let mut text = String::from("int g(int); int main(int c, char **v) { int a = c, b = 2;\n");
    for i in 0..100_000 {
        _ = match i % 3 {
            0 => writeln!(text, "a = a * {} + b; if (a > {i}) b ^= g(a);", i % 97 + 1),
            _ => writeln!(text, "b += a >> {};", i % 7),
        };
    }
    text.push_str("return a + b; }");
    let program = c(&text);
    let main = function(&program, "main");
    assert!(insts(main).count() > 300_000);
    let last = main.blocks.last().and_then(|b| b.insts.last()).expect("it returns");
    assert_eq!(program.location(last.loc).map(|l| l.at.line), Some(100_002));
}
