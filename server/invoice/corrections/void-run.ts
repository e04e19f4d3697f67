import { sql } from 'kysely';
import type { InvoiceRun, KeptInvoice } from '#contract/invoice/batch-shapes.ts';
import type { invoiceRunCalls } from '#contract/invoice/run-calls.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { sumCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { runInBatches } from '#server/jobs/batches.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import { audit } from '#server/kernel/audit.ts';
import { asClock, type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { eventText } from '#server/kernel/generated/event-texts.ts';
import { sentence } from '#server/kernel/locale.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { change, from, oneRow } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { undoInvoiceIssue } from '../event-handlers.ts';
import { lockInvoices, lockInvoicesForPayment } from '../locks.ts';
import { notifyInvoicePayers, readInvoiceMessageFacts, toInvoiceEventParams } from '../notify.ts';
import { type InvoiceRow, invoiceNotFound, invoiceSummaryColumns, joinUnitAndProperty } from '../rows.ts';
import { readInvoiceRun } from '../runs/runs.ts';

type Calls = typeof invoiceRunCalls;
const why = 'a run is voided after an authorised person requested it';
const shownKept = 200;
const shownTexts = 3;
const batchSize = 50;

type Sums = Pick<InvoiceRow, 'status' | 'credited_cents' | 'returned_cents' | 'paid_cents'>;
/** An invoice with a payment or a credit note is corrected by hand, because voiding would leave either without an invoice. */
const isVoidable = (row: Sums): boolean => row.status === 'unpaid' && row.paid_cents === 0 && row.credited_cents === 0 && row.returned_cents === 0;
const keptWhy = (row: Sums): KeptInvoice['why'] => (row.paid_cents > 0 ? 'paid' : 'credited');

/** The run of the caller's company, which is complete and not voided yet. */
async function findVoidableRun(ctx: Ctx, id: number, lock: boolean) {
  const found = from(ctx, 'invoice_run').selectAll().where('id', '=', id).where('company_id', '=', ctx.me.companyId);
  const run = await (lock ? found.forUpdate() : found).executeTakeFirst();
  if (!run) throw invoiceNotFound();
  if (run.finished_at === null) throw new Refusal('wrongState', m.invoice_refusal_void_run_running(), { from: 'running' });
  if (run.void_asked_at !== null) throw new Refusal('wrongState', m.invoice_refusal_void_run_asked(), { from: 'void' });
  return run;
}
/** The current invoices of the run, each of which the caller must be allowed to change. */
async function invoicesOfRun(ctx: Ctx, runId: number) {
  const rows = await joinUnitAndProperty(from(ctx, 'invoice:managed').where('invoice.run_id', '=', runId).where('invoice.status', '<>', 'expired'))
    .selectAll('invoice')
    .select([...invoiceSummaryColumns])
    .select(mayChange('invoice:managed', ctx.me, 'invoices.edit', 'invoice').as('may'))
    .orderBy('invoice.id')
    .execute();
  if (rows.some((row) => !row.may)) throw new Refusal('forbidden', sentence('accessForbidden'), { missing: 'invoices.edit' });
  return rows;
}

export async function previewVoidRun(ctx: Ctx, { id }: HandlerInput<Calls['previewVoidRun']>): Promise<HandlerResult<Calls['previewVoidRun']>> {
  await findVoidableRun(ctx, id, false);
  const rows = await invoicesOfRun(ctx, id);
  const voids = rows.filter(isVoidable);
  const kept = rows.filter((row) => !isVoidable(row));
  return {
    count: voids.length,
    total_cents: sumCents(voids.map((row) => row.total_cents)),
    told: await textsOf(ctx, voids.slice(0, shownTexts)),
    kept_count: kept.length,
    kept: kept.slice(0, shownKept).map((row) => ({
      invoice: { id: row.id, code: row.code },
      tenant: { id: row.tenant_id, name: row.tenant_name },
      unit: { id: row.unit_id, name: row.unit_name },
      property: { id: row.property_id, name: row.property_name },
      why: keptWhy(row),
      paid_cents: row.paid_cents - row.returned_cents,
    })),
  };
}

/** The text that `voidRunChunk` sends for each invoice. */
async function textsOf(ctx: Ctx, rows: readonly Pick<InvoiceRow, 'id'>[]) {
  const about = await Promise.all(rows.map((row) => readInvoiceMessageFacts(ctx, row.id)));
  return about.flatMap((one) => {
    if (!one) return [];
    const { heading, message } = eventText('invoice.void', toInvoiceEventParams(one));
    return [{ heading, message }];
  });
}

export async function voidRun(ctx: Ctx, { id, reason, count }: HandlerInput<Calls['voidRun']>): Promise<InvoiceRun> {
  const run = await findVoidableRun(ctx, id, true);
  const voids = (await invoicesOfRun(ctx, id)).filter(isVoidable);
  if (voids.length !== count) throw new Refusal('conflict', m.invoice_refusal_void_run_changed({ count: voids.length }));
  await change(ctx, 'invoice_run')
    .set({ void_asked_at: clock.now(), void_by: ctx.me.userId, void_reason: reason })
    .where('id', '=', id)
    .$call(oneRow);
  await audit(ctx.db, ctx, { kind: 'edit', document: 'invoices', id, code: run.code, after: { status: 'expired', invoices: count }, reason });
  await enqueueJob(ctx.db, 'invoice.void_run', { runId: id }, `invoice.void_run:${id}`);
  return readInvoiceRun(ctx, id);
}

/** Voids the next invoices in one transaction. Returns false when none is left. */
export const voidRunChunk = (db: Db, runId: number, limit = batchSize): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const clockCtx = asClock(tx, why);
    const run = await from(clockCtx, 'invoice_run').selectAll().where('id', '=', runId).forUpdate().executeTakeFirst();
    if (!run || run.void_asked_at === null || run.void_finished_at !== null) return false;
    const ctx = { ...clockCtx, me: { ...clockCtx.me, userId: run.void_by } };
    const next = await from(clockCtx, 'invoice')
      .select('invoice.id')
      .where('run_id', '=', runId)
      .where('invoice.id', '>', run.void_cursor)
      .orderBy('invoice.id')
      .limit(limit)
      .execute();
    const ids = next.map((row) => row.id);
    await lockInvoicesForPayment(ctx, ids);
    const rows = ids.length === 0 ? [] : await lockInvoices(ctx, ids);
    const voids = rows.filter(isVoidable);
    for (const row of voids) {
      await undoInvoiceIssue(ctx, row, run.void_reason ?? '', 'void', 'clock');
      const about = await readInvoiceMessageFacts(ctx, row.id);
      if (about) await notifyInvoicePayers(ctx, about, 'invoice.void', toInvoiceEventParams(about), 'void');
    }
    await change(clockCtx, 'invoice_run')
      .set((eb) => ({
        void_cursor: ids.at(-1) ?? run.void_cursor,
        voided: eb('voided', '+', voids.length),
        void_problem: null,
        void_finished_at: ids.length < limit ? clock.now() : null,
      }))
      .where('id', '=', runId)
      .$call(oneRow);
    return ids.length === limit;
  });

/** Voids a run to its end. An error is recorded on the run, and the next attempt continues at the same place. */
export const processRunVoid = (db: Db, runId: number, step = voidRunChunk): Promise<void> =>
  runInBatches(
    () => step(db, runId),
    (problem) => change(asClock(db, why), 'invoice_run').set({ void_problem: problem }).where('id', '=', runId).$call(oneRow),
  );

/** Requested voids that no worker processes, because the worker was killed or its job was abandoned. */
export const findAbandonedRunVoids = (db: Db) =>
  from(asClock(db, why), 'invoice_run')
    .select('invoice_run.id')
    .where('void_finished_at', 'is', null)
    .where(sql<boolean>`void_asked_at < app.now() - interval '15 minutes'`)
    .orderBy('id')
    .execute();
