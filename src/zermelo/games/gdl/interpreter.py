"""Play a rule sheet directly: a slow, plain interpreter, against which the quick machines are tested.

The meaning of a sheet is its standard model (Apt, Blair and Walker, "Towards a theory of declarative knowledge", 1988): the
relations are evaluated bottom-up, component by component of the dependency graph, each until nothing new follows. So a negated
literal is tested only when its relation is complete. Relations that depend neither on `true` nor on `does` are evaluated once,
those without `does` once per state, the others once per joint move.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TypeAlias

from zermelo.games.gdl.bottom_up import Model, Plan, Relation
from zermelo.games.gdl.dependencies import Dependencies, negates_itself, strata
from zermelo.games.gdl.mistakes import shortened
from zermelo.games.gdl.terms import Rule, RuleSheet, Term, format_term, is_goal_value, order_key, relation
from zermelo.state import ZermeloError

Facts: TypeAlias = frozenset[Term]


class Interpreter:
    """A game that is played by its rules, as they are written.

    A state is a frozenset of the facts that are true, a joint move a sequence with one move per role, in the order of `roles`.

    Parameters
    ----------
    sheet
        Rules without errors, as `zermelo.games.gdl.checks.load_rules` returns them.

    Examples
    --------
    >>> from zermelo.games.gdl.checks import load_rules
    >>> game = Interpreter(load_rules('''
    ...     (role robot) (init off) (legal robot press) (<= (next on) (does robot press))
    ...     (<= terminal (true on)) (<= (goal robot 100) (true on)) (<= (goal robot 0) (true off))'''))
    >>> state = game.initial
    >>> game.terminal(state), game.legal(state, "robot"), game.goal(state, "robot")
    (False, ('press',), 0)
    >>> state = game.next(state, ["press"])
    >>> state, game.terminal(state), game.goal(state, "robot")
    (frozenset({'on'}), True, 100)
    """

    def __init__(self, sheet: RuleSheet) -> None:
        graph = Dependencies(sheet)
        rules: dict[str, list[Rule]] = defaultdict(list)
        self._constants = Model()
        for rule in sheet.plain_rules():
            if rule.body:
                rules[relation(rule.head)].append(rule)
            else:
                self._constants.of(relation(rule.head)).add(rule.head)
        with_state, with_moves = graph.dependants({"true"}), graph.dependants({"does"})
        self._layers: list[list[tuple[list[Plan], bool]]] = [[], [], []]
        """Rules that depend on each other: on nothing else, on the state, and on the moves."""
        for names in graph.components:
            own = [rule for name in names for rule in rules[name]]
            layer = 2 if names[0] in with_moves else 1 if names[0] in with_state else 0
            groups = strata(own) if negates_itself(own) else [list(range(len(own)))]
            for group in groups:
                self._layers[layer].append(([Plan(own[place]) for place in group], graph.is_recursive(names[0])))
        self._evaluate(0, self._constants)
        self._latest: tuple[Facts, Model] | None = None
        self.roles = sheet.roles()
        self.initial = self._arguments_of(self._constants, "init")

    def legal(self, state: Facts, role: str) -> tuple[Term, ...]:
        """Return the legal moves of a role: numbers by value, then names, then compound moves."""
        moves = {atom[2] for atom in self._model(state).of("legal").atoms if atom[1] == role}
        return tuple(sorted(moves, key=order_key))

    def next(self, state: Facts, moves: Sequence[Term]) -> Facts:
        """Return the state after a joint move, which is not checked for legality."""
        model = Model(self._model(state))
        model.relations["does"] = Relation([("does", role, move) for role, move in zip(self.roles, moves, strict=True)])
        self._evaluate(2, model)
        return self._arguments_of(model, "next")

    def terminal(self, state: Facts) -> bool:
        """Return whether the game is over."""
        return bool(self._model(state).of("terminal").atoms)

    def goal(self, state: Facts, role: str) -> int:
        """Return the goal of a role, from 0 to 100; raise ZermeloError if the rules give it none, or several."""
        values = sorted({format_term(atom[2]) for atom in self._model(state).of("goal").atoms if atom[1] == role})
        if len(values) != 1:
            found = shortened(" and ".join(values)) or "none"
            raise ZermeloError(f"{role} has {found} as its goal, but needs exactly one value")
        if not is_goal_value(values[0]):
            raise ZermeloError(f"the goal of {role} is {values[0]}, but must be a whole number from 0 to 100")
        return int(values[0])

    def _model(self, state: Facts) -> Model:
        if self._latest is None or self._latest[0] != state:
            model = Model(self._constants)
            model.relations["true"] = Relation([("true", fact) for fact in state])
            self._evaluate(1, model)
            self._latest = (state, model)
        return self._latest[1]

    def _evaluate(self, layer: int, model: Model) -> None:
        """Add all that follows by the rules of a layer to a model of the layers below."""
        for plans, is_recursive in self._layers[layer]:
            heads = {relation(plan.head) for plan in plans}
            for name in heads:  # facts of the layer below stay as they are
                model.relations[name] = Relation(model.of(name).atoms)
            grows = True
            while grows:
                new = [atom for plan in plans for atom in plan.consequences(model)]
                new = [atom for atom in new if atom not in model.of(relation(atom)).atoms]
                for atom in new:
                    model.of(relation(atom)).add(atom)
                grows = is_recursive and bool(new)

    @staticmethod
    def _arguments_of(model: Model, name: str) -> Facts:
        return frozenset(atom[1] for atom in model.of(name).atoms)
