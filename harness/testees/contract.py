"""A correct testee written from the contract alone (section 11), with numpy and nothing of this project.

It holds that the contract is enough to build against: it keeps a history of tokens per batch row as the case's entries say, lays it
out as the plan says, works out what may be seen, and computes attention in the dtype of the case (f16 in f32).
"""
import json
import os
import re
import sys
import traceback

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # many testees run side by side
import numpy as np  # noqa: E402

NUMPY = {"F32": np.float32, "F64": np.float64, "F16": np.float16, "BOOL": np.bool_}
NAMES = {"f32": "F32", "f64": "F64", "f16": "F16"}

BACKEND = {
    "name": "numpy@contract",
    "features": ["dtype.f32", "dtype.f64", "dtype.f16"]
    + ["cache." + kind for kind in ("none", "dynamic", "static", "sliding", "static-sliding", "cross")]
    + ["mask." + term for term in ("full", "causal", "window")]
    + ["form." + form for form in ("none", "padding", "bool", "additive-inf")]
    + ["mask_shape." + shape for shape in ("b1qk", "bhqk", "11qk", "qk")]
    + ["mask_dtype." + dtype for dtype in ("f32", "f64", "f16")]
    + ["unfilled." + content for content in ("zeros", "canary", "nan")]
    + ["pad." + side for side in ("left", "right", "bits")]
    + ["layout.bhsd", "memory.plain", "gqa", "dv", "steps", "crop", "reorder", "reset", "offset"]
    + ["flag.true", "flag.false", "scale", "softcap", "sink", "alibi"],
    "empty_row": "zero",
    "profile": "math",
    "deterministic": True,
    "limits": {"tokens_max": 4096},
    "refuses": [],
}


class Refused(Exception):
    """Raised with a reason and the feature that is lacking."""


# Frames and the loop, as the contract prints them.
reply = os.fdopen(os.dup(1), "wb")
os.dup2(2, 1)  # whatever prints goes to stderr


def read():
    head = sys.stdin.buffer.read(8)
    if len(head) < 8:
        return {"type": "stop"}, {}
    blob = sys.stdin.buffer.read(int.from_bytes(head, "little"))
    end = 8 + int.from_bytes(blob[:8], "little")
    header, body = json.loads(blob[8:end]), blob[end:]
    message = json.loads(header.pop("__metadata__")["attest"])
    return message, {k: (t["dtype"], t["shape"], body[slice(*t["data_offsets"])]) for k, t in header.items()}


def write(message, tensors={}):
    header, body = {"__metadata__": {"attest": json.dumps(message)}}, b""
    for name, (dtype, shape, raw) in tensors.items():
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [len(body), len(body) + len(raw)]}
        body += raw
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    blob = len(text).to_bytes(8, "little") + text + body
    reply.write(len(blob).to_bytes(8, "little") + blob)
    reply.flush()


def serve(name, versions, backends, run):
    message, tensors = read()
    while message["type"] != "stop":
        if message["type"] == "hello":
            write({"type": "hello", "protocol": 1, "name": name, "versions": versions, "backends": backends})
        elif message["type"] != "run":
            write({"type": "error", "message": "unknown request"})
        else:
            try:
                write({"type": "result", "id": message["id"], "status": "ok"}, run(message, tensors))
            except Refused as why:
                reason, feature = why.args
                write({"type": "result", "id": message["id"], "status": "refused", "reason": reason, "feature": feature})
            except Exception:
                write({"type": "result", "id": message["id"], "status": "threw", "error": traceback.format_exc(), "step": None})
        message, tensors = read()


# What a case needs (section 10), so that what was not declared is refused and not guessed.
def needs_of(case):
    given = {
        "mask_dtype." + case["mask_dtype"]: case["mask_dtype"] != "io",
        "pad." + case["pad"]["side"]: case["pad"]["side"] != "none",
        "scale": case["scale"] is not None,
        "softcap": case["softcap"] is not None,
        "sink": bool(case["sink"]),
        "alibi": bool(case["alibi"]),
    }
    always = ["dtype." + case["dtype"], "cache." + case["cache"]["kind"], "form." + case["form"]]
    always += [key + "." + case[key] for key in ("mask_shape", "layout", "memory", "unfilled")]
    return always + ["mask." + term for term in re.findall("[a-z]+", case["mask"])] + [name for name, is_given in given.items() if is_given]


def refuse_what_is_not_declared(case):
    for feature in needs_of(case):
        if feature not in BACKEND["features"]:
            raise Refused("this testee has no " + feature, feature)


# Masks (section 4), on arrays of absolute indices.
def term_seen(case, term, q, k):
    if term == "full" or (term == "causal" and case["is_causal"] is False):
        return np.ones((q.size, k.size), bool)
    return k <= q if term == "causal" else q - k < int(term.split(":")[1])


def visible(case, q, k):
    """(queries, keys): what the expression and the flag let be seen; q and k are absolute indices."""
    q, k = q[:, None], k[None, :]
    # Python reads &, | and parentheses as the contract does: its terms become names, each for an array.
    terms = re.findall(r"[a-z]+(?::[0-9]+)?", case["mask"])
    names = {f"t{i}": term_seen(case, term, q, k) for i, term in enumerate(terms)}
    seen = eval(re.sub(r"[a-z]+(?::[0-9]+)?", lambda _, i=iter(names): next(i), case["mask"]), {}, names)
    return seen & (k <= q) if case["is_causal"] else seen


# Tokens: what each batch row has been fed so far (section 2).
class History:
    """k and v of every token of each row's sequence, in order of the tokens: (batch, kv heads, tokens, channels)."""

    def __init__(self, case):
        batch, heads = case["batch"], case["heads"][1]
        self.empty = [np.zeros((batch, heads, 0, size), NUMPY[NAMES[case["dtype"]]]) for size in case["dim"]]
        self.k, self.v = self.empty
        self.encoder = None

    def feed(self, k, v):
        self.k, self.v = np.concatenate([self.k, k], 2), np.concatenate([self.v, v], 2)

    def change(self, entry):
        if entry["op"] == "crop":
            self.k, self.v = self.k[:, :, : entry["length"]], self.v[:, :, : entry["length"]]
        elif entry["op"] == "reorder":
            self.k, self.v = self.k[entry["rows"]], self.v[entry["rows"]]
        elif self.encoder:  # reset of cross attention: the same encoder again
            self.k, self.v = self.encoder
        else:
            self.k, self.v = self.empty


def slots_of(plan):
    runs = [np.full(count, -1) if first < 0 else np.arange(first, first + count) for first, count in plan["slots"]]
    return np.concatenate(runs) if runs else np.zeros(0, int)


def lay_out(case, history, slots):
    """k and v as the cache returns them, unwritten slots with what lies there."""
    token = np.maximum(slots, 0)
    k, v = history.k[:, :, token], history.v[:, :, token]
    content = {"zeros": (0, 0), "canary": (0, 1024), "nan": (np.nan, np.nan)}[case["unfilled"]]
    k[:, :, slots < 0], v[:, :, slots < 0] = content
    return k, v


# Pads, for the forms that leave them to the testee: the handed tensor has them per token of the row (section 5).
def seen_slots(case, plan, slots, handed):
    """(batch, heads or 1, queries, slots), boolean."""
    written = slots >= 0
    if case["form"] in ("none", "padding"):
        q = plan["q0"] + np.arange(plan["new"])
        seen = (visible(case, q, slots) & written)[None, None]
        return seen if handed is None else seen & handed[:, np.maximum(slots, 0)][:, None, None, :]
    seen = handed if handed.dtype == np.bool_ else handed == 0  # additive-inf: 0 or -inf
    return seen if seen.ndim == 4 else seen[None, None]


# Attention (section 6).
def per_head(case, key, dtype):
    values = np.array(case[key]).astype(NUMPY[NAMES[case["dtype"]]]).astype(dtype)
    return np.broadcast_to(values, (case["heads"][0],))[None, :, None, None]


def attention(case, q, k, v, seen, distance):
    """q, k, v in the dtype to compute in; seen as above; distance is k - q per (query, slot)."""
    group = case["heads"][0] // case["heads"][1]
    k, v = np.repeat(k, group, 1), np.repeat(v, group, 1)
    dtype = q.dtype
    scale = dtype.type(case["dim"][0] ** -0.5 if case["scale"] is None else case["scale"])
    hidden = ~seen.any(2)[..., None]  # slots that no query sees may hold anything, NaN too
    k, v = np.where(hidden, dtype.type(0), k), np.where(hidden, dtype.type(0), v)
    scores = np.matmul(q, np.swapaxes(k, 2, 3)) * scale
    if case["softcap"] is not None:
        softcap = dtype.type(case["softcap"])
        scores = softcap * np.tanh(scores / softcap)
    if case["alibi"]:
        scores = scores + per_head(case, "alibi", dtype) * distance.astype(dtype)
    scores = np.where(seen, scores, dtype.type(-np.inf))
    top = scores.max(-1, keepdims=True, initial=-np.inf)
    if case["sink"]:
        top = np.maximum(top, per_head(case, "sink", dtype))
    top = np.where(np.isfinite(top), top, dtype.type(0))
    weights = np.exp(scores - top)
    total = weights.sum(-1, keepdims=True)
    if case["sink"]:
        total = total + np.exp(per_head(case, "sink", dtype) - top)
    return np.matmul(weights / np.where(total > 0, total, dtype.type(1)), v)  # a row that sees nothing: 0


def run(message, tensors):
    case = message["case"]
    refuse_what_is_not_declared(case)
    arrays = {name: np.frombuffer(raw, NUMPY[dtype]).reshape(shape) for name, (dtype, shape, raw) in tensors.items()}
    history, outputs, plans = History(case), {}, iter(message["plan"])
    for entry in case["steps"]:
        if entry["op"] != "feed":
            history.change(entry)
            continue
        plan = next(plans)
        outputs.update(step(case, plan, arrays, history))
    return outputs


def step(case, plan, arrays, history):
    number = plan["step"]
    if f"k.{number}" in arrays:
        history.feed(arrays[f"k.{number}"], arrays[f"v.{number}"])
        if case["cache"]["kind"] == "cross":
            history.encoder = history.k, history.v
    slots = slots_of(plan)
    k, v = lay_out(case, history, slots)
    seen = seen_slots(case, plan, slots, arrays.get(f"mask.{number}"))
    dtype = np.float64 if case["dtype"] == "f64" else np.float32
    distance = slots[None, :] - (plan["q0"] + np.arange(plan["new"]))[:, None]
    q, k, v = (array.astype(dtype) for array in (arrays[f"q.{number}"], k, v))
    out = attention(case, q, k, v, seen, distance).astype(NUMPY[NAMES[case["dtype"]]])
    return {f"out.{number}": (NAMES[case["dtype"]], list(out.shape), np.ascontiguousarray(out).tobytes())}


if __name__ == "__main__":
    serve("contract", {"numpy": np.__version__, "python": sys.version.split()[0]}, [BACKEND], run)
