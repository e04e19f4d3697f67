import { sql } from 'kysely';
import type { Day } from '#contract/time/days.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { reverseJournal } from '#server/ledger/service.ts';
import { undoSweepArrival, undoSweepDeparture } from '#server/treasury/service.ts';
import { releaseBankedCash } from './banked-cash.ts';

/** The journals of a statement's lines: charges, sweeps that left or arrived, payouts they proved. */
type Brought = {
  readonly key: string;
  readonly day: Day;
  /** The sweep of the line, and the present status of that sweep. */
  readonly move_id: number | null;
  readonly move_status: string | null;
  readonly code: string;
  readonly charge: boolean;
  readonly kind: string;
};
/** A range of line numbers of the statement. */
type Among = { readonly from: number; readonly to: number };
const all: Among = { from: 0, to: 2 ** 31 - 1 };
const hasLeft = ({ key }: Brought): boolean => key.endsWith(':out');
const canBeUndone = (one: Brought): boolean => one.charge || (one.move_id !== null && one.move_status === (hasLeft(one) ? 'left' : 'arrived'));

/** What can be undone with the statement, and the names of what cannot: a payout has left, a sweep has arrived since. */
export async function readJournalsOfStatement(db: Db, statementId: number, { from, to }: Among = all): Promise<{ back: Brought[]; stay: string[] }> {
  const { rows } = await sql<Brought>`/* unscoped: entries posted from a statement that the caller manages */
    select j.event_key as key, l.day, c.id as move_id, c.status as move_status, j.source = 'statement_line' as charge, j.kind,
      coalesce(c.code, j.params ->> 'transfer', j.params ->> 'code', '') as code
    from statement_line l join journal j on j.id = l.journal_id left join cash_move c on j.source = 'cash_move' and c.id = j.source_id
    where l.statement_id = ${statementId} and l.n between ${from} and ${to} and (l.brought or j.event_key = 'charge:line:' || l.id) order by l.n`.execute(
    db,
  );
  return { back: rows.filter(canBeUndone), stay: rows.filter((one) => !canBeUndone(one) && one.move_status !== 'undone').map(({ code }) => code) };
}

/** Reverses each journal on its own day. If another file contains the same movement, the line of that file looks for a journal again. */
export async function reverseStatementJournals(
  ctx: Ctx,
  { id, from, to }: Among & { readonly id: number },
  back: readonly Brought[],
  reason: string,
): Promise<void> {
  for (const one of back) {
    const as = { by: ctx.me.userId, valueDay: one.day };
    const kind = one.kind === 'cash_banked' ? 'cash_banked' : one.charge ? 'payout_charge' : 'swept';
    await reverseJournal(ctx.db, { ...as, of: one.key, key: `${one.key}:undo`, kind });
    if (one.move_id === null) continue;
    await (hasLeft(one) ? undoSweepDeparture : undoSweepArrival)(ctx, one.move_id, reason);
  }
  await releaseBankedCash(ctx, { statementId: id, from, to });
  await sql`/* unscoped: lines with the same transactions in every imported file */ update statement_line set journal_id = null, brought = false
    where journal_id in (select journal_id from statement_line where statement_id = ${id} and n between ${from} and ${to})`.execute(ctx.db);
}
