//! The fields of a request. Each is parsed separately, so that an error can name its field.

use std::collections::BTreeMap;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

pub type Result<T, E = Refusal> = std::result::Result<T, E>;

/// Why a request is refused.
#[derive(Debug, Default, Serialize)]
pub struct Refusal {
    pub error: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The id of the request, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
}

impl Refusal {
    /// A refusal because of the whole line.
    pub fn whole(error: impl Into<String>) -> Refusal {
        Refusal { error: error.into(), ..Refusal::default() }
    }
}

/// A request: its id, and the fields that have not been read yet.
pub struct RequestFields<'a> {
    pub id: String,
    unread: BTreeMap<String, &'a RawValue>,
}

impl<'a> RequestFields<'a> {
    pub fn parse(line: &'a [u8]) -> Result<RequestFields<'a>> {
        let text = str::from_utf8(line)
            .map_err(|error| Refusal::whole(format!("the line is not UTF-8: {error}")))?;
        let mut unread: BTreeMap<String, &RawValue> = serde_json::from_str(text)
            .map_err(|e| Refusal::whole(format!("the line is not an object in JSON: {e}")))?;
        let id = unread.remove("id").and_then(|id| serde_json::from_str(id.get()).ok());
        let id = id.ok_or_else(|| Refusal::whole("a request needs an \"id\", a string"))?;
        Ok(RequestFields { id, unread })
    }

    pub fn refuse(&self, field: &str, error: impl ToString) -> Refusal {
        let field = Some(field.to_owned());
        let id = Some(self.id.clone());
        Refusal { error: error.to_string(), field, id }
    }

    /// The value of a field; none if it is missing or null.
    pub fn take<T: Deserialize<'a>>(&mut self, field: &str, expected: &str) -> Result<Option<T>> {
        let Some(value) = self.unread.remove(field) else { return Ok(None) };
        let value = serde_json::from_str(value.get());
        value.map_err(|_| self.refuse(field, format!("expected {expected}")))
    }

    /// The value that the text of a field stands for.
    pub fn take_text<T: FromStr<Err: ToString>>(
        &mut self,
        field: &str,
        expected: &str,
    ) -> Result<Option<T>> {
        let text: Option<String> = self.take(field, expected)?;
        let value = text.map(|text| text.parse()).transpose();
        value.map_err(|error| self.refuse(field, error))
    }

    pub fn need<T: Deserialize<'a>>(&mut self, field: &str, expected: &str) -> Result<T> {
        let value = self.take(field, expected)?;
        value.ok_or_else(|| self.refuse(field, format!("missing: expected {expected}")))
    }

    /// The names of the unread fields, except these.
    pub fn unknown(&self, accepted: &[&str]) -> Vec<String> {
        let is_unknown = |name: &&String| !accepted.contains(&name.as_str());
        self.unread.keys().filter(is_unknown).cloned().collect()
    }
}
