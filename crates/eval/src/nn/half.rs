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

/// The value of a bfloat16.
#[cfg(target_arch = "x86_64")]
pub fn bf16_to_f32(bits: u16) -> f32 {
    f32::from_bits(u32::from(bits) << 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves() {
        for (bits, value) in [
            (0x0000, 0.0),
            (0x3c00, 1.0),
            (0xc000, -2.0),
            (0x7bff, 65_504.0),
            (0x0001, 2.0_f32.powi(-24)),
            (0x03ff, 1023.0 * 2.0_f32.powi(-24)),
            (0x0400, 2.0_f32.powi(-14)),
            (0xfc00, f32::NEG_INFINITY),
        ] {
            assert_eq!(f16_to_f32(bits), value);
        }
        assert!(f16_to_f32(0x7c01).is_nan() && f16_to_f32(0x8000).is_sign_negative());
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn bfloats_are_rounded_to_even() {
        for (value, bits) in [
            (1.0, 0x3f80),
            (1.0 + 1.0 / 256.0, 0x3f80),
            (1.0 + 3.0 / 256.0, 0x3f82),
            (-2.5, 0xc020),
        ] {
            assert_eq!(f32_to_bf16(value), bits);
            assert!((bf16_to_f32(bits) - value).abs() <= value.abs() / 256.0);
        }
    }
}
