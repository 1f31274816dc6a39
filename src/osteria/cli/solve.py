"""`osteria solve`: Roll for Soles, exactly for two players, to a measured epsilon for three."""

import secrets
from pathlib import Path
from typing import Any

from osteria import OsteriaError
from osteria.cli.printing import logged, print_json, spinning
from osteria.cli.solve_three import solve_three
from osteria.cli.values import Count, Picture, Place, Seed, Workers, need
from osteria.lab.limits import fixed_limits_on
from osteria.lab.pool import HERE, Pool, pool_of
from osteria.solve.dice import DEFAULT, six_faces
from osteria.solve.policies import Result, best_limit
from osteria.solve.position import SOLVED, Position, read_position
from osteria.solve.soles import POINTS, Solution
from osteria.solve.soles import solve as solve_now
from osteria.solve.store import keep, kept, solution_for
from osteria.solve.turn import KERNELS
from osteria.solve.verify import Check
from osteria.solve.verify import verify as play_and_compare


def solve(
    game: str,
    *,
    players: int = 2,
    faces: str = ",".join(DEFAULT),
    ask: str | None = None,
    plot: Picture | None = None,
    verify: Count | None = None,
    limits: bool = False,
    epsilon: bool = False,
    workers: Workers = 1,
    on: Place = HERE,
    seed: Seed | None = None,
    json: bool = False,
) -> int:
    """Solve Roll for Soles: for two players the exact chance to win of every position, and the moves that keep it; for
    three a strategy that nobody can leave with more than a small measured gain.

    Parameters
    ----------
    game
        roll-for-soles.
    players
        2 or 3: more are not solved.
    faces
        The six faces of each die, from 1, 2, hook, double and water.
    ask
        A position to answer for, such as middle=54,supplies=10/10,turn=0,net=6,dice=double: every move that may be
        chosen with its chance to win. With rolled=1/2/hook/water the dice just rolled wait for their source. A solution
        that is already there is used.
    plot
        Draw when to secure, by net, dice aside and score, into this file (png, svg or pdf).
    verify
        Play so many games with the solution on both sides through the ordinary engine, and compare.
    limits
        Tell what players lose who secure at a fixed net.
    epsilon
        With three players: tell how much any one of them could gain at most by playing otherwise.
    workers
        Processes that work out the limits.
    on
        Where they do: here, ray (the Ray cluster of this machine) or ray://HOST:PORT.
    seed
        Of the dice of verify; left out, a new one.
    json
        Print one JSON object on one line.
    """
    _check(game, players, verify)
    if plot:
        need("matplotlib")
    chosen = six_faces([face.strip() for face in faces.split(",")])
    _check_parts(players, epsilon=epsilon, two_only={"--plot": plot, "--verify": verify, "--limits": limits})
    if players == 3:
        return solve_three(chosen, ask=ask, epsilon=epsilon, json=json)
    position = read_position(ask, chosen) if ask is not None else None
    solution = _solve(chosen, position)
    told: dict[str, Any] = _about(solution)
    if position:
        told["ask"] = _answer(solution, position)
    if plot:
        _draw(solution, plot)
        told["plot"] = str(plot)
    if limits:
        told["limits"] = _limits(solution, pool_of(workers, on))
    check = _verify(solution, verify, seed, told) if verify else None
    print_json(told) if json else _print(told)
    return 0 if check is None or check.holds else 1


def _check(game: str, players: int, verify: Count | None) -> None:
    if game != "roll-for-soles":
        raise OsteriaError(f"only roll-for-soles can be solved, not {game!r}.")
    if players not in SOLVED:
        raise OsteriaError(f"Roll for Soles is solved for 2 and for 3 players, not for {players}.")
    if verify is not None and verify < 2:
        raise OsteriaError("--verify needs at least 2 games.")


def _check_parts(players: int, *, epsilon: bool, two_only: dict[str, Any]) -> None:
    if players == 2 and epsilon:
        raise OsteriaError("--epsilon is for three players: with two the solution is exact (see the residual).")
    for name, wanted in two_only.items():
        if players == 3 and wanted:
            raise OsteriaError(f"{name} is for two players.")


def _solve(faces: tuple[str, ...], position: Position | None) -> Solution:
    points = position.points if position else POINTS
    if points != POINTS:
        logged().print(f"This position has {points} points, a table for two {POINTS}: answered for a game of {points}.")
    KERNELS.compiled()
    if not KERNELS.is_compiled:
        logged().print("There is no compiler (numba): solving goes on interpreted, which takes about ten minutes.")
    with spinning("solving") as update:
        watch = lambda sweep, change: update(f"sweep {sweep}, largest change {change:.1e}")  # noqa: E731
        if position:
            return solution_for(faces, points=points, watch=watch)
        solution = solve_now(faces, watch=watch)
    keep(solution, kept())
    return solution


def _about(solution: Solution) -> dict[str, Any]:
    return {
        "game": "roll-for-soles",
        "players": 2,
        "faces": list(solution.faces),
        "points": solution.points,
        "first_player": solution.first_player,
        "residual": solution.residual,
        "states": solution.states,
        "sweeps": solution.sweeps,
        "seconds": solution.seconds,
        "compile_seconds": KERNELS.seconds,
        "origin": solution.origin,
        "smallest_nets": {" ".join(dice): net for dice, net in solution.smallest_nets().items()},
    }


def _answer(solution: Solution, position: Position) -> dict[str, Any]:
    moves = solution.best(position)
    return {"value": solution.value(position), "best": next(iter(moves), None), "moves": moves}


def _draw(solution: Solution, file: Path) -> None:
    from osteria.solve.plot import plot

    plot(solution, file)


def _limits(solution: Solution, pool: Pool) -> dict[str, Any]:
    with spinning("securing at a fixed net") as update:
        results = {source: fixed_limits_on(pool, solution, source, update) for source in ("best", "other")}
    return {source: _told(found) for source, found in results.items()}


def _told(results: dict[int, Result]) -> dict[str, Any]:
    losses = {str(limit): result.loss for limit, result in results.items()}
    return {"best_limit": best_limit(results), "loss": losses}


def _verify(solution: Solution, games: int, seed: int | None, told: dict[str, Any]) -> Check:
    chosen = secrets.randbits(32) if seed is None else seed
    with spinning("playing") as update:
        check = play_and_compare(solution, games, chosen, lambda played: update(f"{played:,} of {games:,} games"))
    told["verify"] = {
        "games": games,
        "seed": chosen,
        "share": check.share,
        "error": check.error,
        "expected": check.expected,
        "holds": check.holds,
    }
    return check


def _print(told: dict[str, Any]) -> None:
    print(f"Roll for Soles, 2 players, dice {' '.join(told['faces'])}, {told['points']} points")
    print(f"The first player wins {told['first_player']:.8f}.")
    how = f"{told['sweeps']} sweeps" if told["sweeps"] else told["origin"]
    print(f"{told['states']:,} states, residual {told['residual']:.1e}, {told['seconds']:.2f} s ({how}).")
    if "ask" in told:
        _print_answer(told["ask"])
    else:
        _print_nets(told["smallest_nets"])
    for source, found in told.get("limits", {}).items():
        _print_limits(source, found)
    if "verify" in told:
        _print_check(told["verify"])


def _print_answer(answer: dict[str, Any]) -> None:
    print(f"\nThe player in turn wins {answer['value']:.8f}.")
    for move, chance in answer["moves"].items():
        print(f"  {move:<12} {chance:.8f}{'  best' if move == answer['best'] else ''}")
    if not answer["moves"]:
        print("  Nothing is asked here.")


def _print_nets(nets: dict[str, int | None]) -> None:
    print("\nThe smallest net to secure at 0-0, by the dice aside:")
    for dice, net in nets.items():
        print(f"  {dice or 'none':<20} {'always roll' if net is None else net}")


def _print_limits(source: str, found: dict[str, Any]) -> None:
    words = {"best": "from where it wins most often", "other": "always from the other player"}[source]
    print(f"\nLoss against optimal play of securing at a fixed net (with a hook: {words}):")
    for limit, loss in found["loss"].items():
        print(f"  at {limit:>2}  {loss:.6f}{'  least' if int(limit) == found['best_limit'] else ''}")


def _print_check(check: dict[str, Any]) -> None:
    verdict = "agrees" if check["holds"] else "DOES NOT AGREE"
    print(f"\n{check['games']:,} games through the engine (seed {check['seed']}): the first player won")
    print(f"{check['share']:.6f} +- {check['error']:.6f}; expected {check['expected']:.6f}: {verdict}.")
