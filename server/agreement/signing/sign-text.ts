import type { AgreementText, SignText } from '#contract/agreement/shapes.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { everything, oneRow } from '#server/kernel/scoped.ts';
import { signedPath } from '#server/media/service.ts';
import { type Door, headOf, why } from '../door.ts';
import { templateOf } from '../facts.ts';
import { type AgreementRow, inkOf, note, paperSeconds, partiesIn, unitName } from '../rows.ts';

/** That it was opened stands in the trail, once; a scan is looked at, not opened. */
export async function opensFirst(ctx: Ctx, { party, row }: Door): Promise<void> {
  if (party.status !== 'sent' || inkOf(row)) return;
  await everything(ctx.db, 'agreement_party', why).change().set({ status: 'viewed' }).where('id', '=', party.id).$call(oneRow);
  await note(ctx, row.id, 'opened', { partyId: party.id });
}

const homeOf = (ctx: Ctx, { tenancy_id }: AgreementRow) =>
  everything(ctx.db, 'tenancy', why)
    .select()
    .innerJoin('unit', 'unit.id', 'tenancy.unit_id')
    .innerJoin('property', 'property.id', 'tenancy.property_id')
    .select([unitName, 'property.name as property'])
    .where('tenancy.id', '=', tenancy_id)
    .executeTakeFirstOrThrow();

/** What whoever has the code reads: the text, who signs it, and its papers. */
export async function textFor(house: House, ctx: Ctx, door: Door): Promise<SignText> {
  const { row } = door;
  const ink = inkOf(row);
  const template = await templateOf(ctx.db, requiredId(row.template_id, 'the template of an agreement to be signed'));
  return {
    ...(await headOf(ctx, door)),
    ...(await homeOf(ctx, row)),
    text: row.text as AgreementText,
    language: row.language,
    governs: template.governs,
    message: row.message,
    sha256: row.pdf_sha256 ?? '',
    pdf: row.pdf_file ? signedPath(house.secret, row.pdf_file, paperSeconds) : null,
    scan: ink ? signedPath(house.secret, ink.key, paperSeconds) : null,
    parties: (await partiesIn(ctx.db, row.id)).map(({ name, role, status }) => ({ name, role, status })),
    no_advocate: template.reviewed_by === '',
  };
}
