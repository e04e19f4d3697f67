import { simulated } from '#contract/daraja/simulated.ts';
import { accounts } from '#contract/ledger/accounts.ts';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import type { PayableCode } from '#contract/wallet/kinds.ts';
import { seal } from '#server/kernel/seal.ts';
import { post } from '#server/ledger/service.ts';
import { cameBack } from '#server/settlement/came-back.ts';
import { addAccount, payingFrom } from '#server/treasury/service.ts';
import type { House } from '#test/db.ts';
import { inTransaction, type Somebody } from '#test/world.ts';

let n = 0;
const hoursAgo = (hours: number) => new Date(clock.ms() - hours * 3_600_000);

/** A payout account that has waited long enough. */
export async function addPayoutAccount(house: House, company: number, facts: object = {}): Promise<number> {
  const row = await house.database.db
    .insertInto('payout_account')
    .values({
      ...{
        company_id: company,
        rail: 'mpesa',
        holder: 'Jane',
        sealed: seal({ number: '+254712345678' }),
        tail: '678',
        mark: Buffer.from(`mark ${++n}`),
      },
      ...{ status: 'ready', changed_at: hoursAgo(48), verified_at: hoursAgo(48), ...facts },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}
/** Where the platform's payouts leave from, the same however often it is asked for. */
export async function payingPlace(house: House, rail: 'mpesa' | 'bank'): Promise<{ id: number; ref: string }> {
  const { db } = house.database;
  const own = { company_id: null, bank_code: rail === 'bank' ? '01' : null, fund: 'C', of_env: rail === 'mpesa' } as const;
  const number = rail === 'mpesa' ? simulated.shortcode : '0110099887701';
  const { id } = (await payingFrom(db, rail)) ?? (await addAccount(db, { ...own, rail, name: `Our ${rail}`, number })) ?? { id: 0 };
  return { id, ref: `collection:${id}` };
}
/** Money in trust that a company may be paid. */
export async function addMoney(house: House, company: number, sum = 1_000_000): Promise<void> {
  const { db } = house.database;
  await db
    .insertInto('ledger_book')
    .values({ company_id: company, mode: 'trust' })
    .onConflict((oc) => oc.doNothing())
    .execute();
  const id = ++n;
  const { ref } = await payingPlace(house, 'mpesa');
  await post(db, {
    ...{ key: `example:${process.pid}:${id}:${company}`, kind: 'money_allocated', source: ['test', id], companyId: company, params: {} },
    pairs: [{ fund: 'C', dr: { code: accounts.mpesaPaybill, ref }, cr: { code: accounts.ownerPayable, company }, cents: cents(sum) }],
  });
}
/** A payout of a company as it stands before anybody has approved it, or with a transfer of its own. */
export async function addPayout(house: House, company: number, facts: object = {}, code: PayableCode = 2000) {
  const { db } = house.database;
  const account = await addPayoutAccount(house, company);
  await db.deleteFrom('settlement_payment').where('company_id', '=', company).where('status', '=', 'draft').execute();
  const row = await db
    .insertInto('settlement_payment')
    .values({
      ...{
        kind: 'withdrawal',
        company_id: company,
        fund: 'C',
        account_code: code,
        cut_off: clock.today(),
        payout_account_id: account,
        rail: 'mpesa',
      },
      ...{ net_cents: cents(100_000), figures: JSON.stringify(figures), wanted_cents: cents(100_000), ...facts },
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();
  return { ...row, account };
}
const figures = {
  opening: 0,
  gross: 100_000,
  commission: 0,
  expenses: 0,
  tax: 0,
  sent: 0,
  other: 0,
  total: 100_000,
  held: 0,
  reserve: 0,
  later: 0,
  fee: 0,
  left: 0,
  net: 100_000,
};

/** An attempt of a payout that was approved, and, if asked for, what the desk has of it. */
export async function addTransfer(
  house: House,
  company: number,
  approver: number,
  status: 'queued' | 'sent' | 'confirmed' | 'failed' | 'unknown' = 'failed',
  sentAt = clock.now(),
) {
  const payout = await addPayout(house, company, { status: 'sending', approved_by: approver, approved_at: clock.now() });
  const { db } = house.database;
  const transfer = await db
    .insertInto('settlement_transaction')
    .values({
      ...{ settlement_id: payout.id, part: 1, attempt: 1, rail: 'mpesa', payout_account_id: payout.account, tail: '678', cents: 100_000 },
      ...{ key: `T${payout.id}-${++n}`, status, sent_at: sentAt, account_id: (await payingPlace(house, 'mpesa')).id },
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();
  const error = await db
    .insertInto('settlement_error')
    .values({ transaction_id: transfer.id, company_id: company, error: 'timeout', cause: 'No answer' })
    .returning(['id', 'revision'])
    .executeTakeFirstOrThrow();
  // What is on its way stands in the books as that.
  await addMoney(house, company, 200_000);
  if (status !== 'failed')
    await post(db, {
      ...{
        key: `example:transit:${transfer.id}`,
        kind: 'payout_approved',
        source: ['settlement_payment', payout.id],
        companyId: company,
        params: {},
      },
      pairs: [{ fund: 'C', dr: { code: accounts.ownerPayable, company }, cr: { code: accounts.payoutsInTransit, company }, cents: cents(100_000) }],
    });
  if (status === 'confirmed')
    await post(db, {
      ...{
        key: `transfer:${transfer.id}:confirm`,
        kind: 'payout_confirmed',
        source: ['settlement_transaction', transfer.id],
        companyId: company,
        params: {},
      },
      pairs: [
        {
          fund: 'C',
          dr: { code: accounts.payoutsInTransit, company },
          cr: { code: accounts.mpesaPayouts, ref: 'collection:1' },
          cents: cents(100_000),
        },
      ],
    });
  return { payout, transfer, error };
}

/** One says that a transfer came back, another confirms it with what shows it. */
export async function saidBack(house: House, [first, second]: readonly [Somebody, Somebody], id: number): Promise<void> {
  const reason = 'Statement of today, line 4';
  await inTransaction(house, first, (ctx) => cameBack(ctx, { id, reason }));
  const file = await house.database.db
    .insertInto('media_file')
    .values({ purpose: 'document', visibility: 'private', name: 'statement.pdf', uploaded_by: first.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  await house.database.db.updateTable('settlement_transaction').set({ evidence_file_id: file.id }).where('id', '=', id).execute();
  await inTransaction(house, second, (ctx) => cameBack(ctx, { id, reason }));
}
