import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { addListing, createOwnerWithUnit } from '#test/fixtures/market.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import { abuseService } from './service.ts';

let services: TestServices;
let admin: TestPerson;
let tenant: TestPerson;
const calls = () => abuseService(services);
const offer = async (facts: object = {}) => {
  const at = await createOwnerWithUnit(services);
  return { ...at, listing: await addListing(services, at, facts) };
};
const report = (who: TestPerson | null, target: 'listing' | 'property' | 'agent' | 'review', target_id: number, ip = '10.0.0.1', agent = 'vitest') =>
  runAsPerson(services, who, (ctx) =>
    calls().report(
      { ...ctx, from: { ...ctx.from, ip, agent } },
      { target, target_id, reason: 'viewing_fee', body: 'They asked for money to see it', contact: '' },
    ),
  );
const statusOf = async (id: number) =>
  services.database.db.selectFrom('listing').select(['status', 'paused_by']).where('id', '=', id).executeTakeFirstOrThrow();
const idOf = async (code: string) =>
  (await services.database.db.selectFrom('abuse_report').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id;

beforeAll(async () => {
  services = await createTestServices();
  admin = await createPerson(services, 'admin');
  tenant = await createPerson(services, 'tenant');
});
beforeEach(() => services.database.db.deleteFrom('throttle').execute());

describe('complaint: submission', () => {
  test('is accepted only about publicly visible listings, properties, agents and reviews', async () => {
    const draft = await offer({ status: 'draft' });
    await expect(report(tenant, 'listing', draft.listing)).rejects.toMatchObject({ failure: 'notFound' });
    await expect(report(tenant, 'property', draft.property)).rejects.toMatchObject({ failure: 'notFound' });
    await expect(report(tenant, 'agent', tenant.id)).rejects.toMatchObject({ failure: 'notFound' });
    await expect(report(tenant, 'review', 999_999)).rejects.toMatchObject({ failure: 'notFound' });
    const shown = await offer();
    expect((await report(null, 'listing', shown.listing)).code).toMatch(/^ABR/);
    expect((await report(null, 'property', shown.property)).code).toMatch(/^ABR/);
  });

  const resident = async (days = 30, facts: object = {}) => {
    const who = await createPerson(services, 'tenant');
    const created_at = new Date(Date.now() - days * 86_400_000);
    await services.database.db
      .updateTable('person')
      .set({ created_at, ...facts })
      .where('id', '=', who.id)
      .execute();
    return who;
  };
  const signedInFrom = (who: TestPerson, ip_address: string, user_agent: string) =>
    services.database.db
      .insertInto('person_session')
      .values({ person_id: who.id, token: crypto.randomUUID(), expires_at: new Date(Date.now() + 1000), ip_address, user_agent })
      .execute();

  test('three trusted complainants pause a listing, but three complaints by one person do not', async () => {
    const { listing } = await offer();
    const [asha, otieno, njeri] = [await resident(), await resident(), await resident()];
    await report(asha, 'listing', listing, '10.0.0.1');
    for (const n of [2, 3]) await expect(report(asha, 'listing', listing, `10.0.0.${n}`)).rejects.toMatchObject({ failure: 'conflict' });
    await report(otieno, 'listing', listing, '10.0.0.4');
    expect((await statusOf(listing)).status).toBe('live');
    await report(njeri, 'listing', listing, '10.0.0.5');
    expect(await statusOf(listing)).toEqual({ status: 'paused', paused_by: 'platform' });
  });

  test('complaints by anonymous, new or unconfirmed accounts never pause a listing', async () => {
    const { listing } = await offer();
    for (let n = 1; n <= 4; n++) await report(null, 'listing', listing, `10.3.0.${n}`);
    const without = [await resident(1), await resident(30, { email_verified: false }), await resident(30, { verified_status: 'suspended' })];
    for (const [n, who] of [...without, await createPerson(services, 'owner')].entries()) await report(who, 'listing', listing, `10.3.1.${n}`);
    await report(await resident(), 'listing', listing, '10.3.2.1');
    await report(await resident(), 'listing', listing, '10.3.2.2');
    expect((await statusOf(listing)).status).toBe('live');
  });

  test('three accounts with one shared address or device count as one complainant', async () => {
    const { listing } = await offer();
    for (let n = 1; n <= 3; n++) await report(await resident(), 'listing', listing, '10.4.0.1', `browser ${n}`);
    for (let n = 1; n <= 3; n++) await report(await resident(), 'listing', listing, `2001:db8:1:2::${n}`, `browser ${n}`);
    expect((await statusOf(listing)).status).toBe('live');
    const other = await offer();
    for (let n = 1; n <= 3; n++) {
      const puppet = await resident();
      await signedInFrom(puppet, '10.4.9.9', 'the same browser');
      await report(puppet, 'listing', other.listing, `10.4.1.${n}`, `browser ${n}`);
    }
    expect((await statusOf(other.listing)).status).toBe('live');
  });

  test('three simultaneous complaints pause a listing', async () => {
    const { listing } = await offer();
    const people = [await resident(), await resident(), await resident()];
    await Promise.all(people.map((who, n) => report(who, 'listing', listing, `10.1.0.${n}`)));
    expect((await statusOf(listing)).status).toBe('paused');
  });

  test('the number of complaints per complainant is limited, including rejected complaints', async () => {
    for (let n = 0; n < 10; n++) await report(null, 'listing', 999_999, '10.2.0.1').catch(() => undefined);
    await expect(report(null, 'listing', (await offer()).listing, '10.2.0.1')).rejects.toMatchObject({ failure: 'tooMany' });
  });
});

describe('complaint: decision', () => {
  const close = (who: TestPerson, id: number, action: 'none' | 'pause' | 'stall') =>
    runAsPerson(services, who, (ctx) => calls().close(ctx, { id, outcome: 'upheld', action, decision: 'The receipts were false' }));

  test('closing with a freeze freezes the property and notifies the complainant, and each complaint is closed only once', async () => {
    const { listing, property } = await offer();
    const id = await idOf((await report(tenant, 'listing', listing)).code);
    const closed = await close(admin, id, 'stall');
    expect([closed.status, closed.outcome, closed.property?.stalled]).toEqual(['closed', 'upheld', true]);
    const { rows } = { rows: await services.database.db.selectFrom('public_listing').select('id').where('property_id', '=', property).execute() };
    expect(rows).toEqual([]);
    expect((await listSentNotifications(services, 'abuse.outcome')).map((t) => t.to.personId)).toEqual([tenant.id]);
    await expect(close(admin, id, 'none')).rejects.toMatchObject({ failure: 'wrongState' });
  });

  test('the action "pause" is rejected for a complaint without a listing, and the complaint stays pending', async () => {
    const { property } = await offer();
    const id = await idOf((await report(tenant, 'property', property)).code);
    await expect(close(admin, id, 'pause')).rejects.toMatchObject({ failure: 'invalid', extra: { fields: { action: expect.any(String) } } });
    expect((await calls().details(createTestCtx(services, admin), { id })).status).toBe('pending');
  });

  test('assignment is rejected for a person without permission to handle complaints, and accepted for an admin', async () => {
    const { listing } = await offer();
    const id = await idOf((await report(tenant, 'listing', listing)).code);
    const give = (person_id: number) => runAsPerson(services, admin, (ctx) => calls().assign(ctx, { id, person_id }));
    await expect(give(tenant.id)).rejects.toMatchObject({ failure: 'invalid', extra: { fields: { person_id: expect.any(String) } } });
    expect(await give(admin.id)).toMatchObject({ status: 'assigned', handler: { id: admin.id } });
  });

  test('only the author can withdraw a complaint, and only while the complaint is open', async () => {
    const { listing } = await offer();
    const other = await createPerson(services, 'tenant');
    const id = await idOf((await report(tenant, 'listing', listing)).code);
    const revoke = (who: TestPerson) => runAsPerson(services, who, (ctx) => calls().revoke(ctx, { id }));
    await expect(revoke(other)).rejects.toMatchObject({ failure: 'notFound' });
    await expect(revoke(admin)).rejects.toMatchObject({ failure: 'notFound' });
    await revoke(tenant);
    expect((await calls().details(createTestCtx(services, admin), { id })).status).toBe('revoked');
    await expect(revoke(tenant)).rejects.toMatchObject({ failure: 'wrongState' });
  });

  test("the list shows open complaints first, and a sub admin sees only complaints of the sub admin's county", async () => {
    const subadmin = await createPerson(services, 'subadmin');
    await services.database.db.updateTable('person').set({ region: '001' }).where('id', '=', subadmin.id).execute();
    const asked = { page: 1, page_size: 100, sort: 'due_at' as const };
    const { results } = await calls().list(createTestCtx(services, admin), asked);
    const open = results.map((r) => r.status === 'pending' || r.status === 'assigned');
    expect(open).toEqual([...open].sort((a, b) => Number(b) - Number(a)));
    expect((await calls().list(createTestCtx(services, subadmin), asked)).count).toBe(0);
  });
});
