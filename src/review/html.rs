//! The review as a self-contained HTML page.

use kring_board::{Colour, Move};
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::notes::{before, sentence, with_colours};
use super::table::percent;
use super::{Mark, MoveReview, Review};
use crate::picture::{BoardPicture, Ghost};

const MOST_PICTURES: usize = 24;

/// How many moves of a better variation are drawn.
const DRAWN: usize = 7;

/// The style sheet, for light and dark mode.
const STYLE: &str = include_str!("page.css");

/// The page of a review.
pub fn page(review: &Review, title: &str, players: &[Option<String>; 2]) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "Review of " (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                main {
                    h1 { "Review of " (title) }
                    (header(review))
                    (player_table(review, players))
                    figure.chart { (inline(&review.chart("").to_svg())) }
                    (pictures(review))
                    h2 { "All moves" }
                    (move_table(review))
                }
            }
        }
    };
    page.into_string()
}

/// The game and the reviewing agent.
fn header(review: &Review) -> Markup {
    let position = &review.position;
    let result = match position.winner() {
        Some(winner) => format!("{winner} has won"),
        None => "not decided".to_owned(),
    };
    html! {
        p {
            (position.size()) " " (position.rules()) "; " (result) ". Reviewed by " code { (review.agent) }
            ". A loss is what a move takes from its player's chance to win: from 5 % on it is an \
             inaccuracy (?!), from 10 % a mistake (?), from 20 % a blunder (??)."
        }
    }
}

fn player_table(review: &Review, players: &[Option<String>; 2]) -> Markup {
    let name = |colour: Colour| match &players[colour.index()] {
        Some(name) => format!("{name} ({colour})"),
        None => colour.to_string(),
    };
    html! {
        div.wide {
            table.players {
                thead {
                    tr {
                        @for column in ["player", "moves", "mean loss", "inaccuracies", "mistakes", "blunders"] {
                            th { (column) }
                        }
                    }
                }
                tbody {
                    @for (colour, tally) in Colour::ALL.into_iter().zip(review.tallies()) {
                        tr {
                            th scope="row" { (name(colour)) }
                            td { (tally.moves) }
                            td { (percent(tally.mean_loss())) }
                            @for count in tally.marks {
                                td { (count) }
                            }
                        }
                    }
                }
            }
        }
    }
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

fn pictures(review: &Review) -> Markup {
    let size = review.position.size();
    let worst = worst(review);
    if worst.is_empty() {
        return html! { p { "No move lost 5 % or more." } };
    }
    html! {
        h2 { "What was better" }
        div.boards {
            @for mv in worst {
                figure id={ "move-" (mv.number) } {
                    (inline(&picture(review, mv)))
                    figcaption {
                        b { "Move " (mv.number) "." } " " (sentence(mv, size)) " Expected:"
                        @for mv in &mv.variation {
                            " " (mv.name(size))
                        }
                        "."
                    }
                }
            }
        }
    }
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

fn move_table(review: &Review) -> Markup {
    let drawn: Vec<usize> = worst(review).iter().map(|mv| mv.number).collect();
    html! {
        div.wide {
            table.moves {
                thead {
                    tr {
                        @for column in ["move", "player", "played", "chance", "best", "chance", "loss", "mark"] {
                            th { (column) }
                        }
                    }
                }
                tbody {
                    @for mv in &review.moves {
                        (move_row(review, mv, drawn.contains(&mv.number)))
                    }
                }
            }
        }
    }
}

/// A row of the table of moves; with a link if the move has a picture.
fn move_row(review: &Review, mv: &MoveReview, has_picture: bool) -> Markup {
    let size = review.position.size();
    let (played, chance) = match mv.played {
        Some((played, chance)) => (played.name(size), percent(chance)),
        None => ("(to move)".to_owned(), String::new()),
    };
    html! {
        tr class=[mv.mark()] {
            td {
                @if has_picture {
                    a href={ "#move-" (mv.number) } { (mv.number) }
                } @else {
                    (mv.number)
                }
            }
            td { (mv.colour) }
            td { (played) }
            td { (chance) }
            td { (mv.best.name(size)) }
            td { (percent(mv.best_chance)) }
            td {
                @if mv.loss() >= 0.0005 {
                    (percent(mv.loss()))
                }
            }
            td {
                @if let Some(mark) = mv.mark() {
                    (mark) " " (mark.sign())
                }
            }
        }
    }
}

/// A picture as a part of the page, where SVG needs no namespace.
fn inline(svg: &str) -> Markup {
    PreEscaped(svg.replacen(" xmlns=\"http://www.w3.org/2000/svg\"", "", 1))
}
