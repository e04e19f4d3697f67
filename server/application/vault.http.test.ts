import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { sendRequest, signInOverHttp } from '#test/client.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addBooking } from '#test/fixtures/bookings.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { createPerson, type TestPerson } from '#test/people.ts';

/** An applicant's payslip over HTTP: readable by the manager applied to while the grant is live, with every access shown to the applicant. */
const bytes = '%PDF-1.4 payslip of somebody';
type In = { readonly cookie: string; readonly token: string; readonly id: number };
let services: TestServices;
let app: FastifyInstance;
let here: OwnerWithUnit;
let tenant: In;
let booking = 0;
let paper = 0;

const enter = async (who: TestPerson): Promise<In> => ({ ...(await signInOverHttp(app, who.email)), id: who.id });
/** A staff member of the company applied to with these permissions. */
async function colleague(grants: readonly string[]): Promise<In> {
  const who = await createPerson(services, 'staff', grants);
  const company = here.owner.me.companyId;
  await sql`with r as (update staff_role set company_id = ${company}, name = ${`Role of ${who.id}`} where id = (select staff_role_id from person where id = ${who.id}))
    update person set company_id = ${company} where id = ${who.id}`.execute(services.database.db);
  return enter(who);
}
const open = async (who: In | null, at: number | null = booking) =>
  sendRequest(app, `/vault/paper/${paper}${at === null ? '' : `?booking=${at}`}`, who ? { cookie: who.cookie } : {});
const looks = async (): Promise<{ who: string; what: string; booking: { id: number } }[]> =>
  (await sendRequest(app, '/api/v2/application/mine/', { token: tenant.token })).json.looks;
const stage = (to: string) => sql`update booking set stage = ${to} where id = ${booking}`.execute(services.database.db);

beforeAll(async () => {
  services = await createTestServices();
  app = await makeApp(services, null);
  here = await createOwnerWithUnit(services);
  const who = await createPerson(services, 'tenant');
  const at = { company: here.owner.me.companyId ?? 0, property: here.property, unit: here.unit };
  booking = await addBooking(services, at, who);
  tenant = await enter(who);
  const upload = { field: 'paper', data: Buffer.from(bytes), name: 'payslip.pdf' };
  const added = await sendRequest(app, '/api/v2/application/add_paper/?kind=income', { method: 'POST', token: tenant.token, upload });
  expect(added.status, added.text).toBe(200);
  paper = added.json.id;
});
afterAll(async () => {
  await app.close();
  await services.database.close();
});

test('application document: opens only for the applicant until the booking is shortlisted', async () => {
  const owner = await enter(here.owner);
  expect((await open(owner)).status).toBe(404);
  const own = await open(tenant, null);
  expect([own.status, own.text, own.headers['cache-control']]).toEqual([200, bytes, 'private, no-store']);
  expect(await looks()).toEqual([]);
});

test('application document: opens for the manager and permitted staff once shortlisted, and the applicant sees each access', async () => {
  await stage('shortlisted');
  for (const reader of [await enter(here.owner), await colleague(['booking.read'])]) {
    const read = await open(reader);
    expect([read.status, read.text]).toEqual([200, bytes]);
    const [look] = await looks();
    const { name } = await services.database.db.selectFrom('person').select('name').where('id', '=', reader.id).executeTakeFirstOrThrow();
    expect(look).toMatchObject({ who: name, what: 'payslip.pdf', booking: { id: booking } });
  }
  expect(await looks()).toHaveLength(2);
});

test('application document: other accounts get "not found", and their attempts are not recorded as access', async () => {
  const before = await looks();
  const elsewhere = await createOwnerWithUnit(services);
  const other = await createPerson(services, 'tenant');
  const theirs = await addBooking(
    services,
    { company: elsewhere.owner.me.companyId ?? 0, property: elsewhere.property, unit: elsewhere.unit },
    other,
    {
      stage: 'shortlisted',
    },
  );
  const second = await addBooking(
    services,
    { company: here.owner.me.companyId ?? 0, property: here.property, unit: await addUnit(services, here.property) },
    await createPerson(services, 'tenant'),
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
    ['an agent without a mandate', await enter(await createPerson(services, 'agent')), booking],
    ['a subadmin', await enter(await createPerson(services, 'subadmin')), booking],
    ['an admin', await enter(await createPerson(services, 'admin')), booking],
    ['a superadmin', await enter(await createPerson(services, 'superadmin')), booking],
    ['the manager, as if it were their own', owner, null],
    ['the manager, by another’s booking', owner, second],
  ];
  for (const [name, who, at] of asked) {
    const { status, text } = await open(who, at);
    expect([name, status, text.includes('payslip of')]).toEqual([name, 404, false]);
  }
  expect(await looks()).toEqual(before);
});

test("application document: an admin can open the document while the applicant's complaint is open, and the access is recorded", async () => {
  const admin = await enter(await createPerson(services, 'admin'));
  const report = (path: string, method: 'POST' | 'PATCH', body?: object) =>
    sendRequest(app, `/api/v2/application/${path}/?booking_id=${booking}`, { method, token: tenant.token, ...(body ? { body } : {}) });
  expect((await report('report_problem', 'POST', { body: 'They ask me to pay before I am approved.' })).status).toBe(200);
  const before = (await looks()).length;
  const read = await open(admin);
  expect([read.status, read.text]).toEqual([200, bytes]);
  expect(await looks()).toHaveLength(before + 1);
  expect((await report('end_report', 'PATCH')).status).toBe(200);
  expect((await open(admin)).status).toBe(404);
  expect(await looks()).toHaveLength(before + 1);
});

test('application: a repeated read with the same idempotency key is recorded as a new access, and fails after the access grant has ended', async () => {
  const owner = await enter(here.owner);
  const key = 'a-look-at-an-application';
  const again = () =>
    sendRequest(app, `/api/v2/application/read/?booking_id=${booking}`, { token: owner.token, headers: { 'idempotency-key': key } });
  const before = (await looks()).length;
  expect([(await again()).status, (await again()).status]).toEqual([200, 200]);
  expect(await looks()).toHaveLength(before + 2);
  const grant = (until: string) =>
    sql`update application_grant set until = app.now() + ${until}::interval where booking_id = ${booking}`.execute(services.database.db);
  await grant('-1 second');
  expect((await again()).status).toBe(410);
  await grant('1 day');
  const { rows } = await sql`select 1 from write_once where call like '%application/read%'`.execute(services.database.db);
  expect(rows).toEqual([]);
});

test('application document: cannot be opened after erasure, even with an earlier grant', async () => {
  const owner = await enter(here.owner);
  expect((await open(owner)).status).toBe(200);
  await sql`update application_grant set until = app.now() - interval '1 second' where booking_id = ${booking}`.execute(services.database.db);
  expect((await open(owner)).status).toBe(404);
  await sql`update application_grant set until = app.now() + interval '1 day' where booking_id = ${booking}`.execute(services.database.db);
  await sql`update application_file set wrapped_key = null where id = ${paper}`.execute(services.database.db);
  expect((await open(owner)).status).toBe(404);
  expect((await open(tenant, null)).status).toBe(404);
});
