//! The loop: draws the game, reads a line and carries it out.

use std::io::{self, BufRead, Write};
use std::mem;

use super::board::board;
use super::game::{TerminalGame, TerminalNote};
use super::line::TextLine;
use super::status::{FAINT, GOOD};

/// Spaces between the board and the status beside it.
const MARGIN: usize = 3;

/// The result of reading a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    /// A line.
    Text(String),
    /// Ctrl-C.
    Interrupted,
    /// The end of the input.
    End,
}

/// A source of lines.
pub trait LineInput {
    /// Reads the next line. The cells are offered as completions.
    fn line(&mut self, prompt: &str, cells: Vec<String>) -> io::Result<Typed>;

    /// Columns and rows of the terminal, if there is one.
    fn size(&mut self) -> Option<(usize, usize)> {
        None
    }

    /// Whether the prompt and the typed lines are visible in the output.
    fn is_visible(&self) -> bool {
        false
    }
}

/// Lines of a pipe or a file.
pub struct PipedInput<R>(pub R);

impl<R: BufRead> LineInput for PipedInput<R> {
    fn line(&mut self, _: &str, _: Vec<String>) -> io::Result<Typed> {
        let mut bytes = Vec::new();
        if self.0.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(Typed::End);
        }
        Ok(Typed::Text(String::from_utf8_lossy(&bytes).trim_end().to_owned()))
    }
}

/// The terminal or file that the game is drawn to.
pub struct Terminal<W> {
    /// The output.
    pub output: W,
    /// Whether to write colours.
    pub colours: bool,
    /// Whether each board is drawn over the last one.
    pub in_place: bool,
}

/// Plays until the user leaves or the input ends.
pub fn run<W: Write>(
    game: &mut TerminalGame,
    input: &mut dyn LineInput,
    terminal: &mut Terminal<W>,
) -> io::Result<()> {
    // The old content of the screen is scrolled away, so that it is kept.
    let rows = input.size().filter(|_| terminal.in_place).map_or(0, |(_, rows)| rows);
    terminal.output.write_all("\n".repeat(rows).as_bytes())?;
    let welcome = game.welcome();
    game.say(welcome);
    terminal.advance(game, false, input.size());
    let mut is_leaving = false;
    while !game.is_finished {
        terminal.show(game, input.size())?;
        let prompt = game.prompt();
        match input.line(&prompt, game.legal_cells())? {
            Typed::End => break,
            Typed::Interrupted if is_leaving => break,
            Typed::Interrupted => {
                is_leaving = true;
                game.say("Ctrl-C once more, or Ctrl-D, ends the program");
            }
            Typed::Text(text) => {
                is_leaving = false;
                if !input.is_visible() {
                    writeln!(terminal.output, "{prompt}{text}")?;
                }
                game.execute(&text);
                if !game.is_finished {
                    terminal.advance(game, text.is_empty(), input.size());
                }
            }
        }
    }
    for note in mem::take(&mut game.notes) {
        writeln!(terminal.output, "{}", note.text)?;
    }
    terminal.output.flush()
}

impl<W: Write> Terminal<W> {
    /// Lets the agents move. If the screen is drawn in place, it shows who thinks.
    fn advance(&mut self, game: &mut TerminalGame, step: bool, size: Option<(usize, usize)>) {
        game.advance(step, &mut |game, who| {
            if self.in_place {
                let text = format!("{who} thinks; Ctrl-C: move now");
                let thinks = TerminalNote { text, ..TerminalNote::default() };
                let lines = self.lines(game, size, &[thinks]);
                // A lost terminal is noticed when a line is read.
                let _ = self.draw(&lines);
            }
        });
    }

    fn show(&mut self, game: &mut TerminalGame, size: Option<(usize, usize)>) -> io::Result<()> {
        let notes = mem::take(&mut game.notes);
        let is_changed = mem::take(&mut game.is_changed);
        if self.in_place {
            let lines = self.lines(game, size, &notes);
            return self.draw(&lines);
        }
        let mut lines: Vec<TextLine> = notes.iter().flat_map(note_lines).collect();
        if is_changed {
            lines.extend(self.lines(game, size, &[]));
        }
        self.draw(&lines)
    }

    /// In place: draws over the old content without clearing it first, to avoid flicker. The three
    /// sequences (home, clear to the end of the line, clear to the end) are those of every terminal.
    fn draw(&mut self, lines: &[TextLine]) -> io::Result<()> {
        let [begin, line_end, end] =
            if self.in_place { ["\x1b[H", "\x1b[K\n", "\x1b[J"] } else { ["", "\n", ""] };
        let lines: String = lines.iter().map(|line| line.text(self.colours) + line_end).collect();
        self.output.write_all(format!("{begin}{lines}{end}").as_bytes())?;
        self.output.flush()
    }

    fn lines(
        &self,
        game: &TerminalGame,
        size: Option<(usize, usize)>,
        notes: &[TerminalNote],
    ) -> Vec<TextLine> {
        let mut lines = vec![TextLine::new(&format!("Kring  {}", game.description()), GOOD)];
        let board = board(game.position(), game.hint, self.colours);
        let status = game.status(self.colours);
        let board_width = width(&board);
        let columns = size.map(|(columns, _)| columns);
        // The rows lean to the right, so there is most room at the top.
        let begin = width(&board[..board.len().min(status.len() + 1)]) + MARGIN;
        if columns.is_some_and(|columns| begin + width(&status) <= columns) {
            lines.extend(beside(board, &status, begin));
        } else {
            lines.extend(board.into_iter().chain(status));
        }
        if let Some(columns) = columns.filter(|columns| *columns < board_width) {
            let text = format!("The board has {board_width} columns, the terminal only {columns}.");
            lines.push(TextLine::new(&text, FAINT));
        }
        let footer = game.footer();
        let messages = notes.iter().flat_map(note_lines);
        let messages: Vec<TextLine> = messages.collect();
        let is_roomy = |more: usize| size.is_some_and(|(_, rows)| lines.len() + more < rows);
        if is_roomy(1 + footer.len() + messages.len()) {
            lines.push(TextLine::default());
        }
        lines.extend(footer);
        // A page that leaves no room for the board is shown alone.
        let has_page = notes.iter().any(|note| note.is_page);
        if has_page && size.is_some_and(|(_, rows)| lines.len() + messages.len() >= rows) {
            let last = TextLine::new("Enter shows the board.", FAINT);
            return messages.into_iter().chain([last]).collect();
        }
        lines.into_iter().chain(messages).collect()
    }
}

fn width(lines: &[TextLine]) -> usize {
    lines.iter().map(TextLine::width).max().unwrap_or(0)
}

/// The status to the right of the board, a little below its top.
fn beside(mut board: Vec<TextLine>, status: &[TextLine], column: usize) -> Vec<TextLine> {
    let first = usize::from(board.len() > status.len());
    board.resize(board.len().max(status.len()), TextLine::default());
    for (line, text) in board[first..].iter_mut().zip(status) {
        line.beside(column, text);
    }
    board
}

fn note_lines(note: &TerminalNote) -> Vec<TextLine> {
    note.text.lines().map(|line| TextLine::new(line, note.style)).collect()
}
