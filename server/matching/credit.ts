import { type Selectable, sql } from 'kysely';
import { type LedgerPayer, ledgerAccounts } from '#contract/ledger/accounts.ts';
import { buildCreditTransferredPostings, buildOverpaymentCreditedPostings } from '#contract/ledger/postings.ts';
import { allocateToInvoiceLines } from '#contract/matching/order.ts';
import { computePartLeavingWholeShillings, sumCents, toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { movePaymentsToTenancy, type OpenInvoice, type PaymentRow, readOpenInvoicesForPayment, readPayment } from '#server/collection/service.ts';
import type { PaymentCreditTable as PaymentCredit } from '#server/db/types.gen.ts';
import { lockInvoicesForPayment, notifyInvoiceIssued } from '#server/invoice/service.ts';
import { runEachTask } from '#server/jobs/due-rows.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import { asClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { readReservedCredits } from '#server/kernel/outstanding-transfers.ts';
import { add, unscopedTable } from '#server/kernel/scoped.ts';
import { accountCodeSql, lockAccountBalances, postJournal, readAccountBalance } from '#server/ledger/service.ts';
import { allocateToLines, readAllocationJournalParams } from './allocate-to-lines.ts';

const why = 'the tenant’s own credit pays the tenant’s invoices';
/** A change of a credit whose payment is locked. */
export const changeCredit = (db: Db, id: number) => unscopedTable(db, 'payment_credit', why).change().where('id', '=', id);
export type CreditRow = Selectable<PaymentCredit>;
/** The owner of a tenant credit: a tenancy, or a booking that has no tenancy yet. */
export type CreditOwner = { readonly companyId: number; readonly tenancyId: number | null; readonly bookingId: number | null };
export const toLedgerPayerOfCredit = ({ companyId, tenancyId, bookingId }: CreditOwner): LedgerPayer =>
  tenancyId !== null ? { company: companyId, tenancy: tenancyId } : { company: companyId, ref: `booking:${bookingId}` };

/** The unused part of a credit. */
export const calculateUnusedCredit = (credit: CreditRow): number => credit.cents - credit.used_cents - credit.refunded_cents;
/** Records an overpayment as tenant credit, posts it to the ledger and counts it on the payment. */
export async function recordTenantCredit(ctx: Ctx, payment: PaymentRow, whose: CreditOwner, over: number): Promise<void> {
  if (over <= 0) return;
  const fund = payment.fund as 'C' | 'M';
  const { id } = await add(ctx, 'payment_credit')
    .values({ payment_id: payment.id, company_id: whose.companyId, tenancy_id: whose.tenancyId, booking_id: whose.bookingId, fund, cents: over })
    .returning('id')
    .executeTakeFirstOrThrow();
  await postJournal(ctx.db, {
    key: `credit:${id}`,
    kind: 'money_over',
    valueDay: payment.paid_on ?? clock.today(),
    source: ['payment', payment.id],
    companyId: whose.companyId,
    params: await readAllocationJournalParams(ctx, { code: payment.code, tenancyId: whose.tenancyId, unitId: payment.unit_id }, payment),
    by: ctx.me.userId,
    pairs: buildOverpaymentCreditedPostings({ fund, payer: toLedgerPayerOfCredit(whose), cents: over }),
  });
  // A person may have assigned the rest of the payment to one invoice while another invoice of the tenancy is open.
  await queueTenantCreditSpending(ctx, whose.tenancyId, `kept:${id}`);
}

/** Queues the use of tenant credit after this transaction, because an invoice is open again or there is new credit. `why` identifies the job. */
export async function queueTenantCreditSpending({ db }: Pick<Ctx, 'db'>, tenancyId: number | null, because: string): Promise<void> {
  if (tenancyId !== null) await enqueueJob(db, 'payment.credit', { tenancyId }, `credit:${tenancyId}:${because}`);
}
/**
 * Allocates tenant credit to all open invoices of a tenancy, oldest due date first, like a new payment. The payer is notified of the paid amount and
 * of the balance due.
 */
export const allocateTenantCreditToInvoices = (db: Db, tenancyId: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const ctx = asClock(tx);
    const open = await readOpenInvoicesForPayment(tx, { tenancyId });
    await lockInvoicesForPayment(
      ctx,
      open.map(({ id }) => id),
    );
    for (const { id } of open)
      if ((await payInvoiceFromTenantCredit(ctx, { invoiceId: id })) > 0) await notifyInvoiceIssued(ctx, id, `credit:${clock.ms()}`);
  });
/** Tenancies with both credit and open invoices, for example because a refund that reserved the credit was rejected, or because an event was lost. */
export async function sweepTenantCredits(db: Db): Promise<number> {
  const { rows } = await sql<{ tenancy_id: number }>`/* unscoped: ${sql.raw(why)} */
    select a.tenancy_id from ledger_total t join ledger_account a on a.id = t.account_id where a.code = ${accountCodeSql('tenantCredit')} and a.tenancy_id is not null and t.cr > t.dr
      and exists (select 1 from invoice i where i.tenancy_id = a.tenancy_id and i.company_id = a.company_id and i.fund = a.fund
        and i.status in ('unpaid', 'active') and i.account_ref is null) order by 1`.execute(db);
  await runEachTask(rows.map((row) => () => allocateTenantCreditToInvoices(db, row.tenancy_id)));
  return rows.length;
}

const openCredits = (db: Db, one: OpenInvoice) =>
  unscopedTable(db, 'payment_credit', why)
    .select()
    .selectAll()
    .where('fund', '=', one.fund)
    .where('company_id', '=', one.companyId)
    .where('undone_at', 'is', null)
    .where(sql<boolean>`used_cents + refunded_cents < cents`)
    .where((eb) =>
      'ref' in one.payer ? eb.and([eb('tenancy_id', 'is', null), eb('booking_id', '=', one.bookingId)]) : eb('tenancy_id', '=', one.tenancyId),
    )
    .orderBy('id')
    .forUpdate()
    .execute();

/** Pays a new invoice from tenant credit at once and returns the amount used. Credit from credit notes has no payment behind it. */
export async function payInvoiceFromTenantCredit(ctx: Ctx, { invoiceId }: { readonly invoiceId: number }): Promise<number> {
  const [seen] = await readOpenInvoicesForPayment(ctx.db, { ids: [invoiceId] });
  if (!seen || seen.open <= 0 || seen.kind === 'move_in') return 0;
  if ((await readAccountBalance(ctx.db, seen.fund, { code: ledgerAccounts.tenantCredit, ...seen.payer })) <= 0) return 0;
  await lockInvoicesForPayment(ctx, [invoiceId]);
  const [one] = await readOpenInvoicesForPayment(ctx.db, { ids: [invoiceId] });
  if (!one) return 0;
  const credits = await openCredits(ctx.db, one);
  const promised = await readReservedCredits(
    ctx.db,
    credits.map(({ id }) => id),
  );
  // Another invoice of the tenant may have used the credit first. The balance is read under the lock of the credits, so that no credit is added or
  // used concurrently.
  const [there = 0] = await lockAccountBalances(ctx.db, [[one.fund, { code: ledgerAccounts.tenantCredit, ...one.payer }]]);
  // The balance due is paid by M-Pesa in whole shillings, so cents of the credit stay unused until they make a whole shilling.
  const used: number = computePartLeavingWholeShillings(Math.max(0, there - sumCents([...promised.values()])), one.open);
  let left = used;
  let now = one;
  for (const credit of credits) {
    const part = Math.min(left, calculateUnusedCredit(credit) - (promised.get(credit.id) ?? 0));
    if (part <= 0) continue;
    await unscopedTable(ctx.db, 'payment_credit', why)
      .change()
      .set({ used_cents: toCents(credit.used_cents + part) })
      .where('id', '=', credit.id)
      .execute();
    const payment = (await readPayment(ctx.db, credit.payment_id)) ?? null;
    await allocateToLines(
      ctx,
      [
        {
          payment,
          source: { kind: 'credit', creditId: credit.id },
          parts: allocateToInvoiceLines([now], part).parts,
          on: payment?.paid_on ?? clock.today(),
        },
      ],
      [now],
    );
    left -= part;
    now = (await readOpenInvoicesForPayment(ctx.db, { ids: [invoiceId] }, { open: false }))[0] ?? now;
  }
  if (left > 0)
    await allocateToLines(
      ctx,
      [{ payment: null, source: { kind: 'credit', creditId: null }, parts: allocateToInvoiceLines([now], left).parts, on: clock.today() }],
      [now],
    );
  return used;
}

/** The booking became a tenancy, so its tenant credit moves to the tenancy. */
export async function onTenancyCreated(
  ctx: Ctx,
  { tenancyId, bookingId }: { readonly tenancyId: number; readonly bookingId: number | null },
): Promise<void> {
  if (bookingId === null) return;
  await movePaymentsToTenancy(ctx.db, { tenancyId, bookingId });
  const rows = await unscopedTable(ctx.db, 'payment_credit', why)
    .select()
    .selectAll()
    .where('booking_id', '=', bookingId)
    .where('tenancy_id', 'is', null)
    .where('undone_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const row of rows) {
    const left = calculateUnusedCredit(row);
    const was: LedgerPayer = { company: row.company_id, ref: `booking:${bookingId}` };
    await changeCredit(ctx.db, row.id).set({ tenancy_id: tenancyId }).execute();
    await postJournal(ctx.db, {
      key: `credit:${row.id}:moved`,
      kind: 'adjustment',
      source: ['payment', row.payment_id],
      companyId: row.company_id,
      params: { what: '', code: '' },
      pairs: buildCreditTransferredPostings(row.fund as 'C' | 'M', was, { company: row.company_id, tenancy: tenancyId }, left),
    });
  }
  await moveNoted(ctx, tenancyId, bookingId);
}
/** Credit from credit notes has no payment behind it: it is the amount that the booking has left after the other credits have moved. */
async function moveNoted(ctx: Ctx, tenancyId: number, bookingId: number): Promise<void> {
  const row = await unscopedTable(ctx.db, 'tenancy', why)
    .select()
    .select(['company_id', 'code'])
    .where('id', '=', tenancyId)
    .executeTakeFirstOrThrow();
  const was: LedgerPayer = { company: row.company_id, ref: `booking:${bookingId}` };
  for (const fund of ['C', 'M'] as const) {
    const [left = 0] = await lockAccountBalances(ctx.db, [[fund, { code: ledgerAccounts.tenantCredit, ...was }]]);
    await postJournal(ctx.db, {
      key: `booking:${bookingId}:credit:${fund}`,
      kind: 'adjustment',
      source: ['tenancy', tenancyId],
      companyId: row.company_id,
      params: { what: '', code: row.code },
      pairs: buildCreditTransferredPostings(fund, was, { company: row.company_id, tenancy: tenancyId }, left),
    });
  }
}
