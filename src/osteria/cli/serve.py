"""`osteria serve`: the house for others."""


def serve(
    *,
    host: str | None = None,
    port: int | None = None,
    database: str | None = None,
    data: str | None = None,
    origins: str | None = None,
    proxies: str | None = None,
    workers: int | None = None,
    log_level: str | None = None,
) -> int:
    """Open the house for others: tables, seats by link, bots, over HTTP and WebSocket.

    Every setting is also an environment variable: OSTERIA_ and its name in capitals. `docs/house.md` lists all of them.

    Parameters
    ----------
    host
        Address to listen on (127.0.0.1).
    port
        Port to listen on (8000); 0 takes a free one.
    database
        postgresql://user:password@host/name or sqlite:///path; left out, house.sqlite3 in the data folder.
    data
        Folder for the database; left out, this user's data folder.
    origins
        Other origins whose pages may talk to this house, separated by commas.
    proxies
        Addresses of trusted proxies, separated by commas (127.0.0.1).
    workers
        Processes in which bots think (1).
    log_level
        debug, info, warning or error (info).
    """
    from osteria.server.config import Config
    from osteria.server.running import run

    config = Config.from_environment(
        host=host,
        port=port,
        database=database,
        data=data,
        origins=origins,
        proxies=proxies,
        workers=workers,
        log_level=log_level,
    )
    return run(config)
