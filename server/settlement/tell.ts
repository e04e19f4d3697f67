import type { Selectable } from 'kysely';
import { kesPlain } from '#contract/money/format.ts';
import type { EventParams } from '#contract/rooms.ts';
import type { ErrorCode } from '#contract/transfer/errors.ts';
import type { SettlementPaymentTable, SettlementTransactionTable } from '#server/db/types.gen.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { tell } from '#server/notification/service.ts';
import { companyName, headsOf, superadmins } from '#server/people/service.ts';
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
  for (const { id: personId } of await headsOf(ctx.db, row.company_id))
    await tell(ctx, { event, to: { personId }, params: params as EventParams<Ours>, key: `${event}:${row.code}:${mark}:${personId}` });
}

type Transfer = Selectable<SettlementTransactionTable>;
const factsOf = async (ctx: Ctx, transfer: Transfer, companyId: number) => ({
  ...{ sum: kesPlain(transfer.cents), code: transfer.code, who: await companyName(ctx.db, companyId) },
});

export async function tellAlarm(ctx: Ctx, transfer: Transfer, companyId: number): Promise<void> {
  const params = { ...(await factsOf(ctx, transfer, companyId)), count: String(transfer.attempt) };
  for (const { id: personId } of await superadmins(ctx.db))
    await tell(ctx, { event: 'settlement.alarm', to: { personId }, params, key: `settlement.alarm:${transfer.code}:${personId}` });
}
/** Nobody answered in time, or the answers disagree: a person looks at the statement. Once for each reason. */
export async function tellUnclear(ctx: Ctx, transfer: Transfer, companyId: number, reason: ErrorCode): Promise<void> {
  const params = await factsOf(ctx, transfer, companyId);
  for (const { id: personId } of await superadmins(ctx.db))
    await tell(ctx, { event: 'settlement.unclear', to: { personId }, params, key: `settlement.unclear:${transfer.code}:${reason}:${personId}` });
}
/** Whoever leads the platform, once for each turn of a payout. */
export async function tellEnded(ctx: Ctx, row: Payment, became: 'paid' | 'failed', mark: string): Promise<void> {
  const params = { sum: kesPlain(row.net_cents), code: row.code, who: await companyName(ctx.db, row.company_id), became };
  for (const { id: personId } of await superadmins(ctx.db))
    await tell(ctx, { event: 'settlement.ended', to: { personId }, params, key: `settlement.ended:${row.code}:${mark}:${personId}` });
}
/** A payout somebody asked for waits for the platform's second person. */
export async function tellWaits(ctx: Ctx, row: Payment): Promise<void> {
  const params = { sum: kesPlain(row.net_cents), code: row.code, who: await companyName(ctx.db, row.company_id) };
  for (const { id: personId } of (await superadmins(ctx.db)).filter(({ id }) => id !== ctx.me.userId))
    await tell(ctx, { event: 'settlement.waits', to: { personId }, params, key: `settlement.waits:${row.code}:${personId}` });
}
