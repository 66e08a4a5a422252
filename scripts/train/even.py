"""Even openings: `python even.py --state DIR --boards rhombus:11x11=1000,... --out DIR`.

An opening is even if a search with `--sims` simulations gives the mover a chance from 40 to 60 %. On the rhombus it has two
stones, a first stone and a reply; all such pairs are tried, and where they are too few, random ones of three stones follow. On the torus, where all
first stones are the same, it has three or more, and on the cylinder, which black wins otherwise, some white stones before those two. No two openings are equal by a
symmetry of the board. Each board gets two files of as many openings as were asked for, or of half of what there is: BOARD.txt, to choose by,
and BOARD-final.txt, for what is reported.
"""
import argparse
import os
import random
import time
from dataclasses import replace
from itertools import permutations, product

import torch

import check_kernels
import state
from boards import Board, Layout
from game import empty, play
from net import FoldedNet, Net, load
from search import Search, both_views

EVEN = 0.2                  # value: chances from 40 to 60 %
# Before the long search: simulations, and the largest value that goes on. 0: the net alone.
SIEVE = ((0, 0.5), (96, 0.3))
STONES = {"rhombus": (2, 3), "torus": (3, 4, 5), "cylinder": (2,)}
TRIED = {"rhombus": 32000, "torus": 40000, "cylinder": 8000}    # random openings; pairs on the rhombus are not random
ROOM = 1_200_000_000        # cells of all nodes of a search


def symmetries(board):
    """Cell permutations that keep the game and both colours"""
    m, n = board.m, board.n
    wrap_x, wrap_y = board.wraps
    shifts = list(product(range(m) if wrap_x else (0,), range(n) if wrap_y else (0,)))
    mirrors = (False, True) if wrap_x and not wrap_y else (False,)
    out = []
    for turn, mirror, (dx, dy) in product((False, True), mirrors, shifts):
        to = []
        for y, x in product(range(n), range(m)):
            if turn:
                x, y = m - 1 - x, n - 1 - y
            if mirror:
                x = -x - y
            to.append((y + dy) % n * m + (x + dx) % m)
        out.append(to)
    return out


def same_by_symmetry(opening, symmetries):
    """One value for all openings that are equal by symmetry"""
    def image(to):
        return tuple(tuple(sorted(to[cell] for mine, cell in opening if mine == colour)) for colour in (1, -1))
    return min(map(image, symmetries))


def candidates(board, stones, rng):
    """Openings as lists of (colour, cell), black 1, white -1, none equal to another by symmetry; in random order"""
    cells = range(board.cells)
    if board.topology == "rhombus" and stones == 2:
        drawn = [[(1, a), (-1, b)] for a, b in permutations(cells, 2)]
    else:
        drawn = []
        for _ in range(TRIED[board.topology]):
            extra = rng.randint(0, board.n + 2) if board.topology == "cylinder" else 0
            colours = (-1,) * extra + (1, -1, 1, -1, 1)[:stones]
            drawn.append(list(zip(colours, rng.sample(cells, len(colours)))))
    images = symmetries(board)
    openings = list({same_by_symmetry(opening, images): opening for opening in drawn}.values())
    rng.shuffle(openings)
    return openings


def set_up(layout, openings):
    """The positions after the openings, one for each game, and whether somebody has won"""
    pos = empty(layout)
    over = torch.zeros(layout.games, dtype=torch.bool, device=layout.device)
    for i in range(max(map(len, openings))):
        stones = [opening[i] if i < len(opening) else (0, 0) for opening in openings]
        colour = torch.tensor([c for c, _ in stones], dtype=torch.int8, device=layout.device)
        cell = torch.tensor([c for _, c in stones], device=layout.device)
        on = colour != 0
        new, won = play(layout, replace(pos, mover=torch.where(on, colour, 1).to(torch.int8)), cell)
        pos, over = new.where(on, pos), over | (won & on)
    return pos, over


@torch.no_grad()
def values(net, board, openings, sims):
    """The mover's value after each opening, by a search or (0) the net alone; infinite where the game is over"""
    out = []
    batch = max(1, min(4096, ROOM // (board.cells * (sims + 1))))
    for i in range(0, len(openings), batch):
        part = openings[i:i + batch]
        layout = Layout([(board, len(part))], net.device)
        pos, over = set_up(layout, part)
        value = Search(layout, net, sims, deep=24).run(pos, noise=0.0)[2] if sims else both_views(net, layout, pos)[1]
        out.append(torch.where(over, float("inf"), value).cpu())
    return torch.cat(out) if out else torch.zeros(0)


def even(net, board, wanted, sims, seed, log=print):
    """At most 2 * `wanted` even openings, those with fewer stones first"""
    out, rng = [], random.Random(seed)
    for stones in STONES[board.topology]:
        found = candidates(board, stones, rng)
        log(f"{board}: {len(found)} openings of {stones} stones")
        for few, most in SIEVE:
            value = values(net, board, found, few)
            found = [opening for opening, v in zip(found, value.abs().tolist()) if v <= most]
            log(f"{board}: {len(found)} with a value of at most {most} by {few} simulations")
        tried = 0
        while tried < len(found) and len(out) < 2 * wanted:           # in random order, no more than are needed
            part = found[tried:tried + 3 * wanted]
            value = values(net, board, part, sims)
            out += [opening for opening, v in zip(part, value.abs().tolist()) if v <= EVEN]
            tried += len(part)
        log(f"{board}: now {len(out)} even ones, of {tried} by {sims} simulations")
        if len(out) >= 2 * wanted:
            break
    return out[:2 * wanted]


def names(board, opening):
    """As in the openings files of `kring match`: the colour before a cell where colours do not alternate"""
    words, turn = [], 1
    for colour, cell in opening:
        name = f"{chr(ord('a') + cell % board.m)}{cell // board.m + 1}"
        words.append(name if colour == turn else f"{'black' if colour > 0 else 'white'}:{name}")
        turn = -colour
    return " ".join(words)


def parse(board, line):
    opening, turn = [], 1
    for word in line.split("#")[0].split():
        colour, _, name = word.rpartition(":")
        turn = {"": turn, "black": 1, "white": -1}[colour]
        opening.append((turn, (int(name[1:]) - 1) * board.m + ord(name[0]) - ord("a")))
        turn = -turn
    return opening


def path(folder, board, final=False):
    return os.path.join(folder, f"{board.topology}-{board.m}x{board.n}{'-final' if final else ''}.txt")


def read(folder, board, final=False):
    """-> the openings of a file"""
    with open(path(folder, board, final)) as f:
        openings = [parse(board, line) for line in f]
    return [opening for opening in openings if opening]


def main(argv=None):
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--state", required=True, help="folder with the state of the net that judges")
    p.add_argument("--boards", required=True, help="boards, and how many openings each of the two files gets: rhombus:11x11=1000,torus:9x9=200")
    p.add_argument("--sims", type=int, default=2000)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--out", required=True, help="folder for the files")
    a = p.parse_args(argv)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.backends.cudnn.enabled = False
    s = state.read(a.state, device)
    net = FoldedNet(load(Net(**s["config"]).to(device), s["mean"]).eval(), device, torch.float16 if device.type == "cuda" else torch.float32)
    os.makedirs(a.out, exist_ok=True)
    wanted = [(Board.parse(name), int(count)) for name, count in (part.split("=") for part in a.boards.split(","))]
    if device.type == "cuda":
        check_kernels.enable(net, Layout([(wanted[0][0], 512)], device))
    for board, count in wanted:
        begun = time.time()
        openings = even(net, board, count, a.sims, a.seed)
        half = min(count, len(openings) // 2)
        for final, some in ((False, openings[0:2 * half:2]), (True, openings[1:2 * half:2])):
            with open(path(a.out, board, final), "w") as f:
                f.write(f"# {half} openings after which a net of {s['config']['blocks']}x{s['config']['channels']} gives the mover 40 to 60 % with "
                        f"{a.sims} simulations:\n# python scripts/train/even.py --seed {a.seed} --boards {board}={count}\n")
                f.writelines(names(board, opening) + "\n" for opening in some)
        print(f"{board}: {half} openings in each file, {time.time() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    main()
