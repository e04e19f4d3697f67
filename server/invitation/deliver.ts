import { sql } from 'kysely';
import type { InvitationMandateTerms } from '#contract/access/mandate-shapes.ts';
import { invitationValidityDays, type OpenInvitationKind } from '#contract/invitation/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import { accessItemNotFound } from '#server/access/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { notifyPerson } from '#server/notification/service.ts';
import { readGrantedAccess } from './invitation-grants.ts';
import { buildInvitationPagePath, hashInvitationKey } from './keys.ts';
import { type SentInvitationRow, selectInvitationNames, selectSentInvitations } from './rows.ts';

export type RequestedInvitation = {
  kind: OpenInvitationKind;
  email: string | null;
  phone: string | null;
  role_id: number | null;
  team_id: number | null;
  message: string;
  locale: 'en' | 'sw';
  mandate: InvitationMandateTerms | null;
};

export const getInvitationEnd = (days = invitationValidityDays) => new Date(clock.ms() + days * 86_400_000);

export async function readSentInvitation(ctx: Ctx, id: number): Promise<SentInvitationRow> {
  const row = await selectInvitationNames(selectSentInvitations(ctx)).where('invitation.id', '=', id).executeTakeFirst();
  if (!row) throw accessItemNotFound();
  return row;
}

/** The columns of an invitation that is sent now. */
export const sentNow = (key: string) => ({
  key_hash: hashInvitationKey(key),
  expires_at: getInvitationEnd(),
  sends: 1,
  sent_on: sql<string>`app.today()`,
  sends_on_day: 1,
});

export async function deliverInvitation(ctx: Ctx, row: SentInvitationRow, key: string): Promise<void> {
  const to = { email: row.email ?? undefined, phone: row.phone ?? undefined, locale: row.locale };
  const gives = await readGrantedAccess(ctx.db, row);
  const gift = gives?.manages === 'nothing' ? (row.kind === 'agent' ? 'agent' : 'owner') : (gives?.manages ?? 'place');
  await notifyPerson(ctx, {
    event: 'invite.sent',
    to,
    params: { inviter: row.inviter, what: row.company ?? 'Makao', gives: gift, properties: gives?.properties.join(', ') ?? '' },
    key: `invite:${row.id}:${row.sends}`,
    secret: { page: buildInvitationPagePath(key, row.id) },
    subject: row.code,
  });
}
