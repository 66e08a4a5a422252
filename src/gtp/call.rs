//! A request that is being answered.

use super::arguments::Arguments;
use super::reply::Reply;

/// A request that is being answered: its arguments, and its reply.
pub(super) struct Call<'a> {
    pub arguments: Arguments<'a>,
    pub reply: Reply<'a>,
}
