import type { inspectionGuestCalls } from '#contract/inspection/guest-calls.ts';
import type { InspectionFull } from '#contract/inspection/shapes.ts';
import type { Input, Result } from '#contract/kernel/call.ts';
import { inTwo } from '#server/http/registry.ts';
import { subjectCodes } from '#server/identity/service.ts';
import { type Ctx, type Db, unscoped } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { inLocale } from '#server/kernel/locale.ts';
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

/** Where the code goes: a number of the country, else a mailbox. */
async function reachOf(db: Db, at: At): Promise<{ to: { phone: string } | { email: string }; shown: string }> {
  const { phone, email } = await guestAt(db, at);
  if (phone !== null && (phone.startsWith('+254') || email === null)) return { to: { phone }, shown: `…${phone.slice(-3)}` };
  return { to: { email: email ?? '' }, shown: `…${(email ?? '').slice(-8)}` };
}

export function guestService(house: House) {
  const codes = subjectCodes(house);
  const asked = async (db: Db, token: string) => {
    const at = byToken(token);
    return { at, ...(await reachOf(db, at)), purpose: 'inspect' as const, subject: `${at.inspection}:${at.member}` };
  };
  const one = async (ctx: Ctx, { inspection }: At): Promise<InspectionFull> => {
    const full = await details(house)(unscoped(ctx, why), { id: inspection });
    const waits = full.status === 'submitted' && full.answer_by !== null;
    return { ...full, card: null, device: null, addenda: [], may: { work: false, cancel: false, answer: waits, settle: false, decide: false } };
  };
  return {
    async knock(ctx: Ctx, { token }: Input<Calls['knock']>): Promise<Result<Calls['knock']>> {
      const { to, purpose, subject, shown } = await asked(ctx.db, token);
      await codes.sendCode(ctx, { to, purpose, subject, locale: inLocale.current() });
      return { to: shown };
    },
    enter: inTwo(
      async ({ db }, { token, code }: Input<Calls['enter']>) => {
        const found = await asked(db, token);
        await codes.checkCode({ ...found, code });
        return found;
      },
      async (ctx, { code }, found): Promise<Result<Calls['enter']>> => {
        await codes.spendCode(ctx, { ...found, code });
        return { pass: passOf(found.at) };
      },
    ),
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
