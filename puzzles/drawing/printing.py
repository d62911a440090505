"""Solids as files for a printer, by trimesh: STL and 3MF.

The same solids give the same bytes.  An STL file is one heap of triangles; in a 3MF
file each piece is an object with its name, and the unit is said to be the millimeter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from dlx.terminal import plain

from .meshes import Solid, surface

if TYPE_CHECKING:
    from trimesh import Trimesh

__all__ = ["ENDINGS", "needed", "printable"]

#: The formats, as the endings of files.
ENDINGS = (".stl", ".3mf")


def needed() -> None:
    """Raise `ModuleNotFoundError`, with what to do, if trimesh is not there."""
    try:
        import lxml.etree  # noqa: F401
        import trimesh  # noqa: F401
    except ModuleNotFoundError as error:
        missing = str(error.name).partition(".")[0]
        raise ModuleNotFoundError(
            f"solids need {missing}: pip install 'tilewright[mesh]'", name=missing
        ) from None


def printable(
    solids: Sequence[Solid],
    ending: str,
    progress: Callable[[], object] = lambda: None,
) -> bytes:
    """Return solids as the content of a file with an ending of `ENDINGS`.

    Parameters
    ----------
    solids : sequence of Solid
    ending : str
    progress : function, optional
        Called after each solid.

    Raises
    ------
    PuzzleError
        If one has no closed surface.
    ModuleNotFoundError
        Without trimesh; the message says what to install.
    """
    needed()
    import trimesh

    meshes = []
    for solid in solids:
        meshes.append(_mesh(solid))
        progress()
    if ending == ".stl":
        whole = trimesh.util.concatenate(meshes)
        return bytes(whole.export(file_type="stl"))
    scene = trimesh.Scene()
    for solid, mesh in zip(solids, meshes):
        # A name of its own: trimesh takes what is called "camera" for one.
        scene.add_geometry(mesh, geom_name=f"piece {plain(solid.name)}")
    return _settled(scene.export(file_type="3mf"))


def _mesh(solid: Solid) -> Trimesh:
    """Return the surface of a solid, checked by a program that is not ours."""
    import trimesh

    points, triangles = surface(solid)
    mesh = trimesh.Trimesh(points, triangles, process=False)
    near = abs(mesh.volume - solid.volume) <= 1e-6 * solid.volume
    if not (mesh.is_watertight and mesh.is_volume and near):
        raise ArithmeticError(f"the surface of piece {solid.name} is not closed")
    return mesh


#: What trimesh draws at random for each object.
RANDOM = re.compile(rb'UUID="[^"]*"')


def _settled(content: bytes) -> bytes:
    """Return a 3MF file with numbers that follow from its content, and no dates."""
    from hashlib import sha256
    from io import BytesIO
    from uuid import UUID
    from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

    out = BytesIO()
    with ZipFile(BytesIO(content)) as old, ZipFile(out, "w") as new:
        for name in old.namelist():
            first, *rest = RANDOM.split(old.read(name))
            seed = sha256(first + b"".join(rest)).digest()
            parts = [first]
            for number, part in enumerate(rest):
                digest = sha256(seed + number.to_bytes(8, "big")).digest()
                parts.append(b'UUID="%s"' % str(UUID(bytes=digest[:16])).encode())
                parts.append(part)
            entry = ZipInfo(name)
            entry.create_system = 3  # or else it would tell the system
            entry.compress_type = ZIP_DEFLATED
            new.writestr(entry, b"".join(parts))
    return out.getvalue()
