//! Allocation and the block functions.

use super::synced::{Beside, CHANGE, beside};
use super::{Args, Builtin, arg, builtin, looking};
use crate::environment::Call;
use crate::error::{Failure, Step};
use crate::exec::{Access, Executor, Offset};
use crate::object::{Object, Region, Size};
use crate::state::State;
use crate::touch::Gate;
use crate::value::{Kind, ObjId, Value};
use rethread_testcase::BugKind;

pub const TABLE: &[Builtin] = &[
    builtin("malloc", malloc),
    builtin("calloc", calloc),
    builtin("realloc", realloc),
    builtin("free", free),
    builtin("aligned_alloc", aligned_alloc),
    builtin("memalign", aligned_alloc),
    looking("posix_memalign", posix_memalign),
    builtin("memcpy", memcpy),
    builtin("memmove", memcpy),
    builtin("memset", memset),
];

/// From here on more than any process gets: malloc says no.
const LIMIT: u64 = 1 << 40;

/// What malloc aligns to.
const MALLOC_ALIGN: u64 = 16;

/// A new heap object, or None where malloc would fail.
fn allocate(e: &mut Executor, state: &mut State, size: Size, align: u64, zero: bool) -> Step<Option<ObjId>> {
    let too_big = match size {
        Size::Known(n) => n >= LIMIT,
        Size::Symbolic(t) => {
            let limit = e.terms.constant(64, LIMIT);
            let fits = e.terms.ult(t, limit);
            !e.decide(state, fits)?
        }
    };
    if too_big {
        e.note_call(state, Call::Allocate, None);
        return Ok(None);
    }
    let again = reuse(e, state, size, align)?;
    match e.allocation_fails(state) {
        Ok(false) => {}
        Ok(true) => {
            e.note_call(state, Call::Allocate, Some("allocation fails"));
            return Ok(None);
        }
        Err(question) => {
            // The choice stays made when the call is taken up again.
            state.chosen = again.chosen;
            return Err(question);
        }
    }
    e.note_call(state, Call::Allocate, again.freed.map(|_| "address again"));
    let at = e.machine.location(state);
    let (function, pc) = (state.frame().function, state.frame().pc);
    let name = e.heap_name(state);
    let mut object = Object::new(name, Region::Heap, size, align, zero, at);
    object.rename(e.machine.key(&object.name));
    object.kin = e.machine.kin(function, pc);
    if let Some(freed) = again.freed {
        state.memory.bring_back(freed, object);
        return Ok(Some(freed));
    }
    Ok(Some(state.memory.add(object)))
}

/// With `--reuse-freed`: what an allocation gets.
#[derive(Default)]
struct Reuse {
    /// The object whose address it gets again, if not a new one.
    freed: Option<ObjId>,
    /// The choice that was made.
    chosen: Option<u32>,
}

/// A new address, or that of the last object of this size that was freed? Whoever frees and whoever
/// allocates as much depend on each other.
fn reuse(e: &mut Executor, state: &mut State, size: Size, align: u64) -> Step<Reuse> {
    let Size::Known(n) = size else { return Ok(Reuse::default()) };
    if !e.options.reuse_freed || align > MALLOC_ALIGN {
        return Ok(Reuse::default());
    }
    let freed = state.memory.offered(n);
    let t = beside(state, Beside::Freed(n), 0, 1, CHANGE);
    e.turn(state, Gate::Open, "malloc", &[t])?;
    if freed.is_none() {
        return Ok(Reuse::default());
    }
    let choice = e.choose(state, 2)?;
    Ok(Reuse { freed: freed.filter(|_| choice == 1), chosen: Some(choice) })
}

/// The turn for giving an object back to allocations of its size.
fn give_back(e: &mut Executor, state: &mut State, o: ObjId) -> Step<Option<u64>> {
    let size = state.memory.get(o).map(|object| object.size);
    let Some(Size::Known(n)) = size.filter(|_| e.options.reuse_freed) else { return Ok(None) };
    let t = beside(state, Beside::Freed(n), 0, 1, CHANGE);
    e.turn(state, Gate::Open, "free", &[t])?;
    Ok(Some(n))
}

fn pointer(o: Option<ObjId>) -> Option<Value> {
    Some(o.map_or(Value::NULL, |o| Value::Ptr(o, 0)))
}

fn malloc(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let size = e.product(state, arg(args, 0), 64, 1)?;
    Ok(pointer(allocate(e, state, size, 16, false)?))
}

fn calloc(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let (n, m) = (arg(args, 0), arg(args, 1));
    let size = match (n, m) {
        (Value::Int(n), Value::Int(m)) => Size::Known(n.saturating_mul(m)),
        _ => {
            let (x, y) = (e.term(state, n, 64), e.term(state, m, 64));
            let (wx, wy) = (e.terms.zext(x, 128), e.terms.zext(y, 128));
            let exact = e.terms.mul(wx, wy);
            let high = e.terms.extract(exact, 64, 64);
            let zero = e.terms.constant(64, 0);
            let fits = e.terms.eq(high, zero);
            if !e.decide(state, fits)? {
                e.note_call(state, Call::Allocate, None);
                return Ok(Some(Value::NULL));
            }
            let t = e.terms.mul(x, y);
            e.product(state, Value::Term(t), 64, 1)?
        }
    };
    Ok(pointer(allocate(e, state, size, 16, true)?))
}

fn aligned_alloc(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let align = e.term(state, arg(args, 0), 64);
    let align = e.enumerate(state, align)?;
    let size = e.product(state, arg(args, 1), 64, 1)?;
    Ok(pointer(allocate(e, state, size, align.max(16).next_power_of_two(), false)?))
}

fn posix_memalign(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    const EINVAL: u64 = 22;
    const ENOMEM: u64 = 12;
    let align = e.term(state, arg(args, 1), 64);
    let align = e.enumerate(state, align)?;
    if !align.is_power_of_two() || align % 8 != 0 {
        return Ok(Some(Value::Int(EINVAL)));
    }
    let size = e.product(state, arg(args, 2), 64, 1)?;
    e.resolve(state, arg(args, 0), 8, Access::Write)?;
    match allocate(e, state, size, align.max(16), false)? {
        None => Ok(Some(Value::Int(ENOMEM))),
        Some(o) => {
            e.store(state, arg(args, 0), Value::Ptr(o, 0), Kind::Ptr)?;
            Ok(Some(Value::Int(0)))
        }
    }
}

/// The heap object that a pointer given to free or realloc is the start of; None for null.
fn start_of(e: &mut Executor, state: &mut State, p: Value, who: &str) -> Step<Option<ObjId>> {
    let p = match p {
        Value::Term(t) => {
            let zero = e.terms.constant(64, 0);
            let null = e.terms.eq(t, zero);
            if e.decide(state, null)? {
                return Ok(None);
            }
            match e.resolve(state, p, 0, Access::Read)? {
                (o, Offset::Known(k)) => Value::Ptr(o, k),
                (o, Offset::Symbolic(t)) => Value::PtrTerm(o, t),
            }
        }
        Value::Int(0) => return Ok(None),
        Value::Int(a) => match state.memory.at_address(a) {
            Some((o, off)) => Value::Ptr(o, off),
            None => {
                return Failure::interrupt(
                    BugKind::InvalidFree,
                    format!("{who} of an address that malloc never gave"),
                );
            }
        },
        p => p,
    };
    let (o, off) = match p {
        Value::Ptr(o, off) => (o, off),
        Value::PtrTerm(o, t) => {
            let zero = e.terms.constant(64, 0);
            let start = e.terms.eq(t, zero);
            (o, if e.decide(state, start)? { 0 } else { 1 })
        }
        _ => unreachable!("narrowed above"),
    };
    match state.memory.get(o) {
        None => match state.memory.gone(o) {
            Some(g) if g.region != Region::Stack && off == 0 => Failure::with(
                BugKind::DoubleFree,
                format!("{who} of memory that was freed before"),
                "freed first here",
                g.freed_at,
            ),
            Some(g) if g.region != Region::Stack => Failure::with(
                BugKind::UseAfterFree,
                format!("{who} of a pointer into freed memory"),
                "freed here",
                g.freed_at,
            ),
            _ => Failure::interrupt(BugKind::InvalidFree, format!("{who} of a local variable that is gone")),
        },
        // What a pointer of an entry function points to may well come from malloc.
        Some(object)
            if object.region != Region::Heap && !state.lazy_objects.iter().any(|(made, _)| *made == o) =>
        {
            let what = e.describe(object);
            Failure::interrupt(BugKind::InvalidFree, format!("{who} of {what}, which malloc never gave"))
        }
        Some(object) if off != 0 => {
            let (what, at) = (e.describe(object), object.made_at);
            let message = format!("{who} of a pointer into the middle of {what}");
            Failure::with(BugKind::InvalidFree, message, "allocated here", at)
        }
        Some(_) => Ok(Some(o)),
    }
}

fn free(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    e.touch_end(state, arg(args, 0), "free")?;
    if let Some(o) = start_of(e, state, arg(args, 0), "free")? {
        let size = give_back(e, state, o)?;
        let at = e.machine.location(state);
        e.remove_objects(state, vec![o], at);
        if let Some(n) = size {
            state.memory.offer(o, n);
        }
    }
    Ok(None)
}

fn realloc(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    e.touch_end(state, arg(args, 0), "realloc")?;
    let Some(old) = start_of(e, state, arg(args, 0), "realloc")? else {
        return malloc(e, state, args.get(1..).unwrap_or_default());
    };
    let size = match arg(args, 1) {
        Value::Int(n) => n,
        v => {
            let t = e.term(state, v, 64);
            e.enumerate(state, t)?
        }
    };
    let at = e.machine.location(state);
    if size == 0 {
        // glibc frees and gives null.
        e.remove_objects(state, vec![old], at);
        return Ok(Some(Value::NULL));
    }
    let had = match state.memory.get(old).expect("checked").size {
        Size::Known(n) => n,
        Size::Symbolic(t) => e.enumerate(state, t)?,
    };
    let Some(new) = allocate(e, state, Size::Known(size), 16, false)? else {
        return Ok(Some(Value::NULL));
    };
    e.copy(state, (old, 0), (new, 0), had.min(size));
    e.remove_objects(state, vec![old], at);
    Ok(Some(Value::Ptr(new, 0)))
}

fn memcpy(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    e.block_copy(state, arg(args, 0), arg(args, 1), arg(args, 2))?;
    Ok(Some(arg(args, 0)))
}

fn memset(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    e.block_fill(state, arg(args, 0), arg(args, 1), arg(args, 2))?;
    Ok(Some(arg(args, 0)))
}
