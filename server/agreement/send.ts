import { createHash, randomBytes } from 'node:crypto';
import type { agreementCalls } from '#contract/agreement/calls.ts';
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
import { move } from '#server/kernel/move.ts';
import { change, from, oneRow } from '#server/kernel/scoped.ts';
import { parentOf } from '#server/kernel/scoped-row.ts';
import { keep } from '#server/media/service.ts';
import { m } from '#words/messages.js';
import { changedMeanwhile, details, type Shown } from './full.ts';
import { inviteNext } from './invite.ts';
import { paperOf } from './paper-text.ts';
import { insistOnSides } from './parties.ts';
import { changeNumber, frozenHome, resend } from './resend.ts';
import { type AgreementRow, held, missing, note, partiesIn, wordsOf } from './rows.ts';

type Calls = typeof agreementCalls;
export const sha256Of = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** Letters and digits nobody mixes up, in groups of four: read off a paper. */
export const newVerifyCode = (): string => {
  const letters = [...randomBytes(16)].map((byte) => '23456789ABCDEFGHJKMNPQRSTUVWXYZ'[byte % 31]).join('');
  return letters.replace(/(.{4})(?=.)/g, '$1-');
};

type Words = Awaited<ReturnType<typeof wordsOf>>;
type Ready = { readonly bytes: Uint8Array; readonly same: string };
const sameness = (words: Words, names: readonly { name: string; role: string }[], row: AgreementRow): string =>
  JSON.stringify([words.text, words.template.id, row.language, row.revision, names]);

/** Draws the text before the agreement is held; in the transaction it must still be the same. */
async function drawn(ctx: Ctx, id: number): Promise<Ready> {
  const row = await from(ctx, 'agreement:managed').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw missing();
  const words = await wordsOf(ctx.db, row);
  const parties = await partiesIn(ctx.db, row);
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

export async function leadStep(ctx: Ctx, row: AgreementRow, what: 'agreement.sent' | 'agreement.signed'): Promise<void> {
  const lead = await parentOf(ctx.db, row, 'tenancy_id', 'tenancy')
    .innerJoin('booking', 'booking.id', 'tenancy.booking_id')
    .select('booking.lead_id')
    .executeTakeFirst();
  if (lead?.lead_id) await happened(ctx, 'lead.step', { leadId: lead.lead_id, what, about: {} });
}

/** Everything is known, everybody who must is asked, and it is still what was drawn. */
async function insistSendable(ctx: Ctx, row: AgreementRow, words: Words, same: string, shown: Shown): Promise<void> {
  const parties = await partiesIn(ctx.db, row);
  if (words.missing.length > 0) throw invalid({ text: m.agreement_problem_missing({ fields: words.missing.join(', ') }) });
  if (parties.length < 2) throw invalid({ parties: m.agreement_problem_two() });
  await insistOnSides(ctx.db, row, parties);
  if (sameness(words, parties.map(nameOf), row) !== same) throw await changedMeanwhile(ctx, shown, row.id);
  if (await frozenHome(ctx, row)) throw new Refusal('conflict', m.agreement_refusal_frozen());
}

/** The text as it reads now is what everybody signs. */
async function freeze(ctx: Ctx, row: AgreementRow, words: Words, paper: { readonly key: string; readonly sha256: string }): Promise<void> {
  await change(ctx, 'agreement:managed')
    .set({
      pdf_file: paper.key,
      pdf_sha256: paper.sha256,
      text: JSON.stringify(words.text),
      terms: JSON.stringify(words.facts),
      frozen_at: clock.now(),
      verify_code: newVerifyCode(),
      revision: row.revision + 1,
      updated_at: clock.now(),
    })
    .where('id', '=', row.id)
    .$call(oneRow);
  await note(ctx, row.id, 'sent', { detail: { said: paper.sha256 } });
}

/** Frozen, and the first are asked to sign. */
async function sent(house: House, ctx: Ctx, { id, revision }: Input<Calls['send']>, { bytes, same }: Ready, shown: Shown): Promise<void> {
  const row = await held(ctx, id);
  if (revision !== undefined && revision !== row.revision) throw await changedMeanwhile(ctx, shown, id);
  const words = await wordsOf(ctx.db, row);
  if (row.wet_ink !== null) throw new Refusal('conflict', m.agreement_refusal_inked());
  await move(ctx, agreementMachine, 'send', id);
  await insistSendable(ctx, row, words, same, shown);
  const sha256 = sha256Of(bytes);
  await freeze(ctx, row, words, { key: await keepPaper(house, ctx, bytes, `${row.code}.pdf`), sha256 });
  await inviteNext(ctx, { ...row, pdf_sha256: sha256 });
  await leadStep(ctx, row, 'agreement.sent');
  await audit(ctx.db, ctx, {
    ...{ kind: 'edit', document: 'agreement', id, code: row.code },
    ...{ before: { status: row.status }, after: { status: 'pending_signature' } },
  });
}

async function sealAgain(ctx: Ctx, { id }: Input<Calls['sealAgain']>): Promise<void> {
  const row = await held(ctx, id);
  const parties = await partiesIn(ctx.db, row);
  if (row.status !== 'partially_signed' || row.seal_failed_at === null || parties.some((p) => p.status !== 'signed'))
    throw new Refusal('wrongState', m.shell_refusal_state(), { from: row.status, allowed: [] });
  await change(ctx, 'agreement:managed').set({ seal_failed_at: null }).where('id', '=', id).$call(oneRow);
  await emit(ctx.db, 'agreement.seal', { agreementId: id }, `agreement.seal:${id}:${clock.ms()}`);
  await audit(ctx.db, ctx, { kind: 'edit', document: 'agreement', id, code: row.code, after: { status: row.status } });
}

export const sending = (house: House) => {
  const shown = details(house);
  const after =
    <I extends { readonly id: number }>(work: (ctx: Ctx, input: I) => Promise<void>) =>
    async (ctx: Ctx, input: I): Promise<AgreementFull> => {
      await work(ctx, input);
      return shown(ctx, { id: input.id });
    };
  const send = inTwo(
    (ctx: Ctx, { id }: Input<Calls['send']>) => drawn(ctx, id),
    async (ctx: Ctx, input: Input<Calls['send']>, ready: Ready): Promise<AgreementFull> => {
      await sent(house, ctx, input, ready, shown);
      return shown(ctx, { id: input.id });
    },
  );
  return { send, resend: after(resend), changeNumber: after(changeNumber(house)), sealAgain: after(sealAgain) };
};
