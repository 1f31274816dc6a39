/** The first game for the pizza games. The answers are counted in the script that the house plays by. */
import type { Course } from "./course.ts";

const SLIP = ".hand [data-card=normale-salami]";
const OVEN = "[data-part=oven]";
const FULL_PEEL = ".laid:not([inert]) ~ .laid:not([inert])";
const CONFIRM = "[data-part=confirm] [data-confirm]";
const OLIVE = ".sheet .hand [data-card=olive]";
const BAKE = ".sheet .btn.go";

const course: Course = {
  teaches: ["lesson.pizza.play", "lesson.pizza.draw", "lesson.pizza.oven", "lesson.pizza.fill"],
  steps: [
    { n: 1, say: "oven", show: [OVEN], on: { event: "play", seat: "salami" }, until: "read", till: 6 },
    { n: 2, say: "order", show: [SLIP], until: "read", till: 7 },
    {
      n: 3,
      say: "salami",
      show: [".hand [data-card=salami]"],
      use: ".hand [data-card=salami]",
      until: FULL_PEEL,
      till: 7,
    },
    { n: 4, say: "keep", show: [SLIP], until: "read", till: 7 },
    { n: 5, say: "draw", show: ["[data-draw=supply]", "[data-draw=orders]"], until: "read", till: 7 },
    { n: 5, say: "confirm", show: [CONFIRM], use: CONFIRM, until: "answer", till: 9 },
    {
      n: 6,
      say: "pepper",
      show: [".hand [data-card=pepper]", SLIP],
      use: `.hand [data-card=pepper], ${SLIP}`,
      until: FULL_PEEL,
      till: 16,
    },
    { n: 6, say: "confirm", show: [CONFIRM], use: CONFIRM, until: "answer", till: 18 },
    {
      n: 7,
      say: "play-on",
      show: ["[data-draw=supply]"],
      on: { event: "play", seat: "salami" },
      until: "read",
      till: 24,
    },
    { n: 7, say: "play-on", show: [], until: "play", till: 54 },
    { n: 7, say: "turn-over", show: ["[data-part=columns]"], on: { event: "round-end" }, until: "read", till: 54 },
    {
      n: 8,
      say: "baked",
      show: ["[data-part=order]", "[data-column=pepper]", "[data-column=salami]"],
      on: { event: "open", seat: "pepper" },
      until: "read",
      till: 54,
    },
    { n: 9, say: "short", show: [OLIVE], use: OLIVE, until: ".sheet [aria-pressed=true]", till: 55 },
    { n: 9, say: "bake", show: [BAKE], use: BAKE, until: "answer", till: 55 },
    { n: 9, say: "yours", show: [], on: { event: "round" }, until: "read", till: 999 },
  ],
};
export default course;
