import type { PanelWords } from "../panels.ts";
import type en from "./panels-en.ts";

/** The panels in Italian. */
const it: Record<keyof typeof en, PanelWords[string]> = {
  put: ["Inforna un solo tipo", "Un ingrediente o più, tutti uguali. Dillo ad alta voce: «Due salami!»"],
  double: [
    "Inforna un solo tipo",
    "Un ingrediente o più, tutti uguali. Una carta con il 2 vale doppio: di’ quante sono doppie.",
  ],
  order: ["Aggiungi un’ordinazione", "Una delle tue ordinazioni può seguire. Trova solo ciò che è entrato prima."],
  draw: ["Pesca fino a sette", "Tutto dalla dispensa o tutto dalle tue ordinazioni. Poi gioca chi siede a sinistra."],
  empty: [
    "La dispensa finisce",
    "Chi ha pescato l’ultima carta rovescia il forno. La carta più vecchia esce per prima.",
  ],
  columns: ["Gli ingredienti in colonna", "Tutto ciò che è entrato è sul tavolo, per le ordinazioni di tutti."],
  bake: [
    "Esce la tua ordinazione",
    "Basta: consegnata. Manca qualcosa: aggiungi dalla mano, o torna sotto il tuo mazzo.",
  ],
  win: ["Tre volte", "Ciò che avanza resta nel forno. Dopo tre round vince chi ne ha consegnate di più."],
  sun: ["Il sole", "Chi pesca la carta Sole Mio! la tiene e alla fine del round rovescia il forno."],
  help: [
    "Chiedi aiuto",
    "Uno dopo l’altro, gli altri possono dare tutto ciò che manca. Chi lo fa consegna la propria prima ordinazione.",
  ],
  series: ["Una serie", "Una Quattro può portare con sé altre Quattro. Servono 4, 3, 2 e 1."],
  "win-two": ["Due round", "Ciò che avanza resta nel forno. Dopo due round vince chi ne ha consegnate di più."],
  both: ["Due scatole insieme", "Tutti gli ingredienti e diciannove ordinazioni a testa: di Mamma Mia! e di Sole Mio!"],
  gone: ["Nessuna seconda possibilità", "Un’ordinazione non riuscita esce dal gioco."],
  roll: ["Tira quattro dadi", "All’inizio tutti e quattro."],
  sum: ["Conta le sogliole", "Somma le sogliole e raddoppiale per ogni ×2. Tante ne entrano nella rete."],
  aside: ["I blu restano", "Acqua e ×2 si mettono da parte. Un ×2 continua a raddoppiare. Tira gli altri."],
  secure: ["Al sicuro, o ancora", "Le sogliole al sicuro sono tue. Chi tira ancora può perdere tutta la rete."],
  bust: ["Nessuna sogliola: tutto perso", "Un tiro senza sogliole apre la rete: tutto torna al centro."],
  hook: ["L’amo", "Con un amo puoi prendere la pesca dalle sogliole di un altro."],
  sea: ["Il centro è vuoto", "Allora la partita finisce subito. Vince chi ha più sogliole."],
};

export default it;
