import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { send, signedIn } from '#test/client.ts';
import { freshHouse, type House } from '#test/db.ts';
import { type Somebody, somebody } from '#test/world.ts';
import { addBooking } from '#test/worlds/bookings.ts';
import { addUnit, type Place, place } from '#test/worlds/market.ts';

/** An applicant's payslip over HTTP: read by whom they applied to, with the right to, while it is theirs to read; and each look is told to them. */
const bytes = '%PDF-1.4 payslip of somebody';
type In = { readonly cookie: string; readonly token: string; readonly id: number };
let house: House;
let app: FastifyInstance;
let here: Place;
let tenant: In;
let booking = 0;
let paper = 0;

const enter = async (who: Somebody): Promise<In> => ({ ...(await signedIn(app, who.email)), id: who.id });
/** Somebody of the very company that was applied to, whose role grants this. */
async function colleague(grants: readonly string[]): Promise<In> {
  const who = await somebody(house, 'staff', grants);
  const company = here.owner.me.companyId;
  await sql`with r as (update staff_role set company_id = ${company}, name = ${`Role of ${who.id}`} where id = (select staff_role_id from person where id = ${who.id}))
    update person set company_id = ${company} where id = ${who.id}`.execute(house.database.db);
  return enter(who);
}
const open = async (who: In | null, at: number | null = booking) =>
  send(app, `/vault/paper/${paper}${at === null ? '' : `?booking=${at}`}`, who ? { cookie: who.cookie } : {});
const looks = async (): Promise<{ who: string; what: string; booking: { id: number } }[]> =>
  (await send(app, '/api/v2/application/mine/', { token: tenant.token })).json.looks;
const stage = (to: string) => sql`update booking set stage = ${to} where id = ${booking}`.execute(house.database.db);

beforeAll(async () => {
  house = await freshHouse();
  app = await makeApp(house, null);
  here = await place(house);
  const who = await somebody(house, 'tenant');
  const at = { company: here.owner.me.companyId ?? 0, property: here.property, unit: here.unit };
  booking = await addBooking(house, at, who);
  tenant = await enter(who);
  const upload = { field: 'paper', data: Buffer.from(bytes), name: 'payslip.pdf' };
  const added = await send(app, '/api/v2/application/add_paper/?kind=income', { method: 'POST', token: tenant.token, upload });
  expect(added.status, added.text).toBe(200);
  paper = added.json.id;
});
afterAll(async () => {
  await app.close();
  await house.database.close();
});

test('before the shortlist nobody but its owner opens it', async () => {
  const owner = await enter(here.owner);
  expect((await open(owner)).status).toBe(404);
  const own = await open(tenant, null);
  expect([own.status, own.text, own.headers['cache-control']]).toEqual([200, bytes, 'private, no-store']);
  expect(await looks()).toEqual([]);
});

test('on the shortlist it opens for the manager applied to and for staff with the right; each look is the applicant’s to see', async () => {
  await stage('shortlisted');
  for (const reader of [await enter(here.owner), await colleague(['booking.read'])]) {
    const read = await open(reader);
    expect([read.status, read.text]).toEqual([200, bytes]);
    const [look] = await looks();
    const { name } = await house.database.db.selectFrom('person').select('name').where('id', '=', reader.id).executeTakeFirstOrThrow();
    expect(look).toMatchObject({ who: name, what: 'payslip.pdf', booking: { id: booking } });
  }
  expect(await looks()).toHaveLength(2);
});

test('for everybody else there is no such paper, and no look of theirs', async () => {
  const before = await looks();
  const elsewhere = await place(house);
  const other = await somebody(house, 'tenant');
  const theirs = await addBooking(house, { company: elsewhere.owner.me.companyId ?? 0, property: elsewhere.property, unit: elsewhere.unit }, other, {
    stage: 'shortlisted',
  });
  const second = await addBooking(
    house,
    { company: here.owner.me.companyId ?? 0, property: here.property, unit: await addUnit(house, here.property) },
    await somebody(house, 'tenant'),
    { stage: 'shortlisted' },
  );
  const owner = await enter(here.owner);
  const outside = await enter(elsewhere.owner);
  const asked: readonly [string, In | null, number | null][] = [
    ['nobody', null, booking],
    ['staff without the right', await colleague(['property.read', 'tenancies.read']), booking],
    ['another company', outside, booking],
    ['another company, by a booking of its own', outside, theirs],
    ['another applicant', await enter(other), null],
    ['another applicant, by the booking', await enter(other), booking],
    ['an agent without a mandate', await enter(await somebody(house, 'agent')), booking],
    ['a subadmin', await enter(await somebody(house, 'subadmin')), booking],
    ['an admin', await enter(await somebody(house, 'admin')), booking],
    ['a superadmin', await enter(await somebody(house, 'superadmin')), booking],
    ['the manager, as if it were their own', owner, null],
    ['the manager, by another’s booking', owner, second],
  ];
  for (const [name, who, at] of asked) {
    const { status, text } = await open(who, at);
    expect([name, status, text.includes('payslip of')]).toEqual([name, 404, false]);
  }
  expect(await looks()).toEqual(before);
});

test('what the applicant reports opens it to the platform, whose look is told as well, until they take it back', async () => {
  const admin = await enter(await somebody(house, 'admin'));
  const report = (path: string, method: 'POST' | 'PATCH', body?: object) =>
    send(app, `/api/v2/application/${path}/?booking_id=${booking}`, { method, token: tenant.token, ...(body ? { body } : {}) });
  expect((await report('report_problem', 'POST', { body: 'They ask me to pay before I am approved.' })).status).toBe(200);
  const before = (await looks()).length;
  const read = await open(admin);
  expect([read.status, read.text]).toEqual([200, bytes]);
  expect(await looks()).toHaveLength(before + 1);
  expect((await report('end_report', 'PATCH')).status).toBe(200);
  expect((await open(admin)).status).toBe(404);
  expect(await looks()).toHaveLength(before + 1);
});

test('read again under the key of a first look it is another look, and nothing once the right is over: no answer is kept for a repeat', async () => {
  const owner = await enter(here.owner);
  const key = 'a-look-at-an-application';
  const again = () => send(app, `/api/v2/application/read/?booking_id=${booking}`, { token: owner.token, headers: { 'idempotency-key': key } });
  const before = (await looks()).length;
  expect([(await again()).status, (await again()).status]).toEqual([200, 200]);
  expect(await looks()).toHaveLength(before + 2);
  const grant = (until: string) =>
    sql`update application_grant set until = app.now() + ${until}::interval where booking_id = ${booking}`.execute(house.database.db);
  await grant('-1 second');
  expect((await again()).status).toBe(410);
  await grant('1 day');
  const { rows } = await sql`select 1 from write_once where call like '%application/read%'`.execute(house.database.db);
  expect(rows).toEqual([]);
});

test('erased, it opens for nobody: a right that was there is worth nothing without its key', async () => {
  const owner = await enter(here.owner);
  expect((await open(owner)).status).toBe(200);
  await sql`update application_grant set until = app.now() - interval '1 second' where booking_id = ${booking}`.execute(house.database.db);
  expect((await open(owner)).status).toBe(404);
  await sql`update application_grant set until = app.now() + interval '1 day' where booking_id = ${booking}`.execute(house.database.db);
  await sql`update application_file set wrapped_key = null where id = ${paper}`.execute(house.database.db);
  expect((await open(owner)).status).toBe(404);
  expect((await open(tenant, null)).status).toBe(404);
});
