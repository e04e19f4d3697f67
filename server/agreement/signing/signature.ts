import type { signCalls } from '#contract/agreement/sign-calls.ts';
import type { HandlerInput } from '#contract/kernel/call.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import { asUnscoped, type Ctx } from '#server/kernel/ctx.ts';
import { add, oneRow } from '#server/kernel/scoped.ts';
import { sameRow } from '#server/kernel/scoped-row.ts';
import { inviteNextParty } from '../invite.ts';
import { notifyAgreementManagers, notifyAgreementParties, readAgreementHomeName } from '../notify.ts';
import { addAgreementTrailEntry, listAgreementParties, type PartyRow } from '../rows.ts';
import { sha256Hex } from '../send.ts';
import { maskSignerContact, type SigningLink, signingLinkReason } from '../signing-link.ts';

type Given = HandlerInput<(typeof signCalls)['sign']>;

/**
 * Stores the electronic signature of a lease or another agreement with its origin and marks the link as used. The trail contains digests of the
 * drawing and the device, so later changes are detected.
 */
export async function storeSignature(ctx: Ctx, { party, row, to }: SigningLink, { kind, drawn, sha256 }: Given): Promise<void> {
  const agent = ctx.from.agent.slice(0, 300);
  await add(ctx, 'agreement_signature')
    .values({
      party_id: party.id,
      kind,
      drawn,
      pdf_sha256: sha256,
      ip: ctx.from.ip || null,
      agent,
      proved_by: 'phone' in to ? 'sms' : 'email',
    })
    .execute();
  await sameRow(ctx.db, 'agreement_party', party)
    .change()
    // The certificate shows the phone number or email that received the code, because only that one is proven.
    .set({ status: 'signed', token_hash: null, remind_at: null, ...to })
    .$call(oneRow);
  await addAgreementTrailEntry(ctx, row.id, 'signed', {
    partyId: party.id,
    detail: { said: maskSignerContact(to), signature: sha256Hex(drawn), device: sha256Hex(agent) },
  });
}

/** Invites the next signatories and notifies the others; after the last signature the document is sealed. Returns how many signatures are missing. */
export async function advanceAfterSignature(ctx: Ctx, { party, row }: SigningLink): Promise<number> {
  const more = await inviteNextParty(asUnscoped(ctx, signingLinkReason), row);
  const left = (await listAgreementParties(ctx.db, row)).filter((p) => p.status !== 'signed').length;
  if (!more) {
    await enqueueJob(ctx.db, 'agreement.seal', { agreementId: row.id }, `agreement.seal:${row.id}`);
    return left;
  }
  const params = { name: party.name, home: await readAgreementHomeName(ctx, row), left: String(left) };
  const words = { event: 'contract.signed', params, key: `${row.id}:${party.id}` } as const;
  const heard = (p: PartyRow) => p.id !== party.id && p.status === 'signed';
  await notifyAgreementParties(ctx, row, words, (p) => !heard(p));
  await notifyAgreementManagers(ctx, row, words, (p) => p.id === party.id || heard(p));
  return left;
}
