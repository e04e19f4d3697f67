import type { Permission } from '#contract/access/documents.ts';
import type { TaxonKind } from '#contract/catalogue/kinds.ts';
import { invalid } from '#server/http/answer.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { from } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { missing } from './rows.ts';

/** The row, locked, if the caller sees it and may do this to it; what they do not reach does not exist. */
export async function held(ctx: Ctx, id: number, permission: Permission) {
  const row = await from(ctx, 'property:managed')
    .selectAll('property')
    .where('property.id', '=', id)
    .where(mayChange('property', ctx.me, permission))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw missing();
  // pg hands arrays of bigint over as texts.
  return { ...row, amenities: row.amenities.map(Number) };
}
export type HeldRow = Awaited<ReturnType<typeof held>>;

/** Where it stands: a place inside a county. Answers the county, which is also the region that looks after it. */
export async function regionOf(ctx: Ctx, locationId: number): Promise<string> {
  const place = await ctx.db
    .selectFrom('location')
    .select('county')
    .where('id', '=', locationId)
    .where('merged_into', 'is', null)
    .where('location.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!place?.county) throw invalid({ location_id: m.property_problem_place() });
  return place.county;
}

type Wanted = { readonly field: string; readonly kind: TaxonKind; readonly ids: readonly number[] };

/** Words of the right vocabulary; `kept` are those the row has already, which may have been hidden since. */
export async function checkWords(
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
  if (wrong) throw invalid({ [wrong.field]: m.property_problem_word() });
  return known;
}
