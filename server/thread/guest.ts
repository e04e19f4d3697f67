import type { Input, Result } from '#contract/kernel/call.ts';
import type { threadCalls } from '#contract/thread/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { inTwo } from '#server/http/registry.ts';
import { subjectCodes } from '#server/identity/service.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { inLocale, sentence } from '#server/kernel/locale.ts';
import { everything } from '#server/kernel/scoped.ts';
import { same } from '#server/kernel/secrets.ts';
import { signTalk } from '#server/lead/service.ts';

type Calls = typeof threadCalls;
type Keys = Pick<House, 'secret'>;
const passDays = 7;

const missing = () => new Refusal('notFound', sentence('itemNotFound'));

/** What link and code give: good for a week, for this conversation alone. */
export function passOf(keys: Keys, memberId: number): string {
  const said = `${memberId.toString(36)}.${(clock.ms() + passDays * 86_400_000).toString(36)}`;
  return `${said}.${signTalk(keys, `talk-pass:${said}`)}`;
}

function memberByToken(keys: Keys, token: string): number {
  const [id = '', signature = ''] = token.split('.');
  const memberId = Number.parseInt(id, 36);
  if (!same(signTalk(keys, `talk:${memberId}`), signature)) throw missing();
  return memberId;
}
export function memberByPass(keys: Keys, pass: string): number {
  const [id = '', until = '', signature = ''] = pass.split('.');
  if (!same(signTalk(keys, `talk-pass:${id}.${until}`), signature) || Number.parseInt(until, 36) <= clock.ms()) throw missing();
  return Number.parseInt(id, 36);
}

/** Who a link is for: where the code goes. A number abroad gets it by mail. */
async function reachOf(db: Db, memberId: number): Promise<{ to: { phone: string } | { email: string }; shown: string }> {
  const row = await everything(db, 'thread_member', 'the link names its guest')
    .select()
    .innerJoin('thread', 'thread.id', 'thread_member.thread_id')
    .innerJoin('lead', 'lead.id', 'thread.lead_id')
    .select(['lead.phone', 'lead.email'])
    .where('thread_member.id', '=', memberId)
    .where('thread_member.guest', '=', true)
    .executeTakeFirst();
  if (!row || row.phone === '') throw missing();
  const texted = row.phone.startsWith('+254') || row.email === null;
  if (texted) return { to: { phone: row.phone }, shown: `…${row.phone.slice(-3)}` };
  return { to: { email: row.email ?? '' }, shown: `…${(row.email ?? '').slice(-8)}` };
}

export const guestDoor = (house: House) => {
  const codes = subjectCodes(house);
  const asked = async (db: Db, token: string) => {
    const memberId = memberByToken(house, token);
    return { memberId, ...(await reachOf(db, memberId)), purpose: 'thread' as const, subject: String(memberId) };
  };
  return {
    async knock(ctx: Ctx, { token }: Input<Calls['knock']>): Promise<Result<Calls['knock']>> {
      const { to, purpose, subject, shown } = await asked(ctx.db, token);
      await codes.sendCode(ctx, { to, purpose, subject, locale: inLocale.current() });
      return { to: shown };
    },
    enter: inTwo(
      async ({ db }, { token, code }: Input<Calls['enter']>) => {
        const at = await asked(db, token);
        await codes.checkCode({ ...at, code });
        return at;
      },
      async (ctx, { code }, at): Promise<Result<Calls['enter']>> => {
        await codes.spendCode(ctx, { ...at, code });
        return { pass: passOf(house, at.memberId) };
      },
    ),
  };
};
