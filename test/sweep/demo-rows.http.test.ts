import { expect, test } from 'vitest';
import type { CallShape } from '#contract/kernel/call.ts';
import { makeApp } from '#server/app.ts';
import { demoPassword } from '#server/db/demo/people/accounts.ts';
import { callTable } from '#server/rooms.ts';
import { send, signedIn } from '#test/client.ts';
import { freshHouse } from '#test/db.ts';

/** Who manages homes pays no rent, months are invoiced by the clock, and nobody asked for money back, brought a statement or was paid in doubt, and whose rent comes to Makao's paybill has no account of their own; a dealer has no tenants, and earns once somebody they brought pays the platform. */
const money = [
  ...['meter.mine', 'invoice.mine', 'invoice.runs', 'payment.mine', 'payment.refunds', 'payment.statements', 'payment.doubts'],
  'payment.accounts',
] as const;
/** Lists that are rightly empty: tenants come with the leasing room; an agent is no recruiter of agents; a dealer reads a county and by a mandate who comes to one house, writes nothing there and sells nothing, so nobody writes to them or reports a home of theirs; neither brought a sheet or wrote to many, and what agents answer is shown to owners. */
const empty: Readonly<Record<string, readonly string[]>> = {
  'agent@makao.test': [
    ...money,
    'people_agent.list',
    'people_agent.csv',
    'people_tenant.list',
    'people_tenant.csv',
    'inspection.mine',
    'tenancy.mine',
    'intake.list',
    'portfolio.list',
    'lead.withAgents',
    'broadcast.all',
  ],
  'dealer@makao.test': [
    ...money,
    'invoice.all',
    'invoice.csv',
    'invoice.sums',
    'payment.all',
    'payment.csv',
    'commission.all',
    'commission.csv',
    'withdraw.payouts',
    'withdraw.payoutsCsv',
    'people_tenant.list',
    'people_tenant.csv',
    'inspection.mine',
    'tenancy.mine',
    'access.mandates',
    'access.teamProperties',
    'lead.all',
    'bid.sales',
    'promotion.all',
    'featured.all',
    'abuse.against',
    'intake.list',
    'portfolio.list',
    'lead.withAgents',
    'broadcast.all',
  ],
};

test.each(Object.keys(empty))('%s of the demo has rows in every list that account opens', async (email) => {
  const house = await freshHouse('demo');
  const app = await makeApp(house, null);
  const { token } = await signedIn(app, email, demoPassword);
  const bare: string[] = [];
  for (const [room, calls] of Object.entries(callTable))
    for (const [name, call] of Object.entries(calls as Record<string, CallShape>)) {
      if (call.method !== 'GET' || !call.path.startsWith('/api/v2/')) continue;
      const answer = await send(app, `${call.path}?page=1&page_size=20`, { token });
      if (answer.status === 200 && answer.json?.count === 0) bare.push(`${room}.${name}`);
    }
  await app.close();
  expect(bare.filter((key) => !empty[email]?.includes(key))).toEqual([]);
});
