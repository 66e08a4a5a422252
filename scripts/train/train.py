"""One stretch of a training by self-play: `python train.py --seconds 540 --state DIR --out DIR`.

One process, one device. It plays `--moves` moves in all games, trains on the replay buffer, gives
the averaged weights to self-play, and repeats. Learning rate and search depth follow the
seconds trained over all stretches (`--plan` = seconds of the whole training), so a training can be cut
into stretches of any length: each one resumes from a state and leaves a new one. `--again` starts a new plan.
With `--player` another net plays, which does not learn: the trained net learns from its games.
"""
import argparse
import copy
import json
import os
import random
import signal
import sys
import time
import traceback

START = time.time()
import torch
import torch.nn.functional as F

import bench
import check_kernels
import state
from boards import MIXTURE, PLANES, SEASONS, TOPOLOGIES, Layout, parse_mixture, parse_seasons, share_out
from net import FoldedNet, Net, encode, load, widened
from replay import Ring, Sampler, SelfPlay, by_seasons
from search import Search
from seasons import MOST, may_play

# From this fraction of the plan on: simulations of a fast search and of a full one, uses of each position of a full search.
PHASES = ((0.0, 8, 32, 2), (0.08, 16, 64, 4), (0.40, 24, 160, 6))
CONSIDERED = 16                                    # moves at the root
FULL_SHARE = 0.25                                  # of the moves have a full search
FALL = 0.2                                         # the rate falls to zero in this last share of the plan
WARM_UP = 200                                      # steps in which the rate rises at the start of a plan
KEEP = 14                                          # snapshots in snapshots.pt


def options(argv=None):
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--seconds", type=float, default=540, help="wall clock of this stretch, start-up included")
    p.add_argument("--spare", type=float, default=10, help="seconds to stop before that")
    p.add_argument("--plan", type=float, default=1500, help="training seconds of all stretches together")
    p.add_argument("--again", action="store_true", help="begin the plan anew, at the seconds the state has")
    p.add_argument("--state", default="", help="folder with a state (see state.py) and snapshots.pt to resume from, if there")
    p.add_argument("--out", default="out", help="folder for the state, snapshots.pt and logs")
    p.add_argument("--player", default="", help="folder with the state of a net that plays and does not learn")
    p.add_argument("--games", type=int, default=4096)
    p.add_argument("--moves", type=int, default=8, help="moves between trainings")
    p.add_argument("--batch", type=int, default=4096)
    p.add_argument("--channels", type=int, default=64)
    p.add_argument("--blocks", type=int, default=6)
    p.add_argument("--rate", type=float, default=6e-4)
    p.add_argument("--window", type=int, default=640, help="moves of every slot that are kept")
    p.add_argument("--fill", type=int, default=40, help="moves before the first training")
    p.add_argument("--decay", type=float, default=0.96, help="lambda of the value target")
    p.add_argument("--own", type=float, default=0.0, help="share of a position's own root value in its target, the rest is the "
                   "lambda-return")
    p.add_argument("--average", type=float, default=0.9995, help="decay of the averaged weights")
    p.add_argument("--boards", default="", help="mixture, e.g. 'rhombus:5x5=2,torus:5x5=1'; default: boards.MIXTURE")
    p.add_argument("--seasons", default="", help="mixture of numbers of seasons, e.g. '1=45,3=55'; default: boards.SEASONS")
    p.add_argument("--results-only", type=float, default=0.0, help="until this fraction of the plan, games with seasons are not "
                   "resigned and learn from results alone: for a state that knows no seasons")
    p.add_argument("--phases", default="", help="e.g. '0:8:32:2,0.08:16:64:4'")
    p.add_argument("--no-kernels", action="store_true", help="PyTorch only")
    p.add_argument("--bench", action="store_true", help="measure the parts for about a minute, train nothing")
    p.add_argument("--report", type=float, default=20, help="seconds between log lines")
    p.add_argument("--saves", type=float, default=60, help="seconds between saves of the state")
    p.add_argument("--shots", type=float, default=100, help="seconds between snapshots; 0: none")
    p.add_argument("--seed", type=int, default=0, help="0: from the clock")
    return p.parse_args(argv)


class Trainer:
    def __init__(self, a):
        self.a = a
        cuda = torch.cuda.is_available()
        self.device = torch.device("cuda" if cuda else "cpu")
        self.stop, self.failed = False, False
        os.makedirs(a.out, exist_ok=True)
        self.file = open(os.path.join(a.out, "log.txt"), "a", buffering=1)
        torch.manual_seed(a.seed or time.time_ns() % 2**31), random.seed(a.seed or None)
        torch.backends.cuda.matmul.allow_tf32 = True
        torch.backends.cudnn.enabled = False       # nothing here needs it; its batch norm dislikes one tall image
        mixture = parse_mixture(a.boards) or MIXTURE
        self.seasons = parse_seasons(a.seasons) or SEASONS
        self.phases = [tuple(map(float, q.split(":"))) for q in a.phases.split(",")] if a.phases else PHASES
        self.layout = Layout(share_out(mixture, a.games), self.device)
        self.net = Net(a.channels, a.blocks).to(self.device)
        self.mean = copy.deepcopy(self.net).eval()
        self.opt = torch.optim.AdamW(self.net.parameters(), lr=a.rate, betas=(0.9, 0.98), weight_decay=0.01, fused=cuda)
        self.steps = self.positions = self.evals = 0
        self.seconds = 0.0
        self.origin = dict(seconds=0.0, steps=0)   # where the plan began
        self.snapshots, self.runs = [], []
        self.owed = 0.0                            # training steps, a fraction of one
        self.judged = None                         # losses on games that are held out
        self.resume()
        self.player = FoldedNet(self.frozen() if a.player else self.mean, self.device, torch.float16 if cuda else torch.float32)
        self.log(f"{torch.cuda.get_device_name() if cuda else 'CPU'}, torch {torch.__version__}; "
                 f"{sum(p.numel() for p in self.net.parameters())} weights; {self.layout.games} games, "
                 f"{self.layout.rows} cells, {len(self.layout.boards)} boards")

    def log(self, *words):
        line = " ".join(map(str, words))
        print(line, flush=True)
        self.file.write(line + "\n")

    # ---------------------------------------------------------------- state
    def frozen(self):
        s = state.read(self.a.player, self.device)
        return load(Net(**s["config"]), s["mean"]).to(self.device).eval()

    def resume(self):
        path = self.a.state
        if not path or not state.exists(path):
            self.log(f"fresh start ({'no state in ' + path if path else 'no --state'})")
            return
        s = state.read(path, self.device)
        if s["config"] != self.net.config:
            raise SystemExit(f"{path} holds a net {s['config']}, not {self.net.config}")
        if s["net"]["stem.weight"].shape[1] < len(PLANES):
            self.log(f"{path} knows {s['net']['stem.weight'].shape[1]} planes: the others begin with weights of zero")
        load(self.net, s["net"]), load(self.mean, s["mean"])
        if s["opt"]:
            stem = next(i for i, (name, _) in enumerate(self.net.named_parameters()) if name == "stem.weight")
            moments = s["opt"]["state"].get(stem, {})
            moments.update({k: widened(m) for k, m in moments.items() if k in ("exp_avg", "exp_avg_sq")})
            self.opt.load_state_dict(s["opt"])
        self.steps, self.seconds, self.positions, self.evals = s["steps"], s["seconds"], s["positions"], s["evals"]
        self.runs, self.origin = s["runs"], s["origin"] or self.origin
        if self.a.again:
            self.origin = dict(seconds=self.seconds, steps=self.steps)
        more = os.path.join(self.a.state, "snapshots.pt")
        if os.path.exists(more):
            self.snapshots = torch.load(more, map_location="cpu", weights_only=True)
        self.log(f"resumed {path}: {self.seconds:.0f} s trained, step {self.steps}, {len(self.snapshots)} snapshots")

    def save(self):
        counters = dict(seconds=self.seconds, steps=self.steps, positions=self.positions, evals=self.evals)
        runs = self.runs + [dict(**counters, rate=self.rate(), plan=self.done(), held_out=self.judged)]
        state.write(self.a.out, dict(config=self.net.config, net=self.net.state_dict(), mean=self.mean.state_dict(),
                                     opt=self.opt.state_dict(), runs=runs, origin=self.origin, **counters))
        with open(os.path.join(self.a.out, "stretches.jsonl"), "w") as f:
            f.writelines(json.dumps(run) + "\n" for run in runs)
        if self.snapshots:
            path = os.path.join(self.a.out, "snapshots.pt")
            torch.save(self.snapshots, path + ".tmp")
            os.replace(path + ".tmp", path)

    def snapshot(self):
        half = {k: (t.half() if t.is_floating_point() else t).cpu() for k, t in self.mean.state_dict().items()}
        self.snapshots.append(dict(config=self.net.config, seconds=self.seconds, steps=self.steps, net=half))
        while len(self.snapshots) > KEEP:          # thin out the past, keep first and last
            del self.snapshots[max(1, len(self.snapshots) // 3)]

    # ------------------------------------------------------------- training
    def done(self):
        """The fraction of the plan that is trained."""
        return min(1.0, (self.seconds - self.origin["seconds"]) / self.a.plan)

    def rate(self):
        """Constant, and linear to zero in the last part of the plan."""
        warm = min(1, (self.steps - self.origin["steps"] + 1) / WARM_UP)
        return self.a.rate * warm * min(1, (1 - self.done()) / FALL)

    def losses_of(self, net, sampler):
        """One batch -> its boards and numbers of seasons, and for each sample: weight of the value, its loss; weight of
        the policy, its loss, the entropy of its target"""
        lay = sampler.layout
        colour, due, mover, policy, target, of_policy, of_value, count = sampler.draw()
        cuda = self.device.type == "cuda"
        planes, taps = encode(lay, colour, mover, due, torch.bfloat16 if cuda else torch.float32)
        with torch.autocast("cuda", dtype=torch.bfloat16, enabled=cuda):
            logits, value = net(planes, taps, lay)
        policy = torch.where(may_play(due), policy, 0.0)
        policy = policy / policy.sum(1, keepdim=True).clamp(min=1e-6)
        # Only the board's own cells count, and of the empty ones those of the season that is due. Taken cells do
        # count: the net itself learns not to play on stones.
        logp = torch.log_softmax(torch.where(lay.valid & ((due == 0) | may_play(due)), logits, -1e9), 1)
        entropy = -(policy * policy.clamp(min=1e-9).log()).sum(1)
        kl = -(policy * logp).sum(1) - entropy
        bce = F.binary_cross_entropy_with_logits(value, (target + 1) / 2, reduction="none")
        return by_seasons(sampler.kind, count), torch.stack([of_value, bce * of_value, of_policy, kl * of_policy, entropy * of_policy], 1)

    def train_step(self):
        self.net.train()
        rows, each = self.losses_of(self.net, self.sampler)
        of_value, value, of_policy, policy, _ = each.sum(0)
        loss = value / of_value.clamp(min=1) + policy / of_policy.clamp(min=1)
        self.opt.zero_grad(set_to_none=True)
        loss.backward()
        norm = torch.nn.utils.clip_grad_norm_(self.net.parameters(), 2.0)
        self.opt.step()
        self.steps += 1
        keep = min(self.a.average, (1 + self.steps) / (20 + self.steps))
        with torch.no_grad():
            floats = lambda net: [*net.parameters(), *(b for b in net.buffers() if b.is_floating_point())]
            torch._foreach_lerp_(floats(self.mean), floats(self.net), 1 - keep)
            self.losses.index_add_(0, rows, each.detach())
            self.norm = norm.detach()

    @torch.no_grad()
    def held_out(self, batches=4):
        """Mean losses of value and policy of the averaged weights on games that are never trained on; None without any"""
        if not self.judge.layout:
            return None
        total = sum(self.losses_of(self.mean, self.judge)[1].sum(0) for _ in range(batches))
        of_value, value, of_policy, policy, _ = total.tolist()
        return dict(value=round(value / max(of_value, 1), 4), kl=round(policy / max(of_policy, 1), 4))

    def search(self, fast, full):
        """-> the two searches, {whether full: search}"""
        if getattr(self, "current", None) != (fast, full):
            t, self.current = time.time(), (fast, full)
            self.engines = None
            self.games.searches.clear()
            if self.device.type == "cuda":
                torch.cuda.empty_cache()
            self.engines = {is_full: Search(self.layout, self.player, sims, CONSIDERED) for is_full, sims in ((False, fast), (True, full))}
            for is_full, engine in self.engines.items():
                self.games.move(engine, is_full, self.log)
            self.log(f"searches with {fast} and {full} simulations ready in {time.time() - t:.1f} s")
        return self.engines

    def steps_due(self, uses):
        """How many training steps the last moves pay for: each position of a full search is drawn `uses` times while it is in
        the ring. A ring that is not full yet pays for its part."""
        if self.ring.count < self.a.fill:
            return 0
        full = self.sampler.share_of_full()
        rows = len(self.ring.rows(full > 0))
        samples = uses * self.a.moves * self.a.games * rows / self.ring.length
        self.owed += samples / (full or 1) / self.a.batch
        steps = int(self.owed)
        self.owed -= steps
        return steps

    def prepare(self):
        """Kernels, ring and games: what a state file does not hold."""
        a = self.a
        if a.no_kernels:
            self.log("kernels: off by --no-kernels")
        else:
            probe = Layout(self.layout.take(min(a.games, 2048)), self.device)
            check_kernels.enable(self.player, probe, self.log)
            torch.manual_seed(a.seed or time.time_ns() % 2**31)
        bench.evaluation(self.player, self.layout, "mixture", self.log)
        self.ring = Ring(self.layout, a.window)
        self.sampler = Sampler(self.ring, a.batch, own=a.own)
        self.judge = Sampler(self.ring, a.batch, held_out=True, own=a.own)
        self.games = SelfPlay(self.layout, self.player, self.ring, self.seasons)
        self.losses = torch.zeros(len(self.layout.boards) * (MOST + 1), 5, device=self.device)

    def run(self):
        a, cuda = self.a, self.device.type == "cuda"
        wait = torch.cuda.synchronize if cuda else lambda: None
        self.prepare()
        if a.shots and not self.snapshots:
            self.snapshot()
        limit = START + a.seconds - a.spare
        begun, base = time.time(), self.seconds
        reported, saved, shot = begun, begun, begun
        playing = training = 0.0
        did_evals, did_steps = 0, 0
        self.log(f"ready after {begun - START:.1f} s; {limit - begun:.0f} s to train; plan {a.plan:.0f} s, {100 * self.done():.0f} % done")
        while not self.stop and time.time() < limit:
            phase = [p for p in self.phases if p[0] <= self.done()][-1]
            decay = self.games.trust(self.done() >= a.results_only, a.decay)
            engines = self.search(int(phase[1]), int(phase[2]))
            t, evals = time.time(), 0
            for _ in range(a.moves):
                full = random.random() < FULL_SHARE
                self.games.move(engines[full], full, self.log)
                evals += a.games * (engines[full].sims + 3)
            wait()
            mid = time.time()
            self.positions += a.moves * a.games
            self.evals, did_evals = self.evals + evals, did_evals + evals
            self.ring.settle(a.moves, decay)
            steps = self.steps_due(phase[3])
            for group in self.opt.param_groups:
                group["lr"] = self.rate()
            for _ in range(steps):
                self.train_step()
            did_steps += steps
            if steps and not a.player:
                self.player.load(self.mean)
            wait()
            now = time.time()
            playing, training, self.seconds = playing + mid - t, training + now - mid, base + now - begun
            if now - reported > a.report:
                self.report(playing, training, did_evals, did_steps, self.current)
                reported, playing, training, did_evals, did_steps = now, 0.0, 0.0, 0, 0
            if a.shots and now - shot > a.shots:
                shot = now
                self.snapshot()
            if now - saved > a.saves:
                saved = now
                if all(torch.isfinite(p).all() for p in self.net.parameters()):
                    self.save()
                else:
                    raise ValueError("weights are not finite")
        self.log(f"stopped after {time.time() - START:.0f} s: {'signal' if self.stop else 'time'}")

    def report(self, playing, training, evals, steps, sims):
        stats, losses = self.games.stats.tolist(), self.losses.tolist()
        self.games.stats.zero_(), self.losses.zero_()
        mem = torch.cuda.max_memory_allocated() / 2**30 if self.device.type == "cuda" else 0
        by = {}
        for i, (s, l) in enumerate(zip(stats, losses)):
            board, count = self.layout.boards[i // (MOST + 1)], i % (MOST + 1)
            some = "plain" if count == 1 else "seasons"
            for key in ("all", some, f"seasons={count}", f"{board.topology} {some}", str(board) if count == 1 else f"{board} seasons"):
                by[key] = [x + y for x, y in zip(by.get(key, [0.0] * 9), s + l)]
        by = {k: v for k, v in by.items() if v[0] + v[4] + v[6] > 0}
        show = {k: dict(games=int(v[0]), black=round(v[1] / max(v[0], 1), 3), plies=round(v[3] / max(v[2], 1), 1),
                        kl=round(v[7] / max(v[6], 1), 4), value=round(v[5] / max(v[4], 1), 4),
                        entropy=round(v[8] / max(v[6], 1), 3)) for k, v in by.items()}
        self.judged = self.held_out()
        row = dict(seconds=round(self.seconds, 1), steps=self.steps, positions=self.positions, sims=list(sims), held_out=self.judged,
                   rate=round(self.rate(), 7), evals_per_s=round(evals / max(playing, 1e-9)),
                   samples_per_s=round(steps * self.a.batch / max(training, 1e-9)), play_share=round(playing / max(playing + training, 1e-9), 2),
                   norm=round(float(getattr(self, "norm", 0)), 3), gib=round(mem, 1), boards=show)
        with open(os.path.join(self.a.out, "log.jsonl"), "a") as f:
            f.write(json.dumps(row) + "\n")
        self.log(" ".join(f"{k}={v}" for k, v in row.items() if k != "boards"))
        for key in ("all", *(f"{t} {s}" for s in ("plain", "seasons") for t in TOPOLOGIES), *(f"seasons={k}" for k in range(1, MOST + 1)),
                    "rhombus:11x11", "rhombus:11x11 seasons", "rhombus:19x19"):
            if key in show:
                self.log(f"    {key:21}", " ".join(f"{k}={v}" for k, v in show[key].items()))


def main(argv=None):
    trainer = Trainer(options(argv))

    def ask_to_stop(*_):
        trainer.stop = True
    signal.signal(signal.SIGTERM, ask_to_stop)
    signal.signal(signal.SIGINT, ask_to_stop)
    if trainer.a.bench:
        trainer.prepare()
        bench.parts(trainer)
        return trainer
    try:
        trainer.run()
    except BaseException:                          # noqa: BLE001  whatever happened, keep what was learnt
        trainer.failed = True
        trainer.log("FAILED:\n" + traceback.format_exc())
    try:
        if not trainer.steps or not all(torch.isfinite(p).all() for p in trainer.net.parameters()):
            raise ValueError("nothing trained, or weights not finite")
        if trainer.a.shots:
            trainer.snapshot()
        trainer.save()
        trainer.log(f"saved {trainer.a.out} at {trainer.seconds:.0f} s, step {trainer.steps}")
    except Exception as e:                         # noqa: BLE001  a broken device cannot be read any more
        trainer.failed = True
        trainer.log(f"NOT saved, the last checkpoint stands: {type(e).__name__}: {str(e)[:300]}")
    return trainer


if __name__ == "__main__":
    sys.exit(1 if main().failed else 0)
