import { z } from 'zod';
import { companyRolesOnly, companyRolesOrAdmins, companyRolesOrPlatform } from '#contract/access/role-limits.ts';
import { call } from '#contract/kernel/call.ts';
import {
  buildFilterSchema,
  buildListSchema,
  buildSortSchema,
  checkDayOrder,
  countyCodeShape,
  day,
  dayRange,
  id,
  moment,
  pageNumberSchema,
  pageSize,
  searchText,
  tabCountsFlag,
} from '#contract/kernel/list.ts';
import { moveSchema, stateSchema } from '#contract/kernel/machine-schemas.ts';
import { m } from '#words/messages.js';
import { tourModes, tourPeriods } from './kinds.ts';
import { tourMachine } from './machine.ts';
import { GroupTour, ScheduleEntry, TourSummary } from './shapes.ts';

export const tourBasePath = '/api/v2/tour' as const;
const byId = z.object({ id });
const anId = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const reason = z.string().trim().max(300).default('');
const revision = z.number().int().optional();

/** Minutes of a day. Each range starts before it ends and after the range before it. */
const ranges = z
  .array(z.tuple([z.number().int().min(0).max(1440), z.number().int().min(0).max(1440)]))
  .max(4)
  .refine((all) => all.every(([from, to], at) => from < to && from >= (all[at - 1]?.[1] ?? 0)), { error: () => m.tour_problem_ranges() });
const hours = z.strictObject({ '1': ranges, '2': ranges, '3': ranges, '4': ranges, '5': ranges, '6': ranges, '7': ranges }).partial();

const Exception = z.object({ day, ranges, note: z.string() });
export const HostHours = z.object({
  hours,
  minutes: z.number(),
  buffer_minutes: z.number(),
  most_a_day: z.number(),
  instant: z.boolean(),
  /** Another calendar can subscribe to the tours at a private address. */
  feed: z.boolean(),
  revision: z.number(),
  days: z.array(Exception),
});
export type HostHours = z.output<typeof HostHours>;
const hosts = companyRolesOnly('tours', 'edit');

/** The calls for people who show homes. */
export const tourCalls = {
  list: call({
    method: 'GET',
    path: `${tourBasePath}/all_tours/`,
    summary: 'List tours of the homes the caller manages: today’s first, then upcoming, then past',
    needs: ['tours', 'read'],
    query: z.object({
      page: pageNumberSchema,
      page_size: pageSize,
      tabs: tabCountsFlag,
      sort: buildSortSchema(['soonest', 'starts_at', 'name'], 'soonest'),
      z_filter: buildFilterSchema({
        q: searchText,
        status: stateSchema(tourMachine),
        when: z.enum(tourPeriods),
        property_id: id,
        listing_id: id,
        host_id: id,
        company_id: id,
        region: countyCodeShape,
        ...dayRange,
      }),
    }),
    result: buildListSchema(TourSummary),
    fails: [],
  }),
  details: call({
    method: 'GET',
    path: `${tourBasePath}/tour_details/`,
    summary: 'Get a tour with its history',
    needs: ['tours', 'read'],
    query: byId,
    result: TourSummary.extend({
      history: z.array(z.object({ at: moment, move: z.string(), to: z.string(), reason: z.string().nullable(), by: z.string().nullable() })),
    }),
    fails: ['notFound'],
  }),
  move: call({
    method: 'PATCH',
    path: `${tourBasePath}/change_tour_status/`,
    summary: 'Confirm, decline or cancel a tour, or record whether the visitor came',
    needs: companyRolesOrAdmins('tours', 'edit'),
    query: byId,
    body: z.strictObject({
      move: moveSchema(tourMachine),
      reason,
      /** The code the visitor gives at the door. */
      check_in_code: z.string().trim().max(10).default(''),
      meeting: z.string().trim().max(500).optional(),
      /** The position of the host's phone at the door, if it is known. */
      at: z.strictObject({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) }).optional(),
    }),
    result: TourSummary,
    fails: ['notFound', 'wrongState', 'conflict'],
    toast: 'statusUpdated',
    document: 'tours',
  }),
  reschedule: call({
    method: 'PATCH',
    path: `${tourBasePath}/reschedule_tour/`,
    summary: 'Reschedule a tour; its visitor is notified',
    needs: hosts,
    query: byId,
    body: z.strictObject({ from: moment, revision }),
    result: TourSummary,
    fails: ['notFound', 'wrongState', 'conflict'],
    document: 'tours',
  }),
  recordConsent: call({
    method: 'PATCH',
    path: `${tourBasePath}/tour_consent/`,
    summary: 'Record the occupant’s answer to a tour, for example from a phone call',
    needs: hosts,
    query: byId,
    body: z.strictObject({ consent: z.enum(['given', 'refused']), reason }),
    result: TourSummary,
    fails: ['notFound', 'wrongState'],
    document: 'tours',
  }),
  listHosts: call({
    method: 'GET',
    path: `${tourBasePath}/hosts/`,
    summary: 'List other possible hosts of a tour',
    needs: ['tours', 'read'],
    query: byId,
    result: z.object({ results: z.array(z.object({ id: z.number(), name: z.string() })) }),
    fails: ['notFound'],
  }),
  reassign: call({
    method: 'PATCH',
    path: `${tourBasePath}/reassign_tour/`,
    summary: 'Assign another host to a tour at the same time',
    needs: companyRolesOrPlatform('tours', 'read'),
    query: byId,
    body: z.strictObject({ host_id: anId }),
    result: TourSummary,
    fails: ['notFound', 'wrongState', 'conflict'],
    document: 'tours',
  }),
  listSchedule: call({
    method: 'GET',
    path: `${tourBasePath}/schedule/`,
    summary:
      'List the calendar between two days (inclusive, at most six weeks): tours, group viewings and inspections of the caller or of people they manage',
    needs: ['tours', 'read'],
    query: z.object({ day_from: day, day_to: day, whose: z.enum(['mine', 'all']).default('all') }).check(checkDayOrder),
    result: z.object({ results: z.array(ScheduleEntry) }),
    fails: [],
  }),
  hostHours: call({
    method: 'GET',
    path: `${tourBasePath}/hours/`,
    summary: 'Get the caller’s weekly tour hours',
    needs: hosts,
    result: HostHours,
    fails: [],
  }),
  saveHours: call({
    method: 'PATCH',
    path: `${tourBasePath}/save_hours/`,
    summary: 'Set the caller’s tour hours, tour length and travel time',
    needs: hosts,
    body: z.strictObject({
      hours,
      minutes: z.number().int().min(10).max(240),
      buffer_minutes: z.number().int().min(0).max(240),
      most_a_day: z.number().int().min(1).max(48),
      instant: z.boolean(),
      revision,
    }),
    result: HostHours,
    fails: ['conflict'],
    document: 'tours',
  }),
  saveDay: call({
    method: 'POST',
    path: `${tourBasePath}/save_day/`,
    summary: 'Set exceptional hours for a day; without hours the day is closed',
    needs: hosts,
    body: z.strictObject({ day, ranges, note: z.string().trim().max(200).default('') }),
    result: HostHours,
    fails: [],
    document: 'tours',
  }),
  dropDay: call({
    method: 'DELETE',
    path: `${tourBasePath}/drop_day/`,
    summary: 'Remove the exceptional hours of a day',
    needs: hosts,
    query: z.object({ day }),
    result: HostHours,
    fails: ['notFound'],
    document: 'tours',
  }),
  makeFeed: call({
    method: 'POST',
    path: `${tourBasePath}/make_feed/`,
    summary: 'Create a private calendar feed of the caller’s tours; the previous one stops working',
    needs: hosts,
    result: z.object({ url: z.string() }),
    fails: [],
    secret: true,
    document: 'tours',
  }),
  dropFeed: call({
    method: 'DELETE',
    path: `${tourBasePath}/drop_feed/`,
    summary: 'Revoke the private calendar feed',
    needs: hosts,
    result: HostHours,
    fails: ['notFound'],
    document: 'tours',
  }),
  openViewing: call({
    method: 'POST',
    path: `${tourBasePath}/open_viewing/`,
    summary: 'Create a group viewing',
    needs: hosts,
    body: z.strictObject({
      listing_id: anId,
      from: moment,
      minutes: z.number().int().min(10).max(480),
      capacity: z.number().int().min(2).max(100),
      mode: z.enum(tourModes).default('in_person'),
      meeting: z.string().trim().max(500).default(''),
    }),
    result: z.object({ id: z.number() }),
    fails: ['notFound', 'conflict'],
    document: 'tours',
  }),
  viewingDetails: call({
    method: 'GET',
    path: `${tourBasePath}/viewing_details/`,
    summary: 'Get a group viewing with its visitors',
    needs: ['tours', 'read'],
    query: byId,
    result: GroupTour,
    fails: ['notFound'],
  }),
  closeViewing: call({
    method: 'PATCH',
    path: `${tourBasePath}/close_viewing/`,
    summary: 'Cancel a group viewing; its visitors are notified with the reason',
    needs: hosts,
    query: byId,
    body: z.strictObject({ reason: z.string().trim().min(1).max(300) }),
    result: z.object({ id: z.number() }),
    fails: ['notFound', 'wrongState'],
    document: 'tours',
  }),
} as const;
