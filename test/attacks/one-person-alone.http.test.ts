import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultGrants, isAllowed } from '#contract/access/grants.ts';
import { callsWithoutMoney, moneyControls } from '#contract/approval/controls.ts';
import { type CallShape, toRequest } from '#contract/kernel/call.ts';
import { type Role, userTypes } from '#contract/kernel/roles.ts';
import { clock } from '#contract/time/clock.ts';
import { makeApp } from '#server/app.ts';
import { callTable } from '#server/modules.ts';
import { sendRequest, signInForApiToken } from '#test/client.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import type { CallExampleBuilder } from '#test/example-kinds.ts';
import { callExamples } from '#test/examples.ts';
import { payIntoPaybill, readPlatformPaybillAccount } from '#test/fixtures/incoming-payments.ts';
import { createOpenInvoice, createRentedHome } from '#test/fixtures/payment-rows.ts';
import { runQueuedJobs } from '#test/jobs.ts';
import { createPerson, makeSuperadminsEstablished } from '#test/people.ts';
import { preservePeople } from '../sweep/preserve-people.ts';

/**
 * Every role alone uses every act with money that it may use, then tries to approve whatever the act requested, as a thief with an accomplice among
 * the payees would. Afterwards no company can withdraw more, and no payout or refund is approved. Each call has its example, so a new act
 * is attacked when it is added to docs/controls.md.
 */
let services: TestServices;
let app: FastifyInstance;
let restore: () => Promise<void>;
let renew: () => Promise<void>;
const tokens = new Map<Role, string>();
const roles = (Object.keys(userTypes) as Exclude<Role, 'anonymous'>[]).filter((role) => role !== 'tenancy');

/** The calls that at least one role was allowed to complete, so that the attack means something. */
const succeeded = new Set<string>();
/** Makao holds the money of the companies that the examples use, because only client money can be taken by an employee. */
const entrust = () =>
  sql`insert into ledger_book (company_id, mode) select company_id, 'trust' from person where company_id is not null group by 1
    on conflict (company_id) do update set mode = 'trust'`.execute(services.database.db);

const callOf = (name: string): CallShape | undefined => {
  const [module = '', key = ''] = name.split('.');
  return callTable[module]?.[key];
};
/** All acts, and the writing calls beside them that are said to move nothing. Calls that approve what another person requested need that person. */
const approving = new Set([...moneyControls.flatMap(({ approve }) => approve ?? []), 'approval.decideRequest']);
const attacked = [...new Set([...moneyControls.flatMap(({ ask }) => ask), ...Object.keys(callsWithoutMoney)])].filter((name) => !approving.has(name));

beforeAll(async () => {
  const mpesa = {
    MPESA_SHORTCODE: '600123',
    MPESA_CONSUMER_KEY: 'k',
    MPESA_CONSUMER_SECRET: 's',
    MPESA_PASSKEY: 'p',
    MPESA_BASE: 'http://127.0.0.1:9',
  };
  services = await createTestServices('bare', mpesa);
  app = await makeApp(services, null);
  const sessions: { role: Role; id: number; session: number }[] = [];
  for (const role of roles) {
    const who = await createPerson(services, role);
    sessions.push({ role, id: who.id, session: (await services.tokens.read(await signInForApiToken(app, who))) ?? 0 });
  }
  // The attackers have their roles for years, so only the second person is in their way.
  await sql`update person set created_at = '2020-01-01', role_since = '2020-01-01'`.execute(services.database.db);
  renew = async () => {
    for (const { role, id, session } of sessions) tokens.set(role, await services.tokens.make(session, id));
  };
  restore = await preservePeople(services);
});
afterAll(() => app.close());

const send = async (call: CallShape, given: Record<string, unknown>, role: Role) => {
  const { url, body } = toRequest(call, given);
  const { upload } = call;
  const sent = upload
    ? {
        upload: {
          field: upload.field,
          data: given[upload.field] as Uint8Array | undefined,
          name: 'a.png',
          fields: Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => name !== upload.field)),
        },
      }
    : body
      ? { body }
      : {};
  return sendRequest(app, url, { method: call.method, token: tokens.get(role) ?? null, ...sent });
};

/** What each company could withdraw: its payables and its tenants' credit, less cash it holds and debts. */
const readWithdrawable = async (): Promise<Map<string, number>> => {
  const { rows } = await sql<{ company: string; cents: number }>`
    select coalesce(a.company_id::text, '-') as company, sum(t.cr - t.dr)::float8 as cents from ledger_total t join ledger_account a on a.id = t.account_id
    where a.fund in ('C', 'P') and a.code in (2000, 2020, 2040, 2050, 2130, 1040, 1300, 1350) group by 1`.execute(services.database.db);
  return new Map(rows.map(({ company, cents }) => [company, cents]));
};
/** Payouts and refunds of Makao's money that are approved or beyond. */
const readApproved = async (): Promise<Set<string>> => {
  const { rows } = await sql<{ key: string }>`
    select 'payout ' || id as key from settlement_payment where status in ('approved', 'sending', 'paid')
    union all select 'refund ' || r.id from refund r join payment p on p.id = r.payment_id where p.fund = 'C' and r.status in ('approved', 'paid')`.execute(
    services.database.db,
  );
  return new Set(rows.map(({ key }) => key));
};

type Made = { readonly table: string; readonly call: string; readonly given: (id: number) => Promise<Record<string, unknown>> };
/** How the same person would try to approve a row that the act added. */
const approvals: readonly Made[] = [
  { table: 'approval_request', call: 'approval.decideRequest', given: async (id) => ({ id, approve: true, reason: 'fine' }) },
  {
    table: 'settlement_payment',
    call: 'settlement.approve',
    given: async (id) => ({
      id,
      net_cents:
        (await services.database.db.selectFrom('settlement_payment').select('net_cents').where('id', '=', id).executeTakeFirst())?.net_cents ?? 0,
    }),
  },
  { table: 'refund', call: 'payment.decideRefund', given: async (id) => ({ id, approve: true }) },
  { table: 'cash_move', call: 'payment.approveMove', given: async (id) => ({ id }) },
  { table: 'wallet_adjustment', call: 'wallet.decideAdjustment', given: async (id) => ({ id, move: 'approve' }) },
  { table: 'payment', call: 'payment.confirmCash', given: async (id) => ({ id, reason: 'I saw the cash' }) },
];
const readLastIds = async (): Promise<Map<string, number>> => {
  const last = new Map<string, number>();
  for (const { table } of approvals) {
    const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0)::float8 as id from ${sql.table(table)}`.execute(services.database.db);
    last.set(table, rows[0]?.id ?? 0);
  }
  return last;
};
async function approveAll(role: Role, before: ReadonlyMap<string, number>): Promise<void> {
  for (const { table, call: name, given } of approvals) {
    const call = callOf(name);
    if (!call || !isAllowed(call.needs, { role, grants: defaultGrants[role] })) continue;
    const { rows } = await sql<{ id: number }>`select id::float8 as id from ${sql.table(table)} where id > ${before.get(table) ?? 0}`.execute(
      services.database.db,
    );
    for (const { id } of rows) await send(call, await given(id), role);
  }
}

/** Examples of money that belongs to the company itself, replaced by money that Makao holds for it. */
const clientMoney: Readonly<Record<string, CallExampleBuilder>> = {
  'payment.record': async () => ({ tenancy_id: (await createRentedHome(services)).tenancy_id, how: 'cash', cents: 100_000, on: clock.today() }),
  'payment.assign': async () => {
    const { tenancy_id } = await createOpenInvoice(services);
    return { id: (await pay('no such home')).id, parts: [{ tenancy_id, cents: 100_000 }] };
  },
  'payment.unallocate': async () => ({ id: await payRent(), reason: 'It was another’s' }),
  'ledger.requestMoneyMode': async () => ({ company_id: await companyOfOwner(), mode: 'record', reason: 'The owner collects rent again' }),
  'payment.reverse': async () => ({ id: await payRent(), reason: 'It was another’s', cause: 'mistake' }),
};
const companyOfOwner = async () =>
  (await services.database.db.selectFrom('person').select('company_id').where('user_type', '=', 4).orderBy('id').executeTakeFirstOrThrow())
    .company_id ?? 0;
const pay = async (typed: string) => payIntoPaybill(services, { account: await readPlatformPaybillAccount(services), cents: 100_000, typed });
const payRent = async () => {
  const { tenancy_id } = await createOpenInvoice(services);
  const { code } = await services.database.db.selectFrom('tenancy').select('code').where('id', '=', tenancy_id).executeTakeFirstOrThrow();
  return (await pay(code.replace('-', ''))).id;
};

describe.each(attacked)('one person alone with %s', (name) => {
  const call = callOf(name);
  const able = call ? roles.filter((role) => isAllowed(call.needs, { role, grants: defaultGrants[role] })) : [];
  test.each(able)('as %s: no company can withdraw more, and nothing is approved', async (role) => {
    const make = clientMoney[name] ?? callExamples[name];
    if (!call || !make) throw new Error(`there is no example of ${name}`);
    await restore();
    await renew();
    await entrust();
    const given = await make(services);
    await makeSuperadminsEstablished(services);
    await runQueuedJobs(services);
    const [withdrawable, approved, last] = [await readWithdrawable(), await readApproved(), await readLastIds()];
    const answer = await send(call, given, role);
    await approveAll(role, last);
    await runQueuedJobs(services);
    const after = await readWithdrawable();
    const richer = [...after].filter(([company, cents]) => cents > (withdrawable.get(company) ?? 0));
    const let_out = [...(await readApproved())].filter((key) => !approved.has(key));
    if (answer.status === 200) succeeded.add(name);
    expect({ answer: answer.status, richer, let_out }, answer.text.slice(0, 300)).toEqual({ answer: answer.status, richer: [], let_out: [] });
  });
});

test('one person alone: every act with money in the controls was completed by at least one role', () => {
  const acts = new Set(moneyControls.flatMap(({ ask }) => ask));
  expect(attacked.filter((name) => acts.has(name) && !succeeded.has(name))).toEqual([]);
});
