//! 16-bit floating-point formats: IEEE half precision, in which the weights are stored, and
//! bfloat16, in which AMX multiplies.

/// The value of a half-precision number.
pub fn f16_to_f32(bits: u16) -> f32 {
    let [sign, exponent, fraction] = [bits >> 15, bits >> 10 & 31, bits & 1023].map(u32::from);
    let magnitude = match exponent {
        // Subnormal: a multiple of 2^-24.
        0 => fraction as f32 / (1 << 24) as f32,
        31 => f32::from_bits(255 << 23 | fraction << 13),
        _ => f32::from_bits((exponent + 112) << 23 | fraction << 13),
    };
    f32::from_bits(magnitude.to_bits() | sign << 31)
}

#[cfg(target_arch = "x86_64")]
/// The bfloat16 nearest to a finite number; ties to even.
pub fn f32_to_bf16(value: f32) -> u16 {
    let bits = value.to_bits();
    ((bits + 0x7fff + (bits >> 16 & 1)) >> 16) as u16
}
