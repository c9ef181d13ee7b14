"""Shared by the tests."""

from __future__ import annotations

import numpy as np
import pytest

import taquin


@pytest.fixture(scope="session")
def every_3x3() -> np.ndarray:
    """All boards of 3×3 from which the goal can be reached."""
    return taquin.unrank(np.arange(181_440), (3, 3), "last")
