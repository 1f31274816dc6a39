"""`osteria bench`: how fast the games run on this machine."""

from rich.table import Table

from osteria.cli.printing import logged, output, print_json
from osteria.cli.values import Seconds
from osteria.lab.bench import Case, compile_seconds, first_decision_seconds, measure, reference, report


def bench(*, seconds: Seconds = 1.0, peers: bool = False, json: bool = False) -> None:
    """Measure decisions per second of random self-play on one core.

    batch: whole games in one compiled call; match: one decision at a time through `Match`; interpreted: the same with the
    rules as plain Python. Machines are noisy: trust the ratio to the reference loop that runs before and after each case.

    Parameters
    ----------
    seconds
        How long each case runs.
    peers
        Measure ours side by side with what is installed of OpenSpiel, PettingZoo, RLCard and Pgx instead.
    json
        Print one object on one line.
    """
    progress = logged()
    cases: list[Case] = []
    if peers:
        from osteria.envs.peers import absent
        from osteria.envs.peers import measure as beside_others

        if missing := absent():
            progress.print(f"Not installed here, so not measured: {', '.join(missing)}.", highlight=False)
    for case in beside_others(seconds) if peers else measure(seconds):
        cases.append(case)
        progress.print(f"{case.game} {case.players} {case.mode}: {case.rate:,.0f}/s", highlight=False)
    if json:
        print_json(report(cases))
        return
    table = Table("game", "players", "mode", "decisions/s", "ratio")
    for case in cases:
        table.add_row(case.game, str(case.players), case.mode, f"{case.rate:,.0f}", f"{case.ratio:.4g}")
    console = output()
    console.print(table)
    console.print(f"reference loop: {reference(1.0):,.0f} decisions/s")
    for name, took in compile_seconds().items():
        console.print(f"{name}: compiled from nothing in {took:.1f} s")
    console.print(f"first decision {first_decision_seconds():.2f} s after the start of a process")
