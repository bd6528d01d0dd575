//! Bit-vector arithmetic on values of up to 64 bits held in one word: the fast path of folding and
//! evaluation. Inputs have no bits above `w`; neither have results. Division and shifts follow SMT-LIB.

#[inline]
pub(crate) fn mask(w: u32) -> u64 {
    if w >= 64 { u64::MAX } else { (1u64 << w) - 1 }
}

/// The signed value of `x`.
#[inline]
pub(crate) fn signed(w: u32, x: u64) -> i64 {
    let shift = 64 - w;
    ((x << shift) as i64) >> shift
}

#[inline]
pub(crate) fn add(w: u32, x: u64, y: u64) -> u64 {
    x.wrapping_add(y) & mask(w)
}

#[inline]
pub(crate) fn sub(w: u32, x: u64, y: u64) -> u64 {
    x.wrapping_sub(y) & mask(w)
}

#[inline]
pub(crate) fn mul(w: u32, x: u64, y: u64) -> u64 {
    x.wrapping_mul(y) & mask(w)
}

#[inline]
pub(crate) fn udiv(w: u32, x: u64, y: u64) -> u64 {
    x.checked_div(y).unwrap_or(mask(w))
}

#[inline]
pub(crate) fn urem(_w: u32, x: u64, y: u64) -> u64 {
    x.checked_rem(y).unwrap_or(x)
}

#[inline]
pub(crate) fn sdiv(w: u32, x: u64, y: u64) -> u64 {
    let (a, b) = (signed(w, x), signed(w, y));
    if b == 0 { if a < 0 { 1 } else { mask(w) } } else { a.wrapping_div(b) as u64 & mask(w) }
}

#[inline]
pub(crate) fn srem(w: u32, x: u64, y: u64) -> u64 {
    let (a, b) = (signed(w, x), signed(w, y));
    if b == 0 { x } else { a.wrapping_rem(b) as u64 & mask(w) }
}

#[inline]
pub(crate) fn shl(w: u32, x: u64, y: u64) -> u64 {
    if y >= w as u64 { 0 } else { (x << y) & mask(w) }
}

#[inline]
pub(crate) fn lshr(w: u32, x: u64, y: u64) -> u64 {
    if y >= w as u64 { 0 } else { x >> y }
}

#[inline]
pub(crate) fn ashr(w: u32, x: u64, y: u64) -> u64 {
    (signed(w, x) >> y.min(63)) as u64 & mask(w)
}
