//! The end of the process, and bugs that a model reports itself.

use super::{Args, Builtin, always, arg, builtin};
use crate::error::{Failure, Interrupt, Step};
use crate::exec::{Executor, UNINIT_EXIT};
use crate::state::State;
use crate::value::Value;
use rethread_testcase::BugKind;

pub const TABLE: &[Builtin] = &[
    builtin("__rethread_exit", exit),
    builtin("__rethread_exit_now", exit_now),
    builtin("klee_silent_exit", silent_exit),
];

/// Those that fail with an assertion or an abort.
pub const REPORTERS: &[Builtin] = &[
    builtin("abort", abort),
    builtin("__assert_fail", assert_fail),
    builtin("__rethread_bug", bug),
    always("reach_error", reach_error),
    always("__VERIFIER_error", reach_error),
    always("__VERIFIER_assert", verifier_assert),
    builtin("klee_abort", abort),
    builtin("klee_report_error", report_error),
    builtin("__stack_chk_fail", abort),
];

fn abort(_: &mut Executor, _: &mut State, _: Args<'_>) -> Step<Option<Value>> {
    Failure::interrupt(BugKind::Abort, "abort() was called")
}

fn assert_fail(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let what = e.text(state, arg(args, 0)).unwrap_or_default();
    Failure::interrupt(BugKind::Assert, format!("assertion `{what}` fails"))
}

fn reach_error(_: &mut Executor, _: &mut State, _: Args<'_>) -> Step<Option<Value>> {
    Failure::interrupt(BugKind::Assert, "reach_error() was reached")
}

fn verifier_assert(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let width = args.first().map_or(32, |a| a.1.width());
    let t = e.term(state, arg(args, 0), width);
    let zero = e.terms.constant(width, 0);
    let holds = e.terms.ne(t, zero);
    if !e.decide(state, holds)? {
        return Failure::interrupt(BugKind::Assert, "the condition of __VERIFIER_assert is false");
    }
    Ok(None)
}

fn report_error(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let message = e.text(state, arg(args, 2)).unwrap_or_else(|| "klee_report_error".into());
    Failure::interrupt(BugKind::Assert, message)
}

fn exit(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let code = exit_value(e, state, args)?;
    e.exit(state, code)?;
    Ok(None)
}

fn exit_now(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let code = exit_value(e, state, args)?;
    e.end_process(state, code)
}

fn exit_value(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Value> {
    let t = e.term(state, arg(args, 0), 32);
    let t = e.initialised(state, t, UNINIT_EXIT)?;
    Ok(e.value(t))
}

fn silent_exit(_: &mut Executor, _: &mut State, _: Args<'_>) -> Step<Option<Value>> {
    Err(Interrupt::Silent)
}

fn bug(e: &mut Executor, state: &mut State, args: Args<'_>) -> Step<Option<Value>> {
    let kind = e.text(state, arg(args, 0)).unwrap_or_default();
    let message = e.text(state, arg(args, 1)).unwrap_or_default();
    match BugKind::from_name(&kind) {
        Some(kind) => Failure::interrupt(kind, message),
        None => Err(Interrupt::Unsupported(format!("a bug of unknown kind `{kind}` from a model"))),
    }
}
