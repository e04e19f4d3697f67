import { sql } from 'kysely';
import type { Input, Result } from '#contract/kernel/call.ts';
import { movesFor } from '#contract/kernel/machine.ts';
import { sentenceOf } from '#contract/ledger/kinds.ts';
import { decimal } from '#contract/money/cents.ts';
import type { settlementCalls } from '#contract/settlement/calls.ts';
import { lineKindOf } from '#contract/settlement/kinds.ts';
import { partNames } from '#contract/settlement/labels.ts';
import { settlementMachine } from '#contract/settlement/machine.ts';
import type { Figures } from '#contract/settlement/net.ts';
import type { TransferFull } from '#contract/settlement/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import type { Day } from '#contract/time/days.ts';
import { awaitsApproval } from '#server/approval/service.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { everything, from } from '#server/kernel/scoped.ts';
import { pagesFor, settlementsStopped } from '#server/ledger/service.ts';
import { exportPart, rowsOfPart } from '#server/lists/export.ts';
import { withHeads } from '#server/lists/holder.ts';
import { asksDays, byColumn, contains, inDays, pageOf, pageTold, type Span, tabsOf } from '#server/lists/list.ts';
import { type AccountRow, walletOf } from '#server/wallet/service.ts';
import { payoutApproval } from './approvals.ts';
import type { PaymentRow } from './attempts.ts';
import { unsettled } from './entries.ts';
import { against, stopping } from './may-leave.ts';
import { attempts, headColumns, named, seenAttempts, toHead, toTransfer, transferColumns } from './rows.ts';
import { openRun } from './run-batches.ts';

type Calls = typeof settlementCalls;
export const missing = () => new Refusal('notFound', sentence('itemNotFound'));

export function foundPayments(ctx: Ctx, f: NonNullable<Input<Calls['payments']>['z_filter']>) {
  let rows = named(ctx);
  if (f.status) rows = rows.where('settlement_payment.status', '=', f.status);
  if (f.waiting) rows = rows.where(awaitsApproval(ctx, payoutApproval));
  if (f.run_id) rows = rows.where('settlement_payment.run_id', '=', f.run_id);
  if (f.company_id) rows = rows.where('settlement_payment.company_id', '=', f.company_id);
  if (f.region) rows = rows.where('company.region', '=', f.region);
  if (asksDays(f)) rows = rows.where(inDays('settlement_payment.created_at', f));
  const { q } = f;
  if (q) rows = rows.where((eb) => eb.or([contains('settlement_payment.code', q), contains('company.name', q), contains('settlement_run.code', q)]));
  return rows;
}
export async function payments(
  ctx: Ctx,
  { page, page_size, tabs, sort, z_filter = {} }: Input<Calls['payments']>,
): Promise<Result<Calls['payments']>> {
  const { rows, count } = await pageOf(foundPayments(ctx, z_filter), { page, page_size }, (q) =>
    q
      .select([...headColumns])
      .orderBy(byColumn(sort.replace(/^(-?)/, '$1settlement_payment.')))
      .orderBy('settlement_payment.id', 'desc'),
  );
  const counts = await tabsOf(tabs, () => foundPayments(ctx, { ...z_filter, status: undefined }), sql`settlement_payment.status`);
  return {
    count,
    results: await withHeads(
      ctx,
      rows.map((row) => toHead(ctx, row)),
    ),
    stopped: ctx.me.companyId === null ? await settlementsStopped(ctx.db) : null,
    run: await openRun(ctx),
    ...counts,
  };
}

export async function payment(ctx: Ctx, { id }: Input<Calls['payment']>): Promise<Result<Calls['payment']>> {
  const head = await named(ctx)
    .select([...headColumns])
    .where('settlement_payment.id', '=', id)
    .executeTakeFirst();
  const row = await from(ctx, 'settlement_payment').selectAll().where('id', '=', id).executeTakeFirst();
  if (!head || !row) throw missing();
  const transfers = await attempts(ctx)
    .select([...transferColumns])
    .where('settlement_transaction.settlement_id', '=', id)
    .orderBy('settlement_transaction.part')
    .orderBy('settlement_transaction.attempt')
    .execute();
  const account =
    row.payout_account_id === null
      ? null
      : ((await everything(ctx.db, 'payout_account', 'where a payout goes')
          .select()
          .selectAll()
          .where('id', '=', row.payout_account_id)
          .executeTakeFirst()) ?? null);
  const moves = ctx.me.grants.has('settlement_transactions.edit') ? movesFor(settlementMachine, row.status, ctx.me.role) : [];
  return {
    ...toHead(ctx, head),
    figures: row.figures as Figures,
    frees_on: await freesOn(ctx, row),
    wanted_cents: row.wanted_cents,
    transfers: transfers.map(toTransfer),
    blocked: await blocking(
      ctx,
      row,
      account,
      transfers.some(({ status }) => status === 'queued'),
    ),
    ...{ moves, revision: row.revision },
    may_take_back:
      row.kind === 'withdrawal' && row.status === 'draft' && row.company_id === ctx.me.companyId && ctx.me.grants.has('wallet_settings.edit'),
  };
}

/** What was still clearing when it was approved, or is now: the day the last of it is free. */
async function freesOn(ctx: Ctx, row: PaymentRow): Promise<Day | null> {
  if ((row.figures as Figures).held === 0) return null;
  const at = row.approved_at ?? clock.now();
  const { rows } = await sql<{ day: Day | null }>`/* all: of a payout the caller sees */
    select app.day(max(until))::text as day from wallet_hold where company_id = ${row.company_id} and code = ${row.account_code} and kind = 'clearing'
      and created_at <= ${at} and until > ${at} and (released_at is null or released_at > ${at})`.execute(ctx.db);
  return rows[0]?.day ?? null;
}

/** Why a superadmin cannot approve a draft; of what was approved and still waits, and for who is paid, why it does not leave. */
async function blocking(ctx: Ctx, row: PaymentRow, account: AccountRow | null, waits: boolean): Promise<string | null> {
  if (row.status !== 'draft' && !waits) return null;
  const wallet = await walletOf(ctx.db, row.company_id);
  return row.status === 'draft' && ctx.me.role === 'superadmin'
    ? ((await against(ctx, row, account, wallet))?.why ?? null)
    : stopping(ctx, wallet, account);
}

/** Of a draft what it would hold, of one that was approved what it holds: its own sending is no part of what it is made of. */
async function madeOf(ctx: Ctx, id: number) {
  const row = await from(ctx, 'settlement_payment').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw missing();
  const whose = { companyId: row.company_id, code: row.account_code };
  const of =
    row.status === 'draft'
      ? unsettled(whose, row.cut_off)
      : sql`/* all: a payout the caller sees */ select l.journal_id, l.line, l.cents, j.kind, j.code, j.day, j.params, j.source, j.source_id from settlement_line l join journal j on j.id = l.journal_id
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
  const read = async ({ limit, offset }: Span) => {
    const { rows } = await sql<Row>`/* all: a payout the caller sees */
    select u.journal_id, u.line, u.code, to_char(u.day, 'YYYY-MM-DD') as day, u.kind, u.params, u.source, u.source_id, u.cents, (count(*) over ())::int as count
    from (${of}) u order by u.journal_id desc, u.line limit ${limit} offset ${offset}`.execute(ctx.db);
    return rows;
  };
  return { code: row.code, read };
}
export async function lines(ctx: Ctx, { id, page, page_size }: Input<Calls['lines']>): Promise<Result<Calls['lines']>> {
  const { read } = await madeOf(ctx, id);
  const { count, rows } = await pageTold({ page, page_size }, read);
  const pageFor = await pagesFor(ctx.db, rows);
  return {
    count,
    results: rows.map((r) => ({
      ...{ id: r.journal_id, line: r.line, code: r.code, day: r.day, kind: lineKindOf(r.kind), says: sentenceOf(r.kind, r.params) },
      ...{ page: pageFor(r), cents: r.cents },
    })),
  };
}
export async function linesCsv(ctx: Ctx, { id, part }: Input<Calls['linesCsv']>): Promise<Result<Calls['linesCsv']>> {
  const { code, read } = await madeOf(ctx, id);
  const rows = await read(rowsOfPart(part));
  const pageFor = await pagesFor(ctx.db, rows);
  return exportPart(
    `${code}.csv`,
    rows.map((r) => ({
      ...{ booked_on: r.day, says: sentenceOf(r.kind, r.params), source: pageFor(r)?.code ?? null },
      ...{ part: partNames[lineKindOf(r.kind)](), amount: decimal(r.cents) },
    })),
    part,
  );
}

function foundTransfers(ctx: Ctx, f: NonNullable<Input<Calls['transfers']>['z_filter']>) {
  let rows = seenAttempts(ctx);
  if (f.status) rows = rows.where('settlement_transaction.status', '=', f.status);
  if (f.rail) rows = rows.where('settlement_transaction.rail', '=', f.rail);
  if (f.company_id) rows = rows.where('settlement_payment.company_id', '=', f.company_id);
  if (f.region) rows = rows.where('company.region', '=', f.region);
  if (asksDays(f)) rows = rows.where(inDays('settlement_transaction.created_at', f));
  const { q } = f;
  if (q)
    rows = rows.where((eb) =>
      eb.or([
        contains('settlement_transaction.code', q),
        contains('settlement_transaction.external_id', q),
        contains('settlement_payment.code', q),
        contains('company.name', q),
      ]),
    );
  return rows;
}
export async function transfers(
  ctx: Ctx,
  { page, page_size, tabs, sort, z_filter = {} }: Input<Calls['transfers']>,
): Promise<Result<Calls['transfers']>> {
  const { rows, count } = await pageOf(foundTransfers(ctx, z_filter), { page, page_size }, (q) =>
    q
      .select([...transferColumns])
      .orderBy(byColumn(sort.replace(/^(-?)/, '$1settlement_transaction.')))
      .orderBy('settlement_transaction.id', 'desc'),
  );
  const counts = await tabsOf(tabs, () => foundTransfers(ctx, { ...z_filter, status: undefined }), sql`settlement_transaction.status`);
  return { count, results: await withHeads(ctx, rows.map(toTransfer)), ...counts };
}

export async function transfer(ctx: Ctx, { id }: Input<Calls['transfer']>): Promise<Result<Calls['transfer']>> {
  const row = await seenAttempts(ctx)
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
  if (!row) throw missing();
  const full: TransferFull = {
    ...toTransfer(row),
    ...{ key: row.key, conversation_id: row.conversation_id, result_code: row.result_code, result_text: row.result_text },
    ...{ ask_at: row.ask_at?.toISOString() ?? null, asked: row.asked, settled_by: row.settled_by_name },
    back_said: row.back_said_by_name === null ? null : { by: row.back_said_by_name, own: row.back_said_by === ctx.me.userId },
    error: row.error_id && row.error_code ? { id: row.error_id, code: row.error_code } : null,
  };
  return full;
}
