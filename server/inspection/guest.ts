import type { inspectionGuestCalls } from '#contract/inspection/guest-calls.ts';
import type { InspectionFull } from '#contract/inspection/shapes.ts';
import type { Input } from '#contract/kernel/call.ts';
import { linkDoor } from '#server/identity/service.ts';
import { type Ctx, type Db, unscoped } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { everything } from '#server/kernel/scoped.ts';
import { answerOf } from './answers.ts';
import { details } from './full.ts';
import { type At, byPass, byToken, passOf } from './guest-link.ts';
import { heldFor } from './pen.ts';
import { missing } from './rows.ts';
import { guestsOf } from './tell.ts';

type Calls = typeof inspectionGuestCalls;
const why = 'link and code show who it is';

/** Somebody who lives there without an account, as long as they do; anybody else's link is like one that never was. */
async function guestAt(db: Db, { inspection, member }: At) {
  const row = await everything(db, 'inspection', 'the link names its report')
    .select()
    .select(['tenancy_id'])
    .where('id', '=', inspection)
    .where('status', 'in', ['submitted', 'agreed', 'disputed'])
    .executeTakeFirst();
  const guest = (await guestsOf({ db }, row?.tenancy_id ?? null)).find((one) => one.member === member);
  if (!guest) throw missing();
  return guest;
}

export function guestService(house: House) {
  const one = async (ctx: Ctx, { inspection }: At): Promise<InspectionFull> => {
    const full = await details(house)(unscoped(ctx, why), { id: inspection });
    const waits = full.status === 'submitted' && full.answer_by !== null;
    return { ...full, card: null, device: null, addenda: [], may: { work: false, cancel: false, answer: waits, settle: false, decide: false } };
  };
  return {
    ...linkDoor(house, {
      purpose: 'inspect',
      byToken,
      subjectOf: ({ inspection, member }: At) => `${inspection}:${member}`,
      guestAt,
      passOf,
    }),
    async guestOne(ctx: Ctx, { pass }: Input<Calls['guestOne']>): Promise<InspectionFull> {
      const at = byPass(pass);
      await guestAt(ctx.db, at);
      return one(ctx, at);
    },
    async guestAnswer(ctx: Ctx, { pass, disputed }: Input<Calls['guestAnswer']>): Promise<InspectionFull> {
      const at = byPass(pass);
      await guestAt(ctx.db, at);
      const all = unscoped(ctx, why);
      await answerOf(all, await heldFor(all, at.inspection), disputed);
      return one(ctx, at);
    },
  };
}
