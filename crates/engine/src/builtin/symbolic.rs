//! Inputs: rethread's, KLEE's and SV-COMP's ways to ask for them.

use super::{Args, Builtin, arg, builtin, looking, reasons};
use crate::environment::Call;
use crate::error::{Interrupt, Step};
use crate::exec::{Access, Executor, Offset};
use crate::state::{Input, InputPart, State};
use crate::value::{Kind, ObjId, Value};
use rethread_expr::{Sort, SymbolKind, Term};
use std::sync::Arc;

pub const TABLE: &[Builtin] = &[
    looking("rethread_symbolic", symbolic),
    reasons("rethread_assume", assume),
    looking("klee_make_symbolic", symbolic),
    reasons("klee_assume", assume),
    builtin("klee_range", range),
    builtin("klee_int", int),
    builtin("klee_prefer_cex", nothing),
    builtin("klee_posix_prefer_cex", nothing),
    builtin("klee_open_merge", nothing),
    builtin("klee_close_merge", nothing),
    builtin("klee_warning", nothing),
    builtin("klee_warning_once", nothing),
    builtin("klee_print_expr", nothing),
    builtin("klee_print_range", nothing),
    builtin("klee_stack_trace", nothing),
    builtin("klee_set_forking", nothing),
    builtin("klee_mark_global", nothing),
    looking("klee_check_memory_access", check_access),
    builtin("klee_is_symbolic", is_symbolic),
    builtin("klee_is_replay", zero),
    builtin("klee_get_valuef", get_value),
    builtin("klee_get_valued", get_value),
    builtin("klee_get_valuel", get_value),
    builtin("klee_get_valuell", get_value),
    builtin("klee_get_value_i32", get_value),
    builtin("klee_get_value_i64", get_value),
    reasons("__VERIFIER_assume", assume),
    builtin("__VERIFIER_nondet_bool", nondet_bool),
    builtin("__VERIFIER_nondet__Bool", nondet_bool),
    builtin("__VERIFIER_nondet_char", |e, s, _| nondet(e, s, "nondet_char", 8)),
    builtin("__VERIFIER_nondet_uchar", |e, s, _| nondet(e, s, "nondet_uchar", 8)),
    builtin("__VERIFIER_nondet_schar", |e, s, _| nondet(e, s, "nondet_schar", 8)),
    builtin("__VERIFIER_nondet_short", |e, s, _| nondet(e, s, "nondet_short", 16)),
    builtin("__VERIFIER_nondet_ushort", |e, s, _| nondet(e, s, "nondet_ushort", 16)),
    builtin("__VERIFIER_nondet_int", |e, s, _| nondet(e, s, "nondet_int", 32)),
    builtin("__VERIFIER_nondet_uint", |e, s, _| nondet(e, s, "nondet_uint", 32)),
    builtin("__VERIFIER_nondet_unsigned", |e, s, _| nondet(e, s, "nondet_unsigned", 32)),
    builtin("__VERIFIER_nondet_unsigned_int", |e, s, _| nondet(e, s, "nondet_unsigned_int", 32)),
    builtin("__VERIFIER_nondet_u8", |e, s, _| nondet(e, s, "nondet_u8", 8)),
    builtin("__VERIFIER_nondet_u16", |e, s, _| nondet(e, s, "nondet_u16", 16)),
    builtin("__VERIFIER_nondet_u32", |e, s, _| nondet(e, s, "nondet_u32", 32)),
    builtin("__VERIFIER_nondet_long", |e, s, _| nondet(e, s, "nondet_long", 64)),
    builtin("__VERIFIER_nondet_ulong", |e, s, _| nondet(e, s, "nondet_ulong", 64)),
    builtin("__VERIFIER_nondet_longlong", |e, s, _| nondet(e, s, "nondet_longlong", 64)),
    builtin("__VERIFIER_nondet_ulonglong", |e, s, _| nondet(e, s, "nondet_ulonglong", 64)),
    builtin("__VERIFIER_nondet_size_t", |e, s, _| nondet(e, s, "nondet_size_t", 64)),
    builtin("__VERIFIER_nondet_loff_t", |e, s, _| nondet(e, s, "nondet_loff_t", 64)),
    builtin("__VERIFIER_nondet_int128", |e, s, _| nondet(e, s, "nondet_int128", 128)),
    builtin("__VERIFIER_nondet_uint128", |e, s, _| nondet(e, s, "nondet_uint128", 128)),
    builtin("__VERIFIER_nondet_float", |e, s, _| nondet(e, s, "nondet_float", 32)),
    builtin("__VERIFIER_nondet_double", |e, s, _| nondet(e, s, "nondet_double", 64)),
    builtin("__VERIFIER_nondet_pointer", |e, s, _| nondet(e, s, "nondet_pointer", 64)),
    looking("__VERIFIER_nondet_memory", nondet_memory),
    looking("__rethread_unknown", unknown),
    builtin("__rethread_is_symbolic", is_symbolic),
];

/// `rand` and `random` with `--rand-symbolic`: any value they can give.
pub const SYMBOLIC_RAND: Builtin = builtin("rand", symbolic_rand);

fn symbolic_rand(e: &mut Executor, state: &mut State, _: Args<'_>) -> Step<Option<Value>> {
    // A native run has a generator of its own.
    state.unreplayable = true;
    let t = e.input(state, "rand", &[4])[0];
    let zero = e.terms.constant(32, 0);
    let legal = e.terms.sle(zero, t);
    e.assume(state, legal)?;
    let t = e.terms.zext(t, 64);
    Ok(Some(Value::Term(t)))
}

fn nothing(_: &mut Executor, _: &mut State, _: Args<'_>) -> Step<Option<Value>> {
    Ok(None)
}

fn zero(_: &mut Executor, _: &mut State, _: Args<'_>) -> Step<Option<Value>> {
    Ok(Some(Value::Int(0)))
}

/// More symbols than this at once and nothing would come of the run.
const MAX_SYMBOLIC: u64 = 1 << 22;

fn concrete_place(e: &mut Executor, state: &mut State, p: Value, len: u64) -> Step<(ObjId, u64)> {
    let place = e.resolve(state, p, len, Access::Write)?;
    if len > MAX_SYMBOLIC {
        return Err(Interrupt::Unsupported(format!("{len} symbolic bytes at once (over {MAX_SYMBOLIC})")));
    }
    match place {
        (o, Offset::Known(k)) => Ok((o, k)),
        (o, Offset::Symbolic(t)) => {
            let k = e.enumerate(state, t)?;
            Ok((o, k))
        }
    }
}

fn symbolic(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let len = e.term(state, arg(args, 1), 64);
    let len = e.enumerate(state, len)?;
    let (o, off) = concrete_place(e, state, arg(args, 0), len)?;
    let name = e.text(state, arg(args, 2)).filter(|n| !n.is_empty()).unwrap_or_else(|| "unnamed".into());
    e.make_symbolic(state, o, off, len, &name, false);
    Ok(None)
}

fn nondet_memory(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let len = e.term(state, arg(args, 1), 64);
    let len = e.enumerate(state, len)?;
    let (o, off) = concrete_place(e, state, arg(args, 0), len)?;
    e.make_symbolic(state, o, off, len, "nondet_memory", false);
    Ok(None)
}

fn unknown(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let len = e.term(state, arg(args, 1), 64);
    let len = e.enumerate(state, len)?;
    let (o, off) = concrete_place(e, state, arg(args, 0), len)?;
    let name = e.text(state, arg(args, 2)).unwrap_or_else(|| "unknown".into());
    for i in 0..len {
        let v = e.unknown_value(state, Kind::Int(8), &name);
        e.write(state, o, off + i, v, Kind::Int(8));
    }
    Ok(None)
}

fn assume(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let width = args.first().map_or(32, |a| a.1.width());
    let t = e.term(state, arg(args, 0), width);
    let t = e.initialised(state, t, "an assumption depends on memory that was never written")?;
    let zero = e.terms.constant(width, 0);
    let holds = e.terms.ne(t, zero);
    e.assume(state, holds)?;
    Ok(None)
}

fn range(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let (low, high) = (e.term(state, arg(args, 0), 32), e.term(state, arg(args, 1), 32));
    let name = e.text(state, arg(args, 2)).unwrap_or_else(|| "range".into());
    let some = e.terms.slt(low, high);
    if !e.decide(state, some)? {
        return Err(Interrupt::Unsupported("klee_range with an empty range".into()));
    }
    // A range of one value asks for nothing, as in KLEE.
    let one = e.terms.constant(32, 1);
    let next = e.terms.add(low, one);
    let single = e.terms.eq(next, high);
    if e.terms.is_true(single) {
        return Ok(Some(e.value(low)));
    }
    // One symbol, then the assumption about it: it always has a value, so nothing can interrupt.
    let t = e.input(state, &name, &[4])[0];
    let above = e.terms.sle(low, t);
    let below = e.terms.slt(t, high);
    let both = e.terms.and(above, below);
    e.assume(state, both)?;
    Ok(Some(e.value(t)))
}

fn int(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let name = e.text(state, arg(args, 0)).unwrap_or_else(|| "int".into());
    let t = e.input(state, &name, &[4])[0];
    Ok(Some(Value::Term(t)))
}

fn nondet(e: &mut Executor, state: &mut State, name: &str, width: u32) -> Step<Option<Value>> {
    let t = e.input(state, name, &[width / 8])[0];
    Ok(Some(Value::Term(t)))
}

fn nondet_bool(e: &mut Executor, state: &mut State, _: Args<'_>) -> Step<Option<Value>> {
    let t = e.input(state, "nondet_bool", &[1])[0];
    let two = e.terms.constant(8, 2);
    let small = e.terms.ult(t, two);
    e.assume(state, small)?;
    Ok(Some(Value::Term(t)))
}

fn check_access(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let len = e.term(state, arg(args, 1), 64);
    let len = e.enumerate(state, len)?;
    e.resolve(state, arg(args, 0), len, Access::Read)?;
    Ok(None)
}

fn is_symbolic(_: &mut Executor, _: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    Ok(Some(Value::bool(matches!(arg(args, 0), Value::Term(_) | Value::PtrTerm(..)))))
}

fn get_value(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    e.guided_lost();
    let Some(&(v, kind)) = args.first() else { return Ok(None) };
    let t = e.term(state, v, kind.width());
    let bits = e.solver.value(&e.terms, &state.path, t);
    let t = e.terms.bits(bits);
    Ok(Some(e.value(t)))
}

impl Executor {
    /// Goes on only where the condition holds. The path ends if that is nowhere.
    pub fn assume(&mut self, state: &mut State, condition: Term) -> Step<()> {
        if self.terms.is_true(condition) {
            return Ok(());
        }
        if self.is_guided() && state.alone() {
            return self.guided_assume(condition);
        }
        if let Some(known) = state.path.known(&self.terms, condition) {
            state.answering = crate::exec::fold(state.answering, u64::from(known));
            return if known { Ok(()) } else { Err(Interrupt::Infeasible) };
        }
        // Where it does not hold this thread stops, but others may go on: that is a path of its own.
        if !state.alone() {
            return match self.decide(state, condition)? {
                true => Ok(()),
                false => Err(Interrupt::Infeasible),
            };
        }
        match self.solver.check(&mut self.terms, &state.path, condition) {
            rethread_solver::Answer::Sat(m) => {
                self.solver.assume(&mut self.terms, &mut state.path, condition, Some(m));
                Ok(())
            }
            rethread_solver::Answer::Unsat => Err(Interrupt::Infeasible),
            rethread_solver::Answer::Unknown => Err(Interrupt::Unknown { condition, feasible: None }),
        }
    }

    /// A name for an input that was not used before on this path: `x`, `x#1`, `x#2`, ... What a thread
    /// other than main asks for has the thread in its name: who asks first must not matter.
    fn input_name(&mut self, state: &mut State, name: &str) -> Arc<str> {
        let thread = state.thread().name.clone();
        let owned;
        let name = match thread.is_main() {
            true => name,
            false => {
                owned = format!("{name}@{thread}");
                &owned
            }
        };
        let key: Arc<str> = Arc::from(name);
        let n = state.inputs_asked.get(&key).copied().unwrap_or(0);
        state.inputs_asked.insert(key.clone(), n + 1);
        if n == 0 { key } else { Arc::from(format!("{name}#{n}")) }
    }

    /// The symbol of a name and a width: two paths may ask for one name with different types.
    fn symbol(&mut self, name: &str, width: u32, kind: SymbolKind) -> Term {
        let taken = self.terms.symbol_named(name).map(|s| self.terms.symbol_info(s).sort);
        match taken {
            Some(sort) if sort != Sort::Bv(width) => {
                self.terms.symbol(&format!("{name}:{width}"), width, kind)
            }
            _ => self.terms.symbol(name, width, kind),
        }
    }

    /// A new input made of parts of the given sizes in bytes; a term each.
    pub fn input(&mut self, state: &mut State, name: &str, parts: &[u32]) -> Vec<Term> {
        let name = self.input_name(state, name);
        let mut terms = Vec::with_capacity(parts.len());
        let mut at = 0;
        for &n in parts {
            let symbol = if parts.len() == 1 { name.to_string() } else { format!("{name}[{at}:{n}]") };
            terms.push(self.symbol(&symbol, n * 8, SymbolKind::Input));
            at += n;
        }
        let parts = terms.iter().zip(parts).map(|(&term, &bytes)| InputPart { term, bytes }).collect();
        state.inputs.push_back(Input { name, parts });
        terms
    }

    /// Makes a range of an object an input, cut into the scalars its type has there.
    pub fn make_symbolic(
        &mut self,
        state: &mut State,
        o: ObjId,
        off: u64,
        len: u64,
        name: &str,
        bytes: bool,
    ) {
        let shape = state.memory.get(o).expect("resolved").shape.clone();
        let mut parts = Vec::new();
        let mut at = off;
        let end = off + len;
        while at < end {
            let n = if shape.is_empty() || bytes {
                1
            } else {
                u64::from(shape[(at % shape.len() as u64) as usize]).max(1)
            };
            let n = if at + n <= end { n } else { 1 };
            parts.push(n as u32);
            at += n;
        }
        // A scalar of unknown type is one number all the same.
        if !bytes && shape.is_empty() && matches!(len, 2 | 4 | 8) {
            parts = vec![len as u32];
        }
        let terms = self.input(state, name, &parts);
        let mut at = off;
        for (t, n) in terms.into_iter().zip(parts) {
            self.write(state, o, at, Value::Term(t), Kind::Int(n * 8));
            at += u64::from(n);
        }
    }

    /// A value rethread knows nothing about: the rest of the path need not happen natively.
    pub fn unknown_value(&mut self, state: &mut State, kind: Kind, what: &str) -> Value {
        let name = self.input_name(state, &format!("unknown:{what}"));
        state.unreplayable = true;
        Value::Term(self.symbol(&name, kind.width(), SymbolKind::Unknown))
    }

    /// Does an allocation fail here? Only asked for with `--malloc-may-fail`; both ways are explored.
    pub fn allocation_fails(&mut self, state: &mut State) -> Step<bool> {
        if !self.options.malloc_may_fail {
            return Ok(false);
        }
        let name = format!("malloc-fails@{}", state.thread().name);
        let n = state.inputs_asked.get(name.as_str()).copied().unwrap_or(0);
        let t = self.terms.symbol(&format!("{name}#{n}"), 1, SymbolKind::Unknown);
        let fails = self.decide(state, t)?;
        state.inputs_asked.insert(Arc::from(name), n + 1);
        Ok(fails)
    }

    /// Notes a call in which the environment may choose. What it does inside of the C library a native run cannot be told.
    pub fn note_call(&mut self, state: &mut State, call: Call, what: Option<&'static str>) {
        let options = &self.options;
        if !(options.create_may_fail || options.malloc_may_fail || options.reuse_freed) {
            return;
        }
        let inside = self.machine.program.functions[state.frame().function as usize].is_model;
        if inside {
            state.unreplayable |= what.is_some();
            return;
        }
        let (at, thread) = (self.machine.location(state), state.current);
        state.environment.note(call, thread, at, what);
    }

    /// A concrete zero-terminated string, for names and messages.
    pub fn text(&mut self, state: &mut State, p: Value) -> Option<String> {
        let Value::Ptr(o, off) = p else { return None };
        let object = state.memory.get(o)?;
        let crate::object::Size::Known(size) = object.size else { return None };
        let mut out = Vec::new();
        for at in off..size {
            match object.read(at, 1) {
                crate::page::Read::Bytes(0) => return Some(String::from_utf8_lossy(&out).into_owned()),
                crate::page::Read::Bytes(b) => out.push(b as u8),
                _ => return None,
            }
        }
        None
    }
}
