import { newVersionDeadlineDays } from '#contract/agreement/kinds.ts';
import { agreementMachine } from '#contract/agreement/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { toNairobiDay } from '#contract/time/days.ts';
import { computeEveningDeadline } from '#contract/time/deadline.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { oneRow } from '#server/kernel/scoped.ts';
import { parentOf, sameRow } from '#server/kernel/scoped-row.ts';
import { notifyInvitedParties, readAgreementHomeName } from './notify.ts';
import { type AgreementRow, addAgreementTrailEntry, type PartyRow } from './rows.ts';
import { closeSigningLinksWithReason } from './write-draft.ts';

/** A signatory declined or the time expired: all links are closed, and the landlord's side decides what comes next. */
export async function closeUnsignedAgreement(ctx: Ctx, row: AgreementRow, how: 'reject' | 'expire', reason: string, party: PartyRow): Promise<void> {
  await makeMove(ctx, agreementMachine, how, row.id, reason || null, 'clock');
  await closeSigningLinksWithReason(ctx, row, reason);
  await addAgreementTrailEntry(ctx, row.id, how === 'reject' ? 'rejected' : 'expired', { partyId: party.id, detail: { said: reason } });
  const home = await readAgreementHomeName(ctx, row);
  const key = String(row.id);
  const until = dayIn(await settleBy(ctx, row));
  if (how === 'reject')
    await notifyInvitedParties(ctx, row, { event: 'contract.rejected', params: { name: party.name, home, reason, until }, key }, party);
  else await notifyInvitedParties(ctx, row, { event: 'contract.expired', params: { home, name: party.name, until }, key });
  await publishEvent(ctx, 'agreement.fell', { agreementId: row.id, tenancyId: row.tenancy_id, why: how === 'reject' ? 'rejected' : 'expired' });
}

/** The date until which a unit stays reserved for a new version of an unsigned lease. An occupied unit is never released. */
async function settleBy(ctx: Ctx, row: AgreementRow): Promise<Date | null> {
  const pending = await parentOf(ctx.db, row, 'tenancy_id', 'tenancy').select('id').where('status', '=', 'pending').executeTakeFirst();
  if (!pending || row.kind !== 'lease') return null;
  const settle_by = computeEveningDeadline(clock.now(), newVersionDeadlineDays * 24);
  await sameRow(ctx.db, 'agreement', row).change().set({ settle_by }).$call(oneRow);
  return settle_by;
}
const dayIn = (until: Date | null): string => (until ? toNairobiDay(until) : '');
