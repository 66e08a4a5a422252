/// What the network says about a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// How sure the network is that the mover wins, as a logit: zero is even.
    pub logit: f32,
    /// For each cell of the board, row by row, how much the mover would like
    /// to play there, as a logit. Taken cells have one too, which means
    /// nothing.
    pub policy: Vec<f32>,
}

impl Evaluation {
    /// The mover's chance to win, from 0 to 1.
    pub fn win_probability(&self) -> f32 {
        1.0 / (1.0 + (-self.logit).exp())
    }
}
