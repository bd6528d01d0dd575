//! Memory: what is written byte by byte and read again, or put together by shifts, is the value itself.

use rethread_expr::{SymbolKind, Term, Terms};

fn sym(p: &mut Terms, name: &str, width: u32) -> Term {
    p.symbol(name, width, SymbolKind::Input)
}

#[test]
fn bytes_stored_and_loaded_are_the_value() {
    let mut p = Terms::new();
    let (x, y) = (sym(&mut p, "x", 32), sym(&mut p, "y", 8));
    let c = p.constant(32, 0x80);
    let one = p.constant(32, 1);
    let z = p.zext(y, 32);
    let s = p.sext(y, 32);
    let values = [x, p.or(x, c), p.add(x, one), p.add(z, one), p.mul(s, z), z, s, p.xor(x, z), p.not(x)];
    for value in values {
        let bytes: Vec<Term> = (0..4).map(|i| p.extract(value, i * 8, 8)).collect();
        let low_first = bytes[1..].iter().fold(bytes[0], |acc, b| p.concat(*b, acc));
        let high_first = bytes[..3].iter().rev().fold(bytes[3], |acc, b| p.concat(acc, *b));
        assert_eq!(low_first, value, "{} / {}", p.display(low_first), p.display(value));
        assert_eq!(high_first, value, "{} / {}", p.display(high_first), p.display(value));
    }
}

#[test]
fn bytes_put_together_by_shifts_are_a_concatenation() {
    let mut p = Terms::new();
    let x = sym(&mut p, "x", 32);
    let mut acc = p.constant(32, 0);
    for i in 0..4 {
        let byte = p.extract(x, i * 8, 8);
        let wide = p.zext(byte, 32);
        let by = p.constant(32, i as u64 * 8);
        let moved = p.shl(wide, by);
        acc = p.or(acc, moved);
    }
    assert_eq!(acc, x);
}
