import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { addDays } from '#contract/time/days.ts';
import { localeContext } from '#server/kernel/locale.ts';
import {
  ashaInput,
  ashaUser,
  countQueuedNotifications,
  createActiveTenancy,
  newTenantInput,
  readTenancy,
  runAs,
  setUpTenancyTests,
  startDay,
  testPlace,
  testServices,
} from '#test/fixtures/tenancies.ts';
import { createPerson } from '#test/people.ts';
import * as tenancy from './service.ts';
import { buildTenancyStatementDocument, renderTenancyStatement } from './statement.ts';

setUpTenancyTests();
const offer = (id: number, until = addDays(startDay, 20)) =>
  runAs(testPlace.owner, (ctx) =>
    tenancy.offerRenewal(ctx, { id, ends_on: addDays(startDay, 700), rent_cents: toCents(3_300_000), until, message: '' }),
  );
const record = (id: number) => runAs(testPlace.owner, (ctx) => tenancy.recordRenewal(ctx, { id, reason: 'By phone this morning' }));

describe('renewal recorded by the manager', () => {
  test('applies the new term and notifies tenants without an account', async () => {
    const { id } = await createActiveTenancy({ people: [{ ...newTenantInput(), role: 'lead', shareBp: 10_000 }] });
    await expect(record(id)).rejects.toMatchObject({ failure: 'conflict' });
    expect((await offer(id)).acts).toEqual(expect.arrayContaining(['record_renewal', 'withdraw_renewal']));
    const after = await record(id);
    expect(after).toMatchObject({ status: 2, ends_on: addDays(startDay, 700), renewal: null, stage: 'normal' });
    expect(after.history[0]).toMatchObject({ move: 'renew', reason: 'By phone this morning' });
    expect(after.acts).not.toContain('record_renewal');
    expect(await countQueuedNotifications('tenancy.renewed', id)).toBeGreaterThan(0);
  });

  test('is refused for tenants and co-tenants who can accept the renewal themselves', async () => {
    for (const people of [
      [{ ...ashaInput(), role: 'lead' as const, shareBp: 10_000 }],
      [
        { ...newTenantInput(), role: 'lead' as const, shareBp: 5_000 },
        { ...ashaInput(), role: 'co_tenant' as const, shareBp: 5_000 },
      ],
    ]) {
      const { id } = await createActiveTenancy({ people });
      expect((await offer(id)).acts).not.toContain('record_renewal');
      await expect(record(id)).rejects.toMatchObject({ failure: 'conflict' });
      expect(await readTenancy(id)).toMatchObject({ renewal: { rent_cents: 3_300_000 } });
    }
  });

  test('is refused for a person of another company', async () => {
    const { id } = await createActiveTenancy({ people: [{ ...newTenantInput(), role: 'lead', shareBp: 10_000 }] });
    await offer(id);
    const stranger = await createPerson(testServices, 'owner');
    await expect(runAs(stranger, (ctx) => tenancy.recordRenewal(ctx, { id, reason: 'They told me' }))).rejects.toMatchObject({ failure: 'notFound' });
  });
});

describe('statement of terms', () => {
  test('shows the current terms in both languages, without phone numbers', async () => {
    const { id } = await createActiveTenancy({
      charges: [{ label: 'Garbage', kind: 'garbage', cents: 30_000, often: 'monthly' }],
      escalation: { kind: 'percent', value: 500, every_months: 12, next_on: addDays(startDay, 365), notice_days: 60 },
    });
    const one = await readTenancy(id);
    for (const language of ['en', 'sw'] as const) {
      const made = localeContext.run(language, () => buildTenancyStatementDocument(one, { from: one.company.name, reach: ['Box 1, Nairobi'] }));
      expect(made.letterhead).toMatchObject({ from: one.company.name, reach: ['Box 1, Nairobi'], code: one.code });
      const said = JSON.stringify(made);
      for (const part of [one.code, one.unit.name, 'Asha', 'KES 30,000', 'KES 300', '5%']) expect(said).toContain(part);
      expect(said).not.toContain('712777002');
      expect(said).not.toContain('undefined');
    }
    const { bytes, code } = await renderTenancyStatement(testServices, id);
    expect([code, Buffer.from(bytes.slice(0, 5)).toString()]).toEqual([one.code, '%PDF-']);
  });

  test('has a link that works only for people with access to the tenancy', async () => {
    const { id } = await createActiveTenancy({
      people: [
        { ...newTenantInput(), role: 'lead', shareBp: 5_000 },
        { ...ashaInput(), role: 'co_tenant', shareBp: 5_000 },
      ],
    });
    const address = (by: typeof testPlace.owner) => runAs(by, (ctx) => tenancy.statementLink(testServices)(ctx, { id }));
    expect((await address(testPlace.owner)).address).toMatch(/^\/files\/tenancy\/\d+\/en\?until=\d+&signature=/);
    expect((await address(ashaUser)).address).toContain('/files/tenancy/');
    await expect(address(await createPerson(testServices, 'owner'))).rejects.toMatchObject({ failure: 'notFound' });
    // A former tenant reads the terms of their own time, and not the present ones.
    await testServices.database.db.transaction().execute(async (tx) => {
      await sql`update tenancy_person set until = ${startDay} where tenancy_id = ${id} and role = 'co_tenant'`.execute(tx);
      await sql`update tenancy_person set share_bp = 10000 where tenancy_id = ${id} and role = 'lead'`.execute(tx);
    });
    expect((await readTenancy(id, ashaUser)).id).toBe(id);
    await expect(address(ashaUser)).rejects.toMatchObject({ failure: 'notFound' });
  });
});
