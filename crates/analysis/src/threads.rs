//! Which thread may run which function, and which functions may run more than once: the rules.
//!
//! Guarantee: `runs` has every function that a thread with that start function may be in; a function that is
//! not `many` is entered at most once in a run of the program.

use crate::points_to::{CallSite, Func};

/// The thread that the process starts with; other threads are named by their start function.
pub const MAIN: Func = u32::MAX;

ascent::ascent! {
    pub struct Threads;

    // What is known.
    /// A call, or a thread that begins, and where it leads.
    relation calls(CallSite, Func);
    relation begins(CallSite, Func);
    relation within(CallSite, Func);
    /// May be passed more than once each time its function runs.
    relation repeats(CallSite);
    /// Called by nobody, but run: the entry, constructors, destructors.
    relation root(Func);
    /// Run at the end of every thread.
    relation ends_thread(Func);

    relation enters(CallSite, Func);
    enters(s, f) <-- calls(s, f);
    enters(s, f) <-- begins(s, f);

    relation entered(Func);
    entered(f) <-- enters(_, f);
    relation many(Func);
    many(f) <-- entered(f), agg n = ascent::aggregators::count() in enters(_, f), if n > 1;
    many(f) <-- root(f), entered(f);
    many(f) <-- enters(s, f), repeats(s);
    many(f) <-- enters(s, f), within(s, g), many(g);
    many(f) <-- ends_thread(f);

    relation edge(Func, Func);
    edge(g, f) <-- calls(s, f), within(s, g);

    /// Thread, function.
    relation runs(Func, Func);
    runs(MAIN, f) <-- root(f);
    runs(f, f) <-- begins(_, f);
    runs(MAIN, f) <-- ends_thread(f);
    runs(t, f) <-- begins(_, t), ends_thread(f);
    runs(t, f) <-- runs(t, g), edge(g, f);

    /// Threads of which several may exist.
    relation crowd(Func);
    crowd(f) <-- begins(s, f), repeats(s);
    crowd(f) <-- begins(s, f), within(s, g), many(g);
    relation begun(Func);
    begun(f) <-- begins(_, f);
    crowd(f) <-- begun(f), agg n = ascent::aggregators::count() in begins(_, f), if n > 1;
}
