//! What functions without a body do with memory: the engine's built-ins, by name.
//!
//! Guarantee: a name that is not here is [`effects`]'s None, and the caller assumes the worst: it reads and
//! writes everything reachable from its arguments, keeps it, and returns any of it.
//!
//! A synchronisation only reads what it is about: among themselves the engine orders such calls, each being
//! visible by itself, but that the object is still there when it is used is a matter of memory (free).

/// How many bytes, counted from where the pointer points.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Len {
    Bytes(u32),
    /// The value of that argument, if it is a constant.
    Arg(usize),
    /// Up to the end of the object.
    Rest,
    /// The whole object, also what is before the pointer.
    Whole,
}

/// One thing a function does; numbers are arguments.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    Reads(usize, Len),
    Writes(usize, Len),
    /// The result is a new object.
    Allocates,
    /// A new object, whose address is stored there.
    AllocatesInto(usize),
    /// Contents of the second to the first.
    Copies(usize, usize, Len),
    /// Contents of the argument to the new object that is the result.
    Moves(usize),
    Returns(usize),
    /// A pointer into the object of the second is stored where the first points.
    StoresInside(usize, usize),
    /// A format and a `va_list`, whose arguments are read, and written where the format says so.
    Formats(usize, usize),
    /// The result may be any address.
    ReturnsUnknown,
    Calls(usize),
    CreatesThread {
        function: usize,
        argument: usize,
    },
    /// What threads return is stored there.
    Joins(usize),
    /// The value with which a thread ends.
    Ends(usize),
    SetsSpecific(usize),
    GetsSpecific,
    /// Called with what was set, when a thread ends.
    Destructor(usize),
    /// The destructors of the program run.
    Exits,
    /// Control may come back here from a later point of the function.
    Returnable,
}

/// The object of a synchronisation is looked at.
const THERE: Effect = Reads(0, Bytes(4));

use Effect::*;
use Len::{Arg, Bytes, Rest, Whole};

/// What the function of this name does, in order; None if nothing is known of it.
pub fn effects(name: &str) -> Option<&'static [Effect]> {
    if let Some(rest) = name.strip_prefix("__VERIFIER_nondet_") {
        return Some(match rest {
            "pointer" => &[ReturnsUnknown],
            "memory" => &[Writes(0, Arg(1))],
            _ => &[],
        });
    }
    if is_math(name) || SCALAR.contains(&name) {
        return Some(&[]);
    }
    if SYNCHRONISATION.contains(&name) {
        return Some(&[THERE]);
    }
    Some(match name {
        "malloc" | "calloc" | "aligned_alloc" | "memalign" => &[Allocates],
        "realloc" => &[Allocates, Moves(0), Reads(0, Whole), Writes(0, Whole)],
        "posix_memalign" => &[AllocatesInto(0), Writes(0, Bytes(8))],
        "free" => &[Writes(0, Whole)],
        "memcpy" | "memmove" => &[Copies(0, 1, Arg(2)), Reads(1, Arg(2)), Writes(0, Arg(2)), Returns(0)],
        "memset" => &[Writes(0, Arg(2)), Returns(0)],

        "rethread_symbolic" | "klee_make_symbolic" => &[Writes(0, Arg(1)), Reads(2, Rest)],
        "__rethread_unknown" => &[Writes(0, Arg(1)), Reads(2, Rest)],
        "klee_check_memory_access" => &[Reads(0, Arg(1))],
        "klee_range" => &[Reads(2, Rest)],
        "klee_int" => &[Reads(0, Rest)],
        "klee_report_error" => &[Reads(2, Rest)],
        "__assert_fail" | "__rethread_bug" => &[Reads(0, Rest), Reads(1, Rest)],

        "__rethread_write" => &[Reads(1, Arg(2))],
        "__rethread_read" => &[Writes(1, Arg(2))],
        "__rethread_strtod" => &[Reads(0, Rest), StoresInside(1, 0), Writes(1, Bytes(8))],
        "__rethread_vformat" => &[Writes(1, Rest), Reads(3, Rest), Writes(4, Bytes(24)), Formats(3, 4)],
        "__rethread_exit" => &[Exits],

        "pthread_create" => {
            &[CreatesThread { function: 2, argument: 3 }, Writes(0, Bytes(8)), Reads(1, Rest)]
        }
        "thrd_create" => &[CreatesThread { function: 1, argument: 2 }, Writes(0, Bytes(8))],
        "pthread_join" | "pthread_tryjoin_np" => &[Joins(1), Writes(1, Bytes(8))],
        "pthread_clockjoin_np" => &[Joins(1), Writes(1, Bytes(8)), Reads(3, Bytes(16))],
        "pthread_timedjoin_np" => &[Joins(1), Writes(1, Bytes(8)), Reads(2, Bytes(16))],
        "thrd_join" => &[Writes(1, Bytes(4))],
        "pthread_exit" | "thrd_exit" => &[Ends(0)],
        "pthread_setspecific" | "tss_set" => &[SetsSpecific(1)],
        "pthread_getspecific" | "tss_get" => &[GetsSpecific],
        "pthread_key_create" | "tss_create" => &[Destructor(1), Writes(0, Bytes(4))],
        "pthread_once" | "call_once" => &[THERE, Calls(1)],
        "__pthread_register_cancel"
        | "__pthread_unregister_cancel"
        | "__pthread_register_cancel_defer"
        | "__pthread_unregister_cancel_restore"
        | "__pthread_unwind_next" => &[Reads(0, Rest), Writes(0, Rest)],
        "__sigsetjmp" | "__sigsetjmp_cancel" | "sigsetjmp" | "_setjmp" | "setjmp" => {
            &[Writes(0, Rest), Returnable]
        }
        "longjmp" | "_longjmp" | "siglongjmp" => &[Reads(0, Rest)],

        "pthread_mutex_init" | "pthread_cond_init" | "pthread_rwlock_init" | "pthread_barrier_init" => {
            &[THERE, Reads(1, Rest)]
        }
        "pthread_cond_wait" | "cnd_wait" => &[THERE, Reads(1, Bytes(4))],
        "pthread_mutex_timedlock"
        | "pthread_rwlock_timedrdlock"
        | "pthread_rwlock_timedwrlock"
        | "sem_timedwait"
        | "mtx_timedlock" => &[THERE, Reads(1, Bytes(16))],
        "pthread_mutex_clocklock"
        | "pthread_rwlock_clockrdlock"
        | "pthread_rwlock_clockwrlock"
        | "sem_clockwait" => &[THERE, Reads(2, Bytes(16))],
        "pthread_cond_timedwait" | "cnd_timedwait" => &[THERE, Reads(1, Bytes(4)), Reads(2, Bytes(16))],
        "pthread_cond_clockwait" => &[THERE, Reads(1, Bytes(4)), Reads(3, Bytes(16))],
        "sem_getvalue" | "pthread_mutex_getprioceiling" => &[THERE, Writes(1, Bytes(4))],
        "pthread_mutex_setprioceiling" => &[THERE, Writes(2, Bytes(4))],
        "sem_open" | "sem_unlink" => &[Reads(0, Rest), ReturnsUnknown],
        "pthread_setcancelstate" | "pthread_setcanceltype" => &[Writes(1, Bytes(4))],
        "clock_nanosleep" => &[Reads(2, Bytes(16)), Writes(3, Bytes(16))],
        "nanosleep" | "thrd_sleep" => &[Reads(0, Bytes(16)), Writes(1, Bytes(16))],
        _ => return attributes(name),
    })
}

/// Is it about an object, its first argument, that threads synchronise by?
pub fn is_synchronisation(name: &str) -> bool {
    effects(name).is_some_and(|list| list.first() == Some(&THERE))
}

/// `pthread_attr_*` and the attributes of the synchronisation objects.
fn attributes(name: &str) -> Option<&'static [Effect]> {
    let (kind, operation) = name.strip_prefix("pthread_")?.split_once('_')?;
    if !matches!(kind, "attr" | "mutexattr" | "condattr" | "rwlockattr" | "barrierattr") {
        return None;
    }
    match operation {
        "init" | "destroy" => Some(&[Writes(0, Rest)]),
        // Addresses are in these.
        "getstack" | "setstack" | "getstackaddr" | "setstackaddr" => None,
        o if o.starts_with("get") => Some(&[Reads(0, Rest), Writes(1, Rest)]),
        o if o.starts_with("set") => Some(&[Reads(0, Rest), Writes(0, Rest), Reads(1, Rest)]),
        _ => None,
    }
}

/// About their first argument, and nothing else.
const SYNCHRONISATION: &[&str] = &[
    "pthread_mutex_destroy",
    "pthread_mutex_lock",
    "pthread_mutex_trylock",
    "pthread_mutex_unlock",
    "pthread_mutex_consistent",
    "pthread_cond_destroy",
    "pthread_cond_signal",
    "pthread_cond_broadcast",
    "pthread_rwlock_destroy",
    "pthread_rwlock_rdlock",
    "pthread_rwlock_tryrdlock",
    "pthread_rwlock_wrlock",
    "pthread_rwlock_trywrlock",
    "pthread_rwlock_unlock",
    "pthread_spin_init",
    "pthread_spin_destroy",
    "pthread_spin_lock",
    "pthread_spin_trylock",
    "pthread_spin_unlock",
    "pthread_barrier_destroy",
    "pthread_barrier_wait",
    "sem_close",
    "sem_init",
    "sem_destroy",
    "sem_wait",
    "sem_trywait",
    "sem_post",
    "mtx_init",
    "mtx_destroy",
    "mtx_lock",
    "mtx_trylock",
    "mtx_unlock",
    "cnd_init",
    "cnd_destroy",
    "cnd_signal",
    "cnd_broadcast",
];

/// Numbers in, a number or nothing out; or pointers that are only compared or shown.
const SCALAR: &[&str] = &[
    "abort",
    "reach_error",
    "rethread_assume",
    "__rethread_exit_now",
    "__rethread_is_symbolic",
    "__stack_chk_fail",
    "__VERIFIER_assume",
    "__VERIFIER_assert",
    "__VERIFIER_error",
    "__VERIFIER_atomic_begin",
    "__VERIFIER_atomic_end",
    "klee_abort",
    "klee_assume",
    "klee_close_merge",
    "klee_get_value_i32",
    "klee_get_value_i64",
    "klee_get_valued",
    "klee_get_valuef",
    "klee_get_valuel",
    "klee_get_valuell",
    "klee_is_replay",
    "klee_is_symbolic",
    "klee_mark_global",
    "klee_open_merge",
    "klee_posix_prefer_cex",
    "klee_prefer_cex",
    "klee_print_expr",
    "klee_print_range",
    "klee_set_forking",
    "klee_silent_exit",
    "klee_stack_trace",
    "klee_warning",
    "klee_warning_once",
    "pthread_cancel",
    "pthread_detach",
    "pthread_equal",
    "pthread_key_delete",
    "pthread_kill",
    "pthread_self",
    "pthread_testcancel",
    "pthread_yield",
    "sched_yield",
    "sleep",
    "usleep",
    "thrd_current",
    "thrd_detach",
    "thrd_equal",
    "thrd_yield",
    "tss_delete",
];

const MATH: &[&str] = &[
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "ceil",
    "copysign",
    "cos",
    "cosh",
    "erf",
    "erfc",
    "exp",
    "exp10",
    "exp2",
    "expm1",
    "fabs",
    "floor",
    "fma",
    "fmax",
    "fmin",
    "fmod",
    "hypot",
    "lgamma",
    "log",
    "log10",
    "log1p",
    "log2",
    "nearbyint",
    "pow",
    "rint",
    "round",
    "roundeven",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "tgamma",
    "trunc",
];

/// A function of math.h from floats to a float, in any of its three formats.
fn is_math(name: &str) -> bool {
    let base = name.strip_suffix(['f', 'l']);
    MATH.contains(&name) || base.is_some_and(|b| MATH.contains(&b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_are_told_apart() {
        assert_eq!(effects("sinf"), Some(&[][..]));
        assert_eq!(effects("pthread_mutex_lock"), Some(&[THERE][..]));
        assert_eq!(effects("pthread_attr_init"), Some(&[Writes(0, Rest)][..]));
        assert_eq!(effects("pthread_attr_setstack"), None);
        assert_eq!(effects("__VERIFIER_nondet_pointer"), Some(&[ReturnsUnknown][..]));
        assert_eq!(effects("some_function"), None);
        assert_eq!(effects("f"), None, "a suffix alone is no function");
    }
}
