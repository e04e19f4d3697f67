import { type Selectable, sql } from 'kysely';
import type { statementCalls } from '#contract/bank-statement/calls.ts';
import type { StatementLineOutcome } from '#contract/bank-statement/kinds.ts';
import { formatStatementLineText } from '#contract/bank-statement/line-payer.ts';
import type { StatementDetails, StatementLine } from '#contract/bank-statement/shapes.ts';
import type { StatementColumnPositions } from '#contract/bank-statement/statement.ts';
import { findStatementTemplate } from '#contract/bank-statement/templates.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { minAutoMatchScore } from '#contract/matching/match.ts';
import { sumCents } from '#contract/money/cents.ts';
import { paymentNotFound } from '#server/collection/service.ts';
import type { StatementLineTable as LineTable } from '#server/db/types.gen.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import type { ModuleLookups } from '#server/kernel/lookups.ts';
import { from, unscopedTable } from '#server/kernel/scoped.ts';
import { readPage } from '#server/lists/list.ts';
import { findMatchCandidates, isFundAccepted, readOpenInvoices } from '#server/matching/service.ts';
import { type CollectionAccountRow, isPlatformMoney, readCollectionAccount } from '#server/treasury/service.ts';
import { readOpeningAndClosingBalances } from './classify-lines.ts';
import { checkStatementContinues, isInEarlierStatement } from './continuity.ts';
import { findOpenImportRequest } from './import-request.ts';
import { findKnownReferences, internalMovementKinds } from './line-acts.ts';
import { toLineMatchFacts } from './lines.ts';
import { previewImport } from './request/import-summary.ts';
import { findInternalMovements } from './request/internal-movements.ts';
import { findOpenUndoRequest } from './undo/undo-request.ts';

type Calls = typeof statementCalls;
const sampleRows = 5;

const shapes = (ctx: Ctx) =>
  from(ctx, 'statement')
    .innerJoin('collection_account as account', 'account.id', 'statement.account_id')
    .leftJoin('person', 'person.id', 'statement.by_id')
    .leftJoin('person as asker', 'asker.id', 'statement.asked_by')
    .leftJoin('person as approver', 'approver.id', 'statement.approved_by')
    .selectAll('statement')
    .select(['account.name as account_name', 'account.company_id as account_company', 'account.fund as account_fund', 'person.name as by_name'])
    .select(['asker.name as asked_by_name', 'approver.name as approved_by_name'])
    .select(
      sql<{
        fates: Partial<Record<StatementLineOutcome, number>>;
        lines: number;
        first: string | null;
        last: string | null;
        fresh: number;
      }>`(select jsonb_build_object(
        'fates', coalesce((select jsonb_object_agg(f.fate, f.n) from (select l.fate, count(*)::int as n from statement_line l where l.statement_id = statement.id group by l.fate) f), '{}'),
        'lines', count(*)::int, 'first', min(l.day), 'last', max(l.day), 'fresh', coalesce(sum(l.cents) filter (where l.fate = 'new'), 0)) from statement_line l where l.statement_id = statement.id)`.as(
        'counts',
      ),
    );
type Shaped = Awaited<ReturnType<ReturnType<typeof shapes>['execute']>>[number];
const none: Record<StatementLineOutcome, number> = { new: 0, known: 0, out: 0, in: 0, reversal: 0, ignored: 0, wrong: 0, unconfirmed: 0 };
const toStatement = (row: Shaped) => ({
  id: row.id,
  account: { id: row.account_id, name: row.account_name },
  name: row.name,
  status: row.status,
  first_day: row.counts.first,
  last_day: row.counts.last,
  fates: { ...none, ...row.counts.fates },
  new_cents: row.counts.fresh,
  lines: row.counts.lines,
  taken: row.status === 'imported' ? row.counts.lines : row.taken,
  by: row.by_name,
  created_at: row.created_at.toISOString(),
});
export async function readFullStatement(ctx: Ctx, id: number): Promise<StatementDetails> {
  const row = await shapes(ctx).where('statement.id', '=', id).executeTakeFirst();
  if (!row) throw paymentNotFound();
  const sample = await from(ctx, 'statement_line')
    .select('statement_line.cells')
    .where('statement_line.statement_id', '=', id)
    .orderBy('statement_line.n')
    .limit(sampleRows)
    .execute();
  const second = isPlatformMoney({ fund: row.account_fund });
  return {
    ...(await asOfNow(ctx, toStatement(row))),
    format: findStatementTemplate(row.head)?.name ?? null,
    head: row.head,
    columns: row.columns as StatementColumnPositions,
    sample: sample.map((line) => line.cells),
    problem: row.problem,
    second,
    asked_by: row.asked_by_name,
    approved_by: row.approved_by_name,
    request: second ? await findOpenImportRequest(ctx, id) : null,
    undo_request: second ? await findOpenUndoRequest(ctx, id) : null,
    balances: second && row.status === 'read' ? await readBalances(ctx, row) : null,
    ...(row.status === 'read' ? await readWarnings(ctx, id) : { probable: 0, without_balance: false }),
    pays: row.account_company === null || (await isFundAccepted(ctx.db, row.account_company, [], row.account_fund)),
  };
}
/** What a person should know before the import of a file. */
async function readWarnings(ctx: Ctx, id: number): Promise<Pick<StatementDetails, 'probable' | 'without_balance'>> {
  const { ends } = await readOpeningAndClosingBalances(ctx.db, id);
  const probable = await from(ctx, 'statement_line')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('statement_id', '=', id)
    .where('probable', '=', true)
    .where('fate', '=', 'new')
    .executeTakeFirstOrThrow();
  return { probable: probable.n, without_balance: ends === null };
}
async function readBalances(ctx: Ctx, { id, account_id }: Pick<Shaped, 'id' | 'account_id'>): Promise<StatementDetails['balances']> {
  const account = await readCollectionAccount(ctx.db, account_id);
  const { ends, last, refused, begins } = await checkStatementContinues(ctx, id, account);
  const { summary } = await previewImport(ctx.db, id, account);
  return { opening_cents: ends?.opening ?? null, closing_cents: ends?.closing ?? null, last, refused, begins, summary };
}
type Seen = Pick<Line, 'id' | 'fate' | 'external_id' | 'reference' | 'details' | 'day' | 'cents'>;
/**
 * Lines that were new when read, but whose money has been recorded by another way since, and those of money that the platform held already (`own`).
 */
async function knownByNow(db: Db, accountId: number, lines: readonly Seen[]): Promise<{ known: Set<number>; own: ReadonlySet<number> }> {
  const fresh = lines.filter((line) => line.fate === 'new');
  const account = await readCollectionAccount(db, accountId);
  const namesOf = (line: (typeof fresh)[number]) => [line.external_id ?? '', ...(account.rail === 'mpesa' ? [line.reference] : [])].filter(Boolean);
  const known = fresh.length === 0 ? new Set<string>() : await findKnownReferences(db, account, fresh.flatMap(namesOf));
  const came = fresh.flatMap(({ day, cents: sum, external_id, ...line }) =>
    day === null || sum === null ? [] : [{ ...line, day, cents: sum, external_id: external_id ?? '' }],
  );
  const { own } = await findInternalMovements(db, account, came);
  const ids = fresh.filter((line) => namesOf(line).some((name) => known.has(name))).map((line) => line.id);
  return { known: new Set([...ids, ...own]), own };
}
/** The preview shows what an import today would do. */
async function asOfNow(ctx: Ctx, one: ReturnType<typeof toStatement>): Promise<ReturnType<typeof toStatement>> {
  if (one.status !== 'read') return one;
  const imported = await from(ctx, 'statement_line')
    .select(['fate', sql<number>`count(*)::int`.as('n')])
    .where('statement_id', '=', one.id)
    .where('fate', 'in', ['out', 'reversal'])
    .where(isInEarlierStatement(one.account.id))
    .groupBy('fate')
    .execute();
  const before = { ...one.fates };
  for (const { fate, n } of imported) {
    before[fate] -= n;
    before.known += n;
  }
  if (one.fates.new === 0) return { ...one, fates: before };
  const lines = await from(ctx, 'statement_line')
    .select(['statement_line.id', 'fate', 'external_id', 'reference', 'details', 'day', 'cents'])
    .where('statement_id', '=', one.id)
    .where('fate', '=', 'new')
    .orderBy('n')
    .execute();
  const { known } = await knownByNow(ctx.db, one.account.id, lines);
  const gone = sumCents(lines.filter((line) => known.has(line.id)).map((line) => line.cents ?? 0));
  const fates = { ...before, new: before.new - known.size, known: before.known + known.size };
  return { ...one, fates, new_cents: one.new_cents - gone };
}
export async function listStatements(ctx: Ctx, at: HandlerInput<Calls['listStatements']>): Promise<HandlerResult<Calls['listStatements']>> {
  const { rows, count } = await readPage(from(ctx, 'statement'), at, (query) => query.select('statement.id').orderBy('statement.id', 'desc'));
  const ids = rows.map((row) => row.id);
  const found = ids.length === 0 ? [] : await shapes(ctx).where('statement.id', 'in', ids).orderBy('statement.id', 'desc').execute();
  return { results: found.map(toStatement), count };
}
export const readStatementDetails = (ctx: Ctx, { id }: HandlerInput<Calls['statementDetails']>): Promise<HandlerResult<Calls['statementDetails']>> =>
  readFullStatement(ctx, id);

type Line = Selectable<LineTable>;
/** The tenancies the lines of a page would match, by the same matching as payments; only for receipts without a rule. */
async function guessesFor(db: Db, account: CollectionAccountRow, lines: readonly Line[]): Promise<Map<number, NonNullable<StatementLine['guess']>>> {
  const guesses = new Map<number, NonNullable<StatementLine['guess']>>();
  for (const line of lines) {
    if (line.fate !== 'new' || line.payment_id !== null || line.tenancy_id !== null || line.cents === null || line.day === null) continue;
    const { best } = await findMatchCandidates(db, account, toLineMatchFacts({ ...line, day: line.day, cents: line.cents }), line.external_id);
    if (!best) continue;
    const sure =
      best.match.score >= minAutoMatchScore && (await isFundAccepted(db, best.home.companyId, await readOpenInvoices(db, best.home), account.fund));
    guesses.set(line.id, { code: best.home.code, name: best.home.name, sure });
  }
  return guesses;
}

export async function listStatementLines(
  ctx: Ctx,
  { id, n, ...at }: HandlerInput<Calls['statementLines']>,
): Promise<HandlerResult<Calls['statementLines']>> {
  const seen = await from(ctx, 'statement').select(['account_id', 'status']).where('statement.id', '=', id).executeTakeFirst();
  if (!seen) throw paymentNotFound();
  const ofStatement = from(ctx, 'statement_line').where('statement_line.statement_id', '=', id);
  const { rows, count } = await readPage(n === undefined ? ofStatement : ofStatement.where('statement_line.n', '=', n), at, (query) =>
    query
      .leftJoin('tenancy', 'tenancy.id', 'statement_line.tenancy_id')
      .leftJoin('payment', 'payment.id', 'statement_line.payment_id')
      .leftJoin('journal', 'journal.id', 'statement_line.journal_id')
      .selectAll('statement_line')
      .select((eb) => sql<boolean>`${isInEarlierStatement(seen.account_id)(eb)}`.as('imported_before'))
      .select(['tenancy.code as tenancy_code', 'payment.code as payment_code', 'journal.kind as journal_kind'])
      .orderBy('statement_line.n'),
  );
  const nothing = { known: new Set<number>(), own: new Set<number>() };
  const { known, own } = seen.status === 'read' ? await knownByNow(ctx.db, seen.account_id, rows) : nothing;
  const guesses = await guessesFor(
    ctx.db,
    await readCollectionAccount(ctx.db, seen.account_id),
    rows.filter((row) => !known.has(row.id)),
  );
  return {
    count,
    results: rows.map(
      (row): StatementLine => ({
        id: row.id,
        n: row.n,
        day: row.day,
        cents: row.cents,
        reference: row.reference,
        details: row.details,
        payer: row.payer,
        fate: known.has(row.id) || (seen.status === 'read' && row.imported_before && row.fate !== 'ignored') ? 'known' : row.fate,
        tenancy: row.tenancy_id === null ? null : { id: row.tenancy_id, code: row.tenancy_code ?? '' },
        payment: row.payment_id === null ? null : { id: row.payment_id, code: row.payment_code ?? '' },
        guess: guesses.get(row.id) ?? null,
        probable: row.probable && seen.status === 'read',
        own: own.has(row.id) || ((row.cents ?? 0) > 0 && internalMovementKinds.some((kind) => kind === row.journal_kind)),
      }),
    ),
  };
}

export const bankStatementLookups: Partial<ModuleLookups> = {
  isJournalOnStatement: (journal) => sql`exists (select 1 from statement_line l where l.journal_id = ${journal})`,
  statementTextOf: async (db, paymentId) =>
    (
      await unscopedTable(db, 'statement_line', 'the text of a payment is read to match it')
        .select()
        .select(['details', 'payer', 'reference'])
        .where('payment_id', '=', paymentId)
        .orderBy('id')
        .execute()
    )
      .map(formatStatementLineText)
      .join(' '),
};
