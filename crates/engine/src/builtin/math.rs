//! math.h: the host's own results on concrete arguments; on symbolic ones what the solver has, else
//! an unknown value.

use super::{Args, Builtin, Run};
use crate::error::Step;
use crate::exec::Executor;
use crate::state::State;
use crate::value::{Kind, Value};
use rethread_expr::FpOp;
use rethread_host::math as host;
use rethread_ir::FloatKind;

macro_rules! functions {
    ($($name:literal)*) => {
        &[$(
            ($name, (|e, s, a| e.math_call(s, $name, Kind::Float(FloatKind::Double), a)) as Run),
            (concat!($name, "f"), (|e, s, a| e.math_call(s, concat!($name, "f"), Kind::Float(FloatKind::Single), a)) as Run),
            (concat!($name, "l"), (|e, s, a| e.math_call(s, concat!($name, "l"), Kind::Float(FloatKind::X87), a)) as Run),
        )*]
    };
}

/// Functions from floats to a float of the same format.
const FUNCTIONS: &[(&str, Run)] = functions!(
    "sin" "cos" "tan" "asin" "acos" "atan" "sinh" "cosh" "tanh" "asinh" "acosh" "atanh"
    "exp" "exp2" "exp10" "expm1" "log" "log2" "log10" "log1p" "cbrt" "sqrt" "erf" "erfc" "tgamma" "lgamma"
    "floor" "ceil" "trunc" "round" "rint" "nearbyint" "roundeven" "fabs"
    "pow" "atan2" "hypot" "fmod" "copysign" "fmax" "fmin" "fma"
);

pub fn table() -> Vec<Builtin> {
    FUNCTIONS.iter().map(|&(name, run)| super::builtin(name, run)).collect()
}

impl Executor {
    fn math_call(
        &mut self,
        state: &mut State,
        name: &str,
        kind: Kind,
        args: Args<'_>,
    ) -> Step<Option<Value>> {
        let base = match kind {
            Kind::Float(FloatKind::Double) => name,
            _ => &name[..name.len() - 1],
        };
        let arity = match base {
            "pow" | "atan2" | "hypot" | "fmod" | "copysign" | "fmax" | "fmin" => 2,
            "fma" => 3,
            _ => 1,
        };
        // The prototype may be wrong: then something else arrives.
        let args: Vec<(Value, Kind)> = (0..arity)
            .map(|i| match args.get(i) {
                Some(&(v, from)) => (self.passed(state, v, from, kind), kind),
                None => (self.undefined(kind), kind),
            })
            .collect();
        self.math(state, base, kind, &args).map(Some)
    }

    /// A function of math.h by the name of its double form.
    pub fn math(&mut self, state: &mut State, name: &str, kind: Kind, args: Args<'_>) -> Step<Value> {
        let op = match name {
            "sqrt" => Some(FpOp::Sqrt),
            "fabs" => Some(FpOp::Abs),
            "floor" => Some(FpOp::Floor),
            "ceil" => Some(FpOp::Ceil),
            "trunc" => Some(FpOp::Trunc),
            "round" => Some(FpOp::RoundAway),
            "rint" | "nearbyint" | "roundeven" => Some(FpOp::RoundEven),
            "fmod" => Some(FpOp::Rem),
            "fmax" => Some(FpOp::Max),
            "fmin" => Some(FpOp::Min),
            "fma" => Some(FpOp::Fma),
            _ => None,
        };
        let mut numbers = Vec::with_capacity(args.len());
        for (v, k) in args {
            let t = self.term(state, *v, k.width());
            numbers.push(self.terms.as_bits(t).map(|b| b.low_u128()));
        }
        if let Some(numbers) = numbers.into_iter().collect::<Option<Vec<u128>>>()
            && let Some(bits) = concrete(name, kind, &numbers, args)
        {
            let t = self
                .terms
                .bits(rethread_expr::Bits::from_words(kind.width(), &[bits as u64, (bits >> 64) as u64]));
            return Ok(self.value(t));
        }
        if name == "copysign" {
            let width = kind.width();
            let (x, y) = (self.term(state, args[0].0, width), self.term(state, args[1].0, width));
            let low = self.terms.extract(x, 0, width - 1);
            let sign = self.terms.extract(y, width - 1, 1);
            let t = self.terms.concat(sign, low);
            return Ok(self.value(t));
        }
        match op {
            Some(op) => {
                let vs: Vec<Value> = args.iter().map(|a| a.0).collect();
                Ok(self.fop(state, op, kind, &vs))
            }
            None => {
                self.assumed(format!("`{name}` of a symbolic value: its result is treated as unknown"));
                Ok(self.unknown_value(state, kind, name))
            }
        }
    }
}

/// The host's result on bit patterns.
fn concrete(name: &str, kind: Kind, x: &[u128], args: Args<'_>) -> Option<u128> {
    let integer = |i: usize| matches!(args[i].1, Kind::Int(_)).then(|| x[i] as u32 as i32 as i64);
    match kind {
        Kind::Float(FloatKind::Double) => {
            let f = |i: usize| f64::from_bits(x[i] as u64);
            let r = match x.len() {
                1 => host::unary(name, f(0)),
                2 => match integer(1) {
                    Some(n) if name == "powi" => Some(f(0).powi(n as i32)),
                    Some(n) => host::with_integer(name, f(0), n),
                    None => host::binary(name, f(0), f(1)),
                },
                3 => host::ternary(name, f(0), f(1), f(2)),
                _ => None,
            };
            r.map(|r| u128::from(r.to_bits()))
        }
        Kind::Float(FloatKind::Single) => {
            let f = |i: usize| f32::from_bits(x[i] as u32);
            let name = format!("{name}f");
            let r = match x.len() {
                1 => host::unary_f32(&name, f(0)),
                2 => match integer(1) {
                    Some(n) if name == "powif" => Some(f(0).powi(n as i32)),
                    Some(n) => host::with_integer_f32(&name, f(0), n),
                    None => host::binary_f32(&name, f(0), f(1)),
                },
                3 => host::ternary_f32(&name, f(0), f(1), f(2)),
                _ => None,
            };
            r.map(|r| u128::from(r.to_bits()))
        }
        Kind::Float(FloatKind::X87) => {
            let name = format!("{name}l");
            match x.len() {
                1 => host::unary_long(&name, x[0]),
                2 => match integer(1) {
                    Some(n) => host::with_integer_long(&name, x[0], n),
                    None => host::binary_long(&name, x[0], x[1]),
                },
                3 => host::ternary_long(&name, x[0], x[1], x[2]),
                _ => None,
            }
        }
        _ => None,
    }
}
