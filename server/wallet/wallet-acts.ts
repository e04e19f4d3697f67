import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import type { walletCalls } from '#contract/wallet/calls.ts';
import { walletMachine } from '#contract/wallet/machine.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal, requireCompanyMember } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { makeMove } from '#server/kernel/move.ts';
import { change, from, oneRow } from '#server/kernel/scoped.ts';
import { createNotificationAudience, notifyAudience } from '#server/notification/service.ts';
import { readWallet, walletNotFound } from './read.ts';

type Calls = typeof walletCalls;

export async function setWalletReserve(
  ctx: Ctx,
  { reserve_cents, revision }: HandlerInput<Calls['setReserve']>,
): Promise<HandlerResult<Calls['setReserve']>> {
  const company = requireCompanyMember(ctx).companyId;
  const row = await from(ctx, 'wallet').selectAll().where('company_id', '=', company).forNoKeyUpdate().executeTakeFirst();
  if (!row) throw walletNotFound();
  if (row.revision !== revision) throw new Refusal('conflict', sentence('editConflict'), { current: await readWallet(ctx, { id: row.id }) });
  await change(ctx, 'wallet')
    .set({ reserve_cents, revision: revision + 1, updated_at: clock.now() })
    .where('id', '=', row.id)
    .$call(oneRow);
  const facts = (cents: number) => ({ reserve_cents: cents });
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'wallet_settings',
    id: row.id,
    code: row.code,
    before: facts(row.reserve_cents),
    after: facts(reserve_cents),
  });
  return readWallet(ctx, { id: row.id });
}

/** Freezes the wallet with a reason its owner can read; no money leaves until it is unfrozen. */
export async function moveWallet(ctx: Ctx, { id, move: name, reason }: HandlerInput<Calls['move']>): Promise<HandlerResult<Calls['move']>> {
  const { from: was, to } = await makeMove(ctx, walletMachine, name, id, reason);
  const row = await change(ctx, 'wallet')
    .set((eb) => ({ status_reason: name === 'freeze' ? reason : '', revision: eb('revision', '+', 1), updated_at: clock.now() }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw walletNotFound();
  await audit(ctx.db, ctx, { kind: 'edit', document: 'wallet', id, code: row.code, before: { status: was }, after: { status: to }, reason });
  const event = name === 'freeze' ? 'wallet.frozen' : 'wallet.thawed';
  await notifyAudience(ctx, event, { reason }, createNotificationAudience().heads(row.company_id), { key: `${row.id}:${row.revision}` });
  return readWallet(ctx, { id });
}
