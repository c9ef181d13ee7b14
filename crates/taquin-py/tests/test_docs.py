"""Examples in docstrings, types, the notebook, the guide."""

from __future__ import annotations

import doctest
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import taquin
import taquin.classic
import taquin.gym

ROOT = Path(__file__).parents[3]
PACKAGE = Path(taquin.__file__).parent


def documented() -> dict[str, str]:
    """Every public class, function and method with its documentation."""
    found = {}
    for module in (taquin, taquin.classic, taquin.gym):
        found[module.__name__] = module.__doc__
        for name in module.__all__:
            thing = getattr(module, name)
            if not callable(thing):
                continue
            found[f"{module.__name__}.{name}"] = thing.__doc__
            if inspect.isclass(thing):
                for member, value in vars(thing).items():
                    if not member.startswith("_"):
                        found[f"{module.__name__}.{name}.{member}"] = getattr(value, "__doc__", None)
    return found


DOCUMENTED = documented()


def test_everything_public_is_documented() -> None:
    assert len(DOCUMENTED) > 100
    assert [name for name, text in DOCUMENTED.items() if not text] == []


def test_every_function_has_an_example() -> None:
    without = [name for name in taquin.__all__ if inspect.isfunction(getattr(taquin, name)) and ">>>" not in getattr(taquin, name).__doc__]
    assert without == []


@pytest.mark.parametrize("name", [name for name, text in DOCUMENTED.items() if ">>>" in (text or "")])
def test_examples_in_docstrings_work(name: str) -> None:
    names = {"Board": taquin.classic.Board, "Solver": taquin.classic.Solver} if "classic" in name else {}
    test = doctest.DocTestParser().get_doctest(inspect.cleandoc(DOCUMENTED[name]), names, name, None, 0)
    report: list[str] = []
    result = doctest.DocTestRunner().run(test, out=report.append)
    assert result.attempted > 0 and result.failed == 0, "".join(report)


def run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT / "crates/taquin-py")
    assert done.returncode == 0, done.stdout + done.stderr


def test_types_are_right() -> None:
    run(sys.executable, "-m", "mypy", "--strict", "-p", "taquin")


def test_stubs_describe_the_compiled_module() -> None:
    run(sys.executable, "-m", "mypy.stubtest", "taquin._taquin", "--concise")


def test_the_package_says_that_it_is_typed() -> None:
    assert (PACKAGE / "py.typed").exists()


def test_the_notebook_runs(tmp_path: Path) -> None:
    import nbformat
    from nbclient import NotebookClient

    path = ROOT / "examples/notebooks/heuristics.ipynb"
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert all(not cell.get("outputs") for cell in notebook.cells), "outputs are not committed"
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    kinds = {kind for cell in notebook.cells for output in cell.get("outputs", []) for kind in output.get("data", {})}
    assert {"image/png", "image/svg+xml", "text/html"} <= kinds


def test_examples_in_the_guide_and_the_readmes_work() -> None:
    for path in (ROOT / "docs/guide/python.md", ROOT / "crates/taquin-py/README.md", ROOT / "README.md"):
        blocks = re.findall(r"```python\n(.*?)```", path.read_text(), re.DOTALL)
        assert blocks, path
        names: dict[str, object] = {}
        for number, block in enumerate(blocks):
            assert ">>>" in block, f"{path}: a python block without an example"
            test = doctest.DocTestParser().get_doctest(block, names, f"{path.name} block {number + 1}", str(path), 0)
            report: list[str] = []
            result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.append, clear_globs=False)
            names.update(test.globs)
            assert result.failed == 0, "".join(report)
