import { clock } from '#contract/time/clock.ts';
import { type Delivery, later, running, type World } from './world.ts';

const tries = 4;
const patienceMs = 10_000;

/** A callback on its way, with whatever faults are switched on. */
export function deliver(world: World, channel: string, url: string, body: object): void {
  const { faults } = world;
  const one: Delivery = { id: world.next++, channel, url, body, at: clock.now(), tries: 0, status: null, state: faults.lost ? 'lost' : 'waiting' };
  world.deliveries.push(one);
  if (faults.lost) return;
  const go = () => {
    running(world, attempt(world, one));
    if (faults.duplicate) later(world, 50, () => running(world, post(world, one)));
  };
  if (faults.outOfOrder) hold(world, go);
  else if (faults.lateMs > 0) later(world, faults.lateMs, go);
  else go();
}

/** The last comes first: what is held waits for company, and not for ever. */
function hold(world: World, go: () => void): void {
  world.held.push(go);
  if (world.held.length === 1)
    later(world, world.pace.holdMs, () => {
      for (const held of world.held.splice(0).reverse()) held();
    });
}

/** Whoever does not answer 200 hears it again, a few times. */
async function attempt(world: World, one: Delivery): Promise<void> {
  one.status = await post(world, one);
  if (one.status === 200) one.state = 'done';
  else if (one.tries >= tries) one.state = 'failed';
  else later(world, world.pace.retryMs * one.tries, () => running(world, attempt(world, one)));
}

async function post(world: World, one: Delivery): Promise<number> {
  one.tries += 1;
  return (await postTo(world, one.url, one.body, patienceMs)).status;
}

/** Status 0 when nobody answers. */
export async function postTo(world: World, url: string, body: object, ms: number): Promise<{ status: number; answer: unknown }> {
  try {
    const signal = AbortSignal.any([world.ending.signal, AbortSignal.timeout(ms)]);
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
