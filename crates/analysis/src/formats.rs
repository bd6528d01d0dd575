//! Formats of printf that write through their arguments.

use crate::facts::Facts;
use crate::node::{FIRST_OBJECT, Obj};
use rethread_ir::Const;

/// May the text in this object have a `%n`? Only constant text can be said to have none.
pub fn may_write(facts: &Facts, o: Obj) -> bool {
    let global = o.checked_sub(FIRST_OBJECT).and_then(|g| facts.program.globals.get(g as usize));
    match global.map(|g| (g.is_const, &g.init)) {
        Some((true, Some(Const::Bytes(_, text)))) => writes(text),
        Some((true, Some(Const::Zero(_)))) => false,
        _ => true,
    }
}

fn writes(text: &[u8]) -> bool {
    let mut rest = text.iter();
    while rest.any(|&c| c == b'%') {
        let conversion = rest.find(|c| !b"-+ #0123456789.*'$IhlqjztL".contains(c));
        if conversion == Some(&b'n') {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::writes;

    #[test]
    fn only_n_writes() {
        assert!(writes(b"%n") && writes(b"%d %hhn") && writes(b"%%%1$n"));
        assert!(!writes(b"") && !writes(b"%d n%") && !writes(b"%%n") && !writes(b"100%-5s n"));
    }
}
