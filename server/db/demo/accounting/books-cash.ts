import { sql } from 'kysely';
import { isWholeShillings, toCents } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { addDays, type Day } from '#contract/time/days.ts';
import { addDepositSlip, declareCashDeposit } from '#server/cash/deposits.ts';
import { confirmCashPayment, recordPayment } from '#server/collection/record.ts';
import { unscopedDb } from '#server/kernel/scoped.ts';
import { makeBlindMark } from '#server/kernel/seal.ts';
import { correctPayment } from '#server/matching/correct-payment.ts';
import type { CollectionAccountRow } from '#server/treasury/service.ts';
import { type AccountingDesk, decideRequest, drawSlip } from './books-desk.ts';
import type { UnbookedLine } from './statement-file.ts';

/** The code that the tenant reads in the SMS and tells the collector. */
const code = '428913';
const mostCents = 6_000_000;
/** The amount by which a payment is first recorded too low. */
const mistake = 100_000;

/** Open rents of the homes that the agency manages. */
const readOwing = async (desk: AccountingDesk, day: Day, count: number) =>
  (
    await sql<{ id: number; tenancy_id: number; cents: number }>`/* unscoped: the demo data */
      select i.id, i.tenancy_id, i.open_cents as cents from invoice i join tenant n on n.id = i.tenant_id join tenancy t on t.id = i.tenancy_id and t.status = 'active'
      where i.agent_company_id = ${desk.as('agency').me.companyId} and i.kind = 'rent' and i.fund = 'C' and i.status = 'unpaid' and n.phone is not null
        and i.open_cents between 500000 and ${mostCents} and i.due_on between ${addDays(day, -20)}::date and ${day}::date
        and not exists (select 1 from payment p where p.tenancy_id = i.tenancy_id and p.how = 'cash')
      order by i.due_on, i.id limit ${count * 3}`.execute(desk.db)
  ).rows
    .filter(({ cents }) => isWholeShillings(Number(cents)))
    .slice(0, count);

/** Tenants pay the agency's accountant in cash and confirm it with their code. The first payment may be recorded with a wrong amount, which two people correct. */
export async function takeCash(desk: AccountingDesk, day: Day, count: number, { isFirstWrong = false } = {}): Promise<void> {
  const ctx = desk.as('agency');
  for (const [n, { id, tenancy_id, cents }] of (await readOwing(desk, day, count)).entries()) {
    const paid = toCents(Number(cents) - (isFirstWrong && n === 0 ? mistake : 0));
    const made = await recordPayment(ctx, {
      how: 'cash',
      cents: paid,
      on: day,
      tenancy_id: Number(tenancy_id),
      invoice_ids: [Number(id)],
      external: '',
      note: '',
    });
    const code_mark = makeBlindMark(`cash:${made.id}:${code}`);
    await unscopedDb(desk.db).updateTable('payment').set({ code_mark }).where('id', '=', made.id).execute();
    await confirmCashPayment(desk.services)(ctx, { id: made.id, code, reason: '' });
    if (isFirstWrong && n === 0) await decideRequest(desk, 'head', await requestCorrection(desk, made.id));
  }
}

/** The agency's accountant asks to correct the amount of a payment. Returns the request. */
async function requestCorrection(desk: AccountingDesk, paymentId: number) {
  const one = unscopedDb(desk.db).selectFrom('payment').select('cents').where('id', '=', paymentId);
  const { cents } = await one.executeTakeFirstOrThrow();
  const given = { id: paymentId, cents: toCents(cents + mistake), cause: 'typed' as const, reason: 'The receipt book shows the full rent' };
  await correctPayment(desk.as('agency'), given);
  return unscopedDb(desk.db)
    .selectFrom('approval_request')
    .select('id')
    .where('kind', '=', 'paymentCorrection')
    .where('subject_id', '=', paymentId)
    .executeTakeFirstOrThrow();
}

/** The agency pays all its cash into the clients' bank and declares it with the slip. Returns the line that the bank's statement will show. */
export async function declareDeposit(desk: AccountingDesk, account: CollectionAccountRow, day: Day, reference: string): Promise<UnbookedLine | null> {
  const ctx = desk.as('agency');
  const held = await unscopedDb(desk.db)
    .selectFrom('payment')
    .select('id')
    .where('how', '=', 'cash')
    .where('fund', '=', 'C')
    .where('status', '=', 'completed')
    .where('holder_id', '=', ctx.me.companyId)
    .where('banked_line_id', 'is', null)
    .where('paid_on', '<=', day)
    .where('id', 'not in', (eb) => eb.selectFrom('cash_deposit_payment').select('payment_id'))
    .execute();
  if (held.length === 0) return null;
  const payment_ids = held.map(({ id }) => id);
  const made = await declareCashDeposit(desk.services)(ctx, { account_id: account.id, payment_ids, paid_on: day, reference });
  const file = await drawSlip('Cash deposit slip', [
    ['Account', `${account.name} ${account.number}`],
    ['Deposited by', made.company.name],
    ['Date', day],
    ['Slip number', reference],
    ['Amount', formatKesPlain(made.cents)],
  ]);
  await addDepositSlip(desk.services)(ctx, { id: made.id, file });
  return { day, cents: made.cents, reference, details: `CASH DEPOSIT ${made.code} ${made.company.name.toUpperCase()}` };
}
