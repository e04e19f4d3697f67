import { toMsisdn } from '#contract/daraja/phone.ts';
import { type Cents, convertShillingsToCents, toCents, toShillings } from '#contract/money/cents.ts';
import { clock, stopClock } from '#contract/time/clock.ts';
import { isDay } from '#contract/time/days.ts';
import { answerStkPush } from './express.ts';
import { buildOkReply, type RequestFields, readTextField, type SimulatorHandler, type SimulatorReply } from './http.ts';
import { payPaybill, reverseMovement } from './paybill.ts';
import {
  addDefaultShortcode,
  createInactiveFaults,
  findOrCreateShortcode,
  type PhoneAnswer,
  phoneAnswers,
  type SimulatedFaults,
  type Simulation,
} from './simulation.ts';
import { exportStatement } from './statement.ts';

/** The controls for the simulator page and tests. They are not part of Safaricom's API. */
const wrong = (text: string): SimulatorReply => ({ status: 400, body: { problem: text } });
const isAnswer = (text: string): text is PhoneAnswer => (phoneAnswers as readonly string[]).includes(text);
const shown = (amount: Cents): number => toShillings(amount);
const shillings = (fields: RequestFields, name: string): Cents | null => {
  const said = readTextField(fields, name);
  return /^\d{1,9}(?:\.\d{1,2})?$/.test(said) ? convertShillingsToCents(Number(said)) : null;
};

/** Returns the state for the page. Amounts are in shillings, and the latest entries are first. */
export const readSimulationState = (simulation: Simulation) => ({
  now: clock.now(),
  auto: simulation.auto,
  faults: simulation.faults,
  pushes: [...simulation.pushes.values()].reverse().map((one) => ({ ...one, rings: undefined, cents: undefined, amount: shown(one.cents) })),
  movements: simulation.movements.toReversed().map((one) => ({ ...one, cents: undefined, amount: shown(one.cents), balance: shown(one.balance) })),
  shortcodes: [...simulation.shortcodes.values()].map((one) => ({
    ...one,
    utility: shown(one.utility),
    working: shown(one.working),
    charges: shown(one.charges),
    opening: undefined,
  })),
  deliveries: simulation.deliveries.toReversed(),
});

export function setFaults(simulation: Simulation, given: RequestFields): string | null {
  const known = createInactiveFaults();
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(known, name)) return `Unknown fault ${name}. Use one of these: ${Object.keys(known).join(', ')}.`;
    if (typeof value !== typeof known[name as keyof SimulatedFaults] || (typeof value === 'number' && !(value >= 0 && value <= 600_000)))
      return `Fault ${name} cannot be ${JSON.stringify(value)}. Use true or false, or 0 to 600000 milliseconds for a delay.`;
  }
  Object.assign(simulation.faults, given);
  return null;
}

type Controls = Readonly<Record<string, SimulatorHandler>>;
export const buildSimulatorControls = (simulation: Simulation): Controls => ({
  ...reads(simulation),
  ...behaviour(simulation),
  ...money(simulation),
});

const reads = (simulation: Simulation): Controls => ({
  'GET /sim/state': () => buildOkReply(trimmed(readSimulationState(simulation))),
  'GET /sim/certificate': () => ({ status: 200, body: simulation.keys.publicKey.export({ type: 'spki', format: 'pem' }).toString() }),
  'GET /sim/statement.csv': ({ query }) => {
    const today = clock.today();
    const [from, to] = [query.get('from') ?? today, query.get('to') ?? today];
    const number = query.get('shortcode') ?? '';
    if (!simulation.shortcodes.has(number)) return wrong('This shortcode has no account in the simulator. Make a payment to this shortcode first.');
    return isDay(from) && isDay(to)
      ? { status: 200, body: exportStatement(simulation, number, from, to), type: 'text/csv; charset=utf-8' }
      : wrong('The period is not valid. Set “from” and “to” to days, for example 2026-11-30.');
  },
});

/** The settings of the simulation: faults, phones and clock. */
const behaviour = (simulation: Simulation): Controls => ({
  'POST /sim/faults': ({ body }) => {
    const problem = setFaults(simulation, body);
    return problem ? wrong(problem) : buildOkReply(simulation.faults);
  },
  'POST /sim/auto': ({ body }) => {
    const answer = readTextField(body, 'answer');
    if (answer !== '' && !isAnswer(answer)) return wrong(`Unknown answer. Use one of these, or an empty text: ${phoneAnswers.join(', ')}.`);
    simulation.auto = answer === '' ? null : answer;
    return buildOkReply({ auto: simulation.auto });
  },
  'POST /sim/answer': ({ body }) => {
    const answer = readTextField(body, 'answer');
    if (!isAnswer(answer)) return wrong(`Unknown answer. Use one of these: ${phoneAnswers.join(', ')}.`);
    return answerStkPush(simulation, readTextField(body, 'checkoutRequestId'), answer)
      ? buildOkReply({ answered: true })
      : wrong('This M-Pesa prompt does not exist or is already closed. Send a new prompt.');
  },
  'POST /sim/clock': ({ body }) => {
    const at = readTextField(body, 'at');
    if (at !== '' && Number.isNaN(Date.parse(at)))
      return wrong('The time is not valid. Set “at” to an ISO time, or leave “at” empty for the current time.');
    stopClock(at === '' ? null : new Date(at));
    return buildOkReply({ now: clock.now() });
  },
  'POST /sim/reset': () => {
    // The server registers callback addresses only once, so a reset deletes the movements and keeps the addresses.
    const registered = [...simulation.shortcodes.values()].map(({ number, name, confirmation, validation, unanswered, pulled }) => ({
      number,
      settings: { name, confirmation, validation, unanswered, pulled },
    }));
    resetSimulation(simulation);
    for (const { number, settings } of registered) Object.assign(findOrCreateShortcode(simulation, number), settings);
    return buildOkReply({});
  },
});

const money = (simulation: Simulation): Controls => ({
  'POST /sim/pay': async ({ body }) => {
    const [amount, phone, shortcode] = [shillings(body, 'amount'), toMsisdn(readTextField(body, 'phone')), readTextField(body, 'shortcode')];
    if (amount === null || amount < 100) return wrong('The amount is not valid. Enter at least KES 1.');
    if (phone === null) return wrong('The phone number is not valid. Enter a Kenyan mobile number, for example 0712 345 678.');
    if (!/^\d{5,8}$/.test(shortcode)) return wrong('The paybill is not valid. Enter a number of 5 to 8 digits.');
    const till = body.till === true;
    return buildOkReply(
      await payPaybill(simulation, {
        shortcode,
        phone,
        cents: amount,
        account: readTextField(body, 'account'),
        name: readTextField(body, 'name'),
        till,
      }),
    );
  },
  'POST /sim/reverse': ({ body }) => {
    const reversal = reverseMovement(simulation, readTextField(body, 'receipt'));
    return reversal ? buildOkReply({ receipt: reversal.receipt }) : wrong('The payment does not exist or is already reversed. Check the receipt.');
  },
  'POST /sim/float': ({ body }) => {
    const [utility, working] = [shillings(body, 'utility'), shillings(body, 'working')];
    const shortcode = findOrCreateShortcode(simulation, readTextField(body, 'shortcode'));
    // A manual change of the balance is not a movement, so it changes the opening balance of the statement.
    if (utility !== null) shortcode.opening = toCents(shortcode.opening + utility - shortcode.utility);
    Object.assign(shortcode, utility === null ? {} : { utility }, working === null ? {} : { working });
    return buildOkReply({ utility: shown(shortcode.utility), working: shown(shortcode.working) });
  },
});

/** Resets the simulation to its state at the start. Open prompts end without a callback. */
export function resetSimulation(simulation: Simulation): void {
  for (const timer of simulation.timers) clearTimeout(timer);
  simulation.timers.clear();
  simulation.pushes.clear();
  simulation.shortcodes.clear();
  simulation.conversations.clear();
  simulation.movements.length = 0;
  simulation.receipts.clear();
  simulation.ringing.clear();
  simulation.deliveries.length = 0;
  simulation.held.length = 0;
  Object.assign(simulation.faults, createInactiveFaults());
  simulation.auto = null;
  addDefaultShortcode(simulation);
}

const most = 60;
/** The page reads the state every second, and a benchmark creates ten thousand rows. Only the latest rows are returned. */
const trimmed = (state: ReturnType<typeof readSimulationState>) => ({
  ...state,
  pushes: state.pushes.slice(0, most),
  movements: state.movements.slice(0, most),
  deliveries: state.deliveries.slice(0, most),
});
