//! Kring for Python: a thin layer over the library. Rules, moves, texts, agents, solver, verifier
//! and pictures are the library's. This crate adds the Python objects around them, arrays,
//! signals, and agents and strategies that are written in Python.
//!
//! The package `kring` (folder `kring/`) exports all of it under one name.

mod agent;
mod arrays;
mod board;
mod choice;
mod convert;
mod interrupt;
mod matches;
mod network;
mod player;
mod playouts;
mod position;
mod records;
mod reviews;
mod rules;
mod shared;
mod solve;
mod strategy;
mod vector;
mod verify;

use pyo3::prelude::*;

/// The compiled part of the package `kring`.
#[pymodule(name = "_kring")]
mod module {
    #[pymodule_export]
    use crate::{
        agent::{PyAgent, agents},
        choice::PyChoice,
        matches::{play_match, score},
        network::{_native_rate, PyNetwork},
        playouts::{fills, playouts},
        position::PyPosition,
        reviews::{review, swap_map},
        rules::{PyRules, PySymmetry},
        solve::{PyCoinValue, PySolution, check_proof, coin_value, solve},
        vector::VectorEnv,
        verify::{PyReport, verify},
    };

    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
