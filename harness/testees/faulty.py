"""A testee that misbehaves on purpose, for the tests of the harness: faulty.py MODE [FILE].

It echoes: out.S is v.S, which is right where each query sees one key (steps=1). Only a request whose line holds seed=13 gets the
fault that MODE names, so that a test sees what the fault does to its own case and what it does to the next. FILE, where a mode wants
one, counts the starts.
"""
import json
import os
import signal
import subprocess
import sys
import time

MODE = sys.argv[1]
FILE = sys.argv[2] if len(sys.argv) > 2 else None
FOREVER = 3600
NAME = "faulty"
FEATURES = "dtype.f32 cache.none mask.causal form.none mask_shape.b1qk layout.bhsd memory.plain unfilled.zeros"


def send(raw):
    while raw:
        raw = raw[os.write(1, raw):]


def frame(message, tensors=(), text=None):
    header, body = {"__metadata__": {"attest": text or json.dumps(message)}}, b""
    for name, (dtype, shape, raw) in tensors:
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [len(body), len(body) + len(raw)]}
        body += raw
    encoded = json.dumps(header).encode()
    encoded += b" " * (-len(encoded) % 8)
    blob = len(encoded).to_bytes(8, "little") + encoded + body
    return len(blob).to_bytes(8, "little") + blob


def read():
    head = sys.stdin.buffer.read(8)
    if len(head) < 8:
        return {"type": "stop"}, {}
    blob = sys.stdin.buffer.read(int.from_bytes(head, "little"))
    end = 8 + int.from_bytes(blob[:8], "little")
    header, body = json.loads(blob[8:end]), blob[end:]
    message = json.loads(header.pop("__metadata__")["attest"])
    return message, {k: (t["dtype"], t["shape"], body[slice(*t["data_offsets"])]) for k, t in header.items()}


def flood():
    for _ in range(100):
        os.write(2, b"x" * 999_999 + b"\n")
    os.write(2, b"the end\n")


def die(status):
    os.write(2, b"dying\n")
    os._exit(status)


def half(reply):
    send(reply[: len(reply) // 2])


def grandchild():
    child = subprocess.Popen(["sleep", str(FOREVER)])  # inherits our pipes
    os.write(2, b"%d\n" % child.pid)


def result(message, **fields):
    return {"type": "result", "id": message["id"], "status": "ok", **fields}


def respond(message, outputs):
    """The reply to a request with the fault, as bytes; or no return at all."""
    right = frame(result(message), outputs)
    if MODE == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    elif MODE == "segv":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif MODE == "exit-3":
        die(3)
    elif MODE == "exit-0":
        die(0)
    elif MODE == "sleep":
        time.sleep(FOREVER)
    elif MODE == "half-then-exit":
        half(right)
        die(4)
    elif MODE == "half-then-sleep":
        half(right)
        time.sleep(FOREVER)
    elif MODE == "close":
        os.close(1)
        time.sleep(FOREVER)
    elif MODE == "grandchild":
        grandchild()
        die(5)
    elif MODE == "grandchild-sleeps":
        grandchild()
        time.sleep(FOREVER)
    elif MODE == "garbage":
        return bytes(range(200, 256)) * 3
    elif MODE == "garbage-inside":
        return (64).to_bytes(8, "little") + (48).to_bytes(8, "little") + b"{" + b"?" * 55
    elif MODE == "huge":
        return (2**36 + 1).to_bytes(8, "little")
    elif MODE == "larger-than-any-answer":
        return (2**35).to_bytes(8, "little")
    elif MODE == "print":
        return b"loading weights ...\n" + right
    elif MODE == "print-newline":
        return b"\n" + right
    elif MODE == "wrong-id":
        return frame({**result(message), "id": message["id"] + 1}, outputs)
    elif MODE == "unknown-field":
        return frame(result(message, note="fine"), outputs)
    elif MODE == "unknown-tensor":
        return frame(result(message), [*outputs, ("lse.0", outputs[0][1])])
    elif MODE == "unasked-mask":
        return frame(result(message), [*outputs, ("mask.0", ("BOOL", [1, 1, 1, 1], b"\1"))])
    elif MODE == "missing-output":
        return frame(result(message), outputs[1:])
    elif MODE == "bad-status":
        return frame(result(message, status="fine"), outputs)
    elif MODE == "bad-json":
        return frame(None, outputs, text='{"type":"result",')
    elif MODE == "not-an-object":
        return frame([1, 2], outputs)
    elif MODE == "error":
        return frame({"type": "error", "message": "I do not understand"})
    elif MODE == "refuse":
        return frame(result(message, status="refused", reason="no softcap here", feature="softcap"))
    elif MODE == "refuse-without-feature":
        return frame(result(message, status="refused", reason="not today"))
    elif MODE == "refuse-unknown-feature":
        return frame(result(message, status="refused", reason="not today", feature="weekday"))
    elif MODE == "refuse-with-tensors":
        return frame(result(message, status="refused", reason="no"), outputs)
    elif MODE == "throw":
        return frame(result(message, status="threw", error="Traceback\nValueError: no", step=0))
    elif MODE == "throw-without-step":
        return frame(result(message, status="threw", error="out of memory", step=None))
    elif MODE == "throw-at-no-step":
        return frame(result(message, status="threw", error="no", step=7))
    elif MODE == "flood":
        flood()
        return right
    elif MODE == "flood-then-exit":
        flood()
        die(6)
    elif MODE == "slow":
        time.sleep(0.15)
        return right
    elif MODE == "answer-then-exit":
        send(right)
        die(0)
    elif MODE == "answer-twice":
        return right + right
    return right


def starts():
    """Which start this is, counted from 1."""
    with open(FILE, "a+") as file:
        file.write("+")
        file.flush()
        return file.tell()


def at_start():
    if MODE == "start-dies":
        os.write(2, b"no module named torch\n")
        os._exit(7)
    if MODE == "start-sleeps":
        time.sleep(FOREVER)
    if MODE == "start-dies-later" and starts() > 1:
        os._exit(8)
    if MODE == "start-dies-twice" and starts() in (2, 3):
        os._exit(9)


def hello():
    declaration = {"name": "echo", "features": FEATURES.split(), "empty_row": "zero", "profile": "math", "deterministic": True}
    reply = {"type": "hello", "protocol": 1, "name": NAME, "versions": {"python": "3"}, "backends": [declaration]}
    if MODE == "hello-protocol":
        reply["protocol"] = 2
    if MODE == "hello-unknown-field":
        reply["mood"] = "good"
    if MODE == "hello-no-backend":
        reply["backends"] = []
    if MODE == "hello-twice-the-same":
        reply["backends"] = [declaration, declaration]
    if MODE == "hello-bad-name":
        declaration["name"] = "two words"
    if MODE == "hello-changes" and starts() > 1:
        reply["versions"] = {"python": "4"}
    if MODE == "hello-shuffles" and starts() > 1:
        declaration["features"].reverse()
    return frame(reply)


def serve():
    at_start()
    message, tensors = read()
    while message["type"] != "stop":
        if message["type"] == "hello":
            send(hello())
        else:
            outputs = [("out." + name[2:], tensor) for name, tensor in tensors.items() if name.startswith("v.")]
            cursed = "seed=13" in message["line"].split()
            always = MODE.startswith(("start-", "hello-"))  # they die when cursed, so that they must be started again
            if cursed and always:
                die(1)
            send(respond(message, outputs) if cursed else frame(result(message), outputs))
        message, tensors = read()
    if MODE == "ignores-stop":
        grandchild()
        time.sleep(FOREVER)


if __name__ == "__main__":
    serve()
