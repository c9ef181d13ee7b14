"""Prints without end."""

while True:
    print("Nine", flush=False)
