import { sql } from 'kysely';
import { invoiceRunChunkSize } from '#contract/invoice/kinds.ts';
import { calculateInvoiceDraft } from '#contract/invoice/lines.ts';
import { calculateMonthCharges, listBillableMonths } from '#contract/invoice/month.ts';
import { sumCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { type Day, monthEnd } from '#contract/time/days.ts';
import { getProblemText, runInBatches } from '#server/jobs/batches.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import { asClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { sameRow, systemRows } from '#server/kernel/scoped-row.ts';
import { assertInvoiceTotal, type InvoiceDraft, issueInvoices } from '../issue.ts';
import { buildRentInvoiceKey, type RentFacts, readRentFactsForMonth, readRentFactsOfTenancies } from '../rent-facts.ts';

const why = 'an invoice run continues after an authorised person started it';
export type LockedInvoiceRun = NonNullable<Awaited<ReturnType<typeof lockRun>>>;
const lockRun = (db: Db, id: number) => systemRows(db, 'invoice_run', why).selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** The days between issue and due date: those of the property, otherwise those of its company. */
const leadDays = sql`coalesce((p.billing ->> 'lead_days')::int, (select s.days_before from invoice_setting s where s.company_id = t.company_id), 7)`;
/** For the scheduler: tenancies of companies with automatic invoices whose rent is due soon and has no invoice yet. */
const dueSoon = (month: Day, asOf: Day) => sql<boolean>`coalesce((select s.auto from invoice_setting s where s.company_id = t.company_id), true)
  and greatest(${month}::date + t.due_day - 1, t.starts_on) - ${leadDays} <= ${asOf}::date and t.starts_on <= ${monthEnd(month)}::date
  and not exists (select 1 from invoice x where x.once_key = 'rent:' || t.id || ':' || ${month}::text and x.status <> 'expired')`;
export const tenanciesOfRunSql = (run: Pick<LockedInvoiceRun, 'property_ids' | 'month' | 'as_of'>) =>
  run.as_of === null
    ? sql<boolean>`t.property_id = any (${run.property_ids}::bigint[]) and t.starts_on <= ${monthEnd(run.month)}::date`
    : dueSoon(run.month, run.as_of);

type Skip = { readonly tenancy_id: number; readonly why: string; readonly problem?: string };
/** Drafts the invoices of these tenancies for a month. A tenancy that fails does not stop the others. */
export async function planInvoices(ctx: Ctx, of: readonly RentFacts[], month: Day, runId: number | undefined, leftOut: ReadonlySet<number>) {
  const open = of.filter((one) => one.invoice_id === null && !leftOut.has(one.id));
  const { facts, waits } = await readRentFactsForMonth(ctx.db, open, month);
  const skips: Skip[] = of
    .filter((one) => !open.includes(one))
    .map((one) => ({ tenancy_id: one.id, why: leftOut.has(one.id) ? 'left_out' : 'duplicate' }));
  const issues = open.flatMap((one): InvoiceDraft[] => {
    try {
      const known = facts.get(one.id);
      const drafted = known && calculateMonthCharges(known, month, waits.has(one.id));
      const draft = drafted && calculateInvoiceDraft(drafted.lines);
      assertInvoiceTotal(draft ?? null);
      if (!drafted || drafted.due_on === null || (draft?.total_cents ?? 0) <= 0) {
        skips.push({ tenancy_id: one.id, why: drafted?.warnings.includes('zero_rent') ? 'zero_rent' : 'nothing' });
        return [];
      }
      return [issueOf(one, month, drafted.lines, drafted.due_on, runId)];
    } catch (problem) {
      skips.push({ tenancy_id: one.id, why: 'failed', problem: getProblemText(problem) });
      return [];
    }
  });
  return { issues, skips };
}
const issueOf = (one: RentFacts, month: Day, lines: InvoiceDraft['lines'], dueOn: Day, runId?: number): InvoiceDraft => ({
  companyId: one.company_id,
  agentCompanyId: one.agent_company_id,
  propertyId: one.property_id,
  unitId: one.unit_id,
  tenancyId: one.id,
  bookingId: null,
  tenantId: one.tenant_id,
  kind: 'rent',
  onceKey: buildRentInvoiceKey(one.id, month),
  periodFrom: month,
  periodLast: monthEnd(month),
  dueOn,
  lines,
  home: one.home,
  ...(runId === undefined ? {} : { runId }),
});

/** Processes one chunk in one transaction: lines, journal entries, queued jobs and progress. Returns false when nothing is left. */
export const processInvoiceRunChunk = (db: Db, runId: number, limit = invoiceRunChunkSize): Promise<boolean> =>
  db.transaction().execute((tx) => issueInvoiceRunChunk(tx, runId, limit));
export async function issueInvoiceRunChunk(tx: Db, runId: number, limit: number): Promise<boolean> {
  const run = await lockRun(tx, runId);
  if (!run || run.finished_at !== null) return false;
  const ctx = { ...asClock(tx, why), me: { ...asClock(tx, why).me, userId: run.created_by } };
  const of = await readRentFactsOfTenancies(tx, run.month, tenanciesOfRunSql(run), { after: run.cursor, limit });
  const { issues, skips } = await planInvoices(ctx, of, run.month, run.id, new Set(run.left_out));
  const made = await issueInvoices(ctx, issues);
  // Reasons for skipping are not stored for scheduled runs, where tenancies without charges would be listed every day. Failures are stored for every
  // run.
  const kept = skips.filter(({ why: reason }) => run.as_of === null || reason === 'failed');
  if (kept.length > 0)
    await sql`/* unscoped: units that an invoice run left out */ insert into invoice_run_skip (run_id, tenancy_id, why, problem)
        select ${run.id}, tenancy_id, why, problem from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as s (tenancy_id bigint, why text, problem text)
        on conflict do nothing`.execute(tx);
  // The idempotency key contains an invoice id, which is unique. A cursor is not, because it restarts when the scheduler runs twice a day.
  if (made[0]) await enqueueJob(tx, 'invoice.issued', { ids: made.map((one) => one.id) }, `invoice.issued:${made[0].id}`);
  await sameRow(tx, 'invoice_run', run)
    .change()
    .set((eb) => ({
      cursor: of.at(-1)?.id ?? run.cursor,
      done: eb('done', '+', of.length),
      made: eb('made', '+', made.length),
      skipped: eb('skipped', '+', of.length - made.length),
      total_cents: eb('total_cents', '+', sumCents(made.map((one) => one.totalCents))),
      problem: null,
      finished_at: of.length < limit ? clock.now() : null,
    }))
    .execute();
  return of.length === limit;
}

/** Processes a run to its end, chunk by chunk. An error is recorded on the run, which continues at the same place on the next attempt. */
export async function processInvoiceRun(db: Db, runId: number, step = processInvoiceRunChunk): Promise<void> {
  await runInBatches(
    () => step(db, runId),
    (problem) => unscopedTable(db, 'invoice_run', why).change().set({ problem }).where('id', '=', runId).execute(),
  );
}

/** Tenancies that failed in a run, or in today's scheduled runs, each with its error. */
export async function readInvoiceRunFailures(
  db: Db,
  runId: number | null,
): Promise<{ run_id: number; tenancy_id: number; problem: string | null }[]> {
  return unscopedTable(db, 'invoice_run_skip', why)
    .select()
    .innerJoin('invoice_run', 'invoice_run.id', 'invoice_run_skip.run_id')
    .select(['run_id', 'tenancy_id', 'invoice_run_skip.problem'])
    .where('invoice_run_skip.why', '=', 'failed')
    .where(runId === null ? 'invoice_run.as_of' : 'invoice_run.id', '=', runId === null ? clock.today() : runId)
    .orderBy('tenancy_id')
    .limit(100)
    .execute();
}

/** Runs daily for all companies: issues invoices that are due soon. A second run on the same day issues only invoices for tenancies added since. */
export async function issueDueInvoices(db: Db): Promise<number> {
  const today = clock.today();
  let made = 0;
  for (const month of listBillableMonths(today)) {
    if ((await readRentFactsOfTenancies(db, month, dueSoon(month, today), { limit: 1 })).length === 0) continue;
    await sql`/* unscoped: the scheduled run of a day */ insert into invoice_run (month, as_of) values (${month}::date, ${today}::date) on conflict (as_of, month) where as_of is not null
      do update set finished_at = null, cursor = case when invoice_run.finished_at is null then invoice_run.cursor else 0 end`.execute(db);
    const run = await systemRows(db, 'invoice_run', why)
      .select(['id', 'made'])
      .where('as_of', '=', today)
      .where('month', '=', month)
      .executeTakeFirstOrThrow();
    await processInvoiceRun(db, run.id);
    const after = await sameRow(db, 'invoice_run', run).select().select('made').executeTakeFirstOrThrow();
    made += after.made - run.made;
  }
  return made;
}
export async function countDueInvoices(db: Db): Promise<number> {
  const today = clock.today();
  let count = 0;
  for (const month of listBillableMonths(today))
    count += (await readRentFactsOfTenancies(db, month, dueSoon(month, today), { limit: 10_000 })).length;
  return count;
}
