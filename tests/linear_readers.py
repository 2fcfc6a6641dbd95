"""The readers of outside text in one table, and hostile texts of any size for all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO

from zermelo.equilibrium.nfg import parse_nfg
from zermelo.equilibrium.notation import parse_matrix
from zermelo.games import game_class
from zermelo.games.chess.epd import parse_epd
from zermelo.games.chess.polyglot import Polyglot
from zermelo.games.chess.uci.options import parse_int
from zermelo.games.connect_four import ConnectFour
from zermelo.games.gdl.ggp.messages import parse_message
from zermelo.games.gdl.ggp.messages import parse_moves as parse_ggp_moves
from zermelo.games.gdl.reader import parse_term, read_rules, read_with_mistakes
from zermelo.games.go import Go
from zermelo.games.go.gtp.analysis import read_arguments
from zermelo.games.go.sgf_games import parse_game
from zermelo.games.go.vertices import parse_point
from zermelo.games.pacman import Pacman
from zermelo.games.pacman.players.course_tests import parse_game_solution, parse_game_test
from zermelo.games.pacman.players.evaluation import parse_weights
from zermelo.games.pacman.players.players import parse_ghosts, parse_pacman
from zermelo.games.pacman.players.record import read_record
from zermelo.native.weights import read_weights
from zermelo.players.spec import PlayerSpec
from zermelo.protocols.gtp import read_colour, read_number, read_whole
from zermelo.reading import parse_player
from zermelo.records.moves import parse_move, parse_records
from zermelo.records.pgn import read_pgn
from zermelo.records.positions import parse_moves, parse_position, read_position
from zermelo.records.sgf import read_sgf
from zermelo.trees import parse_tree
from zermelo.trees.cs188 import parse_cs188, parse_solution, parse_tree_test
from zermelo.trees.cs188_files import read_entries
from zermelo.trees.efg import parse_efg
from zermelo.trees.text import parse_lists, parse_names, parse_sexpr

Read = Callable[[str], object]

READERS: dict[str, tuple[Read, str]] = {
    "parse_tree": (parse_tree, "A(B=1 C(D=2 E=3))"),
    "parse_lists": (parse_lists, "[[1, 2], [3]]"),
    "parse_names": (parse_names, "A(B=1 C(D=2 E=3))"),
    "parse_sexpr": (parse_sexpr, "(max (min 1 2) (min 3 4))"),
    "parse_efg": (
        parse_efg,
        'EFG 2 R "t" { "1" "2" }\np "" 1 1 "" { "L" "R" } 0\nt "" 1 "" { 1, 2 }\nt "" 2 "" { 1/2 2 }',
    ),
    "parse_cs188": (
        parse_cs188,
        'class: "GraphGameTreeTest"\nalg: "MinimaxAgent"\ndiagram: """x"""\nnum_agents: "2"\n',
    ),
    "parse_tree_test": (
        parse_tree_test,
        'class: "GraphGameTreeTest"\nalg: "MinimaxAgent"\nsuccessors: """A Left B"""\n',
    ),
    "parse_solution": (parse_solution, '# solution\naction: "Left"\ngenerated: "A B C"\n'),
    "read_entries": (lambda text: read_entries(text, ("class", "alg")), 'class: "a"\nalg: """b\nc"""\n'),
    "parse_nfg": (parse_nfg, 'NFG 1 R "t" { "1" "2" } { 2 2 }\n1 2 3 4 5 6 7 8'),
    "parse_matrix": (parse_matrix, "3,0 5,1; 0,5 1,1"),
    "read_pgn": (
        lambda text: list(read_pgn(BytesIO(text.encode()))),
        '[White "x"]\n\n1. e4 {c} e5 (1... c5 $1) 2. Nf3 *\n',
    ),
    "parse_records (PGN)": (lambda text: parse_records("chess", text), '[White "x"]\n\n1. e4 {c} e5 (1... c5) *\n'),
    "parse_records (PDN)": (lambda text: parse_records("checkers", text), '[White "x"]\n\n1. 11-15 {c} 23-19 *\n'),
    "parse_records (moves)": (lambda text: parse_records("connect_four", text), "4 4 4\n"),
    "read_sgf": (lambda text: list(read_sgf(text)), "(;SZ[9]C[a\\]b];B[ee](;W[ge])(;W[cc]))"),
    "read_sgf (bytes)": (lambda text: list(read_sgf(BytesIO(text.encode()))), "(;SZ[9]C[a\\]b];B[ee](;W[ge])(;W[cc]))"),
    "parse_game": (
        lambda text: [parse_game(tree) for tree in read_sgf(text)],
        "(;SZ[9]AB[aa:cc]C[x];B[ee](;W[ge])(;W[cc]))",
    ),
    "parse_point": (lambda text: parse_point(text, 9), "ee"),
    "parse_epd": (parse_epd, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id "x y";'),
    "parse_position (FEN)": (lambda text: parse_position("chess", text), "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    "parse_position (checkers)": (lambda text: parse_position("checkers", text), "B:W18,21,K30:B5,9"),
    "parse_position (Go)": (lambda text: parse_position("go", text), "9 komi=6.5 superko=none: E5 E4"),
    "parse_position (Hex)": (lambda text: parse_position("hex", text), "a1 b2 c3"),
    "parse_position (Othello)": (lambda text: parse_position("othello", text), "f5 d6"),
    "parse_position (Nim)": (lambda text: parse_position("nim", text), "3 4 5"),
    "read_position": (lambda text: read_position(ConnectFour(), text), "4 4 3"),
    "parse_moves": (lambda text: parse_moves(Go(size=5), text), "C3 C4 pass"),
    "parse_move": (lambda text: parse_move(game_class("chess")(), text), "Nf3"),
    "layout": (lambda text: Pacman(text + "\n"), "%%%%\n%P.%\n%%%%"),
    "read_weights": (lambda text: read_weights(text, ("mobility",)), "mobility 2.5 # c\n"),
    "parse_weights": (parse_weights, "food=1.5,score=2"),
    "parse_message": (parse_message, "(START m white ((role white)) 10 5)"),
    "parse_moves (GGP)": (parse_ggp_moves, "((mark 1 1) noop)"),
    "parse_term": (parse_term, "(cell 1 (f x))"),
    "read_rules": (read_rules, "(role white) ; c\n(<= (legal ?p a) (or (true b) (not c)))"),
    "read_with_mistakes": (read_with_mistakes, "(role white) ; c\n(<= (legal ?p a) (or (true b) (not c)))"),
    "parse_game_test": (parse_game_test, 'class: "PacmanGameTreeTest"\nalg: "MinimaxAgent"\nlayout: """\n%%\n"""\n'),
    "parse_game_solution": (parse_game_solution, 'optimalActions: """\nLeft\n"""\n'),
    "parse_pacman": (parse_pacman, "alpha_beta:3"),
    "parse_ghosts": (parse_ghosts, "random,directional"),
    "read_record": (read_record, '{"layout": "x", "games": []}'),
    "PlayerSpec.parse": (PlayerSpec.parse, "mcts:1000:0.5"),
    "read_arguments": (lambda text: read_arguments(text.split(), {"b": 0}), "b interval 50 maxmoves 3"),
    "read_colour": (lambda text: read_colour(text.split()), "b"),
    "read_number": (lambda text: read_number(text.split()), "6.5"),
    "read_whole": (lambda text: read_whole(text.split()), "19"),
    "parse_int": (lambda text: parse_int(text, "Hash", 0, 9), "5"),
    "parse_player": (parse_player, "max"),
    "Polyglot": (lambda text: Polyglot(text.encode(), "book"), "0123456789abcdef"),
}
"""Every reader of outside text, and a short text that it reads or nearly reads."""

_MARKS = '() (; [] {} )( \\] \\" 1. 1/ 1e 1, 1- 1x 1_ a( a=1 /* // -- [% $1 8/ W1, B[aa] ;B[aa] (;B[aa] A( B='
_WORDS = ("-", ";", "(a", "a=1", "[a", '"a"', "e4", "1. e4", "?x", "{", "}", "(max", "(<=", "nan")
_LINES = ("\r\n", "\n\n", '"""', 'a: "', '[a "b"]\n', "1 2;")
PIECES = (*"09aA()[]{}<>\"';:,.-+=#%$*/\\|?!~_@& \n\t\ré\0", *_MARKS.split(), *(f"{word} " for word in _WORDS), *_LINES)


def hostile(good: str, size: int) -> Iterator[tuple[str, str]]:
    """Yield texts of about this size with their names: a piece many times, alone, and within or after a good text."""
    for piece in PIECES:
        pump = piece * (size // len(piece))
        yield repr(piece), pump
        for cut in {len(good) // 3, 2 * len(good) // 3, len(good)}:
            yield f"{good[:cut]!r} {piece!r}", good[:cut] + pump
            yield f"{good[:cut]!r} {piece!r} {good[cut:]!r}", good[:cut] + pump + good[cut:]
    yield "good", good * (size // len(good))
