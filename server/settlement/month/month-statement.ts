import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { sumCents } from '#contract/money/cents.ts';
import { listJournalKindsOfLine } from '#contract/settlement/kinds.ts';
import { getMonthStatementPart, monthStatementParts } from '#contract/settlement/month.ts';
import type { monthCalls } from '#contract/settlement/month-calls.ts';
import { clock } from '#contract/time/clock.ts';
import { type Day, type Month, monthEnd } from '#contract/time/days.ts';
import { sumInvoices } from '#server/invoice/service.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { type PageSpan, readPageWithCount } from '#server/lists/list.ts';
import { readCompanyName } from '#server/people/service.ts';
import { formatWalletEntryText, readDepositsInPeriod, readWalletOwner, type WalletOwner, walletEntriesSql } from '#server/wallet/service.ts';
import { m } from '#words/messages.js';

type Calls = typeof monthCalls;
export type DayRange = { readonly from: Day; readonly last: Day };
export const getDayRangeOfMonth = (month: Month): DayRange => ({ from: `${month}-01`, last: monthEnd(`${month}-01`) });
const within = ({ from, last }: DayRange) => sql<boolean>`j.day between ${from}::date and ${last}::date`;

/**
 * The totals by kind, and the cost of sending: a payout is deducted with its fee if the payee bears it, and restored with the fee if it was never
 * sent.
 */
async function sumsOf(db: Db, holder: WalletOwner, days: DayRange) {
  const { rows } = await sql<{ kind: string; set_off: boolean; cents: number; fee: number }>`${walletEntriesSql(holder)}
    select j.kind, e.set_off, sum(e.cents)::bigint as cents,
      coalesce(sum(sign(e.cents) * f.fee) filter (where abs(e.cents) = f.net + f.fee), 0)::bigint as fee
    from e join journal j on j.id = e.journal_id
      left join lateral (select s.net_cents as net, s.fee_cents as fee from settlement_payment s where j.source = 'settlement_payment' and s.id = j.source_id and s.fee_by_payee
        union all select t.cents, t.fee_cents from settlement_transaction t join settlement_payment s on s.id = t.settlement_id
          where j.source = 'settlement_transaction' and t.id = j.source_id and s.fee_by_payee) f on true
    where ${within(days)} group by j.kind, e.set_off`.execute(db);
  return rows;
}
async function openingOf(db: Db, holder: WalletOwner, { from }: DayRange): Promise<number> {
  const { rows } = await sql<{ cents: number }>`${walletEntriesSql(holder)}
    select coalesce(sum(e.cents), 0)::bigint as cents from e join journal j on j.id = e.journal_id where j.day < ${from}::date`.execute(db);
  return rows[0]?.cents ?? 0;
}
/** Collected by day of payment: the one number of home page, chart and lists. Late recording and posting move money between months of the ledger. */
const collectedOf = async (ctx: Ctx, { companyId }: WalletOwner, { from: first, last }: DayRange): Promise<number> =>
  (await sumInvoices(ctx, { z_filter: { company_id: companyId, came_from: first, came_to: last } })).came_cents;

/** Whether the platform held money of the company in this month or at its end, although its tenants pay it directly now. */
async function hasHeldMoney(db: Db, holder: WalletOwner, { from: first, last }: DayRange): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`${walletEntriesSql(holder)}
    select coalesce(bool_or(j.day >= ${first}::date), false) or coalesce(sum(e.cents), 0) <> 0 as held
    from e join ledger_account t on t.id = e.account and t.fund = 'C' join journal j on j.id = e.journal_id where j.day <= ${last}::date`.execute(db);
  return rows[0]?.held ?? false;
}

/** The account on the other side of the entry says which tenancy's invoice was paid. */
async function homesOf(db: Db, holder: WalletOwner, days: DayRange, { limit, offset }: PageSpan) {
  const { rows } = await sql<{ unit_id: number | null; home: string; cents: number; count: number }>`${walletEntriesSql(holder)},
    g as (select coalesce(y.unit_id, k.unit_id) as unit_id, sum(e.cents)::bigint as cents
      from e join journal j on j.id = e.journal_id join ledger_account o on o.id = e.other left join tenancy y on y.id = o.tenancy_id
        left join booking k on k.id = nullif(substring(o.ref from '^booking:([0-9]+)$'), '')::bigint
      where ${within(days)} and not e.set_off and j.kind = any (${listJournalKindsOfLine('gross')}::text[]) group by 1 having sum(e.cents) <> 0)
    select g.unit_id, concat_ws(', ', u.name, p.name) as home, g.cents, (count(*) over ())::int as count
    from g left join unit u on u.id = g.unit_id left join property p on p.id = u.property_id
    order by p.name nulls last, u.name, g.unit_id limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** The monthly statement. The closing balance is the opening balance plus all movements, so it adds up even with concurrent postings. */
export async function readMonthStatement(
  ctx: Ctx,
  { id, month: of, page, page_size }: HandlerInput<Calls['monthStatement']>,
): Promise<HandlerResult<Calls['monthStatement']>> {
  const holder = await readWalletOwner(ctx, id);
  const days = getDayRangeOfMonth(of);
  const { rows, count } = await readPageWithCount({ page, page_size }, (span) => homesOf(ctx.db, holder, days, span));
  const sums = (await sumsOf(ctx.db, holder, days)).flatMap(({ cents, fee, ...one }) => [
    { part: getMonthStatementPart(one), cents: cents - fee },
    { part: 'fee' as const, cents: fee },
  ]);
  const opening = await openingOf(ctx.db, holder, days);
  const deposits = await readDepositsInPeriod(ctx.db, holder, days, 1);
  return {
    company: { id: holder.companyId, name: await readCompanyName(ctx.db, holder.companyId) },
    code: holder.code,
    mode: holder.mode,
    ...days,
    over: days.last < clock.today(),
    opening_cents: opening,
    closing_cents: opening + sumCents(sums.map(({ cents }) => cents)),
    collected_cents: await collectedOf(ctx, holder, days),
    mixed: holder.mode === 'record' && (await hasHeldMoney(ctx.db, holder, days)),
    parts: monthStatementParts
      .map((part) => ({ part, cents: sumCents(sums.filter((one) => one.part === part).map(({ cents }) => cents)) }))
      .filter(({ cents }) => cents !== 0),
    deposits: {
      opening_cents: deposits.opening,
      in_cents: deposits.came,
      out_cents: deposits.went,
      closing_cents: deposits.opening + deposits.came - deposits.went,
    },
    count,
    results: rows.map(({ unit_id, home, cents }) => ({ unit_id, home: home || m.settlement_month_no_home(), cents })),
  };
}

/** Entries without a unit in posting order: payouts, purchases, corrections. Commissions have their own list. */
export async function readEntriesWithoutUnit(db: Db, holder: WalletOwner, days: DayRange, limit: number) {
  const told = [...listJournalKindsOfLine('gross'), ...listJournalKindsOfLine('commission')];
  type Row = { day: string; kind: string; params: unknown; set_off: boolean; cents: number; count: number; total: number };
  const { rows } = await sql<Row>`${walletEntriesSql(holder)}
    select to_char(j.day, 'YYYY-MM-DD') as day, j.kind, j.params, e.set_off, e.cents::bigint as cents, (count(*) over ())::int as count, (sum(e.cents) over ())::bigint as total
    from e join journal j on j.id = e.journal_id where ${within(days)} and (e.set_off or j.kind <> all (${told}::text[]))
    order by j.id, e.line, e.account limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, says: formatWalletEntryText(row) }));
}
