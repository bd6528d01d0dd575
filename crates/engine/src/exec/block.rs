//! Moving and filling memory by ranges, also of symbolic length.

use super::Executor;
use super::resolve::{Access, Offset};
use crate::error::Step;
use crate::state::State;
use crate::value::{Kind, ObjId, Value};
use rethread_expr::Term;

/// Up to this many bytes a range of symbolic length is done without forking.
const MAX_BLEND: u64 = 512;

/// Where a range starts and how long it is.
enum Length {
    Known(u64),
    /// At most `max` bytes, `term` of them.
    Up {
        term: Term,
        max: u64,
    },
}

impl Executor {
    /// memcpy and memmove.
    pub fn block_copy(&mut self, state: &mut State, to: Value, from: Value, len: Value) -> Step<()> {
        match self.length(state, len, &[(from, Access::Read), (to, Access::Write)])? {
            Length::Known(0) => Ok(()),
            Length::Known(n) => {
                self.touch_range(state, &[(from, n, Access::Read), (to, n, Access::Write)])?;
                let source = self.place(state, from, n, Access::Read)?;
                let target = self.place(state, to, n, Access::Write)?;
                self.spin_range(state, source, n, true);
                self.spin_range(state, target, n, false);
                self.copy(state, source, target, n);
                Ok(())
            }
            Length::Up { term, max } => {
                self.touch_range(state, &[(from, max, Access::Read), (to, max, Access::Write)])?;
                let source = self.place(state, from, 0, Access::Read)?;
                let target = self.place(state, to, 0, Access::Write)?;
                self.spin_work(state);
                // Read everything before writing anything: the ranges may overlap.
                let bytes: Vec<Term> =
                    (0..max).map(|i| self.byte_term(state, source.0, source.1 + i)).collect();
                self.blend(state, target, term, |_, i| bytes[i as usize], max);
                Ok(())
            }
        }
    }

    pub fn block_fill(&mut self, state: &mut State, to: Value, byte: Value, len: Value) -> Step<()> {
        let byte = match byte {
            Value::Int(b) => Value::Int(b & 0xff),
            v => {
                let t = self.term(state, v, 8);
                self.value(t)
            }
        };
        match self.length(state, len, &[(to, Access::Write)])? {
            Length::Known(0) => Ok(()),
            Length::Known(n) => {
                self.touch_range(state, &[(to, n, Access::Write)])?;
                let (o, off) = self.place(state, to, n, Access::Write)?;
                self.spin_range(state, (o, off), n, false);
                self.fill(state, o, off, n, byte);
                Ok(())
            }
            Length::Up { term, max } => {
                self.touch_range(state, &[(to, max, Access::Write)])?;
                let target = self.place(state, to, 0, Access::Write)?;
                self.spin_work(state);
                let b = self.term(state, byte, 8);
                self.blend(state, target, term, |_, _| b, max);
                Ok(())
            }
        }
    }

    fn fill(&mut self, state: &mut State, o: ObjId, off: u64, n: u64, byte: Value) {
        let object = state.memory.get(o).expect("resolved");
        if let Value::Int(b) = byte
            && object.as_array().is_none()
            && object.straddling(off, n).is_empty()
        {
            state.memory.get_mut(o).expect("resolved").fill(off, n, b as u8);
            return;
        }
        for i in 0..n {
            self.write(state, o, off + i, byte, Kind::Int(8));
        }
    }

    /// Byte i becomes the new one if i is below the length, else stays.
    fn blend(
        &mut self,
        state: &mut State,
        (o, off): (ObjId, u64),
        len: Term,
        new: impl Fn(&mut Self, u64) -> Term,
        max: u64,
    ) {
        for i in 0..max {
            let k = self.terms.constant(64, i);
            let inside = self.terms.ult(k, len);
            let old = self.byte_term(state, o, off + i);
            let new = new(self, i);
            let t = self.terms.ite(inside, new, old);
            if t != old {
                let v = self.value(t);
                self.write(state, o, off + i, v, Kind::Int(8));
            }
        }
    }

    /// A concrete place with room for `n` bytes; a symbolic offset is enumerated.
    fn place(&mut self, state: &mut State, p: Value, n: u64, access: Access) -> Step<(ObjId, u64)> {
        let (o, off) = self.resolve(state, p, n, access)?;
        match off {
            Offset::Known(k) => Ok((o, k)),
            Offset::Symbolic(t) => {
                let k = self.enumerate(state, t)?;
                Ok((o, k))
            }
        }
    }

    /// The length of a range, checked against the objects at its ends. Long symbolic ones are
    /// enumerated.
    fn length(&mut self, state: &mut State, len: Value, ends: &[(Value, Access)]) -> Step<Length> {
        let t = match self.guided_value(len)? {
            Value::Int(n) => return Ok(Length::Known(n)),
            v => self.term(state, v, 64),
        };
        let t = self.initialised(state, t, "a length depends on memory that was never written")?;
        if let Some(n) = self.terms.as_u64(t) {
            return Ok(Length::Known(n));
        }
        let zero = self.terms.constant(64, 0);
        let none = self.terms.eq(t, zero);
        if self.decide(state, none)? {
            return Ok(Length::Known(0));
        }
        // Out of bounds for some lengths: the longest is the first to fail.
        let mut max = u64::MAX;
        for &(p, access) in ends {
            let (o, off) = self.place(state, p, 1, access)?;
            let room = match state.memory.get(o).expect("resolved").size {
                crate::object::Size::Known(n) => n - off,
                crate::object::Size::Symbolic(_) => {
                    let n = self.enumerate(state, t)?;
                    return Ok(Length::Known(n));
                }
            };
            let limit = self.terms.constant(64, room);
            let fits = self.terms.ule(t, limit);
            if !self.decide(state, fits)? {
                let n = room + 1;
                self.resolve(state, p, n, access)?;
            }
            max = max.min(room);
        }
        max = max.min(self.terms.range(t).1);
        if max > MAX_BLEND {
            max = max.min(self.solver.max(&mut self.terms, &state.path, t));
        }
        if max > MAX_BLEND {
            let n = self.enumerate(state, t)?;
            return Ok(Length::Known(n));
        }
        Ok(Length::Up { term: t, max })
    }
}
