import type en from "./guide-en.ts";

const de: Record<keyof typeof en, string> = {
  title: "Spielend lernen",
  step: "Schritt {n} von {all}",
  leave: "Lektion verlassen",
  "go-on": "Weiter",
  "mamma-mia.oven": "Alle backen in einem Ofen. {nina} legt zwei Salami hinein und sagt es an.",
  "mamma-mia.order": "Deine Bestellung: vier Salami und eine Paprika, deine eigene Sorte.",
  "mamma-mia.salami": "Tippe beide Salami an: Was auf einmal hineinkommt, ist von einer Sorte.",
  "mamma-mia.keep": "Behalte die Bestellung noch: Sie findet nur, was vor ihr hineinkam.",
  "mamma-mia.draw": "Danach ziehst du auf sieben Karten nach: vom Vorrat oder von deinen Bestellungen, nie von beiden.",
  "mamma-mia.confirm": "Dieser Knopf sagt alles, was geschieht. Drücke ihn.",
  "mamma-mia.pepper": "Jetzt die Paprika und obendrauf die Bestellung.",
  "mamma-mia.play-on": "Wir spielen für dich weiter, bis der Vorrat leer ist.",
  "mamma-mia.turn-over": "Jetzt wird der Ofen umgedreht, die älteste Karte zuerst.",
  "mamma-mia.baked":
    "Vier Salami und eine Paprika liegen da: Deine Bestellung ist gebacken. Zwei der Salami sind von {nina}.",
  "mamma-mia.short":
    "Dieser Bestellung fehlt eine Olive. Lege deine dazu; gibst du auf, kommt sie unter deinen Stapel.",
  "mamma-mia.bake": "Damit ist sie fertig. Drücke den Knopf.",
  "mamma-mia.yours": "Zwei Runden bleiben, und die spielst du allein.",
  "mamma-mia.yours.button": "Weiterspielen",
  "roll-for-soles.roll": "Ein Zug beginnt mit allen vier Würfeln. Würfle.",
  "roll-for-soles.roll.button": "Würfeln",
  "roll-for-soles.sum": "Zwei Seezungen, verdoppelt: vier.",
  "roll-for-soles.blue": "Blaue Würfel bleiben liegen; ×2 verdoppelt weiter. Würfle mit den anderen beiden.",
  "roll-for-soles.secure": "Zehn im Netz. Einer von vier Würfen verliert sie alle. Sichere sie.",
  "roll-for-soles.lost": "Keine Seezunge: Das Netz von {nina} geht zurück in die Mitte.",
  "roll-for-soles.hook": "Ein Haken: Deine zwei kommen aus der Mitte oder von {teo}. Nimm sie von {teo}.",
  "roll-for-soles.take": "Dieser Knopf sagt, was du nimmst und von wem.",
  "roll-for-soles.yours": "Sichere sie. Ist die Mitte leer, endet das Spiel; bis dahin gehört es dir.",
};
export default de;
