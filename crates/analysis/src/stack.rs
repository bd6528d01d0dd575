//! How far stacks may grow.
//!
//! Guarantee: a function that is not said to be deep never grows a stack over the limit, neither by being called nor by a local
//! variable: it, and everything that may be on the stack when it runs, has one frame each, of a known size.

use crate::cfg::cyclic;
use crate::{Sharing, sites};
use rethread_ir::{Const, Function, Op, Operand, Program};

/// Bytes that a thread may have on its stack.
pub const STACK_BYTES: u64 = 8 << 20;
/// What a frame takes on a real stack besides its variables, roughly.
pub const FRAME_BYTES: u64 = 64;
/// More than what a function gets by `...` takes, structs apart.
const VARIABLE: u64 = 64 << 10;
const ANY: u64 = u64::MAX;

/// By function: may the stack grow over `limit` by it?
pub fn deep(program: &Program, sharing: &Sharing, limit: u64) -> Vec<bool> {
    let mut calls: Vec<Vec<usize>> = vec![Vec::new(); program.functions.len()];
    // What is passed by value is the frame's that gets it.
    let mut passed = vec![0u64; program.functions.len()];
    for (site, op) in sites(program) {
        let (Op::Call { args, .. } | Op::Intrinsic { args, .. }) = op else { continue };
        let bytes = |ty| program.types.alloc_size(ty);
        let copied = args.iter().filter_map(|a| a.byval).fold(0, |n: u64, ty| n.saturating_add(bytes(ty)));
        for &g in sharing.callees(site) {
            calls[site.function as usize].push(g as usize);
            passed[g as usize] = passed[g as usize].max(copied.saturating_mul(2));
        }
    }
    let recursive = cyclic(&calls);
    let mut most: Vec<u64> = program.functions.iter().map(|f| frame(program, f)).collect();
    for (most, (&passed, &recursive)) in most.iter_mut().zip(passed.iter().zip(&recursive)) {
        *most = if recursive { ANY } else { most.saturating_add(passed) };
    }
    // Callers before those they call. What is recursive, and below it, stays without end.
    let mut callers = vec![0usize; calls.len()];
    let onwards = |f: usize| calls[f].iter().copied().filter(|&g| !recursive[g]);
    (0..calls.len()).filter(|&f| !recursive[f]).flat_map(onwards).for_each(|g| callers[g] += 1);
    let own = most.clone();
    let reach = |most: &mut [u64], f: usize, g: usize| most[g] = most[g].max(most[f].saturating_add(own[g]));
    for f in (0..calls.len()).filter(|&f| recursive[f]) {
        onwards(f).for_each(|g| reach(&mut most, f, g));
    }
    let mut ready: Vec<usize> = (0..calls.len()).filter(|&f| !recursive[f] && callers[f] == 0).collect();
    while let Some(f) = ready.pop() {
        for g in onwards(f) {
            reach(&mut most, f, g);
            callers[g] -= 1;
            if callers[g] == 0 {
                ready.push(g);
            }
        }
    }
    most.iter().map(|&bytes| bytes > limit).collect()
}

/// What a frame takes.
fn frame(program: &Program, f: &Function) -> u64 {
    let again = cyclic(&crate::edges(f));
    let mut bytes = FRAME_BYTES;
    for (block, again) in f.blocks.iter().zip(again) {
        for inst in &block.insts {
            let size = match &inst.op {
                Op::Alloca { ty, count, .. } => match count {
                    Operand::Const(Const::Int(n)) => {
                        n.as_u64().and_then(|n| program.types.alloc_size(*ty).checked_mul(n))
                    }
                    _ => None,
                },
                // The same room every time, but for the end of a scope in between.
                Op::Intrinsic { name, .. } if &**name == "va_start" => Some(VARIABLE),
                _ => continue,
            };
            // One in a loop adds up.
            bytes = bytes.saturating_add(size.filter(|_| !again).unwrap_or(ANY));
        }
    }
    bytes
}
