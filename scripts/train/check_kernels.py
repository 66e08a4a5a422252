"""Compiles each Triton kernel, compares it with the PyTorch code on the device, and switches it on only if they
agree; whatever fails is named in the log and stays PyTorch. On a CPU nothing is switched on, except that
TRITON_INTERPRET=1 lets the tests run the kernels there.
"""
import copy
import time

import torch

import kernels
import seasons
from boards import PLANES, SEASONS
from game import play
from net import encode as encode_rows, gather_taps
from openings import Openings
from search import Search

# What is tried: rows of a tile, warps and stages of the convolution; warps of the heads.
TILES = [dict(BM=b, num_warps=w, num_stages=s) for b, w, s in (
    (128, 4, 3), (128, 4, 4), (128, 4, 1), (256, 8, 3), (256, 8, 4), (256, 8, 1), (128, 8, 3), (64, 4, 4))]
HEADS = [dict(num_warps=w) for w in (4, 8, 16)]


def tune(what, options, choices, work, log):
    """Time `work` on the real batch with each of the choices as `options`, keep the fastest."""
    best = None
    for choice in choices:
        options.update(choice)
        try:
            work()
            torch.cuda.synchronize()
            t = time.perf_counter()
            for _ in range(10):
                work()
            torch.cuda.synchronize()
            t = (time.perf_counter() - t) / 10
        except Exception as e:                                   # noqa: BLE001
            log(f"  {what} {choice} failed: {str(e)[:120]}")
            continue
        log(f"  {what} {choice}: {t * 1e3:.3f} ms")
        if best is None or t < best[0]:
            best = t, choice
    options.update(best[1])


def played(layout, moves=6):
    """Openings with and without seasons, and random moves that lead on from them."""
    pos = Openings(layout, SEASONS).draw()[0]
    for _ in range(moves):
        chance = torch.where(seasons.may_play(seasons.due(pos)), torch.rand(pos.colour.shape, device=layout.device), -1.0)
        best, act = chance.max(1)
        pos = play(layout, pos, act)[0].where(best >= 0, pos)
    return pos


def enable(net, layout, log=print):
    """Check every kernel against PyTorch with `net` (a FoldedNet) on `layout`; switch on what agrees."""
    if kernels.triton is None or not (layout.device.type == "cuda" or kernels.INTERPRET):
        log("kernels: PyTorch only (no Triton or no CUDA)")
        return dict(kernels.on)
    pos = played(layout)
    when = seasons.due(pos)
    C = net.config["channels"]
    # A fresh net's last layers are zero: every move would tie, and ties may break differently.
    net = copy.copy(net)
    net.w = {k: t.clone() for k, t in net.w.items()}
    net.w["policy2.w"].normal_(0, 0.5), net.w["value3.w"].normal_(0, 0.5)
    with torch.no_grad():
        _, taps = encode_rows(layout, pos.colour, pos.mover, when, net.dtype)
        x, planes = (torch.randn(layout.rows, n, device=layout.device, dtype=net.dtype) for n in (C, len(PLANES)))
        w, b = net.w["0.0.w"], net.w["0.0.b"]

    def check(what, got, want, tolerance):
        error = max(float((g.float() - t.float()).abs().max() / t.float().abs().max().clamp(min=1e-6))
                    for g, t in zip(got, want))
        if not error < tolerance:
            raise ValueError(f"differs from PyTorch by {error:.2g}")
        log(f"kernel {what}: agrees with PyTorch to {error:.1e}")

    def try_conv():
        want = torch.relu(gather_taps(x, taps) @ w + b + x)
        if layout.device.type == "cuda":
            tune("conv", kernels.tile, TILES, lambda: kernels.conv(x, taps, w), log)
            half = x.bfloat16()                                  # as in training
            check("conv in bf16", [kernels.conv(half, taps, w.bfloat16())], [gather_taps(half, taps) @ w.bfloat16()], 2e-2)
        check("conv", [kernels.conv(x, taps, w, b, x, True)], [want], 2e-2)
        w1 = net.w["stem.w"]
        w1 = torch.randn_like(w1) * 0.1                          # the planes of seasons may have no weights yet
        check("conv of the stem", [kernels.conv(planes, taps, w1)], [gather_taps(planes, taps) @ w1], 2e-2)

    def try_due():
        check("due", [kernels.due(pos)], [when], 1e-6)

    def try_encode():
        kernels.on["encode"] = False
        want = encode_rows(layout, pos.colour, pos.mover, when, net.dtype)
        check("encode", kernels.encode(layout, pos.colour, pos.mover, when, net.dtype), want, 1e-6)

    def try_weights():
        d = torch.bfloat16 if layout.device.type == "cuda" else net.dtype
        g = torch.randn_like(x).to(d)
        for what, a in (("weights", x.to(d)), ("weights of the stem", planes.to(d))):
            want = gather_taps(a, taps).float().t() @ g.float()
            check(what, [kernels.weight_gradient(a, taps, g)], [want], 2e-2)

    def try_heads():
        logits, value = net.heads(x, layout)
        legal = seasons.may_play(when)
        logp = torch.log_softmax(torch.where(legal, logits, -1e9), 1)
        if layout.device.type == "cuda":
            tune("heads", kernels.head, HEADS, lambda: kernels.heads(x, layout, when, net.w), log)
        got = kernels.heads(x, layout, when, net.w)
        check("heads", [torch.where(legal, got[0], 0), got[1]], [torch.where(legal, logp, 0), torch.tanh(value / 2)], 2e-2)

    def try_search():
        result, before = [], dict(kernels.on)
        if kernels.INTERPRET:
            kernels.on.update(due=False, encode=False, conv=False, heads=False)     # they were tried, and are slow there
        for fused in (False, True):
            kernels.on["search"] = fused
            torch.manual_seed(2)                                 # the caller seeds again afterwards
            s = Search(layout, net, 12, 8)
            _, policy, value = s.run(pos)
            result.append((s.visits.clone(), policy, value, s.nodes.step.clone()))
        kernels.on.update(before)
        (a, pa, va, sa), (b, pb, vb, sb) = result
        same_steps = float((sa == sb).float().mean())
        same = 1 - float((a - b).abs().sum() / (a.sum() + b.sum()))
        near = float((va - vb).abs().mean()) + float((pa - pb).abs().sum(1).mean())
        # A near tie may go the other way after rounding, and the rest of that tree with it.
        if not (same > 0.97 and near < 0.03 and same_steps > 0.97):
            raise ValueError(f"trees share {same:.4f} of their visits and {same_steps:.4f} of their steps only, "
                             f"results differ by {near:.3f}")
        log(f"kernel search: {same:.5f} of the visits and {same_steps:.5f} of the steps as in PyTorch, results differ by {near:.1e}")
    for what, attempt in (("due", try_due), ("encode", try_encode), ("conv", try_conv), ("weights", try_weights), ("heads", try_heads),
                          ("search", try_search)):
        try:
            kernels.on[what] = False
            with torch.no_grad():
                attempt()
            kernels.on[what] = True
        except Exception as e:                                   # noqa: BLE001
            kernels.on[what] = False
            log(f"KERNEL {what} OFF, using PyTorch: {type(e).__name__}: {str(e)[:400]}")
    return dict(kernels.on)
