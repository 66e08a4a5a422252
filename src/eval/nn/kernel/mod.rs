//! The inner loop of the network, for each kind of processor. All that is
//! unsafe is in here: this file checks what the kernels take for granted.

#[cfg(target_arch = "x86_64")]
pub mod amx;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
pub mod bf16_split;
mod forced;
mod portable;
#[cfg(target_arch = "x86_64")]
mod products;
#[cfg(target_arch = "x86_64")]
pub mod tile_layout;

pub use forced::KernelError;

use super::layer::Layer;

/// How the network is computed: one way for each kind of processor. The exact
/// ones give the same numbers but for rounding; one is faster and rounds more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// Plain Rust, or vectors that add and multiply in the same way: the same
    /// numbers to the last bit on every processor.
    Portable,
    /// Vectors of 8 numbers: x86-64 since about 2013.
    Avx2,
    /// Vectors of 16 numbers: x86-64 servers.
    Avx512,
    /// Matrix tiles, as exact as the others: x86-64 servers since 2023.
    Amx,
    /// Matrix tiles with weights and inputs rounded to 8 binary digits.
    AmxRounded,
}

impl Kernel {
    /// Every kernel, faster ones later.
    pub const ALL: [Kernel; 5] =
        [Kernel::Portable, Kernel::Avx2, Kernel::Avx512, Kernel::Amx, Kernel::AmxRounded];

    /// Whether this processor has what the kernel needs.
    #[cfg(target_arch = "x86_64")]
    pub fn is_available(self) -> bool {
        match self {
            Kernel::Portable => true,
            Kernel::Avx2 => is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma"),
            Kernel::Avx512 => is_x86_feature_detected!("avx512f"),
            Kernel::Amx | Kernel::AmxRounded => amx::is_available(),
        }
    }

    /// Whether this processor has what the kernel needs.
    #[cfg(not(target_arch = "x86_64"))]
    pub fn is_available(self) -> bool {
        self == Kernel::Portable
    }

    /// The fastest exact kernel of this processor, or the one that
    /// `KRING_KERNEL` asks for.
    pub fn best_exact() -> Kernel {
        match Kernel::wanted() {
            // As exact as it was asked for, on the same unit.
            Some(Kernel::AmxRounded) => return Kernel::Amx,
            Some(kernel) => return kernel,
            None => {}
        }
        let is_best = |kernel: &Kernel| kernel.is_exact() && kernel.is_available();
        Kernel::ALL.into_iter().rfind(is_best).unwrap_or(Kernel::Portable)
    }

    /// The fastest kernel of this processor, exact or not, or the one that
    /// `KRING_KERNEL` asks for.
    pub fn best() -> Kernel {
        let fastest = || {
            if Kernel::AmxRounded.is_available() {
                Kernel::AmxRounded
            } else {
                Kernel::best_exact()
            }
        };
        Kernel::wanted().unwrap_or_else(fastest)
    }

    /// Whether the kernel computes what the network says: every logit within
    /// 0.001, or a ten-thousandth of it where that is more. Otherwise chances
    /// to win and to be played are within 0.03: less than a search corrects.
    pub fn is_exact(self) -> bool {
        self != Kernel::AmxRounded
    }

    /// This kernel, or the best that the processor has and that can do nets
    /// of so many channels.
    pub(super) fn for_channels(self, channels: usize) -> Kernel {
        let suits = |kernel: &Kernel| {
            let tiles = matches!(kernel, Kernel::Amx | Kernel::AmxRounded);
            kernel.is_available() && (!tiles || channels.is_multiple_of(32))
        };
        let exact = Kernel::ALL.into_iter().rev().filter(|kernel| kernel.is_exact());
        [self].into_iter().chain(exact).find(suits).unwrap_or(Kernel::Portable)
    }

    /// Computes a layer at some cells; other places of the output stay as
    /// they are. The kernels of matrix tiles do single layers on vectors.
    pub(super) fn run(self, layer: &Layer, job: &Convolution<'_>, output: &mut [f32]) {
        assert!(self.is_available());
        job.check(layer, output);
        match self {
            // SAFETY: the processor and the job have just been checked.
            #[cfg(target_arch = "x86_64")]
            Kernel::Portable if Kernel::Avx512.is_available() => unsafe {
                avx512::run::<false>(layer, job, output);
            },
            // SAFETY: the same.
            #[cfg(target_arch = "x86_64")]
            Kernel::Portable if Kernel::Avx2.is_available() => unsafe {
                avx2::run::<false>(layer, job, output);
            },
            Kernel::Portable => portable::run(layer, job, output),
            // SAFETY: the same.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => unsafe { avx2::run::<true>(layer, job, output) },
            // SAFETY: the same; there are no tiles without AVX-512.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 | Kernel::Amx | Kernel::AmxRounded => unsafe {
                avx512::run::<true>(layer, job, output);
            },
            #[cfg(not(target_arch = "x86_64"))]
            _ => portable::run(layer, job, output),
        }
    }
}

/// Where a layer is computed, and from what.
pub(super) struct Convolution<'a> {
    /// The input channels of each place.
    pub input: &'a [f32],
    /// The places to compute.
    pub cells: &'a [u32],
    /// How far each tap is from its cell.
    pub taps: &'a [isize],
    /// What is added before the sum is cut off at zero: the output channels
    /// of each place.
    pub skip: Option<&'a [f32]>,
}

impl Convolution<'_> {
    /// Panics unless every tap of every cell is within the input, every cell
    /// within the output, and the layer has as many taps. No kernel looks
    /// again.
    fn check(&self, layer: &Layer, output: &[f32]) {
        let ends = |of: &mut dyn Iterator<Item = isize>| {
            of.fold((isize::MAX, isize::MIN), |(low, high), n| (low.min(n), high.max(n)))
        };
        let cells = ends(&mut self.cells.iter().map(|&cell| cell as isize));
        let taps = ends(&mut self.taps.iter().copied());
        let holds = |length: usize, channels: usize, (low, high): (isize, isize)| {
            low >= 0 && (high as usize) < length / channels
        };
        assert!(!self.cells.is_empty() && self.taps.len() == layer.taps());
        assert!(holds(self.input.len(), layer.inputs(), (cells.0 + taps.0, cells.1 + taps.1)));
        assert!(holds(output.len(), layer.outputs(), cells));
        assert!(self.skip.is_none_or(|skip| holds(skip.len(), layer.outputs(), cells)));
    }
}

/// Cells that are computed together.
#[derive(Clone, Copy)]
struct Tile<const N: usize>([u32; N]);

impl<const N: usize> Tile<N> {
    /// The cells in tiles; the last is filled up with its last cell, which is
    /// then computed several times, to the same result.
    fn all(cells: &[u32]) -> impl Iterator<Item = Tile<N>> + '_ {
        cells.chunks(N).map(|chunk| Tile(std::array::from_fn(|i| chunk[i.min(chunk.len() - 1)])))
    }
}
