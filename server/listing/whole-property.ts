import { type RawBuilder, sql } from 'kysely';
import { listingTypes } from '#contract/catalogue/kinds.ts';
import { audit } from '#server/kernel/audit.ts';
import { asUnscoped, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { addUnitsOfNewProperty, readUnitIdsOfProperty } from '#server/unit/service.ts';
import type { ListingRow } from './rows.ts';

const why = 'the units of a property let as a whole';
export type UnitAvailability = { readonly status: string; readonly let_from: string | null };

/** Listings that these units are part of: their own, and a letting of the whole property. A sale does not depend on occupancy. */
export const listingsOfUnitsSql = (unitIds: readonly number[]): RawBuilder<boolean> => sql<boolean>`(listing.unit_id = any (${[...unitIds]}::bigint[])
  or (listing.unit_id is null and listing.listing_type <> ${listingTypes.buy} and listing.property_id in (select property_id from unit where id = any (${[...unitIds]}::bigint[]))))`;

/** Whether visitors can apply for the listing now: it is public and not for sale. */
export async function isOpenToApplicants(db: Db, listingId: number | null): Promise<boolean> {
  if (listingId === null) return false;
  const { rows } = await sql`/* unscoped: public listings are visible to all visitors */ select 1 from public_listing
    where id = ${listingId} and listing_type <> ${listingTypes.buy}`.execute(db);
  return rows.length > 0;
}

const isFree = ({ status, let_from }: UnitAvailability): boolean => status === 'vacant' || (status === 'occupied' && let_from !== null);

/** The combined status of all units: vacant if all are vacant, occupied if all are occupied, otherwise the status that prevents letting. */
export async function readCombinedUnitState(db: Db, propertyId: number): Promise<UnitAvailability> {
  const units = await unscopedTable(db, 'unit', why)
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
/** A whole property to let without units gets one unit that represents it, because bookings and tenancies need a unit. */
export async function createWholePropertyUnit(asker: Ctx, listing: ListingRow): Promise<void> {
  if (listing.unit_id !== null || listing.listing_type === listingTypes.buy) return;
  if ((await readUnitIdsOfProperty(asker, listing.property_id)).length > 0) return;
  const ctx = asUnscoped(asker, 'the unit that represents a property let as a whole');
  const property = await unscopedTable(ctx.db, 'property', why)
    .select()
    .innerJoin('taxon', 'taxon.id', 'property.property_type_id')
    .select(['property.id', 'property.name', 'property.code', 'taxon.code as type'])
    .where('property.id', '=', listing.property_id)
    .executeTakeFirstOrThrow();
  const type = await ctx.db
    .selectFrom('taxon')
    .select('id')
    .where('kind', '=', 'unit_type')
    // If an admin has deleted this unit type, the first type is used until a person changes it.
    .orderBy(sql`code = ${standsFor[property.type] ?? 'whole_house'}`, 'desc')
    .orderBy('sort')
    .executeTakeFirstOrThrow();
  const name = property.name.slice(0, 60);
  await addUnitsOfNewProperty(ctx, property.id, [{ name, block: '', unit_type_id: type.id, rent_cents: listing.price_cents }]);
  await audit(ctx.db, asker, {
    kind: 'edit',
    document: 'property',
    id: property.id,
    code: property.code,
    after: { units: [name] },
    reason: 'let as a whole',
  });
}
