//! The settings of an agent: a struct, and a table of rows that says how each of its fields is
//! named, what it is for and which values it takes. The rows are all that parses, prints, lists
//! and limits settings; the agent itself reads the fields. A field has its default in [`Default`],
//! and nowhere else.

use std::{any::Any, path::PathBuf, sync::Arc, time::Duration};

use kring_eval::Network;
use kring_literature::strategy::Strategy;
use kring_proof::AnyBook;

use crate::{
    agent::Agent,
    parameter::{Parameter, ParameterKind, ParameterValue, Role},
    substitute::SubstituteAgents,
};

/// The settings of an agent.
pub trait Settings: Clone + Default + Send + Sync + 'static {
    /// The parameters, in the order in which they are listed.
    const ROWS: &'static [Row<Self>];

    /// A new agent with these settings.
    fn build(&self, resources: &Resources) -> Box<dyn Agent>;

    /// The strategy that the agent plays, if it can be verified.
    fn strategy(&self) -> Option<Box<dyn Strategy>> {
        None
    }
}

/// A parameter: the name, the meaning and the place of a field.
pub struct Row<S> {
    name: &'static str,
    role: Option<Role>,
    help: &'static str,
    field: fn(&mut S) -> Field<'_>,
}

impl<S> Row<S> {
    /// A parameter that other agents have too.
    pub const fn of(role: Role, help: &'static str, field: fn(&mut S) -> Field<'_>) -> Row<S> {
        Row { name: role.name(), role: Some(role), help, field }
    }

    /// A parameter of this agent alone.
    pub const fn own(
        name: &'static str,
        help: &'static str,
        field: fn(&mut S) -> Field<'_>,
    ) -> Row<S> {
        Row { name, role: None, help, field }
    }
}

/// A field of a struct of settings. Numbers have their least and their greatest value.
pub enum Field<'a> {
    Whole(&'a mut dyn Slot<u64>, u64, u64),
    Real(&'a mut dyn Slot<f64>, f64, f64),
    OneOf(&'a mut dyn WordSlot),
    Network(&'a mut Option<PathBuf>),
    Proof(&'a mut Option<PathBuf>),
}

/// The help of parameters that mean the same in several agents.
pub const TIME_HELP: &str = "seconds a move";
pub const THREADS_HELP: &str = "threads that share one tree; more than one is not repeatable";
pub const SEED_HELP: &str = "random numbers of its own, whatever the engine's seed";
pub const NET_HELP: &str = "a file with other weights";

/// The longest time that an agent can be given for a move, in seconds.
const MOST_SECONDS: f64 = 1e6;

impl<'a> Field<'a> {
    /// A time for a move.
    pub fn time(time: &'a mut Option<Duration>) -> Field<'a> {
        Field::Real(time, 0.0, MOST_SECONDS)
    }

    fn kind(&self) -> ParameterKind {
        match self {
            Field::Whole(_, least, most) => ParameterKind::Whole(*least, *most),
            Field::Real(_, least, most) => ParameterKind::Real(*least, *most),
            Field::OneOf(slot) => ParameterKind::OneOf(slot.words()),
            Field::Network(_) => ParameterKind::Network,
            Field::Proof(_) => ParameterKind::Proof,
        }
    }

    fn get(&self) -> Option<ParameterValue> {
        match self {
            Field::Whole(slot, ..) => slot.get().map(ParameterValue::Whole),
            Field::Real(slot, ..) => slot.get().map(ParameterValue::Real),
            Field::OneOf(slot) => Some(ParameterValue::Word(slot.word())),
            Field::Network(file) | Field::Proof(file) => (**file).clone().map(ParameterValue::File),
        }
    }

    /// Sets a value that the field's kind accepts; another one changes nothing.
    fn set(&mut self, value: &ParameterValue) {
        match (self, value) {
            (Field::Whole(slot, ..), ParameterValue::Whole(number)) => slot.set(*number),
            (Field::Real(slot, ..), ParameterValue::Real(number)) => slot.set(*number),
            (Field::OneOf(slot), ParameterValue::Word(word)) => slot.set_word(word),
            (Field::Network(slot) | Field::Proof(slot), ParameterValue::File(file)) => {
                **slot = Some(file.clone());
            }
            _ => {}
        }
    }
}

/// A field that holds a number of type `T`. It can have a wider or a narrower type, if that holds
/// the field's range, or be an option.
pub trait Slot<T> {
    fn get(&self) -> Option<T>;
    fn set(&mut self, number: T);
}

impl Slot<u64> for u64 {
    fn get(&self) -> Option<u64> {
        Some(*self)
    }

    fn set(&mut self, number: u64) {
        *self = number;
    }
}

impl Slot<f64> for f64 {
    fn get(&self) -> Option<f64> {
        Some(*self)
    }

    fn set(&mut self, number: f64) {
        *self = number;
    }
}

impl<T: Copy> Slot<T> for Option<T> {
    fn get(&self) -> Option<T> {
        *self
    }

    fn set(&mut self, number: T) {
        *self = Some(number);
    }
}

impl Slot<u64> for usize {
    fn get(&self) -> Option<u64> {
        Some(*self as u64)
    }

    fn set(&mut self, number: u64) {
        *self = number as usize;
    }
}

impl Slot<f64> for Option<Duration> {
    fn get(&self) -> Option<f64> {
        self.map(|time| time.as_secs_f64())
    }

    fn set(&mut self, seconds: f64) {
        *self = Some(Duration::from_secs_f64(seconds));
    }
}

/// A type whose values are written as words.
pub trait Word: Copy + PartialEq + 'static {
    /// All values with their words, in the order in which they are listed.
    const WORDS: &'static [(&'static str, Self)];
}

impl Word for bool {
    const WORDS: &'static [(&'static str, bool)] = &[("on", true), ("off", false)];
}

/// A place for a value that is written as a word.
pub trait WordSlot {
    fn words(&self) -> Vec<&'static str>;
    fn word(&self) -> &'static str;
    fn set_word(&mut self, word: &str);
}

impl<T: Word> WordSlot for T {
    fn words(&self) -> Vec<&'static str> {
        T::WORDS.iter().map(|(word, _)| *word).collect()
    }

    fn word(&self) -> &'static str {
        let row = T::WORDS.iter().find(|(_, value)| value == self);
        row.expect("each value has a word").0
    }

    fn set_word(&mut self, word: &str) {
        if let Some((_, value)) = T::WORDS.iter().find(|(other, _)| *other == word) {
            *self = *value;
        }
    }
}

/// What an agent uses beside its settings: the files that these name, and other agents.
#[derive(Clone)]
pub struct Resources {
    /// `None` is the embedded network.
    pub network: Option<Arc<Network>>,
    /// The proof of an agent that plays by one.
    pub book: Option<Arc<AnyBook>>,
    /// For agents that let others play.
    pub substitutes: SubstituteAgents,
}

/// Settings of any type, as specs hold them.
pub trait AnySettings: Any + Send + Sync {
    /// The parameters with their values.
    fn parameters(&self) -> Vec<Parameter>;
    /// Sets a parameter to a value that it accepts; another one changes nothing.
    fn set(&mut self, name: &str, value: &ParameterValue);
    fn clone_box(&self) -> Box<dyn AnySettings>;
    fn build(&self, resources: &Resources) -> Box<dyn Agent>;
    fn strategy(&self) -> Option<Box<dyn Strategy>>;
}

impl<S: Settings> AnySettings for S {
    fn parameters(&self) -> Vec<Parameter> {
        // A row borrows its field mutably, so fields are read from a copy.
        let mut copy = self.clone();
        let mut parameters = Vec::new();
        for row in S::ROWS {
            let field = (row.field)(&mut copy);
            parameters.push(Parameter {
                name: row.name,
                role: row.role,
                kind: field.kind(),
                value: field.get(),
                help: row.help,
            });
        }
        parameters
    }

    fn set(&mut self, name: &str, value: &ParameterValue) {
        if let Some(row) = S::ROWS.iter().find(|row| row.name == name) {
            (row.field)(self).set(value);
        }
    }

    fn clone_box(&self) -> Box<dyn AnySettings> {
        Box::new(self.clone())
    }

    fn build(&self, resources: &Resources) -> Box<dyn Agent> {
        Settings::build(self, resources)
    }

    fn strategy(&self) -> Option<Box<dyn Strategy>> {
        Settings::strategy(self)
    }
}

/// The default settings of an agent, for its entry in the registry.
pub fn defaults<S: Settings>() -> Box<dyn AnySettings> {
    Box::new(S::default())
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::registry::AGENTS;

    /// Each parameter, as the row of its table says, of new settings of its agent.
    fn each_parameter(mut see: impl FnMut(&mut dyn AnySettings, &str, Parameter)) {
        for entry in AGENTS {
            for parameter in entry.parameters() {
                let what = format!("{} {}", entry.name, parameter.name);
                see((entry.settings)().as_mut(), &what, parameter);
            }
        }
    }

    fn value(settings: &dyn AnySettings, name: &str) -> Option<ParameterValue> {
        settings.parameters().into_iter().find(|parameter| parameter.name == name)?.value
    }

    /// Values of a kind: the ends of a range, or all words.
    fn some_of(kind: &ParameterKind) -> Vec<ParameterValue> {
        match kind {
            ParameterKind::Whole(least, most) => {
                vec![ParameterValue::Whole(*least), ParameterValue::Whole(*most)]
            }
            ParameterKind::Real(least, most) => {
                vec![ParameterValue::Real(*least), ParameterValue::Real(*most)]
            }
            ParameterKind::OneOf(words) => {
                words.iter().map(|word| ParameterValue::Word(word)).collect()
            }
            ParameterKind::Network | ParameterKind::Proof => {
                vec![ParameterValue::File(PathBuf::from("a b"))]
            }
        }
    }

    #[test]
    fn names_are_unique_and_those_of_roles() {
        for entry in AGENTS {
            let parameters = entry.parameters();
            for (number, parameter) in parameters.iter().enumerate() {
                let others = &parameters[..number];
                let what = format!("{} {}", entry.name, parameter.name);
                assert!(others.iter().all(|other| other.name != parameter.name), "{what}");
                assert!(!parameter.help.is_empty(), "{what}");
            }
        }
        // Whoever asks for a role finds it in every agent that has a parameter of its name.
        let mut roles = Vec::new();
        each_parameter(|_, _, parameter| roles.extend(parameter.role));
        each_parameter(|_, what, parameter| {
            let role = roles.iter().find(|role| role.name() == parameter.name);
            assert_eq!(parameter.role.as_ref(), role, "{what}");
        });
    }

    #[test]
    fn defaults_are_in_their_ranges() {
        each_parameter(|_, what, parameter| {
            if let Some(value) = parameter.value {
                assert!(parameter.kind.accepts(&value), "{what}={value}");
            }
        });
    }

    /// No two rows share a field, and each field holds all values of its range.
    #[test]
    fn a_value_is_kept_and_changes_nothing_else() {
        each_parameter(|settings, what, parameter| {
            let before = settings.parameters();
            for new in some_of(&parameter.kind) {
                settings.set(parameter.name, &new);
                assert_eq!(value(settings, parameter.name).as_ref(), Some(&new), "{what}");
                for other in before.iter().filter(|other| other.name != parameter.name) {
                    assert_eq!(value(settings, other.name), other.value, "{what}={new}");
                }
            }
        });
    }

    #[test]
    fn what_is_printed_is_read_back() {
        each_parameter(|_, what, parameter| {
            for value in some_of(&parameter.kind) {
                assert_eq!(parameter.kind.read(&value.to_string()), Some(value), "{what}");
            }
        });
    }
}
