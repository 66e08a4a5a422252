//! `kring.coin_value`.

use kring::board::chance::{self, Purpose};
use kring::literature::coin::CoinValue;
use pyo3::prelude::*;

use crate::convert::{Whole, count, number, value_error};
use crate::interrupt::interruptible;
use crate::position::PyPosition;

/// Black's win probability under random turns.
#[pyclass(name = "CoinValue", module = "kring", frozen, get_all)]
pub struct PyCoinValue {
    /// The probability.
    black: f64,
    /// Its standard error; None if it is exact.
    error: Option<f64>,
}

#[pymethods]
impl PyCoinValue {
    fn __float__(&self) -> f64 {
        self.black
    }

    fn __repr__(&self) -> String {
        match self.error {
            None => format!("<CoinValue {:.10} exact>", self.black),
            Some(error) => format!("<CoinValue {:.6} +- {error:.6} sampled>", self.black),
        }
    }
}

/// Black's win probability under random turns and best play, before the next coin is tossed (a
/// declared colour is ignored): exact with up to 24 empty cells, otherwise estimated from `fills`
/// random fills.
///
/// >>> import kring
/// >>> kring.coin_value(kring.Position("cylinder turns=random", 3))
/// <CoinValue 0.5937500000 exact>
/// >>> kring.coin_value(kring.Position("hex", 3))
/// Traceback (most recent call last):
/// ValueError: the turns alternate: coins decide nothing
#[pyfunction]
#[pyo3(signature = (position, *, fills = 1_000_000, seed = 0))]
pub fn coin_value(
    position: &Bound<'_, PyPosition>,
    fills: Whole,
    seed: Whole,
) -> PyResult<PyCoinValue> {
    let py = position.py();
    let position = position.try_borrow()?.0.clone();
    let (fills, seed) = (count("fills", fills, 1_000_000_000)?, number("seed", seed)?);
    let value = interruptible(py, |stop| {
        let rng = &mut chance::generator(seed, Purpose::CoinValue);
        CoinValue::of(&position, fills, rng, || stop.is_set())
    })?;
    let CoinValue { black, error, .. } = value.map_err(value_error)?;
    Ok(PyCoinValue { black, error })
}
