import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { importedStatementStates } from '#contract/bank-statement/kinds.ts';
import { findNewMovements, type NewMovements, readStatementBalances, type StatementEnds } from '#contract/bank-statement/reconcile.ts';
import type { OpeningBalance } from '#contract/bank-statement/shapes.ts';
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
import { compareOpeningBalance } from './request/opening-balance.ts';
import { type FirstStatement, readFirstStatement } from './unseen-journals.ts';

export type StatementContinuity = {
  readonly ends: StatementEnds | null;
  /** The closing balance of the last imported statement of the account; null before the first. */
  readonly last: { readonly day: Day; readonly cents: number } | null;
  /** For a statement before which none is imported: its opening balance compared with the ledger. */
  readonly begins: OpeningBalance | null;
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

/** Why new movements that do not continue from the last imported balance are refused. Each sentence says what to do. */
function explainGap(fresh: NewMovements, last: { day: Day; cents: number }, first: FirstStatement | null): Sentence {
  const ends = { opening: formatKesPlain(fresh.opening), closing: formatKesPlain(fresh.closing) };
  if (first && fresh.last <= first.day)
    return m.payment_refusal_before_first({ closing: ends.closing, day: formatLongDate(first.day), opening: formatKesPlain(first.opening) });
  if (fresh.first < last.day) return m.payment_refusal_between({ ...ends, day: formatLongDate(last.day) });
  return m.payment_refusal_opening({ opening: ends.opening, closing: formatKesPlain(last.cents), day: formatLongDate(last.day) });
}

/**
 * Whether the new movements of a statement continue from the closing balance of the account's last imported statement, fill a gap, or lead from the
 * ledger balance to the opening balance of the first one. Lines before a first statement that agrees with the ledger would be counted twice.
 */
async function checkMovements(
  ctx: Ctx,
  { id, account, fresh, last }: { id: number; account: CollectionAccountRow; fresh: NewMovements; last: StatementContinuity['last'] },
): Promise<Pick<StatementContinuity, 'begins' | 'refused'>> {
  const compare = () => compareOpeningBalance(ctx.db, account, { id, day: fresh.first, opening: fresh.opening });
  if (last === null) return { begins: await compare(), refused: null };
  if (fresh.opening === last.cents || (await fillsGap(ctx, account, fresh))) return { begins: null, refused: null };
  const first = await readFirstStatement(ctx.db, account);
  if (first === null || fresh.last > first.day || fresh.closing !== first.opening) return { begins: null, refused: explainGap(fresh, last, first) };
  // Lines that cancel out fit any balance, so no balance shows that they are in the ledger already.
  if (fresh.opening === fresh.closing) return { begins: null, refused: m.payment_refusal_cancels({ day: formatLongDate(first.day) }) };
  const begins = await compare();
  const [opening, books, day] = [formatKesPlain(fresh.opening), formatKesPlain(begins.books_cents), formatLongDate(fresh.first)];
  return { begins, refused: begins.difference_cents === 0 ? null : m.payment_refusal_before_ledger({ opening, books, day }) };
}

/** Whether a statement fits the imported statements of its account, with its balances. */
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
  const none = { last, begins: null };
  if (ends === null) return { ...none, ends, refused: m.payment_refusal_no_balance() };
  if (ends === 'broken') return { ...none, ends: null, refused: m.payment_refusal_broken() };
  const fresh = findNewMovements(lines, ends);
  if (fresh === 'scattered') return { ...none, ends, refused: m.payment_refusal_scattered() };
  if (fresh === null) return { ...none, ends, refused: null };
  return { ends, last, ...(await checkMovements(ctx, { id: statementId, account, fresh, last })) };
}
