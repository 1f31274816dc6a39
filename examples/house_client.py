"""Plays a whole game at a house, over its WebSocket: one seat, against bots.

osteria serve --port 8000 &
python examples/house_client.py http://127.0.0.1:8000 roll-for-soles
"""

import asyncio, json, random, sys, urllib.request, uuid  # noqa: E401, I001

from websockets.asyncio.client import connect


async def play(house: str, game: str) -> dict:
    """Makes a table with a bot, plays at random until the end, returns the outcome."""
    body = {"game": game, "seats": [{"kind": "me", "name": "Client"}, {"kind": "bot"}], "start": True}
    request = urllib.request.Request(
        house + "/api/tables", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    made = json.load(urllib.request.urlopen(request))
    address = house.replace("http", "ws", 1) + "/ws/tables/" + made["table"]
    async for line in connect(address):  # a line that breaks is opened again; the welcome says where the table stands
        await line.send(json.dumps({"type": "hello", "key": made["keys"]["0"]}))
        async for text in line:
            message = json.loads(text)
            view = message.get("view")
            if view and view["outcome"]:
                return view["outcome"]
            if view and "options" in view["decision"]:
                move = random.choice(view["decision"]["options"])
                answer = {"type": "play", "id": uuid.uuid4().hex, "question": message["question"], "moves": [move]}
                await line.send(json.dumps(answer))
            if message["type"] == "frame":
                await line.send(json.dumps({"type": "seen", "frame": message["number"]}))
    raise SystemExit("the house closed the line")


if __name__ == "__main__":
    print(asyncio.run(play(sys.argv[1], sys.argv[2])))
