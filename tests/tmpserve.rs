#![allow(dead_code, missing_docs)]
#[path = "suite/helper.rs"]
mod helper;
#[path = "suite/serve.rs"]
mod serve;
#[path = "suite/spec.rs"]
mod spec;
