import { sql, type Updateable } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { CollectionMode } from '#contract/ledger/accounts.ts';
import type { CollectionModeBook, LedgerCheckRun, ledgerCalls } from '#contract/ledger/calls.ts';
import { linkTo } from '#contract/screens.ts';
import { clock } from '#contract/time/clock.ts';
import type { Month } from '#contract/time/days.ts';
import { assertCanApprove, isAwaitingApprovalSql, readCallerName } from '#server/approval/service.ts';
import { runOnReserveConnection } from '#server/db/one-connection.ts';
import type { LedgerBookTable } from '#server/db/types.gen.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { listRegisteredLedgerChecks } from '#server/kernel/proofs.ts';
import { add, from } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { containsTextSql, readPage } from '#server/lists/list.ts';
import { createNotificationAudience, notifyAudience } from '#server/notification/service.ts';
import { m } from '#words/messages.js';
import { moneyModeApproval } from './approval.ts';
import { listLedgerCheckNotes, listUncheckedSubjects, makeFailedChecksRefusal, readPayoutsBlockedReason, runLedgerChecks } from './ledger-checks.ts';
import { closeMonth, reopenMonth } from './periods.ts';

type Calls = typeof ledgerCalls;

type OfMonth = { readonly month: Month };
export async function closeCheckedLedgerMonth(ctx: Ctx, { month }: OfMonth): Promise<void> {
  await closeMonth(ctx.db, month, ctx.me.userId);
  await audit(ctx.db, ctx, { kind: 'edit', document: 'ledger', id: null, code: month, after: { closed: month }, reason: 'a month was closed' });
}
/** Reopens the last closed month. Two people have approved it (server/accounting/months.ts). */
export async function reopenLedgerMonth(ctx: Ctx, month: Month): Promise<void> {
  await reopenMonth(ctx.db, month);
  await audit(ctx.db, ctx, { kind: 'edit', document: 'ledger', id: null, code: month, before: { closed: month }, reason: 'a month was reopened' });
}
type Database = Pick<RunningServices, 'database'>;
/**
 * Runs the ledger checks in a transaction of their own: a failure is stored, blocks payouts and notifies superadmins, and the month stays open.
 */
export const assertLedgerChecksPass =
  (services: Database) =>
  async (ctx: Ctx): Promise<void> => {
    const checked = await runOnReserveConnection('a failed ledger check is stored although closing the month is refused', () =>
      services.database.db.transaction().execute((tx) => runLedgerChecks(tx, 'all', ctx.me.userId)),
    );
    if (!checked.ok) throw makeFailedChecksRefusal(checked);
  };
export const checkAndCloseLedgerMonth =
  (services: Database) =>
  async (ctx: Ctx, given: OfMonth): Promise<void> => {
    await assertLedgerChecksPass(services)(ctx);
    return closeCheckedLedgerMonth(ctx, given);
  };

export async function runAllLedgerChecks(ctx: Ctx): Promise<HandlerResult<Calls['runChecks']>> {
  const { id, ok } = await runLedgerChecks(ctx.db, 'all', ctx.me.userId);
  await audit(ctx.db, ctx, { kind: 'undefined', document: 'ledger', id, after: { ok }, reason: 'the books were checked' });
  return { id, ok };
}

export const selectLedgerCheckRuns = (ctx: Ctx, { failed }: NonNullable<HandlerInput<Calls['listChecks']>['z_filter']>) => {
  const runs = from(ctx, 'ledger_proof').leftJoin('person', 'person.id', 'ledger_proof.by_id');
  return failed ? runs.where(sql<boolean>`ledger_proof.id > coalesce((select max(p.id) from ledger_proof p where p.ok), 0)`) : runs;
};

export async function listLedgerCheckRuns(
  ctx: Ctx,
  { page, page_size, z_filter = {} }: HandlerInput<Calls['listChecks']>,
): Promise<HandlerResult<Calls['listChecks']>> {
  const { rows, count } = await readPage(selectLedgerCheckRuns(ctx, z_filter), { page, page_size }, (q) =>
    q
      .select(['ledger_proof.id', 'ledger_proof.at', 'scope', 'ok', 'checked', 'ms', 'failed', 'person.name as by'])
      .orderBy('ledger_proof.id', 'desc'),
  );
  return {
    count,
    names: listRegisteredLedgerChecks().map(({ name }) => name),
    stopped: await readPayoutsBlockedReason(ctx.db),
    silent: await listUncheckedSubjects(ctx.db),
    notes: await listLedgerCheckNotes(ctx.db),
    results: rows.map((row) => ({ ...row, at: row.at.toISOString(), failed: row.failed as LedgerCheckRun['failed'] })),
  };
}

/** Companies that manage units, with their collection modes. */
const companies = (ctx: Ctx) =>
  from(ctx, 'company')
    .leftJoin('ledger_book', 'ledger_book.company_id', 'company.id')
    .leftJoin('person as setter', 'setter.id', 'ledger_book.set_by')
    .leftJoin('person as asker', 'asker.id', 'ledger_book.asked_by')
    .where('company.kind', 'in', ['owner', 'agent', 'dealer']);
const columns = [
  'company.id',
  'company.name',
  'company.kind',
  'ledger_book.mode',
  'ledger_book.reason',
  'ledger_book.set_at',
  'setter.name as set_by',
  'ledger_book.asked_mode',
  'ledger_book.asked_reason',
  'ledger_book.asked_at',
  'ledger_book.asked_by',
  'asker.name as asker',
] as const;
const read = (ctx: Ctx) => companies(ctx).select(columns);
type BookRow = Awaited<ReturnType<ReturnType<typeof read>['execute']>>[number];
const toBook =
  (ctx: Ctx) =>
  ({ id, name, kind, mode, reason, set_at, set_by, asked_mode, asked_reason, asked_at, asked_by, asker }: BookRow): CollectionModeBook => ({
    id,
    name,
    kind,
    mode: mode ?? 'record',
    reason: reason ?? '',
    set_at: set_at?.toISOString() ?? null,
    set_by,
    asked:
      asked_mode && asked_at
        ? { mode: asked_mode, reason: asked_reason ?? '', by: asker, at: asked_at.toISOString(), own: asked_by === ctx.me.userId }
        : null,
  });

export function filterMoneyModes(ctx: Ctx, f: NonNullable<HandlerInput<Calls['listMoneyModes']>['z_filter']>) {
  let found = companies(ctx);
  if (f.search) found = found.where(containsTextSql('company.name', f.search));
  if (f.mode) found = found.where((eb) => eb(eb.fn.coalesce('ledger_book.mode', eb.val('record')), '=', f.mode ?? 'record'));
  return f.waiting ? found.where(isAwaitingApprovalSql(ctx, moneyModeApproval)) : found;
}
export async function listMoneyModes(
  ctx: Ctx,
  { page, page_size, z_filter = {} }: HandlerInput<Calls['listMoneyModes']>,
): Promise<HandlerResult<Calls['listMoneyModes']>> {
  const { rows, count } = await readPage(filterMoneyModes(ctx, z_filter), { page, page_size }, (q) =>
    q.select(columns).orderBy('company.name').orderBy('company.id'),
  );
  return { count, results: rows.map(toBook(ctx)) };
}

async function bookFor(ctx: Ctx, companyId: number): Promise<BookRow> {
  const row = await read(ctx).where('company.id', '=', companyId).executeTakeFirst();
  if (!row) throw new Refusal('notFound', sentence('itemNotFound'));
  return row;
}
const modeIn = ({ mode }: Pick<BookRow, 'mode'>): CollectionMode => mode ?? 'record';
const put = (ctx: Ctx, companyId: number, row: BookRow, set: Updateable<LedgerBookTable>) =>
  add(ctx, 'ledger_book')
    .values({ ...set, company_id: companyId, mode: set.mode ?? modeIn(row) })
    .onConflict((oc) => oc.column('company_id').doUpdateSet(set))
    .execute();
const nobodyAsks = { asked_mode: null, asked_reason: null, asked_by: null, asked_at: null };

/** Starting or ending trust mode needs two people: one requests it and another approves it. A repeated request replaces the previous one. */
export async function requestMoneyMode(
  ctx: Ctx,
  { company_id, mode, reason }: HandlerInput<Calls['requestMoneyMode']>,
): Promise<HandlerResult<Calls['requestMoneyMode']>> {
  const before = await bookFor(ctx, company_id);
  if (mode === modeIn(before)) throw new Refusal('conflict', m.ledger_refusal_same_mode());
  const asked_at = clock.now();
  await put(ctx, company_id, before, { asked_mode: mode, asked_reason: reason, asked_by: ctx.me.userId, asked_at });
  await audit(ctx.db, ctx, { kind: 'edit', document: 'ledger', id: company_id, code: before.name, after: { asked_of_second: mode }, reason });
  await notifyAudience(
    ctx,
    'ledger.mode_asked',
    { who: before.name, mode, reason, by: await readCallerName(ctx) },
    createNotificationAudience().superadmins().except(ctx.me.userId),
    {
      key: `${company_id}:${asked_at.getTime()}`,
      page: `${linkTo('ledger.list', 'superadmin')}?tab=books&waiting=true&company=${company_id}`,
    },
  );
  return toBook(ctx)(await bookFor(ctx, company_id));
}

export async function decideMoneyMode(
  ctx: Ctx,
  { company_id, agree }: HandlerInput<Calls['decideMoneyMode']>,
): Promise<HandlerResult<Calls['decideMoneyMode']>> {
  await from(ctx, 'ledger_book').select('company_id').where('company_id', '=', company_id).forUpdate().executeTakeFirst();
  const before = await bookFor(ctx, company_id);
  const { asked_mode: mode, asked_reason: reason } = before;
  if (mode === null || reason === null) throw new Refusal('conflict', sentence('editConflict'));
  if (agree) await assertCanApprove(ctx, moneyModeApproval, company_id);
  await put(ctx, company_id, before, nobodyAsks);
  if (agree) await applyMoneyMode(ctx, { company_id, mode, reason });
  else
    await audit(ctx.db, ctx, {
      kind: 'edit',
      document: 'ledger',
      id: company_id,
      code: before.name,
      before: { asked_of_second: mode },
      after: { asked_of_second: null },
    });
  return toBook(ctx)(await bookFor(ctx, company_id));
}

/** The approved collection mode applies from now on. Existing invoices stay in their fund. */
export async function applyMoneyMode(ctx: Ctx, { company_id, mode, reason }: HandlerInput<Calls['requestMoneyMode']>): Promise<void> {
  const before = await bookFor(ctx, company_id);
  await put(ctx, company_id, before, { mode, reason, set_by: ctx.me.userId, set_at: clock.now() });
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'ledger',
    id: company_id,
    code: before.name,
    reason,
    before: { money_mode: modeIn(before) },
    after: { money_mode: mode },
  });
}
