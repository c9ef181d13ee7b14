"""Bad arguments are refused, but good ones are never answered."""

import time

from nine import Nine


class Wrong(Nine):
    def search(self, initial, goal):
        time.sleep(1000)


Wrong().main()
