import type { Selectable } from 'kysely';
import type { ImportSummary } from '#contract/bank-statement/shapes.ts';
import { sumCents } from '#contract/money/cents.ts';
import type { CashOfLine } from '#server/cash/service.ts';
import type { StatementLineTable } from '#server/db/types.gen.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { readCompanyName } from '#server/people/service.ts';
import type { CollectionAccountRow } from '#server/treasury/service.ts';
import { readStatementLines } from '../classify-lines.ts';
import { isBankCharge } from '../lines.ts';
import { findInternalMovements, type InternalMovements } from './internal-movements.ts';

type Line = Selectable<StatementLineTable>;
const sumOf = (lines: readonly { readonly cents: number | null }[]): number => sumCents(lines.map(({ cents }) => cents ?? 0));

export type ImportPreview = Pick<InternalMovements, 'claims' | 'sweeps' | 'cash'> & {
  readonly lines: readonly Line[];
  /** New receipts, without money that the platform or a company held already. */
  readonly receipts: readonly Line[];
  readonly summary: ImportSummary;
};

/** The cash that lines clear, by the company that holds it, the largest sum first. */
async function sumByHolder(db: Db, lines: readonly Line[], cash: ReadonlyMap<number, CashOfLine>): Promise<ImportSummary['cash']> {
  const held = lines.flatMap((line) => {
    const found = cash.get(line.id);
    return found ? [{ cents: line.cents, holder: found.holder }] : [];
  });
  const sums = [...Map.groupBy(held, ({ holder }) => holder)].map(([holder, of]) => ({ holder, count: of.length, cents: sumOf(of) }));
  const named: ImportSummary['cash'] = [];
  for (const { holder, ...sum } of sums.toSorted((a, b) => b.cents - a.cents)) named.push({ company: await readCompanyName(db, holder), ...sum });
  return named;
}

/** What the import of a classified statement would post. All movements of the file lead from its opening to its closing balance. */
export async function previewImport(db: Db, statementId: number, account: CollectionAccountRow): Promise<ImportPreview> {
  const lines = await readStatementLines(db, statementId).execute();
  const moves = lines.filter(({ day, cents }) => day !== null && cents !== null);
  const fresh = moves.flatMap(({ day, cents, ...line }) =>
    line.fate !== 'new' || day === null || cents === null ? [] : [{ ...line, day, cents, external_id: line.external_id ?? '' }],
  );
  const { own, claims, sweeps, cash } = await findInternalMovements(db, account, fresh);
  const [incoming, outgoing] = [moves.filter(({ cents }) => (cents ?? 0) > 0), moves.filter(({ cents }) => (cents ?? 0) < 0)];
  const charges = outgoing.filter(({ fate, details, cents }) => fate === 'out' && isBankCharge({ details, cents: cents ?? 0 }));
  return {
    lines,
    claims,
    sweeps,
    cash,
    receipts: lines.filter(({ id, fate }) => fate === 'new' && !own.has(id)),
    summary: {
      in_cents: sumOf(incoming),
      out_cents: Math.abs(sumOf(outgoing)),
      charge_cents: Math.abs(sumOf(charges)),
      cash: await sumByHolder(db, lines, cash),
    },
  };
}
