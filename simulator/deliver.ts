import { clock } from '#contract/time/clock.ts';
import { type CallbackDelivery, type Simulation, scheduleWork, trackWork } from './simulation.ts';

const tries = 4;
const patienceMs = 10_000;

/** Sends a callback with the active faults. */
export function deliverCallback(simulation: Simulation, channel: string, url: string, body: object): void {
  const { faults } = simulation;
  const one: CallbackDelivery = {
    id: simulation.next++,
    channel,
    url,
    body,
    at: clock.now(),
    tries: 0,
    status: null,
    state: faults.lost ? 'lost' : 'waiting',
  };
  simulation.deliveries.push(one);
  if (faults.lost) return;
  const go = () => {
    trackWork(simulation, attempt(simulation, one));
    if (faults.duplicate) scheduleWork(simulation, 50, () => trackWork(simulation, post(simulation, one)));
  };
  if (faults.outOfOrder) hold(simulation, go);
  else if (faults.lateMs > 0) scheduleWork(simulation, faults.lateMs, go);
  else go();
}

/** Holds callbacks for a limited time and then sends them in reverse order. */
function hold(simulation: Simulation, go: () => void): void {
  simulation.held.push(go);
  if (simulation.held.length === 1)
    scheduleWork(simulation, simulation.pace.holdMs, () => {
      for (const held of simulation.held.splice(0).reverse()) held();
    });
}

/** Sends a callback up to four times, until the receiver responds with status 200. The delay increases with each attempt. */
async function attempt(simulation: Simulation, one: CallbackDelivery): Promise<void> {
  one.status = await post(simulation, one);
  if (one.status === 200) one.state = 'done';
  else if (one.tries >= tries) one.state = 'failed';
  else scheduleWork(simulation, simulation.pace.retryMs * one.tries, () => trackWork(simulation, attempt(simulation, one)));
}

async function post(simulation: Simulation, one: CallbackDelivery): Promise<number> {
  one.tries += 1;
  return (await postCallback(simulation, one.url, one.body, patienceMs)).status;
}

/** Posts the callback once and returns the HTTP status and the response. The status is 0 if there is no response. */
export async function postCallback(simulation: Simulation, url: string, body: object, ms: number): Promise<{ status: number; answer: unknown }> {
  try {
    const signal = AbortSignal.any([simulation.ending.signal, AbortSignal.timeout(ms)]);
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body), signal });
    const text = await response.text();
    return { status: response.status, answer: parsed(text) };
  } catch {
    return { status: 0, answer: null };
  }
}
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
