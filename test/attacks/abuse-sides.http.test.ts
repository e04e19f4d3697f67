import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { send, tokenFor } from '#test/client.ts';
import type { House } from '#test/db.ts';
import { freshHouse } from '#test/db.ts';
import { type Somebody, somebody } from '#test/world.ts';
import { addListing, place } from '#test/worlds/market.ts';

let house: House;
let app: FastifyInstance;
let reporter: Somebody;
let owner: Somebody;
let id = 0;
beforeAll(async () => {
  house = await freshHouse();
  app = await makeApp(house, null);
  const at = await place(house);
  owner = at.owner;
  reporter = await somebody(house, 'tenant');
  const body = { target: 'listing', target_id: await addListing(house, at, {}), reason: 'viewing_fee', body: 'A SECRET of the reporter' };
  const sent = await send(app, '/api/v2/abuse/report/', { method: 'POST', token: await tokenFor(app, reporter), body });
  expect(sent.status, sent.text).toBe(200);
  id = (await house.database.db.selectFrom('abuse_report').select('id').executeTakeFirstOrThrow()).id;
});
afterAll(() => app.close());

const says = 'Words of at least ten letters';
const doors = [
  ['answer', { answer: says }],
  ['appeal', { appeal: says }],
  ['revoke', undefined],
] as const;

test('strangers find neither the report nor a way to speak in it', async () => {
  for (const role of ['owner', 'agent', 'dealer', 'tenant'] as const) {
    const token = await tokenFor(app, await somebody(house, role));
    for (const [path, body] of doors) {
      const { status } = await send(app, `/api/v2/abuse/${path}/?id=${id}`, { method: 'PATCH', token, ...(body ? { body } : {}) });
      expect([role, path, status]).toEqual([role, path, path !== 'revoke' && role === 'tenant' ? 403 : 404]);
    }
    expect((await send(app, '/api/v2/abuse/my_reports/?page=1', { token })).json.count).toBe(0);
    expect([403, 404]).toContain((await send(app, `/api/v2/abuse/report_details/?id=${id}`, { token })).status);
  }
});

test('the reported side reads that it was reported and why, never by whom nor in whose words; the reporter not what they answered', async () => {
  const theirs = await send(app, '/api/v2/abuse/reports_about_us/?page=1', { token: await tokenFor(app, owner) });
  expect(theirs.json.count).toBe(1);
  expect(theirs.text).not.toContain('SECRET');
  expect(theirs.text).not.toContain('tenant');
  const token = await tokenFor(app, owner);
  const answered = await send(app, `/api/v2/abuse/answer/?id=${id}`, { method: 'PATCH', token, body: { answer: 'HIDDEN from the reporter' } });
  expect(answered.status, answered.text).toBe(200);
  const mine = await send(app, '/api/v2/abuse/my_reports/?page=1', { token: await tokenFor(app, reporter) });
  expect(mine.json.count).toBe(1);
  expect(mine.text).not.toContain('HIDDEN');
});
