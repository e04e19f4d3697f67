import { afterAll, beforeAll, expect, test } from 'vitest';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { unitMoves } from '#contract/unit/machine.ts';
import { makeApp } from '#server/app.ts';
import { asClock } from '#server/kernel/ctx.ts';
import { sendRequest, signInForApiToken } from '#test/client.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { createPerson } from '#test/people.ts';
import * as tenancy from '../service.ts';

/** A unit occupied by a tenancy becomes vacant only through the end of that tenancy, regardless of the caller and the call. */
let services: TestServices;
let app: Awaited<ReturnType<typeof makeApp>>;
let here: OwnerWithUnit;
let id: number;
const state = async () =>
  await services.database.db.selectFrom('unit').select(['status', 'deleted_at']).where('id', '=', here.unit).executeTakeFirstOrThrow();

beforeAll(async () => {
  services = await createTestServices();
  app = await makeApp(services, null);
  here = await createOwnerWithUnit(services);
  const today = clock.today();
  const made = await services.database.db.transaction().execute((tx) =>
    tenancy.createTenancy(asClock(tx), {
      unitId: here.unit,
      startsOn: addDays(today, -90),
      endsOn: addDays(today, 275),
      people: [{ somebody: { personId: null, name: 'Achieng', phone: '+254713555001', email: null }, role: 'lead', shareBp: 10_000 }],
      rentCents: 4_500_000,
      period: 2,
      depositCents: 0,
      opening: { balance_cents: 0, deposit_held_cents: 0, as_of: today },
    }),
  );
  id = made.id;
});
afterAll(() => app.close());

test('notice: rejects a file that is not a document, even with a PDF file name, and records nothing', async () => {
  const token = await signInForApiToken(app, here.owner);
  const fields = { on: addDays(clock.today(), 40), kind: 'notice' };
  const send = (text: string, name: string) => {
    const upload = { field: 'notice', data: Buffer.from(text), name, fields };
    return sendRequest(app, `/api/v2/tenancy/record_leaving/?id=${id}`, { method: 'PATCH', token, upload });
  };
  for (const name of ['notice.pdf', 'notice.txt']) {
    const answer = await send('MZ a program', name);
    expect([answer.status, answer.json.fields?.notice], answer.text).toEqual([415, expect.any(String)]);
  }
  const leaving = () => services.database.db.selectFrom('tenancy').select('leaving_on').where('id', '=', id).executeTakeFirstOrThrow();
  expect(await leaving()).toEqual({ leaving_on: null });
});

test('occupied unit: cannot be vacated by a status change, deletion, split or merge, in any role', async () => {
  const unit = here.unit;
  for (const who of [here.owner, await createPerson(services, 'admin'), await createPerson(services, 'superadmin')]) {
    const token = await signInForApiToken(app, who);
    for (const move of unitMoves) {
      const body = { move, reason: 'they are gone, surely', expected_on: move === 'start_maintenance' ? addDays(clock.today(), 5) : null };
      const one = await sendRequest(app, `/api/v2/unit/change_unit_status/?id=${unit}`, { method: 'PATCH', body, token });
      const many = await sendRequest(app, '/api/v2/unit/change_units/', { method: 'PATCH', body: { unit_ids: [unit], ...body }, token });
      if (move === 'vacate_said' && who === here.owner) expect([one.status, many.status]).toEqual([409, 409]);
    }
    const others = { parts: [1, 2].map((n) => ({ name: `Part ${n}`, unit_type_id: 1, rent_cents: null, area_m2: null })) };
    expect((await sendRequest(app, `/api/v2/unit/split_unit/?id=${unit}`, { method: 'POST', body: others, token })).status).toBeGreaterThanOrEqual(
      400,
    );
    expect((await sendRequest(app, `/api/v2/unit/delete_unit/?id=${unit}`, { method: 'DELETE', token })).status).toBeGreaterThanOrEqual(400);
    expect(await state()).toEqual({ status: 'occupied', deleted_at: null });
  }
});

test('occupied unit: a move-out needs a recorded notice, keys and meter readings, also when platform staff record the move-out', async () => {
  const ending = { on: clock.today(), kind: 'mutual', reason: 'Both agreed', keys: true, readings: true, no_inspection: 'Seen together' };
  const end = async (who: typeof here.owner, body: object) =>
    sendRequest(app, `/api/v2/tenancy/end_tenancy/?id=${id}`, { method: 'PATCH', body, token: await signInForApiToken(app, who) });
  expect((await end(here.owner, ending)).status).toBe(409);
  expect((await end(here.owner, { ...ending, kind: 'expired', reason: '', on: addDays(clock.today(), -80) })).status).toBe(409);
  const leaving = { on: clock.today(), kind: 'mutual', reason: 'Both agreed', by: null, at: clock.now().toISOString(), file: null };
  await services.database.db
    .updateTable('tenancy')
    .set({ leaving_on: clock.today(), leaving: JSON.stringify(leaving), stage: 'ending' })
    .where('id', '=', id)
    .execute();
  expect(await end(here.owner, { ...ending, keys: false })).toMatchObject({ status: 400, json: { fields: { keys: expect.any(String) } } });
  expect((await end(await createPerson(services, 'admin'), ending)).status).toBe(403);
  expect((await end(await createPerson(services, 'owner'), ending)).status).toBe(404);
  expect((await state()).status).toBe('occupied');
  expect((await end(here.owner, ending)).status).toBe(200);
  expect((await state()).status).toBe('vacant');
  const again = await end(here.owner, ending);
  expect(again).toMatchObject({ status: 409, json: { allowed: [] } });
});
