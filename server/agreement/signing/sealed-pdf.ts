import { sql } from 'kysely';
import type { AgreementKind } from '#contract/agreement/kinds.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { buildSignedFilePath } from '#server/media/service.ts';
import { agreementPdfLinkSeconds, readPaperSigning } from '../rows.ts';

export type SealedAgreement = { readonly id: number; readonly kind: AgreementKind; readonly code: string; readonly at: Date; readonly file: string };

/**
 * The fully signed agreements of a tenancy that the caller may see, sealed here or confirmed on paper. Each has a link that is valid for a limited
 * time.
 */
export async function listSealedAgreements(services: Pick<RunningServices, 'secret'>, ctx: Ctx, tenancyId: number): Promise<SealedAgreement[]> {
  const rows = await from(ctx, 'agreement')
    .select(['id', 'kind', 'code', 'sealed_file', 'sealed_at', 'wet_ink', 'updated_at'])
    .where('tenancy_id', '=', tenancyId)
    // Signed agreements of an ended tenancy are archived, and its people can still open them.
    .where('status', 'in', ['fully_signed', 'archived'])
    .where(sql<boolean>`(sealed_file is not null or wet_ink ->> 'confirmed_by' is not null)`)
    .orderBy('id', 'desc')
    .execute();
  return rows.flatMap(({ id, kind, code, sealed_file, sealed_at, updated_at, ...row }) => {
    const key = sealed_file ?? readPaperSigning(row)?.key;
    return key ? [{ id, kind, code, at: sealed_at ?? updated_at, file: buildSignedFilePath(services.secret, key, agreementPdfLinkSeconds) }] : [];
  });
}
