import { clock } from '#contract/time/clock.ts';
import { guestLinkSignInService } from '#server/identity/service.ts';
import { type Db, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { isSameSecret } from '#server/kernel/secrets.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { signConversation } from '#server/lead/service.ts';

type Keys = Pick<RunningServices, 'secret'>;
const passDays = 7;

const missing = () => new Refusal('notFound', sentence('itemNotFound'));

/** The pass issued for link and code: valid for a week and for this conversation only. */
export function makeThreadGuestPass(keys: Keys, memberId: number): string {
  const said = `${memberId.toString(36)}.${(clock.ms() + passDays * 86_400_000).toString(36)}`;
  return `${said}.${signConversation(keys, `talk-pass:${said}`)}`;
}

function memberByToken(keys: Keys, token: string): number {
  const [id = '', signature = ''] = token.split('.');
  const memberId = Number.parseInt(id, 36);
  if (!isSameSecret(signConversation(keys, `talk:${memberId}`), signature)) throw missing();
  return memberId;
}
export function verifyThreadGuestPass(keys: Keys, pass: string): number {
  const [id = '', until = '', signature = ''] = pass.split('.');
  if (!isSameSecret(signConversation(keys, `talk-pass:${id}.${until}`), signature) || Number.parseInt(until, 36) <= clock.ms()) throw missing();
  return Number.parseInt(id, 36);
}

/** The guest to whom a link belongs. */
async function guestAt(db: Db, memberId: number) {
  const row = await unscopedTable(db, 'thread_member', 'the link identifies its guest')
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

export const threadGuestService = (services: RunningServices) =>
  guestLinkSignInService(services, {
    purpose: 'thread',
    byToken: (token) => memberByToken(services, token),
    subjectOf: String,
    guestAt,
    passOf: (memberId) => makeThreadGuestPass(services, memberId),
  });
