import type { PanelWords } from "../panels.ts";
import type en from "./panels-en.ts";

/** The panels in Dutch. */
const nl: Record<keyof typeof en, PanelWords[string]> = {
  put: ["Leg één soort in de oven", "Eén ingrediënt of meer, allemaal gelijk. Zeg het hardop: “Twee salami’s!”"],
  double: [
    "Leg één soort in de oven",
    "Eén ingrediënt of meer, allemaal gelijk. Een kaart met een 2 telt dubbel: zeg hoeveel dubbele kaarten.",
  ],
  order: ["Een bestelling erbij", "Eén van je bestellingen mag volgen. Die vindt alleen wat er eerder in ging."],
  draw: ["Trek tot zeven", "Alles uit de voorraad, of alles van je eigen bestelstapel. Dan speelt je linkerbuur."],
  empty: ["De voorraad is op", "Wie de laatste kaart trok, keert de oven om. De oudste kaart komt eerst."],
  columns: ["Ingrediënten op een rij", "Alles wat iemand erin legde, ligt er, voor ieders bestellingen."],
  bake: [
    "Jouw bestelling komt",
    "Genoeg: geleverd. Te weinig: leg bij uit je hand, of die gaat weer onder je bestelstapel.",
  ],
  win: ["Drie keer", "Wat over is, blijft in de oven. Wie na drie rondes de meeste heeft geleverd, wint."],
  sun: ["De zon", "Wie de Sole Mio!-kaart trekt, houdt die en keert aan het einde van de ronde de oven om."],
  help: [
    "Vraag om hulp",
    "Om de beurt mag iemand alles geven wat ontbreekt. Wie dat doet, levert de eigen bovenste bestelling.",
  ],
  series: ["Een serie", "Een Vier mag meer Vieren meenemen. Die hebben 4, 3, 2 en 1 nodig."],
  "win-two": ["Twee rondes", "Wat over is, blijft in de oven. Wie na twee rondes de meeste heeft geleverd, wint."],
  both: ["Beide dozen", "Alle ingrediënten en elk negentien bestellingen: die van Mamma Mia! en die van Sole Mio!"],
  gone: ["Geen tweede kans", "Een bestelling die mislukt, gaat uit het spel."],
  roll: ["Gooi vier dobbelstenen", "Om te beginnen alle vier."],
  sum: ["Tel de tongen", "Tel de tongen en verdubbel ze voor elke ×2. Zoveel komen er in je net."],
  aside: ["Blauwe blijven liggen", "Water en ×2 gaan opzij. Een ×2 blijft verdubbelen. Gooi de andere."],
  secure: ["Veilig, of verder", "Veilige tongen zijn van jou. Wie verder gooit, kan het hele net verliezen."],
  bust: ["Geen tong: alles weg", "Een worp zonder tong opent het net: alles gaat terug naar het midden."],
  hook: ["De haak", "Met een haak mag je de vangst van andermans tongen pakken."],
  sea: ["Het midden is leeg", "Dan is het spel meteen uit. Wie de meeste tongen heeft, wint."],
};

export default nl;
