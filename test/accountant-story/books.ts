import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestServices } from '#test/db.ts';
import type { AccountChanges } from './facts.ts';

/** The balances of the ledger, and events that must change the predicted accounts and no others. `names`: the companies whose accounts are apart. */
export function openBooks(services: TestServices, names: ReadonlyMap<number, string> = new Map()) {
  const { db } = services.database;
  async function readBalances(): Promise<Map<string, number>> {
    const { rows } = await sql<{ account: string; company_id: string | null; cents: string }>`
      select a.fund || a.code as account, a.company_id, sum(x.cents) as cents from ledger_account a
      join (select dr as id, cents from journal_entry union all select cr, -cents from journal_entry) x on x.id = a.id group by 1, 2`.execute(db);
    const all = new Map<string, number>();
    for (const { account, company_id, cents } of rows) {
      const name = company_id === null ? undefined : names.get(Number(company_id));
      const key = name === undefined ? account : `${account}:${name}`;
      all.set(key, (all.get(key) ?? 0) + Number(cents) / 100);
    }
    return all;
  }
  const seen: string[] = [];
  return {
    seen,
    readBalances,
    event: async (what: string, predicted: AccountChanges, act: () => Promise<unknown>) => {
      seen.push(what);
      const before = await readBalances();
      await act();
      const changes = Object.fromEntries(
        [...(await readBalances())].flatMap(([account, total]) => {
          const change = Math.round((total - (before.get(account) ?? 0)) * 100) / 100;
          return change === 0 ? [] : [[account, change]];
        }),
      );
      const event = `${seen.length}. ${what}`;
      expect.soft({ event, changes }).toEqual({ event, changes: predicted });
    },
  };
}
