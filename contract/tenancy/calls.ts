import { z } from 'zod';
import { holders } from '#contract/access/whose.ts';
import { call } from '#contract/kernel/call.ts';
import { county, day, days, exported, filters, id, list, page, pageSize, part, searchText, sortBy, tabs } from '#contract/kernel/list.ts';
import { cents } from '#contract/money/cents.ts';
import { endingIn, holdovers, termTypes, usual } from './kinds.ts';
import { EscalationShape, GivenCharge, GivenPerson, money, OpeningShape, period, reason, statusNumber, TenancyFull, TenancyHead } from './shapes.ts';

export type { TenancyFull, TenancyHead } from './shapes.ts';

const base = '/api/v2/tenancy';
const sorts = ['next_on', 'starts_on', 'ends_on', 'created_at'] as const;
const z_filter = filters({
  q: searchText,
  status: statusNumber,
  property_id: id,
  unit_id: id,
  tenant_id: id,
  /** Begins within 30 days, or should have begun. */
  starting: z.enum(['true']),
  /** Somebody leaves, or it ends, within 90 days; or only those of one of the three months, the nearest with what is overdue. */
  ending: z.enum(['true', ...endingIn]),
  /** Somebody lives there by it. */
  lived_in: z.enum(['true']),
  company_id: id,
  region: county,
  /** The days it began on. */
  ...days,
});
const Coded = z.object({ id: z.number(), code: z.string(), name: z.string() });

export const tenancyCalls = {
  all: call({
    method: 'GET',
    path: `${base}/all_tenancies/`,
    summary: 'Tenancies of the homes the caller manages; those that start or end first',
    needs: ['tenancies', 'read'],
    query: z.object({ page, page_size: pageSize, tabs, sort: sortBy(sorts, 'next_on'), z_filter }),
    result: list(TenancyHead),
    fails: [],
  }),
  mine: call({
    method: 'GET',
    path: `${base}/my_tenancies/`,
    summary: 'Tenancies the caller is in or was in, as a tenant',
    needs: 'signed-in',
    query: z.object({ page, page_size: pageSize }),
    result: list(TenancyHead),
    fails: [],
  }),
  counts: call({
    method: 'GET',
    path: `${base}/count_tenancies/`,
    summary: 'How many begin soon, end soon and are lived in, and their rent a month',
    needs: ['tenancies', 'read'],
    query: z.object({ z_filter }),
    result: z.object({
      starting: z.number(),
      ending: z.number(),
      /** The same, month by month. */
      ending_in: z.record(z.enum(endingIn), z.number()),
      lived_in: z.number(),
      month_cents: z.number(),
    }),
    fails: [],
  }),
  csv: call({
    method: 'GET',
    path: `${base}/export_tenancies/`,
    summary: 'The same list as a table file, in parts of 5,000 rows',
    needs: ['tenancies', 'read'],
    query: z.object({ sort: sortBy(sorts, 'next_on'), z_filter, part }),
    result: exported,
    fails: [],
  }),
  details: call({
    method: 'GET',
    path: `${base}/tenancy_details/`,
    summary: 'One tenancy with its people, terms, schedule and history; with a code, only when it is that tenancy’s',
    needs: 'signed-in',
    query: z.object({ id, code: z.string().max(40).optional() }),
    result: TenancyFull,
    fails: ['notFound'],
  }),
  ofUnit: call({
    method: 'GET',
    path: `${base}/unit_stays/`,
    summary: 'Who lived in a unit and who will, newest first: its stays with their tenancies',
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
      /** Somebody lives there by a tenancy the caller does not see: the owner gave no mandate for it. */
      kept: z.boolean(),
      /** Whether the caller may make a tenancy of it now. */
      may_make: z.boolean(),
    }),
    fails: ['notFound'],
  }),
  statement: call({
    method: 'GET',
    path: `${base}/statement_of_terms/`,
    summary: 'The address of the statement of terms as PDF, open for an hour',
    needs: 'signed-in',
    query: z.object({ id }),
    result: z.object({ address: z.string() }),
    fails: ['notFound'],
  }),
  units: call({
    method: 'GET',
    path: `${base}/unit_choices/`,
    summary: 'Units a tenancy can be made of, with the day they are free from and what is asked for them',
    needs: holders('tenancies', 'create'),
    query: z.object({ q: searchText.default(''), unit_id: id.optional() }),
    result: z.object({
      results: z.array(
        Coded.extend({
          property: Coded,
          /** Null: somebody is in it and no end is agreed. */
          free_from: day.nullable(),
          /** Somebody lives there by the word of who manages it, without a tenancy. */
          lived_in: z.boolean(),
          /** Who applied for it and waits: they are told that it was let. */
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
  people: call({
    method: 'GET',
    path: `${base}/tenant_choices/`,
    summary: 'People the company knows, by name or number',
    needs: holders('tenancies', 'create'),
    query: z.object({ q: searchText.default('') }),
    result: z.object({ results: z.array(Coded.extend({ phone: z.string().nullable() })) }),
    fails: [],
  }),
  create: call({
    method: 'POST',
    path: `${base}/create_tenancy/`,
    summary: 'A tenancy by hand: the unit is held from its first day. With opening balances it is one that is lived in already',
    needs: holders('tenancies', 'create'),
    body: z.strictObject({
      unit_id: id,
      listing_type: z.union([z.literal(0), z.literal(1)]).default(0),
      starts_on: day,
      ends_on: day.nullable(),
      term_type: z.enum(termTypes).default('fixed'),
      holdover: z.enum(holdovers).default('roll'),
      notice_days: z.number().int().min(0).max(366).default(usual.noticeDays),
      due_day: z.number().int().min(1).max(28).default(usual.dueDay),
      review_on: day.nullable().default(null),
      controlled: z.boolean().default(false),
      rent_cents: money,
      period: period.default(2),
      deposit_cents: money.default(cents(0)),
      escalation: EscalationShape.default({ kind: 'none' }),
      charges: z.array(GivenCharge).max(20).default([]),
      people: z.array(GivenPerson).min(1).max(20),
      opening: OpeningShape.nullable().default(null),
      note: reason.default(''),
    }),
    result: TenancyFull,
    fails: ['notFound', 'forbidden', 'conflict', 'wrongState'],
    document: 'tenancies',
  }),
} as const;
