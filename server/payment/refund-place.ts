import { sql } from 'kysely';
import { msisdnOf } from '#contract/daraja/phone.ts';
import { kesPlain } from '#contract/money/format.ts';
import { invalid } from '#server/http/answer.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { opened } from '#server/kernel/seal.ts';
import { companyName } from '#server/people/service.ts';
import { debtOf } from '#server/wallet/service.ts';
import { m } from '#words/messages.js';
import { reveal } from './phones.ts';
import type { RefundRow } from './refund-rows.ts';
import { leftOf, type PaymentRow } from './rows.ts';

type From = Pick<PaymentRow, 'phone_sealed' | 'phone_tail'>;
/** Where it goes, in full. Empty: it was forgotten since. */
export const placeOf = ({ to_sealed }: Pick<RefundRow, 'to_sealed'>): string =>
  to_sealed === '' ? '' : opened<{ to: string }>({ sealed: to_sealed }).to;

/** It goes to another number than it was paid from, as far as that is known. */
export function isElsewhere({ phone_sealed, phone_tail }: From, to: string): boolean {
  const number = msisdnOf(to);
  if (phone_sealed !== null) return number !== reveal(phone_sealed);
  return phone_tail !== null && !(number ?? '').endsWith(phone_tail);
}

/** A phone, or an account with its bank before it: who pays it out reads nothing else. Cash goes from hand to hand. */
const account = /^(?:\p{L}[\p{L} .&'-]{1,60}[ ,:]+)?\d[\d -]{4,24}\d$/u;
export function insistPlace({ fund, holder_id }: Pick<PaymentRow, 'fund' | 'holder_id'>, to: string): void {
  if (fund === 'C' && holder_id === null && msisdnOf(to) === null && !account.test(to.trim()))
    throw invalid({ to: m.payment_problem_refund_place() });
}

/**
 * What was taken off a company that had been paid it out is not there: others' money would go. It goes as far as the company has covered it.
 */
export async function insistCovered(ctx: Ctx, payment: PaymentRow, sum: number): Promise<void> {
  if (payment.fund !== 'C' || payment.company_id === null) return;
  const { rows } = await sql<{ cents: number }>`/* all: what its company owes for a payment that was taken off it */
    select coalesce(sum(e.cents), 0)::bigint as cents from allocation a join journal_entry e on e.journal_id = a.undone_by
      join ledger_account d on d.id = e.dr and d.code = 1300 where a.payment_id = ${payment.id}`.execute(ctx.db);
  const missing = Math.min(rows[0]?.cents ?? 0, (await debtOf(ctx.db, payment.company_id)).owes);
  const left = Math.max(0, leftOf(payment) - missing);
  if (missing > 0 && sum > left)
    throw new Refusal(
      'conflict',
      m.payment_refusal_refund_owes({ who: await companyName(ctx.db, payment.company_id), sum: kesPlain(missing), left: kesPlain(left) }),
    );
}
