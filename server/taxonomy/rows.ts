import { type RawBuilder, sql } from 'kysely';
import { maxCountedUses, type TaxonKind } from '#contract/taxonomy/kinds.ts';
import type { Taxon } from '#contract/taxonomy/shapes.ts';
import type { Me } from '#server/kernel/ctx.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { visibleTo } from '#server/kernel/scope.ts';

export type TaxonRow = Omit<Taxon, 'updated_at' | 'used'> & {
  updated_at: Date;
  used_properties: number;
  used_units: number;
  used_types: number;
};

type Uses = { property: RawBuilder<boolean> | null; unit: RawBuilder<boolean> | null; type: RawBuilder<boolean> | null };

/** Every place that references a vocabulary, given the id of a term; the only list of these places. */
export const getTaxonUses = (kind: TaxonKind, of: RawBuilder<unknown>): Uses =>
  ({
    amenity: {
      property: sql<boolean>`property.amenities @> array[${of}]::bigint[]`,
      unit: sql<boolean>`unit.amenities @> array[${of}]::bigint[]`,
      type: null,
    },
    property_type: { property: sql<boolean>`property.property_type_id = ${of}`, unit: null, type: null },
    property_category: { property: sql<boolean>`property.category_id = ${of}`, unit: null, type: sql<boolean>`t.category_id = ${of}` },
    unit_type: { property: null, unit: sql<boolean>`unit.unit_type_id = ${of}`, type: null },
  })[kind];

/** Counts records the caller can see; `cap` keeps a list page from counting millions. */
function usage(kind: TaxonKind, me: Me, cap: number | null): RawBuilder<unknown> {
  const uses = getTaxonUses(kind, sql.ref('taxon.id'));
  const stop = cap === null ? sql`` : sql`limit ${cap + 1}`;
  const counted = (inside: RawBuilder<unknown> | null) => (inside ? sql`(select count(*) from (select 1 ${inside} ${stop}) counted)` : sql`0`);
  return sql`${counted(uses.property && sql`from property where ${uses.property} and ${visibleTo('property', me)}`)} as used_properties,
    ${counted(uses.unit && getLookup('unitsWith')(me, uses.unit))} as used_units,
    ${counted(uses.type && sql`from taxon t where ${uses.type} and t.deleted_at is null`)} as used_types`;
}

export const selectTaxon = (
  kind: TaxonKind,
  me: Me,
  cap: number | null = maxCountedUses,
) => sql<TaxonRow>`select taxon.id, taxon.kind, taxon.code, taxon.name,
  taxon.name_sw, taxon.icon, taxon.grouped, taxon.applies_to, taxon.listing_types, taxon.bedrooms, taxon.category_id, taxon.aliases, taxon.sort,
  taxon.searchable, taxon.visible, taxon.updated_at, taxon.revision, (select c.name from taxon c where c.id = taxon.category_id) as category,
  ${usage(kind, me, cap)} from taxon`;

export const toTaxon = ({ used_properties, used_units, used_types, updated_at, ...r }: TaxonRow): Taxon => ({
  ...r,
  updated_at: updated_at.toISOString(),
  used: { properties: Number(used_properties), units: Number(used_units), types: Number(used_types) },
});
