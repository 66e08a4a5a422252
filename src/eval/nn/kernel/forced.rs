//! The kernel that the environment asks for, to test and compare kernels on
//! one machine.

use std::{env, fmt, str::FromStr, sync::OnceLock};

use super::Kernel;
use crate::{grammar::short, suggest::did_you_mean};

/// The environment variable that names a kernel.
const VARIABLE: &str = "KRING_KERNEL";

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

    /// The kernel that the environment variable `KRING_KERNEL` asks for, as it
    /// was at the first call; nothing if it is not set, or is empty.
    pub fn forced() -> Result<Option<Kernel>, KernelError> {
        static FORCED: OnceLock<Result<Option<Kernel>, KernelError>> = OnceLock::new();
        let read = || match env::var_os(VARIABLE) {
            Some(name) if !name.is_empty() => {
                let kernel: Kernel = name.to_string_lossy().parse()?;
                let is_there = kernel.is_available().then_some(kernel);
                is_there.ok_or(KernelError::Unavailable(kernel)).map(Some)
            }
            _ => Ok(None),
        };
        FORCED.get_or_init(read).clone()
    }

    /// The same where nobody can be told of errors: the program has looked at
    /// its start.
    pub(super) fn wanted() -> Option<Kernel> {
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
