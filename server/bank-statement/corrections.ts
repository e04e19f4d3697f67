import { findExactSum } from '#contract/bank-statement/reconcile.ts';
import type { ReconciliationFigure, reconciliationCalls } from '#contract/bank-statement/reconciliation-calls.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { buildCashCorrectedPostings } from '#contract/ledger/postings.ts';
import { sumCents, toCents } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import type { PlatformFund } from '#contract/treasury/kinds.ts';
import { assertCanApprove } from '#server/approval/service.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { readTransfersInTransit } from '#server/kernel/outstanding-transfers.ts';
import { from } from '#server/kernel/scoped.ts';
import { assertValueDaysOpen, readAccountBalances, readPayoutsBlockedReason } from '#server/ledger/service.ts';
import { readUnprovenRefunds } from '#server/refund/service.ts';
import {
  type CollectionAccountRow,
  cashCorrectionApproval,
  createCashMove,
  findReconciledAccount,
  finishCashMove,
  getLedgerAccountsOfAccount,
  lockCashMove,
  postCashCorrection,
  postCashMove,
  readCollectionAccount,
  readInterFundDebts,
  toPayingAccount,
} from '#server/treasury/service.ts';
import { m } from '#words/messages.js';
import {
  type BankFigureRow,
  hasStatementBeingImported,
  readLatestBankBalances,
  readStatementPosition,
  readUnknownMovements,
  reconcileAccounts,
  shownItems,
  toReconciliationResult,
} from './bank-reconciliation.ts';
import { outstandingDays, readUnseenTransfers, type UnseenJournalRow } from './unseen-journals.ts';

type Calls = typeof reconciliationCalls;

const differing = async (db: Db, accountId: number) => {
  if (await hasStatementBeingImported(db, accountId)) throw new Refusal('conflict', m.payment_refusal_importing());
  await reconcileAccounts(db, accountId);
  return (await readLatestBankBalances(db)).find((row) => row.account_id === accountId && row.difference_cents !== 0);
};
/** The transfers of an account that a statement may still show, newest first. */
async function readPossibleTransfers(ctx: Ctx, account: CollectionAccountRow, figure: BankFigureRow): Promise<{ code: string; cents: number }[]> {
  const sent = await readTransfersInTransit(ctx.db, account, addDays(clock.today(), -outstandingDays));
  const swept = await from(ctx, 'cash_move').select(['code', 'cents']).where('status', '=', 'left').where('to_account_id', '=', account.id).execute();
  const position = { bank: figure.cents ?? 0, day: figure.day, upTo: clock.today() };
  const unseen = figure.source === 'statement' ? await readUnseenTransfers(ctx.db, account, position) : [];
  const confirmed = unseen.map(({ transfer, code, cents }) => ({ code: transfer || code, cents }));
  return [...sent, ...confirmed.toReversed(), ...swept].map(({ code, cents }) => ({ code, cents }));
}
/**
 * A difference of the amount of a known transfer, or of several together, is that transfer: the bank shows it later, or the ledger lacks its result.
 * A correction would book the money of a payee as a gain or loss of the platform.
 */
async function assertDifferenceIsNoTransfer(ctx: Ctx, account: CollectionAccountRow, figure: BankFigureRow): Promise<void> {
  const sum = Math.abs(figure.difference_cents);
  const known = (await readPossibleTransfers(ctx, account, figure)).filter(({ cents }) => cents <= sum);
  const single = known.find(({ cents }) => cents === sum);
  const found = single ? [single] : findExactSum(sum, known);
  if (found)
    throw new Refusal('conflict', m.payment_refusal_known_transfer({ sum: formatKesPlain(sum), codes: found.map(({ code }) => code).join(', ') }));
}

export async function correctReconciliationDifference(
  ctx: Ctx,
  { account_id, reason }: HandlerInput<Calls['correctDifference']>,
): Promise<HandlerResult<Calls['correctDifference']>> {
  const account = await findReconciledAccount(ctx, account_id);
  const figure = await differing(ctx.db, account.id);
  if (!figure) throw new Refusal('conflict', m.payment_refusal_agrees());
  await assertValueDaysOpen(ctx.db, [figure.day]);
  await assertDifferenceIsNoTransfer(ctx, account, figure);
  const asked = await from(ctx, 'cash_move')
    .select('id')
    .where('account_id', '=', account.id)
    .where('kind', '=', 'correct')
    .where('status', '=', 'asked')
    .executeTakeFirst();
  if (asked) throw new Refusal('conflict', m.payment_refusal_correction());
  return finishCashMove(ctx, await createCashMove(ctx, { kind: 'correct', account_id, cents: figure.difference_cents, reason }), reason, account.id);
}

/** Approves the difference that is unexplained now, or nothing. */
export async function approveCashMove(ctx: Ctx, { id }: HandlerInput<Calls['approveMove']>): Promise<HandlerResult<Calls['approveMove']>> {
  const row = await lockCashMove(ctx, id, 'correct');
  await assertCanApprove(ctx, cashCorrectionApproval, id);
  const figure = await differing(ctx.db, row.account_id);
  if (row.status === 'asked' && figure?.difference_cents !== row.cents) throw new Refusal('conflict', m.payment_refusal_other_difference());
  const account = await readCollectionAccount(ctx.db, row.account_id);
  if (row.status === 'asked' && figure) await assertDifferenceIsNoTransfer(ctx, account, figure);
  await postCashCorrection(ctx, row);
  await postCashMove(ctx, row, {
    step: 'correct',
    kind: 'adjustment',
    how: `${account.name}: ${row.reason}`,
    valueDay: figure?.day ?? clock.today(),
    // The day of the bank balance that the person chose to correct.
    dated: 'person',
    pairs: buildCashCorrectedPostings(toPayingAccount(account), row.cents),
  });
  return finishCashMove(ctx, row, row.reason, account.id);
}
/** The comparison with its details: journals missing on the statement, and money paid out without a journal. */
async function saidOf(db: Db, account: CollectionAccountRow, row: BankFigureRow): Promise<NonNullable<ReconciliationFigure['said']>> {
  const reckoning = toReconciliationResult(row);
  const isStatement = row.source === 'statement';
  const isMissing = reckoning.parts.some(({ what }) => what === 'missing' || what === 'outstanding');
  const position = { bank: reckoning.bank_cents, day: row.day, upTo: row.day };
  const isAsked = isStatement && (isMissing || reckoning.difference_cents !== 0);
  const { outstanding: journals, overdue } = isAsked ? await readStatementPosition(db, account, position) : { outstanding: [], overdue: [] };
  const toUnseen = ({ id, code, day, cents, transfer, who }: UnseenJournalRow) => ({ id, code, day, cents: toCents(-cents), transfer, who });
  return {
    source: row.source as 'statement' | 'query',
    day: row.day,
    ...reckoning,
    parts: [...reckoning.parts],
    outstanding: journals
      .filter(({ isTransfer }) => isTransfer)
      .slice(0, shownItems)
      .map(toUnseen),
    unseen: journals
      .filter(({ isTransfer }) => !isTransfer)
      .slice(0, shownItems)
      .map(toUnseen),
    overdue: overdue.slice(0, shownItems).map(toUnseen),
    strange: isStatement && reckoning.difference_cents !== 0 ? await readUnknownMovements(db, account, row.day) : [],
  };
}

export async function listReconciliations(ctx: Ctx): Promise<HandlerResult<Calls['listReconciliations']>> {
  const said = await readLatestBankBalances(ctx.db);
  const accounts = await from(ctx, 'collection_account')
    .selectAll('collection_account')
    .where('company_id', 'is', null)
    .where('rail', '<>', 'cash')
    .where('waiting', '=', false)
    .orderBy('collection_account.id')
    .execute();
  const results: HandlerResult<Calls['listReconciliations']>['results'] = [];
  for (const account of accounts) {
    // A difference is shown before balances that agree.
    const [row] = said
      .filter((one) => one.account_id === account.id)
      .toSorted((a, b) => Number(b.difference_cents !== 0) - Number(a.difference_cents !== 0));
    results.push({
      account: { id: account.id, name: account.name, rail: account.rail as 'mpesa' | 'bank', fund: account.fund as PlatformFund },
      books_cents: sumCents(await readAccountBalances(ctx.db, getLedgerAccountsOfAccount(account))),
      asked_to: account.rail === 'mpesa' ? (account.pulled_to?.toISOString() ?? null) : null,
      said: row ? await saidOf(ctx.db, account, row) : null,
      unproven: await readUnprovenRefunds(ctx, account.id),
    });
  }
  return { results, ...(await readInterFundDebts(ctx.db)), stopped: await readPayoutsBlockedReason(ctx.db) };
}
