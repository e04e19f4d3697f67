import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { formatJournalSentence } from '#contract/ledger/kinds.ts';
import { toDecimalText } from '#contract/money/cents.ts';
import type { walletCalls } from '#contract/wallet/calls.ts';
import { getWalletBalanceLabel } from '#contract/wallet/words.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { readSourcePages } from '#server/ledger/service.ts';
import { buildCsvExportPart, getExportPartSpan } from '#server/lists/export.ts';
import { type PageSpan, readPageWithCount } from '#server/lists/list.ts';
import { m } from '#words/messages.js';
import { readWalletOwner, type WalletOwner, walletEntriesSql } from './holder.ts';

type Calls = typeof walletCalls;
type Filter = NonNullable<HandlerInput<Calls['listEntries']>['z_filter']>;

/** Each entry with the balance of all of them after it: computed and never stored. */
const moved = (holder: WalletOwner, { pocket }: Filter) => sql`${walletEntriesSql(holder, pocket)},
  b as (select e.*, sum(e.cents) over (order by e.journal_id, e.line, e.account rows unbounded preceding) as balance from e)`;
const within = ({ day_from, day_to }: Filter) => sql<boolean>`(${day_from ?? null}::date is null or j.day >= ${day_from ?? null}::date)
  and (${day_to ?? null}::date is null or j.day <= ${day_to ?? null}::date)`;

async function rowsOf(ctx: Ctx, holder: WalletOwner, f: Filter, { limit, offset }: PageSpan) {
  type Row = { id: number; code: string; day: string; at: Date; kind: string; params: unknown; source: string; source_id: number };
  const { rows } = await sql<
    Row & { pocket: number; line: number; cents: number; balance: number; set_off: boolean; count: number }
  >`${moved(holder, f)}
    select j.id, j.code, to_char(j.day, 'YYYY-MM-DD') as day, j.at, j.kind, j.params, j.source, j.source_id, b.pocket, b.line, b.cents::bigint as cents, b.balance::bigint as balance,
      b.set_off, (count(*) over ())::int as count
    from b join journal j on j.id = b.journal_id where ${within(f)}
    order by b.journal_id desc, b.line desc, b.account desc limit ${limit} offset ${offset}`.execute(ctx.db);
  return rows;
}

/** A receipt that paid a debt at once has a separate text, since it is no second commission. */
export const formatWalletEntryText = ({ kind, params, set_off }: { kind: string; params: unknown; set_off: boolean }): string =>
  set_off && kind !== 'set_off' ? m.wallet_entry_set_off() : formatJournalSentence(kind, params);

/** Newest first, each with its text, its link and the balance after it. */
export async function listWalletEntries(
  ctx: Ctx,
  { id, page, page_size, z_filter = {} }: HandlerInput<Calls['listEntries']>,
): Promise<HandlerResult<Calls['listEntries']>> {
  const holder = await readWalletOwner(ctx, id);
  const { rows, count } = await readPageWithCount({ page, page_size }, (span) => rowsOf(ctx, holder, z_filter, span));
  const pageFor = await readSourcePages(ctx.db, rows);
  const { rows: sums } = await sql<{ opening: number; came: number; went: number }>`${moved(holder, z_filter)}
    select coalesce(sum(b.cents) filter (where j.day < ${z_filter.day_from ?? null}::date), 0)::bigint as opening,
      coalesce(sum(b.cents) filter (where b.cents > 0 and ${within(z_filter)}), 0)::bigint as came,
      coalesce(-sum(b.cents) filter (where b.cents < 0 and ${within(z_filter)}), 0)::bigint as went
    from b join journal j on j.id = b.journal_id`.execute(ctx.db);
  const { opening = 0, came = 0, went = 0 } = sums[0] ?? {};
  return {
    count,
    opening_cents: opening,
    in_cents: came,
    out_cents: went,
    closing_cents: opening + came - went,
    results: rows.map((row) => ({
      id: row.id,
      code: row.code,
      day: row.day,
      at: new Date(row.at).toISOString(),
      says: formatWalletEntryText(row),
      pocket: row.pocket,
      line: row.line,
      page: pageFor(row),
      in_cents: Math.max(0, row.cents),
      out_cents: Math.max(0, -row.cents),
      balance_cents: row.balance,
    })),
  };
}
export async function exportEntriesCsv(
  ctx: Ctx,
  { id, z_filter = {}, part }: HandlerInput<Calls['entriesCsv']>,
): Promise<HandlerResult<Calls['entriesCsv']>> {
  const holder = await readWalletOwner(ctx, id);
  const rows = await rowsOf(ctx, holder, z_filter, getExportPartSpan(part));
  const pageFor = await readSourcePages(ctx.db, rows);
  return buildCsvExportPart(
    `${holder.code}.csv`,
    rows.map((row) => ({
      booked_on: row.day,
      says: formatWalletEntryText(row),
      source: pageFor(row)?.code ?? null,
      pocket: getWalletBalanceLabel(row.pocket),
      came_in: row.cents > 0 ? toDecimalText(row.cents) : null,
      went_out: row.cents < 0 ? toDecimalText(-row.cents) : null,
      balance: toDecimalText(row.balance),
    })),
    part,
  );
}
