"""What stands at the end of the help of each command: an example, and what it prints.

The tests run them all.
"""

__all__ = ["EXAMPLES"]

#: Each text, by the name of its command.
EXAMPLES = {
    "puzzles": r"""
example:
  $ puzzles solve soma --count
  480
""",
    "list": r"""
example:
  $ puzzles list | grep cube | cut -c 1-67
  cube-in-cage              packing        Cube in cage
  diabolical-cube           packing        Diabolical cube
  soma                      packing        Soma cube
  wooden-cube               packing        Wooden cube of eight parts
""",
    "new": r"""
example:
  $ puzzles new queens --out six.toml
  $ puzzles solve six.toml
  . . . Q . .
  Q . . . . .
  . . . . Q .
  . Q . . . .
  . . . . . Q
  . . Q . . .
""",
    "convert": r"""
example:
  $ puzzles convert lizards - --to tiles | head -n 6
  # Leapin' Lizards
  # edges: clockwise from the top
  # mates: heads-and-tails
  # size: 3 x 3
  BH RH RH YT
  YH RH GT GH
""",
    "show": r"""
example:
  $ puzzles show queens-8
  Eight queens
  source: M. Bezzel, 1848
  kind: queens; 64 cells; queens look the same from all sides

  known answers
    raw: 92
    rotations: 24
    all: 12
    source: F. Nauck, 1850; 92 = 11 x 8 + 1 x 4

  exact cover: 16 primary items, 30 secondary items, 64 options, 256 entries
""",
    "solve": r"""
example:
  $ puzzles solve pentominoes-3x20
  U U X I I I I I N N N F T W Y Y Y Y Z V
  U X X X P P L N N F F F T W W Y Z Z Z V
  U U X P P P L L L L F T T T W W Z V V V
""",
    "draw": r"""
example:
  $ puzzles draw frogs --layout 2 --out frogs.svg
  $ ls
  frogs.svg
""",
    "check": r"""
example:
  $ printf '1...\n..2.\n.3..\n...4\n' | puzzles check - --from sudoku
  <standard input>: the file is sound: sudoku, 16 cells; symbols do not move

  symbol    1    2    3    4
  --------  ---  ---  ---  ---
  givens    1    1    1    1

  note: 4 givens in 16 cells
  exactly one layout (turns of the whole board merged)
""",
    "hint": r"""
example:
  $ puzzles hint queens-8 --pieces 2
  there is a layout
  Q can lie at 0,5
  Q can lie at 1,3
  . . . . . Q . .
  . . . Q . . . .
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
""",
    "takeapart": r"""
example:
  $ puzzles takeapart diabolical-cube
  z=0     z=1     z=2
  L L L   O O V   W W W
  L L L   O O V   W W V
  L U U   I I U   W U U

    step  pieces    direction      distance  then free
  ------  --------  -----------  ----------  -----------
       1  V         +x                    1  V
       2  I         +y                    1  I
       3  U         +y                    1  U
       4  W         +z                    1  W
       5  L         -z                    1  L O
""",
    "make": r"""
example:
  $ puzzles make sudoku --size 4 --seed 1
  kind = "sudoku"
  title = "Sudoku of 4 rows with 5 givens, seed 1"
  source = "puzzles make sudoku --box 2 2 --seed 1"
  grid = ["4...", ".3..", "..2.", "..34"]

  [known]
  rotations = 1
  source = "counted when it was made"
""",
    "make edge-matching": r"""
example:
  $ puzzles make edge-matching --rows 2 --columns 2 --symbols 4 --seed 1 | tail -n 5
  [tiles]
  1 = "BT AH AH AT"
  2 = "BT AT BH BT"
  3 = "BT AH AT BH"
  4 = "BH BH BH AH"
""",
    "make sudoku": r"""
example:
  $ puzzles make sudoku --size 4 --seed 1
  kind = "sudoku"
  title = "Sudoku of 4 rows with 5 givens, seed 1"
  source = "puzzles make sudoku --box 2 2 --seed 1"
  grid = ["4...", ".3..", "..2.", "..34"]

  [known]
  rotations = 1
  source = "counted when it was made"
""",
}
