import { type RawBuilder, sql } from 'kysely';
import type { InvoiceRun, InvoiceRunRow } from '#contract/invoice/batch-shapes.ts';
import type { invoiceCalls } from '#contract/invoice/calls.ts';
import { type InvoiceRunWarning, invoiceRunChunkSize } from '#contract/invoice/kinds.ts';
import { calculateInvoiceDraft } from '#contract/invoice/lines.ts';
import { calculateMonthCharges } from '#contract/invoice/month.ts';
import type { invoiceRunCalls } from '#contract/invoice/run-calls.ts';
import { formatInvoiceLineName } from '#contract/invoice/words.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { sumCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addMonths, monthStart } from '#contract/time/days.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { mayChange, visibleTo } from '#server/kernel/scope.ts';
import { add, from } from '#server/kernel/scoped.ts';
import { asUnproved } from '#server/kernel/scoped-row.ts';
import { readPage } from '#server/lists/list.ts';
import { m } from '#words/messages.js';
import { requireCallerCompanyId } from '../access.ts';
import { computeEffectiveDueDate } from '../issue.ts';
import { type RentFacts, readRentFactsForMonth, readRentFactsOfTenancies } from '../rent-facts.ts';
import { invoiceNotFound } from '../rows.ts';
import { tenanciesOfRunSql } from './run.ts';

type Calls = typeof invoiceRunCalls;

/** The properties for which the caller may issue rent invoices, or the named one of them. */
async function propertiesOf(ctx: Ctx, property_id: number | null): Promise<number[]> {
  let asked = from(ctx, 'property')
    .select('property.id')
    .where(mayChange('property', ctx.me, 'invoices.create'));
  if (property_id !== null) asked = asked.where('property.id', '=', property_id);
  const rows = await asked.orderBy('property.id').execute();
  if (property_id !== null && rows.length === 0) throw invoiceNotFound();
  return rows.map((row) => row.id);
}

/** Reads every matching tenancy in chunks, with its invoice for the month. */
async function* drafted(ctx: Ctx, month: string, which: RawBuilder<boolean>): AsyncGenerator<InvoiceRunRow> {
  for (let after = 0; ; ) {
    const of = await readRentFactsOfTenancies(ctx.db, month, which, { after, limit: invoiceRunChunkSize });
    const { facts, waits } = await readRentFactsForMonth(ctx.db, of, month);
    for (const one of of) {
      const known = facts.get(one.id);
      if (known) yield toRow(one, calculateMonthCharges(known, month, waits.has(one.id)));
    }
    if (of.length < invoiceRunChunkSize) return;
    after = of.at(-1)?.id ?? after;
  }
}
function toRow(one: RentFacts, { lines, due_on, warnings }: ReturnType<typeof calculateMonthCharges>): InvoiceRunRow {
  const draft = calculateInvoiceDraft(lines);
  const total = draft?.total_cents ?? 0;
  const past = due_on !== null && due_on < clock.today();
  const standing: InvoiceRunWarning[] = one.invoice_id !== null ? ['duplicate'] : total === 0 ? ['nothing'] : past ? ['past_due'] : [];
  return {
    tenancy: { id: one.id, code: one.code },
    tenant: { id: one.tenant_id, name: one.tenant_name },
    property: { id: one.property_id, name: one.property_name },
    unit: { id: one.unit_id, name: one.unit_name },
    due_on: due_on === null ? null : computeEffectiveDueDate(due_on),
    lines: (draft?.lines ?? []).map((line) => ({ ...line, label: formatInvoiceLineName(line) })),
    total_cents: total,
    warnings: [...warnings, ...standing],
    invoice: one.invoice_id === null ? null : { id: one.invoice_id, code: one.invoice_code ?? '' },
  };
}
const makes = (row: InvoiceRunRow): boolean => row.invoice === null && row.total_cents > 0;
const answers = (row: InvoiceRunRow, asked: InvoiceRunWarning | 'any' | 'makes'): boolean =>
  asked === 'makes' ? makes(row) : asked === 'any' ? row.warnings.length > 0 : row.warnings.includes(asked);

/** Rejects a month far from today, which is probably a typing error. */
function monthGiven(month: string): string {
  const first = monthStart(month);
  if (first < addMonths(monthStart(clock.today()), -24) || first > addMonths(monthStart(clock.today()), 3))
    throw invalidInputRefusal({ month: m.invoice_problem_month() });
  return first;
}

export async function previewInvoiceRun(
  ctx: Ctx,
  { month, property_id, page, page_size, z_filter = {} }: HandlerInput<Calls['previewInvoiceRun']>,
): Promise<HandlerResult<Calls['previewInvoiceRun']>> {
  const first = monthGiven(month);
  const property_ids = await propertiesOf(ctx, property_id ?? null);
  const warnings: Partial<Record<InvoiceRunWarning, number>> = {};
  const results: InvoiceRunRow[] = [];
  let [count, total, invoices] = [0, 0, 0];
  for await (const row of drafted(ctx, first, tenanciesOfRunSql({ property_ids, month: first, as_of: null }))) {
    for (const warning of row.warnings) warnings[warning] = (warnings[warning] ?? 0) + 1;
    if (makes(row)) {
      total += row.total_cents;
      invoices += 1;
    }
    const { warning } = z_filter;
    if (warning && !answers(row, warning)) continue;
    count += 1;
    if (count > (page - 1) * page_size && results.length < page_size) results.push(row);
  }
  const running = await from(ctx, 'invoice_run')
    .select(['id', 'code'])
    .where('company_id', '=', ctx.me.companyId)
    .where('month', '=', first)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  return { results, count, total_cents: total, invoices, warnings, running: running ?? null };
}

const named = (ctx: Ctx) =>
  from(ctx, 'invoice_run')
    .leftJoin('property', 'property.id', 'invoice_run.property_id')
    .leftJoin('person', 'person.id', 'invoice_run.created_by')
    .leftJoin('person as voider', 'voider.id', 'invoice_run.void_by')
    .selectAll('invoice_run')
    .select(['property.name as property_name', 'person.name as by', 'voider.name as voider']);
type Row = Awaited<ReturnType<ReturnType<typeof named>['execute']>>[number];
const toVoiding = (row: Row): InvoiceRun['voiding'] =>
  row.void_asked_at === null
    ? null
    : {
        state: row.void_finished_at !== null ? 'done' : row.void_problem !== null ? 'stopped' : 'running',
        ...{ voided: row.voided, by: row.voider, reason: row.void_reason ?? '', problem: row.void_problem },
      };
const toRun = (row: Row): InvoiceRun => ({
  id: row.id,
  code: row.code,
  state: row.finished_at !== null ? 'done' : row.problem !== null ? 'stopped' : 'running',
  month: row.month,
  property: row.property_id === null ? null : { id: row.property_id, name: row.property_name ?? '' },
  auto: row.as_of !== null,
  of: Math.max(row.of_count, row.done),
  done: row.done,
  made: row.made,
  skipped: row.skipped,
  total_cents: row.total_cents,
  problem: row.problem,
  voiding: toVoiding(row),
  by: row.by,
  started_at: row.started_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
});
export async function readInvoiceRun(ctx: Ctx, id: number): Promise<InvoiceRun> {
  const row = await named(ctx).where('invoice_run.id', '=', id).executeTakeFirst();
  if (!row) throw invoiceNotFound();
  return toRun(row);
}

async function hasInvoiceToMake(ctx: Ctx, month: string, property_ids: number[], except: readonly number[]): Promise<boolean> {
  for await (const row of drafted(ctx, month, tenanciesOfRunSql({ property_ids, month, as_of: null })))
    if (makes(row) && !except.includes(row.tenancy.id)) return true;
  return false;
}

/** A run with nothing to make is refused, so that two people who start one at the same time leave one run. */
export async function startInvoiceRun(
  ctx: Ctx,
  { month, property_id, except }: HandlerInput<Calls['startInvoiceRun']>,
): Promise<HandlerResult<Calls['startInvoiceRun']>> {
  const company_id = requireCallerCompanyId(ctx);
  const first = monthGiven(month);
  const property_ids = await propertiesOf(ctx, property_id);
  if (!(await hasInvoiceToMake(ctx, first, property_ids, except))) throw new Refusal('conflict', m.invoice_refusal_nothing_to_make());
  const { rows } = await sql<{ n: number }>`/* unscoped: counts the invoices of a run */ select count(*)::int as n from tenancy t
    where t.status in ('active', 'expired') and ${tenanciesOfRunSql({ property_ids, month: first, as_of: null })}`.execute(ctx.db);
  const row = await add(ctx, 'invoice_run')
    .values({ company_id, property_id, property_ids, month: first, left_out: except, of_count: rows[0]?.n ?? 0, created_by: ctx.me.userId })
    .onConflict((oc) => oc.doNothing())
    .returning(['id', 'code'])
    .executeTakeFirst();
  if (!row) throw new Refusal('conflict', m.invoice_refusal_running());
  await audit(ctx.db, ctx, {
    kind: 'add',
    document: 'invoices',
    id: row.id,
    code: row.code,
    after: { month: first, property_id, left_out: except.length },
  });
  await enqueueJob(ctx.db, 'invoice.run', { runId: row.id }, `invoice.run:${row.id}`);
  return readInvoiceRun(ctx, row.id);
}

/** The job of the run may have been abandoned, so a new job continues at the cursor. */
export async function resumeInvoiceRun(ctx: Ctx, { id }: HandlerInput<Calls['resumeInvoiceRun']>): Promise<HandlerResult<Calls['resumeInvoiceRun']>> {
  const row = await from(ctx, 'invoice_run')
    .selectAll()
    .where('id', '=', id)
    .where('company_id', '=', ctx.me.companyId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw invoiceNotFound();
  if (row.finished_at !== null) throw new Refusal('wrongState', m.invoice_refusal_run_done(), { from: 'done' });
  await audit(ctx.db, ctx, { kind: 'edit', document: 'invoices', id, code: row.code, reason: 'the run goes on' });
  await enqueueJob(ctx.db, 'invoice.run', { runId: id });
  return readInvoiceRun(ctx, id);
}

const shownSkips = 200;
export async function readInvoiceRunDetails(
  ctx: Ctx,
  { id }: HandlerInput<Calls['invoiceRunDetails']>,
): Promise<HandlerResult<Calls['invoiceRunDetails']>> {
  const one = await readInvoiceRun(ctx, id);
  const counted = await from(ctx, 'invoice_run_skip')
    .select(['why', sql<number>`count(*)::int`.as('count')])
    .where('run_id', '=', id)
    .groupBy('why')
    .execute();
  const skips = await from(ctx, 'invoice_run_skip')
    .$call(asUnproved)
    .innerJoin('tenancy', 'tenancy.id', 'invoice_run_skip.tenancy_id')
    .innerJoin('unit', 'unit.id', 'tenancy.unit_id')
    .innerJoin('property', 'property.id', 'tenancy.property_id')
    .leftJoin('invoice', (join) =>
      join
        .on('invoice.once_key', '=', sql<string>`'rent:' || tenancy.id || ':' || ${one.month}::text`)
        .on('invoice.status', '<>', 'expired')
        .on('invoice_run_skip.why', '=', 'duplicate'),
    )
    .select([
      'tenancy.id',
      'tenancy.code',
      'unit.id as unit_id',
      'invoice_run_skip.why',
      'invoice_run_skip.problem',
      'property.id as property_id',
      'property.name as property_name',
    ])
    .select(['invoice.id as invoice_id', 'invoice.code as invoice_code'])
    .select([
      sql<string>`case when tenancy.whole then app.whole_name(tenancy.property_id) else unit.name end`.as('unit_name'),
      sql<{
        id: number;
        name: string;
      }>`(select jsonb_build_object('id', n.id, 'name', n.name) from tenancy_person p join tenant n on n.id = p.tenant_id
        where p.tenancy_id = tenancy.id and p.role = 'lead' order by p.until nulls first, p.id desc limit 1)`.as('tenant'),
    ])
    .where('invoice_run_skip.run_id', '=', id)
    .orderBy(sql`why = 'failed' desc, why = 'duplicate'`)
    .orderBy('tenancy.id')
    .limit(shownSkips)
    .execute();
  return {
    ...one,
    why: Object.fromEntries(counted.map((row) => [row.why, row.count])),
    skips: skips.map((row) => ({
      tenancy: { id: row.id, code: row.code },
      tenant: row.tenant,
      unit: { id: row.unit_id, name: row.unit_name },
      property: { id: row.property_id, name: row.property_name },
      why: row.why,
      problem: row.problem,
      invoice: row.invoice_id === null ? null : { id: row.invoice_id, code: row.invoice_code ?? '' },
    })),
  };
}

export async function listInvoiceRuns(
  ctx: Ctx,
  { page, page_size }: HandlerInput<Calls['listInvoiceRuns']>,
): Promise<HandlerResult<Calls['listInvoiceRuns']>> {
  const { rows, count } = await readPage(from(ctx, 'invoice_run'), { page, page_size }, (q) =>
    q.select('invoice_run.id').orderBy('invoice_run.id', 'desc'),
  );
  if (rows.length === 0) return { count, results: [] };
  const full = await named(ctx)
    .where(
      'invoice_run.id',
      'in',
      rows.map((row) => row.id),
    )
    .orderBy('invoice_run.id', 'desc')
    .execute();
  return { count, results: full.map(toRun) };
}

/** Tenancies with charges in a month and no rent invoice for it. */
export async function listMissingInvoices(
  ctx: Ctx,
  { month, page, page_size, z_filter = {} }: HandlerInput<(typeof invoiceCalls)['missingInvoices']>,
): Promise<HandlerResult<(typeof invoiceCalls)['missingInvoices']>> {
  const first = monthGiven(month);
  const { property_id, company_id } = z_filter;
  const which = sql<boolean>`${visibleTo('tenancy:managed', ctx.me, 't')} and exists (select 1 from property vp where vp.id = t.property_id and ${mayChange('property', ctx.me, 'invoices.read', 'vp')})
    and t.starts_on < (${first}::date + interval '1 month')
    and not exists (select 1 from invoice x where x.once_key = 'rent:' || t.id || ':' || ${first}::text and x.status <> 'expired')
    ${property_id ? sql`and t.property_id = ${property_id}` : sql``} ${company_id ? sql`and t.company_id = ${company_id}` : sql``}`;
  const results: HandlerResult<(typeof invoiceCalls)['missingInvoices']>['results'] = [];
  let count = 0;
  for await (const row of drafted(ctx, first, which)) {
    if (!makes(row) || row.due_on === null) continue;
    count += 1;
    if (count <= (page - 1) * page_size || results.length >= page_size) continue;
    const { tenancy, tenant, property, unit, due_on } = row;
    results.push({ tenancy, tenant, property, unit, due_on, cents: sumCents([row.total_cents]), metered: row.warnings.includes('no_reading') });
  }
  return { results, count };
}
