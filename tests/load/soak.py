#!/usr/bin/env python3
"""A mixed load on `taquin serve`: searches, streams, clients that leave, garbage, and clients that read slowly or never.

    tests/load/soak.py [--program target/release/taquin] [--minutes 30] [--clients 40]

Checks that every complete answer is right or an honest 4xx or 503, that half of the `/api/1/health` answers take less than 100 ms, that no
connection is closed without an answer, and that after a minute of rest the server holds at most 1.2 times the memory (and 8 MB) that it
held after one answer to each of the boards, which has it build the tables that it keeps. The exit code is 1 if not.
"""

import argparse
import collections
import json
import random
import re
import socket
import subprocess
import sys
import threading
import time

START = {  # boards and the lengths of their shortest solutions
    "8 1 3/4 0 2/7 6 5": 14,
    "1 2 3/4 5 6/7 0 8": 1,
    "8 6 7/2 5 4/3 0 1": 31,
    "1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15": 2,
    "2 5 1 4/9 6 3 8/13 0 7 12/10 14 11 15": None,
}
LONG = "35 1 2 3 4 5/6 7 8 9 10 11/12 13 14 15 16 17/18 19 20 21 22 23/24 25 26 27 28 29/30 31 32 33 34 0"
HARD = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"


class Load:
    def __init__(self, address):
        self.address, self.deadline = address, 0.0
        self.counts = collections.Counter()
        self.wrong = []
        self.health_times = []
        self.lock = threading.Lock()

    def connect(self):
        return socket.create_connection(self.address, timeout=60)

    def count(self, what, wrong=None):
        with self.lock:
            self.counts[what] += 1
            if wrong:
                self.wrong.append(wrong)

    def ask(self, method, path, body=None):
        """The status and the body of an answer; None if the server closed the connection."""
        data = json.dumps(body).encode() if body is not None else b""
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        if body is not None:
            head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n"
        with self.connect() as connection:
            connection.sendall(head.encode() + b"\r\n" + data)
            answer = b""
            while chunk := connection.recv(65536):
                answer += chunk
        if not answer:
            return None
        head, _, rest = answer.partition(b"\r\n\r\n")
        return int(head[9:12]), rest

    def check(self, what, answer, is_right):
        if answer is None:
            return self.count(f"{what}: closed", f"{what}: closed without an answer")
        status, body = answer
        is_honest = status in (400, 404, 405, 413, 415, 422, 431, 503) and b"taquin.error/1" in body
        is_fine = is_honest or (status == 200 and is_right(body))
        self.count(f"{what}: {status}", None if is_fine else f"{what}: {status} {body[:200]!r}")

    def solve(self):
        board, length = random.choice(list(START.items()))
        answer = self.ask("POST", "/api/1/solve", {"start": board})
        self.check("solve", answer, lambda body: length is None or json.loads(body)["length"] == length)

    def stream(self):
        answer = self.ask("POST", "/api/1/solve", {"start": LONG, "algorithm": "beam", "time": "1s", "stream": True})
        self.check("stream", answer, lambda body: b"event: answer" in body)

    def trace(self):
        answer = self.ask("POST", "/api/1/trace", {"start": HARD, "algorithm": "astar", "steps": 500})
        self.check("trace", answer, lambda body: json.loads(body)["schema"] == "taquin.steps/1")

    def leave(self):
        with self.connect() as connection:
            body = json.dumps({"start": HARD, "algorithm": "astar", "heuristic": "manhattan", "time": "20s"})
            head = f"POST /api/1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
            connection.sendall((head + body).encode())
            time.sleep(random.random())
        self.count("leave")

    def garbage(self):
        with self.connect() as connection:
            try:
                connection.sendall(random.randbytes(random.randrange(1, 3000)) + b"\r\n\r\n")
                connection.settimeout(15)
                while connection.recv(65536):
                    pass
            except OSError:
                pass
        self.count("garbage")

    def deaf(self):
        """Asks for much, and reads little or nothing."""
        with self.connect() as connection:
            body = json.dumps({"start": HARD, "algorithm": "astar", "steps": 2000})
            head = f"POST /api/1/trace HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
            try:
                connection.sendall((head + body).encode())
                for _ in range(random.randrange(1, 10)):
                    time.sleep(1)
                    connection.recv(random.choice([1, 1000, 65536]))
            except OSError:
                pass
        self.count("deaf")

    def health(self):
        begun = time.monotonic()
        answer = self.ask("GET", "/api/1/health")
        if answer and answer[0] == 200:
            self.health_times.append(time.monotonic() - begun)
        self.check("health", answer, lambda body: json.loads(body)["status"] == "ok")
        time.sleep(0.2)

    def client(self, kinds):
        while time.monotonic() < self.deadline:
            kind = random.choice(kinds)
            try:
                kind()
            except OSError as error:
                self.count(f"{kind.__name__}: {type(error).__name__}")


    def run(self, number, seconds):
        """All kinds of clients at once, for a time."""
        self.deadline = time.monotonic() + seconds
        kinds = [self.solve] * 6 + [self.stream, self.trace, self.leave, self.garbage, self.deaf]
        clients = [threading.Thread(target=self.client, args=(kinds,)) for _ in range(number)]
        clients.append(threading.Thread(target=self.client, args=([self.health],)))
        for client in clients:
            client.start()
        for client in clients:
            client.join()


def resident(process):
    status = open(f"/proc/{process.pid}/status", encoding="ascii").read()
    return int(re.search(r"VmRSS:\s+(\d+) kB", status).group(1)) << 10


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="target/release/taquin")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--clients", type=int, default=40)
    asked = parser.parse_args()
    server = subprocess.Popen([asked.program, "serve", "--port", "0", "--time", "20s", "--memory", "128M"], stderr=subprocess.PIPE, text=True)
    address = re.search(r"http://([\d.]+):(\d+)/", server.stderr.readline())
    threading.Thread(target=server.stderr.read, daemon=True).start()
    try:
        load = Load((address[1], int(address[2])))
        start = resident(server)
        for board in START:
            load.ask("POST", "/api/1/solve", {"start": board})
        load.stream()
        warm = resident(server)
        load.run(asked.clients, seconds=60 * asked.minutes)
        loaded = resident(server)
        time.sleep(60)
        rested = resident(server)
    finally:
        server.terminate()
        code = server.wait()
    for what, count in sorted(load.counts.items()):
        print(f"{what}: {count}")
    megabytes = [round(bytes / 1e6, 1) for bytes in (start, warm, loaded, rested)]
    print("memory in MB: {} at the start, {} after one answer of each kind, {} under load, {} after a minute of rest".format(*megabytes))
    health = sorted(load.health_times) or [float("inf")]
    median = health[len(health) // 2]
    print(f"health: {median * 1000:.0f} ms, at most {health[-1] * 1000:.0f} ms; exit code of the server: {code}")
    for wrong in load.wrong[:10]:
        print("wrong:", wrong)
    if load.wrong or code != 0 or median >= 0.1 or rested > 1.2 * warm + 8e6:
        sys.exit("the server did not keep its promises")


main()
