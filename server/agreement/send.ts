import { createHash, randomBytes } from 'node:crypto';
import type { agreementCalls } from '#contract/agreement/calls.ts';
import { asked, type PartyStatus } from '#contract/agreement/kinds.ts';
import { agreementMachine } from '#contract/agreement/machine.ts';
import type { AgreementFull } from '#contract/agreement/shapes.ts';
import type { Input } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { invalid } from '#server/http/answer.ts';
import { inTwo } from '#server/http/registry.ts';
import { emit } from '#server/jobs/queue.ts';
import { audit } from '#server/kernel/audit.ts';
import { atClock, type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import type { House } from '#server/kernel/house.ts';
import { sentence } from '#server/kernel/locale.ts';
import { move } from '#server/kernel/move.ts';
import { phoneToStore } from '#server/kernel/phone.ts';
import { change, everything, from, oneRow } from '#server/kernel/scoped.ts';
import { keep } from '#server/media/service.ts';
import { m } from '#words/messages.js';
import { details } from './full.ts';
import { invite, inviteNext } from './invite.ts';
import { paperOf } from './paper-text.ts';
import { insistOnSides } from './parties.ts';
import { type AgreementRow, held, missing, note, partiesIn, wordsOf } from './rows.ts';
import { homeOf, tellAsked } from './tell.ts';

type Calls = typeof agreementCalls;
export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Letters and digits nobody mixes up, in groups of four: read off a paper. */
export const newVerifyCode = (): string => {
  const letters = [...randomBytes(16)].map((byte) => '23456789ABCDEFGHJKMNPQRSTUVWXYZ'[byte % 31]).join('');
  return letters.replace(/(.{4})(?=.)/g, '$1-');
};

type Ready = { readonly bytes: Uint8Array; readonly same: string };
const sameness = (words: Awaited<ReturnType<typeof wordsOf>>, names: readonly { name: string; role: string }[], row: AgreementRow): string =>
  JSON.stringify([words.text, words.template.id, row.language, row.revision, names]);

/** Draws the text before the agreement is held; in the transaction it must still be the same. */
async function drawn(ctx: Ctx, id: number): Promise<Ready> {
  const row = await from(ctx, 'agreement:managed').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw missing();
  const words = await wordsOf(ctx.db, row);
  const parties = await partiesIn(ctx.db, id);
  return { bytes: await paperOf(row, words, parties), same: sameness(words, parties.map(nameOf), row) };
}
const nameOf = ({ name, role }: { name: string; role: string }) => ({ name, role });

/** Puts a paper of ours down where no company's room is counted; what a link to it opens is signed for. */
export async function keepPaper(house: House, ctx: { readonly db: Db }, bytes: Uint8Array, name: string): Promise<string> {
  const { keys } = await keep(
    house,
    atClock(ctx.db, 'a paper of ours'),
    { data: bytes, type: 'pdf', name },
    { purpose: 'document', visibility: 'private', field: 'file' },
  );
  const key = keys.original;
  if (!key) throw new Error('a paper without a key');
  return key;
}

async function leadStep(ctx: Ctx, row: AgreementRow, what: 'agreement.sent' | 'agreement.signed'): Promise<void> {
  const lead = await everything(ctx.db, 'tenancy', 'the enquiry a tenancy came from')
    .select()
    .innerJoin('booking', 'booking.id', 'tenancy.booking_id')
    .select('booking.lead_id')
    .where('tenancy.id', '=', row.tenancy_id)
    .executeTakeFirst();
  if (lead?.lead_id) await happened(ctx, 'lead.step', { leadId: lead.lead_id, what, about: {} });
}

export { leadStep };

export const sending = (house: House) => {
  const shown = details(house);
  const send = inTwo(
    (ctx: Ctx, { id }: Input<Calls['send']>) => drawn(ctx, id),
    async (ctx: Ctx, { id, revision }: Input<Calls['send']>, { bytes, same }: Ready): Promise<AgreementFull> => {
      const row = await held(ctx, id);
      if (revision !== undefined && revision !== row.revision)
        throw new Refusal('conflict', sentence('changedMeanwhile'), { current: await shown(ctx, { id }) });
      const words = await wordsOf(ctx.db, row);
      const parties = await partiesIn(ctx.db, id);
      if (row.wet_ink !== null) throw new Refusal('conflict', m.agreement_refusal_inked());
      await move(ctx, agreementMachine, 'send', id);
      if (words.missing.length > 0) throw invalid({ text: m.agreement_problem_missing({ fields: words.missing.join(', ') }) });
      if (parties.length < 2) throw invalid({ parties: m.agreement_problem_two() });
      await insistOnSides(ctx.db, row, parties);
      if (sameness(words, parties.map(nameOf), row) !== same)
        throw new Refusal('conflict', sentence('changedMeanwhile'), { current: await shown(ctx, { id }) });
      if (await frozenHome(ctx, row)) throw new Refusal('conflict', m.agreement_refusal_frozen());
      const pdf_file = await keepPaper(house, ctx, bytes, `${row.code}.pdf`);
      const set = {
        pdf_file,
        pdf_sha256: sha256Of(bytes),
        text: JSON.stringify(words.text),
        terms: JSON.stringify(words.facts),
        frozen_at: clock.now(),
        verify_code: newVerifyCode(),
      };
      await change(ctx, 'agreement:managed')
        .set({ ...set, revision: row.revision + 1, updated_at: clock.now() })
        .where('id', '=', id)
        .$call(oneRow);
      await note(ctx, id, 'sent', { detail: { said: set.pdf_sha256 } });
      await inviteNext(ctx, { ...row, pdf_sha256: set.pdf_sha256 });
      await leadStep(ctx, row, 'agreement.sent');
      await audit(ctx.db, ctx, {
        kind: 'edit',
        document: 'agreement',
        id,
        code: row.code,
        before: { status: row.status },
        after: { status: 'pending_signature' },
      });
      return shown(ctx, { id });
    },
  );
  return {
    send,
    async resend(ctx: Ctx, { id, party_id }: Input<Calls['resend']>): Promise<AgreementFull> {
      const row = await held(ctx, id);
      const party = await openParty(ctx, row, party_id);
      if (await frozenHome(ctx, row)) throw new Refusal('conflict', m.agreement_refusal_frozen());
      await invite(ctx, row, party, 'resent');
      await audit(ctx.db, ctx, { kind: 'edit', document: 'agreement', id, code: row.code, after: { name: party.name } });
      return shown(ctx, { id });
    },

    async changeNumber(ctx: Ctx, { id, party_id, phone: typed, email: mail }: Input<Calls['changeNumber']>): Promise<AgreementFull> {
      const row = await held(ctx, id);
      const party = await openParty(ctx, row, party_id, ['waiting', ...asked]);
      if (party.person_id !== null) throw new Refusal('conflict', m.agreement_refusal_own_number());
      const [phone, email] = [typed === '' ? null : phoneToStore(typed), mail === '' ? null : mail.toLowerCase()];
      if (phone === null && email === null) throw invalid({ phone: m.agreement_problem_reach() });
      const others = (await partiesIn(ctx.db, id)).filter((p) => p.id !== party.id);
      if (others.some((p) => (phone !== null && p.phone === phone) || (email !== null && p.email === email)))
        throw invalid({ phone: m.agreement_problem_twice() });
      const before = party.phone ?? party.email ?? '';
      await change(ctx, 'agreement_party').set({ phone, email, phone_before: before, token_hash: null }).where('id', '=', party.id).$call(oneRow);
      await note(ctx, id, 'number_changed', { partyId: party.id, detail: { said: `${before} → ${phone ?? email}` } });
      const words = {
        event: 'contract.number_changed',
        params: { home: await homeOf(ctx, row), name: party.name, phone: phone ?? email ?? '' },
        key: `${id}:${row.revision}:${party.id}`,
      } as const;
      await tellAsked(ctx, row, words, party);
      if (party.status !== 'waiting') await invite(ctx, row, { ...party, phone, email }, 'resent');
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
        after: { name: party.name, phone: phone ?? email },
      });
      return shown(ctx, { id });
    },

    async sealAgain(ctx: Ctx, { id }: Input<Calls['sealAgain']>): Promise<AgreementFull> {
      const row = await held(ctx, id);
      const parties = await partiesIn(ctx.db, id);
      if (row.status !== 'partially_signed' || row.seal_failed_at === null || parties.some((p) => p.status !== 'signed'))
        throw new Refusal('wrongState', m.shell_refusal_state(), { from: row.status, allowed: [] });
      await change(ctx, 'agreement:managed').set({ seal_failed_at: null }).where('id', '=', id).$call(oneRow);
      await emit(ctx.db, 'agreement.seal', { agreementId: id }, `agreement.seal:${id}:${clock.ms()}`);
      await audit(ctx.db, ctx, { kind: 'edit', document: 'agreement', id, code: row.code, after: { status: row.status } });
      return shown(ctx, { id });
    },
  };
};

async function openParty(ctx: Ctx, row: AgreementRow, partyId: number, statuses: readonly PartyStatus[] = asked) {
  const party = (await partiesIn(ctx.db, row.id)).find((p) => p.id === partyId);
  if (!party) throw missing();
  if (row.wet_ink !== null || (row.status !== 'pending_signature' && row.status !== 'partially_signed') || !statuses.includes(party.status))
    throw new Refusal('wrongState', m.shell_refusal_state(), { from: party.status, allowed: [] });
  return party;
}

/** The platform holds the home or its offer: nobody is asked to sign for it. */
async function frozenHome(ctx: Ctx, row: AgreementRow): Promise<boolean> {
  const home = await from(ctx, 'tenancy')
    .innerJoin('unit', 'unit.id', 'tenancy.unit_id')
    .innerJoin('property', 'property.id', 'tenancy.property_id')
    .leftJoin('booking', 'booking.id', 'tenancy.booking_id')
    .leftJoin('listing', 'listing.id', 'booking.listing_id')
    .select(['unit.status', 'property.stalled', 'listing.paused_by'])
    .where('tenancy.id', '=', row.tenancy_id)
    .executeTakeFirst();
  return home?.status === 'stall' || home?.stalled === true || home?.paused_by === 'platform';
}
