import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { buildWalletAdjustedPostings } from '#contract/ledger/postings.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import type { walletCalls } from '#contract/wallet/calls.ts';
import { getFundOfBalance } from '#contract/wallet/kinds.ts';
import { walletAdjustmentMachine } from '#contract/wallet/machine.ts';
import type { WalletAdjustment } from '#contract/wallet/shapes.ts';
import { assertCanApprove, isAwaitingApprovalSql } from '#server/approval/service.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal, requireSignedIn } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { makeMove } from '#server/kernel/move.ts';
import { add, change, from, oneRow } from '#server/kernel/scoped.ts';
import { lockAccountBalances, postJournal } from '#server/ledger/service.ts';
import { m } from '#words/messages.js';
import { walletCorrectionApproval } from './approval.ts';
import { notifyAdjustmentRequested, notifyWalletAdjusted } from './notify.ts';

type Calls = typeof walletCalls;
const missing = () => new Refusal('notFound', sentence('itemNotFound'));

const listed = (ctx: Ctx) =>
  from(ctx, 'wallet_adjustment')
    .leftJoin('person as asker', 'asker.id', 'wallet_adjustment.asked_by')
    .leftJoin('person as decider', 'decider.id', 'wallet_adjustment.decided_by')
    .selectAll('wallet_adjustment')
    .select(['asker.name as asker', 'decider.name as decider'])
    .select(isAwaitingApprovalSql(ctx, walletCorrectionApproval).as('may_decide'));
type Row = Awaited<ReturnType<ReturnType<typeof listed>['execute']>>[number];
const toAdjustment = (row: Row): WalletAdjustment => ({
  id: row.id,
  code: row.code,
  account_code: row.account_code,
  cents: row.cents,
  reason: row.reason,
  status: row.status,
  asked_by: row.asker,
  decided_by: row.decider,
  created_at: row.created_at.toISOString(),
  may_decide: row.may_decide,
});

export const readWalletAdjustments = async (ctx: Ctx, companyId: number): Promise<WalletAdjustment[]> =>
  (await listed(ctx).where('wallet_adjustment.company_id', '=', companyId).orderBy('wallet_adjustment.id', 'desc').limit(20).execute()).map(
    toAdjustment,
  );
const one = async (ctx: Ctx, id: number): Promise<WalletAdjustment> => {
  const row = await listed(ctx).where('wallet_adjustment.id', '=', id).executeTakeFirst();
  if (!row) throw missing();
  return toAdjustment(row);
};

export async function requestWalletAdjustment(
  ctx: Ctx,
  { id, account_code, direction, cents: sum, reason }: HandlerInput<Calls['requestAdjustment']>,
): Promise<HandlerResult<Calls['requestAdjustment']>> {
  const wallet = await from(ctx, 'wallet').select(['company_id', 'code']).where('id', '=', id).executeTakeFirst();
  if (!wallet) throw missing();
  const row = await add(ctx, 'wallet_adjustment')
    .values({ company_id: wallet.company_id, account_code, cents: direction === 'in' ? sum : -sum, reason, asked_by: requireSignedIn(ctx).userId })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();
  await audit(ctx.db, ctx, { kind: 'add', document: 'wallet', id, code: row.code, after: { account_code, direction, cents: sum }, reason });
  await notifyAdjustmentRequested(
    ctx,
    { code: row.code, companyId: wallet.company_id, cents: direction === 'in' ? sum : -sum, reason },
    { id, code: wallet.code },
  );
  return one(ctx, row.id);
}

export async function decideWalletAdjustment(
  ctx: Ctx,
  { id, move: name }: HandlerInput<Calls['decideAdjustment']>,
): Promise<HandlerResult<Calls['decideAdjustment']>> {
  const row = await from(ctx, 'wallet_adjustment').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw missing();
  if (name === 'book') await assertCanApprove(ctx, walletCorrectionApproval, id);
  // The requester of an adjustment cannot withdraw it: another person rejects it.
  else if (row.asked_by === ctx.me.userId) throw new Refusal('forbidden', m.wallet_refusal_second());
  await makeMove(ctx, walletAdjustmentMachine, name, id);
  await change(ctx, 'wallet_adjustment').set({ decided_by: ctx.me.userId, decided_at: clock.now() }).where('id', '=', id).$call(oneRow);
  if (name === 'book') {
    const fund = getFundOfBalance(row.account_code);
    const [there = toCents(0)] = await lockAccountBalances(ctx.db, [[fund, { code: row.account_code, company: row.company_id }]]);
    if (there + row.cents < 0) throw new Refusal('conflict', m.wallet_refusal_below());
    await postJournal(ctx.db, {
      key: `adjustment:${id}`,
      kind: 'adjustment',
      source: ['wallet_adjustment', id],
      companyId: row.company_id,
      params: { what: row.reason, code: row.code },
      by: ctx.me.userId,
      pairs: buildWalletAdjustedPostings({ fund, code: row.account_code, company: row.company_id }, row.cents),
    });
    await notifyWalletAdjusted(ctx, { code: row.code, companyId: row.company_id, cents: row.cents, reason: row.reason }, row.asked_by);
  }
  const now = await one(ctx, id);
  await audit(ctx.db, ctx, { kind: 'edit', document: 'wallet', id, code: row.code, before: { status: row.status }, after: { status: now.status } });
  return now;
}
