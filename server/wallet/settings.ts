import { z } from 'zod';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { amountLimits } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { amountSchema } from '#contract/money/schema.ts';
import { clock } from '#contract/time/clock.ts';
import type { walletCalls } from '#contract/wallet/calls.ts';
import type { PayoutFeeBand } from '#contract/wallet/fees.ts';
import { findGuardedChanges, type GuardedSetting, type GuardedSettings } from '#contract/wallet/guarded-settings.ts';
import { payoutFeeBearers } from '#contract/wallet/kinds.ts';
import { defineRequestedAct, findOpenRequest, requestApproval } from '#server/approval/service.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { change, from, oneRow } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { joinSentences, type Sentence } from '../../words/sentence.ts';

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
const bands = z.array(z.object({ upto: z.number(), cents: z.number() }));
const bearer = z.enum(payoutFeeBearers);
/** The requested settings, each with its value before; settings that are not requested are missing. */
const Limits = z.object({
  day_limit_cents: cents.optional(),
  was_limit_cents: z.number().optional(),
  holding_days: days.optional(),
  was_days: z.number().optional(),
  fees: bands.optional(),
  was_fees: bands.optional(),
  fee_bearer: bearer.optional(),
  was_bearer: bearer.optional(),
  own_account_number: z.string().optional(),
  was_account: z.string().optional(),
});
type Limits = z.output<typeof Limits>;

function describe(asked: Limits): Sentence {
  const said: Sentence[] = [];
  if (asked.day_limit_cents !== undefined)
    said.push(m.wallet_request_day_limit({ limit: formatKesPlain(asked.day_limit_cents), was: formatKesPlain(asked.was_limit_cents ?? 0) }));
  if (asked.holding_days !== undefined) said.push(m.wallet_request_holding({ days: String(asked.holding_days), was: String(asked.was_days ?? 0) }));
  if (asked.fees !== undefined)
    said.push(
      m.wallet_request_fees({
        fees: asked.fees.map(({ upto, cents: fee }) => `${formatKesPlain(upto)}: ${formatKesPlain(fee)}`).join(', '),
      }),
    );
  if (asked.fee_bearer !== undefined) said.push(m.wallet_request_bearer());
  if (asked.own_account_number !== undefined)
    said.push(m.wallet_request_account({ number: asked.own_account_number || '–', was: asked.was_account || '–' }));
  return joinSentences(said);
}

const toGuarded = ({ day_limit_cents, holding_days, fees, fee_bearer, own_account_number }: Omit<GuardedSettings, 'fees'> & { fees: unknown }) => ({
  day_limit_cents,
  holding_days,
  fee_bearer,
  own_account_number,
  fees: bands.parse(fees),
});

/** The settings that let money out sooner or take more from payees. A thief would change them first. */
export const walletLimitsAct = defineRequestedAct({
  params: Limits,
  document: 'wallet_settings',
  describe,
  page: () => ({ screen: 'wallet.settings', params: {} }),
  execute: async (ctx, { was_limit_cents, was_days, was_fees, was_bearer, was_account, ...asked }) => {
    const now = await row(ctx);
    const { fees, ...is } = toGuarded(now);
    const isChanged =
      (asked.day_limit_cents !== undefined && is.day_limit_cents !== was_limit_cents) ||
      (asked.holding_days !== undefined && is.holding_days !== was_days) ||
      (asked.fees !== undefined && JSON.stringify(fees) !== JSON.stringify(was_fees)) ||
      (asked.fee_bearer !== undefined && is.fee_bearer !== was_bearer) ||
      (asked.own_account_number !== undefined && is.own_account_number !== was_account);
    if (isChanged) throw new Refusal('conflict', m.wallet_refusal_limits_changed());
    const { fees: newFees, ...others } = asked;
    await change(ctx, 'wallet_setting')
      .set({
        ...others,
        ...(newFees ? { fees: JSON.stringify(newFees) } : {}),
        revision: now.revision + 1,
        updated_by: ctx.me.userId,
        updated_at: clock.now(),
      })
      .where('id', '=', now.id)
      .$call(oneRow);
    await audit(ctx.db, ctx, {
      kind: 'edit',
      document: 'wallet_settings',
      id: now.id,
      before: { ...is, fees },
      after: { ...is, fees, ...asked },
    });
  },
});

/** The requested changes with the values before them. */
function toRequest(names: readonly GuardedSetting[], before: GuardedSettings, after: GuardedSettings): z.input<typeof Limits> {
  const asks = (name: GuardedSetting) => names.includes(name);
  return {
    ...(asks('day_limit_cents') ? { day_limit_cents: after.day_limit_cents, was_limit_cents: before.day_limit_cents } : {}),
    ...(asks('holding_days') ? { holding_days: after.holding_days, was_days: before.holding_days } : {}),
    ...(asks('fees') ? { fees: [...after.fees], was_fees: [...before.fees] } : {}),
    ...(asks('fee_bearer') ? { fee_bearer: after.fee_bearer, was_bearer: before.fee_bearer } : {}),
    ...(asks('own_account_number') ? { own_account_number: after.own_account_number, was_account: before.own_account_number } : {}),
  };
}

/**
 * Saves the settings. Those that protect money apply at once: a lower daily limit, a longer clearing period, lower fees. The opposite, fees for payees
 * and another own account are requested, and apply when a second person approves them.
 */
export async function updateWalletSettings(
  ctx: Ctx,
  { revision, reason, ...given }: HandlerInput<Calls['settingsUpdate']>,
): Promise<HandlerResult<Calls['settingsUpdate']>> {
  const before = await row(ctx);
  if (before.revision !== revision) throw new Refusal('conflict', sentence('editConflict'), { current: await readWalletSettings(ctx) });
  const kept = toGuarded(before);
  const names = findGuardedChanges(kept, given);
  if (names.length > 0 && reason.length < 10) throw invalidInputRefusal({ reason: m.wallet_problem_limits_reason() });
  const applied = { ...given, ...Object.fromEntries(names.map((name) => [name, kept[name]])) };
  const { fees, ...others } = applied;
  await change(ctx, 'wallet_setting')
    .set({ ...others, fees: JSON.stringify(fees), revision: revision + 1, updated_by: ctx.me.userId, updated_at: clock.now() })
    .where('id', '=', before.id)
    .$call(oneRow);
  const { id, revision: _, updated_at, updated_by, ...was } = before;
  await audit(ctx.db, ctx, { kind: 'edit', document: 'wallet_settings', id, before: was, after: applied });
  if (names.length > 0) await requestApproval(ctx, 'walletLimits', { subjectId: id, params: toRequest(names, kept, given), reason });
  return readWalletSettings(ctx);
}
