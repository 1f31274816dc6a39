/**
 * Cards as pictures. SPEED: a picture is one thing to style, to lay out and to paint; the same card drawn in the page is twenty
 * of them, for every card on the table. Orders are drawn in the page: there are few at a time, and many different ones.
 */
import { KINDS, type Kind } from "../game/cards.ts";
import { CARDS, CHECK, FRAME, symbol } from "./cards.ts";
import { ART, PATTERNS, stamp } from "./ink.ts";

/** What a drawing refers to. */
function parts(body: string): string {
  const of = (kind: Kind) => [
    body.includes(`#pat-${kind}`) ? PATTERNS[kind] : "",
    body.includes(`#art-${kind}`) ? symbol(`art-${kind}`, "0 0 64 64", ART[kind]) : "",
    body.includes(`#stamp-${kind}`) ? symbol(`stamp-${kind}`, "-1 -1 26 26", stamp(kind)) : "",
  ];
  return [body.includes("#pat-check") ? CHECK : "", ...KINDS.flatMap(of)].join("");
}

const drawn = new Map<string, string>();

function address(name: string): string {
  const body = CARDS[name]!;
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${FRAME}">${parts(body)}${body}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(whole)}`;
}

/** The address of the picture of a card or of a back. */
export function picture(name: string): string {
  const known = drawn.get(name) ?? address(name);
  drawn.set(name, known);
  return known;
}

/** Pictures that are there before they are wanted. */
const ready: HTMLImageElement[] = [];

/** SPEED: a picture takes some milliseconds when it is first seen: all of them one by one, while the page has nothing to do. */
export function preparePictures(): void {
  const left = ready.length > 0 ? [] : Object.keys(CARDS);
  const next = () => {
    const name = left.shift();
    if (!name) return;
    const image = new Image();
    image.src = picture(name);
    ready.push(image);
    later(next);
  };
  later(next);
}

function later(act: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(act);
  else setTimeout(act, 50);
}
