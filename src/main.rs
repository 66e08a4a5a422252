//! The `kring` program: the command line of the library.

#![forbid(unsafe_code)]

mod cli;

use cli::output::note;
use std::process::ExitCode;

fn main() -> ExitCode {
    check_processor();
    match cli::Cli::from_arguments().run() {
        Ok(code) => code,
        Err(error) => {
            // Not in `anyhow`'s own format, which can add a backtrace: most errors are the
            // user's, not the program's.
            note!("Error: {error}");
            for cause in error.chain().skip(1) {
                note!("  because: {cause}");
            }
            ExitCode::FAILURE
        }
    }
}

/// Ends the program with a message if the processor lacks features that it was built for.
///
/// The standard feature detection cannot be used: it assumes the features that the program was
/// compiled with. All code of this crate may use them too. So this function only compares numbers
/// and calls code of the standard library, which is built for every processor.
#[cfg(all(target_arch = "x86_64", target_feature = "sse4.2", target_feature = "popcnt"))]
#[inline(never)]
fn check_processor() {
    use std::arch::x86_64::__cpuid;

    // Of x86-64-v2: SSE3, SSSE3, CMPXCHG16B, SSE4.1, SSE4.2 and POPCNT; LAHF.
    const FIRST: u32 = 1 | 1 << 9 | 1 << 13 | 1 << 19 | 1 << 20 | 1 << 23;
    const SECOND: u32 = 1;
    if __cpuid(1).ecx & FIRST != FIRST || __cpuid(0x8000_0001).ecx & SECOND != SECOND {
        eprintln!(
            "Error: this program was built for processors of the level x86-64-v2 (all since about \
             2009, with SSE4.2 and POPCNT), and this one is older.\n  Built with \
             RUSTFLAGS='-C target-cpu=x86-64' it runs on every x86-64 processor."
        );
        std::process::exit(1);
    }
}

/// A program that was built for any processor needs no check.
#[cfg(not(all(target_arch = "x86_64", target_feature = "sse4.2", target_feature = "popcnt")))]
fn check_processor() {}
