import type en from "./guide-en.ts";

const it: Record<keyof typeof en, string> = {
  title: "Impara giocando",
  step: "Passo {n} di {all}",
  leave: "Lascia la lezione",
  "go-on": "Avanti",
  "mamma-mia.oven": "Tutti cuociono in un solo forno. {nina} mette due salami e lo dice.",
  "mamma-mia.order": "La tua ordinazione: quattro salami e un peperone, il tuo ingrediente.",
  "mamma-mia.salami": "Tocca i due salami: quello che entra insieme è di un solo tipo.",
  "mamma-mia.keep": "Tieni ancora l’ordinazione: trova solo ciò che è entrato prima.",
  "mamma-mia.draw": "Poi peschi fino a sette carte: dalla dispensa o dalle tue ordinazioni, mai da entrambe.",
  "mamma-mia.confirm": "Questo pulsante dice tutto quello che succede. Premilo.",
  "mamma-mia.pepper": "Ora il peperone, e sopra l’ordinazione.",
  "mamma-mia.play-on": "Giochiamo noi per te finché la dispensa è vuota.",
  "mamma-mia.turn-over": "Ora il forno si rovescia, dalla carta più vecchia.",
  "mamma-mia.baked":
    "Ci sono quattro salami e un peperone: la tua ordinazione è pronta. Due dei salami erano di {nina}.",
  "mamma-mia.short": "A questa ordinazione manca un’oliva. Aggiungi la tua; se rinunci, finisce sotto il tuo mazzo.",
  "mamma-mia.bake": "Così è completa. Premi il pulsante.",
  "mamma-mia.yours": "Restano due round, e sono tuoi.",
  "mamma-mia.yours.button": "Continua a giocare",
  "roll-for-soles.roll": "Un turno comincia con tutti e quattro i dadi. Tirali.",
  "roll-for-soles.roll.button": "Tira",
  "roll-for-soles.sum": "Due sogliole, raddoppiate: quattro.",
  "roll-for-soles.blue": "I dadi blu si mettono da parte; ×2 continua a raddoppiare. Tira gli altri due.",
  "roll-for-soles.secure": "Dieci nella rete. Un tiro su quattro le perde tutte. Mettile al sicuro.",
  "roll-for-soles.lost": "Nessuna sogliola: la rete di {nina} torna al centro.",
  "roll-for-soles.hook": "Un amo: le tue due vengono dal centro o da {teo}. Prendile da {teo}.",
  "roll-for-soles.take": "Questo pulsante dice che cosa prendi, e da chi.",
  "roll-for-soles.yours": "Mettile al sicuro. Quando il centro è vuoto la partita finisce; fino ad allora è tua.",
};
export default it;
