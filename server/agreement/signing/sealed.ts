import { sql } from 'kysely';
import type { AgreementKind } from '#contract/agreement/kinds.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { from } from '#server/kernel/scoped.ts';
import { signedPath } from '#server/media/service.ts';
import { inkOf, paperSeconds } from '../rows.ts';

export type SealedPaper = { readonly id: number; readonly kind: AgreementKind; readonly code: string; readonly at: Date; readonly file: string };

/** What of a tenancy everybody signed, as the caller may see it: sealed here, or on paper and confirmed. It lies where it is; the address opens it for a while. */
export async function sealedOf(house: Pick<House, 'secret'>, ctx: Ctx, tenancyId: number): Promise<SealedPaper[]> {
  const rows = await from(ctx, 'agreement')
    .select(['id', 'kind', 'code', 'sealed_file', 'sealed_at', 'wet_ink', 'updated_at'])
    .where('tenancy_id', '=', tenancyId)
    // Of a tenancy that is over they are put away, and still theirs.
    .where('status', 'in', ['fully_signed', 'archived'])
    .where(sql<boolean>`(sealed_file is not null or wet_ink ->> 'confirmed_by' is not null)`)
    .orderBy('id', 'desc')
    .execute();
  return rows.flatMap(({ id, kind, code, sealed_file, sealed_at, updated_at, ...row }) => {
    const key = sealed_file ?? inkOf(row)?.key;
    return key ? [{ id, kind, code, at: sealed_at ?? updated_at, file: signedPath(house.secret, key, paperSeconds) }] : [];
  });
}
