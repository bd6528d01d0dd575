//! Standard input and output, and strtod.

use super::{Args, Builtin, arg, looking};
use crate::error::{Interrupt, Step};
use crate::exec::{Access, Executor, Offset};
use crate::output::{Output, Piece};
use crate::state::State;
use crate::touch::{Gate, Touch};
use crate::value::{Kind, Value};

pub const TABLE: &[Builtin] = &[
    looking("__rethread_write", write),
    looking("__rethread_read", read),
    looking("__rethread_strtod", strtod),
    looking("__rethread_vformat", super::format::vformat),
];

/// The stream that a file descriptor stands for.
pub fn stream(state: &mut State, fd: u64) -> Option<&mut Output> {
    match fd {
        1 => Some(&mut state.stdout),
        2 => Some(&mut state.stderr),
        _ => None,
    }
}

fn write(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let fd = e.term(state, arg(args, 0), 32);
    let fd = e.enumerate(state, fd)?;
    let len = e.term(state, arg(args, 2), 64);
    let len = e.enumerate(state, len)?;
    if len == 0 {
        return Ok(Some(Value::Int(0)));
    }
    let (o, off) = e.resolve(state, arg(args, 1), len, Access::Read)?;
    let off = match off {
        Offset::Known(k) => k,
        Offset::Symbolic(t) => e.enumerate(state, t)?,
    };
    let mut pieces = Vec::with_capacity(len as usize);
    for i in 0..len {
        let v = e.read(state, o, off + i, Kind::Int(8));
        pieces.push(e.printed_byte(state, v)?);
    }
    if let Some(out) = stream(state, fd) {
        pieces.into_iter().for_each(|p| out.push(p));
    }
    Ok(Some(Value::Int(len)))
}

fn read(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let fd = e.term(state, arg(args, 0), 32);
    if e.enumerate(state, fd)? != 0 {
        // Not open for reading.
        return Ok(Some(Value::Int(u64::MAX)));
    }
    let want = e.term(state, arg(args, 2), 64);
    let want = e.enumerate(state, want)?;
    let total = e.options.sym_stdin.unwrap_or(e.options.stdin.len() as u64);
    // Who reads first gets the first bytes: a step on something that all threads share.
    e.turn(state, Gate::Open, "read input", &[Touch::of_process(1)])?;
    let n = want.min(total - state.stdin_read.min(total));
    if n == 0 {
        return Ok(Some(Value::Int(0)));
    }
    let (o, off) = e.resolve(state, arg(args, 1), n, Access::Write)?;
    let Offset::Known(off) = off else {
        return Err(Interrupt::Unsupported("reading input to a symbolic address".into()));
    };
    for i in 0..n {
        let at = state.stdin_read + i;
        let v = match e.options.sym_stdin {
            Some(_) => Value::Term(e.stdin_byte(at)),
            None => Value::Int(u64::from(e.options.stdin[at as usize])),
        };
        e.write(state, o, off + i, v, Kind::Int(8));
    }
    state.stdin_read += n;
    Ok(Some(Value::Int(n)))
}

fn strtod(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let start = arg(args, 0);
    // Nobody looks behind the first byte that cannot belong to the number.
    let mut bytes = Vec::new();
    while rethread_host::strtod::goes_on(&bytes) {
        let at = e.shifted(start, Value::Int(bytes.len() as u64));
        let v = e.load(state, at, Kind::Int(8))?;
        let t = e.term(state, v, 8);
        bytes.push(e.enumerate(state, t)? as u8);
    }
    let (value, used) = rethread_host::strtod::strtod(&bytes);
    if !matches!(arg(args, 1), Value::Int(0)) {
        let end = e.shifted(start, Value::Int(used as u64));
        e.store(state, arg(args, 1), end, Kind::Ptr)?;
    }
    Ok(Some(Value::Int(value.to_bits())))
}

impl Executor {
    /// Byte `at` of the symbolic standard input.
    pub fn stdin_byte(&mut self, at: u64) -> rethread_expr::Term {
        self.terms.symbol(&format!("stdin[{at}]"), 8, rethread_expr::SymbolKind::Input)
    }

    /// A byte on its way out.
    pub fn printed_byte(&mut self, state: &mut State, v: Value) -> Step<Piece> {
        Ok(match v {
            Value::Int(b) => Piece::Bytes([b as u8].into()),
            v => {
                let t = self.term(state, v, 8);
                let t = self.initialised(state, t, "output depends on memory that was never written")?;
                match self.terms.as_u64(t) {
                    Some(b) => Piece::Bytes([b as u8].into()),
                    None => Piece::Byte(t),
                }
            }
        })
    }

    /// The bytes of a zero-terminated string, or its first `max`; forks on where it ends.
    pub fn string_bytes(&mut self, state: &mut State, p: Value, max: Option<u64>) -> Step<Vec<Value>> {
        let mut out = Vec::new();
        while max.is_none_or(|m| (out.len() as u64) < m) {
            let at = self.shifted(p, Value::Int(out.len() as u64));
            let v = self.load(state, at, Kind::Int(8))?;
            let ends = match v {
                Value::Int(b) => b == 0,
                v => {
                    let t = self.term(state, v, 8);
                    let zero = self.terms.constant(8, 0);
                    let is_end = self.terms.eq(t, zero);
                    self.decide(state, is_end)?
                }
            };
            if ends {
                break;
            }
            out.push(v);
        }
        Ok(out)
    }
}
