import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import type { walletCalls } from '#contract/wallet/calls.ts';
import type { PayoutFeeBand } from '#contract/wallet/fees.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { change, from, oneRow } from '#server/kernel/scoped.ts';

type Calls = typeof walletCalls;

export async function readWalletSettings(ctx: Ctx): Promise<HandlerResult<Calls['readSettings']>> {
  const { updated_at, by, fees, ...row } = await from(ctx, 'wallet_setting')
    .leftJoin('person', 'person.id', 'wallet_setting.updated_by')
    .select(['minimum_cents', 'day_limit_cents', 'holding_days', 'fees', 'fee_bearer', 'revision', 'wallet_setting.updated_at', 'person.name as by'])
    .executeTakeFirstOrThrow();
  return { ...row, fees: fees as PayoutFeeBand[], updated_at: updated_at.toISOString(), updated_by: by };
}

export async function updateWalletSettings(
  ctx: Ctx,
  { revision, fees, ...given }: HandlerInput<Calls['settingsUpdate']>,
): Promise<HandlerResult<Calls['settingsUpdate']>> {
  const row = await from(ctx, 'wallet_setting').selectAll().forNoKeyUpdate().executeTakeFirstOrThrow();
  if (row.revision !== revision) throw new Refusal('conflict', sentence('editConflict'), { current: await readWalletSettings(ctx) });
  await change(ctx, 'wallet_setting')
    .set({ ...given, fees: JSON.stringify(fees), revision: revision + 1, updated_by: ctx.me.userId, updated_at: clock.now() })
    .where('id', '=', row.id)
    .$call(oneRow);
  const { id, revision: before, updated_at, updated_by, ...was } = row;
  await audit(ctx.db, ctx, { kind: 'edit', document: 'wallet_settings', id: row.id, before: was, after: { ...given, fees } });
  return readWalletSettings(ctx);
}
