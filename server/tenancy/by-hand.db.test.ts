import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { cents } from '#contract/money/cents.ts';
import { addDays } from '#contract/time/days.ts';
import { inLocale } from '#server/kernel/locale.ts';
import { somebody } from '#test/world.ts';
import { as, asha, here, house, livedIn, me, read, start, tenancyTests, told, who } from '#test/worlds/tenancies.ts';
import * as tenancy from './service.ts';
import { statementOf, statementPaper } from './statement.ts';

tenancyTests();
const offer = (id: number, until = addDays(start, 20)) =>
  as(here.owner, (ctx) => tenancy.offerRenewal(ctx, { id, ends_on: addDays(start, 700), rent_cents: cents(3_300_000), until, message: '' }));
const record = (id: number) => as(here.owner, (ctx) => tenancy.recordRenewal(ctx, { id, reason: 'By phone this morning' }));

describe('a yes that somebody else writes down', () => {
  test('of those without an account: the new term holds and they are told', async () => {
    const { id } = await livedIn({ people: [{ ...who(), role: 'lead', shareBp: 10_000 }] });
    await expect(record(id)).rejects.toMatchObject({ failure: 'conflict' });
    expect((await offer(id)).acts).toEqual(expect.arrayContaining(['record_renewal', 'withdraw_renewal']));
    const after = await record(id);
    expect(after).toMatchObject({ status: 2, ends_on: addDays(start, 700), renewal: null, stage: 'normal' });
    expect(after.history[0]).toMatchObject({ move: 'renew', reason: 'By phone this morning' });
    expect(after.acts).not.toContain('record_renewal');
    expect(await told('tenancy.renewed', id)).toBeGreaterThan(0);
  });

  test('not of those who can answer themselves, co-tenants too', async () => {
    for (const people of [
      [{ ...me(), role: 'lead' as const, shareBp: 10_000 }],
      [
        { ...who(), role: 'lead' as const, shareBp: 5_000 },
        { ...me(), role: 'co_tenant' as const, shareBp: 5_000 },
      ],
    ]) {
      const { id } = await livedIn({ people });
      expect((await offer(id)).acts).not.toContain('record_renewal');
      await expect(record(id)).rejects.toMatchObject({ failure: 'conflict' });
      expect(await read(id)).toMatchObject({ renewal: { rent_cents: 3_300_000 } });
    }
  });

  test('not by a stranger', async () => {
    const { id } = await livedIn({ people: [{ ...who(), role: 'lead', shareBp: 10_000 }] });
    await offer(id);
    const stranger = await somebody(house, 'owner');
    await expect(as(stranger, (ctx) => tenancy.recordRenewal(ctx, { id, reason: 'They told me' }))).rejects.toMatchObject({ failure: 'notFound' });
  });
});

describe('the statement of terms', () => {
  test('says what holds, in both languages, and nobody’s number', async () => {
    const { id } = await livedIn({
      charges: [{ label: 'Garbage', kind: 'garbage', cents: 30_000, often: 'monthly' }],
      escalation: { kind: 'percent', value: 500, every_months: 12, next_on: addDays(start, 365), notice_days: 60 },
    });
    const one = await read(id);
    for (const language of ['en', 'sw'] as const) {
      const made = inLocale.run(language, () => statementPaper(one, { from: one.company.name, reach: ['Box 1, Nairobi'] }));
      expect(made.letterhead).toMatchObject({ from: one.company.name, reach: ['Box 1, Nairobi'], code: one.code });
      const said = JSON.stringify(made);
      for (const part of [one.code, one.unit.name, 'Asha', 'KES 30,000', 'KES 300', '5 %']) expect(said).toContain(part);
      expect(said).not.toContain('712777002');
      expect(said).not.toContain('undefined');
    }
    const { bytes, code } = await statementOf(house, id);
    expect([code, Buffer.from(bytes.slice(0, 5)).toString()]).toEqual([one.code, '%PDF-']);
  });

  test('has an address for who sees the tenancy, and only for them', async () => {
    const { id } = await livedIn({
      people: [
        { ...who(), role: 'lead', shareBp: 5_000 },
        { ...me(), role: 'co_tenant', shareBp: 5_000 },
      ],
    });
    const address = (by: typeof here.owner) => as(by, (ctx) => tenancy.statement(house)(ctx, { id }));
    expect((await address(here.owner)).address).toMatch(/^\/files\/tenancy\/\d+\/en\?until=\d+&signature=/);
    expect((await address(asha)).address).toContain('/files/tenancy/');
    await expect(address(await somebody(house, 'owner'))).rejects.toMatchObject({ failure: 'notFound' });
    // Who left reads what was theirs; what holds now is others'.
    await house.database.db.transaction().execute(async (tx) => {
      await sql`update tenancy_person set until = ${start} where tenancy_id = ${id} and role = 'co_tenant'`.execute(tx);
      await sql`update tenancy_person set share_bp = 10000 where tenancy_id = ${id} and role = 'lead'`.execute(tx);
    });
    expect((await read(id, asha)).id).toBe(id);
    await expect(address(asha)).rejects.toMatchObject({ failure: 'notFound' });
  });
});
