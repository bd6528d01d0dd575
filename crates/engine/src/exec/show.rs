//! Names and values for people.

use super::Executor;
use crate::object::{ObjName, Object, Size};
use crate::page::Read;
use crate::state::State;
use crate::value::{ObjId, Value};
use rethread_solver::Model;

impl Executor {
    /// A place in an object in a word or two: `x`, `a+8`, `heap+4`.
    pub fn short_name(&self, object: &Object, offset: u64) -> String {
        let name = match &object.name {
            ObjName::Global(g) | ObjName::Local { global: g, .. } => {
                self.machine.program.globals[*g as usize].name.clone()
            }
            ObjName::Function(f) => self.machine.program.functions[*f as usize].name.clone(),
            ObjName::Heap { .. } => "heap".into(),
            ObjName::Stack { thread, .. } => format!("local of {thread}"),
            ObjName::Environment(name) => name.to_string(),
        };
        if offset == 0 { name } else { format!("{name}+{offset}") }
    }

    /// What a place holds, if that is one scalar of up to eight bytes.
    pub fn peek(&self, state: &State, o: ObjId, lo: u64, len: u64) -> Option<Value> {
        let object = state.memory.get(o)?;
        let inside = matches!(object.size, Size::Known(n) if lo.checked_add(len).is_some_and(|end| end <= n));
        if !inside || !matches!(len, 1 | 2 | 4 | 8) || object.as_array().is_some() || object.has_ended() {
            return None;
        }
        match object.read(lo, len) {
            Read::Bytes(x) => Some(Value::Int(x)),
            Read::Cell(v) => Some(v),
            Read::Mixed => None,
        }
    }

    /// A scalar as a person writes it.
    pub fn number(&mut self, v: Value, len: u64, model: &Model) -> Option<String> {
        let bits = match v {
            Value::Int(x) => x,
            Value::Term(t) => self.terms.eval(t, model).low_u64(),
            Value::Ptr(..) | Value::PtrTerm(..) => return Some("a pointer".into()),
        };
        let shift = 64 - 8 * len.min(8) as u32;
        Some((((bits << shift) as i64) >> shift).to_string())
    }
}
