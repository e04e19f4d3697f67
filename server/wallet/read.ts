import { sql } from 'kysely';
import type { Input, Result } from '#contract/kernel/call.ts';
import { movesFor } from '#contract/kernel/machine.ts';
import { sentenceOf } from '#contract/ledger/kinds.ts';
import { sum } from '#contract/money/cents.ts';
import type { walletCalls } from '#contract/wallet/calls.ts';
import { walletMachine } from '#contract/wallet/machine.ts';
import type { WalletFull } from '#contract/wallet/shapes.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { from } from '#server/kernel/scoped.ts';
import { modeOf } from '#server/ledger/service.ts';
import { type HolderRow, holderColumns, toHolder, withHeads } from '#server/lists/holder.ts';
import { byColumn, contains, pageOf, tabsOf } from '#server/lists/list.ts';
import { accountsOf } from './accounts.ts';
import { adjustmentsOf } from './adjust.ts';
import { holdsOf, pocketsOf, settingsNow } from './pockets.ts';

type Calls = typeof walletCalls;
export const missing = () => new Refusal('notFound', sentence('itemNotFound'));

/** What the books say of a company's accounts of some kinds, from the totals that are kept. */
const standing = (
  funds: readonly string[],
  codes: readonly number[],
) => sql<number>`coalesce((select sum(case t.side when 'credit' then t.cr - t.dr else t.dr - t.cr end)
  from ledger_account a join ledger_total t on t.account_id = a.id
  where a.company_id = wallet.company_id and a.fund = any (${[...funds]}::text[]) and a.code = any (${[...codes]}::smallint[])), 0)::bigint`;
const total = standing(['C', 'P'], [2000, 2040, 2050, 2130]);
const mode = sql<'record' | 'trust'>`coalesce((select b.mode from ledger_book b where b.company_id = wallet.company_id), 'record')`;
const columns = [
  'wallet.id',
  'wallet.code',
  ...holderColumns('wallet.company_id', 'company.region'),
  mode.as('mode'),
  'wallet.status',
  total.as('total_cents'),
  sql<number>`coalesce((select sum(h.cents) from wallet_hold h where h.company_id = wallet.company_id and h.released_at is null
    and (h.until is null or h.until > app.now())), 0)::bigint`.as('held_cents'),
  standing(['C', 'P'], [2080]).as('transit_cents'),
] as const;
const toHead = <R extends HolderRow>({ holder_id, holder_name, holder_region, ...row }: R) => ({
  ...row,
  ...toHolder({ holder_id, holder_name, holder_region }),
});

type Filter = NonNullable<Input<Calls['all']>['z_filter']>;
function found(ctx: Ctx, f: Filter) {
  let rows = from(ctx, 'wallet').innerJoin('company', 'company.id', 'wallet.company_id');
  if (f.status) rows = rows.where('wallet.status', '=', f.status);
  if (f.company_id) rows = rows.where('wallet.company_id', '=', f.company_id);
  if (f.region) rows = rows.where('company.region', '=', f.region);
  if (f.mode) rows = rows.where(sql<boolean>`${mode} = ${f.mode}`);
  const { q } = f;
  if (q) rows = rows.where((eb) => eb.or([contains('company.name', q), contains('wallet.code', q)]));
  return rows;
}

export async function all(ctx: Ctx, { page, page_size, tabs, sort, z_filter = {} }: Input<Calls['all']>): Promise<Result<Calls['all']>> {
  const { rows, count } = await pageOf(found(ctx, z_filter), { page, page_size }, (q) =>
    q
      .select([...columns])
      .orderBy(
        sort.endsWith('name') ? byColumn(sort.replace('name', 'company.name')) : sort.startsWith('-') ? sql`total_cents desc` : sql`total_cents asc`,
      )
      .orderBy('wallet.id'),
  );
  const counts = await tabsOf(tabs, () => found(ctx, { ...z_filter, status: undefined }), sql`wallet.status`);
  return { count, results: await withHeads(ctx, rows.map(toHead)), ...counts };
}

export async function one(ctx: Ctx, by: { id: number } | { companyId: number }): Promise<WalletFull> {
  const row = await found(ctx, {})
    .select([...columns])
    .select(['wallet.company_id', 'wallet.status_reason', 'wallet.reserve_cents', 'wallet.revision'])
    .select([
      standing(['D'], [2010, 2090]).as('deposits_cents'),
      standing(['M'], [2000, 2040]).as('memo_cents'),
      standing(['M'], [2010]).as('memo_deposits'),
    ])
    .where('id' in by ? 'wallet.id' : 'wallet.company_id', '=', 'id' in by ? by.id : by.companyId)
    .executeTakeFirst();
  if (!row) throw missing();
  const { company_id, memo_cents, memo_deposits, ...rest } = row;
  const [pocketRows, rules] = [await pocketsOf(ctx.db, company_id), await settingsNow(ctx.db)];
  const own = company_id === ctx.me.companyId;
  return {
    ...toHead(rest),
    pockets: pocketRows
      .filter(({ code, total: there }) => there > 0 || (code === 2000 && row.mode === 'trust'))
      .map((pocket) => ({
        ...{ code: pocket.code, total_cents: pocket.total, pending_cents: pocket.pending },
        ...{ reserved_cents: pocket.reserved, owed_cents: pocket.owed, asked_cents: pocket.asked, available_cents: pocket.available },
      })),
    holds: (await holdsOf(ctx.db, company_id)).map(({ until, created_at, ...hold }) => ({
      ...hold,
      until: until?.toISOString() ?? null,
      created_at: created_at.toISOString(),
    })),
    memo: row.mode === 'record' ? { collected_cents: memo_cents, deposits_cents: memo_deposits } : null,
    accounts: await accountsOf(ctx, company_id),
    adjustments: ctx.me.role === 'admin' || ctx.me.role === 'superadmin' ? await adjustmentsOf(ctx, company_id) : [],
    rules: {
      ...{ minimum_cents: rules.minimum, day_limit_cents: rules.dayLimit, holding_days: rules.holdingDays },
      fee_bearer: rules.feeByPayee ? 'payee' : 'platform',
    },
    moves: ctx.me.grants.has('wallet.edit') ? movesFor(walletMachine, row.status, ctx.me.role) : [],
    own: own && ctx.me.grants.has('wallet_settings.edit'),
  };
}
export const details = (ctx: Ctx, { id }: Input<Calls['details']>): Promise<Result<Calls['details']>> => one(ctx, { id });
export const own = (ctx: Ctx): Promise<Result<Calls['own']>> => one(ctx, { companyId: ctx.me.companyId ?? 0 });

const companyOf = async (ctx: Ctx, id: number): Promise<number> => {
  const row = await from(ctx, 'wallet').select('company_id').where('id', '=', id).executeTakeFirst();
  if (!row) throw missing();
  return row.company_id;
};

/** Newest first, each with its sentence and what its pocket held after it: the sum of all entries up to it, worked out, never kept. */
export async function entries(ctx: Ctx, { id, page, page_size, z_filter = {} }: Input<Calls['entries']>): Promise<Result<Calls['entries']>> {
  const companyId = await companyOf(ctx, id);
  const funds = (await modeOf(ctx.db, companyId)) === 'record' ? ['C', 'P', 'M'] : ['C', 'P'];
  type Row = { id: number; code: string; day: string; at: Date; kind: string; params: unknown; source: string; source_id: number };
  const { rows } = await sql<Row & { pocket: number; cents: number; balance: number; count: number }>`/* all: a wallet the caller sees */
    with a as (select id, fund, code from ledger_account where company_id = ${companyId} and fund = any (${funds}::text[]) and code in (2000, 2040, 2050, 2130)),
    e as (select a.id as account, a.code as pocket, x.journal_id, x.line, x.cents from a join journal_entry x on x.cr = a.id
      union all select a.id, a.code, x.journal_id, x.line, -x.cents from a join journal_entry x on x.dr = a.id),
    b as (select e.*, sum(e.cents) over (partition by e.account order by e.journal_id, e.line) as balance from e)
    select j.id, j.code, to_char(j.day, 'YYYY-MM-DD') as day, j.at, j.kind, j.params, j.source, j.source_id, b.pocket, b.cents::bigint as cents, b.balance::bigint as balance,
      (count(*) over ())::int as count
    from b join journal j on j.id = b.journal_id
    where (${z_filter.day_from ?? null}::date is null or j.day >= ${z_filter.day_from ?? null}::date) and (${z_filter.day_to ?? null}::date is null or j.day <= ${z_filter.day_to ?? null}::date)
    order by b.journal_id desc, b.line desc limit ${page_size} offset ${(page - 1) * page_size}`.execute(ctx.db);
  return {
    count: rows[0]?.count ?? 0,
    results: rows.map((row) => ({
      ...{ id: row.id, code: row.code, day: row.day, at: new Date(row.at).toISOString(), says: sentenceOf(row.kind, row.params), pocket: row.pocket },
      ...{
        source: row.source,
        source_id: row.source_id,
        in_cents: Math.max(0, row.cents),
        out_cents: Math.max(0, -row.cents),
        balance_cents: row.balance,
      },
    })),
  };
}

/** Held for tenants, never the company's: by tenancy, from the books. */
export async function deposits(ctx: Ctx, { id, page, page_size }: Input<Calls['deposits']>): Promise<Result<Calls['deposits']>> {
  const companyId = await companyOf(ctx, id);
  type Row = { id: number; code: string; home: string; tenant: string | null; cents: number; count: number };
  const { rows } = await sql<Row>`/* all: a wallet the caller sees */
    select y.id, y.code, concat_ws(', ', u.name, p.name) as home, (select n.name from tenancy_person tp join tenant n on n.id = tp.tenant_id
        where tp.tenancy_id = y.id and tp.role = 'lead' order by tp.until desc nulls first, tp.id limit 1) as tenant,
      sum(t.cr - t.dr)::bigint as cents, (count(*) over ())::int as count
    from ledger_account a join ledger_total t on t.account_id = a.id join tenancy y on y.id = a.tenancy_id join unit u on u.id = y.unit_id join property p on p.id = y.property_id
    where a.company_id = ${companyId} and a.fund in ('D', 'M') and a.code in (2010, 2090)
    group by y.id, y.code, u.name, p.name having sum(t.cr - t.dr) <> 0
    order by y.id desc limit ${page_size} offset ${(page - 1) * page_size}`.execute(ctx.db);
  return { count: rows[0]?.count ?? 0, results: rows.map(({ count, ...row }) => row) };
}

/** Everything a company has with us in trust: what keeps its account from closing. */
export const allOf = async (ctx: Pick<Ctx, 'db'>, companyId: number): Promise<number> =>
  sum((await pocketsOf(ctx.db, companyId)).map((one) => one.total));
