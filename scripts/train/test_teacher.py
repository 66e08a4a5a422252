"""Tests of what makes long trainings and teachers right: which positions are trained, openings, targets, states, growth."""
import os
import signal

import pytest
import torch

import even
import grow
import norms
import replay
import state
import train
from boards import Board, Layout
from net import FoldedNet, Net, due, encode
from openings import FIRST_STONE, FORK, RANDOM, SCATTERED, SHARES, OpeningPool, Openings
from replay import HELD_OUT, Ring, Sampler, SelfPlay
from search import Search, both_views, turned
from test_train import CPU, TINY, make, random_net, random_position

PLAIN = {1: 1.0}


class Oracle:
    """Values and policies that depend on the stones alone, and vary much."""

    def __init__(self, lopsided=0.0):
        self.lopsided = lopsided

    def evaluate(self, layout, pos):
        stones = torch.where(layout.valid, pos.colour, 0).double()
        mixed = torch.sin((stones * torch.arange(1, layout.width + 1) ** 1.5).sum(1) * 12.9898)
        prior = torch.where(pos.colour == 0, 0.0, -1e9)
        return torch.log_softmax(prior, 1).clamp(min=-1e9), (mixed.sign() * mixed.abs() ** (1 - self.lopsided)).float()


def played(layout, moves, length=400, sims=(2, 4), full=lambda move: move % 4 == 0):
    """Self-play -> ring, games"""
    torch.manual_seed(7)
    net = FoldedNet(random_net(), CPU, torch.float32)
    ring = Ring(layout, length)
    games = SelfPlay(layout, net, ring, PLAIN)
    searches = [Search(layout, net, n, 4) for n in sims]
    for move in range(moves):
        is_full = full(move)
        games.move(searches[is_full], is_full)
    return ring, games


def test_positions_of_every_ply_are_trained_on_every_board():
    """From the first training on, while most games are unfinished: the samples lie over the plies as the games do."""
    lay = make("rhombus:5x5*40 cylinder:4x5*32 torus:5x5*32")
    for moves in (9, 30):
        ring, games = played(lay, moves)
        ring.settle(moves, games.trust(True, 0.96))
        sampler = Sampler(ring, 600)
        assert bool(ring.known[:moves].all())
        drawn = {kind: [] for kind in range(3)}
        for _ in range(8):
            *_, of_policy, of_value, _ = sampler.draw()
            move, slot = sampler.last
            assert torch.equal(of_policy > 0, ring.full[move]) and bool((of_value == 1).all())
            for kind in drawn:
                drawn[kind].append(ring.ply[move, slot][sampler.kind == kind])
        for kind, plies in drawn.items():
            mine = torch.arange(lay.games)[lay.kind == kind]
            mine = mine[torch.arange(len(mine)) % HELD_OUT != HELD_OUT - 1]
            weight = torch.where(ring.full[:moves], 0.5 / ring.rows(True).numel(), 0.5 / ring.rows(False).numel())
            there = torch.zeros(int(lay.sizes.max()) + 1)
            there.index_add_(0, ring.ply[:moves, mine].flatten().long(), weight[:, None].expand(-1, len(mine)).flatten() / len(mine))
            got = torch.bincount(torch.cat(plies).long(), minlength=len(there)).float()
            quarter = len(there) // 4
            assert there[:quarter].sum() > 0.15                      # there are beginnings, and they are used
            assert float((got / got.sum() - there).abs().sum()) < 0.2, (moves, kind)


def test_a_position_is_used_as_often_as_the_phase_says(tmp_path):
    """Over its time in the ring, also with a ring that is being filled and a player that does not learn."""
    a = train.options(TINY + ["--out", str(tmp_path), "--batch", "16"])
    trainer = train.Trainer(a)
    trainer.ring = Ring(trainer.layout, 40)
    trainer.sampler = Sampler(trainer.ring, a.batch)
    trainer.positions, steps = 0, []
    for move in range(0, 240, a.moves):
        trainer.ring.counted(a.moves, move % 12 < 3)
        steps.append(trainer.steps_due(6))
    assert steps[0] == 0 and steps[3] < steps[-1]
    of_full = sum(steps[40:]) * a.batch * trainer.sampler.share_of_full()
    positions = sum(a.moves * a.games * (move % 12 < 3) for move in range(120, 240, a.moves))
    assert of_full / positions == pytest.approx(6, rel=0.05)


def test_targets_have_the_share_of_the_own_root_value():
    """Three moves and the win of the mover, then two moves of a game that goes on."""
    lay = make("rhombus:3x3*2")
    ring = Ring(lay, 8)
    values, ended = (0.1, -0.2, 0.6, 0.3, -0.5), (0, 0, 1, 0, 0)
    for value, end in zip(values, ended):
        ring.put(value=torch.full((2,), value), ended=torch.full((2,), end))
        ring.counted(1, True)
    ring.settle(5, torch.tensor([0.75, 1.0]))
    third = 0.25 * 0.6 + 0.75 * 1
    second = 0.25 * -0.2 - 0.75 * third
    first = 0.25 * 0.1 - 0.75 * second
    last = -0.5
    expected = [first, second, third, 0.25 * 0.3 - 0.75 * last, last]
    assert torch.allclose(ring.target[:5, 0], torch.tensor(expected))
    assert torch.allclose(ring.target[:3, 1], torch.tensor([1.0, -1.0, 1.0]))
    assert ring.known[:5].tolist() == [[True, True]] * 3 + [[True, False]] * 2    # without root values the result is needed
    sampler = Sampler(ring, 8, own=0.5)
    *_, target, _, _, _ = sampler.draw()
    move, slot = sampler.last
    assert torch.allclose(target, (ring.target[move, slot] + ring.value[move, slot]) / 2)


def test_held_out_games_are_never_trained_on():
    lay = make(f"rhombus:4x4*{3 * HELD_OUT} torus:4x4*{2 * HELD_OUT + 5} cylinder:4x4*7")
    ring, _ = played(lay, 3)
    trained, judged = Sampler(ring, 500), Sampler(ring, 500, held_out=True)
    slots = [set(), set()]
    for _ in range(30):
        for mine, sampler in zip(slots, (trained, judged)):
            sampler.draw()
            assert torch.equal(lay.kind[sampler.last[1]], sampler.kind)
            mine |= set(sampler.last[1].tolist())
    assert not slots[0] & slots[1] and len(slots[1]) == 5 and len(slots[0]) == lay.games - 5


def test_openings_are_chosen_from_many_by_how_even_they_are():
    torch.manual_seed(2)
    lay = make("rhombus:7x7*200 torus:7x7*200 cylinder:7x7*200")
    pool = OpeningPool(lay, Openings(lay, PLAIN), Oracle(0.7))
    running = random_position(lay, 9)
    everywhere = torch.ones(lay.games, dtype=torch.bool)
    for _ in range(40):
        pool.step(running)
    assert float((pool.candidates >= 8).float().mean()) > 0.95
    kinds = torch.bincount(pool.kind, minlength=4) / lay.games
    assert torch.allclose(kinds, torch.tensor(SHARES), atol=0.06)
    kind = pool.kind.clone()
    pos, stones = pool.take(everywhere)
    value = pool.evaluate(pos)[1]
    drawn = pool.evaluate(Openings(lay, PLAIN).draw()[0])[1]
    lopsided = [float((v.abs() > 0.6).float().mean()) for v in (drawn, value)]
    assert lopsided[0] > 0.75 and lopsided[1] < 0.55, lopsided
    on = lambda which: stones[(kind == which) & (lay.kind != 2)]
    assert int(on(FIRST_STONE).min()) == 1 and int(on(FIRST_STONE).max()) == 7
    assert int(on(RANDOM).max()) <= 5 and int(on(SCATTERED).max()) > 12 and bool((on(FORK) == 10).all())
    assert not bool(pool.weight.any())


def test_first_stones_are_nearly_even():
    torch.manual_seed(2)
    lay = make("rhombus:6x6*200")
    pool = OpeningPool(lay, Openings(lay, PLAIN), Oracle())
    one = Layout([(Board.parse("rhombus:6x6"), 36)], CPU)
    values = Oracle().evaluate(one, even.set_up(one, [[(1, cell)] for cell in range(36)])[0])[1]
    new = pool.kind == FIRST_STONE
    assert int(new.sum()) > 60 and bool((pool.stones[new] == 1).all())
    chosen = values[pool.pos.colour[new].argmax(1)]
    assert float(chosen.abs().mean()) < 0.6 * float(values.abs().mean())


def test_games_start_staggered_and_stay_so():
    lay = make("rhombus:6x6*300")
    _, games = played(lay, 0)
    spread = torch.bincount(games.ply.clamp(max=20), minlength=21)[3:17].float() / lay.games
    assert float(spread.max()) < 0.15 and float(spread.min()) > 0.004


def test_noise_ends_with_the_exploring_plies(monkeypatch):
    lay = make("rhombus:6x6*60")
    _, games = played(lay, 0)
    seen = []
    search = Search(lay, games.net, 4, 4)
    run = search.run
    monkeypatch.setattr(search, "run", lambda pos, noise: seen.append(noise[:, 0].clone()) or run(pos, noise))
    ply, until = games.ply.clone(), games.noisy_until.clone()
    games.move(search, True)
    assert torch.equal(seen[0] > 0, ply < until) and 0 < float(seen[0].sum()) < lay.games
    pos = random_position(lay, 4)
    noise = (torch.arange(lay.games) % 2).float()[:, None]
    visits = []
    for seed in (1, 2):
        torch.manual_seed(seed)
        Search.run(search, pos, noise)
        visits.append(search.visits[:lay.games].clone())
    same = (visits[0] == visits[1]).all(1)
    assert bool(same[::2].all()) and not bool(same[1::2].all())


def test_the_root_has_two_views():
    lay = make("rhombus:5x4*3 cylinder:4x5*3 torus:4x4*3")
    net, pos = FoldedNet(random_net(), CPU, torch.float32), random_position(lay, 5)
    prior, value = both_views(net, lay, pos)
    prior_turned, value_turned = both_views(net, lay, turned(lay, pos))
    assert torch.allclose(value, value_turned, atol=1e-5) and torch.allclose(prior.gather(1, lay.turned), prior_turned, atol=1e-4)
    assert torch.allclose(prior.exp().sum(1), torch.ones(lay.games), atol=1e-5)
    assert not torch.allclose(value, net.evaluate(lay, pos)[1], atol=1e-4)


def test_one_schedule_over_all_stretches(tmp_path):
    one, two = str(tmp_path / "one"), str(tmp_path / "two")
    words = TINY + ["--rate", "6e-4", "--plan", "1000"]
    trainer = train.Trainer(train.options(words + ["--out", one]))
    trainer.steps, rates = 5000, []
    for trainer.seconds in (0.0, 400.0, 800.0, 900.0, 1000.0):
        rates.append(trainer.rate())
    assert rates == pytest.approx([6e-4, 6e-4, 6e-4, 3e-4, 0])
    trainer.seconds = 600.0
    trainer.save()
    resumed = train.Trainer(train.options(words + ["--state", one, "--out", two]))
    assert resumed.rate() == 6e-4 and resumed.a.average == 0.9995


def test_a_net_grows_without_changing_its_function():
    torch.manual_seed(1)
    small = random_net(16, 2)
    large = grow.grown(small.config, small.state_dict(), 48, 4).eval()
    assert large.config == dict(small.config, channels=48, blocks=4)
    lay = make("rhombus:5x5*9 cylinder:4x6*9 torus:7x5*9")
    pos = random_position(lay, 6)
    want, got = (FoldedNet(net, CPU, torch.float32).evaluate(lay, pos) for net in (small, large))
    legal = pos.colour == 0
    assert float((want[0] - got[0])[legal].abs().max()) < 1e-4 and float((want[1] - got[1]).abs().max()) < 1e-4
    copies = large.state_dict()["blocks.0.conv1.weight"].view(48, 3, 16, 3, 3)
    assert float((copies[:, 0] - copies[:, 1]).abs().min(0).values.max()) > 1e-3     # the copies can part
    large.train()
    planes, taps = encode(lay, pos.colour, pos.mover, due(pos), torch.float32)
    sum(out.sum() for out in large(planes, taps, lay)).backward()
    assert float(large.blocks[3].conv2.norm.weight.grad.abs().max()) > 0             # new blocks learn


def test_norms_are_those_of_the_wanted_mixture():
    """Where they are the mixture's, a batch is computed as in play. Weights stay as they are."""
    torch.manual_seed(1)
    net = random_net()
    before = {k: t.clone() for k, t in net.state_dict().items()}
    lay = make("rhombus:7x7*60 torus:6x6*60")
    norms.measured(net, lay, 24, PLAIN)
    changed = {k.rsplit(".", 1)[1] for k, t in net.state_dict().items() if not torch.equal(t, before[k])}
    assert changed == {"running_mean", "running_var", "num_batches_tracked"}
    assert all(m.momentum == 0.1 for m in net.modules() if isinstance(m, torch.nn.BatchNorm2d))
    pos = random_position(lay, 10)
    planes, taps = encode(lay, pos.colour, pos.mover, due(pos), torch.float32)
    with torch.no_grad():
        in_play, in_training = net(planes, taps, lay)[0][lay.valid], net.train()(planes, taps, lay)[0][lay.valid]
    assert float((in_play - in_training).norm() / in_play.norm()) < 0.2


def test_a_state_of_a_large_net_fits_three_small_files(tmp_path):
    net = Net(128, 10)
    opt = torch.optim.AdamW(net.parameters(), lr=1e-3)
    for p in net.parameters():
        p.grad = torch.randn_like(p)
    opt.step()
    counters = dict(steps=7, positions=8, evals=9, seconds=10.0)
    state.write(tmp_path, dict(config=net.config, net=net.state_dict(), mean=net.state_dict(), opt=opt.state_dict(), runs=[], origin=None,
                               **counters))
    sizes = {name: os.path.getsize(tmp_path / name) for name in os.listdir(tmp_path)}
    assert sorted(sizes) == sorted(state.PARTS) and max(sizes.values()) < 15e6
    got = state.read(tmp_path)
    assert all(torch.equal(t, got["net"][k]) for k, t in net.state_dict().items())
    assert all(torch.allclose(t, got["mean"][k], rtol=1e-3, atol=1e-6) for k, t in net.state_dict().items())
    for i, moments in opt.state_dict()["state"].items():
        assert all(torch.allclose(t, got["opt"]["state"][i][k], rtol=1e-2, atol=1e-12) for k, t in moments.items())
    assert counters.items() <= got.items()

    os.remove(tmp_path / "state.pt"), os.remove(tmp_path / "moments.pt")
    alone = state.read(tmp_path)                                     # averaged weights are enough to begin
    assert alone["opt"] is None and torch.equal(alone["net"]["stem.weight"], alone["mean"]["stem.weight"])
    state.write(tmp_path / "other", dict(alone, steps=8))
    os.replace(tmp_path / "other" / "state.pt", tmp_path / "state.pt")
    with pytest.raises(SystemExit, match="different steps"):
        state.read(tmp_path)


def test_a_stretch_that_is_killed_leaves_its_last_state(tmp_path, monkeypatch):
    out = str(tmp_path / "out")
    step = train.Trainer.train_step

    def killed(trainer):
        step(trainer)
        if trainer.steps == 40:
            os.kill(os.getpid(), signal.SIGKILL)
    monkeypatch.setattr(train.Trainer, "train_step", killed)
    child = os.fork()
    if child == 0:
        train.main(TINY + ["--seconds", "9999", "--saves", "0", "--out", out])
        os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
    left = state.read(out)
    assert 20 < left["steps"] <= 40 and left["opt"]["state"]
    with open(os.path.join(out, "stretches.jsonl")) as f:
        assert len(f.readlines()) == 1
    monkeypatch.setattr(train.Trainer, "train_step", step)
    resumed = train.Trainer(train.options(TINY + ["--state", out, "--out", str(tmp_path / "more")]))
    assert resumed.steps == left["steps"] and len(resumed.runs) == 1


def test_a_student_learns_from_the_games_of_a_player_that_stays(tmp_path, monkeypatch):
    teacher, out = str(tmp_path / "teacher"), str(tmp_path / "out")
    net = random_net(32, 2)
    state.write(teacher, dict(config=net.config, net=net.state_dict(), mean=net.state_dict(), opt=None, steps=0))
    step = train.Trainer.train_step

    def stop_after_some(trainer):
        step(trainer)
        trainer.stop |= trainer.steps >= 12
    monkeypatch.setattr(train.Trainer, "train_step", stop_after_some)
    run = train.main(TINY + ["--seconds", "9999", "--player", teacher, "--own", "0.5", "--out", out])
    assert not run.failed and run.steps >= 12 and run.player.config["channels"] == 32
    want = FoldedNet.folded(run.frozen())
    assert all(torch.equal(t, run.player.w[k]) for k, t in want.items())
    assert run.net.config["channels"] == 16 and run.sampler.own == 0.5


def test_even_openings_differ_by_more_than_symmetry(monkeypatch):
    import random
    monkeypatch.setattr(even, "TRIED", {"rhombus": 300, "torus": 300, "cylinder": 300})
    for name, stones, least in (("rhombus:4x3", 2, 60), ("rhombus:4x3", 3, 100), ("torus:4x4", 4, 100), ("cylinder:4x4", 2, 100)):
        board = Board.parse(name)
        openings = even.candidates(board, stones, random.Random(1))
        assert len(openings) >= least
        assert all(even.parse(board, even.names(board, opening)) == opening for opening in openings)
        lay = Layout([(board, 1)], CPU)
        images = even.symmetries(board)
        assert all(sorted(to) == list(range(board.cells)) for to in images) and len(set(map(tuple, images))) == len(images)
        seen = {frozenset(opening) for opening in openings}
        for opening in openings[:30]:
            for to in images:
                image = frozenset((colour, to[cell]) for colour, cell in opening)
                assert image not in seen or image == frozenset(opening)
        for to in images:                                    # a symmetry keeps games
            pos, _ = even.set_up(lay, [openings[0]])
            assert int((pos.colour != 0).sum()) == len(openings[0])


def test_even_openings_are_even(monkeypatch):
    board = Board.parse("rhombus:4x4")
    net = FoldedNet(random_net(), CPU, torch.float32)
    monkeypatch.setattr(even, "SIEVE", ((0, 0.9), (4, 0.9)))
    monkeypatch.setattr(even, "TRIED", {"rhombus": 100})
    found = even.even(net, board, 10, 12, seed=1, log=lambda line: None)
    value = even.values(net, board, found, 12)
    assert 0 < len(found) <= 20 and float(value.abs().max()) <= even.EVEN + 1e-6
