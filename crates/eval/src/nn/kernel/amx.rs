//! The kernel for AMX: matrix tiles, which multiply sixteen cells by sixteen outputs over 32
//! inputs in one instruction. Weights and inputs are rounded to bfloat16. Rust has no intrinsics
//! for tiles yet, so they are programmed in assembly.

use std::{arch::asm, cell::Cell, marker::PhantomData};

use crate::nn::layers::PANEL;

/// Tiles of cells that are computed together, for the same number of panels of outputs. There are
/// eight registers: for the four sums, two tiles of inputs, and two tiles of weights. The four
/// sums take turns, because the next product of the same sum has to wait for the last.
pub const GROUP: usize = 2;

/// Inputs that one instruction multiplies.
pub const DEPTH: usize = 32;

/// The last steps of a product: as far as the processor executes ahead.
const LAST: usize = 4;

/// The maximum number of cells of a tile.
pub const ROWS: usize = 16;

/// Bytes of a row of a full tile.
const ROW_BYTES: usize = 64;

/// A row of a tile, or two panels of a slot.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct TileRow(pub [[u16; PANEL]; DEPTH / PANEL]);

impl TileRow {
    pub const ZERO: TileRow = TileRow([[0; PANEL]; DEPTH / PANEL]);
}

/// The distance of each step from a cell's first row, in rows.
pub struct TileSteps {
    steps: Vec<isize>,
    /// The smallest and the largest, or zero.
    ends: (isize, isize),
}

impl TileSteps {
    pub fn new(steps: Vec<isize>) -> TileSteps {
        let ends = steps.iter().fold((0, 0), |(low, high), &s| (s.min(low), s.max(high)));
        TileSteps { steps, ends }
    }
}

/// The sums of a group of tiles, for two panels: each row is one cell's panel of outputs.
#[repr(C, align(64))]
pub struct TileSums(pub [[[f32; PANEL]; GROUP * ROWS]; 2]);

/// Whether the processor has tiles, and the system lets this process use them. On Linux a process
/// must request them, because the registers enlarge every thread's state.
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
        // By hand, because this crate needs nothing else of `libc`.
        // SAFETY: this system call accesses no memory of the process.
        unsafe {
            asm!("syscall", inout("rax") result, in("rdi") REQUEST_PERMISSION, in("rsi") TILE_DATA,
                out("rcx") _, out("r11") _, options(nostack));
        }
        result == 0
    })
}

/// Other systems grant tiles in other ways; they are not used there.
#[cfg(not(target_os = "linux"))]
pub fn is_available() -> bool {
    false
}

thread_local! {
    /// Whether a [`Tiles`] of this thread exists.
    static IN_USE: Cell<bool> = const { Cell::new(false) };
}

/// The tile registers of this thread, configured for tiles of `rows` cells; released on drop.
/// There is at most one for each thread.
pub struct Tiles {
    rows: usize,
    /// The registers belong to the thread, so this value must not move to another.
    _not_send: PhantomData<*const ()>,
}

impl Tiles {
    /// Configures the registers.
    ///
    /// # Panics
    /// Unless tiles are available and can have this number of rows, or if this thread has a
    /// `Tiles` already.
    pub fn with_rows(rows: usize) -> Tiles {
        assert!(is_available() && !IN_USE.replace(true));
        let mut tiles = Tiles { rows: 0, _not_send: PhantomData };
        tiles.set_rows(rows);
        tiles
    }

    /// Configures the registers for tiles of `rows` cells.
    ///
    /// # Panics
    /// Unless tiles can have this number of rows.
    pub fn set_rows(&mut self, rows: usize) {
        #[repr(C, align(64))]
        struct Configuration([u8; 64]);
        if rows == self.rows {
            return;
        }
        assert!((1..=ROWS).contains(&rows));
        let mut configuration = Configuration([0; 64]);
        configuration.0[0] = 1;
        for tile in 0..8 {
            configuration.0[16 + 2 * tile] = ROW_BYTES as u8;
            // Sums and inputs have a row for each cell, weights (6 and 7) one for each pair of
            // inputs.
            configuration.0[48 + tile] = if tile < 6 { rows as u8 } else { ROWS as u8 };
        }
        // SAFETY: a `Tiles` exists only where tiles are available; the configuration is valid.
        unsafe { asm!("ldtilecfg [{}]", in(reg) &configuration, options(nostack, readonly)) };
        self.rows = rows;
    }

    /// Multiplies a group of tiles: for each step, the rows of the cells at that distance (in
    /// rows) from `first`, times the weights of the step. `stride` is the distance of two cells.
    /// The weights of each step are sixteen rows for each of the two panels.
    ///
    /// The last steps are left to [`TileGroup::end`]. The processor executes the code between the
    /// two calls while it multiplies tiles.
    ///
    /// # Panics
    /// If a row to be read is outside the slices.
    pub fn begin<'a>(
        &'a mut self,
        inputs: &'a [TileRow],
        (first, stride): (usize, usize),
        TileSteps { steps, ends }: &'a TileSteps,
        weights: &'a [TileRow],
    ) -> TileGroup<'a> {
        let last = first + (GROUP * self.rows - 1) * stride;
        assert!(first.checked_add_signed(ends.0).is_some());
        assert!(last.checked_add_signed(ends.1).is_some_and(|end| end < inputs.len()));
        let lines = ROWS * 2;
        assert_eq!(weights.len(), steps.len() * lines);
        let stride = stride * size_of::<TileRow>();
        let inputs = inputs.as_ptr().wrapping_add(first);
        let (steps, last_steps) = steps.split_at(steps.len().saturating_sub(LAST));
        let (weights, last_weights) = weights.split_at(steps.len() * lines);
        let job = TileProduct { inputs, stride, tile: stride * self.rows, steps, weights };
        // SAFETY: the registers of a `Tiles` are configured. The assertions have checked that the
        // first and the last row of all steps and cells are within the slices.
        unsafe {
            asm!("tilezero tmm0", "tilezero tmm1", "tilezero tmm2", "tilezero tmm3",
                out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
                options(nomem, nostack));
            job.add();
        }
        let rest = TileProduct { steps: last_steps, weights: last_weights, ..job };
        TileGroup { rest, tiles: PhantomData }
    }
}

/// A group of tiles that is being multiplied. Its sums are in registers that the compiler never
/// uses itself. It borrows the only `Tiles` of its thread, so there is one group at a time.
pub struct TileGroup<'a> {
    rest: TileProduct<'a>,
    tiles: PhantomData<&'a mut Tiles>,
}

impl TileGroup<'_> {
    /// Runs the last steps and stores the sums.
    pub fn end(self, sums: &mut TileSums) {
        // SAFETY: `begin` has checked all rows that will be read, and its tiles are still
        // configured; the sums are four full tiles.
        unsafe {
            self.rest.add();
            asm!("tilestored [{sums} + {row}*1], tmm0",
                "tilestored [{sums} + {row}*1 + 1024], tmm1",
                "tilestored [{sums} + {row}*1 + 2048], tmm2",
                "tilestored [{sums} + {row}*1 + 3072], tmm3",
                row = in(reg) ROW_BYTES, sums = in(reg) sums, options(nostack));
        }
    }
}

impl Drop for Tiles {
    fn drop(&mut self) {
        // SAFETY: a `Tiles` exists only where tiles are available.
        unsafe { asm!("tilerelease", options(nomem, nostack)) };
        IN_USE.set(false);
    }
}

/// The product of a group of tiles, summed over some steps.
#[derive(Clone, Copy)]
struct TileProduct<'a> {
    /// The first cell's row of inputs.
    inputs: *const TileRow,
    /// Bytes from cell to cell, and from tile to tile.
    stride: usize,
    tile: usize,
    steps: &'a [isize],
    weights: &'a [TileRow],
}

impl TileProduct<'_> {
    /// Adds the product to the sums in registers 0 to 3. Each step loads two tiles of inputs into
    /// registers 4 and 5, and two tiles of weights into 6 and 7.
    ///
    /// # Safety
    /// The registers are configured, and for each step and each cell of the group the row at that
    /// distance is within the inputs, and the two tiles of weights within the weights.
    unsafe fn add(self) {
        if self.steps.is_empty() {
            return;
        }
        // SAFETY: the caller guarantees the registers and the rows; there is a step.
        unsafe {
            asm!(
                "2:",
                "mov {step}, [{steps}]",
                "shl {step}, 6",
                "lea {from}, [{inputs} + {step}]",
                "tileloadd tmm4, [{from} + {stride}*1]",
                "add {from}, {tile}",
                "tileloadd tmm5, [{from} + {stride}*1]",
                "tileloadd tmm6, [{weights} + {row}*1]",
                "tileloadd tmm7, [{weights} + {row}*1 + 1024]",
                "tdpbf16ps tmm0, tmm4, tmm6",
                "tdpbf16ps tmm1, tmm5, tmm6",
                "tdpbf16ps tmm2, tmm4, tmm7",
                "tdpbf16ps tmm3, tmm5, tmm7",
                "add {weights}, 2048",
                "add {steps}, 8",
                "cmp {steps}, {end}",
                "jne 2b",
                step = out(reg) _, from = out(reg) _,
                steps = inout(reg) self.steps.as_ptr() => _,
                end = in(reg) self.steps.as_ptr_range().end,
                weights = inout(reg) self.weights.as_ptr() => _,
                inputs = in(reg) self.inputs,
                stride = in(reg) self.stride, tile = in(reg) self.tile,
                row = in(reg) ROW_BYTES,
                out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
                out("tmm4") _, out("tmm5") _, out("tmm6") _, out("tmm7") _,
                options(nostack),
            );
        }
    }
}
