//! Which native build shows which end.
//!
//! A plain process shows exits, assertions and faults. The rest needs the sanitizer made for it. Some ends
//! are looked for in a second flavour when the first does not show them: AddressSanitizer misses an
//! access that lands far away in another object (far-apart heap objects and LLVM's bounds-checking pass,
//! which follows a pointer back to its object, see many of those), MemorySanitizer looks at what is
//! passed to a function only in its eager mode (which would be too eager for the first try).

use rethread_testcase::{BugKind, EndKind};

/// How the program is compiled.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Flavour {
    /// No sanitizer; faults are reported by the runtime.
    Plain,
    /// Plain, with heap objects that lie far apart and a trap before an access that leaves its object.
    Apart,
    /// AddressSanitizer and array bounds as the types have them.
    Address,
    /// UndefinedBehaviorSanitizer, reporting and going on.
    Undefined,
    /// MemorySanitizer, looking at what decides.
    Memory,
    /// MemorySanitizer, looking at arguments and results too.
    EagerMemory,
}

impl Flavour {
    pub const ALL: [Flavour; 6] = [
        Flavour::Plain,
        Flavour::Apart,
        Flavour::Address,
        Flavour::Undefined,
        Flavour::Memory,
        Flavour::EagerMemory,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Flavour::Plain => "plain",
            Flavour::Apart => "apart",
            Flavour::Address => "address",
            Flavour::Undefined => "undefined",
            Flavour::Memory => "memory",
            Flavour::EagerMemory => "eager-memory",
        }
    }

    /// For compiling and linking the program.
    pub fn flags(self) -> &'static [&'static str] {
        match self {
            // A trap where control must not come: the plain run then stops there.
            Flavour::Plain => &["-mllvm", "-trap-unreachable"],
            Flavour::Apart => &[],
            Flavour::Address => &[
                "-fsanitize=address,array-bounds",
                "-fsanitize-recover=array-bounds",
                "-fsanitize-address-use-after-scope",
            ],
            Flavour::Undefined => &[
                "-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero,unreachable,float-cast-overflow",
                "-fsanitize-recover=signed-integer-overflow,shift,integer-divide-by-zero,float-cast-overflow",
            ],
            Flavour::Memory => {
                &["-fsanitize=memory", "-fsanitize-recover=memory", "-fno-sanitize-memory-param-retval"]
            }
            Flavour::EagerMemory => {
                &["-fsanitize=memory", "-fsanitize-recover=memory", "-fsanitize-memory-param-retval"]
            }
        }
    }

    /// For compiling the runtime: its writes must be known to the sanitizer that watches memory.
    pub fn runtime_flags(self) -> &'static [&'static str] {
        match self {
            Flavour::Plain => &["-DRETHREAD_SIGNALS"],
            Flavour::Apart => &["-DRETHREAD_SIGNALS", "-DRETHREAD_GUARD"],
            Flavour::Address => &["-fsanitize=address"],
            Flavour::Undefined => &[],
            Flavour::Memory | Flavour::EagerMemory => self.flags(),
        }
    }

    /// What `opt` does to bitcode before it is compiled: mark the functions that the sanitizer's pass is to
    /// look at (for C the front end does), or run the pass that it is all about. Inlining lets it follow
    /// pointers into callees.
    pub fn passes(self) -> Option<&'static [&'static str]> {
        match self {
            Flavour::Address => Some(&["-passes=forceattrs", "-force-attribute=sanitize_address"]),
            Flavour::Memory | Flavour::EagerMemory => {
                Some(&["-passes=forceattrs", "-force-attribute=sanitize_memory"])
            }
            Flavour::Apart => Some(&[
                "-passes=function(mem2reg),cgscc(inline),function(bounds-checking)",
                "-inline-threshold=20000",
            ]),
            Flavour::Plain | Flavour::Undefined => None,
        }
    }
}

/// ThreadSanitizer's instrumentation does not see what is passed by value; that of AddressSanitizer does, and is asked for nothing else.
const BY_VALUE: [&str; 8] = [
    "-force-attribute=sanitize_address",
    "-asan-instrumentation-with-call-threshold=0",
    "-asan-instrument-reads=0",
    "-asan-instrument-writes=0",
    "-asan-instrument-atomics=0",
    "-asan-stack=0",
    "-asan-globals=0",
    "-asan-opt-globals=0",
];

/// A flavour, and whether a schedule is forced on the run.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Variant {
    pub flavour: Flavour,
    pub scheduled: bool,
}

impl Variant {
    /// Of a file or a folder.
    pub fn name(self) -> String {
        let suffix = if self.scheduled { "-scheduled" } else { "" };
        format!("{}{suffix}", self.flavour.name())
    }

    /// For compiling the runtime.
    pub fn runtime_flags(self) -> Vec<&'static str> {
        // What is called at every access has to be quick.
        let own: &[_] = if self.scheduled { &["-O2", "-DRETHREAD_SCHEDULED"] } else { &["-O0"] };
        own.iter().chain(self.flavour.runtime_flags()).copied().collect()
    }

    /// What `opt` does to bitcode before it is compiled. For a schedule it is clang's own instrumentation for
    /// its ThreadSanitizer, which the front end would not mix with another sanitizer. A read before a write
    /// to the same place is a step of its own.
    pub fn passes(self) -> Option<Vec<String>> {
        let flavour = self.flavour.passes();
        if !self.scheduled {
            return flavour.map(|passes| passes.iter().map(|p| p.to_string()).collect());
        }
        let mut flags = vec![
            "-force-attribute=sanitize_thread".to_owned(),
            "-tsan-instrument-read-before-write=1".to_owned(),
        ];
        let mut passes = "-passes=forceattrs,function(tsan)".to_owned();
        if self.flavour != Flavour::Address {
            flags.extend(BY_VALUE.map(str::to_owned));
            passes.push_str(",asan<kernel>");
        }
        for flag in flavour.unwrap_or_default() {
            match flag.strip_prefix("-passes=") {
                Some("forceattrs") => {}
                Some(more) => passes = format!("{passes},{more}"),
                None => flags.push(flag.to_string()),
            }
        }
        flags.insert(0, passes);
        Some(flags)
    }

    /// Whether C has to become bitcode first, for [`Variant::passes`].
    pub fn through_bitcode(self) -> bool {
        self.scheduled || self.flavour == Flavour::Apart
    }
}

/// One way to look for an end.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Attempt {
    pub flavour: Flavour,
    /// Look for leaks when it ends; with `Thorough` also those that a dead frame still points to.
    pub leaks: Leaks,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Leaks {
    Ignored,
    Reported,
    Thorough,
}

const fn quiet(flavour: Flavour) -> Attempt {
    Attempt { flavour, leaks: Leaks::Ignored }
}

/// A run without a sanitizer.
pub const PLAIN: Attempt = quiet(Flavour::Plain);

/// Ends that only the runtime of a schedule sees, in sequential programs too.
pub fn needs_schedule(end: &EndKind) -> bool {
    use BugKind::{Deadlock, LockMisuse, Race};
    matches!(end, EndKind::Bug { bug: Race | Deadlock | LockMisuse, .. })
}

/// The ways to look for this end, the best first; none: it cannot be seen natively.
pub fn attempts(end: &EndKind) -> &'static [Attempt] {
    const ADDRESS: Attempt = quiet(Flavour::Address);
    let EndKind::Bug { bug, .. } = end else { return &[PLAIN] };
    match bug {
        BugKind::Assert | BugKind::Abort => &[PLAIN],
        BugKind::Null | BugKind::ConstWrite | BugKind::StackOverflow => &[PLAIN, ADDRESS],
        BugKind::Bounds => &[ADDRESS, const { quiet(Flavour::Apart) }],
        // The runtime itself sees what is gone with its thread.
        BugKind::UseAfterFree => &[ADDRESS, PLAIN],
        BugKind::DoubleFree | BugKind::InvalidFree => &[ADDRESS],
        BugKind::Uninit => &[const { quiet(Flavour::Memory) }, const { quiet(Flavour::EagerMemory) }],
        BugKind::Overflow => &[const { quiet(Flavour::Undefined) }],
        BugKind::DivByZero | BugKind::Unreachable => &[const { quiet(Flavour::Undefined) }, PLAIN],
        BugKind::Leak => &[
            Attempt { flavour: Flavour::Address, leaks: Leaks::Reported },
            Attempt { flavour: Flavour::Address, leaks: Leaks::Thorough },
        ],
        BugKind::Race | BugKind::Deadlock => &[PLAIN],
        // A lock that nobody ever wrote to is one only to MemorySanitizer.
        BugKind::LockMisuse => &[PLAIN, const { quiet(Flavour::Memory) }, ADDRESS],
    }
}
