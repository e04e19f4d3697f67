import type { Selectable } from 'kysely';
import { kesPlain } from '#contract/money/format.ts';
import type { ErrorCode } from '#contract/transfer/errors.ts';
import type { SettlementPaymentTable } from '#server/db/types.gen.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import type { RowOf } from '#server/kernel/scoped-row.ts';
import { audience, notify } from '#server/notification/service.ts';
import { companyName } from '#server/people/service.ts';
import { labelOf } from '#server/wallet/service.ts';

const why = 'who is paid hears of it';
type Payment = Pick<Selectable<SettlementPaymentTable>, 'id' | 'code' | 'company_id' | 'net_cents' | 'payout_account_id'>;
type Ours = 'settlement.paid' | 'settlement.failed' | 'wallet.withdrawal.requested' | 'wallet.withdrawal.approved' | 'wallet.withdrawal.canceled';

async function whereTo(ctx: Pick<Ctx, 'db'>, accountId: number | null): Promise<string> {
  if (accountId === null) return '';
  const row = await everything(ctx.db, 'payout_account', why)
    .select()
    .select(['rail', 'bank_code', 'tail'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row ? labelOf(row) : '';
}

/** Whoever leads the company, once for each turn of a payout. */
export async function tellPayee(
  ctx: Ctx,
  row: Payment,
  event: Ours,
  mark = '',
  more: { who?: string; reason?: string; reach?: string } = {},
): Promise<void> {
  const params = {
    sum: kesPlain(row.net_cents),
    code: row.code,
    where: await whereTo(ctx, row.payout_account_id),
    who: more.who ?? '',
    reason: more.reason ?? '',
    reach: more.reach ?? '',
  };
  await notify(ctx, event, params, audience().heads(row.company_id), { key: `${row.code}:${mark}` });
}

type Transfer = RowOf<'settlement_transaction'>;
const factsOf = async (ctx: Ctx, transfer: Transfer, companyId: number) => ({
  ...{ sum: kesPlain(transfer.cents), code: transfer.code, who: await companyName(ctx.db, companyId) },
});

export async function tellAlarm(ctx: Ctx, transfer: Transfer, companyId: number): Promise<void> {
  const params = { ...(await factsOf(ctx, transfer, companyId)), count: String(transfer.attempt) };
  await notify(ctx, 'settlement.alarm', params, audience().superadmins(), { key: transfer.code });
}
/** Nobody answered in time, or the answers disagree: a person looks at the statement. Once for each reason. */
export async function tellUnclear(ctx: Ctx, transfer: Transfer, companyId: number, reason: ErrorCode): Promise<void> {
  const params = await factsOf(ctx, transfer, companyId);
  await notify(ctx, 'settlement.unclear', params, audience().superadmins(), { key: `${transfer.code}:${reason}` });
}
/** Whoever leads the platform, once for each turn of a payout. */
export async function tellEnded(ctx: Ctx, row: Payment, became: 'paid' | 'failed', mark: string): Promise<void> {
  const params = { sum: kesPlain(row.net_cents), code: row.code, who: await companyName(ctx.db, row.company_id), became };
  await notify(ctx, 'settlement.ended', params, audience().superadmins(), { key: `${row.code}:${mark}` });
}
/** A payout somebody asked for waits for the platform's second person. */
export async function tellWaits(ctx: Ctx, row: Payment): Promise<void> {
  const params = { sum: kesPlain(row.net_cents), code: row.code, who: await companyName(ctx.db, row.company_id) };
  await notify(ctx, 'settlement.waits', params, audience().superadmins().except(ctx.me.userId), { key: row.code });
}
