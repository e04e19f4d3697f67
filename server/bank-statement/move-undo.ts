import { z } from 'zod';
import type { reconciliationCalls } from '#contract/bank-statement/reconciliation-calls.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { sumCents } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { clock } from '#contract/time/clock.ts';
import { describeAccount } from '#contract/treasury/account-name.ts';
import { undoableCashMoveKinds } from '#contract/treasury/kinds.ts';
import { cashMoveMachine } from '#contract/treasury/machine.ts';
import { defineRequestedAct, requestApproval } from '#server/approval/service.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { from } from '#server/kernel/scoped.ts';
import { readAccountBalances, reverseJournal } from '#server/ledger/service.ts';
import { type CashMoveRow, getLedgerAccountsOfAccount, lockCashMove, readCollectionAccount, updateCashMove } from '#server/treasury/service.ts';
import { m } from '#words/messages.js';

type Calls = typeof reconciliationCalls;
const params = z.object({ id: z.number(), code: z.string(), cents: z.number(), account: z.string() });

const journalOf = (ctx: Ctx, row: CashMoveRow) =>
  from(ctx, 'journal').select(['journal.id', 'event_key', 'journal.kind', 'value_day']).where('event_key', '=', `move:${row.id}:${row.kind}`);

/** The journal of a move that can be undone: it is posted, no statement shows it, and the account keeps the amount that goes back. */
async function assertUndoable(ctx: Ctx, row: CashMoveRow) {
  if (row.status !== 'arrived' || !undoableCashMoveKinds.includes(row.kind))
    throw new Refusal('wrongState', m.payment_refusal_move_undo(), { from: row.status });
  const journal = await journalOf(ctx, row).executeTakeFirstOrThrow();
  const shown = await from(ctx, 'statement_line').select('statement_line.id').where('journal_id', '=', journal.id).executeTakeFirst();
  if (shown) throw new Refusal('conflict', m.payment_refusal_move_shown());
  const account = await readCollectionAccount(ctx.db, row.account_id);
  const there = sumCents(await readAccountBalances(ctx.db, getLedgerAccountsOfAccount(account)));
  if (row.kind === 'correct' && there < row.cents) throw new Refusal('conflict', m.payment_refusal_move_below({ account: account.name }));
  return { journal, account };
}

export async function requestMoveUndo(
  ctx: Ctx,
  { id, reason }: HandlerInput<Calls['requestMoveUndo']>,
): Promise<HandlerResult<Calls['requestMoveUndo']>> {
  const row = await lockCashMove(ctx, id);
  const { account } = await assertUndoable(ctx, row);
  const about = { id, code: row.code, cents: row.cents, account: describeAccount(account) };
  return requestApproval(ctx, 'cashMoveUndo', { subjectId: id, cents: Math.abs(row.cents), params: about, reason });
}

/**
 * Undoing a posted correction or transfer between funds. The reversal has the value date of the original, so that the difference which a correction
 * hid is compared again at once.
 */
export const cashMoveUndo = defineRequestedAct({
  params,
  document: 'payments',
  describe: ({ code, cents, account }) => m.payment_act_move_undo({ code, sum: formatKesPlain(Math.abs(cents)), account }),
  page: () => ({ screen: 'payment.finance', params: {} }),
  execute: async (ctx, { id }, { reason }) => {
    const row = await lockCashMove(ctx, id);
    const { journal } = await assertUndoable(ctx, row);
    await makeMove(ctx, cashMoveMachine, 'reverse', id, reason);
    await updateCashMove(ctx.db, id, { undone_at: clock.now() });
    await reverseJournal(ctx.db, {
      of: journal.event_key,
      key: `move:${id}:undo`,
      by: ctx.me.userId,
      valueDay: journal.value_day,
      kind: journal.kind === 'adjustment' ? 'adjustment' : 'funds_cleared',
    });
    await publishEvent(ctx, 'cash.moved', { accountId: row.account_id });
  },
});
