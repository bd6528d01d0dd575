//! What a native run showed: the runtime's events and the sanitizer's reports, as findings with places.

use crate::ReplayError;
use crate::follow::{self, Followed};
use crate::run::{Run, Status};
use crate::symbolize::symbolize;
use crate::tools::Tools;
use rethread_testcase::{BugKind, Place};
use std::fmt;

/// A run, understood.
#[derive(Debug)]
pub struct Observed {
    pub status: Status,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// In the order they were reported.
    pub findings: Vec<Finding>,
    /// What became of the schedule.
    pub followed: Followed,
    pub evidence: String,
    pub command: String,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    pub what: What,
    /// The program's own frames, innermost first.
    pub frames: Vec<Place>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum What {
    /// With the place the assertion names itself, if it does.
    Assert(Option<(String, u32)>),
    Abort,
    Assume,
    /// An input that was not recorded.
    Missing(String),
    /// An input that was recorded with another size.
    WrongSize(String, u64),
    /// A global that is an input but cannot be found.
    NoGlobal(String),
    Fault {
        signal: i32,
        address: u64,
    },
    /// A sanitizer's finding; `goes_on` if the run did.
    Report {
        kind: Option<BugKind>,
        text: String,
        goes_on: bool,
    },
    StackOverflow,
    /// The sanitizer could not do its work.
    Broken(String),
}

impl Finding {
    pub fn place(&self) -> Option<&Place> {
        self.frames.first()
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.what {
            What::Assert(_) => write!(f, "assert"),
            What::Abort => write!(f, "abort"),
            What::Assume => write!(f, "a false assume"),
            What::Missing(name) => write!(f, "a request for the input {name}, which the test does not have"),
            What::WrongSize(name, size) => {
                write!(f, "a request for {size} bytes of the input {name}, which has another size")
            }
            What::NoGlobal(name) => write!(f, "no global {name}"),
            What::Fault { signal, address } => write!(f, "{} on address {address:#x}", signal_name(*signal)),
            What::Report { text, .. } => write!(f, "{text}"),
            What::StackOverflow => write!(f, "stack-overflow"),
            What::Broken(text) => write!(f, "{text}"),
        }?;
        match (&self.what, self.place()) {
            (What::Assert(Some((file, line))), _) => write!(f, " at {file}:{line}"),
            (_, Some(place)) => write!(f, " at {}:{}", place.file, place.line),
            _ => Ok(()),
        }
    }
}

pub fn signal_name(signal: i32) -> String {
    let name = match signal {
        libc::SIGSEGV => "SIGSEGV",
        libc::SIGBUS => "SIGBUS",
        libc::SIGFPE => "SIGFPE",
        libc::SIGILL => "SIGILL",
        libc::SIGABRT => "SIGABRT",
        libc::SIGTRAP => "SIGTRAP",
        libc::SIGKILL => "SIGKILL",
        libc::SIGXFSZ => "SIGXFSZ (too much output)",
        _ => return format!("signal {signal}"),
    };
    name.to_owned()
}

/// A finding whose frames are still offsets.
struct Raw {
    what: What,
    offsets: Vec<u64>,
    place: Option<Place>,
}

impl Raw {
    fn new(what: What) -> Raw {
        Raw { what, offsets: Vec::new(), place: None }
    }
}

/// A run that reports the same place again and again says it in the first ones.
const MOST_FINDINGS: usize = 64;

pub fn observe(tools: &Tools, run: Run) -> Result<Observed, ReplayError> {
    let mut raw = events(&run.events);
    raw.extend(reports(&run.sanitizer, &run.binary.path.to_string_lossy()));
    raw.truncate(MOST_FINDINGS);
    let mut findings = Vec::new();
    for Raw { what, offsets, place } in raw {
        let frames = match place {
            Some(place) => vec![place],
            None => places(tools, &run, offsets)?,
        };
        findings.push(Finding { what, frames });
    }
    let followed = follow::followed(&run.events, &run.steps, &run.binary.lines);
    let mut evidence = run.events;
    evidence.push_str(&run.sanitizer);
    shorten(&mut evidence);
    Ok(Observed {
        status: run.status,
        stdout: run.stdout,
        stderr: without_warning(run.stderr),
        findings,
        followed,
        evidence,
        command: run.command,
    })
}

fn places(tools: &Tools, run: &Run, offsets: Vec<u64>) -> Result<Vec<Place>, ReplayError> {
    let known = || run.binary.stacks.lock().unwrap_or_else(|e| e.into_inner());
    if let Some(places) = known().get(&offsets) {
        return Ok(places.clone());
    }
    let places = symbolize(tools, &run.binary.path, &offsets)?;
    known().insert(offsets, places.clone());
    Ok(places)
}

/// On a fault the sanitizers write one line to standard error, wherever their reports go.
fn without_warning(mut stderr: Vec<u8>) -> Vec<u8> {
    const WARNING: &[u8] = b"Sanitizer:DEADLYSIGNAL\n";
    if stderr.ends_with(WARNING) {
        stderr.truncate(stderr.len() - WARNING.len());
        let name = stderr.iter().rev().take_while(|c| c.is_ascii_alphabetic()).count();
        stderr.truncate(stderr.len() - name);
    }
    stderr
}

fn shorten(text: &mut String) {
    const MOST: usize = 4000;
    if text.len() > MOST {
        let end = (0..=MOST).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0);
        text.truncate(end);
        text.push_str("\n...\n");
    }
}

/// What `runtime/events.c` wrote: an event a line, its call stack in the next.
fn events(text: &str) -> Vec<Raw> {
    let mut found: Vec<Raw> = Vec::new();
    for line in text.lines() {
        let mut fields = line.split('\t');
        let word = fields.next().unwrap_or_default();
        let fields: Vec<&str> = fields.collect();
        let field = |i: usize| fields.get(i).copied().unwrap_or_default();
        let what = match word {
            "stack" => {
                if let Some(last) = found.last_mut() {
                    last.offsets = fields.iter().filter_map(|f| f.parse().ok()).collect();
                }
                continue;
            }
            "assert" if field(0).is_empty() => What::Assert(None),
            "assert" => What::Assert(Some((field(0).to_owned(), field(1).parse().unwrap_or(0)))),
            "abort" => What::Abort,
            "assume" => What::Assume,
            "missing" => What::Missing(format!("{}{}", field(0), field(1))),
            "size" => What::WrongSize(field(0).to_owned(), field(1).parse().unwrap_or(0)),
            "global" => What::NoGlobal(field(0).to_owned()),
            "misuse" => {
                let text = format!("lock-misuse ({})", field(0));
                What::Report { kind: Some(BugKind::LockMisuse), text, goes_on: false }
            }
            "gone" => {
                let text = format!("use of what was thread {}'s, which has ended", field(0));
                What::Report { kind: Some(BugKind::UseAfterFree), text, goes_on: false }
            }
            "stack-overflow" => What::StackOverflow,
            "signal" => {
                What::Fault { signal: field(0).parse().unwrap_or(0), address: field(1).parse().unwrap_or(0) }
            }
            // A name with a line break in it: what follows belongs to the event before.
            _ => continue,
        };
        found.push(Raw::new(what));
    }
    found
}

/// What the sanitizers wrote: a headline, then the stack of the access, then more that is not needed.
fn reports(text: &str, binary: &str) -> Vec<Raw> {
    let mut found: Vec<Raw> = Vec::new();
    let mut open = false;
    for line in text.lines() {
        if let Some(raw) = headline(line) {
            found.push(raw);
            open = true;
        } else if let Some(offset) = frame_offset(line, binary) {
            if let Some(last) = found.last_mut().filter(|_| open) {
                last.offsets.push(offset);
            }
        } else if line.trim().is_empty() {
            open = false;
        }
    }
    found
}

/// `    #1 0x55... (/path/program+0xcb346) (BuildId: ...)`.
fn frame_offset(line: &str, binary: &str) -> Option<u64> {
    let rest = line.trim_start().strip_prefix('#')?;
    let module = &rest[rest.find('(')? + 1..];
    let offset = module.strip_prefix(binary)?.strip_prefix("+0x")?;
    u64::from_str_radix(offset.split(')').next()?, 16).ok()
}

fn headline(line: &str) -> Option<Raw> {
    if let Some((place, text)) = line.split_once(": runtime error: ") {
        return Some(undefined(place, text));
    }
    if let Some((_, text)) = line.split_once("ERROR: AddressSanitizer: ") {
        return Some(Raw::new(address(text)));
    }
    if line.contains(" leak of ") && line.contains("allocated from:") {
        let text = line.trim_end_matches(" allocated from:").to_owned();
        return Some(Raw::new(What::Report { kind: Some(BugKind::Leak), text, goes_on: true }));
    }
    if line.contains("LeakSanitizer has encountered a fatal error") {
        return Some(Raw::new(What::Broken("LeakSanitizer cannot run here".into())));
    }
    if line.contains("WARNING: MemorySanitizer: ") {
        let text = "use of an uninitialised value".to_owned();
        return Some(Raw::new(What::Report { kind: Some(BugKind::Uninit), text, goes_on: true }));
    }
    // MSan's and UBSan's own words for a fault.
    let (_, text) = line.split_once("ERROR: ")?;
    let (_, text) = text.split_once("Sanitizer: ")?;
    Some(Raw::new(address(text)))
}

fn undefined(place: &str, text: &str) -> Raw {
    let is = |part: &str| text.contains(part);
    let kind = if is("division by zero") {
        Some(BugKind::DivByZero)
    } else if is("integer overflow") || is("shift") || is("cannot be represented") || is("outside the range")
    {
        Some(BugKind::Overflow)
    } else if is("unreachable program point") {
        Some(BugKind::Unreachable)
    } else if is("out of bounds") {
        Some(BugKind::Bounds)
    } else {
        None
    };
    let goes_on = kind != Some(BugKind::Unreachable);
    let mut raw = Raw::new(What::Report { kind, text: text.to_owned(), goes_on });
    // file:line:column
    let mut parts = place.rsplitn(3, ':');
    let column = parts.next().and_then(|n| n.parse().ok()).unwrap_or(0);
    let line = parts.next().and_then(|n| n.parse().ok()).unwrap_or(0);
    let file = parts.next().unwrap_or_default().to_owned();
    raw.place = Some(Place { file, line, column, function: String::new() });
    raw
}

fn address(text: &str) -> What {
    let starts = |names: &[&str]| names.iter().any(|name| text.starts_with(name));
    let fault =
        [("SEGV", libc::SIGSEGV), ("BUS", libc::SIGBUS), ("FPE", libc::SIGFPE), ("ILL", libc::SIGILL)];
    if let Some((_, signal)) = fault.iter().find(|(name, _)| text.starts_with(&format!("{name} on "))) {
        let digits = text.split_once("address 0x").map_or("", |(_, rest)| rest);
        let end = digits.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(digits.len());
        let address = u64::from_str_radix(&digits[..end], 16).unwrap_or(0);
        return What::Fault { signal: *signal, address };
    }
    if starts(&["stack-overflow"]) {
        return What::StackOverflow;
    }
    let kind = if starts(&["heap-use-after", "stack-use-after", "use-after-poison"]) {
        Some(BugKind::UseAfterFree)
    } else if text.contains("buffer-overflow")
        || text.contains("buffer-underflow")
        || starts(&["container-overflow", "negative-size-param", "unknown-crash"])
    {
        Some(BugKind::Bounds)
    } else if starts(&["attempting double-free"]) {
        Some(BugKind::DoubleFree)
    } else if starts(&["attempting free on", "attempting to call"]) {
        Some(BugKind::InvalidFree)
    } else {
        None
    };
    let end = text.find(" on ").or_else(|| text.find(':')).unwrap_or(text.len());
    What::Report { kind, text: text[..end].to_owned(), goes_on: false }
}
