import { afterEach, beforeAll, beforeEach } from 'vitest';
import { clock } from '#contract/time/clock.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { type Somebody, somebody } from '#test/world.ts';
import { type Place, place } from './market.ts';
import { agentFor, newPhone, signersOf } from './signers.ts';

/** A landlord who is reached by phone, an agent beside them, and whoever signs. For tests of the room agreement. */
export let house: House;
export let home: Place;
export let agent: Somebody;
export let by: ReturnType<typeof signersOf>;
export let mandate: ReturnType<typeof agentFor>;
export const db = () => house.database.db;
export const missing = { failure: 'notFound' };

export function agreementTests(): void {
  beforeAll(async () => {
    house = await freshHouse();
    home = await place(house);
    await db().updateTable('person').set({ phone: newPhone(), phone_proved_at: clock.now() }).where('id', '=', home.owner.id).execute();
    agent = await somebody(house, 'agent');
    by = signersOf(house, home);
    mandate = agentFor(house, home, agent);
  });
  beforeEach(async () => void (await db().deleteFrom('throttle').execute()));
  afterEach(() => setClock(house, null));
}
