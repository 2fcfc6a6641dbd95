"""zermelo pacman: games of Pac-Man against ghosts, counted, recorded, or watched in the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import click
from click.core import ParameterSource

from zermelo.arena.games import PlayedGame
from zermelo.arena.store import Store
from zermelo.arena.tournament import play_event
from zermelo.cluster import open_executor
from zermelo.files import read_file
from zermelo.games.pacman import Pacman
from zermelo.games.pacman.commands.tests import check_game_solution, format_points, points, read_game_test
from zermelo.games.pacman.commands.viewer import Frame, format_choice, watch_games
from zermelo.games.pacman.layouts import LAYOUTS, read_layout
from zermelo.games.pacman.players import (
    PACMEN,
    Game,
    format_ghosts,
    game_of,
    load_evaluation,
    parse_ghosts,
    parse_pacman,
    parse_weights,
    read_record,
    replay,
    set_up,
    turns,
    write_record,
)
from zermelo.games.pacman.players.game import LIMIT, MAX_LIMIT
from zermelo.games.pacman.players.players import BELIEFS
from zermelo.games.pacman.series import PacmanSeries, read_series
from zermelo.players import PlayerSpec, Turn
from zermelo.state import ZermeloError, format_count
from zermelo.terminal.cluster_options import cluster_options
from zermelo.terminal.completion import complete_files
from zermelo.terminal.progress import lines_bar
from zermelo.terminal.sources import OUTPUT_FILE, FiniteRange, print_json, print_warning, write_file
from zermelo.terminal.terminal import FASTEST, SLOWEST

PLAYERS_HELP = f"""A PLAYER of Pac-Man is {", ".join(kind.form for kind in PACMEN)}, or your own as module:function. A DEPTH counts
rounds, one move of every agent each; BELIEF is {" or ".join(BELIEFS)}, how expectimax believes that ghosts move; SECONDSs is as in
0.05s. GHOSTS are random:NUMBER, directional:NUMBER or minimax:NUMBER:DEPTH, several with commas between them, or none."""
FACING = "West"
"""The direction Pac-Man faces before his first move."""


@click.command(epilog=PLAYERS_HELP)
@click.option(
    "--layout",
    default="small",
    show_default=True,
    metavar="NAME|FILE",
    help=f"The maze: {', '.join(LAYOUTS)}, or a file.",
)
@click.option(
    "--pacman", "agent", default="expectimax:2", show_default=True, metavar="PLAYER", help="Who plays Pac-Man."
)
@click.option(
    "--ghosts", metavar="GHOSTS", help="Who plays the ghosts; random:2 by default, random:1 where the maze has one."
)
@click.option("--games", type=click.IntRange(1, 100_000), default=1, show_default=True, help="How many.")
@click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    help="The seed of the first game; the next game has the next seed.",
)
@click.option(
    "--limit",
    type=click.IntRange(1, MAX_LIMIT),
    default=LIMIT,
    show_default=True,
    help="Moves of Pac-Man after which a game ends unfinished.",
)
@click.option("--weights", metavar="NAME=WEIGHT,...", help="Weights of the features in Pac-Man's static value.")
@click.option("--evaluate", metavar="MODULE:FUNCTION", help="A function of a position as Pac-Man's static value.")
@click.option("--watch", is_flag=True, help="Show the games as they are played.")
@click.option("--speed", type=FiniteRange(SLOWEST, FASTEST), default=8.0, show_default=True, help="Rounds per second.")
@click.option(
    "--test",
    "test_file",
    metavar="FILE",
    shell_complete=complete_files,
    help="Play the games of a CS188 test file: its layout, agent, ghosts and seed, unless other options say otherwise.",
)
@click.option(
    "--check-solution",
    is_flag=True,
    help="Compare the player with the .solution file beside the test file; the exit code is 1 if they differ.",
)
@click.option(
    "--store",
    metavar="FILE",
    shell_complete=complete_files,
    help="Keep the games there, and play only those that are not in it yet.",
)
@click.option("--record", type=OUTPUT_FILE, help="Write the games into FILE.")
@click.option(
    "--replay",
    "recorded",
    metavar="FILE",
    shell_complete=complete_files,
    help="Check the games of a record, or watch them.",
)
@cluster_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
@click.pass_context
def pacman(
    context: click.Context,
    layout: str,
    agent: str,
    ghosts: str | None,
    games: int,
    seed: int,
    limit: int,
    weights: str | None,
    evaluate: str | None,
    watch: bool,
    speed: float,
    test_file: str | None,
    check_solution: bool,
    store: str | None,
    record: str | None,
    recorded: str | None,
    jobs: int,
    ray: str | None,
    as_json: bool,
) -> int:
    """Let a player play Pac-Man against ghosts.

    Nodes and times are those of Pac-Man's choices. Ctrl-C ends with the games played so far.
    """
    if watch and (as_json or check_solution):
        raise ZermeloError(f"--watch and --{'json' if as_json else 'check-solution'} do not go together")
    if watch and (store is not None or jobs > 1 or ray is not None):
        raise ZermeloError("--watch plays one game after another and stores none: leave out --store, --jobs and --ray")
    if check_solution and (store is not None or jobs > 1 or ray is not None or record is not None):
        raise ZermeloError("--check-solution compares one game: leave out --store, --jobs, --ray and --record")
    if recorded is not None:
        _refuse_settings(context)
        _show_record(recorded, watch, speed, as_json)
        return 0
    by_weights = None if weights is None else parse_weights(weights)
    test = None
    if test_file is not None:
        chosen = {
            name: context.params[name]
            for name in ("layout", "agent", "games", "seed")
            if context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        }
        maze = _read_maze(chosen["layout"]) if "layout" in chosen else None
        test = read_game_test(test_file, pacman=chosen.get("agent"), layout=maze)
        layout, maze, agent = chosen.get("layout", test_file), test.layout, test.pacman
        ghosts, games, seed = ghosts or test.ghosts, chosen.get("games", test.games), chosen.get("seed", test.seed)
        if by_weights is None and evaluate is None:
            by_weights = test.weights
    else:
        if check_solution:
            raise ZermeloError("--check-solution needs --test, a CS188 test file")
        maze = _read_maze(layout)
    hunters = _usual_ghosts(maze) if ghosts is None else parse_ghosts(ghosts)
    judge = None if evaluate is None else load_evaluation(evaluate)
    player = parse_pacman(agent, by_weights, judge, builtin=False)
    if check_solution and test is not None and test_file is not None:
        return check_game_solution(test_file, test, player, as_json)
    if not player.is_builtin:
        player.create().close()
    series = PacmanSeries(set_up(maze, hunters), player, hunters, range(seed, seed + games), limit)
    done, failed, interrupted = list[Game](), list[PlayedGame](), None
    if watch:
        try:
            watch_games(lambda cancel: _frames(series, done, cancel), speed)
            for game in done:
                click.echo(_sentence(game))
        except KeyboardInterrupt as interruption:
            interrupted = interruption
    else:
        with (
            Store(store, on_damage=print_warning) as kept,
            open_executor(jobs, ray) as executor,
            lines_bar("games", games, quiet=as_json) as echo,
        ):

            def on_game(played: PlayedGame) -> None:
                if played.payoffs:
                    echo(_sentence(series.to_game(played)))

            try:
                play_event(series, kept, executor=executor, on_game=on_game)
            except KeyboardInterrupt as interruption:
                interrupted = interruption
            done, failed = read_series(series, kept)
    if failed and not done:
        raise ZermeloError(failed[0].reason)
    if record is not None and done:
        write_file(record, write_record(done))
    if as_json:
        played = {"layout": layout, "pacman": str(player), "ghosts": format_ghosts(hunters), "limit": limit}
        evaluated = {"weights": by_weights, "evaluate": evaluate}
        told = {name: by for name, by in evaluated.items() if by is not None} | _facts(done)
        told["failed"] = [{"seed": game.seed, "reason": game.reason} for game in failed]
        print_json(played | told | ({} if test is None else {"test": test_file, "points": points(test, done)}))
    elif done:
        click.echo(_summary(done))
        if failed:
            click.echo(f"{format_count(len(failed), 'game')} more had no end: {failed[0].reason}")
        for line in format_points(test, done) if test is not None else ():
            click.echo(line)
    if interrupted is not None:
        raise interrupted
    return 0


def _read_maze(layout: str) -> str:
    """Return the text of a layout; errors in a file name the file."""
    text = read_layout(layout)
    try:
        Pacman(text)
    except ZermeloError as error:
        raise ZermeloError(f"{layout}: {error}") from None
    return text


def _usual_ghosts(maze: str) -> tuple[PlayerSpec, ...]:
    return parse_ghosts("random:2")[: len(Pacman(maze).ghosts)]


def _refuse_settings(context: click.Context) -> None:
    """Refuse options that the record decides."""
    for parameter in context.command.params:
        given = context.get_parameter_source(parameter.name or "") is ParameterSource.COMMANDLINE
        if given and parameter.name not in ("recorded", "watch", "speed", "as_json"):
            raise ZermeloError(f"--replay takes everything from the record: leave out {parameter.opts[0]}")


def _frames(plan: PacmanSeries, done: list[Game], cancel: Callable[[], bool]) -> Iterator[Frame]:
    """The games round by round as they are played; finished ones are added to `done`."""
    for number, seed in enumerate(plan.seeds, 1):
        title = f"game {number} of {len(plan.seeds)}, seed {seed}: {plan.pacman} against {format_ghosts(plan.ghosts)}"
        made: list[Turn] = []
        facing, said, own = FACING, "the start", 0
        yield Frame(plan.start, facing, title, said)
        for turn in turns(plan.start, plan.pacman, plan.ghosts, seed=seed, limit=plan.limit, cancel=cancel):
            made.append(turn)
            if turn.seat == 0:
                own += 1
                facing = facing if turn.choice.move == "Stop" else turn.choice.move
                said = format_choice(own, turn.choice)
            if turn.state.utility() is None and turn.state.agent == 0:
                yield Frame(turn.state, facing, title, said)
        if cancel():
            return
        done.append(game_of(plan.start, plan.pacman, plan.ghosts, made, seed=seed, limit=plan.limit))
        if done[-1].result != "unfinished":
            yield Frame(made[-1].state, facing, title, said)


def _show_record(path: str, watch: bool, speed: float, as_json: bool) -> None:
    """Replay the games of a record, which checks them, and print or show them."""
    games = _read(path)
    done: list[Game] = []
    if watch:
        watch_games(lambda cancel: _recorded_frames(path, games, done), speed)
    else:
        for _ in _recorded_frames(path, games, done):
            pass
    if as_json:
        print_json({"record": path} | _facts(done))
        return
    for game in done:
        click.echo(_sentence(game))
    click.echo(f"{_summary(done)}; the moves lead to these scores")


def _read(path: str) -> tuple[Game, ...]:
    data = read_file(path)
    try:
        games = read_record(data)
    except ZermeloError as error:
        raise ZermeloError(f"{path}: {error}") from None
    if not games:
        raise ZermeloError(f"{path} has no games in it")
    return games


def _recorded_frames(path: str, games: Sequence[Game], done: list[Game]) -> Iterator[Frame]:
    for number, game in enumerate(games, 1):
        title = f"game {number} of {len(games)}, seed {game.seed}: {game.pacman} against {game.ghosts}"
        facing, said, own = FACING, "the start", 0
        agent = 0
        try:
            for at, state in enumerate(replay(game)):
                if at and agent == 0:
                    move, own = game.moves[at - 1], own + 1
                    facing, said = facing if move == "Stop" else move, f"move {own}, {move}"
                agent = state.agent
                if agent == 0 or state.utility() is not None:
                    yield Frame(state, facing, title, said)
        except ZermeloError as error:
            raise ZermeloError(f"{path}, game {number}: {error}") from None
        done.append(game)


def _facts(games: Sequence[Game]) -> dict[str, Any]:
    """The totals, and each game."""
    results = Counter(game.result for game in games)
    return {
        "wins": results["won"],
        "losses": results["lost"],
        "unfinished": results["unfinished"],
        "mean_score": sum(game.score for game in games) / len(games) if games else None,
        "nodes": sum(game.nodes for game in games),
        "seconds": round(sum(game.seconds for game in games), 6),
        "games": [
            {
                "seed": game.seed,
                "result": game.result,
                "score": game.score,
                "moves": game.moves,
                "nodes": game.nodes,
                "seconds": round(game.seconds, 6),
            }
            for game in games
        ],
    }


def _sentence(game: Game) -> str:
    own = game.pacman_moves
    pace = 1000 * game.seconds / max(own, 1)
    return (
        f"seed {game.seed:<4}  {game.result:10}  score {game.score:5}  {own:4} moves  {game.nodes:>12,} nodes  "
        f"{pace:8.3f} ms a move"
    )


def _summary(games: Sequence[Game]) -> str:
    facts = _facts(games)
    results = [f"{facts['wins']} won", f"{facts['losses']} lost"]
    if facts["unfinished"]:
        results.append(f"{facts['unfinished']} unfinished")
    speed = facts["nodes"] / max(facts["seconds"], 1e-9)
    return (
        f"{len(games)} game{'' if len(games) == 1 else 's'}: {', '.join(results)}; mean score {facts['mean_score']:,.1f}; "
        f"{facts['nodes']:,} nodes in {facts['seconds']:.2f} s ({speed:,.0f} nodes/s)"
    )
