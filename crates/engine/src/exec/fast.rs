//! The concrete path through the interpreter: no allocation, no term, no question.
//!
//! Guarantee: does exactly what `step` would do, for operations whose operands are concrete and whose
//! checks pass; leaves everything else, untouched, to `step`.

use super::arith::{binary, compare, compare_offsets};
use super::{Executor, concrete};
use crate::code::{Code, Op, Src};
use crate::error::{Interrupt, Step};
use crate::machine::Machine;
use crate::memory::Memory;
use crate::object::{Object, Region, Size};
use crate::page::Read;
use crate::state::State;
use crate::value::{Kind, Value, mask, signed};
use std::sync::Arc;

/// Why the fast loop stopped.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Pause {
    /// The next operation is not for it.
    Slow,
    /// The budget is used up.
    Budget,
}

#[inline(always)]
fn get(regs: &[Value], code: &Code, s: Src) -> Value {
    if s.0 & Src::CONST == 0 { regs[s.0 as usize] } else { code.consts[(s.0 & !Src::CONST) as usize] }
}

#[inline(always)]
fn load(memory: &Memory, pointer: Value, offset: u32, kind: Kind) -> Option<Value> {
    let Value::Ptr(o, base) = pointer else { return None };
    let object = memory.get(o)?;
    let at = base.checked_add(u64::from(offset))?;
    let len = kind.size() as usize;
    let Some(page) = object.small() else { return load_large(object, at, kind) };
    let at = at as usize;
    if len > 8 || at.checked_add(len)? > page.len() {
        return None;
    }
    if page.is_plain() {
        return Some(Value::Int(page.get_plain(at, len) & mask(kind.width())));
    }
    loaded(page.read(at, len), kind)
}

#[inline(always)]
fn loaded(read: Read, kind: Kind) -> Option<Value> {
    match read {
        Read::Bytes(x) => Some(Value::Int(x & mask(kind.width()))),
        Read::Cell(v) if u64::from(kind.width()) == kind.size() * 8 => Some(v),
        _ => None,
    }
}

#[inline(never)]
fn load_large(object: &Object, at: u64, kind: Kind) -> Option<Value> {
    let Size::Known(size) = object.size else { return None };
    if at.checked_add(kind.size())? > size || object.region == Region::Function {
        return None;
    }
    loaded(object.read(at, kind.size()), kind)
}

#[inline(always)]
fn store(memory: &mut Memory, pointer: Value, offset: u32, kind: Kind, value: Value) -> bool {
    let Value::Ptr(o, base) = pointer else { return false };
    if !matches!(value, Value::Int(_) | Value::Ptr(..)) {
        return false;
    }
    let len = kind.size() as usize;
    let Some(at) = base.checked_add(u64::from(offset)) else { return false };
    let Some(object) = memory.get_mut(o) else { return false };
    if object.read_only || len > 8 {
        return false;
    }
    let Some(page) = object.small_mut() else { return store_large(object, at, len as u64, value) };
    let at = at as usize;
    if at.checked_add(len).is_none_or(|end| end > page.len()) {
        return false;
    }
    match value {
        Value::Int(x) if page.is_plain() => page.set_plain(at, len, x),
        _ if page.straddled(at, len) => return false,
        Value::Int(x) => page.write_u64(at, len, x),
        pointer => page.write_cell(at, len, pointer),
    }
    true
}

#[inline(never)]
fn store_large(object: &mut Object, at: u64, len: u64, value: Value) -> bool {
    let inside = matches!(object.size, Size::Known(n) if at.checked_add(len).is_some_and(|end| end <= n));
    let plain = object.is_large() && object.region != Region::Function;
    if !inside || !plain || !object.fits_page(at, len) || !object.straddling(at, len).is_empty() {
        return false;
    }
    match value {
        Value::Int(x) => object.write_bytes(at, &x.to_le_bytes()[..len as usize]),
        pointer => object.write_cell(at, len, pointer),
    }
    true
}

impl Executor {
    pub(super) fn fast(&mut self, machine: &Machine, state: &mut State, end: u64) -> Step<Pause> {
        let State { threads, memory, current, fresh_cover, .. } = state;
        let thread = Arc::make_mut(&mut threads[*current]);
        let frame = Arc::make_mut(thread.top.as_mut().expect("a running thread has a frame"));
        let code = machine.code(frame.function);
        let max_loop = self.options.max_loop;
        let check_overflow = machine.check_overflow;
        let regs = &mut frame.regs[..];
        let loops = &mut frame.loops;
        let mut pc = frame.pc as usize;

        macro_rules! slow {
            () => {{
                frame.pc = pc as u32;
                return Ok(Pause::Slow);
            }};
        }
        macro_rules! take {
            ($edge:expr) => {{
                let edge = &code.edges[$edge as usize];
                if let Some(max) = max_loop {
                    if let Some(l) = edge.back {
                        if u64::from(loops[l as usize]) >= max {
                            frame.pc = pc as u32;
                            return Err(Interrupt::Bound("max-loop"));
                        }
                        loops[l as usize] += 1;
                    } else if let Some(l) = edge.enters {
                        loops[l as usize] = 0;
                    }
                }
                for &(d, s) in edge.moves.iter() {
                    regs[d as usize] = get(regs, code, s);
                }
                pc = edge.target as usize;
            }};
        }

        loop {
            match &code.ops[pc] {
                Op::Mark { segment, instructions } => {
                    if self.instructions >= end {
                        frame.pc = pc as u32;
                        return Ok(Pause::Budget);
                    }
                    let hits = &mut self.coverage[*segment as usize];
                    *fresh_cover |= *hits == 0;
                    *hits += 1;
                    self.instructions += u64::from(*instructions);
                    pc += 1;
                }
                Op::Move { dst, src } => {
                    regs[*dst as usize] = get(regs, code, *src);
                    pc += 1;
                }
                Op::Bin { op, flags, width, dst, a, b } => {
                    let (Value::Int(x), Value::Int(y)) = (get(regs, code, *a), get(regs, code, *b)) else {
                        slow!()
                    };
                    if *width > 64 || (check_overflow && (flags.nsw || flags.signed_base)) {
                        slow!()
                    }
                    let Some(v) = binary(*op, *width, x, y) else { slow!() };
                    regs[*dst as usize] = Value::Int(v);
                    pc += 1;
                }
                Op::Icmp { pred, width, dst, a, b } => {
                    let v = match (get(regs, code, *a), get(regs, code, *b)) {
                        (Value::Int(x), Value::Int(y)) if *width <= 64 => compare(*pred, *width, x, y),
                        // Inside one object offsets tell.
                        (Value::Ptr(o, x), Value::Ptr(p, y)) if o == p => {
                            let Some(v) = compare_offsets(*pred, x, y) else { slow!() };
                            v
                        }
                        _ => slow!(),
                    };
                    regs[*dst as usize] = Value::bool(v);
                    pc += 1;
                }
                Op::Trunc { dst, src, to, .. } => {
                    let Value::Int(x) = get(regs, code, *src) else { slow!() };
                    regs[*dst as usize] = Value::Int(x & mask(*to));
                    pc += 1;
                }
                Op::Zext { dst, src, to, .. } => {
                    let v @ Value::Int(_) = get(regs, code, *src) else { slow!() };
                    if *to > 64 {
                        slow!()
                    }
                    regs[*dst as usize] = v;
                    pc += 1;
                }
                Op::Sext { dst, src, from, to } => {
                    let Value::Int(x) = get(regs, code, *src) else { slow!() };
                    if *to > 64 {
                        slow!()
                    }
                    regs[*dst as usize] = Value::Int(signed(x, *from) as u64 & mask(*to));
                    pc += 1;
                }
                Op::Offset { dst, base, offset } => {
                    regs[*dst as usize] = match get(regs, code, *base) {
                        Value::Ptr(o, x) => Value::Ptr(o, x.wrapping_add(*offset as u64)),
                        Value::Int(x) => Value::Int(x.wrapping_add(*offset as u64)),
                        _ => slow!(),
                    };
                    pc += 1;
                }
                Op::Gep1 { dst, base, index, width, stride, offset } => {
                    let Value::Int(i) = get(regs, code, *index) else { slow!() };
                    if *width > 64 {
                        slow!()
                    }
                    let by = (signed(i, *width) as u64)
                        .wrapping_mul(u64::from(*stride))
                        .wrapping_add(i64::from(*offset) as u64);
                    regs[*dst as usize] = match get(regs, code, *base) {
                        Value::Ptr(o, x) => Value::Ptr(o, x.wrapping_add(by)),
                        Value::Int(x) => Value::Int(x.wrapping_add(by)),
                        _ => slow!(),
                    };
                    pc += 1;
                }
                Op::Load { dst, ptr, offset, kind } => {
                    let Some(v) = load(memory, get(regs, code, *ptr), *offset, *kind) else { slow!() };
                    regs[*dst as usize] = v;
                    pc += 1;
                }
                Op::Store { ptr, value, offset, kind } => {
                    let (p, v) = (get(regs, code, *ptr), get(regs, code, *value));
                    if !store(memory, p, *offset, *kind, v) {
                        slow!()
                    }
                    pc += 1;
                }
                Op::Select { dst, cond, yes, no, .. } => {
                    let Value::Int(c) = get(regs, code, *cond) else { slow!() };
                    regs[*dst as usize] = get(regs, code, if c & 1 == 1 { *yes } else { *no });
                    pc += 1;
                }
                Op::FBin { op, kind, dst, a, b } => {
                    let (Value::Int(x), Value::Int(y)) = (get(regs, code, *a), get(regs, code, *b)) else {
                        slow!()
                    };
                    let Some(v) = concrete::binary(*op, *kind, x, y) else { slow!() };
                    regs[*dst as usize] = Value::Int(v);
                    pc += 1;
                }
                Op::Fcmp { pred, kind, dst, a, b } => {
                    let (Value::Int(x), Value::Int(y)) = (get(regs, code, *a), get(regs, code, *b)) else {
                        slow!()
                    };
                    let Some(v) = concrete::compare(*pred, *kind, x, y) else { slow!() };
                    regs[*dst as usize] = Value::bool(v);
                    pc += 1;
                }
                Op::FCast { op, from, to, dst, src } => {
                    let Value::Int(x) = get(regs, code, *src) else { slow!() };
                    let Some(v) = concrete::cast(*op, *from, *to, x) else { slow!() };
                    regs[*dst as usize] = Value::Int(v);
                    pc += 1;
                }
                Op::Jump(e) => take!(*e),
                Op::CondBr { cond, yes, no } => {
                    let Value::Int(c) = get(regs, code, *cond) else { slow!() };
                    take!(if c & 1 == 1 { *yes } else { *no });
                }
                Op::Switch(table) => {
                    let Value::Int(x) = get(regs, code, table.value) else { slow!() };
                    take!(table.by_value.get(&x).copied().unwrap_or(table.default));
                }
                _ => slow!(),
            }
        }
    }
}
