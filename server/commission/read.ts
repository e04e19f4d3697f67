import { type RawBuilder, sql } from 'kysely';
import type { CommissionDetails, commissionCalls } from '#contract/commission/calls.ts';
import { type CommissionTier, calculateCommission } from '#contract/commission/engine.ts';
import { commissionStatusLabels } from '#contract/commission/labels.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { toDecimalText } from '#contract/money/cents.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { change, from, oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import { buildCsvExportPart, getExportPartSpan } from '#server/lists/export.ts';
import { type CompanyAndCountyRow, companyAndCountyColumns, toCompanyAndCounty, withCompanyHeads } from '#server/lists/holder.ts';
import { containsTextSql, countTabs, hasDayRange, orderByColumn, readPage } from '#server/lists/list.ts';
import { m } from '#words/messages.js';
import { toCommissionTerms } from './rule-terms.ts';

type Calls = typeof commissionCalls;
export const commissionNotFound = () => new Refusal('notFound', sentence('itemNotFound'));
type Filter = NonNullable<HandlerInput<Calls['list']>['z_filter']>;

const region = sql`(select p.region from property p where p.id = commission.property_id)`;
function found(ctx: Ctx, f: Filter) {
  let rows = from(ctx, 'commission')
    .innerJoin('commission_rule', 'commission_rule.id', 'commission.rule_id')
    .leftJoin('property', 'property.id', 'commission.property_id')
    .leftJoin('company as earner', 'earner.id', 'commission.beneficiary_company_id');
  if (f.status) rows = rows.where('commission.status', '=', f.status);
  if (f.beneficiary) rows = rows.where('commission.beneficiary', '=', f.beneficiary);
  if (f.company_id) rows = rows.where(sql<boolean>`${f.company_id} in (commission.company_id, commission.beneficiary_company_id)`);
  if (f.unit_id) rows = rows.where(sql<boolean>`commission.invoice_id in (select i.id from invoice i where i.unit_id = ${f.unit_id})`);
  if (f.region) rows = rows.where(sql<boolean>`${region} = ${f.region}`);
  if (hasDayRange(f)) {
    if (f.day_from) rows = rows.where('commission.happened_on', '>=', f.day_from);
    if (f.day_to) rows = rows.where('commission.happened_on', '<=', f.day_to);
  }
  const { q } = f;
  if (q)
    rows = rows.where((eb) =>
      eb.or([
        containsTextSql('commission.code', q),
        containsTextSql('property.name', q),
        containsTextSql('earner.name', q),
        containsTextSql('commission_rule.name', q),
      ]),
    );
  return rows;
}

const columns = [
  'commission.id',
  'commission.code',
  ...companyAndCountyColumns('commission.company_id', region),
  'commission.beneficiary',
  'earner.name as beneficiary_name',
  'commission_rule.name as rule',
  'property.name as property',
  'commission.base_cents',
  'commission.amount_cents',
  'commission.tax_cents',
  'commission.happened_on',
  'commission.status',
  sql<boolean>`commission.reverses is not null`.as('takes_back'),
] as const;
const toHead = <R extends CompanyAndCountyRow>({ holder_id, holder_name, holder_region, ...row }: R) => ({
  ...row,
  ...toCompanyAndCounty({ holder_id, holder_name, holder_region }),
});

export async function listCommissions(
  ctx: Ctx,
  { page, page_size, tabs, sort, z_filter = {} }: HandlerInput<Calls['list']>,
): Promise<HandlerResult<Calls['list']>> {
  const { rows, count } = await readPage(found(ctx, z_filter), { page, page_size }, (q) =>
    q
      .select([...columns])
      .orderBy(orderByColumn(sort.replace(/^(-?)/, '$1commission.')))
      .orderBy('commission.id', 'desc'),
  );
  const sums = await found(ctx, z_filter)
    .select([total('base_cents'), total('amount_cents'), total('tax_cents'), taken(sql`commission.booked_at is null`).as('waits_cents')])
    .executeTakeFirstOrThrow();
  const counts = await countTabs(tabs, () => found(ctx, { ...z_filter, status: undefined }), sql`commission.status`);
  return { count, ...sums, results: await withCompanyHeads(ctx, rows.map(toHead)), ...counts };
}
const total = <K extends 'base_cents' | 'amount_cents' | 'tax_cents'>(name: K) =>
  sql<number>`coalesce(sum(${sql.ref(`commission.${name}`)}), 0)::bigint`.as(name);

const taken = (which: RawBuilder<unknown>) =>
  sql<number>`coalesce(sum(commission.amount_cents + commission.tax_cents) filter (where ${which}), 0)::bigint`;

/**
 * The commissions others earned on the company's rent in a period, less reductions by credit notes: only posted rows, since nothing is deducted
 * before move-in. The company's own earnings are no fee.
 */
export async function sumCommissionFees(ctx: Ctx, days: Pick<Filter, 'day_from' | 'day_to'>): Promise<number | null> {
  const { companyId, grants } = ctx.me;
  if (companyId === null || !grants.has('commission.read')) return null;
  const row = await found(ctx, days)
    .select(taken(sql`commission.booked_at is not null`).as('cents'))
    .where('commission.company_id', '=', companyId)
    .where(sql<boolean>`commission.beneficiary_company_id is distinct from commission.company_id`)
    .executeTakeFirstOrThrow();
  return row.cents;
}

export async function exportCommissionsCsv(
  ctx: Ctx,
  { z_filter = {}, part }: HandlerInput<Calls['exportCsv']>,
): Promise<HandlerResult<Calls['exportCsv']>> {
  const { limit, offset } = getExportPartSpan(part);
  const rows = await found(ctx, z_filter)
    .select([...columns])
    .orderBy('commission.happened_on', 'desc')
    .orderBy('commission.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return buildCsvExportPart(
    'commissions.csv',
    rows.map((row) => ({
      ...{ code: row.code, earned_on: row.happened_on, property: row.property, earner: row.beneficiary_name ?? m.commission_platform() },
      ...{ rule: row.rule, base: toDecimalText(row.base_cents), amount: toDecimalText(row.amount_cents), vat: toDecimalText(row.tax_cents) },
      status: commissionStatusLabels[row.status](),
    })),
    part,
  );
}

const leadOf = sql<string | null>`(select n.name from tenancy_person tp join tenant n on n.id = tp.tenant_id
  where tp.tenancy_id = commission.tenancy_id and tp.role = 'lead' order by tp.until desc nulls first, tp.id limit 1)`;
/** The calculation: the accumulated base before and after, the commission on it, and what was accrued before. */
export async function readCommissionDetails(
  ctx: Ctx,
  { id }: HandlerInput<Calls['commissionDetails']>,
): Promise<HandlerResult<Calls['commissionDetails']>> {
  const row = await found(ctx, {})
    .leftJoin('tenancy', 'tenancy.id', 'commission.tenancy_id')
    .leftJoin('commission as back', 'back.reverses', 'commission.id')
    .leftJoin('commission as first', 'first.id', 'commission.reverses')
    .select([...columns])
    .select([
      'commission_rule.kind',
      'commission_rule.bps',
      'fixed_cents',
      'tiers',
      'min_cents',
      'max_cents',
      'vat_bps',
      'ceiling_bps',
      'per',
      'basis',
    ])
    .leftJoin('unit', 'unit.id', 'tenancy.unit_id')
    .select(['commission_rule.version as rule_version', 'commission.heap_cents', 'commission.payment_id', 'commission.invoice_id', 'commission.note'])
    .select(['unit.name as unit_name', leadOf.as('tenant')])
    .select(['commission.cap_cents', 'commission.fund', 'tenancy.id as tenancy_id', 'tenancy.code as tenancy_code'])
    .select(['back.id as back_id', 'back.code as back_code', 'first.id as first_id', 'first.code as first_code'])
    .where('commission.id', '=', id)
    .executeTakeFirst();
  if (!row) throw commissionNotFound();
  const journal = await unscopedTable(ctx.db, 'journal', 'the journal of a commission the caller sees')
    .select()
    .select(['id', 'code', 'day'])
    .where('event_key', '=', `commission:${id}`)
    .executeTakeFirst();
  const payment = row.payment_id === null ? undefined : await getLookup('managedPayment')(ctx, row.payment_id);
  const invoice = await from(ctx, 'invoice:managed')
    .select(['invoice.id', 'invoice.code'])
    .where('invoice.id', '=', row.invoice_id)
    .executeTakeFirst();
  const counted = (base: number) => (row.cap_cents === null ? base : Math.min(base, row.cap_cents));
  const [other] = [
    row.back_id && row.back_code
      ? { id: row.back_id, code: row.back_code }
      : row.first_id && row.first_code
        ? { id: row.first_id, code: row.first_code }
        : null,
  ];
  const { tenancy_id, tenancy_code, back_id, back_code, first_id, first_code, fund, cap_cents, kind, bps, fixed_cents, tiers, ...head } = row;
  const { min_cents, max_cents, vat_bps, ceiling_bps: _ceiling, per, payment_id, invoice_id, unit_name, ...rest } = head;
  const full: CommissionDetails = {
    ...toHead(rest),
    terms: { kind, bps, fixed_cents, tiers: (tiers ?? null) as CommissionTier[] | null, min_cents, max_cents, vat_bps, per },
    heap_before_cents: row.heap_cents - row.base_cents,
    accrued_before_cents: calculateCommission(toCommissionTerms(row), counted(row.heap_cents - row.base_cents)),
    tenancy: tenancy_id && tenancy_code ? { id: tenancy_id, code: tenancy_code } : null,
    ...{ payment: payment ?? null, invoice: invoice ?? null, home: [unit_name, row.property].filter(Boolean).join(', ') || null },
    journal: journal ? { id: journal.id, code: journal.code } : null,
    booked_on: journal?.day ?? null,
    memo: fund === 'M',
    other,
  };
  return full;
}

export async function listCommissionMonths(ctx: Ctx): Promise<HandlerResult<Calls['listMonths']>> {
  const rows = await from(ctx, 'commission')
    .select([
      sql<string>`to_char(date_trunc('month', happened_on), 'YYYY-MM-DD')`.as('month'),
      sql<number>`sum(base_cents)::bigint`.as('base_cents'),
      sql<number>`sum(amount_cents)::bigint`.as('amount_cents'),
      sql<number>`sum(tax_cents)::bigint`.as('tax_cents'),
      sql<number>`count(*)::int`.as('count'),
    ])
    .where('beneficiary_company_id', '=', ctx.me.companyId)
    .where(sql<boolean>`happened_on >= (date_trunc('month', app.today()) - interval '11 months')::date`)
    .groupBy(sql`1`)
    .orderBy(sql`1`)
    .execute();
  return { results: rows };
}

/** A report by the beneficiary or by the company whose money it was. The platform reviews it; the amount does not change. */
export async function reportCommissionMistake(
  ctx: Ctx,
  { id, note: text }: HandlerInput<Calls['reportMistake']>,
): Promise<HandlerResult<Calls['reportMistake']>> {
  const row = await from(ctx, 'commission').select(['code', 'note']).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (!row) throw commissionNotFound();
  await change(ctx, 'commission').set({ note: text }).where('id', '=', id).$call(oneRow);
  await audit(ctx.db, ctx, { kind: 'edit', document: 'commission', id, code: row.code, before: { note: row.note }, after: { note: text } });
  return { id };
}
