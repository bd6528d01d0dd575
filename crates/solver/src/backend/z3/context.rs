//! The part of Z3's C interface that we use, with checked results.
//!
//! Guarantee: every expression made here lives as long as its context, and an [`Ast`] is only used
//! with the context that made it (the owner drops both together). An error of Z3 is a `Reason`: our
//! handler does nothing, so Z3 does not exit the process, and its null result becomes `Err`.
#![allow(unsafe_code)]

use crate::backend::Reason;
use rethread_expr::Bits;
use std::ffi::{CStr, CString};
use z3_sys::*;

/// An expression of one context.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ast(Z3_ast);

/// A sort of one context.
#[derive(Clone, Copy, Debug)]
pub(super) struct SortRef(Z3_sort);

/// A solver of one context.
#[derive(Clone, Copy, Debug)]
pub(super) struct SolverRef(Z3_solver);

/// A model of one context.
#[derive(Clone, Copy, Debug)]
pub(super) struct ModelRef(Z3_model);

pub(super) type Made<T> = Result<T, Reason>;

pub(super) struct Context {
    raw: Z3_context,
    made: usize,
}

// A context is used by one thread at a time because every call borrows it.
unsafe impl Send for Context {}
// The handles are only used through the context, so they go where it goes.
unsafe impl Send for Ast {}
unsafe impl Send for SortRef {}
unsafe impl Send for SolverRef {}

unsafe extern "C" fn ignore(_: Z3_context, _: Z3_error_code) {}

type Unary = unsafe extern "C" fn(Z3_context, Z3_ast) -> Option<Z3_ast>;
type Binary = unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast) -> Option<Z3_ast>;
type Ternary = unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast, Z3_ast) -> Option<Z3_ast>;
type Quaternary = unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast, Z3_ast, Z3_ast) -> Option<Z3_ast>;
type Nullary = unsafe extern "C" fn(Z3_context) -> Option<Z3_ast>;
type Indexed = unsafe extern "C" fn(Z3_context, u32, Z3_ast) -> Option<Z3_ast>;
type ToInt = unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast, u32) -> Option<Z3_ast>;
type Convert = unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast, Z3_sort) -> Option<Z3_ast>;

fn text(string: &str) -> CString {
    CString::new(string.replace('\0', "")).unwrap_or_default()
}

impl Context {
    pub fn new() -> Made<Self> {
        // SAFETY: creation in the order the interface asks for; the configuration is not used after.
        unsafe {
            let config = Z3_mk_config().ok_or_else(|| Reason::Other("Z3 has no configuration".into()))?;
            let raw = Z3_mk_context_rc(config);
            Z3_del_config(config);
            let raw = raw.ok_or_else(|| Reason::Other("Z3 has no context".into()))?;
            Z3_set_error_handler(raw, Some(ignore));
            Ok(Context { raw, made: 0 })
        }
    }

    /// How many expressions it keeps alive.
    pub fn made(&self) -> usize {
        self.made
    }

    fn error(&self) -> Reason {
        // SAFETY: the message is a string of Z3 that is copied at once.
        unsafe {
            let code = Z3_get_error_code(self.raw);
            let message = Z3_get_error_msg(self.raw, code);
            let message = if message.is_null() {
                "error".into()
            } else {
                CStr::from_ptr(message).to_string_lossy().into_owned()
            };
            if message.contains("memory") { Reason::Memory } else { Reason::Other(format!("Z3: {message}")) }
        }
    }

    fn keep(&mut self, ast: Option<Z3_ast>) -> Made<Ast> {
        let ast = ast.ok_or_else(|| self.error())?;
        // SAFETY: the expression was just made by this context.
        unsafe { Z3_inc_ref(self.raw, ast) };
        self.made += 1;
        Ok(Ast(ast))
    }

    // SAFETY of the following: the arguments belong to this context (see the module), and Z3 checks
    // their sorts itself, reporting an error that `keep` turns into `Err`.

    pub fn nullary(&mut self, f: Nullary) -> Made<Ast> {
        let ast = unsafe { f(self.raw) };
        self.keep(ast)
    }

    pub fn unary(&mut self, f: Unary, a: Ast) -> Made<Ast> {
        let ast = unsafe { f(self.raw, a.0) };
        self.keep(ast)
    }

    pub fn binary(&mut self, f: Binary, a: Ast, b: Ast) -> Made<Ast> {
        let ast = unsafe { f(self.raw, a.0, b.0) };
        self.keep(ast)
    }

    pub fn ternary(&mut self, f: Ternary, a: Ast, b: Ast, c: Ast) -> Made<Ast> {
        let ast = unsafe { f(self.raw, a.0, b.0, c.0) };
        self.keep(ast)
    }

    pub fn quaternary(&mut self, f: Quaternary, a: Ast, b: Ast, c: Ast, d: Ast) -> Made<Ast> {
        let ast = unsafe { f(self.raw, a.0, b.0, c.0, d.0) };
        self.keep(ast)
    }

    pub fn indexed(&mut self, f: Indexed, index: u32, a: Ast) -> Made<Ast> {
        let ast = unsafe { f(self.raw, index, a.0) };
        self.keep(ast)
    }

    pub fn integral(&mut self, f: ToInt, mode: Ast, a: Ast, width: u32) -> Made<Ast> {
        let ast = unsafe { f(self.raw, mode.0, a.0, width) };
        self.keep(ast)
    }

    pub fn convert(&mut self, f: Convert, mode: Ast, a: Ast, sort: SortRef) -> Made<Ast> {
        let ast = unsafe { f(self.raw, mode.0, a.0, sort.0) };
        self.keep(ast)
    }

    pub fn float_of_bits(&mut self, bits: Ast, sort: SortRef) -> Made<Ast> {
        let ast = unsafe { Z3_mk_fpa_to_fp_bv(self.raw, bits.0, sort.0) };
        self.keep(ast)
    }

    pub fn nan(&mut self, sort: SortRef) -> Made<Ast> {
        let ast = unsafe { Z3_mk_fpa_nan(self.raw, sort.0) };
        self.keep(ast)
    }

    pub fn and(&mut self, a: Ast, b: Ast) -> Made<Ast> {
        let args = [a.0, b.0];
        let ast = unsafe { Z3_mk_and(self.raw, 2, args.as_ptr()) };
        self.keep(ast)
    }

    pub fn or(&mut self, a: Ast, b: Ast) -> Made<Ast> {
        let args = [a.0, b.0];
        let ast = unsafe { Z3_mk_or(self.raw, 2, args.as_ptr()) };
        self.keep(ast)
    }

    pub fn extract(&mut self, of: Ast, low: u32, width: u32) -> Made<Ast> {
        let ast = unsafe { Z3_mk_extract(self.raw, low + width - 1, low, of.0) };
        self.keep(ast)
    }

    pub fn bits(&mut self, bits: &Bits) -> Made<Ast> {
        let width = bits.width();
        if let Some(value) = bits.as_u64()
            && width <= 64
        {
            let sort = self.bv_sort(width)?;
            let ast = unsafe { Z3_mk_unsigned_int64(self.raw, value, sort.0) };
            return self.keep(ast);
        }
        let words = bits.words();
        let flags: Vec<bool> = (0..width as usize).map(|i| words[i / 64] >> (i % 64) & 1 == 1).collect();
        let ast = unsafe { Z3_mk_bv_numeral(self.raw, width, flags.as_ptr()) };
        self.keep(ast)
    }

    pub fn constant(&mut self, name: u32, sort: SortRef) -> Made<Ast> {
        let ast = unsafe {
            let symbol = Z3_mk_int_symbol(self.raw, name as i32).ok_or_else(|| self.error())?;
            Z3_mk_const(self.raw, symbol, sort.0)
        };
        self.keep(ast)
    }

    fn keep_sort(&mut self, sort: Option<Z3_sort>) -> Made<SortRef> {
        let sort = sort.ok_or_else(|| self.error())?;
        unsafe {
            if let Some(ast) = Z3_sort_to_ast(self.raw, sort) {
                Z3_inc_ref(self.raw, ast);
            }
        }
        Ok(SortRef(sort))
    }

    pub fn bool_sort(&mut self) -> Made<SortRef> {
        let sort = unsafe { Z3_mk_bool_sort(self.raw) };
        self.keep_sort(sort)
    }

    pub fn bv_sort(&mut self, width: u32) -> Made<SortRef> {
        let sort = unsafe { Z3_mk_bv_sort(self.raw, width) };
        self.keep_sort(sort)
    }

    pub fn array_sort(&mut self, index: SortRef, element: SortRef) -> Made<SortRef> {
        let sort = unsafe { Z3_mk_array_sort(self.raw, index.0, element.0) };
        self.keep_sort(sort)
    }

    pub fn float_sort(&mut self, exponent: u32, significand: u32) -> Made<SortRef> {
        let sort = unsafe { Z3_mk_fpa_sort(self.raw, exponent, significand) };
        self.keep_sort(sort)
    }

    /// A solver for a logic, or for any if `None`, with limits in milliseconds and megabytes.
    pub fn solver(
        &mut self,
        logic: Option<&str>,
        seed: u32,
        time: Option<u32>,
        memory: Option<u32>,
    ) -> Made<SolverRef> {
        unsafe {
            let solver = match logic {
                Some(logic) => {
                    let name = text(logic);
                    let symbol = Z3_mk_string_symbol(self.raw, name.as_ptr()).ok_or_else(|| self.error())?;
                    Z3_mk_solver_for_logic(self.raw, symbol)
                }
                None => Z3_mk_solver(self.raw),
            };
            let solver = solver.ok_or_else(|| self.error())?;
            Z3_solver_inc_ref(self.raw, solver);
            let solver = SolverRef(solver);
            self.set_limits(solver, seed, time, memory)?;
            Ok(solver)
        }
    }

    pub fn set_limits(
        &mut self,
        solver: SolverRef,
        seed: u32,
        time: Option<u32>,
        memory: Option<u32>,
    ) -> Made<()> {
        unsafe {
            let params = Z3_mk_params(self.raw).ok_or_else(|| self.error())?;
            Z3_params_inc_ref(self.raw, params);
            for (key, value) in [("timeout", time), ("max_memory", memory), ("random_seed", Some(seed))] {
                if let Some(value) = value {
                    let key = text(key);
                    if let Some(key) = Z3_mk_string_symbol(self.raw, key.as_ptr()) {
                        Z3_params_set_uint(self.raw, params, key, value);
                    }
                }
            }
            Z3_solver_set_params(self.raw, solver.0, params);
            Z3_params_dec_ref(self.raw, params);
        }
        Ok(())
    }

    pub fn drop_solver(&mut self, solver: SolverRef) {
        unsafe { Z3_solver_dec_ref(self.raw, solver.0) }
    }

    pub fn push(&mut self, solver: SolverRef) {
        unsafe { Z3_solver_push(self.raw, solver.0) }
    }

    pub fn pop(&mut self, solver: SolverRef) {
        unsafe { Z3_solver_pop(self.raw, solver.0, 1) }
    }

    pub fn assert(&mut self, solver: SolverRef, formula: Ast) {
        unsafe { Z3_solver_assert(self.raw, solver.0, formula.0) }
    }

    /// `Some(true)` is satisfiable, `None` is unknown.
    pub fn check(&mut self, solver: SolverRef) -> Made<Option<bool>> {
        unsafe {
            match Z3_solver_check(self.raw, solver.0) {
                1 => Ok(Some(true)),
                -1 => Ok(Some(false)),
                _ => {
                    if Z3_get_error_code(self.raw) as u32 != 0 {
                        return Err(self.error());
                    }
                    Ok(None)
                }
            }
        }
    }

    pub fn reason_unknown(&mut self, solver: SolverRef) -> String {
        unsafe {
            let reason = Z3_solver_get_reason_unknown(self.raw, solver.0);
            if reason.is_null() {
                return String::new();
            }
            CStr::from_ptr(reason).to_string_lossy().into_owned()
        }
    }

    pub fn model(&mut self, solver: SolverRef) -> Made<ModelRef> {
        unsafe {
            let model = Z3_solver_get_model(self.raw, solver.0).ok_or_else(|| self.error())?;
            Z3_model_inc_ref(self.raw, model);
            Ok(ModelRef(model))
        }
    }

    pub fn drop_model(&mut self, model: ModelRef) {
        unsafe { Z3_model_dec_ref(self.raw, model.0) }
    }

    /// The value of a bit-vector (or Boolean, width 1) expression in a model.
    pub fn value(&mut self, model: ModelRef, of: Ast, width: u32) -> Made<Bits> {
        unsafe {
            let mut out = of.0;
            if !Z3_model_eval(self.raw, model.0, of.0, true, &mut out) {
                return Err(self.error());
            }
            Z3_inc_ref(self.raw, out);
            let value = self.numeral(out, width);
            Z3_dec_ref(self.raw, out);
            value
        }
    }

    fn numeral(&mut self, of: Z3_ast, width: u32) -> Made<Bits> {
        unsafe {
            if width == 1 {
                return match Z3_get_bool_value(self.raw, of) {
                    1 => Ok(Bits::new(1, 1)),
                    -1 => Ok(Bits::new(1, 0)),
                    _ => Err(Reason::Other("Z3 gave no truth value".into())),
                };
            }
            if width <= 64 {
                let mut value = 0u64;
                return match Z3_get_numeral_uint64(self.raw, of, &mut value) {
                    true => Ok(Bits::new(width, value)),
                    false => Err(Reason::Other("Z3 gave no number".into())),
                };
            }
            let digits = Z3_get_numeral_binary_string(self.raw, of);
            if digits.is_null() {
                return Err(Reason::Other("Z3 gave no number".into()));
            }
            let mut words = vec![0u64; (width as usize).div_ceil(64)];
            for (i, digit) in CStr::from_ptr(digits).to_bytes().iter().rev().enumerate() {
                if *digit == b'1' {
                    words[i / 64] |= 1 << (i % 64);
                }
            }
            Ok(Bits::from_words(width, &words))
        }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: nothing made by the context is used after its owner drops it.
        unsafe { Z3_del_context(self.raw) }
    }
}
