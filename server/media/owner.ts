import { type MediaTypeNumber, mediaTypes } from '#contract/catalogue/kinds.ts';
import { mediaLimits } from '#contract/media/limits.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { from } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import type { MediaItemRow } from './rows.ts';

/** The owner of media: a property or a unit of it. */
export type MediaOwner = {
  readonly propertyId: number;
  readonly unitId: number | null;
  readonly companyId: number;
  readonly code: string;
};
export type MediaOwnerIds = { readonly property_id?: number | undefined; readonly unit_id?: number | undefined };

const nowhere = () => new Refusal('notFound', sentence('itemNotFound'));

/** The property or unit that the input names, if the caller can see it. */
export async function readMediaOwner(ctx: Ctx, { property_id, unit_id }: MediaOwnerIds): Promise<MediaOwner> {
  if ((property_id === undefined) === (unit_id === undefined)) throw invalidInputRefusal({ property_id: m.media_problem_one_of_two() });
  const unit = unit_id === undefined ? null : await getLookup('seenUnit')(ctx, unit_id);
  if (unit === undefined) throw nowhere();
  const property = await from(ctx, 'property')
    .select(['property.id', 'property.company_id', 'property.code'])
    .where('property.id', '=', unit?.property_id ?? property_id ?? null)
    .executeTakeFirst();
  if (!property) throw nowhere();
  return { propertyId: property.id, unitId: unit?.id ?? null, companyId: property.company_id, code: unit?.code ?? property.code };
}

/**
 * The property or unit for a change: the caller may edit it, and the property is locked, so that two changes cannot both set a cover or take the last
 * place.
 */
export async function lockMediaOwner(ctx: Ctx, named: MediaOwnerIds): Promise<MediaOwner> {
  const owner = await readMediaOwner(ctx, named);
  await assertMayChangeMedia(ctx, owner.propertyId, true);
  return owner;
}

export async function assertMayChangeMedia(ctx: Ctx, propertyId: number, hold = false): Promise<void> {
  const query = from(ctx, 'property')
    .select('property.id')
    .where('property.id', '=', propertyId)
    .where(mayChange('property', ctx.me, 'units.edit'));
  const may = await (hold ? query.forNoKeyUpdate() : query).executeTakeFirst();
  if (!may) throw new Refusal('forbidden', sentence('accessForbidden'), { missing: 'units.edit' });
}

export const toMediaOwnerIds = (row: Pick<MediaItemRow, 'property_id' | 'unit_id'>): MediaOwnerIds =>
  row.unit_id === null ? { property_id: row.property_id } : { unit_id: row.unit_id };

/** The items of a property or unit that the caller has found through its scope. */
export const selectMediaItemsOfOwner = (ctx: Ctx, { propertyId, unitId }: MediaOwner) =>
  from(ctx, 'media_item')
    .where('property_id', '=', propertyId)
    .where('unit_id', unitId === null ? 'is' : '=', unitId);

export async function assertBelowMediaLimit(ctx: Ctx, owner: MediaOwner, mediaType: MediaTypeNumber): Promise<void> {
  const most = mediaType === mediaTypes.image ? mediaLimits.image[owner.unitId === null ? 'property' : 'unit'] : mediaLimits.other;
  const { n } = await selectMediaItemsOfOwner(ctx, owner)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('media_type', '=', mediaType)
    .executeTakeFirstOrThrow();
  if (n >= most) throw new Refusal('conflict', m.media_refusal_most({ most }), { limit: most });
}

type Facts = Readonly<Record<string, unknown>>;
const tagged = (id: number, facts: Facts | null) =>
  facts && Object.fromEntries(Object.entries(facts).map(([name, value]) => [`media_${id}_${name}`, value]));

/** Writes one audit entry for the property or unit, because media items have no audit document of their own. */
export const auditMedia = (
  ctx: Ctx,
  { propertyId, unitId, code }: MediaOwner,
  kind: 'add' | 'edit' | 'delete',
  id: number,
  before: Facts | null,
  after: Facts | null,
) =>
  audit(ctx.db, ctx, {
    kind,
    document: unitId === null ? 'property' : 'units',
    id: unitId ?? propertyId,
    code,
    before: tagged(id, before),
    after: tagged(id, after),
  });
