//! The loop: draws the game, reads a line, does what it says.

use std::io::{self, BufRead, Write};

use super::{
    Game, Line, Style, board,
    game::Note,
    panel::{FAINT, GOOD},
};

const PROBLEM: Style = Style::fore(167).bold();

/// Blanks between the board and what stands beside it.
const MARGIN: usize = 3;

/// What came instead of, or as, a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    /// A line.
    Text(String),
    /// Ctrl-C.
    Interrupted,
    /// The end of the input.
    End,
}

/// Where lines come from.
pub trait Input {
    /// The next line. The cells are the moves that can complete it.
    fn line(&mut self, prompt: &str, cells: Vec<String>) -> io::Result<Typed>;

    /// Columns and rows of the terminal, if there is one.
    fn size(&mut self) -> Option<(usize, usize)> {
        None
    }

    /// Whether the reader of the output sees the prompt and the lines too.
    fn is_visible(&self) -> bool;
}

/// Lines of a pipe or a file.
pub struct Piped<R>(pub R);

impl<R: BufRead> Input for Piped<R> {
    fn line(&mut self, _: &str, _: Vec<String>) -> io::Result<Typed> {
        let mut bytes = Vec::new();
        if self.0.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(Typed::End);
        }
        Ok(Typed::Text(String::from_utf8_lossy(&bytes).trim_end().to_owned()))
    }

    fn is_visible(&self) -> bool {
        false
    }
}

/// Where the game is drawn.
pub struct Terminal<W> {
    /// What is written to.
    pub output: W,
    /// Whether to write colours.
    pub colours: bool,
    /// Whether each board is drawn over the last one.
    pub in_place: bool,
}

/// Plays until the person leaves or the input ends.
pub fn run<W: Write>(
    game: &mut Game,
    input: &mut dyn Input,
    terminal: &mut Terminal<W>,
) -> io::Result<()> {
    terminal.begin(input.size())?;
    let welcome = game.welcome();
    game.say(welcome);
    terminal.advance(game, false, input.size());
    let mut is_leaving = false;
    while !game.is_finished() {
        terminal.show(game, input.size())?;
        let prompt = game.prompt();
        let typed = input.line(&prompt, game.legal_cells())?;
        match typed {
            Typed::End => break,
            Typed::Interrupted if is_leaving => break,
            Typed::Interrupted => {
                is_leaving = true;
                game.say("Ctrl-C once more, or Ctrl-D, ends the program");
                continue;
            }
            Typed::Text(text) => {
                is_leaving = false;
                if !input.is_visible() {
                    writeln!(terminal.output, "{prompt}{text}")?;
                }
                game.obey(&text);
                if !game.is_finished() {
                    terminal.advance(game, text.is_empty(), input.size());
                }
            }
        }
    }
    terminal.end(game)
}

impl<W: Write> Terminal<W> {
    /// Keeps what stood on the screen: it scrolls away.
    fn begin(&mut self, size: Option<(usize, usize)>) -> io::Result<()> {
        let rows = size.filter(|_| self.in_place).map_or(0, |(_, rows)| rows);
        self.output.write_all("\n".repeat(rows).as_bytes())
    }

    fn end(&mut self, game: &mut Game) -> io::Result<()> {
        for note in game.take_notes() {
            let (Note::Told(text) | Note::Refused(text) | Note::Page(text)) = note;
            writeln!(self.output, "{text}")?;
        }
        self.output.flush()
    }

    /// Lets the agents move; shows who thinks, where the screen can be drawn
    /// again.
    fn advance(&mut self, game: &mut Game, step: bool, size: Option<(usize, usize)>) {
        game.advance(step, &mut |game, who| {
            if self.in_place {
                let thinks = format!("{who} thinks; Ctrl-C: move now");
                let lines = self.lines(game, size, &[Note::Told(thinks)]);
                // A terminal that has gone is noticed when a line is read.
                let _ = self.draw(&lines);
            }
        });
    }

    /// Shows what has changed.
    fn show(&mut self, game: &mut Game, size: Option<(usize, usize)>) -> io::Result<()> {
        let (notes, is_changed) = (game.take_notes(), game.take_change());
        if self.in_place {
            let lines = self.lines(game, size, &notes);
            return self.draw(&lines);
        }
        let told = notes.iter().flat_map(note_lines);
        let mut text: String = told.map(|line| line.text(self.colours) + "\n").collect();
        if is_changed {
            let lines = self.lines(game, size, &[]);
            text.extend(lines.iter().map(|line| line.text(self.colours) + "\n"));
        }
        self.output.write_all(text.as_bytes())?;
        self.output.flush()
    }

    /// Draws over what is there, without a moment of emptiness.
    fn draw(&mut self, lines: &[Line]) -> io::Result<()> {
        let mut text = "\x1b[H".to_owned();
        for line in lines {
            text.push_str(&line.text(self.colours));
            text.push_str("\x1b[K\n");
        }
        text.push_str("\x1b[J");
        self.output.write_all(text.as_bytes())?;
        self.output.flush()
    }

    /// The whole screen.
    fn lines(&self, game: &Game, size: Option<(usize, usize)>, notes: &[Note]) -> Vec<Line> {
        let mut lines = vec![Line::new(&format!("Kring  {}", game.description()), GOOD)];
        let board = board(game.position(), game.hint, self.colours);
        let panel = game.panel(self.colours);
        let board_width = width(&board);
        let columns = size.map(|(columns, _)| columns);
        // The rows lean to the right, so that there is most room at the top.
        let begin = width(&board[..board.len().min(panel.len() + 1)]) + MARGIN;
        let fits = columns.is_some_and(|columns| begin + width(&panel) <= columns);
        match fits {
            true => lines.extend(beside(board, &panel, begin)),
            false => lines.extend(board.into_iter().chain(panel)),
        }
        if let Some(columns) = columns.filter(|columns| *columns < board_width) {
            let text = format!("The board has {board_width} columns, the terminal only {columns}.");
            lines.push(Line::new(&text, FAINT));
        }
        let (footer, told) = (game.footer(), notes.iter().flat_map(note_lines));
        let told: Vec<Line> = told.collect();
        let is_roomy = |more: usize| size.is_some_and(|(_, rows)| lines.len() + more < rows);
        if is_roomy(1 + footer.len() + told.len()) {
            lines.push(Line::default());
        }
        lines.extend(footer);
        // A page that leaves no room for the board stands alone.
        let has_page = notes.iter().any(|note| matches!(note, Note::Page(_)));
        if has_page && size.is_some_and(|(_, rows)| lines.len() + told.len() >= rows) {
            return told.into_iter().chain([Line::new("Enter shows the board.", FAINT)]).collect();
        }
        lines.into_iter().chain(told).collect()
    }
}

fn width(lines: &[Line]) -> usize {
    lines.iter().map(Line::width).max().unwrap_or(0)
}

/// The panel to the right of the board, a little below its top.
fn beside(mut board: Vec<Line>, panel: &[Line], column: usize) -> Vec<Line> {
    let first = usize::from(board.len() > panel.len());
    board.resize(board.len().max(panel.len()), Line::default());
    for (line, text) in board[first..].iter_mut().zip(panel) {
        line.beside(column, text);
    }
    board
}

fn note_lines(note: &Note) -> Vec<Line> {
    let (text, style) = match note {
        Note::Told(text) | Note::Page(text) => (text, Style::default()),
        Note::Refused(text) => (text, PROBLEM),
    };
    text.lines().map(|line| Line::new(line, style)).collect()
}
