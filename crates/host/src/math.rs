//! `math.h` on concrete values, by the names C gives the functions: the host's own libm.
//!
//! Guarantee: what a program linked with this machine's libm computes, to the last bit, NaN payloads
//! included. An unknown name gives `None`. Cost: a string comparison and the call.
//!
//! The only unsafe code of the crate. Why it is sound:
//! - The `f64` and `f32` functions are declared with their prototypes from `math.h`. They have no
//!   preconditions on their arguments, touch no memory but what the references here lend them, and
//!   leave only `errno` (per thread) behind. `lgamma` would write the global `signgam`, so `lgamma_r`
//!   is called in its place.
//! - Rust has no `long double`. `call_long` makes those calls as the System V ABI of x86-64 says: each
//!   argument in 16 bytes of the stack, the result on the x87 stack, which is empty before and after.

macro_rules! unary {
    ($($double:ident $float:ident $long:ident;)*) => {
        mod unary_functions {
            #[link(name = "m")]
            unsafe extern "C" {
                $(pub safe fn $double(x: f64) -> f64; pub safe fn $float(x: f32) -> f32; pub fn $long();)*
            }
        }

        /// A function of one argument: `sin`, `floor`, `lgamma`...
        pub fn unary(name: &str, x: f64) -> Option<f64> {
            Some(match name {
                $(stringify!($double) => unary_functions::$double(x),)*
                "lgamma" | "gamma" => lgamma(x).0,
                _ => return None,
            })
        }

        /// The same for float: `sinf`...
        pub fn unary_f32(name: &str, x: f32) -> Option<f32> {
            Some(match name {
                $(stringify!($float) => unary_functions::$float(x),)*
                "lgammaf" | "gammaf" => lgamma_f32(x).0,
                _ => return None,
            })
        }

        /// The same for long double, as 80-bit patterns: `sinl`...
        #[cfg(target_arch = "x86_64")]
        pub fn unary_long(name: &str, x: u128) -> Option<u128> {
            Some(match name {
                // SAFETY: long double f(long double).
                $(stringify!($long) => unsafe { call_long(unary_functions::$long, 0, [x, 0, 0]) },)*
                "lgammal" | "gammal" => lgamma_long(x).0,
                _ => return None,
            })
        }
    };
}

macro_rules! binary {
    ($($double:ident $float:ident $long:ident;)*) => {
        mod binary_functions {
            #[link(name = "m")]
            unsafe extern "C" {
                $(
                    pub safe fn $double(x: f64, y: f64) -> f64;
                    pub safe fn $float(x: f32, y: f32) -> f32;
                    pub fn $long();
                )*
            }
        }

        /// A function of two arguments: `pow`, `fmod`...
        pub fn binary(name: &str, x: f64, y: f64) -> Option<f64> {
            Some(match name {
                $(stringify!($double) => binary_functions::$double(x, y),)*
                _ => return None,
            })
        }

        /// The same for float: `powf`...
        pub fn binary_f32(name: &str, x: f32, y: f32) -> Option<f32> {
            Some(match name {
                $(stringify!($float) => binary_functions::$float(x, y),)*
                _ => return None,
            })
        }

        /// The same for long double: `powl`...
        #[cfg(target_arch = "x86_64")]
        pub fn binary_long(name: &str, x: u128, y: u128) -> Option<u128> {
            Some(match name {
                // SAFETY: long double f(long double, long double).
                $(stringify!($long) => unsafe { call_long(binary_functions::$long, 0, [x, y, 0]) },)*
                "nexttowardl" => return binary_long("nextafterl", x, y),
                _ => return None,
            })
        }
    };
}

/// Functions to an integer type: `int` or `long`, which the caller gets as `i64`.
macro_rules! to_integer {
    ($($double:ident $float:ident $long:ident $integer:ty;)*) => {
        mod integer_functions {
            #[link(name = "m")]
            unsafe extern "C" {
                $(
                    pub safe fn $double(x: f64) -> $integer;
                    pub safe fn $float(x: f32) -> $integer;
                    pub fn $long();
                )*
            }
        }

        /// `lrint`, `llround`, `ilogb`... with the result sign-extended.
        pub fn to_integer(name: &str, x: f64) -> Option<i64> {
            Some(match name {
                $(stringify!($double) => i64::from(integer_functions::$double(x)),)*
                _ => return None,
            })
        }

        /// The same for float: `lrintf`...
        pub fn to_integer_f32(name: &str, x: f32) -> Option<i64> {
            Some(match name {
                $(stringify!($float) => i64::from(integer_functions::$float(x)),)*
                _ => return None,
            })
        }

        /// The same for long double: `lrintl`...
        #[cfg(target_arch = "x86_64")]
        pub fn to_integer_long(name: &str, x: u128) -> Option<i64> {
            Some(match name {
                $(
                    // SAFETY: an integer of a long double.
                    stringify!($long) => unsafe {
                        i64::from(call_long_to_integer(integer_functions::$long, x) as $integer)
                    },
                )*
                _ => return None,
            })
        }
    };
}

unary! {
    acos acosf acosl; acosh acoshf acoshl; asin asinf asinl; asinh asinhf asinhl; atan atanf atanl;
    atanh atanhf atanhl; cbrt cbrtf cbrtl; ceil ceilf ceill; cos cosf cosl; cosh coshf coshl;
    erf erff erfl; erfc erfcf erfcl; exp expf expl; exp2 exp2f exp2l; exp10 exp10f exp10l;
    expm1 expm1f expm1l; fabs fabsf fabsl; floor floorf floorl; j0 j0f j0l; j1 j1f j1l;
    log logf logl; log10 log10f log10l; log1p log1pf log1pl; log2 log2f log2l; logb logbf logbl;
    nearbyint nearbyintf nearbyintl; nextdown nextdownf nextdownl; nextup nextupf nextupl;
    rint rintf rintl; round roundf roundl; roundeven roundevenf roundevenl;
    significand significandf significandl; sin sinf sinl; sinh sinhf sinhl; sqrt sqrtf sqrtl;
    tan tanf tanl; tanh tanhf tanhl; tgamma tgammaf tgammal; trunc truncf truncl; y0 y0f y0l; y1 y1f y1l;
}

binary! {
    atan2 atan2f atan2l; copysign copysignf copysignl; drem dremf dreml; fdim fdimf fdiml;
    fmax fmaxf fmaxl; fmin fminf fminl; fmod fmodf fmodl; hypot hypotf hypotl;
    nextafter nextafterf nextafterl; pow powf powl; remainder remainderf remainderl; scalb scalbf scalbl;
}

to_integer! {
    ilogb ilogbf ilogbl i32; lrint lrintf lrintl i64; llrint llrintf llrintl i64;
    lround lroundf lroundl i64; llround llroundf llroundl i64;
}

#[link(name = "m")]
unsafe extern "C" {
    #[link_name = "fma"]
    safe fn c_fma(x: f64, y: f64, z: f64) -> f64;
    safe fn fmaf(x: f32, y: f32, z: f32) -> f32;
    fn fmal();
    safe fn scalbln(x: f64, n: i64) -> f64;
    safe fn scalblnf(x: f32, n: i64) -> f32;
    fn scalblnl();
    safe fn jn(n: i32, x: f64) -> f64;
    safe fn jnf(n: i32, x: f32) -> f32;
    fn jnl();
    safe fn yn(n: i32, x: f64) -> f64;
    safe fn ynf(n: i32, x: f32) -> f32;
    fn ynl();
    #[link_name = "frexp"]
    safe fn c_frexp(x: f64, exponent: &mut i32) -> f64;
    safe fn frexpf(x: f32, exponent: &mut i32) -> f32;
    fn frexpl();
    #[link_name = "modf"]
    safe fn c_modf(x: f64, whole: &mut f64) -> f64;
    safe fn modff(x: f32, whole: &mut f32) -> f32;
    fn modfl();
    #[link_name = "remquo"]
    safe fn c_remquo(x: f64, y: f64, quotient: &mut i32) -> f64;
    safe fn remquof(x: f32, y: f32, quotient: &mut i32) -> f32;
    fn remquol();
    safe fn lgamma_r(x: f64, sign: &mut i32) -> f64;
    safe fn lgammaf_r(x: f32, sign: &mut i32) -> f32;
    fn lgammal_r();
    #[link_name = "sincos"]
    safe fn c_sincos(x: f64, sine: &mut f64, cosine: &mut f64);
    safe fn sincosf(x: f32, sine: &mut f32, cosine: &mut f32);
}

/// `fma`.
pub fn ternary(name: &str, x: f64, y: f64, z: f64) -> Option<f64> {
    (name == "fma").then(|| c_fma(x, y, z))
}

/// `fmaf`.
pub fn ternary_f32(name: &str, x: f32, y: f32, z: f32) -> Option<f32> {
    (name == "fmaf").then(|| fmaf(x, y, z))
}

/// `fmal`.
#[cfg(target_arch = "x86_64")]
pub fn ternary_long(name: &str, x: u128, y: u128, z: u128) -> Option<u128> {
    // SAFETY: long double fmal(long double, long double, long double).
    (name == "fmal").then(|| unsafe { call_long(fmal, 0, [x, y, z]) })
}

/// A function of a float and an integer, in whichever order C has them: `ldexp`, `scalbn`, `scalbln`,
/// `jn`, `yn`. (An `int` parameter gets the low half of `n`, as the caller in C would give it.)
pub fn with_integer(name: &str, x: f64, n: i64) -> Option<f64> {
    Some(match name {
        "ldexp" | "scalbn" => scalbln(x, i64::from(n as i32)),
        "scalbln" => scalbln(x, n),
        "jn" => jn(n as i32, x),
        "yn" => yn(n as i32, x),
        _ => return None,
    })
}

/// The same for float: `ldexpf`...
pub fn with_integer_f32(name: &str, x: f32, n: i64) -> Option<f32> {
    Some(match name {
        "ldexpf" | "scalbnf" => scalblnf(x, i64::from(n as i32)),
        "scalblnf" => scalblnf(x, n),
        "jnf" => jnf(n as i32, x),
        "ynf" => ynf(n as i32, x),
        _ => return None,
    })
}

/// The same for long double: `ldexpl`...
#[cfg(target_arch = "x86_64")]
pub fn with_integer_long(name: &str, x: u128, n: i64) -> Option<u128> {
    let short = i64::from(n as i32);
    let (function, n): (unsafe extern "C" fn(), i64) = match name {
        "ldexpl" | "scalbnl" => (scalblnl, short),
        "scalblnl" => (scalblnl, n),
        "jnl" => (jnl, short),
        "ynl" => (ynl, short),
        _ => return None,
    };
    // SAFETY: one integer and one long double, which the ABI keeps in different places in any order.
    Some(unsafe { call_long(function, n as u64, [x, 0, 0]) })
}

/// `frexp`: fraction and exponent.
pub fn frexp(x: f64) -> (f64, i32) {
    with_out(|exponent| c_frexp(x, exponent))
}

/// `frexpf`.
pub fn frexp_f32(x: f32) -> (f32, i32) {
    with_out(|exponent| frexpf(x, exponent))
}

/// `frexpl`.
#[cfg(target_arch = "x86_64")]
pub fn frexp_long(x: u128) -> (u128, i32) {
    // SAFETY: long double frexpl(long double, int *), and the pointer is to an int.
    with_out(|exponent: &mut i32| unsafe { call_long(frexpl, &raw mut *exponent as u64, [x, 0, 0]) })
}

/// `modf`: fraction and whole part.
pub fn modf(x: f64) -> (f64, f64) {
    with_out(|whole| c_modf(x, whole))
}

/// `modff`.
pub fn modf_f32(x: f32) -> (f32, f32) {
    with_out(|whole| modff(x, whole))
}

/// `modfl`.
#[cfg(target_arch = "x86_64")]
pub fn modf_long(x: u128) -> (u128, u128) {
    // SAFETY: long double modfl(long double, long double *); a u128 is as large and as aligned as that,
    // and starts as 0, so that the 6 bytes that stay unwritten are defined.
    with_out(|whole: &mut u128| unsafe { call_long(modfl, &raw mut *whole as u64, [x, 0, 0]) })
}

/// `remquo`: remainder and the low bits of the quotient.
pub fn remquo(x: f64, y: f64) -> (f64, i32) {
    with_out(|quotient| c_remquo(x, y, quotient))
}

/// `remquof`.
pub fn remquo_f32(x: f32, y: f32) -> (f32, i32) {
    with_out(|quotient| remquof(x, y, quotient))
}

/// `remquol`.
#[cfg(target_arch = "x86_64")]
pub fn remquo_long(x: u128, y: u128) -> (u128, i32) {
    // SAFETY: long double remquol(long double, long double, int *), and the pointer is to an int.
    with_out(|quotient: &mut i32| unsafe { call_long(remquol, &raw mut *quotient as u64, [x, y, 0]) })
}

/// `lgamma_r`: the value and what C keeps in `signgam`.
pub fn lgamma(x: f64) -> (f64, i32) {
    with_out(|sign| lgamma_r(x, sign))
}

/// `lgammaf_r`.
pub fn lgamma_f32(x: f32) -> (f32, i32) {
    with_out(|sign| lgammaf_r(x, sign))
}

/// `lgammal_r`.
#[cfg(target_arch = "x86_64")]
pub fn lgamma_long(x: u128) -> (u128, i32) {
    // SAFETY: long double lgammal_r(long double, int *), and the pointer is to an int.
    with_out(|sign: &mut i32| unsafe { call_long(lgammal_r, &raw mut *sign as u64, [x, 0, 0]) })
}

/// `sincos`: sine and cosine.
pub fn sincos(x: f64) -> (f64, f64) {
    let (mut sine, mut cosine) = (0.0, 0.0);
    c_sincos(x, &mut sine, &mut cosine);
    (sine, cosine)
}

/// `sincosf`.
pub fn sincos_f32(x: f32) -> (f32, f32) {
    let (mut sine, mut cosine) = (0.0, 0.0);
    sincosf(x, &mut sine, &mut cosine);
    (sine, cosine)
}

/// A call with a result through a reference.
fn with_out<T, U: Default>(call: impl FnOnce(&mut U) -> T) -> (T, U) {
    let mut out = U::default();
    let result = call(&mut out);
    (result, out)
}

/// Calls a C function of up to three long doubles and one integer or pointer that returns a long double.
///
/// # Safety
/// `function` has that type, and takes a pointer only if `integer` is one it may write through.
#[cfg(target_arch = "x86_64")]
unsafe fn call_long(function: unsafe extern "C" fn(), integer: u64, arguments: [u128; 3]) -> u128 {
    let mut result = 0u128;
    // SAFETY: without `nostack` the stack is aligned for a call on entry, and 48 bytes keep it so. What is
    // needed after the call is in r13, which C preserves; everything else is declared clobbered.
    unsafe {
        std::arch::asm!(
            "sub rsp, 48",
            "movups xmm0, [{arguments}]",
            "movups xmm1, [{arguments} + 16]",
            "movups xmm2, [{arguments} + 32]",
            "movups [rsp], xmm0",
            "movups [rsp + 16], xmm1",
            "movups [rsp + 32], xmm2",
            "call {function}",
            "fstp tbyte ptr [r13]",
            "add rsp, 48",
            arguments = in(reg) arguments.as_ptr(),
            function = in(reg) function,
            in("rdi") integer,
            in("r13") &raw mut result,
            clobber_abi("C"),
        );
    }
    result
}

/// Calls a C function of one long double that returns an integer.
///
/// # Safety
/// `function` has that type.
#[cfg(target_arch = "x86_64")]
unsafe fn call_long_to_integer(function: unsafe extern "C" fn(), argument: u128) -> u64 {
    let result: u64;
    // SAFETY: as in `call_long`.
    unsafe {
        std::arch::asm!(
            "sub rsp, 16",
            "movups xmm0, [{argument}]",
            "movups [rsp], xmm0",
            "call {function}",
            "add rsp, 16",
            argument = in(reg) &raw const argument,
            function = in(reg) function,
            lateout("rax") result,
            clobber_abi("C"),
        );
    }
    result
}
