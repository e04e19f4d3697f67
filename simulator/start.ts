import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { simulated } from '#contract/daraja/simulated.ts';
import type { Cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { controls, reset, setFaults, stateOf } from './control.ts';
import { answerPush, stkPush, stkQuery } from './express.ts';
import { type Asked, fieldsOf, type Handler, problem, type Reply, write } from './http.ts';
import { type Paid, type Payment, payBill, pullQuery, pullRegister, registerUrls, reverse, simulate } from './paybill.ts';
import { b2c, balance, reversal, status } from './payouts.ts';
import { statement } from './statement.ts';
import { type Answer, type Faults, makeWorld, openUp, type Pace, shortcodeOf, type World } from './world.ts';

export type { Answer, Faults, Movement, Pace, Push } from './world.ts';

/** Safaricom's side as Safaricom has it: what wants a token, and who gives one. */
const safaricom = (world: World): Readonly<Record<string, Handler>> => ({
  'POST /mpesa/stkpush/v1/processrequest': stkPush(world),
  'POST /mpesa/stkpushquery/v1/query': stkQuery(world),
  'POST /mpesa/c2b/v1/registerurl': registerUrls(world),
  'POST /mpesa/c2b/v2/registerurl': registerUrls(world),
  'POST /mpesa/c2b/v1/simulate': simulate(world),
  'POST /mpesa/c2b/v2/simulate': simulate(world),
  'POST /mpesa/b2c/v3/paymentrequest': b2c(world),
  'POST /mpesa/transactionstatus/v1/query': status(world),
  'POST /mpesa/accountbalance/v1/query': balance(world),
  'POST /mpesa/reversal/v1/request': reversal(world),
  'POST /pulltransactions/v1/register': pullRegister(world),
  'POST /pulltransactions/v1/query': pullQuery(world),
});

const tokenSeconds = 3599;
/** Each token ends the one before. */
const giveToken =
  (world: World): Handler =>
  ({ headers, query }) => {
    const wanted = `Basic ${Buffer.from(`${simulated.consumerKey}:${simulated.consumerSecret}`).toString('base64')}`;
    if (headers.authorization !== wanted) return problem(400, '400.008.01', 'Invalid Authentication passed');
    if (query.get('grant_type') !== 'client_credentials') return problem(400, '400.008.02', 'Invalid grant type passed');
    world.token = { text: randomBytes(21).toString('base64url'), ends: clock.ms() + tokenSeconds * 1000 };
    return { status: 200, body: { access_token: world.token.text, expires_in: String(tokenSeconds) } };
  };
const authorized = (world: World, handler: Handler): Handler => {
  return (asked) => {
    const { token } = world;
    const known = token !== null && token.ends > clock.ms() && asked.headers.authorization === `Bearer ${token.text}`;
    return known ? handler(asked) : problem(404, '404.001.03', 'Invalid Access Token');
  };
};

const proxyPage = '<html><head><title>Request unsuccessful</title></head><body>Incapsula incident ID: 0-0</body></html>';

/** One request of Safaricom's side, with the faults that are switched on. */
async function withFaults(world: World, handler: Handler, asked: Asked): Promise<Reply | null> {
  const { faults } = world;
  if (faults.away) return null;
  if (faults.busy) return problem(429, '500.003.02', 'Error Occured: Spike Arrest Violation');
  const reply = await handler(asked);
  // Results are on their way whether or not anybody waits for the answer.
  if (faults.slowMs > 0) {
    reply.after?.();
    await new Promise((resolve) => setTimeout(resolve, faults.slowMs).unref());
    const { after: _, ...answered } = reply;
    return answered;
  }
  return faults.html ? { ...reply, status: 200, body: proxyPage, type: 'text/html' } : reply;
}

type Tables = {
  readonly safaricom: Readonly<Record<string, Handler>>;
  readonly controls: Readonly<Record<string, Handler>>;
  readonly token: Handler;
};

async function serve(world: World, tables: Tables, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://simulator');
  const name = `${request.method} ${url.pathname}`;
  const own = tables.controls[name];
  // A page elsewhere can send a form or a text here without being asked first, but no JSON.
  if (request.method === 'POST' && !/^application\/json\b/.test(request.headers['content-type'] ?? ''))
    return write(response, problem(415, '415.001.01', 'JSON is expected'));
  const body = await fieldsOf(request);
  if (body === null) return write(response, problem(400, '400.002.05', 'Invalid Request Payload'));
  const asked: Asked = { body, query: url.searchParams, headers: request.headers };
  if (own) return answer(response, await own(asked));
  if (name === 'GET /') return write(response, { status: 200, body: page(), type: 'text/html; charset=utf-8' });
  const handler = name === 'GET /oauth/v1/generate' ? tables.token : tables.safaricom[name];
  if (!handler) return write(response, problem(404, '404.001.01', 'Resource not found'));
  const reply = await withFaults(world, handler, asked);
  if (reply) return answer(response, reply);
  response.destroy();
}
function answer(response: ServerResponse, reply: Reply): void {
  write(response, reply);
  reply.after?.();
}
const page = (): string => readFileSync(new URL('./page.html', import.meta.url), 'utf8');

export type Simulator = {
  readonly url: string;
  readonly port: number;
  faults(change: Partial<Faults>): void;
  /** Every push is answered so by itself; null leaves it to the page. */
  auto(answer: Answer | null): void;
  answer(checkoutRequestId: string, answer: Answer): boolean;
  /** Somebody pays at their phone, to a paybill or a till. */
  pay(payment: Payment): Promise<Paid>;
  /** A payment goes back to the customer, and nobody is told. */
  reverse(receipt: string, part?: Cents): string | null;
  setUtility(shortcode: string, utility: Cents): void;
  statement(shortcode: string, from: string, to: string): string;
  state(): ReturnType<typeof stateOf>;
  /** Everything that was begun is over: callbacks sent, results told. */
  idle(): Promise<void>;
  reset(): void;
  close(): Promise<void>;
};

/** The whole of it, in this process: `npm run daraja` and tests start the same. Port 0 is any free one. */
export async function startSimulator({ port = 0, pace }: { port?: number; pace?: Partial<Pace> } = {}): Promise<Simulator> {
  const world = makeWorld(pace);
  openUp(world);
  const handlers = Object.entries(safaricom(world)).map(([name, handler]) => [name, authorized(world, handler)] as const);
  const tables: Tables = { safaricom: Object.fromEntries(handlers), controls: controls(world), token: giveToken(world) };
  const server = createServer((request, response) => void serve(world, tables, request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const at = (server.address() as AddressInfo).port;
  return { url: `http://127.0.0.1:${at}`, port: at, ...handle(world), close: () => close(world, server) };
}

const handle = (world: World): Omit<Simulator, 'url' | 'port' | 'close'> => ({
  faults(change) {
    const wrong = setFaults(world, change);
    if (wrong) throw new Error(wrong);
  },
  auto(given) {
    world.auto = given;
  },
  answer: (id, given) => answerPush(world, id, given),
  pay: (payment) => payBill(world, payment),
  reverse: (receipt, part) => reverse(world, receipt, { part })?.receipt ?? null,
  setUtility(shortcode, utility) {
    shortcodeOf(world, shortcode).utility = utility;
  },
  statement: (shortcode, from, to) => statement(world, shortcode, from, to),
  state: () => stateOf(world),
  async idle() {
    const ringing = () => world.ringing.size > 0 && world.auto === null;
    while (world.running.size > 0 || (world.timers.size > 0 && !ringing())) await new Promise((resolve) => setTimeout(resolve, 5));
  },
  reset: () => reset(world),
});

async function close(world: World, server: ReturnType<typeof createServer>): Promise<void> {
  world.ending.abort();
  for (const timer of world.timers) clearTimeout(timer);
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
