import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { importedStatementStates } from '#contract/bank-statement/kinds.ts';
import { findNewMovements, type NewMovements, readStatementBalances, type StatementEnds } from '#contract/bank-statement/reconcile.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import type { Day } from '#contract/time/days.ts';
import type { DB } from '#server/db/types.gen.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { from } from '#server/kernel/scoped.ts';
import type { CollectionAccountRow } from '#server/treasury/service.ts';
import { m } from '#words/messages.js';
import type { Sentence } from '../../words/sentence.ts';
import { readLatestBankBalances } from './bank-reconciliation.ts';

export type StatementContinuity = {
  readonly ends: StatementEnds | null;
  /** The closing balance of the last imported statement of the account; null before the first. */
  readonly last: { readonly day: Day; readonly cents: number } | null;
  /** Why the statement cannot be imported; null if it can. */
  readonly refused: Sentence | null;
};

/** Lines of imported statements of the account with a balance, as far as the caller sees them. */
const importedLines = (ctx: Ctx, account: CollectionAccountRow) =>
  from(ctx, 'statement_line')
    .innerJoin('statement as s', 's.id', 'statement_line.statement_id')
    .where('s.account_id', '=', account.id)
    .where('s.status', '=', 'imported')
    .where('statement_line.day', 'is not', null)
    .where('statement_line.cents', 'is not', null)
    .where('statement_line.balance_cents', 'is not', null);

/**
 * After an import was undone, its days are a gap between the statements around it. New movements fill the gap if they lead exactly from the balance
 * before it to the balance after it.
 */
async function fillsGap(ctx: Ctx, account: CollectionAccountRow, { opening, closing, first, last }: NewMovements): Promise<boolean> {
  const before = sql<number>`statement_line.balance_cents - statement_line.cents`;
  const one = async (query: ReturnType<typeof importedLines>) => (await query.select('statement_line.id').executeTakeFirst()) !== undefined;
  const lines = () => importedLines(ctx, account);
  return (
    (await one(lines().where('statement_line.balance_cents', '=', opening).where('statement_line.day', '<=', first))) &&
    (await one(lines().where(before, '=', closing).where('statement_line.day', '>=', last))) &&
    !(await one(lines().where(before, '=', opening).where('statement_line.day', '>=', first)))
  );
}

/** Whether an imported statement of the account contains this line, too. */
export const isInEarlierStatement =
  (accountId: number) =>
  (eb: ExpressionBuilder<DB, 'statement_line'>): Expression<SqlBool> =>
    eb.exists(
      eb
        .selectFrom('statement_line as o')
        .innerJoin('statement as s', 's.id', 'o.statement_id')
        .select('o.id')
        .whereRef('o.external_id', '=', 'statement_line.external_id')
        .whereRef('o.cents', '=', 'statement_line.cents')
        .whereRef('o.statement_id', '<>', 'statement_line.statement_id')
        .where('s.account_id', '=', accountId)
        .where('s.status', 'in', [...importedStatementStates]),
    );

/** Whether the new movements of a statement continue from the closing balance of the account's last imported statement. */
export async function checkStatementContinues(ctx: Ctx, statementId: number, account: CollectionAccountRow): Promise<StatementContinuity> {
  const rows = await from(ctx, 'statement_line')
    .where('statement_line.statement_id', '=', statementId)
    .select(['statement_line.day', 'statement_line.cents', 'statement_line.balance_cents as balance'])
    .select((eb) => sql<boolean>`${isInEarlierStatement(account.id)(eb)}`.as('seen'))
    .orderBy('statement_line.n')
    .execute();
  const figure = (await readLatestBankBalances(ctx.db)).find((row) => row.account_id === account.id && row.source === 'statement');
  const last = figure?.cents == null ? null : { day: figure.day, cents: figure.cents };
  const lines = rows.map(({ seen, ...line }) => ({ ...line, seen: Boolean(seen) }));
  const ends = readStatementBalances(lines, last?.cents ?? null);
  if (ends === null) return { ends, last, refused: m.payment_refusal_no_balance() };
  if (ends === 'broken') return { ends: null, last, refused: m.payment_refusal_broken() };
  const fresh = findNewMovements(lines, ends);
  if (fresh === 'scattered') return { ends, last, refused: m.payment_refusal_scattered() };
  if (fresh === null || last === null || fresh.opening === last.cents || (await fillsGap(ctx, account, fresh))) return { ends, last, refused: null };
  const said = { opening: formatKesPlain(fresh.opening), closing: formatKesPlain(last.cents), day: formatLongDate(last.day) };
  return { ends, last, refused: m.payment_refusal_opening(said) };
}
