//! The texts beside and below the board: the players, the state of the game, the seasons due.

use kring_board::{Colour, Goal, Move, Turns};

use super::board::{season, stone};
use super::game::TerminalGame;
use super::line::{CharStyle, TextLine};
use super::turns::percent;

const PLAIN: CharStyle = CharStyle { fore: None, back: None, bold: false };
const BOLD: CharStyle = PLAIN.bold();
pub(super) const FAINT: CharStyle = CharStyle::fore(244);
pub(super) const GOOD: CharStyle = CharStyle::fore(32).bold();

/// The width of the win rate bar, and the number of coming seasons.
const BAR: usize = 24;
const STRIP: usize = 6;

impl TerminalGame {
    /// The board and its rules in words.
    pub(super) fn description(&self) -> String {
        let size = self.position().size();
        let rules = self.position().rules();
        let swap = if rules.swap { ", swap" } else { "" };
        format!("{size} {}{swap}", rules.in_words())
    }

    pub(super) fn player(&self, colour: Colour) -> String {
        match self.agent(colour) {
            Some(agent) => agent.to_string(),
            None if self.is_for_two() => "a person".to_owned(),
            None => "you".to_owned(),
        }
    }

    pub(super) fn prompt(&self) -> String {
        match self.turn() {
            Ok(turn) if self.is_watched() => format!("Enter: {turn} moves> "),
            Ok(turn) => format!("{turn}> "),
            Err(_) => "game over> ".to_owned(),
        }
    }

    pub(super) fn welcome(&self) -> String {
        let who = self.single_person().map(|colour| format!("You are {colour}. "));
        let who = who.unwrap_or_default();
        let cells = self.legal_cells();
        let example = cells.get(cells.len() / 2).map_or("a1", String::as_str);
        format!("{who}Type a cell such as {example}, or 'help'.")
    }

    /// The lines beside the board.
    pub(super) fn status(&self, colours: bool) -> Vec<TextLine> {
        let mut lines = Vec::new();
        for colour in Colour::ALL {
            let is_next = self.turn() == Ok(colour);
            let mut line = TextLine::new(if is_next { "> " } else { "  " }, BOLD);
            line.push_line(&stone(colour, colours));
            let style = if is_next { BOLD } else { PLAIN };
            line.push(&format!(" {colour}: {}", self.player(colour)), style);
            lines.push(line);
            let blanks = " ".repeat(if colours { 6 } else { 4 });
            lines.push(TextLine::new(&format!("{blanks}{}", self.position().aim(colour)), FAINT));
        }
        let parts = [self.last_move(), self.win_rate(colours), self.seasons(colours)];
        let blank = colours.then(TextLine::default);
        lines.extend(blank.into_iter().chain(parts.into_iter().flatten()));
        lines
    }

    fn last_move(&self) -> Option<TextLine> {
        let position = self.position();
        let (mover, mv) = position.moves().next_back()?;
        let number = position.ply();
        let name = mv.name(position.size());
        Some(TextLine::new(&format!("move {number}: {mover} {name}"), PLAIN))
    }

    fn win_rate(&self, colours: bool) -> Option<TextLine> {
        let black = self.chance().filter(|_| self.position().winner().is_none())?;
        let [ours, theirs] = [black, 1.0 - black].map(percent);
        if !colours {
            return Some(TextLine::new(&format!("win rate: black {ours}, white {theirs}"), PLAIN));
        }
        let length = (BAR as f64 * black).round() as usize;
        let fit = |text: &str, room: usize| {
            if room > text.len() { text.to_owned() } else { String::new() }
        };
        let left = fit(&ours, length);
        let right = fit(&theirs, BAR - length);
        let bar = TextLine::new("win rate ", PLAIN);
        let bar = bar.with(&format!("{left:<length$}"), CharStyle::on(252, 236));
        Some(bar.with(&format!("{right:>0$}", BAR - length), CharStyle::on(236, 255)))
    }

    /// The coming seasons: of the next moves, or of each player if a coin decides who moves.
    fn seasons(&self, colours: bool) -> Option<TextLine> {
        let position = self.position();
        let turn = self.turn().ok().filter(|_| position.rules().seasons.count() > 1)?;
        let coming: Vec<(Colour, usize)> = match position.rules().turns {
            Turns::Alternating => position.coming_seasons(turn).into_iter().take(STRIP).collect(),
            Turns::Random => {
                let due = |colour| Some((colour, position.season(colour)?));
                Colour::ALL.into_iter().filter_map(due).collect()
            }
        };
        let mut line = TextLine::new("seasons due:", PLAIN);
        for (colour, number) in coming {
            line.push(" ", PLAIN);
            line.push_line(&season(colour, number, colours));
        }
        Some(line)
    }

    /// The lines below the board: the result, a possible swap, the analysis.
    pub(super) fn footer(&self) -> Vec<TextLine> {
        if self.position().winner().is_some() {
            return vec![
                TextLine::new(&self.end(), GOOD),
                TextLine::new("'new' begins another game.", FAINT),
            ];
        }
        let mut lines = Vec::new();
        let swap = self.turn().ok().and_then(|turn| Some((turn, self.position().swap(turn)?)));
        if let Some((turn, mv)) = swap.filter(|(turn, _)| self.is_person(*turn)) {
            let what = match mv {
                Move::SwapPieces => format!("the stone becomes {turn} and is mirrored"),
                _ => "the players exchange their colours, and the stones stay".to_owned(),
            };
            lines.push(TextLine::new(&format!("'swap' takes the first move over: {what}."), FAINT));
        }
        if self.analysis {
            lines.extend(self.analysis().iter().map(|text| TextLine::new(text, PLAIN)));
        }
        lines
    }

    /// The result as a sentence.
    fn end(&self) -> String {
        let position = self.position();
        let Some(winner) = position.winner() else { return String::new() };
        let is_single = !self.is_for_two() && !self.is_watched();
        let who = match (is_single, self.is_person(winner)) {
            (true, true) => "You have won".to_owned(),
            (true, false) => "You have lost".to_owned(),
            (false, _) => format!("The game is over: {winner} has won"),
        };
        let names = position.winning_chain().into_iter().map(|cell| cell.name(position.size()));
        let names: Vec<String> = names.collect();
        if names.is_empty() {
            return format!("{who}, {} resigned.", winner.other());
        }
        let kind = match position.geometry().goal(winner) {
            Goal::Path => "chain",
            Goal::Ring => "ring",
        };
        format!("{who}, by {winner}'s {kind} {}.", names.join(" "))
    }
}
