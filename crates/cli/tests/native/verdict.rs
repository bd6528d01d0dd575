//! Is the end of a native run one that rethread reached?

use super::machine::End;
use super::reached::Reached;

/// After these a native run may go on, to states that rethread, which stops the thread, does not have.
const UNDEFINED: [&str; 11] = [
    "null",
    "bounds",
    "use-after-free",
    "double-free",
    "invalid-free",
    "uninit",
    "div-by-zero",
    "unreachable",
    "stack-overflow",
    "const-write",
    "lock-misuse",
];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Among those that rethread reached.
    Reached,
    /// Not among them, but rethread reports undefined behaviour, and anything may follow that.
    Undefined,
    Assumed,
    Missed,
}

pub fn verdict(end: &End, reached: &Reached) -> Verdict {
    let has = |kinds: &[&str]| reached.bugs.iter().any(|(kind, _)| kinds.contains(&kind.as_str()));
    let found = match end {
        End::Assumed => return Verdict::Assumed,
        End::Exit(code, printed) => reached.exits.contains(&(*code, printed.clone())),
        End::Assert(line) => reached.bugs.contains(&("assert".to_string(), *line)),
        End::Signal(SIGABRT) => has(&["abort", "double-free", "invalid-free", "lock-misuse"]),
        End::Signal(_) => has(&UNDEFINED),
        End::Hang => has(&["deadlock"]),
    };
    match found {
        true => Verdict::Reached,
        false if has(&UNDEFINED) => Verdict::Undefined,
        false => Verdict::Missed,
    }
}

const SIGABRT: i32 = 6;
