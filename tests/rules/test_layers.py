"""Lower layers never import upper ones, and the core stays light."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

RULES = [
    "board", "dice", "outcome", "match", "position", "plays", "legality", "movegen", "record",
    "game", "session",
]  # fmt: skip

# Each layer may import those above it in this list and itself; one line may hold several modules.
LAYERS = [
    ["engine.files", "engine.cores"],
    ["engine.rules"],
    ["engine.formats.notation"],
    ["engine.formats"],
    ["engine.evaluation"],
    ["engine.cube"],
    ["engine.search"],
    ["engine.rollout", "engine.players", "engine.analysis"],
    ["engine.analysis.match"],
    ["engine.cli", "engine.serve"],
    ["training"],
    ["scripts"],
]  # fmt: skip

# The facade, which stands above the engine and may be used by what is built on it.
FACADE = ("engine", "engine.__version__")

# Where torch may be imported: all else must work, and start fast, without it.
TORCH = ("engine.evaluation.network", "engine.evaluation.protocol", "training", "scripts")


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
    """Return the number of the innermost layer that holds a module, or None."""
    found = [
        (len(name), number)
        for number, layer in enumerate(LAYERS)
        for name in layer
        if module == name or module.startswith(f"{name}.")
    ]
    return max(found)[1] if found else None


@pytest.mark.parametrize("module", sorted(set(modules()) - {"engine"}))
def test_no_module_imports_an_upper_layer(module):
    own = layer_of(module)
    assert own is not None, f"{module} is in no layer: add it to the list"
    for name in imports(modules()[module]):
        imported = layer_of(name)
        if name.split(".")[0] in ("engine", "training", "scripts") and name not in FACADE:
            assert imported is not None, f"{module} imports {name}, which is in no layer"
            assert imported <= own, f"{module} imports {name} from an upper layer"
        if name.split(".")[0] == "torch":
            assert module.startswith(TORCH), f"{module} imports torch"


def test_the_rules_import_in_one_order():
    """Each module of the rules imports only earlier ones of the list, and nothing else of ours."""
    files = {path.stem for path in (ROOT / "engine" / "rules").glob("*.py")} - {"__init__"}
    assert files == set(RULES)
    for number, name in enumerate(RULES):
        for imported in imports(ROOT / "engine" / "rules" / f"{name}.py"):
            if imported.startswith("engine."):
                package, module = imported.split(".")[1:3]
                assert package == "rules" and module in RULES[:number], f"{name}: {imported}"


def test_importing_engine_imports_nothing_heavy():
    code = "import sys, engine; print(*sorted(set(sys.modules) & {'torch', 'numba', 'numpy'}))"
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert result.stdout.split() == []
