"""`osteria tables`: what operators see of a house, and what they may do."""

from typing import Literal

Act = Literal["list", "show", "close", "mute", "forget", "ban", "audit"]


def tables(
    act: Act = "list",
    subject: str = "",
    seat: int | None = None,
    /,
    *,
    hours: float = 24.0,
    reason: str = "",
    database: str | None = None,
    data: str | None = None,
    json: bool = False,
) -> int:
    """See the tables of a house, close or mute, ban an address: beside the open house, which follows within a second.

    No cards, keys or seeds are shown. What is done is written down, with who did it and why: `osteria tables audit`.

    Parameters
    ----------
    act
        list: the newest tables. show TABLE: one of them. close TABLE. mute TABLE SEAT: no phrases from that seat. forget
        TABLE SEAT: delete the names of that seat's person. ban ADDRESS: refuse an address (IPv6: its /64) for some hours.
        audit: what was done.
    subject
        A table's id, or an address.
    seat
        A seat's number, from 0.
    hours
        How long a ban lasts; 0 ends it.
    reason
        Why, for the audit.
    database
        As for `osteria serve`.
    data
        As for `osteria serve`.
    json
        Print JSON: one object on one line.
    """
    from osteria.server.config import Config
    from osteria.server.desk import Wish, answer

    config = Config.from_environment(database=database, data=data)
    return answer(config, Wish(act, subject, seat, hours, reason, is_json=json))
