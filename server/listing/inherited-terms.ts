import { sql } from 'kysely';
import { listingTypes } from '#contract/catalogue/kinds.ts';
import { type EffectiveTerms, resolveInheritedListingTerms, type TermName, type TermSources, termNames } from '#contract/catalogue/terms.ts';
import { clock } from '#contract/time/clock.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import { audit } from '#server/kernel/audit.ts';
import { asClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { add, change, unscopedTable } from '#server/kernel/scoped.ts';
import { getTermSources, readInheritedTerms } from '#server/unit/service.ts';
import { lockCompanyPropertyAndListings } from './plan-limit.ts';
import { type ListingRow, toListingAuditValues } from './rows.ts';

/** The listing column of each term. */
export const listingTermColumns = {
  rent: 'price_cents',
  deposit: 'deposit_cents',
  service_charge: 'service_charge_cents',
  water: 'water_source',
  power: 'power_type',
} as const satisfies Readonly<Record<TermName, keyof ListingRow>>;

export type InheritedTerms = Omit<EffectiveTerms, 'service_charge_cents' | 'water_source'> & {
  readonly service_charge_cents: number;
  readonly water_source: string[] | null;
  readonly sources: TermSources;
};
type UnitTerms = EffectiveTerms & { readonly inherits: string[]; readonly unit_type_id: number };

/** The terms of units with their sources. `above` caches the inherited terms by unit type. */
export async function readEffectiveUnitTerms(
  ctx: Pick<Ctx, 'db'>,
  propertyId: number,
  unit: UnitTerms | null,
  above = new Map<number | null, Awaited<ReturnType<typeof readInheritedTerms>>>(),
): Promise<InheritedTerms> {
  const type = unit?.unit_type_id ?? null;
  const known = above.get(type) ?? (await readInheritedTerms(ctx, propertyId, type));
  above.set(type, known);
  const of = unit ?? known;
  const sources = getTermSources({ inherits: unit?.inherits ?? [...termNames] }, known);
  return {
    rent_cents: of.rent_cents,
    deposit_cents: of.deposit_cents,
    service_charge_cents: of.service_charge_cents ?? 0,
    water_source: of.water_source && [...of.water_source],
    power_type: of.power_type,
    sources,
  };
}

export const unitTermColumnNames = [
  'rent_cents',
  'deposit_cents',
  'service_charge_cents',
  'water_source',
  'power_type',
  'inherits',
  'unit_type_id',
] as const;
/** The current terms of a listing's unit or whole property, with the number of deposit months. */
export async function readEffectiveListingTerms(
  ctx: Pick<Ctx, 'db'>,
  propertyId: number,
  unitId: number | null,
): Promise<{ held: InheritedTerms; deposit_months: number; unit_type_id: number | null }> {
  const property = await unscopedTable(ctx.db, 'property', 'data of a listing that was loaded through the scope')
    .select()
    .select('deposit_months')
    .where('id', '=', propertyId)
    .executeTakeFirstOrThrow();
  const unit =
    unitId === null
      ? null
      : await unscopedTable(ctx.db, 'unit', 'data of a listing that was loaded through the scope')
          .select()
          .select([...unitTermColumnNames])
          .where('id', '=', unitId)
          .executeTakeFirstOrThrow();
  return {
    held: await readEffectiveUnitTerms(ctx, propertyId, unit),
    deposit_months: Number(property.deposit_months),
    unit_type_id: unit?.unit_type_id ?? null,
  };
}

type Stands = Pick<ListingRow, 'listing_type' | 'price_period' | 'price_cents'>;
/** The columns for the terms a listing inherits. */
export function inheritedTermColumns(names: readonly string[], held: EffectiveTerms, deposit_months: number, of: Stands) {
  const own = names.includes('rent') ? null : of.price_cents;
  const offer = resolveInheritedListingTerms(held, { ...of, deposit_months }, own);
  const has = (name: TermName) => names.includes(name);
  return {
    ...(has('rent') && offer.price_cents !== null ? { price_cents: offer.price_cents } : {}),
    ...(has('deposit') ? { deposit_cents: offer.deposit_cents } : {}),
    ...(has('service_charge') ? { service_charge_cents: offer.service_charge_cents } : {}),
    ...(has('water') ? { water_source: offer.water_source } : {}),
    ...(has('power') ? { power_type: offer.power_type } : {}),
  };
}

export const recordListingPrice = (ctx: Ctx, row: Pick<ListingRow, 'id' | 'price_cents' | 'price_period'>) =>
  add(ctx, 'listing_price')
    .values({ listing_id: row.id, at: clock.now(), price_cents: row.price_cents, price_period: row.price_period, by: ctx.me.userId })
    .execute();

/** Records a new price in the history and publishes an event for people who follow the price. */
export async function recordPriceChange(ctx: Ctx, before: ListingRow, row: ListingRow): Promise<void> {
  if (row.price_cents === before.price_cents && row.price_period === before.price_period) return;
  await recordListingPrice(ctx, row);
  // Prices of different periods cannot be compared.
  if (row.status === 'live' && row.price_period === before.price_period)
    await enqueueJob(ctx.db, 'listing.repriced', { listingId: row.id, from: before.price_cents, to: row.price_cents });
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

type Also = { readonly terms: readonly string[]; readonly unitTypeId: number | null };
/** The terms a listing inherits from now on; a sale never inherits its price. */
const inheritsWith = (of: ListingRow, also: Also | undefined): string[] =>
  termNames.filter(
    (name) => of.inherits.includes(name) || (also?.terms.includes(name) && !(name === 'rent' && of.listing_type === listingTypes.buy)),
  );

/**
 * Terms changed somewhere in a property: open listings that inherit them change too, each with an audit entry. With `also`, the terms were set for
 * all units, and listings with their own value inherit from now on. A repeat changes nothing.
 */
export async function onTermsChanged(db: Db, propertyId: number, also?: Also): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const ctx = asClock(tx);
    await lockCompanyPropertyAndListings(ctx, sql`(${propertyId}::bigint)`, []);
    const listings = await unscopedTable(tx, 'listing', 'listings follow the terms that they inherit')
      .select()
      .selectAll()
      .where('property_id', '=', propertyId)
      .where('deleted_at', 'is', null)
      .where('status', 'not in', ['closed', 'archived'])
      .where(sql<boolean>`(inherits <> '{}' or ${also !== undefined} and unit_id is not null)`)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    for (const before of listings) {
      const { held, deposit_months, unit_type_id } = await readEffectiveListingTerms(ctx, propertyId, before.unit_id);
      const ofThese = also && unit_type_id !== null && (also.unitTypeId === null || also.unitTypeId === unit_type_id);
      const inherits = ofThese ? inheritsWith(before, also) : before.inherits;
      const next = { ...inheritedTermColumns(inherits, held, deposit_months, before), inherits };
      if (Object.entries(next).every(([name, value]) => same(value, before[name as keyof ListingRow]))) continue;
      const row = await change(ctx, 'listing')
        .set({ ...next, revision: before.revision + 1, updated_at: clock.now() })
        .where('id', '=', before.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await recordPriceChange(ctx, before, row);
      await audit(tx, ctx, {
        kind: 'edit',
        document: 'listing',
        id: row.id,
        code: row.code,
        before: toListingAuditValues(before),
        after: toListingAuditValues(row),
        reason: 'follows its unit',
      });
    }
  });
}
