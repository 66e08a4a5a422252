//! The game of a query: board and rules, initial stones, moves, and the positions after some of
//! the moves.

use std::sync::Arc;

use kring_board::{
    Cell, Colour, Game, Move, Position, Rules, SeasonMap, Setup, Size, Turns, chance,
};

use serde_json::Value;

use super::fields::{RequestFields, Result};

const KEPT: usize = 16;

pub struct SetupReader {
    seed: u64,
    games: Vec<Arc<Game>>,
    /// Whether there has been a warning: one is enough.
    has_warned: bool,
}

/// A game with its initial stones and its moves.
pub struct GameLine {
    pub game: Arc<Game>,
    first: Colour,
    stones: Vec<(Colour, Cell)>,
    pub moves: Vec<(Colour, Move)>,
    /// What is to be said about its rules.
    pub warning: Option<String>,
}

/// Stones or moves as a client writes them.
type MovePairs = Vec<(String, String)>;

/// The expected form, for error messages.
const PAIRS: &str = "a list of pairs such as [\"B\",\"c3\"]";

/// The rules of Go that clients of KataGo name. They say nothing about a game of Hex.
const RULES_OF_GO: [&str; 9] = [
    "tromp-taylor",
    "chinese",
    "japanese",
    "korean",
    "aga",
    "bga",
    "new-zealand",
    "ancient-area",
    "ancient-territory",
];

impl SetupReader {
    pub fn new(seed: u64) -> SetupReader {
        SetupReader { seed, games: Vec::new(), has_warned: false }
    }

    pub fn line(&mut self, fields: &mut RequestFields<'_>) -> Result<GameLine> {
        let (named, warning) = self.named_rules(fields)?;
        let game = self.game(fields, named)?;
        let pairs: Option<MovePairs> = fields.take("initialStones", PAIRS)?;
        let read = |(colour, name): &(String, String)| read_move(game.size(), colour, name);
        let stone = |pair: &(String, String)| match read(pair)? {
            (colour, Move::Cell(cell)) => Ok((colour, cell)),
            _ => Err(format!("'{}' is not a cell", pair.1)),
        };
        let stones: Result<_, String> = pairs.unwrap_or_default().iter().map(stone).collect();
        let stones = stones.map_err(|error| fields.refuse("initialStones", error))?;
        let player: Option<Colour> = fields.take_text("initialPlayer", "\"B\" or \"W\"")?;
        let pairs: MovePairs = fields.need("moves", PAIRS)?;
        let moves: Result<Vec<_>, String> = pairs.iter().map(read).collect();
        let moves = moves.map_err(|error| fields.refuse("moves", error))?;
        let first = player.or(moves.first().map(|(colour, _)| *colour));
        Ok(GameLine { game, first: first.unwrap_or(Colour::Black), stones, moves, warning })
    }

    fn game(&mut self, fields: &mut RequestFields<'_>, named: Option<Rules>) -> Result<Arc<Game>> {
        let number = "a whole number";
        let sides = [
            fields.need::<usize>("boardXSize", number)?,
            fields.need::<usize>("boardYSize", number)?,
        ];
        let wrong = if Size::new(sides[0], 1).is_err() { "boardXSize" } else { "boardYSize" };
        let size = Size::new(sides[0], sides[1]).map_err(|error| fields.refuse(wrong, error))?;
        let variant: Option<Rules> = fields.take_text("variant", "the text of the rules")?;
        let rules = variant.or(named).unwrap_or_default();
        let map: Option<String> = fields.take("seasonMap", "a word of digits for each row")?;
        if let Some(map) = map {
            let map = SeasonMap::parse(size, &rules.seasons, &map);
            let map = map.map_err(|error| fields.refuse("seasonMap", error))?;
            return Ok(Game::new(size, rules, map));
        }
        let is_it = |game: &&Arc<Game>| game.size() == size && *game.rules() == rules;
        if let Some(game) = self.games.iter().find(is_it) {
            return Ok(Arc::clone(game));
        }
        self.games.truncate(KEPT - 1);
        self.games.insert(0, chance::game(size, rules, self.seed));
        Ok(Arc::clone(&self.games[0]))
    }

    /// The game that KataGo's field `rules` names, if it is one of Kring's. The first text that is
    /// neither that nor a name of rules of Go leads to a warning.
    fn named_rules(
        &mut self,
        fields: &mut RequestFields<'_>,
    ) -> Result<(Option<Rules>, Option<String>)> {
        let named: Option<Value> = fields.take("rules", "the name of the rules")?;
        let Some(name) = named.as_ref().and_then(Value::as_str) else {
            return Ok((None, None));
        };
        let rules = name.parse::<Rules>();
        let warning = rules.as_ref().err().filter(|_| !RULES_OF_GO.contains(&name));
        let warning = warning.filter(|_| !std::mem::replace(&mut self.has_warned, true));
        let warning = warning.map(|error| format!("{error}; it is ignored, see \"variant\""));
        Ok((rules.ok(), warning))
    }
}

fn read_move(size: Size, colour: &str, name: &str) -> Result<(Colour, Move), String> {
    let colour: Colour = colour.parse().map_err(|error| format!("{error}"))?;
    match Move::from_name(size, name) {
        Some(mv) => Ok((colour, mv)),
        None => {
            let name: String = name.chars().take(20).collect();
            Err(format!("'{name}' is neither a cell of a {size} board nor another move"))
        }
    }
}

impl GameLine {
    /// The colour to move after this number of moves. With random turns the next move shows what
    /// the coin decided; without one the turns are taken to alternate.
    fn mover(&self, turn: usize) -> Colour {
        let next = self.moves.get(turn).map(|(colour, _)| *colour);
        match (turn.checked_sub(1).map(|last| self.moves[last]), self.game.rules().turns) {
            (None, _) => self.first,
            (Some((last, _)), Turns::Random) => next.unwrap_or(last.other()),
            (Some((last, Move::SwapSides)), Turns::Alternating) => last,
            (Some((last, _)), Turns::Alternating) => last.other(),
        }
    }

    /// The positions after these numbers of moves, all different, each with the colour to move. The
    /// error names the wrong field and says why. All moves must be legal.
    pub fn positions(
        &self,
        turns: impl Iterator<Item = usize>,
    ) -> Result<Vec<(Position, Colour)>, (&'static str, String)> {
        let setup: Setup = self.stones.iter().copied().collect();
        let mut position = Position::from_setup(Arc::clone(&self.game), setup)
            .map_err(|error| ("initialStones", error.to_string()))?;
        // The place of each number among those that are asked for.
        let mut places = vec![None; self.moves.len() + 1];
        let mut found = Vec::new();
        for (place, turn) in turns.enumerate() {
            places[turn] = Some(place);
            found.push(None);
        }
        for (turn, place) in places.into_iter().enumerate() {
            if let Some(place) = place {
                let mut wanted = position.clone();
                let colour = self.mover(turn);
                wanted.declare(colour);
                found[place] = Some((wanted, colour));
            }
            if let Some(&(colour, mv)) = self.moves.get(turn) {
                let name = mv.name(self.game.size());
                let error = |why| ("moves", format!("move {turn}, {name}, {why}"));
                position.play(colour, mv).map_err(error)?;
            }
        }
        Ok(found.into_iter().flatten().collect())
    }
}
