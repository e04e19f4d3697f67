import { sql } from 'kysely';
import { toMsisdn } from '#contract/daraja/phone.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { calculateUnallocatedCents, type PaymentRow, unsealPhone } from '#server/collection/service.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { unsealIfSealed } from '#server/kernel/seal.ts';
import { accountCodeSql } from '#server/ledger/service.ts';
import { isCreditNoteCredit } from '#server/matching/service.ts';
import { readCompanyName } from '#server/people/service.ts';
import { readWalletDebt } from '#server/wallet/service.ts';
import { m } from '#words/messages.js';
import type { RefundRow } from './rows.ts';

type From = Pick<PaymentRow, 'phone_sealed' | 'phone_tail'>;
/** The full destination of a refund. An empty value means that it was erased. */
export const decryptRefundDestination = ({ to_sealed }: Pick<RefundRow, 'to_sealed'>): string =>
  to_sealed === '' ? '' : unsealIfSealed<{ to: string }>({ sealed: to_sealed }).to;

/** Whether the refund goes to another number than the payment came from, as far as both are known. */
export function isDifferentRefundNumber({ phone_sealed, phone_tail }: From, to: string): boolean {
  const number = toMsisdn(to);
  if (phone_sealed !== null) return number !== unsealPhone(phone_sealed);
  return phone_tail !== null && !(number ?? '').endsWith(phone_tail);
}

const account = /^(?:\p{L}[\p{L} .&'-]{1,60}[ ,:]+)?\d[\d -]{4,24}\d$/u;
/**
 * Checks the destination: a phone number, or a bank and an account number, because the person who pays the refund reads nothing else. Cash needs no
 * destination.
 */
export function assertDestinationAllowed({ fund, holder_id }: Pick<PaymentRow, 'fund' | 'holder_id'>, to: string): void {
  if (fund === 'C' && holder_id === null && toMsisdn(to) === null && !account.test(to.trim()))
    throw invalidInputRefusal({ to: m.payment_problem_refund_place() });
}

const isOurs = async (db: Db, personId: number | null): Promise<boolean> =>
  personId !== null &&
  (await unscopedTable(db, 'person', 'the person who requested a refund')
    .select()
    .select('id')
    .where('id', '=', personId)
    .where('company_id', 'is', null)
    .executeTakeFirst()) !== undefined;
/**
 * Checks that a refund does not use other companies' money. Money that a company already received as a payout is missing, so it is refunded only as
 * far as the company has covered it. For a company with a debt or a frozen wallet, only platform staff may request the refund.
 */
export async function assertRefundCovered(ctx: Ctx, payment: PaymentRow, refund: RefundRow): Promise<void> {
  if (payment.fund !== 'C' || payment.company_id === null) return;
  const { owes, frozen } = await readWalletDebt(ctx.db, payment.company_id);
  const { rows } = await sql<{ cents: number }>`/* unscoped: the amount its company owes for a payment that was unallocated */
    select coalesce(sum(e.cents), 0)::bigint as cents from allocation a join journal_entry e on e.journal_id = a.undone_by
      join ledger_account d on d.id = e.dr and d.code = ${accountCodeSql('ownerReceivable')} where a.payment_id = ${payment.id}`.execute(ctx.db);
  // A credit note returns the company's money, which may have been paid out as well.
  const given = refund.credit_id !== null && payment.holder_id === null && (await isCreditNoteCredit(ctx.db, refund.credit_id));
  const missing = Math.min(given ? refund.cents : (rows[0]?.cents ?? 0), owes);
  const left = Math.max(0, (given ? refund.cents : calculateUnallocatedCents(payment)) - missing);
  const who = await readCompanyName(ctx.db, payment.company_id);
  if (missing > 0 && refund.cents > left)
    throw new Refusal('conflict', m.payment_refusal_refund_owes({ who, sum: formatKesPlain(missing), left: formatKesPlain(left) }));
  // Tenant credit belongs to the tenant, whatever the company owes; cash is refunded by its holder.
  const isTheirs = (refund.credit_id === null || given) && payment.holder_id === null;
  if (isTheirs && (owes > 0 || frozen) && !(await isOurs(ctx.db, refund.asked_by)))
    throw new Refusal('conflict', m.payment_refusal_refund_debt({ who }));
}
