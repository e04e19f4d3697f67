import { sql } from 'kysely';
import type { agreementCalls } from '#contract/agreement/calls.ts';
import { invitedPartyStatuses, type PartyStatus } from '#contract/agreement/kinds.ts';
import type { HandlerInput } from '#contract/kernel/call.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { normalizePhoneForStorage } from '#server/kernel/phone.ts';
import { change, from, oneRow } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { m } from '#words/messages.js';
import { inviteParty } from './invite.ts';
import { notifyInvitedParties, readAgreementHomeName } from './notify.ts';
import { tellReplacedContact } from './replaced-contact.ts';
import { type AgreementRow, addAgreementTrailEntry, agreementNotFound, listAgreementParties, lockAgreement, type PartyRow } from './rows.ts';

type Calls = typeof agreementCalls;

export async function resendSigningLink(ctx: Ctx, { id, party_id }: HandlerInput<Calls['resend']>): Promise<void> {
  const row = await lockAgreement(ctx, id);
  const party = await openParty(ctx, row, party_id);
  if (await isHomeFrozen(ctx, row)) throw new Refusal('conflict', m.agreement_refusal_frozen());
  await inviteParty(ctx, row, party, 'resent');
  await audit(ctx.db, ctx, { kind: 'edit', document: 'agreement', id, code: row.code, after: { name: party.name } });
}

/**
 * Changes the contact of a signatory without an account: the old link stops working, and all invited signatories are notified. The old number is
 * notified too, with a way to object, because otherwise a manager could sign for a person unnoticed.
 */
export const changeSignerContact =
  (services: RunningServices) =>
  async (ctx: Ctx, { id, party_id, ...typed }: HandlerInput<Calls['changeNumber']>): Promise<void> => {
    const row = await lockAgreement(ctx, id);
    const party = await openParty(ctx, row, party_id, ['waiting', ...invitedPartyStatuses]);
    if (party.person_id !== null) throw new Refusal('conflict', m.agreement_refusal_own_number());
    const reach = await newReach(ctx, row, party, typed);
    const what = reach.phone === party.phone ? 'email' : 'phone';
    if (reach[what] === party[what]) throw new Refusal('conflict', m.agreement_refusal_same_number());
    const [before, after] = [party[what] ?? party.phone ?? party.email ?? '', reach[what] ?? reach.phone ?? reach.email ?? ''];
    await change(ctx, 'agreement_party')
      .set({ ...reach, phone_before: before, token_hash: null })
      .where('id', '=', party.id)
      .$call(oneRow);
    await addAgreementTrailEntry(ctx, id, 'number_changed', { partyId: party.id, detail: { said: `${before} → ${after}` } });
    const params = { home: await readAgreementHomeName(ctx, row), name: party.name, phone: after };
    await notifyInvitedParties(ctx, row, { event: 'contract.number_changed', params, key: `${id}:${row.revision}:${party.id}` }, party);
    // Tells only the contact that was replaced: correcting an email address must not alarm a signer whose phone number is unchanged.
    const left = { phone: reach.phone === party.phone ? null : party.phone, email: reach.email === party.email ? null : party.email };
    if (left.phone ?? left.email) await tellReplacedContact(services, ctx, row, { ...party, ...reach }, left);
    if (party.status !== 'waiting') await inviteParty(ctx, row, { ...party, ...reach }, 'resent');
    await change(ctx, 'agreement:managed')
      .set({ revision: row.revision + 1 })
      .where('id', '=', id)
      .$call(oneRow);
    await audit(ctx.db, ctx, {
      kind: 'edit',
      document: 'agreement',
      id,
      code: row.code,
      before: { name: party.name, phone: before },
      after: { name: party.name, phone: after },
    });
  };

/** The new contact, validated; it must differ from the contacts of the other signatories. */
async function newReach(ctx: Ctx, row: AgreementRow, party: PartyRow, typed: { readonly phone: string; readonly email: string }) {
  const [phone, email] = [typed.phone === '' ? null : normalizePhoneForStorage(typed.phone), typed.email === '' ? null : typed.email.toLowerCase()];
  if (phone === null && email === null) throw invalidInputRefusal({ phone: m.agreement_problem_reach() });
  const others = (await listAgreementParties(ctx.db, row)).filter((p) => p.id !== party.id);
  if (others.some((p) => (phone !== null && p.phone === phone) || (email !== null && p.email === email)))
    throw invalidInputRefusal({ phone: m.agreement_problem_twice() });
  return { phone, email };
}

async function openParty(ctx: Ctx, row: AgreementRow, partyId: number, statuses: readonly PartyStatus[] = invitedPartyStatuses) {
  const party = (await listAgreementParties(ctx.db, row)).find((p) => p.id === partyId);
  if (!party) throw agreementNotFound();
  if (row.wet_ink !== null || (row.status !== 'pending_signature' && row.status !== 'partially_signed') || !statuses.includes(party.status))
    throw new Refusal('wrongState', m.shell_refusal_state(), { from: party.status, allowed: [] });
  return party;
}

/** The platform freezes the home or its listing: signatures cannot be requested. */
export async function isHomeFrozen(ctx: Ctx, row: AgreementRow): Promise<boolean> {
  const home = await from(ctx, 'tenancy')
    .innerJoin('property', 'property.id', 'tenancy.property_id')
    .leftJoin('booking', 'booking.id', 'tenancy.booking_id')
    .leftJoin('listing', 'listing.id', 'booking.listing_id')
    .select(['property.stalled', 'listing.paused_by'])
    .select(
      sql<boolean>`exists (select 1 from stay s join unit u on u.id = s.unit_id where s.tenancy_id = tenancy.id and s.released_at is null and u.status = 'stall')`.as(
        'held',
      ),
    )
    .where('tenancy.id', '=', row.tenancy_id)
    .executeTakeFirst();
  return home?.held === true || home?.stalled === true || home?.paused_by === 'platform';
}
