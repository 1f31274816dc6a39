"""What do winners do differently? Asks Parquet files of decisions, as many as there are, with DuckDB.

./run --with lab simulate mamma-mia --players 3 --bots novice --games 200 --parquet decisions.parquet
.venv/bin/python -m pip install duckdb
.venv/bin/python examples/decisions_duckdb.py decisions.parquet
"""

import sys
import time

import duckdb

QUESTIONS = {
    "How many decisions, games and moves there are": """
        SELECT count(*) AS decisions, count(DISTINCT game) AS games, count(DISTINCT move) AS moves FROM decisions""",
    "What is asked, how many options there are, and how often winners are the ones asked": """
        SELECT ask, count(*) AS decisions, round(avg(options), 1) AS options, round(avg(share), 3) AS share
        FROM decisions GROUP BY ask ORDER BY decisions DESC""",
    "The moves that go with winning most, of those made fifty times or more": """
        SELECT ask, move, count(*) AS made, round(avg(share), 3) AS share
        FROM decisions GROUP BY ask, move HAVING count(*) >= 50 ORDER BY share DESC LIMIT 10""",
}


def main(files: str) -> None:
    duckdb.sql(f"CREATE VIEW decisions AS SELECT * FROM read_parquet({files!r})")
    for title, question in QUESTIONS.items():
        started = time.perf_counter()
        found = duckdb.sql(question).fetchall()
        print(f"{title} ({time.perf_counter() - started:.2f} s):")
        for row in found:
            print("  ", *row)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "decisions.parquet")
