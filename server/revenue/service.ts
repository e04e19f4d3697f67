import { type RawBuilder, sql } from 'kysely';
import { splitAmountByDay } from '#contract/featured/kinds.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import { formatJournalSentence } from '#contract/ledger/kinds.ts';
import { toDecimalText } from '#contract/money/cents.ts';
import type { revenueCalls } from '#contract/revenue/calls.ts';
import { type RevenueSource, revenueAccountCodes } from '#contract/revenue/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { visibleTo } from '#server/kernel/scope.ts';
import { accountCodeSql } from '#server/ledger/service.ts';
import { buildCsvExportPart, getExportPartSpan } from '#server/lists/export.ts';
import { toOptionalCompanyAndCounty, withCompanyHeads } from '#server/lists/holder.ts';
import { readPageWithCount, toTabCounts } from '#server/lists/list.ts';

type Calls = typeof revenueCalls;
type Filter = NonNullable<HandlerInput<Calls['list']>['z_filter']>;
type Row = {
  id: number;
  code: string;
  day: string;
  kind: string;
  params: unknown;
  source: RevenueSource;
  net_cents: number;
  tax_cents: number;
  /** For one day of a featured slot: the number of the day, the number of days, and the VAT charged for all of them. */
  nth: number | null;
  days: number | null;
  place_vat: number | null;
  holder_id: number | null;
  holder_name: string | null;
  holder_region: string | null;
};

/** The revenue of each journal: credits less debits of income accounts, with its VAT. */
const earned = (ctx: Ctx, f: Filter): RawBuilder<Row> => sql<Row>`/* unscoped: journal entries that the caller sees */
  with income as (select id, code from ledger_account where code in (${accountCodeSql('commissionRevenue', 'planRevenue', 'featuredRevenue')})),
  moved as (select e.journal_id, a.code, e.cents from income a join journal_entry e on e.cr = a.id union all select e.journal_id, a.code, -e.cents from income a join journal_entry e on e.dr = a.id),
  net as (select journal_id, code, sum(cents) as cents from moved group by journal_id, code)
  select j.id, j.code, to_char(j.day, 'YYYY-MM-DD') as day, j.kind, j.params, case net.code when ${accountCodeSql('commissionRevenue')} then 'commission' when ${accountCodeSql('planRevenue')} then 'subscription' else 'featured' end as source,
    net.cents::bigint as net_cents, coalesce((select sum(case when c.code = ${accountCodeSql('platformTaxPayable')} then e.cents else -e.cents end) from journal_entry e
      join ledger_account d on d.id = e.dr join ledger_account c on c.id = e.cr where e.journal_id = j.id and ${accountCodeSql('platformTaxPayable')} in (d.code, c.code)), 0)::bigint as tax_cents,
    substring(j.event_key from '^featured:[0-9]+:day:([0-9]+)$')::int as nth, b.ends_on - b.starts_on + 1 as days, b.vat_cents as place_vat,
    j.company_id as holder_id, co.name as holder_name, co.region as holder_region
  from net join journal j on j.id = net.journal_id left join company co on co.id = j.company_id
    left join featured_booking b on net.code = ${accountCodeSql('featuredRevenue')} and j.source = 'featured_booking' and b.id = j.source_id
  where ${visibleTo('journal', ctx.me, 'j')} and ${f.company_id ? sql`j.company_id = ${f.company_id}` : sql`true`}
    and ${f.source ? sql`net.code = ${revenueAccountCodes[f.source]}` : sql`true`} and ${f.day_from ? sql`j.day >= ${f.day_from}::date` : sql`true`}
    and ${f.day_to ? sql`j.day <= ${f.day_to}::date` : sql`true`} and ${f.q ? sql`(co.name ilike ${`%${f.q.replace(/[\\%_]/g, (c) => `\\${c}`)}%`} or j.code ilike ${`${f.q}%`})` : sql`true`}`;

/** VAT of a featured slot is charged at once and spread over its days like the price. */
const taxOf = ({ tax_cents, nth, days, place_vat }: Row): number =>
  nth === null || days === null || place_vat === null ? tax_cents : (splitAmountByDay(place_vat, days)[nth - 1] ?? 0);
const toRow = (row: Row) => {
  const { id, code, day, source, net_cents, kind, params, holder_id, holder_name, holder_region } = row;
  const tax_cents = taxOf(row);
  return {
    id,
    code,
    day,
    source,
    net_cents,
    tax_cents,
    gross_cents: net_cents + tax_cents,
    ...toOptionalCompanyAndCounty({ holder_id, holder_name, holder_region }),
    says: formatJournalSentence(kind, params),
  };
};

export async function list(
  ctx: Ctx,
  { page, page_size, tabs, sort, z_filter = {} }: HandlerInput<Calls['list']>,
): Promise<HandlerResult<Calls['list']>> {
  const order = sql.raw(
    sort === 'day' ? 'day, id' : sort === 'net_cents' ? 'net_cents, id' : sort === '-net_cents' ? 'net_cents desc, id' : 'day desc, id desc',
  );
  const { rows, count } = await readPageWithCount({ page, page_size }, async ({ limit, offset }) => {
    const read = await sql<Row & { count: number }>`/* unscoped: journal entries that the caller sees */
      select r.*, (count(*) over ())::int as count from (${earned(ctx, z_filter)}) r order by ${order} limit ${limit} offset ${offset}`.execute(
      ctx.db,
    );
    return read.rows;
  });
  const counts = tabs
    ? toTabCounts(
        (
          await sql<{ state: string; n: number }>`/* unscoped: journal entries that the caller sees */
            select r.source as state, count(*)::int as n from (${earned(ctx, { ...z_filter, source: undefined })}) r group by 1`.execute(ctx.db)
        ).rows,
      )
    : undefined;
  const results = await withCompanyHeads(ctx, rows.map(toRow));
  return { count, results, ...(counts ? { tabs: counts } : {}) };
}

export async function exportCsv(ctx: Ctx, { z_filter = {}, part }: HandlerInput<Calls['exportCsv']>): Promise<HandlerResult<Calls['exportCsv']>> {
  const { limit, offset } = getExportPartSpan(part);
  const { rows } = await sql<Row>`/* unscoped: journal entries that the caller sees */
    select r.* from (${earned(ctx, z_filter)}) r order by day desc, id desc limit ${limit} offset ${offset}`.execute(ctx.db);
  const table = rows.map(toRow).map((row) => ({
    code: row.code,
    booked_on: row.day,
    type: row.source,
    company: row.company?.name ?? null,
    says: row.says,
    net: toDecimalText(row.net_cents),
    vat: toDecimalText(row.tax_cents),
  }));
  return buildCsvExportPart(`revenue-${clock.today()}`, table, part);
}

export async function revenueChart(ctx: Ctx): Promise<HandlerResult<Calls['revenueChart']>> {
  const { rows: months } = await sql<HandlerResult<Calls['revenueChart']>['months'][number]>`/* unscoped: Makao’s own ledger */
    with m as (select generate_series(date_trunc('month', app.today()) - interval '11 months', date_trunc('month', app.today()), interval '1 month')::date as month),
    a as (select id, code from ledger_account where code in (${accountCodeSql('commissionRevenue', 'planRevenue', 'featuredRevenue', 'platformTaxPayable')})),
    s as (select e.month, a.code, e.cents from a join journal_entry e on e.cr = a.id union all select e.month, a.code, -e.cents from a join journal_entry e on e.dr = a.id)
    select to_char(m.month, 'YYYY-MM-DD') as month, coalesce(sum(s.cents) filter (where s.code = ${accountCodeSql('commissionRevenue')}), 0)::bigint as commission,
      coalesce(sum(s.cents) filter (where s.code = ${accountCodeSql('planRevenue')}), 0)::bigint as subscription, coalesce(sum(s.cents) filter (where s.code = ${accountCodeSql('featuredRevenue')}), 0)::bigint as featured,
      coalesce(sum(s.cents) filter (where s.code = ${accountCodeSql('platformTaxPayable')}), 0)::bigint as tax
    from m left join s on s.month = m.month group by m.month order by m.month`.execute(ctx.db);
  const { rows } = await sql<{ deferred: number; tax: number; kept: number; rent: number }>`/* unscoped: Makao’s own ledger */
    select coalesce((select sum(t.cr - t.dr) from ledger_account a join ledger_total t on t.account_id = a.id where a.code = ${accountCodeSql('deferredRevenue')}), 0)::bigint as deferred,
      coalesce((select sum(e.cents) from ledger_account a join journal_entry e on e.cr = a.id where a.code = ${accountCodeSql('platformTaxPayable')}), 0)::bigint
        - coalesce((select sum(e.cents) from ledger_account a join journal_entry e on e.dr = a.id where a.code = ${accountCodeSql('platformTaxPayable')}), 0)::bigint as tax,
      k.kept, k.rent
    from (select coalesce(sum(c.amount_cents), 0)::bigint as kept, coalesce(sum(c.base_cents), 0)::bigint as rent from commission c
      where c.beneficiary = 'platform' and c.booked_at is not null and c.happened_on >= (date_trunc('month', app.today()) - interval '11 months')::date) k`.execute(
    ctx.db,
  );
  // The commission as a share of the rent it was deducted from. Rent collected by companies counts in both numbers.
  const { deferred = 0, tax = 0, kept = 0, rent = 0 } = rows[0] ?? {};
  return { months, deferred_cents: deferred, tax_cents: tax, take_bps: rent > 0 ? Number((BigInt(kept) * 10_000n) / BigInt(rent)) : null };
}

export async function revenueDetails(ctx: Ctx, { id }: HandlerInput<Calls['revenueDetails']>): Promise<HandlerResult<Calls['revenueDetails']>> {
  const { rows } =
    await sql<Row>`/* unscoped: journal entries that the caller sees */ select r.* from (${earned(ctx, {})}) r where r.id = ${id} limit 1`.execute(
      ctx.db,
    );
  const [row] = rows;
  if (!row) throw new Refusal('notFound', sentence('itemNotFound'));
  type More = {
    value_day: string;
    source: string;
    source_id: number;
    payment: { id: number; code: string } | null;
    invoice_id: number | null;
    back_id: number | null;
    back_code: string | null;
  } & {
    property_id: number | null;
    property_code: string | null;
    property_name: string | null;
  };
  const { rows: more } = await sql<More>`/* unscoped: a journal entry that the caller sees */
    select to_char(j.value_day, 'YYYY-MM-DD') as value_day, j.source, j.source_id, (select jsonb_build_object('id', y.id, 'code', y.code) from payment y where y.id = c.payment_id) as payment, c.invoice_id, b.id as back_id, b.code as back_code,
      p.id as property_id, p.code as property_code, p.name as property_name
    from journal j left join commission c on j.source = 'commission' and c.id = j.source_id left join property p on p.id = c.property_id left join journal b on b.reverses = j.id
    where j.id = ${id}`.execute(ctx.db);
  const { rows: lines } = await sql<{
    line: number;
    fund: string;
    debit: number;
    credit: number;
    cents: number;
  }>`/* unscoped: a journal entry that the caller sees */
    select e.line, e.fund, d.code as debit, c.code as credit, e.cents from journal_entry e join ledger_account d on d.id = e.dr join ledger_account c on c.id = e.cr
    where e.journal_id = ${id} order by e.line`.execute(ctx.db);
  const [one] = more;
  return {
    ...toRow(row),
    property: one?.property_id && one.property_code ? { id: one.property_id, code: one.property_code, name: one.property_name ?? '' } : null,
    value_day: one?.value_day ?? row.day,
    source_table: one?.source ?? '',
    source_id: requiredId(one?.source_id, 'the record behind a journal'),
    payment: one?.payment ?? null,
    invoice_id: one?.invoice_id ?? null,
    lines,
    reversed_by: one?.back_id && one.back_code ? { id: one.back_id, code: one.back_code } : null,
  };
}
