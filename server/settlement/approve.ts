import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { buildPayoutApprovedPostings } from '#contract/ledger/postings.ts';
import { toCents } from '#contract/money/cents.ts';
import type { settlementCalls } from '#contract/settlement/calls.ts';
import { settlementMachine } from '#contract/settlement/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { getPayoutFee, splitIntoTransfers } from '#contract/wallet/fees.ts';
import { assertCanApprove, readCallerName, readPersonName } from '#server/approval/service.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { makeMove } from '#server/kernel/move.ts';
import { add, change, from, oneRow } from '#server/kernel/scoped.ts';
import { postJournal } from '#server/ledger/service.ts';
import { readCompanyName } from '#server/people/service.ts';
import { createTransferKey } from '#server/transfer/service.ts';
import { lockRail } from '#server/treasury/service.ts';
import { lockPayoutAccount, lockWallet, type PayoutAccountRow, readPayoutSettings } from '#server/wallet/service.ts';
import { m } from '#words/messages.js';
import { payoutApproval } from './approvals.ts';
import { type PayoutRow, toPayeeAccount } from './attempts.ts';
import { updateMoneyHandlers } from './control/money-handlers.ts';
import { addPayoutJournal, addPayoutLines, calculatePayoutFigures } from './entries.ts';
import { notifyPayee } from './notify.ts';
import { findApprovalBlockedReason } from './payout-guards.ts';
import { readRailBalance, readSourceAccount } from './source-account.ts';

type Calls = typeof settlementCalls;

/**
 * Approves the payout exactly as it was shown: it is computed again under the lock of the payee's account. If it differs, the draft is updated and
 * must be approved again. An approved payout is in transit in the ledger before anything is sent.
 */
export async function approvePayout(ctx: Ctx, { id, net_cents }: HandlerInput<Calls['approve']>): Promise<HandlerResult<Calls['approve']>> {
  const row = await from(ctx, 'settlement_payment').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new Refusal('notFound', sentence('itemNotFound'));
  if (row.status !== 'draft') throw new Refusal('wrongState', m.shell_refusal_state(), { from: row.status, to: 'approved', allowed: [] });
  await updateMoneyHandlers(ctx, row);
  const account = row.payout_account_id === null ? null : await lockPayoutAccount(ctx.db, row.company_id, row.payout_account_id);
  const wrong = await findApprovalBlockedReason(ctx, row, account, await lockWallet(ctx.db, row.company_id));
  if (wrong || !account) throw new Refusal(wrong?.failure ?? 'conflict', wrong?.why ?? m.settlement_refusal_no_account());
  await lockRail(ctx.db, account.rail);
  const whose = { companyId: row.company_id, code: row.account_code };
  const figures = await calculatePayoutFigures(ctx.db, whose, { cutOff: row.cut_off, wanted: row.wanted_cents, rail: account.rail });
  // Money that was added before the lock is in the figures, so the people behind it count too.
  await updateMoneyHandlers(ctx, row);
  await assertCanApprove(ctx, payoutApproval, id);
  if (figures.net !== net_cents || figures.net === 0) {
    await put(ctx, id, { figures: JSON.stringify(figures), net_cents: figures.net, rail: account.rail, revision: row.revision + 1 });
    await logApproval(ctx, row, { net_cents: row.net_cents }, { net_cents: figures.net });
    return { approved: false, net_cents: figures.net, was_cents: net_cents };
  }
  const { fees, feeByPayee } = await readPayoutSettings(ctx.db);
  const parts = splitIntoTransfers(figures.net, account.rail).map((part) => ({
    cents: part,
    fee: account.rail === 'mpesa' ? getPayoutFee(fees, part) : toCents(0),
  }));
  const fee = toCents(parts.reduce((sum, part) => sum + part.fee, 0));
  if (figures.net + fee > (await readRailBalance(ctx.db, account.rail, row.fund))) throw new Refusal('conflict', m.settlement_refusal_cash());
  // The approver is saved before the state changes.
  await put(ctx, id, {
    figures: JSON.stringify(figures),
    net_cents: figures.net,
    fee_cents: fee,
    fee_by_payee: feeByPayee,
    rail: account.rail,
    approved_by: ctx.me.userId,
    approved_at: clock.now(),
    revision: row.revision + 1,
  });
  await makeMove(ctx, settlementMachine, 'approve', id);
  await addPayoutLines(ctx.db, id, whose, row.cut_off);
  const journal = await postJournal(ctx.db, {
    key: `settlement:${id}:approve`,
    kind: 'payout_approved',
    source: ['settlement_payment', id],
    companyId: row.company_id,
    by: ctx.me.userId,
    params: { who: await readCompanyName(ctx.db, row.company_id), code: row.code },
    pairs: buildPayoutApprovedPostings(toPayeeAccount(row), figures.net + (feeByPayee ? fee : 0)),
  });
  await addPayoutJournal(ctx.db, id, whose, journal);
  for (const [n, part] of parts.entries())
    await createTransferAttempt(ctx, row, account, { part: n + 1, attempt: 1, cents: part.cents, fee: part.fee });
  await logApproval(ctx, row, { status: 'draft' }, { status: 'approved', net_cents });
  if (row.kind === 'withdrawal') {
    const people = { asked: await readPersonName(ctx, row.made_by), by: await readCallerName(ctx) };
    await notifyPayee(ctx, { ...row, net_cents: figures.net }, 'wallet.withdrawal.approved', '', people);
  }
  return { approved: true, net_cents: figures.net, was_cents: net_cents };
}

type Facts = { readonly status?: string; readonly net_cents?: number };
const logApproval = (ctx: Ctx, { id, code }: Pick<PayoutRow, 'id' | 'code'>, before: Facts, after: Facts) =>
  audit(ctx.db, ctx, { kind: 'edit', document: 'settlement_transactions', id, code, before, after });

type Change = Partial<Pick<PayoutRow, 'net_cents' | 'fee_cents' | 'fee_by_payee' | 'rail' | 'approved_by' | 'approved_at' | 'revision'>> & {
  figures: string;
};
const put = (ctx: Ctx, id: number, set: Change) =>
  change(ctx, 'settlement_payment')
    .set({ ...set, updated_at: clock.now() })
    .where('id', '=', id)
    .$call(oneRow);

type Part = { readonly part: number; readonly attempt: number; readonly cents: number; readonly fee: number };
/** An attempt is recorded before it is sent. A job sends by M-Pesa; a bank transfer is pending until its file is made. */
export async function createTransferAttempt(ctx: Ctx, row: Pick<PayoutRow, 'id' | 'fund'>, account: PayoutAccountRow, part: Part): Promise<number> {
  const { id } = await add(ctx, 'settlement_transaction')
    .values({
      settlement_id: row.id,
      part: part.part,
      attempt: part.attempt,
      rail: account.rail,
      payout_account_id: account.id,
      bank_code: account.bank_code,
      tail: account.tail,
      cents: part.cents,
      fee_cents: toCents(part.fee),
      key: createTransferKey('S', row.id),
      account_id: await readSourceAccount(ctx.db, account.rail, row.fund),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (account.rail === 'mpesa') await enqueueJob(ctx.db, 'settlement.send', { transferId: id }, `settlement.send:${id}`);
  return id;
}
