//! Loads and stores: concrete bytes, cells, symbolic offsets, arrays.
//!
//! A symbolic offset with few possible places becomes a choice between them (if-then-else over the
//! places); with many, the object becomes an array term. Neither makes anything concrete.

use super::Executor;
use super::resolve::{Access, Offset};
use crate::error::Step;
use crate::object::{ObjName, Object, Size};
use crate::page::{Byte, PAGE, Read};
use crate::state::State;
use crate::value::{Kind, ObjId, Value, mask};
use rethread_expr::{Node, SymbolKind, Term};

/// More possible places than this and the object becomes an array.
const MAX_PLACES: u64 = 128;

/// Larger objects become an array by what was written to them, not byte by byte.
const MAX_TABLE: u64 = 1 << 16;

impl Executor {
    pub fn load(&mut self, state: &mut State, pointer: Value, kind: Kind) -> Step<Value> {
        let (o, off) = self.resolve(state, pointer, kind.size(), Access::Read)?;
        match off {
            Offset::Known(off) => Ok(self.read(state, o, off, kind)),
            Offset::Symbolic(off) => self.read_at(state, o, off, kind),
        }
    }

    pub fn store(&mut self, state: &mut State, pointer: Value, value: Value, kind: Kind) -> Step<()> {
        let (o, off) = self.resolve(state, pointer, kind.size(), Access::Write)?;
        match off {
            Offset::Known(off) => self.write(state, o, off, value, kind),
            Offset::Symbolic(off) => self.write_at(state, o, off, value, kind)?,
        }
        Ok(())
    }

    /// Reads a scalar at an offset that is in bounds.
    pub fn read(&mut self, state: &mut State, o: ObjId, off: u64, kind: Kind) -> Value {
        self.guided_look(state, o, off, kind.size());
        let object = state.memory.get(o).expect("resolved");
        let width = kind.width();
        match object.read(off, kind.size()) {
            Read::Bytes(x) => Value::Int(x & mask(width)),
            Read::Cell(v) if u64::from(width) == kind.size() * 8 => v,
            _ => {
                let t = self.read_bytes(state, o, off, kind.size());
                let t = if u64::from(width) < kind.size() * 8 { self.terms.extract(t, 0, width) } else { t };
                self.value(t)
            }
        }
    }

    /// `len` bytes as one term, little endian.
    pub fn read_bytes(&mut self, state: &mut State, o: ObjId, off: u64, len: u64) -> Term {
        self.guided_look(state, o, off, len);
        let mut out = None;
        let mut at = off;
        while at < off + len {
            // A whole cell at once where possible: the common case of a struct read as one number.
            let part = match self.whole_cell(state, o, at, off + len - at) {
                Some((t, n)) => {
                    at += n;
                    t
                }
                None => {
                    at += 1;
                    self.byte_term(state, o, at - 1)
                }
            };
            out = Some(match out {
                None => part,
                Some(low) => self.terms.concat(part, low),
            });
        }
        out.unwrap_or_else(|| self.terms.constant(8, 0))
    }

    fn whole_cell(&mut self, state: &mut State, o: ObjId, at: u64, max: u64) -> Option<(Term, u64)> {
        let object = state.memory.get(o)?;
        if object.as_array().is_some() {
            return None;
        }
        let Byte::Of { value, len, index: 0 } = object.byte(at) else { return None };
        (u64::from(len) <= max).then(|| (self.term(state, value, len * 8), u64::from(len)))
    }

    /// One byte as a term.
    pub fn byte_term(&mut self, state: &mut State, o: ObjId, at: u64) -> Term {
        self.guided_look(state, o, at, 1);
        let object = state.memory.get(o).expect("resolved");
        if let Some(array) = object.as_array() {
            let index = self.terms.constant(64, at);
            return self.terms.select(array, index);
        }
        match object.byte(at) {
            Byte::Concrete(b) => self.terms.constant(8, u64::from(b)),
            Byte::Of { value, len, index } => {
                let t = self.term(state, value, len * 8);
                self.terms.extract(t, index * 8, 8)
            }
            Byte::Uninit => {
                // The same unwritten byte reads the same every time.
                let name = format!("uninit:{}:{at}", o.0);
                self.terms.symbol(&name, 8, SymbolKind::Uninit)
            }
        }
    }

    /// Writes a scalar at an offset that is in bounds.
    pub fn write(&mut self, state: &mut State, o: ObjId, off: u64, value: Value, kind: Kind) {
        let (len, width) = (kind.size(), kind.width());
        let whole = u64::from(width) == len * 8;
        if self.make_room(state, o, off, len) {
            // An array: byte by byte through the term.
            let mut t = self.term(state, value, width);
            if !whole {
                t = self.terms.zext(t, (len * 8) as u32);
            }
            return self.write_array(state, o, Offset::Known(off), t, len);
        }
        let value = match value {
            Value::Term(t) => {
                let t = if whole { t } else { self.terms.zext(t, (len * 8) as u32) };
                match self.terms.as_bits(t) {
                    Some(bits) => {
                        let object = state.memory.get_mut(o).expect("resolved");
                        object.write_bytes(off, &bits.to_bytes_le()[..len as usize]);
                        return;
                    }
                    None if self.is_one_uninit(t) => {
                        state.memory.get_mut(o).expect("resolved").write_uninit(off, len);
                        return;
                    }
                    None => Value::Term(t),
                }
            }
            v => v,
        };
        let fits = state.memory.get(o).expect("resolved").fits_page(off, len);
        match value {
            Value::Int(x) => {
                let bytes = x.to_le_bytes();
                state.memory.get_mut(o).expect("resolved").write_bytes(off, &bytes[..len as usize]);
            }
            v if fits => state.memory.get_mut(o).expect("resolved").write_cell(off, len, v),
            v => {
                let t = self.term(state, v, (len * 8) as u32);
                for i in 0..len {
                    let b = self.terms.extract(t, i as u32 * 8, 8);
                    let object = state.memory.get_mut(o).expect("resolved");
                    match self.terms.as_u64(b) {
                        Some(x) => object.write_bytes(off + i, &[x as u8]),
                        None => object.write_cell(off + i, 1, Value::Term(b)),
                    }
                }
            }
        }
    }

    /// Nothing but a value nobody defined: storing it leaves memory unwritten.
    fn is_one_uninit(&self, t: Term) -> bool {
        match self.terms.node(t) {
            Node::Symbol(s) => self.terms.symbol_info(*s).kind == SymbolKind::Uninit,
            _ => false,
        }
    }

    /// Splits the cells that a write would cut. True if the object is an array.
    fn make_room(&mut self, state: &mut State, o: ObjId, off: u64, len: u64) -> bool {
        let object = state.memory.get(o).expect("resolved");
        if object.as_array().is_some() {
            return true;
        }
        for (at, n, value) in object.straddling(off, len) {
            let t = self.term(state, value, (n * 8) as u32);
            for i in 0..n {
                let b = self.terms.extract(t, (i * 8) as u32, 8);
                let v = self.value(b);
                let object = state.memory.get_mut(o).expect("resolved");
                match v {
                    Value::Int(x) => object.write_bytes(at + i, &[x as u8]),
                    v => object.write_cell(at + i, 1, v),
                }
            }
        }
        false
    }

    /// The offsets that a symbolic one may be: first, last, step.
    fn places(&mut self, state: &mut State, o: ObjId, off: Term, len: u64) -> (u64, u64, u64) {
        let size = match state.memory.get(o).expect("resolved").size {
            Size::Known(n) => n,
            Size::Symbolic(n) => self.terms.range(n).1.min(1 << 40),
        };
        let (lo, hi) = self.terms.range(off);
        let step = 1 << self.trailing_zeros(off).min(12);
        let mut lo = lo.next_multiple_of(step);
        let mut hi = hi.min(size.saturating_sub(len));
        // Worth two solver calls when it saves an array.
        if (hi.saturating_sub(lo)) / step > MAX_PLACES / 4 {
            lo = self.solver.min(&mut self.terms, &state.path, off).max(lo);
            hi = self.solver.max(&mut self.terms, &state.path, off).min(hi);
        }
        (lo, hi.max(lo), step)
    }

    /// Low bits of a term that are certainly zero.
    fn trailing_zeros(&self, t: Term) -> u32 {
        let mut t = t;
        let mut known = 0;
        loop {
            match self.terms.node(t) {
                Node::Const { value, width, .. } => return known + value.trailing_zeros().min(*width),
                Node::Concat(_, low) => match self.terms.as_u64(*low) {
                    Some(0) => {
                        let Node::Concat(high, _) = self.terms.node(t) else { return known };
                        known += self.terms.width(*low);
                        t = *high;
                    }
                    Some(x) => return known + x.trailing_zeros(),
                    None => t = *low,
                },
                Node::Shl(_, by) => return known + self.terms.as_u64(*by).map_or(0, |b| b.min(63) as u32),
                Node::Mul(a, b) => {
                    let k = self.terms.as_u64(*b).or(self.terms.as_u64(*a));
                    return known + k.map_or(0, |k| k.trailing_zeros());
                }
                Node::Add(a, b) | Node::Sub(a, b) => {
                    // Only one operand is followed: the other must be constant.
                    let (x, k) = match (self.terms.as_u64(*a), self.terms.as_u64(*b)) {
                        (_, Some(k)) => (*a, k),
                        (Some(k), _) => (*b, k),
                        _ => return known,
                    };
                    let zeros = k.trailing_zeros();
                    if zeros == 0 {
                        return known;
                    }
                    return known + zeros.min(self.trailing_zeros_of_product(x));
                }
                Node::Zext { of, .. } | Node::Sext { of, .. } => t = *of,
                _ => return known,
            }
        }
    }

    /// Like `trailing_zeros` for a single shift, product or concatenation.
    fn trailing_zeros_of_product(&self, t: Term) -> u32 {
        match self.terms.node(t) {
            Node::Shl(_, by) => self.terms.as_u64(*by).map_or(0, |b| b.min(63) as u32),
            Node::Mul(a, b) => {
                let k = self.terms.as_u64(*b).or(self.terms.as_u64(*a));
                k.map_or(0, |k| k.trailing_zeros())
            }
            Node::Concat(_, low) if self.terms.as_u64(*low) == Some(0) => self.terms.width(*low),
            _ => 0,
        }
    }

    pub(super) fn read_at(&mut self, state: &mut State, o: ObjId, off: Term, kind: Kind) -> Step<Value> {
        let (len, width) = (kind.size(), kind.width());
        let (lo, hi, step) = self.places(state, o, off, len);
        let is_array = state.memory.get(o).expect("resolved").as_array().is_some();
        if !is_array && (hi - lo) / step <= MAX_PLACES {
            let mut out = None;
            let mut at = hi - (hi - lo) % step;
            loop {
                let v = self.read(state, o, at, kind);
                let t = self.term(state, v, width);
                out = Some(match out {
                    None => t,
                    Some(rest) => {
                        let k = self.terms.constant(64, at);
                        let here = self.terms.eq(off, k);
                        self.terms.ite(here, t, rest)
                    }
                });
                if at < lo + step {
                    break;
                }
                at -= step;
            }
            return Ok(self.value(out.expect("at least one place")));
        }
        let array = self.array_of(state, o);
        let mut out = None;
        for i in 0..len {
            let k = self.terms.constant(64, i);
            let index = self.terms.add(off, k);
            let b = self.terms.select(array, index);
            out = Some(match out {
                None => b,
                Some(low) => self.terms.concat(b, low),
            });
        }
        let t = out.expect("at least one byte");
        let t = if u64::from(width) < len * 8 { self.terms.extract(t, 0, width) } else { t };
        Ok(self.value(t))
    }

    fn write_at(&mut self, state: &mut State, o: ObjId, off: Term, value: Value, kind: Kind) -> Step<()> {
        let (len, width) = (kind.size(), kind.width());
        let new = self.term(state, value, width);
        let (lo, hi, step) = self.places(state, o, off, len);
        let is_array = state.memory.get(o).expect("resolved").as_array().is_some();
        // Places closer than the width overlap: each byte would have several writers.
        if !is_array && (hi - lo) / step <= MAX_PLACES && step >= len {
            let mut at = lo;
            while at <= hi {
                let old = self.read(state, o, at, kind);
                let old = self.term(state, old, width);
                let k = self.terms.constant(64, at);
                let here = self.terms.eq(off, k);
                let t = self.terms.ite(here, new, old);
                if t != old {
                    let v = self.value(t);
                    self.write(state, o, at, v, kind);
                }
                at += step;
            }
            return Ok(());
        }
        let new = if u64::from(width) < len * 8 { self.terms.zext(new, (len * 8) as u32) } else { new };
        let array = self.array_of(state, o);
        state.memory.get_mut(o).expect("resolved").set_array(array);
        self.write_array(state, o, Offset::Symbolic(off), new, len);
        Ok(())
    }

    fn write_array(&mut self, state: &mut State, o: ObjId, off: Offset, value: Term, len: u64) {
        let mut array = state.memory.get(o).and_then(Object::as_array).expect("an array");
        for i in 0..len {
            let index = match off {
                Offset::Known(k) => self.terms.constant(64, k + i),
                Offset::Symbolic(t) => {
                    let k = self.terms.constant(64, i);
                    self.terms.add(t, k)
                }
            };
            let b = self.terms.extract(value, (i * 8) as u32, 8);
            array = self.terms.store(array, index, b);
        }
        state.memory.get_mut(o).expect("resolved").set_array(array);
    }

    /// The same for a large object of which only these pages were written.
    fn sparse_array(&mut self, state: &mut State, o: ObjId, pages: &[u64], initialised: bool) -> Term {
        let mut array = if initialised {
            self.terms.table(64, 8, &[])
        } else {
            self.terms.array_symbol(&format!("uninit:{}", o.0), 64, 8, SymbolKind::Uninit)
        };
        for at in pages.iter().flat_map(|p| p * PAGE..(p + 1) * PAGE) {
            match state.memory.get(o).expect("resolved").byte(at) {
                Byte::Concrete(0) if initialised => {}
                Byte::Uninit if !initialised => {}
                _ => {
                    let b = self.byte_term(state, o, at);
                    let k = self.terms.constant(64, at);
                    array = self.terms.store(array, k, b);
                }
            }
        }
        array
    }

    /// The content of an object as an array term.
    fn array_of(&mut self, state: &mut State, o: ObjId) -> Term {
        let object = state.memory.get(o).expect("resolved");
        if let Some(a) = object.as_array() {
            return a;
        }
        let size = match object.size {
            Size::Known(n) => n,
            Size::Symbolic(n) => self.terms.range(n).1,
        };
        if object.is_untouched() == Some(false) {
            let name = format!("uninit:{}", o.0);
            return self.terms.array_symbol(&name, 64, 8, SymbolKind::Uninit);
        }
        if object.is_untouched() == Some(true) {
            return self.terms.table(64, 8, &[]);
        }
        if size > MAX_TABLE
            && let Some((pages, initialised)) = object.touched()
        {
            return self.sparse_array(state, o, &pages, initialised);
        }
        let mut bytes = vec![0; size as usize];
        let mut rest = Vec::new();
        for at in 0..size {
            match object.byte(at) {
                Byte::Concrete(b) => bytes[at as usize] = u64::from(b),
                _ => rest.push(at),
            }
        }
        let mut array = self.terms.table(64, 8, &bytes);
        for at in rest {
            let b = self.byte_term(state, o, at);
            let k = self.terms.constant(64, at);
            array = self.terms.store(array, k, b);
        }
        array
    }

    /// Copies a range between objects, keeping what each byte means.
    pub fn copy(&mut self, state: &mut State, from: (ObjId, u64), to: (ObjId, u64), len: u64) {
        self.guided_look(state, from.0, from.1, len);
        if len <= PAGE {
            return self.copy_little(state, from, to, len);
        }
        // Page by page of the target, in the direction in which nothing is overwritten unread.
        let source = state.memory.get(from.0).expect("resolved").clone();
        let end = to.1 + len;
        let mut numbers: Vec<u64> = (to.1 / PAGE..end.div_ceil(PAGE)).collect();
        if from.1 < to.1 {
            numbers.reverse();
        }
        let mut blank = None;
        for number in numbers {
            let (start, stop) = ((number * PAGE).max(to.1), ((number + 1) * PAGE).min(end));
            let place = from.1 + (start - to.1);
            let target = state.memory.get_mut(to.0).expect("resolved");
            if stop - start == PAGE
                && place.is_multiple_of(PAGE)
                && target.share_page(number, &source, place / PAGE, &mut blank)
            {
                continue;
            }
            self.copy_little(state, (from.0, place), (to.0, start), stop - start);
        }
    }

    fn copy_little(&mut self, state: &mut State, from: (ObjId, u64), to: (ObjId, u64), len: u64) {
        if len == 0 {
            return;
        }
        let source = state.memory.get(from.0).expect("resolved");
        if let Some(bytes) = source.plain(from.1, len)
            && !self.make_room(state, to.0, to.1, len)
        {
            state.memory.get_mut(to.0).expect("resolved").write_bytes(to.1, &bytes);
            return;
        }
        // Collected first: the ranges may overlap.
        let mut parts: Vec<(u64, u64, Option<Value>)> = Vec::new();
        let mut at = 0;
        while at < len {
            let object = state.memory.get(from.0).expect("resolved");
            let place = from.1 + at;
            if object.as_array().is_some() {
                let t = self.byte_term(state, from.0, place);
                parts.push((at, 1, Some(self.value(t))));
                at += 1;
                continue;
            }
            match object.byte(place) {
                Byte::Of { value, len: n, index: 0 } if u64::from(n) <= len - at => {
                    parts.push((at, u64::from(n), Some(value)));
                    at += u64::from(n);
                }
                Byte::Of { .. } => {
                    let t = self.byte_term(state, from.0, place);
                    parts.push((at, 1, Some(self.value(t))));
                    at += 1;
                }
                Byte::Concrete(b) => {
                    parts.push((at, 1, Some(Value::Int(u64::from(b)))));
                    at += 1;
                }
                Byte::Uninit => {
                    parts.push((at, 1, None));
                    at += 1;
                }
            }
        }
        for (at, n, value) in parts {
            match value {
                Some(v) => self.write(state, to.0, to.1 + at, v, Kind::Int((n * 8) as u32)),
                None => {
                    if self.make_room(state, to.0, to.1 + at, n) {
                        let t = self.byte_term_named(&format!("uninit:{}:{}", from.0.0, from.1 + at));
                        self.write_array(state, to.0, Offset::Known(to.1 + at), t, 1);
                    } else {
                        state.memory.get_mut(to.0).expect("resolved").write_uninit(to.1 + at, n);
                    }
                }
            }
        }
    }

    fn byte_term_named(&mut self, name: &str) -> Term {
        self.terms.symbol(name, 8, SymbolKind::Uninit)
    }

    /// A new object that is named after the thread and the place it is made at.
    pub fn heap_name(&self, state: &mut State) -> ObjName {
        let frame = state.frame();
        let site = crate::object::Site { function: frame.function, pc: frame.pc };
        let thread = state.thread_mut();
        let count = thread.allocations.get(&site).copied().unwrap_or(0);
        thread.allocations.insert(site, count + 1);
        ObjName::Heap { thread: thread.name.clone(), site, count }
    }
}
