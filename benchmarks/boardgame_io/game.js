// A game like Roll for Soles, as small as it can be: four dice, a net, secure or roll.
const FACES = ["1", "1", "2", "hook", "double", "water"];

function roll({ G, random }) {
  G.dice = [0, 1, 2, 3].map(() => FACES[random.Die(6) - 1]);
  const soles = G.dice.reduce((sum, face) => sum + (Number(face) || 0), 0);
  G.net = soles === 0 ? 0 : G.net + soles;
}

function secure({ G, ctx, events }) {
  G.supplies[ctx.currentPlayer] += G.net;
  G.net = 0;
  events.endTurn();
}

// The client must not guess the outcome: chance is the server's.
const onServer = (move) => ({ move, client: false });

exports.Soles = {
  name: "soles",
  setup: ({ ctx }) => ({ middle: 1e9, net: 0, dice: [], supplies: Array(ctx.numPlayers).fill(0) }),
  moves: { roll: onServer(roll), secure: onServer(secure) },
};
