import type { Permission } from '#contract/access/documents.ts';
import type { TaxonKind } from '#contract/catalogue/kinds.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { from } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { propertyNotFound } from './rows.ts';

/** Locks and returns the property if the caller can see it and has the permission; otherwise not found. */
export async function lockProperty(ctx: Ctx, id: number, permission: Permission) {
  const row = await from(ctx, 'property:managed')
    .selectAll('property')
    .where('property.id', '=', id)
    .where(mayChange('property', ctx.me, permission))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw propertyNotFound();
  // Converts arrays of bigint, which pg returns as texts.
  return { ...row, amenities: row.amenities.map(Number) };
}
export type LockedPropertyRow = Awaited<ReturnType<typeof lockProperty>>;

/** Checks that the place is inside a county and returns the county, which is the region in charge. */
export async function readCountyOfLocation(ctx: Ctx, locationId: number): Promise<string> {
  const place = await ctx.db
    .selectFrom('location')
    .select('county')
    .where('id', '=', locationId)
    .where('merged_into', 'is', null)
    .where('location.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!place?.county) throw invalidInputRefusal({ location_id: m.property_problem_place() });
  return place.county;
}

type Wanted = { readonly field: string; readonly kind: TaxonKind; readonly ids: readonly number[] };

/** Checks that values belong to the right vocabulary; `kept` are the row's present values, which may have been hidden since. */
export async function assertVocabularyTerms(
  ctx: Ctx,
  wanted: readonly Wanted[],
  kept: readonly number[] = [],
): Promise<Map<number, { bedrooms: number | null }>> {
  const ids = [...new Set(wanted.flatMap((one) => one.ids))];
  const rows =
    ids.length === 0
      ? []
      : await ctx.db
          .selectFrom('taxon')
          .select(['id', 'kind', 'bedrooms', 'visible'])
          .where('id', 'in', ids)
          .where('taxon.deleted_at', 'is', null)
          .where('merged_into', 'is', null)
          .execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  const wrong = wanted.find(({ kind, ids: given }) =>
    given.some((id) => known.get(id)?.kind !== kind || !(known.get(id)?.visible || kept.includes(id))),
  );
  if (wrong) throw invalidInputRefusal({ [wrong.field]: m.property_problem_word() });
  return known;
}
