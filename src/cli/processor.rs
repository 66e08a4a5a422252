//! A processor that is older than the program was built for is told so,
//! before the first instruction that it does not know.

/// What x86-64-v2 has beyond the first x86-64, with the word (of leaf 1, or of
/// leaf 0x80000001) and the bit in which a processor says that it has it.
const FEATURES: [(&str, usize, u32); 7] = [
    ("sse3", 0, 0),
    ("ssse3", 0, 9),
    ("cmpxchg16b", 0, 13),
    ("sse4.1", 0, 19),
    ("sse4.2", 0, 20),
    ("popcnt", 0, 23),
    ("lahf", 1, 0),
];

/// Ends the program if the processor lacks what it was built for.
///
/// The standard detection of features is no help: it takes for granted what
/// the compiler was told. Neither this nor what it calls until it ends uses
/// an instruction that would be missing.
#[cfg(all(target_arch = "x86_64", target_feature = "sse4.2", target_feature = "popcnt"))]
#[inline(never)]
pub fn check() {
    use std::arch::x86_64::__cpuid;

    let words = [__cpuid(1).ecx, __cpuid(0x8000_0001).ecx];
    if FEATURES.iter().all(|&(_, word, bit)| words[word] >> bit & 1 != 0) {
        return;
    }
    refuse(words);
}

/// A program that was built for other processors needs nothing.
#[cfg(not(all(target_arch = "x86_64", target_feature = "sse4.2", target_feature = "popcnt")))]
pub fn check() {}

/// Says what is missing, and ends the program.
#[cold]
#[inline(never)]
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
fn refuse(words: [u32; 2]) -> ! {
    eprintln!(
        "Error: this program needs a processor of the level x86-64-v2 (since about 2009); this one \
         lacks {}.\nBuilt with RUSTFLAGS=\"-C target-cpu=x86-64\", it runs on every x86-64 processor.",
        missing(words).join(", ")
    );
    std::process::exit(1);
}

/// The features that are not in these words.
fn missing(words: [u32; 2]) -> Vec<&'static str> {
    let lacks = |&&(_, word, bit): &&(&str, usize, u32)| words[word] >> bit & 1 == 0;
    FEATURES.iter().filter(lacks).map(|(name, ..)| *name).collect()
}

#[cfg(test)]
mod tests {
    use super::{check, missing};

    #[test]
    fn this_processor_is_good_enough_and_an_old_one_is_not() {
        check();
        assert_eq!(missing([!0, !0]), [""; 0]);
        assert_eq!(missing([1 | 1 << 9 | 1 << 13, 1]), ["sse4.1", "sse4.2", "popcnt"]);
    }
}
