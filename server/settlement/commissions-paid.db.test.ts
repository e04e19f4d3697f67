import { expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { markCommissionsPaid, markCommissionsUnpaid } from '#server/commission/service.ts';
import { asClock } from '#server/kernel/ctx.ts';
import { postJournal } from '#server/ledger/service.ts';
import { sendTransfer } from '#server/transfer/service.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createRailWithoutResults } from '#test/fixtures/payout-phone.ts';
import { addMoney, addPayoutAccount, confirmReturnedPayout, ensurePlatformPayoutAccount } from '#test/fixtures/payouts.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, makeAccountsEstablished, runAsPerson } from '#test/people.ts';
import { approvePayout } from './approve.ts';
import { onPayoutAnswer, payoutTransferPurpose } from './transfers.ts';

let services: TestServices;
let n = 0;
/** Posts an agent's commission to the ledger. */
async function earned(agent: number, sum: number): Promise<void> {
  const { db } = services.database;
  const rule = await db
    .insertInto('commission_rule')
    .values({ name: 'Agents', beneficiary: 'agent', basis: 'rent_collected', kind: 'rate', bps: 1000 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('commission')
    .values({
      rule_id: rule.id,
      beneficiary: 'agent',
      beneficiary_company_id: agent,
      company_id: agent,
      source: 'allocation',
      source_id: ++n,
      fund: 'C',
      heap: `invoice:${n}`,
      heap_cents: toCents(sum),
      base_cents: toCents(sum),
      amount_cents: toCents(sum),
      tax_cents: toCents(0),
      booked_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await postJournal(db, {
    key: `commission:${id}`,
    kind: 'commission',
    source: ['commission', id],
    companyId: agent,
    params: {},
    pairs: [
      {
        fund: 'C',
        dr: { code: ledgerAccounts.mpesaPaybill, ref: (await ensurePlatformPayoutAccount(services, 'mpesa')).ref },
        cr: { code: ledgerAccounts.agentPayable, company: agent },
        cents: toCents(sum),
      },
    ],
  });
}

test('commission withdrawal: a partial withdrawal pays the oldest commissions, and the next withdrawal pays the remaining commissions', async () => {
  services = await createTestServices();
  const [agent, second] = [await createPerson(services, 'agent'), await createPerson(services, 'superadmin')];
  await makeAccountsEstablished(services, second);
  const company = agent.me.companyId ?? 0;
  const { db } = services.database;
  const account = await addPayoutAccount(services, company);
  // The platform bears the sending fee, so the paybill needs cash of other owners.
  await addMoney(services, (await createPerson(services, 'owner')).me.companyId ?? 0);
  for (const sum of [30_000, 30_000, 30_050]) await earned(company, sum);
  const takeOut = async (wanted: number): Promise<string[]> => {
    const { id } = await db
      .insertInto('settlement_payment')
      .values({
        kind: 'withdrawal',
        company_id: company,
        fund: 'C',
        account_code: ledgerAccounts.agentPayable,
        cut_off: clock.today(),
        payout_account_id: account,
        rail: 'mpesa',
        wanted_cents: toCents(wanted),
        net_cents: toCents(wanted),
        made_by: agent.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(await runAsPerson(services, second, (ctx) => approvePayout(ctx, { id, net_cents: wanted }))).toMatchObject({ approved: true });
    const transfer = await db.selectFrom('settlement_transaction').selectAll().where('settlement_id', '=', id).executeTakeFirstOrThrow();
    await sendTransfer(db, payoutTransferPurpose, createRailWithoutResults().rail, transfer.id);
    const answer = { conversationId: null, originator: transfer.key, code: '0', receipt: `R${id}`, text: 'ok', cents: null };
    await db.transaction().execute((tx) => onPayoutAnswer(asClock(tx, 'a test'), answer));
    return states();
  };
  const states = async () =>
    (await db.selectFrom('commission').select('status').where('beneficiary_company_id', '=', company).orderBy('id').execute()).map(
      ({ status }) => status,
    );
  expect(await takeOut(10_000)).toEqual(['accrued', 'accrued', 'accrued']);
  expect(await takeOut(20_000)).toEqual(['paid', 'accrued', 'accrued']);
  // Super admins are notified of the result of each payout.
  const ended = (await listSentNotifications(services, 'settlement.ended')).filter(({ to }) => 'personId' in to && to.personId === second.me.userId);
  expect(ended.map(({ params }) => (params as { became: string }).became)).toEqual(['paid', 'paid']);
  // The remaining fifty cents do not count as an unpaid commission.
  expect(await takeOut(60_000)).toEqual(['paid', 'paid', 'paid']);
  // The last payout was returned: its commissions are unpaid until the next payout includes them.
  const last = await db.selectFrom('settlement_transaction').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  await confirmReturnedPayout(services, [await createPerson(services, 'superadmin'), second], last.id);
  expect(await states()).toEqual(['paid', 'accrued', 'accrued']);
  await db.updateTable('settlement_error').set({ error: 'timeout' }).execute();
  expect(await takeOut(60_000)).toEqual(['paid', 'paid', 'paid']);
});

test('commission: a payout can include 70,000 commissions', async () => {
  const ids = Array.from({ length: 70_000 }, (_, at) => at + 1_000_000);
  const about = { code: 'STL-MANY', companyId: 1, revision: 1 };
  await expect(services.database.db.transaction().execute((tx) => markCommissionsPaid(asClock(tx, 'a test'), ids, about))).resolves.toBeUndefined();
});

test('commission payout: when a returned payout is paid a second time, the agent is notified a second time', async () => {
  const agent = await createPerson(services, 'agent');
  const company = agent.me.companyId ?? 0;
  await earned(company, 10_000);
  const { id } = await services.database.db.selectFrom('commission').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  const say = (work: typeof markCommissionsPaid, revision: number) =>
    services.database.db.transaction().execute((tx) => work(asClock(tx, 'a test'), [id], { code: 'STL-TWICE', companyId: company, revision }));
  await say(markCommissionsPaid, 1);
  await say(markCommissionsUnpaid, 2);
  await say(markCommissionsPaid, 3);
  expect(
    (await listSentNotifications(services, 'commission.paid')).filter(({ to }) => 'personId' in to && to.personId === agent.me.userId),
  ).toHaveLength(2);
});
