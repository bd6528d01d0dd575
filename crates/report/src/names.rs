//! A sentence about each kind of bug and each bound.

use rethread_explore::BugKind;

/// One sentence, for rules and pages.
pub fn describe(kind: BugKind) -> &'static str {
    match kind {
        BugKind::Assert => "An assertion fails.",
        BugKind::Null => "A null pointer is dereferenced or called.",
        BugKind::Bounds => "Memory outside of an object is read or written.",
        BugKind::UseAfterFree => "Memory is used after it was freed or its frame returned.",
        BugKind::DoubleFree => "Memory is freed twice.",
        BugKind::InvalidFree => "Something that malloc did not return is freed.",
        BugKind::Uninit => "An uninitialised value decides a branch, an address, a check or output.",
        BugKind::DivByZero => "An integer is divided by zero.",
        BugKind::Overflow => "Signed arithmetic overflows, or a shift is by too much.",
        BugKind::Unreachable => "Code is reached that the compiler was told is unreachable.",
        BugKind::StackOverflow => "The call stack grows beyond its limit.",
        BugKind::ConstWrite => "Constant memory is written.",
        BugKind::Leak => "Memory is never freed and no longer reachable.",
        BugKind::Race => "Two threads access the same memory, one writes, nothing orders them.",
        BugKind::Deadlock => "Threads wait for each other for ever.",
        BugKind::LockMisuse => "A lock is used against its rules.",
        BugKind::Abort => "The program aborts.",
    }
}

/// What a bound means for the result, for the names the explorer uses.
pub fn describe_bound(bound: &str) -> &'static str {
    match bound {
        "max-time" => "the time was up; paths that were waiting were not explored",
        "max-memory" => "the memory limit was reached; paths were given up",
        "max-depth" => "paths with more branches than this were cut",
        "max-loop" => "loops that go round more often were cut",
        "max-tests" => "enough tests were written; the rest was not explored",
        "max-threads" => "a thread beyond the limit was not started",
        "max-context-switches" => "schedules with more switches were not explored",
        "solver" => "the solver gave up on a question; that path was not followed",
        "interrupt" => "the run was interrupted; paths that were waiting were not explored",
        _ => "part of the program was not explored",
    }
}
