import { sql } from 'kysely';
import type { Input, Result } from '#contract/kernel/call.ts';
import { sentenceOf } from '#contract/ledger/kinds.ts';
import type { SourcePage } from '#contract/ledger/source.ts';
import { decimal } from '#contract/money/cents.ts';
import type { walletCalls } from '#contract/wallet/calls.ts';
import { pocketName } from '#contract/wallet/words.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import { modeOf, pagesFor } from '#server/ledger/service.ts';
import { exportPart, rowsOfPart } from '#server/lists/export.ts';
import { pageTold, type Span } from '#server/lists/list.ts';
import { m } from '#words/messages.js';
import { missing } from './read.ts';

type Calls = typeof walletCalls;
type Filter = NonNullable<Input<Calls['entries']>['z_filter']>;

/** Whose wallet it is, and how their money runs. */
async function holderOf(ctx: Ctx, id: number) {
  const row = await from(ctx, 'wallet').select(['company_id', 'code']).where('id', '=', id).executeTakeFirst();
  if (!row) throw missing();
  return { companyId: row.company_id, code: row.code, mode: await modeOf(ctx.db, row.company_id) };
}
type Holder = Awaited<ReturnType<typeof holderOf>>;

/** Every entry of the pockets asked for, each with what all of them together held after it: worked out, never kept. */
const moved = ({ companyId, mode }: Holder, { pocket }: Filter) => sql`
  a as (select id, code from ledger_account where company_id = ${companyId} and fund = any (${mode === 'record' ? ['C', 'P', 'M'] : ['C', 'P']}::text[])
    and code in (2000, 2040, 2050, 2130) and (${pocket ?? null}::int is null or code = ${pocket ?? null}::int)),
  e as (select a.id as account, a.code as pocket, x.journal_id, x.line, x.cents, x.dr as other from a join journal_entry x on x.cr = a.id
    union all select a.id, a.code, x.journal_id, x.line, -x.cents, x.cr from a join journal_entry x on x.dr = a.id),
  b as (select e.*, sum(e.cents) over (order by e.journal_id, e.line, e.account rows unbounded preceding) as balance from e)`;
const within = ({ day_from, day_to }: Filter) => sql<boolean>`(${day_from ?? null}::date is null or j.day >= ${day_from ?? null}::date)
  and (${day_to ?? null}::date is null or j.day <= ${day_to ?? null}::date)`;

async function rowsOf(ctx: Ctx, holder: Holder, f: Filter, { limit, offset }: Span) {
  type Row = { id: number; code: string; day: string; at: Date; kind: string; params: unknown; source: string; source_id: number };
  const { rows } = await sql<
    Row & { pocket: number; line: number; cents: number; balance: number; set_off: boolean; count: number }
  >`/* all: a wallet the caller sees */
    with ${moved(holder, f)}
    select j.id, j.code, to_char(j.day, 'YYYY-MM-DD') as day, j.at, j.kind, j.params, j.source, j.source_id, b.pocket, b.line, b.cents::bigint as cents, b.balance::bigint as balance,
      b.cents < 0 and o.code in (1300, 1350) as set_off, (count(*) over ())::int as count
    from b join journal j on j.id = b.journal_id join ledger_account o on o.id = b.other where ${within(f)}
    order by b.journal_id desc, b.line desc, b.account desc limit ${limit} offset ${offset}`.execute(ctx.db);
  return rows;
}

/** What came for them and paid at once what they owed is said to: it is no second commission. */
const saysOf = ({ kind, params, set_off }: { kind: string; params: unknown; set_off: boolean }): string =>
  set_off && kind !== 'set_off' ? m.wallet_entry_set_off() : sentenceOf(kind, params);

/** Newest first, each with its sentence, the way to what it is about, and what was there after it. */
export async function entries(ctx: Ctx, { id, page, page_size, z_filter = {} }: Input<Calls['entries']>): Promise<Result<Calls['entries']>> {
  const holder = await holderOf(ctx, id);
  const { rows, count } = await pageTold({ page, page_size }, (span) => rowsOf(ctx, holder, z_filter, span));
  const pageFor = await pagesFor(ctx.db, rows);
  const { rows: sums } = await sql<{ opening: number; came: number; went: number }>`/* all: a wallet the caller sees */
    with ${moved(holder, z_filter)}
    select coalesce(sum(b.cents) filter (where j.day < ${z_filter.day_from ?? null}::date), 0)::bigint as opening,
      coalesce(sum(b.cents) filter (where b.cents > 0 and ${within(z_filter)}), 0)::bigint as came,
      coalesce(-sum(b.cents) filter (where b.cents < 0 and ${within(z_filter)}), 0)::bigint as went
    from b join journal j on j.id = b.journal_id`.execute(ctx.db);
  const { opening = 0, came = 0, went = 0 } = sums[0] ?? {};
  return {
    count,
    ...{ opening_cents: opening, in_cents: came, out_cents: went, closing_cents: opening + came - went },
    results: rows.map((row) => ({
      ...{ id: row.id, code: row.code, day: row.day, at: new Date(row.at).toISOString(), says: saysOf(row), pocket: row.pocket, line: row.line },
      ...{ page: pageFor(row), in_cents: Math.max(0, row.cents), out_cents: Math.max(0, -row.cents), balance_cents: row.balance },
    })),
  };
}
export async function entriesCsv(ctx: Ctx, { id, z_filter = {}, part }: Input<Calls['entriesCsv']>): Promise<Result<Calls['entriesCsv']>> {
  const holder = await holderOf(ctx, id);
  const rows = await rowsOf(ctx, holder, z_filter, rowsOfPart(part));
  const pageFor = await pagesFor(ctx.db, rows);
  return exportPart(
    `${holder.code}.csv`,
    rows.map((row) => ({
      ...{ booked_on: row.day, says: saysOf(row), source: pageFor(row)?.code ?? null, pocket: pocketName(row.pocket) },
      ...{ came_in: row.cents > 0 ? decimal(row.cents) : null, went_out: row.cents < 0 ? decimal(-row.cents) : null, balance: decimal(row.balance) },
    })),
    part,
  );
}

/** Held for tenants, never the company's: by tenancy, or by booking where nobody has moved in, from the books. */
async function depositRows(ctx: Ctx, { companyId, mode }: Holder, { limit, offset }: Span) {
  type Row = {
    of: SourcePage['of'] | null;
    id: number;
    code: string;
    home: string;
    tenant: string | null;
    cents: number;
    count: number;
    total: number;
  };
  const { rows } = await sql<Row>`/* all: a wallet the caller sees */
    with held as (select a.tenancy_id, case when a.tenancy_id is null then nullif(substring(a.ref from '^booking:([0-9]+)$'), '')::bigint end as booking_id, sum(t.cr - t.dr)::bigint as cents
      from ledger_account a join ledger_total t on t.account_id = a.id
      where a.company_id = ${companyId} and a.fund = any (${mode === 'record' ? ['D', 'M'] : ['D']}::text[]) and a.code in (2010, 2090)
      group by 1, 2 having sum(t.cr - t.dr) <> 0)
    select case when y.id is not null then 'tenancy' when k.id is not null then 'booking' end as of, coalesce(y.id, k.id, 0) as id, coalesce(y.code, k.code, '') as code,
      concat_ws(', ', u.name, p.name) as home, coalesce((select n.name from tenancy_person tp join tenant n on n.id = tp.tenant_id
        where tp.tenancy_id = y.id and tp.role = 'lead' order by tp.until desc nulls first, tp.id limit 1), (select q.name from person q where q.id = k.person_id)) as tenant,
      h.cents, (count(*) over ())::int as count, (sum(h.cents) over ())::bigint as total
    from held h left join tenancy y on y.id = h.tenancy_id left join booking k on k.id = h.booking_id
      left join unit u on u.id = coalesce(y.unit_id, k.unit_id) left join property p on p.id = coalesce(y.property_id, k.property_id)
    order by y.id desc nulls last, k.id desc limit ${limit} offset ${offset}`.execute(ctx.db);
  return rows;
}
export async function deposits(ctx: Ctx, { id, page, page_size }: Input<Calls['deposits']>): Promise<Result<Calls['deposits']>> {
  const holder = await holderOf(ctx, id);
  const { rows, first, count } = await pageTold({ page, page_size }, (span) => depositRows(ctx, holder, span));
  return {
    ...{ count, total_cents: first?.total ?? 0 },
    results: rows.map(({ of, id: about, code, home, tenant, cents }) => ({ page: of ? { of, id: about, code } : null, home, tenant, cents })),
  };
}
export async function depositsCsv(ctx: Ctx, { id, part }: Input<Calls['depositsCsv']>): Promise<Result<Calls['depositsCsv']>> {
  const rows = await depositRows(ctx, await holderOf(ctx, id), rowsOfPart(part));
  return exportPart(
    'deposits.csv',
    rows.map((row) => ({ code: row.code, home: row.home, tenant: row.tenant, deposit_held: decimal(row.cents) })),
    part,
  );
}
