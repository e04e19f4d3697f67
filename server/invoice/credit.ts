import type { invoiceActionCalls } from '#contract/invoice/act-calls.ts';
import type { InvoiceCreditKind } from '#contract/invoice/kinds.ts';
import { getOpenLineAmount } from '#contract/invoice/lines.ts';
import { formatInvoiceLineName } from '#contract/invoice/words.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { buildCreditNoteCreditedPostings, buildReceivableCancelledPostings } from '#contract/ledger/postings.ts';
import { type Cents, computeOddCents, sumCents, toCents } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { add, unscopedTable } from '#server/kernel/scoped.ts';
import { sameRow } from '#server/kernel/scoped-row.ts';
import { lockAccountBalances, postJournal } from '#server/ledger/service.ts';
import { m } from '#words/messages.js';
import { assertInvoiceStatus, lockManagedInvoice, readCallerName } from './access.ts';
import { assertCreditAuthority } from './credit-authority.ts';
import { undoInvoiceIssue } from './event-handlers.ts';
import { readInvoiceDetails } from './invoice-detail.ts';
import { formatInvoicePurpose } from './issue.ts';
import { canChargeLateFee } from './late-fees/fees.ts';
import { isTenancyOccupied, lockInvoice, lockInvoicesForPayment, readInvoiceLines, updateInvoice } from './locks.ts';
import { notifyInvoiceManagers, notifyInvoicePayers, readInvoiceMessageFacts, toInvoiceEventParams } from './notify.ts';
import { buildInvoiceLogFacts, getReceivableAccount, getTenantCreditAccount, type InvoiceLineRow, type InvoiceRow, invoiceNotFound } from './rows.ts';
import { readPaymentsReceived } from './runs/paper.ts';
import { onInvoicePaid, updateInvoiceStatus } from './settle.ts';

type Calls = typeof invoiceActionCalls;
const why = 'the invoice is locked by a person who may change it';
/** The credited amounts of one line: the open part, which is no longer due, and the paid part, which becomes tenant credit. */
type Part = { readonly line: InvoiceLineRow; readonly unpaid: Cents; readonly back: Cents };

const deposits = (parts: readonly Part[], of: 'unpaid' | 'back') =>
  sumCents(parts.filter(({ line }) => line.kind === 'deposit').map((part) => part[of]));

/** Writes a credit note with its lines and journal entries, updates the invoice and notifies the payers. */
async function write(ctx: Ctx, row: InvoiceRow, parts: readonly Part[], kind: InvoiceCreditKind, reason: string): Promise<void> {
  const [unpaid, back] = [sumCents(parts.map((part) => part.unpaid)), sumCents(parts.map((part) => part.back))];
  await assertCreditAuthority(ctx, row, { unpaid, back });
  const note = await add(ctx, 'credit_note')
    .values({ invoice_id: row.id, kind, unpaid_cents: unpaid, paid_cents: back, reason, created_by: ctx.me.userId })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();
  await add(ctx, 'credit_note_line')
    .values(parts.map((part) => ({ credit_note_id: note.id, invoice_line_id: part.line.id, unpaid_cents: part.unpaid, paid_cents: part.back })))
    .execute();
  for (const part of parts)
    await sameRow(ctx.db, 'invoice_line', part.line)
      .change()
      .set((eb) => ({ credited_cents: eb('credited_cents', '+', part.unpaid), returned_cents: eb('returned_cents', '+', part.back) }))
      .execute();
  await book(ctx, row, parts, { id: note.id, code: note.code, kind });
  const done = row.paid_cents + row.credited_cents + unpaid === row.total_cents;
  const after = await updateInvoice(ctx, row, {
    credited_cents: sumCents([row.credited_cents, unpaid]),
    returned_cents: sumCents([row.returned_cents, back]),
    ...(kind === 'write_off' ? { written_off_cents: sumCents([row.written_off_cents, unpaid]) } : {}),
    // A correction that closes a partly paid invoice makes it paid. A write-off does not, nor does a correction of an invoice without payments.
    ...(done && row.paid_on === null && row.paid_cents > 0 && kind !== 'write_off' ? { paid_on: clock.today() } : {}),
    // If all payments were returned, the invoice no longer counts as paid.
    ...(back > 0 && row.paid_cents === row.returned_cents + back ? { paid_on: null } : {}),
  });
  const closed = { ...after, status: await updateInvoiceStatus(ctx, row, after, reason) };
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'invoices',
    id: row.id,
    code: row.code,
    before: buildInvoiceLogFacts(row),
    after: buildInvoiceLogFacts(closed),
    reason,
  });
  await notifyCreditNote(ctx, row, note.id, { unpaid, back, kind, reason });
  // The payments have receipts of their own, so the payer is notified only of the credit note.
  if (done && row.status !== 'paid')
    await onInvoicePaid(ctx, closed, clock.today(), (await readPaymentsReceived(ctx, row.id)).at(-1)?.how ?? 'credit', true);
  for (const part of parts.filter((one) => one.back > 0))
    await publishEvent(ctx, 'invoice.credited', {
      creditNoteId: note.id,
      invoiceId: row.id,
      lineId: part.line.id,
      lineKind: part.line.kind,
      companyId: row.company_id,
      agentCompanyId: row.agent_company_id,
      propertyId: row.property_id,
      tenancyId: row.tenancy_id,
      fund: row.fund,
      cents: part.back,
      on: clock.today(),
    });
}

type NoteTotals = { readonly unpaid: Cents; readonly back: Cents; readonly kind: InvoiceCreditKind; readonly reason: string };

/** Notifies the payers of the credited amount and the managers of the returned amount. Payers are not notified of a write-off. */
async function notifyCreditNote(ctx: Ctx, row: InvoiceRow, noteId: number, { unpaid, back, kind, reason }: NoteTotals): Promise<void> {
  const about = await readInvoiceMessageFacts(ctx, row.id);
  if (!about) return;
  const [facts, key] = [toInvoiceEventParams(about), `note:${noteId}`];
  if (kind !== 'write_off') await notifyInvoicePayers(ctx, about, 'invoice.credit', { ...facts, sum: formatKesPlain(unpaid + back) }, key);
  // The owner's next payout is reduced, so the owner is notified with the name of the person and the reason.
  if (back > 0) {
    const who = (await readCallerName(ctx)) ?? '';
    await notifyInvoiceManagers(ctx, about, 'invoice.given_back', { ...facts, sum: formatKesPlain(back), who, reason }, key);
  }
}

async function book(ctx: Ctx, row: InvoiceRow, parts: readonly Part[], note: { id: number; code: string; kind: InvoiceCreditKind }): Promise<void> {
  const payer = getReceivableAccount(row);
  const unpaid = sumCents(parts.map((part) => part.unpaid));
  const back = sumCents(parts.map((part) => part.back));
  const common = {
    kind: note.kind === 'write_off' ? ('invoice_written_off' as const) : ('invoice_credited' as const),
    source: ['credit_note', note.id] as const,
    companyId: row.company_id,
    params: { what: formatInvoicePurpose(row), home: (await readInvoiceMessageFacts(ctx, row.id))?.home ?? '', how: '', code: note.code },
    by: ctx.me.userId,
  };
  const deposit = deposits(parts, 'unpaid');
  await postJournal(ctx.db, {
    ...common,
    key: `credit:note:${note.id}`,
    pairs: buildReceivableCancelledPostings({ fund: row.fund, payer, cents: unpaid - deposit, depositCents: deposit }),
  });
  if (back === 0) return;
  const active = await isTenancyOccupied(ctx.db, row);
  const [available = 0] = await lockAccountBalances(ctx.db, [[row.fund, { code: ledgerAccounts.ownerPayable, company: row.company_id }]]);
  await postJournal(ctx.db, {
    ...common,
    key: `credit:note:${note.id}:paid`,
    pairs: buildCreditNoteCreditedPostings({ fund: row.fund, payer, whose: getTenantCreditAccount(row), cents: back, active, available }),
  });
}

export async function creditInvoice(ctx: Ctx, { id, lines, reason }: HandlerInput<Calls['credit']>): Promise<HandlerResult<Calls['credit']>> {
  const row = await lockManagedInvoice(ctx, id, 'invoices.edit');
  assertInvoiceStatus(row, ['unpaid', 'active', 'paid']);
  const known = new Map((await readInvoiceLines(ctx.db, [id])).map((line) => [line.id, line]));
  if (new Set(lines.map((one) => one.line_id)).size !== lines.length) throw invalidInputRefusal({ lines: m.invoice_problem_line_twice() });
  const parts = lines.map(({ line_id, cents: asked }): Part => {
    const line = known.get(line_id);
    if (!line || line.cents < 0) throw invoiceNotFound();
    const open = getOpenLineAmount(line);
    const there = open + line.paid_cents - line.returned_cents;
    if (asked > there)
      throw invalidInputRefusal({ lines: m.invoice_problem_credit_more({ what: formatInvoiceLineName(line), sum: formatKesPlain(there) }) });
    const unpaid = toCents(Math.min(asked, open));
    // A paid deposit is refunded when the tenant moves out, by the deposit settlement and not by a credit note.
    if (line.kind === 'deposit' && asked > unpaid) throw invalidInputRefusal({ lines: m.invoice_problem_deposit_paid() });
    return { line, unpaid, back: toCents(asked - unpaid) };
  });
  const all = wholeLeft(row, [...known.values()], parts);
  // A full credit of an unpaid move-in invoice is refused, because it would confirm a booking that was not paid.
  if (
    row.kind === 'move_in' &&
    row.paid_cents === 0 &&
    sumCents(all.map((part) => part.unpaid)) === row.open_cents &&
    !(await isTenancyOccupied(ctx.db, row))
  )
    throw new Refusal('wrongState', m.invoice_refusal_move_in(), { from: row.status });
  await write(ctx, row, all, 'credit', reason);
  return readInvoiceDetails(ctx, { id });
}
/**
 * Adjusts a credit note so that the balance due is in whole shillings, because it is paid by M-Pesa. The remaining cents are credited too, on the
 * same lines, on a deposit last. If the note returns paid money, the returned amount is reduced instead, so that the note keeps the requested amount.
 */
function wholeLeft(row: InvoiceRow, lines: readonly InvoiceLineRow[], parts: readonly Part[]): Part[] {
  const unpaid = sumCents(parts.map((part) => part.unpaid));
  let odd: number = unpaid === 0 ? 0 : computeOddCents((row.open_cents ?? 0) - unpaid);
  const others = lines
    .filter((line) => !parts.some((part) => part.line.id === line.id))
    .toSorted((a, b) => Number(a.kind === 'deposit') - Number(b.kind === 'deposit'))
    .map((line): Part => ({ line, unpaid: toCents(0), back: toCents(0) }));
  const all = [...parts, ...others].map((part) => {
    const more = Math.min(odd, getOpenLineAmount(part.line) - part.unpaid);
    odd -= more;
    return { ...part, unpaid: sumCents([part.unpaid, more]) };
  });
  let less = sumCents(all.map((part) => part.unpaid)) - unpaid;
  return all.flatMap((part) => {
    const kept = Math.min(less, part.back);
    less -= kept;
    const back = toCents(part.back - kept);
    return part.unpaid + back > 0 ? [{ ...part, back }] : [];
  });
}

const allOpen = async (ctx: Ctx, id: number): Promise<Part[]> =>
  (await readInvoiceLines(ctx.db, [id]))
    .map((line) => ({ line, unpaid: getOpenLineAmount(line), back: toCents(0) }))
    .filter((part) => part.unpaid > 0);

/** Writes off the open amount of an invoice as bad debt, by a credit note of the kind write-off. */
export async function writeOffInvoice(ctx: Ctx, { id, reason }: HandlerInput<Calls['writeOff']>): Promise<HandlerResult<Calls['writeOff']>> {
  const row = await lockManagedInvoice(ctx, id, 'income.edit');
  assertInvoiceStatus(row, ['unpaid', 'active']);
  // Before moving in there is no bad debt to write off: the invoice is voided, or the booking expires.
  if (row.kind === 'move_in' && !(await isTenancyOccupied(ctx.db, row)))
    throw new Refusal('wrongState', m.invoice_refusal_move_in(), { from: row.status });
  await write(ctx, row, await allOpen(ctx, id), 'write_off', reason);
  return readInvoiceDetails(ctx, { id });
}

/** Waives late fees. The invoice of a late fee is credited; for an overdue invoice, further late fees stop and open ones are credited. */
export async function waiveLateFee(ctx: Ctx, { id, reason }: HandlerInput<Calls['waive']>): Promise<HandlerResult<Calls['waive']>> {
  const seen = await lockManagedInvoice(ctx, id, 'invoices.edit');
  if (seen.kind === 'late_fee') {
    assertInvoiceStatus(seen, ['unpaid', 'active']);
    await write(ctx, seen, await allOpen(ctx, id), 'waiver', reason);
    return readInvoiceDetails(ctx, { id });
  }
  assertInvoiceStatus(seen, ['unpaid', 'active', 'paid']);
  const known = await unscopedTable(ctx.db, 'late_fee', why).select().select('fee_invoice_id').distinct().where('invoice_id', '=', id).execute();
  const fees = await lockInvoicesForPayment(
    ctx,
    known.map((one) => one.fee_invoice_id).toSorted((a, b) => a - b),
  );
  const open = fees.filter((fee) => fee.open_cents > 0);
  if (open.length === 0 && !(await canChargeLateFee(ctx.db, id))) throw new Refusal('wrongState', m.invoice_refusal_no_fee(), { from: seen.status });
  await updateInvoice(ctx, seen, { fees_off_at: clock.now(), fees_off: JSON.stringify({ reason, by: await readCallerName(ctx) }) });
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'invoices',
    id,
    code: seen.code,
    before: { late_fees: true },
    after: { late_fees: false },
    reason,
  });
  for (const fee of open) await write(ctx, await lockInvoice(ctx, fee.id), await allOpen(ctx, fee.id), 'waiver', reason);
  return readInvoiceDetails(ctx, { id });
}

/**
 * Voids an invoice that has no payments and no credit notes. A credit note refers to a valid invoice, so the rest of a credited one is credited too.
 * A credit note and a void of two people at the same time wait for each other's lock, and the second one is refused.
 */
export async function voidInvoice(ctx: Ctx, { id, reason }: HandlerInput<Calls['void']>): Promise<HandlerResult<Calls['void']>> {
  const row = await lockManagedInvoice(ctx, id, 'invoices.edit');
  if (row.status === 'active') throw new Refusal('wrongState', m.invoice_refusal_void_paid(), { from: row.status, allowed: ['credit'] });
  assertInvoiceStatus(row, ['unpaid']);
  if (row.kind === 'move_in' && row.booking_id !== null && !(await isTenancyOccupied(ctx.db, row)))
    throw new Refusal('wrongState', m.invoice_refusal_move_in(), { from: row.status });
  if (row.credited_cents > 0) throw new Refusal('wrongState', m.invoice_refusal_void_credited(), { from: row.status, allowed: ['credit'] });
  // The returned credit has paid another invoice, which would lose that payment if this invoice were voided.
  if (row.returned_cents > 0) throw new Refusal('conflict', m.invoice_refusal_void_returned({ sum: formatKesPlain(row.returned_cents) }));
  await undoInvoiceIssue(ctx, row, reason, 'void');
  const about = await readInvoiceMessageFacts(ctx, id);
  if (about) await notifyInvoicePayers(ctx, about, 'invoice.void', toInvoiceEventParams(about), 'void');
  return readInvoiceDetails(ctx, { id });
}
