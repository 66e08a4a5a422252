//! Exact machines: the archive, and changed machines against all games on small boards.

use kring_board::{Cell, Colour, Position};
use kring_proof::{
    all_n::Row,
    machine::{Machine, MachineError, Verdict},
};
use kring_reference::empty;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The content of a machine of the repository.
fn archived(name: &str) -> Vec<u8> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/solved/all-n");
    std::fs::read(format!("{root}/{name}.machine")).unwrap()
}

/// Who wins, by trying all moves.
fn winner(position: &mut Position, to_move: Colour) -> Colour {
    if let Some(winner) = position.winner() {
        return winner;
    }
    let cells: Vec<Cell> = position.legal_cells(to_move).iter().collect();
    let wins = cells.into_iter().any(|cell| {
        position.play_unchecked(to_move, cell);
        let winner = winner(position, to_move.other());
        position.undo();
        winner == to_move
    });
    if wins { to_move } else { to_move.other() }
}

/// The verdict about a position of two columns, by trying all moves.
fn verdict(word: &[Row]) -> Verdict {
    let mut position = empty("cylinder", 2, word.len());
    for (i, digit) in word.iter().flat_map(|row| [row % 3, row / 3]).enumerate() {
        let colour = [None, Some(Colour::Black), Some(Colour::White)][usize::from(digit)];
        if let Some(colour) = colour {
            position.play_unchecked(colour, Cell::unchecked(i as u16));
        }
    }
    match Colour::ALL.map(|first| winner(&mut position, first)) {
        [Colour::Black, Colour::Black] => Verdict::Black,
        [Colour::White, Colour::White] => Verdict::White,
        _ => Verdict::Mover,
    }
}

/// Whether a machine of two columns is right about all positions of up to three rows.
fn is_right(machine: &Machine) -> bool {
    let rows = 0..9;
    let mut words: Vec<Vec<Row>> = vec![Vec::new()];
    (0..3).all(|_| {
        let longer =
            |word: &Vec<Row>| rows.clone().map(|row| [&word[..], &[row]].concat()).collect();
        words = words.iter().flat_map(|word| -> Vec<Vec<Row>> { longer(word) }).collect();
        words.iter().all(|word| machine.verdict(word) == verdict(word))
    })
}

#[test]
fn the_archived_machines_are_right() {
    for (name, product) in [("cylinder-2", 13), ("cylinder-3", 143)] {
        let bytes = archived(name);
        let machine = Machine::from_bytes(&bytes).unwrap();
        assert_eq!(machine.to_text().as_bytes(), bytes);
        assert_eq!(machine.verify(), Ok(product));
        assert!(machine.black_wins_all());
    }
    assert!(is_right(&Machine::from_bytes(&archived("cylinder-2")).unwrap()));
}

#[test]
fn changed_machines_are_refused_or_right() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let original = Machine::from_bytes(&archived("cylinder-2")).unwrap();
    let mut refused = 0;
    for _ in 0..300 {
        let mut machine = original.clone();
        if rng.random() {
            // A copy of a state, to which some rows lead.
            machine.next.push(machine.next[1].clone());
            machine.verdicts.push(machine.verdicts[1]);
        }
        for _ in 0..rng.random_range(1..4) {
            let state = rng.random_range(0..machine.states());
            let states = machine.states();
            match rng.random_range(0..4) {
                0 => machine.verdicts[state] = Verdict::ALL[rng.random_range(0..3)],
                _ => machine.next[state][rng.random_range(0..9)] = rng.random_range(0..states),
            }
        }
        match machine.verify() {
            Ok(_) => assert!(is_right(&machine)),
            Err(error) => {
                assert!(matches!(error, MachineError::Wrong(_)), "{error}");
                refused += 1;
            }
        }
    }
    assert!((100..300).contains(&refused), "{refused}");
}

#[test]
fn damaged_files_are_refused() {
    let text = String::from_utf8(archived("cylinder-2")).unwrap();
    let read = |text: &str| Machine::from_bytes(text.as_bytes()).unwrap_err();
    assert_eq!(read(&text.replacen("0 black", "0 white", 1)), MachineError::Damaged);
    assert_eq!(
        read(&text.replacen("machine 1", "machine 2", 1)),
        MachineError::Version("2".into())
    );
    assert_eq!(read(""), MachineError::Line(1));
}
