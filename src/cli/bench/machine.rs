//! The machine that a bench ran on.

use crate::cli::{cores, output::out_line};
use serde::Serialize;
use std::env::consts;

/// The machine.
#[derive(Serialize)]
pub struct Machine {
    processor: String,
    /// The number of processors that this program may use.
    cores: usize,
    system: String,
}

impl Machine {
    /// The machine that this program runs on.
    pub fn this() -> Machine {
        Machine { processor: processor(), cores: cores().get(), system: consts::OS.to_owned() }
    }

    pub fn print(&self) {
        let Machine { processor, cores, system } = self;
        out_line!("{processor}, {cores} processors, {system} on {}", consts::ARCH);
    }
}

/// The name that the processor gives itself.
#[cfg(target_arch = "x86_64")]
fn processor() -> String {
    use std::arch::x86_64::__cpuid;

    const LEAVES: std::ops::RangeInclusive<u32> = 0x8000_0002..=0x8000_0004;
    if __cpuid(0x8000_0000).eax < *LEAVES.end() {
        return consts::ARCH.to_owned();
    }
    let words = LEAVES.map(__cpuid).flat_map(|leaf| [leaf.eax, leaf.ebx, leaf.ecx, leaf.edx]);
    let bytes: Vec<u8> = words.flat_map(u32::to_le_bytes).take_while(|&byte| byte != 0).collect();
    String::from_utf8_lossy(&bytes).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The name that the processor gives itself.
#[cfg(not(target_arch = "x86_64"))]
fn processor() -> String {
    consts::ARCH.to_owned()
}
