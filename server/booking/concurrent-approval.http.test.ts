import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestTimes } from '#contract/constants.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { makeApp } from '#server/app.ts';
import { signInForApiToken } from '#test/client.ts';
import { createTestServices, getDatabaseUrl, type TestServices } from '#test/db.ts';
import { addBooking } from '#test/fixtures/bookings.ts';
import { addListing, addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { createPerson } from '#test/people.ts';
import { type ApiProcess, startApiProcesses } from '#test/processes/api-processes.ts';

/** Two server processes share only the database. Of simultaneous approvals for one home, exactly one may succeed. */
const secret = 'two-processes-with-one-secret-of-32-characters';
let services: TestServices;
let here: OwnerWithUnit;
let token: string;
let servers: ApiProcess[];

beforeAll(async () => {
  services = await createTestServices('bare', { AUTH_SECRET: secret });
  here = await createOwnerWithUnit(services);
  const app = await makeApp(services, null);
  token = await signInForApiToken(app, here.owner);
  await app.close();
  servers = await startApiProcesses(2, {
    NODE_ENV: 'test',
    DATABASE_URL: getDatabaseUrl(services),
    DATA_DIR: services.env.dataDir,
    APP_URL: services.env.appUrl,
    AUTH_SECRET: secret,
  });
});
afterAll(() => Promise.all((servers ?? []).map((one) => one.stop())));

const home = async () => {
  const unit = await addUnit(services, here.property);
  return { unit, listing: await addListing(services, { property: here.property, unit }) };
};
async function applicants(unit: number, listing: number, count: number): Promise<number[]> {
  const at = { company: here.owner.me.companyId ?? 0, property: here.property, unit };
  const tenants = await Promise.all(Array.from({ length: count }, () => createPerson(services, 'tenant')));
  const ids: number[] = [];
  for (const tenant of tenants) ids.push(await addBooking(services, at, tenant, { checked: true, application: false, listingId: listing }));
  return ids;
}

type Asked = { readonly method: string; readonly path: string; readonly body: object };
const approval = (id: number): Asked => ({ method: 'PATCH', path: `/booking/approve/?id=${id}`, body: {} });
const wizard = (unit: number, n: number): Asked => ({
  method: 'POST',
  path: '/tenancy/create_tenancy/',
  body: {
    unit_id: unit,
    starts_on: clock.today(),
    ends_on: addDays(clock.today(), 364),
    rent_cents: 4_500_000,
    people: [{ name: `Tenant ${n}`, phone: `+2547220${10_000 + n}`, role: 'lead', share_bp: 10_000 }],
  },
});
/** Sends all requests before any is answered, alternating between the two processes. */
const atOnce = (asked: readonly Asked[]) => Promise.all(asked.map((one, i) => ask(one, i)));
async function ask({ method, path, body }: Asked, i: number, key: string = randomUUID()) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key };
  const answer = await fetch(`${servers[i % servers.length]?.url}/api/v2${path}`, { method, headers, body: JSON.stringify(body) });
  return { by: i % servers.length, status: answer.status, text: await answer.text() };
}
/** Like the web client: when the server is overloaded, the request is repeated under the same key. */
async function patiently(asked: Asked, i: number) {
  const key = randomUUID();
  for (let tries = 0; ; tries++) {
    const answer = await ask(asked, i, key);
    if (answer.status !== 503 || tries === requestTimes.retries) return answer;
    await pause(requestTimes.retryDelayMs * 2 ** tries);
  }
}
async function promises(unit: number) {
  const { rows } = await sql<{ stays: number; approved: number; tenancies: number; status: string }>`
    select (select count(*)::int from stay where unit_id = u.id and released_at is null) as stays,
      (select count(*)::int from booking where unit_id = u.id and status = 'await_payment') as approved,
      (select count(*)::int from tenancy where unit_id = u.id and status = 'pending') as tenancies, u.status
    from unit u where id = ${unit}`.execute(services.database.db);
  return rows[0];
}

describe('concurrent approval on two server processes', () => {
  test('exactly one of fifty approvals for one home succeeds, and the other applicants become backups after a conflict response', async () => {
    const { unit, listing } = await home();
    const answers = await atOnce((await applicants(unit, listing, 50)).map(approval));
    const refused = answers.filter((one) => one.status === 409);
    expect(answers.filter((one) => one.status === 200)).toHaveLength(1);
    expect(refused).toHaveLength(49);
    // Both processes received requests and both refused some, so neither was idle.
    expect(new Set(refused.map((one) => one.by))).toEqual(new Set([0, 1]));
    expect(await promises(unit)).toEqual({ stays: 1, approved: 1, tenancies: 0, status: 'ordered' });
    const { rows } = await sql<{ stage: string; n: number }>`
      select stage, count(*)::int as n from booking where unit_id = ${unit} and status = 'await_screening' group by stage`.execute(
      services.database.db,
    );
    expect(rows).toEqual([{ stage: 'backup', n: 49 }]);
    const { rows: offers } = await sql<{ status: string }>`select status from listing where id = ${listing}`.execute(services.database.db);
    expect(offers).toEqual([{ status: 'paused' }]);
  });

  // Approvals for units of one property run in turn. A request that waits five seconds for a connection must be retried (docs/architecture.md).
  test('all fifty approvals for fifty homes of one property succeed, each exactly once', async () => {
    const homes = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const { unit, listing } = await home();
        return { unit, asked: (await applicants(unit, listing, 1)).map(approval) };
      }),
    );
    const answers = await Promise.all(homes.flatMap(({ asked }) => asked).map(patiently));
    expect(answers.filter((one) => one.status !== 200)).toEqual([]);
    for (const { unit } of homes) expect(await promises(unit)).toEqual({ stays: 1, approved: 1, tenancies: 0, status: 'ordered' });
  });

  test('simultaneous approvals and manual tenancies yield one reservation', async () => {
    const { unit, listing } = await home();
    const booked = (await applicants(unit, listing, 8)).map(approval);
    const answers = await atOnce(booked.flatMap((one, i) => [one, wizard(unit, i)]));
    expect(answers.filter((one) => one.status === 200)).toHaveLength(1);
    expect(answers.filter((one) => ![200, 400, 409].includes(one.status))).toEqual([]);
    const found = await promises(unit);
    expect(found).toMatchObject({ stays: 1, status: 'ordered' });
    expect((found?.approved ?? 0) + (found?.tenancies ?? 0)).toBe(1);
  });

  test('without the database constraint several approvals for one home succeed, so the test detects double approval', async () => {
    const { unit, listing } = await home();
    const ids = await applicants(unit, listing, 6);
    await sql`alter table stay drop constraint stay_alone`.execute(services.database.db);
    const answers = await atOnce(ids.map(approval));
    expect(answers.filter((one) => one.status === 200).length).toBeGreaterThan(1);
    expect((await promises(unit))?.stays).toBeGreaterThan(1);
  });
});
