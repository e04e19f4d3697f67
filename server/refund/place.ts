import { sql } from 'kysely';
import { msisdnOf } from '#contract/daraja/phone.ts';
import { kesPlain } from '#contract/money/format.ts';
import { leftOf, type PaymentRow, reveal } from '#server/collection/service.ts';
import { invalid } from '#server/http/answer.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { opened } from '#server/kernel/seal.ts';
import { codeOf } from '#server/ledger/service.ts';
import { isGiven } from '#server/matching/service.ts';
import { companyName } from '#server/people/service.ts';
import { debtOf } from '#server/wallet/service.ts';
import { m } from '#words/messages.js';
import type { RefundRow } from './rows.ts';

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

const isOurs = async (db: Db, personId: number | null): Promise<boolean> =>
  personId !== null &&
  (await everything(db, 'person', 'who asked for a refund')
    .select()
    .select('id')
    .where('id', '=', personId)
    .where('company_id', 'is', null)
    .executeTakeFirst()) !== undefined;
/**
 * What was taken off a company that had been paid it out is not there: others' money would go. It goes as far as the company has covered it. What came
 * for a company that owes, or is frozen, is nobody's by that company's own wish: only the platform's people ask that it goes.
 */
export async function insistCovered(ctx: Ctx, payment: PaymentRow, refund: RefundRow): Promise<void> {
  if (payment.fund !== 'C' || payment.company_id === null) return;
  const { owes, frozen } = await debtOf(ctx.db, payment.company_id);
  const { rows } = await sql<{ cents: number }>`/* all: what its company owes for a payment that was taken off it */
    select coalesce(sum(e.cents), 0)::bigint as cents from allocation a join journal_entry e on e.journal_id = a.undone_by
      join ledger_account d on d.id = e.dr and d.code = ${codeOf('ownerReceivable')} where a.payment_id = ${payment.id}`.execute(ctx.db);
  // What a credit note gave back was the company's, who may have been paid it out as well.
  const given = refund.credit_id !== null && payment.holder_id === null && (await isGiven(ctx.db, refund.credit_id));
  const missing = Math.min(given ? refund.cents : (rows[0]?.cents ?? 0), owes);
  const left = Math.max(0, (given ? refund.cents : leftOf(payment)) - missing);
  const who = await companyName(ctx.db, payment.company_id);
  if (missing > 0 && refund.cents > left)
    throw new Refusal('conflict', m.payment_refusal_refund_owes({ who, sum: kesPlain(missing), left: kesPlain(left) }));
  // What a tenant has over is theirs, whatever the company owes; cash is given back by who has it.
  const isTheirs = (refund.credit_id === null || given) && payment.holder_id === null;
  if (isTheirs && (owes > 0 || frozen) && !(await isOurs(ctx.db, refund.asked_by)))
    throw new Refusal('conflict', m.payment_refusal_refund_debt({ who }));
}
