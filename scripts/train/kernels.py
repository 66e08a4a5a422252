"""Triton kernels for the inner steps of self-play and training; the PyTorch code is their reference.

due       at which of the next moves every empty cell is due
encode    a batch of positions as planes and taps of their movers
conv      3x3 convolution on rows with bias, skip and ReLU: gathers its taps, needs no padding
weights   the gradient of that convolution's weights
heads     policy and value heads with the masked log-softmax, one program per game
descend   one walk down each tree and the move at its end, one program per game
back_up   the result back along the path

All are off until `check_kernels.enable` has compared them with PyTorch.
"""
import os

import torch

from boards import PLANES

try:
    import triton
    import triton.language as tl
except ImportError:
    triton = None

INTERPRET = os.environ.get("TRITON_INTERPRET") == "1"
on = dict(due=False, encode=False, conv=False, weights=False, heads=False, search=False)
tile = dict(BM=128, num_warps=4, num_stages=3)                   # replaced by check_kernels.tune()
head = dict(num_warps=8)                                         # likewise


def usable(x, what="conv"):
    if not on[what] or not (x.is_cuda or INTERPRET):
        return False
    return what not in ("conv", "weights") or (x.dtype in (torch.float16, torch.bfloat16) and x.shape[1] in (16, 32, 64, 128))


if triton:
    @triton.jit
    def conv_kernel(x, taps, w, b, skip, y, rows, CIN: tl.constexpr, COUT: tl.constexpr, BIAS: tl.constexpr,
                    SKIP: tl.constexpr, RELU: tl.constexpr, BM: tl.constexpr):
        r = tl.program_id(0) * BM + tl.arange(0, BM)
        live = r < rows
        ci = tl.arange(0, CIN)
        co = tl.arange(0, COUT)
        acc = tl.zeros((BM, COUT), dtype=tl.float32)
        for t in range(9):
            src = tl.load(taps + r * 9 + t, mask=live, other=rows)
            a = tl.load(x + src[:, None] * CIN + ci[None, :], mask=(src < rows)[:, None], other=0.0)
            k = tl.load(w + (t * CIN + ci)[:, None] * COUT + co[None, :])
            acc = tl.dot(a, k, acc)
        at = r[:, None] * COUT + co[None, :]
        if BIAS:
            acc += tl.load(b + co).to(tl.float32)[None, :]
        if SKIP:
            acc += tl.load(skip + at, mask=live[:, None], other=0.0).to(tl.float32)
        if RELU:
            acc = tl.maximum(acc, 0.0)
        tl.store(y + at, acc.to(y.dtype.element_ty), mask=live[:, None])

    @triton.jit
    def weight_kernel(x, taps, g, part, rows, CIN: tl.constexpr, COUT: tl.constexpr, BM: tl.constexpr,
                      TILES: tl.constexpr):
        """part[p, t] = sum over the p-th share of the rows of x[tap t].T @ g"""
        p = tl.program_id(0)
        t = tl.program_id(1)
        ci = tl.arange(0, CIN)
        co = tl.arange(0, COUT)
        acc = tl.zeros((CIN, COUT), dtype=tl.float32)
        for i in range(TILES):
            r = (p * TILES + i) * BM + tl.arange(0, BM)
            live = r < rows
            src = tl.load(taps + r * 9 + t, mask=live, other=rows)
            a = tl.load(x + src[:, None] * CIN + ci[None, :], mask=(src < rows)[:, None], other=0.0)
            b = tl.load(g + r[:, None] * COUT + co[None, :], mask=live[:, None], other=0.0)
            acc = tl.dot(tl.trans(a), b, acc)
        tl.store(part + ((p * 9 + t) * CIN + ci)[:, None] * COUT + co[None, :], acc)

    @triton.jit
    def either(a, b):
        return a | b

    @triton.jit
    def due_kernel(colour, season, cycle, period, step, mover, out, W, MOST: tl.constexpr, BLOCK: tl.constexpr):
        g = tl.program_id(0)
        c = tl.arange(0, BLOCK)
        live = c < W
        free = tl.load(colour + g * W + c, mask=live, other=2) == 0
        mine = tl.load(season + g * W + c, mask=live, other=0).to(tl.int32)
        one = mine * 0 + 1
        left = tl.reduce(tl.where(free, one << mine, 0), 0, either)   # one bit for each season with an empty cell
        me = (tl.load(mover + g) < 0).to(tl.int32)
        moves_of = mine * 0
        for k in tl.static_range(2):
            side = g * 2 + (me ^ k)
            first = tl.load(step + side).to(tl.int32)
            length = tl.load(period + side).to(tl.int32)
            table = first * 0                                        # four bits for each season
            moves = first * 0
            for j in tl.static_range(MOST):
                e = tl.load(cycle + side * MOST + (first + j) % length).to(tl.int32)
                on = (left >> e) & (length > j).to(tl.int32)
                table |= ((on & 1) << tl.minimum(moves, 3)) << (4 * e)
                moves += on & 1
            moves_of = moves_of * 16 + ((table >> (4 * mine)) & 15)
        tl.store(out + g * W + c, tl.where(free, moves_of, 0).to(tl.uint8), mask=live)

    @triton.jit
    def encode_kernel(colour, mover, due, flat, row_game, fixed, black, white, x, taps, rows, PLANES: tl.constexpr,
                      BM: tl.constexpr):
        r = tl.program_id(0) * BM + tl.arange(0, BM)
        live = r < rows
        me = tl.load(mover + tl.load(row_game + r, mask=live, other=0), mask=live, other=1).to(tl.int32)
        cell = tl.load(flat + r, mask=live, other=0)
        stone = tl.load(colour + cell, mask=live, other=0).to(tl.int32) * me
        when = tl.load(due + cell, mask=live, other=0).to(tl.int32)
        k = tl.arange(0, PLANES)
        side = (me < 0).to(tl.int32)
        known = live[:, None] & (k >= 2)[None, :] & (k < 8)[None, :]
        v = tl.load(fixed + (r * 2 + side)[:, None] * 6 + (k - 2)[None, :], mask=known, other=0.0)
        v = tl.where((k == 0)[None, :], (stone == 1).to(tl.float32)[:, None], v)
        v = tl.where((k == 1)[None, :], (stone == -1).to(tl.float32)[:, None], v)
        # Planes 8 to 11 are bits 4 to 7, planes 12 to 15 are bits 0 to 3.
        bit = tl.where(k < 8, 0, (k - 4) % 8)
        v = tl.where((k >= 8)[None, :], ((when[:, None] >> bit[None, :]) & 1).to(tl.float32), v)
        tl.store(x + r[:, None] * PLANES + k[None, :], v.to(x.dtype.element_ty), mask=live[:, None])
        j = tl.arange(0, 16)
        at = r[:, None] * 9 + j[None, :]
        some = live[:, None] & (j < 9)[None, :]
        b = tl.load(black + at, mask=some & (me > 0)[:, None], other=0)
        w = tl.load(white + at, mask=some & (me < 0)[:, None], other=0)
        tl.store(taps + at, b + w, mask=some)

    @triton.jit
    def heads_kernel(x, first, sizes, due, p1w, p1b, p2w, p2b, v1w, v1b, v2w, v2b, v3w, v3b, prior, value, W,
                     C: tl.constexpr, H: tl.constexpr, HID: tl.constexpr, BLOCK: tl.constexpr):
        g = tl.program_id(0)
        n = tl.load(sizes + g).to(tl.int32)
        base = tl.load(first + g).to(tl.int32)
        c = tl.arange(0, BLOCK)
        ch = tl.arange(0, C)
        h = tl.arange(0, H)
        live = c < n
        xs = tl.load(x + (base + c)[:, None] * C + ch[None, :], mask=live[:, None], other=0.0)
        hp = tl.dot(xs, tl.load(p1w + ch[:, None] * H + h[None, :])) + tl.load(p1b + h).to(tl.float32)[None, :]
        logit = tl.sum(tl.maximum(hp, 0.0) * tl.load(p2w + h).to(tl.float32)[None, :], 1) + tl.load(p2b).to(tl.float32)
        when = tl.load(due + g * W + c, mask=c < W, other=0).to(tl.int32)
        free = (when & 16) > 0
        logit = tl.where(free, logit, -1e9)
        logit = logit - tl.max(logit, 0)
        logp = logit - tl.log(tl.sum(tl.exp(logit), 0))
        tl.store(prior + g * W + c, tl.where(free, logp, -1e9), mask=c < W)
        hv = tl.dot(xs, tl.load(v1w + ch[:, None] * H + h[None, :])) + tl.load(v1b + h).to(tl.float32)[None, :]
        hv = tl.where(live[:, None], tl.maximum(hv, 0.0), 0.0)
        cells = n.to(tl.float32)
        mean = tl.sum(hv, 0) / cells
        most = tl.max(hv, 0)
        scaled = mean * (tl.sqrt(cells) - 9.0) / 4.0
        o = tl.arange(0, HID)
        grid = h[:, None] * HID + o[None, :]
        hid = mean[:, None] * tl.load(v2w + grid).to(tl.float32)
        hid += most[:, None] * tl.load(v2w + H * HID + grid).to(tl.float32)
        hid += scaled[:, None] * tl.load(v2w + 2 * H * HID + grid).to(tl.float32)
        hid = tl.maximum(tl.sum(hid, 0) + tl.load(v2b + o).to(tl.float32), 0.0)
        v = tl.sum(hid * tl.load(v3w + o).to(tl.float32), 0) + tl.load(v3b).to(tl.float32)
        tl.store(value + g, 2.0 / (1.0 + tl.exp(-v)) - 1.0)      # tanh(v / 2)

    @triton.jit
    def improved(p, v, w, value):
        """sigma(completed Q) and the sum of visits; see search.completed_q"""
        seen = v > 0
        total = tl.sum(v, 0)
        q = w / tl.maximum(v, 1.0)
        pr = tl.where(seen, tl.exp(p), 0.0)
        mixed = (value + total * tl.sum(pr * q, 0) / tl.maximum(tl.sum(pr, 0), 1e-9)) / (1 + total)
        return (50.0 + tl.max(v, 0)) * 0.2 * tl.where(seen, q, mixed), total

    @triton.jit(do_not_specialize=["i"])
    def descend_kernel(prior, visits, wins, value, child, over, colour, label, offset, mover, step, season, cycle, period,
                       gumbel, halved, kind, near, wind, edge, path, depth, i, G, W, SIMS, DEEP: tl.constexpr,
                       MOST: tl.constexpr, BLOCK: tl.constexpr):
        g = tl.program_id(0)
        c = tl.arange(0, BLOCK)
        live = c < W
        p = tl.load(prior + g * W + c, mask=live, other=-1e9)
        v = tl.load(visits + g * W + c, mask=live, other=0.0)
        w = tl.load(wins + g * W + c, mask=live, other=0.0)
        sigma, total = improved(p, v, w, tl.load(value + g))
        score = p + sigma + tl.load(gumbel + g * W + c, mask=live, other=0.0)
        act = tl.argmax(tl.where((v == tl.load(halved + g * SIMS + i)) & (p > -1e8), score, -1e30), 0).to(tl.int32)
        node = g * 0
        d = g * 0
        tl.store(path + g, node)
        tl.store(path + (DEEP + 1) * G + g, act)
        nxt = tl.load(child + g * W + act).to(tl.int32)
        ended = tl.load(over + tl.maximum(nxt, 0) * G + g).to(tl.int32)
        go = ((nxt >= 0) & (ended == 0)).to(tl.int32)
        while go != 0:
            node = nxt
            d += 1
            row = node * G + g
            p = tl.load(prior + row * W + c, mask=live, other=-1e9)
            v = tl.load(visits + row * W + c, mask=live, other=0.0)
            w = tl.load(wins + row * W + c, mask=live, other=0.0)
            sigma, total = improved(p, v, w, tl.load(value + row))
            s = p + sigma
            e = tl.exp(s - tl.max(s, 0))
            lag = e / tl.sum(e, 0) - v / (1 + total)
            act = tl.argmax(tl.where(p > -1e8, lag, -1e9), 0).to(tl.int32)
            tl.store(path + d * G + g, node)
            tl.store(path + (DEEP + 1 + d) * G + g, act)
            nxt = tl.load(child + row * W + act).to(tl.int32)
            ended = tl.load(over + tl.maximum(nxt, 0) * G + g).to(tl.int32)
            go = ((nxt >= 0) & (ended == 0) & (d < DEEP)).to(tl.int32)
        tl.store(depth + g, d)

        # The move itself: game.play for one game.
        at = (node * G + g) * W
        col = tl.load(colour + at + c, mask=live, other=2).to(tl.int32)
        lab = tl.load(label + at + c, mask=live, other=3000).to(tl.int32)
        off = tl.load(offset + at + c, mask=live, other=0).to(tl.int32)
        me = tl.load(mover + node * G + g).to(tl.int32)
        k = tl.load(kind + g).to(tl.int32)
        side = (me < 0).to(tl.int32)
        table = (k * 2 + side) * W + act
        e = tl.load(edge + table).to(tl.int32)
        low = 1 - me
        own = tl.minimum(act + 4, e)
        at_low = (e == low).to(tl.int32)
        at_high = (e == low + 1).to(tl.int32)
        joined = (c == act).to(tl.int32)
        moved = off
        ring = joined * 0
        for j in tl.static_range(6):
            nb = tl.load(near + (k * W + act) * 6 + j).to(tl.int32)
            there = at + tl.maximum(nb, 0)
            touch = (nb >= 0) & (tl.load(colour + there).to(tl.int32) == me)
            group = tl.where(touch, tl.load(label + there).to(tl.int32), 4000)
            shift = tl.load(wind + table * 6 + j).to(tl.int32) - tl.load(offset + there).to(tl.int32)
            own = tl.minimum(own, group)
            at_low |= (group == low).to(tl.int32)
            at_high |= (group == low + 1).to(tl.int32)
            member = lab == group
            ring |= (member & (joined != 0) & (moved != off + shift)).to(tl.int32)
            moved = tl.where(member, off + shift, moved)
            joined |= member.to(tl.int32)
        won = (at_low & at_high) | tl.max(ring, 0)
        new = ((i + 1) * G + g) * W + c
        tl.store(colour + new, tl.where(c == act, me, col).to(tl.int8), mask=live)
        tl.store(label + new, tl.where(joined != 0, own, lab).to(tl.int16), mask=live)
        tl.store(offset + new, moved.to(tl.int8), mask=live)
        tl.store(mover + (i + 1) * G + g, (0 - me).to(tl.int8))
        # seasons.advance for one game
        was = step + (node * G + g) * 2
        place = tl.load(was + side).to(tl.int32)
        length = tl.load(period + g * 2 + side).to(tl.int32)
        j = tl.arange(0, MOST)
        entry = tl.load(cycle + (g * 2 + side) * MOST + (place + j) % length)
        hit = (entry == tl.load(season + g * W + act)) & (j < length)
        skipped = tl.min(tl.where(hit, j, MOST), 0)
        now = step + ((i + 1) * G + g) * 2
        tl.store(now + side, ((place + skipped + 1) % length).to(tl.int8))
        tl.store(now + (1 - side), tl.load(was + (1 - side)))
        tl.store(over + (i + 1) * G + g, won.to(tl.uint8))
        tl.store(child + at + act, tl.where(nxt < 0, i + 1, nxt).to(tl.int16))

    @triton.jit(do_not_specialize=["i"])
    def back_up_kernel(result, value, over, visits, wins, path, depth, i, G, W, DEEP: tl.constexpr, BLOCK: tl.constexpr):
        g = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        live = g < G
        v = tl.load(result + g, mask=live, other=0.0)
        v = tl.where(tl.load(over + (i + 1) * G + g, mask=live, other=0) != 0, -1.0, v)
        tl.store(value + (i + 1) * G + g, v, mask=live)
        last = tl.load(depth + g, mask=live, other=-1)
        for d in range(0, DEEP + 1):
            here = live & (d <= last)
            node = tl.load(path + d * G + g, mask=here, other=0)
            act = tl.load(path + (DEEP + 1 + d) * G + g, mask=here, other=0)
            at = (node * G + g) * W + act
            sign = tl.where((last - d) % 2 == 0, -1.0, 1.0)
            tl.store(wins + at, tl.load(wins + at, mask=here, other=0.0) + sign * v, mask=here)
            tl.store(visits + at, tl.load(visits + at, mask=here, other=0.0) + 1.0, mask=here)


def conv(x, taps, w, b=None, skip=None, relu=False):
    """(rows, Cin), (rows, 9) int32, (9 * Cin, Cout) -> (rows, Cout)"""
    rows, cin, cout = x.shape[0], x.shape[1], w.shape[1]
    y = torch.empty(rows, cout, dtype=x.dtype, device=x.device)
    conv_kernel[(triton.cdiv(rows, tile["BM"]),)](
        x, taps, w, b if b is not None else w, skip if skip is not None else w, y, rows, CIN=cin, COUT=cout,
        BIAS=b is not None, SKIP=skip is not None, RELU=relu, **tile)
    return y


def weight_gradient(x, taps, g, parts=64):
    """Sum over rows of x[taps].T @ g: (9 * Cin, Cout), summed in fp32"""
    rows, cin, cout = x.shape[0], x.shape[1], g.shape[1]
    tiles = triton.cdiv(triton.cdiv(rows, 64), parts)
    part = torch.empty(parts, 9 * cin, cout, device=x.device)
    weight_kernel[(parts, 9)](x, taps, g, part, rows, CIN=cin, COUT=cout, BM=64, TILES=tiles, num_warps=4, num_stages=3)
    return part.sum(0).to(x.dtype)


def due(pos):
    out, s = torch.empty_like(pos.colour, dtype=torch.uint8), pos.seasons
    games, width = out.shape
    due_kernel[(games,)](pos.colour, s.map, s.cycle, s.period, pos.step, pos.mover, out, width, MOST=s.cycle.shape[2],
                         BLOCK=triton.next_power_of_2(width), num_warps=2 if width <= 256 else 4)
    return out


def encode(layout, colour, mover, due, dtype):
    x = torch.empty(layout.rows, len(PLANES), dtype=dtype, device=colour.device)
    taps = torch.empty(layout.rows, 9, dtype=torch.int32, device=colour.device)
    encode_kernel[(triton.cdiv(layout.rows, 128),)](
        colour, mover, due, layout.flat, layout.row_game, layout.fixed, *layout.taps, x, taps, layout.rows,
        PLANES=len(PLANES), BM=128, num_warps=4)
    return x, taps


def heads(x, layout, due, w):
    prior = torch.empty(layout.games, layout.width, device=x.device)
    value = torch.empty(layout.games, device=x.device)
    args = [w[f"{n}.{k}"] for n in ("policy1", "policy2", "value1", "value2", "value3") for k in "wb"]
    heads_kernel[(layout.games,)](x, layout.first, layout.sizes, due, *args, prior, value, layout.width,
                                  C=x.shape[1], H=args[1].shape[0], HID=args[7].shape[0],
                                  BLOCK=triton.next_power_of_2(layout.width), **head)
    return prior, value


def descend(s, i):
    lay, n, of = s.layout, s.nodes, s.nodes.seasons
    descend_kernel[(lay.games,)](
        s.prior, s.visits, s.wins, s.value, s.child, s.over.view(torch.uint8), n.colour, n.label, n.offset, n.mover,
        n.step, of.map, of.cycle, of.period, s.gumbel, s.halved, lay.kind, lay.near, lay.wind, lay.edge, s.path, s.depth,
        i, lay.games, lay.width, s.sims, DEEP=s.deep, MOST=of.cycle.shape[2], BLOCK=triton.next_power_of_2(lay.width), num_warps=2 if lay.width <= 256 else 4)


def back_up(s, i, result):
    lay = s.layout
    back_up_kernel[(triton.cdiv(lay.games, 128),)](
        result, s.value, s.over.view(torch.uint8), s.visits, s.wins, s.path, s.depth, i, lay.games, lay.width,
        DEEP=s.deep, BLOCK=128, num_warps=4)
