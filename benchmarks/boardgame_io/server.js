// node server.js PORT: boardgame.io as its tutorial starts it (state in memory, nothing on disk).
const { Server } = require("boardgame.io/server");
const { Soles } = require("./game");

Server({ games: [Soles], origins: ["*"] }).run(Number(process.argv[2]));
