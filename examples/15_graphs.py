"""Graphs: perfect matchings and colorings, checked against networkx.

A perfect matching pairs off all nodes of a graph.  Items: the nodes.  Options: the
edges; each covers its two ends.  Why it is exact: each node has exactly one partner.

A coloring gives each node one of k colors, and ends of an edge never the same.  Primary
items: the nodes; secondary: an edge in a color.  Options: a node in a color; it covers
the node, and each of its edges in that color.  Why it is exact: a color occurs at most
once on an edge.
"""

import networkx as nx

import dlx

COLORS = ("red", "green", "blue")


def matchings(graph):
    """Return the problem of the perfect matchings of a graph."""
    return dlx.Problem({edge: list(edge) for edge in graph.edges}, graph.nodes)


def colorings(graph, colors=COLORS):
    """Return the problem of the colorings of a graph."""
    edges = [(frozenset(edge), color) for edge in graph.edges for color in colors]
    return dlx.Problem({(node, color): [node, *((frozenset((node, other)), color)
                                                for other in graph[node])]
                        for node in graph for color in colors}, graph.nodes, edges)


def independent(graph, size):
    """Count the sets of so many nodes without edges in between, by networkx."""
    return sum(len(clique) == size for clique in nx.find_cliques(nx.complement(graph)))


print(__doc__)
graphs = {"Petersen": nx.petersen_graph(), "cube": nx.hypercube_graph(3),
          "prism": nx.circular_ladder_graph(5), "ring of 7": nx.cycle_graph(7),
          "K4": nx.complete_graph(4)}
print(f"{'graph':10}{'nodes':>6}{'edges':>6}{'matchings':>11}{'networkx':>10}"
      f"{'3-colorings':>13}{'networkx':>10}")
for name, graph in graphs.items():
    pairs, colored = matchings(graph), colorings(graph)
    # A matching is an independent set of edges; a coloring, one of nodes in colors.
    pairs_too = independent(nx.line_graph(graph), len(graph) / 2)
    places = nx.cartesian_product(graph, nx.complete_graph(3))
    print(f"{name:10}{len(graph):6}{graph.size():6}{dlx.count(pairs):11}{pairs_too:10}"
          f"{dlx.count(colored):13}{independent(places, len(graph)):10}")
problem = colorings(graphs["Petersen"])
covers = dlx.count(problem)
print("\nA coloring of the Petersen graph, node by node:")
print(" ", ", ".join(f"{node} {color}" for node, color in sorted(dlx.first(problem))))
print("A problem is a graph, too, of options and items:", problem.to_networkx())

print("""
To try next:
  - How many colors does nx.mycielski_graph(4) need, which has no triangle?
  - Divide by the ways to swap colors: how many colorings of the ring of 7 differ?
  - A ring through all nodes is hard to state so.  Which rule is not about one item?""")
