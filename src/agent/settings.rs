use std::fmt;

/// What a parameter's value can be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A whole number from the first to the second.
    Whole(u64, u64),
    /// A real number from the first to the second.
    Real(f64, f64),
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// A file that holds a network.
    Network,
}

impl Kind {
    /// `on` or `off`.
    pub const SWITCH: Kind = Kind::OneOf(&["on", "off"]);

    /// Whether the text is such a value. A file is not looked at.
    pub fn accepts(self, text: &str) -> bool {
        match self {
            Kind::Whole(min, max) => text.parse().is_ok_and(|n: u64| (min..=max).contains(&n)),
            Kind::Real(min, max) => text.parse().is_ok_and(|x: f64| (min..=max).contains(&x)),
            Kind::OneOf(words) => words.contains(&text),
            Kind::Network => !text.is_empty(),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Whole(min, max) => write!(f, "{min}..{max}"),
            Kind::Real(min, max) => write!(f, "{min:?}..{max:?}"),
            Kind::OneOf(words) => f.write_str(&words.join("|")),
            Kind::Network => f.write_str("file"),
        }
    }
}

/// Something about an agent that can be set.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The key of `key=value`.
    pub name: &'static str,
    /// What the value can be.
    pub kind: Kind,
    /// The value if none is given; `None`: it stays unset.
    pub default: Option<&'static str>,
    /// One line of help.
    pub help: &'static str,
}

/// The values of all parameters of an agent, checked against its table.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Settings(pub(super) Vec<(&'static str, String)>);

impl Settings {
    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, _)| *key == name).map(|(_, value)| value.as_str())
    }

    /// The value of a whole number, if it is set.
    pub fn whole(&self, name: &str) -> Option<u64> {
        self.get(name)?.parse().ok()
    }

    /// The value of a real number, if it is set.
    pub fn real(&self, name: &str) -> Option<f64> {
        self.get(name)?.parse().ok()
    }

    /// The value of a choice of words; empty if it is not set.
    pub fn word(&self, name: &str) -> &str {
        self.get(name).unwrap_or_default()
    }

    /// Whether a switch is on.
    pub fn is_on(&self, name: &str) -> bool {
        self.word(name) == "on"
    }
}
