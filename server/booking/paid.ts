import type { bookingCalls } from '#contract/booking/calls.ts';
import type { Input, Result } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { invalid } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import type { House } from '#server/kernel/house.ts';
import { from } from '#server/kernel/scoped.ts';
import { keep } from '#server/media/service.ts';
import { m } from '#words/messages.js';
import { insistThawed } from './decide.ts';
import { details } from './find.ts';
import { movesOf } from './rows.ts';
import { forWork, say, step } from './steps.ts';
import { namesOf, tellApplicant } from './tell.ts';

type Calls = typeof bookingCalls;

/** Kept before it is named: a payment without its evidence is not recorded. */
export const evidence =
  (house: House) =>
  async (ctx: Ctx, { id, file }: Input<Calls['evidence']>): Promise<Result<Calls['evidence']>> => {
    const row = await forWork(ctx, id);
    insistThawed(ctx, row);
    const allowed = movesOf(row, { me: ctx.me, mine: false, mayWork: true });
    if (!allowed.includes('confirm')) throw new Refusal('wrongState', m.shell_refusal_state(), { from: row.status, to: 'confirmed', allowed });
    const kept = await keep(house, ctx, file, { purpose: 'document', visibility: 'private', field: 'evidence' });
    await audit(ctx.db, ctx, { kind: 'add', document: 'booking', id, code: row.code, reason: 'evidence of a payment' });
    return { file_id: kept.id };
  };

export async function confirm(ctx: Ctx, { id, file_id, cents, how, on, note }: Input<Calls['confirm']>): Promise<Result<Calls['confirm']>> {
  const row = await forWork(ctx, id);
  insistThawed(ctx, row);
  if (on > clock.today()) throw invalid({ on: m.booking_problem_paid_later() });
  const file = await from(ctx, 'media_file').select('id').where('id', '=', file_id).where('company_id', '=', ctx.me.companyId).executeTakeFirst();
  if (!file) throw invalid({ file_id: m.booking_problem_evidence() });
  const after = await step(ctx, row, {
    name: 'confirm',
    set: { stage: 'screening', paid: JSON.stringify({ cents, how, on, note, file_id, by: ctx.me.userId }) },
  });
  const { home } = await namesOf(ctx, after);
  await tellApplicant(ctx, after, 'booking.confirmed', { home });
  await say(ctx, after, 'booking.paid');
  await happened(ctx, 'booking.paid', { bookingId: id });
  return details(ctx, { id });
}
