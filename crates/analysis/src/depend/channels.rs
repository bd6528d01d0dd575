//! What functions without a body tell each other without memory that the program sees.
//!
//! Guarantee: what such a call does depends on earlier ones only through memory, through what synchronises
//! there, or through one of these.

use crate::externals;

#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Channel {
    /// How much of the standard input is read.
    Input,
    /// How many threads there are: the value of a handle.
    Created,
    /// Threads that were joined or detached.
    Joined,
    /// Threads that came to their end.
    Ended,
    /// What they ended with.
    Result,
    /// Thread-specific data, and the keys.
    Specific,
    /// Sections that others cannot step into.
    Sections,
    /// Memory that was given back, and may be given out again.
    Freed,
}

/// What a function does with a channel.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Use {
    /// Its result depends on it.
    Sees(Channel),
    /// Whether it returns depends on it.
    Awaits(Channel),
    Changes(Channel),
}

use Channel::*;
use Use::*;

pub fn uses(name: &str) -> &'static [Use] {
    match name {
        "__rethread_read" => &[Sees(Input), Changes(Input)],
        "pthread_create" | "thrd_create" => &[Sees(Created), Changes(Created)],
        "pthread_join"
        | "thrd_join"
        | "pthread_tryjoin_np"
        | "pthread_timedjoin_np"
        | "pthread_clockjoin_np" => &[Awaits(Ended), Awaits(Joined), Changes(Joined), Sees(Result)],
        "pthread_detach" | "thrd_detach" => &[Awaits(Joined), Changes(Joined)],
        "pthread_exit" | "thrd_exit" => &[Changes(Ended), Changes(Result)],
        "pthread_key_create"
        | "tss_create"
        | "pthread_key_delete"
        | "tss_delete"
        | "pthread_setspecific"
        | "tss_set" => &[Sees(Specific), Changes(Specific)],
        "pthread_getspecific" | "tss_get" => &[Sees(Specific)],
        "__VERIFIER_atomic_begin" | "__VERIFIER_atomic_end" => &[Changes(Sections)],
        "malloc" | "calloc" | "aligned_alloc" | "memalign" | "posix_memalign" => &[Sees(Freed)],
        "realloc" => &[Sees(Freed), Changes(Freed)],
        "free" => &[Changes(Freed)],
        _ => &[],
    }
}

/// May change what an object synchronises, and (true) may have to wait for it or be told about it.
pub fn synchronises(name: &str) -> Option<bool> {
    let tells = matches!(
        name,
        "pthread_cond_signal" | "pthread_cond_broadcast" | "cnd_signal" | "cnd_broadcast" | "sem_post"
    );
    externals::is_synchronisation(name).then_some(!tells)
}

/// Makes or ends an object that synchronises: who uses one that is not there does not get past that.
pub fn makes(name: &str) -> bool {
    externals::is_synchronisation(name) && (name.ends_with("_init") || name.ends_with("_destroy"))
}

/// Control does not come and go as calls do: of a program that uses one of these nothing is known.
pub fn jumps(name: &str) -> bool {
    matches!(
        name,
        "pthread_cancel"
            | "__sigsetjmp"
            | "__sigsetjmp_cancel"
            | "sigsetjmp"
            | "_setjmp"
            | "setjmp"
            | "longjmp"
            | "_longjmp"
            | "siglongjmp"
    ) || name.starts_with("__pthread_")
}
