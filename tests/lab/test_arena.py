"""The arena: every deal in every seating, the same from the same seed, and arithmetic that can be checked by hand."""

import json
from pathlib import Path

import pytest

from osteria import OsteriaError, bots
from osteria.cli import main
from osteria.lab.arena import Game, play_arena, play_with_views
from osteria.lab.export import rows_of, write_parquet
from osteria.lab.pool import Here, Processes
from osteria.lab.ratings import ratings_of
from osteria.lab.seating import Plan
from osteria.lab.win_shares import mean_and_error, quantile, shares_of
from osteria.lab.wordless import play_wordless

SOLES = "roll-for-soles"


def a_game(deal: int, names: tuple[str, ...], shares: tuple[float, ...]) -> Game:
    return Game(deal, 0, names, (0,) * len(names), (0,) * len(names), shares)


@pytest.mark.parametrize(("names", "players", "arrangements"), [(2, 2, 2), (2, 4, 14), (3, 3, 6), (3, 4, 36)])
def test_every_arrangement_that_uses_each_name_is_played(names: int, players: int, arrangements: int) -> None:
    plan = Plan(SOLES, players, ("random", "novice", "regular")[:names], 1, 1)
    assert len(plan.arrangements) == arrangements
    assert len(set(plan.arrangements)) == arrangements
    assert all(set(seats) == set(plan.bots) for seats in plan.arrangements)


def test_games_are_made_of_whole_deals() -> None:
    assert Plan(SOLES, 2, ("random", "regular"), 5, 1).deals == 3
    assert Plan(SOLES, 4, ("random", "regular"), 14, 1).deals == 1


@pytest.mark.parametrize(
    ("names", "players", "words"),
    [
        (("random",), 2, "2 bots for 2 seats"),
        (("random", "novice", "regular"), 2, "2 bots for 2 seats"),
        (("random", "random"), 2, "named once"),
        (("random", "nobody"), 2, "no bot"),
        (("random", "novice"), 9, "2 to 8 players"),
    ],
)
def test_plans_that_cannot_be_played_are_refused(names: tuple[str, ...], players: int, words: str) -> None:
    with pytest.raises(OsteriaError, match=words):
        Plan(SOLES, players, names, 10, 1)


def test_shares_are_means_per_seat_held_and_intervals_are_clustered_by_deal() -> None:
    games = [
        a_game(0, ("a", "b", "b"), (1.0, 0.0, 0.0)),
        a_game(0, ("b", "a", "a"), (0.5, 0.5, 0.0)),
        a_game(1, ("a", "b", "b"), (0.0, 1.0, 0.0)),
        a_game(1, ("b", "a", "a"), (0.0, 0.0, 1.0)),
    ]
    found = shares_of(games)
    assert found["a"].share == pytest.approx((0.5 + 1 / 3) / 2)
    assert found["b"].share == pytest.approx((0.5 / 3 + 1 / 3) / 2)
    assert found["a"].games == 4
    mean, error = mean_and_error([0.5, 1 / 3])
    assert found["a"].high == pytest.approx(min(1, mean + quantile(1) * error))


def test_the_quantile_is_students() -> None:
    assert quantile(10) == pytest.approx(2.228, abs=0.01)
    assert quantile(1000) == pytest.approx(1.962, abs=0.001)


def test_shares_of_all_seats_make_one_win() -> None:
    plan = Plan(SOLES, 3, ("random", "regular"), 12, 3)
    for game in play_arena(plan, Here()):
        assert sum(game.shares) == pytest.approx(1)


@pytest.mark.parametrize("game", ["mamma-mia", "sole-mio", "grande", SOLES])
def test_quick_games_are_the_games_that_views_would_give(game: str) -> None:
    def seated() -> list[bots.Bot]:
        return [bots.make(name, seed=seat) for seat, name in enumerate(("novice", "random", "regular"))]

    assert play_wordless(game, 12, seated()) == play_with_views(game, 12, seated())


def test_the_same_seed_gives_the_same_games_in_any_pool() -> None:
    plan = Plan(SOLES, 2, ("random", "novice"), 8, 5)
    here = play_arena(plan, Here())
    assert play_arena(plan, Here()) == here
    assert play_arena(plan, Processes(2)) == here
    assert play_arena(Plan(SOLES, 2, ("random", "novice"), 8, 6), Here()) != here


def test_an_arena_goes_on_where_it_stopped(tmp_path: Path) -> None:
    plan = Plan(SOLES, 2, ("random", "novice"), 12, 5)
    whole = play_arena(plan, Here())
    play_arena(Plan(SOLES, 2, ("random", "novice"), 6, 5), Here(), tmp_path)
    with (tmp_path / "games.jsonl").open("a") as file:
        file.write('[{"deal": 3, "seat')
    heard: list[int] = []
    assert play_arena(plan, Here(), tmp_path, heard.append) == whole
    assert heard == [6, 2, 2, 2]


def test_going_on_needs_no_seed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As Ctrl-C says: the folder knows which deals it keeps."""
    words = ["arena", SOLES, "--bots", "random,novice", "--resume", str(tmp_path), "--json", "--games"]
    told = []
    for games in ("4", "8"):
        assert main([*words, games]) == 0
        told.append(json.loads(capsys.readouterr().out.splitlines()[-1]))
    assert told[0]["seed"] == told[1]["seed"]
    assert told[1]["games"] == 8


def test_a_folder_of_another_arena_is_refused(tmp_path: Path) -> None:
    play_arena(Plan(SOLES, 2, ("random", "novice"), 2, 5), Here(), tmp_path)
    with pytest.raises(OsteriaError, match="another arena"):
        play_arena(Plan(SOLES, 2, ("random", "regular"), 2, 5), Here(), tmp_path)


def test_who_wins_is_rated_higher() -> None:
    games = [a_game(deal, ("weak", "strong"), (0.0, 1.0)) for deal in range(20)]
    ratings = ratings_of(games)
    assert ratings["strong"] > ratings["weak"]


def test_the_command_prints_one_object_and_writes_what_is_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [tmp_path / name for name in ("games.csv", "games.parquet", "shares.svg")]
    options = ["--csv", str(files[0]), "--parquet", str(files[1]), "--plot", str(files[2]), "--json"]
    assert main(["arena", SOLES, "--bots", "random,novice:memory=0.5", "--games", "4", "--seed", "1", *options]) == 0
    told = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert set(told["bots"]) == {"random", "novice:memory=0.5"}
    assert {"share", "low", "high", "games"} <= set(told["bots"]["random"])
    assert sum(bot["share"] for bot in told["bots"].values()) == pytest.approx(1)
    assert files[0].read_text().splitlines()[0] == "deal,seating,seat,bot,score,tiebreak,share"
    assert len(files[0].read_text().splitlines()) == 9
    assert all(file.stat().st_size > 100 for file in files)


def test_parquet_holds_what_csv_holds(tmp_path: Path) -> None:
    from pyarrow import parquet

    games = play_arena(Plan(SOLES, 2, ("random", "novice"), 2, 1), Here())
    write_parquet(games, tmp_path / "games.parquet")
    rows = parquet.read_table(tmp_path / "games.parquet").to_pylist()
    assert [tuple(row.values()) for row in rows] == list(rows_of(games))


def test_a_table_for_people_names_every_bot(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", SOLES, "--bots", "random,regular", "--games", "2", "--seed", "1"]) == 0
    printed = capsys.readouterr().out
    assert "random" in printed
    assert "equal play is 0.500" in printed


def test_wrong_use_is_told_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", SOLES, "--bots", "random,nobody", "--games", "2"]) == 2
    assert "There is no bot “nobody”" in capsys.readouterr().err
