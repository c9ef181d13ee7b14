"""Takes all memory."""

hoard = []
while True:
    hoard.append(bytearray(1 << 22))
