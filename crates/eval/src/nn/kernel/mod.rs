//! The kernels: the inner loop of the network for each kind of processor, and the choice of one.
//! All unsafe code of the network is in this folder. The safe functions check what the kernels
//! rely on.
//!
//! By hand, because runtimes for networks and libraries of matrices are made for large batches and
//! promise no bits: here one to eight positions come at a time, and a seed must give the same game
//! on every machine and in a browser.
//!
//! `x86.rs` has the vectors of AVX2 and AVX-512, `winograd/` and `product.rs` what is computed with
//! them, `amx.rs` and `bf16.rs` the tiles. A new kernel is a variant of [`Kernel`] with its place in
//! `Kernel::ALL`, its name for `KRING_KERNEL` and the test whether the processor has it; new vectors
//! implement `Vector`, and `Arithmetic` for integers. The tests `network` and `kernels` of the suite
//! compare all kernels.

pub mod aligned;
#[cfg(target_arch = "x86_64")]
pub mod amx;
#[cfg(target_arch = "x86_64")]
pub mod bf16;
pub mod heads;
#[cfg_attr(all(target_arch = "wasm32", target_feature = "simd128"), path = "simd128.rs")]
mod portable;
mod product;
pub mod stem;
mod vector;
pub mod winograd;
pub mod work;
#[cfg(target_arch = "x86_64")]
mod x86;

use std::{env, fmt, sync::OnceLock};

use self::work::{Multiply, Vectors};
use super::layers::Layer;
use kring_board::{suggest::hint, word::short};

/// The environment variable that selects a kernel, to test and compare kernels on one machine.
const VARIABLE: &str = "KRING_KERNEL";

/// The kernel of this process, where the environment selects none; unset: the fastest.
static DEFAULT: OnceLock<Kernel> = OnceLock::new();

/// How the network is computed: one or two kernels for each kind of processor. The exact ones
/// give the same numbers up to rounding; the others are faster and round more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// Plain Rust, or vectors that add and multiply in the same order: the same numbers to the
    /// last bit on every processor.
    Portable,
    /// Vectors of 8 numbers: x86-64 since about 2013.
    Avx2,
    /// The same with products of 16-bit integers.
    Avx2Rounded,
    /// Vectors of 16 numbers: x86-64 servers, and other processors since 2022.
    Avx512,
    /// The same with products of 16-bit integers (VNNI).
    Avx512Rounded,
    /// Matrix tiles (AMX) with weights and inputs rounded to bfloat16, which has 8 significant
    /// bits: x86-64 servers since 2023.
    AmxRounded,
}

impl Kernel {
    /// Every kernel, from slow to fast.
    pub const ALL: [Kernel; 6] = [
        Kernel::Portable,
        Kernel::Avx2,
        Kernel::Avx2Rounded,
        Kernel::Avx512,
        Kernel::Avx512Rounded,
        Kernel::AmxRounded,
    ];

    /// Whether this processor supports the kernel.
    pub fn is_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Kernel::AmxRounded => amx::is_available(),
            kernel => kernel.vectors().are_available(),
        }
    }

    /// The fastest exact kernel of this processor. If `KRING_KERNEL` or the default of this process
    /// names a kernel: that one, or the exact one of the same vectors.
    pub fn best_exact() -> Kernel {
        match Kernel::wanted() {
            Some(Kernel::Avx2Rounded) => Kernel::Avx2,
            // Every processor with tiles has AVX-512.
            Some(Kernel::Avx512Rounded | Kernel::AmxRounded) => Kernel::Avx512,
            Some(kernel) => kernel,
            None => Kernel::fastest(Kernel::is_exact),
        }
    }

    /// The fastest kernel of this processor, exact or not, or the one that `KRING_KERNEL` or the
    /// default of this process names.
    pub fn best() -> Kernel {
        Kernel::wanted().unwrap_or_else(|| Kernel::fastest(|_| true))
    }

    /// The fastest kernel of this processor among some.
    fn fastest(among: fn(Kernel) -> bool) -> Kernel {
        let is_best = |kernel: &Kernel| among(*kernel) && kernel.is_available();
        Kernel::ALL.into_iter().rfind(is_best).unwrap_or(Kernel::Portable)
    }

    /// Whether the kernel is exact: every logit within 0.001, or within 0.01 % where that is more.
    /// The other kernels' win chances and move probabilities are within 0.03, which a search
    /// corrects.
    pub fn is_exact(self) -> bool {
        !matches!(self, Kernel::Avx2Rounded | Kernel::Avx512Rounded | Kernel::AmxRounded)
    }

    /// This kernel, if the processor supports it and it can compute networks with this number of
    /// channels; otherwise the fastest exact one that can.
    pub(super) fn for_channels(self, channels: usize) -> Kernel {
        let suits = |kernel: &Kernel| {
            let fits = *kernel != Kernel::AmxRounded || channels.is_multiple_of(32);
            kernel.is_available() && fits
        };
        let exact = Kernel::ALL.into_iter().rev().filter(|kernel| kernel.is_exact());
        [self].into_iter().chain(exact).find(suits).unwrap_or(Kernel::Portable)
    }

    /// The vectors that the kernel computes with, beside matrix tiles.
    pub(super) fn vectors(self) -> Vectors {
        match self {
            Kernel::Portable => Vectors::like_portable(),
            Kernel::Avx2 => Vectors::Avx2(Multiply::Fused),
            Kernel::Avx2Rounded => Vectors::Avx2(Multiply::Integers),
            Kernel::Avx512Rounded => Vectors::Avx512(Multiply::Integers),
            Kernel::Avx512 | Kernel::AmxRounded => Vectors::Avx512(Multiply::Fused),
        }
    }

    /// The name of the kernel.
    pub fn name(self) -> &'static str {
        match self {
            Kernel::Portable => "portable",
            Kernel::Avx2 => "avx2",
            Kernel::Avx2Rounded => "avx2-rounded",
            Kernel::Avx512 => "avx512",
            Kernel::Avx512Rounded => "avx512-rounded",
            Kernel::AmxRounded => "amx-rounded",
        }
    }

    /// The kernel that the environment variable `KRING_KERNEL` names, as it was at the first
    /// call; `None` if it is unset or empty.
    pub fn forced() -> Result<Option<Kernel>, KernelError> {
        static FORCED: OnceLock<Result<Option<Kernel>, KernelError>> = OnceLock::new();
        let read = || match env::var_os(VARIABLE) {
            Some(name) if !name.is_empty() => Kernel::find(&name.to_string_lossy()).map(Some),
            _ => Ok(None),
        };
        FORCED.get_or_init(read).clone()
    }

    /// Makes this kernel the one that all agents of the process use, unless `KRING_KERNEL` names
    /// another. The first call decides.
    pub fn set_default(self) {
        let _ = DEFAULT.set(self);
    }

    /// The kernel of the environment, without the error, which the program reports at its start;
    /// or else that of [`set_default`](Kernel::set_default).
    fn wanted() -> Option<Kernel> {
        Kernel::forced().ok().flatten().or_else(|| DEFAULT.get().copied())
    }

    /// The kernel with this name, if the processor supports it.
    fn find(name: &str) -> Result<Kernel, KernelError> {
        let (why, is_named): (String, fn(Kernel) -> bool) =
            match Kernel::ALL.into_iter().find(|kernel| kernel.name() == name) {
                Some(kernel) if kernel.is_available() => return Ok(kernel),
                Some(_) => ("this processor does not have it".to_owned(), Kernel::is_available),
                None => {
                    let hint = hint(name, Kernel::ALL.map(Kernel::name));
                    (format!("there is no such kernel{hint}"), |_| true)
                }
            };
        let names = Kernel::ALL.into_iter().filter(|kernel| is_named(*kernel)).map(Kernel::name);
        let names = names.collect::<Vec<_>>().join(", ");
        Err(KernelError(format!("{VARIABLE}={}: {why}; available: {names}", short(name))))
    }
}

/// Why the environment selects no usable kernel.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct KernelError(String);

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
