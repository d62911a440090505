"""What stands at the end of the help of each command: an example, and what it prints.

The tests run them all.
"""

__all__ = ["EXAMPLES"]

#: Each text, by the name of its command.
EXAMPLES = {
    "dlx": r"""
example:
  $ printf 'A B C\nA B\nC\nA\nB C\n' | dlx solve - --limit 1
  cover 1:
    1: A B
    2: C
""",
    "count": r"""
example:
  $ printf 'A B C\nA B\nC\nA\nB C\n' | dlx count -
  2
""",
    "solve": r"""
example:
  $ printf 'A B | X\nA X:red\nB X:blue\nB X:red\n' | dlx solve -
  cover 1:
    1: A X:red
    3: B X:red
""",
    "explain": r"""
example:
  $ printf 'A B C\nA B\nB\n' | dlx explain -
  no option covers item 'C'
""",
    "show": r"""
example:
  $ printf 'A B C\nA B\nC\nA\nB C\n' | dlx show -
   option    A    B    C
  --------  ---  ---  ---
     1       1    1    .
     2       .    .    1
     3       1    .    .
     4       .    1    1
""",
    "status": r"""
example:
  $ printf 'A B C\nA B\nC\nA\nB C\n' >abc.dlx
  $ dlx count abc.dlx --checkpoint abc.json
  2
  $ dlx status abc.json | grep done
  done      100.00 %
""",
    "bench": r"""
example:
  $ dlx bench
""",
}
