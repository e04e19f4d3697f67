import type { inspectionGuestCalls } from '#contract/inspection/guest-calls.ts';
import type { InspectionDetails } from '#contract/inspection/shapes.ts';
import type { HandlerInput } from '#contract/kernel/call.ts';
import { guestLinkSignInService } from '#server/identity/service.ts';
import { asUnscoped, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { recordInspectionAnswer } from './answers.ts';
import { lockInspection } from './edit-lock.ts';
import { type InspectionGuest, makeGuestPass, readGuestPass, readGuestToken } from './guest-link.ts';
import { makeInspectionDetailsReader } from './inspection-detail.ts';
import { listInspectionGuests } from './notify.ts';
import { inspectionNotFound } from './rows.ts';

type Calls = typeof inspectionGuestCalls;
const why = 'the link and the code identify the guest';

/** An occupant without an account, during their tenancy. Any other link is treated as unknown. */
async function guestAt(db: Db, { inspection, member }: InspectionGuest) {
  const row = await unscopedTable(db, 'inspection', 'the link identifies its report')
    .select()
    .select(['tenancy_id'])
    .where('id', '=', inspection)
    .where('status', 'in', ['submitted', 'agreed', 'disputed'])
    .executeTakeFirst();
  const guest = (await listInspectionGuests({ db }, row?.tenancy_id ?? null)).find((one) => one.member === member);
  if (!guest) throw inspectionNotFound();
  return guest;
}

export function inspectionGuestService(services: RunningServices) {
  const one = async (ctx: Ctx, { inspection }: InspectionGuest): Promise<InspectionDetails> => {
    const full = await makeInspectionDetailsReader(services)(asUnscoped(ctx, why), { id: inspection });
    const waits = full.status === 'submitted' && full.answer_by !== null;
    return { ...full, card: null, device: null, addenda: [], may: { work: false, cancel: false, answer: waits, settle: false, decide: false } };
  };
  return {
    ...guestLinkSignInService(services, {
      purpose: 'inspect',
      byToken: readGuestToken,
      subjectOf: ({ inspection, member }: InspectionGuest) => `${inspection}:${member}`,
      guestAt,
      passOf: makeGuestPass,
    }),
    async guestDetails(ctx: Ctx, { pass }: HandlerInput<Calls['guestDetails']>): Promise<InspectionDetails> {
      const at = readGuestPass(pass);
      await guestAt(ctx.db, at);
      return one(ctx, at);
    },
    async guestAnswer(ctx: Ctx, { pass, disputed }: HandlerInput<Calls['guestAnswer']>): Promise<InspectionDetails> {
      const at = readGuestPass(pass);
      await guestAt(ctx.db, at);
      const all = asUnscoped(ctx, why);
      await recordInspectionAnswer(all, await lockInspection(all, at.inspection), disputed);
      return one(ctx, at);
    },
  };
}
