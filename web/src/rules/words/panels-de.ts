import type { PanelWords } from "../panels.ts";
import type en from "./panels-en.ts";

/** The panels in German. */
const de: Record<keyof typeof en, PanelWords[string]> = {
  put: ["Eine Sorte hineinlegen", "Eine Zutat oder mehrere, alle gleich. Sag es laut: „Zwei Salami!“"],
  double: [
    "Eine Sorte hineinlegen",
    "Eine Zutat oder mehrere, alle gleich. Eine Karte mit einer 2 zählt doppelt: Sag, wie viele Doppelte.",
  ],
  order: ["Eine Bestellung dazu", "Eine deiner Bestellungen darf folgen. Sie findet nur, was vor ihr in den Ofen kam."],
  draw: [
    "Auf sieben nachziehen",
    "Alle aus dem Vorrat oder alle von deinen Bestellungen. Dann spielt der linke Nachbar.",
  ],
  empty: ["Der Vorrat ist leer", "Wer die letzte Karte zog, dreht den Ofen um. Die älteste Karte kommt zuerst."],
  columns: ["Zutaten reihen sich auf", "Alles, was irgendwer hineinlegte, liegt da, für alle Bestellungen."],
  bake: [
    "Deine Bestellung kommt",
    "Genug da: geliefert. Zu wenig: Leg aus der Hand dazu, oder sie kommt wieder unter deine Bestellungen.",
  ],
  win: ["Dreimal", "Was übrig ist, bleibt im Ofen. Wer nach drei Runden die meisten geliefert hat, gewinnt."],
  sun: ["Die Sonne", "Wer die Sole-Mio!-Karte zieht, behält sie und dreht am Ende der Runde den Ofen um."],
  help: [
    "Um Hilfe bitten",
    "Einer nach dem anderen darf alles geben, was fehlt. Wer es tut, liefert die eigene oberste Bestellung.",
  ],
  series: ["Eine Serie", "Ein Vierer darf weitere Vierer mitnehmen. Sie brauchen 4, 3, 2 und 1."],
  "win-two": ["Zwei Runden", "Was übrig ist, bleibt im Ofen. Wer nach zwei Runden die meisten geliefert hat, gewinnt."],
  both: ["Beide Schachteln", "Alle Zutaten und je neunzehn Bestellungen: die von Mamma Mia! und die von Sole Mio!"],
  gone: ["Keine zweite Chance", "Eine Bestellung, die misslingt, kommt aus dem Spiel."],
  roll: ["Vier Würfel werfen", "Am Anfang alle vier."],
  sum: ["Seezungen zählen", "Zähle die Seezungen und verdopple sie für jedes ×2. So viele kommen in dein Netz."],
  aside: ["Blaue bleiben liegen", "Wasser und ×2 werden beiseitegelegt. Ein ×2 verdoppelt weiter. Wirf die übrigen."],
  secure: [
    "Sichern oder weiter",
    "Gesicherte Seezungen gehören dir. Wer weiterwürfelt, kann das ganze Netz verlieren.",
  ],
  bust: ["Keine Seezunge: alles weg", "Ein Wurf ohne Seezunge öffnet das Netz: Alles geht zurück in die Mitte."],
  hook: ["Der Haken", "Mit einem Haken darfst du den Fang von den Seezungen anderer nehmen."],
  sea: ["Die Mitte ist leer", "Dann endet das Spiel sofort. Wer die meisten Seezungen hat, gewinnt."],
};

export default de;
