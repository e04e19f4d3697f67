import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { simulatorCredentials } from '#contract/daraja/simulator-credentials.ts';
import type { Cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { buildSimulatorControls, readSimulationState, resetSimulation, setFaults } from './control.ts';
import { answerStkPush, handleStkPush, handleStkQuery } from './express.ts';
import { buildErrorReply, readRequestFields, type SimulatorHandler, type SimulatorReply, type SimulatorRequest, writeReply } from './http.ts';
import {
  handlePullQuery,
  handlePullRegister,
  handleRegisterUrls,
  handleSimulatedPayment,
  type PaybillPaymentResult,
  payPaybill,
  reverseMovement,
  type SimulatedPayment,
} from './paybill.ts';
import { handleB2cPayout, handleBalanceQuery, handleReversal, handleTransactionStatus } from './payouts.ts';
import {
  addDefaultShortcode,
  createSimulation,
  findOrCreateShortcode,
  type PhoneAnswer,
  type SimulatedFaults,
  type Simulation,
  type SimulatorTimings,
} from './simulation.ts';
import { exportStatement } from './statement.ts';

export type { PhoneAnswer, SimulatedFaults, SimulatedMovement, SimulatedStkPush, SimulatorTimings } from './simulation.ts';

/** The paths of Safaricom's API that need a token. */
const safaricom = (simulation: Simulation): Readonly<Record<string, SimulatorHandler>> => ({
  'POST /mpesa/stkpush/v1/processrequest': handleStkPush(simulation),
  'POST /mpesa/stkpushquery/v1/query': handleStkQuery(simulation),
  'POST /mpesa/c2b/v1/registerurl': handleRegisterUrls(simulation),
  'POST /mpesa/c2b/v2/registerurl': handleRegisterUrls(simulation),
  'POST /mpesa/c2b/v1/simulate': handleSimulatedPayment(simulation),
  'POST /mpesa/c2b/v2/simulate': handleSimulatedPayment(simulation),
  'POST /mpesa/b2c/v3/paymentrequest': handleB2cPayout(simulation),
  'POST /mpesa/transactionstatus/v1/query': handleTransactionStatus(simulation),
  'POST /mpesa/accountbalance/v1/query': handleBalanceQuery(simulation),
  'POST /mpesa/reversal/v1/request': handleReversal(simulation),
  'POST /pulltransactions/v1/register': handlePullRegister(simulation),
  'POST /pulltransactions/v1/query': handlePullQuery(simulation),
});

const tokenSeconds = 3599;
/** Issues a token. A new token invalidates the previous one. */
const giveToken =
  (simulation: Simulation): SimulatorHandler =>
  ({ headers, query }) => {
    const wanted = `Basic ${Buffer.from(`${simulatorCredentials.consumerKey}:${simulatorCredentials.consumerSecret}`).toString('base64')}`;
    if (headers.authorization !== wanted) return buildErrorReply(400, '400.008.01', 'Invalid Authentication passed');
    if (query.get('grant_type') !== 'client_credentials') return buildErrorReply(400, '400.008.02', 'Invalid grant type passed');
    simulation.token = { text: randomBytes(21).toString('base64url'), ends: clock.ms() + tokenSeconds * 1000 };
    return { status: 200, body: { access_token: simulation.token.text, expires_in: String(tokenSeconds) } };
  };
const authorized = (simulation: Simulation, handler: SimulatorHandler): SimulatorHandler => {
  return (asked) => {
    const { token } = simulation;
    const known = token !== null && token.ends > clock.ms() && asked.headers.authorization === `Bearer ${token.text}`;
    return known ? handler(asked) : buildErrorReply(404, '404.001.03', 'Invalid Access Token');
  };
};

const proxyPage = '<html><head><title>Request unsuccessful</title></head><body>Incapsula incident ID: 0-0</body></html>';

/** Handles one API request with the active faults. */
async function withFaults(simulation: Simulation, handler: SimulatorHandler, asked: SimulatorRequest): Promise<SimulatorReply | null> {
  const { faults } = simulation;
  if (faults.away) return null;
  if (faults.busy) return buildErrorReply(429, '500.003.02', 'Error Occured: Spike Arrest Violation');
  const reply = await handler(asked);
  // The result is sent even if the caller does not wait for the slow answer.
  if (faults.slowMs > 0) {
    reply.after?.();
    await new Promise((resolve) => setTimeout(resolve, faults.slowMs).unref());
    const { after: _, ...answered } = reply;
    return answered;
  }
  return faults.html ? { ...reply, status: 200, body: proxyPage, type: 'text/html' } : reply;
}

type Tables = {
  readonly safaricom: Readonly<Record<string, SimulatorHandler>>;
  readonly controls: Readonly<Record<string, SimulatorHandler>>;
  readonly token: SimulatorHandler;
};

async function serve(simulation: Simulation, tables: Tables, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://simulator');
  const name = `${request.method} ${url.pathname}`;
  const own = tables.controls[name];
  // Only JSON is accepted, because a page of another origin can post a form or plain text without a preflight request.
  if (request.method === 'POST' && !/^application\/json\b/.test(request.headers['content-type'] ?? ''))
    return writeReply(
      response,
      buildErrorReply(415, '415.001.01', 'The request body is not JSON. Send JSON with the content type application/json.'),
    );
  const body = await readRequestFields(request);
  if (body === null) return writeReply(response, buildErrorReply(400, '400.002.05', 'Invalid Request Payload'));
  const asked: SimulatorRequest = { body, query: url.searchParams, headers: request.headers };
  if (own) return answer(response, await own(asked));
  if (name === 'GET /') return writeReply(response, { status: 200, body: page(), type: 'text/html; charset=utf-8' });
  const handler = name === 'GET /oauth/v1/generate' ? tables.token : tables.safaricom[name];
  if (!handler) return writeReply(response, buildErrorReply(404, '404.001.01', 'Resource not found'));
  const reply = await withFaults(simulation, handler, asked);
  if (reply) return answer(response, reply);
  response.destroy();
}
function answer(response: ServerResponse, reply: SimulatorReply): void {
  writeReply(response, reply);
  reply.after?.();
}
const page = (): string => readFileSync(new URL('./page.html', import.meta.url), 'utf8');

export type Simulator = {
  readonly url: string;
  readonly port: number;
  faults(change: Partial<SimulatedFaults>): void;
  /** Every prompt is answered automatically with this answer. With null, prompts are answered on the page. */
  auto(answer: PhoneAnswer | null): void;
  answer(checkoutRequestId: string, answer: PhoneAnswer): boolean;
  /** A customer pays by phone to a paybill or a till. */
  pay(payment: SimulatedPayment): Promise<PaybillPaymentResult>;
  /** Reverses a customer's payment without a callback. */
  reverse(receipt: string, part?: Cents): string | null;
  setUtility(shortcode: string, utility: Cents): void;
  statement(shortcode: string, from: string, to: string): string;
  state(): ReturnType<typeof readSimulationState>;
  /** Waits until all pending work has ended, for example until callbacks and results are delivered. */
  idle(): Promise<void>;
  reset(): void;
  close(): Promise<void>;
};

/** Starts the complete simulator in this process, for `npm run daraja` and for tests. Port 0 selects any free port. */
export async function startSimulator({ port = 0, pace }: { port?: number; pace?: Partial<SimulatorTimings> } = {}): Promise<Simulator> {
  const simulation = createSimulation(pace);
  addDefaultShortcode(simulation);
  const handlers = Object.entries(safaricom(simulation)).map(([name, handler]) => [name, authorized(simulation, handler)] as const);
  const tables: Tables = { safaricom: Object.fromEntries(handlers), controls: buildSimulatorControls(simulation), token: giveToken(simulation) };
  const server = createServer((request, response) => void serve(simulation, tables, request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const at = (server.address() as AddressInfo).port;
  return { url: `http://127.0.0.1:${at}`, port: at, ...handle(simulation), close: () => close(simulation, server) };
}

const handle = (simulation: Simulation): Omit<Simulator, 'url' | 'port' | 'close'> => ({
  faults(change) {
    const wrong = setFaults(simulation, change);
    if (wrong) throw new Error(wrong);
  },
  auto(given) {
    simulation.auto = given;
  },
  answer: (id, given) => answerStkPush(simulation, id, given),
  pay: (payment) => payPaybill(simulation, payment),
  reverse: (receipt, part) => reverseMovement(simulation, receipt, { part })?.receipt ?? null,
  setUtility(shortcode, utility) {
    findOrCreateShortcode(simulation, shortcode).utility = utility;
  },
  statement: (shortcode, from, to) => exportStatement(simulation, shortcode, from, to),
  state: () => readSimulationState(simulation),
  async idle() {
    const ringing = () => simulation.ringing.size > 0 && simulation.auto === null;
    while (simulation.running.size > 0 || (simulation.timers.size > 0 && !ringing())) await new Promise((resolve) => setTimeout(resolve, 5));
  },
  reset: () => resetSimulation(simulation),
});

async function close(simulation: Simulation, server: ReturnType<typeof createServer>): Promise<void> {
  simulation.ending.abort();
  for (const timer of simulation.timers) clearTimeout(timer);
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
