"""Tests on a CPU with a tiny net: `sh scripts/train/test.sh` or `python -m pytest scripts/train`.

The CUDA graphs themselves cannot be tested here; their content is the code tested here.
"""
import os
import sys
from dataclasses import replace

os.environ.setdefault("TRITON_INTERPRET", "1")         # lets the kernels run, slowly, without a GPU
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import pytest
import torch

torch.set_num_threads(1)

import check_kernels
import kernels
import seasons
import state
from boards import MIXTURE, NEIGHBOURS, Board, Layout, share_out
from game import Position, empty, play
from net import FoldedNet, Net, due, encode, load, widened, without_seasons
from openings import OpeningPool, Openings, extra_stones
from search import Search

CPU = torch.device("cpu")


def make(text, device=CPU):
    """'torus:3x3*5 rhombus:4x4*2' -> Layout"""
    groups = [g.split("*") for g in text.split()]
    return Layout([(Board.parse(b), int(c)) for b, c in groups], device)


def random_net(channels=16, blocks=2, seed=3):
    torch.manual_seed(seed)
    net = Net(channels, blocks, head=16, hidden=16)
    for p in (net.policy2, net.value3):
        torch.nn.init.normal_(p.weight, 0, 0.5)
    for m in net.modules():
        if isinstance(m, torch.nn.BatchNorm2d):
            m.running_mean.normal_(0, 0.1), m.running_var.uniform_(0.5, 2), m.bias.data.normal_(0, 0.1)
    return net.eval()


def random_position(lay, stones):
    pos = empty(lay)
    order = torch.where(lay.valid, torch.rand(lay.games, lay.width), -1.0).argsort(1, descending=True)
    for i in range(stones):
        pos, _ = play(lay, pos, order[:, i])
    return pos


def with_seasons(lay, moves, seed=1):
    """Random legal moves in games with 1 to 7 seasons, random maps and cycles."""
    torch.manual_seed(seed)
    pos = empty(lay)
    pos.seasons = seasons.draw(lay, 1 + torch.arange(lay.games) % 7)
    for _ in range(moves):
        pos, _ = play(lay, pos, seasons.may_play(seasons.due(pos)).float().multinomial(1)[:, 0])
    return pos


def slow_due(pos, g, side):
    """{season with an empty cell: which of this side's next moves are there, 3 for all later ones}, by walking once along the cycle"""
    s = pos.seasons
    cycle, place = s.cycle[g, side, :s.period[g, side]].tolist(), int(pos.step[g, side])
    left = {int(season) for season, colour in zip(s.map[g], pos.colour[g]) if colour == 0}
    out, moves = {}, 0
    for entry in range(place, place + len(cycle)):
        season = cycle[entry % len(cycle)]
        if season in left:
            out.setdefault(season, set()).add(min(moves, 3))
            moves += 1
    return out


def slow_won(board, stones):
    """Flood the unwrapped plane: does the set of cells contain a path or ring for each axis?

    -> (black has won if the stones are black, white has won if they are white)"""
    m, n = board.m, board.n
    wx, wy = board.wraps
    has = lambda x, y: (wx or 0 <= x < m) and (wy or 0 <= y < n) and (y % n) * m + x % m in stones
    result = [False, False]
    for start in stones:
        x0, y0 = start % m, start // m
        # Room for walks that wind as often as there are stones would be needed in the worst case;
        # a group with two images of one cell in the plane has a shortest such walk well inside this.
        reach = 3 * len(stones) + 3
        seen, todo = {(x0, y0)}, [(x0, y0)]
        while todo:
            x, y = todo.pop()
            for dx, dy in NEIGHBOURS:
                q = x + dx, y + dy
                if q not in seen and has(*q) and abs(q[0] - x0) <= reach and abs(q[1] - y0) <= reach:
                    seen.add(q), todo.append(q)
        images = [(x, y) for x, y in seen if (x - x0) % m == 0 and (y - y0) % n == 0]
        if wy:
            result[0] |= any(y != y0 for _, y in images)
        else:
            result[0] |= {0, n - 1} <= {y for _, y in seen}
        if wx:
            result[1] |= any(x != x0 for x, _ in images)
        else:
            result[1] |= {0, m - 1} <= {x for x, _ in seen}
    return result


@pytest.mark.parametrize("topology", ["rhombus", "cylinder", "torus"])
def test_wins_against_flood_fill(topology):
    torch.manual_seed(5)
    sizes = ("2x2*6 2x3*6 3x2*6 3x3*8 2x5*6 5x2*6 4x3*6 4x4*6 5x5*6 3x6*4 6x4*4 7x7*2").split()
    lay = make(" ".join(f"{topology}:{s}" for s in sizes))
    pos, done, wins = empty(lay), [False] * lay.games, [0, 0]
    order = torch.where(lay.valid, torch.rand(lay.games, lay.width), -1.0).argsort(1, descending=True)
    for t in range(lay.width):
        mover = int(pos.mover[0])
        pos, won = play(lay, pos, order[:, t])
        for g in range(lay.games):
            if done[g] or t >= lay.sizes[g]:
                continue
            stones = set((pos.colour[g] == mover).nonzero()[:, 0].tolist())
            expect = slow_won(lay.boards[int(lay.kind[g])], stones)[0 if mover > 0 else 1]
            assert bool(won[g]) == expect, (str(lay.boards[int(lay.kind[g])]), t, stones)
            if expect:
                done[g], wins[mover < 0] = True, wins[mover < 0] + 1
    assert all(done) and min(wins) > 3                 # every game ends; the torus by its first ring


def test_seasons_against_a_walk_along_the_cycle():
    """All games to the full board: the cells that may be played, and when the others are due."""
    lay = make("rhombus:4x4*42 cylinder:5x3*42 torus:3x4*42")
    torch.manual_seed(6)
    pos = empty(lay)
    pos.seasons = seasons.draw(lay, 1 + torch.arange(lay.games) % 7)
    skipped = repeated = 0
    for ply in range(lay.width):
        when = seasons.due(pos)
        for g in range(lay.games):
            side = int(pos.mover[g] < 0)
            mine, theirs = slow_due(pos, g, side), slow_due(pos, g, 1 - side)
            bits = lambda moves: sum(1 << move for move in moves)
            want = [16 * bits(mine[k]) + bits(theirs[k]) if c == 0 else 0
                    for k, c in zip(pos.seasons.map[g].tolist(), pos.colour[g].tolist())]
            assert when[g].tolist() == want
            cycle = pos.seasons.cycle[g, side, :pos.seasons.period[g, side]].tolist()
            skipped += bool(mine) and 0 not in mine.get(cycle[int(pos.step[g, side])], ())
            repeated += len(cycle) > int(pos.seasons.count[g])
        going = (pos.colour == 0).any(1)
        act = torch.where(going[:, None], seasons.may_play(when).float(), 1.0).multinomial(1)[:, 0]
        pos = play(lay, pos, act)[0].where(going, pos)
    assert skipped > 50 and repeated > 50


def test_fair_maps_never_run_out_and_default_cycles_are_those_of_the_rules():
    lay = make("rhombus:5x5*70 cylinder:4x6*70 torus:9x7*70")
    count = 1 + torch.arange(lay.games) % 7
    torch.manual_seed(2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(seasons, "MAPS", (1.0, 0.0, 0.0))
        pos = replace(empty(lay), seasons=seasons.draw(lay, count))
        patch.setattr(seasons, "CYCLES", (1.0, 0.0, 0.0, 0.0))
        cycle, period = seasons.draw_cycles(count)
    for g, k in enumerate(count.tolist()):
        assert period[g].tolist() == [k, k] and cycle[g, 0, :k].tolist() == list(range(k))
        assert cycle[g, 1, :k].tolist() == [(t + (k + 1) // 2) % k for t in range(k)]
    for ply in range(int(lay.sizes.max())):
        going = (pos.colour == 0).any(1)
        side = (pos.mover < 0).long()
        games = torch.arange(lay.games)
        season = pos.seasons.cycle[games, side, pos.step[games, side].long()]
        legal = seasons.may_play(seasons.due(pos))
        assert bool((legal == ((pos.colour == 0) & (pos.seasons.map == season[:, None])))[going].all())
        assert bool(legal[going].any(1).all())
        pos = play(lay, pos, torch.where(going[:, None], legal.float(), 1.0).multinomial(1)[:, 0])[0].where(going, pos)


def test_a_state_without_planes_of_seasons_computes_the_same():
    """Zero weights for the planes that it lacks: the same numbers without seasons, and any season changes nothing."""
    torch.manual_seed(9)
    net = random_net()
    old = {**net.state_dict(), "stem.weight": net.state_dict()["stem.weight"][:, :8].clone()}
    wide = FoldedNet(load(Net(16, 2, head=16, hidden=16), old).eval(), CPU, torch.float32)
    lay = make("rhombus:5x5*7 cylinder:4x6*7 torus:7x5*7")
    plain = random_position(lay, 5)
    planes, taps = encode(lay, plain.colour, plain.mover, due(plain), torch.float32)
    want = wide.heads(wide.trunk(planes.clone().index_fill_(1, torch.arange(8, 16), 0), taps), lay)
    assert all(torch.equal(a, b) for a, b in zip(want, wide.heads(wide.trunk(planes, taps), lay)))
    seasonal = with_seasons(lay, 6)
    logits = [wide.heads(wide.trunk(*encode(lay, p.colour, p.mover, due(p), torch.float32)), lay)
              for p in (seasonal, replace(seasonal, seasons=empty(lay).seasons))]
    assert all(torch.equal(a, b) for a, b in zip(*logits))
    assert widened(net.stem.weight).shape == net.stem.weight.shape


def test_folding_and_kernels_equal_the_net():
    net = random_net()
    lay = make("rhombus:5x5*3 cylinder:4x6*3 torus:7x5*2 torus:2x3*1")
    pos = random_position(lay, 3)
    planes, taps = encode(lay, pos.colour, pos.mover, due(pos), torch.float32)
    with torch.no_grad():
        logits, value = net(planes, taps, lay)
        logp, v = FoldedNet(net, CPU, torch.float32).evaluate(lay, pos)
    want = torch.log_softmax(torch.where(pos.colour == 0, logits, -1e9), 1)
    legal = pos.colour == 0
    assert torch.allclose(want[legal], logp[legal], atol=1e-4)
    assert torch.allclose(torch.tanh(value / 2), v, atol=1e-4)


def test_triton_kernels():
    if kernels.triton is None or not kernels.INTERPRET:
        pytest.skip("no Triton")
    lay = make("rhombus:4x4*3 cylinder:3x4*2 torus:3x3*1")
    fast = FoldedNet(random_net(blocks=1), CPU, torch.float16)
    lines = []
    try:
        assert all(check_kernels.enable(fast, lay, lines.append).values()), lines
    finally:
        kernels.on.update(dict.fromkeys(kernels.on, False))


def dense_reference(net, board, pos, g):
    """The same net as ordinary convolutions on the mover's own view: what an engine computes."""
    import torch.nn.functional as F
    wx, wy = board.wraps
    x = torch.zeros(1, 16, board.n, board.m)
    stones, black = pos.colour[g], bool(pos.mover[g] > 0)
    season = pos.seasons.map[g, :board.cells].view(board.n, board.m)
    own, opp = (1, -1) if black else (-1, 1)
    grid = stones[:board.cells].view(board.n, board.m)
    if not black:
        grid, season, wx, wy = grid.t(), season.t(), wy, wx   # transposed: x and y change places
        x = x.transpose(2, 3).contiguous()
    x[0, 0], x[0, 1] = grid == own, grid == opp
    if not wy:
        x[0, 2, 0], x[0, 3, -1] = 1, 1
    if not wx:
        x[0, 4, :, 0], x[0, 5, :, -1] = 1, 1
    x[0, 6], x[0, 7] = float(wy), float(wx)
    for first, side in ((8, int(not black)), (12, int(black))):
        for one, moves in slow_due(pos, g, side).items():
            for move in moves:
                x[0, first + move][(grid == 0) & (season == one)] = 1

    def conv(x, layer):
        w, b = layer.folded()
        x = F.pad(x, (1, 1, 0, 0), mode="circular" if wx else "constant")
        x = F.pad(x, (0, 0, 1, 1), mode="circular" if wy else "constant")
        return F.conv2d(x, w, b)
    x = F.relu(conv(x, net.stem))
    for block in net.blocks:
        x = F.relu(x + conv(F.relu(conv(x, block.conv1)), block.conv2))
    x = x[0].flatten(1).t()                            # (cells, channels)
    logits = net.policy2(F.relu(net.policy1(x)))[:, 0].view(grid.shape)
    v = F.relu(net.value1(x))
    mean = v.mean(0)
    pooled = torch.cat([mean, v.amax(0), mean * (board.cells ** 0.5 - 9) / 4])
    value = net.value3(F.relu(net.value2(pooled)))[0]
    return (logits if black else logits.t()).reshape(-1), value


def test_rows_equal_dense_convolutions():
    """Mixed batch on rows == each board alone, padded circularly or with zeros, white transposed."""
    net = random_net()
    lay = make("rhombus:5x5*2 rhombus:4x6*2 cylinder:5x4*2 cylinder:3x6*2 torus:4x5*2 torus:2x3*1")
    for pos in (random_position(lay, 2), random_position(lay, 3), with_seasons(lay, 2), with_seasons(lay, 5)):
        planes, taps = encode(lay, pos.colour, pos.mover, due(pos), torch.float32)
        with torch.no_grad():
            logits, value = net(planes, taps, lay)
            for g in range(lay.games):
                board = lay.boards[int(lay.kind[g])]
                want, v = dense_reference(net, board, pos, g)
                assert torch.allclose(logits[g, :board.cells], want, atol=1e-4), str(board)
                assert torch.allclose(value[g], v, atol=1e-4), str(board)


def test_gradients_of_rows():
    net = random_net().double()
    lay = make("rhombus:3x3*1 cylinder:3x4*1 torus:3x2*1")
    pos = random_position(lay, 2)
    planes, taps = encode(lay, pos.colour, pos.mover, due(pos), torch.float64)
    from net import ConvRows, ToPadded
    x = torch.randn(lay.rows, 3, dtype=torch.float64, requires_grad=True)
    w = torch.randn(27, 2, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda x, w: ConvRows.apply(x, taps, w), (x, w))
    assert torch.autograd.gradcheck(lambda x: ToPadded.apply(x, lay), (x,))


def shifted(board, dx, dy, turn):
    cell = torch.arange(board.cells)
    x, y = cell % board.m, cell // board.m
    if turn:
        x, y = board.m - 1 - x, board.n - 1 - y
    return ((y + dy) % board.n) * board.m + (x + dx) % board.m


@pytest.mark.parametrize("name", ["cylinder:5x6", "torus:5x4"])
def test_net_follows_translations(name):
    """Shifting the stones along a wrapped axis shifts the policy and leaves the value."""
    board, net = Board.parse(name), FoldedNet(random_net(), CPU, torch.float32)
    lay = Layout([(board, 1)], CPU)
    for stones in (3, 4):                              # both movers
        pos = random_position(lay, stones)
        logp, value = net.evaluate(lay, pos)
        to = shifted(board, 2, 3 if board.topology == "torus" else 0, False)
        moved = torch.empty_like(pos.colour)
        moved[:, to] = pos.colour
        logp2, value2 = net.evaluate(lay, replace(pos, colour=moved))
        assert torch.allclose(logp2[:, to], logp, atol=1e-4) and torch.allclose(value, value2, atol=1e-5)


@pytest.mark.parametrize("name", ["rhombus:5x4", "cylinder:5x4", "torus:5x4"])
def test_symmetries_keep_the_game(name):
    """A symmetry of the training maps games to games: the same moves, moved, end at the same ply."""
    from replay import symmetry
    torch.manual_seed(4)
    lay = make(name + "*40")
    to = symmetry(lay)
    assert all(sorted(row.tolist()) == list(range(lay.width)) for row in to)
    order = torch.rand(lay.games, lay.width).argsort(1)
    a, b, over = empty(lay), empty(lay), torch.zeros(lay.games, dtype=torch.bool)
    for t in range(lay.width):
        a, won_a = play(lay, a, order[:, t])
        b, won_b = play(lay, b, to.gather(1, order[:, t:t + 1])[:, 0])
        assert bool((won_a == won_b)[~over].all())
        over |= won_a
    assert bool(over.all())


def test_tree_is_consistent():
    lay = make("rhombus:4x4*4 cylinder:4x5*4 torus:4x4*4")
    pos = replace(empty(lay), seasons=seasons.draw(lay, 1 + torch.arange(lay.games) % 7))
    s = Search(lay, FoldedNet(random_net(), CPU, torch.float32), 24, 8)
    act, policy, value = s.run(pos)
    G = lay.games
    assert bool((s.visits[:G].sum(1) == 24).all())
    legal = seasons.may_play(due(pos))
    assert bool(legal.gather(1, act[:, None]).all())
    assert torch.allclose(policy.sum(1), torch.ones(G)) and float(policy[~legal].max()) < 1e-6
    view = lambda t: t.view(25, G, -1)
    child, visits, wins = view(s.child), view(s.visits), view(s.wins)
    for node in range(25):
        for g in range(G):
            for act in (child[node, g] >= 0).nonzero()[:, 0].tolist():
                k = int(child[node, g, act])
                after = play(lay, s.position(node * G + torch.arange(G)), torch.full((G,), act))[0]
                assert torch.equal(after.step[g], s.nodes.step[k * G + g])
                if not s.over[k * G + g]:
                    assert visits[node, g, act] == 1 + visits[k, g].sum()
                    assert abs(wins[node, g, act] + s.value[k * G + g] + wins[k, g].sum()) < 1e-4
                else:
                    assert wins[node, g, act] == visits[node, g, act]


@pytest.mark.parametrize("name,stones,win", [
    ("rhombus:4x4", ((2, 0), (2, 1), (2, 2)), (2, 3)), ("torus:4x4", ((2, 0), (2, 1), (2, 2)), (2, 3)),
    ("cylinder:4x4", ((1, 0), (1, 1), (1, 2)), (1, 3))])
def test_search_sees_a_win_in_one(name, stones, win):
    lay = make(name + "*1")
    pos, others = empty(lay), iter(((0, 0), (0, 2), (3, 1)))
    cell = lambda p: torch.tensor([p[1] * 4 + p[0]])
    for p in stones:
        pos, _ = play(lay, pos, cell(p))
        pos, _ = play(lay, pos, cell(next(others)))
    act, _, value = Search(lay, FoldedNet(Net(16, 1, 16, 16).eval(), CPU, torch.float32), 64, 16).run(pos, noise=0.0)
    after, won = play(lay, pos, act)
    assert bool(won[0]) and float(value[0]) > 0.3


class Dice:
    """Every legal move is as good as another, every position has a random value."""

    def evaluate(self, layout, pos):
        prior = torch.where(seasons.may_play(due(pos)), 0.0, -1e9)
        return torch.log_softmax(prior, 1).clamp(min=-1e9), torch.rand(layout.games) * 2 - 1


def test_openings_are_unfinished_and_stay_on_their_board():
    lay = Layout(share_out(MIXTURE, 200), CPU)
    torch.manual_seed(3)
    openings = Openings(lay)
    pool = OpeningPool(lay, openings, Dice())
    running = openings.draw()[0]
    for _ in range(5):
        pool.step(running)
    pos, stones = pool.take(torch.ones(lay.games, dtype=torch.bool))
    assert bool(((pos.seasons.count == 1) == openings.plain).all()) and 0.3 < float(openings.plain.float().mean()) < 0.6
    assert bool((seasons.may_play(due(pos)).any(1)).all()) and int(pos.seasons.count.max()) <= 7
    assert bool((pos.seasons.map.amax(1) < pos.seasons.count).all())
    assert bool((pos.step < pos.seasons.period).all())
    assert bool(((pos.colour == 2) == ~lay.valid).all())
    assert bool(((pos.colour != 0).sum(1) - (~lay.valid).sum(1) == stones).all())
    assert float((stones > 0).float().mean()) > 0.6
    assert sum(c for _, c in lay.groups) == 200


TINY = ("--games 24 --batch 32 --channels 16 --blocks 1 --moves 3 --fill 9 --window 60 --plan 100 --report 1 --spare 0 --seed 1 "
        "--boards rhombus:4x4=2,cylinder:4x3=1,torus:3x4=1 --seasons 1=4,2=1,3=2,5=1 --results-only 0.02 --phases 0:2:4:8 --no-kernels").split()


def test_training_resumes_and_exports(tmp_path, monkeypatch, capsys):
    import json
    import even
    import export
    import ladder
    import train
    one, two, out = str(tmp_path / "one"), str(tmp_path / "two"), str(tmp_path / "net")
    step = train.Trainer.train_step

    def stop_after_some(trainer):
        step(trainer)
        trainer.stop |= trainer.steps % 30 == 0
    monkeypatch.setattr(train.Trainer, "train_step", stop_after_some)
    run = lambda *more: train.main(TINY + ["--seconds", "9999", *more])
    first = run("--out", one)
    assert not first.failed and first.steps > 0 and float(first.losses.isfinite().all())
    second = train.Trainer(train.options(TINY + ["--state", one, "--out", two]))
    assert second.steps == first.steps and second.seconds == first.seconds and second.rate() == first.rate()
    assert all(torch.equal(x, y) for x, y in zip(first.net.state_dict().values(), second.net.state_dict().values()))
    for x, y in zip(first.mean.state_dict().values(), second.mean.state_dict().values()):
        assert torch.allclose(x, y, rtol=1e-3, atol=1e-6)                       # fp16
    for a, b in zip(first.opt.state_dict()["state"].values(), second.opt.state_dict()["state"].values()):
        assert all(torch.allclose(torch.as_tensor(a[k]), torch.as_tensor(b[k]), rtol=1e-2, atol=1e-9) for k in a)   # bf16
    again = run("--state", one, "--out", two)
    assert not again.failed and again.steps > first.steps and again.seconds > first.seconds

    os.makedirs(out)
    path = os.path.join(out, "kring.safetensors")
    export.write(again.mean, path)
    net, lay = export.read(path), make("rhombus:4x4*2 torus:3x5*2")
    pos = random_position(lay, 3)
    want, got = (f.evaluate(lay, pos) for f in (FoldedNet(again.mean, CPU, torch.float32), net))
    assert all(torch.allclose(a, b, atol=3e-2, rtol=1e-2) for a, b in zip(want, got))
    v = export.vectors(net)
    assert len(v) == 64 and all(len(x["policy"]) == x["columns"] * x["rows"] for x in v)
    json.dumps(v)

    even.main(["--state", two, "--boards", "rhombus:4x4=6,torus:4x4=3", "--sims", "6", "--out", str(tmp_path)])
    ladder.main([two, two + "/snapshots.pt:0", "--sims", "4", "--openings", str(tmp_path), "--boards", "rhombus:4x4 torus:4x4"])
    said = capsys.readouterr().out
    assert "rhombus:4x4, 4 simulations: " in said and "% of 12 games" in said and "% of 6 games" in said


def test_a_weights_file_becomes_a_state(tmp_path, monkeypatch):
    """unfold: the same net in play, nearly the same in training; the trainer begins its plan there."""
    import export
    import train
    import unfold
    path = str(tmp_path / "net.safetensors")
    export.write(random_net(), path, seconds=2550, steps=63376, positions=80)
    mixture = {"rhombus:5x4": 2, "cylinder:4x5": 1, "torus:5x5": 1}
    monkeypatch.setattr(unfold, "MIXTURE", mixture)
    monkeypatch.setattr(sys, "argv", ["unfold", "--net", path, "--out", str(tmp_path), "--games", "64", "--plies", "12"])
    unfold.main()

    boards = ",".join(f"{b}={w}" for b, w in mixture.items())
    options = TINY + ["--boards", boards, "--blocks", "2", "--state", str(tmp_path), "--out", str(tmp_path / "out")]
    monkeypatch.setattr(train, "Net", lambda *a: Net(*a, head=16, hidden=16))
    trainer = train.Trainer(train.options(options))
    assert trainer.steps == 63376 and trainer.seconds == 2550 and trainer.done() == 0
    assert trainer.rate() == pytest.approx(trainer.a.rate / 200)

    lay, file = make("rhombus:5x4*128 cylinder:4x5*64 torus:5x5*64"), export.read(path)
    pos = random_position(lay, 6)
    want, got = (f.evaluate(lay, pos) for f in (file, FoldedNet(trainer.mean, CPU, torch.float32)))
    assert all(torch.allclose(a, b, atol=1e-3, rtol=1e-3) for a, b in zip(want, got))
    planes, taps = encode(lay, pos.colour, pos.mover, due(pos), torch.float32)
    with torch.no_grad():
        played, trained = (net(planes, taps, lay)[0][lay.valid] for net in (trainer.mean, trainer.net.train()))
    assert float((played - trained).norm() / played.norm()) < 0.25


def test_refitting_changes_the_value_head_alone(tmp_path, monkeypatch):
    import refit
    net = random_net()
    plain = {k: state.in_fp32(state.narrowed(t, torch.float16)) for k, t in net.state_dict().items()}    # as a state keeps them
    torch.save(dict(config=net.config, net=plain, mean=plain), tmp_path / "state.pt")
    monkeypatch.setattr(refit, "SIZES", ("2x2", "3x2"))
    monkeypatch.setattr(refit, "MIXTURE", {"rhombus:4x4": 1, "torus:4x4": 1})
    words = f"refit --state {tmp_path} --out {tmp_path / 'out'} --each 12 --sims 8 --games 20 --plies 6"
    monkeypatch.setattr(sys, "argv", words.split())
    refit.main()
    after = state.read(tmp_path / "out")
    for part in ("net", "mean"):
        changed = {k.split(".")[0] for k, t in plain.items() if not torch.equal(t, after[part][k])}
        assert changed == {"value2", "value3"}


def test_the_committed_state_is_the_committed_net():
    import export
    from safetensors.torch import load_file
    nets = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "crates", "eval", "nets")
    s = state.read(os.path.join(nets, "training"))
    net = load(Net(**s["config"]), s["mean"])
    file = load_file(os.path.join(nets, "kring-6x64.safetensors"))
    assert all(torch.allclose(t.float(), file[k].float(), atol=1e-4, rtol=2e-3) for k, t in export.tensors(net).items())
    assert len(s["opt"]["state"]) == len(list(net.parameters()))


def test_the_committed_teacher_can_be_continued():
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "teacher")
    assert max(os.path.getsize(os.path.join(folder, name)) for name in state.PARTS) < 15e6
    s = state.read(folder)
    net = load(Net(**s["config"]), s["net"])
    assert s["config"] == dict(channels=128, blocks=10, head=32, hidden=64) and len(s["opt"]["state"]) == len(list(net.parameters()))
    assert s["origin"]["steps"] < s["steps"] and s["runs"][-1]["steps"] == s["steps"]


def test_seasons_can_be_taken_out_of_a_net():
    import export
    net, lay = random_net(), make("rhombus:4x3*3 rhombus:2x5*3 cylinder:3x4*3 torus:4x4*3")
    pos = random_position(lay, 3)
    plain = load(Net(**net.config), without_seasons(net.state_dict())).eval()
    planes, taps = encode(lay, pos.colour, pos.mover, due(pos), torch.float32)
    with torch.no_grad():
        for one, other in zip(net.eval()(planes, taps, lay), plain(planes, taps, lay)):
            assert torch.allclose(one, other, atol=1e-4)
    assert export.planes_of(net) == 16 and export.tensors(plain)["stem.weight"].shape[1] == 8


def test_the_mean_of_states(tmp_path):
    import combine
    nets = [random_net(seed=seed).state_dict() for seed in range(3)]
    for name, net in zip("ab", nets):
        state.write(tmp_path / name, dict(config={}, net=net, mean=net, opt=None, steps=ord(name)))
    torch.save([dict(config={}, net=nets[2])], tmp_path / "c.pt")
    combine.main(["--out", str(tmp_path), *(f"{tmp_path}/{part}" for part in ("a=1", "b=1", "c.pt:0=2"))])
    after = state.read(tmp_path)
    key = "blocks.0.conv1.weight"
    assert torch.allclose(after["mean"][key], (nets[0][key] + nets[1][key] + 2 * nets[2][key]) / 4, atol=1e-3)
    assert after["steps"] == ord("b")


def test_a_plan_begins_again(tmp_path):
    import train
    one, two = str(tmp_path / "one"), str(tmp_path / "two")
    first = train.Trainer(train.options(TINY + ["--out", one]))
    first.seconds, first.steps = 90.0, 500
    first.save()
    resume = lambda *more: train.Trainer(train.options(TINY + ["--state", one, "--out", two, *more]))
    assert resume().done() == 0.9
    again = resume("--again")
    assert again.seconds == 90 and again.done() == 0 and again.rate() == again.a.rate / 200
    again.save()
    assert train.Trainer(train.options(TINY + ["--state", two, "--out", one])).origin == dict(seconds=90.0, steps=500)


def test_large_cylinders_get_enough_white_stones():
    """Even chances need about as many as the board has rows."""
    for size in (9, 14, 19):
        chances = extra_stones(Board("cylinder", size, size))
        assert sum(chances[size:]) > 0.03 and sum(chances) == pytest.approx(1)


@pytest.mark.parametrize("fused", [False, True])
def test_half_precision_training_follows_full(fused):
    """Forward and backward in bf16, or with the kernels in fp16 (their interpreter has no bf16), against fp32."""
    dtype = torch.float16 if fused else torch.bfloat16
    if fused and (kernels.triton is None or not kernels.INTERPRET):
        pytest.skip("no Triton")
    net, lay = random_net(blocks=1).train(), make("rhombus:4x3*4 cylinder:3x4*4 torus:4x4*4")
    pos = random_position(lay, 3)
    grads = []
    for half in (False, True):
        planes, taps = encode(lay, pos.colour, pos.mover, due(pos), dtype if half else torch.float32)
        kernels.on.update(conv=half and fused, weights=half and fused)
        try:
            with torch.autocast("cpu", dtype=dtype, enabled=half):
                logits, value = net(planes, taps, lay)
            net.zero_grad()
            (torch.log_softmax(logits, 1)[:, 0].sum() + (value ** 2).sum()).backward()
        finally:
            kernels.on.update(conv=False, weights=False)
        grads.append([p.grad.clone() for p in net.parameters()])
    for name, a, b in zip((n for n, _ in net.named_parameters()), *grads):
        assert float((a - b).norm()) < 0.12 * float(a.norm()) + 1e-3, name
