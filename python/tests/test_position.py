"""Positions: moves, texts, copies, pictures, errors."""
import copy
import pickle
import random

import numpy as np
import pytest

import kring
from conftest import random_game, toss


def test_moves_are_texts_or_numbers():
    p = kring.Position("hex", 5)
    for move in ("c3", 0, np.int64(1), np.uint8(2), "A2"):
        p.play(move)
    assert [move for _, move in p.moves] == ["c3", "a1", "b1", "c1", "a2"]
    assert (p.ply, len(p), p.turn) == (5, 5, "white")
    p.undo(5)
    assert p == kring.Position("hex", 5) and p.hash == kring.Position("hex", 5).hash


@pytest.mark.parametrize(
    "move, why",
    [
        ("c3", "c3 is taken"),
        ("z9", "'z9' is not a move on this board"),
        ("", "'' is not a move on this board"),
        ("x" * 99, f"'{'x' * 40}' is not a move on this board"),
        (26, "action 26 is not on the board"),
        (-1, "action -1 is not on the board"),
        (10**30, f"action {10**30} is not on the board"),
        (25, "swap-pieces is not allowed: the swap rule is off"),
    ],
)
def test_illegal_moves_change_nothing(move, why):
    p = kring.Position("hex", 5)
    p.play("c3")
    before = p.copy()
    with pytest.raises(ValueError) as error:
        p.play(move)
    assert str(error.value) == why and p == before


@pytest.mark.parametrize("move", [None, 1.5, [], object()])
def test_what_is_no_move_is_a_type_error(move):
    with pytest.raises(TypeError, match="a move is a text such as 'c3' or a number"):
        kring.Position("hex", 5).play(move)


class OwnNumber(int):
    """An integer that is its own index."""

    def __index__(self):
        return self


def test_a_number_of_another_type_is_read_once():
    position = kring.Position("hex", 5)
    position.play(OwnNumber(3))
    assert position.board[0, 3] == 1
    with pytest.raises(ValueError, match="action -1 is not on the board"):
        position.play(OwnNumber(-1))


def test_seasons_are_part_of_the_rules():
    p = kring.Position("hex seasons=2", 2, season_map="12 21")
    with pytest.raises(ValueError, match="b1 belongs to season 2, but black must play in season 1"):
        p.play("b1")
    assert p.legal_moves().tolist() == [0, 3] and p.season("white") == 2
    again = kring.Position("hex seasons=3", 5, seed=7)
    assert (again.season_map == kring.Position("hex seasons=3", 5, seed=7).season_map).all()


def test_swap_pieces_and_swap_sides():
    p = kring.Position("hex swap=on", 5)
    p.play("b1")
    p.play(p.cells)
    assert p.moves[1] == ("white", "swap-pieces") and p.board[1, 0] == -1 and p.turn == "black"
    p = kring.Position("hex swap=on", 5, 4)
    p.play("b1")
    p.play(20)
    assert p.moves[1] == ("white", "swap-sides") and p.turn == "white"


def test_copies_and_pickles_are_equal_and_apart(rules):
    rng = random.Random(rules)
    p = kring.Position(rules, 4, 5, seed=3)
    for _ in range(6):
        toss(p, rng)
        p.play(int(rng.choice(p.legal_moves())))
    toss(p, rng)
    for again in (p.copy(), copy.copy(p), copy.deepcopy(p), pickle.loads(pickle.dumps(p))):
        assert again == p and again.hash == p.hash and again.turn == p.turn
        again.undo()
        assert again != p
    again = kring.Position.from_sgf(p.to_sgf())
    assert again.moves == p.moves and again.rules == p.rules and (again.season_map == p.season_map).all()


def test_set_up_stones_are_pickled():
    p = kring.Position("torus seasons=2", 3, season_map="121 212 121")
    p.set_up("a1", "white")
    p.declare("white")
    p.play(int(p.legal_moves()[0]))
    again = pickle.loads(pickle.dumps(p))
    assert again == p and again.turn == p.turn
    with pytest.raises(ValueError, match="before the first move"):
        p.set_up("b2", "black")


def test_positions_are_not_hashable_but_rules_are():
    with pytest.raises(TypeError):
        hash(kring.Position())
    assert len({kring.Rules("torus"), kring.Rules("torus swap=off"), kring.Rules("hex")}) == 2
    assert pickle.loads(pickle.dumps(kring.Rules("seasonal"))) == kring.Rules("seasonal")


@pytest.mark.parametrize("rules", ["hex", "torus turns=random", "hex seasons=2 turns=random"])
def test_a_record_gives_an_equal_position(rules):
    rng = random.Random(1)
    position = kring.Position(rules, 4)
    for _ in range(5):
        toss(position, rng)
        position.play(int(rng.choice(position.legal_moves())))
    assert kring.Position.from_sgf(position.to_sgf()) == position
    other = position.copy()
    other.undo()
    assert other != position


def test_hexworld_links():
    link = "https://hexworld.org/board/#11c1,a10:sd4"
    p = kring.Position.from_hexworld(link)
    assert p.to_hexworld() == link and kring.Position.from_hexworld(link, before=2).ply == 1
    with pytest.raises(ValueError, match="is not a HexWorld link"):
        kring.Position.from_hexworld("https://example.org")


def test_pictures():
    p = kring.Position("cylinder", 5)
    p.play("c3")
    heat = np.where(p.board == 0, np.linspace(0, 1, 25).reshape(5, 5), np.nan)
    plain, hot, rings = p._repr_svg_(), p.svg(heat, numbers=True, label="test"), p.svg(annulus=True)
    assert all(svg.startswith("<svg") and svg.rstrip().endswith("</svg>") for svg in (plain, hot, rings))
    assert len({plain, hot, rings}) == 3 and "test" in hot
    choice = kring.Agent("mcts sims=50").choose(p)
    assert choice.scores_are in p.svg(choice) and choice._repr_svg_().startswith("<svg")
    with pytest.raises(ValueError, match=r"the heat has shape \(4, 5\), not \(5, 5\)"):
        p.svg(heat[:4])
    with pytest.raises(ValueError, match="the choice is of another game"):
        kring.Position("torus", 5).svg(choice)
    with pytest.raises(ValueError, match="annulus shows a cylinder"):
        kring.Position("torus", 5).svg(annulus=True)
    for wrong in ("heat", np.zeros(5), [["a"]], 1):
        with pytest.raises((TypeError, ValueError)):
            p.svg(wrong)


def test_a_symmetry_belongs_to_its_game():
    symmetry = kring.Position("torus", 5).symmetries[3]
    with pytest.raises(ValueError, match="the symmetry is of another game"):
        kring.Position("torus", 6).image(symmetry)


@pytest.mark.parametrize(
    "arguments, why",
    [
        (("nonsense",), "'nonsense' is neither a variant"),
        (("torus torus",), "is a second variant"),
        (("hex", 0), "0x0: each side must be from 1 to 32"),
        (("hex", 5, 33), "5x33: each side must be from 1 to 32"),
    ],
)
def test_there_is_no_such_game(arguments, why):
    with pytest.raises(ValueError, match=why):
        kring.Position(*arguments)


def test_rules_are_a_text_or_an_object():
    assert kring.Position(kring.Rules("torus"), 3) == kring.Position("torus", 3)
    with pytest.raises(TypeError, match="rules are a text such as 'torus' or a Rules, not int"):
        kring.Position(5, 5)
    with pytest.raises(ValueError, match="'swap' is not a move on this board: it is called swap-pieces"):
        kring.Position("hex", 5).play("swap")


def test_the_coin_comes_before_the_move():
    p = kring.Position("random-turn", 3)
    with pytest.raises(ValueError, match="the coin has not been tossed: nobody is to move"):
        p.play("a1")
    p.play("a1", "white")
    p.declare("white")
    p.play("b1")
    assert p.moves == [("white", "a1"), ("white", "b1")] and p.needs_coin
    with pytest.raises(ValueError):
        p.declare("green")


def test_a_finished_game_has_a_chain():
    p = kring.Position("torus", 4)
    random_game(p)
    assert len(p.winning_chain) >= 4 and p.legal_moves().size == 0 and not p.legal_mask().any()
    assert "winner: " in str(p) and repr(p).startswith("<Position 'torus")
