import { clock } from '#contract/time/clock.ts';
import { linkDoor } from '#server/identity/service.ts';
import { type Db, Refusal } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { sentence } from '#server/kernel/locale.ts';
import { everything } from '#server/kernel/scoped.ts';
import { same } from '#server/kernel/secrets.ts';
import { signTalk } from '#server/lead/service.ts';

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

/** Who a link is for. */
async function guestAt(db: Db, memberId: number) {
  const row = await everything(db, 'thread_member', 'the link names its guest')
    .select()
    .innerJoin('thread', 'thread.id', 'thread_member.thread_id')
    .innerJoin('lead', 'lead.id', 'thread.lead_id')
    .select(['lead.phone', 'lead.email'])
    .where('thread_member.id', '=', memberId)
    .where('thread_member.guest', '=', true)
    .executeTakeFirst();
  if (!row || row.phone === '') throw missing();
  return row;
}

export const guestDoor = (house: House) =>
  linkDoor(house, {
    purpose: 'thread',
    byToken: (token) => memberByToken(house, token),
    subjectOf: String,
    guestAt,
    passOf: (memberId) => passOf(house, memberId),
  });
