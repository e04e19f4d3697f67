import { generateKeyPairSync, type KeyObject, randomInt } from 'node:crypto';
import { simulatorCredentials } from '#contract/daraja/simulator-credentials.ts';
import { type Cents, toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';

/** The faults that the page or a test can activate. */
export type SimulatedFaults = {
  /** Callbacks are delayed by this time. */
  lateMs: number;
  /** Every callback is sent twice. */
  duplicate: boolean;
  /** Callbacks are held and sent in reverse order; results arrive before the answer to their request. */
  outOfOrder: boolean;
  /** No callback is sent, although the money moved. */
  lost: boolean;
  /** Callbacks contain another amount than the one that moved. */
  wrongAmount: boolean;
  /** Connections are closed before a request is processed. */
  away: boolean;
  /** The request is processed, and its answer is delayed by this time. */
  slowMs: number;
  /** The request is processed, and a proxy's HTML page is returned instead of the answer. */
  html: boolean;
  /** Spike arrest: the request is rejected. */
  busy: boolean;
  /** Payouts are made, but a queue timeout is reported. */
  queueTimeout: boolean;
};
export const createInactiveFaults = (): SimulatedFaults => ({
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

/** The answers that a payer can give to a prompt. */
export const phoneAnswers = ['approve', 'cancel', 'wrong_pin', 'time_out', 'no_balance'] as const;
export type PhoneAnswer = (typeof phoneAnswers)[number];
export const resultCodeByPhoneAnswer: Readonly<Record<PhoneAnswer, string>> = {
  approve: '0',
  cancel: '1032',
  wrong_pin: '2001',
  time_out: '1037',
  no_balance: '1',
};

export type SimulatedStkPush = {
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
  /** Null while the prompt is open. */
  code: string | null;
  receipt: string | null;
  /** The timer that closes the prompt if it is not answered. */
  rings: NodeJS.Timeout | null;
};

export type SimulatedMovement = {
  readonly receipt: string;
  readonly kind: 'pay_bill' | 'buy_goods' | 'b2c' | 'reversal';
  readonly way: 'in' | 'out';
  readonly shortcode: string;
  readonly cents: Cents;
  readonly account: string;
  readonly phone: string;
  readonly name: string;
  readonly at: Date;
  /** The balance of the utility account after the movement. */
  readonly balance: Cents;
  readonly originator: string | null;
  readonly conversation: string | null;
  readonly reverses: string | null;
  reversedBy: string | null;
};

export type SimulatedShortcode = {
  readonly number: string;
  name: string;
  /** The utility account, which holds receipts and pays payouts. */
  utility: Cents;
  working: Cents;
  /** Transaction charges are recorded in a separate account with a negative balance. */
  charges: Cents;
  opening: Cents;
  confirmation: string | null;
  validation: string | null;
  unanswered: 'Completed' | 'Cancelled';
  pulled: boolean;
};

/** An accepted payout, query or reversal. */
export type SimulatedConversation = {
  readonly originator: string;
  readonly conversation: string;
  readonly what: string;
  cents: Cents;
  state: 'open' | 'done' | 'failed';
};
export type CallbackDelivery = {
  readonly id: number;
  readonly channel: string;
  readonly url: string;
  readonly body: object;
  readonly at: Date;
  tries: number;
  /** The HTTP status of the last attempt, or 0 if there was no response. */
  status: number | null;
  state: 'waiting' | 'lost' | 'done' | 'failed';
};

/** The durations of the simulation. Tests set short durations. */
export type SimulatorTimings = { ringMs: number; resultMs: number; retryMs: number; holdMs: number; validationMs: number };

export type Simulation = {
  readonly faults: SimulatedFaults;
  readonly pace: SimulatorTimings;
  /** Every prompt is answered automatically with this answer. With null, prompts are answered on the page. */
  auto: PhoneAnswer | null;
  readonly pushes: Map<string, SimulatedStkPush>;
  readonly movements: SimulatedMovement[];
  readonly receipts: Map<string, SimulatedMovement>;
  /** Open prompts by phone number, because a phone shows one prompt at a time. */
  readonly ringing: Map<string, SimulatedStkPush>;
  readonly shortcodes: Map<string, SimulatedShortcode>;
  readonly conversations: Map<string, SimulatedConversation>;
  readonly deliveries: CallbackDelivery[];
  token: { readonly text: string; readonly ends: number } | null;
  readonly keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
  /** Scheduled work, which ends with the simulator. */
  readonly timers: Set<NodeJS.Timeout>;
  readonly running: Set<Promise<unknown>>;
  /** Callbacks held for sending in another order. */
  readonly held: (() => void)[];
  readonly ending: AbortController;
  next: number;
};

export const createSimulation = (pace: Partial<SimulatorTimings> = {}): Simulation => ({
  faults: createInactiveFaults(),
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

/** The opening balance is large enough for payouts. The page and tests can change the balance. */
const opening = toCents(500_000_000);
export function findOrCreateShortcode(simulation: Simulation, number: string): SimulatedShortcode {
  const known = simulation.shortcodes.get(number);
  if (known) return known;
  const made: SimulatedShortcode = {
    number,
    name: `PAYBILL ${number}`,
    utility: opening,
    working: toCents(0),
    charges: toCents(0),
    opening,
    confirmation: null,
    validation: null,
    unanswered: 'Completed',
    pulled: false,
  };
  simulation.shortcodes.set(number, made);
  return made;
}

/** Makao's own paybill exists from the start. */
export const addDefaultShortcode = (simulation: Simulation): void => {
  findOrCreateShortcode(simulation, simulatorCredentials.shortcode).name = 'MAKAO';
};

/** Schedules work. The work is dropped if the simulator is closed or reset first. */
export function scheduleWork(simulation: Simulation, ms: number, work: () => void): NodeJS.Timeout {
  const timer = setTimeout(() => {
    simulation.timers.delete(timer);
    work();
  }, ms);
  simulation.timers.add(timer);
  return timer;
}
/** Tracks running work, so that `idle` waits for its end. A failure of the work is ignored. */
export function trackWork(simulation: Simulation, work: Promise<unknown>): void {
  const safe = work.catch(() => undefined).finally(() => simulation.running.delete(safe));
  simulation.running.add(safe);
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const figures = `0123456789${letters}`;
const some = (alphabet: string, n: number): string => Array.from({ length: n }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Generates an M-Pesa code: one character each for year, month and day, then seven random characters. */
export function generateReceiptCode(simulation: Simulation): string {
  const now = clock.now();
  const head = `${letters[(now.getUTCFullYear() - 2006) % 26]}${letters[now.getUTCMonth()]}${figures[now.getUTCDate()]}`;
  const receipt = `${head}${some(figures, 7)}`;
  return simulation.receipts.has(receipt) ? generateReceiptCode(simulation) : receipt;
}
export const generateRequestId = (simulation: Simulation): string => `${29_000 + simulation.next}-${some('0123456789', 8)}-${simulation.next++}`;
export const generateConversationId = (stamp: string): string => `AG_${stamp.slice(0, 8)}_${some('0123456789abcdef', 20)}`;

const names = ['JANE WANJIKU', 'BRIAN OTIENO', 'FATUMA HASSAN', 'KEVIN MUTUA', 'GRACE CHEBET', 'PETER KAMAU', 'MERCY ACHIENG', 'ALI MOHAMED'];
/** Returns the payer's name, which is always the same for one phone number. */
export const getPayerName = (phone: string): string => names[Number(phone.slice(-3)) % names.length] ?? 'JANE WANJIKU';

export type NewMovement = Omit<SimulatedMovement, 'receipt' | 'at' | 'balance' | 'reversedBy' | 'originator' | 'conversation' | 'reverses'> &
  Partial<Pick<SimulatedMovement, 'originator' | 'conversation' | 'reverses' | 'receipt'>>;
/** Records a movement and updates the balance. All payments, payouts and reversals use this function. */
export function recordMovement(simulation: Simulation, given: NewMovement): SimulatedMovement {
  const till = findOrCreateShortcode(simulation, given.shortcode);
  till.utility = toCents(till.utility + (given.way === 'in' ? given.cents : -given.cents));
  const movement: SimulatedMovement = {
    originator: null,
    conversation: null,
    reverses: null,
    ...given,
    receipt: given.receipt ?? generateReceiptCode(simulation),
    at: clock.now(),
    balance: till.utility,
    reversedBy: null,
  };
  simulation.movements.push(movement);
  simulation.receipts.set(movement.receipt, movement);
  return movement;
}
