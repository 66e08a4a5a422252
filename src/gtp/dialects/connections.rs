//! Static analysis in the formats of MoHex and HexGui: inferior cells and virtual connections.

use kring_board::{Cell, Colour};
use kring_solver::{VirtualConnection, links, static_analysis};

use crate::gtp::arguments::Arguments;
use crate::gtp::call::Call;
use crate::gtp::failure::{CommandResult, other};
use crate::gtp::gtp_session::GtpSession;

pub fn inferior_cells(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    let colour = call.arguments.colour(0)?;
    let size = client.position().size();
    let analysis = static_analysis(client.position(), colour).map_err(other)?;
    let mut marks: Vec<(Cell, String)> = Vec::new();
    for filled in analysis.filled {
        let owner = filled.owner.letter().to_ascii_lowercase();
        let kind = if filled.is_captured { 'c' } else { 'd' };
        marks.push((filled.cell, format!("f{kind}{owner}")));
    }
    for (cell, killer) in analysis.vulnerable {
        let killer = killer.map_or_else(String::new, |killer| killer.name(size));
        marks.push((cell, format!("iv[{killer}]")));
    }
    marks.extend(analysis.dominated.into_iter().map(|cell| (cell, "id[]".to_owned())));
    marks.extend(analysis.refuted.into_iter().map(|cell| (cell, "x".to_owned())));
    marks.sort_by_key(|(cell, _)| cell.index());
    let marks = marks.iter().map(|(cell, mark)| format!("{} {mark}", cell.name(size)));
    call.reply.text(marks.collect::<Vec<_>>().join(" "));
    Ok(())
}

/// Connections that hold even if the opponent moves first.
pub fn full_between(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    between(client, call, true)
}

/// Connections that need one more stone.
pub fn semi_between(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    between(client, call, false)
}

/// A line for each connection of two cells.
fn between(client: &GtpSession, call: &mut Call<'_>, is_full: bool) -> CommandResult {
    let colour = call.arguments.colour(0)?;
    let from = end(client, &call.arguments, colour, 1)?;
    let to = end(client, &call.arguments, colour, 2)?;
    let size = client.position().size();
    let kind = if is_full { "full" } else { "semi" };
    let line = |link: &VirtualConnection| {
        let carrier: String = link.carrier.iter().map(|c| format!(" {}", c.name(size))).collect();
        let key = link.key.map_or_else(String::new, |key| format!(" {}", key.name(size)));
        let from = from.name(size);
        let to = to.name(size);
        format!("{colour} {from} {to} {kind} h-search [{carrier} ] [ ]{key}")
    };
    let found =
        links(client.position(), colour, from, &[to].into_iter().collect()).map_err(other)?;
    let lines = found.iter().filter(|link| link.key.is_none() == is_full).map(line);
    call.reply.text(lines.collect::<Vec<_>>().join("\n"));
    Ok(())
}

/// The cells that are connected with a cell even if the opponent moves first.
pub fn full_connected(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    connected(client, call, true)
}

/// The cells that one more stone connects with a cell.
pub fn semi_connected(client: &mut GtpSession, call: &mut Call<'_>) -> CommandResult {
    connected(client, call, false)
}

fn connected(client: &GtpSession, call: &mut Call<'_>, is_full: bool) -> CommandResult {
    let colour = call.arguments.colour(0)?;
    let from = end(client, &call.arguments, colour, 1)?;
    let position = client.position();
    let others = position.empty().or(position.stones(colour));
    let found = links(position, colour, from, &others).map_err(other)?;
    let of_kind = found.iter().filter(|link| link.key.is_none() == is_full);
    let mut names: Vec<String> = of_kind.map(|link| link.to.name(position.size())).collect();
    names.dedup();
    call.reply.text(names.join(" "));
    Ok(())
}

/// The end of a connection: it is empty, or has a stone of the colour.
fn end(
    client: &GtpSession,
    arguments: &Arguments<'_>,
    colour: Colour,
    at: usize,
) -> CommandResult<Cell> {
    let position = client.position();
    let cell = client.coordinates.read_cell(position.size(), &arguments.words[at])?;
    match position.at(cell) {
        Some(owner) if owner != colour => {
            let name = cell.name(position.size());
            Err(other(format!("{name} has a {owner} stone")))
        }
        _ => Ok(cell),
    }
}
