#!/usr/bin/env python3
"""Attacks `kring serve` and `kring` on a pipe, and measures what others notice.

    scripts/floods.py target/release/kring [places] [pipe] [latency] [memory]

places   sockets with a search and a full queue are closed: time until all places are free
pipe     a client with a full pipe is killed: time until the engine has ended
latency  `name` of one client while another floods the server: median and worst
memory   growth of the server for each session while tiny messages wait

Python's standard library only: what is sent is often wrong on purpose, which libraries prevent. The machine should have two
free cores.
"""

import os
import signal
import socket
import statistics
import subprocess
import sys
import time
from multiprocessing import Process

SESSIONS = 64
SEARCH = ["set-agent mcts time=600", "genmove black"]


def frame(payload=b"", first=0x81):
    """A masked frame with the mask 0; 0x81 is a whole text message."""
    length = len(payload)
    size = bytes([0x80 | length]) if length < 126 else b"\xfe" + length.to_bytes(2, "big")
    return bytes([first]) + size + bytes(4) + payload


class Server:
    """A server of its own, which ends with the block."""

    def __init__(self, program):
        command = [program, "serve", "--port", "0"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline().split("http://")[1].split("/")[0].split(":")[1])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def resident(self):
        """Resident memory in KiB."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(next(line for line in status if line.startswith("VmRSS")).split()[1])


class Socket:
    """A WebSocket without the pleasantries."""

    def __init__(self, port):
        self.stream = socket.create_connection(("127.0.0.1", port))
        self.stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.stream.sendall(
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        self.read = b""
        while b"\r\n\r\n" not in self.read:
            self.more()
        self.read = self.read.split(b"\r\n\r\n", 1)[1]

    def more(self):
        piece = self.stream.recv(1 << 16)
        if not piece:
            raise ConnectionError("closed")
        self.read += piece

    def say(self, *lines):
        self.stream.sendall(b"".join(frame(line.encode()) for line in lines))

    def hear(self):
        """The next frame: its first byte and its payload."""
        while True:
            if len(self.read) >= 2:
                length, begin = self.read[1] & 127, 2
                if length == 126 and len(self.read) >= 4:
                    length, begin = int.from_bytes(self.read[2:4], "big"), 4
                if length != 126 and len(self.read) >= begin + length:
                    first, payload = self.read[0], self.read[begin : begin + length]
                    self.read = self.read[begin + length :]
                    return first, payload
            self.more()

    def ask(self, line):
        self.say(line)
        first, payload = self.hear()
        while first != 0x81:
            if first == 0x88:
                raise ConnectionError(payload[2:].decode())
            first, payload = self.hear()
        return payload


def open_sessions(port, count, patience=30):
    """This many sessions that are open at the same time, as soon as there are places for them."""
    sockets, begin = [], time.time()
    while len(sockets) < count and time.time() - begin < patience:
        one = Socket(port)
        try:
            one.ask("name")
            sockets.append(one)
        except ConnectionError:
            time.sleep(0.01)
    return sockets


def places(program, rounds=20):
    times = []
    with Server(program) as server:
        for _ in range(rounds):
            sockets = open_sessions(server.port, SESSIONS)
            for one in sockets:
                one.say(*SEARCH)
                one.stream.settimeout(0.2)
                try:
                    one.stream.sendall(frame(b"x") * 18_000)
                except OSError:
                    pass  # Throttled, or refused already.
            begin = time.time()
            [one.stream.close() for one in sockets]
            sockets = open_sessions(server.port, SESSIONS)
            times.append(time.time() - begin)
            [one.stream.close() for one in sockets]
    report("places", f"{SESSIONS} free after {median_and_worst(times)}", max(times) < 1, f"{rounds} times, under 1 s")


def pipe(program, rounds=5):
    """The engine is a grandchild, so that its client can be killed."""
    times = []
    for _ in range(rounds):
        client = subprocess.Popen(
            [sys.executable, __file__, program, "pipe-client"], stdout=subprocess.PIPE, text=True
        )
        engine = int(client.stdout.readline())
        time.sleep(1.5)
        begin = time.time()
        os.kill(client.pid, signal.SIGKILL)
        while is_running(engine) and time.time() - begin < 20:
            time.sleep(0.01)
        times.append(time.time() - begin)
        if is_running(engine):
            os.kill(engine, signal.SIGKILL)
        client.wait()
    report("pipe", f"ended after {median_and_worst(times)}", max(times) < 1, f"{rounds} times, under 1 s")


def pipe_client(program):
    """Starts a search, sends lines for as long as it lives, and reads nothing."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    engine = subprocess.Popen([program, "--sandboxed", "--max-time", "600"], **pipes)
    print(engine.pid, flush=True)
    engine.stdin.write("\n".join(SEARCH).encode() + b"\n")
    while True:
        engine.stdin.write(b"x\n" * 4096)


def is_running(process):
    try:
        with open(f"/proc/{process}/stat") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


# What is sent again and again, after what.
FLOODS = {
    "nothing": ([], b""),
    "empty messages": ([], frame()),
    "one-byte messages": ([], frame(b"x")),
    "empty messages in a search": (SEARCH, frame()),
    "names": ([], frame(b"name")),
    "64 KiB messages": ([], frame(b"x" * 65_535)),
    "32,000 lines a message": ([], frame(b"x\n" * 32_000)),
    "pings": ([], frame(b"p" * 125, 0x89)),
    "pongs": ([], frame(b"", 0x8A)),
    "fragments without an end": ([], frame(b"", 0x00)),
    "interruptions": (SEARCH, frame(b"# interrupt")),
    "requests for the page": (None, None),
}


def flood(port, what):
    """Floods for ever, on new sockets when the old one is closed."""
    before, again = FLOODS[what]
    if again is None:
        again = f"GET /style.css HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()
    again *= max(1, (256 << 10) // max(1, len(again)))
    while again:
        try:
            if before is None:
                stream = socket.create_connection(("127.0.0.1", port))
            else:
                one = Socket(port)
                one.say(*before)
                stream = one.stream
                if what.startswith("fragments"):
                    stream.sendall(frame(b"a", 0x01))
            stream.settimeout(0.01)
            while True:
                try:
                    stream.send(again)
                    stream.recv(1 << 20)
                except TimeoutError:
                    pass
        except OSError:
            time.sleep(0.01)


def latency(program):
    for what in FLOODS:
        with Server(program) as server:
            attacker = Process(target=flood, args=(server.port, what), daemon=True)
            attacker.start()
            time.sleep(0.5)
            one, times = Socket(server.port), []
            begin = time.time()
            while time.time() - begin < 5:
                start = time.time()
                one.ask("name")
                times.append(time.time() - start)
                time.sleep(0.01)
            attacker.kill()
            attacker.join()
        is_met = statistics.median(times) < 0.050 and max(times) < 0.250
        report("latency", f"{what}: {median_and_worst(times)}", is_met, "50 ms and 250 ms")


def memory(program):
    kinds = {"empty": b"", "one byte": b"x", "one-byte lines": b"x\n" * 30_000, "ping": None}
    for what, text in kinds.items():
        message = frame(b"p" * 125, 0x89) if text is None else frame(text)
        with Server(program) as server:
            sockets = [Socket(server.port) for _ in range(8)]
            for one in sockets:
                one.ask("set-agent random")
                one.ask("boardsize 32")
                # A reply that nobody reads keeps the session from taking more.
                one.say(*["kata-raw-nn all"] * 40)
            time.sleep(5)
            before, most = server.resident(), 0
            begin = time.time()
            for one in sockets:
                one.stream.settimeout(0.001)
            while time.time() - begin < 8:
                for one in sockets:
                    try:
                        one.stream.send(message * (1 + 10_000 // len(message)))
                    except OSError:
                        pass
                most = max(most, server.resident())
            grown = (most - before) / 1024 / len(sockets)
            report("memory", f"{what}: {grown:.1f} MiB more for each session", grown < 2.5, "about 2 MiB")


def median_and_worst(times):
    return f"median {1000 * statistics.median(times):.0f} ms, worst {1000 * max(times):.0f} ms"


def report(name, text, is_met, bar):
    print(f"{name:8} {text} (wanted: {bar}){'' if is_met else '  MISSED'}", flush=True)


if __name__ == "__main__":
    parts = {"places": places, "pipe": pipe, "latency": latency, "memory": memory, "pipe-client": pipe_client}
    if len(sys.argv) < 2 or not set(sys.argv[2:]) <= set(parts):
        sys.exit(__doc__)
    for part in sys.argv[2:] or list(parts)[:-1]:
        parts[part](sys.argv[1])
