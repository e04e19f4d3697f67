import { type Selectable, sql } from 'kysely';
import type { AccessRequirement } from '#contract/access/documents.ts';
import { isAllowed } from '#contract/access/is-allowed.ts';
import { listAllowedMoves } from '#contract/kernel/machine.ts';
import type { Role } from '#contract/kernel/roles.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { findListingHiddenReason } from '#contract/listing/hidden-reasons.ts';
import { listingMachine } from '#contract/listing/machine.ts';
import type { ListingDetails, ListingSummary } from '#contract/listing/shapes.ts';
import type { ListingTable } from '#server/db/types.gen.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { from } from '#server/kernel/scoped.ts';
import { type CompanyAndCountyRow, companyAndCountyColumns, toCompanyAndCounty } from '#server/lists/holder.ts';
import { isOwnerVerifiedSql } from '#server/people/service.ts';

export type ListingRow = Selectable<ListingTable>;
type Named = { property_code: string; property_name: string; unit_code: string | null; unit_name: string | null; unit_status: string | null } & {
  unit_let_from: string | null;
  property_status: string;
  property_stalled: boolean;
  property_archived_at: Date | null;
  holder_ok: boolean;
} & CompanyAndCountyRow;

/** Listings that the caller can see, with their unit or property. This module reads listings for a person only through this query. */
export const selectVisibleListings = (ctx: Ctx) =>
  from(ctx, 'listing').innerJoin('property', 'property.id', 'listing.property_id').leftJoin('unit', 'unit.id', 'listing.unit_id');

export const listingNameColumns = [
  'property.code as property_code',
  'property.name as property_name',
  'unit.code as unit_code',
  'unit.name as unit_name',
  'unit.status as unit_status',
  'unit.let_from as unit_let_from',
  'property.status as property_status',
  'property.stalled as property_stalled',
  'property.archived_at as property_archived_at',
  isOwnerVerifiedSql.as('holder_ok'),
  ...companyAndCountyColumns('property.company_id'),
] as const;

export const selectListingDetails = (ctx: Ctx, id: number) =>
  selectVisibleListings(ctx)
    .leftJoin('person as contact', 'contact.id', 'listing.contact_id')
    .selectAll('listing')
    .select([...listingNameColumns, 'contact.name as contact_name', 'contact.phone as contact_phone'])
    .select([
      mayChange('property', ctx.me, 'units.edit').as('may_work'),
      sql<boolean>`exists (select 1 from public_listing pl where pl.id = listing.id)`.as('shown'),
      // The public cost breakdown, as it is or would be once public.
      sql<ListingDetails['discounts']>`coalesce(${getLookup('discountsOnCard')(sql.ref('listing.id'))}, running_discounts(listing.id))`.as(
        'discounts',
      ),
      sql<ListingDetails['rates']>`case when listing.listing_type = 2 then buyer_rates(app.today(), property.location_id) else '[]' end`.as('rates'),
    ])
    .where('listing.id', '=', id)
    .executeTakeFirst();
type One = NonNullable<Awaited<ReturnType<typeof selectListingDetails>>>;

export const isPlatformStaff = (role: Role): boolean => role === 'admin' || role === 'subadmin' || role === 'superadmin';

/** The moves that the caller can make now. The server chooses between publishing and review, and only Makao lifts its own pause. */
export function getAvailableListingMoves(row: Pick<ListingRow, 'status' | 'paused_by'>, role: Role) {
  const held = row.paused_by === 'platform';
  return listAllowedMoves(listingMachine, row.status, role).filter((name) => {
    if (name === 'submit') return false;
    if (isPlatformStaff(role)) return name !== 'pause' && !(name === 'force' && held);
    return !(held && name === 'resume');
  });
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

export const toListingSummary = (r: ListingRow & Named): ListingSummary => ({
  id: r.id,
  code: r.code,
  property: { id: r.property_id, code: r.property_code, name: r.property_name },
  unit: r.unit_id === null ? null : { id: r.unit_id, code: r.unit_code ?? '', name: r.unit_name ?? '', status: r.unit_status ?? '' },
  listing_type: r.listing_type,
  title: r.title,
  price_cents: r.price_cents,
  price_period: r.price_period,
  status: r.status,
  status_reason: r.status_reason,
  paused_by: r.paused_by,
  over_plan: r.over_plan,
  wanted: r.status === 'draft' && r.wanted_at !== null,
  hidden: findListingHiddenReason({
    status: r.status,
    paused_by: r.paused_by,
    over_plan: r.over_plan,
    wanted: r.wanted_at !== null,
    property: { status: r.property_status, stalled: r.property_stalled, archived: r.property_archived_at !== null },
    holder: r.holder_ok,
    // A unit that may be let from a later date counts as vacant.
    unit_status: r.unit_id === null ? null : r.unit_let_from === null ? r.unit_status : 'vacant',
  }),
  closed_as: r.closed_as,
  published_at: iso(r.published_at),
  last_confirmed_at: iso(r.last_confirmed_at),
  views: r.views,
  saves: r.saves,
  enquiries: r.enquiries,
  updated_at: r.updated_at.toISOString(),
  ...toCompanyAndCounty(r),
});

export const toListingDetails = (r: One, ctx: Ctx, more: Pick<ListingDetails, 'held' | 'deposit_months' | 'alike'>): ListingDetails => {
  const may = (call: { readonly needs: AccessRequirement }) => r.may_work && isAllowed(call.needs, ctx.me);
  return {
    ...toListingSummary(r),
    ...getEditableListingFields(r),
    other_charges: r.other_charges as ListingDetails['other_charges'],
    contact: r.contact_id === null ? null : { id: r.contact_id, name: r.contact_name ?? '', phone: r.contact_phone },
    discounts: r.discounts,
    rates: r.rates,
    inherits: r.inherits as ListingDetails['inherits'],
    ...more,
    created_at: r.created_at.toISOString(),
    revision: r.revision,
    shown: r.shown,
    may_edit: may(listingCalls.update),
    moves: may(listingCalls.move) ? getAvailableListingMoves(r, ctx.me.role) : [],
  };
};

/** The editable fields of a listing. */
export const getEditableListingFields = (r: ListingRow) => ({
  title: r.title,
  description: r.description,
  description_sw: r.description_sw,
  price_cents: r.price_cents,
  price_period: r.price_period,
  negotiable: r.negotiable,
  deposit_cents: r.deposit_cents,
  service_charge_cents: r.service_charge_cents,
  agent_fee_cents: r.agent_fee_cents,
  available_from: r.available_from,
  min_term_months: r.min_term_months,
  furnished: r.furnished,
  pets: r.pets,
  smoking: r.smoking,
  parking_slots: r.parking_slots,
  water_source: r.water_source,
  power_type: r.power_type,
  backup_power: r.backup_power,
  internet: r.internet,
  gate_security: r.gate_security,
});

/** The values of a listing for the audit log. Visitor counts are not changes of the listing. */
export const toListingAuditValues = (r: ListingRow) => ({
  ...getEditableListingFields(r),
  other_charges: r.other_charges,
  contact_id: r.contact_id,
  property_id: r.property_id,
  unit_id: r.unit_id,
  listing_type: r.listing_type,
  status: r.status,
  status_reason: r.status_reason,
  closed_as: r.closed_as,
  paused_by: r.paused_by,
  over_plan: r.over_plan,
});
