import { z } from 'zod';
import { companyRolesOnly } from '#contract/access/role-limits.ts';
import { call } from '#contract/kernel/call.ts';
import {
  buildFilterSchema,
  buildListSchema,
  buildSortSchema,
  countyCodeShape,
  csvFile,
  csvPartNumber,
  day,
  dayRange,
  id,
  pageNumberSchema,
  pageSize,
  searchText,
  tabCountsFlag,
} from '#contract/kernel/list.ts';
import { toCents } from '#contract/money/cents.ts';
import { endingWithinDays, holdoverModes, tenancyDefaults, tenancyTermTypes } from './kinds.ts';
import {
  OpeningBalanceShape,
  RentEscalationShape,
  rentAmount,
  rentPeriodSchema,
  TenancyChargeRequest,
  TenancyDetails,
  TenancyPersonRequest,
  TenancySummary,
  tenancyReason,
  tenancyStatusNumber,
} from './shapes.ts';

export type { TenancyDetails, TenancySummary } from './shapes.ts';

const base = '/api/v2/tenancy';
const sorts = ['next_on', 'starts_on', 'ends_on', 'created_at'] as const;
const z_filter = buildFilterSchema({
  q: searchText,
  status: tenancyStatusNumber,
  property_id: id,
  unit_id: id,
  tenant_id: id,
  /** The tenancy begins within 30 days, or should have begun. */
  starting: z.enum(['true']),
  /** Filters tenancies that end or have a notice within 90 days, or within one of the three months; the nearest includes overdue ones. */
  ending: z.enum(['true', ...endingWithinDays]),
  /** An objection to the recorded move-out is open or under review. */
  objected: z.enum(['true']),
  /** Tenancies whose unit is occupied. */
  lived_in: z.enum(['true']),
  company_id: id,
  region: countyCodeShape,
  /** Filters by start day. */
  ...dayRange,
});
const Coded = z.object({ id: z.number(), code: z.string(), name: z.string() });

export const tenancyCalls = {
  list: call({
    method: 'GET',
    path: `${base}/all_tenancies/`,
    summary: 'List tenancies of the homes the caller manages, by start or end date',
    needs: ['tenancies', 'read'],
    query: z.object({ page: pageNumberSchema, page_size: pageSize, tabs: tabCountsFlag, sort: buildSortSchema(sorts, 'next_on'), z_filter }),
    result: buildListSchema(TenancySummary),
    fails: [],
  }),
  listOwn: call({
    method: 'GET',
    path: `${base}/my_tenancies/`,
    summary: 'List the caller’s current and past tenancies as a tenant',
    needs: 'signed-in',
    query: z.object({ page: pageNumberSchema, page_size: pageSize }),
    result: buildListSchema(TenancySummary),
    fails: [],
  }),
  countByStatus: call({
    method: 'GET',
    path: `${base}/count_tenancies/`,
    summary: 'Count tenancies that begin soon, end soon or are occupied, with their monthly rent',
    needs: ['tenancies', 'read'],
    query: z.object({ z_filter }),
    result: z.object({
      starting: z.number(),
      ending: z.number(),
      /** The same figures, month by month. */
      ending_in: z.record(z.enum(endingWithinDays), z.number()),
      lived_in: z.number(),
      month_cents: z.number(),
    }),
    fails: [],
  }),
  exportCsv: call({
    method: 'GET',
    path: `${base}/export_tenancies/`,
    summary: 'Export the filtered tenancies as CSV, in parts of 5,000 rows',
    needs: ['tenancies', 'read'],
    query: z.object({ sort: buildSortSchema(sorts, 'next_on'), z_filter, part: csvPartNumber }),
    result: csvFile,
    fails: [],
  }),
  details: call({
    method: 'GET',
    path: `${base}/tenancy_details/`,
    summary: 'Get a tenancy with its people, terms, rent schedule and history; if a code is given, it must match',
    needs: 'signed-in',
    query: z.object({ id, code: z.string().max(40).optional() }),
    result: TenancyDetails,
    fails: ['notFound'],
  }),
  listUnitStays: call({
    method: 'GET',
    path: `${base}/unit_stays/`,
    summary: 'List past and future occupancies of a unit with their tenancies, newest first',
    needs: ['tenancies', 'read'],
    query: z.object({ unit_id: id }),
    result: z.object({
      results: z.array(
        z.object({
          id: z.number(),
          from: day,
          /** The last day; null while no end is agreed. */
          last: day.nullable(),
          released: z.boolean(),
          tenancy: z.object({ id: z.number(), code: z.string(), status: z.number(), name: z.string().nullable(), rent_cents: z.number() }).nullable(),
        }),
      ),
      /** The unit is occupied by a tenancy the caller cannot see, because the owner gave no mandate for it. */
      kept: z.boolean(),
      /** Whether the caller may create a tenancy for it now. */
      may_make: z.boolean(),
    }),
    fails: ['notFound'],
  }),
  statementLink: call({
    method: 'GET',
    path: `${base}/statement_of_terms/`,
    summary: 'Get a link to the statement of terms as PDF, valid for one hour',
    needs: 'signed-in',
    query: z.object({ id }),
    result: z.object({ address: z.string() }),
    fails: ['notFound'],
  }),
  findUnits: call({
    method: 'GET',
    path: `${base}/unit_choices/`,
    summary: 'List units available for a tenancy, with their free date and charges',
    needs: companyRolesOnly('tenancies', 'create'),
    query: z.object({ q: searchText.default(''), unit_id: id.optional() }),
    result: z.object({
      results: z.array(
        Coded.extend({
          property: Coded,
          /** Null if the unit is occupied and no end is agreed. */
          free_from: day.nullable(),
          /** The manager recorded an occupant without a tenancy. */
          lived_in: z.boolean(),
          /** The number of applicants who are notified that the home is let. */
          applicants: z.number(),
          occupant: z
            .object({
              name: z.string(),
              phone: z.string().nullable(),
              since: day.nullable(),
              balance_cents: z.number().nullable(),
              deposit_held_cents: z.number().nullable(),
            })
            .nullable(),
          rent_cents: z.number().nullable(),
          deposit_cents: z.number().nullable(),
          service_charge_cents: z.number().nullable(),
        }),
      ),
    }),
    fails: ['notFound'],
  }),
  findPeople: call({
    method: 'GET',
    path: `${base}/tenant_choices/`,
    summary: 'Find people the company knows by name or phone number',
    needs: companyRolesOnly('tenancies', 'create'),
    query: z.object({ q: searchText.default('') }),
    result: z.object({ results: z.array(Coded.extend({ phone: z.string().nullable() })) }),
    fails: [],
  }),
  create: call({
    method: 'POST',
    path: `${base}/create_tenancy/`,
    summary: 'Create a tenancy by hand; the unit is reserved from its first day. With opening balances the tenancy is active at once',
    needs: companyRolesOnly('tenancies', 'create'),
    body: z.strictObject({
      unit_id: id,
      listing_type: z.union([z.literal(0), z.literal(1)]).default(0),
      starts_on: day,
      ends_on: day.nullable(),
      term_type: z.enum(tenancyTermTypes).default('fixed'),
      holdover: z.enum(holdoverModes).default('roll'),
      notice_days: z.number().int().min(0).max(366).default(tenancyDefaults.noticeDays),
      due_day: z.number().int().min(1).max(28).default(tenancyDefaults.dueDay),
      review_on: day.nullable().default(null),
      controlled: z.boolean().default(false),
      rent_cents: rentAmount,
      period: rentPeriodSchema.default(2),
      deposit_cents: rentAmount.default(toCents(0)),
      escalation: RentEscalationShape.default({ kind: 'none' }),
      charges: z.array(TenancyChargeRequest).max(20).default([]),
      people: z.array(TenancyPersonRequest).min(1).max(20),
      opening: OpeningBalanceShape.nullable().default(null),
      note: tenancyReason.default(''),
    }),
    result: TenancyDetails,
    fails: ['notFound', 'forbidden', 'conflict', 'wrongState'],
    document: 'tenancies',
  }),
} as const;
