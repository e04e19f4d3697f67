import * as statements from '#server/bank-statement/statements.ts';
import { type AccountRow, addAccount } from '#server/treasury/accounts.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse } from '#test/db.ts';
import { inTransaction, somebody } from '#test/world.ts';
import { type StatementLine, statementCsv } from './statements.ts';

/** A house on a morning in March, a superadmin who reads statements in, and banks of clients' money to read them of. */
export async function bankWorld() {
  const house = await freshHouse();
  await setClock(house, '2027-03-10T09:00:00Z');
  const head = await somebody(house, 'superadmin');
  let n = 0;
  const as = <T>(work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(house, head, work);
  return {
    ...{ house, head, as },
    bank: async (): Promise<AccountRow> => {
      const made = await addAccount(house.database.db, {
        ...{ company_id: null, rail: 'bank', name: `Bank ${++n}`, number: `0110${10_000 + n}`, bank_code: '01', fund: 'C' },
      });
      if (!made) throw new Error('no account');
      return made;
    },
    take: async (account: Pick<AccountRow, 'id'>, opening: number, lines: readonly StatementLine[]) => {
      const csv = statementCsv(opening, lines);
      const { id } = await as((ctx) => statements.readStatement(ctx, { account_id: account.id, name: `file ${++n}`, csv }));
      return as((ctx) => statements.importStatement(ctx, { id }));
    },
  };
}
