"""Starts children that stay, one of them outside its process group, and waits for them."""

import os
import time

for number in range(3):
    if os.fork() == 0:
        if number == 0:
            os.setsid()
        time.sleep(1000)
        os._exit(0)
time.sleep(1000)
