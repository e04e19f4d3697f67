import { expect, test } from 'vitest';
import { purposes } from '#contract/collection/kinds.ts';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { freshHouse } from '#test/db.ts';
import { asNow, ctxOf, somebody } from '#test/world.ts';
import { place } from '#test/worlds/market.ts';
import { all, csv } from './lists.ts';
import { fullOf } from './one.ts';

test('what a company pays the platform is not among what its tenants paid, and no business of its agent', async () => {
  const house = await freshHouse();
  const { db } = house.database;
  const here = await place(house);
  const company = here.owner.me.companyId ?? 0;
  const someone = await somebody(house, 'agent');
  await db
    .insertInto('mandate')
    .values({
      ...{ owner_company_id: company, agent_company_id: someone.me.companyId ?? 0, all_properties: true, grants: ['payments.read'] },
      starts_on: addDays(clock.today(), -1),
    })
    .execute();
  const agent = await asNow(house, someone);
  const row = { fund: 'C', status: 'completed', match: 'matched', company_id: company, looked_at: clock.now() } as const;
  const [rent, slot] = await db
    .insertInto('payment')
    .values([
      { ...row, purpose: purposes.tenancy_payment, how: 'paybill', cents: 50_000, property_id: here.property, payer: 'ASHA' },
      { ...row, purpose: purposes.property_featured_payment, how: 'wallet', cents: 1_160, spent_cents: cents(1_160) },
    ])
    .returning(['id', 'code'])
    .execute();
  const seen = async (who: typeof agent, paid_to?: 'company' | 'platform') =>
    (await all(ctxOf(house, who), { page: 1, page_size: 10, tabs: true, sort: '-created_at', z_filter: paid_to ? { paid_to } : {} })) ?? [];
  const codes = ({ results }: Awaited<ReturnType<typeof seen>>) => results.map(({ code }) => code);
  expect(codes(await seen(agent))).toEqual([rent?.code]);
  expect((await csv(ctxOf(house, agent), {})).csv).not.toContain(slot?.code ?? '');
  await expect(fullOf(ctxOf(house, agent), slot?.id ?? 0)).rejects.toMatchObject({ failure: 'notFound' });
  // By the home, as the field says.
  const { name: building } = await db.selectFrom('property').select('name').where('id', '=', here.property).executeTakeFirstOrThrow();
  const looked = await all(ctxOf(house, here.owner), { page: 1, page_size: 10, sort: '-created_at', z_filter: { q: building.toUpperCase() } });
  expect(looked.results.map(({ code }) => code)).toEqual([rent?.code]);
  const owners = await seen(here.owner, 'company');
  expect([codes(owners), owners.tabs?.completed]).toEqual([[rent?.code], 1]);
  const own = await seen(here.owner, 'platform');
  const { name } = await db.selectFrom('company').select('name').where('id', '=', company).executeTakeFirstOrThrow();
  expect(own.results.map(({ code, payer }) => [code, payer])).toEqual([[slot?.code, name]]);
  const file = await csv(ctxOf(house, here.owner), { z_filter: { paid_to: 'company' } });
  expect(file.csv.split('\r\n')[0]).toContain('When,What for,');
  expect(file.csv).toContain('Received');
  expect(file.csv).not.toContain('Joined');
});

test('payments are listed by the day they show, newest first, and found by it', async () => {
  const house = await freshHouse();
  const here = await place(house);
  const came = (day: string) => ({
    ...({ fund: 'C', status: 'completed', match: 'matched', company_id: here.owner.me.companyId, looked_at: clock.now(), how: 'bank' } as const),
    ...{ purpose: purposes.tenancy_payment, cents: 50_000, property_id: here.property, payer: day, received_at: new Date(`${day}T09:00:00Z`) },
  });
  await house.database.db.insertInto('payment').values(['2026-10-08', '2026-10-17', '2026-10-12'].map(came)).execute();
  const list = (z_filter = {}) => all(ctxOf(house, here.owner), { page: 1, page_size: 10, sort: '-received_at', z_filter });
  expect((await list()).results.map(({ payer }) => payer)).toEqual(['2026-10-17', '2026-10-12', '2026-10-08']);
  expect((await list({ day_from: '2026-10-10', day_to: '2026-10-14' })).results.map(({ payer }) => payer)).toEqual(['2026-10-12']);
});
