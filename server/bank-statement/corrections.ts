import type { Figure, figureCalls } from '#contract/bank-statement/figure-calls.ts';
import type { Input, Result } from '#contract/kernel/call.ts';
import { cashCorrected } from '#contract/ledger/postings.ts';
import { sum } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { assertMayApprove } from '#server/approval/service.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import { balances, settlementsStopped } from '#server/ledger/service.ts';
import { unprovenAt } from '#server/refund/service.ts';
import {
  type AccountRow,
  accountOf,
  approve,
  bankOf,
  begin,
  betweenFunds,
  book,
  correctionApproval,
  done,
  held,
  ours,
  placesOf,
} from '#server/treasury/service.ts';
import { m } from '#words/messages.js';
import { type FigureRow, isTakingOver, latest, reckoningOf, reconcile, strangeAt, unseenAt } from './figures.ts';

type Calls = typeof figureCalls;

const differing = async (db: Db, accountId: number) => {
  if (await isTakingOver(db, accountId)) throw new Refusal('conflict', m.payment_refusal_importing());
  await reconcile(db, accountId);
  return (await latest(db)).find((row) => row.account_id === accountId && row.difference_cents !== 0);
};
export async function correct(ctx: Ctx, { account_id, reason }: Input<Calls['correct']>): Promise<Result<Calls['correct']>> {
  const account = await ours(ctx, account_id);
  const figure = await differing(ctx.db, account.id);
  if (!figure) throw new Refusal('conflict', m.payment_refusal_agrees());
  const asked = await from(ctx, 'cash_move')
    .select('id')
    .where('account_id', '=', account.id)
    .where('kind', '=', 'correct')
    .where('status', '=', 'asked')
    .executeTakeFirst();
  if (asked) throw new Refusal('conflict', m.payment_refusal_correction());
  return done(ctx, await begin(ctx, { kind: 'correct', account_id, cents: figure.difference_cents, reason }), reason, account.id);
}

/** What is approved is what stands unexplained now, or nothing. */
export async function approveMove(ctx: Ctx, { id }: Input<Calls['approveMove']>): Promise<Result<Calls['approveMove']>> {
  const row = await held(ctx, id, 'correct');
  await assertMayApprove(ctx, correctionApproval, id);
  const figure = await differing(ctx.db, row.account_id);
  if (row.status === 'asked' && figure?.difference_cents !== row.cents) throw new Refusal('conflict', m.payment_refusal_other_difference());
  await approve(ctx, row);
  const account = await accountOf(ctx.db, row.account_id);
  await book(ctx, row, {
    ...{ step: 'correct', kind: 'adjustment', how: `${account.name}: ${row.reason}`, valueDay: figure?.day ?? clock.today() },
    pairs: cashCorrected(bankOf(account), row.cents),
  });
  return done(ctx, row, row.reason, account.id);
}
/** The reckoning, and what it is made of by name: what was booked and is not on the statement, and what left and was never booked. */
async function saidOf(db: Db, account: AccountRow, row: FigureRow): Promise<NonNullable<Figure['said']>> {
  const reckoning = reckoningOf(row);
  const isStatement = row.source === 'statement';
  const isMissing = isStatement && reckoning.parts.some(({ what }) => what === 'missing');
  return {
    ...{ source: row.source as 'statement' | 'query', day: row.day, ...reckoning, parts: [...reckoning.parts] },
    unseen: isMissing ? await unseenAt(db, account, row.day) : [],
    strange: isStatement && reckoning.difference_cents !== 0 ? await strangeAt(db, account, row.day) : [],
  };
}

export async function figures(ctx: Ctx): Promise<Result<Calls['figures']>> {
  const said = await latest(ctx.db);
  const accounts = await from(ctx, 'collection_account')
    .selectAll('collection_account')
    .where('fund', '=', 'C')
    .where('rail', '<>', 'cash')
    .where('waiting', '=', false)
    .orderBy('collection_account.id')
    .execute();
  const results: Result<Calls['figures']>['results'] = [];
  for (const account of accounts) {
    // What does not agree is shown first: the other is no news.
    const [row] = said
      .filter((one) => one.account_id === account.id)
      .toSorted((a, b) => Number(b.difference_cents !== 0) - Number(a.difference_cents !== 0));
    results.push({
      account: { id: account.id, name: account.name, rail: account.rail as 'mpesa' | 'bank' },
      books_cents: sum(await balances(ctx.db, placesOf(account))),
      asked_to: account.rail === 'mpesa' ? (account.pulled_to?.toISOString() ?? null) : null,
      said: row ? await saidOf(ctx.db, account, row) : null,
      unproven: await unprovenAt(ctx, account.id),
    });
  }
  return { results, ...(await betweenFunds(ctx.db)), stopped: await settlementsStopped(ctx.db) };
}
