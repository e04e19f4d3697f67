import { generateKeyPairSync, type KeyObject, randomInt } from 'node:crypto';
import { simulated } from '#contract/daraja/simulated.ts';
import { type Cents, cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';

/** What can be made to go wrong, from the page or by a test. */
export type Faults = {
  /** Callbacks come so much later. */
  lateMs: number;
  /** Every callback comes twice. */
  duplicate: boolean;
  /** Callbacks are held and come last first; results overtake the answer to their request. */
  outOfOrder: boolean;
  /** No callback comes, though the money moved. */
  lost: boolean;
  /** Callbacks name another amount than the one that moved. */
  wrongAmount: boolean;
  /** Nobody answers: connections break before anything is done. */
  away: boolean;
  /** What is asked is done, and the answer comes so much later. */
  slowMs: number;
  /** What is asked is done, and a proxy's page comes instead of the answer. */
  html: boolean;
  /** Spike arrest: nothing is done. */
  busy: boolean;
  /** Payouts are made, and it is said that the queue timed out. */
  queueTimeout: boolean;
};
export const noFaults = (): Faults => ({
  lateMs: 0,
  duplicate: false,
  outOfOrder: false,
  lost: false,
  wrongAmount: false,
  away: false,
  slowMs: 0,
  html: false,
  busy: false,
  queueTimeout: false,
});

/** What the person with the phone does. */
export const answers = ['approve', 'cancel', 'wrong_pin', 'time_out', 'no_balance'] as const;
export type Answer = (typeof answers)[number];
export const codeOfAnswer: Readonly<Record<Answer, string>> = { approve: '0', cancel: '1032', wrong_pin: '2001', time_out: '1037', no_balance: '1' };

export type Push = {
  readonly checkoutRequestId: string;
  readonly merchantRequestId: string;
  readonly shortcode: string;
  readonly till: boolean;
  readonly phone: string;
  readonly cents: Cents;
  readonly reference: string;
  readonly description: string;
  readonly callback: string;
  readonly at: Date;
  /** Null while the phone rings. */
  code: string | null;
  receipt: string | null;
  /** Ends the ringing when nobody answers. */
  rings: NodeJS.Timeout | null;
};

export type Movement = {
  readonly receipt: string;
  readonly kind: 'pay_bill' | 'buy_goods' | 'b2c' | 'reversal';
  readonly way: 'in' | 'out';
  readonly shortcode: string;
  readonly cents: Cents;
  readonly account: string;
  readonly phone: string;
  readonly name: string;
  readonly at: Date;
  /** The utility account afterwards. */
  readonly balance: Cents;
  readonly originator: string | null;
  readonly conversation: string | null;
  readonly reverses: string | null;
  reversedBy: string | null;
};

export type Shortcode = {
  readonly number: string;
  name: string;
  /** Collects what customers pay, and pays out. */
  utility: Cents;
  working: Cents;
  /** What sending cost is kept apart, below zero. */
  charges: Cents;
  opening: Cents;
  confirmation: string | null;
  validation: string | null;
  unanswered: 'Completed' | 'Cancelled';
  pulled: boolean;
};

/** A payout, query or reversal that was taken. */
export type Conversation = {
  readonly originator: string;
  readonly conversation: string;
  readonly what: string;
  cents: Cents;
  state: 'open' | 'done' | 'failed';
};
export type Delivery = {
  readonly id: number;
  readonly channel: string;
  readonly url: string;
  readonly body: object;
  readonly at: Date;
  tries: number;
  /** HTTP status of the last try; 0 when nobody was there. */
  status: number | null;
  state: 'waiting' | 'lost' | 'done' | 'failed';
};

/** How long things take; tests make it short. */
export type Pace = { ringMs: number; resultMs: number; retryMs: number; holdMs: number; validationMs: number };

export type World = {
  readonly faults: Faults;
  readonly pace: Pace;
  /** Every push is answered so, without anybody touching the page. */
  auto: Answer | null;
  readonly pushes: Map<string, Push>;
  readonly movements: Movement[];
  readonly receipts: Map<string, Movement>;
  /** Phones that ring now. */
  readonly ringing: Map<string, Push>;
  readonly shortcodes: Map<string, Shortcode>;
  readonly conversations: Map<string, Conversation>;
  readonly deliveries: Delivery[];
  token: { readonly text: string; readonly ends: number } | null;
  readonly keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
  /** What waits for its time; all of it ends when the simulator does. */
  readonly timers: Set<NodeJS.Timeout>;
  readonly running: Set<Promise<unknown>>;
  /** Callbacks that are held to come in another order. */
  readonly held: (() => void)[];
  readonly ending: AbortController;
  next: number;
};

export const makeWorld = (pace: Partial<Pace> = {}): World => ({
  faults: noFaults(),
  pace: { ringMs: 60_000, resultMs: 400, retryMs: 3000, holdMs: 1500, validationMs: 8000, ...pace },
  auto: null,
  pushes: new Map(),
  movements: [],
  receipts: new Map(),
  ringing: new Map(),
  shortcodes: new Map(),
  conversations: new Map(),
  deliveries: [],
  token: null,
  keys: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  timers: new Set(),
  running: new Set(),
  held: [],
  ending: new AbortController(),
  next: 1,
});

/** Float enough to try payouts with; the page and tests set another. */
const opening = cents(500_000_000);
export function shortcodeOf(world: World, number: string): Shortcode {
  const known = world.shortcodes.get(number);
  if (known) return known;
  const made: Shortcode = {
    number,
    name: `PAYBILL ${number}`,
    utility: opening,
    working: cents(0),
    charges: cents(0),
    opening,
    confirmation: null,
    validation: null,
    unanswered: 'Completed',
    pulled: false,
  };
  world.shortcodes.set(number, made);
  return made;
}

/** The platform's own paybill is there from the start. */
export const openUp = (world: World): void => {
  shortcodeOf(world, simulated.shortcode).name = 'MAKAO';
};

/** Soon, unless the simulator ends before. */
export function later(world: World, ms: number, work: () => void): NodeJS.Timeout {
  const timer = setTimeout(() => {
    world.timers.delete(timer);
    work();
  }, ms);
  world.timers.add(timer);
  return timer;
}
/** What runs is waited for by `idle`, and fails for itself. */
export function running(world: World, work: Promise<unknown>): void {
  const safe = work.catch(() => undefined).finally(() => world.running.delete(safe));
  world.running.add(safe);
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const figures = `0123456789${letters}`;
const some = (alphabet: string, n: number): string => Array.from({ length: n }, () => alphabet[randomInt(alphabet.length)]).join('');

/** As M-Pesa makes them: year, month and day as a letter or figure each, then seven that say nothing. */
export function newReceipt(world: World): string {
  const now = clock.now();
  const head = `${letters[(now.getUTCFullYear() - 2006) % 26]}${letters[now.getUTCMonth()]}${figures[now.getUTCDate()]}`;
  const receipt = `${head}${some(figures, 7)}`;
  return world.receipts.has(receipt) ? newReceipt(world) : receipt;
}
export const newRequest = (world: World): string => `${29_000 + world.next}-${some('0123456789', 8)}-${world.next++}`;
export const newConversation = (stamp: string): string => `AG_${stamp.slice(0, 8)}_${some('0123456789abcdef', 20)}`;

const names = ['JANE WANJIKU', 'BRIAN OTIENO', 'FATUMA HASSAN', 'KEVIN MUTUA', 'GRACE CHEBET', 'PETER KAMAU', 'MERCY ACHIENG', 'ALI MOHAMED'];
/** Whose a number is: always the same person. */
export const nameOf = (phone: string): string => names[Number(phone.slice(-3)) % names.length] ?? 'JANE WANJIKU';

export type NewMovement = Omit<Movement, 'receipt' | 'at' | 'balance' | 'reversedBy' | 'originator' | 'conversation' | 'reverses'> &
  Partial<Pick<Movement, 'originator' | 'conversation' | 'reverses' | 'receipt'>>;
/** Money moves here and nowhere else. */
export function moveMoney(world: World, given: NewMovement): Movement {
  const till = shortcodeOf(world, given.shortcode);
  till.utility = cents(till.utility + (given.way === 'in' ? given.cents : -given.cents));
  const movement: Movement = {
    originator: null,
    conversation: null,
    reverses: null,
    ...given,
    receipt: given.receipt ?? newReceipt(world),
    at: clock.now(),
    balance: till.utility,
    reversedBy: null,
  };
  world.movements.push(movement);
  world.receipts.set(movement.receipt, movement);
  return movement;
}
