import { clock } from '#contract/time/clock.ts';
import { asClock } from '#server/kernel/ctx.ts';
import { add, oneRow } from '#server/kernel/scoped.ts';
import { sameRow, systemRows } from '#server/kernel/scoped-row.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { renderAgreementPdf } from './pdf-text.ts';
import { listAgreementParties, readAgreementText } from './rows.ts';
import { sha256Hex, storeSystemFile } from './send.ts';
import { sealAgreement } from './signing/seal.ts';

const why = 'scheduled job creates the missing PDF of a frozen agreement';

/**
 * Completes the demo's agreements, which the demo data cannot render: the worker renders their PDFs at the first start, signs for the demo's
 * signatories, and seals fully signed ones. An agreement with a PDF is skipped, so a repeat changes nothing.
 */
export async function renderMissingAgreementPdfs(services: RunningServices, agreementId: number): Promise<void> {
  const { db } = services.database;
  const row = await systemRows(db, 'agreement', why).selectAll().where('id', '=', agreementId).where('pdf_file', 'is', null).executeTakeFirst();
  if (!row || row.text === null) return;
  const bytes = await renderAgreementPdf(row, await readAgreementText(db, row), await listAgreementParties(db, row));
  await db.transaction().execute(async (tx) => {
    const free = await sameRow(tx, 'agreement', row).select().select('id').where('pdf_file', 'is', null).forUpdate().executeTakeFirst();
    if (!free) return;
    const ctx = asClock(tx, why);
    const set = { pdf_file: await storeSystemFile(services, ctx, bytes, `${row.code}.pdf`), pdf_sha256: sha256Hex(bytes), updated_at: clock.now() };
    await sameRow(tx, 'agreement', row).change().set(set).$call(oneRow);
    const signed = (await listAgreementParties(tx, row)).filter(({ status }) => status === 'signed');
    for (const party of signed)
      await add(ctx, 'agreement_signature')
        .values({
          party_id: party.id,
          kind: 'typed',
          drawn: party.name,
          pdf_sha256: set.pdf_sha256,
          proved_by: party.phone ? 'sms' : 'email',
          at: party.invited_at ?? clock.now(),
        })
        .execute();
  });
  await sealAgreement(services, agreementId);
}
