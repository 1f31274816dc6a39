// node load.js PORT TABLES SECONDS PAUSE_MS GAME_MOVES: four clients at each table; the asked one moves; after so many moves (0: never)
// they go on at a new table; one line of JSON at the end.
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { Soles } = require("./game");

const [port, tables, seconds, pause, gameMoves] = process.argv.slice(2).map(Number);
const server = `http://127.0.0.1:${port}`;
const latencies = [];
let isOver = false;
let opened = 0;

function sit() {
  // A match that nobody made is made by the server when its first client comes.
  const matchID = `table-${process.pid}-${opened++}`;
  const multiplayer = SocketIO({ server, socketOpts: { transports: ["websocket"] } });
  return ["0", "1", "2", "3"].map((playerID) => Client({ game: Soles, numPlayers: 4, multiplayer, matchID, playerID, debug: false }));
}

function play(clients, isFirst) {
  let sent = 0, reached = 0, latest = -1, moves = 0;
  const move = () => {
    if (gameMoves && moves === gameMoves) {
      clients.forEach((client) => client.stop());
      play(sit(), false);
      return;
    }
    moves++;
    const state = clients[0].getState();
    if (isOver || !state) return;
    sent = performance.now();
    const asked = clients[Number(state.ctx.currentPlayer)];
    if (Math.random() < 0.5) asked.moves.roll();
    else asked.moves.secure();
  };
  for (const client of clients) {
    let seen = -1;
    client.subscribe((state) => {
      if (!state || state._stateID <= seen) return;
      seen = state._stateID;
      if (seen > latest) [latest, reached] = [seen, 0];
      if (seen === latest && ++reached === 4) {
        if (sent) latencies.push(performance.now() - sent);
        setTimeout(move, sent ? Math.max(0, pause - (performance.now() - sent)) : isFirst ? Math.random() * pause : 0);
      }
    });
    client.start();
  }
}

(async () => {
  for (let table = 0; table < tables; table++) play(sit(), true);
  await new Promise((done) => setTimeout(done, 3000));
  console.log("ready");
  latencies.length = 0;
  const begun = performance.now();
  await new Promise((done) => setTimeout(done, seconds * 1000));
  isOver = true;
  const took = (performance.now() - begun) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (share) => Math.round(10 * (latencies[Math.floor(latencies.length * share)] ?? 0)) / 10;
  const moves = Math.round((10 * latencies.length) / took) / 10;
  console.log(JSON.stringify({ tables, moves_per_second: moves, p50_ms: at(0.5), p95_ms: at(0.95) }));
  process.exit(0);
})();
