import { sql } from 'kysely';
import type { PaymentRail, PaymentVerificationSource } from '#contract/collection/kinds.ts';
import { paymentMachine } from '#contract/collection/machine.ts';
import { buildMoneyReceivedPostings } from '#contract/ledger/postings.ts';
import { toNairobiDay } from '#contract/time/days.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { moveRows } from '#server/kernel/move.ts';
import { publishEvents } from '#server/kernel/publish.ts';
import { add, unscopedTable } from '#server/kernel/scoped.ts';
import { refuseOnUniqueViolation } from '#server/kernel/unique-violation.ts';
import { postJournals } from '#server/ledger/service.ts';
import { type CollectionAccountRow, getCashHolderAccount } from '#server/treasury/service.ts';
import { m } from '#words/messages.js';
import type { SealedPhone } from './phones.ts';
import { formatPaymentMethod, type PaymentRow, type StkPushRow } from './rows.ts';

const why = 'a payment that the caller has locked';

/** A verified movement of money: from a query, Pull, a statement, or a person who holds the cash. Never from a callback. */
export type MoneyMovement = {
  readonly rail: PaymentRail;
  /** Null: a query confirmed the prompt without its M-Pesa code. */
  readonly external: string | null;
  /** The bank's own reference. Makao numbers the statement lines itself, and payers do not know that number. */
  readonly reference?: string;
  readonly account: CollectionAccountRow;
  readonly cents: number;
  readonly paidAt: Date;
  readonly accountText: string;
  readonly payer: string;
  readonly phone: SealedPhone;
  readonly verifiedBy: PaymentVerificationSource;
  readonly inboxId?: number | null;
  /** The prompt of the movement, if it is known by more than the reference. */
  readonly push?: StkPushRow | undefined;
  /** The caller matches it immediately, so no matching job is queued. */
  readonly looked?: boolean;
  /** Set if a person decided that the movement belongs to no prompt. */
  readonly apart?: true;
};
/** The reference in M-Pesa's spelling, whether it is from the paybill, a statement or a manager. */
export const normalizePaymentReference = (external: string): string => external.replace(/^co\d+:/, '');

type Completing = { readonly payment: PaymentRow; readonly given: MoneyMovement; readonly push?: StkPushRow };
/** Writes receipts, status and journal entries, and queues the matching of the payment, together. The caller has locked the payments. */
export async function completePayments(ctx: Ctx, items: readonly Completing[]): Promise<void> {
  const receipts = await insertReceipts(ctx, items);
  await moveRows(
    ctx,
    paymentMachine,
    'complete',
    items.map(({ payment }) => payment.id),
    null,
    'clock',
  );
  const after = await putCompleted(ctx.db, items);
  const rows = items.map(({ given, push, payment }) => ({ given, push, row: after.get(payment.id) ?? payment, receiptId: receipts.get(payment.id) }));
  for (const { push } of rows) if (push) await closeStkPush(ctx.db, push.id);
  await postJournals(
    ctx.db,
    rows
      .filter(({ row }) => row.fund === 'C')
      .map(({ given, row, receiptId }) => ({
        key: `receipt:${receiptId}`,
        kind: 'money_received',
        valueDay: toNairobiDay(given.paidAt),
        source: ['payment', row.id],
        companyId: row.company_id,
        params: { who: given.payer, how: formatPaymentMethod(row), code: row.code },
        by: ctx.me.userId,
        // A person entered the day; M-Pesa and the banks have their own.
        ...(given.verifiedBy === 'cash' || given.verifiedBy === 'person' ? { dated: 'person' as const } : {}),
        pairs: buildMoneyReceivedPostings(getCashHolderAccount(given.account, row), given.cents),
      })),
  );
  await publishEvents(
    ctx,
    'payment.completed',
    rows.map(({ given, row }) => ({
      paymentId: row.id,
      purpose: row.purpose,
      companyId: row.company_id,
      cents: given.cents,
      forWhat: row.for_table === null || row.for_id === null ? null : { table: row.for_table, id: row.for_id },
    })),
  );
  for (const { given, row } of rows)
    if (row.for_id === null && !given.looked) await enqueueJob(ctx.db, 'payment.look', { paymentId: row.id }, `look:${row.id}`);
}

/** Rejects the same reference twice on one rail. */
async function insertReceipts(ctx: Ctx, items: readonly Completing[]): Promise<Map<number, number>> {
  const rows = await refuseOnUniqueViolation(
    add(ctx, 'receipt')
      .values(
        items.map(({ payment, push, given: { rail, external, account, cents, paidAt, accountText, payer, phone, verifiedBy, inboxId = null } }) => ({
          rail,
          external_id: external,
          account_id: account.id,
          payment_id: payment.id,
          push_id: push?.id ?? null,
          fund: payment.fund,
          cents,
          paid_at: paidAt,
          account_text: accountText,
          payer,
          ...phone,
          verified_by: verifiedBy,
          inbox_id: inboxId,
        })),
      )
      .returning(['id', 'payment_id'])
      .execute(),
    () => new Refusal('conflict', m.payment_refusal_twice()),
  );
  return new Map(rows.map((row) => [row.payment_id, row.id]));
}

async function putCompleted(db: Db, items: readonly Completing[]): Promise<Map<number, PaymentRow>> {
  const facts = items.map(({ payment, given }) => ({
    id: payment.id,
    cents: given.cents,
    external: shownExternal(given),
    payer: given.payer || payment.payer,
    received_at: given.paidAt,
    paid_on: toNairobiDay(given.paidAt),
    // A sale of the platform is not a tenant's payment. The seller posts it when the event arrives.
    ...(payment.for_id === null
      ? { spent_cents: payment.spent_cents, match: payment.match, looked_at: payment.looked_at }
      : { spent_cents: given.cents, match: 'matched', looked_at: given.paidAt }),
  }));
  await sql`/* unscoped: payments that the caller has locked */
    update payment p set cents = f.cents, external = f.external, payer = f.payer, received_at = f.received_at, paid_on = f.paid_on, reason = null,
      spent_cents = f.spent_cents, match = f.match, looked_at = f.looked_at, updated_at = app.now()
    from jsonb_populate_recordset(null::payment, ${JSON.stringify(facts)}::jsonb) f where p.id = f.id`.execute(db);
  const ids = facts.map(({ id }) => id);
  const rows = await unscopedTable(db, 'payment', why).select().selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}
/** The reference as people read it, without the company's prefix. */
const shownExternal = ({ external, reference }: Pick<MoneyMovement, 'external' | 'reference'>): string | null =>
  reference || (external === null || /^a\d+:/.test(external) ? null : normalizePaymentReference(external));

/** Closes a prompt, which ends its queries, so that another prompt can be sent. */
export async function closeStkPush(db: Db, id: number, set: { result_code?: string; result_text?: string } = {}): Promise<void> {
  await unscopedTable(db, 'push', why)
    .change()
    .set({ open: false, next_ask_at: null, ...set })
    .where('id', '=', id)
    .execute();
  await unscopedTable(db, 'push_invoice', why).change().set({ open: false }).where('push_id', '=', id).execute();
}
