//! Matrix tiles (AMX): sixteen cells by sixteen outputs by 32 inputs in one
//! instruction. The tiles multiply numbers of 8 binary digits (bfloat16). To
//! be as exact as the other kernels, weights and inputs are each the sum of
//! two such numbers, and three of the four products are added up; the fourth
//! is smaller than the rounding. Rust has no functions for tiles yet, hence
//! the assembler.

use std::arch::asm;

use super::{
    products,
    tile_layout::{GROUP, Line, ROW_BYTES, ROWS, Sums},
};

/// Whether there are tiles, and the system lets this process use them. Linux
/// wants to be asked: the registers make every thread's state larger.
#[cfg(target_os = "linux")]
pub fn is_available() -> bool {
    use std::{arch::x86_64::__cpuid_count, sync::OnceLock};

    static AVAILABLE: OnceLock<bool> = OnceLock::new();
    const ARCH_PRCTL: i64 = 158;
    const REQUEST_PERMISSION: u64 = 0x1023;
    const TILE_DATA: u64 = 18;
    *AVAILABLE.get_or_init(|| {
        let features = __cpuid_count(7, 0).edx;
        let [tiles, bf16] = [24, 22].map(|bit| features >> bit & 1 != 0);
        if !(tiles && bf16 && is_x86_feature_detected!("avx512bf16")) {
            return false;
        }
        let mut result = ARCH_PRCTL;
        // SAFETY: this system call touches no memory of the process.
        unsafe {
            asm!("syscall", inout("rax") result, in("rdi") REQUEST_PERMISSION, in("rsi") TILE_DATA,
                out("rcx") _, out("r11") _, options(nostack));
        }
        result == 0
    })
}

/// Other systems have other ways to ask.
#[cfg(not(target_os = "linux"))]
pub fn is_available() -> bool {
    false
}

/// The tile registers of this thread, set up for tiles of so many cells, and
/// given back in the end.
pub struct Tiles {
    rows: usize,
    /// The registers belong to the thread.
    _here: std::marker::PhantomData<*const ()>,
}

impl Tiles {
    /// Panics unless tiles are available and can have so many rows.
    pub fn with_rows(rows: usize) -> Tiles {
        #[repr(C, align(64))]
        struct Configuration([u8; 64]);
        assert!(is_available() && (1..=ROWS).contains(&rows));
        let mut configuration = Configuration([0; 64]);
        configuration.0[0] = 1;
        for tile in 0..8 {
            configuration.0[16 + 2 * tile] = ROW_BYTES as u8;
            // Sums and inputs have a row for each cell, weights (6 and 7) one
            // for each pair of inputs.
            configuration.0[48 + tile] = if tile < 2 * GROUP { rows as u8 } else { ROWS as u8 };
        }
        // SAFETY: tiles are available, and the configuration is a valid one.
        unsafe { asm!("ldtilecfg [{}]", in(reg) &configuration, options(nostack, readonly)) };
        Tiles { rows, _here: std::marker::PhantomData }
    }

    /// Adds up a group of tiles: for each step, the lines of the cells at
    /// that distance (in lines) from `first`, times the weights of the step.
    /// `stride` is the distance of two cells. `parts` are the high and the low
    /// parts of the inputs, the weights of each step sixteen lines of high
    /// parts and sixteen of low ones; or all of it is high parts only.
    pub fn multiply(
        &self,
        parts: [&[Line]; 2],
        first: usize,
        stride: usize,
        steps: &[isize],
        weights: &[Line],
        sums: &mut Sums,
    ) {
        let exact = !parts[1].is_empty();
        let ends = steps.iter().fold((0, 0), |(low, high), &s| (s.min(low), s.max(high)));
        let last = first + (GROUP * self.rows - 1) * stride;
        assert!(first.checked_add_signed(ends.0).is_some() && !steps.is_empty());
        assert!(last.checked_add_signed(ends.1).is_some_and(|end| end < parts[0].len()));
        assert!(!exact || parts[1].len() == parts[0].len());
        assert_eq!(weights.len(), steps.len() * ROWS * if exact { 2 } else { 1 });
        let starts = parts.map(|part| part.as_ptr().wrapping_add(first));
        let stride = stride * size_of::<Line>();
        // SAFETY: the registers are set up; all lines that will be read, of
        // every step and cell, are within the slices, as just checked.
        unsafe {
            if exact {
                products::exact(starts, stride, stride * self.rows, steps, weights, sums);
            } else {
                products::rounded(starts[0], stride, stride * self.rows, steps, weights, sums);
            }
        }
    }
}

impl Drop for Tiles {
    fn drop(&mut self) {
        // SAFETY: tiles are available, or there would be no such value.
        unsafe { asm!("tilerelease", options(nomem, nostack)) };
    }
}
