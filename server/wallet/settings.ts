import { z } from 'zod';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { amountLimits } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { amountSchema } from '#contract/money/schema.ts';
import { clock } from '#contract/time/clock.ts';
import type { walletCalls } from '#contract/wallet/calls.ts';
import type { PayoutFeeBand } from '#contract/wallet/fees.ts';
import { defineRequestedAct, findOpenRequest, requestApproval } from '#server/approval/service.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { change, from, oneRow } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';

type Calls = typeof walletCalls;
const row = (ctx: Ctx) => from(ctx, 'wallet_setting').selectAll().forNoKeyUpdate().executeTakeFirstOrThrow();

export async function readWalletSettings(ctx: Ctx): Promise<HandlerResult<Calls['readSettings']>> {
  const { id, updated_at, by, fees, ...rest } = await from(ctx, 'wallet_setting')
    .leftJoin('person', 'person.id', 'wallet_setting.updated_by')
    .select(['wallet_setting.id', 'minimum_cents', 'day_limit_cents', 'holding_days', 'fees', 'fee_bearer', 'revision'])
    .select(['pesalink_limit_cents', 'eft_limit_cents', 'own_account_number', 'wallet_setting.updated_at', 'person.name as by'])
    .executeTakeFirstOrThrow();
  const request = await findOpenRequest(ctx, 'walletLimits', id);
  return { ...rest, request, fees: fees as PayoutFeeBand[], updated_at: updated_at.toISOString(), updated_by: by };
}

const cents = amountSchema(amountLimits.price);
const days = z.number().int().min(0).max(30);
const Limits = z.object({ day_limit_cents: cents, holding_days: days, was_limit_cents: z.number(), was_days: z.number() });

/** The two settings that let money out sooner. A thief would raise them first. */
export const walletLimitsAct = defineRequestedAct({
  params: Limits,
  document: 'wallet_settings',
  describe: ({ day_limit_cents, holding_days, was_limit_cents, was_days }) =>
    m.wallet_request_limits({
      ...{ limit: formatKesPlain(day_limit_cents), was: formatKesPlain(was_limit_cents) },
      ...{ days: String(holding_days), wasDays: String(was_days) },
    }),
  page: () => ({ screen: 'wallet.settings', params: {} }),
  execute: async (ctx, { day_limit_cents, holding_days, was_limit_cents, was_days }) => {
    const now = await row(ctx);
    if (now.day_limit_cents !== was_limit_cents || now.holding_days !== was_days) throw new Refusal('conflict', m.wallet_refusal_limits_changed());
    await change(ctx, 'wallet_setting')
      .set({ day_limit_cents, holding_days, revision: now.revision + 1, updated_by: ctx.me.userId, updated_at: clock.now() })
      .where('id', '=', now.id)
      .$call(oneRow);
    await audit(ctx.db, ctx, {
      ...{ kind: 'edit', document: 'wallet_settings', id: now.id },
      ...{ before: { day_limit_cents: now.day_limit_cents, holding_days: now.holding_days }, after: { day_limit_cents, holding_days } },
    });
  },
});

/**
 * Saves the settings. A lower daily limit and a longer clearing period apply at once, since they protect money. A higher limit or a shorter period is
 * requested, and applies when a second person approves it.
 */
export async function updateWalletSettings(
  ctx: Ctx,
  { revision, fees, reason, ...given }: HandlerInput<Calls['settingsUpdate']>,
): Promise<HandlerResult<Calls['settingsUpdate']>> {
  const before = await row(ctx);
  if (before.revision !== revision) throw new Refusal('conflict', sentence('editConflict'), { current: await readWalletSettings(ctx) });
  const isLooser = given.day_limit_cents > before.day_limit_cents || given.holding_days < before.holding_days;
  if (isLooser && reason.length < 10) throw invalidInputRefusal({ reason: m.wallet_problem_limits_reason() });
  const applied = isLooser ? { ...given, day_limit_cents: before.day_limit_cents, holding_days: before.holding_days } : given;
  await change(ctx, 'wallet_setting')
    .set({ ...applied, fees: JSON.stringify(fees), revision: revision + 1, updated_by: ctx.me.userId, updated_at: clock.now() })
    .where('id', '=', before.id)
    .$call(oneRow);
  const { id, revision: _, updated_at, updated_by, ...was } = before;
  await audit(ctx.db, ctx, { kind: 'edit', document: 'wallet_settings', id, before: was, after: { ...applied, fees } });
  if (isLooser)
    await requestApproval(ctx, 'walletLimits', {
      subjectId: id,
      params: {
        ...{ day_limit_cents: given.day_limit_cents, holding_days: given.holding_days },
        ...{ was_limit_cents: before.day_limit_cents, was_days: before.holding_days },
      } satisfies z.input<typeof Limits>,
      reason,
    });
  return readWalletSettings(ctx);
}
