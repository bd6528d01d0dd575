//! Chains of versions on which a defect of what summaries hand on loses a bug, each written for one defect.

use rethread_explore::Mutant;
use rethread_oracle::mutants::complaints_of_versions;

/// Is a bug missed with the defect, and all well without?
fn loses(versions: &[&str], mutant: Mutant) {
    let without = complaints_of_versions(versions, None);
    assert!(without.is_empty(), "{without:#?}");
    let with = complaints_of_versions(versions, Some(mutant));
    assert!(with.iter().any(|w| w.contains("missed")), "{mutant:?} is not found: {with:#?}");
}

/// A thread may read, before its first step, what the other one writes.
fn reader(reads: &str) -> String {
    format!(
        r"
#include <pthread.h>
#include <stdatomic.h>
atomic_int turn;
int mine, shared, seen;
static void *first(void *arg) {{
    mine = 1;
    {reads}
    atomic_fetch_add(&turn, 1);
    return arg;
}}
static void *second(void *arg) {{
    atomic_fetch_add(&turn, 1);
    shared = 1;
    return arg;
}}
int main(void) {{
    pthread_t t, u;
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}}
"
    )
}

/// Behind the state that both versions come to, only the new one has a write that somebody else can see.
#[test]
fn a_summary_knows_what_threads_share() {
    let versions = [reader(""), reader("seen = shared;")];
    loses(&versions.each_ref().map(|v| &**v), Mutant::NoSharing);
}

/// One check in a helper that both threads call. What the second thread hands to it depends on an input that is not negative, unless
/// main says nothing of it.
fn helper(bad: i32, assume: &str) -> String {
    format!(
        r"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
atomic_int turn;
int in;
static int check(int a) {{
    int r = atomic_fetch_add(&turn, 1);
    assert(a != 5);
    return r;
}}
static void *first(void *arg) {{
    int r = check(0);
    assert(r != {bad});
    return arg;
}}
static void *second(void *arg) {{
    int a;
    if (in < 0)
        a = 5;
    else
        a = 1;
    check(a);
    return arg;
}}
int main(void) {{
    pthread_t t, u;
    in = __VERIFIER_nondet_int();
    {assume}
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}}
"
    )
}

/// In the second version only the check of the first thread is looked for. The helper's matters to it, what the other thread hands to
/// the helper does not: there it goes a way that no input goes, and the helper's check fails unheeded.
#[test]
fn a_summary_vouches_for_what_was_looked_for() {
    let assume = "__VERIFIER_assume(in >= 0);";
    let versions = [helper(8, assume), helper(9, assume), helper(9, "")];
    loses(&versions.each_ref().map(|v| &**v), Mutant::NoVouching);
}
