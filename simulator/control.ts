import { msisdnOf } from '#contract/daraja/phone.ts';
import { type Cents, cents, fromShillings, toShillings } from '#contract/money/cents.ts';
import { clock, stopClock } from '#contract/time/clock.ts';
import { isDay } from '#contract/time/days.ts';
import { answerPush } from './express.ts';
import { type Fields, type Handler, ok, type Reply, textOf } from './http.ts';
import { payBill, reverse } from './paybill.ts';
import { statement } from './statement.ts';
import { type Answer, answers, type Faults, noFaults, openUp, shortcodeOf, type World } from './world.ts';

/** What the page and tests drive the simulator with. Safaricom has nothing like it. */
const wrong = (text: string): Reply => ({ status: 400, body: { problem: text } });
const isAnswer = (text: string): text is Answer => (answers as readonly string[]).includes(text);
const shown = (amount: Cents): number => toShillings(amount);
const shillings = (fields: Fields, name: string): Cents | null => {
  const said = textOf(fields, name);
  return /^\d{1,9}(?:\.\d{1,2})?$/.test(said) ? fromShillings(Number(said)) : null;
};

/** In shillings, the latest first. */
export const stateOf = (world: World) => ({
  now: clock.now(),
  auto: world.auto,
  faults: world.faults,
  pushes: [...world.pushes.values()].reverse().map((one) => ({ ...one, rings: undefined, cents: undefined, amount: shown(one.cents) })),
  movements: world.movements.toReversed().map((one) => ({ ...one, cents: undefined, amount: shown(one.cents), balance: shown(one.balance) })),
  shortcodes: [...world.shortcodes.values()].map((one) => ({
    ...one,
    utility: shown(one.utility),
    working: shown(one.working),
    charges: shown(one.charges),
    opening: undefined,
  })),
  deliveries: world.deliveries.toReversed(),
});

export function setFaults(world: World, given: Fields): string | null {
  const known = noFaults();
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(known, name)) return `There is no fault ${name}; there are ${Object.keys(known).join(', ')}.`;
    if (typeof value !== typeof known[name as keyof Faults] || (typeof value === 'number' && !(value >= 0 && value <= 600_000)))
      return `${name} cannot be ${JSON.stringify(value)}.`;
  }
  Object.assign(world.faults, given);
  return null;
}

type Controls = Readonly<Record<string, Handler>>;
export const controls = (world: World): Controls => ({ ...reads(world), ...behaviour(world), ...money(world) });

const reads = (world: World): Controls => ({
  'GET /sim/state': () => ok(trimmed(stateOf(world))),
  'GET /sim/certificate': () => ({ status: 200, body: world.keys.publicKey.export({ type: 'spki', format: 'pem' }).toString() }),
  'GET /sim/statement.csv': ({ query }) => {
    const today = clock.today();
    const [from, to] = [query.get('from') ?? today, query.get('to') ?? today];
    const number = query.get('shortcode') ?? '';
    if (!world.shortcodes.has(number)) return wrong('This shortcode has no movements.');
    return isDay(from) && isDay(to)
      ? { status: 200, body: statement(world, number, from, to), type: 'text/csv; charset=utf-8' }
      : wrong('from and to are days.');
  },
});

/** How it behaves: its faults, its phones, its clock. */
const behaviour = (world: World): Controls => ({
  'POST /sim/faults': ({ body }) => {
    const problem = setFaults(world, body);
    return problem ? wrong(problem) : ok(world.faults);
  },
  'POST /sim/auto': ({ body }) => {
    const answer = textOf(body, 'answer');
    if (answer !== '' && !isAnswer(answer)) return wrong(`answer is one of ${answers.join(', ')}, or empty.`);
    world.auto = answer === '' ? null : answer;
    return ok({ auto: world.auto });
  },
  'POST /sim/answer': ({ body }) => {
    const answer = textOf(body, 'answer');
    if (!isAnswer(answer)) return wrong(`answer is one of ${answers.join(', ')}.`);
    return answerPush(world, textOf(body, 'checkoutRequestId'), answer) ? ok({ answered: true }) : wrong('This phone does not ring any more.');
  },
  'POST /sim/clock': ({ body }) => {
    const at = textOf(body, 'at');
    if (at !== '' && Number.isNaN(Date.parse(at))) return wrong('at is a moment, or empty for the true time.');
    stopClock(at === '' ? null : new Date(at));
    return ok({ now: clock.now() });
  },
  'POST /sim/reset': () => {
    // Where payments are announced is the server's to say, and it says so once: money is forgotten, addresses are not.
    const told = [...world.shortcodes.values()].map(({ number, name, confirmation, validation, unanswered, pulled }) => ({
      number,
      is: { name, confirmation, validation, unanswered, pulled },
    }));
    reset(world);
    for (const { number, is } of told) Object.assign(shortcodeOf(world, number), is);
    return ok({});
  },
});

const money = (world: World): Controls => ({
  'POST /sim/pay': async ({ body }) => {
    const [amount, phone, shortcode] = [shillings(body, 'amount'), msisdnOf(textOf(body, 'phone')), textOf(body, 'shortcode')];
    if (amount === null || amount < 100) return wrong('The amount is shillings, at least 1.');
    if (phone === null) return wrong('The phone is a Kenyan mobile number.');
    if (!/^\d{5,8}$/.test(shortcode)) return wrong('The paybill is a number of 5 to 8 digits.');
    const till = body.till === true;
    return ok(await payBill(world, { shortcode, phone, cents: amount, account: textOf(body, 'account'), name: textOf(body, 'name'), till }));
  },
  'POST /sim/reverse': ({ body }) => {
    const back = reverse(world, textOf(body, 'receipt'));
    return back ? ok({ receipt: back.receipt }) : wrong('There is no such payment, or it went back before.');
  },
  'POST /sim/float': ({ body }) => {
    const [utility, working] = [shillings(body, 'utility'), shillings(body, 'working')];
    const shortcode = shortcodeOf(world, textOf(body, 'shortcode'));
    // What is put in by hand is no movement: the statement begins with it.
    if (utility !== null) shortcode.opening = cents(shortcode.opening + utility - shortcode.utility);
    Object.assign(shortcode, utility === null ? {} : { utility }, working === null ? {} : { working });
    return ok({ utility: shown(shortcode.utility), working: shown(shortcode.working) });
  },
});

/** As if it had just been started; what is under way ends unheard. */
export function reset(world: World): void {
  for (const timer of world.timers) clearTimeout(timer);
  world.timers.clear();
  world.pushes.clear();
  world.shortcodes.clear();
  world.conversations.clear();
  world.movements.length = 0;
  world.receipts.clear();
  world.ringing.clear();
  world.deliveries.length = 0;
  world.held.length = 0;
  Object.assign(world.faults, noFaults());
  world.auto = null;
  openUp(world);
}

const most = 60;
/** The page asks every second; a bench leaves ten thousand rows. */
const trimmed = (state: ReturnType<typeof stateOf>) => ({
  ...state,
  pushes: state.pushes.slice(0, most),
  movements: state.movements.slice(0, most),
  deliveries: state.deliveries.slice(0, most),
});
