import type { invoiceActionCalls } from '#contract/invoice/act-calls.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import { clock } from '#contract/time/clock.ts';
import { countAttempt } from '#server/http/throttle.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { visibleTo } from '#server/kernel/scope.ts';
import { from, unscopedTable } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { assertInvoiceStatus, lockManagedInvoice, readCallerName } from './access.ts';
import { readInvoiceDetails } from './invoice-detail.ts';
import { lockInvoice, updateInvoice } from './locks.ts';
import { notifyInvoiceManagers, notifyInvoicePayers, readInvoiceMessageFacts, resendInvoice, toInvoiceEventParams } from './notify.ts';
import { type InvoiceRow, invoiceNotFound, isInvoiceOpen } from './rows.ts';

type Calls = typeof invoiceActionCalls;
/** The number of times an invoice can be sent again in a day. */
const again = { limit: 3, seconds: 86_400 };

/** Sends the invoice again with its link. All callers share the daily limit. */
export async function sendInvoice(ctx: Ctx, { id }: HandlerInput<Calls['send']>): Promise<HandlerResult<Calls['send']>> {
  const row = await lockManagedInvoice(ctx, id, 'invoices.edit');
  assertInvoiceStatus(row, ['unpaid', 'active']);
  const wait = await countAttempt(ctx.db, `invoice-send:${id}`, again);
  if (wait > 0) throw new Refusal('tooMany', m.invoice_refusal_told(), { retry_after: wait });
  const told = await resendInvoice(ctx, id);
  await audit(ctx.db, ctx, { kind: 'edit', document: 'invoices', id, code: row.code, reason: 'told again' });
  return { told };
}

/** Asserts that the caller is on one side of the invoice: a manager who may edit the invoice, or a payer. */
async function ofEither(ctx: Ctx, id: number): Promise<{ row: InvoiceRow; managed: boolean }> {
  const seen = await from(ctx, 'invoice')
    .select(visibleTo('invoice:managed', ctx.me, 'invoice').as('managed'))
    .where('id', '=', id)
    .executeTakeFirst();
  if (!seen) throw invoiceNotFound();
  return { row: seen.managed ? await lockManagedInvoice(ctx, id, 'invoices.edit') : await lockInvoice(ctx, id), managed: seen.managed };
}
const logDispute = (ctx: Ctx, { id, code }: InvoiceRow, disputed: boolean, reason: string): Promise<void> =>
  audit(ctx.db, ctx, { kind: 'edit', document: 'invoices', id, code, before: { disputed: !disputed }, after: { disputed }, reason });
async function putDispute(ctx: Ctx, row: InvoiceRow, reason: string, queryId?: number): Promise<void> {
  const said = { reason, by: await readCallerName(ctx), at: clock.now().toISOString(), ...(queryId === undefined ? {} : { query: queryId }) };
  await updateInvoice(ctx, row, { disputed_at: clock.now(), dispute: JSON.stringify(said) });
  await logDispute(ctx, row, true, reason);
}
async function endDispute(ctx: Ctx, row: InvoiceRow, outcome: string): Promise<void> {
  await updateInvoice(ctx, row, { disputed_at: null, dispute: null });
  await logDispute(ctx, row, false, outcome);
}
const invoiceOf = async (ctx: Ctx, lineId: number): Promise<InvoiceRow> => {
  const line = await unscopedTable(ctx.db, 'invoice_line', 'an invoice line quotes a meter reading')
    .select()
    .select('invoice_id')
    .where('id', '=', lineId)
    .executeTakeFirstOrThrow();
  return lockInvoice(ctx, line.invoice_id);
};
/** A query about a billed meter reading puts its invoice in dispute, unless the invoice is already disputed or paid. */
export async function onMeterQueryRaised(ctx: Ctx, { queryId, invoiceLineId, text }: DomainEvents['meter.asked']): Promise<void> {
  const row = await invoiceOf(ctx, invoiceLineId);
  if (isInvoiceOpen(row) && row.disputed_at === null) await putDispute(ctx, row, text, queryId);
}
/** Settling a meter query settles the dispute that it opened. A dispute that was opened on the invoice itself stays open. */
export async function onMeterQuerySettled(ctx: Ctx, { queryId, invoiceLineId, outcome }: DomainEvents['meter.settled']): Promise<void> {
  const row = await invoiceOf(ctx, invoiceLineId);
  if ((row.dispute as { query?: number } | null)?.query === queryId) await endDispute(ctx, row, outcome);
}

/** Reminders and late fees pause until the dispute is settled. */
export async function disputeInvoice(ctx: Ctx, { id, reason }: HandlerInput<Calls['dispute']>): Promise<HandlerResult<Calls['dispute']>> {
  const { row, managed } = await ofEither(ctx, id);
  assertInvoiceStatus(row, ['unpaid', 'active']);
  if (row.disputed_at !== null) throw new Refusal('conflict', m.invoice_refusal_disputed());
  await putDispute(ctx, row, reason);
  const about = await readInvoiceMessageFacts(ctx, id);
  if (about && !managed)
    await notifyInvoiceManagers(ctx, about, 'invoice.disputed', { ...toInvoiceEventParams(about), reason }, String(row.revision));
  return readInvoiceDetails(ctx, { id });
}

export async function settleInvoiceDispute(
  ctx: Ctx,
  { id, outcome }: HandlerInput<Calls['settleDispute']>,
): Promise<HandlerResult<Calls['settleDispute']>> {
  const { row, managed } = await ofEither(ctx, id);
  if (row.disputed_at === null) throw new Refusal('wrongState', m.invoice_refusal_not_disputed(), { from: row.status });
  await endDispute(ctx, row, outcome);
  const about = await readInvoiceMessageFacts(ctx, id);
  if (about && managed)
    await notifyInvoicePayers(ctx, about, 'invoice.dispute_over', { ...toInvoiceEventParams(about), outcome }, String(row.revision));
  return readInvoiceDetails(ctx, { id });
}
