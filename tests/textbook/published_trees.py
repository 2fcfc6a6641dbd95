"""Published game trees with known answers: facts to test against, each with its source.

`path` counts children from 0. For each tie rule: the leaf values evaluated, in order; the leaf values skipped; how
many cutoffs, and how many of them deep.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Facts(NamedTuple):
    evaluated: list[int]
    skipped: list[int]
    cutoffs: int
    deep: int


class Published(NamedTuple):
    name: str
    source: str
    root: str
    tree: Any
    value: int
    path: list[int]
    equal: Facts
    strict: Facts


TREES = [
    Published(
        "R&N figure 5.2",
        "Russell & Norvig AIMA fig. 5.2/5.5; aimacode/aima-python aima/games.py Fig52Game, tests/test_games.py",
        "max",
        [[3, 12, 8], [2, 4, 6], [14, 5, 2]],
        3,
        [0, 0],
        Facts([3, 12, 8, 2, 14, 5, 2], [4, 6], 1, 0),
        Facts([3, 12, 8, 2, 14, 5, 2], [4, 6], 1, 0),
    ),
    Published(
        "MIT GAME1, MAX first",
        "MIT 6.034 lab3 (toytree.py tree4 / GAME1, tests.py TEST 23-25, 31-32), repo cosmic-chaos/6.034-Artificial-Intelligence",
        "max",
        [[7, 11, 3, 10], [4, 9, 14, 8], [5, 2, 12, 16], [15, 6, 1, 3]],
        4,
        [1, 0],
        Facts([7, 11, 3, 10, 4, 9, 14, 8, 5, 2, 15, 6, 1], [12, 16, 3], 2, 0),
        Facts([7, 11, 3, 10, 4, 9, 14, 8, 5, 2, 15, 6, 1], [12, 16, 3], 2, 0),
    ),
    Published(
        "MIT GAME1, MIN first",
        "MIT 6.034 lab3 (toytree.py tree4 / GAME1, tests.py TEST 23-25, 31-32), repo cosmic-chaos/6.034-Artificial-Intelligence",
        "min",
        [[7, 11, 3, 10], [4, 9, 14, 8], [5, 2, 12, 16], [15, 6, 1, 3]],
        11,
        [0, 1],
        Facts([7, 11, 3, 10, 4, 9, 14, 5, 2, 12, 15], [8, 16, 6, 1, 3], 3, 0),
        Facts([7, 11, 3, 10, 4, 9, 14, 5, 2, 12, 15], [8, 16, 6, 1, 3], 3, 0),
    ),
    Published(
        "UCLA CS161 / MIT equality tree, MAX first",
        "MIT 6.034 lab3 toytree.py tree6 / GAME_EQUALITY_PRUNING, tests 33-34; same tree: UCLA CS161 recitation notes, CMU 15-150 Minimax-Visualizer example 1",
        "max",
        [[[[3, 17], [2, 12]], [[15], [25, 0]]], [[[2, 5], [3]], [[2, 14]]]],
        3,
        [0, 0, 0, 0],
        Facts([3, 17, 2, 15, 2, 3], [12, 25, 0, 5, 2, 14], 4, 1),
        Facts([3, 17, 2, 15, 2, 3, 2], [12, 25, 0, 5, 14], 4, 2),
    ),
    Published(
        "MIT equality tree, MIN first",
        "MIT 6.034 lab3 toytree.py tree6 / GAME_EQUALITY_PRUNING, tests 33-34; same tree: UCLA CS161 recitation notes, CMU 15-150 Minimax-Visualizer example 1",
        "min",
        [[[[3, 17], [2, 12]], [[15], [25, 0]]], [[[2, 5], [3]], [[2, 14]]]],
        14,
        [1, 1, 0, 1],
        Facts([3, 17, 2, 12, 15, 25, 2, 5, 3, 2, 14], [0], 1, 0),
        Facts([3, 17, 2, 12, 15, 25, 2, 5, 3, 2, 14], [0], 1, 0),
    ),
    Published(
        "MIT deep cutoff",
        "MIT 6.034 lab3 tests.py TEST 35-36 (PRUNING_TREE, PRUNING_TREE_NEG)",
        "max",
        [10, [20, [1, [4, 2]]]],
        10,
        [0],
        Facts([10, 20, 1, 4], [2], 1, 1),
        Facts([10, 20, 1, 4], [2], 1, 1),
    ),
    Published(
        "MIT deep cutoff, negated, MIN first",
        "MIT 6.034 lab3 tests.py TEST 35-36 (PRUNING_TREE, PRUNING_TREE_NEG)",
        "min",
        [-10, [-20, [-1, [-4, -2]]]],
        -10,
        [0],
        Facts([-10, -20, -1, -4], [-2], 1, 1),
        Facts([-10, -20, -1, -4], [-2], 1, 1),
    ),
    Published(
        "MIT 2010 tree 1",
        "MIT 6.034 2010 lab3 tree_searcher.py / tests.py (repo Joecg/py3mitAI)",
        "max",
        [[[2, 2], [0, 4]], [[6, 8], [4, 6]]],
        6,
        [1, 1, 1],
        Facts([2, 2, 0, 4, 6, 8, 4, 6], [], 0, 0),
        Facts([2, 2, 0, 4, 6, 8, 4, 6], [], 0, 0),
    ),
    Published(
        "MIT 2010 tree 2",
        "MIT 6.034 2010 lab3 tree_searcher.py / tests.py (repo Joecg/py3mitAI)",
        "max",
        [[[6, 4], [8, 6]], [[4, 0], [2, 2]]],
        6,
        [0, 0, 0],
        Facts([6, 4, 8, 4, 0], [6, 2, 2], 2, 0),
        Facts([6, 4, 8, 4, 0], [6, 2, 2], 2, 0),
    ),
    Published(
        "MIT 2010 tree 3",
        "MIT 6.034 2010 lab3 tree_searcher.py / tests.py (repo Joecg/py3mitAI)",
        "max",
        [[[8, 2], 6], [[[4, 5], 3], [9, [10, 8]]], [1, [[7, 12], [11, 15]]]],
        6,
        [0, 1],
        Facts([8, 2, 6, 4, 3, 1], [5, 9, 10, 8, 7, 12, 11, 15], 3, 1),
        Facts([8, 2, 6, 4, 3, 1], [5, 9, 10, 8, 7, 12, 11, 15], 3, 1),
    ),
    Published(
        "Wikipedia AB_pruning.svg",
        "Wikipedia, Alpha-beta pruning, file AB_pruning.svg (tree as typed in iceghost/alpha-beta-paperuning src/lib/parse.ts; root value 6 and node values in a public Java testCase citing the svg)",
        "max",
        [[[[5, 6], [7, 4, 5]], [[3]]], [[[6], [6, 9]], [[7]]], [[[5]], [[9, 8], [6]]]],
        6,
        [1, 0, 0, 0],
        Facts([5, 6, 7, 4, 3, 6, 6, 7, 5], [5, 9, 9, 8, 6], 3, 0),
        Facts([5, 6, 7, 4, 3, 6, 6, 9, 7, 5], [5, 9, 8, 6], 2, 0),
    ),
    Published(
        "GeeksforGeeks minimax example",
        "GeeksforGeeks 'Minimax (alpha-beta pruning)' driver code values = 3,5,6,9,1,2,0,-1, copied in many public repositories",
        "max",
        [[[3, 5], [6, 9]], [[1, 2], [0, -1]]],
        5,
        [0, 0, 1],
        Facts([3, 5, 6, 1, 2], [9, 0, -1], 2, 0),
        Facts([3, 5, 6, 1, 2], [9, 0, -1], 2, 0),
    ),
    Published(
        "JavaTPoint-type worked example",
        "omumrania-notes.vercel.app 'Solve given two player search tree' (leaves 2 3 5 9 0 1; last pair 7 5 as in the JavaTPoint page it follows)",
        "max",
        [[[2, 3], [5, 9]], [[0, 1], [7, 5]]],
        3,
        [0, 0, 1],
        Facts([2, 3, 5, 0, 1], [9, 7, 5], 2, 0),
        Facts([2, 3, 5, 0, 1], [9, 7, 5], 2, 0),
    ),
    Published(
        "CMU 15-150 example 2",
        "Sarose550/Minimax-Visualizer utilities.js drawEx2",
        "max",
        [[[4, 5], [1], [2, -3]], [[4, 0], [2, -2]]],
        2,
        [1, 1, 0],
        Facts([4, 5, 1, 2, 4, 0, 2, -2], [-3], 1, 0),
        Facts([4, 5, 1, 2, 4, 0, 2, -2], [-3], 1, 0),
    ),
    Published(
        "CMU 15-150 example 3 (unequal depths)",
        "Sarose550/Minimax-Visualizer utilities.js drawEx3",
        "max",
        [[[[5, 6], [7, 4, 5]], [[3]]], [6, [[7]]], [[[5]], [[9, 8], [6]]]],
        6,
        [1, 0],
        Facts([5, 6, 7, 4, 3, 6, 7, 5], [5, 9, 8, 6], 2, 0),
        Facts([5, 6, 7, 4, 3, 6, 7, 5], [5, 9, 8, 6], 2, 0),
    ),
    Published(
        "CMU 15-150 testSmall",
        "Sarose550/Minimax-Visualizer utilities.js drawEx4 (15-150 testSmall)",
        "max",
        [[3, 6, -2], [6, 4, 10], [1, 30, 9]],
        4,
        [1, 1],
        Facts([3, 6, -2, 6, 4, 10, 1], [30, 9], 1, 0),
        Facts([3, 6, -2, 6, 4, 10, 1], [30, 9], 1, 0),
    ),
    Published(
        "CMU 15-150 testBig",
        "Sarose550/Minimax-Visualizer utilities.js drawEx5 (15-150 testBig)",
        "max",
        [[[[3, 5], [2, 7]], [[10, 4]]], [[[2, 7]], [[8, 2], [4, 6]]]],
        3,
        [0, 0, 0, 0],
        Facts([3, 5, 2, 10, 4, 2], [7, 7, 8, 2, 4, 6], 3, 1),
        Facts([3, 5, 2, 10, 4, 2], [7, 7, 8, 2, 4, 6], 3, 1),
    ),
    Published(
        "UNISC simulator example (binary, depth 4)",
        "raphsilva.github.io utilities/minimax_simulator js/main.js gerarExemplo",
        "max",
        [[[[8, 23], [-47, 28]], [[-30, -37], [3, -41]]], [[[-19, 4], [-49, 4]], [[43, 45], [-26, -14]]]],
        -19,
        [1, 0, 0, 0],
        Facts([8, 23, -47, -30, -37, 3, -41, -19, 4, -49, 43, 45], [28, 4, -26, -14], 3, 0),
        Facts([8, 23, -47, -30, -37, 3, -41, -19, 4, -49, 43, 45], [28, 4, -26, -14], 3, 0),
    ),
    Published(
        "WebFlik demo tree (ragged)",
        "NkemdiAnyiam/WebFlik-Alpha-Beta-Pruning src/index.ts",
        "max",
        [[[5, 8], [3, [5, 2, 7, 0], 9, [5, 8, 1]], [7, [9, 10, 8]]], [[[3, 6, 4], 6, [10, 3]], [[8, 13], 5, [10, 8]]]],
        8,
        [0, 0, 1],
        Facts([5, 8, 3, 5, 2, 9, 7, 9, 10, 8, 3, 6, 10, 3], [7, 0, 5, 8, 1, 6, 4, 8, 13, 5, 10, 8], 4, 1),
        Facts([5, 8, 3, 5, 2, 9, 7, 9, 10, 8, 3, 6, 10, 3], [7, 0, 5, 8, 1, 6, 4, 8, 13, 5, 10, 8], 4, 1),
    ),
    Published(
        "UFRJ chess-opening tree",
        "RobStelling/alpha-beta json/jogo.json",
        "max",
        [[[[4, 3], [9, 9]], [[9, 8], [8, 1]]], [[[4, 2], [8, 9]], [[9, 3], [7, 8]]]],
        8,
        [0, 1, 0, 1],
        Facts([4, 3, 9, 9, 9, 8, 8, 4, 8], [1, 2, 9, 9, 3, 7, 8], 4, 2),
        Facts([4, 3, 9, 9, 9, 8, 8, 1, 4, 8, 9, 9, 3, 7], [2, 8], 2, 2),
    ),
    Published(
        "Knuth-Moore best-ordered b=2 d=4",
        "leaf count formula b^ceil(d/2)+b^floor(d/2)-1, Knuth & Moore 1975",
        "max",
        [[[[0, 1], [-3, -2]], [[9, 10], [6, 7]]], [[[-27, -26], [-30, -29]], [[-18, -17], [-21, -20]]]],
        0,
        [0, 0, 0, 0],
        Facts([0, 1, -3, 9, 10, -27, -30], [-2, 6, 7, -26, -29, -18, -17, -21, -20], 5, 2),
        Facts([0, 1, -3, 9, 10, -27, -30], [-2, 6, 7, -26, -29, -18, -17, -21, -20], 5, 2),
    ),
    Published(
        "Knuth-Moore best-ordered b=3 d=3",
        "leaf count formula b^ceil(d/2)+b^floor(d/2)-1, Knuth & Moore 1975",
        "max",
        [
            [[0, -1, -2], [4, 3, 2], [8, 7, 6]],
            [[-16, -17, -18], [-12, -13, -14], [-8, -9, -10]],
            [[-32, -33, -34], [-28, -29, -30], [-24, -25, -26]],
        ],
        0,
        [0, 0, 0],
        Facts(
            [0, -1, -2, 4, 8, -16, -17, -18, -32, -33, -34],
            [3, 2, 7, 6, -12, -13, -14, -8, -9, -10, -28, -29, -30, -24, -25, -26],
            4,
            0,
        ),
        Facts(
            [0, -1, -2, 4, 8, -16, -17, -18, -32, -33, -34],
            [3, 2, 7, 6, -12, -13, -14, -8, -9, -10, -28, -29, -30, -24, -25, -26],
            4,
            0,
        ),
    ),
    Published(
        "Knuth-Moore best-ordered b=4 d=2",
        "leaf count formula b^ceil(d/2)+b^floor(d/2)-1, Knuth & Moore 1975",
        "max",
        [[0, 1, 2, 3], [-5, -4, -3, -2], [-10, -9, -8, -7], [-15, -14, -13, -12]],
        0,
        [0, 0],
        Facts([0, 1, 2, 3, -5, -10, -15], [-4, -3, -2, -9, -8, -7, -14, -13, -12], 3, 0),
        Facts([0, 1, 2, 3, -5, -10, -15], [-4, -3, -2, -9, -8, -7, -14, -13, -12], 3, 0),
    ),
]
