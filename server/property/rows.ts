import { type RawBuilder, sql } from 'kysely';
import { isAllowed } from '#contract/access/is-allowed.ts';
import { companyRolesOrSuperadmin } from '#contract/access/role-limits.ts';
import { listAllowedMoves, type StateOf } from '#contract/kernel/machine.ts';
import { countHiddenListings, type ListingVisibilityFacts } from '#contract/listing/hidden-reasons.ts';
import { BillingSettings } from '#contract/property/billing.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import type { PropertyVerificationRequirement } from '#contract/property/kinds.ts';
import { propertyMachine } from '#contract/property/machine.ts';
import type { PropertyDetails, PropertySummary, VocabularyTerm } from '#contract/property/shapes.ts';
import { UtilitySettings } from '#contract/property/utilities.ts';
import { getCountyName } from '#contract/reference/counties.ts';
import { type Ctx, type Me, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { withLocalizedName } from '#server/kernel/localized-names.ts';
import { from } from '#server/kernel/scoped.ts';
import { type PictureVariant, toPicture } from '#server/media/service.ts';
import { isOwnerVerifiedSql } from '#server/people/service.ts';

export const propertyNotFound = () => new Refusal('notFound', sentence('itemNotFound'));

export const selectVisibleProperties = (ctx: Ctx) =>
  from(ctx, 'property:managed')
    .innerJoin('company', 'company.id', 'property.company_id')
    .innerJoin('taxon as type', 'type.id', 'property.property_type_id')
    .innerJoin('taxon as category', 'category.id', 'property.category_id')
    .innerJoin('location as place', 'place.id', 'property.location_id');

const word = (table: string): RawBuilder<VocabularyTerm> => {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql`json_build_object('id', ${column('id')}, 'code', ${column('code')}, 'name', ${column('name')}, 'name_sw', ${column('name_sw')})`;
};
type Units = { total: number; vacant: number; occupied: number };
const units = sql<Units>`(select json_build_object('total', count(*), 'vacant', count(*) filter (where u.status = 'vacant'),
  'occupied', count(*) filter (where u.status = 'occupied')) from unit u where u.property_id = property.id and u.deleted_at is null)`;
/** Publicly visible listings, which have a card: a live listing of an unverified property is not among them. */
const listings = sql<number>`(select count(*) from listing_card k where k.property_id = property.id)`;
type Unseen = Pick<ListingVisibilityFacts, 'status' | 'paused_by' | 'over_plan' | 'wanted' | 'unit_status'> & { n: number };
/** Listings published or queued without a card, counted with the facts that contract/listing/hidden-reasons.ts needs. */
const unseen = sql<Unseen[]>`(select coalesce(json_agg(g), '[]') from (
  select l.status, l.paused_by, l.over_plan, l.wanted_at is not null as wanted, case when u.let_from is not null then 'vacant' else u.status end as unit_status, count(*)::int as n
  from listing l left join unit u on u.id = l.unit_id
  where l.property_id = property.id and l.deleted_at is null and (l.status = 'live' or (l.status = 'draft' and l.wanted_at is not null))
    and not exists (select 1 from listing_card k where k.id = l.id)
  group by 1, 2, 3, 4, 5) g)`;
type Cover = {
  url: string | null;
  alt: string;
  caption: string;
  width: number | null;
  height: number | null;
  colour: string | null;
  variants: PictureVariant[];
};
const cover = sql<Cover | null>`(select json_build_object('url', mi.url, 'alt', mi.alt, 'caption', mi.caption, 'width', mi.width, 'height', mi.height,
    'colour', mi.colour, 'variants', coalesce((select json_agg(json_build_object('label', v.label, 'key', v.key, 'type', v.type, 'width', v.width))
      from media_variant v where v.file_id = mi.file_id), '[]'))
  from media_item mi where mi.property_id = property.id and mi.unit_id is null and mi.media_type = 0 and mi.status = 'ready'
  order by mi.is_cover desc, mi.sort, mi.id limit 1)`;

export const propertySummaryColumns = [
  'property.id',
  'property.code',
  'property.slug',
  'property.name',
  'property.region',
  'property.status',
  'property.stalled',
  'property.archived_at',
  'property.updated_at',
  'property.location_id',
  'property.company_id',
  'company.code as company_code',
  'company.name as company_name',
  'place.name as place_name',
] as const;
export const propertySummaryFacts = [
  word('type').as('type'),
  word('category').as('category'),
  units.as('units'),
  listings.as('live_listings'),
  unseen.as('unseen'),
  isOwnerVerifiedSql.as('holder_ok'),
  cover.as('cover'),
] as const;

export type PropertySummaryRow = {
  id: number;
  code: string;
  slug: string;
  name: string;
  region: string;
  status: StateOf<typeof propertyMachine>;
  stalled: boolean;
  archived_at: Date | null;
  updated_at: Date;
  location_id: number;
  company_id: number;
  company_code: string;
  company_name: string;
  place_name: string;
  type: VocabularyTerm;
  category: VocabularyTerm;
  units: Units;
  live_listings: number;
  unseen: Unseen[];
  holder_ok: boolean;
  cover: Cover | null;
};

export const toPropertySummary = (r: PropertySummaryRow): PropertySummary => ({
  id: r.id,
  code: r.code,
  slug: r.slug,
  name: r.name,
  type: withLocalizedName(r.type),
  category: withLocalizedName(r.category),
  company: { id: r.company_id, code: r.company_code, name: r.company_name },
  place: { id: r.location_id, name: r.place_name, county: getCountyName(r.region) ?? r.region, region: r.region },
  status: r.status,
  stalled: r.stalled,
  archived_at: r.archived_at?.toISOString() ?? null,
  cover: r.cover && toPicture(r.cover, r.cover.variants),
  units: r.units,
  live_listings: r.live_listings,
  hidden_listings: countHiddenListings(
    r.unseen.map((group) => ({
      ...group,
      property: { status: r.status, stalled: r.stalled, archived: r.archived_at !== null },
      holder: r.holder_ok,
    })),
  ),
  updated_at: r.updated_at.toISOString(),
});

/** Vacant units without a live listing of their own. */
export const unlistedUnitsColumn = sql<number>`(select count(*) from unit u where u.property_id = property.id and u.deleted_at is null and u.status = 'vacant'
  and not exists (select 1 from listing l where l.unit_id = u.id and l.status = 'live' and l.deleted_at is null))`;
/** Places from the county down to the place itself. */
export const locationPathColumn = sql<string[]>`(with recursive up as (
    select l.id, l.parent_id, l.name, l.kind, 0 as n from location l where l.id = property.location_id
    union all select l.id, l.parent_id, l.name, l.kind, up.n + 1 from location l join up on l.id = up.parent_id)
  select json_agg(up.name order by up.n desc) from up where up.kind <> 'country')`;
export const amenityColumn = sql<PropertyDetails['amenities']>`(select coalesce(json_agg(json_build_object('id', a.id, 'code', a.code, 'name', a.name,
    'name_sw', a.name_sw, 'icon', a.icon, 'grouped', a.grouped) order by a.sort, a.name), '[]')
  from taxon a where a.id = any (property.amenities) and a.deleted_at is null)`;

export type PropertyPermissions = { edit: boolean; settings: boolean; utilities: boolean; units: boolean; offers: boolean; delete: boolean };

/**
 * What the caller may do with the property, from permissions and the state of the property. `works`: the actions that their company or mandate
 * allows.
 */
export function getPropertyPermissions(
  me: Me,
  row: Pick<PropertySummaryRow, 'status' | 'company_id' | 'archived_at'>,
  works: PropertyPermissions,
): PropertyDetails['may'] {
  const platform = me.role === 'admin' || me.role === 'superadmin';
  const edit = works.edit && isAllowed(propertyCalls.update.needs, me);
  return {
    edit: edit && row.archived_at === null,
    settings: works.settings && me.grants.has('settings_property_general_settings.edit'),
    utilities: works.utilities && me.grants.has('property_utilities.edit'),
    teams: works.settings && me.grants.has('teams.edit'),
    units: works.units && row.archived_at === null && isAllowed(companyRolesOrSuperadmin('units', 'create'), me),
    offers: works.offers && row.archived_at === null && isAllowed(companyRolesOrSuperadmin('units', 'create'), me),
    // People cannot verify a property of their own company.
    verify: me.grants.has('property_verification.edit') && row.status === 'pending_verification' && row.company_id !== me.companyId,
    stall: platform,
    archive: edit,
    delete: works.delete && me.grants.has('property.delete') && row.status === 'draft',
    transfer: platform,
  };
}

/** The status changes that are possible now, as buttons. A permission that the mandate lacks shows no button. */
export const getAvailablePropertyMoves = (me: Me, status: PropertySummaryRow['status'], may: PropertyDetails['may']): PropertyDetails['moves'] =>
  listAllowedMoves(propertyMachine, status, me.role).filter((name) => (name === 'request' ? may.edit : may.verify));

export const listMissingVerificationRequirements = (row: {
  units: Units;
  lat: number | null;
  lng: number | null;
}): PropertyVerificationRequirement[] => [
  ...(row.units.total === 0 ? (['units'] as const) : []),
  ...(row.lat === null || row.lng === null ? (['pin'] as const) : []),
];

/** Incomplete or older stored values are completed with defaults instead of refused. */
export const readBillingSettings = (stored: unknown): BillingSettings => BillingSettings.safeParse(stored).data ?? BillingSettings.parse({});
export const readUtilitySettings = (stored: unknown): UtilitySettings => UtilitySettings.safeParse(stored).data ?? UtilitySettings.parse({});
