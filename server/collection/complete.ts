import { sql } from 'kysely';
import type { Rail, VerifiedBy } from '#contract/collection/kinds.ts';
import { paymentMachine } from '#contract/collection/machine.ts';
import { received } from '#contract/ledger/postings.ts';
import { dayOf } from '#contract/time/days.ts';
import { emit } from '#server/jobs/queue.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { happenedMany } from '#server/kernel/happen.ts';
import { moveMany } from '#server/kernel/move.ts';
import { add, everything } from '#server/kernel/scoped.ts';
import { unlessTaken } from '#server/kernel/taken.ts';
import { postMany } from '#server/ledger/service.ts';
import { type AccountRow, tillOf } from '#server/treasury/service.ts';
import { m } from '#words/messages.js';
import type { HiddenPhone } from './phones.ts';
import { howText, type PaymentRow, type PushRow } from './rows.ts';

const why = 'a payment that the caller has locked';

/** Money that moved, proven by somebody who must know: a query, Pull, a statement, or a person who holds the cash. Never by a callback. */
export type Movement = {
  readonly rail: Rail;
  /** Null: a query said that a prompt was paid, and not under which number. */
  readonly external: string | null;
  /** What the payer's bank calls it: of a bank's line we make the number ourselves, and nobody knows it. */
  readonly reference?: string;
  readonly account: AccountRow;
  readonly cents: number;
  readonly paidAt: Date;
  readonly accountText: string;
  readonly payer: string;
  readonly phone: HiddenPhone;
  readonly verifiedBy: VerifiedBy;
  readonly inboxId?: number | null;
  /** The prompt it answers, where that is known by more than its reference. */
  readonly push?: PushRow | undefined;
  /** Whoever takes it looks whose it is as soon as it stands: no promise is needed beside the sweep. */
  readonly looked?: boolean;
  /** A person has said that it is no prompt's. */
  readonly apart?: true;
};
/** As M-Pesa says it, whoever brings it: the paybill, a statement of it, or a manager. */
export const numberOf = (external: string): string => external.replace(/^co\d+:/, '');

type Completing = { readonly payment: PaymentRow; readonly given: Movement; readonly push?: PushRow };
/** Receipts, status, ledger and a request to match the payment, together. The caller has locked the payments. */
export async function complete(ctx: Ctx, items: readonly Completing[]): Promise<void> {
  const receipts = await insertReceipts(ctx, items);
  await moveMany(
    ctx,
    paymentMachine,
    'complete',
    items.map(({ payment }) => payment.id),
    null,
    'clock',
  );
  const after = await putCompleted(ctx.db, items);
  const rows = items.map(({ given, push, payment }) => ({ given, push, row: after.get(payment.id) ?? payment, receiptId: receipts.get(payment.id) }));
  for (const { push } of rows) if (push) await closePush(ctx.db, push.id);
  await postMany(
    ctx.db,
    rows
      .filter(({ row }) => row.fund === 'C')
      .map(({ given, row, receiptId }) => ({
        ...{ key: `receipt:${receiptId}`, kind: 'money_received', valueDay: dayOf(given.paidAt), source: ['payment', row.id] },
        ...{ companyId: row.company_id, params: { who: given.payer, how: howText(row), code: row.code }, by: ctx.me.userId },
        pairs: received(tillOf(given.account, row), given.cents),
      })),
  );
  await happenedMany(
    ctx,
    'payment.completed',
    rows.map(({ given, row }) => ({
      ...{ paymentId: row.id, purpose: row.purpose, companyId: row.company_id, cents: given.cents },
      forWhat: row.for_table === null || row.for_id === null ? null : { table: row.for_table, id: row.for_id },
    })),
  );
  for (const { given, row } of rows)
    if (row.for_id === null && !given.looked) await emit(ctx.db, 'payment.look', { paymentId: row.id }, `look:${row.id}`);
}

/** The same number twice on one rail is refused. */
async function insertReceipts(ctx: Ctx, items: readonly Completing[]): Promise<Map<number, number>> {
  const rows = await unlessTaken(
    add(ctx, 'receipt')
      .values(
        items.map(({ payment, push, given: { rail, external, account, cents, paidAt, accountText, payer, phone, verifiedBy, inboxId = null } }) => ({
          ...{ rail, external_id: external, account_id: account.id, payment_id: payment.id, push_id: push?.id ?? null, fund: payment.fund, cents },
          ...{ paid_at: paidAt, account_text: accountText, payer, ...phone, verified_by: verifiedBy, inbox_id: inboxId },
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
    ...{ id: payment.id, cents: given.cents, external: shownExternal(given), payer: given.payer || payment.payer },
    ...{ received_at: given.paidAt, paid_on: dayOf(given.paidAt) },
    // What buys something from the platform is no tenant's money: the seller posts it when the event arrives.
    ...(payment.for_id === null
      ? { spent_cents: payment.spent_cents, match: payment.match, looked_at: payment.looked_at }
      : { spent_cents: given.cents, match: 'matched', looked_at: given.paidAt }),
  }));
  await sql`/* all: payments that the caller has locked */
    update payment p set cents = f.cents, external = f.external, payer = f.payer, received_at = f.received_at, paid_on = f.paid_on, reason = null,
      spent_cents = f.spent_cents, match = f.match, looked_at = f.looked_at, updated_at = app.now()
    from jsonb_populate_recordset(null::payment, ${JSON.stringify(facts)}::jsonb) f where p.id = f.id`.execute(db);
  const ids = facts.map(({ id }) => id);
  const rows = await everything(db, 'payment', why).select().selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}
/** As people read it: without whose list it stands in. */
const shownExternal = ({ external, reference }: Pick<Movement, 'external' | 'reference'>): string | null =>
  reference || (external === null || /^a\d+:/.test(external) ? null : numberOf(external));

/** Nothing is asked about it any more, and another may be sent. */
export async function closePush(db: Db, id: number, set: { result_code?: string; result_text?: string } = {}): Promise<void> {
  await everything(db, 'push', why)
    .change()
    .set({ open: false, next_ask_at: null, ...set })
    .where('id', '=', id)
    .execute();
  await everything(db, 'push_invoice', why).change().set({ open: false }).where('push_id', '=', id).execute();
}
