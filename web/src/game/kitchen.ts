/** The table after each event: what the theatre shows between two views of the house. */
import { isDouble, isIngredient, plus, type Counts } from "./cards.ts";
import { seatIn, type Filling, type GameEvent, type PizzaView, type Seat } from "./view.ts";

type Change = (view: PizzaView, event: GameEvent) => void;

function hand(view: PizzaView, seat: Seat, ingredients: number, orders: number): void {
  const held = view.hands[seat];
  if (held === undefined || Array.isArray(held)) return;
  view.hands[seat] = { ingredients: held.ingredients + ingredients, orders: held.orders + orders };
}

function ownCards(view: PizzaView, seat: Seat, cards: readonly string[], sign: 1 | -1): void {
  const held = view.hands[seat];
  if (!Array.isArray(held)) {
    const ingredients = cards.filter(isIngredient).length;
    return hand(view, seat, sign * ingredients, sign * (cards.length - ingredients));
  }
  const next = [...held];
  for (const card of cards) {
    if (sign > 0) next.push(card);
    else if (next.includes(card)) next.splice(next.indexOf(card), 1);
  }
  view.hands[seat] = next;
}

function expand(counts: Counts): string[] {
  return Object.entries(counts).flatMap(([card, n]) => Array.from({ length: n }, () => card));
}

function stack(view: PizzaView, seat: Seat, change: number): void {
  const held = view.orders[seat];
  if (held) view.orders[seat] = { ...held, shuffled: Math.max(0, held.shuffled + change) };
}

const blank = (owner: Seat, orders: string[]): Filling => ({
  owner,
  orders,
  needs: {},
  short: {},
  request: null,
  bid: null,
  shown: null,
  declined: [],
  picked: null,
  revealed: null,
});

const amend = (view: PizzaView, part: Partial<Filling>) => {
  if (view.filling) view.filling = { ...view.filling, ...part };
};

function close(view: PizzaView, event: GameEvent): void {
  view.open = view.open.filter((order) => order !== `${seatIn(event)}/${event["order"]}`);
  if (view.open.length === 0) {
    view.filling = null;
    view.committed = {};
  }
}

const put = (view: PizzaView, top: string, n = 1) => {
  view.oven = { ...view.oven, size: view.oven.size + n, top };
};

const CHANGES: Readonly<Record<string, Change>> = {
  play: (view, event) => {
    const [singles, doubles] = [Number(event["singles"] ?? 0), Number(event["doubles"] ?? 0)];
    const kind = String(event["kind"]);
    view.announcement = { seat: seatIn(event), kind, ingredients: singles + 2 * doubles, doubles };
    ownCards(view, seatIn(event), expand({ [kind]: singles, [`double-${kind}`]: doubles }), -1);
    put(view, doubles > 0 ? `double-${kind}` : kind, singles + doubles);
  },
  order: (view, event) => {
    ownCards(view, seatIn(event), [String(event["order"])], -1);
    put(view, `${seatIn(event)}/${event["order"]}`);
  },
  deal: (view, event) => {
    const card = event["card"] ?? event["order"];
    const orders = event["stack"] === "orders";
    if (orders) stack(view, seatIn(event), -1);
    else view.supply = Math.max(0, view.supply - 1);
    if (typeof card === "string") ownCards(view, seatIn(event), [card], 1);
    else hand(view, seatIn(event), orders ? 0 : 1, orders ? 1 : 0);
  },
  "sole-mio": (view, event) => {
    view.holder = seatIn(event);
    view.supply = Math.max(0, view.supply - 1);
  },
  "round-end": (view, event) => {
    view.phase = "scoring";
    view.turn = null;
    view.baker = seatIn(event);
    view.announcement = null;
    view.oven = { ...view.oven, top: null };
  },
  "turn-over": (view, event) => {
    view.columns = plus(view.columns, { [String(event["card"])]: 1 });
    view.oven = { ...view.oven, size: Math.max(0, view.oven.size - 1) };
  },
  open: (view, event) => {
    view.open = [`${seatIn(event)}/${event["order"]}`];
    view.filling = blank(seatIn(event), [...view.open]);
    view.committed = {};
    view.oven = { ...view.oven, size: Math.max(0, view.oven.size - 1) };
  },
  join: (view, event) => {
    view.open = [...view.open, `${seatIn(event)}/${event["order"]}`];
    ownCards(view, seatIn(event), [String(event["order"])], -1);
    amend(view, { orders: [...view.open] });
  },
  add: (view, event) => {
    view.committed = plus(view.committed, { [String(event["card"])]: 1 });
    ownCards(view, seatIn(event), [String(event["card"])], -1);
  },
  ask: (view, event) => amend(view, { request: event["request"] as Counts }),
  decline: (view, event) => amend(view, { declined: [...(view.filling?.declined ?? []), seatIn(event)] }),
  give: (view, event) => ownCards(view, seatIn(event), expand(event["cards"] as Counts), -1),
  bid: (view, event) => amend(view, { bid: Number(event["amount"]), shown: 0 }),
  show: (view, event) => {
    const cards = expand(event["cards"] as Counts);
    amend(view, { shown: (view.filling?.shown ?? 0) + cards.reduce((n, card) => n + (isDouble(card) ? 2 : 1), 0) });
  },
  pick: (view, event) => amend(view, { picked: seatIn(event, "other") }),
  reveal: (view, event) => amend(view, { revealed: String(event["card"]) }),
  match: (view, event) => ownCards(view, seatIn(event), [String(event["card"])], -1),
  filled: (view, event) => {
    const seat = seatIn(event);
    view.columns = plus(view.columns, (event["columns"] ?? {}) as Counts, -1);
    view.delivered[seat] = [...(view.delivered[seat] ?? []), String(event["order"])];
    close(view, event);
  },
  failed: (view, event) => {
    const seat = seatIn(event);
    if (view.game === "grande") view.removed[seat] = [...(view.removed[seat] ?? []), String(event["order"])];
    else stack(view, seat, 1);
    close(view, event);
  },
  returned: (view, event) => {
    ownCards(view, seatIn(event), expand(view.committed), 1);
    view.committed = {};
  },
  reward: (view, event) => {
    const seat = seatIn(event);
    view.delivered[seat] = [...(view.delivered[seat] ?? []), String(event["order"])];
    stack(view, seat, -1);
  },
  "takes-card": (view, event) => {
    view.holder = seatIn(event);
  },
  gather: (view) => {
    const lying = expand(view.columns);
    view.oven = { ...view.oven, size: lying.length, top: lying.at(-1) ?? null };
    view.columns = {};
  },
  round: (view, event) => {
    view.phase = "turn";
    view.round = Number(event["number"]);
    view.turn = seatIn(event);
  },
};

/** The table as it looks after one more event. The next view of the house has the last word. */
export function after(view: PizzaView, event: GameEvent): PizzaView {
  const change = CHANGES[event.event];
  if (!change) return view;
  const next: PizzaView = { ...view, decision: null, hands: { ...view.hands }, orders: { ...view.orders } };
  next.delivered = { ...view.delivered };
  next.removed = { ...view.removed };
  change(next, event);
  return next;
}
