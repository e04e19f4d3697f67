import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import { tenantHandlers } from './module.ts';
import { findOrCreateTenant } from './service.ts';

let services: TestServices;
let at: OwnerWithUnit;
let n = 0;
const db = () => services.database.db;
const number = () => `+2547140${String(++n).padStart(5, '0')}`;
const company = () => at.owner.me.companyId ?? 0;
const create = (name: string, phone: string) => runAsPerson(services, at.owner, (ctx) => tenantHandlers.create(ctx, { name, phone, anyway: false }));
const details = (id: number) => tenantHandlers.details(createTestCtx(services, at.owner), { id });
const related = (personId: number, name: string, phone: string | null) =>
  runAsPerson(services, at.owner, (ctx) => findOrCreateTenant(ctx, company(), { personId, name, phone, email: null }));
const merge = (id: number, into: number) => runAsPerson(services, at.owner, (ctx) => tenantHandlers.merge(ctx, { id, into }));
const shown = async (phone: string | null, email: string | null = null): Promise<TestPerson> => {
  const person = await createPerson(services, 'tenant');
  await db()
    .updateTable('person')
    .set({ phone, phone_proved_at: phone ? new Date() : null, ...(email ? { email, email_verified: true } : {}) })
    .where('id', '=', person.id)
    .execute();
  return person;
};
async function lives(tenantId: number) {
  const unit = await addUnit(services, at.property);
  await db()
    .transaction()
    .execute(async (tx) => {
      const { rows } = await sql<{ id: number }>`insert into tenancy (company_id, property_id, unit_id, listing_type, status, starts_on, ends_on)
        values (${company()}, ${at.property}, ${unit}, 0, 'active', '2026-01-01', '2027-12-31') returning id`.execute(tx);
      await sql`insert into tenancy_person (tenancy_id, tenant_id, role, share_bp) values (${rows[0]?.id ?? 0}, ${tenantId}, 'lead', 10000)`.execute(
        tx,
      );
    });
}
const toldOf = async (event: string, phone: string) =>
  (
    await sql`select 1 from job.job_common where name = 'notification.deliver' and data ->> 'event' = ${event} and data -> 'to' ->> 'phone' = ${phone}`.execute(
      db(),
    )
  ).rows.length;

beforeAll(async () => {
  services = await createTestServices();
  at = await createOwnerWithUnit(services);
});

describe('account access to a tenant record', () => {
  test('merging records links a lease only to an account with the verified number or email, and notifies the removed number', async () => {
    const [faith, brian] = [await create('Faith Chebet', number()), await shown(number())];
    const theirs = await related(brian.id, 'Brian', null);
    await lives(faith.id);
    for (const [id, into] of [
      [faith.id, theirs],
      [theirs, faith.id],
    ] as const) {
      expect(await tenantHandlers.previewMerge(createTestCtx(services, at.owner), { id, into })).toMatchObject({
        problem: expect.stringContaining('Faith Chebet'),
      });
      await expect(merge(id, into)).rejects.toMatchObject({ failure: 'conflict' });
    }
    // A record without bookings or tenancies merges without verification.
    const empty = await create('Brian O.', number());
    await merge(empty.id, theirs);
    // A verified number or email is enough.
    const phone = number();
    const [written, mine] = [await create('Mama Zawadi', phone), await shown(phone)];
    await lives(written.id);
    const relation = await related(mine.id, 'Halima', null);
    await db().updateTable('tenant').set({ phone: number() }).where('id', '=', relation).execute();
    expect(await merge(written.id, relation)).toMatchObject({ id: relation, tenancies: [expect.anything()] });
    expect(await toldOf('tenant.number_gone', phone)).toBe(1);
    const mailed = await runAsPerson(services, at.owner, (ctx) =>
      tenantHandlers.create(ctx, { name: 'Juma', email: 'Juma@makao.test', anyway: false }),
    );
    await lives(mailed.id);
    const juma = await related((await shown(null, 'juma@makao.test')).id, 'J. M.', null);
    expect(await merge(juma, mailed.id)).toMatchObject({ id: mailed.id, has_account: true });
  });

  test('correcting the number of a tenant with a lease notifies the former number', async () => {
    const [old, next] = [number(), number()];
    const one = await create('Naliaka', old);
    const free = await create('Nobody Yet', number());
    await lives(one.id);
    const correct = (id: number, phone: string) => runAsPerson(services, at.owner, (ctx) => tenantHandlers.update(ctx, { id, phone }));
    await correct(one.id, next);
    expect(await toldOf('tenant.number_gone', old)).toBe(1);
    await correct(free.id, number());
    expect(await toldOf('tenant.number_gone', free.phone ?? '')).toBe(0);
  });
});

describe('new account with a known phone number', () => {
  test('sign-up under another name creates a second tenant record, which the manager can merge with the known record', async () => {
    const phone = number();
    const faith = await create('Faith Chebet', phone);
    await lives(faith.id);
    const mallory = await shown(phone);
    const theirs = await related(mallory.id, 'Mallory Otieno', phone);
    expect(theirs).not.toBe(faith.id);
    expect(await details(faith.id)).toMatchObject({ has_account: false, same_number: [{ id: theirs, name: 'Mallory Otieno' }] });
    expect(await details(theirs)).toMatchObject({ tenancies: [], same_number: [{ id: faith.id, name: 'Faith Chebet' }] });
    expect(await related(mallory.id, 'Mallory Otieno', phone)).toBe(theirs);
    expect(await merge(theirs, faith.id)).toMatchObject({ id: faith.id, has_account: true, same_number: [] });
  });

  test('sign-up under the same name links the tenant record, even if the name is in another order or has an initial', async () => {
    const phone = number();
    const faith = await create('CHEBET F.', phone);
    await lives(faith.id);
    expect(await related((await shown(phone)).id, 'Faith Chebet', phone)).toBe(faith.id);
    expect(await details(faith.id)).toMatchObject({ has_account: true, same_number: [] });
  });

  test('creating a tenant record with the number of an account under another name does not link that account', async () => {
    const phone = number();
    const mallory = await shown(phone);
    const theirs = await related(mallory.id, 'Mallory Otieno', phone);
    const byNumber = (name: string) =>
      runAsPerson(services, at.owner, (ctx) => findOrCreateTenant(ctx, company(), { personId: null, name, phone, email: null }));
    const other = await byNumber('Faith Chebet');
    expect(other).not.toBe(theirs);
    expect(await byNumber('Otieno M.')).toBe(theirs);
  });
});
