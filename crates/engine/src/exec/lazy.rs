//! Starting at any function: a symbolic world that is made up as the program looks at it.
//!
//! Source: lazy initialisation (Khurshid, Pasareanu, Visser 2003), as in "Symbolic Execution of
//! Multithreaded Programs from Arbitrary Program Contexts". A pointer is a symbolic address until it is
//! followed; then it is null, or one of the objects of its type that were made for earlier pointers,
//! or a fresh one. Types come from the debug information.
//!
//! Departs from it: pointers into the middle of objects, and between objects of different types, are
//! not made up, and a pointer to a scalar gets a small array (said in the result as an assumption). A
//! pointer to a function is null, a function of the program that fits, or one it does not know.

use super::Executor;
use crate::code::{Call, Target};
use crate::error::{Failure, Interrupt, Step};
use crate::machine::Machine;
use crate::object::{ObjName, Object, Region, Size};
use crate::state::{LazyPointer, State};
use crate::value::{Kind, ObjId, Value};
use rethread_expr::{Node, Term};
use rethread_ir::{DebugType, DebugTypeId, LocId};
use rethread_testcase::BugKind;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// What a pointer to something without a type points to.
const OPAQUE: DebugTypeId = DebugTypeId(u32::MAX);
/// Elements behind a pointer to a scalar.
const ELEMENTS: u64 = 8;
/// Characters behind a `char *`, with the terminating zero.
const STRING: u64 = 8;
/// Bytes behind a pointer to something without a type.
const UNTYPED: u64 = 64;
/// Chains of pointers longer than this end in null.
const DEPTH: u32 = 6;

impl Executor {
    /// Symbolic arguments and globals for the entry function.
    pub(super) fn open_world(&mut self, machine: &Machine, state: &mut State) -> Vec<Value> {
        let program = machine.program.clone();
        for (i, g) in program.globals.iter().enumerate() {
            if g.is_const || g.thread_local || g.is_model || g.init.is_none() || g.debug.is_none() {
                continue;
            }
            // It can only hold what it was made with.
            if machine.uses.never_written[i] {
                continue;
            }
            let o = crate::decode::global_object(rethread_ir::GlobalId(i as u32));
            let name: Arc<str> = Arc::from(format!("global:{}", g.name));
            // A native caller can set a global that is one number, and that it can name.
            let scalar = matches!(
                self.debug_type(g.debug.expect("checked")),
                DebugType::Bool
                    | DebugType::Char { .. }
                    | DebugType::Int { .. }
                    | DebugType::Enum { .. }
                    | DebugType::Float { .. }
            );
            state.unreplayable |= !scalar;
            self.fill_typed(state, o, 0, g.debug.expect("checked"), g.size, &name, 0);
        }
        let f = program.function(machine.entry);
        let code = machine.code(machine.entry.0);
        let mut args = Vec::new();
        for (i, slot) in code.params.iter().enumerate() {
            let debug = f.params.get(i).filter(|_| f.params.len() == code.params.len()).and_then(|p| p.debug);
            let debug =
                debug.or_else(|| (f.debug_params.len() == code.params.len()).then(|| f.debug_params[i].1));
            let name = match f.debug_params.get(i) {
                Some((n, _)) if f.debug_params.len() == code.params.len() => format!("arg:{n}"),
                _ => format!("arg:{i}"),
            };
            if let Some(size) = f.params.get(i).and_then(|p| p.byval) {
                let size = program.types.alloc_size(size);
                let o = self.fresh_object(state, &name, size);
                match debug {
                    Some(d) => self.fill_typed(state, o, 0, d, size, &Arc::from(name.as_str()), 0),
                    None => self.make_symbolic(state, o, 0, size, &name, false),
                }
                args.push(Value::Ptr(o, 0));
                continue;
            }
            let t = self.input(state, &name, &[slot.kind.size() as u32])[0];
            let t = if slot.kind.width() < slot.kind.size() as u32 * 8 {
                self.terms.extract(t, 0, slot.kind.width())
            } else {
                t
            };
            if slot.kind == Kind::Ptr {
                let pointee = match debug.map(|d| self.debug_type(d)) {
                    Some(DebugType::Pointer { to, .. }) => to,
                    _ => OPAQUE,
                };
                state.lazy.insert(t, LazyPointer { pointee, name: Arc::from(name), depth: 0, address: None });
            }
            args.push(Value::Term(t));
        }
        args
    }

    fn debug_type(&self, id: DebugTypeId) -> DebugType {
        self.machine
            .program
            .debug_types
            .get(id.0 as usize)
            .cloned()
            .unwrap_or(DebugType::Unknown { name: String::new() })
    }

    fn fresh_object(&mut self, state: &mut State, name: &str, size: u64) -> ObjId {
        let name = ObjName::Environment(Arc::from(format!("what `{name}` points to")));
        state.memory.add(Object::new(name, Region::Environment, Size::Known(size), 16, true, LocId::NONE))
    }

    /// Size of a C type in bytes.
    fn size_of(&self, id: DebugTypeId) -> u64 {
        let mut factor = 1;
        let mut id = id;
        loop {
            return factor
                * match self.debug_type(id) {
                    DebugType::Bool | DebugType::Char { .. } => 1,
                    DebugType::Int { bits, .. }
                    | DebugType::Float { bits }
                    | DebugType::Enum { bits, .. } => {
                        let bytes = u64::from(bits.div_ceil(8));
                        if bytes == 10 { 16 } else { bytes }
                    }
                    DebugType::Pointer { .. } => 8,
                    DebugType::Struct { size, .. } | DebugType::Union { size, .. } => size,
                    DebugType::Array { of, count } => {
                        factor *= count.unwrap_or(0);
                        id = of;
                        continue;
                    }
                    DebugType::Void | DebugType::Function | DebugType::Unknown { .. } => 0,
                };
        }
    }

    fn pointer_among(&self, members: &[rethread_ir::debug::DebugMember]) -> Option<usize> {
        members.iter().position(|m| matches!(self.debug_type(m.ty), DebugType::Pointer { .. }))
    }

    /// Symbolic content of a C type. Nested types are kept on an explicit list.
    #[allow(clippy::too_many_arguments)]
    fn fill_typed(
        &mut self,
        state: &mut State,
        o: ObjId,
        off: u64,
        ty: DebugTypeId,
        room: u64,
        name: &Arc<str>,
        depth: u32,
    ) {
        let mut todo = vec![(off, ty, name.clone())];
        while let Some((at, ty, name)) = todo.pop() {
            let left = (off + room).saturating_sub(at);
            match self.debug_type(ty) {
                DebugType::Pointer { to, .. } if left >= 8 => {
                    let t = self.input(state, &name, &[8])[0];
                    self.write(state, o, at, Value::Term(t), Kind::Ptr);
                    state.lazy.insert(t, LazyPointer { pointee: to, name, depth, address: None });
                }
                DebugType::Struct { members, .. } => {
                    // Bit fields share bytes: the storage is filled once, by the first.
                    let mut next = 0;
                    let mut parts = Vec::new();
                    for m in members {
                        let first = m.bit_offset / 8;
                        if m.bit_offset % 8 != 0 || m.bit_size % 8 != 0 || first < next {
                            let end = (m.bit_offset + m.bit_size).div_ceil(8);
                            let start = first.max(next);
                            if end > start {
                                let n = (end - start).min(left.saturating_sub(start));
                                let bytes = vec![1; n as usize];
                                let terms = self.input(state, &format!("{name}.{}", m.name), &bytes);
                                for (i, t) in terms.into_iter().enumerate() {
                                    self.write(state, o, at + start + i as u64, Value::Term(t), Kind::Int(8));
                                }
                                next = end;
                            }
                            continue;
                        }
                        next = (m.bit_offset + m.bit_size).div_ceil(8);
                        parts.push((at + first, m.ty, Arc::from(format!("{name}.{}", m.name))));
                    }
                    parts.reverse();
                    todo.extend(parts);
                }
                // A pointer among the members is what can be followed; the others see its bytes.
                DebugType::Union { members, .. } if self.pointer_among(&members).is_some() => {
                    let pointer = &members[self.pointer_among(&members).expect("checked")];
                    todo.push((at, pointer.ty, Arc::from(format!("{name}.{}", pointer.name))));
                    let size = self.size_of(ty).min(left);
                    if size > 8 {
                        self.make_symbolic(state, o, at + 8, size - 8, &name, true);
                    }
                }
                DebugType::Array { of, count } => {
                    let size = self.size_of(of).max(1);
                    let n = count.unwrap_or(0).min(left / size);
                    for i in (0..n).rev() {
                        todo.push((at + i * size, of, Arc::from(format!("{name}[{i}]"))));
                    }
                }
                _ => {
                    let size = self.size_of(ty).min(left);
                    if matches!(size, 1 | 2 | 4 | 8) {
                        let t = self.input(state, &name, &[size as u32])[0];
                        if let DebugType::Bool = self.debug_type(ty) {
                            let two = self.terms.constant(8, 2);
                            let small = self.terms.ult(t, two);
                            self.solver.assume(&mut self.terms, &mut state.path, small, None);
                        }
                        self.write(state, o, at, Value::Term(t), Kind::Int(size as u32 * 8));
                    } else if size > 0 {
                        self.make_symbolic(state, o, at, size, &name, true);
                    }
                }
            }
        }
    }

    /// Looks behind the lazy pointers that an address is computed from.
    pub(super) fn materialise(&mut self, state: &mut State, t: Term) -> Step<Term> {
        if state.lazy.is_empty() {
            return Ok(t);
        }
        let mut known = FxHashMap::default();
        for p in self.bases(t) {
            let Some(lazy) = state.lazy.get(&p).cloned() else { continue };
            if let Some(address) = lazy.address {
                known.insert(p, self.terms.constant(64, address));
                continue;
            }
            // Whoever called it natively would have to build the same objects.
            state.unreplayable = true;
            let zero = self.terms.constant(64, 0);
            let null = self.terms.eq(p, zero);
            if self.decide(state, null)? {
                known.insert(p, self.found(state, p, 0));
                continue;
            }
            let mut found = false;
            for (o, ty) in state.lazy_objects.clone() {
                if ty != lazy.pointee || state.memory.get(o).is_none() {
                    continue;
                }
                let address = state.memory.address(o);
                let base = self.terms.constant(64, address);
                let same = self.terms.eq(p, base);
                if self.decide(state, same)? {
                    known.insert(p, self.found(state, p, address));
                    found = true;
                    break;
                }
            }
            if found {
                continue;
            }
            if lazy.depth >= DEPTH {
                return Err(Interrupt::Bound("lazy-depth"));
            }
            let o = self.make_pointee(state, &lazy);
            let address = state.memory.address(o);
            let base = self.terms.constant(64, address);
            let here = self.terms.eq(p, base);
            self.assume(state, here)?;
            state.lazy_objects.push_back((o, lazy.pointee));
            known.insert(p, self.found(state, p, address));
        }
        Ok(if known.is_empty() { t } else { self.terms.substitute(t, &known) })
    }

    /// The symbols that an address may be an offset from. A lazy pointer that only takes part in the
    /// offset is a number there (a word of memory without a type), and stays any number.
    fn bases(&self, t: Term) -> Vec<Term> {
        let mut seen = FxHashSet::default();
        let mut stack = vec![t];
        let mut out = Vec::new();
        while let Some(t) = stack.pop() {
            if !seen.insert(t) {
                continue;
            }
            match self.terms.node(t) {
                Node::Symbol(_) => out.push(t),
                Node::Add(a, b) | Node::Ite(_, a, b) => stack.extend([*b, *a]),
                Node::Sub(a, _) => stack.push(*a),
                _ => {}
            }
        }
        out
    }

    /// From now on the path says that `p` is this address: nobody has to ask again.
    fn found(&mut self, state: &mut State, p: Term, address: u64) -> Term {
        if let Some(lazy) = state.lazy.get_mut(&p) {
            lazy.address = Some(address);
        }
        self.terms.constant(64, address)
    }

    /// The function behind a pointer that the entry function was given: null, one of the program's
    /// functions that somebody takes the address of and that fits the call, or (`None`) one that the
    /// program does not know.
    pub(super) fn lazy_callee(
        &mut self,
        machine: &Machine,
        state: &mut State,
        call: &Call,
        p: Term,
    ) -> Step<Option<u32>> {
        let zero = self.terms.constant(64, 0);
        let null = self.terms.eq(p, zero);
        if self.decide(state, null)? {
            return Failure::interrupt(BugKind::Null, "call through a null pointer");
        }
        for &f in machine.uses.address_taken.iter().filter(|f| fits(machine, call, f.0)) {
            let o = crate::decode::function_object(&machine.program, f);
            let address = state.memory.address(o);
            let address = self.terms.constant(64, address);
            let same = self.terms.eq(p, address);
            if self.decide(state, same)? {
                return Ok(Some(f.0));
            }
        }
        Ok(None)
    }

    /// A call of a function that the program does not know: any result, memory as it was.
    pub(super) fn call_of_anything(&mut self, state: &mut State, call: &Call, p: Term) -> Step<()> {
        let name = state.lazy.get(&p).map_or_else(|| Arc::from("a pointer"), |l| l.name.clone());
        if self.options.strict {
            return Err(Interrupt::Unsupported(format!("a call of whatever `{name}` points to")));
        }
        self.assumed(format!(
            "`{name}` may point to a function outside the program: its result is treated as unknown, memory as unchanged"
        ));
        let result = self.unknown_results(state, call, &name);
        for (i, v) in result.into_iter().enumerate() {
            state.set(call.dst + i as u32, v);
        }
        state.frame_mut().pc += 1;
        Ok(())
    }

    fn make_pointee(&mut self, state: &mut State, lazy: &LazyPointer) -> ObjId {
        self.assumed(format!(
            "pointers that the entry function is given lead to one struct, {ELEMENTS} scalars, a string of up to {} \
             characters or {UNTYPED} bytes of unknown type, and to their beginning",
            STRING - 1
        ));
        let name: Arc<str> = Arc::from(format!("*{}", lazy.name));
        let (size, count) = match self.debug_type(lazy.pointee) {
            DebugType::Char { .. } => (1, STRING),
            DebugType::Void | DebugType::Unknown { .. } | DebugType::Function => (1, UNTYPED),
            DebugType::Struct { size, .. } | DebugType::Union { size, .. } => (size, 1),
            DebugType::Array { .. } => (self.size_of(lazy.pointee), 1),
            _ => (self.size_of(lazy.pointee).max(1), ELEMENTS),
        };
        let o = self.fresh_object(state, &lazy.name, size * count);
        match self.debug_type(lazy.pointee) {
            DebugType::Char { .. } => {
                // A string: the last byte is the terminating zero.
                self.make_symbolic(state, o, 0, STRING - 1, &name, true);
            }
            // Nobody says what is there: words that may be pointers, or bytes of anything else.
            DebugType::Void | DebugType::Unknown { .. } | DebugType::Function => {
                for i in 0..UNTYPED / 8 {
                    let name: Arc<str> = Arc::from(format!("{name}[{i}]"));
                    let t = self.input(state, &name, &[8])[0];
                    self.write(state, o, i * 8, Value::Term(t), Kind::Ptr);
                    let depth = lazy.depth + 1;
                    state.lazy.insert(t, LazyPointer { pointee: OPAQUE, name, depth, address: None });
                }
            }
            _ => {
                for i in 0..count {
                    let name = if count == 1 { name.clone() } else { Arc::from(format!("{name}[{i}]")) };
                    self.fill_typed(state, o, i * size, lazy.pointee, size, &name, lazy.depth + 1);
                }
            }
        }
        o
    }

    /// A call of something without a body and without a model: any result, memory as it was.
    pub(super) fn unknown_call(
        &mut self,
        machine: &Machine,
        state: &mut State,
        call: &Call,
        function: u32,
    ) -> Step<Vec<Value>> {
        let name = machine.program.functions[function as usize].name.clone();
        if self.options.strict {
            let how = if matches!(call.target, Target::Direct(_)) { "call" } else { "indirect call" };
            return Err(Interrupt::Unsupported(format!("{how} of `{name}`, which has no body and no model")));
        }
        for a in call.args.iter() {
            let (Some(size), [slot, ..]) = (a.sret, &a.slots[..]) else { continue };
            let p = self.operand(state, slot.src);
            if let (o, super::Offset::Known(at)) = self.resolve(state, p, size, super::Access::Write)? {
                for i in 0..size {
                    let v = self.unknown_value(state, Kind::Int(8), &name);
                    self.write(state, o, at + i, v, Kind::Int(8));
                }
            }
        }
        self.assumed(format!(
            "`{name}` has no body and no model: its result is treated as unknown, memory as unchanged"
        ));
        Ok(self.unknown_results(state, call, &name))
    }

    fn unknown_results(&mut self, state: &mut State, call: &Call, name: &str) -> Vec<Value> {
        state.unreplayable = true;
        let mut out = Vec::new();
        for kind in call.ret.iter() {
            let v = self.unknown_value(state, *kind, name);
            if let (Kind::Ptr, Value::Term(t)) = (kind, v) {
                let lazy = LazyPointer {
                    pointee: OPAQUE,
                    name: Arc::from(format!("{name}()")),
                    depth: 0,
                    address: None,
                };
                state.lazy.insert(t, lazy);
            }
            out.push(v);
        }
        out
    }

    /// Goes on with one value only, and says so.
    pub fn make_concrete(&mut self, state: &mut State, t: Term, why: &str) -> Step<rethread_expr::Bits> {
        let bits = self.solver.value(&self.terms, &state.path, t);
        let k = self.terms.bits(bits.clone());
        let same = self.terms.eq(t, k);
        self.assume(state, same)?;
        self.assumed(format!("{why} was made concrete: other values were not explored"));
        Ok(bits)
    }
}

/// Would a call with these arguments be one of the function's type?
fn fits(machine: &Machine, call: &Call, function: u32) -> bool {
    let f = &machine.program.functions[function as usize];
    if f.is_model || f.is_declaration() || f.varargs {
        return false;
    }
    let code = machine.code(function);
    let given: Vec<Kind> = call.args.iter().flat_map(|a| a.slots.iter().map(|s| s.kind)).collect();
    let same_arguments = code.params.iter().map(|s| s.kind).eq(given);
    let nothing = matches!(machine.program.types.get(f.ret), rethread_ir::Type::Void);
    same_arguments && call.ret.is_empty() == nothing
}
