"""Lower layers never import upper ones, and the core stays light."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent

CORE = [
    "board", "dice", "outcome", "clamp", "match", "position", "plays", "legality", "movegen",
    "choice", "record", "game", "session", "files", "cores",
]  # fmt: skip

# Each layer may import those above it in this list and itself; one line may hold several modules.
LAYERS = [
    [f"engine.{name}" for name in CORE],
    ["engine.notation"],
    ["engine.pictures"],
    ["engine.matchfiles"],
    ["engine.bearoff", "engine.network"],
    ["engine.evaluators"],
    ["engine.cube"],
    ["engine.search"],
    ["engine.rollout", "engine.bots", "engine.analysis"],
    ["engine.matchanalysis"],
    ["engine.commands", "engine.protocols"],
    ["training"],
    ["scripts"],
]  # fmt: skip

# Where torch may be imported: all else must work, and start fast, without it.
TORCH = ("engine.network", "engine.evaluators", "training", "scripts")


def modules():
    """Return {module name: path} of the whole project."""
    found = {}
    for folder in ("engine", "training", "scripts"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(path):
    """Return every module name that a file imports, anywhere in it."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def layer_of(module):
    """Return the number of the layer of a module or of a name in it; None when it has none."""
    for number, layer in enumerate(LAYERS):
        if any(module == name or module.startswith(f"{name}.") for name in layer):
            return number
    return None


@pytest.mark.parametrize("module", sorted(set(modules()) - {"engine"}))
def test_no_module_imports_an_upper_layer(module):
    own = layer_of(module)
    assert own is not None, f"{module} is in no layer: add it to the list"
    for name in imports(modules()[module]):
        imported = layer_of(name)
        if name.split(".")[0] in ("engine", "training", "scripts") and name != "engine.__version__":
            assert imported is not None, f"{module} imports {name}, which is in no layer"
            assert imported <= own, f"{module} imports {name} from an upper layer"
        if name.split(".")[0] == "torch":
            assert module.startswith(TORCH), f"{module} imports torch"


def test_the_core_is_acyclic():
    """Even inside the core: each module imports only earlier ones of the list."""
    for number, name in enumerate(CORE):
        for imported in imports(ROOT / "engine" / f"{name}.py"):
            if imported.startswith("engine."):
                assert imported.split(".")[1] in CORE[:number], f"{name} imports {imported}"


def test_importing_engine_imports_nothing_heavy():
    code = "import sys, engine; print(*sorted(set(sys.modules) & {'torch', 'numba', 'numpy'}))"
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert result.stdout.split() == []
