import { sql } from 'kysely';
import { invitedPartyStatuses, type PartyStatus, phoneChangeBlockHours } from '#contract/agreement/kinds.ts';
import type { SigningLinkSummary } from '#contract/agreement/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { countAttemptSeparately, type ThrottleLimit } from '#server/http/throttle.ts';
import { findCodeDestination } from '#server/identity/service.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { getOriginNetworkKey } from '#server/kernel/process/network.ts';
import { parentOf, sameRow, systemRows } from '#server/kernel/scoped-row.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { readCompanyName } from '#server/people/service.ts';
import { m } from '#words/messages.js';
import { hashSigningToken, isValidSigningToken, parseSigningToken } from './invite.ts';
import { canAgentSign, listScanConfirmers, readCurrentPartyContact } from './parties.ts';
import { type AgreementRow, agreementNotFound, listAgreementParties, type PartyRow } from './rows.ts';

export type SigningLink = {
  readonly party: PartyRow;
  readonly row: AgreementRow;
  readonly to: { readonly phone: string } | { readonly email: string };
};
const guesses: ThrottleLimit = { limit: 30, seconds: 15 * 60 };
export const signingLinkReason = 'the signing link that was sent to the signer grants access';

/** Shows enough of an address for its owner to recognise it, and too little for others. */
export const maskSignerContact = (to: SigningLink['to']): string =>
  'phone' in to ? `•••• ${to.phone.slice(-3)}` : to.email.replace(/^(.{2}).*@/, '$1•••@');
/** A code is valid for one party and one text: the sent document or the uploaded scan. */
export const buildSigningCodeSubject = ({ party, row }: SigningLink): string =>
  `${party.id}:${(row.wet_ink as { sha256?: string } | null)?.sha256 ?? row.pdf_sha256}`;

/** A link names its signatory and agreement before anything else is known about the reader. */
export const queryLinkedParties = (db: Db) => systemRows(db, 'agreement_party', signingLinkReason).selectAll();
export const queryLinkedAgreements = (db: Db) => systemRows(db, 'agreement', signingLinkReason).selectAll();

/** Finds the signatory of a link, and whether the link is valid. */
export const signingLinkService = (services: RunningServices) => {
  /** The signatory of a link if it is their turn and their time has not passed. Wrong, used, early and late links have the same answer. */
  async function opened(db: Db, ctx: Ctx, token: string, lock = false): Promise<SigningLink> {
    const made = parseSigningToken(token);
    const query = queryLinkedParties(db);
    const party = await (made ? query.where('id', '=', made.id) : query.where('token_hash', '=', hashSigningToken(token))).executeTakeFirst();
    if (!party) return unknown(ctx);
    if (made && !(isValidSigningToken(services.secret, made.way, token, party) && (made.way === 'link' || party.person_id === ctx.me.userId)))
      return unknown(ctx);
    const rows = queryLinkedAgreements(db).where('id', '=', party.agreement_id);
    const row = await (lock ? rows.forUpdate() : rows).executeTakeFirst();
    // The row is read again under its lock because a concurrent request may have changed it.
    const now = lock ? await sameRow(db, 'agreement_party', party).select().selectAll().executeTakeFirst() : party;
    if (!row || !now?.expires_at || now.expires_at <= clock.now() || now.token_hash !== party.token_hash) return unknown(ctx);
    const all = await listAgreementParties(db, row);
    const { phone, email } = await readCurrentPartyContact(db, now, all);
    const to = findCodeDestination(phone, email);
    const mine = row.wet_ink === null ? await isTurn(db, row, now, all) : await isConfirmer(db, row, now, all);
    return to && mine ? { party: now, row, to } : unknown(ctx);
  }

  async function unknown(ctx: Ctx): Promise<never> {
    const wait = await countAttemptSeparately(services.database.db, `sign:${getOriginNetworkKey(ctx.from)}`, guesses);
    if (wait > 0) throw new Refusal('tooMany', sentence('tooManyRequests'), { retry_after: wait });
    throw agreementNotFound();
  }

  return { opened };
};

/** Whether a party is asked to sign now. */
async function isTurn(db: Db, row: AgreementRow, party: PartyRow, all: readonly PartyRow[]): Promise<boolean> {
  const early = row.sequential && all.some((p) => p.turn < party.turn && p.status !== 'signed');
  const open = row.status === 'pending_signature' || row.status === 'partially_signed';
  if (!open || early || !invitedPartyStatuses.includes(party.status as PartyStatus)) return false;
  return party.role !== 'agent' || canAgentSign(db, row);
}
/** Whether a party is asked to confirm that the scan matches the agreement. */
async function isConfirmer(db: Db, row: AgreementRow, party: PartyRow, all: readonly PartyRow[]): Promise<boolean> {
  const open = row.status === 'draft' || row.status === 'pending_signature' || row.status === 'partially_signed';
  return open && (await listScanConfirmers(db, row, all)).some(({ id }) => id === party.id);
}

export async function readSignSummary(ctx: Ctx, { party, row, to }: SigningLink): Promise<SigningLinkSummary> {
  return {
    company: await readCompanyName(ctx.db, row.company_id),
    name: party.name,
    role: party.role,
    code: row.code,
    kind: row.kind,
    sent_to: maskSignerContact(to),
    by: 'phone' in to ? 'sms' : 'email',
    expires_at: party.expires_at?.toISOString() ?? '',
    paper: row.wet_ink !== null,
    objects: false,
  };
}

/** Rejects a phone number that changed recently, because it may belong to another person: with it nothing can be read or signed. */
export async function assertPhoneNotRecentlyChanged(db: Db, { party, to }: SigningLink): Promise<void> {
  if (party.person_id === null || !('phone' in to)) return;
  const row = await parentOf(db, party, 'person_id', 'person')
    .select('id')
    .where(sql<boolean>`phone_changed_at > app.now() - make_interval(hours => ${phoneChangeBlockHours})`)
    .executeTakeFirst();
  if (row) throw new Refusal('conflict', m.agreement_refusal_number({ hours: phoneChangeBlockHours }));
}
