import { z } from 'zod';
import { mandateScopes } from '#contract/access/mandate.ts';
import { companyRolesOrAdmins, companyRolesOrSuperadmin } from '#contract/access/role-limits.ts';
import { verificationChecks, verificationMethods } from '#contract/catalogue/verification.ts';
import { call } from '#contract/kernel/call.ts';
import {
  buildFilterSchema,
  buildListSchema,
  buildSortSchema,
  countyCodeShape,
  csvFile,
  csvPartNumber,
  dayRange,
  id,
  moment,
  pageNumberSchema,
  pageSize,
  searchText,
  tabCountsFlag,
} from '#contract/kernel/list.ts';
import { stateSchema } from '#contract/kernel/machine-schemas.ts';
import { propertyMachine } from './machine.ts';
import { PropertyDetails, PropertyStructureRow, PropertySummary, propertyBasicsShape, propertySettingsShape, VocabularyTerm } from './shapes.ts';
import { UtilitySettings } from './utilities.ts';

export type { PropertyDetails, PropertySummary } from './shapes.ts';

/** If an address has a code beside the id, both must name the same record. */
const byIdAndCode = z.object({ id, code: z.string().max(20).optional() });
const byId = z.object({ id });
const revision = z.number().int().optional();
const note = z.string().trim().max(1000);

const found = {
  sort: buildSortSchema(['name', 'status', 'created_at', 'updated_at'], '-updated_at'),
  z_filter: buildFilterSchema({
    /** Matches the name or the code. */
    name: searchText,
    status: stateSchema(propertyMachine),
    property_type: id,
    category: id,
    region: countyCodeShape,
    company: searchText,
    /** Properties of one company, as its page counts them. */
    company_id: id,
    vacant: z.stringbool(),
    listed: z.stringbool(),
    stalled: z.stringbool(),
    /** Archived properties are left out unless requested. */
    archived: z.stringbool(),
    /** The creation date. */
    ...dayRange,
  }),
};

/** One verification check, with a note or a file as evidence. */
const Check = z.strictObject({
  what: z.enum(verificationChecks),
  way: z.enum(verificationMethods),
  note: z.string().trim().max(300).default(''),
  file_id: id.nullable().default(null),
});

const optional = <S extends Record<string, z.ZodType>>(shape: S) => z.strictObject(shape).partial().shape;

const Team = z.object({ id: z.number(), code: z.string(), name: z.string(), members: z.number(), here: z.boolean() });
const Worker = z.object({
  id: z.number(),
  code: z.string(),
  agent: z.object({ id: z.number(), name: z.string() }),
  scope: z.enum(mandateScopes),
  all_properties: z.boolean(),
  ends_on: z.string().nullable(),
});

export const propertyCalls = {
  list: call({
    method: 'GET',
    path: '/api/v2/property/all_properties/',
    summary: 'List properties the caller manages: of their company, their mandates or their region',
    needs: ['property', 'read'],
    query: z.object({ page: pageNumberSchema, page_size: pageSize, tabs: tabCountsFlag, ...found }),
    result: buildListSchema(PropertySummary),
    fails: [],
  }),
  exportCsv: call({
    method: 'GET',
    path: '/api/v2/property/properties_csv/',
    summary: 'Export the filtered properties as CSV',
    needs: ['property', 'read'],
    query: z.object({ ...found, part: csvPartNumber }),
    result: csvFile,
    fails: [],
  }),
  details: call({
    method: 'GET',
    path: '/api/v2/property/property_details/',
    summary: 'Get a property with its settings and the actions the caller may take',
    needs: ['property', 'read'],
    query: byIdAndCode,
    result: PropertyDetails,
    fails: ['notFound'],
  }),
  choices: call({
    method: 'GET',
    path: '/api/v2/property/property_choices/',
    summary: 'Get the choices for a new property: possible owners, kinds and amenities',
    needs: ['property', 'read'],
    result: z.object({
      holders: z.array(z.object({ id: z.number(), name: z.string(), own: z.boolean() })),
      categories: z.array(VocabularyTerm),
      types: z.array(VocabularyTerm.extend({ category_id: z.number().nullable() })),
      unit_types: z.array(VocabularyTerm.extend({ bedrooms: z.number().nullable() })),
      amenities: z.array(VocabularyTerm.extend({ grouped: z.string() })),
    }),
    fails: [],
  }),
  create: call({
    method: 'POST',
    path: '/api/v2/property/property_create/',
    summary: 'Create a property with all its units as a draft; a repeated client_key creates it once',
    needs: companyRolesOrSuperadmin('property', 'create'),
    body: z.strictObject({
      client_key: z.uuid(),
      /** The caller's own company by default. */
      company_id: id.optional(),
      ...propertyBasicsShape,
      description: propertyBasicsShape.description.default(''),
      description_sw: propertyBasicsShape.description_sw.default(''),
      address: propertyBasicsShape.address.default(''),
      landmark: propertyBasicsShape.landmark.default(''),
      lat: propertyBasicsShape.lat.default(null),
      lng: propertyBasicsShape.lng.default(null),
      plot_ref: propertyBasicsShape.plot_ref.default(''),
      year_built: propertyBasicsShape.year_built.default(null),
      floors: propertyBasicsShape.floors.default(null),
      lifts: propertyBasicsShape.lifts.default(0),
      parking_slots: propertyBasicsShape.parking_slots.default(0),
      amenities: propertyBasicsShape.amenities.default([]),
      structure: z.array(PropertyStructureRow).max(100).default([]),
      show_pin: propertySettingsShape.show_pin.default(false),
      billing: propertySettingsShape.billing.prefault({}),
      notice_days: propertySettingsShape.notice_days.default(30),
      deposit_months: propertySettingsShape.deposit_months.default(1),
      tax_profile: propertySettingsShape.tax_profile.default('residential'),
      utilities: UtilitySettings.prefault({}),
    }),
    result: PropertyDetails,
    fails: ['notFound', 'conflict'],
    document: 'property',
  }),
  update: call({
    method: 'PATCH',
    path: '/api/v2/property/property_update/',
    summary: 'Update a property; a changed location, address or pin ends its verification',
    needs: companyRolesOrAdmins('property', 'edit'),
    query: byId,
    body: z.strictObject({ ...optional(propertyBasicsShape), revision }),
    result: PropertyDetails,
    fails: ['notFound', 'conflict'],
    document: 'property',
  }),
  updateSettings: call({
    method: 'PATCH',
    path: '/api/v2/property/property_settings/',
    summary: 'Update the settings of a property: billing, notice, deposit, tax, caretaker, house rules and public pin',
    needs: ['settings_property_general_settings', 'edit'],
    query: byId,
    body: z.strictObject({ ...optional(propertySettingsShape), revision }),
    result: PropertyDetails,
    fails: ['notFound', 'conflict'],
    document: 'settings_property_general_settings',
  }),
  updateUtilities: call({
    method: 'PATCH',
    path: '/api/v2/property/property_utilities/',
    summary: 'Update how water, electricity, garbage and internet are supplied and charged',
    needs: ['property_utilities', 'edit'],
    query: byId,
    body: z.strictObject({ utilities: UtilitySettings, revision }),
    result: PropertyDetails,
    fails: ['notFound', 'conflict'],
    document: 'property_utilities',
  }),
  requestVerification: call({
    method: 'PATCH',
    path: '/api/v2/property/request_verification/',
    summary: 'Request the verification of a property; it needs a unit and a pin',
    needs: companyRolesOrAdmins('property', 'edit'),
    query: byId,
    body: z.strictObject({ note: note.default('') }),
    result: PropertyDetails,
    fails: ['notFound', 'wrongState'],
    toast: 'statusUpdated',
    document: 'property',
  }),
  verify: call({
    method: 'PATCH',
    path: '/api/v2/property/verify_property/',
    summary: 'Verify or reject a pending property with checks, method and evidence; a rejection needs a reason',
    needs: ['property_verification', 'edit'],
    query: byId,
    body: z.strictObject({
      move: z.enum(['verify', 'reject']),
      note: note.default(''),
      checks: z.array(Check).max(verificationChecks.length).default([]),
    }),
    result: PropertyDetails,
    fails: ['notFound', 'forbidden', 'wrongState'],
    toast: 'statusUpdated',
    document: 'property_verification',
  }),
  uploadEvidence: call({
    method: 'POST',
    path: '/api/v2/property/verification_evidence/',
    summary: 'Upload evidence of a check; verify_property then refers to it',
    needs: ['property_verification', 'edit'],
    query: byId,
    upload: { field: 'evidence', kinds: ['documents', 'images'], types: ['pdf', 'jpeg', 'jpg', 'png', 'webp'] },
    result: z.object({ file_id: z.number() }),
    fails: ['notFound', 'wrongState'],
    document: 'property_verification',
  }),
  setFrozen: call({
    method: 'PATCH',
    path: '/api/v2/property/stall_property/',
    summary: 'Freeze a property, so that it is managed but never shown publicly, or unfreeze it',
    needs: { only: ['admin', 'superadmin'], with: ['property', 'edit'] },
    query: byId,
    body: z.strictObject({ stalled: z.boolean(), reason: note.min(3) }),
    result: PropertyDetails,
    fails: ['notFound'],
    toast: 'statusUpdated',
    document: 'property',
  }),
  archive: call({
    method: 'PATCH',
    path: '/api/v2/property/archive_property/',
    summary: 'Archive a property without occupied units, or restore it',
    needs: companyRolesOrAdmins('property', 'edit'),
    query: byId,
    body: z.strictObject({ archived: z.boolean() }),
    result: PropertyDetails,
    fails: ['notFound', 'conflict'],
    toast: 'statusUpdated',
    document: 'property',
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v2/property/delete_property/',
    summary: 'Delete a draft property without history',
    needs: ['property', 'delete'],
    query: byId,
    result: z.object({ id: z.number() }),
    takes: ['/api/v2/property/property_details/', '/api/v2/property/property_access/'],
    fails: ['notFound', 'conflict'],
    document: 'property',
  }),
  transfer: call({
    method: 'PATCH',
    path: '/api/v2/property/transfer_property/',
    summary: 'Transfer a property to another owner’s company: its verification, teams and selected mandates end',
    needs: { only: ['admin', 'superadmin'], with: ['property', 'edit'] },
    query: byId,
    body: z.strictObject({ company_id: id, reason: note.min(3) }),
    result: PropertyDetails,
    fails: ['notFound', 'conflict'],
    document: 'property',
  }),
  listOwnerCompanies: call({
    method: 'GET',
    path: '/api/v2/property/owner_companies/',
    summary: 'List owner companies a property can be transferred to',
    needs: { only: ['admin', 'superadmin'], with: ['property', 'edit'] },
    query: z.object({ page: pageNumberSchema, page_size: pageSize, z_filter: buildFilterSchema({ name: searchText }) }),
    result: buildListSchema(z.object({ id: z.number(), code: z.string(), name: z.string() })),
    fails: [],
  }),
  access: call({
    method: 'GET',
    path: '/api/v2/property/property_access/',
    summary: 'List the teams and agents that work on a property',
    needs: ['settings_property_general_settings', 'read'],
    query: byId,
    result: z.object({ teams: z.array(Team), mandates: z.array(Worker), updated_at: moment }),
    fails: ['notFound'],
  }),
  setTeams: call({
    method: 'PATCH',
    path: '/api/v2/property/property_teams/',
    summary: 'Set the teams that work on a property; a team with properties works on those only',
    needs: ['teams', 'edit'],
    query: byId,
    body: z.strictObject({ team_ids: z.array(id).max(100) }),
    result: z.object({ teams: z.array(Team) }),
    fails: ['notFound'],
    document: 'teams',
  }),
} as const;
