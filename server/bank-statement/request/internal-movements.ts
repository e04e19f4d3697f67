import { type CashOfLine, previewCashOfLines } from '#server/cash/service.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { type CollectionAccountRow, readSweepsInTransit } from '#server/treasury/service.ts';
import { findNamedTransfer, findSweepJournal, type IncomingLine, mayBeReturned, mayBeSwept } from '../lines.ts';

const why = 'finds the journal entry that belongs to a statement line';
type Line = IncomingLine & { readonly id: number };

export type InternalMovements = {
  /** Lines of money that the platform or a company held already. */
  readonly own: ReadonlySet<number>;
  /** The journal or the transfer in transit that each line shows. One line has it, as in the import. */
  readonly claims: ReadonlyMap<number, string>;
  readonly sweeps: readonly number[];
  readonly cash: ReadonlyMap<number, CashOfLine>;
};

/**
 * The incoming lines of money that the platform or a company held already, known before the import: sweeps, returned payouts and banked cash, with
 * the cash that each line would clear. The lines are in the order of the import.
 */
export async function findInternalMovements(db: Db, account: CollectionAccountRow, lines: readonly Line[]): Promise<InternalMovements> {
  const moves = await unscopedTable(db, 'cash_move', why).select().select('cents').distinct().where('to_account_id', '=', account.id).execute();
  const swept = new Set(moves.map(({ cents }) => cents));
  const [journals, transfers]: [number[], number[]] = [[], []];
  const claims = new Map<number, string>();
  const sweeps: number[] = [];
  for (const line of lines) {
    if (swept.has(line.cents) && mayBeSwept(account, line)) {
      const journal = await findSweepJournal(db, account, line, journals);
      const transfer = journal === null ? await readSweepsInTransit(db, account, line.cents, transfers).executeTakeFirst() : undefined;
      if (journal !== null) journals.push(journal);
      if (transfer) transfers.push(transfer.id);
      if (journal !== null || transfer) {
        sweeps.push(line.id);
        claims.set(line.id, journal === null ? `transfer ${transfer?.id}` : `journal ${journal}`);
        continue;
      }
    }
    const returned = mayBeReturned(account, line)
      ? await findNamedTransfer(db, account, line, ['payout_confirmed', 'payout_failed'], journals)
      : null;
    if (returned !== null) {
      journals.push(returned);
      claims.set(line.id, `journal ${returned}`);
    }
  }
  const open = lines.filter(({ id }) => !claims.has(id));
  const cash = await previewCashOfLines(db, account, open);
  return { own: new Set([...claims.keys(), ...cash.keys()]), claims, sweeps, cash };
}
