import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { JournalSourcePage } from '#contract/ledger/source.ts';
import { toDecimalText } from '#contract/money/cents.ts';
import type { Day } from '#contract/time/days.ts';
import type { walletCalls } from '#contract/wallet/calls.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { accountCodeSql } from '#server/ledger/service.ts';
import { buildCsvExportPart, getExportPartSpan } from '#server/lists/export.ts';
import { type PageSpan, readPageWithCount } from '#server/lists/list.ts';
import { readWalletOwner, type WalletOwner } from './holder.ts';

type Calls = typeof walletCalls;

/** Deposits held for tenants, which are never the company's money: accounts of a tenancy, or of a booking before move-in. */
const heldAccounts = ({ companyId, mode }: WalletOwner) => sql`/* unscoped: a wallet that the caller sees */
  with a as (select a.id, a.tenancy_id,
    case when a.tenancy_id is null then nullif(substring(a.ref from '^booking:([0-9]+)$'), '')::bigint end as booking_id
  from ledger_account a where a.company_id = ${companyId} and a.fund = any (${mode === 'record' ? ['D', 'M'] : ['D']}::text[]) and a.code in (${accountCodeSql('depositsHeld', 'moveInDeposits')}))`;
/** Columns for a deposit `h`: its unit, and its tenant or future tenant. */
const whose = sql`case when y.id is not null then 'tenancy' when k.id is not null then 'booking' end as of, coalesce(y.id, k.id, 0) as id, coalesce(y.code, k.code, '') as code,
  concat_ws(', ', u.name, p.name) as home, coalesce((select n.name from tenancy_person tp join tenant n on n.id = tp.tenant_id
    where tp.tenancy_id = y.id and tp.role = 'lead' order by tp.until desc nulls first, tp.id limit 1), (select q.name from person q where q.id = k.person_id)) as tenant`;
const named = sql`left join tenancy y on y.id = h.tenancy_id left join booking k on k.id = h.booking_id
  left join unit u on u.id = coalesce(y.unit_id, k.unit_id) left join property p on p.id = coalesce(y.property_id, k.property_id)`;
const newest = sql`y.id desc nulls last, k.id desc`;

type Whose = { of: JournalSourcePage['of'] | null; id: number; code: string; home: string; tenant: string | null; count: number };
async function depositRows(ctx: Ctx, holder: WalletOwner, { limit, offset }: PageSpan) {
  const { rows } = await sql<Whose & { cents: number; total: number }>`${heldAccounts(holder)},
    held as (select a.tenancy_id, a.booking_id, sum(t.cr - t.dr)::bigint as cents from a join ledger_total t on t.account_id = a.id
      group by 1, 2 having sum(t.cr - t.dr) <> 0)
    select ${whose}, h.cents, (count(*) over ())::int as count, (sum(h.cents) over ())::bigint as total
    from held h ${named} order by ${newest} limit ${limit} offset ${offset}`.execute(ctx.db);
  return rows;
}
export async function listHeldDeposits(
  ctx: Ctx,
  { id, page, page_size }: HandlerInput<Calls['listDeposits']>,
): Promise<HandlerResult<Calls['listDeposits']>> {
  const holder = await readWalletOwner(ctx, id);
  const { rows, first, count } = await readPageWithCount({ page, page_size }, (span) => depositRows(ctx, holder, span));
  return {
    count,
    total_cents: first?.total ?? 0,
    results: rows.map(({ of, id: about, code, home, tenant, cents }) => ({ page: of ? { of, id: about, code } : null, home, tenant, cents })),
  };
}
export async function exportDepositsCsv(ctx: Ctx, { id, part }: HandlerInput<Calls['depositsCsv']>): Promise<HandlerResult<Calls['depositsCsv']>> {
  const rows = await depositRows(ctx, await readWalletOwner(ctx, id), getExportPartSpan(part));
  return buildCsvExportPart(
    'deposits.csv',
    rows.map((row) => ({ code: row.code, home: row.home, tenant: row.tenant, deposit_held: toDecimalText(row.cents) })),
    part,
  );
}

type Moved = { opening: number; came: number; went: number };
/** Deposits in a period: opening balance, and movements by unit. A transfer between accounts of the deposits is no movement. */
export async function readDepositsInPeriod(db: Db, holder: WalletOwner, { from, last }: { from: Day; last: Day }, limit: number) {
  const { rows } = await sql<Whose & Moved & { all_opening: number; all_came: number; all_went: number }>`${heldAccounts(holder)},
    e as (select a.tenancy_id, a.booking_id, x.journal_id, x.cents from a join journal_entry x on x.cr = a.id
      union all select a.tenancy_id, a.booking_id, x.journal_id, -x.cents from a join journal_entry x on x.dr = a.id),
    moved as (select e.tenancy_id, e.booking_id, j.day, sum(e.cents) as cents from e join journal j on j.id = e.journal_id
      where j.day <= ${last}::date group by e.tenancy_id, e.booking_id, j.id),
    held as (select tenancy_id, booking_id, coalesce(sum(cents) filter (where day < ${from}::date), 0)::bigint as opening,
      coalesce(sum(cents) filter (where day >= ${from}::date and cents > 0), 0)::bigint as came,
      coalesce(-sum(cents) filter (where day >= ${from}::date and cents < 0), 0)::bigint as went from moved group by 1, 2)
    select ${whose}, h.opening, h.came, h.went, (count(*) over ())::int as count, (sum(h.opening) over ())::bigint as all_opening,
      (sum(h.came) over ())::bigint as all_came, (sum(h.went) over ())::bigint as all_went
    from held h ${named} where h.opening <> 0 or h.came <> 0 or h.went <> 0 order by ${newest} limit ${limit}`.execute(db);
  const [first] = rows;
  const all: Moved = { opening: first?.all_opening ?? 0, came: first?.all_came ?? 0, went: first?.all_went ?? 0 };
  return { rows, count: first?.count ?? 0, ...all };
}
