import type { agreementCalls } from '#contract/agreement/calls.ts';
import { agreementMachine } from '#contract/agreement/machine.ts';
import type { AgreementFull } from '#contract/agreement/shapes.ts';
import type { Input } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { invalid } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, type Db, Refusal, signedIn } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { move } from '#server/kernel/move.ts';
import { add, change, everything, from, oneRow } from '#server/kernel/scoped.ts';
import { keep } from '#server/media/service.ts';
import { m } from '#words/messages.js';
import { close } from './drafts.ts';
import { details } from './full.ts';
import { askAboutPaper } from './invite.ts';
import { confirmersOf, insistOnSides } from './parties.ts';
import { insistAgreed } from './renewed.ts';
import { type AgreementRow, held, inkOf, missing, note, type PartyRow, partiesIn, type WetInk, wordsOf } from './rows.ts';
import { sha256Of } from './send.ts';
import { done } from './signing/seal.ts';
import { homeOf, tellManagers } from './tell.ts';

type Calls = typeof agreementCalls;
const why = 'one side brought the paper, the other says what it is';
const put = (ctx: Pick<Ctx, 'db'>, id: number, set: object) =>
  everything(ctx.db, 'agreement', why)
    .change()
    .set({ ...set, updated_at: clock.now() })
    .where('id', '=', id)
    .$call(oneRow);

/**
 * Somebody who rents says that the scan is what was signed: it counts as signed by everybody who has not signed here. Whoever calls holds the
 * agreement and has asked whether they may.
 */
export async function confirmed(ctx: Ctx, row: AgreementRow, party: PartyRow, ink: WetInk): Promise<void> {
  await move(ctx, agreementMachine, 'confirm_paper', row.id, null, 'clock');
  await put(ctx, row.id, { wet_ink: JSON.stringify({ ...ink, confirmed_by: party.id }) });
  for (const one of (await partiesIn(ctx.db, row.id)).filter((p) => p.status !== 'signed')) {
    await add(ctx, 'agreement_signature')
      .values({ party_id: one.id, kind: 'wet_ink', drawn: ink.sha256, pdf_sha256: ink.sha256, proved_by: 'paper' })
      .execute();
    await everything(ctx.db, 'agreement_party', why).change().set({ status: 'signed' }).where('id', '=', one.id).$call(oneRow);
  }
  await close(ctx, row.id);
  await note(ctx, row.id, 'paper_confirmed', { partyId: party.id });
  await done(ctx, row);
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'agreement',
    id: row.id,
    code: row.code,
    before: { status: row.status },
    after: { status: 'fully_signed', name: party.name },
  });
}

/** It is not what they signed: a draft is a draft again, and whoever lets hears why. */
export async function paperRefused(ctx: Ctx, row: AgreementRow, party: PartyRow, reason: string): Promise<void> {
  await put(ctx, row.id, { wet_ink: null, frozen_at: null, text: null, terms: JSON.stringify({}), revision: row.revision + 1 });
  await close(ctx, row.id);
  await note(ctx, row.id, 'rejected', { partyId: party.id, detail: { said: reason } });
  const params = { name: party.name, home: await homeOf(ctx, row), reason, until: '' };
  await tellManagers(ctx, row, { event: 'contract.rejected', params, key: `${row.id}:${row.revision}` }, () => false);
}

/** A file the house wrote or sealed is no scan of a paper, whoever's it is. */
const isOurs = async (db: Db, sha256: string): Promise<boolean> =>
  (await everything(db, 'agreement', 'whether a file is one the house made')
    .select()
    .select('id')
    .where((eb) => eb.or([eb('sealed_sha256', '=', sha256), eb('pdf_sha256', '=', sha256)]))
    .executeTakeFirst()) !== undefined;

/** Signed on paper: whoever lets brings the scan, and one of those who rent says that it is what was signed. */
export const inking = (house: House) => {
  const shown = details(house);
  return {
    async bringPaper(ctx: Ctx, { id, file }: Input<Calls['bringPaper']>): Promise<AgreementFull> {
      // What is kept counts for a company, which is held before anything of its own.
      if (!(await from(ctx, 'agreement:managed').select('id').where('id', '=', id).executeTakeFirst())) throw missing();
      const sha256 = sha256Of(file.data);
      if (await isOurs(ctx.db, sha256)) throw invalid({ file: m.agreement_problem_our_file() });
      const { keys } = await keep(house, ctx, file, { purpose: 'document', visibility: 'private', field: 'file' });
      const row = await held(ctx, id);
      if (!['draft', 'pending_signature', 'partially_signed'].includes(row.status))
        throw new Refusal('wrongState', m.shell_refusal_state(), { from: row.status, allowed: [] });
      const parties = await partiesIn(ctx.db, id);
      await insistOnSides(ctx.db, row, parties);
      const ink: WetInk = { key: keys.original ?? '', sha256, by: signedIn(ctx).userId, at: clock.now().toISOString() };
      const inked = { ...row, wet_ink: ink };
      const asked = await confirmersOf(ctx.db, inked, parties);
      if (asked.length === 0) throw new Refusal('conflict', m.agreement_refusal_nobody_confirms());
      // What was signed is the text as it reads now; it no longer follows the tenancy.
      const words = row.status === 'draft' && row.wet_ink === null ? await wordsOf(ctx.db, row) : null;
      await change(ctx, 'agreement:managed')
        .set({
          wet_ink: JSON.stringify(ink),
          ...(words ? { frozen_at: clock.now(), text: JSON.stringify(words.text), terms: JSON.stringify(words.facts) } : {}),
          revision: row.revision + 1,
          updated_at: clock.now(),
        })
        .where('id', '=', id)
        .$call(oneRow);
      await close(ctx, id);
      // Whoever signed on paper sees it, also where it was never sent.
      await change(ctx, 'agreement_party').set({ invited_at: clock.now() }).where('agreement_id', '=', id).where('invited_at', 'is', null).execute();
      await note(ctx, id, 'paper_brought');
      for (const party of asked) await askAboutPaper(ctx, row, party);
      await audit(ctx.db, ctx, { kind: 'edit', document: 'agreement', id, code: row.code, after: { status: row.status, wet_ink: file.name } });
      return shown(ctx, { id });
    },

    async confirmPaper(ctx: Ctx, { id, sha256 }: Input<Calls['confirmPaper']>): Promise<AgreementFull> {
      const row = await from(ctx, 'agreement').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
      const ink = row ? inkOf(row) : null;
      const parties = await partiesIn(ctx.db, id);
      const isMine = (p: PartyRow) => p.person_id !== null && p.person_id === ctx.me.userId;
      if (!row || !ink || !parties.some(isMine)) throw missing();
      const mine = (await confirmersOf(ctx.db, row, parties)).find(isMine);
      if (!mine) throw new Refusal('forbidden', m.agreement_refusal_own_paper());
      // Another scan may have been brought while they read.
      if (ink.sha256 !== sha256) throw new Refusal('conflict', m.agreement_refusal_other_paper());
      await insistAgreed(ctx.db, row);
      await confirmed(ctx, row, mine, ink);
      return shown(ctx, { id });
    },
  };
};
