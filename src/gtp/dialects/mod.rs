//! What single clients need: commands under the names and in the formats of MoHex, KataHex and
//! HexGui. Only the table of commands imports these files, so that a dialect can change, or go,
//! without the others.

pub mod analyze;
pub mod connections;
pub mod hexgui;
pub mod kata_raw;
pub mod katahex;
pub mod mohex;
pub mod mohex_solver;

/// What clients have set in the words of their own engine.
#[derive(Default)]
pub struct Dialects {
    mohex: mohex::MohexSettings,
    mohex_solver: mohex_solver::DfpnSettings,
    katahex: katahex::KataSettings,
}
