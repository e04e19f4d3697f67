import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { buildCreditNoteReversedPostings, buildReceivableCancelledPostings } from '#contract/ledger/postings.ts';
import { type Cents, sumCents, toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { lockAccountBalances, postJournal } from '#server/ledger/service.ts';
import { formatInvoicePurpose } from './issue.ts';
import { isTenancyOccupied, lockInvoice, readInvoiceLines, updateInvoice } from './locks.ts';
import { readInvoiceMessageFacts } from './notify.ts';
import { getReceivableAccount, getTenantCreditAccount, type InvoiceRow, invoiceNotFound } from './rows.ts';
import { logInvoiceChange, updateInvoiceStatus } from './settle.ts';

const why = 'what a credit note gave back of a payment that goes';
type Going = { readonly invoiceId: number; readonly lineId: number; readonly cents: number; readonly returned?: number };

async function booked(ctx: Ctx, row: InvoiceRow, lineId: number, what: 'taken' | 'unasked') {
  return {
    key: `invoice:${row.id}:${what}:${lineId}:${row.revision}`,
    kind: 'invoice_credited' as const,
    source: ['invoice', row.id] as const,
    companyId: row.company_id,
    params: { what: formatInvoicePurpose(row), home: (await readInvoiceMessageFacts(ctx, row.id))?.home ?? '', how: '', code: row.code },
    by: ctx.me.userId,
  };
}

/** The part of the tenant credit that comes from credit notes. */
async function fromNotes(ctx: Ctx, row: InvoiceRow): Promise<number> {
  const [there = 0] = await lockAccountBalances(ctx.db, [[row.fund, { code: ledgerAccounts.tenantCredit, ...getTenantCreditAccount(row) }]]);
  const place = { fund: row.fund, company: row.company_id, tenancy: row.tenancy_id, booking: row.booking_id };
  return Math.max(0, there - (await getLookup('paidCredit')(ctx.db, place)));
}

/**
 * Runs before a payment is unallocated from a line of a locked invoice. The amount that a credit note returned from this payment is removed from the
 * tenant credit, as far as it is unused. Returns that amount, which `cancelReceivable` records on the line after the payment is unallocated.
 */
export async function reverseCreditNote(ctx: Ctx, { invoiceId, lineId, cents: going, returned = 0 }: Going): Promise<Cents> {
  const row = await lockInvoice(ctx, invoiceId);
  const line = (await readInvoiceLines(ctx.db, [invoiceId])).find(({ id }) => id === lineId);
  if (!line) throw invoiceNotFound();
  const beyond = Math.max(returned, line.returned_cents - (line.paid_cents - going));
  if (beyond <= 0) return toCents(0);
  const gone = toCents(Math.min(beyond, line.returned_cents, await fromNotes(ctx, row)));
  if (gone === 0) return gone;
  const [claimed = 0] = await lockAccountBalances(ctx.db, [[row.fund, { code: ledgerAccounts.ownerReceivable, company: row.company_id }]]);
  const active = await isTenancyOccupied(ctx.db, row);
  await postJournal(ctx.db, {
    ...(await booked(ctx, row, lineId, 'taken')),
    pairs: buildCreditNoteReversedPostings({
      fund: row.fund,
      payer: getReceivableAccount(row),
      whose: getTenantCreditAccount(row),
      cents: gone,
      active,
      claimed,
    }),
  });
  return gone;
}

/** Keeps the returned part of a line credited after its payment was unallocated, so that this part is no longer due. */
export async function cancelReceivable(ctx: Ctx, { invoiceId, lineId, cents: gone }: Going): Promise<void> {
  if (gone === 0) return;
  const row = await lockInvoice(ctx, invoiceId);
  await postJournal(ctx.db, {
    ...(await booked(ctx, row, lineId, 'unasked')),
    pairs: buildReceivableCancelledPostings({ fund: row.fund, payer: getReceivableAccount(row), cents: gone, depositCents: 0 }),
  });
  await unscopedTable(ctx.db, 'invoice_line', why)
    .change()
    .set((eb) => ({ credited_cents: eb('credited_cents', '+', toCents(gone)), returned_cents: eb('returned_cents', '-', toCents(gone)) }))
    .where('id', '=', lineId)
    .execute();
  const credited = sumCents([row.credited_cents, gone]);
  const done = row.paid_cents + credited === row.total_cents;
  const after = await updateInvoice(ctx, row, {
    credited_cents: credited,
    returned_cents: sumCents([row.returned_cents, -gone]),
    ...(done && row.paid_cents > 0 && row.written_off_cents === 0 ? { paid_on: clock.today() } : {}),
  });
  await updateInvoiceStatus(ctx, row, after, 'credit');
  await logInvoiceChange(ctx, row, after, why);
}
