//! The command line, as clap reads it. Help texts are the reference; docs/usage.md is the guide.

use crate::checks::parse_checks;
use crate::reductions::{check_preset, check_reduce};
use crate::store_command::StoreArguments;
use crate::store_flags::StoreFlags;
use crate::units::{parse_size, parse_time};
use clap::{Args, Parser, Subcommand, ValueEnum};
use rethread_explore::SummaryLimits;
use rethread_report::emit::Emit;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Parser, Debug)]
#[command(
    name = "rethread",
    version,
    about = "Finds bugs in C programs by exploring every path, and hands each back as a test",
    after_help = "Exit codes: 0 nothing found, 1 bugs, 2 could not run, 3 incomplete and nothing found, 4 a replay that diverged.",
    propagate_version = true,
    args_override_self = true
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,

    /// When to use colours
    #[arg(long, global = true, value_enum, default_value_t = Colour::Auto, value_name = "WHEN")]
    pub color: Colour,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum Colour {
    Auto,
    Always,
    Never,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Explore one program and report its bugs
    Check(Box<Check>),
    /// Explore what a change can affect, and say which bugs are new, still there, and fixed
    Diff(Box<Diff>),
    /// Show what a change can affect, without exploring anything
    Impact(Impact),
    /// Mark what a line depends on, or what depends on it, in the source
    Slice(Slice),
    /// Run a test on the native program
    Replay(Replay),
    /// Make a site of a result that opens from disk, or write it in other formats
    Report(Report),
    /// Look at the tests of a result
    #[command(subcommand)]
    Test(TestCommand),
    /// Note that a bug is known and accepted, so that it makes no run fail
    Accept(Accept),
    /// Look at and clean up what earlier runs kept
    Store(StoreArguments),
    /// Say what is installed, what is missing, and the command that mends it
    Doctor(Doctor),
    /// Print a completion script for a shell
    Completions { shell: clap_complete::Shell },
    /// Print the manual page, or write one page a command into a folder
    Man {
        /// Write the pages here
        folder: Option<PathBuf>,
    },
}

impl Command {
    /// Whether standard output is for a machine.
    pub fn json(&self) -> bool {
        match self {
            Command::Check(check) => check.how.is_json(),
            Command::Diff(diff) => diff.how.is_json(),
            Command::Impact(impact) => impact.json,
            Command::Slice(slice) => slice.json,
            Command::Replay(replay) => replay.json,
            Command::Doctor(doctor) => doctor.json,
            Command::Store(store) => store.json,
            Command::Accept(_)
            | Command::Report(_)
            | Command::Test(_)
            | Command::Completions { .. }
            | Command::Man { .. } => false,
        }
    }
}

#[derive(Args, Debug)]
#[command(
    args_override_self = true,
    after_help = "\
Examples:
  rethread check prog.c                        main, with assert() and memory errors
  rethread check prog.c --sym-args 2 8         two unknown arguments of up to 8 bytes
  rethread check lib.c --entry parse           one function, its arguments unknown
  rethread check a.c b.c -- -Iinclude -DNDEBUG flags for clang come after --
  rethread check --compile-commands build/compile_commands.json src/a.c src/b.c

Every flag can stand in rethread.toml at the project's root; the command line wins."
)]
pub struct Check {
    /// The program: .c, .bc or .ll files
    #[arg(value_name = "FILE", required_unless_present = "compile_commands")]
    pub files: Vec<String>,

    /// Take clang's flags for each FILE from a compilation database
    #[arg(long, value_name = "JSON")]
    pub compile_commands: Option<PathBuf>,

    #[command(flatten)]
    pub how: Explore,
}

#[derive(Args, Debug)]
#[command(
    args_override_self = true,
    after_help = "\
Examples:
  rethread diff old.c new.c                    two files
  rethread diff before/ after/                 two folders with a compile_commands.json
  rethread diff --git main..HEAD queue.c       two revisions of queue.c
  rethread diff --git HEAD~.. --build ./configure a.c b.c -- -Iinclude

Exit codes: 0 nothing new, 1 new bugs (any bugs with --fail-on any), 2 could not run, 3 incomplete and nothing new."
)]
pub struct Diff {
    /// The program before and now: .c, .bc or .ll files, or folders with a compile_commands.json; with --git the files
    /// of the program
    #[arg(value_name = "OLD NEW", required_unless_present = "git")]
    pub versions: Vec<String>,

    /// Compare two revisions: BASE..HEAD; BASE.. is BASE against HEAD
    #[arg(long, value_name = "BASE..HEAD")]
    pub git: Option<String>,

    /// Run this in a clean copy of each revision first
    #[arg(long, value_name = "CMD", requires = "git")]
    pub build: Option<String>,

    /// What makes the exit code 1
    #[arg(long, value_enum, default_value_t = FailOn::New, value_name = "WHAT")]
    pub fail_on: FailOn,

    #[command(flatten)]
    pub store: StoreFlags,

    #[command(flatten)]
    pub how: Explore,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum FailOn {
    /// A bug that the old version does not have
    New,
    /// Any bug of the new version
    Any,
}

/// What to explore, how, how far, and what to write: the same for every command that explores.
#[derive(Args, Clone, Debug)]
pub struct Explore {
    /// Start at this function, its arguments and the globals it reads unknown
    #[arg(long, value_name = "FUNCTION", help_heading = "What to explore")]
    pub entry: Option<String>,

    /// Give the program N unknown arguments of up to LEN bytes
    #[arg(long, num_args = 2, value_names = ["N", "LEN"], help_heading = "What to explore")]
    pub sym_args: Option<Vec<u32>>,

    /// Give the program BYTES unknown bytes on standard input
    #[arg(long, value_name = "BYTES", help_heading = "What to explore")]
    pub sym_stdin: Option<u64>,

    /// Give the program this argument (repeatable)
    #[arg(
        long = "program-arg",
        value_name = "ARG",
        allow_hyphen_values = true,
        help_heading = "What to explore"
    )]
    pub program_args: Vec<String>,

    /// Give the program this file on standard input
    #[arg(long, value_name = "FILE", conflicts_with = "sym_stdin", help_heading = "What to explore")]
    pub stdin: Option<PathBuf>,

    /// Models for functions without a body (repeatable)
    #[arg(long = "model", value_name = "FILE.c", help_heading = "What to explore")]
    pub models: Vec<String>,

    /// Let every allocation fail too
    #[arg(long, help_heading = "What to explore")]
    pub malloc_may_fail: bool,

    /// Let every pthread_create fail too
    #[arg(long, help_heading = "What to explore")]
    pub create_may_fail: bool,

    /// Let an allocation get the address of freed memory again, so that ABA shows
    #[arg(long, help_heading = "What to explore")]
    pub reuse_freed: bool,

    /// Let condition variables wake up by themselves
    #[arg(long, help_heading = "What to explore")]
    pub spurious: bool,

    /// Make the results of rand() and random() unknown
    #[arg(long, help_heading = "What to explore")]
    pub rand_symbolic: bool,

    /// What to look for: `assert,null` is exactly these; `+leak`, `-uninit` change the default
    ///
    /// Kinds: assert, null, bounds, use-after-free, double-free, invalid-free, uninit, div-by-zero,
    /// overflow (shifts too), unreachable, stack-overflow, const-write, leak, race, deadlock,
    /// lock-misuse, abort; `default` is all but overflow and leak; `all` is all.
    #[arg(long, value_name = "LIST", allow_hyphen_values = true, value_parser = checks_list, help_heading = "What to look for")]
    pub checks: Option<String>,

    /// Make a call to a function without a body an error
    #[arg(long, help_heading = "What to look for")]
    pub strict: bool,

    /// Which path comes next
    #[arg(long, value_enum, default_value_t = Order::Dfs, help_heading = "How to explore")]
    pub order: Order,

    /// Reductions: `none`, `all` (the default), or a list of `dpor` (only orders of threads that differ),
    /// `summaries` (nothing that is safe for a known reason; only if named, or with `all` or `ag`), `slice` (only what can
    /// matter to the checks) and, of a change, `impact` (only what it can affect) and `carry` (with `summaries`: what those of
    /// the old version know)
    #[arg(long, value_name = "LIST", value_parser = reduce_list, conflicts_with = "preset", help_heading = "How to explore")]
    pub reduce: Option<String>,

    /// A named set of reductions: `baseline` has none, `dpor` is partial order reduction alone, `ag` has `dpor`,
    /// `summaries` and `slice`; `cia` has `dpor` and `impact`, `scia` everything
    #[arg(long, value_name = "NAME", value_parser = preset_name, help_heading = "How to explore")]
    pub preset: Option<String>,

    /// Most formulas that summaries keep where a state can stand
    #[arg(long, value_name = "N", default_value_t = SummaryLimits::default().entries, value_parser = at_least_one(), help_heading = "How to explore")]
    pub summary_entries: usize,

    /// Most terms in a formula of summaries; a larger one is dropped
    #[arg(long, value_name = "N", default_value_t = SummaryLimits::default().size, help_heading = "How to explore")]
    pub summary_size: usize,

    /// `all`: every access that two threads may make is a scheduling point, whatever the analysis says
    #[arg(long, value_name = "WHERE", value_parser = ["all"], help_heading = "How to explore")]
    pub schedule_at: Option<String>,

    /// Cores to explore on
    #[arg(long, short, value_name = "N", default_value_t = 1, help_heading = "How to explore")]
    pub jobs: usize,

    /// Fixes every random choice
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "How to explore")]
    pub seed: u64,

    /// Stop after this time (90s, 10m)
    #[arg(long, value_name = "TIME", value_parser = parse_time, help_heading = "Bounds")]
    pub max_time: Option<Duration>,

    /// Give up paths beyond this much memory (512M, 4G)
    #[arg(long, value_name = "SIZE", value_parser = parse_size, help_heading = "Bounds")]
    pub max_memory: Option<u64>,

    /// Most branches on a path
    #[arg(long, value_name = "N", help_heading = "Bounds")]
    pub max_depth: Option<u64>,

    /// Most times a loop goes back to its start, each time it is entered
    #[arg(long, value_name = "N", help_heading = "Bounds")]
    pub max_loop: Option<u64>,

    /// Most threads at a time, main included
    #[arg(long, value_name = "N", help_heading = "Bounds")]
    pub max_threads: Option<u64>,

    /// Most times another thread goes on although the last one could have
    #[arg(long, value_name = "N", help_heading = "Bounds")]
    pub max_context_switches: Option<u64>,

    /// Stop after this many tests
    #[arg(long, value_name = "N", help_heading = "Bounds")]
    pub max_tests: Option<u64>,

    /// Which solver answers: z3, our own bit-blaster, or whichever suits the question
    #[arg(long, value_enum, default_value_t = SolverName::Auto, help_heading = "Solver")]
    pub solver: SolverName,

    /// Longest time for one question
    #[arg(long, value_name = "TIME", value_parser = parse_time, help_heading = "Solver")]
    pub solver_time: Option<Duration>,

    /// Most memory for one question
    #[arg(long, value_name = "SIZE", value_parser = parse_size, help_heading = "Solver")]
    pub solver_memory: Option<u64>,

    /// Ask both solvers everything and compare their answers
    #[arg(long, help_heading = "Solver")]
    pub cross_check: bool,

    /// Write every question that reaches a solver to a file, for benchmarks and for reports of solver bugs
    #[arg(long, value_name = "FILE", help_heading = "Solver")]
    pub solver_record: Option<PathBuf>,

    /// Where the tests go; an existing folder is moved aside
    #[arg(long, value_name = "DIR", default_value = "rethread-out", help_heading = "Output")]
    pub out: PathBuf,

    /// Write only the bugs' tests
    #[arg(long, help_heading = "Output")]
    pub no_tests: bool,

    /// Print the result as one JSON object
    #[arg(long, help_heading = "Output", conflicts_with = "format")]
    pub json: bool,

    /// How the result is printed
    #[arg(long, value_enum, default_value_t = Format::Text, help_heading = "Output")]
    pub format: Format,

    /// Also write sarif=FILE, junit=FILE, markdown=FILE, witness=FILE, lcov=FILE, json=FILE or html=DIR (repeatable)
    #[arg(long, value_name = "FORMAT=PATH", help_heading = "Output")]
    pub emit: Vec<Emit>,

    /// Most nodes of the tree of what was explored that are kept for `rethread report`; 0 for none
    #[arg(long, value_name = "N", default_value_t = 100_000, help_heading = "Output")]
    pub tree_nodes: u32,

    /// No progress; print only the bugs and the verdict
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,

    /// Flags for clang
    #[arg(last = true, value_name = "CLANG FLAGS")]
    pub clang_flags: Vec<String>,
}

impl Explore {
    pub fn is_json(&self) -> bool {
        self.json || self.format == Format::Json
    }
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// For a terminal
    Text,
    /// For a comment or a job summary
    Markdown,
    /// One JSON object, as with --json
    Json,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum Order {
    /// Depth first, the true side of a branch first
    Dfs,
    /// Breadth first
    Bfs,
    /// A path at random (--seed)
    Random,
    /// Paths near lines that were not reached yet first
    Coverage,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum SolverName {
    Auto,
    Z3,
    Bitblast,
}

#[derive(Args, Debug)]
#[command(
    args_override_self = true,
    after_help = "\
Examples:
  rethread slice prog.c --at prog.c:12             what line 12 depends on
  rethread slice prog.c --at prog.c:12 --forward   what depends on line 12"
)]
pub struct Slice {
    /// The program: .c, .bc or .ll files
    #[arg(value_name = "FILE", required_unless_present = "compile_commands")]
    pub files: Vec<String>,

    /// The line it is about (repeatable)
    #[arg(long, value_name = "FILE:LINE", required = true)]
    pub at: Vec<String>,

    /// What depends on the line, instead of what it depends on
    #[arg(long)]
    pub forward: bool,

    /// Start at this function instead of main
    #[arg(long, value_name = "FUNCTION")]
    pub entry: Option<String>,

    /// Take clang's flags for each FILE from a compilation database
    #[arg(long, value_name = "JSON")]
    pub compile_commands: Option<PathBuf>,

    /// Models for functions without a body (repeatable)
    #[arg(long = "model", value_name = "FILE.c")]
    pub models: Vec<String>,

    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,

    /// Flags for clang
    #[arg(last = true, value_name = "CLANG FLAGS")]
    pub clang_flags: Vec<String>,
}

#[derive(Args, Debug)]
#[command(
    args_override_self = true,
    after_help = "\
Examples:
  rethread impact old.c new.c            what the change can affect
  rethread impact before/ after/         folders with a compile_commands.json
  rethread impact old.c new.c --html p.html   a page with both versions"
)]
pub struct Impact {
    /// The program before: a .c, .bc or .ll file, or a folder with a compile_commands.json
    #[arg(value_name = "OLD")]
    pub old: String,

    /// The program now
    #[arg(value_name = "NEW")]
    pub new: String,

    /// Start at this function instead of main
    #[arg(long, value_name = "FUNCTION")]
    pub entry: Option<String>,

    /// Models for functions without a body (repeatable)
    #[arg(long = "model", value_name = "FILE.c")]
    pub models: Vec<String>,

    /// Write a page with both versions side by side
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,

    /// Flags for clang
    #[arg(last = true, value_name = "CLANG FLAGS")]
    pub clang_flags: Vec<String>,
}

#[derive(Args, Debug)]
#[command(
    args_override_self = true,
    after_help = "\
Examples:
  rethread accept 2 --reason \"only in the simulator\"       bug 2 of rethread-out
  rethread accept out/bugs/2 --reason \"see issue 123\"

It is written to .rethread-accepted.toml at the project's root; to take it back, delete it there."
)]
pub struct Accept {
    /// The bug: its folder, or its number
    #[arg(value_name = "BUG")]
    pub bug: String,

    /// Why it is accepted
    #[arg(long, value_name = "TEXT")]
    pub reason: String,

    /// The result whose bug it is
    #[arg(long, value_name = "DIR", default_value = "rethread-out")]
    pub out: PathBuf,
}

#[derive(Args, Debug)]
#[command(
    args_override_self = true,
    after_help = "\
Examples:
  rethread report                            of rethread-out, into rethread-report
  rethread report out -o site                open site/index.html
  rethread report out --emit sarif=out.sarif --emit junit=out.xml"
)]
pub struct Report {
    /// The output folder of `check` or `diff`
    #[arg(value_name = "OUT", default_value = "rethread-out")]
    pub out: PathBuf,

    /// Where the site goes (default rethread-report, if there is no --emit)
    #[arg(long = "output", short, value_name = "DIR")]
    pub output: Option<PathBuf>,

    /// Write sarif=FILE, junit=FILE, markdown=FILE, witness=FILE, lcov=FILE, json=FILE or html=DIR (repeatable)
    #[arg(long, value_name = "FORMAT=PATH")]
    pub emit: Vec<Emit>,
}

#[derive(Args, Debug)]
#[command(args_override_self = true)]
pub struct Replay {
    /// A bug folder, a test.json, suite.jsonl:ID, or a whole suite.jsonl
    #[arg(value_name = "TEST")]
    pub test: String,

    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,

    /// Longest time for one run (default 10s)
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub timeout: Option<Duration>,

    /// Keep the native build, the inputs and the sanitizer's reports here
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,

    /// Run each test so many times; all of them have to end as it says
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub times: u32,

    /// Print each step of the schedule as it happens, one column a thread
    #[arg(long, conflicts_with = "json")]
    pub slow: bool,

    /// Start gdb on the program, with the inputs and the schedule in force
    #[arg(long, conflicts_with_all = ["json", "slow", "times"])]
    pub gdb: bool,
}

#[derive(Subcommand, Debug)]
pub enum TestCommand {
    /// List the tests of a result
    Ls {
        /// An output folder, a suite.jsonl, or a bug folder
        #[arg(value_name = "TESTS", default_value = "rethread-out")]
        tests: String,
    },
    /// Show a test: its input and how the program ends
    Show {
        /// A bug folder, a test.json, or suite.jsonl:ID
        #[arg(value_name = "TEST")]
        test: String,
    },
    /// Write tests in another format
    Export {
        /// A bug folder, a test.json, suite.jsonl:ID, a suite.jsonl, or an output folder
        #[arg(value_name = "TESTS")]
        tests: String,
        /// The format
        #[arg(long, value_enum, default_value_t = ExportFormat::Ktest)]
        format: ExportFormat,
        /// The folder to write to, made if it is not there
        #[arg(long, value_name = "DIR", default_value = "rethread-tests")]
        to: PathBuf,
    },
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum ExportFormat {
    /// KLEE's: ID.ktest
    Ktest,
    /// As in test.json: ID.json
    Json,
    /// C: ID.c with the inputs, the schedule and what forces it, and a Makefile that builds it with the program
    C,
    /// A corpus for libFuzzer: a file a test, the bytes of its inputs in the order they are asked for, then standard input
    Libfuzzer,
    /// A folder a test: a file an input, `args` (each ended by a zero byte) and `stdin`
    Raw,
}

#[derive(Args, Debug)]
pub struct Doctor {
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
}

fn checks_list(text: &str) -> Result<String, String> {
    parse_checks(text).map(|_| text.to_string())
}

fn reduce_list(text: &str) -> Result<String, String> {
    check_reduce(text).map(|()| text.to_string())
}

fn at_least_one() -> clap::builder::RangedU64ValueParser<usize> {
    clap::builder::RangedU64ValueParser::new().range(1..)
}

fn preset_name(text: &str) -> Result<String, String> {
    check_preset(text).map(|()| text.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn check(args: &str) -> Result<Check, String> {
        let args = ["rethread", "check"].into_iter().chain(args.split_whitespace());
        match Cli::try_parse_from(args).map_err(|e| e.to_string())?.command {
            Command::Check(check) => Ok(*check),
            _ => unreachable!("the first word is check"),
        }
    }

    #[test]
    fn clap_finds_no_fault() {
        Cli::command().debug_assert();
    }

    #[test]
    fn flags_of_the_published_interface() {
        let c = check(
            "a.c b.c --entry f --checks -leak,+overflow --sym-args 2 8 --sym-stdin 16 --model m.c \
             --malloc-may-fail --strict --order coverage --max-time 90s --max-memory 4G --max-depth 5 \
             --max-loop 6 --max-tests 7 --solver-time 10s --solver-memory 512M --solver z3 --cross-check \
             --solver-record q.bin \
             --seed 3 --out o --no-tests --json --emit sarif=x --emit html=d --quiet --color never \
             --reduce all --schedule-at all --program-arg -n -- -DX -I inc",
        )
        .unwrap();
        assert_eq!(c.files, ["a.c", "b.c"]);
        assert_eq!(c.how.sym_args, Some(vec![2, 8]));
        assert_eq!(c.how.max_memory, Some(4 << 30));
        assert_eq!(c.how.clang_flags, ["-DX", "-I", "inc"]);
        assert_eq!(c.how.program_args, ["-n"]);
        assert_eq!(c.how.emit.len(), 2);
    }

    #[test]
    fn mistakes_are_explained() {
        assert!(check("").unwrap_err().contains("FILE"));
        assert!(check("a.c --max-time 90").unwrap_err().contains("90s"));
        assert!(check("a.c --checks foo").unwrap_err().contains("unknown check `foo`"));
        assert!(check("a.c --preset baseline --reduce none").unwrap_err().contains("cannot be used with"));
        assert!(check("a.c --preset sca").unwrap_err().contains("unknown preset"));
        assert!(check("a.c --emit pdf=x").unwrap_err().contains("unknown format `pdf`"));
        assert!(check("a.c --stdin x --sym-stdin 3").unwrap_err().contains("cannot be used with"));
    }
}
