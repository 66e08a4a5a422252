//! The set with supports for three columns that the program prints, compared with its definition on small boards: all
//! positions are enumerated, and nothing of the program's own code is used.

use std::process::Command;

const COLUMNS: usize = 3;
const ROWS: usize = 27;
/// The numbers of a contract of one kind and strength 1.
const CONTRACTS: [&str; 3] = ["-1", "0", "+1"];

/// The cells of a row: 0 white, 1 empty, 2 black, so that more is better for black.
fn cells(row: usize) -> [usize; COLUMNS] {
    [row % 3, row / 3 % 3, row / 9]
}

/// The tiles of the set that the program finds: `tiles[above][row][below]`. It prints the least ones, and the others
/// follow by the order.
fn found() -> [[[bool; 3]; ROWS]; 3] {
    let program = env!("CARGO_BIN_EXE_kring-lab");
    let output = Command::new(program)
        .args(["prove-all", "--columns", "3", "--supports", "1"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut tiles = [[[false; 3]; ROWS]; 3];
    let contract = |text| CONTRACTS.iter().position(|&name| name == str::trim(text)).unwrap();
    for line in String::from_utf8(output.stdout).unwrap().lines() {
        let Some((contracts, least)) = line.split_once(": ") else { continue };
        let Some((above, below)) = contracts.split_once(" / ") else { continue };
        for least in least.split(' ') {
            let least: Vec<usize> = least.chars().map(|cell| "w.b".find(cell).unwrap()).collect();
            let is_allowed = |row: &usize| cells(*row).iter().zip(&least).all(|(c, l)| c >= l);
            for row in (0..ROWS).filter(is_allowed) {
                for tiles in &mut tiles[contract(above)..] {
                    tiles[row][..=contract(below)].fill(true);
                }
            }
        }
    }
    tiles
}

/// Whether contracts exist that allow the rows, if one of some contracts lies above them.
fn is_allowed(tiles: &[[[bool; 3]; ROWS]; 3], above: [bool; 3], rows: &[usize]) -> bool {
    let [first, others @ ..] = rows else { return above.contains(&true) };
    let is_possible = |below: usize| (0..3).any(|e| above[e] && tiles[e][*first][below]);
    is_allowed(tiles, [0, 1, 2].map(is_possible), others)
}

/// Whether no path of cells without white stones leads from the first row to the last.
fn has_ring(rows: &[usize]) -> bool {
    let mut reached = vec![[false; COLUMNS]; rows.len()];
    let mut queue: Vec<(usize, usize)> = (0..COLUMNS).map(|x| (x, 0)).collect();
    while let Some((x, y)) = queue.pop() {
        if cells(rows[y])[x] == 0 || reached[y][x] {
            continue;
        }
        reached[y][x] = true;
        let [left, right] = [(x + COLUMNS - 1) % COLUMNS, (x + 1) % COLUMNS];
        queue.extend([(left, y), (right, y)]);
        if y > 0 {
            queue.extend([(x, y - 1), (right, y - 1)]);
        }
        if y + 1 < rows.len() {
            queue.extend([(x, y + 1), (left, y + 1)]);
        }
    }
    !reached[rows.len() - 1].contains(&true)
}

/// The rows of the position with a number.
fn rows_of(position: usize, height: usize) -> Vec<usize> {
    (0..height as u32).map(|y| position / ROWS.pow(y) % ROWS).collect()
}

#[test]
fn windows_and_rings_on_small_boards() {
    let tiles = found();
    for height in 1..=4 {
        let count = ROWS.pow(height as u32);
        let allowed: Vec<bool> =
            (0..count).map(|p| is_allowed(&tiles, [true; 3], &rows_of(p, height))).collect();
        // The cell x of row y is the digit of 3 to the power 3y + x.
        let powers: Vec<usize> =
            (0..COLUMNS * height).map(|cell| 3usize.pow(cell as u32)).collect();
        let is_empty = |position: usize, power: usize| position / power % 3 == 1;
        assert!(allowed[powers.iter().sum::<usize>()], "the empty board of {height} rows");
        for position in (0..count).filter(|&position| allowed[position]) {
            assert!(!has_ring(&rows_of(position, height)), "a ring: {position}, {height} rows");
            for &white in powers.iter().filter(|&&power| is_empty(position, power)) {
                let played = position - white;
                let mut replies = powers.iter().filter(|&&power| is_empty(played, power));
                assert!(
                    allowed[played] || replies.any(|black| allowed[played + black]),
                    "no answer to {white}: {position}, {height} rows"
                );
            }
        }
    }
}
