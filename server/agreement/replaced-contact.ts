import { createHmac } from 'node:crypto';
import { numberObjectionHours } from '#contract/agreement/kinds.ts';
import type { SigningLinkSummary } from '#contract/agreement/shapes.ts';
import type { signCalls } from '#contract/agreement/sign-calls.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { toNairobiDay } from '#contract/time/days.ts';
import { computeEveningDeadline } from '#contract/time/deadline.ts';
import { findCodeDestination } from '#server/identity/service.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { oneRow } from '#server/kernel/scoped.ts';
import { parentOf, sameRow } from '#server/kernel/scoped-row.ts';
import { isSameSecret } from '#server/kernel/secrets.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { readSupportContact } from '#server/kernel/support.ts';
import { readCompanyName } from '#server/people/service.ts';
import { readContactsBefore } from '#server/tenant/service.ts';
import { m } from '#words/messages.js';
import { signingPath } from './invite.ts';
import { notifyAgreementManagers, notifyAgreementParty, readAgreementHomeName } from './notify.ts';
import { type AgreementRow, addAgreementTrailEntry, agreementNotFound, listAgreementParties, type PartyRow } from './rows.ts';
import { queryLinkedAgreements, queryLinkedParties } from './signing-link.ts';
import { voidAgreement } from './write-draft.ts';

type Calls = typeof signCalls;
type Services = Pick<RunningServices, 'secret' | 'env'>;
type Reach = Pick<PartyRow, 'phone' | 'email'>;

const mark = (secret: string, partyId: number): string => createHmac('sha256', secret).update(`sign:object:${partyId}`).digest('base64url');
const makeObjectionToken = (secret: string, partyId: number): string => `object.${partyId}.${mark(secret, partyId)}`;

/** Notifies the contact that is no longer used, with a link to object. The signature is held for that time, because a manager could sign for the person. */
export async function tellReplacedContact(
  { secret, env }: Services,
  ctx: Ctx,
  row: AgreementRow,
  party: PartyRow,
  left: Reach,
  mark = '',
): Promise<void> {
  await sameRow(ctx.db, 'agreement_party', party)
    .change()
    .set({ hold_until: computeEveningDeadline(clock.now(), numberObjectionHours) })
    .$call(oneRow);
  const { phone, email } = await readSupportContact(ctx.db, env);
  const params = {
    company: await readCompanyName(ctx.db, row.company_id),
    home: await readAgreementHomeName(ctx, row),
    phone: party.phone ?? party.email ?? '',
    help: phone ?? email,
  };
  const words = { event: 'contract.number_left', params, key: `${row.id}:${row.revision}${mark}` } as const;
  await notifyAgreementParty(ctx, row, { ...party, ...left }, words, signingPath(makeObjectionToken(secret, party.id)));
}

const destinationOf = ({ phone, email }: Reach): string | null => {
  const to = findCodeDestination(phone, email);
  return to && ('phone' in to ? to.phone : to.email);
};
/** Whether the code goes to a contact that was not on record, or a recorded contact was replaced by another. */
function isContactReplaced(known: Reach, now: Reach): boolean {
  const to = destinationOf(now);
  const isOther = (what: keyof Reach) => known[what] !== null && now[what] !== null && now[what] !== known[what];
  return (to !== null && to !== known.phone && to !== known.email) || isOther('phone') || isOther('email');
}

/**
 * Before anything is signed: a signer without an account whose contact differs from the record of the tenant, as it is now or was before a recent
 * change. The trail and the certificate name both contacts, and each recorded one is notified, except where the code goes.
 */
export async function tellRecordedContacts(services: Services, ctx: Ctx, row: AgreementRow): Promise<void> {
  for (const party of await listAgreementParties(ctx.db, row)) {
    if (party.tenant_id === null || party.person_id !== null || party.phone_before !== null) continue;
    const record = await parentOf(ctx.db, party, 'tenant_id', 'tenant').select(['phone', 'email', 'contacts_before']).executeTakeFirst();
    if (!record) continue;
    const known = [...readContactsBefore(record), record];
    const [first = record] = known;
    const before = first.phone ?? first.email;
    if (before === null || !isContactReplaced(first, party)) continue;
    const to = destinationOf(party);
    const after = party.phone !== first.phone && party.phone !== null ? party.phone : (party.email ?? '');
    await sameRow(ctx.db, 'agreement_party', party).change().set({ phone_before: before }).$call(oneRow);
    await addAgreementTrailEntry(ctx, row.id, 'number_changed', { partyId: party.id, detail: { said: `${before} → ${after}` } });
    for (const [n, { phone, email }] of known.entries()) {
      const left = { phone: phone === to ? null : phone, email: email === to ? null : email };
      const isRepeated = known.slice(0, n).some((one) => one.phone === phone && one.email === email);
      if (!isRepeated && (left.phone ?? left.email)) await tellReplacedContact(services, ctx, row, party, left, n === 0 ? '' : `:${n}`);
    }
  }
}

/** The recorded number has time to object before the new number signs. */
export function assertSignatureNotHeld({ hold_until }: Pick<PartyRow, 'hold_until'>): void {
  if (hold_until !== null && hold_until > clock.now())
    throw new Refusal('conflict', m.agreement_refusal_held({ when: formatLongDate(toNairobiDay(hold_until)) }));
}

/** The signatory whose replaced contact opened a link to object; null if it is no such link, or nothing is left to stop. */
async function findReplaced(secret: string, ctx: Ctx, token: string, lock: boolean): Promise<{ party: PartyRow; row: AgreementRow } | null> {
  const [, id, given] = /^object\.(\d{1,15})\.(.+)$/.exec(token) ?? [];
  if (!id || !given || !isSameSecret(given, mark(secret, Number(id)))) return null;
  const party = await queryLinkedParties(ctx.db).where('id', '=', Number(id)).executeTakeFirst();
  if (!party || party.phone_before === null) return null;
  const rows = queryLinkedAgreements(ctx.db).where('id', '=', party.agreement_id);
  const row = await (lock ? rows.forUpdate() : rows).executeTakeFirst();
  return row && ['draft', 'pending_signature', 'partially_signed'].includes(row.status) ? { party, row } : null;
}

export async function readObjectionSummary(secret: string, ctx: Ctx, token: string): Promise<SigningLinkSummary | null> {
  const found = await findReplaced(secret, ctx, token, false);
  if (!found) return null;
  const { party, row } = found;
  return {
    company: await readCompanyName(ctx.db, row.company_id),
    name: party.name,
    role: party.role,
    code: row.code,
    kind: row.kind,
    sent_to: '',
    by: 'sms',
    expires_at: (party.hold_until ?? clock.now()).toISOString(),
    paper: false,
    objects: true,
  };
}

/** The person at the recorded number objects: the agreement is withdrawn, all links stop working, and the managers are notified. */
export async function objectToNumber(
  services: Services,
  ctx: Ctx,
  { token }: HandlerInput<Calls['objectToNumber']>,
): Promise<HandlerResult<Calls['objectToNumber']>> {
  const found = await findReplaced(services.secret, ctx, token, true);
  if (!found) throw agreementNotFound();
  const { party, row } = found;
  const reason = 'the recorded number objected';
  await voidAgreement(ctx, row, reason, 'clock');
  const words = { event: 'contract.void', params: { home: await readAgreementHomeName(ctx, row), reason }, key: `${row.id}:objected` } as const;
  await notifyAgreementManagers(ctx, row, words, (p) => p.invited_at !== null);
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'agreement',
    id: row.id,
    code: row.code,
    reason,
    before: { status: row.status },
    after: { status: 'archived', name: party.name },
  });
  return { objected: true };
}
