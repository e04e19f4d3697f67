import { expect, test } from 'vitest';
import { paymentPurposes } from '#contract/collection/kinds.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { createTestServices } from '#test/db.ts';
import { createOwnerWithUnit } from '#test/fixtures/market.ts';
import { createPerson, createTestCtx, reloadTestPerson } from '#test/people.ts';
import { exportPayments, listPayments } from './lists.ts';
import { readPaymentDetails } from './payment-detail.ts';

test('payment lists: payments of a company to Makao are separate from payments of its tenants, and hidden from the agent of the company', async () => {
  const services = await createTestServices();
  const { db } = services.database;
  const here = await createOwnerWithUnit(services);
  const company = here.owner.me.companyId ?? 0;
  const someone = await createPerson(services, 'agent');
  await db
    .insertInto('mandate')
    .values({
      owner_company_id: company,
      agent_company_id: someone.me.companyId ?? 0,
      all_properties: true,
      grants: ['payments.read'],
      starts_on: addDays(clock.today(), -1),
    })
    .execute();
  const agent = await reloadTestPerson(services, someone);
  const row = { fund: 'C', status: 'completed', match: 'matched', company_id: company, looked_at: clock.now() } as const;
  const [rent, slot] = await db
    .insertInto('payment')
    .values([
      { ...row, purpose: paymentPurposes.tenancy_payment, how: 'paybill', cents: 50_000, property_id: here.property, payer: 'ASHA' },
      { ...row, purpose: paymentPurposes.property_featured_payment, how: 'wallet', cents: 1_160, spent_cents: toCents(1_160) },
    ])
    .returning(['id', 'code'])
    .execute();
  const seen = async (who: typeof agent, paid_to?: 'company' | 'platform') =>
    (await listPayments(createTestCtx(services, who), {
      page: 1,
      page_size: 10,
      tabs: true,
      sort: '-created_at',
      z_filter: paid_to ? { paid_to } : {},
    })) ?? [];
  const codes = ({ results }: Awaited<ReturnType<typeof seen>>) => results.map(({ code }) => code);
  expect(codes(await seen(agent))).toEqual([rent?.code]);
  expect((await exportPayments(createTestCtx(services, agent), {})).csv).not.toContain(slot?.code ?? '');
  await expect(readPaymentDetails(createTestCtx(services, agent), slot?.id ?? 0)).rejects.toMatchObject({ failure: 'notFound' });
  // The text search also matches the name of the home.
  const { name: building } = await db.selectFrom('property').select('name').where('id', '=', here.property).executeTakeFirstOrThrow();
  const looked = await listPayments(createTestCtx(services, here.owner), {
    page: 1,
    page_size: 10,
    sort: '-created_at',
    z_filter: { q: building.toUpperCase() },
  });
  expect(looked.results.map(({ code }) => code)).toEqual([rent?.code]);
  const owners = await seen(here.owner, 'company');
  expect([codes(owners), owners.tabs?.completed]).toEqual([[rent?.code], 1]);
  const own = await seen(here.owner, 'platform');
  const { name } = await db.selectFrom('company').select('name').where('id', '=', company).executeTakeFirstOrThrow();
  expect(own.results.map(({ code, payer }) => [code, payer])).toEqual([[slot?.code, name]]);
  const file = await exportPayments(createTestCtx(services, here.owner), { z_filter: { paid_to: 'company' } });
  expect(file.csv.split('\r\n')[0]).toContain('Date,Purpose,');
  expect(file.csv).toContain('Received');
  expect(file.csv).not.toContain('Joined');
});

test('payment lists: are sorted and filtered by the displayed date, newest first', async () => {
  const services = await createTestServices();
  const here = await createOwnerWithUnit(services);
  const came = (day: string) => ({
    ...({ fund: 'C', status: 'completed', match: 'matched', company_id: here.owner.me.companyId, looked_at: clock.now(), how: 'bank' } as const),
    purpose: paymentPurposes.tenancy_payment,
    cents: 50_000,
    property_id: here.property,
    payer: day,
    received_at: new Date(`${day}T09:00:00Z`),
  });
  await services.database.db.insertInto('payment').values(['2026-10-08', '2026-10-17', '2026-10-12'].map(came)).execute();
  const list = (z_filter = {}) => listPayments(createTestCtx(services, here.owner), { page: 1, page_size: 10, sort: '-received_at', z_filter });
  expect((await list()).results.map(({ payer }) => payer)).toEqual(['2026-10-17', '2026-10-12', '2026-10-08']);
  expect((await list({ day_from: '2026-10-10', day_to: '2026-10-14' })).results.map(({ payer }) => payer)).toEqual(['2026-10-12']);
});
