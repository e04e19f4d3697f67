import type { AgreementText, SigningLinkText } from '#contract/agreement/shapes.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { oneRow } from '#server/kernel/scoped.ts';
import { parentOf, sameRow } from '#server/kernel/scoped-row.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { buildSignedFilePath } from '#server/media/service.ts';
import { readAgreementTemplate } from '../facts.ts';
import {
  type AgreementRow,
  addAgreementTrailEntry,
  agreementPdfLinkSeconds,
  agreementUnitNameSql,
  listAgreementParties,
  readPaperSigning,
} from '../rows.ts';
import { readSignSummary, type SigningLink } from '../signing-link.ts';

/** The trail records the first opening. A scan is viewed, not opened, so it is not recorded. */
export async function recordFirstOpening(ctx: Ctx, { party, row }: SigningLink): Promise<void> {
  if (party.status !== 'sent' || readPaperSigning(row)) return;
  await sameRow(ctx.db, 'agreement_party', party).change().set({ status: 'viewed' }).$call(oneRow);
  await addAgreementTrailEntry(ctx, row.id, 'opened', { partyId: party.id });
}

const homeOf = (ctx: Ctx, row: AgreementRow) =>
  parentOf(ctx.db, row, 'tenancy_id', 'tenancy')
    .innerJoin('unit', 'unit.id', 'tenancy.unit_id')
    .innerJoin('property', 'property.id', 'tenancy.property_id')
    .select([agreementUnitNameSql, 'property.name as property'])
    .executeTakeFirstOrThrow();

/** What a person with the code reads: the text, its signatories and its documents. */
export async function readSignText(services: RunningServices, ctx: Ctx, door: SigningLink): Promise<SigningLinkText> {
  const { row } = door;
  const ink = readPaperSigning(row);
  const template = await readAgreementTemplate(ctx.db, requiredId(row.template_id, 'the template of an agreement to be signed'));
  return {
    ...(await readSignSummary(ctx, door)),
    ...(await homeOf(ctx, row)),
    text: row.text as AgreementText,
    language: row.language,
    governs: template.governs,
    message: row.message,
    sha256: row.pdf_sha256 ?? '',
    pdf: row.pdf_file ? buildSignedFilePath(services.secret, row.pdf_file, agreementPdfLinkSeconds) : null,
    scan: ink ? buildSignedFilePath(services.secret, ink.key, agreementPdfLinkSeconds) : null,
    parties: (await listAgreementParties(ctx.db, row)).map(({ name, role, status }) => ({ name, role, status })),
    no_advocate: template.reviewed_by === '',
  };
}
