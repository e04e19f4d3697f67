import type { invoiceActCalls } from '#contract/invoice/act-calls.ts';
import type { Input, Result } from '#contract/kernel/call.ts';
import type { Happenings } from '#contract/kernel/happenings.ts';
import { clock } from '#contract/time/clock.ts';
import { take } from '#server/http/throttle.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { visible } from '#server/kernel/scope.ts';
import { everything, from } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { heldInvoice, put } from './money.ts';
import { details } from './one.ts';
import { type InvoiceRow, isOpen, missing } from './rows.ts';
import { aboutOf, calledIn, tellAgain, tellManagers, tellPayers } from './tell.ts';
import { callerName, forWork, insist } from './work.ts';

type Calls = typeof invoiceActCalls;
/** Nobody is told of the same invoice all day long. */
const again = { limit: 3, seconds: 86_400 };

/** Told again with the link; a few times a day at most, whoever presses. */
export async function send(ctx: Ctx, { id }: Input<Calls['send']>): Promise<Result<Calls['send']>> {
  const row = await forWork(ctx, id, 'invoices.edit');
  insist(row, ['unpaid', 'active']);
  const wait = await take(ctx.db, `invoice-send:${id}`, again);
  if (wait > 0) throw new Refusal('tooMany', m.invoice_refusal_told(), { retry_after: wait });
  const told = await tellAgain(ctx, id);
  await audit(ctx.db, ctx, { kind: 'edit', document: 'invoices', id, code: row.code, reason: 'told again' });
  return { told };
}

/** Either side: who manages it and may change it, or who pays. */
async function ofEither(ctx: Ctx, id: number): Promise<{ row: InvoiceRow; managed: boolean }> {
  const seen = await from(ctx, 'invoice')
    .select(visible('invoice:managed', ctx.me, 'invoice').as('managed'))
    .where('id', '=', id)
    .executeTakeFirst();
  if (!seen) throw missing();
  return { row: seen.managed ? await forWork(ctx, id, 'invoices.edit') : await heldInvoice(ctx, id), managed: seen.managed };
}
const logDispute = (ctx: Ctx, { id, code }: InvoiceRow, disputed: boolean, reason: string): Promise<void> =>
  audit(ctx.db, ctx, { kind: 'edit', document: 'invoices', id, code, before: { disputed: !disputed }, after: { disputed }, reason });
async function putDispute(ctx: Ctx, row: InvoiceRow, reason: string, queryId?: number): Promise<void> {
  const said = { reason, by: await callerName(ctx), at: clock.now().toISOString(), ...(queryId === undefined ? {} : { query: queryId }) };
  await put(ctx, row, { disputed_at: clock.now(), dispute: JSON.stringify(said) });
  await logDispute(ctx, row, true, reason);
}
async function endDispute(ctx: Ctx, row: InvoiceRow, outcome: string): Promise<void> {
  await put(ctx, row, { disputed_at: null, dispute: null });
  await logDispute(ctx, row, false, outcome);
}
const invoiceOf = async (ctx: Ctx, lineId: number): Promise<InvoiceRow> => {
  const line = await everything(ctx.db, 'invoice_line', 'what a meter measured stands on it')
    .select()
    .select('invoice_id')
    .where('id', '=', lineId)
    .executeTakeFirstOrThrow();
  return heldInvoice(ctx, line.invoice_id);
};
/** What a meter measured is asked about once it was billed: its invoice is in dispute, unless it is already, or paid. */
export async function meterAsked(ctx: Ctx, { queryId, invoiceLineId, text }: Happenings['meter.asked']): Promise<void> {
  const row = await invoiceOf(ctx, invoiceLineId);
  if (isOpen(row) && row.disputed_at === null) await putDispute(ctx, row, text, queryId);
}
/** The dispute that came of a query ends with it; one somebody said of the invoice itself does not. */
export async function meterSettled(ctx: Ctx, { queryId, invoiceLineId, outcome }: Happenings['meter.settled']): Promise<void> {
  const row = await invoiceOf(ctx, invoiceLineId);
  if ((row.dispute as { query?: number } | null)?.query === queryId) await endDispute(ctx, row, outcome);
}

/** Reminders and late fees wait until it is settled. */
export async function dispute(ctx: Ctx, { id, reason }: Input<Calls['dispute']>): Promise<Result<Calls['dispute']>> {
  const { row, managed } = await ofEither(ctx, id);
  insist(row, ['unpaid', 'active']);
  if (row.disputed_at !== null) throw new Refusal('conflict', m.invoice_refusal_disputed());
  await putDispute(ctx, row, reason);
  const about = await aboutOf(ctx, id);
  if (about && !managed) await tellManagers(ctx, about, 'invoice.disputed', { ...calledIn(about), reason }, String(row.revision));
  return details(ctx, { id });
}

export async function settleDispute(ctx: Ctx, { id, outcome }: Input<Calls['settleDispute']>): Promise<Result<Calls['settleDispute']>> {
  const { row, managed } = await ofEither(ctx, id);
  if (row.disputed_at === null) throw new Refusal('wrongState', m.invoice_refusal_not_disputed(), { from: row.status });
  await endDispute(ctx, row, outcome);
  const about = await aboutOf(ctx, id);
  if (about && managed) await tellPayers(ctx, about, 'invoice.dispute_over', { ...calledIn(about), outcome }, String(row.revision));
  return details(ctx, { id });
}
