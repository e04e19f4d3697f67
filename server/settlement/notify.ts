import type { Selectable } from 'kysely';
import { formatKesPlain } from '#contract/money/format.ts';
import type { TransferErrorCode } from '#contract/transfer/errors.ts';
import { readCallerName } from '#server/approval/service.ts';
import type { SettlementPaymentTable } from '#server/db/types.gen.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import type { RowOf } from '#server/kernel/scoped-row.ts';
import { createNotificationAudience, notifyAudience } from '#server/notification/service.ts';
import { readCompanyName } from '#server/people/service.ts';
import { formatPayoutAccountLabel } from '#server/wallet/service.ts';

const why = 'the payee is notified';
type Payment = Pick<Selectable<SettlementPaymentTable>, 'id' | 'code' | 'company_id' | 'net_cents' | 'payout_account_id'>;
type Ours = 'settlement.paid' | 'settlement.failed' | 'wallet.withdrawal.requested' | 'wallet.withdrawal.approved' | 'wallet.withdrawal.canceled';

async function whereTo(ctx: Pick<Ctx, 'db'>, accountId: number | null): Promise<string> {
  if (accountId === null) return '';
  const row = await unscopedTable(ctx.db, 'payout_account', why)
    .select()
    .select(['rail', 'bank_code', 'tail'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row ? formatPayoutAccountLabel(row) : '';
}

/** Notifies the leaders of the company once for each change of a payout. */
export async function notifyPayee(
  ctx: Ctx,
  row: Payment,
  event: Ours,
  mark = '',
  more: { who?: string; reason?: string; reach?: string; asked?: string; by?: string } = {},
): Promise<void> {
  const params = {
    sum: formatKesPlain(row.net_cents),
    code: row.code,
    where: await whereTo(ctx, row.payout_account_id),
    who: more.who ?? '',
    reason: more.reason ?? '',
    reach: more.reach ?? '',
    asked: more.asked ?? '',
    by: more.by ?? '',
  };
  await notifyAudience(ctx, event, params, createNotificationAudience().heads(row.company_id), { key: `${row.code}:${mark}` });
}

type Transfer = RowOf<'settlement_transaction'>;
const factsOf = async (ctx: Ctx, transfer: Transfer, companyId: number) => ({
  sum: formatKesPlain(transfer.cents),
  code: transfer.code,
  who: await readCompanyName(ctx.db, companyId),
});

export async function notifyRepeatedFailure(ctx: Ctx, transfer: Transfer, companyId: number): Promise<void> {
  const params = { ...(await factsOf(ctx, transfer, companyId)), count: String(transfer.attempt) };
  await notifyAudience(ctx, 'settlement.alarm', params, createNotificationAudience().superadmins(), { key: transfer.code });
}
/** Notifies staff of a missing or contradictory answer, to check the statement. Once for each reason. */
export async function notifyUnknownTransfer(ctx: Ctx, transfer: Transfer, companyId: number, reason: TransferErrorCode): Promise<void> {
  const params = await factsOf(ctx, transfer, companyId);
  await notifyAudience(ctx, 'settlement.unclear', params, createNotificationAudience().superadmins(), { key: `${transfer.code}:${reason}` });
}
/** Notifies super admins once for each change of a payout. */
export async function notifyPayoutEnded(ctx: Ctx, row: Payment, became: 'paid' | 'failed', mark: string): Promise<void> {
  const params = { sum: formatKesPlain(row.net_cents), code: row.code, who: await readCompanyName(ctx.db, row.company_id), became };
  await notifyAudience(ctx, 'settlement.ended', params, createNotificationAudience().superadmins(), { key: `${row.code}:${mark}` });
}
/** Notifies the approvers that a requested payout is pending. */
export async function notifyPayoutPending(ctx: Ctx, row: Payment): Promise<void> {
  const [who, by] = [await readCompanyName(ctx.db, row.company_id), await readCallerName(ctx)];
  const params = { sum: formatKesPlain(row.net_cents), code: row.code, who, by };
  await notifyAudience(ctx, 'settlement.waits', params, createNotificationAudience().superadmins().except(ctx.me.userId), { key: row.code });
}
