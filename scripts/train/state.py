"""The state of a training as a folder: `state.pt`, `mean.pt`, `moments.pt`.

Three files, so that each stays small enough for a repository even for a large net:

    state.pt    shape of the net, weights in fp32, counters
    mean.pt     averaged weights, matrices in fp16
    moments.pt  the optimiser's moments in bf16

A part may be missing. Without weights the training begins at the averaged ones, without moments the optimiser begins
anew. A state that lies in one file with all parts is read too.
"""
import os

import torch

PARTS = {"state.pt": None, "mean.pt": "mean", "moments.pt": "opt"}
COUNTERS = ("steps", "positions", "evals", "seconds")


def narrowed(value, dtype):
    """All matrices in a nested value in a smaller type. Vectors keep theirs: they are small, and norms need it."""
    if isinstance(value, dict):
        return {k: narrowed(v, dtype) for k, v in value.items()}
    if torch.is_tensor(value) and value.is_floating_point() and value.dim() > 1:
        return value.to(dtype)
    return value


def in_fp32(value):
    """The reverse, for what is computed with."""
    if isinstance(value, dict):
        return {k: in_fp32(v) for k, v in value.items()}
    if torch.is_tensor(value) and value.is_floating_point():
        return value.float()
    return value


def write(folder, state):
    """Replaces the files one by one when all are written. Each says the step that it belongs to."""
    os.makedirs(folder, exist_ok=True)
    parts = {
        "mean.pt": dict(mean=narrowed(state["mean"], torch.float16)),
        "moments.pt": dict(opt=narrowed(state["opt"], torch.bfloat16)),
        "state.pt": {k: v for k, v in state.items() if k not in ("mean", "opt")},
    }
    for name, part in parts.items():
        part.update(config=state["config"], steps=state["steps"])
        torch.save(part, os.path.join(folder, name + ".tmp"))
    for name in parts:
        os.replace(os.path.join(folder, name + ".tmp"), os.path.join(folder, name))


def exists(folder):
    return any(os.path.exists(os.path.join(folder, name)) for name in PARTS)


def read(folder, device="cpu"):
    """-> config, net, mean, opt (or None), counters, runs, origin (or None)"""
    state, steps = {}, {}
    for name in PARTS:
        path = os.path.join(folder, name)
        if os.path.exists(path):
            part = torch.load(path, map_location=device, weights_only=True)
            steps[name] = part.get("steps", 0)
            state.update(part)
    if not state:
        raise SystemExit(f"{folder} has none of {', '.join(PARTS)}")
    if len(set(steps.values())) > 1:
        raise SystemExit(f"the parts of {folder} belong to different steps: {steps}")
    state["mean"] = in_fp32(state.get("mean") or state["net"])
    state["net"] = in_fp32(state.get("net") or state["mean"])
    state["opt"] = in_fp32(state.get("opt"))
    for name in COUNTERS:
        state.setdefault(name, 0)
    return {"runs": [], "origin": None, **state}
