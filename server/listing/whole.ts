import { type RawBuilder, sql } from 'kysely';
import { listingTypes } from '#contract/catalogue/kinds.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, type Db, unscoped } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { addWithProperty, unitsOfProperty } from '#server/unit/service.ts';
import type { ListingRow } from './rows.ts';

const why = 'what a whole property is made of';
export type Unit = { readonly status: string; readonly let_from: string | null };

/** Offers one of these units is part of: its own, and the whole that is to let. What is sold is sold with whoever lives there. */
export const ofUnits = (unitIds: readonly number[]): RawBuilder<boolean> => sql<boolean>`(listing.unit_id = any (${[...unitIds]}::bigint[])
  or (listing.unit_id is null and listing.listing_type <> ${listingTypes.buy} and listing.property_id in (select property_id from unit where id = any (${[...unitIds]}::bigint[]))))`;

/** Whether somebody could apply for it now: strangers see it, and it is not for sale. */
export async function stillToLet(db: Db, listingId: number | null): Promise<boolean> {
  if (listingId === null) return false;
  const { rows } = await sql`/* all: public listings, which everybody sees */ select 1 from public_listing
    where id = ${listingId} and listing_type <> ${listingTypes.buy}`.execute(db);
  return rows.length > 0;
}

const isFree = ({ status, let_from }: Unit): boolean => status === 'vacant' || (status === 'occupied' && let_from !== null);

/** All its units as one: free where all are, let where all are lived in, else whatever keeps it from being had. */
export async function asOne(db: Db, propertyId: number): Promise<Unit> {
  const units = await everything(db, 'unit', why)
    .select()
    .select(['status', 'let_from'])
    .where('property_id', '=', propertyId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  const taken = units.filter((unit) => !isFree(unit));
  const [first] = taken;
  if (!first) return { status: 'vacant', let_from: null };
  if (taken.length === units.length && taken.every(({ status }) => status === 'occupied')) return { status: 'occupied', let_from: null };
  return { status: taken.find(({ status }) => status !== 'occupied')?.status ?? 'ordered', let_from: null };
}

const standsFor: Readonly<Record<string, string>> = { office: 'office_space', shops: 'shop', godown: 'godown_bay', plot: 'plot_of_land' };
/** A whole property that is to let and has no units gets one that stands for it: what is promised is promised of a unit. */
export async function unitOfWhole(asker: Ctx, listing: ListingRow): Promise<void> {
  if (listing.unit_id !== null || listing.listing_type === listingTypes.buy) return;
  if ((await unitsOfProperty(asker, listing.property_id)).length > 0) return;
  const ctx = unscoped(asker, 'the unit a whole property is let as');
  const property = await everything(ctx.db, 'property', why)
    .select()
    .innerJoin('taxon', 'taxon.id', 'property.property_type_id')
    .select(['property.id', 'property.name', 'property.code', 'taxon.code as type'])
    .where('property.id', '=', listing.property_id)
    .executeTakeFirstOrThrow();
  const type = await ctx.db
    .selectFrom('taxon')
    .select('id')
    .where('kind', '=', 'unit_type')
    // Its keepers may have given the word up: the first of them then, until somebody says better.
    .orderBy(sql`code = ${standsFor[property.type] ?? 'whole_house'}`, 'desc')
    .orderBy('sort')
    .executeTakeFirstOrThrow();
  const name = property.name.slice(0, 60);
  await addWithProperty(ctx, property.id, [{ name, block: '', unit_type_id: type.id, rent_cents: listing.price_cents }]);
  await audit(ctx.db, asker, {
    kind: 'edit',
    document: 'property',
    id: property.id,
    code: property.code,
    after: { units: [name] },
    reason: 'let as a whole',
  });
}
