import type { InboundResult } from '#contract/collection/kinds.ts';
import { parseBalanceResult, type ResultCallback } from '#contract/daraja/results.ts';
import { sumCents, toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { pullNewTransactions } from '#server/collection/service.ts';
import { resolveMpesaMode } from '#server/daraja/service.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { add, unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import {
  buildMpesaCallbackPath,
  type CollectionAccountRow,
  findOrCreatePlatformPaybill,
  listConnectedPaybills,
  makeDarajaClientForAccount,
} from '#server/treasury/service.ts';
import { readLatestBankBalances } from './bank-reconciliation.ts';

const why = 'the balance of the paybill is queried from M-Pesa';
/** Working and utility accounts hold receipts and money to pay out. Charges paid is a separate negative account for charges that have left. */
const ours = /^(working|utility|charges paid) account$/i;

/** Requests the balance. The row exists before the request is sent, and its answer is recorded once, by conversation id. */
export async function requestAccountBalance(services: RunningServices, account: CollectionAccountRow): Promise<boolean> {
  const { db } = services.database;
  const { id } = await add({ db }, 'bank_figure')
    .values({ account_id: account.id, source: 'query', day: clock.today() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const said = await makeDarajaClientForAccount(services, account).balance({
    results: buildMpesaCallbackPath(account, 'result'),
    timeouts: buildMpesaCallbackPath(account, 'timeout'),
  });
  if (said.kind !== 'accepted') return false;
  await unscopedTable(db, 'bank_figure', why)
    .change()
    .set({ conversation_id: said.conversation ?? said.originator })
    .where('id', '=', id)
    .execute();
  return true;
}

/**
 * Records the answer to a request; null if there was none. The caller compares it with the ledger after commit, because the comparison locks the
 * account's balances.
 */
export async function recordAccountBalance(ctx: Ctx, account: CollectionAccountRow, said: ResultCallback): Promise<InboundResult | null> {
  const asked = await unscopedTable(ctx.db, 'bank_figure', why)
    .select()
    .selectAll()
    .where('account_id', '=', account.id)
    .where('conversation_id', 'in', [said.conversation, said.originator].filter((id) => id !== null).concat(''))
    .forUpdate()
    .executeTakeFirst();
  if (!asked) return null;
  if (asked.cents !== null) return 'answered_before';
  const { at, accounts } = parseBalanceResult(said);
  const held = accounts.filter(({ name, currency }) => ours.test(name) && currency === 'KES');
  if (said.outcome !== 'paid' || held.length === 0 || held.some((one) => one.cents === null)) return `code:${said.code}`;
  await unscopedTable(ctx.db, 'bank_figure', why)
    .change()
    .set({ cents: sumCents(held.map((one) => one.cents ?? toCents(0))), day: clock.today(), at: at ?? clock.now() })
    .where('id', '=', asked.id)
    .execute();
  return 'balance';
}

/** Runs every night, and every hour while an answer does not agree. The simulated paybill forgets its balance when it stops, so it is not asked. */
export async function requestAccountBalances(services: RunningServices, db: Db, again: boolean): Promise<number> {
  const account = resolveMpesaMode(services.env) === 'simulator' ? null : await findOrCreatePlatformPaybill(services, db);
  if (!account) return 0;
  const differs = (await readLatestBankBalances(db)).some(
    (row) => row.account_id === account.id && row.source === 'query' && row.difference_cents !== 0,
  );
  return (!again || differs) && (await requestAccountBalance(services, account)) ? 1 : 0;
}

/** A manual request: pulls the receipts and asks for the balance. */
export async function pullAndRequestBalance(services: RunningServices, accountId: number): Promise<void> {
  const { db } = services.database;
  const account = (await listConnectedPaybills(db)).find(({ id }) => id === accountId);
  if (!account) return;
  await pullNewTransactions(services, db, account);
  if (resolveMpesaMode(services.env) !== 'simulator') await requestAccountBalance(services, account);
}
