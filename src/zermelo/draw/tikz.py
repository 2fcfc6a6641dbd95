"""A tree as a TikZ picture for paper, with absolute coordinates and the same shapes and marks as on the screen. It
compiles with tikz and its library shapes.geometric alone; colours are only ever a repetition of shape or thickness."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.draw.layout import stack, tidy
from zermelo.draw.model import Picture, PictureNode
from zermelo.draw.picture import picture
from zermelo.events import Event
from zermelo.state import State, format_payoff

GAP, LEVEL = 0.3, 1.0
SHAPE, LEAF, CAPTION = 0.8, 0.6, 0.4
LETTER = 0.17
LONGEST_INSIDE = 2
# No dimension in TeX exceeds 575 cm; a picture larger than this is scaled down as a whole.
LARGEST = 500.0

_COLOURS = {"max": "0072B2", "min": "D55E00", "chance": "CC79A7", "answer": "009E73", "attention": "E69F00"}
_STYLES = r"""
  every node/.style={font=\small, inner sep=1pt},
  max/.style={regular polygon, regular polygon sides=3, draw=zermelomax, thick, minimum size=9mm, inner sep=0pt},
  min/.style={max, draw=zermelomin, shape border rotate=180},
  round/.style={circle, draw, thick, minimum size=7mm, inner sep=0pt},
  chance/.style={round, draw=zermelochance},
  leaf/.style={rectangle, draw, minimum size=6mm, inner sep=2pt},
  seen/.style={fill=black!6},
  current/.style={double=zermeloattention, double distance=1.8pt},
  skipped/.style={draw=black!40, text=black!40, thin, dashed},
  beside/.style={font=\footnotesize, text=black!70},
  edge/.style={draw=black!60, thin},
  answer/.style={draw=zermeloanswer, line width=1.8pt},
  cut/.style={draw=zermeloattention, line width=1.5pt},
  deep/.style={draw=zermeloattention, thin, densely dashed}"""

_ESCAPES = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': "''",
    "-": "{-}",
    "−": "$-$",
    "∞": r"$\infty$",
    "≥": r"$\geq$",
    "≤": r"$\leq$",
    "±": r"$\pm$",
    "×": r"$\times$",
    "…": r"\ldots{}",
    "α": r"$\alpha$",
    "β": r"$\beta$",
    "�": "?",
}


def latex(text: str) -> str:
    """The text with everything that TeX would take for a command written out.

    >>> print(latex("100% of a_b"))
    100\\% of a\\_b
    """
    return "".join(_ESCAPES.get(each, each) for each in text)


def value(text: str) -> str:
    """A value, whose minus sign is one and not a hyphen.

    >>> print(value("≥ -3"))
    $\\geq$ $-$3
    """
    return latex(text.replace("-", "−"))


def tikz(
    root: State, events: Sequence[Event] | None = None, *, step: int | None = None, standalone: bool = False
) -> str:
    """The tree of `root` after `step` of the events, as a tikzpicture; `standalone` makes it a whole document."""
    body = _Paper(picture(root, events, step=step)).lines()
    if standalone:
        head = [r"\documentclass[border=4mm]{standalone}", r"\usepackage{tikz}", r"\usetikzlibrary{shapes.geometric}"]
        body = [*head, r"\begin{document}", *body, r"\end{document}"]
    return "\n".join(body) + "\n"


class _Paper:
    def __init__(self, drawn: Picture) -> None:
        self.drawn, self.nodes = drawn, drawn.nodes
        middles = tidy([node.children for node in self.nodes], [_width(node, drawn) for node in self.nodes], GAP)
        heights = [SHAPE + (CAPTION if _below(node) or drawn.told else 0) for node in self.nodes]
        gap = min(max(max(middles) / 16, LEVEL), 2.5 * LEVEL)
        tops = stack([node.depth for node in self.nodes], heights, gap)
        self.at = [
            (middle, -tops[node.depth] - SHAPE / 2) for middle, node in zip(middles, self.nodes, strict=True)
        ]
        self.scale = min(1.0, LARGEST / max(tops[-1], *middles))

    def lines(self) -> list[str]:
        colours = [rf"\definecolor{{zermelo{name}}}{{HTML}}{{{code}}}" for name, code in _COLOURS.items()]
        small = f"{self.scale:.5f}"
        # Bare coordinates times a small unit stay within TeX's reach where large lengths scaled down would not.
        scale = "" if self.scale == 1 else f", x={small}cm, y={small}cm, every node/.append style={{scale={small}}}"
        lines = [*colours, rf"\begin{{tikzpicture}}[{_STYLES.strip()}{scale}]"]
        lines.extend(self._node(number) for number in range(len(self.nodes)))
        lines.extend(self._edge(number) for number in range(1, len(self.nodes)))
        lines.extend(self._cuts())
        note = self.drawn.note()
        if note:
            left, bottom = min(x for x, _ in self.at), min(y for _, y in self.at)
            lines.append(rf"\node[beside, anchor=north west] at ({left - 0.4:.2f},{bottom - 1.1:.2f}) {{{latex(note)}}};")
        return [*lines, r"\end{tikzpicture}"]

    def _node(self, number: int) -> str:
        node, (x, y) = self.nodes[number], self.at[number]
        style = [_style(node.role)]
        if node.status not in ("unseen", "skipped"):
            style.append("seen")
        if node.status in ("current", "skipped"):
            style.append(node.status)
        line = rf"\node[{', '.join(style)}] (n{number}) at ({x:.2f},{y:.2f}) {{{_inside(node)}}};"
        ink = ", text=black!40" if node.status == "skipped" else ""
        below = _below(node)
        if below:
            line += f"\n\\node[anchor=north{ink}] (b{number}) at ({x:.2f},{y - SHAPE / 2:.2f}) {{{below}}};"
        if node.windowed:
            alpha, beta = map(value, node.window)
            line += f"\n\\node[beside, anchor=east] at ({x - SHAPE / 2:.2f},{y:.2f}) {{{alpha}}};"
            line += f"\n\\node[beside, anchor=west] at ({x + SHAPE / 2:.2f},{y:.2f}) {{{beta}}};"
        return line

    def _edge(self, number: int) -> str:
        node = self.nodes[number]
        style = "answer" if node.on_path else "edge, skipped" if node.status == "skipped" else "edge"
        label = " ".join(filter(None, (latex(node.branch), value(node.odds))))
        beside = f" node[beside, pos=0.66, fill=white] {{{label}}}" if label else ""
        return rf"\draw[{style}] ({self._foot(node.parent)}) --{beside} (n{number}.{_top(node)});"

    def _foot(self, number: int) -> str:
        node = self.nodes[number]
        return f"b{number}.south" if _below(node) else f"n{number}.{_bottom(node)}"

    def _cuts(self) -> list[str]:
        lines = []
        numbers = {cut.node: cut.number for cut in self.drawn.cuts if cut.by is not None}
        for child in reversed(range(len(self.nodes))):
            node = self.nodes[child]
            if node.cut:
                number = numbers.pop(node.parent, None)
                label = "" if number is None else f" node[beside, right, font=\\scriptsize] {{{number}}}"
                way = f"({self._foot(node.parent)}) -- (n{child}.{_top(node)})"
                lines.append(
                    rf"\path {way} node[pos=0.4, sloped, inner sep=0pt, minimum width=0.6pt, minimum height=4mm, "
                    rf"fill=zermeloattention, draw=zermeloattention] (c{child}) {{}};"
                )
                if label:
                    lines.append(rf"\path (c{child}.east){label};")
        for by, blame in self.drawn.blamed().items():
            x, y = self.at[by]
            many = ",".join(map(str, blame[:3])) + (r"\ldots{}" if len(blame) > 3 else "")
            left, top = x + 0.45, y + 0.42
            lines.append(
                rf"\draw[cut] ({left:.2f},{top - 0.08:.2f}) -- ({left + 0.28:.2f},{top + 0.08:.2f}) "
                rf"node[beside, right, font=\scriptsize] {{{many}}};"
            )
        for cut in self.drawn.cuts:
            if cut.deep and cut.by is not None:
                bend = "right" if self.at[cut.node][0] < self.at[cut.by][0] else "left"
                lines.append(rf"\draw[deep] (n{cut.by}) to[bend {bend}=40] (n{cut.node});")
        return lines


def _style(role: str) -> str:
    return {"MAX": "max", "MIN": "min", "CHANCE": "chance", "LEAF": "leaf"}.get(role, "round")


def _top(node: PictureNode) -> str:
    return {"MAX": "corner 1", "MIN": "side 1"}.get(node.role, "north")


def _bottom(node: PictureNode) -> str:
    return {"MAX": "side 2", "MIN": "corner 1"}.get(node.role, "south")


def _inside(node: PictureNode) -> str:
    if node.role == "LEAF":
        return value(node.worth)
    if node.role in ("MAX", "MIN", "CHANCE"):
        return latex(node.title) if len(node.title) <= LONGEST_INSIDE else ""
    return "all" if node.role == "SIMULTANEOUS" else node.role


def _below(node: PictureNode) -> str:
    title = "" if _inside(node) == latex(node.title) else latex(node.title)
    if node.role == "LEAF":
        return title
    static = "" if node.static is None else rf"\textit{{static {value(format_payoff(node.static))}}}"
    worth = rf"\textbf{{{value(node.worth)}}}" if node.worth else static
    return " ".join(filter(None, (title, worth)))


def _width(node: PictureNode, drawn: Picture) -> float:
    shape = SHAPE if node.role != "LEAF" else max(LEAF, LETTER * len(node.worth) + 0.2)
    if drawn.windows and (node.windowed or (node.children and node.status != "skipped")):
        shape += 2 * LETTER * max(map(len, (*node.window, "α -∞")))
    title = 0 if len(node.title) <= LONGEST_INSIDE else len(node.title)
    edge = LETTER * len(f"{node.branch} {node.odds}") / 0.66 if node.branch or node.odds else 0.0
    return max(shape, LETTER * (title + len(node.worth) + (0 if node.static is None else 8)), edge)
