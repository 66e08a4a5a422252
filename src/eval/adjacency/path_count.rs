/// The length of a goal that cannot be reached any more.
pub const UNREACHABLE: u32 = 1 << 16;

/// How far a colour is from its goal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathCount {
    /// The steps of a shortest walk: 1 if the goal is reached, one more for
    /// each stone that is missing, and for each move that it waits for the
    /// right season.
    pub length: u32,
    /// How many such walks there are.
    pub paths: f64,
}

impl PathCount {
    /// The goal cannot be reached.
    pub const NEVER: PathCount = PathCount { length: UNREACHABLE, paths: 0.0 };
    /// The goal is reached.
    pub const REACHED: PathCount = PathCount { length: 1, paths: 1.0 };
}

/// More walks than that are not told apart.
pub(super) const MANY: f64 = 1e300;
