import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { listAllowedMoves } from '#contract/kernel/machine.ts';
import { formatJournalSentence } from '#contract/ledger/kinds.ts';
import { toDecimalText } from '#contract/money/cents.ts';
import type { settlementCalls } from '#contract/settlement/calls.ts';
import { getPayoutLineKind } from '#contract/settlement/kinds.ts';
import { payoutLineKindLabels } from '#contract/settlement/labels.ts';
import { settlementMachine } from '#contract/settlement/machine.ts';
import type { PayoutFigures } from '#contract/settlement/net.ts';
import type { TransferDetails } from '#contract/settlement/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import type { Day } from '#contract/time/days.ts';
import { isAwaitingApprovalSql } from '#server/approval/service.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { from } from '#server/kernel/scoped.ts';
import { systemRows } from '#server/kernel/scoped-row.ts';
import { readPayoutsBlockedReason, readSourcePages } from '#server/ledger/service.ts';
import { buildCsvExportPart, getExportPartSpan } from '#server/lists/export.ts';
import { withCompanyHeads } from '#server/lists/holder.ts';
import {
  containsTextSql,
  countTabs,
  hasDayRange,
  isInDayRangeSql,
  orderByColumn,
  type PageSpan,
  readPage,
  readPageWithCount,
} from '#server/lists/list.ts';
import { type PayoutAccountRow, readWalletRow } from '#server/wallet/service.ts';
import { payoutApproval } from './approvals.ts';
import type { PayoutRow } from './attempts.ts';
import { unsettledEntriesSql } from './entries.ts';
import { findApprovalBlockedReason, findPayoutBlockedReason } from './payout-guards.ts';
import {
  payoutSummaryColumns,
  selectTransferAttemptsInScope,
  selectVisiblePayouts,
  selectVisibleTransferAttempts,
  toPayoutSummary,
  toTransfer,
  transferColumns,
} from './rows.ts';
import { findUnfinishedPayoutRun } from './run-batches.ts';

type Calls = typeof settlementCalls;
export const payoutNotFound = () => new Refusal('notFound', sentence('itemNotFound'));

export function filterPayouts(ctx: Ctx, f: NonNullable<HandlerInput<Calls['listPayouts']>['z_filter']>) {
  let rows = selectVisiblePayouts(ctx);
  if (f.status) rows = rows.where('settlement_payment.status', '=', f.status);
  if (f.waiting) rows = rows.where(isAwaitingApprovalSql(ctx, payoutApproval));
  if (f.run_id) rows = rows.where('settlement_payment.run_id', '=', f.run_id);
  if (f.company_id) rows = rows.where('settlement_payment.company_id', '=', f.company_id);
  if (f.region) rows = rows.where('company.region', '=', f.region);
  if (hasDayRange(f)) rows = rows.where(isInDayRangeSql('settlement_payment.created_at', f));
  const { q } = f;
  if (q)
    rows = rows.where((eb) =>
      eb.or([containsTextSql('settlement_payment.code', q), containsTextSql('company.name', q), containsTextSql('settlement_run.code', q)]),
    );
  return rows;
}
export async function listPayouts(
  ctx: Ctx,
  { page, page_size, tabs, sort, z_filter = {} }: HandlerInput<Calls['listPayouts']>,
): Promise<HandlerResult<Calls['listPayouts']>> {
  const { rows, count } = await readPage(filterPayouts(ctx, z_filter), { page, page_size }, (q) =>
    q
      .select([...payoutSummaryColumns])
      .orderBy(orderByColumn(sort.replace(/^(-?)/, '$1settlement_payment.')))
      .orderBy('settlement_payment.id', 'desc'),
  );
  const counts = await countTabs(tabs, () => filterPayouts(ctx, { ...z_filter, status: undefined }), sql`settlement_payment.status`);
  return {
    count,
    results: await withCompanyHeads(
      ctx,
      rows.map((row) => toPayoutSummary(ctx, row)),
    ),
    stopped: ctx.me.companyId === null ? await readPayoutsBlockedReason(ctx.db) : null,
    run: await findUnfinishedPayoutRun(ctx),
    ...counts,
  };
}

export async function readPayoutDetails(ctx: Ctx, { id }: HandlerInput<Calls['payoutDetails']>): Promise<HandlerResult<Calls['payoutDetails']>> {
  const head = await selectVisiblePayouts(ctx)
    .select([...payoutSummaryColumns])
    .where('settlement_payment.id', '=', id)
    .executeTakeFirst();
  const row = await from(ctx, 'settlement_payment').selectAll().where('id', '=', id).executeTakeFirst();
  if (!head || !row) throw payoutNotFound();
  const transfers = await selectVisibleTransferAttempts(ctx)
    .select([...transferColumns])
    .where('settlement_transaction.settlement_id', '=', id)
    .orderBy('settlement_transaction.part')
    .orderBy('settlement_transaction.attempt')
    .execute();
  const account =
    row.payout_account_id === null
      ? null
      : ((await systemRows(ctx.db, 'payout_account', 'the destination of a payout')
          .selectAll()
          .where('id', '=', row.payout_account_id)
          .executeTakeFirst()) ?? null);
  const moves = ctx.me.grants.has('settlement_transactions.edit') ? listAllowedMoves(settlementMachine, row.status, ctx.me.role) : [];
  return {
    ...toPayoutSummary(ctx, head),
    figures: row.figures as PayoutFigures,
    frees_on: await freesOn(ctx, row),
    wanted_cents: row.wanted_cents,
    transfers: transfers.map(toTransfer),
    blocked: await blocking(
      ctx,
      row,
      account,
      transfers.some(({ status }) => status === 'queued'),
    ),
    moves,
    revision: row.revision,
    may_take_back:
      row.kind === 'withdrawal' && row.status === 'draft' && row.company_id === ctx.me.companyId && ctx.me.grants.has('wallet_settings.edit'),
  };
}

/** The day the last hold is released, for the holds at the time of approval or now. */
async function freesOn(ctx: Ctx, row: PayoutRow): Promise<Day | null> {
  if ((row.figures as PayoutFigures).held === 0) return null;
  const at = row.approved_at ?? clock.now();
  const { rows } = await sql<{ day: Day | null }>`/* unscoped: data of a payout that the caller sees */
    select app.day(max(until))::text as day from wallet_hold where company_id = ${row.company_id} and code = ${row.account_code} and kind = 'clearing'
      and created_at <= ${at} and until > ${at} and (released_at is null or released_at > ${at})`.execute(ctx.db);
  return rows[0]?.day ?? null;
}

/** For a super admin: the reason why a draft cannot be approved. For an approved payout, and for the payee: the reason why it is not sent. */
async function blocking(ctx: Ctx, row: PayoutRow, account: PayoutAccountRow | null, waits: boolean): Promise<string | null> {
  if (row.status !== 'draft' && !waits) return null;
  const wallet = await readWalletRow(ctx.db, row.company_id);
  return row.status === 'draft' && ctx.me.role === 'superadmin'
    ? ((await findApprovalBlockedReason(ctx, row, account, wallet))?.why ?? null)
    : findPayoutBlockedReason(ctx, wallet, account, row.fund);
}

/** The entries a draft would include, or an approved payout includes: its own journal is not one of them. */
async function madeOf(ctx: Ctx, id: number) {
  const row = await from(ctx, 'settlement_payment').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw payoutNotFound();
  const whose = { companyId: row.company_id, code: row.account_code };
  const of =
    row.status === 'draft'
      ? unsettledEntriesSql(whose, row.cut_off)
      : sql`/* unscoped: a payout that the caller sees */ select l.journal_id, l.line, l.cents, j.kind, j.code, j.day, j.params, j.source, j.source_id from settlement_line l join journal j on j.id = l.journal_id
          where l.settlement_id = ${id} and not (j.source = 'settlement_payment' and j.source_id = ${id})`;
  type Row = {
    journal_id: number;
    line: number;
    code: string;
    day: string;
    kind: string;
    params: unknown;
    source: string;
    source_id: number;
    cents: number;
    count: number;
  };
  const read = async ({ limit, offset }: PageSpan) => {
    const { rows } = await sql<Row>`/* unscoped: a payout that the caller sees */
    select u.journal_id, u.line, u.code, to_char(u.day, 'YYYY-MM-DD') as day, u.kind, u.params, u.source, u.source_id, u.cents, (count(*) over ())::int as count
    from (${of}) u order by u.journal_id desc, u.line limit ${limit} offset ${offset}`.execute(ctx.db);
    return rows;
  };
  return { code: row.code, read };
}
export async function listPayoutLines(
  ctx: Ctx,
  { id, page, page_size }: HandlerInput<Calls['payoutLines']>,
): Promise<HandlerResult<Calls['payoutLines']>> {
  const { read } = await madeOf(ctx, id);
  const { count, rows } = await readPageWithCount({ page, page_size }, read);
  const pageFor = await readSourcePages(ctx.db, rows);
  return {
    count,
    results: rows.map((r) => ({
      id: r.journal_id,
      line: r.line,
      code: r.code,
      day: r.day,
      kind: getPayoutLineKind(r.kind),
      says: formatJournalSentence(r.kind, r.params),
      page: pageFor(r),
      cents: r.cents,
    })),
  };
}
export async function exportPayoutLinesCsv(
  ctx: Ctx,
  { id, part }: HandlerInput<Calls['payoutLinesCsv']>,
): Promise<HandlerResult<Calls['payoutLinesCsv']>> {
  const { code, read } = await madeOf(ctx, id);
  const rows = await read(getExportPartSpan(part));
  const pageFor = await readSourcePages(ctx.db, rows);
  return buildCsvExportPart(
    `${code}.csv`,
    rows.map((r) => ({
      booked_on: r.day,
      says: formatJournalSentence(r.kind, r.params),
      source: pageFor(r)?.code ?? null,
      part: payoutLineKindLabels[getPayoutLineKind(r.kind)](),
      amount: toDecimalText(r.cents),
    })),
    part,
  );
}

function foundTransfers(ctx: Ctx, f: NonNullable<HandlerInput<Calls['listTransfers']>['z_filter']>) {
  let rows = selectTransferAttemptsInScope(ctx);
  if (f.status) rows = rows.where('settlement_transaction.status', '=', f.status);
  if (f.rail) rows = rows.where('settlement_transaction.rail', '=', f.rail);
  if (f.company_id) rows = rows.where('settlement_payment.company_id', '=', f.company_id);
  if (f.region) rows = rows.where('company.region', '=', f.region);
  if (hasDayRange(f)) rows = rows.where(isInDayRangeSql('settlement_transaction.created_at', f));
  const { q } = f;
  if (q)
    rows = rows.where((eb) =>
      eb.or([
        containsTextSql('settlement_transaction.code', q),
        containsTextSql('settlement_transaction.external_id', q),
        containsTextSql('settlement_payment.code', q),
        containsTextSql('company.name', q),
      ]),
    );
  return rows;
}
export async function listTransfers(
  ctx: Ctx,
  { page, page_size, tabs, sort, z_filter = {} }: HandlerInput<Calls['listTransfers']>,
): Promise<HandlerResult<Calls['listTransfers']>> {
  const { rows, count } = await readPage(foundTransfers(ctx, z_filter), { page, page_size }, (q) =>
    q
      .select([...transferColumns])
      .orderBy(orderByColumn(sort.replace(/^(-?)/, '$1settlement_transaction.')))
      .orderBy('settlement_transaction.id', 'desc'),
  );
  const counts = await countTabs(tabs, () => foundTransfers(ctx, { ...z_filter, status: undefined }), sql`settlement_transaction.status`);
  return { count, results: await withCompanyHeads(ctx, rows.map(toTransfer)), ...counts };
}

export async function readTransferDetails(
  ctx: Ctx,
  { id }: HandlerInput<Calls['transferDetails']>,
): Promise<HandlerResult<Calls['transferDetails']>> {
  const row = await selectTransferAttemptsInScope(ctx)
    .leftJoin('settlement_error', 'settlement_error.transaction_id', 'settlement_transaction.id')
    .leftJoin('person', 'person.id', 'settlement_transaction.settled_by')
    .leftJoin('person as said', 'said.id', 'settlement_transaction.back_said_by')
    .select([...transferColumns])
    .select([
      'settlement_transaction.key',
      'settlement_transaction.conversation_id',
      'settlement_transaction.result_code',
      'settlement_transaction.result_text',
    ])
    .select(['settlement_transaction.ask_at', 'settlement_transaction.asked', 'person.name as settled_by_name', 'said.name as back_said_by_name'])
    .select('settlement_transaction.back_said_by')
    .select(['settlement_error.id as error_id', 'settlement_error.code as error_code'])
    .where('settlement_transaction.id', '=', id)
    .orderBy('settlement_error.id', 'desc')
    .executeTakeFirst();
  if (!row) throw payoutNotFound();
  const full: TransferDetails = {
    ...toTransfer(row),
    key: row.key,
    conversation_id: row.conversation_id,
    result_code: row.result_code,
    result_text: row.result_text,
    ask_at: row.ask_at?.toISOString() ?? null,
    asked: row.asked,
    settled_by: row.settled_by_name,
    back_said: row.back_said_by_name === null ? null : { by: row.back_said_by_name, own: row.back_said_by === ctx.me.userId },
    error: row.error_id && row.error_code ? { id: row.error_id, code: row.error_code } : null,
  };
  return full;
}
