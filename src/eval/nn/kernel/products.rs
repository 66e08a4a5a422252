//! The products of a group of matrix tiles, summed over all steps. Registers
//! 0 to 2 hold the sums, 3 to 5 the inputs, 6 and 7 the weights. The three
//! sums are taken in turns, since the next product of the same sum has to
//! wait for the last.

use std::arch::asm;

use super::tile_layout::{Line, ROW_BYTES, Sums};

/// Low times high, high times high, high times low: the tiles of inputs stay
/// for two products, those of the weights for three.
///
/// # Safety
/// All that [`Tiles::multiply`](super::amx::Tiles::multiply) checks. `stride`,
/// from cell to cell, and `tile`, from tile to tile, are in bytes.
pub unsafe fn exact(
    [high, low]: [*const Line; 2],
    stride: usize,
    tile: usize,
    steps: &[isize],
    weights: &[Line],
    sums: &mut Sums,
) {
    // SAFETY: the caller's promise; the sums are three full tiles.
    unsafe {
        asm!(
            "tilezero tmm0", "tilezero tmm1", "tilezero tmm2",
            "2:",
            "mov {step}, [{steps}]",
            "shl {step}, 6",
            "tileloadd tmm6, [{weights} + {row}*1]",
            "lea {from}, [{low} + {step}]",
            "tileloadd tmm3, [{from} + {stride}*1]",
            "add {from}, {tile}",
            "tileloadd tmm4, [{from} + {stride}*1]",
            "add {from}, {tile}",
            "tileloadd tmm5, [{from} + {stride}*1]",
            "tdpbf16ps tmm0, tmm3, tmm6",
            "tdpbf16ps tmm1, tmm4, tmm6",
            "tdpbf16ps tmm2, tmm5, tmm6",
            "lea {from}, [{high} + {step}]",
            "tileloadd tmm3, [{from} + {stride}*1]",
            "add {from}, {tile}",
            "tileloadd tmm4, [{from} + {stride}*1]",
            "add {from}, {tile}",
            "tileloadd tmm5, [{from} + {stride}*1]",
            "tdpbf16ps tmm0, tmm3, tmm6",
            "tdpbf16ps tmm1, tmm4, tmm6",
            "tdpbf16ps tmm2, tmm5, tmm6",
            "tileloadd tmm7, [{weights} + {row}*1 + 1024]",
            "tdpbf16ps tmm0, tmm3, tmm7",
            "tdpbf16ps tmm1, tmm4, tmm7",
            "tdpbf16ps tmm2, tmm5, tmm7",
            "add {weights}, 2048",
            "add {steps}, 8",
            "cmp {steps}, {end}",
            "jne 2b",
            "tilestored [{sums} + {row}*1], tmm0",
            "tilestored [{sums} + {row}*1 + 1024], tmm1",
            "tilestored [{sums} + {row}*1 + 2048], tmm2",
            step = out(reg) _, from = out(reg) _,
            steps = inout(reg) steps.as_ptr() => _, end = in(reg) steps.as_ptr_range().end,
            weights = inout(reg) weights.as_ptr() => _,
            high = in(reg) high, low = in(reg) low, stride = in(reg) stride, tile = in(reg) tile,
            row = in(reg) ROW_BYTES, sums = in(reg) sums,
            out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
            out("tmm4") _, out("tmm5") _, out("tmm6") _, out("tmm7") _,
            options(nostack),
        );
    }
}

/// High times high only.
///
/// # Safety
/// All that [`Tiles::multiply`](super::amx::Tiles::multiply) checks. `stride`,
/// from cell to cell, and `tile`, from tile to tile, are in bytes.
pub unsafe fn rounded(
    high: *const Line,
    stride: usize,
    tile: usize,
    steps: &[isize],
    weights: &[Line],
    sums: &mut Sums,
) {
    // SAFETY: the caller's promise; the sums are three full tiles.
    unsafe {
        asm!(
            "tilezero tmm0", "tilezero tmm1", "tilezero tmm2",
            "2:",
            "mov {from}, [{steps}]",
            "shl {from}, 6",
            "add {from}, {high}",
            "tileloadd tmm6, [{weights} + {row}*1]",
            "tileloadd tmm3, [{from} + {stride}*1]",
            "add {from}, {tile}",
            "tileloadd tmm4, [{from} + {stride}*1]",
            "add {from}, {tile}",
            "tileloadd tmm5, [{from} + {stride}*1]",
            "tdpbf16ps tmm0, tmm3, tmm6",
            "tdpbf16ps tmm1, tmm4, tmm6",
            "tdpbf16ps tmm2, tmm5, tmm6",
            "add {weights}, 1024",
            "add {steps}, 8",
            "cmp {steps}, {end}",
            "jne 2b",
            "tilestored [{sums} + {row}*1], tmm0",
            "tilestored [{sums} + {row}*1 + 1024], tmm1",
            "tilestored [{sums} + {row}*1 + 2048], tmm2",
            from = out(reg) _,
            steps = inout(reg) steps.as_ptr() => _, end = in(reg) steps.as_ptr_range().end,
            weights = inout(reg) weights.as_ptr() => _,
            high = in(reg) high, stride = in(reg) stride, tile = in(reg) tile,
            row = in(reg) ROW_BYTES, sums = in(reg) sums,
            out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
            out("tmm4") _, out("tmm5") _, out("tmm6") _, out("tmm7") _,
            options(nostack),
        );
    }
}
