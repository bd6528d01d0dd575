//! From a pointer to an object and an offset inside it, with the memory checks on the way.

use super::Executor;
use crate::error::{Failure, Step};
use crate::object::{Object, Region, Size};
use crate::state::State;
use crate::value::{ObjId, Value};
use rethread_expr::Term;
use rethread_testcase::BugKind;

/// An offset inside an object that is known to be in bounds.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Offset {
    Known(u64),
    Symbolic(Term),
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Access {
    Read,
    Write,
}

/// Addresses below this are null with an offset (a member of a null struct).
const NULL_PAGE: u64 = 4096;

/// One more access; bytes that follow each other are one range.
fn looked(looks: &mut Vec<(Value, u64, Access)>, (pointer, len, access): (Value, u64, Access)) {
    if let (Some((Value::Ptr(o, start), size, how)), Value::Ptr(p, at)) = (looks.last_mut(), pointer)
        && *o == p
        && *how == access
        && start.checked_add(*size) == Some(at)
    {
        *size += len;
    } else {
        looks.push((pointer, len, access));
    }
}

impl Executor {
    /// Where `len` bytes at `pointer` are, or why they are nowhere. May fork between objects and
    /// between in and out of bounds.
    pub fn resolve(
        &mut self,
        state: &mut State,
        pointer: Value,
        len: u64,
        access: Access,
    ) -> Step<(ObjId, Offset)> {
        if let Some(looks) = &mut self.looks {
            looked(looks, (pointer, len, access));
        }
        match pointer {
            Value::Ptr(o, off) => self.inside(state, o, off, len, access),
            Value::PtrTerm(o, off) => self.inside_at(state, o, off, len, access),
            Value::Int(_) | Value::Term(_) if self.is_guided() => super::guide::lost(),
            Value::Int(a) => match state.memory.at_address(a) {
                Some((o, off)) => self.inside(state, o, off, len, access),
                None => self.nowhere(a, access),
            },
            Value::Term(t) => self.search(state, t, len, access),
        }
    }

    fn verb(access: Access) -> &'static str {
        match access {
            Access::Read => "read",
            Access::Write => "write",
        }
    }

    fn nowhere<T>(&self, address: u64, access: Access) -> Step<T> {
        let verb = Self::verb(access);
        if address < NULL_PAGE || address.wrapping_neg() < NULL_PAGE {
            let what = match address as i64 {
                0 => "a null pointer".into(),
                n if n < 0 => format!("a null pointer minus {}", n.unsigned_abs()),
                n => format!("a null pointer plus {n}"),
            };
            return Failure::interrupt(BugKind::Null, format!("{verb} through {what}"));
        }
        Failure::interrupt(
            BugKind::Bounds,
            format!("{verb} at address {address:#x}, which belongs to no object"),
        )
    }

    /// Fails for an object that does not live any more.
    pub fn gone<T>(&self, state: &State, o: ObjId, verb: &str) -> Step<T> {
        match state.memory.gone(o) {
            Some(g) if g.region != Region::Stack => Failure::with(
                BugKind::UseAfterFree,
                format!("{verb} of freed heap memory"),
                "freed here",
                g.freed_at,
            ),
            _ => Failure::interrupt(
                BugKind::UseAfterFree,
                format!("{verb} of a local variable whose function has returned or whose scope has ended"),
            ),
        }
    }

    /// Checks on the object that do not depend on the offset; its size.
    fn usable(&self, state: &State, o: ObjId, access: Access) -> Step<Size> {
        let Some(object) = state.memory.get(o) else { return self.gone(state, o, Self::verb(access)) };
        if object.region == Region::Function {
            return Failure::interrupt(
                BugKind::Bounds,
                format!("{} of a function's code", Self::verb(access)),
            );
        }
        if object.has_ended() {
            return self.gone(state, o, Self::verb(access));
        }
        if access == Access::Write && object.read_only {
            return Failure::interrupt(BugKind::ConstWrite, format!("write to {}", self.describe(object)));
        }
        Ok(object.size)
    }

    /// What an object is, for a person.
    pub fn describe(&self, object: &Object) -> String {
        use crate::object::ObjName;
        let size = match object.size {
            Size::Known(n) => format!("{n} bytes"),
            Size::Symbolic(_) => "symbolic size".into(),
        };
        match &object.name {
            ObjName::Global(g) | ObjName::Local { global: g, .. } => {
                let g = &self.machine.program.globals[*g as usize];
                if g.name.starts_with(".str") {
                    format!("a string literal ({size})")
                } else {
                    format!("global `{}` ({size}{})", g.name, if g.is_const { ", const" } else { "" })
                }
            }
            ObjName::Function(f) => {
                format!("function `{}`", self.machine.program.functions[*f as usize].name)
            }
            ObjName::Heap { .. } => format!("a heap object ({size})"),
            ObjName::Stack { .. } => format!("a local variable ({size})"),
            ObjName::Environment(name) => format!("{name} ({size})"),
        }
    }

    fn outside<T>(&self, state: &State, o: ObjId, at: &str, len: u64, access: Access) -> Step<T> {
        let (what, made) = match state.memory.get(o) {
            Some(object) => (self.describe(object), object.made_at),
            None => ("an object".into(), rethread_ir::LocId::NONE),
        };
        let plural = if len == 1 { "" } else { "s" };
        let message = format!("{} of {len} byte{plural} at {at} of {what}", Self::verb(access));
        Failure::with(BugKind::Bounds, message, "allocated here", made)
    }

    fn inside(
        &mut self,
        state: &mut State,
        o: ObjId,
        off: u64,
        len: u64,
        access: Access,
    ) -> Step<(ObjId, Offset)> {
        let size = self.usable(state, o, access)?;
        let ok = match size {
            Size::Known(n) => off.checked_add(len).is_some_and(|end| end <= n),
            Size::Symbolic(n) => match off.checked_add(len) {
                None => false,
                Some(end) => {
                    let end = self.terms.constant(64, end);
                    let fits = self.terms.ule(end, n);
                    self.decide(state, fits)?
                }
            },
        };
        if ok {
            self.guided_use(state, o, off, len, access == Access::Write)?;
            return Ok((o, Offset::Known(off)));
        }
        self.outside(state, o, &format!("offset {}", off as i64), len, access)
    }

    fn inside_at(
        &mut self,
        state: &mut State,
        o: ObjId,
        off: Term,
        len: u64,
        access: Access,
    ) -> Step<(ObjId, Offset)> {
        let off = if self.terms.flags(off).has_uninit {
            self.initialised(state, off, "an address depends on memory that was never written")?
        } else {
            off
        };
        if self.is_guided() {
            let k = self.guided_number(off)?;
            return self.inside(state, o, k, len, access);
        }
        if let Some(k) = self.terms.as_u64(off) {
            return self.inside(state, o, k, len, access);
        }
        let size = self.usable(state, o, access)?;
        let fits = self.fits(off, size, len);
        if !self.decide(state, fits)? {
            return self.outside(state, o, "a symbolic offset", len, access);
        }
        Ok((o, Offset::Symbolic(off)))
    }

    /// `off + len <= size`, without wrapping around.
    fn fits(&mut self, off: Term, size: Size, len: u64) -> Term {
        let width = 64;
        match size {
            Size::Known(n) if n < len => self.terms.fls(),
            Size::Known(n) => {
                let last = self.terms.constant(width, n - len);
                self.terms.ule(off, last)
            }
            Size::Symbolic(n) => {
                let len = self.terms.constant(width, len);
                let room = self.terms.ule(len, n);
                let last = self.terms.sub(n, len);
                let low = self.terms.ule(off, last);
                self.terms.and(room, low)
            }
        }
    }

    /// A pointer that may be anywhere: a model of the path proposes an object, the path is split on it.
    fn search(&mut self, state: &mut State, t: Term, len: u64, access: Access) -> Step<(ObjId, Offset)> {
        let t = self.initialised(state, t, "an address depends on memory that was never written")?;
        let t = self.materialise(state, t)?;
        if let Some(exact) = self.terms.as_u64(t) {
            return self.resolve(state, Value::Int(exact), len, access);
        }
        let address = self.possible_value(state, t)?;
        if let Some((o, _)) = state.memory.at_address(address) {
            let base = state.memory.address(o);
            let near = self.near(state, t, base, o);
            // The model is near: the answer is yes, or a fork whose other side has another model.
            if self.decide(state, near)? {
                let base = self.terms.constant(64, base);
                let off = self.terms.sub(t, base);
                return match self.value(off) {
                    Value::Int(k) => self.inside(state, o, k, len, access),
                    _ => self.inside_at(state, o, off, len, access),
                };
            }
            return self.nowhere(address, access);
        }
        let page = self.terms.constant(64, NULL_PAGE);
        let null = self.terms.ult(t, page);
        if address < NULL_PAGE {
            let null = self.decide(state, null)?;
            return self.nowhere(if null { 0 } else { address }, access);
        }
        // Wild: split off everything that belongs to no object at all, once.
        let mut known = null;
        let exposed: Vec<(u64, ObjId)> = state.memory.exposed().collect();
        for (base, o) in exposed {
            let near = self.near(state, t, base, o);
            known = self.terms.or(known, near);
        }
        // The model is wild: the answer is no, or a fork whose other side has another model.
        self.decide(state, known)?;
        self.nowhere(address, access)
    }

    /// Is the address in an object that starts at `base`, or at its end?
    fn near(&mut self, state: &State, address: Term, base: u64, o: ObjId) -> Term {
        let base = self.terms.constant(64, base);
        let off = self.terms.sub(address, base);
        let limit = self.terms.constant(64, state.memory.extent(o));
        self.terms.ule(off, limit)
    }
}
