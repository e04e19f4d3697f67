import { sql } from 'kysely';
import type { Input, Result } from '#contract/kernel/call.ts';
import type { Mode } from '#contract/ledger/accounts.ts';
import type { ledgerCalls, ProofRun } from '#contract/ledger/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { apart } from '#server/db/one-connection.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { sentence } from '#server/kernel/locale.ts';
import { knownProofs } from '#server/kernel/proofs.ts';
import { add, from } from '#server/kernel/scoped.ts';
import { contains, pageOf } from '#server/lists/list.ts';
import { m } from '#words/messages.js';
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
    .where('company.kind', 'in', ['owner', 'agent', 'dealer']);
const columns = [
  'company.id',
  'company.name',
  'company.kind',
  'ledger_book.mode',
  'ledger_book.reason',
  'ledger_book.set_at',
  'setter.name as set_by',
] as const;
type BookRow = {
  id: number;
  name: string;
  kind: string;
  mode: string | null;
  reason: string | null;
  set_at: Date | null;
  set_by: string | null;
};
const toBook = ({ mode, reason, set_at, ...row }: BookRow) => ({
  ...row,
  mode: (mode as Mode | null) ?? 'record',
  reason: reason ?? '',
  set_at: set_at?.toISOString() ?? null,
});

export async function books(ctx: Ctx, { page, page_size, z_filter: f = {} }: Input<Calls['books']>): Promise<Result<Calls['books']>> {
  let found = companies(ctx);
  if (f.search) found = found.where(contains('company.name', f.search));
  if (f.mode) found = found.where((eb) => eb(eb.fn.coalesce('ledger_book.mode', eb.val('record')), '=', f.mode ?? 'record'));
  const { rows, count } = await pageOf(found, { page, page_size }, (q) => q.select(columns).orderBy('company.name').orderBy('company.id'));
  return { count, results: rows.map(toBook) };
}

/** From now on: what was billed before stays in the fund it was billed in. */
export async function setBook(ctx: Ctx, { company_id, mode, reason }: Input<Calls['setBook']>): Promise<Result<Calls['setBook']>> {
  const before = await companies(ctx).select(columns).where('company.id', '=', company_id).executeTakeFirst();
  if (!before) throw new Refusal('notFound', sentence('itemNotFound'));
  const now = { mode, reason, set_by: ctx.me.userId, set_at: clock.now() };
  await add(ctx, 'ledger_book')
    .values({ company_id, ...now })
    .onConflict((oc) => oc.column('company_id').doUpdateSet(now))
    .execute();
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'ledger',
    id: company_id,
    code: before.name,
    before: { money_mode: before.mode ?? 'record' },
    after: { money_mode: mode },
    reason,
  });
  return toBook(await companies(ctx).select(columns).where('company.id', '=', company_id).executeTakeFirstOrThrow());
}
