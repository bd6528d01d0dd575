//! What may not let control past it: a check that fails, a wait, an end, a call of something that may not return.
//!
//! Guarantee: an instruction that is not said to stop always lets control go on, in every state in which it
//! is reached; a function that is not said to halt returns from every call. Loops are not looked at here.

use super::nodes::{Nodes, Number};
use super::safe::{Good, Scopes, Versions};
use crate::mutants::{Mutant, mutant};
use crate::points_to::Func;
use crate::sharing::Sharing;
use rethread_ir::{BinOp, Callee, Const, Inst, Op, Operand};

ascent::ascent! {
    struct Halting;
    relation stops(Func);
    relation calls(Func, Func);
    /// May not return.
    relation halts(Func);
    halts(f) <-- stops(f);
    halts(f) <-- calls(f, g), halts(g);
}

pub struct Stops {
    /// By number of the instruction, calls of functions that may not return included.
    pub at: Vec<bool>,
    /// By function.
    pub halts: Vec<bool>,
}

impl Stops {
    /// `loops`: functions with a loop that may not end. `unwritten`: values that may come from memory that
    /// was never written. `deep`: functions by which the stack may grow too large.
    pub fn of(
        nodes: &Nodes,
        sharing: &Sharing,
        versions: Option<&Versions>,
        loops: &[bool],
        unwritten: &[bool],
        deep: &[bool],
    ) -> Stops {
        let mut at = vec![false; nodes.instructions() as usize];
        let good = Good::of(nodes, sharing, versions);
        for f in (0..nodes.program.functions.len() as Func).filter(|&f| nodes.runs(f)) {
            let kind = Kind { starts: f == sharing.entry.0, deep: deep[f as usize] };
            own(nodes, f, kind, &good, unwritten, &mut at);
        }
        let mut rules = Halting::default();
        let mut calls = vec![Vec::new(); nodes.program.functions.len()];
        for (n, site, _) in nodes.each() {
            at[n as usize] |= sharing.calls(site).iter().any(|&g| deep[g as usize]);
            if at[n as usize] {
                rules.stops.push((site.function,));
            }
            for &g in sharing.calls(site) {
                rules.calls.push((site.function, g));
                calls[site.function as usize].push(g as usize);
            }
        }
        let recursive = crate::cfg::cyclic(&calls);
        rules.stops.extend(
            (0..).zip(loops.iter().zip(recursive)).filter(|(_, (l, r))| **l || *r).map(|(f, _)| (f,)),
        );
        rules.run();
        let mut halts = vec![false; nodes.program.functions.len()];
        rules.halts.iter().for_each(|&(f,)| halts[f as usize] = true);
        for (n, site, _) in nodes.each() {
            at[n as usize] |= sharing.calls(site).iter().any(|&g| halts[g as usize]);
        }
        Stops { at, halts }
    }
}

/// What the instructions of a function may do by themselves.
fn own(nodes: &Nodes, f: Func, kind: Kind, good: &Good, unwritten: &[bool], at: &mut [bool]) {
    let function = nodes.function(f);
    if function.is_declaration() {
        return nodes.block(f, 0).for_each(|n| at[n as usize] = !never_stops(&function.name));
    }
    let scopes = Scopes::of(nodes, f);
    for (b, block) in function.blocks.iter().enumerate() {
        let mut now = scopes.at(b);
        for (n, inst) in nodes.block(f, b).zip(&block.insts) {
            let one = One { nodes, f, n, good, scopes: &scopes, now: &now, unwritten, kind };
            at[n as usize] = one.may_stop(inst);
            scopes.step(nodes, f, inst, &mut now);
        }
    }
}

#[derive(Copy, Clone)]
struct Kind {
    /// The process starts with it, and ends with what it returns.
    starts: bool,
    /// The stack may grow too large by it.
    deep: bool,
}

struct One<'a, 'p> {
    nodes: &'a Nodes<'p>,
    f: Func,
    n: Number,
    good: &'a Good<'a, 'p>,
    scopes: &'a Scopes,
    now: &'a [bool],
    unwritten: &'a [bool],
    kind: Kind,
}

impl One<'_, '_> {
    fn is_unwritten(&self, o: &Operand) -> bool {
        match o {
            Operand::Const(c) => matches!(c, Const::Undef(_) | Const::Poison(_)),
            reg => self.nodes.operand(self.f, reg).is_none_or(|n| self.unwritten[n as usize]),
        }
    }

    fn is_bad(&self, p: &Operand, size: u64, write: bool) -> bool {
        !self.good.is_good(self.n, p, (size, write), self.scopes, self.now)
    }

    fn may_stop(&self, inst: &Inst) -> bool {
        let size = |ty| self.nodes.program.types.store_size(ty);
        match &inst.op {
            Op::Binary { op, lhs, rhs, .. } => match op {
                BinOp::Udiv | BinOp::Urem | BinOp::Sdiv | BinOp::Srem => !harmless_divisor(rhs),
                BinOp::And | BinOp::Or | BinOp::Xor => false,
                // Checked for overflow, and a check must not hang on what was never written.
                _ => self.is_unwritten(lhs) || self.is_unwritten(rhs),
            },
            Op::Load { ptr, access } => self.is_bad(ptr, size(access.ty), false),
            Op::Store { ptr, access, .. } | Op::AtomicRmw { ptr, access, .. } => {
                self.is_bad(ptr, size(access.ty), true)
            }
            // Decides on what it finds there.
            Op::CmpXchg { ptr, expected, access, .. } => {
                self.is_bad(ptr, size(access.ty), true)
                    || self.unwritten[self.nodes.value(self.n) as usize]
                    || self.is_unwritten(expected)
            }
            Op::Alloca { count, .. } => self.kind.deep || !matches!(count, Operand::Const(_)),
            Op::ExtractElement { index, .. } | Op::InsertElement { index, .. } => {
                !matches!(index, Operand::Const(Const::Int(_)))
            }
            Op::CondBr { cond: o, .. } | Op::Switch { value: o, .. } => self.is_unwritten(o),
            Op::Call { callee: Callee::Direct(g), args, .. } => {
                let g = self.nodes.program.function(*g);
                match &*g.name {
                    name if !g.is_declaration() => OVERRIDES.contains(&name),
                    "malloc" | "calloc" => {
                        !args.iter().all(|a| matches!(a.value, Operand::Const(Const::Int(_))))
                    }
                    name => !never_stops(name),
                }
            }
            Op::Call { callee: Callee::Indirect(_), .. }
            | Op::VaArg { .. }
            | Op::IndirectBr { .. }
            | Op::Unreachable
            | Op::Unsupported { .. } => true,
            Op::Intrinsic { name, args, .. } => {
                let length = args.get(2).and_then(|a| match &a.value {
                    Operand::Const(Const::Int(n)) => n.as_u64(),
                    _ => None,
                });
                match (&**name, length) {
                    ("memcpy" | "memmove" | "memcpy.inline", Some(n)) => {
                        self.is_bad(&args[0].value, n, true) || self.is_bad(&args[1].value, n, false)
                    }
                    ("memset" | "memset.inline", Some(n)) => self.is_bad(&args[0].value, n, true),
                    ("va_start" | "va_end", _) => args.iter().any(|a| self.is_bad(&a.value, 24, true)),
                    ("assume" | "trap" | "debugtrap" | "ubsantrap", _) => true,
                    _ => !HARMLESS.contains(&&**name) && self.looks_at_memory(inst),
                }
            }
            Op::Ret { .. } if mutant(Mutant::NoExitCode) => false,
            Op::Ret { value, .. } => self.kind.starts && value.as_ref().is_some_and(|v| self.is_unwritten(v)),
            Op::FBinary { .. }
            | Op::FNeg { .. }
            | Op::Icmp { .. }
            | Op::Fcmp { .. }
            | Op::Cast { .. }
            | Op::Gep { .. }
            | Op::Fence { .. }
            | Op::Select { .. }
            | Op::Phi { .. }
            | Op::ExtractValue { .. }
            | Op::InsertValue { .. }
            | Op::Shuffle { .. }
            | Op::Freeze { .. }
            | Op::Br { .. } => false,
        }
    }

    /// An intrinsic on numbers computes; one that gets a pointer, or something never written, may not.
    fn looks_at_memory(&self, inst: &Inst) -> bool {
        let Op::Intrinsic { args, .. } = &inst.op else { return true };
        let pointer = |ty| self.nodes.program.types.get(ty) == &rethread_ir::Type::Ptr;
        self.unwritten[self.nodes.value(self.n) as usize] || args.iter().any(|a| pointer(a.ty))
    }
}

/// A constant other than 0, and than -1, by which the smallest number cannot be divided.
fn harmless_divisor(o: &Operand) -> bool {
    match o {
        Operand::Const(Const::Int(i)) => {
            let ones = if i.bits >= 64 { u64::MAX } else { (1 << i.bits) - 1 };
            i.as_u64().is_none_or(|v| v != 0 && (v != ones || i.bits > 64))
        }
        _ => false,
    }
}

/// Done by the engine although the program has a body for it.
pub const OVERRIDES: &[&str] = &["reach_error", "__VERIFIER_error", "__VERIFIER_assert"];

/// Intrinsics that only say something about a pointer.
const HARMLESS: &[&str] = &[
    "lifetime.start",
    "lifetime.end",
    "stacksave",
    "stackrestore",
    "threadlocal.address",
    "ptr.annotation",
    "var.annotation",
    "launder.invariant.group",
    "strip.invariant.group",
    "ptrmask",
    "prefetch",
    "donothing",
    "sideeffect",
    "invariant.start",
    "invariant.end",
    "objectsize",
    "is.constant",
    "returnaddress",
    "frameaddress",
    "thread.pointer",
];

/// Functions without body that always return.
fn never_stops(name: &str) -> bool {
    let nothing = &[
        "pthread_self",
        "pthread_equal",
        "pthread_yield",
        "sched_yield",
        "sleep",
        "usleep",
        "thrd_current",
        "thrd_equal",
        "thrd_yield",
        "klee_is_replay",
        "klee_mark_global",
        "klee_open_merge",
        "klee_close_merge",
        "klee_prefer_cex",
        "klee_posix_prefer_cex",
        "klee_set_forking",
        "klee_stack_trace",
        "klee_warning",
        "klee_warning_once",
    ];
    let made_up = name.strip_prefix("__VERIFIER_nondet_").is_some_and(|n| n != "memory");
    made_up || nothing.contains(&name)
}
