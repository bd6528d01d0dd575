//! Who may point where, who may call whom, who escapes: the rules.
//!
//! Source: Andersen, "Program Analysis and Specialization for the C Programming Language" (1994), with
//! constant offsets into objects as in Pearce, Kelly, Hankin, "Efficient Field-Sensitive Pointer Analysis
//! of C" (2007).
//!
//! Guarantee: inclusion based, blind to the order of statements and to call contexts; if a run can make a
//! register or a word of memory hold an address inside an object, the object is in its set. Departs from
//! the source: types play no role (every register and every word of eight bytes has a set, whatever its
//! type), call targets are found on the way, and the world outside is one object that stands for
//! everything that escaped to it, so that no set of pairs of escaped objects is ever built.
//!
//! Addresses in numbers stay cheap the same way: whatever is computed from addresses other than by address
//! arithmetic, and every part of one, is one object that stands for all that were used so. Else characters
//! would carry sets around in every program that keeps text beside pointers.
//!
//! Not seen: an address that is guessed (a number that was never computed from it), and one that is the
//! difference of two pointers because one of them is null.
//!
//! Cost: cubic in theory; sets are small in practice. Where they are not, the rule that copies runs out of
//! budget, and nothing that was found may be used.

use crate::budget;
use crate::node::{
    self, ALL, COMPUTED, ESCAPED, MIXED, Node, Obj, SOMEWHERE, SPECIFIC, THREAD_RESULT, UNKNOWN, cell,
    changed, moved, seen, starts,
};
use crate::offsets::Offsets;

/// A call instruction, numbered.
pub type CallSite = u32;
/// Index of a function.
pub type Func = u32;

ascent::ascent! {
    pub struct PointsTo;

    // What the program says.
    relation address(Node, Obj, Offsets);
    relation copy(Node, Node);
    /// From, to, by how many bytes.
    relation shift(Node, Node, i64);
    /// Somewhere else in the same object.
    relation blur(Node, Node);
    /// A number computed from it, or a part of it.
    relation mix(Node, Node);
    /// Pointer, bytes, result.
    relation load(Node, u32, Node);
    /// Pointer, bytes, value.
    relation store(Node, u32, Node);
    /// A part of a word is overwritten: pointer, bytes.
    relation patch(Node, u32);
    /// Blocks are copied through buffers: pointer, bytes, buffer; and buffer, bytes, pointer.
    relation gather(Node, u32, Obj);
    relation scatter(Obj, u32, Node);
    relation function(Obj, Func);
    relation parameter(Func, u32, Node);
    /// The parameter points to a copy that the callee owns.
    relation by_value(Func, u32);
    /// Number of parameters, and the object that holds the arguments behind them.
    relation varargs(Func, u32, Obj);
    relation returned(Func, Node);
    relation callee(CallSite, Func);
    relation indirect(CallSite, Node);
    relation argument(CallSite, u32, Node);
    /// An argument of which the callee gets a copy: position, buffer, bytes, pointer.
    relation block_argument(CallSite, u32, Obj, u32, Node);
    relation result(CallSite, Node);
    /// A call of something unknown, which may call whatever escaped.
    relation unknown_call(CallSite);
    /// Functions without body that allocate, store the new address where an argument points, move the
    /// contents of an argument to the new object.
    relation allocates(Func);
    relation allocates_into(Func, u32);
    relation moves(Func, u32);
    /// For a call through a pointer: the address of what it allocates, if it does, and that object.
    relation heap(CallSite, Node, Obj);
    /// A thread is created: function, argument.
    relation creates(CallSite, Node);
    relation passes(CallSite, Node);
    relation key_destructor(Node);
    /// An object that every thread can name.
    relation common(Obj);
    /// Something was stored in this cell.
    relation filled(Obj, u32);

    // Pointers.
    lattice pts(Node, Obj, Offsets);
    pts(n, o, at.clone()) <-- address(n, o, at);
    pts(b, o, at.clone()) <-- copy(a, b), pts(a, o, at), if budget::spend();
    pts(b, o, at.shifted(*k)) <-- shift(a, b, k), pts(a, o, at);
    pts(b, o, Offsets::ANY) <-- blur(a, b), pts(a, o, _);

    // Numbers made of addresses: one object stands for all that went into any.
    pts(b, COMPUTED, Offsets::ANY), pts(MIXED, o, Offsets::ANY) <-- mix(a, b), pts(a, o, _);
    relation mixed(Obj);
    mixed(o) <-- pts(node::MIXED, o, _), if *o != COMPUTED;
    /// One is followed: what it leads to is the same again.
    relation followed(Obj);
    followed(COMPUTED) <-- load(p, _, _), pts(p, node::COMPUTED, _);
    followed(COMPUTED) <-- gather(p, _, _), pts(p, node::COMPUTED, _);
    blur(cell(*o, ALL), MIXED) <-- followed(_), mixed(o);
    filled(o, SOMEWHERE), address(cell(*o, SOMEWHERE), COMPUTED, Offsets::ANY) <--
        mixed(o), filled(node::COMPUTED, _);

    // Memory.
    copy(cell(*o, c), d) <-- load(p, n, d), if *n >= 8, pts(p, o, at), for c in seen(at, *n);
    mix(cell(*o, c), d) <-- load(p, n, d), if *n < 8, pts(p, o, at), for c in seen(at, *n);
    filled(o, c), copy(v, cell(*o, c)) <-- store(p, n, v), pts(p, o, at), for c in changed(at, *n);
    blur(cell(*o, c), cell(*o, c)) <-- patch(p, n), pts(p, o, at), for c in changed(at, *n);
    copy(cell(*o, *c), cell(*o, ALL)) <-- filled(o, c), if *o != UNKNOWN && *o != COMPUTED;

    // Block copies.
    relation gathers(Obj, Option<u32>, u32, Obj);
    gathers(o, start, n, b) <-- gather(p, n, b), pts(p, o, at), for start in starts(at);
    filled(b, c), copy(cell(*o, *w), cell(*b, c)) <--
        gathers(o, ?Some(start), n, b), filled(o, w), if let Some(c) = moved(*w, *start, 0, *n);
    filled(b, SOMEWHERE), copy(cell(*o, ALL), cell(*b, SOMEWHERE)) <-- gathers(o, ?None, _, b);
    relation scatters(Obj, u32, Obj, Option<u32>);
    scatters(b, n, o, start) <-- scatter(b, n, p), pts(p, o, at), for start in starts(at);
    filled(o, c), copy(cell(*b, *w), cell(*o, c)) <--
        scatters(b, n, o, ?Some(start)), filled(b, w), if let Some(c) = moved(*w, 0, *start, *n);
    filled(o, SOMEWHERE), copy(cell(*b, ALL), cell(*o, SOMEWHERE)) <-- scatters(b, _, o, ?None);

    // Calls.
    /// What a pointer to a function may mean.
    relation target(Node, Func);
    relation called(Node);
    called(p) <-- indirect(_, p);
    called(p) <-- creates(_, p);
    called(p) <-- key_destructor(p);
    target(p, f) <-- called(p), pts(p, o, _), function(o, f);
    target(p, f) <-- called(p), pts(p, node::UNKNOWN, _), escaped(o), function(o, f);
    target(p, f) <-- called(p), pts(p, node::COMPUTED, _), mixed(o), function(o, f);
    callee(s, f) <-- indirect(s, p), target(p, f);
    callee(s, f) <-- unknown_call(s), escaped(o), function(o, f);
    copy(a, p) <-- callee(s, f), argument(s, i, a), parameter(f, i, p);
    scatter(b, n, p) <-- callee(s, f), block_argument(s, i, b, n, _), parameter(f, i, p), by_value(f, i);
    copy(a, p) <-- callee(s, f), block_argument(s, i, _, _, a), parameter(f, i, p), !by_value(f, i);
    filled(v, SOMEWHERE), copy(a, cell(*v, SOMEWHERE)) <--
        varargs(f, n, v), callee(s, f), argument(s, i, a), if i >= n;
    filled(v, SOMEWHERE), copy(cell(*b, ALL), cell(*v, SOMEWHERE)) <--
        varargs(f, n, v), callee(s, f), block_argument(s, i, b, _, _), if i >= n;
    copy(r, d) <-- callee(s, f), result(s, d), returned(f, r);

    // Allocators behind pointers: every call makes objects of its own, as the engine names them.
    copy(h, d) <-- heap(s, h, _), callee(s, f), allocates(f), result(s, d);
    store(p, 8, h) <-- heap(s, h, _), callee(s, f), allocates_into(f, i), argument(s, i, p);
    filled(h, SOMEWHERE), copy(cell(*o, ALL), cell(*h, SOMEWHERE)) <--
        heap(s, _, h), callee(s, f), moves(f, i), argument(s, i, p), pts(p, o, _);

    // Threads.
    relation begins(CallSite, Func);
    begins(s, f) <-- creates(s, p), target(p, f);
    copy(a, p) <-- begins(s, f), passes(s, a), parameter(f, 0, p);
    copy(r, THREAD_RESULT) <-- begins(_, f), returned(f, r);
    relation ends_thread(Func);
    ends_thread(f) <-- key_destructor(p), target(p, f);
    copy(SPECIFIC, p) <-- ends_thread(f), parameter(f, 0, p);

    // The world outside: in memory it stands for all that escaped.
    relation escaped(Obj);
    escaped(o) <-- pts(node::ESCAPED, o, _), if *o != UNKNOWN;
    escaped(o) <-- escaped(node::COMPUTED), mixed(o), if *o != UNKNOWN;
    blur(cell(*o, ALL), ESCAPED) <-- escaped(o);
    filled(o, SOMEWHERE), address(cell(*o, SOMEWHERE), UNKNOWN, Offsets::ANY) <-- escaped(o);
    address(p, UNKNOWN, Offsets::ANY) <-- escaped(o), function(o, f), parameter(f, _, p);
    blur(r, ESCAPED) <-- escaped(o), function(o, f), returned(f, r);

    // What more than one thread can get hold of.
    relation public(Obj);
    public(o) <-- common(o);
    public(o) <-- escaped(o);
    public(o) <-- passes(_, a), pts(a, o, _);
    public(o) <-- pts(node::THREAD_RESULT, o, _);
    public(q) <-- public(o), pts(cell(*o, ALL), q, _);
    public(o) <-- public(node::COMPUTED), mixed(o);
}
