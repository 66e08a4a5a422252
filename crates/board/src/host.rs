//! The clock and the pauses of the system that the engine runs on.
//!
//! In a browser there is one thread, and messages arrive only while the engine is suspended.
//! There [`Stop::is_set`](crate::stop::Stop::is_set), [`sleep`] and `wait` suspend it, so that a
//! running search sees the next line. By hand, because the crate `web-time` needs JavaScript that
//! `wasm-bindgen` generates, and the module has four imports of its own.

#[cfg(not(target_arch = "wasm32"))]
pub use std::{thread::sleep, time::Instant};

#[cfg(target_arch = "wasm32")]
pub use browser::{Instant, poll, sleep, wait};

#[cfg(target_arch = "wasm32")]
mod browser {
    use std::{
        cell::Cell,
        ops::{Add, Sub},
        time::Duration,
    };

    /// The engine is suspended after running for this time, in milliseconds.
    const SLICE: f64 = 25.0;

    #[link(wasm_import_module = "kring")]
    unsafe extern "C" {
        /// Milliseconds since a fixed moment.
        safe fn now() -> f64;

        /// Suspends the engine until messages have been received, and for this number of
        /// milliseconds unless a message comes earlier.
        safe fn suspend(milliseconds: f64);
    }

    /// A moment of a clock that never goes back, in nanoseconds.
    #[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
    pub struct Instant(Duration);

    impl Instant {
        /// This moment.
        pub fn now() -> Instant {
            Instant(Duration::from_secs_f64(now() / 1000.0))
        }

        /// The time since the clock began.
        pub fn since_start(&self) -> Duration {
            self.0
        }

        /// The time since this moment.
        pub fn elapsed(&self) -> Duration {
            Instant::now() - *self
        }

        /// The moment after this duration, unless it is out of range.
        pub fn checked_add(&self, duration: Duration) -> Option<Instant> {
            self.0.checked_add(duration).map(Instant)
        }

        /// The time since an earlier moment; zero if that one is later.
        pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Instant;

        fn add(self, duration: Duration) -> Instant {
            Instant(self.0 + duration)
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, earlier: Instant) -> Duration {
            self.saturating_duration_since(earlier)
        }
    }

    thread_local! {
        /// When the engine was last resumed.
        static RESUMED: Cell<f64> = const { Cell::new(0.0) };
    }

    /// Suspends the engine for a moment if it has run for long enough.
    pub fn poll() {
        if now() - RESUMED.get() >= SLICE {
            rest(0.0);
        }
    }

    /// Suspends the engine for a duration; it ends when a message comes.
    pub fn sleep(duration: Duration) {
        rest(duration.as_secs_f64() * 1000.0);
    }

    /// Suspends the engine until a message comes.
    pub fn wait() {
        rest(f64::INFINITY);
    }

    fn rest(milliseconds: f64) {
        suspend(milliseconds);
        RESUMED.set(now());
    }
}
