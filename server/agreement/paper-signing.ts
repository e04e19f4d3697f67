import type { agreementCalls } from '#contract/agreement/calls.ts';
import { agreementMachine } from '#contract/agreement/machine.ts';
import type { AgreementDetails } from '#contract/agreement/shapes.ts';
import type { HandlerInput } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, type Db, Refusal, requireSignedIn } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import { add, change, from, oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import { sameRow } from '#server/kernel/scoped-row.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { storeFile } from '#server/media/service.ts';
import { m } from '#words/messages.js';
import { makeAgreementDetailsReader } from './agreement-detail.ts';
import { requestScanConfirmation } from './invite.ts';
import { notifyAgreementManagers, readAgreementHomeName } from './notify.ts';
import { assertRequiredSigners, listScanConfirmers } from './parties.ts';
import { assertRenewalTerms } from './renewal.ts';
import { assertSignatureNotHeld, tellRecordedContacts } from './replaced-contact.ts';
import {
  type AgreementRow,
  addAgreementTrailEntry,
  agreementNotFound,
  listAgreementParties,
  lockAgreement,
  type PaperSigning,
  type PartyRow,
  readAgreementText,
  readPaperSigning,
} from './rows.ts';
import { sha256Hex } from './send.ts';
import { completeAgreement } from './signing/seal.ts';
import { closeSigningLinks } from './write-draft.ts';

type Calls = typeof agreementCalls;
const put = (ctx: Pick<Ctx, 'db'>, row: AgreementRow, set: object) =>
  sameRow(ctx.db, 'agreement', row)
    .change()
    .set({ ...set, updated_at: clock.now() })
    .$call(oneRow);

/**
 * A tenant confirms that the scan is the signed agreement. It then counts as signed by everyone who has not signed here. The caller has locked the
 * agreement and checked the permission.
 */
export async function confirmSignedScan(ctx: Ctx, row: AgreementRow, party: PartyRow, ink: PaperSigning): Promise<void> {
  const parties = await listAgreementParties(ctx.db, row);
  // The confirmation signs for all, so it waits for each contact that can still object.
  for (const one of parties) assertSignatureNotHeld(one);
  await makeMove(ctx, agreementMachine, 'confirm_paper', row.id, null, 'clock');
  await put(ctx, row, { wet_ink: JSON.stringify({ ...ink, confirmed_by: party.id }) });
  for (const one of parties.filter((p) => p.status !== 'signed')) {
    await add(ctx, 'agreement_signature')
      .values({ party_id: one.id, kind: 'wet_ink', drawn: ink.sha256, pdf_sha256: ink.sha256, proved_by: 'paper' })
      .execute();
    await sameRow(ctx.db, 'agreement_party', one).change().set({ status: 'signed' }).$call(oneRow);
  }
  await closeSigningLinks(ctx, row);
  await addAgreementTrailEntry(ctx, row.id, 'paper_confirmed', { partyId: party.id });
  await completeAgreement(ctx, row);
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'agreement',
    id: row.id,
    code: row.code,
    before: { status: row.status },
    after: { status: 'fully_signed', name: party.name },
  });
}

/** A tenant rejects the scan: the agreement is a draft again, and the landlord's side is notified of the reason. */
export async function rejectSignedScan(ctx: Ctx, row: AgreementRow, party: PartyRow, reason: string): Promise<void> {
  await put(ctx, row, { wet_ink: null, frozen_at: null, text: null, terms: JSON.stringify({}), revision: row.revision + 1 });
  await closeSigningLinks(ctx, row);
  await addAgreementTrailEntry(ctx, row.id, 'rejected', { partyId: party.id, detail: { said: reason } });
  const params = { name: party.name, home: await readAgreementHomeName(ctx, row), reason, until: '' };
  await notifyAgreementManagers(ctx, row, { event: 'contract.rejected', params, key: `${row.id}:${row.revision}` }, () => false);
}

/** A file that this system wrote or sealed is not accepted as a scan, regardless of its owner. */
const isOurs = async (db: Db, sha256: string): Promise<boolean> =>
  (await unscopedTable(db, 'agreement', 'checks whether Makao generated the file')
    .select()
    .select('id')
    .where((eb) => eb.or([eb('sealed_sha256', '=', sha256), eb('pdf_sha256', '=', sha256)]))
    .executeTakeFirst()) !== undefined;

/** Signing on paper: the landlord’s side uploads the scan, and a single tenant confirms it. */
export const paperSigningHandlers = (services: RunningServices) => {
  const shown = makeAgreementDetailsReader(services);
  return {
    async uploadSignedScan(ctx: Ctx, { id, file }: HandlerInput<Calls['uploadSignedScan']>): Promise<AgreementDetails> {
      // Storing the file locks the company for its storage quota, and the company is locked before its agreements.
      const seen = await from(ctx, 'agreement:managed').select('tenancy_id').where('id', '=', id).executeTakeFirst();
      if (!seen) throw agreementNotFound();
      const sha256 = sha256Hex(file.data);
      if (await isOurs(ctx.db, sha256)) throw invalidInputRefusal({ file: m.agreement_problem_our_file() });
      const { keys } = await storeFile(services, ctx, file, { purpose: 'document', visibility: 'private', field: 'file' });
      // A rent or a charge that changes at the same time is either in the text or refused.
      await from(ctx, 'tenancy:managed').select('id').where('id', '=', seen.tenancy_id).forShare().executeTakeFirst();
      const row = await lockAgreement(ctx, id);
      if (!['draft', 'pending_signature', 'partially_signed'].includes(row.status))
        throw new Refusal('wrongState', m.shell_refusal_state(), { from: row.status, allowed: [] });
      const parties = await listAgreementParties(ctx.db, row);
      await assertRequiredSigners(ctx.db, row, parties);
      const ink: PaperSigning = { key: keys.original ?? '', sha256, by: requireSignedIn(ctx).userId, at: clock.now().toISOString() };
      const inked = { ...row, wet_ink: ink };
      const asked = await listScanConfirmers(ctx.db, inked, parties);
      if (asked.length === 0) throw new Refusal('conflict', m.agreement_refusal_nobody_confirms());
      // The signed text is the current one, and later changes of the tenancy do not change it.
      const words = row.status === 'draft' && row.wet_ink === null ? await readAgreementText(ctx.db, row) : null;
      await change(ctx, 'agreement:managed')
        .set({
          wet_ink: JSON.stringify(ink),
          ...(words ? { frozen_at: clock.now(), text: JSON.stringify(words.text), terms: JSON.stringify(words.facts) } : {}),
          revision: row.revision + 1,
          updated_at: clock.now(),
        })
        .where('id', '=', id)
        .$call(oneRow);
      await closeSigningLinks(ctx, row);
      // People who signed on paper see the agreement, even if it was never sent.
      await change(ctx, 'agreement_party').set({ invited_at: clock.now() }).where('agreement_id', '=', id).where('invited_at', 'is', null).execute();
      await addAgreementTrailEntry(ctx, id, 'paper_brought');
      await tellRecordedContacts(services, ctx, row);
      for (const party of asked) await requestScanConfirmation(ctx, row, party);
      await audit(ctx.db, ctx, { kind: 'edit', document: 'agreement', id, code: row.code, after: { status: row.status, wet_ink: file.name } });
      return shown(ctx, { id });
    },

    async confirmSignedScan(ctx: Ctx, { id, sha256 }: HandlerInput<Calls['confirmSignedScan']>): Promise<AgreementDetails> {
      const row = await from(ctx, 'agreement').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
      const ink = row ? readPaperSigning(row) : null;
      const parties = row ? await listAgreementParties(ctx.db, row) : [];
      const isMine = (p: PartyRow) => p.person_id !== null && p.person_id === ctx.me.userId;
      if (!row || !ink || !parties.some(isMine)) throw agreementNotFound();
      const mine = (await listScanConfirmers(ctx.db, row, parties)).find(isMine);
      if (!mine) throw new Refusal('forbidden', m.agreement_refusal_own_paper());
      // The scan may have been replaced while the tenant was reading the earlier one.
      if (ink.sha256 !== sha256) throw new Refusal('conflict', m.agreement_refusal_other_paper());
      await assertRenewalTerms(ctx.db, row);
      await confirmSignedScan(ctx, row, mine, ink);
      return shown(ctx, { id });
    },
  };
};
