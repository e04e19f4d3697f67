import { z } from 'zod';
import { mandateScopes } from '#contract/access/mandate.ts';
import { keepers, makers } from '#contract/access/whose.ts';
import { verificationChecks, verificationWays } from '#contract/catalogue/verification.ts';
import { call } from '#contract/kernel/call.ts';
import { county, days, exported, filters, id, list, moment, page, pageSize, part, searchText, sortBy, tabs } from '#contract/kernel/list.ts';
import { stateSchema } from '#contract/kernel/machine-schemas.ts';
import { propertyMachine } from './machine.ts';
import { basics, PropertyFull, PropertyHead, StructureRow, settings, Word } from './shapes.ts';
import { Utilities } from './utilities.ts';

export type { PropertyFull, PropertyHead } from './shapes.ts';

/** Where an address carries the code beside the id, both must name the same record. */
const byIdAndCode = z.object({ id, code: z.string().max(20).optional() });
const byId = z.object({ id });
const revision = z.number().int().optional();
const note = z.string().trim().max(1000);

const found = {
  sort: sortBy(['name', 'status', 'created_at', 'updated_at'], '-updated_at'),
  z_filter: filters({
    /** In the name or the code. */
    name: searchText,
    status: stateSchema(propertyMachine),
    property_type: id,
    category: id,
    region: county,
    company: searchText,
    /** Of one company, by its id: what its page counts. */
    company_id: id,
    vacant: z.stringbool(),
    listed: z.stringbool(),
    stalled: z.stringbool(),
    /** Those put away are left out unless asked for. */
    archived: z.stringbool(),
    /** When it was written down. */
    ...days,
  }),
};

/** One thing that was looked at; a note or a file shows it. */
const Check = z.strictObject({
  what: z.enum(verificationChecks),
  way: z.enum(verificationWays),
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
  all: call({
    method: 'GET',
    path: '/api/v2/property/all_properties/',
    summary: 'Properties the caller looks after: their company’s, those of their mandates, or those of their region',
    needs: ['property', 'read'],
    query: z.object({ page, page_size: pageSize, tabs, ...found }),
    result: list(PropertyHead),
    fails: [],
  }),
  csv: call({
    method: 'GET',
    path: '/api/v2/property/properties_csv/',
    summary: 'The same, filtered alike, as a table file',
    needs: ['property', 'read'],
    query: z.object({ ...found, part }),
    result: exported,
    fails: [],
  }),
  one: call({
    method: 'GET',
    path: '/api/v2/property/property_details/',
    summary: 'One property with its settings and what the caller may do with it',
    needs: ['property', 'read'],
    query: byIdAndCode,
    result: PropertyFull,
    fails: ['notFound'],
  }),
  choices: call({
    method: 'GET',
    path: '/api/v2/property/property_choices/',
    summary: 'What a new property is made of: its possible holders, and the words for kinds and amenities',
    needs: ['property', 'read'],
    result: z.object({
      holders: z.array(z.object({ id: z.number(), name: z.string(), own: z.boolean() })),
      categories: z.array(Word),
      types: z.array(Word.extend({ category_id: z.number().nullable() })),
      unit_types: z.array(Word.extend({ bedrooms: z.number().nullable() })),
      amenities: z.array(Word.extend({ grouped: z.string() })),
    }),
    fails: [],
  }),
  create: call({
    method: 'POST',
    path: '/api/v2/property/property_create/',
    summary: 'Make a property with all its units, as a draft; the same client_key twice makes one',
    needs: makers('property', 'create'),
    body: z.strictObject({
      client_key: z.uuid(),
      /** The caller’s own company unless it says another. */
      company_id: id.optional(),
      ...basics,
      description: basics.description.default(''),
      description_sw: basics.description_sw.default(''),
      address: basics.address.default(''),
      landmark: basics.landmark.default(''),
      lat: basics.lat.default(null),
      lng: basics.lng.default(null),
      plot_ref: basics.plot_ref.default(''),
      year_built: basics.year_built.default(null),
      floors: basics.floors.default(null),
      lifts: basics.lifts.default(0),
      parking_slots: basics.parking_slots.default(0),
      amenities: basics.amenities.default([]),
      structure: z.array(StructureRow).max(100).default([]),
      show_pin: settings.show_pin.default(false),
      billing: settings.billing.prefault({}),
      notice_days: settings.notice_days.default(30),
      deposit_months: settings.deposit_months.default(1),
      tax_profile: settings.tax_profile.default('residential'),
      utilities: Utilities.prefault({}),
    }),
    result: PropertyFull,
    fails: ['notFound', 'conflict'],
    document: 'property',
  }),
  update: call({
    method: 'PATCH',
    path: '/api/v2/property/property_update/',
    summary: 'Change a property; another place, address or pin ends its verification',
    needs: keepers('property', 'edit'),
    query: byId,
    body: z.strictObject({ ...optional(basics), revision }),
    result: PropertyFull,
    fails: ['notFound', 'conflict'],
    document: 'property',
  }),
  settings: call({
    method: 'PATCH',
    path: '/api/v2/property/property_settings/',
    summary: 'Change billing, notice, deposit, tax, caretaker, house rules and whether strangers see the pin',
    needs: ['settings_property_general_settings', 'edit'],
    query: byId,
    body: z.strictObject({ ...optional(settings), revision }),
    result: PropertyFull,
    fails: ['notFound', 'conflict'],
    document: 'settings_property_general_settings',
  }),
  utilities: call({
    method: 'PATCH',
    path: '/api/v2/property/property_utilities/',
    summary: 'Change how water, power, garbage and internet are supplied and charged',
    needs: ['property_utilities', 'edit'],
    query: byId,
    body: z.strictObject({ utilities: Utilities, revision }),
    result: PropertyFull,
    fails: ['notFound', 'conflict'],
    document: 'property_utilities',
  }),
  request: call({
    method: 'PATCH',
    path: '/api/v2/property/request_verification/',
    summary: 'Ask for verification: needs a unit and a pin',
    needs: keepers('property', 'edit'),
    query: byId,
    body: z.strictObject({ note: note.default('') }),
    result: PropertyFull,
    fails: ['notFound', 'wrongState'],
    toast: 'statusUpdated',
    document: 'property',
  }),
  verify: call({
    method: 'PATCH',
    path: '/api/v2/property/verify_property/',
    summary: 'Verify or reject a property that waits for it, by what was checked, how and on what evidence; a rejection says why',
    needs: ['property_verification', 'edit'],
    query: byId,
    body: z.strictObject({
      move: z.enum(['verify', 'reject']),
      note: note.default(''),
      checks: z.array(Check).max(verificationChecks.length).default([]),
    }),
    result: PropertyFull,
    fails: ['notFound', 'forbidden', 'wrongState'],
    toast: 'statusUpdated',
    document: 'property_verification',
  }),
  evidence: call({
    method: 'POST',
    path: '/api/v2/property/verification_evidence/',
    summary: 'Bring a file that shows what was checked; verify_property then names it',
    needs: ['property_verification', 'edit'],
    query: byId,
    upload: { field: 'evidence', kinds: ['documents', 'images'], types: ['pdf', 'jpeg', 'jpg', 'png', 'webp'] },
    result: z.object({ file_id: z.number() }),
    fails: ['notFound', 'wrongState'],
    document: 'property_verification',
  }),
  stall: call({
    method: 'PATCH',
    path: '/api/v2/property/stall_property/',
    summary: 'Freeze a property: it is managed but never shown; or let it be shown again',
    needs: { only: ['admin', 'superadmin'], with: ['property', 'edit'] },
    query: byId,
    body: z.strictObject({ stalled: z.boolean(), reason: note.min(3) }),
    result: PropertyFull,
    fails: ['notFound'],
    toast: 'statusUpdated',
    document: 'property',
  }),
  archive: call({
    method: 'PATCH',
    path: '/api/v2/property/archive_property/',
    summary: 'Put a property without occupied units away, or take it out again',
    needs: keepers('property', 'edit'),
    query: byId,
    body: z.strictObject({ archived: z.boolean() }),
    result: PropertyFull,
    fails: ['notFound', 'conflict'],
    toast: 'statusUpdated',
    document: 'property',
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v2/property/delete_property/',
    summary: 'Delete a draft that has no history',
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
    summary: 'Give a property to another owner’s company: its verification, teams and chosen mandates end',
    needs: { only: ['admin', 'superadmin'], with: ['property', 'edit'] },
    query: byId,
    body: z.strictObject({ company_id: id, reason: note.min(3) }),
    result: PropertyFull,
    fails: ['notFound', 'conflict'],
    document: 'property',
  }),
  holders: call({
    method: 'GET',
    path: '/api/v2/property/owner_companies/',
    summary: 'Companies of owners a property can be given to',
    needs: { only: ['admin', 'superadmin'], with: ['property', 'edit'] },
    query: z.object({ page, page_size: pageSize, z_filter: filters({ name: searchText }) }),
    result: list(z.object({ id: z.number(), code: z.string(), name: z.string() })),
    fails: [],
  }),
  access: call({
    method: 'GET',
    path: '/api/v2/property/property_access/',
    summary: 'Which teams and which agents work on a property',
    needs: ['settings_property_general_settings', 'read'],
    query: byId,
    result: z.object({ teams: z.array(Team), mandates: z.array(Worker), updated_at: moment }),
    fails: ['notFound'],
  }),
  teams: call({
    method: 'PATCH',
    path: '/api/v2/property/property_teams/',
    summary: 'Choose the teams that work on a property; a team with properties works on those only',
    needs: ['teams', 'edit'],
    query: byId,
    body: z.strictObject({ team_ids: z.array(id).max(100) }),
    result: z.object({ teams: z.array(Team) }),
    fails: ['notFound'],
    document: 'teams',
  }),
} as const;
