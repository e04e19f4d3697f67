import type { ArrivalResult } from '#contract/collection/kinds.ts';
import { balancesOf, type ResultCallback } from '#contract/daraja/results.ts';
import { cents, sum } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { pullNow } from '#server/collection/service.ts';
import { modeOf } from '#server/daraja/service.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { add, everything } from '#server/kernel/scoped.ts';
import { type AccountRow, clientFor, hookPath, paybills, platformAccount } from '#server/treasury/service.ts';
import { latest } from './figures.ts';

const why = 'M-Pesa is asked what the paybill stands at';
/** What came in and what goes out stand in the first two; what sending cost is kept apart from them, below zero, and has left all the same. */
const ours = /^(working|utility|charges paid) account$/i;

/** Asks. The row is there before the request leaves, and its answer is taken once, by its conversation. */
export async function askBalance(house: House, account: AccountRow): Promise<boolean> {
  const { db } = house.database;
  const { id } = await add({ db }, 'bank_figure')
    .values({ account_id: account.id, source: 'query', day: clock.today() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const said = await clientFor(house, account).balance({ results: hookPath(account, 'result'), timeouts: hookPath(account, 'timeout') });
  if (said.kind !== 'accepted') return false;
  await everything(db, 'bank_figure', why)
    .change()
    .set({ conversation_id: said.conversation ?? said.originator })
    .where('id', '=', id)
    .execute();
  return true;
}

/** The answer to that question, or null where nobody asked it. Who takes it compares it with the books once it stands: that holds the account's figures. */
export async function takeBalance(ctx: Ctx, account: AccountRow, said: ResultCallback): Promise<ArrivalResult | null> {
  const asked = await everything(ctx.db, 'bank_figure', why)
    .select()
    .selectAll()
    .where('account_id', '=', account.id)
    .where('conversation_id', 'in', [said.conversation, said.originator].filter((id) => id !== null).concat(''))
    .forUpdate()
    .executeTakeFirst();
  if (!asked) return null;
  if (asked.cents !== null) return 'answered_before';
  const { at, accounts } = balancesOf(said);
  const held = accounts.filter(({ name, currency }) => ours.test(name) && currency === 'KES');
  if (said.outcome !== 'paid' || held.length === 0 || held.some((one) => one.cents === null)) return `code:${said.code}`;
  await everything(ctx.db, 'bank_figure', why)
    .change()
    .set({ cents: sum(held.map((one) => one.cents ?? cents(0))), day: clock.today(), at: at ?? clock.now() })
    .where('id', '=', asked.id)
    .execute();
  return 'balance';
}

/** Every night; and again each hour while an answer did not agree. The simulated paybill forgets what it held when it stops, so it is not asked. */
export async function askBalances(house: House, db: Db, again: boolean): Promise<number> {
  const account = modeOf(house.env) === 'simulator' ? null : await platformAccount(house, db);
  if (!account) return 0;
  const differs = (await latest(db)).some((row) => row.account_id === account.id && row.source === 'query' && row.difference_cents !== 0);
  return (!again || differs) && (await askBalance(house, account)) ? 1 : 0;
}

/** When a person asks: what came, and what it stands at. */
export async function askPaybill(house: House, accountId: number): Promise<void> {
  const { db } = house.database;
  const account = (await paybills(db)).find(({ id }) => id === accountId);
  if (!account) return;
  await pullNow(house, db, account);
  if (modeOf(house.env) !== 'simulator') await askBalance(house, account);
}
