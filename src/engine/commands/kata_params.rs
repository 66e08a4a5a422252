//! The parameters of KataHex that its clients set.

use crate::engine::{CommandFailure, other};

/// The parameters: name, lowest and highest value, default.
pub const PARAMETERS: [(&str, f64, f64, f64); 4] = [
    ("playoutDoublingAdvantage", -3.0, 3.0, 0.0),
    ("analysisWideRootNoise", 0.0, 2.0, 0.0),
    ("rootPolicyTemperature", 0.01, 100.0, 1.0),
    ("numSearchThreads", 1.0, 1024.0, 1.0),
];

/// The only whole number.
pub const THREADS: usize = 3;

/// The values of these parameters.
pub struct KataParameters(pub [f64; PARAMETERS.len()]);

impl Default for KataParameters {
    fn default() -> KataParameters {
        KataParameters(PARAMETERS.map(|(.., default)| default))
    }
}

/// The index of a parameter.
pub fn find(name: &str) -> Result<usize, CommandFailure> {
    let index = PARAMETERS.iter().position(|parameter| parameter.0 == name);
    index.ok_or_else(|| other(format!("Unknown or invalid parameter: {name}")))
}
