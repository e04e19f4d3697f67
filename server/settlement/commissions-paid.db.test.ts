import { expect, test } from 'vitest';
import { accounts } from '#contract/ledger/accounts.ts';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { cameBack as commissionBack, paidOut } from '#server/commission/service.ts';
import { atClock } from '#server/kernel/ctx.ts';
import { post } from '#server/ledger/service.ts';
import { send } from '#server/transfer/service.ts';
import { freshHouse, type House } from '#test/db.ts';
import { told } from '#test/jobs.ts';
import { inTransaction, longHere, somebody } from '#test/world.ts';
import { silent } from '#test/worlds/payout-phone.ts';
import { addMoney, addPayoutAccount, payingPlace, saidBack } from '#test/worlds/payouts.ts';
import { approve } from './approve.ts';
import { onPayoutAnswer, payoutTransfers } from './transfers.ts';

let house: House;
let n = 0;
/** A commission of an agent, in the books. */
async function earned(agent: number, sum: number): Promise<void> {
  const { db } = house.database;
  const rule = await db
    .insertInto('commission_rule')
    .values({ name: 'Agents', beneficiary: 'agent', basis: 'rent_collected', kind: 'rate', bps: 1000 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('commission')
    .values({
      ...{
        rule_id: rule.id,
        beneficiary: 'agent',
        beneficiary_company_id: agent,
        company_id: agent,
        source: 'allocation',
        source_id: ++n,
        fund: 'C',
      },
      ...{
        heap: `invoice:${n}`,
        heap_cents: cents(sum),
        base_cents: cents(sum),
        amount_cents: cents(sum),
        tax_cents: cents(0),
        booked_at: clock.now(),
      },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await post(db, {
    ...{ key: `commission:${id}`, kind: 'commission', source: ['commission', id], companyId: agent, params: {} },
    pairs: [
      {
        fund: 'C',
        dr: { code: accounts.mpesaPaybill, ref: (await payingPlace(house, 'mpesa')).ref },
        cr: { code: accounts.agentPayable, company: agent },
        cents: cents(sum),
      },
    ],
  });
}

test('a withdrawal of part pays the oldest commissions as far as it reaches; the next one the others', async () => {
  house = await freshHouse();
  const [agent, second] = [await somebody(house, 'agent'), await somebody(house, 'superadmin')];
  await longHere(house, second);
  const company = agent.me.companyId ?? 0;
  const { db } = house.database;
  const account = await addPayoutAccount(house, company);
  // Sending costs the platform: there is others' cash on the paybill.
  await addMoney(house, (await somebody(house, 'owner')).me.companyId ?? 0);
  for (const sum of [30_000, 30_000, 30_050]) await earned(company, sum);
  const takeOut = async (wanted: number): Promise<string[]> => {
    const { id } = await db
      .insertInto('settlement_payment')
      .values({
        ...{
          kind: 'withdrawal',
          company_id: company,
          fund: 'C',
          account_code: accounts.agentPayable,
          cut_off: clock.today(),
          payout_account_id: account,
          rail: 'mpesa',
        },
        ...{ wanted_cents: cents(wanted), net_cents: cents(wanted), made_by: agent.id },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(await inTransaction(house, second, (ctx) => approve(ctx, { id, net_cents: wanted }))).toMatchObject({ approved: true });
    const transfer = await db.selectFrom('settlement_transaction').selectAll().where('settlement_id', '=', id).executeTakeFirstOrThrow();
    await send(db, payoutTransfers, silent().rail, transfer.id);
    const answer = { conversationId: null, originator: transfer.key, code: '0', receipt: `R${id}`, text: 'ok', cents: null };
    await db.transaction().execute((tx) => onPayoutAnswer(atClock(tx, 'a test'), answer));
    return states();
  };
  const states = async () =>
    (await db.selectFrom('commission').select('status').where('beneficiary_company_id', '=', company).orderBy('id').execute()).map(
      ({ status }) => status,
    );
  expect(await takeOut(10_000)).toEqual(['accrued', 'accrued', 'accrued']);
  expect(await takeOut(20_000)).toEqual(['paid', 'accrued', 'accrued']);
  // Whoever leads the platform hears how each ended.
  const ended = (await told(house, 'settlement.ended')).filter(({ to }) => 'personId' in to && to.personId === second.me.userId);
  expect(ended.map(({ params }) => (params as { became: string }).became)).toEqual(['paid', 'paid']);
  // Fifty cents stay: they are no commission that was not paid.
  expect(await takeOut(60_000)).toEqual(['paid', 'paid', 'paid']);
  // The last came back: what left with it has not, until the next payout takes it along.
  const last = await db.selectFrom('settlement_transaction').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  await saidBack(house, [await somebody(house, 'superadmin'), second], last.id);
  expect(await states()).toEqual(['paid', 'accrued', 'accrued']);
  await db.updateTable('settlement_error').set({ error: 'timeout' }).execute();
  expect(await takeOut(60_000)).toEqual(['paid', 'paid', 'paid']);
});

test('of however many commissions a payout is made', async () => {
  const ids = Array.from({ length: 70_000 }, (_, at) => at + 1_000_000);
  const about = { code: 'STL-MANY', companyId: 1, revision: 1 };
  await expect(house.database.db.transaction().execute((tx) => paidOut(atClock(tx, 'a test'), ids, about))).resolves.toBeUndefined();
});

test('a payout that arrives once more says so once more', async () => {
  const agent = await somebody(house, 'agent');
  const company = agent.me.companyId ?? 0;
  await earned(company, 10_000);
  const { id } = await house.database.db.selectFrom('commission').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  const say = (work: typeof paidOut, revision: number) =>
    house.database.db.transaction().execute((tx) => work(atClock(tx, 'a test'), [id], { code: 'STL-TWICE', companyId: company, revision }));
  await say(paidOut, 1);
  await say(commissionBack, 2);
  await say(paidOut, 3);
  expect((await told(house, 'commission.paid')).filter(({ to }) => 'personId' in to && to.personId === agent.me.userId)).toHaveLength(2);
});
