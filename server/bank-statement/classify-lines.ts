import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { importedStatementStates, type StatementLineOutcome } from '#contract/bank-statement/kinds.ts';
import { findTransferCodes, readStatementBalances } from '#contract/bank-statement/reconcile.ts';
import { findStatementRule, type StatementRuleText } from '#contract/bank-statement/rules.ts';
import { type ParsedStatementLine, parseStatementLine, type StatementColumnPositions } from '#contract/bank-statement/statement.ts';
import { clock } from '#contract/time/clock.ts';
import type { Day } from '#contract/time/days.ts';
import { buildCompanyReceiptReference } from '#server/collection/service.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { from, unscopedTable } from '#server/kernel/scoped.ts';
import { type CollectionAccountRow, isOwnBank } from '#server/treasury/service.ts';
import { findKnownReferences } from './line-acts.ts';

const why = 'lines of a statement that the caller manages';
export const readStatementLines = (db: Db, statementId: number) =>
  unscopedTable(db, 'statement_line', why).select().selectAll().where('statement_id', '=', statementId).orderBy('n');
/** The statement's opening and closing balance; `expected` as in `readStatementBalances`. */
export async function readOpeningAndClosingBalances(
  db: Db,
  statementId: number,
  expected: number | null = null,
): Promise<{ ends: ReturnType<typeof readStatementBalances>; day: Day | null }> {
  const rows = await readStatementLines(db, statementId).clearSelect().select(['day', 'cents', 'balance_cents as balance']).execute();
  return {
    ends: readStatementBalances(rows, expected),
    day: rows.reduce<Day | null>((last, { day, cents }) => (day !== null && cents !== null && day > (last ?? '') ? day : last), null),
  };
}
type Rule = StatementRuleText & { readonly act: string; readonly tenancy_id: number | null; readonly by_id: number | null };
const rulesOf = (db: Db, companyId: number | null): Promise<Rule[]> =>
  unscopedTable(db, 'statement_rule', why)
    .select()
    .select(['contains', 'act', 'tenancy_id', 'by_id'])
    .where(sql<boolean>`company_id is not distinct from ${companyId}::bigint`)
    .orderBy('id')
    .execute();

type LineFacts = Pick<ParsedStatementLine, 'day' | 'cents' | 'reference' | 'details'>;
/** Bank references are unique within an account; two equal references of one day are distinguished by their order. */
export const buildBankLineReference = (accountId: number, { day, cents, reference, details }: LineFacts, turn = 1): string => {
  const said = createHash('sha256')
    .update(JSON.stringify([day, cents, reference, details, turn]))
    .digest('hex')
    .slice(0, 20);
  return `a${accountId}:${said}`;
};
/** M-Pesa codes of receipts are globally unique; a payout shares its code with its charge. */
function externalOf(account: CollectionAccountRow, line: ParsedStatementLine, turn: number): string {
  if (account.rail === 'mpesa' && (line.cents ?? 0) >= 0 && /^[A-Z0-9]{8,12}$/.test(line.reference))
    return account.company_id === null ? line.reference : buildCompanyReceiptReference(account.company_id, line.reference);
  return buildBankLineReference(account.id, line, turn);
}

type Named = { readonly id: number; readonly read: ParsedStatementLine; readonly external: string; readonly probable?: boolean };
const looksOf = (day: string | null, cents: number | null, balance: number | null, details: string): string =>
  JSON.stringify([day, cents, balance, details.toLowerCase().replace(/\s+/g, ' ').trim()]);
/**
 * A bank may write another reference, or none, in the next file. A line with the day, amount, text and balance of an imported line is the same
 * movement, so it gets the name of that line. Without a balance two tenants may have paid alike: on a company's own account such a line is probably
 * the same movement, and a person decides. Client money is not imported without balances.
 */
async function nameAsBefore(ctx: Ctx, id: number, account: CollectionAccountRow, lines: readonly Named[]): Promise<readonly Named[]> {
  const days = lines
    .flatMap(({ read }) => (read.cents === null || read.day === null || (read.balance === null && account.company_id === null) ? [] : read.day))
    .toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return lines;
  const before = await from(ctx, 'statement_line')
    .innerJoin('statement as s', 's.id', 'statement_line.statement_id')
    .where('s.account_id', '=', account.id)
    .where('s.id', '<>', id)
    .where('s.status', 'in', [...importedStatementStates])
    .where('statement_line.day', '>=', first)
    .where('statement_line.day', '<=', last)
    .select(['statement_line.day', 'statement_line.cents', 'balance_cents', 'details', 'external_id'])
    .orderBy('statement_line.id')
    .execute();
  const names = new Map<string, Set<string>>();
  for (const { day, cents, balance_cents, details, external_id } of before) {
    const looks = looksOf(day, cents, balance_cents, details);
    names.set(looks, (names.get(looks) ?? new Set()).add(external_id ?? ''));
  }
  const own = new Set(before.map(({ external_id }) => external_id));
  return lines.map((line) => {
    const { day, cents, balance, details } = line.read;
    if ((balance === null && account.company_id === null) || own.has(line.external)) return line;
    const [name] = names.get(looksOf(day, cents, balance, details)) ?? [];
    if (!name) return line;
    names.get(looksOf(day, cents, balance, details))?.delete(name);
    if (balance === null) return { ...line, probable: true };
    return { ...line, external: name };
  });
}

/** Classifies the lines without posting anything. A month of a busy paybill has tens of thousands of lines, so they are read and written in bulk. */
export async function classifyStatementLines(
  ctx: Ctx,
  { id, columns, sameLines }: { id: number; columns: StatementColumnPositions; sameLines?: string | null },
  account: CollectionAccountRow,
): Promise<void> {
  const rules = await rulesOf(ctx.db, account.company_id);
  const turns = new Map<string, number>();
  const parsed = (await readStatementLines(ctx.db, id).execute()).map((line) => {
    const read = parseStatementLine(line.cells, columns);
    const alike = JSON.stringify([read.day, read.cents, read.reference, read.details]);
    const turn = (turns.get(alike) ?? 0) + 1;
    turns.set(alike, turn);
    return { id: line.id, read, external: externalOf(account, read, turn) };
  });
  const lines = await nameAsBefore(ctx, id, account, parsed);
  const known = await findKnownReferences(
    ctx.db,
    account,
    lines.flatMap(({ read, external }) => (account.rail === 'mpesa' ? [external, read.reference] : [external])),
  );
  const judged = lines.map(({ id: lineId, read, external, probable = false }) => {
    const rule = findStatementRule(rules, read);
    return {
      id: lineId,
      day: read.day,
      cents: read.cents,
      reference: read.reference,
      details: read.details,
      payer: read.payer,
      external_id: external,
      fate: (isOwnBank(account) ? fateOnOwnBank : fateOf)(
        read,
        rule,
        known.has(external) || known.has(read.reference) || (probable && sameLines === 'skip'),
      ),
      balance_cents: read.balance,
      paid_at: read.at,
      account_text: read.account,
      probable,
      tenancy_id: rule?.act === 'tenancy' ? rule.tenancy_id : null,
      rule_by: rule?.by_id ?? null,
    };
  });
  await sql`/* unscoped: lines of a statement that the caller manages */
    update statement_line l set day = j.day, cents = j.cents, reference = j.reference, details = j.details, payer = j.payer, external_id = j.external_id, fate = j.fate,
      balance_cents = j.balance_cents, tenancy_id = j.tenancy_id, rule_by = j.rule_by, paid_at = j.paid_at, account_text = j.account_text, probable = j.probable
    from jsonb_populate_recordset(null::statement_line, ${JSON.stringify(judged)}::jsonb) j where l.id = j.id and l.statement_id = ${id}`.execute(
    ctx.db,
  );
}
/** Tenants never pay to an account of deposits or of the platform: a receipt is money that the ledger moved there. */
function fateOnOwnBank(...of: Parameters<typeof fateOf>): StatementLineOutcome {
  const [{ cents }] = of;
  const fate = fateOf(...of);
  return fate === 'wrong' || cents === null || (fate === 'ignored' && of[1]?.act === 'ignore') ? fate : cents < 0 ? 'out' : 'in';
}
function fateOf(read: ParsedStatementLine, rule: Rule | undefined, known: boolean): StatementLineOutcome {
  if (read.failed) return 'ignored';
  if (read.cents === null || read.day === null || read.day > clock.today()) return 'wrong';
  if (rule?.act === 'ignore') return 'ignored';
  if (read.cents < 0) return read.reversal ? 'reversal' : 'out';
  // A returned payout of Makao is recorded. Any other return by a bank or M-Pesa is not a payment.
  return known ? 'known' : read.reversal && findTransferCodes(`${read.reference} ${read.details}`).length === 0 ? 'ignored' : 'new';
}
