"""What is public is explained, and shown by an example, which the doctests run."""

import ast
import importlib
import inspect
import pkgutil
import re

import pytest

import dlx
import puzzles
import puzzles.drawing
import puzzles.takeapart
import reductions

#: Where users look things up: each name they find there is told in full.
LOOKED_UP = (
    dlx,
    importlib.import_module("dlx.text"),
    importlib.import_module("dlx.parallel"),
    importlib.import_module("dlx.algorithm_x"),
    reductions,
    importlib.import_module("reductions.simple"),
    puzzles,
    puzzles.drawing,
    puzzles.takeapart,
)

#: Functions whose example would take seconds, since they measure.
SLOW = {"dlx.bench.table"}


def modules(*packages):
    """Return all modules of packages but those that are run."""
    found = list(packages)
    for package in packages:
        for info in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            if not info.name.endswith("__main__"):
                found.append(importlib.import_module(info.name))
    return found


def is_told(value):
    """Tell whether a value is a function or a class, with a docstring of its own."""
    return inspect.isfunction(value) or inspect.isclass(value)


def defined(module):
    """Return the public functions and classes that a module defines, by their names."""
    names = getattr(module, "__all__", None)
    if names is None:
        names = [name for name in vars(module) if not name.startswith("_")]
    return {
        name: value
        for name, value in ((name, getattr(module, name)) for name in names)
        if is_told(value) and value.__module__ == module.__name__
    }


def looked_up():
    """Return what users look up, by its name in full."""
    return {
        f"{module.__name__}.{name}": getattr(module, name)
        for module in LOOKED_UP
        for name in getattr(module, "__all__", ("algorithm_x",))
        if is_told(getattr(module, name))
    }


def methods(value):
    """Return the public methods that a class defines itself, by their names."""
    return {
        name: getattr(method, "__func__", method)
        for name, method in vars(value).items()
        if not name.startswith("_")
        and inspect.isfunction(getattr(method, "__func__", method))
    }


def has_example(value):
    texts = [value.__doc__]
    if inspect.isclass(value):
        texts += [method.__doc__ for method in methods(value).values()]
    return any(">>> " in (text or "") for text in texts)


def sections(value):
    """Return the sections of a numpydoc docstring, by their titles."""
    parts = re.split(r"^(\w[\w ]*)\n-+\n", inspect.getdoc(value) or "", flags=re.M)
    return dict(zip(parts[1::2], parts[2::2]))


@pytest.mark.parametrize(
    "module", modules(dlx, reductions, puzzles), ids=lambda module: module.__name__
)
def test_a_module_and_all_it_shows_begin_with_a_sentence(module):
    found = {module.__name__: module, **defined(module)}
    for name, value in defined(module).items():
        if inspect.isclass(value):
            for key, method in methods(value).items():
                if not any(hasattr(base, key) for base in value.__mro__[1:]):
                    found[f"{name}.{key}"] = method
    assert not [name for name, value in found.items() if not is_sentence(name, value)]


def is_sentence(name, value):
    """Tell whether a docstring begins with one; Python's own list the fields."""
    first = (inspect.getdoc(value) or "").split("\n\n")[0]
    return first.endswith((".", ":", "?")) and not first.startswith(f"{name}(")


@pytest.mark.parametrize(
    "module", modules(dlx, reductions), ids=lambda module: module.__name__
)
def test_a_public_function_has_an_example(module):
    if not hasattr(module, "__all__"):
        return
    assert not [
        name
        for name, value in defined(module).items()
        if inspect.isfunction(value)
        and not has_example(value)
        and f"{module.__name__}.{name}" not in SLOW
    ]


@pytest.mark.parametrize("package", [dlx, reductions, puzzles])
def test_a_package_names_the_modules_in_which_all_that_it_shows_is_explained(package):
    words = re.findall(r"[\w.]+", package.__doc__)
    explained = set()
    for module in modules(package)[1:]:
        inside = module.__name__.removeprefix(f"{package.__name__}.")
        if module.__name__ in words or inside in words:
            explained |= {*getattr(module, "__all__", ())}
    late = set(package.__all__) - at_once(package)
    assert late and not late - explained


def at_once(package):
    """Return what pydoc tells under the package itself: what it has from the start."""
    names = set()
    for statement in ast.parse(inspect.getsource(package)).body:
        if isinstance(statement, ast.ImportFrom):
            names |= {alias.asname or alias.name for alias in statement.names}
        elif isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
            names.add(statement.name)
    return names


def test_all_that_users_look_up_has_an_example():
    def needs_none(value):
        return inspect.isclass(value) and (
            issubclass(value, BaseException) or getattr(value, "_is_protocol", False)
        )

    assert not [
        name
        for name, value in looked_up().items()
        if not needs_none(value) and not has_example(value)
    ]


def test_all_that_users_call_says_what_it_takes():
    lacking = []
    for name, value in looked_up().items():
        if inspect.isfunction(value):
            told = sections(value).get("Parameters", "")
            # "engine, timeout" on one line are two; "**how" is how it is written.
            heads = re.findall(r"^[*\w][^\n:]*", told, re.M)
            words = {word for head in heads for word in re.findall(r"\w+", head)}
            lacking += [
                f"{name}({parameter})"
                for parameter in inspect.signature(value).parameters
                if parameter not in words
            ]
    assert not lacking


def test_all_that_users_call_says_what_comes_back():
    lacking = []
    for name, value in looked_up().items():
        if inspect.isfunction(value):
            comes = inspect.signature(value).return_annotation
            first = (inspect.getdoc(value) or "").split("\n")[0]
            plain = comes in ("None", "str", "bool", "dict[str, Any]", "list[str]")
            told = {"Returns", "Yields"} & sections(value).keys()
            if not told and not plain and not re.match("Return |Yield ", first):
                lacking.append(name)
    assert not lacking
