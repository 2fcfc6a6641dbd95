"""A tree as a TikZ picture in absolute coordinates, with the shapes and marks of the SVG drawing.

It needs only the tikz package. Colours only repeat what shape or thickness shows.
"""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.draw.boxes import Box
from zermelo.draw.model import StrategyProfile
from zermelo.draw.picture import picture
from zermelo.draw.plan import Bar, Edge, Plan
from zermelo.events import Event
from zermelo.state import State

# One unit is 40 pixels of 1/96 inch. TeX lengths end at 575 cm, so larger pictures get a smaller unit.
UNIT = 40.0
UNIT_IN_CM = 40 * 2.54 / 96
LARGEST_IN_CM = 500.0

_COLOURS = {
    "max": "0072B2",
    "min": "D55E00",
    "chance": "CC79A7",
    "answer": "009E73",
    "attention": "E69F00",
    "ink": "8A5A00",
}
_ROLES = ("MAX", "MIN", "CHANCE", "LEAF")
_STYLES = r"""
  every node/.style={font=\small, inner sep=1.5pt, outer sep=0pt},
  MAX/.style={draw=zermelomax, thick},
  MIN/.style={draw=zermelomin, thick},
  CHANCE/.style={draw=zermelochance, thick},
  LEAF/.style={draw=black!75, thick},
  player/.style={draw=black!75, thick},
  seen/.style={fill=black!6},
  current/.style={draw=zermeloattention, line width=5pt, line join=round},
  skipped/.style={draw=black!50, text=black!70, thin, dashed},
  beside/.style={font=\footnotesize, text=black!70},
  number/.style={font=\scriptsize, text=black!70},
  edge/.style={draw=black!60},
  answer/.style={draw=zermeloanswer, line width=2pt},
  choice/.style={draw=zermeloanswer, line width=0.9pt},
  cut/.style={draw=zermeloink, line width=1.8pt},
  deep/.style={draw=zermeloink, densely dashed}"""

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


def tikz(
    root: State,
    events: Sequence[Event] | None = None,
    *,
    step: int | None = None,
    standalone: bool = False,
    profile: StrategyProfile | None = None,
) -> str:
    r"""Draw a tree or a recorded search as a tikzpicture.

    Parameters
    ----------
    root, events, step, profile
        As for `picture`.
    standalone : bool
        Return a complete LaTeX document.

    Examples
    --------
    >>> from zermelo import tree
    >>> tikz(tree("A(B=3 C=5)")).rstrip().endswith(r"\end{tikzpicture}")
    True
    """
    plan = Plan(picture(root, events, step=step, profile=profile), boards=False)
    lines = [rf"\definecolor{{zermelo{name}}}{{HTML}}{{{code}}}" for name, code in _COLOURS.items()]
    lines.append(rf"\begin{{tikzpicture}}[{_unit(plan)},{_STYLES}]")
    lines.extend(_edge(plan, edge) for edge in plan.edges())
    lines.extend(_arc(points) for points in plan.arcs())
    lines.extend(_node(plan, number) for number in range(len(plan.nodes)))
    lines.extend(map(_bar, plan.bars()))
    lines.extend(map(_bar, plan.cause_bars()))
    if plan.note:
        lines.append(_text_at(*plan.note_at, latex(plan.note), "beside, anchor=base west"))
    lines.append(r"\end{tikzpicture}")
    if standalone:
        head = [r"\documentclass[border=2mm]{standalone}", r"\usepackage{tikz}", r"\begin{document}"]
        lines = [*head, *lines, r"\end{document}"]
    return "\n".join(lines) + "\n"


def latex(text: str) -> str:
    r"""Escape a text for LaTeX.

    >>> print(latex("100% of a_b"))
    100\% of a\_b
    """
    return "".join(_ESCAPES.get(character, character) for character in text)


def _value(text: str) -> str:
    """Escape a value, with a minus sign instead of a hyphen."""
    return latex(text.replace("-", "−"))


def _unit(plan: Plan) -> str:
    scale = min(1.0, LARGEST_IN_CM / (max(plan.width, plan.height) / UNIT * UNIT_IN_CM))
    unit = f"x={UNIT_IN_CM * scale:.5f}cm, y={UNIT_IN_CM * scale:.5f}cm"
    return unit if scale == 1 else f"{unit}, nodes={{scale={scale:.5f}}}"


def _point(x: float, y: float) -> str:
    return f"({x / UNIT:.3f},{-y / UNIT:.3f})"


def _text_at(x: float, y: float, text: str, style: str) -> str:
    return rf"\node[{style}] at {_point(x, y)} {{{text}}};" if text else ""


def _edge(plan: Plan, edge: Edge) -> str:
    node = plan.nodes[edge.child]
    style = "skipped" if node.status == "skipped" else "edge"
    if node.on_path or node.choice:
        style = "answer" if node.on_path else "choice"
    line = rf"\draw[{style}] {_point(edge.x1, edge.y1)} -- {_point(edge.x2, edge.y2)};"
    ink = ", text=black!40" if node.status == "skipped" else ""
    return line + _text_at(*edge.label, _value(plan.boxes[edge.child].edge), f"beside, fill=white{ink}")


def _arc(points: tuple[tuple[float, float], ...]) -> str:
    start, first, second, end = (_point(x, y) for x, y in points)
    return rf"\draw[deep] {start} .. controls {first} and {second} .. {end};"


def _bar(bar: Bar) -> str:
    line = rf"\draw[cut] {_point(bar.x1, bar.y1)} -- {_point(bar.x2, bar.y2)};"
    return line + _text_at(bar.x, bar.y, latex(bar.number), "number, anchor=base west")


def _node(plan: Plan, number: int) -> str:
    node, box, x, y = plan.nodes[number], plan.boxes[number], plan.x[number], plan.y[number]
    path = _outline(node.role, x, y, box)
    parts = []
    if node.status == "current":
        parts.append(rf"\draw[current] {path};")
    style = [node.role if node.role in _ROLES else "player"]
    if node.status == "skipped":
        style.append("skipped")
    elif node.status != "unseen":
        style.append("seen")
    parts.append(rf"\path[{', '.join(style)}] {path};")
    ink = ", text=black!40" if node.status == "skipped" else ""
    inside = _value(box.inside) if node.role == "LEAF" else latex(box.inside)
    parts.append(_text_at(x, y + box.inside_at, inside, f"anchor=base{ink}"))
    below = _value(box.below) if box.strong else latex(box.below)
    bold = r", font=\small\bfseries\boldmath" if box.strong else ""
    parts.append(_text_at(x, y + box.body + 16, below, f"anchor=base{bold}{ink}"))
    if box.window:
        alpha, beta = map(_value, box.window)
        low = y + box.body / 2 + 8
        parts.append(_text_at(x - box.body_width / 2, low, alpha, "beside, anchor=base east"))
        parts.append(_text_at(x + box.body_width / 2, low, beta, "beside, anchor=base west"))
    return "".join(parts)


def _outline(role: str, x: float, y: float, box: Box) -> str:
    left, right, low = x - box.body_width / 2, x + box.body_width / 2, y + box.body
    match role:
        case "LEAF":
            return f"{_point(left, y)} rectangle {_point(right, low)}"
        case "MAX":
            return f"{_point(x, y)} -- {_point(right, low)} -- {_point(left, low)} -- cycle"
        case "MIN":
            return f"{_point(left, y)} -- {_point(right, y)} -- {_point(x, low)} -- cycle"
        case _:
            radius = box.body / 2 / UNIT
            return f"{_point(x, y + box.body / 2)} circle[x radius={radius:.3f}, y radius={radius:.3f}]"
