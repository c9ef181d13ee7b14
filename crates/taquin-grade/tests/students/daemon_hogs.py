"""A daemon takes all memory while the program waits."""

import os
import sys
import time

HOG = "x = []\nwhile True: x.append(bytearray(1 << 20))"

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.execve(sys.executable, [sys.executable, "-S", "-c", HOG, "daemon_hogs.py"], {})
    os._exit(0)
os.wait()
time.sleep(1000)
