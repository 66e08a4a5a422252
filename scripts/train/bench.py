"""How fast the parts are: `python train.py --bench` (after the normal start-up; trains nothing)."""
import time

import torch

import kernels
from boards import Board, Layout
from game import play
from net import due, encode
from openings import Openings
from search import Replay, Search
from seasons import may_play

BOARDS = "rhombus:11x11 rhombus:7x7 cylinder:11x11 cylinder:7x7 torus:11x11 torus:7x7 torus:13x13 rhombus:19x19 torus:19x19"


def seconds(work, device, least=0.3):
    """Time of one call, after a warm-up, the device's queue emptied."""
    wait = torch.cuda.synchronize if device.type == "cuda" else lambda: None
    work(), wait()
    n, start = 0, time.perf_counter()
    while time.perf_counter() - start < least or n < 2:
        work()
        n += 1
        if n % 5 == 0:
            wait()
    wait()
    return (time.perf_counter() - start) / n


@torch.no_grad()
def evaluation(net, layout, name, log):
    """Evaluations a second on one layout, as a CUDA graph where there are any."""
    pos = Openings(layout).draw()[0]
    t = seconds(Replay(lambda: net.evaluate(layout, pos), layout.device, log), layout.device)
    flop = layout.rows * 2 * 9 * net.config["channels"] ** 2 * 2 * net.config["blocks"]
    log(f"bench {name}: {layout.games / t / 1e6:.3f} M evaluations/s ({layout.games} games, {layout.rows} cells, "
        f"{t * 1e3:.2f} ms, {flop / t / 1e12:.0f} TFLOP/s)")


@torch.no_grad()
def parts(trainer):
    """Boards one by one, the steps of one simulation, whole moves, training steps."""
    lay, net, dev, log = trainer.layout, trainer.player, trainer.device, trainer.log
    for name in BOARDS.split():
        board = Board.parse(name)
        evaluation(net, Layout([(board, max(2, lay.rows // board.cells))], dev), name, log)
    pos = Openings(lay).draw()[0]
    when = due(pos)
    planes, taps = encode(lay, pos.colour, pos.mover, when, net.dtype)
    x = net.trunk(planes, taps)
    search = Search(lay, net, 32 if dev.type == "cuda" else 2)
    search.run(pos)
    fused = kernels.usable(search.prior, "search")
    value, i = search.value[:lay.games].clone(), search.sims - 1
    act = may_play(when).float().argmax(1)
    steps = dict(
        due=lambda: due(pos), encode=lambda: encode(lay, pos.colour, pos.mover, when, net.dtype), trunk=lambda: net.trunk(planes, taps),
        heads=lambda: kernels.heads(x, lay, when, net.w) if kernels.usable(x, "heads") else net.heads(x, lay),
        descend=lambda: kernels.descend(search, i) if fused else search.descend(i),
        back_up=lambda: kernels.back_up(search, i, value) if fused else search.back_up(i, value),
        play=lambda: play(lay, pos, act),
        openings=lambda: trainer.games.pool.step(pos))
    for name, work in steps.items():
        log(f"bench {name}: {seconds(Replay(work, dev, log), dev) * 1e3:.3f} ms for {lay.games} games")
    t = seconds(lambda: trainer.games.move(search, True, log), dev, 1.0)
    log(f"bench move: {t * 1e3:.1f} ms with {search.sims} simulations, {lay.games / t:.0f} positions/s, "
        f"{lay.games * (search.sims + 3) / t / 1e6:.3f} M evaluations/s")
    trainer.ring.settle(8, trainer.games.trust(True, 0.96))
    with torch.enable_grad():
        t = seconds(trainer.train_step, dev, 1.0)
    log(f"bench training: {t * 1e3:.1f} ms a step of {trainer.a.batch}, {trainer.a.batch / t:.0f} samples/s")
    if dev.type == "cuda":
        log(f"bench memory: {torch.cuda.max_memory_allocated() / 2**30:.1f} GiB")
        from torch.profiler import ProfilerActivity, profile
        with profile(activities=[ProfilerActivity.CUDA]) as prof, torch.enable_grad():
            trainer.train_step()
            torch.cuda.synchronize()
        log(prof.key_averages().table(sort_by="self_device_time_total", row_limit=14, max_name_column_width=60))
