import type { HandlerInput } from '#contract/kernel/call.ts';
import type { propertyCalls } from '#contract/property/calls.ts';
import type { PropertyDetails } from '#contract/property/shapes.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { withLocalizedName } from '#server/kernel/localized-names.ts';
import { mayChange } from '#server/kernel/scope.ts';
import {
  amenityColumn,
  getAvailablePropertyMoves,
  getPropertyPermissions,
  listMissingVerificationRequirements,
  locationPathColumn,
  propertyNotFound,
  propertySummaryColumns,
  propertySummaryFacts,
  readBillingSettings,
  readUtilitySettings,
  selectVisibleProperties,
  toPropertySummary,
  unlistedUnitsColumn,
} from './rows.ts';
import { readVerificationChecks } from './verification-checks.ts';

const columns = [
  'property.description',
  'property.description_sw',
  'property.address',
  'property.landmark',
  'property.lat',
  'property.lng',
  'property.show_pin',
  'property.plot_ref',
  'property.year_built',
  'property.floors',
  'property.blocks',
  'property.lifts',
  'property.parking_slots',
  'property.caretaker_name',
  'property.caretaker_phone',
  'property.house_rules',
  'property.utilities',
  'property.billing',
  'property.notice_days',
  'property.deposit_months',
  'property.currency',
  'property.tax_profile',
  'property.verified_at',
  'property.verification_expires_at',
  'property.verification_note',
  'property.rating_avg',
  'property.rating_count',
  'property.created_at',
  'property.revision',
] as const;

/** The property with everything on its page, and the caller's write access. */
const rowOf = (ctx: Ctx, id: number) =>
  selectVisibleProperties(ctx)
    .leftJoin('person as verifier', 'verifier.id', 'property.verified_by')
    .leftJoin('person as editor', 'editor.id', 'property.updated_by')
    .select([...propertySummaryColumns, ...columns, 'verifier.name as verified_by', 'editor.name as updated_by'])
    .select([...propertySummaryFacts, unlistedUnitsColumn.as('vacant_unlisted'), locationPathColumn.as('path'), amenityColumn.as('amenity_words')])
    .select([
      mayChange('property', ctx.me, 'property.edit').as('works_edit'),
      mayChange('property', ctx.me, 'property.delete').as('works_delete'),
      mayChange('property', ctx.me, 'settings_property_general_settings.edit').as('works_settings'),
      mayChange('property', ctx.me, 'property_utilities.edit').as('works_utilities'),
      mayChange('property', ctx.me, 'units.create').as('works_units'),
      mayChange('property', ctx.me, 'units.edit').as('works_offers'),
    ])
    .where('property.id', '=', id)
    .executeTakeFirst();

export async function readPropertyDetails(ctx: Ctx, { id, code }: HandlerInput<(typeof propertyCalls)['details']>): Promise<PropertyDetails> {
  const row = await rowOf(ctx, id);
  if (!row || (code !== undefined && code !== row.code)) throw propertyNotFound();
  const may = getPropertyPermissions(ctx.me, row, {
    edit: row.works_edit,
    delete: row.works_delete,
    settings: row.works_settings,
    utilities: row.works_utilities,
    units: row.works_units,
    offers: row.works_offers,
  });
  return {
    ...toPropertySummary(row),
    description: row.description,
    description_sw: row.description_sw,
    path: row.path,
    address: row.address,
    landmark: row.landmark,
    lat: row.lat,
    lng: row.lng,
    show_pin: row.show_pin,
    plot_ref: row.plot_ref,
    year_built: row.year_built,
    floors: row.floors,
    blocks: row.blocks,
    lifts: row.lifts,
    parking_slots: row.parking_slots,
    caretaker_name: row.caretaker_name,
    caretaker_phone: row.caretaker_phone,
    house_rules: row.house_rules,
    vacant_unlisted: row.vacant_unlisted,
    amenities: row.amenity_words.map(withLocalizedName),
    utilities: readUtilitySettings(row.utilities),
    billing: readBillingSettings(row.billing),
    notice_days: row.notice_days,
    deposit_months: Number(row.deposit_months),
    currency: row.currency,
    tax_profile: row.tax_profile,
    verified_at: row.verified_at?.toISOString() ?? null,
    verified_by: row.verified_by,
    verification_expires_at: row.verification_expires_at?.toISOString() ?? null,
    verification_note: row.verification_note,
    verification_checks: await readVerificationChecks(ctx, row.id),
    rating: row.rating_count > 0 ? { avg: Number(row.rating_avg), count: row.rating_count } : null,
    created_at: row.created_at.toISOString(),
    updated_by: row.updated_by,
    revision: row.revision,
    may,
    moves: getAvailablePropertyMoves(ctx.me, row.status, may),
    lacks: listMissingVerificationRequirements(row),
  };
}
