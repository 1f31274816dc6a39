/**
 * Where everything lies, from the moves that were told: a fold that knows no rule and no game, the mirror of
 * `osteria.core.fold`. A move is an event with `from`; `now` names parts of the view that are so from then on.
 */
import { countCards, plus, without, type Counts } from "./cards.ts";
import type { GameEvent, View } from "./view.ts";

interface Stack {
  size: number;
  top: string | null;
  count?: Counts;
}
type Pile = number | string[] | Stack | Counts;
/** 1: something is put there; -1: something leaves. */
type Way = 1 | -1;

const isStack = (pile: object): pile is Stack => "size" in pile;

/** What lies in a place after a move; `cards` is null where the viewer may not know them. */
function changed(pile: Pile, way: Way, of: string, cards: readonly string[] | null, count: number): Pile {
  if (typeof pile === "number") return pile + way * count;
  if (Array.isArray(pile)) {
    if (way > 0) return [...pile, ...(cards ?? [])];
    return cards ? without(pile, cards) : pile.slice(count);
  }
  if (isStack(pile)) {
    const inside = pile.count ? { count: changed(pile.count, way, of, cards, count) as Counts } : {};
    return { ...pile, size: pile.size + way * count, top: way > 0 ? (cards?.at(-1) ?? null) : pile.top, ...inside };
  }
  if (of in pile) return { ...pile, [of]: (pile[of] ?? 0) + way * count };
  return cards ? plus(pile, countCards(cards), way) : {};
}

function at(view: Record<string, unknown>, path: readonly string[], change: (pile: unknown) => unknown): void {
  const [first, ...rest] = path;
  if (rest.length === 0) view[first!] = change(view[first!]);
  else {
    const inside = { ...(view[first!] as Record<string, unknown>) };
    view[first!] = inside;
    at(inside, rest, change);
  }
}

function move(view: Record<string, unknown>, path: string, way: Way, event: GameEvent): void {
  const [zone, ...rest] = path.split("/");
  const whole = view[zone!];
  if (whole === undefined) return;
  if (whole === null || typeof whole === "string") {
    // A single thing, such as the Sole Mio! card: the view says who has it.
    view[zone!] = way > 0 ? event["seat"] : null;
    return;
  }
  const what = event["what"] as Counts | undefined;
  const named = what ? Object.entries(what).flatMap(([card, n]) => Array.from({ length: n }, () => card)) : null;
  const cards = rest.length > 0 && named ? named.map((card) => card.slice(card.indexOf("/") + 1)) : named;
  at(view, [zone!, ...rest], (pile) =>
    changed(pile as Pile, way, String(event["of"]), cards, Number(event["count"] ?? 0)),
  );
}

/** The view after one more event; nothing of it but zones and what `now` names. */
export function folded<V extends View>(view: V, event: GameEvent): V {
  const next: Record<string, unknown> = { ...view, decision: null };
  if (typeof event["from"] === "string") {
    move(next, event["from"], -1, event);
    move(next, String(event["to"]), 1, event);
  }
  for (const [path, value] of Object.entries((event["now"] ?? {}) as Record<string, unknown>))
    if (path.split("/")[0]! in next) at(next, path.split("/"), () => value);
  return next as unknown as V;
}
