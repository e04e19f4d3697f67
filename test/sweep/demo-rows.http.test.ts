import { expect, test } from 'vitest';
import type { CallShape } from '#contract/kernel/call.ts';
import { makeApp } from '#server/app.ts';
import { demoPassword } from '#server/db/demo/people/accounts.ts';
import { callTable } from '#server/modules.ts';
import { sendRequest, signInOverHttp } from '#test/client.ts';
import { createTestServices } from '#test/db.ts';

/**
 * Lists that stay empty in the demo data. Managers pay no rent, the timer issues the monthly invoices, and the demo has no refund request, imported
 * statement or disputed payment. Owners who are paid through Makao's paybill have no collection account of their own. A dealer has no tenants, and
 * earns when a company they registered pays Makao.
 */
const money = [
  'payment.listDeposits',
  ...[
    'meter.listMine',
    'invoice.listMine',
    'invoice.listInvoiceRuns',
    'payment.listMine',
    'payment.listRefunds',
    'payment.listStatements',
    'payment.listExceptions',
  ],
  'payment.listAccounts',
] as const;
/**
 * Lists that are empty for a reason: tenants are added by the leasing module; agents do not recruit agents. A dealer reads a county and, by a
 * mandate, one property, and writes and sells nothing there, so they get no enquiries or complaints. Neither imported a sheet or sent a broadcast,
 * and answers of agents are shown to owners.
 */
const empty: Readonly<Record<string, readonly string[]>> = {
  'agent@makao.test': [
    ...money,
    'people_agent.list',
    'people_agent.csv',
    'people_tenant.list',
    'people_tenant.csv',
    'inspection.listMine',
    'tenancy.listOwn',
    'intake.list',
    'portfolio.list',
    'lead.listWithAgents',
    'broadcast.list',
  ],
  'dealer@makao.test': [
    ...money,
    'invoice.list',
    'invoice.csv',
    'invoice.totals',
    'payment.list',
    'payment.csv',
    'commission.list',
    'commission.exportCsv',
    'withdraw.listOwnPayouts',
    'withdraw.payoutsCsv',
    'people_tenant.list',
    'people_tenant.csv',
    'inspection.listMine',
    'tenancy.listOwn',
    'access.listMandates',
    'access.teamProperties',
    'lead.list',
    'bid.listSales',
    'promotion.list',
    'featured.list',
    'abuse.listAgainstCompany',
    'intake.list',
    'portfolio.list',
    'lead.listWithAgents',
    'broadcast.list',
  ],
};

test.each(Object.keys(empty))('demo data: %s has rows in every list that the account can open', async (email) => {
  const services = await createTestServices('demo');
  const app = await makeApp(services, null);
  const { token } = await signInOverHttp(app, email, demoPassword);
  const bare: string[] = [];
  for (const [module, calls] of Object.entries(callTable))
    for (const [name, call] of Object.entries(calls as Record<string, CallShape>)) {
      if (call.method !== 'GET' || !call.path.startsWith('/api/v2/')) continue;
      const answer = await sendRequest(app, `${call.path}?page=1&page_size=20`, { token });
      if (answer.status === 200 && answer.json?.count === 0) bare.push(`${module}.${name}`);
    }
  await app.close();
  expect(bare.filter((key) => !empty[email]?.includes(key))).toEqual([]);
});
