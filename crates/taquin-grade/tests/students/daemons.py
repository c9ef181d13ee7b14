"""Answers, and leaves a daemon: another session, another parent, an empty environment."""

import os
import sys

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        words = [sys.executable, "-S", "-c", "import time; time.sleep(1000)", "daemons.py"]
        os.execve(sys.executable, words, {})
    os._exit(0)
os.wait()
print(sys.argv[4])
