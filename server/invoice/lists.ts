import { sql } from 'kysely';
import type { invoiceCalls } from '#contract/invoice/calls.ts';
import { getInvoiceClosureKind, invoiceClosureKindLabels } from '#contract/invoice/closure.ts';
import { type AgeBucket, ageBuckets, type InvoiceStatus, invoiceStatuses } from '#contract/invoice/kinds.ts';
import { invoiceKindLabels, invoiceStatusLabels } from '#contract/invoice/labels.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { sumCents, toShillings } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { monthStart } from '#contract/time/days.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { visibleTo } from '#server/kernel/scope.ts';
import { from } from '#server/kernel/scoped.ts';
import { buildCsvExportPart, getExportPartSpan } from '#server/lists/export.ts';
import { withCompanyHeads } from '#server/lists/holder.ts';
import {
  containsTextSql,
  countTabs,
  getOpenTabCount,
  hasDayRange,
  isAmongSql,
  isInCountySql,
  isOnPageSql,
  readPage,
  readPageByIds,
} from '#server/lists/list.ts';
import { hasCollectionsSql, sumCollectedByMonth, sumCollectedInvoices } from './collected-totals.ts';
import { type InvoiceRow, invoiceNotFound, invoiceSummaryColumns, joinUnitAndProperty, toInvoiceSummary } from './rows.ts';

type Calls = typeof invoiceCalls;
type Filters = NonNullable<HandlerInput<Calls['list']>['z_filter']>;
const wordOf = new Map<number, InvoiceStatus>((Object.keys(invoiceStatuses) as InvoiceStatus[]).map((word) => [invoiceStatuses[word], word]));
const stateOf = ({ status }: { readonly status?: number | undefined }) => (status === undefined ? undefined : wordOf.get(status));

const open = sql<boolean>`invoice.status in ('unpaid', 'active')`;
/** Invoices closed without money; must equal `getInvoiceClosureKind` of the contract. */
const closed = sql<boolean>`(invoice.status = 'paid' and (invoice.written_off_cents > 0 or (invoice.paid_cents = invoice.returned_cents and invoice.credited_cents + invoice.returned_cents > 0)))`;
const overdue = sql<boolean>`(${open} and invoice.due_on < app.today())`;
/** The age bucket of the balance due (arrears ageing); must equal `toAgeBucket` of the contract. */
const ageIs: Readonly<Record<AgeBucket, ReturnType<typeof sql<boolean>>>> = {
  current: sql<boolean>`(${open} and invoice.due_on >= app.today())`,
  '1-30': sql<boolean>`(${open} and app.today() - invoice.due_on between 1 and 30)`,
  '31-60': sql<boolean>`(${open} and app.today() - invoice.due_on between 31 and 60)`,
  '61-90': sql<boolean>`(${open} and app.today() - invoice.due_on between 61 and 90)`,
  '90+': sql<boolean>`(${open} and app.today() - invoice.due_on > 90)`,
};

/** Digits that can be the number of an invoice in its company's series. */
const isSerialNumber = (text: string): boolean => /^\d{1,9}$/.test(text);

/** Text search by names. Only a search joins the tables that contain names. */
const saying = (ctx: Ctx, text: string) =>
  joinUnitAndProperty(from(ctx, 'invoice:managed'))
    .select('invoice.id')
    .where((eb) =>
      eb.or([
        containsTextSql('invoice.code', text),
        ...(isSerialNumber(text) ? [eb('invoice.serial', '=', Number(text))] : []),
        containsTextSql('tenancy.code', text),
        containsTextSql('tenant.name', text),
        containsTextSql('unit.name', text),
        containsTextSql('property.name', text),
        containsTextSql('tenant.phone', text.replace(/^0(?=[17])/, '')),
      ]),
    );

export function filterInvoices(ctx: Ctx, f: Filters) {
  let q = from(ctx, 'invoice:managed');
  const status = stateOf(f);
  if (status) q = q.where('invoice.status', '=', status);
  if (f.closed) q = q.where(f.closed === 'true' ? closed : sql<boolean>`not ${closed}`);
  if (f.overdue) q = q.where(overdue);
  if (f.aged) q = q.where(ageIs[f.aged]);
  if (f.disputed) q = q.where('invoice.disputed_at', 'is not', null);
  if (f.kind) q = q.where('invoice.kind', '=', f.kind);
  if (f.property_id) q = q.where('invoice.property_id', '=', f.property_id);
  if (f.unit_id) q = q.where('invoice.unit_id', '=', f.unit_id);
  if (f.tenancy_id) q = q.where('invoice.tenancy_id', '=', f.tenancy_id);
  if (f.booking_id) q = q.where('invoice.booking_id', '=', f.booking_id);
  if (f.tenant_id) q = q.where('invoice.tenant_id', '=', f.tenant_id);
  if (f.run_id) q = q.where('invoice.run_id', '=', f.run_id);
  if (f.company_id) q = q.where('invoice.company_id', '=', f.company_id);
  if (f.region) q = q.where(isInCountySql('invoice.property_id', f.region));
  if (hasDayRange(f)) {
    if (f.day_from) q = q.where('invoice.due_on', '>=', f.day_from);
    if (f.day_to) q = q.where('invoice.due_on', '<=', f.day_to);
  }
  if (f.came_from || f.came_to) q = q.where(hasCollectionsSql({ from: f.came_from, to: f.came_to }));
  if (f.q) q = q.where(isAmongSql('invoice.id', saying(ctx, f.q)));
  return q;
}

function ordered(sort: string) {
  const column = sql.ref(`invoice.${sort.replace(/^-/, '')}`);
  return { of: 'invoice', order: sort.startsWith('-') ? sql`${column} desc, invoice.id desc` : sql`${column} asc, invoice.id asc` } as const;
}
/** The caller requests a tab by the status number of the API. */
const byNumber = (tabs: Record<string, number>) =>
  Object.fromEntries(Object.entries(tabs).map(([word, n]) => [String(invoiceStatuses[word as InvoiceStatus] ?? word), n]));

/** A tab lists what it counts: an invoice closed without money appears in a tab of its own and not among the paid ones. */
function tabOf(counted: { tabs?: Record<string, number> }, f: Filters) {
  const state = stateOf(f);
  if (f.overdue) return state === undefined && f.closed === undefined ? counted.tabs?.overdue : undefined;
  if (f.closed === undefined) return state === 'paid' ? undefined : getOpenTabCount(counted, state);
  return f.closed === 'true'
    ? state === undefined || state === 'paid'
      ? getOpenTabCount(counted, 'closed')
      : undefined
    : state && getOpenTabCount(counted, state);
}

export async function listInvoices(
  ctx: Ctx,
  { page, page_size, tabs, sort, z_filter = {} }: HandlerInput<Calls['list']>,
): Promise<HandlerResult<Calls['list']>> {
  const others = { ...z_filter, status: undefined, closed: undefined, overdue: undefined };
  const counted = await countTabs(tabs, () => filterInvoices(ctx, others), sql`case when ${closed} then 'closed' else invoice.status end`);
  // Overdue is not a status, but has its own tab.
  if (counted.tabs) counted.tabs.overdue = (await filterInvoices(ctx, others).select(countWhere(overdue).as('n')).executeTakeFirstOrThrow()).n;
  const by = ordered(sort);
  const { rows, count } = await readPageByIds(filterInvoices(ctx, z_filter), { page, page_size, count: tabOf(counted, z_filter) }, by, (these) =>
    joinUnitAndProperty(from(ctx, 'invoice:managed').where(these))
      .selectAll('invoice')
      .select([...invoiceSummaryColumns])
      .orderBy(by.order),
  );
  return { count, results: await withCompanyHeads(ctx, rows.map(toInvoiceSummary)), ...(counted.tabs ? { tabs: byNumber(counted.tabs) } : {}) };
}

/** Invoices that the caller has to pay, whatever else they manage. */
const own = (ctx: Ctx) => from(ctx, 'invoice').where(sql<boolean>`not ${visibleTo('invoice:managed', ctx.me, 'invoice')}`);

export async function listOwnInvoices(
  ctx: Ctx,
  { page, page_size, z_filter = {} }: HandlerInput<Calls['listMine']>,
): Promise<HandlerResult<Calls['listMine']>> {
  let q = own(ctx);
  const status = stateOf(z_filter);
  if (status) q = q.where('invoice.status', '=', status);
  if (z_filter.open) q = q.where(open);
  if (z_filter.tenancy_id) q = q.where('invoice.tenancy_id', '=', z_filter.tenancy_id);
  if (z_filter.booking_id) q = q.where('invoice.booking_id', '=', z_filter.booking_id);
  const { rows, count } = await readPage(joinUnitAndProperty(q), { page, page_size }, (asked) =>
    asked
      .selectAll('invoice')
      .select([...invoiceSummaryColumns])
      .orderBy(sql`${open} desc`)
      .orderBy(sql`case when ${open} then invoice.due_on end`)
      .orderBy('invoice.due_on', 'desc')
      .orderBy('invoice.id', 'desc'),
  );
  return { count, results: rows.map(toInvoiceSummary) };
}

export async function listTenancyInvoices(
  ctx: Ctx,
  { tenancy_id, page, page_size }: HandlerInput<Calls['listOfTenancy']>,
): Promise<HandlerResult<Calls['listOfTenancy']>> {
  const seen = await from(ctx, 'tenancy').select('id').where('id', '=', tenancy_id).executeTakeFirst();
  if (!seen) throw invoiceNotFound();
  const { rows, count } = await readPage(
    joinUnitAndProperty(from(ctx, 'invoice').where('invoice.tenancy_id', '=', tenancy_id)),
    { page, page_size },
    (asked) =>
      asked
        .selectAll('invoice')
        .select([...invoiceSummaryColumns])
        .orderBy('invoice.due_on', 'desc')
        .orderBy('invoice.id', 'desc'),
  );
  return { count, results: rows.map(toInvoiceSummary) };
}

const centsWhere = (which: ReturnType<typeof sql<boolean>>, column = 'open_cents') =>
  sql<number>`coalesce(sum(${sql.ref(`invoice.${column}`)}) filter (where ${which}), 0)::bigint`;
const countWhere = (which: ReturnType<typeof sql<boolean>>) => sql<number>`(count(*) filter (where ${which}))::int`;

export async function countInvoices(ctx: Ctx, { z_filter = {} }: HandlerInput<Calls['counts']>): Promise<HandlerResult<Calls['counts']>> {
  const { status: _, overdue: __, aged: ___, disputed: ____, closed: _____, ...others } = z_filter;
  const standing = await filterInvoices(ctx, others)
    .where(open)
    .select([
      countWhere(open).as('open'),
      centsWhere(open).as('open_cents'),
      countWhere(overdue).as('overdue'),
      centsWhere(overdue).as('overdue_cents'),
      countWhere(sql<boolean>`invoice.disputed_at is not null`).as('disputed'),
    ])
    .executeTakeFirstOrThrow();
  const issued = await filterInvoices(ctx, others)
    .where('invoice.status', '<>', 'expired')
    .where(sql<boolean>`invoice.issued_on >= date_trunc('month', app.today())::date`)
    .select(centsWhere(sql<boolean>`true`, 'total_cents').as('issued'))
    .executeTakeFirstOrThrow();
  const { came_cents } = await sumCollectedInvoices(filterInvoices(ctx, others), { from: monthStart(clock.today()) });
  return {
    open: standing.open,
    open_cents: Number(standing.open_cents),
    overdue: standing.overdue,
    overdue_cents: Number(standing.overdue_cents),
    disputed: standing.disputed,
    issued_month_cents: Number(issued.issued),
    paid_month_cents: came_cents,
  };
}

/** Totals of a list: invoiced, balance due and, for a list with a period, collected. */
export async function sumInvoices(ctx: Ctx, { z_filter = {} }: HandlerInput<Calls['totals']>): Promise<HandlerResult<Calls['totals']>> {
  const row = await filterInvoices(ctx, z_filter)
    .select([
      countWhere(sql<boolean>`true`).as('count'),
      centsWhere(sql<boolean>`invoice.status <> 'expired'`, 'total_cents').as('total'),
      centsWhere(open).as('open'),
    ])
    .executeTakeFirstOrThrow();
  const days = { from: z_filter.came_from, to: z_filter.came_to };
  return {
    count: row.count,
    total_cents: Number(row.total),
    open_cents: Number(row.open),
    ...(await sumCollectedInvoices(filterInvoices(ctx, z_filter), days)),
  };
}

/** The ageing report: the open amounts (accounts receivable) by how long they are overdue. */
export async function readAgeingReport(ctx: Ctx, { z_filter = {} }: HandlerInput<Calls['ageing']>): Promise<HandlerResult<Calls['ageing']>> {
  const { status: _, overdue: __, aged: ___, closed: ____, ...others } = z_filter;
  const row = (await filterInvoices(ctx, others)
    .where(open)
    .select(ageBuckets.flatMap((age) => [countWhere(ageIs[age]).as(`n_${age}`), centsWhere(ageIs[age]).as(`c_${age}`)]))
    .executeTakeFirstOrThrow()) as Record<string, number>;
  const buckets = ageBuckets.map((age) => ({ age, count: Number(row[`n_${age}`]), cents: Number(row[`c_${age}`]) }));
  return { buckets, open_cents: sumCents(buckets.map((one) => one.cents)) };
}

const shown = 12;
export async function sumInvoicesByMonth(
  ctx: Ctx,
  { z_filter = {} }: HandlerInput<Calls['monthlyTotals']>,
): Promise<HandlerResult<Calls['monthlyTotals']>> {
  const first = sql`(date_trunc('month', app.today()) - make_interval(months => ${shown - 1}))::date`;
  const rows = await filterInvoices(ctx, z_filter)
    .where('invoice.status', '<>', 'expired')
    .where(sql<boolean>`invoice.due_on >= ${first} and invoice.due_on < (date_trunc('month', app.today()) + interval '1 month')::date`)
    .select([
      sql<string>`date_trunc('month', invoice.due_on)::date::text`.as('month'),
      sql<number>`sum(invoice.total_cents - invoice.credited_cents - invoice.returned_cents)::bigint`.as('due'),
    ])
    .groupBy(sql`1`)
    .execute();
  const known = new Map(rows.map((row) => [row.month, row]));
  const { rows: all12 } = await sql<{ month: string }>`
    select m::date::text as month from generate_series(${first}, app.today(), interval '1 month') m`.execute(ctx.db);
  const came = await sumCollectedByMonth(filterInvoices(ctx, z_filter), all12[0]?.month ?? clock.today());
  return { results: all12.map(({ month }) => ({ month, due_cents: Number(known.get(month)?.due ?? 0), paid_cents: came.get(month) ?? 0 })) };
}

const standingOf = (row: InvoiceRow): string => {
  const how = getInvoiceClosureKind(row);
  return how === null ? invoiceStatusLabels[row.status]() : invoiceClosureKindLabels[how]();
};
export async function exportInvoices(ctx: Ctx, { sort, z_filter = {}, part }: HandlerInput<Calls['csv']>): Promise<HandlerResult<Calls['csv']>> {
  const by = ordered(sort);
  const rows = await joinUnitAndProperty(from(ctx, 'invoice:managed').where(isOnPageSql(filterInvoices(ctx, z_filter), getExportPartSpan(part), by)))
    .selectAll('invoice')
    .select([...invoiceSummaryColumns])
    .orderBy(by.order)
    .execute();
  return buildCsvExportPart(
    'invoices',
    rows.map((r) => ({
      invoice_number: r.serial,
      code: r.code,
      kind: invoiceKindLabels[r.kind](),
      status: standingOf(r),
      property: r.property_name,
      unit: r.unit_name,
      name: r.tenant_name,
      issued_on: r.issued_on,
      due_on: r.due_on,
      total: toShillings(r.total_cents),
      paid: toShillings(r.paid_cents),
      credited: toShillings(r.credited_cents + r.returned_cents),
      returned: toShillings(r.returned_cents),
      open: toShillings(r.open_cents ?? 0),
      company: r.holder_name,
    })),
    part,
  );
}
