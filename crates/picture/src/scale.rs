//! Axes: round numbers that cover the values, and where the values lie on the page.

/// An axis: a range of numbers mapped to a range of the page.
pub struct Axis {
    low: f64,
    high: f64,
    step: f64,
    percent: bool,
    from: f64,
    to: f64,
}

impl Axis {
    /// An axis with about `parts` steps between round numbers. It covers all finite values.
    pub fn covering(values: impl IntoIterator<Item = f64>, parts: f64, percent: bool) -> Axis {
        let (mut low, mut high) = ends(values).unwrap_or((0.0, 1.0));
        if high - low <= 1e-9 * high.abs().max(1e-9) {
            let room = if low == 0.0 { 1.0 } else { low.abs() / 2.0 };
            (low, high) = (low - room, high + room);
        }
        let step = round_step((high - low) / parts);
        // The tolerance prevents 0.6 / 0.2 from needing more than three steps.
        let low = (low / step + 1e-6).floor() * step;
        let high = (high / step - 1e-6).ceil() * step;
        Axis { low, high, step, percent, from: 0.0, to: 1.0 }
    }

    /// The same axis between two coordinates of the page.
    pub fn between(self, from: f64, to: f64) -> Axis {
        Axis { from, to, ..self }
    }

    pub fn place(&self, value: f64) -> f64 {
        self.from + (value - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    pub fn ticks(&self) -> Vec<(f64, String)> {
        let count = ((self.high - self.low) / self.step).round() as i64;
        let unit = if self.percent { 100.0 } else { 1.0 };
        let decimals = (-(self.step * unit).log10() - 1e-6).ceil().clamp(0.0, 9.0) as usize;
        let tick = |i: i64| {
            let value = self.low + self.step * i as f64;
            (value, written(value, decimals, self.percent))
        };
        (0..=count).map(tick).collect()
    }
}

/// The lowest and the highest of the finite values.
pub fn ends(values: impl IntoIterator<Item = f64>) -> Option<(f64, f64)> {
    let finite = values.into_iter().filter(|value| value.is_finite());
    finite.map(|value| (value, value)).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
}

/// The smallest of 1, 2, 5, 10, 20, … (or 0.1, 0.2, …) that is not below a number.
fn round_step(least: f64) -> f64 {
    let unit = 10f64.powi(least.log10().floor() as i32);
    let factor = [1.0, 2.0, 5.0].into_iter().find(|factor| factor * unit >= least * 0.999_999);
    factor.unwrap_or(10.0) * unit
}

/// A value with this many digits after the point: `0.62`, `62 %`, `19,800`.
pub fn written(value: f64, decimals: usize, percent: bool) -> String {
    let value = if percent { 100.0 * value } else { value };
    let text = format!("{value:.decimals$}");
    // Zero has no sign.
    let nothing = text.chars().all(|c| matches!(c, '-' | '0' | '.'));
    let text = if nothing { text.trim_start_matches('-') } else { &text };
    let unit = if percent { " %" } else { "" };
    format!("{}{unit}", grouped(text))
}

/// A number with commas between thousands.
pub fn grouped(number: &str) -> String {
    let digits = number.trim_start_matches('-').split('.').next().unwrap_or_default().len();
    let sign = usize::from(number.starts_with('-'));
    let mut text = String::new();
    for (i, c) in number.char_indices() {
        let left = (sign + digits).saturating_sub(i);
        if i > sign && left > 0 && left % 3 == 0 {
            text.push(',');
        }
        text.push(c);
    }
    text
}
