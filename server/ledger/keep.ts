import { sql, type Updateable } from 'kysely';
import type { Input, Result } from '#contract/kernel/call.ts';
import type { Mode } from '#contract/ledger/accounts.ts';
import type { Book, ledgerCalls, ProofRun } from '#contract/ledger/calls.ts';
import { linkTo } from '#contract/screens.ts';
import { clock } from '#contract/time/clock.ts';
import { assertMayApprove, awaitsApproval } from '#server/approval/service.ts';
import { apart } from '#server/db/one-connection.ts';
import type { LedgerBookTable } from '#server/db/types.gen.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { sentence } from '#server/kernel/locale.ts';
import { knownProofs } from '#server/kernel/proofs.ts';
import { add, from } from '#server/kernel/scoped.ts';
import { contains, pageOf } from '#server/lists/list.ts';
import { audience, notify } from '#server/notification/service.ts';
import { m } from '#words/messages.js';
import { modeApproval } from './approval.ts';
import { closeMonth } from './periods.ts';
import { prove as proveNow, settlementsStopped, silentNow } from './proofs.ts';

type Calls = typeof ledgerCalls;

export async function closed(ctx: Ctx, { month }: Input<Calls['close']>): Promise<Result<Calls['close']>> {
  await closeMonth(ctx.db, month, ctx.me.userId);
  await audit(ctx.db, ctx, { kind: 'edit', document: 'ledger', id: null, code: month, after: { closed: month }, reason: 'a month was closed' });
  return { month };
}
/** Proven first in a transaction of its own: what does not hold stays written down, stops settlements and is told, though the month is not closed. */
export const close =
  (house: Pick<House, 'database'>) =>
  async (ctx: Ctx, given: Input<Calls['close']>): Promise<Result<Calls['close']>> => {
    const proven = await apart('a proof that fails is kept though closing is refused', () =>
      house.database.db.transaction().execute((tx) => proveNow(tx, 'all', ctx.me.userId)),
    );
    if (!proven.ok) throw new Refusal('conflict', m.ledger_refusal_unproven());
    return closed(ctx, given);
  };

export async function prove(ctx: Ctx): Promise<Result<Calls['prove']>> {
  const { id, ok } = await proveNow(ctx.db, 'all', ctx.me.userId);
  await audit(ctx.db, ctx, { kind: 'undefined', document: 'ledger', id, after: { ok }, reason: 'the books were checked' });
  return { id, ok };
}

export const runsOf = (ctx: Ctx, { failed }: NonNullable<Input<Calls['proofs']>['z_filter']>) => {
  const runs = from(ctx, 'ledger_proof').leftJoin('person', 'person.id', 'ledger_proof.by_id');
  return failed ? runs.where(sql<boolean>`ledger_proof.id > coalesce((select max(p.id) from ledger_proof p where p.ok), 0)`) : runs;
};

export async function proofs(ctx: Ctx, { page, page_size, z_filter = {} }: Input<Calls['proofs']>): Promise<Result<Calls['proofs']>> {
  const { rows, count } = await pageOf(runsOf(ctx, z_filter), { page, page_size }, (q) =>
    q
      .select(['ledger_proof.id', 'ledger_proof.at', 'scope', 'ok', 'checked', 'ms', 'failed', 'person.name as by'])
      .orderBy('ledger_proof.id', 'desc'),
  );
  return {
    count,
    names: knownProofs().map(({ name }) => name),
    stopped: await settlementsStopped(ctx.db),
    silent: await silentNow(ctx.db),
    results: rows.map((row) => ({ ...row, at: row.at.toISOString(), failed: row.failed as ProofRun['failed'] })),
  };
}

/** Those who manage homes, with how their money runs. */
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
  ({ id, name, kind, mode, reason, set_at, set_by, asked_mode, asked_reason, asked_at, asked_by, asker }: BookRow): Book => ({
    ...{ id, name, kind, mode: mode ?? 'record', reason: reason ?? '', set_at: set_at?.toISOString() ?? null, set_by },
    asked:
      asked_mode && asked_at
        ? { mode: asked_mode, reason: asked_reason ?? '', by: asker, at: asked_at.toISOString(), own: asked_by === ctx.me.userId }
        : null,
  });

export function foundBooks(ctx: Ctx, f: NonNullable<Input<Calls['books']>['z_filter']>) {
  let found = companies(ctx);
  if (f.search) found = found.where(contains('company.name', f.search));
  if (f.mode) found = found.where((eb) => eb(eb.fn.coalesce('ledger_book.mode', eb.val('record')), '=', f.mode ?? 'record'));
  return f.waiting ? found.where(awaitsApproval(ctx, modeApproval)) : found;
}
export async function books(ctx: Ctx, { page, page_size, z_filter = {} }: Input<Calls['books']>): Promise<Result<Calls['books']>> {
  const { rows, count } = await pageOf(foundBooks(ctx, z_filter), { page, page_size }, (q) =>
    q.select(columns).orderBy('company.name').orderBy('company.id'),
  );
  return { count, results: rows.map(toBook(ctx)) };
}

async function bookFor(ctx: Ctx, companyId: number): Promise<BookRow> {
  const row = await read(ctx).where('company.id', '=', companyId).executeTakeFirst();
  if (!row) throw new Refusal('notFound', sentence('itemNotFound'));
  return row;
}
const modeIn = ({ mode }: Pick<BookRow, 'mode'>): Mode => mode ?? 'record';
const put = (ctx: Ctx, companyId: number, row: BookRow, set: Updateable<LedgerBookTable>) =>
  add(ctx, 'ledger_book')
    .values({ ...set, company_id: companyId, mode: set.mode ?? modeIn(row) })
    .onConflict((oc) => oc.column('company_id').doUpdateSet(set))
    .execute();
const nobodyAsks = { asked_mode: null, asked_reason: null, asked_by: null, asked_at: null };

/** To hold clients' money, or to hold it no longer, is for two: one asks, another agrees. Asked again, the last counts. */
export async function setBook(ctx: Ctx, { company_id, mode, reason }: Input<Calls['setBook']>): Promise<Result<Calls['setBook']>> {
  const before = await bookFor(ctx, company_id);
  if (mode === modeIn(before)) throw new Refusal('conflict', m.ledger_refusal_same_mode());
  const asked_at = clock.now();
  await put(ctx, company_id, before, { asked_mode: mode, asked_reason: reason, asked_by: ctx.me.userId, asked_at });
  await audit(ctx.db, ctx, { kind: 'edit', document: 'ledger', id: company_id, code: before.name, after: { asked_of_second: mode }, reason });
  await notify(ctx, 'ledger.mode_asked', { who: before.name, mode, reason }, audience().superadmins().except(ctx.me.userId), {
    key: `${company_id}:${asked_at.getTime()}`,
    page: `${linkTo('ledger.list', 'superadmin')}?tab=books&waiting=true&company=${company_id}`,
  });
  return toBook(ctx)(await bookFor(ctx, company_id));
}

export async function decideBook(ctx: Ctx, { company_id, agree }: Input<Calls['decideBook']>): Promise<Result<Calls['decideBook']>> {
  await from(ctx, 'ledger_book').select('company_id').where('company_id', '=', company_id).forUpdate().executeTakeFirst();
  const before = await bookFor(ctx, company_id);
  const { asked_mode: mode, asked_reason: reason } = before;
  if (mode === null || reason === null) throw new Refusal('conflict', sentence('changedMeanwhile'));
  if (agree) await assertMayApprove(ctx, modeApproval, company_id);
  await put(ctx, company_id, before, nobodyAsks);
  if (agree) await keepBook(ctx, { company_id, mode, reason });
  else
    await audit(ctx.db, ctx, {
      ...{ kind: 'edit', document: 'ledger', id: company_id, code: before.name, before: { asked_of_second: mode }, after: { asked_of_second: null } },
    });
  return toBook(ctx)(await bookFor(ctx, company_id));
}

/** From now on, as two have agreed: what was billed before stays in the fund it was billed in. */
export async function keepBook(ctx: Ctx, { company_id, mode, reason }: Input<Calls['setBook']>): Promise<void> {
  const before = await bookFor(ctx, company_id);
  await put(ctx, company_id, before, { mode, reason, set_by: ctx.me.userId, set_at: clock.now() });
  await audit(ctx.db, ctx, {
    ...{ kind: 'edit', document: 'ledger', id: company_id, code: before.name, reason },
    ...{ before: { money_mode: modeIn(before) }, after: { money_mode: mode } },
  });
}
