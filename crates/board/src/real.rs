//! Exponentials, logarithms and powers that have the same bits on every system.
//!
//! Those of the standard library come from the system's own mathematical library. Two systems can
//! differ in the last bit, which is enough for a search to choose another move. These use only the
//! operations that IEEE 754 defines to the last bit.

use std::f64::consts::{LN_2, LOG2_E, SQRT_2};

/// The leading bits of ln 2: their product with an exponent is exact.
const LN_2_HIGH: f64 = f64::from_bits(LN_2.to_bits() >> 32 << 32);
const LN_2_LOW: f64 = LN_2 - LN_2_HIGH;

/// Added to a number and subtracted again, it rounds to a whole number. The sum has that number in
/// its last bits.
const ROUND: f64 = 1.5 * (1_u64 << 52) as f64;

/// The exponent of 1.0, and the place of exponents in a number.
const BIAS: u64 = 1023;
const EXPONENT: u32 = 52;

/// Terms of a series that are enough for all bits of a number.
const EXP_TERMS: usize = 14;
const LN_TERMS: usize = 11;
const EXP_TERMS_F32: usize = 9;
const LN_TERMS_F32: usize = 6;

/// e to the power of x. The relative error is below 1e-13; beyond 708 the result is infinite, below
/// -708 it is 0.
pub fn exp(x: f64) -> f64 {
    match x {
        708.0.. => f64::INFINITY,
        ..=-708.0 => 0.0,
        _ => exp_by_series::<EXP_TERMS>(x),
    }
}

/// e to the power of x.
#[inline]
pub fn exp_f32(x: f32) -> f32 {
    // All powers beyond are infinite or 0.
    exp_by_series::<EXP_TERMS_F32>(f64::from(x.clamp(-104.0, 89.0))) as f32
}

/// The natural logarithm. That of numbers below `f64::MIN_POSITIVE` is minus infinity.
pub fn ln(x: f64) -> f64 {
    ln_by_series::<LN_TERMS>(x)
}

/// The natural logarithm. That of numbers below 0 is minus infinity.
#[inline]
pub fn ln_f32(x: f32) -> f32 {
    ln_by_series::<LN_TERMS_F32>(f64::from(x)) as f32
}

/// x to the power of y, for x from 0 on and y above 0.
pub fn powf(x: f64, y: f64) -> f64 {
    exp(y * ln(x))
}

/// x is a multiple of ln 2 and a rest of at most half of ln 2, for which the Taylor series is short.
#[inline]
fn exp_by_series<const TERMS: usize>(x: f64) -> f64 {
    let shifted = x * LOG2_E + ROUND;
    let twos = shifted - ROUND;
    let rest = x - twos * LN_2_HIGH - twos * LN_2_LOW;
    let factorials = const { inverse_factorials::<TERMS>() };
    let series = factorials.iter().rev().fold(0.0, |sum, term| sum * rest + term);
    let scale = (shifted.to_bits() << EXPONENT).wrapping_add(BIAS << EXPONENT);
    series * f64::from_bits(scale)
}

const fn inverse_factorials<const TERMS: usize>() -> [f64; TERMS] {
    let mut terms = [1.0; TERMS];
    let mut n = 1;
    while n < TERMS {
        terms[n] = terms[n - 1] / n as f64;
        n += 1;
    }
    terms
}

/// x is a power of two and a factor m near 1, and ln m = 2 (s + s³/3 + s⁵/5 + …) with
/// s = (m - 1) / (m + 1).
#[inline]
fn ln_by_series<const TERMS: usize>(x: f64) -> f64 {
    if x < f64::MIN_POSITIVE {
        return f64::NEG_INFINITY;
    }
    if !x.is_finite() {
        return x;
    }
    let mantissa = x.to_bits() & ((1 << EXPONENT) - 1);
    let mut twos = (x.to_bits() >> EXPONENT) as f64 - BIAS as f64;
    let mut factor = f64::from_bits(mantissa | BIAS << EXPONENT);
    if factor > SQRT_2 {
        factor /= 2.0;
        twos += 1.0;
    }
    let s = (factor - 1.0) / (factor + 1.0);
    let odd = const { inverse_odd_numbers::<TERMS>() };
    let series = odd.iter().rev().fold(0.0, |sum, term| sum * (s * s) + term);
    twos * LN_2 + 2.0 * s * series
}

const fn inverse_odd_numbers<const TERMS: usize>() -> [f64; TERMS] {
    let mut terms = [1.0; TERMS];
    let mut n = 1;
    while n < TERMS {
        terms[n] = 1.0 / (2 * n + 1) as f64;
        n += 1;
    }
    terms
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers from -700 to 700, small and large ones.
    fn numbers() -> impl Iterator<Item = f64> {
        (0..200_000).map(|i| f64::from(i) / 100_000.0 - 1.0).map(|x| 700.0 * x * x * x)
    }

    #[test]
    fn they_agree_with_the_systems_functions() {
        for x in numbers() {
            assert!((exp(x) / x.exp() - 1.0).abs() < 1e-13, "exp {x}");
            let power = x.exp();
            assert!((ln(power) - power.ln()).abs() < 1e-15 * (1.0 + x.abs()), "ln {power}");
            let single = x as f32;
            let bits = |value: f32| i64::from(value.to_bits());
            assert!((bits(exp_f32(single)) - bits(single.exp())).abs() <= 1, "exp {single}");
            let power = power as f32;
            assert!((bits(ln_f32(power)) - bits(power.ln())).abs() <= 1, "ln {power}");
        }
        assert!((powf(3.0, 2.5) - 3_f64.powf(2.5)).abs() < 1e-13);
    }

    #[test]
    fn extremes_have_a_result() {
        assert_eq!(
            [exp(0.0), exp(1e9), exp(-1e9), exp(f64::NEG_INFINITY)],
            [1.0, f64::INFINITY, 0.0, 0.0]
        );
        assert_eq!([exp_f32(0.0), exp_f32(1e9), exp_f32(-1e9)], [1.0, f32::INFINITY, 0.0]);
        assert_eq!([ln(1.0), ln(0.0), ln(f64::INFINITY)], [0.0, f64::NEG_INFINITY, f64::INFINITY]);
        assert_eq!([powf(0.0, 0.5), powf(1.0, 9.0)], [0.0, 1.0]);
        assert!(exp(f64::NAN).is_nan() && exp_f32(f32::NAN).is_nan() && ln(f64::NAN).is_nan());
    }
}
