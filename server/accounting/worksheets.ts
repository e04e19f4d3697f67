import { sql } from 'kysely';
import type { accountingCalls } from '#contract/accounting/calls.ts';
import { worksheetMachine } from '#contract/accounting/machine.ts';
import type { AccountWorksheet } from '#contract/accounting/shapes.ts';
import { isBalanceOlder } from '#contract/accounting/worksheet-lines.ts';
import { AccountReconciliation } from '#contract/bank-statement/account-reconciliation.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import type { Day } from '#contract/time/days.ts';
import { assertCanApprove, findApprovalBlocker, isAwaitingApprovalSql } from '#server/approval/service.ts';
import {
  findReconcilableAccount,
  hasStatementBeingImported,
  listReconcilableAccounts,
  readAccountReconciliation,
} from '#server/bank-statement/service.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { makeMove } from '#server/kernel/move.ts';
import { add, change, from, oneRow } from '#server/kernel/scoped.ts';
import { refuseOnUniqueViolation } from '#server/kernel/unique-violation.ts';
import { countTabs, getOpenTabCount, readPage } from '#server/lists/list.ts';
import { lockReconciliation } from '#server/treasury/service.ts';
import { m } from '#words/messages.js';
import { worksheetApproval } from './approval.ts';

type Calls = typeof accountingCalls;
/** The shortest explanation of a difference, or reason for returning a worksheet. */
const shortestNote = 10;

export async function listAccountsToReconcile(ctx: Ctx): Promise<HandlerResult<Calls['listAccounts']>> {
  const signed = await from(ctx, 'account_worksheet')
    .select((eb) => ['account_id', eb.fn.max('day').as('day')])
    .where('status', '=', 'signed')
    .groupBy('account_id')
    .execute();
  const dayOf = new Map(signed.map(({ account_id, day }) => [account_id, day]));
  const accounts = await listReconcilableAccounts(ctx.db);
  return { results: accounts.map(({ id, name, number, fund }) => ({ id, name, number, fund, signed_to: dayOf.get(id) ?? null })) };
}

/** The figures that a signature covers: the bank balance with its day and every amount, without the single entries behind them. */
const factsOf = (of: AccountReconciliation): string =>
  JSON.stringify([
    ...[of.bank?.cents ?? null, of.bank?.day ?? null, of.ledger_cents, of.outstanding.cents, of.in_transit.cents, of.unidentified.cents],
    ...[of.late_cents + (of.after?.cents ?? 0), of.contested_cents, of.in_doubt_cents, of.difference_cents],
  ]);
export const haveFiguresChanged = (stored: AccountReconciliation, live: AccountReconciliation): boolean => factsOf(stored) !== factsOf(live);

async function readFigures(ctx: Ctx, accountId: number, day: Day): Promise<AccountReconciliation> {
  if (!(await findReconcilableAccount(ctx.db, accountId))) throw new Refusal('notFound', sentence('itemNotFound'));
  if (day > clock.today()) throw invalidInputRefusal({ day: m.accounting_problem_future() });
  return readAccountReconciliation(ctx.db, accountId, day);
}

export function filterWorksheets(ctx: Ctx, f: NonNullable<HandlerInput<Calls['listWorksheets']>['z_filter']>) {
  let found = from(ctx, 'account_worksheet');
  if (f.status) found = found.where('account_worksheet.status', '=', f.status);
  if (f.account_id) found = found.where('account_worksheet.account_id', '=', f.account_id);
  if (f.day_from) found = found.where('account_worksheet.day', '>=', f.day_from);
  if (f.day_to) found = found.where('account_worksheet.day', '<=', f.day_to);
  return f.waiting ? found.where(isAwaitingApprovalSql(ctx, worksheetApproval)) : found;
}
const named = (q: ReturnType<typeof filterWorksheets>) =>
  q
    .innerJoin('collection_account', 'collection_account.id', 'account_worksheet.account_id')
    .leftJoin('person as preparer', 'preparer.id', 'account_worksheet.prepared_by')
    .leftJoin('person as decider', 'decider.id', 'account_worksheet.decided_by')
    .selectAll('account_worksheet')
    .select(['collection_account.name', 'collection_account.number', 'preparer.name as preparer', 'decider.name as decider']);
type Row = Awaited<ReturnType<ReturnType<typeof named>['execute']>>[number];

/** The stored figures, as the call that prepared them declared them. */
export const figuresOf = ({ figures }: Pick<Row, 'figures'>): AccountReconciliation => AccountReconciliation.parse(figures);

async function toWorksheet(ctx: Ctx, row: Row): Promise<AccountWorksheet> {
  const figures = figuresOf(row);
  const blocker = row.status === 'prepared' ? await findApprovalBlocker(ctx, worksheetApproval, row.id) : null;
  return {
    id: row.id,
    code: row.code,
    account: { id: row.account_id, name: row.name, number: row.number ?? '' },
    day: row.day,
    status: row.status as AccountWorksheet['status'],
    bank_cents: figures.bank?.cents ?? null,
    ledger_cents: figures.ledger_cents,
    difference_cents: row.difference_cents,
    note: row.note,
    prepared_by: row.preparer,
    prepared_at: row.prepared_at.toISOString(),
    decided_by: row.decider,
    decided_at: row.decided_at?.toISOString() ?? null,
    decision: row.decision,
    own: row.prepared_by === ctx.me.userId,
    may_sign: row.status === 'prepared' && blocker === null,
    blocked: blocker?.why ?? null,
  };
}

export async function listWorksheets(
  ctx: Ctx,
  { z_filter: wanted = {}, tabs, ...at }: HandlerInput<Calls['listWorksheets']>,
): Promise<HandlerResult<Calls['listWorksheets']>> {
  const counted = await countTabs(tabs, () => filterWorksheets(ctx, { ...wanted, status: undefined }), sql`account_worksheet.status`);
  const { rows, count } = await readPage(filterWorksheets(ctx, wanted), at, (q) => named(q).orderBy('account_worksheet.id', 'desc'));
  const results: AccountWorksheet[] = [];
  for (const row of rows) results.push(await toWorksheet(ctx, row));
  return { results, count: getOpenTabCount(counted, wanted.status) ?? count, ...counted };
}

export async function readWorksheetRow(ctx: Ctx, id: number): Promise<Row> {
  const row = await named(from(ctx, 'account_worksheet').where('account_worksheet.id', '=', id)).executeTakeFirst();
  if (!row) throw new Refusal('notFound', sentence('itemNotFound'));
  return row;
}

/** The figures of a day now, beside those of its worksheet: the one with the id, otherwise the one that waits, otherwise the signed one. */
export async function readWorksheet(
  ctx: Ctx,
  { account_id, day, id }: HandlerInput<Calls['readWorksheet']>,
): Promise<HandlerResult<Calls['readWorksheet']>> {
  const live = await readFigures(ctx, account_id, day);
  const ofDay = from(ctx, 'account_worksheet').where('account_worksheet.account_id', '=', account_id).where('account_worksheet.day', '=', day);
  const row = await named(
    id === undefined ? ofDay.where('account_worksheet.status', 'in', ['prepared', 'signed']) : ofDay.where('account_worksheet.id', '=', id),
  )
    .orderBy(sql`account_worksheet.status = 'prepared' desc`)
    .executeTakeFirst();
  if (!row && id !== undefined) throw new Refusal('notFound', sentence('itemNotFound'));
  if (!row) return { live, sheet: null, changed: false };
  const figures = figuresOf(row);
  return { live, sheet: { ...(await toWorksheet(ctx, row)), figures }, changed: haveFiguresChanged(figures, live) };
}

/** The figures of now, while no import, match or decision changes them. A partly imported statement proves nothing. */
async function lockFigures(ctx: Ctx, accountId: number, day: Day): Promise<AccountReconciliation> {
  await lockReconciliation(ctx.db, accountId);
  if (await hasStatementBeingImported(ctx.db, accountId)) throw new Refusal('conflict', m.payment_refusal_importing());
  return readFigures(ctx, accountId, day);
}

/** Stores the figures of now. A difference or a balance of an earlier day needs an explanation, because the reviewer signs it too. */
export async function prepareWorksheet(
  ctx: Ctx,
  { account_id, day, note }: HandlerInput<Calls['prepareWorksheet']>,
): Promise<HandlerResult<Calls['prepareWorksheet']>> {
  const figures = await lockFigures(ctx, account_id, day);
  if (figures.bank === null || figures.difference_cents === null) throw new Refusal('conflict', m.accounting_refusal_no_balance());
  if (figures.difference_cents !== 0 && note.length < shortestNote) throw invalidInputRefusal({ note: m.accounting_problem_note() });
  if (isBalanceOlder(figures) && note.length < shortestNote)
    throw invalidInputRefusal({ note: m.accounting_problem_older({ day: formatLongDate(figures.bank.day) }) });
  const { id, code } = await refuseOnUniqueViolation(
    add(ctx, 'account_worksheet')
      .values({
        account_id,
        day,
        note,
        figures: JSON.stringify(figures),
        difference_cents: toCents(figures.difference_cents),
        prepared_by: ctx.me.userId,
      })
      .returning(['id', 'code'])
      .executeTakeFirstOrThrow(),
    () => new Refusal('conflict', m.accounting_refusal_prepared()),
  );
  await audit(ctx.db, ctx, { kind: 'add', document: 'ledger', id, code, after: { status: 'prepared', day, note } });
  return toWorksheet(ctx, await readWorksheetRow(ctx, id));
}

/**
 * The second person signs figures that are still those of the ledger, or returns the worksheet; the preparer withdraws it. The reconciliation of the
 * account is locked before the row, as by imports: two decisions at once leave one, and the figures do not change during the signature.
 */
export async function decideWorksheet(
  ctx: Ctx,
  { id, sign, reason }: HandlerInput<Calls['decideWorksheet']>,
): Promise<HandlerResult<Calls['decideWorksheet']>> {
  const one = () => from(ctx, 'account_worksheet').selectAll('account_worksheet').where('id', '=', id);
  const seen = await one().executeTakeFirst();
  if (seen) await lockReconciliation(ctx.db, seen.account_id);
  const row = await one().forUpdate().executeTakeFirst();
  if (!row) throw new Refusal('notFound', sentence('itemNotFound'));
  if (row.status !== 'prepared') throw new Refusal('wrongState', m.shell_refusal_state(), { from: row.status });
  const own = row.prepared_by === ctx.me.userId;
  const name = sign ? 'sign' : own ? 'withdraw' : 'return';
  if (sign) {
    await assertCanApprove(ctx, worksheetApproval, id);
    if (haveFiguresChanged(figuresOf(row), await lockFigures(ctx, row.account_id, row.day)))
      throw new Refusal('conflict', m.accounting_refusal_changed());
    await replaceSigned(ctx, row);
  } else if (!own && reason.length < shortestNote) throw invalidInputRefusal({ reason: m.accounting_problem_reason() });
  await change(ctx, 'account_worksheet')
    .set({ decided_by: ctx.me.userId, decided_at: clock.now(), decision: reason })
    .where('id', '=', id)
    .$call(oneRow);
  const { to } = await makeMove(ctx, worksheetMachine, name, id, reason || null);
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'ledger',
    id,
    code: row.code,
    before: { status: 'prepared' },
    after: { status: to },
    ...(reason ? { reason } : {}),
  });
  return toWorksheet(ctx, await readWorksheetRow(ctx, id));
}

async function replaceSigned(ctx: Ctx, { account_id, day }: Pick<Row, 'account_id' | 'day'>): Promise<void> {
  const before = await from(ctx, 'account_worksheet')
    .select('account_worksheet.id')
    .where('account_id', '=', account_id)
    .where('day', '=', day)
    .where('status', '=', 'signed')
    .execute();
  for (const { id } of before) await makeMove(ctx, worksheetMachine, 'replace', id);
}
