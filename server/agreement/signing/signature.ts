import type { signCalls } from '#contract/agreement/sign-calls.ts';
import type { Input } from '#contract/kernel/call.ts';
import { emit } from '#server/jobs/queue.ts';
import { type Ctx, unscoped } from '#server/kernel/ctx.ts';
import { add, oneRow } from '#server/kernel/scoped.ts';
import { itself } from '#server/kernel/scoped-row.ts';
import { type Door, hint, why } from '../door.ts';
import { inviteNext } from '../invite.ts';
import { note, type PartyRow, partiesIn } from '../rows.ts';
import { sha256Of } from '../send.ts';
import { homeOf, tellManagers, tellParties } from '../tell.ts';

type Given = Input<(typeof signCalls)['sign']>;

/** Kept with where it came from; the link is used. The trail holds what was drawn and the device it was drawn on by their digests: nothing there is changed afterwards. */
export async function keepSignature(ctx: Ctx, { party, row, to }: Door, { kind, drawn, sha256 }: Given): Promise<void> {
  const agent = ctx.from.agent.slice(0, 300);
  await add(ctx, 'agreement_signature')
    .values({
      ...{ party_id: party.id, kind, drawn, pdf_sha256: sha256, ip: ctx.from.ip || null, agent },
      proved_by: 'phone' in to ? 'sms' : 'email',
    })
    .execute();
  await itself(ctx.db, 'agreement_party', party)
    .change()
    // Proved is the number or mailbox the code went to: it is the one on the certificate.
    .set({ status: 'signed', token_hash: null, remind_at: null, ...to })
    .$call(oneRow);
  await note(ctx, row.id, 'signed', { partyId: party.id, detail: { said: hint(to), signature: sha256Of(drawn), device: sha256Of(agent) } });
}

/** The next are asked and the others hear of it; after the last it is sealed. Answers how many are left. */
export async function afterSignature(ctx: Ctx, { party, row }: Door): Promise<number> {
  const more = await inviteNext(unscoped(ctx, why), row);
  const left = (await partiesIn(ctx.db, row)).filter((p) => p.status !== 'signed').length;
  if (!more) {
    await emit(ctx.db, 'agreement.seal', { agreementId: row.id }, `agreement.seal:${row.id}`);
    return left;
  }
  const params = { name: party.name, home: await homeOf(ctx, row), left: String(left) };
  const words = { event: 'contract.signed', params, key: `${row.id}:${party.id}` } as const;
  const heard = (p: PartyRow) => p.id !== party.id && p.status === 'signed';
  await tellParties(ctx, row, words, (p) => !heard(p));
  await tellManagers(ctx, row, words, (p) => p.id === party.id || heard(p));
  return left;
}
