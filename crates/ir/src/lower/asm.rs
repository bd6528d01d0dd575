//! Inline assembly that has a meaning without a machine.
//!
//! Only what programs use to talk to the compiler, not to the processor: an empty template (a barrier,
//! or a value hidden from the optimiser), `nop`, `pause` and full fences. Everything else is
//! unsupported.

use super::llvm::Value;

/// What a piece of inline assembly does.
pub enum Asm<'m> {
    Nothing,
    /// Its one output is this input.
    PassesOn(Value<'m>),
    FullFence,
    /// The text to show.
    Unknown(String),
}

pub fn meaning<'m>(call: Value<'m>, asm: Value<'m>) -> Asm<'m> {
    let text = asm.asm_text();
    let template = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let constraints = asm.asm_constraints();
    let unknown = || Asm::Unknown(format!("inline assembly \"{template}\""));
    let has_result = call.ty().kind() != super::llvm::LLVMTypeKind::LLVMVoidTypeKind;
    match template.trim_matches(|c: char| c == ';' || c == ' ') {
        "" if !has_result => Asm::Nothing,
        "" => tied_input(call, &constraints).map_or_else(unknown, Asm::PassesOn),
        "nop" | "pause" | "rep; nop" | "rep;nop" | "rep nop" if !has_result => Asm::Nothing,
        "mfence" | "lock; addl $$0,0(%rsp)" | "lock; orl $$0,(%rsp)" if !has_result => Asm::FullFence,
        _ => unknown(),
    }
}

/// The argument tied to the only output, as in `asm("" : "+r"(x))`.
fn tied_input<'m>(call: Value<'m>, constraints: &str) -> Option<Value<'m>> {
    let mut outputs = 0;
    let mut argument = 0;
    let mut tied = None;
    for constraint in constraints.split(',') {
        if constraint.starts_with('~') {
            continue;
        }
        if constraint.starts_with('=') {
            outputs += 1;
            // An indirect output takes an argument, its address.
            argument += u32::from(constraint.contains('*'));
            continue;
        }
        if constraint == "0" {
            tied = Some(argument);
        }
        argument += 1;
    }
    let index = tied.filter(|&i| outputs == 1 && i < call.call_argument_count())?;
    let value = call.operand(index);
    (value.ty() == call.ty()).then_some(value)
}
