//! Globals and functions as objects, with their initial contents.

use crate::decode::{self, global_object};
use crate::machine::Machine;
use crate::memory::Memory;
use crate::object::{ObjName, Object, Region, Size};
use crate::value::{ObjId, Value};
use rethread_expr::Bits;
use rethread_ir::{CastOp, Const, ConstExpr, GlobalId, LocId, Type, TypeId};
use std::sync::Arc;

/// Adds every global and every function, in the order that fixes their ids.
pub fn globals(machine: &Machine, memory: &mut Memory) {
    let program = &machine.program;
    let mut layouts = machine.layouts.lock().expect("not poisoned");
    for (i, g) in program.globals.iter().enumerate() {
        let mut o = Object::new(
            ObjName::Global(i as u32),
            Region::Global,
            Size::Known(g.size),
            g.align.max(1),
            true,
            LocId::NONE,
        );
        o.rename(machine.key(&o.name));
        o.shape = layouts.shape(&program.types, g.ty);
        o.kin = machine.sharing.as_ref().map(|s| s.global(i as u32));
        let id = memory.add(o);
        debug_assert_eq!(id, global_object(GlobalId(i as u32)));
    }
    for (i, f) in program.functions.iter().enumerate() {
        let size = f.blocks.len() as u64 + 1;
        let mut o = Object::new(
            ObjName::Function(i as u32),
            Region::Function,
            Size::Known(size),
            16,
            true,
            LocId::NONE,
        );
        o.rename(machine.key(&o.name));
        memory.add(o);
    }
    drop(layouts);
    for (i, g) in program.globals.iter().enumerate() {
        let id = global_object(GlobalId(i as u32));
        if let Some(init) = &g.init {
            write(machine, memory, id, 0, init, g.ty);
        }
        if g.is_const {
            memory.get_mut(id).expect("just added").read_only = true;
        }
    }
}

/// This thread's copy of a thread-local global.
pub fn thread_local(machine: &Machine, memory: &mut Memory, global: u32, name: ObjName) -> ObjId {
    let g = machine.program.global(GlobalId(global));
    let mut o = Object::new(name, Region::Global, Size::Known(g.size), g.align.max(1), true, LocId::NONE);
    o.rename(machine.key(&o.name));
    o.kin = machine.sharing.as_ref().map(|s| s.global(global));
    let id = memory.add(o);
    if let Some(init) = &g.init {
        write(machine, memory, id, 0, init, g.ty);
    }
    id
}

/// Writes a constant of a type into an object.
fn write(machine: &Machine, memory: &mut Memory, o: ObjId, at: u64, c: &Const, ty: TypeId) {
    let types = &machine.program.types;
    match c {
        Const::Zero(_) | Const::Null => {}
        Const::Undef(t) | Const::Poison(t) => {
            let n = types.store_size(*t);
            memory.get_mut(o).expect("exists").write_uninit(at, n);
        }
        Const::Bytes(_, bytes) => memory.get_mut(o).expect("exists").write_bytes(at, bytes),
        Const::Int(i) => {
            let bytes = Bits::from_words(i.bits, &i.words).zext(i.bits.next_multiple_of(8)).to_bytes_le();
            memory.get_mut(o).expect("exists").write_bytes(at, &bytes);
        }
        Const::Float(k, bits) => {
            let bytes = bits.to_le_bytes();
            memory.get_mut(o).expect("exists").write_bytes(at, &bytes[..k.bits() as usize / 8]);
        }
        Const::Aggregate(_, parts) => match types.get(ty) {
            Type::Struct { fields, .. } => {
                for (p, f) in parts.iter().zip(fields) {
                    write(machine, memory, o, at + f.offset, p, f.ty);
                }
            }
            Type::Array(t, _) => {
                let stride = types.alloc_size(*t);
                for (i, p) in parts.iter().enumerate() {
                    write(machine, memory, o, at + i as u64 * stride, p, *t);
                }
            }
            // Lanes that are not whole bytes lie one after the other, bit by bit.
            Type::Vector(t, _) if !types.scalar_bits(*t).is_multiple_of(8) => {
                let object = memory.get_mut(o).expect("exists");
                match packed(parts, types.scalar_bits(*t)) {
                    Some(bytes) => object.write_bytes(at, &bytes),
                    None => object.write_uninit(at, types.store_size(ty)),
                }
            }
            Type::Vector(t, _) => {
                let stride = u64::from(types.scalar_bits(*t).div_ceil(8));
                for (i, p) in parts.iter().enumerate() {
                    write(machine, memory, o, at + i as u64 * stride, p, *t);
                }
            }
            _ => {}
        },
        _ => {
            let n = types.store_size(ty);
            match scalar(machine, memory, c) {
                Some(Value::Int(x)) => {
                    memory.get_mut(o).expect("exists").write_bytes(at, &x.to_le_bytes()[..n.min(8) as usize]);
                }
                Some(v) => {
                    if memory.get(o).expect("exists").fits_page(at, n) {
                        memory.get_mut(o).expect("exists").write_cell(at, n, v);
                    } else if let Value::Ptr(target, off) = v {
                        // No cell lies across two pages: the bytes of the address say the same.
                        let address = memory.address(target).wrapping_add(off);
                        let object = memory.get_mut(o).expect("exists");
                        object.write_bytes(at, &address.to_le_bytes()[..n.min(8) as usize]);
                    }
                }
                // Something only LLVM can compute: reading it is like reading what nobody wrote.
                None => memory.get_mut(o).expect("exists").write_uninit(at, n),
            }
        }
    }
}

/// The bytes of a vector whose lanes are numbers of `width` bits.
fn packed(lanes: &[Const], width: u32) -> Option<Vec<u8>> {
    let mut bytes = vec![0; (lanes.len() * width as usize).div_ceil(8)];
    for (i, lane) in lanes.iter().enumerate() {
        let words = match lane {
            Const::Int(c) => &c.words[..],
            Const::Zero(_) => &[],
            _ => return None,
        };
        for bit in 0..width as usize {
            let set = words.get(bit / 64).is_some_and(|w| w >> (bit % 64) & 1 == 1);
            let place = i * width as usize + bit;
            bytes[place / 8] |= u8::from(set) << (place % 8);
        }
    }
    Some(bytes)
}

/// The value of a constant that involves addresses.
fn scalar(machine: &Machine, memory: &mut Memory, c: &Const) -> Option<Value> {
    if let Some((o, off)) = decode::address_value(&machine.program, c) {
        return Some(Value::Ptr(o, off));
    }
    let number = |memory: &mut Memory, v: Value| match v {
        Value::Int(x) => Some(x),
        Value::Ptr(o, off) => Some(memory.address(o).wrapping_add(off)),
        _ => None,
    };
    match c {
        Const::Int(i) => i.as_u64().map(Value::Int),
        Const::Null => Some(Value::NULL),
        c if decode::is_null_symbol(&machine.program, c) => Some(Value::NULL),
        Const::Expr(e) => match &**e {
            ConstExpr::Offset { base, offset } => match scalar(machine, memory, base)? {
                Value::Ptr(o, x) => Some(Value::Ptr(o, x.wrapping_add(*offset as u64))),
                Value::Int(x) => Some(Value::Int(x.wrapping_add(*offset as u64))),
                _ => None,
            },
            ConstExpr::Cast { op, value, from, to } => {
                let v = scalar(machine, memory, value)?;
                let (from, to) =
                    (machine.program.types.scalar_bits(*from), machine.program.types.scalar_bits(*to));
                match op {
                    CastOp::PtrToInt | CastOp::IntToPtr | CastOp::Bitcast if from == to => Some(v),
                    CastOp::Sext => {
                        let x = number(memory, v)?;
                        Some(Value::Int(crate::value::signed(x, from) as u64 & crate::value::mask(to)))
                    }
                    _ => Some(Value::Int(number(memory, v)? & crate::value::mask(to))),
                }
            }
            ConstExpr::Binary { op, ty, lhs, rhs } => {
                let (a, b) = (scalar(machine, memory, lhs)?, scalar(machine, memory, rhs)?);
                if let (Value::Ptr(o, x), Value::Ptr(p, y)) = (a, b)
                    && o == p
                    && *op == rethread_ir::BinOp::Sub
                {
                    return Some(Value::Int(x.wrapping_sub(y)));
                }
                let width = machine.program.types.scalar_bits(*ty);
                let (x, y) = (number(memory, a)?, number(memory, b)?);
                crate::exec::binary(*op, width, x, y).map(Value::Int)
            }
            _ => None,
        },
        _ => None,
    }
}

/// A zero-terminated string that the environment made.
pub fn string(memory: &mut Memory, name: &str, text: &[u8]) -> ObjId {
    let size = text.len() as u64 + 1;
    let mut o = Object::new(
        ObjName::Environment(Arc::from(name)),
        Region::Environment,
        Size::Known(size),
        16,
        true,
        LocId::NONE,
    );
    o.write_bytes(0, text);
    memory.add(o)
}
