"""The examples of all docstrings and of the README; the stubs and the version."""
import ast
import doctest
import inspect
import pathlib
import re

import pytest

import kring
import kring.charts
import kring.environment
from kring import _kring

PYTHON = pathlib.Path(__file__).parents[1]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
OBJECTS = [getattr(kring, name) for name in kring.__all__ if name != "__version__"]
MODULES = [kring, kring.environment, kring.charts]


@pytest.mark.parametrize("thing", OBJECTS + MODULES, ids=lambda thing: thing.__name__)
def test_examples_are_true(thing):
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    for test in doctest.DocTestFinder().find(thing, thing.__name__, globs={"kring": kring}):
        runner.run(test)
    assert runner.summarize().failed == 0


def test_the_readme_is_true():
    failures, tests = doctest.testfile(str(PYTHON / "README.md"), module_relative=False, optionflags=FLAGS)
    assert tests > 5 and failures == 0


@pytest.mark.parametrize("thing", OBJECTS, ids=lambda thing: thing.__name__)
def test_everything_has_a_docstring(thing):
    members = vars(thing).items() if inspect.isclass(thing) else ()
    public = [name for name, member in members if not name.startswith("_") and not inspect.getdoc(member)]
    assert inspect.getdoc(thing) and not public


def stub_names(body):
    named = (ast.FunctionDef, ast.ClassDef)
    return {node.name for node in body if isinstance(node, named) and not node.name.startswith("_")}


def test_the_stubs_name_what_there_is():
    tree = ast.parse((PYTHON / "kring" / "_kring.pyi").read_text())
    helpers = {"PlayerObject", "StrategyObject"}
    there = {name for name in vars(_kring) if not name.startswith("_")}
    assert stub_names(tree.body) - helpers == there
    for node in tree.body:
        if not isinstance(node, ast.ClassDef) or node.name in helpers:
            continue
        members = {name for name in vars(getattr(_kring, node.name)) if not name.startswith("_")}
        assert stub_names(node.body) == members, node.name


def functions(body, owner):
    for node in body:
        if isinstance(node, ast.ClassDef) and hasattr(owner, node.name):
            yield from functions(node.body, getattr(owner, node.name))
        elif isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            if not any(isinstance(d, ast.Name) and d.id == "property" for d in node.decorator_list):
                yield node, getattr(owner, node.name)


def test_the_stubs_have_the_right_arguments():
    tree = ast.parse((PYTHON / "kring" / "_kring.pyi").read_text())
    for node, function in functions(tree.body, _kring):
        given = [a.arg for a in node.args.posonlyargs + node.args.args + node.args.kwonlyargs]
        there = list(inspect.signature(function).parameters)
        assert [a for a in given if a not in ("self", "cls")] == [a for a in there if a != "self"], node.name


def test_the_version_is_that_of_the_crate():
    cargo = PYTHON.parent / "Cargo.toml"
    if not cargo.exists():
        pytest.skip("the crate is not here")
    assert f'version = "{kring.__version__}"' in re.search(r"\[workspace.package\]\n.*\n", cargo.read_text())[0]
