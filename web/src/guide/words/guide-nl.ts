import type en from "./guide-en.ts";

const nl: Record<keyof typeof en, string> = {
  title: "Spelend leren",
  step: "Stap {n} van {all}",
  leave: "Les verlaten",
  "go-on": "Verder",
  "mamma-mia.oven": "Iedereen bakt in één oven. {nina} legt er twee salami’s in en zegt het erbij.",
  "mamma-mia.order": "Jouw bestelling: vier salami’s en een paprika, je eigen soort.",
  "mamma-mia.salami": "Tik beide salami’s aan: wat er tegelijk in gaat, is van één soort.",
  "mamma-mia.keep": "Houd de bestelling nog even: die vindt alleen wat er eerder in ging.",
  "mamma-mia.draw": "Daarna vul je aan tot zeven kaarten: uit de voorraad of van je bestellingen, nooit van allebei.",
  "mamma-mia.confirm": "Deze knop zegt alles wat er gebeurt. Druk erop.",
  "mamma-mia.pepper": "Nu de paprika, en de bestelling erbovenop.",
  "mamma-mia.play-on": "Wij spelen voor je verder tot de voorraad op is.",
  "mamma-mia.turn-over": "Nu wordt de oven omgedraaid, de oudste kaart eerst.",
  "mamma-mia.baked":
    "Er liggen vier salami’s en een paprika: je bestelling is gebakken. Twee van de salami’s waren van {nina}.",
  "mamma-mia.short":
    "Deze bestelling komt één olijf tekort. Leg de jouwe erbij; geef je op, dan gaat die onder je stapel.",
  "mamma-mia.bake": "Daarmee is die compleet. Druk op de knop.",
  "mamma-mia.yours": "Er zijn nog twee rondes, en die speel je zelf.",
  "mamma-mia.yours.button": "Verder spelen",
  "roll-for-soles.roll": "Een beurt begint met alle vier de dobbelstenen. Gooi.",
  "roll-for-soles.roll.button": "Gooien",
  "roll-for-soles.sum": "Twee tongen, verdubbeld: vier.",
  "roll-for-soles.blue": "Blauwe dobbelstenen gaan opzij; ×2 blijft verdubbelen. Gooi de andere twee.",
  "roll-for-soles.secure": "Tien in het net. Eén op de vier worpen verliest ze allemaal. Stel ze veilig.",
  "roll-for-soles.lost": "Geen tong: het net van {nina} gaat terug naar het midden.",
  "roll-for-soles.hook": "Een haak: jouw twee komen uit het midden of van {teo}. Pak ze van {teo}.",
  "roll-for-soles.take": "Deze knop zegt wat je pakt, en van wie.",
  "roll-for-soles.yours": "Stel ze veilig. Is het midden leeg, dan is het spel uit; tot dan is het van jou.",
};
export default nl;
