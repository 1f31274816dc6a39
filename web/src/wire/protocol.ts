/* Written by `npm run types` from protocol/; not edited by hand. */

export type Anything =
  | BackBody
  | Body
  | CallMe
  | CallNoMore
  | Calls
  | CardFound
  | CardInfo
  | CardSeat
  | CardSeats
  | ChairBody
  | ChairInfo
  | Chances
  | ChancesChecked
  | ChancesSample
  | ChancesTask
  | Claim
  | Claimed
  | ClaimedSeat
  | Clock
  | Contribution
  | DayDeal
  | DayScore
  | DayTry
  | Days
  | Deal
  | DeclineBody
  | Done
  | Drawing
  | Failure
  | ForgetfulSeat
  | Forgetting
  | ForgottenMove
  | Found
  | GameBegun
  | GameInfo
  | GameRecord
  | Gone
  | Held
  | HeldAnswer
  | HeldSeat
  | HeldTable
  | History
  | HouseInfo
  | Lobby
  | NewCard
  | NewLesson
  | NewName
  | NewTable
  | PlayAgain
  | PlayBody
  | PlayDay
  | PlayOnBody
  | PlayedGame
  | PlayedSeat
  | Position
  | Problem
  | Replay
  | ReplayStep
  | Rival
  | SayBody
  | SeatInfo
  | SeatWish
  | Seated
  | SetHands
  | SetKind
  | SetSeat
  | SetSettings
  | Settings
  | Sit
  | Split
  | Summary
  | TableInfo
  | Ticket
  | UndoBody
  | UseTicket
  | You
  | Ack
  | Back
  | Bye
  | ClockInfo
  | Decline
  | Frame
  | FromClient
  | FromHouse
  | Hello
  | MissedFrame
  | OpenChair
  | Ping
  | Play
  | PlayOn
  | Pong
  | Present
  | Refused
  | Say
  | Saying
  | Seen
  | Skip
  | Undo
  | Welcome
  | Announcement
  | Filling
  | FollowUp
  | GameEvent
  | GameView
  | OrderStack
  | OtherHand
  | Oven
  | PizzaView
  | Question
  | Result
  | SolesView;
export type Body =
  | Failure
  | HouseInfo
  | Found
  | Lobby
  | NewTable
  | Seated
  | NewLesson
  | GameBegun
  | Held
  | HeldAnswer
  | CallMe
  | Calls
  | CallNoMore
  | Drawing
  | Position
  | Sit
  | NewName
  | Done
  | SetHands
  | Contribution
  | SetKind
  | SetSeat
  | PlayBody
  | SayBody
  | PlayOnBody
  | BackBody
  | UndoBody
  | ChairBody
  | DeclineBody
  | Replay
  | Chances
  | ChancesSample
  | ChancesChecked
  | Forgetting
  | Deal
  | CardInfo
  | NewCard
  | SetSettings
  | CardSeats
  | Claim
  | Claimed
  | Ticket
  | UseTicket
  | CardFound
  | Split
  | Gone
  | Days
  | DayDeal
  | PlayDay
  | PlayAgain
  | History;
export type GameView = PizzaView | SolesView;
export type FromClient = Hello | Play | Seen | Say | PlayOn | Back | Decline | Undo | OpenChair | Skip | Ping;
export type FromHouse = Welcome | Frame | Ack | Refused | Present | Pong | Bye;

/**
 * As the message `back` of the WebSocket.
 */
export interface BackBody {
  /**
   * chosen by the client, once per message; makes it count once
   */
  id: string;
}
/**
 * Every answer with a status of 400 or more.
 */
export interface Failure {
  error: Problem;
}
/**
 * Why something was refused: a key to translate, and an English sentence that is safe to show.
 */
export interface Problem {
  at?: number | null;
  clause?: string | null;
  key:
    | "bot.unknown"
    | "card.last"
    | "card.missing"
    | "card.ticket"
    | "card.unknown"
    | "chair.kept"
    | "code.unknown"
    | "day.open"
    | "day.tried"
    | "day.unknown"
    | "deal.elsewhere"
    | "host.only"
    | "house.stopping"
    | "house.trouble"
    | "kind.taken"
    | "link.invalid"
    | "link.missing"
    | "link.opened"
    | "link.removed"
    | "link.rotated"
    | "link.used"
    | "move.illegal"
    | "move.malformed"
    | "move.not-asked"
    | "move.stale"
    | "move.too-far"
    | "name.wrong"
    | "options.wrong"
    | "phrase.unknown"
    | "push.wrong"
    | "request.malformed"
    | "request.method"
    | "request.origin"
    | "request.too-large"
    | "request.too-many"
    | "request.unknown"
    | "seat.not-a-person"
    | "seat.not-waited-for"
    | "seat.present"
    | "seat.taken"
    | "seat.unknown"
    | "table.authentic"
    | "table.busy"
    | "table.closed"
    | "table.empty-seats"
    | "table.full"
    | "table.no-spectators"
    | "table.over"
    | "table.running"
    | "table.started"
    | "table.unknown"
    | "table.waiting"
    | "transcript.wrong"
    | "undo.impossible";
  retry_after?: number | null;
  text: string;
}
/**
 * What a client needs to know before it makes a table.
 */
export interface HouseInfo {
  faces: string[];
  games: GameInfo[];
  kinds: string[];
  phrases: string[];
  /**
   * the public key with which a browser subscribes to be called
   */
  push?: string;
  version: string;
}
/**
 * A game that this house plays.
 */
export interface GameInfo {
  /**
   * levels, weakest first
   */
  bots: string[];
  /**
   * the name as people write it
   */
  called?: string;
  fewest: number;
  /**
   * a game's name; `GET /api/house` lists those that are played
   */
  game: string;
  most: number;
  /**
   * levels that play only with so many at the table, such as in the page
   */
  only_for?: {
    [k: string]: number;
  };
  /**
   * what a plain table says, by language and key: ask.X, move.X, zone.X, event.X
   */
  words?: {
    [k: string]: {
      [k: string]: string;
    };
  };
}
/**
 * The table that a code leads to.
 */
export interface Found {
  /**
   * a table's id; whoever knows it may look in
   */
  table: string;
}
/**
 * Listed tables: waiting ones first, then those that may be watched.
 */
export interface Lobby {
  tables: Summary[];
}
/**
 * A table in the lobby, or one that this device holds a seat at.
 */
export interface Summary {
  asked?: number | null;
  /**
   * counts from 1, alike for every viewer; 0: none yet
   */
  frame: number;
  table: TableInfo;
  until?: number | null;
  you?: You | null;
}
/**
 * A table, as everybody sees it.
 */
export interface TableInfo {
  /**
   * who said yes to playing again, the first to ask first
   *
   * Items: clockwise from 0
   */
  again?: number[];
  /**
   * listed tables: chairs that somebody would open
   */
  chairs?: ChairInfo[];
  /**
   * while a chair is free: a word and digits that lead here
   */
  code?: string;
  /**
   * SHA-256 of the house's bytes and the table's id, in hex: fixed before anybody sits
   */
  commitment: string;
  /**
   * seconds since 1970
   */
  created: number;
  /**
   * the day whose deal it plays: while that day lasts nobody looks back at it; empty: none
   */
  day?: string;
  /**
   * begun elsewhere and taken in: not dealt by this house, and it counts for nothing
   */
  elsewhere?: boolean;
  /**
   * a game's name; `GET /api/house` lists those that are played
   */
  game: string;
  /**
   * open: spectators see every hand; proposed: once every person agrees, before the start
   */
  hands?: "closed" | "open" | "proposed";
  host: number | null;
  /**
   * a first game that teaches and counts for nothing; on: as its script has it; off: no longer
   */
  lesson?: "" | "off" | "on";
  players: number;
  rematch?: string | null;
  seats: SeatInfo[];
  settings: Settings;
  status: "closed" | "over" | "playing" | "waiting";
  /**
   * a table's id; whoever knows it may look in
   */
  table: string;
  /**
   * who is for taking the last decision back; the first of them asked
   *
   * Items: clockwise from 0
   */
  undo?: number[];
  /**
   * why the house closed it: its log does not replay; empty: it does
   */
  unreadable?: string;
  /**
   * when the game is over
   *
   * Items: clockwise from 0
   */
  winners?: number[];
}
/**
 * A chair that was left for long at a listed table, and that somebody would open for a newcomer.
 */
export interface ChairInfo {
  /**
   * who is for it, who asked first
   *
   * Items: clockwise from 0
   */
  agreed: number[];
  opens?: number | null;
  /**
   * clockwise from 0
   */
  seat: number;
}
/**
 * A seat, as everybody sees it.
 */
export interface SeatInfo {
  /**
   * this person agrees that spectators see every hand
   */
  agrees?: boolean;
  /**
   * somebody chose this own kind; else the seat gets the first that is free
   */
  chosen?: boolean;
  /**
   * the house declines for this person; the shortest window
   */
  declines?: number;
  kind: "bot" | "open" | "person";
  /**
   * the bot's name
   */
  level?: string;
  /**
   * display name; empty for an open seat and for a bot
   */
  name?: string;
  /**
   * pizza games: the own kind; before the start the one that this seat would get now
   */
  own?: string;
  /**
   * 32 bytes in hex that this seat added to the deal; empty: none
   */
  random?: string;
  /**
   * an open seat kept for somebody by name (a rematch)
   */
  reserved?: string;
  /**
   * clockwise from 0
   */
  seat: number;
  /**
   * why a bot answers for this person now: clock, away, left; empty: no
   */
  stand_in?: string;
  stood_by?: number | null;
  /**
   * turns that a bot played for this person, until they play again
   */
  turns?: number;
}
/**
 * How a table is played. Everything here is fixed when the table is made.
 */
export interface Settings {
  /**
   * without meaning since 0.2; `grace` took its place
   */
  away?: number;
  clock?: Clock | null;
  days?: (1 | 3 | 7) | null;
  /**
   * games with such dice: the six faces of a die
   *
   * @minItems 6
   * @maxItems 6
   */
  faces?: string[];
  /**
   * seconds after which those present may let a bot play on for somebody away
   */
  grace?: number;
  /**
   * pizza games: the own kinds by seat; empty: the first ones
   *
   * @maxItems 5
   */
  kinds?: string[];
  /**
   * shown in the lobby, where anybody may sit down or watch
   */
  listed?: boolean;
  memory?: "assisted" | "authentic";
  /**
   * proposes that spectators see every hand; so it is if everybody agrees before the start
   */
  open_hands?: boolean;
  /**
   * seconds that bots take at least for an answer, while somebody is there who has not skipped
   */
  pace?: 0 | 2 | 5 | 10;
  /**
   * people without a seat may watch
   */
  spectators?: boolean;
}
/**
 * A bank of seconds for the game and an increment for every answer; a broken line stops it for `grace` seconds.
 */
export interface Clock {
  bank: number;
  grace?: number;
  increment?: number;
}
/**
 * Who the house takes this viewer for.
 */
export interface You {
  /**
   * for the host, while waiting: a secret per open seat
   */
  invites?: {
    /**
     * the secret of a link: a seat, an invitation, a host
     */
    [k: string]: string;
  };
  /**
   * assisted: the moves that a bot made for this seat, until its person plays again
   */
  played?: string[];
  role: "host" | "invited" | "seat" | "stranger";
  seat?: number | null;
}
/**
 * A table to be made. Seats, clockwise; their number is the number of players.
 */
export interface NewTable {
  /**
   * a game's name; `GET /api/house` lists those that are played
   */
  game: string;
  name?: string;
  /**
   * @minItems 2
   * @maxItems 8
   */
  seats: SeatWish[];
  settings?: Settings;
  /**
   * begin at once; no seat may be open
   */
  start?: boolean;
}
/**
 * Who shall sit in a seat of a new table.
 */
export interface SeatWish {
  kind: "bot" | "me" | "open";
  level?: string;
  /**
   * me: a name of its own, where several share a device
   */
  name?: string;
  /**
   * pizza games: the own kind; empty: the first that is free
   */
  own?: string;
}
/**
 * The keys of a device at a table. A link is `/t/TABLE#KEY`: what follows the # never reaches a log.
 */
export interface Seated {
  host?: string | null;
  /**
   * seat number: key
   */
  keys: {
    /**
     * the secret of a link: a seat, an invitation, a host
     */
    [k: string]: string;
  };
  /**
   * a table's id; whoever knows it may look in
   */
  table: string;
}
/**
 * A first game that teaches, to be made and begun.
 */
export interface NewLesson {
  /**
   * a game's name; `GET /api/house` lists those that are played
   */
  game: string;
  /**
   * a display name
   */
  name: string;
}
/**
 * A game against bots that was begun elsewhere, to go on with here; it counts for nothing.
 */
export interface GameBegun {
  memory?: "assisted" | "authentic";
  /**
   * a display name
   */
  name: string;
  /**
   * me or bot, in seat order
   *
   * @minItems 2
   * @maxItems 8
   */
  seats: SeatWish[];
  transcript: string;
}
/**
 * The keys that a device keeps.
 */
export interface Held {
  /**
   * @maxItems 50
   */
  seats: HeldSeat[];
}
/**
 * A key that a device keeps.
 */
export interface HeldSeat {
  /**
   * the secret of a link: a seat, an invitation, a host
   */
  key: string;
  /**
   * a table's id; whoever knows it may look in
   */
  table: string;
}
/**
 * One entry per key, in order: the table, or what became of the link.
 */
export interface HeldAnswer {
  tables: HeldTable[];
}
/**
 * What became of one link.
 */
export interface HeldTable {
  found?: Summary | null;
  problem?: Problem | null;
  /**
   * a table's id; whoever knows it may look in
   */
  table: string;
}
/**
 * Call the people of these seats on this device when it is their turn, their table begins, ends or asks for a rematch,
 *     also while the page is closed: a browser's push subscription.
 */
export interface CallMe {
  /**
   * 16 bytes of the device, base64url
   */
  auth: string;
  /**
   * of a push service that the house knows
   */
  endpoint: string;
  /**
   * the device's public key, base64url
   */
  p256dh: string;
  /**
   * @maxItems 50
   */
  seats: HeldSeat[];
}
/**
 * Where the house calls this device.
 */
export interface Calls {
  /**
   * Items: a table's id; whoever knows it may look in
   */
  tables: string[];
}
/**
 * Call nobody on this device any more.
 */
export interface CallNoMore {
  /**
   * of a push service that the house knows
   */
  endpoint: string;
}
/**
 * A link to draw as a QR code.
 */
export interface Drawing {
  text: string;
}
/**
 * Where a table stands, for this viewer.
 */
export interface Position {
  /**
   * counts from 1, alike for every viewer; 0: none yet
   */
  frame: number;
  hands?: {
    [k: string]: string[];
  } | null;
  question: number;
  table: TableInfo;
  view: GameView | null;
  window?: number | null;
  you: You;
}
/**
 * A viewer's table in mamma-mia, sole-mio and grande.
 */
export interface PizzaView {
  /**
   * for a seat that waits: what it would be asked if its turn came now, as far as it can know
   */
  ahead: Question | null;
  announcement: Announcement | null;
  baker: string | null;
  /**
   * how many of each card: {"olive": 2, "double-olive": 1}
   */
  columns: {
    [k: string]: number;
  };
  /**
   * how many of each card: {"olive": 2, "double-olive": 1}
   */
  committed: {
    [k: string]: number;
  };
  decision: Question | null;
  delivered: {
    [k: string]: string[];
  };
  filling: Filling | null;
  game: "grande" | "mamma-mia" | "sole-mio";
  /**
   * the own hand as cards, the others' as numbers
   */
  hands: {
    [k: string]: string[] | OtherHand;
  };
  /**
   * assisted, in a welcome: all events so far
   */
  history?: {}[];
  holder: string | null;
  memory: "assisted" | "authentic";
  /**
   * orders being filled, with their owner: pepper/four-olive
   */
  open: string[];
  orders: {
    [k: string]: OrderStack;
  };
  outcome: Result | null;
  oven: Oven;
  phase: "over" | "scoring" | "turn";
  removed: {
    [k: string]: string[];
  };
  round: number;
  seat: string | null;
  /**
   * Items: an own kind: pepper
   */
  seats: string[];
  starter: string | null;
  supply: number;
  turn: string | null;
  /**
   * a number; assisted: how many of each card
   */
  used:
    | number
    | {
        [k: string]: number;
      };
}
/**
 * What is asked, and of whom. All but seat and ask is there only for the seat that is asked.
 */
export interface Question {
  ask: string;
  clause?: string;
  /**
   * for each option what follows it: a place in `then`; null: nothing, before something happens
   */
  follows?: (number | null)[];
  options?: string[];
  seat: string | number;
  /**
   * questions that may follow, each once
   */
  then?: FollowUp[];
}
/**
 * What the same seat may be asked next within its turn, before anything else happens.
 */
export interface FollowUp {
  ask: string;
  clause: string;
  /**
   * for each option its place in `then`, null: nothing; in all null: not worked out so far ahead
   */
  follows: (number | null)[] | null;
  options: string[];
}
/**
 * The last play, until the next one.
 */
export interface Announcement {
  doubles: number;
  ingredients: number;
  kind: string;
  /**
   * an own kind: pepper
   */
  seat: string;
}
/**
 * The order being filled.
 */
export interface Filling {
  bid: number | null;
  /**
   * Items: an own kind: pepper
   */
  declined: string[];
  /**
   * how many of each card: {"olive": 2, "double-olive": 1}
   */
  needs: {
    [k: string]: number;
  };
  orders: string[];
  /**
   * an own kind: pepper
   */
  owner: string;
  picked: string | null;
  request: {
    [k: string]: number;
  } | null;
  revealed: string | null;
  /**
   * how many of each card: {"olive": 2, "double-olive": 1}
   */
  short: {
    [k: string]: number;
  };
  shown: number | null;
}
/**
 * Another seat's hand: the backs differ.
 */
export interface OtherHand {
  ingredients: number;
  orders: number;
}
/**
 * An order stack: how many are shuffled, and how many were put under it (assisted: which, top first).
 */
export interface OrderStack {
  shuffled: number;
  under: number | string[];
}
/**
 * How the game ended, by seat (as text).
 */
export interface Result {
  score: {
    [k: string]: number;
  };
  tiebreak: {
    [k: string]: number;
  };
  winners: (string | number)[];
}
/**
 * The oven: its size and its top card (none while it is scored). Assisted memory also counts what lies in it.
 */
export interface Oven {
  /**
   * how many of each card: {"olive": 2, "double-olive": 1}
   */
  count?: {
    [k: string]: number;
  };
  size: number;
  top: string | null;
}
/**
 * A viewer's table in roll-for-soles.
 */
export interface SolesView {
  /**
   * for a seat that waits: what it would be asked if its turn came now, as far as it can know
   */
  ahead: Question | null;
  decision: Question | null;
  /**
   * set aside
   */
  dice: string[];
  game: "roll-for-soles";
  /**
   * assisted, in a welcome: all events so far
   */
  history?: {}[];
  memory: "assisted" | "authentic";
  middle: number;
  net: number;
  outcome: Result | null;
  phase: "over" | "turn";
  /**
   * just rolled, until secure or roll
   */
  rolled: string[];
  seat: number | null;
  seats: number[];
  /**
   * points by seat number (as text)
   */
  supplies: {
    [k: string]: number;
  };
  turn: number | null;
}
/**
 * Sits down. Without a seat: the invitation's, or the first open one.
 */
export interface Sit {
  /**
   * a display name
   */
  name: string;
  seat?: number | null;
}
/**
 * Another display name.
 */
export interface NewName {
  /**
   * a display name
   */
  name: string;
}
/**
 * It is in the log, counted once; its last frame has this number.
 */
export interface Done {
  /**
   * counts from 1, alike for every viewer; 0: none yet
   */
  frame: number;
}
/**
 * A person, before the start, at a table that proposes open hands: agrees, or (with `open` false) does not.
 */
export interface SetHands {
  open: boolean;
}
/**
 * Random bytes of this device for the deal, before the start: nobody, the house included, then chose it alone.
 */
export interface Contribution {
  /**
   * 32 bytes in hex
   */
  random: string;
}
/**
 * A person, before the start: chooses an own kind that is free, or (empty) leaves it to the house.
 */
export interface SetKind {
  own?: string;
}
/**
 * The host, before the start: opens a seat (whoever sits there is removed) or puts a bot there.
 */
export interface SetSeat {
  kind: "bot" | "open";
  level?: string;
}
/**
 * As the message `play` of the WebSocket.
 */
export interface PlayBody {
  /**
   * chosen by the client, once per message; makes it count once
   */
  id: string;
  /**
   * @minItems 1
   * @maxItems 16
   *
   * Items: a move in words, such as "play 2 olive"
   */
  moves: string[];
  question: number;
}
/**
 * As the message `say` of the WebSocket.
 */
export interface SayBody {
  /**
   * chosen by the client, once per message; makes it count once
   */
  id: string;
  phrase: string;
}
/**
 * As the message `play-on` of the WebSocket.
 */
export interface PlayOnBody {
  /**
   * chosen by the client, once per message; makes it count once
   */
  id: string;
  /**
   * clockwise from 0
   */
  seat: number;
}
/**
 * As the message `undo` of the WebSocket.
 */
export interface UndoBody {
  /**
   * chosen by the client, once per message; makes it count once
   */
  id: string;
  yes?: boolean;
}
/**
 * As the message `open-chair` of the WebSocket.
 */
export interface ChairBody {
  /**
   * chosen by the client, once per message; makes it count once
   */
  id: string;
  /**
   * clockwise from 0
   */
  seat: number;
  yes?: boolean;
}
/**
 * As the message `decline` of the WebSocket.
 */
export interface DeclineBody {
  /**
   * chosen by the client, once per message; makes it count once
   */
  id: string;
  /**
   * 0: off; else 3 or more
   */
  seconds?: number;
}
/**
 * Steps of a game from `start`; `steps_in_all` is how many there are.
 */
export interface Replay {
  start: number;
  steps: ReplayStep[];
  steps_in_all: number;
  /**
   * a table's id; whoever knows it may look in
   */
  table: string;
}
/**
 * The table after one move. Step 0 is the table after the deal.
 */
export interface ReplayStep {
  events: GameEvent[];
  move?: string | null;
  step: number;
  view: GameView;
  who?: number | null;
}
export interface GameEvent {
  /**
   * by the owner
   */
  added?: {
    [k: string]: number;
  };
  /**
   * the clause that it comes from
   */
  clause?: string;
  /**
   * how many
   */
  count?: number;
  /**
   * who did not, in the order asked
   *
   * Items: an own kind: pepper
   */
  declined?: string[];
  /**
   * its name; an event with `from` is a move, any other a reason
   */
  event: string;
  /**
   * a path into the view, such as hands/pepper
   */
  from?: string;
  /**
   * by the helper
   */
  given?: {
    [k: string]: number;
  };
  /**
   * who gave
   */
  helper?: string | null;
  /**
   * in the columns, before anything was taken
   */
  lay?: {
    [k: string]: number;
  };
  /**
   * numbers by what is needed: a kind, double-KIND (cards), or any
   */
  missing?: {
    [k: string]: number;
  };
  /**
   * numbers by what is needed: a kind, double-KIND (cards), or any
   */
  needed?: {
    [k: string]: number;
  };
  /**
   * parts of the view, by path, that are so from now on
   */
  now?: {};
  /**
   * what moves: ingredients, orders, points or dice
   */
  of?: string;
  seat?: string | number;
  /**
   * column cards that an order used
   */
  taken?: {
    [k: string]: number;
  };
  /**
   * likewise; of filled and failed: where the order goes
   */
  to?: string;
  /**
   * which, where this viewer may know it
   */
  what?: {
    [k: string]: number;
  };
  [k: string]: unknown;
}
/**
 * The chance to win after each step of a finished game, all cards open; being worked out while there are fewer rows
 *     than steps: ask again.
 */
export interface Chances {
  /**
   * by step, from 0 (the deal), then by seat; the last: the result
   */
  chances: number[][];
  /**
   * games played on from each step by rules of thumb; 0: exact
   */
  playouts: number;
  steps_in_all: number;
  /**
   * a table's id; whoever knows it may look in
   */
  table: string;
  /**
   * the house has not begun: the device that asked works it out (`device=1`)
   */
  task?: ChancesTask | null;
}
/**
 * What a device needs to work the chances of a finished game out by itself: the numbers are those of the house.
 */
export interface ChancesTask {
  /**
   * the step that the house wants to compare (POST)
   */
  sample: number;
  /**
   * of the playouts
   */
  seed: number;
  /**
   * the transcript
   */
  text: string;
}
/**
 * One step of a finished game as a device worked it out.
 */
export interface ChancesSample {
  /**
   * by seat
   *
   * @maxItems 8
   */
  chances: number[];
  step: number;
}
/**
 * Whether the house finds the same; if not, its own numbers are to be asked for.
 */
export interface ChancesChecked {
  agrees: boolean;
}
/**
 * What forgetting cost in a finished game; being worked out while fewer steps are known than there are: ask again.
 */
export interface Forgetting {
  /**
   * the dearest, by step
   */
  moves: ForgottenMove[];
  /**
   * those who lost by forgetting; empty until all is known
   */
  seats: ForgetfulSeat[];
  steps_in_all: number;
  steps_known: number;
  /**
   * a table's id; whoever knows it may look in
   */
  table: string;
}
/**
 * A move that was made because something was forgotten that its player had seen go into the oven.
 */
export interface ForgottenMove {
  /**
   * of a kind which ones, counted since the last scoring; 0: an order
   */
  first: number;
  last: number;
  /**
   * the chance to win that it lost
   */
  lost: number;
  /**
   * clockwise from 0
   */
  seat: number;
  /**
   * the step of the replay that the move led to
   */
  step: number;
  /**
   * a kind, or an order with its owner (`pepper/four-olive`)
   */
  what: string;
}
/**
 * A seat that lost by forgetting, and how well it seems to have remembered, measured from its own moves.
 */
export interface ForgetfulSeat {
  /**
   * the share of what went into the oven
   */
  remembers: number;
  /**
   * clockwise from 0
   */
  seat: number;
}
/**
 * The fair deal of a finished game: SHA-256 of the seed's bytes and the table's id (ASCII) is the commitment. Where
 *     seats added bytes, the game is dealt from SHA-256 of the seed's bytes, theirs in seat order, and the table's id.
 */
export interface Deal {
  commitment: string;
  /**
   * by seat: 32 bytes in hex that it added; empty where none
   */
  random?: string[];
  /**
   * 32 bytes in hex
   */
  seed: string;
  /**
   * a table's id; whoever knows it may look in
   */
  table: string;
  transcript: string;
}
/**
 * A card, as its own devices see it.
 */
export interface CardInfo {
  /**
   * how many devices have it
   */
  devices: number;
  /**
   * seconds since 1970
   */
  made: number;
  name: string;
  /**
   * what this person prefers, in the words of the page
   */
  settings: {
    [k: string]: string;
  };
}
/**
 * A card for this device, whose secret it made itself and shows as a bearer: 32 to 86 letters of base64 for addresses,
 *     at random. Who has a card keeps it as it is.
 */
export interface NewCard {
  /**
   * what its person is called; empty: not said
   */
  name?: string;
}
/**
 * What this person prefers.
 */
export interface SetSettings {
  /**
   * what this person prefers, in the words of the page
   */
  settings: {
    [k: string]: string;
  };
}
/**
 * The seats of a card at tables that wait or play, with their keys.
 */
export interface CardSeats {
  seats: CardSeat[];
}
/**
 * One seat of a card.
 */
export interface CardSeat {
  /**
   * the secret of a link: a seat, an invitation, a host
   */
  key: string;
  /**
   * clockwise from 0
   */
  seat: number;
  /**
   * a table's id; whoever knows it may look in
   */
  table: string;
}
/**
 * Seats of this device, by their keys, that shall belong to the card.
 */
export interface Claim {
  /**
   * @maxItems 50
   */
  seats: ClaimedSeat[];
}
/**
 * One seat.
 */
export interface ClaimedSeat {
  /**
   * the secret of a link: a seat, an invitation, a host
   */
  key: string;
  /**
   * a table's id; whoever knows it may look in
   */
  table: string;
}
/**
 * How many of the keys were those of seats; a seat that another card has stays with it.
 */
export interface Claimed {
  seats: number;
}
/**
 * Brings the card to one more device, once: a link is `/card#TICKET`.
 */
export interface Ticket {
  /**
   * brings a card to one device, for minutes
   */
  ticket: string;
  /**
   * seconds since 1970
   */
  until: number;
}
/**
 * A ticket that another device of the card made.
 */
export interface UseTicket {
  /**
   * brings a card to one device, for minutes
   */
  ticket: string;
}
/**
 * Whose card a ticket brings.
 */
export interface CardFound {
  name: string;
}
/**
 * Who keeps the card: `this` device (all others lose it, and the links of its seats), or the `others`.
 */
export interface Split {
  keep: "others" | "this";
}
/**
 * It is done: this device has no card now.
 */
export interface Gone {}
/**
 * The deals of today, and what the house commits to for tomorrow.
 */
export interface Days {
  /**
   * a day (UTC), such as 2026-11-16
   */
  day: string;
  deals: DayDeal[];
  /**
   * by game
   */
  tomorrow: {
    /**
     * SHA-256 of the seed's bytes, the day, a space and the game, in hex
     */
    [k: string]: string;
  };
}
/**
 * The deal of a day. How others did is told after the own end, or when the day is over; so is the seed, then.
 */
export interface DayDeal {
  /**
   * who plays the other seats
   */
  bot: string;
  /**
   * SHA-256 of the seed's bytes, the day, a space and the game, in hex
   */
  commitment: string;
  /**
   * a day (UTC), such as 2026-11-16
   */
  day: string;
  /**
   * when the day is over, seconds since 1970
   */
  ends: number;
  /**
   * a game's name; `GET /api/house` lists those that are played
   */
  game: string;
  own?: DayTry | null;
  players: number;
  scores?: DayScore[] | null;
  seed?: string | null;
  /**
   * how many first tries count so far
   */
  tries: number;
}
/**
 * The try of this card: the first one, and the only one that counts.
 */
export interface DayTry {
  /**
   * it ended before the day did
   */
  counts?: boolean;
  is_over: boolean;
  place?: number | null;
  score?: number | null;
  /**
   * a table's id; whoever knows it may look in
   */
  table: string;
}
/**
 * How many first tries ended with a score.
 */
export interface DayScore {
  people: number;
  score: number;
}
/**
 * Plays today's deal: a card's first try counts, and the same try is gone back to.
 */
export interface PlayDay {
  /**
   * a display name
   */
  name: string;
}
/**
 * Plays the deal of a day that is over, of any house, as often as one likes: nothing counts.
 */
export interface PlayAgain {
  bot: string;
  /**
   * a day (UTC), such as 2026-11-16
   */
  day: string;
  /**
   * a game's name; `GET /api/house` lists those that are played
   */
  game: string;
  /**
   * a display name
   */
  name: string;
  /**
   * 32 bytes in hex
   */
  seed: string;
}
/**
 * What this card has played, the newest first.
 */
export interface History {
  games: GameRecord[];
  results: PlayedGame[];
  total: number;
}
/**
 * The statistics of one game.
 */
export interface GameRecord {
  /**
   * the most frequent ones of the newest 500 games
   */
  against: Rival[];
  /**
   * the largest feat, such as a net secured at once; 0: the game has none
   */
  best: number;
  /**
   * a game's name; `GET /api/house` lists those that are played
   */
  game: string;
  /**
   * in one game
   */
  most: number;
  played: number;
  /**
   * in all: orders delivered, or points
   */
  score: number;
  won: number;
}
/**
 * Somebody, or a kind of bot, that this card played against.
 */
export interface Rival {
  level: string;
  name: string;
  played: number;
  /**
   * by this card
   */
  won: number;
}
/**
 * A finished game of this card.
 */
export interface PlayedGame {
  /**
   * seconds since 1970
   */
  ended: number;
  /**
   * a game's name; `GET /api/house` lists those that are played
   */
  game: string;
  score: number;
  /**
   * clockwise from 0
   */
  seat: number;
  seats: PlayedSeat[];
  /**
   * a table's id; whoever knows it may look in
   */
  table: string;
  won: boolean;
}
/**
 * A seat of a finished game.
 */
export interface PlayedSeat {
  /**
   * the bot's name; empty for a person
   */
  level: string;
  /**
   * empty for a bot, and where the name was deleted
   */
  name: string;
  score: number;
  /**
   * clockwise from 0
   */
  seat: number;
  won: boolean;
}
/**
 * The message with this id is in the log, for good, and counted once. Its last frame has this number.
 */
export interface Ack {
  /**
   * counts from 1, alike for every viewer; 0: none yet
   */
  frame: number;
  id: string;
  type: "ack";
}
/**
 * The person takes the seat back from a stand-in.
 */
export interface Back {
  /**
   * chosen by the client, once per message; makes it count once
   */
  id: string;
  type: "back";
}
/**
 * The last message of a line that the house closes.
 */
export interface Bye {
  problem: Problem;
  type: "bye";
}
/**
 * How much time everybody has left. `running` is the seat whose time runs since `at`.
 */
export interface ClockInfo {
  /**
   * the house's time, seconds since 1970
   */
  at: number;
  /**
   * seconds in each bank
   */
  left: number[];
  running?: number | null;
}
/**
 * *Decline for me when I cannot*: from the next question on, this seat's answers to what may be declined (help, blocking)
 *     come at the end of a window of `seconds` to `seconds` + 2, and who has not answered by then has declined.
 */
export interface Decline {
  /**
   * chosen by the client, once per message; makes it count once
   */
  id: string;
  /**
   * 0: off; else 3 or more
   */
  seconds?: number;
  type: "decline";
}
/**
 * One thing that happened. Every viewer gets every number once, in order.
 */
export interface Frame {
  clock?: ClockInfo | null;
  events?: GameEvent[];
  hands?: {
    [k: string]: string[];
  } | null;
  /**
   * counts from 1, alike for every viewer; 0: none yet
   */
  number: number;
  question: number;
  said?: Saying | null;
  table?: TableInfo | null;
  type: "frame";
  /**
   * this seat may ask to take its last decision back
   */
  undo?: boolean;
  view?: GameView | null;
  window?: number | null;
  you?: You | null;
}
/**
 * A quick phrase said at the table, or a reaction shown for a moment.
 */
export interface Saying {
  phrase:
    | (
        | "again"
        | "burnt"
        | "delicious"
        | "good-game"
        | "good-luck"
        | "hello"
        | "lucky"
        | "one-moment"
        | "oops"
        | "sorry"
        | "thanks"
        | "thinking"
        | "well-played"
        | "your-turn"
      )
    | ("re-bravo" | "re-hurry" | "re-laugh" | "re-ouch" | "re-thanks" | "re-think");
  /**
   * clockwise from 0
   */
  seat: number;
}
/**
 * The first message on a line: who looks, and the last frame they saw (left out: the house looks in its book).
 */
export interface Hello {
  /**
   * keys of other seats on this device: their people are here, too
   *
   * @maxItems 8
   *
   * Items: the secret of a link: a seat, an invitation, a host
   */
  also?: string[];
  key?: string | null;
  /**
   * a spectator: what the players are told who watches
   */
  name?: string;
  since?: number | null;
  type: "hello";
}
/**
 * One move, or a run of moves that one seat makes in a row. All are made, or none.
 */
export interface Play {
  /**
   * chosen by the client, once per message; makes it count once
   */
  id: string;
  /**
   * @minItems 1
   * @maxItems 16
   *
   * Items: a move in words, such as "play 2 olive"
   */
  moves: string[];
  /**
   * the question being answered, as the last frame said
   */
  question: number;
  type: "play";
}
/**
 * Acknowledges every frame up to this one.
 */
export interface Seen {
  /**
   * counts from 1, alike for every viewer; 0: none yet
   */
  frame: number;
  type: "seen";
}
/**
 * Says a quick phrase, or shows a reaction (one in five seconds).
 */
export interface Say {
  /**
   * chosen by the client, once per message; makes it count once
   */
  id: string;
  phrase: string;
  type: "say";
}
/**
 * Let a bot play on for somebody who has been away for longer than the grace, while the table waits for them. The
 *     seat stays theirs: they have it back the moment they return.
 */
export interface PlayOn {
  /**
   * chosen by the client, once per message; makes it count once
   */
  id: string;
  /**
   * clockwise from 0
   */
  seat: number;
  type: "play-on";
}
/**
 * Asks to take the own last decision back, or answers somebody who asks. The last yes of all people takes it back.
 */
export interface Undo {
  /**
   * chosen by the client, once per message; makes it count once
   */
  id: string;
  type: "undo";
  yes?: boolean;
}
/**
 * Would open a chair at a listed table whose person has been away for long (`chair` of the welcome), or is against it.
 *     When all who are there agree its person is warned; after the table's grace it is free for a newcomer.
 */
export interface OpenChair {
  /**
   * chosen by the client, once per message; makes it count once
   */
  id: string;
  /**
   * clockwise from 0
   */
  seat: number;
  type: "open-chair";
  yes?: boolean;
}
/**
 * This person skipped what is shown: the table's pace delays no bot for them until they are asked.
 */
export interface Skip {
  type: "skip";
}
/**
 * Asks for a pong, to see that the line lives.
 */
export interface Ping {
  n?: number;
  type: "ping";
}
/**
 * Where the table stands: everything a viewer needs to draw it. Frames follow from `frame` + 1.
 */
export interface Welcome {
  /**
   * people who are not on the line: seat number, and since when
   */
  away?: {
    [k: string]: number;
  };
  chair?: number | null;
  clock?: ClockInfo | null;
  /**
   * counts from 1, alike for every viewer; 0: none yet
   */
  frame: number;
  hands?: {
    [k: string]: string[];
  } | null;
  missed: MissedFrame[];
  /**
   * seats with a person on the line
   *
   * Items: clockwise from 0
   */
  present: number[];
  /**
   * send it back with the answer
   */
  question: number;
  table: TableInfo;
  type: "welcome";
  /**
   * this seat may ask to take its last decision back
   */
  undo?: boolean;
  view: GameView | null;
  /**
   * names of those who watch, as far as they gave one
   */
  watchers?: string[];
  /**
   * how many people watch
   */
  watching: number;
  window?: number | null;
  you: You;
}
/**
 * A frame of the time before this line was opened. `events` is empty where nothing may be shown (again).
 */
export interface MissedFrame {
  events?: GameEvent[];
  /**
   * counts from 1, alike for every viewer; 0: none yet
   */
  number: number;
  said?: Saying | null;
}
/**
 * The message with this id changed nothing.
 */
export interface Refused {
  id: string;
  problem: Problem;
  type: "refused";
}
/**
 * Who is on the line now. Not numbered, never missed.
 */
export interface Present {
  /**
   * people who are not on the line: seat number, and since when
   */
  away?: {
    [k: string]: number;
  };
  /**
   * Items: clockwise from 0
   */
  present: number[];
  type: "present";
  /**
   * names of those who watch, as far as they gave one
   */
  watchers?: string[];
  watching: number;
}
/**
 * The line lives.
 */
export interface Pong {
  at: number;
  n: number;
  type: "pong";
}
