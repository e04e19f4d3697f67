import { type Selectable, sql } from 'kysely';
import { takenTogether } from '#contract/bank-statement/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import { freeNumber } from '#server/collection/service.ts';
import type { StatementTable } from '#server/db/types.gen.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { change, oneRow, remove } from '#server/kernel/scoped.ts';
import { reverseBy } from '#server/matching/service.ts';
import { m } from '#words/messages.js';
import { reconcile } from './figures.ts';
import { linesOf } from './judge-lines.ts';
import { giveAgain, holdPaid } from './line-acts.ts';
import { broughtBy, undoBrought } from './statement-undo.ts';

type Row = Selectable<StatementTable>;
export type Undone = Pick<Row, 'id' | 'account_id' | 'taken'> & { readonly reason: string; readonly keep: boolean };

/** What stands against taking it back, before the first line is: of its money some was given back; or it proved what has left or arrived since. */
export async function insistUndoable(db: Db, { id, keep }: Pick<Undone, 'id' | 'keep'>): Promise<void> {
  const { rows } = await sql`/* all: payments of a statement the caller keeps */
    select 1 from statement_line l join payment p on p.id = l.payment_id where l.statement_id = ${id} and l.fate = 'new' and p.status = 'completed'
      and (p.refunded_cents > 0 or exists (select 1 from payment_credit c where c.payment_id = p.id and c.undone_at is null and c.refunded_cents > 0)) limit 1`.execute(
    db,
  );
  if (rows.length > 0) throw new Refusal('conflict', m.payment_refusal_refunded());
  insistKept((await broughtBy(db, id)).stay, keep);
}
const insistKept = (stay: readonly string[], keep: boolean): void => {
  if (!keep && stay.length > 0) throw new Refusal('conflict', m.payment_refusal_proven_by_it({ what: stay.join(', ') }));
};

/**
 * The next lines of a statement that is held with its account's figures, from its last that is taken over: what takes back came after all that came,
 * so it is undone before. With the first of them it is as if it had never been, and the books are compared without it. True while lines are left.
 */
export async function undoNext(ctx: Ctx, { id, account_id, taken, reason, keep }: Undone, most = takenTogether): Promise<boolean> {
  const ahead = await linesOf(ctx.db, id)
    .clearOrderBy()
    .orderBy('n', 'desc')
    .where('n', '<=', taken)
    .limit(most + 1)
    .execute();
  const [lines, isLast] = [ahead.slice(0, most), ahead.length <= most];
  const among = { from: lines.at(-1)?.n ?? 0, to: taken };
  const brought = await broughtBy(ctx.db, id, among);
  insistKept(brought.stay, keep);
  await holdPaid(
    ctx,
    lines.flatMap((line) => (line.fate === 'new' ? (line.payment_id ?? []) : [])),
  );
  for (const line of lines) {
    if (line.payment_id === null) continue;
    if (line.fate === 'reversal') await giveAgain(ctx, id, line.payment_id);
    if (line.fate !== 'new') continue;
    // It never was: so it was not on its own day.
    await reverseBy(ctx, line.payment_id, reason, line.day ?? clock.today());
    await freeNumber(ctx.db, line.payment_id, id);
  }
  await undoBrought(ctx, { id, ...among }, brought.back, reason);
  const put = (set: Partial<Pick<Row, 'status' | 'taken' | 'taken_at' | 'problem' | 'undone_at'>>) =>
    change(ctx, 'statement').set(set).where('id', '=', id).$call(oneRow);
  await put({ taken: Math.max(0, among.from - 1), taken_at: clock.now(), problem: null });
  if (!isLast) return true;
  await remove(ctx, 'bank_figure').where('statement_id', '=', id).execute();
  await put({ status: 'undone', undone_at: clock.now() });
  await reconcile(ctx.db, account_id);
  return false;
}
