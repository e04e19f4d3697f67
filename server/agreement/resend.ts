import { sql } from 'kysely';
import type { agreementCalls } from '#contract/agreement/calls.ts';
import { asked, type PartyStatus } from '#contract/agreement/kinds.ts';
import type { Input } from '#contract/kernel/call.ts';
import { invalid } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { phoneToStore } from '#server/kernel/phone.ts';
import { change, from, oneRow } from '#server/kernel/scoped.ts';
import { supportContact } from '#server/kernel/support.ts';
import { companyName } from '#server/people/service.ts';
import { m } from '#words/messages.js';
import { invite } from './invite.ts';
import { type AgreementRow, held, missing, note, type PartyRow, partiesIn } from './rows.ts';
import { homeOf, tellAsked, tellParty } from './tell.ts';

type Calls = typeof agreementCalls;

export async function resend(ctx: Ctx, { id, party_id }: Input<Calls['resend']>): Promise<void> {
  const row = await held(ctx, id);
  const party = await openParty(ctx, row, party_id);
  if (await frozenHome(ctx, row)) throw new Refusal('conflict', m.agreement_refusal_frozen());
  await invite(ctx, row, party, 'resent');
  await audit(ctx.db, ctx, { kind: 'edit', document: 'agreement', id, code: row.code, after: { name: party.name } });
}

/**
 * Where somebody without an account is reached from now on: the old link dies, and everybody who was asked hears of it. At the old number
 * as well, with where to object: nobody is signed for by who manages the home without hearing of it.
 */
export const changeNumber =
  (house: House) =>
  async (ctx: Ctx, { id, party_id, ...typed }: Input<Calls['changeNumber']>): Promise<void> => {
    const row = await held(ctx, id);
    const party = await openParty(ctx, row, party_id, ['waiting', ...asked]);
    if (party.person_id !== null) throw new Refusal('conflict', m.agreement_refusal_own_number());
    const reach = await newReach(ctx, row, party, typed);
    const what = reach.phone === party.phone ? 'email' : 'phone';
    if (reach[what] === party[what]) throw new Refusal('conflict', m.agreement_refusal_same_number());
    const [before, after] = [party[what] ?? party.phone ?? party.email ?? '', reach[what] ?? reach.phone ?? reach.email ?? ''];
    await change(ctx, 'agreement_party')
      .set({ ...reach, phone_before: before, token_hash: null })
      .where('id', '=', party.id)
      .$call(oneRow);
    await note(ctx, id, 'number_changed', { partyId: party.id, detail: { said: `${before} → ${after}` } });
    const params = { home: await homeOf(ctx, row), name: party.name, phone: after };
    await tellAsked(ctx, row, { event: 'contract.number_changed', params, key: `${id}:${row.revision}:${party.id}` }, party);
    const { phone, email } = await supportContact(ctx.db, house.env);
    // Only where they are not reached any more: who corrects a mailbox does not frighten whoever has the phone.
    const left = { ...party, phone: reach.phone === party.phone ? null : party.phone, email: reach.email === party.email ? null : party.email };
    if (left.phone ?? left.email)
      await tellParty(ctx, row, left, {
        event: 'contract.number_left',
        params: { company: await companyName(ctx.db, row.company_id), home: params.home, phone: after, help: phone ?? email },
        key: `${id}:${row.revision}`,
      });
    if (party.status !== 'waiting') await invite(ctx, row, { ...party, ...reach }, 'resent');
    await change(ctx, 'agreement:managed')
      .set({ revision: row.revision + 1 })
      .where('id', '=', id)
      .$call(oneRow);
    await audit(ctx.db, ctx, {
      ...{ kind: 'edit', document: 'agreement', id, code: row.code },
      ...{ before: { name: party.name, phone: before }, after: { name: party.name, phone: after } },
    });
  };

/** As it was typed, and nobody else's of the same paper. */
async function newReach(ctx: Ctx, row: AgreementRow, party: PartyRow, typed: { readonly phone: string; readonly email: string }) {
  const [phone, email] = [typed.phone === '' ? null : phoneToStore(typed.phone), typed.email === '' ? null : typed.email.toLowerCase()];
  if (phone === null && email === null) throw invalid({ phone: m.agreement_problem_reach() });
  const others = (await partiesIn(ctx.db, row)).filter((p) => p.id !== party.id);
  if (others.some((p) => (phone !== null && p.phone === phone) || (email !== null && p.email === email)))
    throw invalid({ phone: m.agreement_problem_twice() });
  return { phone, email };
}

async function openParty(ctx: Ctx, row: AgreementRow, partyId: number, statuses: readonly PartyStatus[] = asked) {
  const party = (await partiesIn(ctx.db, row)).find((p) => p.id === partyId);
  if (!party) throw missing();
  if (row.wet_ink !== null || (row.status !== 'pending_signature' && row.status !== 'partially_signed') || !statuses.includes(party.status))
    throw new Refusal('wrongState', m.shell_refusal_state(), { from: party.status, allowed: [] });
  return party;
}

/** The platform holds the home or its offer: nobody is asked to sign for it. */
export async function frozenHome(ctx: Ctx, row: AgreementRow): Promise<boolean> {
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
