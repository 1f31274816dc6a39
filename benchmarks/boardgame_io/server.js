// node server.js PORT [FOLDER]: boardgame.io as its tutorial starts it: state in memory; with a folder: on disk (FlatFile, its own storage).
const { Server, FlatFile } = require("boardgame.io/server");
const { Soles } = require("./game");

const [port, dir] = process.argv.slice(2);
Server({ games: [Soles], origins: ["*"], db: dir ? new FlatFile({ dir }) : undefined }).run(Number(port));
