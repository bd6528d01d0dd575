//! The functions that a run with a schedule calls the runtime for: `__wrap_NAME` and `__step_NAME` in `runtime/`.
//!
//! Only the program's own objects call those: what a sanitizer's library does with threads and keys is its own
//! affair, so names are replaced in objects and not by the linker. Guarantee: a test compares this list with
//! the runtime's text.

pub const WRAPPED: &[&str] = &[
    "aligned_alloc",
    "call_once",
    "calloc",
    "clock_nanosleep",
    "cnd_broadcast",
    "cnd_destroy",
    "cnd_init",
    "cnd_signal",
    "cnd_timedwait",
    "cnd_wait",
    "free",
    "main",
    "malloc",
    "memalign",
    "mtx_destroy",
    "mtx_init",
    "mtx_lock",
    "mtx_timedlock",
    "mtx_trylock",
    "mtx_unlock",
    "nanosleep",
    "posix_memalign",
    "pthread_barrier_destroy",
    "pthread_barrier_init",
    "pthread_barrier_wait",
    "pthread_cancel",
    "pthread_cond_broadcast",
    "pthread_cond_clockwait",
    "pthread_cond_destroy",
    "pthread_cond_init",
    "pthread_cond_signal",
    "pthread_cond_timedwait",
    "pthread_cond_wait",
    "pthread_create",
    "pthread_detach",
    "pthread_exit",
    "pthread_getspecific",
    "pthread_join",
    "pthread_key_create",
    "pthread_key_delete",
    "pthread_mutex_clocklock",
    "pthread_mutex_destroy",
    "pthread_mutex_init",
    "pthread_mutex_lock",
    "pthread_mutex_timedlock",
    "pthread_mutex_trylock",
    "pthread_mutex_unlock",
    "pthread_once",
    "pthread_rwlock_clockrdlock",
    "pthread_rwlock_clockwrlock",
    "pthread_rwlock_destroy",
    "pthread_rwlock_init",
    "pthread_rwlock_rdlock",
    "pthread_rwlock_timedrdlock",
    "pthread_rwlock_timedwrlock",
    "pthread_rwlock_tryrdlock",
    "pthread_rwlock_trywrlock",
    "pthread_rwlock_unlock",
    "pthread_rwlock_wrlock",
    "pthread_setcancelstate",
    "pthread_setspecific",
    "pthread_spin_destroy",
    "pthread_spin_init",
    "pthread_spin_lock",
    "pthread_spin_trylock",
    "pthread_spin_unlock",
    "pthread_testcancel",
    "pthread_yield",
    "realloc",
    "sched_yield",
    "sem_clockwait",
    "sem_destroy",
    "sem_getvalue",
    "sem_init",
    "sem_post",
    "sem_timedwait",
    "sem_trywait",
    "sem_wait",
    "sleep",
    "thrd_create",
    "thrd_detach",
    "thrd_exit",
    "thrd_join",
    "thrd_sleep",
    "thrd_yield",
    "tss_create",
    "tss_delete",
    "tss_get",
    "tss_set",
    "usleep",
];

/// Functions of the C library that access memory for the program: `__step_NAME`, which takes their steps first.
pub const STEPPED: &[&str] = &[
    "__VERIFIER_nondet_memory",
    "asprintf",
    "atof",
    "atoi",
    "atol",
    "atoll",
    "bcmp",
    "dprintf",
    "fgets",
    "fprintf",
    "fputs",
    "fread",
    "fscanf",
    "fwrite",
    "klee_make_symbolic",
    "memccpy",
    "memchr",
    "memcmp",
    "memmem",
    "mempcpy",
    "memrchr",
    "printf",
    "puts",
    "read",
    "rethread_symbolic",
    "scanf",
    "snprintf",
    "sprintf",
    "sscanf",
    "stpcpy",
    "stpncpy",
    "strcasecmp",
    "strcasestr",
    "strcat",
    "strchr",
    "strchrnul",
    "strcmp",
    "strcoll",
    "strcpy",
    "strcspn",
    "strdup",
    "strlen",
    "strncasecmp",
    "strncat",
    "strncmp",
    "strncpy",
    "strndup",
    "strnlen",
    "strpbrk",
    "strrchr",
    "strsep",
    "strspn",
    "strstr",
    "strtod",
    "strtof",
    "strtok",
    "strtok_r",
    "strtol",
    "strtold",
    "strtoll",
    "strtoul",
    "strtoull",
    "vasprintf",
    "vdprintf",
    "vfprintf",
    "vprintf",
    "vsnprintf",
    "vsprintf",
    "vsscanf",
    "write",
];

/// Where the C runtime calls main, the linker has to help.
pub const MAIN: &str = "main";

/// What objects call, and what they call in its place.
pub fn renamed() -> impl Iterator<Item = (&'static str, String)> {
    let wrapped = WRAPPED.iter().filter(|name| **name != MAIN).map(|name| (*name, format!("__wrap_{name}")));
    wrapped.chain(STEPPED.iter().map(|name| (*name, format!("__step_{name}"))))
}

/// What `llvm-objcopy --redefine-syms` reads.
pub fn renamings() -> String {
    renamed().map(|(name, other)| format!("{name} {other}\n")).collect()
}

/// What the runtime calls the real ones, for clang.
pub fn real_names() -> impl Iterator<Item = String> {
    WRAPPED.iter().filter(|name| **name != MAIN).map(|name| format!("-D__real_{name}={name}"))
}

#[cfg(test)]
mod tests {
    use super::{STEPPED, WRAPPED};
    use std::collections::BTreeSet;

    #[test]
    fn every_wrapper_is_linked_and_every_name_has_one() {
        let sources = [
            include_str!("../runtime/schedule.c"),
            include_str!("../runtime/threads.c"),
            include_str!("../runtime/heap.c"),
            include_str!("../runtime/locks.c"),
            include_str!("../runtime/c11.c"),
        ];
        let mut defined = BTreeSet::new();
        for text in sources {
            for (_, rest) in text.match_indices("__wrap_").map(|(at, word)| (at, &text[at + word.len()..])) {
                let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
                defined.insert(&rest[..end]);
            }
        }
        assert_eq!(defined, WRAPPED.iter().copied().collect());
    }

    #[test]
    fn every_call_that_takes_steps_has_a_name() {
        let text = include_str!("../runtime/calls.c");
        let list = text.split_once("#endif").expect("a macro, then the list").1;
        let defined: BTreeSet<&str> =
            list.split("STEP(").skip(1).filter_map(|rest| rest.split(')').next()).collect();
        assert_eq!(defined, STEPPED.iter().copied().collect());
    }
}
