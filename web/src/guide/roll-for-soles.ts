/** The first game of Roll for Soles. The answers are counted in the script that the house plays by. */
import type { Course } from "./course.ts";

const DICE = "[data-part=dice]";
const NET = "[data-part=net]";
const ROLL = "[data-act=roll]";
const SECURE = "[data-act=secure]";
const TEO = ".chip[data-seat='2']";
const CONFIRM = "[data-part=acts] [data-confirm]";

const course: Course = {
  teaches: ["lesson.soles.again", "lesson.soles.source"],
  steps: [
    { n: 1, say: "roll", show: [DICE], cover: `${DICE} .set, ${NET}, [data-part=acts]`, until: "read", till: 1 },
    { n: 2, say: "sum", show: [DICE, NET], until: "read", till: 1 },
    { n: 3, say: "blue", show: [DICE, ROLL], use: ROLL, until: "answer", till: 1 },
    { n: 4, say: "secure", show: [NET, SECURE], use: SECURE, until: "answer", till: 2 },
    {
      n: 5,
      say: "lost",
      show: [".chip[data-seat='1']", "[data-part=middle]"],
      on: { event: "lost", seat: "1" },
      until: "read",
      till: 4,
    },
    { n: 6, say: "hook", show: [DICE, TEO], use: TEO, until: ".chip.chosen", till: 5 },
    { n: 6, say: "take", show: [CONFIRM], use: CONFIRM, until: "answer", till: 5 },
    { n: 6, say: "yours", show: [SECURE], use: SECURE, until: "answer", till: 6 },
  ],
};
export default course;
