"""What Prometheus reads."""

from prometheus_client import Counter, Gauge, Histogram

COMMIT_SECONDS = Histogram(
    "osteria_commit_seconds",
    "Seconds a transaction of the journal takes",
    buckets=(0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1),
)
COMMITTED_ROWS = Counter("osteria_rows", "Rows written to logs")
MOVE_SECONDS = Histogram(
    "osteria_move_seconds",
    "Seconds from a move's arrival to its frames being queued for every viewer",
    buckets=(0.003, 0.01, 0.03, 0.1, 0.3, 1, 3),
)
MOVES = Counter("osteria_moves", "Moves made", ["by"])
REFUSALS = Counter("osteria_refusals", "Things refused", ["key"])
LINES = Gauge("osteria_lines", "Open WebSockets")
TABLES = Gauge("osteria_tables", "Tables in memory")
SLOW_LINES = Counter("osteria_slow_lines", "Lines closed because their reader was too slow")
BOT_SECONDS = Histogram("osteria_bot_seconds", "Seconds a bot thinks", buckets=(0.01, 0.03, 0.1, 0.3, 1, 3, 10))
CHANCES_SECONDS = Histogram(
    "osteria_chances_seconds", "Seconds until a finished game's chances are told", buckets=(0.3, 1, 3, 10, 30, 100)
)
BOT_TROUBLE = Counter("osteria_bot_trouble", "Answers that a bot did not give")
