//! The review as a self-contained HTML page.

use kring_board::{Colour, Move};

use super::notes::{before, sentence, with_colours};
use super::table::percent;
use super::{Mark, MoveReview, Review};
use crate::picture::{BoardPicture, Ghost, escaped_xml};

const MOST_PICTURES: usize = 24;

/// How many moves of a better variation are drawn.
const DRAWN: usize = 7;

/// The style sheet, for light and dark mode.
const STYLE: &str = include_str!("page.css");

/// The page of a review.
pub fn page(review: &Review, title: &str, players: &[Option<String>; 2]) -> String {
    let shown = escaped_xml(title);
    let mut text = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>Review of {shown}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>Review of {shown}</h1>\n"
    );
    header(&mut text, review, players);
    text += &format!("<figure class=\"chart\">\n{}</figure>\n", inline(&review.chart("").to_svg()));
    pictures(&mut text, review);
    table(&mut text, review);
    text.push_str("</main>\n</body>\n</html>\n");
    text
}

/// The game, the reviewing agent, and the players.
fn header(text: &mut String, review: &Review, players: &[Option<String>; 2]) {
    let position = &review.position;
    let result = match position.winner() {
        Some(winner) => format!("{winner} has won"),
        None => "not decided".to_owned(),
    };
    let (size, rules) = (position.size(), escaped_xml(&position.rules().to_string()));
    let agent = escaped_xml(&review.agent);
    *text += &format!(
        "<p>{size} {rules}; {result}. Reviewed by <code>{agent}</code>. A loss is what a move takes \
         from its player's chance to win: from 5 % on it is an inaccuracy (?!), from 10 % a mistake \
         (?), from 20 % a blunder (??).</p>\n"
    );
    text.push_str(
        "<div class=\"wide\">\n<table class=\"players\">\n<thead><tr><th>player</th><th>moves</th><th>mean loss</th>\
         <th>inaccuracies</th><th>mistakes</th><th>blunders</th></tr></thead>\n<tbody>\n",
    );
    for (colour, tally) in Colour::ALL.into_iter().zip(review.tallies()) {
        let name = match &players[colour.index()] {
            Some(name) => format!("{} ({colour})", escaped_xml(name)),
            None => colour.to_string(),
        };
        let (moves, mean) = (tally.moves, percent(tally.mean_loss()));
        let [inaccuracies, mistakes, blunders] = tally.marks;
        *text += &format!(
            "<tr><th scope=\"row\">{name}</th><td>{moves}</td><td>{mean}</td>\
             <td>{inaccuracies}</td><td>{mistakes}</td><td>{blunders}</td></tr>\n"
        );
    }
    text.push_str("</tbody>\n</table>\n</div>\n");
}

/// The worst moves, in the order of the game: mistakes and blunders, or
/// inaccuracies if there are no worse ones.
fn worst(review: &Review) -> Vec<&MoveReview> {
    let at_least = |least: Mark| -> Vec<&MoveReview> {
        review.moves.iter().filter(|mv| mv.mark() >= Some(least)).collect()
    };
    let mut moves = at_least(Mark::Mistake);
    if moves.is_empty() {
        moves = at_least(Mark::Inaccuracy);
    }
    moves.sort_by(|a, b| b.loss().total_cmp(&a.loss()));
    moves.truncate(MOST_PICTURES);
    moves.sort_by_key(|mv| mv.number);
    moves
}

fn pictures(text: &mut String, review: &Review) {
    let size = review.position.size();
    let worst = worst(review);
    if worst.is_empty() {
        text.push_str("<p>No move lost 5 % or more.</p>\n");
        return;
    }
    text.push_str("<h2>What was better</h2>\n<div class=\"boards\">\n");
    for mv in worst {
        let (number, said) = (mv.number, escaped_xml(&sentence(mv, size)));
        let line: Vec<String> = mv.variation.iter().map(|mv| mv.name(size)).collect();
        let (board, line) = (inline(&picture(review, mv)), line.join(" "));
        *text += &format!(
            "<figure id=\"move-{number}\">\n{board}<figcaption><b>Move {number}.</b> {said} \
             Expected: {line}.</figcaption>\n</figure>\n"
        );
    }
    text.push_str("</div>\n");
}

/// The position before a move, with the move played and the better variation.
fn picture(review: &Review, mv: &MoveReview) -> String {
    let position = before(&review.position, mv);
    let played = mv.played.and_then(|(played, _)| played.cell());
    let label = mv.mark().map_or("", Mark::sign).to_owned();
    let played = played.map(|cell| Ghost { cell, colour: mv.colour, label, bad: true });
    let mut ghosts = Vec::from_iter(played);
    for (number, (colour, mv)) in (1..=DRAWN).zip(with_colours(position.clone(), &mv.variation)) {
        // A picture of this position cannot show a swap.
        let Move::Cell(cell) = mv else { break };
        // The sign of the bad move stays.
        if ghosts.iter().all(|ghost| ghost.cell != cell) {
            ghosts.push(Ghost { cell, colour, label: number.to_string(), bad: false });
        }
    }
    BoardPicture { ghosts, move_numbers: false, ..BoardPicture::new(&position) }.draw().to_svg()
}

fn table(text: &mut String, review: &Review) {
    let size = review.position.size();
    text.push_str(
        "<h2>All moves</h2>\n<div class=\"wide\">\n<table class=\"moves\">\n<thead><tr><th>move</th><th>player</th><th>played</th>\
         <th>chance</th><th>best</th><th>chance</th><th>loss</th><th>mark</th></tr></thead>\n<tbody>\n",
    );
    let drawn: Vec<usize> = worst(review).iter().map(|mv| mv.number).collect();
    for mv in &review.moves {
        let (played, chance) = match mv.played {
            Some((played, chance)) => (played.name(size), percent(chance)),
            None => ("(to move)".to_owned(), String::new()),
        };
        let mark = mv.mark().map_or_else(String::new, |mark| format!("{mark} {}", mark.sign()));
        let class = mv.mark().map_or_else(String::new, |mark| format!(" class=\"{mark}\""));
        let number = match drawn.contains(&mv.number) {
            true => format!("<a href=\"#move-{0}\">{0}</a>", mv.number),
            false => mv.number.to_string(),
        };
        let loss = if mv.loss() >= 0.0005 { percent(mv.loss()) } else { String::new() };
        let (colour, best, best_chance) = (mv.colour, mv.best.name(size), percent(mv.best_chance));
        *text += &format!(
            "<tr{class}><td>{number}</td><td>{colour}</td><td>{played}</td><td>{chance}</td>\
             <td>{best}</td><td>{best_chance}</td><td>{loss}</td><td>{mark}</td></tr>\n"
        );
    }
    text.push_str("</tbody>\n</table>\n</div>\n");
}

/// Inline SVG needs no namespace.
fn inline(svg: &str) -> String {
    svg.replacen(" xmlns=\"http://www.w3.org/2000/svg\"", "", 1)
}
