"""A testee of the standard library alone, for the tests of the command line: by_hand.py MODE.

It has one backend, named for the mode, and answers every run with zeros (or worse), however wrong that is.
"""
import json
import os
import sys
import time

MODE = sys.argv[1]
LOUD = "\x1b[31mred\x1b[0m\nsecond \x07line " + "x" * 5000 + " é"  # what no terminal should get as it is
FEATURES = ["dtype.f32", "cache.none", "mask.causal", "form.none", "mask_shape.b1qk", "layout.bhsd", "memory.plain",
            "unfilled.zeros", "offset"]
DECLARATION = {"name": MODE + "@a", "features": FEATURES, "empty_row": "unspecified", "profile": "math", "deterministic": True}


def read():
    head = sys.stdin.buffer.read(8)
    if len(head) < 8:
        return {"type": "stop"}
    blob = sys.stdin.buffer.read(int.from_bytes(head, "little"))
    end = 8 + int.from_bytes(blob[:8], "little")
    return json.loads(json.loads(blob[8:end])["__metadata__"]["attest"])


def write(message, shapes={}):
    header, at = {"__metadata__": {"attest": json.dumps(message)}}, 0
    for name, shape in shapes.items():
        size = 4
        for n in shape:
            size *= n
        header[name] = {"dtype": "F32", "shape": shape, "data_offsets": [at, at + size]}
        at += size
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    blob = len(text).to_bytes(8, "little") + text + bytes(at)
    sys.stdout.buffer.write(len(blob).to_bytes(8, "little") + blob)
    sys.stdout.buffer.flush()


def hang():
    with open("asking", "w") as file:
        file.write(str(os.getpid()))
    os.rename("asking", "asked")
    time.sleep(60)


def answer(message):
    result = {"type": "result", "id": message["id"]}
    if MODE == "hang":
        hang()
    elif MODE == "dies":
        sys.stderr.write("I am dying\n")
        sys.exit(3)
    elif MODE == "loud-dies":
        sys.stderr.write(LOUD + "\n")
        sys.exit(3)
    elif MODE == "loud-throws":
        write({**result, "status": "threw", "error": "first\n" + LOUD, "step": 0})
    elif MODE == "loud-refuses":
        write({**result, "status": "refused", "reason": LOUD})
    elif MODE == "loud-protocol":
        write({"type": "error", "message": LOUD})
    else:
        value = message["case"]
        write({**result, "status": "ok"},
              {f"out.{p['step']}": [value["batch"], value["heads"][0], p["new"], value["dim"][1]] for p in message["plan"]})


def serve():
    if MODE == "mute":
        time.sleep(60)
    if MODE == "loud-start":
        sys.exit(LOUD)
    versions = {"loud": LOUD} if MODE == "loud-versions" else {}
    message = read()
    while message["type"] != "stop":
        if message["type"] == "hello":
            write({"type": "hello", "protocol": 1, "name": "by-hand", "versions": versions, "backends": [DECLARATION]})
        else:
            answer(message)
        message = read()


if __name__ == "__main__":
    serve()
