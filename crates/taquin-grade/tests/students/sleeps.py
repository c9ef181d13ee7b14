"""Waits forever."""

import time

while True:
    time.sleep(1000)
