//! The kernels: the inner loop of the network for each kind of processor, and
//! the choice of one. All unsafe code of the network is in this folder. This
//! file checks what the kernels rely on.

#[cfg(target_arch = "x86_64")]
pub mod amx;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
pub mod bf16_split;
mod portable;

use std::{env, fmt, str::FromStr, sync::OnceLock};

use super::layers::Layer;
use crate::{grammar::short, suggest::did_you_mean};

/// The environment variable that names a kernel, to test and compare kernels
/// on one machine.
const VARIABLE: &str = "KRING_KERNEL";

/// How the network is computed: one kernel for each kind of processor. The
/// exact ones give the same numbers up to rounding; one is faster and rounds
/// more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// Plain Rust, or vectors that add and multiply in the same order: the
    /// same numbers to the last bit on every processor.
    Portable,
    /// Vectors of 8 numbers: x86-64 since about 2013.
    Avx2,
    /// Vectors of 16 numbers: x86-64 servers.
    Avx512,
    /// Matrix tiles (AMX), as exact as the others: x86-64 servers since 2023.
    Amx,
    /// Matrix tiles with weights and inputs rounded to bfloat16, which has 8
    /// significant bits.
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
    /// `KRING_KERNEL` names.
    pub fn best_exact() -> Kernel {
        match Kernel::wanted() {
            // The exact kernel of the same unit.
            Some(Kernel::AmxRounded) => return Kernel::Amx,
            Some(kernel) => return kernel,
            None => {}
        }
        let is_best = |kernel: &Kernel| kernel.is_exact() && kernel.is_available();
        Kernel::ALL.into_iter().rfind(is_best).unwrap_or(Kernel::Portable)
    }

    /// The fastest kernel of this processor, exact or not, or the one that
    /// `KRING_KERNEL` names.
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

    /// Whether the kernel is exact: every logit within 0.001, or within 0.01 %
    /// where that is more. The other kernel's win chances and move
    /// probabilities are within 0.03, which a search corrects.
    pub fn is_exact(self) -> bool {
        self != Kernel::AmxRounded
    }

    /// This kernel, if the processor has it and if it can compute networks of
    /// so many channels; otherwise the fastest exact one that can.
    pub(super) fn for_channels(self, channels: usize) -> Kernel {
        let suits = |kernel: &Kernel| {
            let tiles = matches!(kernel, Kernel::Amx | Kernel::AmxRounded);
            kernel.is_available() && (!tiles || channels.is_multiple_of(32))
        };
        let exact = Kernel::ALL.into_iter().rev().filter(|kernel| kernel.is_exact());
        [self].into_iter().chain(exact).find(suits).unwrap_or(Kernel::Portable)
    }

    /// Computes a layer at some cells; other places of the output stay as
    /// they are. The kernels of matrix tiles compute single layers with vectors.
    pub(super) fn run(self, layer: &Layer, job: &Convolution<'_>, output: &mut [f32]) {
        assert!(self.is_available());
        job.check(layer, output);
        match self {
            // SAFETY: the processor and the job were checked above.
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

/// Why the environment names no kernel that can be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KernelError {
    /// There is no such kernel.
    #[error("{VARIABLE}={name}: there is no such kernel{hint}, but: {all}", all = names(|_| true))]
    Unknown {
        /// What was given.
        name: String,
        /// What may have been meant.
        hint: String,
    },
    /// This processor, or this system, does not have it.
    #[error("{VARIABLE}={0}: this processor does not have it, but: {all}",
        all = names(Kernel::is_available))]
    Unavailable(Kernel),
}

fn names(which: fn(Kernel) -> bool) -> String {
    let names = Kernel::ALL.into_iter().filter(|kernel| which(*kernel)).map(Kernel::name);
    names.collect::<Vec<_>>().join(", ")
}

impl Kernel {
    /// The name of the kernel.
    pub fn name(self) -> &'static str {
        match self {
            Kernel::Portable => "portable",
            Kernel::Avx2 => "avx2",
            Kernel::Avx512 => "avx512",
            Kernel::Amx => "amx",
            Kernel::AmxRounded => "amx-rounded",
        }
    }

    /// The kernel that the environment variable `KRING_KERNEL` names, as it
    /// was at the first call; `None` if it is not set, or is empty.
    pub fn forced() -> Result<Option<Kernel>, KernelError> {
        static FORCED: OnceLock<Result<Option<Kernel>, KernelError>> = OnceLock::new();
        let read = || match env::var_os(VARIABLE) {
            Some(name) if !name.is_empty() => {
                let kernel: Kernel = name.to_string_lossy().parse()?;
                let available = kernel.is_available().then_some(kernel);
                available.ok_or(KernelError::Unavailable(kernel)).map(Some)
            }
            _ => Ok(None),
        };
        FORCED.get_or_init(read).clone()
    }

    /// The same without the error, which the program reports at its start.
    fn wanted() -> Option<Kernel> {
        Kernel::forced().ok().flatten()
    }
}

impl FromStr for Kernel {
    type Err = KernelError;

    fn from_str(name: &str) -> Result<Kernel, KernelError> {
        let found = Kernel::ALL.into_iter().find(|kernel| kernel.name() == name);
        found.ok_or_else(|| {
            let hint = did_you_mean(name, Kernel::ALL.map(Kernel::name));
            let hint = hint.map_or_else(String::new, |hint| format!(" ({hint})"));
            KernelError::Unknown { name: short(name), hint }
        })
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
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
    /// What is added before ReLU: the output channels of each place.
    pub skip: Option<&'a [f32]>,
}

impl Convolution<'_> {
    /// Panics unless every tap of every cell is within the input, every cell
    /// within the output, and the layer has as many taps. The kernels rely on
    /// this.
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

/// Cells that are computed together, so that each weight is loaded once for
/// all of them.
#[derive(Clone, Copy)]
struct Tile<const N: usize>([u32; N]);

impl<const N: usize> Tile<N> {
    /// The cells in tiles. The last tile is filled up with its last cell,
    /// which is then computed several times with the same result.
    fn all(cells: &[u32]) -> impl Iterator<Item = Tile<N>> + '_ {
        cells.chunks(N).map(|chunk| Tile(std::array::from_fn(|i| chunk[i.min(chunk.len() - 1)])))
    }
}
