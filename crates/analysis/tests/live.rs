//! Registers that may still be read.

mod common;

use common::case;
use rethread_analysis::live_in;

#[test]
fn a_loop_with_phis() {
    let c = case(
        "int g(int); int main(int n, char **v) { int s = 0, unused = g(n);
        for (int i = 0; i < n; i++) s += i;
        return s; }",
    );
    let f = c.function("main");
    let live = live_in(f);
    let reg = |name: &str| f.regs.iter().position(|r| r.name == name).unwrap_or_else(|| panic!("{name}"));
    let block = |name: &str| f.blocks.iter().position(|b| b.name == name).unwrap_or_else(|| panic!("{name}"));
    let (cond, body, end) = (block("for.cond"), block("for.body"), block("for.end"));
    let (n, s, i) = (reg("n"), reg("s.0"), reg("i.0"));
    assert!(live[0][n] && !live[0][s] && !live[0][i], "phis are defined in the loop");
    assert!(live[cond][n] && live[cond][s] && live[cond][i]);
    assert!(live[body][n] && live[body][s] && live[body][i]);
    assert!(live[end][s] && !live[end][i] && !live[end][n]);
    let (add, inc) = (reg("add"), reg("inc"));
    let latch = block("for.inc");
    assert!(live[latch][add], "a phi reads it when this block is left");
    assert!(!live[cond][add] && !live[cond][inc], "at the phi they are dead");
    let unused = f.regs.iter().position(|r| r.name.starts_with("call")).expect("the result of g");
    assert!(live.iter().all(|l| !l[unused]), "never read");
}
