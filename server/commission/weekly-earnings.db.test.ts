import { expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { createTestServices } from '#test/db.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson } from '#test/people.ts';
import { notifyWeeklyEarnings } from './notify.ts';

test('weekly earnings: notifies each company once, on Monday', async () => {
  const services = await createTestServices();
  const { db } = services.database;
  const agent = await createPerson(services, 'agent');
  const company = agent.me.companyId ?? 0;
  const rule = await db
    .insertInto('commission_rule')
    .values({ name: 'Agents', beneficiary: 'agent', basis: 'rent_collected', kind: 'rate', bps: 1000 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const earned = (sum: number, daysAgo: number, source_id: number) =>
    db
      .insertInto('commission')
      .values({
        rule_id: rule.id,
        beneficiary: 'agent',
        beneficiary_company_id: company,
        company_id: company,
        source: 'allocation',
        source_id,
        fund: 'C',
        heap: `invoice:${source_id}`,
        heap_cents: toCents(sum),
        base_cents: toCents(sum),
        amount_cents: toCents(sum),
        tax_cents: toCents(0),
        created_at: new Date(clock.ms() - daysAgo * 86_400_000),
      })
      .execute();
  await earned(20_000, 2, 1);
  await earned(30_000, 6, 2);
  // Of the week before, and of today.
  await earned(40_000, 9, 3);
  await earned(50_000, 0, 4);
  for (const _ of [1, 2]) await notifyWeeklyEarnings(db);
  const heard = await listSentNotifications(services, 'commission.accrued');
  expect(heard.map(({ to, params }) => [to, params])).toEqual([[{ personId: agent.me.userId }, { sum: 'KES 500', count: '2' }]]);
});
