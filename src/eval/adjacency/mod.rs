//! Lengths and numbers of shortest ways, as the adjacency players of Trevorah's
//! report count them.
//!
//! A colour's graph has the empty cells as nodes. Own stones are bypassed: two
//! cells are linked, once, if they touch or touch the same group of own
//! stones; enemy stones are gone. The report multiplies the matrix of this
//! graph with itself until the entry between the two sides is not zero. That
//! power is the *length* (the missing stones and one more) and the entry is
//! the number of shortest *paths*; both come from one pass over breadth-first
//! layers here. Counts are `f64`, which hold the largest of 26×26.
//!
//! **Rings.** Where the goal is a ring, the graph is unwrapped along the
//! colour's axis: links know how often they go round. A ring is a closed walk
//! that goes round, whichever its start and its direction; the length is that
//! of the cheapest (missing stones and one more, as for paths), and the number
//! is that of different cheapest rings: if A(z) is the matrix with z to the
//! turns of each link as entries, then the length less one is the least L for
//! which the trace of A(z)^L has a term in z^w with w ≠ 0, and the number is the
//! sum of the coefficients of these terms, divided by 2L for the L
//! starts and both directions.
//!
//! **Seasons.** There is a graph for each season, and the graphs are multiplied
//! in the order of the colour's coming seasons; see [`SeasonLinks`] and [`SeasonSteps`].

mod links;
mod path_count;
mod path_metric;
mod path_sampler;
mod product;
mod ring;
mod season_steps;
mod walker;

pub use links::Links;
pub use path_count::{PathCount, UNREACHABLE};
pub use path_metric::{MoveOutlook, PathMetric};
pub use path_sampler::PathSampler;
pub use season_steps::{SeasonLinks, SeasonSteps};
pub use walker::Walker;
