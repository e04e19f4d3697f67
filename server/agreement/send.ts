import { createHash, randomBytes } from 'node:crypto';
import type { agreementCalls } from '#contract/agreement/calls.ts';
import { agreementMachine } from '#contract/agreement/machine.ts';
import type { AgreementDetails } from '#contract/agreement/shapes.ts';
import type { HandlerInput } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { withPreparation } from '#server/http/registry.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import { audit } from '#server/kernel/audit.ts';
import { asClock, type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { change, from, oneRow } from '#server/kernel/scoped.ts';
import { parentOf } from '#server/kernel/scoped-row.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { storeFile } from '#server/media/service.ts';
import { m } from '#words/messages.js';
import { type AgreementDetailsReader, makeAgreementChangedRefusal, makeAgreementDetailsReader } from './agreement-detail.ts';
import { inviteNextParty } from './invite.ts';
import { assertRequiredSigners } from './parties.ts';
import { renderAgreementPdf } from './pdf-text.ts';
import { tellRecordedContacts } from './replaced-contact.ts';
import { changeSignerContact, isHomeFrozen, resendSigningLink } from './resend.ts';
import { type AgreementRow, addAgreementTrailEntry, agreementNotFound, listAgreementParties, lockAgreement, readAgreementText } from './rows.ts';

type Calls = typeof agreementCalls;
export const sha256Hex = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** Letters and digits that are not confused when read from paper, in groups of four. */
export const makeVerificationCode = (): string => {
  const letters = [...randomBytes(16)].map((byte) => '23456789ABCDEFGHJKMNPQRSTUVWXYZ'[byte % 31]).join('');
  return letters.replace(/(.{4})(?=.)/g, '$1-');
};

type Words = Awaited<ReturnType<typeof readAgreementText>>;
type Ready = { readonly bytes: Uint8Array; readonly same: string };
const sameness = (words: Words, names: readonly { name: string; role: string }[], row: AgreementRow): string =>
  JSON.stringify([words.text, words.template.id, row.language, row.revision, names]);

/** Renders the document before the agreement is locked, because rendering is slow. The transaction then checks that the text is still the same. */
async function drawn(ctx: Ctx, id: number): Promise<Ready> {
  const row = await from(ctx, 'agreement:managed').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw agreementNotFound();
  const words = await readAgreementText(ctx.db, row);
  const parties = await listAgreementParties(ctx.db, row);
  return { bytes: await renderAgreementPdf(row, words, parties), same: sameness(words, parties.map(nameOf), row) };
}
const nameOf = ({ name, role }: { name: string; role: string }) => ({ name, role });

/** Stores a generated document without charging it to the storage quota of a company. The link to it is signed. */
export async function storeSystemFile(services: RunningServices, ctx: { readonly db: Db }, bytes: Uint8Array, name: string): Promise<string> {
  const { keys } = await storeFile(
    services,
    asClock(ctx.db, 'a document that Makao generated'),
    { data: bytes, type: 'pdf', name },
    { purpose: 'document', visibility: 'private', field: 'file' },
  );
  const key = keys.original;
  if (!key) throw new Error('a document without a key');
  return key;
}

export async function addAgreementLeadStep(ctx: Ctx, row: AgreementRow, what: 'agreement.sent' | 'agreement.signed'): Promise<void> {
  const lead = await parentOf(ctx.db, row, 'tenancy_id', 'tenancy')
    .innerJoin('booking', 'booking.id', 'tenancy.booking_id')
    .select('booking.lead_id')
    .executeTakeFirst();
  if (lead?.lead_id) await publishEvent(ctx, 'lead.step', { leadId: lead.lead_id, what, about: {} });
}

/**
 * Checks that an agreement can be sent: no field is missing, both sides have signatories, the text is the one that was shown, and the home is not
 * frozen.
 */
async function assertSendable(ctx: Ctx, row: AgreementRow, words: Words, same: string, shown: AgreementDetailsReader): Promise<void> {
  const parties = await listAgreementParties(ctx.db, row);
  if (words.missing.length > 0) throw invalidInputRefusal({ text: m.agreement_problem_missing({ fields: words.missing.join(', ') }) });
  if (parties.length < 2) throw invalidInputRefusal({ parties: m.agreement_problem_two() });
  await assertRequiredSigners(ctx.db, row, parties);
  if (sameness(words, parties.map(nameOf), row) !== same) throw await makeAgreementChangedRefusal(ctx, shown, row.id);
  if (await isHomeFrozen(ctx, row)) throw new Refusal('conflict', m.agreement_refusal_frozen());
}

/** Freezes the current text as the one that all parties sign. */
async function freeze(ctx: Ctx, row: AgreementRow, words: Words, paper: { readonly key: string; readonly sha256: string }): Promise<void> {
  await change(ctx, 'agreement:managed')
    .set({
      pdf_file: paper.key,
      pdf_sha256: paper.sha256,
      text: JSON.stringify(words.text),
      terms: JSON.stringify(words.facts),
      frozen_at: clock.now(),
      verify_code: makeVerificationCode(),
      revision: row.revision + 1,
      updated_at: clock.now(),
    })
    .where('id', '=', row.id)
    .$call(oneRow);
  await addAgreementTrailEntry(ctx, row.id, 'sent', { detail: { said: paper.sha256 } });
}

/** Freezes the text and invites the first signatories. */
async function sent(
  services: RunningServices,
  ctx: Ctx,
  { id, revision }: HandlerInput<Calls['send']>,
  { bytes, same }: Ready,
  shown: AgreementDetailsReader,
): Promise<void> {
  // A charge that is added at the same time is either in the text or refused.
  const draft = await from(ctx, 'agreement:managed').select('tenancy_id').where('id', '=', id).executeTakeFirst();
  if (draft) await from(ctx, 'tenancy:managed').select('id').where('id', '=', draft.tenancy_id).forShare().executeTakeFirst();
  const row = await lockAgreement(ctx, id);
  if (revision !== undefined && revision !== row.revision) throw await makeAgreementChangedRefusal(ctx, shown, id);
  const words = await readAgreementText(ctx.db, row);
  if (row.wet_ink !== null) throw new Refusal('conflict', m.agreement_refusal_inked());
  await makeMove(ctx, agreementMachine, 'send', id);
  await assertSendable(ctx, row, words, same, shown);
  const sha256 = sha256Hex(bytes);
  await freeze(ctx, row, words, { key: await storeSystemFile(services, ctx, bytes, `${row.code}.pdf`), sha256 });
  await tellRecordedContacts(services, ctx, row);
  await inviteNextParty(ctx, { ...row, pdf_sha256: sha256 });
  await addAgreementLeadStep(ctx, row, 'agreement.sent');
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'agreement',
    id,
    code: row.code,
    before: { status: row.status },
    after: { status: 'pending_signature' },
  });
}

async function retrySeal(ctx: Ctx, { id }: HandlerInput<Calls['retrySeal']>): Promise<void> {
  const row = await lockAgreement(ctx, id);
  const parties = await listAgreementParties(ctx.db, row);
  if (row.status !== 'partially_signed' || row.seal_failed_at === null || parties.some((p) => p.status !== 'signed'))
    throw new Refusal('wrongState', m.shell_refusal_state(), { from: row.status, allowed: [] });
  await change(ctx, 'agreement:managed').set({ seal_failed_at: null }).where('id', '=', id).$call(oneRow);
  await enqueueJob(ctx.db, 'agreement.seal', { agreementId: id }, `agreement.seal:${id}:${clock.ms()}`);
  await audit(ctx.db, ctx, { kind: 'edit', document: 'agreement', id, code: row.code, after: { status: row.status } });
}

export const sendHandlers = (services: RunningServices) => {
  const shown = makeAgreementDetailsReader(services);
  const after =
    <I extends { readonly id: number }>(work: (ctx: Ctx, input: I) => Promise<void>) =>
    async (ctx: Ctx, input: I): Promise<AgreementDetails> => {
      await work(ctx, input);
      return shown(ctx, { id: input.id });
    };
  const send = withPreparation(
    (ctx: Ctx, { id }: HandlerInput<Calls['send']>) => drawn(ctx, id),
    async (ctx: Ctx, input: HandlerInput<Calls['send']>, ready: Ready): Promise<AgreementDetails> => {
      await sent(services, ctx, input, ready, shown);
      return shown(ctx, { id: input.id });
    },
  );
  return { send, resend: after(resendSigningLink), changeNumber: after(changeSignerContact(services)), retrySeal: after(retrySeal) };
};
