import type { Selectable } from 'kysely';
import { importedStatementStates } from '#contract/bank-statement/kinds.ts';
import type { JournalKind } from '#contract/ledger/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import { startOfDay } from '#contract/time/days.ts';
import {
  buildReceiptReferences,
  findKnownReference,
  openPaymentException,
  type PaymentRow,
  readOpenInvoicesForPayment,
  readPaymentsByReference,
  recordReceipt,
  releaseReceiptReference,
} from '#server/collection/service.ts';
import type { StatementLineTable as LineTable } from '#server/db/types.gen.ts';
import { lockInvoicesForPayment } from '#server/invoice/service.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { type CreditOwner, isFundAccepted, readActiveAllocations } from '#server/matching/service.ts';
import { applyExternalReversal } from '#server/refund/service.ts';
import { type CollectionAccountRow, readCollectionAccount } from '#server/treasury/service.ts';

const why = 'a statement line is compared with the payments of its own account';
const everyLine = (db: Db) => unscopedTable(db, 'statement_line', why).select();
type Line = Selectable<LineTable>;

/** Receipts of money that was recorded before: swept from the paybill, a returned payout, or cash that a company took. */
export const internalMovementKinds = ['swept', 'payout_failed', 'cash_banked'] as const satisfies readonly JournalKind[];
/**
 * Movements of money that the platform held already, known from another file of the account: swept or returned. The line is known, although there is
 * no payment.
 */
const ownLines = (db: Db, account: CollectionAccountRow, externals: readonly string[]) =>
  everyLine(db)
    .innerJoin('statement', 'statement.id', 'statement_line.statement_id')
    .select('statement_line.external_id')
    .where('statement.account_id', '=', account.id)
    .where('statement.status', 'in', [...importedStatementStates])
    .where('statement_line.external_id', 'in', [...externals])
    .where('statement_line.cents', '>', 0)
    .innerJoin('journal', 'journal.id', 'statement_line.journal_id')
    .where('journal.kind', 'in', [...internalMovementKinds]);
/** Which of these references are known. Reading and import use the same query, so that the preview is correct. */
export async function findKnownReferences(db: Db, account: CollectionAccountRow, externals: readonly string[]): Promise<Set<string>> {
  if (externals.length === 0) return new Set();
  const ours = new Set((await ownLines(db, account, externals).execute()).map((row) => row.external_id));
  const came = await readPaymentsByReference(
    db,
    account.rail,
    externals.map((external) => ({ account, external })),
  );
  return new Set(
    externals.filter((external, n) => typeof came[n] === 'number' || buildReceiptReferences(account, external).some((name) => ours.has(name))),
  );
}
/** The same movement is in another file of the account, which reversed a payment. */
const isTakenElsewhere = async (db: Db, account: CollectionAccountRow, line: Line): Promise<boolean> =>
  (await everyLine(db)
    .innerJoin('statement', 'statement.id', 'statement_line.statement_id')
    .select('statement_line.id')
    .where('statement.account_id', '=', account.id)
    .where('statement.status', 'in', [...importedStatementStates])
    .where('statement.id', '<>', line.statement_id)
    .where('statement_line.external_id', '=', line.external_id)
    .where('statement_line.cents', '=', line.cents)
    .where('statement_line.payment_id', 'is not', null)
    .executeTakeFirst()) !== undefined;
/**
 * The payments a line may reverse: an M-Pesa code names one payment and reverses any part of it; a bank's reference names a line and reverses the
 * full amount of an earlier payment. Several if reference and amount are not unique, so a person must decide.
 */
export async function findPaymentsReversedBy(db: Db, account: CollectionAccountRow, line: Line): Promise<PaymentRow[]> {
  if (await isTakenElsewhere(db, account, line)) return [];
  const cents = -(line.cents ?? 0);
  for (const [number] of line.details.matchAll(/\b[A-Z0-9]{10}\b/g)) {
    const payment = await findKnownReference(db, account, number);
    if (payment?.status === 'completed' && cents <= payment.cents) return [payment];
  }
  const words = `${line.details} ${line.reference}`.match(/[A-Z0-9]{4,}/gi);
  if (account.rail !== 'bank' || !words) return [];
  const lines = everyLine(db)
    .innerJoin('statement', 'statement.id', 'statement_line.statement_id')
    .select('statement_line.payment_id')
    .where('statement.account_id', '=', account.id)
    .where('statement.status', 'in', [...importedStatementStates])
    .where('statement_line.reference', 'in', words)
    .where('statement_line.cents', '>', 0)
    .where('statement_line.day', '<=', line.day);
  return unscopedTable(db, 'payment', why)
    .select()
    .selectAll()
    .where('id', 'in', lines)
    .where('status', '=', 'completed')
    .where('cents', '=', cents)
    .orderBy('id')
    .execute();
}
const wentAt = (line: Line): Date => startOfDay(line.day ?? clock.today());
/** Reverses a payment and stores the reversed payment with the line, so that undoing the statement can restore it. */
export async function reversePaymentByLine(ctx: Ctx, account: CollectionAccountRow, line: Line, payment: PaymentRow): Promise<void> {
  const said = {
    account,
    external: line.reference || (payment.external ?? payment.code),
    cents: -(line.cents ?? 0),
    reason: line.details,
    verifiedBy: 'statement',
  } as const;
  if ((await applyExternalReversal(ctx, payment, { ...said, at: wentAt(line) })) !== 'reversed') return;
  await unscopedTable(ctx.db, 'statement_line', why).change().set({ payment_id: payment.id }).where('id', '=', line.id).execute();
}
export async function recordStatementReversal(ctx: Ctx, account: CollectionAccountRow, line: Line): Promise<void> {
  const [payment, ...others] = await findPaymentsReversedBy(ctx.db, account, line);
  if (!payment) return;
  if (others.length === 0) return reversePaymentByLine(ctx, account, line, payment);
  await openPaymentException(ctx, {
    kind: 'which',
    account,
    payment,
    external: line.external_id ?? '',
    said: line.reference || line.details,
    cents: -(line.cents ?? 0),
    at: wentAt(line),
    payer: line.details,
    verifiedBy: 'statement',
  });
}

/**
 * The tenancy that a rule assigns a line to, within the account's company and the fund of the receipt. Null: a person decides. On an account of Makao
 * a rule only suggests, because its author could choose a tenancy of any company.
 */
export async function findTenancyByStatementRule(
  db: Db,
  account: CollectionAccountRow,
  tenancyId: number,
): Promise<{ whose: CreditOwner; ids: number[] } | null> {
  if (account.company_id === null) return null;
  const home = await unscopedTable(db, 'tenancy', why)
    .select()
    .select(['company_id', 'booking_id'])
    .where('id', '=', tenancyId)
    .executeTakeFirstOrThrow();
  if (home.company_id !== account.company_id) return null;
  const open = await readOpenInvoicesForPayment(db, { tenancyId });
  if (!(await isFundAccepted(db, home.company_id, open, account.fund))) return null;
  return { whose: { companyId: home.company_id, tenancyId, bookingId: home.booking_id }, ids: open.map(({ id }) => id) };
}

/** Locks every invoice the lines will touch before the first line is posted, so that waiting for an invoice holds no other lock. */
export async function lockInvoicesOfPayers(ctx: Ctx, account: CollectionAccountRow, lines: readonly Line[]): Promise<void> {
  const ids = new Set<number>();
  for (const line of lines) {
    if (line.fate === 'new' && line.tenancy_id !== null)
      for (const id of (await findTenancyByStatementRule(ctx.db, account, line.tenancy_id))?.ids ?? []) ids.add(id);
    const [undone, ...others] = line.fate === 'reversal' ? await findPaymentsReversedBy(ctx.db, account, line) : [];
    for (const { invoice_id } of undone && others.length === 0 ? await readActiveAllocations(ctx.db, undone.id) : []) ids.add(invoice_id);
  }
  await lockInvoicesForPayment(
    ctx,
    [...ids].sort((a, b) => a - b),
  );
}

/** Locks the invoices of all these payments before any is reversed; each is reversed separately afterwards. */
export async function lockPaidInvoices(ctx: Ctx, paymentIds: readonly number[]): Promise<void> {
  if (paymentIds.length === 0) return;
  const rows = await unscopedTable(ctx.db, 'allocation', why)
    .select()
    .select('invoice_id')
    .distinct()
    .where('payment_id', 'in', paymentIds)
    .where('undone_at', 'is', null)
    .orderBy('invoice_id')
    .execute();
  await lockInvoicesForPayment(
    ctx,
    rows.map((row) => row.invoice_id),
  );
}

/** The file was wrong and the money is on the account. The reversal is kept, and the payment is recorded and matched again under its reference. */
export async function restoreReversedPayment(ctx: Ctx, statementId: number, paymentId: number): Promise<void> {
  // A payment that the statement both imported and reversed is not restored.
  const own = await everyLine(ctx.db)
    .select('id')
    .where('statement_id', '=', statementId)
    .where('payment_id', '=', paymentId)
    .where('fate', '=', 'new')
    .executeTakeFirst();
  if (own) return;
  const was = await unscopedTable(ctx.db, 'receipt', why).select().selectAll().where('payment_id', '=', paymentId).executeTakeFirst();
  if (!was || was.reversed_at === null || was.account_id === null) return;
  await releaseReceiptReference(ctx.db, paymentId, statementId);
  await recordReceipt(ctx, {
    rail: was.rail,
    external: was.external_id,
    account: await readCollectionAccount(ctx.db, was.account_id),
    cents: was.cents,
    paidAt: was.paid_at,
    accountText: was.account_text,
    payer: was.payer,
    verifiedBy: was.verified_by,
    inboxId: was.inbox_id,
    phone: { phone_sealed: was.phone_sealed, phone_tail: was.phone_tail, phone_mark: was.phone_mark },
  });
}
