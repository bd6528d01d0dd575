//! `printf`: conversions of concrete values as the host does them, of symbolic ones without making
//! them concrete.
//!
//! To a stream a symbolic integer is printed when the test is written, so it costs no fork. Into
//! memory its digits are terms, one state for each possible length.

use super::io::stream;
use super::{Args, arg};
use crate::error::{Interrupt, Step};
use crate::exec::{Access, Executor};
use crate::output::Piece;
use crate::state::State;
use crate::value::{Kind, Value};
use rethread_expr::Term;
use rethread_host::format::{self, Directive, Length, Spec};
use rethread_ir::FloatKind;

/// Longer fields than this are nobody's intention.
const MAX_FIELD: u32 = 1 << 20;

/// `__rethread_vformat(fd, buf, n, fmt, va_list)`.
pub fn vformat(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let fd = e.term(state, arg(args, 0), 32);
    let fd = e.enumerate(state, fd)?;
    let to_memory = (fd as u32 as i32) < 0;
    if !to_memory && stream(state, fd).is_none() {
        // Not open for writing.
        return Ok(Some(Value::Int(u64::MAX)));
    }
    let text = e.string_bytes(state, arg(args, 3), None)?;
    let mut bytes = Vec::with_capacity(text.len());
    for v in text {
        let t = e.term(state, v, 8);
        bytes.push(e.enumerate(state, t)? as u8);
    }
    let directives = format::parse(&bytes).map_err(Interrupt::Unsupported)?;
    let list = arg(args, 4);
    let area = e.shifted(list, Value::Int(8));
    let mut printer = Printer {
        pieces: Vec::new(),
        length: Value::Int(0),
        next: e.load(state, area, Kind::Ptr)?,
        to_memory,
    };
    for d in directives {
        printer.directive(e, state, d)?;
    }
    if to_memory {
        return printer.into_memory(e, state, arg(args, 1), arg(args, 2));
    }
    if let Some(out) = stream(state, fd) {
        printer.pieces.into_iter().for_each(|p| out.push(p));
    }
    Ok(Some(printer.length))
}

struct Printer {
    pieces: Vec<Piece>,
    /// Characters so far, 32 bits.
    length: Value,
    /// The next argument.
    next: Value,
    to_memory: bool,
}

impl Printer {
    fn bytes(&mut self, e: &mut Executor, bytes: &[u8]) {
        self.grow(e, Value::Int(bytes.len() as u64));
        self.pieces.push(Piece::Bytes(bytes.into()));
    }

    fn grow(&mut self, e: &mut Executor, by: Value) {
        self.length = match (self.length, by) {
            (Value::Int(a), Value::Int(b)) => Value::Int(a + b),
            (a, b) => {
                let term = |e: &mut Executor, v| match v {
                    Value::Int(x) => e.terms.constant(32, x),
                    Value::Term(t) => t,
                    _ => unreachable!("a length is a number"),
                };
                let (a, b) = (term(e, a), term(e, b));
                let t = e.terms.add(a, b);
                e.value(t)
            }
        };
    }

    fn argument(&mut self, e: &mut Executor, state: &mut State, kind: Kind) -> Step<Value> {
        if kind == Kind::Float(FloatKind::X87)
            && let Value::Ptr(o, off) = self.next
        {
            self.next = Value::Ptr(o, off.next_multiple_of(16));
        }
        let v = e.load(state, self.next, kind)?;
        let size = if kind == Kind::Float(FloatKind::X87) { 16 } else { 8 };
        self.next = e.shifted(self.next, Value::Int(size));
        Ok(v)
    }

    fn number(&mut self, e: &mut Executor, state: &mut State) -> Step<i32> {
        let v = self.argument(e, state, Kind::Int(32))?;
        let t = e.term(state, v, 32);
        Ok(e.enumerate(state, t)? as u32 as i32)
    }

    fn directive(&mut self, e: &mut Executor, state: &mut State, d: Directive) -> Step<()> {
        let mut spec = match d {
            Directive::Literal(text) => {
                self.bytes(e, &text);
                return Ok(());
            }
            Directive::Percent => {
                self.bytes(e, b"%");
                return Ok(());
            }
            Directive::Conversion { mut spec, width_from_arg, precision_from_arg } => {
                if width_from_arg {
                    let n = self.number(e, state)?;
                    spec.set_width(n);
                }
                if precision_from_arg {
                    let n = self.number(e, state)?;
                    spec.set_precision(n);
                }
                spec
            }
        };
        if spec.width.unwrap_or(0) > MAX_FIELD || spec.precision.unwrap_or(0) > MAX_FIELD {
            return Err(Interrupt::Unsupported("a printf field of over a million characters".into()));
        }
        match spec.conversion {
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b'b' | b'B' | b'c' => {
                if spec.conversion == b'c' {
                    spec.length = Length::default();
                }
                self.integer(e, state, spec)
            }
            b's' => self.string(e, state, &spec),
            b'p' => {
                let v = self.argument(e, state, Kind::Ptr)?;
                let t = e.term(state, v, 64);
                let a = e.enumerate(state, t)?;
                // Addresses of a native run are others.
                state.unreplayable |= a != 0;
                let mut out = Vec::new();
                format::pointer(&mut out, &spec, a);
                self.bytes(e, &out);
                Ok(())
            }
            b'n' => {
                let p = self.argument(e, state, Kind::Ptr)?;
                let kind = Kind::Int(spec.length.bits());
                let v = match self.length {
                    Value::Int(x) => Value::Int(x & crate::value::mask(kind.width())),
                    v => {
                        let t = e.term(state, v, 32);
                        let t = if kind.width() > 32 {
                            e.terms.zext(t, kind.width())
                        } else {
                            e.terms.extract(t, 0, kind.width())
                        };
                        e.value(t)
                    }
                };
                e.store(state, p, v, kind)
            }
            b'm' => Err(Interrupt::Unsupported("the printf conversion %m".into())),
            _ => self.real(e, state, &spec),
        }
    }

    fn integer(&mut self, e: &mut Executor, state: &mut State, spec: Spec) -> Step<()> {
        let bits = if spec.conversion == b'c' { 32 } else { spec.length.bits() };
        let v = self.argument(e, state, Kind::Int(64.min(bits.max(32))))?;
        let t = e.term(state, v, bits.max(32));
        let t = e.terms.extract(t, 0, bits);
        let t = e.initialised(state, t, "output depends on memory that was never written")?;
        if let Some(x) = e.terms.as_u64(t) {
            let mut out = Vec::new();
            format::integer(&mut out, &spec, x, bits);
            self.bytes(e, &out);
            return Ok(());
        }
        if spec.conversion == b'c' {
            let b = e.terms.extract(t, 0, 8);
            self.padded(e, &spec, vec![Piece::Byte(b)]);
            return Ok(());
        }
        let base = match spec.conversion {
            b'x' | b'X' => 16,
            b'o' => 8,
            b'b' | b'B' => 2,
            _ => 10,
        };
        let signed = matches!(spec.conversion, b'd' | b'i');
        if self.to_memory {
            return self.digits(e, state, &spec, t, bits, base, signed);
        }
        let length = printed_length(e, &spec, t, bits, base, signed);
        let length = e.value(length);
        self.grow(e, length);
        self.pieces.push(Piece::Int { spec, term: t });
        Ok(())
    }

    /// The digits of a symbolic integer as terms; forks on the sign and on how many there are.
    #[allow(clippy::too_many_arguments)]
    fn digits(
        &mut self,
        e: &mut Executor,
        state: &mut State,
        spec: &Spec,
        t: Term,
        bits: u32,
        base: u64,
        signed: bool,
    ) -> Step<()> {
        let zero = e.terms.constant(bits, 0);
        let is_negative = e.terms.slt(t, zero);
        let negative = signed && e.decide(state, is_negative)?;
        let magnitude = if negative { e.terms.neg(t) } else { t };
        let count = digit_count(e, magnitude, bits, base);
        let mut n = e.enumerate(state, count)?;
        if spec.precision == Some(0) {
            let nothing = e.terms.eq(magnitude, zero);
            if e.decide(state, nothing)? {
                n = 0;
            }
        }
        let mut digits = Vec::new();
        let mut rest = magnitude;
        let k = e.terms.constant(bits, base);
        for _ in 0..n {
            let d = e.terms.urem(rest, k);
            rest = e.terms.udiv(rest, k);
            let d = e.terms.extract(d, 0, 8);
            let ascii = e.terms.constant(8, u64::from(b'0'));
            let c = e.terms.add(d, ascii);
            let c = if base == 16 {
                let ten = e.terms.constant(8, 10);
                let letter =
                    e.terms.constant(8, u64::from(if spec.conversion == b'X' { b'A' } else { b'a' }) - 10);
                let alpha = e.terms.add(d, letter);
                let small = e.terms.ult(d, ten);
                e.terms.ite(small, c, alpha)
            } else {
                c
            };
            digits.push(c);
        }
        digits.reverse();
        let mut zeros = u64::from(spec.precision.unwrap_or(1)).saturating_sub(n);
        let mut start = if signed { format::sign(spec, negative) } else { b"" };
        if spec.hash && base != 10 {
            let nothing = e.terms.eq(magnitude, zero);
            let nothing = e.decide(state, nothing)?;
            match spec.conversion {
                b'o' if !nothing || n == 0 => zeros = zeros.max(1),
                b'o' => {}
                _ => start = format::prefix(spec, u64::from(!nothing)),
            }
        }
        let width = u64::from(spec.width.unwrap_or(0));
        let body = n + zeros + start.len() as u64;
        let pad = width.saturating_sub(body) as usize;
        let zero_pad = spec.zero && !spec.minus && spec.precision.is_none();
        if !spec.minus && !zero_pad {
            self.bytes(e, &vec![b' '; pad]);
        }
        self.bytes(e, start);
        self.bytes(e, &vec![b'0'; zeros as usize + if zero_pad { pad } else { 0 }]);
        for d in digits {
            self.grow(e, Value::Int(1));
            self.pieces.push(match e.terms.as_u64(d) {
                Some(b) => Piece::Bytes([b as u8].into()),
                None => Piece::Byte(d),
            });
        }
        if spec.minus {
            self.bytes(e, &vec![b' '; pad]);
        }
        Ok(())
    }

    fn string(&mut self, e: &mut Executor, state: &mut State, spec: &Spec) -> Step<()> {
        let p = self.argument(e, state, Kind::Ptr)?;
        if spec.length != Length::default() {
            return Err(Interrupt::Unsupported("printing wide characters".into()));
        }
        if self.is_null(e, state, p)? {
            let mut out = Vec::new();
            format::null_string(&mut out, spec);
            self.bytes(e, &out);
            return Ok(());
        }
        let text = e.string_bytes(state, p, spec.precision.map(u64::from))?;
        let mut pieces = Vec::with_capacity(text.len());
        for v in text {
            pieces.push(e.printed_byte(state, v)?);
        }
        self.padded(e, spec, pieces);
        Ok(())
    }

    fn is_null(&mut self, e: &mut Executor, state: &mut State, p: Value) -> Step<bool> {
        match p {
            Value::Int(a) => Ok(a == 0),
            Value::Term(t) => {
                let zero = e.terms.constant(64, 0);
                let null = e.terms.eq(t, zero);
                e.decide(state, null)
            }
            _ => Ok(false),
        }
    }

    /// Pieces of a character each, filled up with spaces to the field's width.
    fn padded(&mut self, e: &mut Executor, spec: &Spec, pieces: Vec<Piece>) {
        let pad = (spec.width.unwrap_or(0) as usize).saturating_sub(pieces.len());
        if !spec.minus {
            self.bytes(e, &vec![b' '; pad]);
        }
        self.grow(e, Value::Int(pieces.len() as u64));
        self.pieces.extend(pieces);
        if spec.minus {
            self.bytes(e, &vec![b' '; pad]);
        }
    }

    fn real(&mut self, e: &mut Executor, state: &mut State, spec: &Spec) -> Step<()> {
        let long = spec.length == Length::BigL;
        let kind = Kind::Float(if long { FloatKind::X87 } else { FloatKind::Double });
        let v = self.argument(e, state, kind)?;
        let t = e.term(state, v, kind.width());
        let t = e.initialised(state, t, "output depends on memory that was never written")?;
        let bits = match e.terms.as_bits(t) {
            Some(b) => b,
            None if !self.to_memory && !long => {
                // How long it gets is only known with the value.
                self.length = e.unknown_value(state, Kind::Int(32), "length of printed text");
                self.pieces.push(Piece::Double { spec: spec.clone(), term: t });
                return Ok(());
            }
            None => e.make_concrete(state, t, "a symbolic float formatted into memory")?,
        };
        let mut out = Vec::new();
        if long {
            format::long_double(&mut out, spec, bits.low_u128());
        } else {
            format::double(&mut out, spec, f64::from_bits(bits.low_u64()));
        }
        self.bytes(e, &out);
        Ok(())
    }

    /// snprintf: as much as fits, and a zero.
    fn into_memory(
        self,
        e: &mut Executor,
        state: &mut State,
        buffer: Value,
        room: Value,
    ) -> Step<Option<Value>> {
        let room = e.term(state, room, 64);
        let room = e.enumerate(state, room)?;
        let mut bytes: Vec<Value> = Vec::new();
        for p in self.pieces {
            match p {
                Piece::Bytes(b) => bytes.extend(b.iter().map(|&b| Value::Int(u64::from(b)))),
                Piece::Byte(t) => bytes.push(Value::Term(t)),
                Piece::Int { .. } | Piece::Double { .. } => unreachable!("only streams take whole numbers"),
            }
        }
        let length = bytes.len() as u64;
        if room > 0 {
            bytes.truncate((room - 1).min(length) as usize);
            bytes.push(Value::Int(0));
            e.resolve(state, buffer, bytes.len() as u64, Access::Write)?;
            for (i, v) in bytes.into_iter().enumerate() {
                let p = e.shifted(buffer, Value::Int(i as u64));
                e.store(state, p, v, Kind::Int(8))?;
            }
        }
        Ok(Some(Value::Int(length)))
    }
}

/// How many digits a number has, 32 bits.
fn digit_count(e: &mut Executor, magnitude: Term, bits: u32, base: u64) -> Term {
    let mut count = e.terms.constant(32, 1);
    let mut power = u128::from(base);
    while power < 1 << bits {
        let k = e.terms.constant(bits, power as u64);
        let more = e.terms.ule(k, magnitude);
        let more = e.terms.zext(more, 32);
        count = e.terms.add(count, more);
        power *= u128::from(base);
    }
    count
}

/// How many characters a conversion of an integer prints, 32 bits.
fn printed_length(e: &mut Executor, spec: &Spec, t: Term, bits: u32, base: u64, signed: bool) -> Term {
    let zero = e.terms.constant(bits, 0);
    let negative = if signed { e.terms.slt(t, zero) } else { e.terms.fls() };
    let minus = e.terms.neg(t);
    let magnitude = e.terms.ite(negative, minus, t);
    let mut count = digit_count(e, magnitude, bits, base);
    let at_least = |e: &mut Executor, count: Term, n: u64| {
        let n = e.terms.constant(32, n);
        let short = e.terms.ult(count, n);
        e.terms.ite(short, n, count)
    };
    if let Some(p) = spec.precision {
        if p == 0 {
            let nothing = e.terms.eq(magnitude, zero);
            let none = e.terms.constant(32, 0);
            count = e.terms.ite(nothing, none, count);
        }
        count = at_least(e, count, u64::from(p));
    }
    let start = if signed && (spec.plus || spec.space) {
        e.terms.constant(32, 1)
    } else if spec.hash && base != 10 {
        // `0x` before what is not zero; an octal number gets a zero if it does not start with one.
        let something = e.terms.ne(magnitude, zero);
        let (length, needed) = if spec.conversion == b'o' {
            let one = e.terms.constant(32, 1);
            let digits = digit_count(e, magnitude, bits, base);
            let unfilled = e.terms.eq(count, digits);
            let first = e.terms.and(something, unfilled);
            let none = e.terms.constant(32, 0);
            let empty = e.terms.eq(count, none);
            (one, e.terms.or(first, empty))
        } else {
            (e.terms.constant(32, 2), something)
        };
        let none = e.terms.constant(32, 0);
        e.terms.ite(needed, length, none)
    } else {
        e.terms.zext(negative, 32)
    };
    count = e.terms.add(count, start);
    at_least(e, count, u64::from(spec.width.unwrap_or(0)))
}
