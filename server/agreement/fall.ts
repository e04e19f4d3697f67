import { settleDays } from '#contract/agreement/kinds.ts';
import { agreementMachine } from '#contract/agreement/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { dayOf } from '#contract/time/days.ts';
import { eveningAfter } from '#contract/time/deadline.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import { move } from '#server/kernel/move.ts';
import { oneRow } from '#server/kernel/scoped.ts';
import { itself, parentOf } from '#server/kernel/scoped-row.ts';
import { closeFor } from './drafts.ts';
import { type AgreementRow, note, type PartyRow } from './rows.ts';
import { homeOf, tellAsked } from './tell.ts';

/** Somebody said no, or their time ran out: every link closes, and whoever lets says what comes next. */
export async function fall(ctx: Ctx, row: AgreementRow, how: 'reject' | 'expire', reason: string, party: PartyRow): Promise<void> {
  await move(ctx, agreementMachine, how, row.id, reason || null, 'clock');
  await closeFor(ctx, row, reason);
  await note(ctx, row.id, how === 'reject' ? 'rejected' : 'expired', { partyId: party.id, detail: { said: reason } });
  const home = await homeOf(ctx, row);
  const key = String(row.id);
  const until = dayIn(await settleBy(ctx, row));
  if (how === 'reject') await tellAsked(ctx, row, { event: 'contract.rejected', params: { name: party.name, home, reason, until }, key }, party);
  else await tellAsked(ctx, row, { event: 'contract.expired', params: { home, name: party.name, until }, key });
  await happened(ctx, 'agreement.fell', { agreementId: row.id, tenancyId: row.tenancy_id, why: how === 'reject' ? 'rejected' : 'expired' });
}

/** A home is not held for ever for a lease nobody signed: until when whoever lets writes a new version. Of what is lived in nothing is let go. */
async function settleBy(ctx: Ctx, row: AgreementRow): Promise<Date | null> {
  const pending = await parentOf(ctx.db, row, 'tenancy_id', 'tenancy').select('id').where('status', '=', 'pending').executeTakeFirst();
  if (!pending || row.kind !== 'lease') return null;
  const settle_by = eveningAfter(clock.now(), settleDays * 24);
  await itself(ctx.db, 'agreement', row).change().set({ settle_by }).$call(oneRow);
  return settle_by;
}
const dayIn = (until: Date | null): string => (until ? dayOf(until) : '');
